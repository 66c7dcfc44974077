package text_test

import (
	"os"
	"path/filepath"
	"sort"
	"testing"

	"crypto/sha256"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/text"
	"github.com/lc-index/lc/index/text/build"
	"github.com/lc-index/lc/store/schema"
)

// fixture is a small tree with what usually goes wrong: no final line break,
// empty files and lines, carriage returns, letters outside ASCII, lines that
// only differ in case, a binary file.
var fixture = map[string]string{
	"main.go":         "package main\n\nfunc main() {\n\tprintln(\"hello, wörld\")\n}\n",
	"lib/naïve.py":    "# naïve café\ndef naive(x):\n    return x*2  # ÜBER über\n\n\nclass Foo:\n    pass\n",
	"lib/words.txt":   "na\nnaïve na\nKelvin \u212A sign\nkelvin\nſtraße STRASSE\n٣ three ٤\nfoo_bar fooBar foo-bar\n\u00a0nbsp\n\vvertical\n",
	"bom.txt":         "\ufeffmarked x\nnext\n",
	"latin1.txt":      "caf\xe9 na\xefve foo x\nplain line ab\n",
	"empty.txt":       "",
	"newline.txt":     "\n",
	"noeol.txt":       "last line without end",
	"crlf.txt":        "one\r\ntwo\r\n\r\nthree",
	"deep/a/b/c.md":   "# Title\n\nfoo\nbar\nfoo bar\n\n\n```go\nfunc x() {}\n```\n",
	"deep/a/short.rs": "fn f() -> u8 { 1 }\nfn ff() {}\nab\na\n",
	"data.bin":        "text\x00binary foo\n",
}

func write(t testing.TB, files map[string]string, facts map[string]*lang.Facts) string {
	t.Helper()
	var docs []build.Document
	for path, content := range files {
		docs = append(docs, build.Document{
			Path: path, Language: languageOf(path), Digest: sha256.Sum256([]byte(content)), Bytes: int64(len(content)),
			Content: func() ([]byte, error) { return []byte(content), nil }, Facts: facts[path],
		})
	}
	sort.Slice(docs, func(i, j int) bool { return docs[i].Path < docs[j].Path })
	dir := t.TempDir()
	if _, err := build.Write(t.Context(), dir, docs, build.Options{}); err != nil {
		t.Fatal(err)
	}
	return dir
}

func languageOf(path string) string {
	return map[string]string{".go": "go", ".py": "python", ".md": "markdown", ".rs": "rust"}[filepath.Ext(path)]
}

func open(t testing.TB, dir string) *text.Searcher {
	t.Helper()
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

func tree(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for path, content := range files {
		name := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func goFacts() *lang.Facts {
	file := lang.NewSymbol("", schema.KindFile)
	main := lang.NewSymbol("main", schema.KindFunction)
	main.Parent, main.NameLine, main.NameCol = 0, 3, 5
	return &lang.Facts{Language: "go", Lines: 5, Symbols: []lang.Symbol{file, main}}
}
