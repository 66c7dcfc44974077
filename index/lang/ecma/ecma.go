// Package ecma reads JavaScript and TypeScript, with JSX.
//
// Values and types are separate namespaces: what declares a type is bound under
// its name with a prefix as well. A parameter of a function expression without a
// type of its own takes it from where the expression stands (an argument, a typed
// variable, a returned function), by implicit references.
//
// Blind spots: names made by eval, with, computed members and Object.assign;
// types computed by conditional and mapped types.
package ecma

import (
	"fmt"
	"path"
	"strings"

	javascript "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	typescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
)

// Languages returns the languages of this folder.
func Languages() []lang.Language {
	language := func(name string, g *sitter.Grammar) lang.Language {
		return lang.Language{
			Name:       name,
			Extract:    func(src []byte) (*lang.Facts, error) { return extract(name, g, src) },
			IsTestPath: IsTestPath,
			Views:      views(g),
		}
	}
	return []lang.Language{
		language("javascript", sitter.NewGrammar(javascript.Language())),
		language("typescript", sitter.NewGrammar(typescript.LanguageTypescript())),
		language("tsx", sitter.NewGrammar(typescript.LanguageTSX())),
	}
}

// IsTestPath reports whether Jest, Vitest, Mocha, the Node runner or Playwright
// would take path for a test by its name.
func IsTestPath(p string) bool {
	base := path.Base(p)
	ext := path.Ext(base)
	switch ext {
	case ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts":
	default:
		return false
	}
	stem := strings.TrimSuffix(base, ext)
	if strings.HasSuffix(stem, ".test") || strings.HasSuffix(stem, ".spec") || strings.HasSuffix(stem, "_test") || strings.HasSuffix(stem, "-test") || stem == "test" {
		return true
	}
	for _, dir := range strings.Split(path.Dir(p), "/") {
		if dir == "__tests__" || dir == "test" || dir == "tests" || dir == "__mocks__" {
			return true
		}
	}
	return false
}

func extract(name string, g *sitter.Grammar, src []byte) (*lang.Facts, error) {
	tree, err := parse(g, src)
	if err != nil {
		return nil, fmt.Errorf("parse %s: %w", name, err)
	}
	defer tree.Close()
	lines := int32(1)
	for _, c := range src {
		if c == '\n' {
			lines++
		}
	}
	e := &extractor{b: lang.NewBuilder(name, lang.Rules{}, lines), encl: -1, element: -1, owned: make(map[int]bool)}
	e.file(tree)
	if name != "javascript" {
		e.erased(tree.Root())
	}
	return e.b.Finish(), nil
}
