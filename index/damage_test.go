package index_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/lc-index/lc/index"
	"github.com/lc-index/lc/index/memory"
	"github.com/lc-index/lc/store"
)

// damages are the ways in which bytes on disk go wrong; each works on a copy.
var damages = map[string]func([]byte) []byte{
	"empty":     func([]byte) []byte { return nil },
	"half":      func(b []byte) []byte { return b[:len(b)/2] },
	"longer":    func(b []byte) []byte { return append(b, make([]byte, 64)...) },
	"zero head": func(b []byte) []byte { clear(b[:min(64, len(b))]); return b },
	"zero tail": func(b []byte) []byte { clear(b[max(0, len(b)-64):]); return b },
	"flip":      func(b []byte) []byte { b[len(b)/2] ^= 1; return b },
	"flip late": func(b []byte) []byte { b[len(b)*9/10] ^= 0x40; return b },
}

// TestDamagedMemory damages every file of the memory in every way: a run over it
// gives the bytes of a run without any.
func TestDamagedMemory(t *testing.T) {
	t.Parallel()
	repo := clone(t, "args")
	want := run(t, repo, index.Options{})
	dir := filepath.Join(repo.Root, ".lc")
	var files []string
	err := filepath.WalkDir(filepath.Join(dir, memory.Folder), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) < 2 {
		t.Fatalf("%d files of memory, %v", len(files), err)
	}
	for _, path := range files {
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for how, spoil := range damages {
			if err := os.WriteFile(path, spoil(append([]byte(nil), whole...)), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.RemoveAll(filepath.Join(dir, store.SnapshotsFolder)); err != nil {
				t.Fatal(err)
			}
			demandEqual(t, filepath.Base(path)+" "+how, want, run(t, repo, index.Options{}))
		}
	}
}
