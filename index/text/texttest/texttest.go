// Package texttest opens shards of small trees, for tests of what searches them.
package texttest

import (
	"crypto/sha256"
	"sort"
	"testing"

	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/text"
	"github.com/lc-index/lc/index/text/build"
)

// Open writes shards of files, content by path, and opens them until the test ends.
func Open(t testing.TB, files map[string]string) *text.Searcher {
	t.Helper()
	var docs []build.Document
	for path, content := range files {
		docs = append(docs, build.Document{
			Path: path, Language: detect.Language(path, []byte(content)), Digest: sha256.Sum256([]byte(content)), Bytes: int64(len(content)),
			Content: func() ([]byte, error) { return []byte(content), nil },
		})
	}
	sort.Slice(docs, func(i, j int) bool { return docs[i].Path < docs[j].Path })
	dir := t.TempDir()
	if _, err := build.Write(t.Context(), dir, docs, build.Options{}); err != nil {
		t.Fatal(err)
	}
	s, err := text.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
