package index_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lc-index/lc/index"
	"github.com/lc-index/lc/index/indextest"
	"github.com/lc-index/lc/index/text"
	"github.com/lc-index/lc/store"
)

// TestShardsKeepBytes searches the bytes of a file as they are: a byte that is not
// UTF-8 is neither white space nor a word character, and is shown as it stands.
func TestShardsKeepBytes(t *testing.T) {
	t.Parallel()
	repo := clone(t, "text")
	latin := "name = \"caf\xe9 au lait\" # \xa5\n"
	files := []txtar.File{{Name: "latin.py", Data: []byte(latin)}, {Name: "mark.py", Data: []byte("\xef\xbb\xbfx = 1\n")}}
	if err := indextest.Write(repo.Root, files); err != nil {
		t.Fatal(err)
	}
	for _, when := range []string{"first", "remembered"} {
		opts := index.Options{}
		if when == "remembered" {
			opts.MaxFileBytes = index.DefaultMaxFileBytes - 1 // Another snapshot of the same content.
		}
		if _, err := index.Run(t.Context(), repo, opts, nil); err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(repo.Root, ".lc")
		current, err := store.Current(dir)
		if err != nil {
			t.Fatal(err)
		}
		s, err := text.Open(filepath.Join(dir, store.SnapshotsFolder, current, index.ShardsFolder))
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := s.Content("latin.py"); !ok || string(got) != latin {
			t.Errorf("%s run: latin.py = %q, want %q", when, got, latin)
		}
		if got, ok := s.Content("mark.py"); !ok || string(got) != "x = 1\n" {
			t.Errorf("%s run: mark.py = %q, want the text behind the mark", when, got)
		}
		s.Close()
	}
}
