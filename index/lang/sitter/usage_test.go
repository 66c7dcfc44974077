package sitter

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
	"unsafe"

	kotlin "github.com/tree-sitter-grammars/tree-sitter-kotlin/bindings/go"
	lua "github.com/tree-sitter-grammars/tree-sitter-lua/bindings/go"
	yaml "github.com/tree-sitter-grammars/tree-sitter-yaml/bindings/go"
	csharp "github.com/tree-sitter/tree-sitter-c-sharp/bindings/go"
	c "github.com/tree-sitter/tree-sitter-c/bindings/go"
	cpp "github.com/tree-sitter/tree-sitter-cpp/bindings/go"
	java "github.com/tree-sitter/tree-sitter-java/bindings/go"
	javascript "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	json "github.com/tree-sitter/tree-sitter-json/bindings/go"
	php "github.com/tree-sitter/tree-sitter-php/bindings/go"
	python "github.com/tree-sitter/tree-sitter-python/bindings/go"
	ruby "github.com/tree-sitter/tree-sitter-ruby/bindings/go"
	rust "github.com/tree-sitter/tree-sitter-rust/bindings/go"
	typescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"
)

var grammars = map[string]func() unsafe.Pointer{
	".c": c.Language, ".h": cpp.Language, ".cc": cpp.Language, ".java": java.Language, ".js": javascript.Language, ".ts": typescript.LanguageTypescript,
	".py": python.Language, ".rb": ruby.Language, ".rs": rust.Language, ".cs": csharp.Language, ".php": php.LanguagePHP, ".kt": kotlin.Language,
	".lua": lua.Language, ".json": json.Language, ".yml": yaml.Language,
}

// TestUsage prints what parsing takes at most on the corpora that LC_CORPORA names:
// the figures that the limits stand on.
func TestUsage(t *testing.T) {
	root := os.Getenv("LC_CORPORA")
	if root == "" {
		t.Skip("LC_CORPORA names no corpora")
	}
	useArena()
	type most struct {
		memory, work float64
		at           [2]string
		files        int
	}
	worst := map[string]*most{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == ".git" {
			return filepath.SkipDir
		}
		ext := filepath.Ext(path)
		if grammars[ext] == nil || !d.Type().IsRegular() {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil || !utf8.Valid(src) || len(src) > 2<<20 {
			return nil
		}
		n := uint64(len(src))
		_, used := parse(grammars[ext](), src, usage{memory: 4 << 30, work: 1 << 50})
		w := worst[ext]
		if w == nil {
			w = &most{}
			worst[ext] = w
		}
		w.files++
		if n < 20_000 {
			return nil // Small ones stay below the floors.
		}
		if m := float64(used.memory) / float64(n); m > w.memory {
			w.memory, w.at[0] = m, path
		}
		if m := float64(used.work) / float64(n); m > w.work {
			w.work, w.at[1] = m, path
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for ext, w := range worst {
		t.Logf("%-6s %6d files: memory %.0f bytes a byte (%s), work %.0f bytes a byte (%s)", ext, w.files, w.memory, w.at[0], w.work, w.at[1])
	}
}

// What ends in error recovery at every byte, or nests without end, stops at the limit
// of steps or memory, and soon; the next file is read as ever.
func TestHostileInputEndsAtItsLimit(t *testing.T) {
	t.Parallel()
	units := []string{"A<", "(", "[", "{", "a?b:", "\"", "${", "def f(:\n", "::", "=>", "%(", "fn f<"}
	for ext, language := range grammars {
		g := NewGrammar(language())
		for _, unit := range units {
			src := []byte("class A { int x = " + strings.Repeat(unit, 40_000/len(unit)))
			began := time.Now()
			_, used := parse(g.language, src, limits(len(src)))
			if used.memory > limits(len(src)).memory {
				t.Errorf("%s: 40 KB of %q took %d bytes", ext, unit, used.memory)
			}
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("%s: 40 KB of %q took %s", ext, unit, took)
			} else if took > 500*time.Millisecond {
				t.Logf("%s: 40 KB of %q: %s, memory %d, work %d", ext, unit, took.Round(time.Millisecond), used.memory, used.work)
			}
		}
		if _, err := g.Parse([]byte("a")); err != nil {
			t.Errorf("%s: the next file: %v", ext, err)
		}
	}
	if _, err := NewGrammar(java.Language()).Parse([]byte("class A { int x = " + strings.Repeat("A<", 20_000))); !errors.Is(err, ErrWorkLimit) {
		t.Errorf("a chain of unclosed type arguments: error = %v, want ErrWorkLimit", err)
	}
}
