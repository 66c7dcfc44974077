package build_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/index/text"
	"github.com/lc-index/lc/index/text/build"
	"github.com/lc-index/lc/store/schema"
)

// corpus makes n files of some 3 KB in ten folders.
func corpus(n int) map[string]string {
	files := map[string]string{}
	for i := range n {
		var b strings.Builder
		for j := range 100 {
			fmt.Fprintf(&b, "line %d of file %d says word%d\n", j, i, i*j%977)
		}
		files[fmt.Sprintf("dir%d/file%d.txt", i%10, i)] = b.String()
	}
	return files
}

func documents(files map[string]string, read func(path string)) []build.Document {
	var docs []build.Document
	for path, content := range files {
		docs = append(docs, build.Document{
			Path: path, Digest: sha256.Sum256([]byte(content)), Bytes: int64(len(content)),
			Content: func() ([]byte, error) {
				if read != nil {
					read(path)
				}
				return []byte(content), nil
			},
		})
	}
	sort.Slice(docs, func(i, j int) bool { return docs[i].Path < docs[j].Path })
	return docs
}

func writeTo(t *testing.T, docs []build.Document, opts build.Options) (string, []build.Shard) {
	t.Helper()
	dir := t.TempDir()
	opts.BucketBytes = 64 << 10
	shards, err := build.Write(t.Context(), dir, docs, opts)
	if err != nil {
		t.Fatal(err)
	}
	return dir, shards
}

func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		out[e.Name()] = fmt.Sprintf("%x", sha256.Sum256(b))
	}
	return out
}

func TestWorkersAndOrderDoNotShow(t *testing.T) {
	t.Parallel()
	docs := documents(corpus(200), nil)
	one, _ := writeTo(t, docs, build.Options{Workers: 1})
	backwards := append([]build.Document(nil), docs...)
	sort.Slice(backwards, func(i, j int) bool { return backwards[i].Path > backwards[j].Path })
	many, shards := writeTo(t, backwards, build.Options{Workers: 4})
	if len(shards) < 3 {
		t.Fatalf("%d shards, want several for this test to say anything", len(shards))
	}
	if d := cmp.Diff(contents(t, one), contents(t, many)); d != "" {
		t.Errorf("shards differ (-1 worker +4 workers, other order):\n%s", d)
	}
}

func TestIncrementalEqualsFull(t *testing.T) {
	t.Parallel()
	files := corpus(200)
	before, old := writeTo(t, documents(files, nil), build.Options{})
	digests := map[string]schema.Digest{}
	for _, s := range old {
		digests[s.Name] = s.Digest
	}
	for _, step := range []struct {
		name   string
		change func()
	}{
		{"edit", func() { files["dir3/file3.txt"] += "one more line\n" }},
		{"delete", func() { delete(files, "dir4/file4.txt") }},
		{"add many", func() {
			for path, content := range corpus(260) {
				files[path] = content
			}
		}},
	} {
		step.change()
		read := map[string]bool{}
		docs := documents(files, nil)
		full, want := writeTo(t, docs, build.Options{Workers: 1})
		incremental, got := writeTo(t, documents(files, func(p string) { read[p] = true }), build.Options{Workers: 1, Previous: before, Digests: digests})
		if d := cmp.Diff(contents(t, full), contents(t, incremental)); d != "" {
			t.Errorf("%s: shards differ (-full +incremental):\n%s", step.name, d)
		}
		reused := 0
		for i := range got {
			if got[i].Digest != want[i].Digest || got[i].Bytes != want[i].Bytes {
				t.Errorf("%s: shard %d reported as %+v, want %+v", step.name, i, got[i], want[i])
			}
			if got[i].Reused {
				reused++
			}
		}
		if step.name == "edit" && reused != len(got)-1 {
			t.Errorf("edit rebuilt %d of %d shards, want 1", len(got)-reused, len(got))
		}
		if step.name == "delete" && reused != len(got)-1 {
			t.Errorf("delete rebuilt %d of %d shards, want 1", len(got)-reused, len(got))
		}
		before, digests = incremental, nil // Later steps also hash what they reuse.
	}
}

func TestCorruptPreviousShardIsRebuilt(t *testing.T) {
	t.Parallel()
	docs := documents(corpus(3), nil)
	before, shards := writeTo(t, docs, build.Options{})
	want := contents(t, before)
	if err := os.WriteFile(filepath.Join(before, shards[0].Name), []byte("nonsense that is no shard"), 0o644); err != nil {
		t.Fatal(err)
	}
	after, shards := writeTo(t, docs, build.Options{Previous: before})
	if d := cmp.Diff(want, contents(t, after)); d != "" {
		t.Errorf("shards differ (-want +got):\n%s", d)
	}
	if shards[0].Reused {
		t.Error("the corrupt shard is said to be reused")
	}
}

func TestDamagedPreviousShardIsRebuilt(t *testing.T) {
	t.Parallel()
	docs := documents(corpus(3), nil)
	before, shards := writeTo(t, docs, build.Options{})
	want := contents(t, before)
	old := filepath.Join(before, shards[0].Name)
	damaged := []byte(want[shards[0].Name])
	damaged[0] ^= 0x20 // In the text of a file: zoekt cannot notice.
	if err := os.WriteFile(old, damaged, 0o644); err != nil {
		t.Fatal(err)
	}
	digests := map[string]schema.Digest{shards[0].Name: shards[0].Digest}
	after, shards := writeTo(t, docs, build.Options{Previous: before, Digests: digests})
	if d := cmp.Diff(want, contents(t, after)); d != "" {
		t.Errorf("shards differ (-want +got):\n%s", d)
	}
	if shards[0].Reused {
		t.Error("the damaged shard is said to be reused")
	}
	if now, err := os.ReadFile(old); err != nil || !bytes.Equal(now, damaged) {
		t.Errorf("the shard of the old snapshot was written to, error %v", err)
	}
}

func TestListedOnly(t *testing.T) {
	t.Parallel()
	docs := documents(map[string]string{
		"big.txt": strings.Repeat("0123456789abcde\n", build.MaxContentBytes/16+1),
		"nul.bin": "a\x00b", "img.png": "png", "ok.txt": "NOT-INDEXED: really text\n",
	}, nil)
	for i := range docs {
		docs[i].Binary = docs[i].Path == "img.png"
	}
	dir, _ := writeTo(t, docs, build.Options{Repository: "team/re:po"})
	s, err := text.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	searched := map[string]bool{}
	for _, f := range s.Files() {
		searched[f.Path] = f.Searched
	}
	want := map[string]bool{"big.txt": false, "nul.bin": false, "img.png": false, "ok.txt": true}
	if d := cmp.Diff(want, searched); d != "" {
		t.Errorf("searched mismatch (-want +got):\n%s", d)
	}
}

func TestNoDocuments(t *testing.T) {
	t.Parallel()
	dir, shards := writeTo(t, nil, build.Options{})
	if len(shards) != 0 || len(contents(t, dir)) != 0 {
		t.Errorf("%d shards of no documents", len(shards))
	}
}

func TestUnreadableContentNamesTheFile(t *testing.T) {
	t.Parallel()
	docs := documents(map[string]string{"gone.txt": "x"}, nil)
	docs[0].Content = func() ([]byte, error) { return nil, os.ErrNotExist }
	if _, err := build.Write(t.Context(), t.TempDir(), docs, build.Options{}); err == nil || !strings.Contains(err.Error(), "gone.txt") {
		t.Errorf("error %v does not name gone.txt", err)
	}
}
