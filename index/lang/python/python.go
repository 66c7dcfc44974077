// Package python reads Python source and stubs.
//
// Blind spots: names made by exec, setattr or globals(); attributes assigned
// through another name than the method's own first parameter; types in comments.
package python

import (
	"fmt"
	"path"
	"strings"

	grammar "github.com/tree-sitter/tree-sitter-python/bindings/go"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
)

// Languages returns the one language of this folder.
func Languages() []lang.Language {
	g := sitter.NewGrammar(grammar.Language())
	return []lang.Language{{
		Name:       "python",
		Extract:    func(src []byte) (*lang.Facts, error) { return extract(g, src) },
		IsTestPath: IsTestPath,
		Views:      views(g),
	}}
}

// IsTestPath reports whether pytest or unittest would look for tests or their
// support in path.
func IsTestPath(p string) bool {
	base := path.Base(p)
	if !strings.HasSuffix(base, ".py") && !strings.HasSuffix(base, ".pyi") {
		return false
	}
	if strings.HasPrefix(base, "test_") || strings.HasSuffix(base, "_test.py") || base == "conftest.py" || base == "tests.py" {
		return true
	}
	for _, dir := range strings.Split(path.Dir(p), "/") {
		if dir == "tests" || dir == "test" {
			return true
		}
	}
	return false
}

func extract(g *sitter.Grammar, src []byte) (facts *lang.Facts, err error) {
	tree, err := g.Parse(src)
	if err != nil {
		return nil, fmt.Errorf("parse python: %w", err)
	}
	defer tree.Close()
	lines := int32(1)
	for _, c := range src {
		if c == '\n' {
			lines++
		}
	}
	e := &extractor{b: lang.NewBuilder("python", lang.Rules{}, lines), encl: -1, owned: make(map[int]bool)}
	syntax.Problems(e.b, tree)
	e.file(recovered(g, tree))
	return e.b.Finish(), nil
}
