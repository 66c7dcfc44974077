// Package cfamily reads C and C++ source: outline, references as written, includes.
//
// Nouns. The source is scanned into tokens first (scan.go). The preprocessor's
// lines are read from the tokens (directive.go): includes, macros, conditionals.
// What remains is cleaned (clean.go): directives, attributes and macros in places
// where a declaration has no room for a name become spaces of the same length,
// so that the grammar sees plain C while every offset stays. When the tree still
// has errors a bolder cleaning is tried and the better tree kept; definitions that
// are lost inside errors are found in the tokens (recover.go).
//
// Every branch of a conditional is read as long as it is whole by itself; of
// alternatives that are not, the first is parsed and the others give references
// only. "#if 0" is not code.
//
// A method that is defined outside of its class has the class as its parent when
// the class is in the same file. Otherwise its parent is a synthetic symbol of
// kind impl that is named like the class, has an empty span and carries a type
// reference to the class, so that the qualified name still reads Class.method.
//
// Members of a struct without a name belong to the variable, field or type name
// declared with it, else to the enclosing struct. Tags of C live in a name space
// of their own; declarations of a tag without a body ("struct s;") are references.
//
// Over-reports: names used in both branches of a conditional count. Under-reports:
// names that macros glue together (##).
package cfamily

import (
	"bytes"
	"path"
	"strings"

	c "github.com/tree-sitter/tree-sitter-c/bindings/go"
	cpp "github.com/tree-sitter/tree-sitter-cpp/bindings/go"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
)

// Registered names of the languages.
const (
	C   = "c"
	Cpp = "c++"
)

// Languages returns C and C++.
func Languages() []lang.Language {
	cGrammar, cppGrammar := sitter.NewGrammar(c.Language()), sitter.NewGrammar(cpp.Language())
	return []lang.Language{
		{Name: C, Extract: func(src []byte) (*lang.Facts, error) { return extract(cGrammar, C, src) }, IsTestPath: IsTestPath, Views: views(false)},
		{Name: Cpp, Extract: func(src []byte) (*lang.Facts, error) { return extract(cppGrammar, Cpp, src) }, IsTestPath: IsTestPath, Views: views(true)},
	}
}

// IsTestPath reports whether path follows the naming of tests in C and C++
// projects: a folder of tests, or test in the name of the file.
func IsTestPath(p string) bool {
	for _, dir := range strings.Split(path.Dir(p), "/") {
		switch strings.ToLower(dir) {
		case "test", "tests", "testing", "unittest", "unittests", "unit_tests", "gtest":
			return true
		}
	}
	stem := strings.TrimSuffix(path.Base(p), path.Ext(p))
	for _, suffix := range []string{"_test", "_tests", "_unittest", "_unittests", "-test", ".test", "Test", "Tests", "_spec"} {
		if strings.HasSuffix(stem, suffix) && len(stem) > len(suffix) {
			return true
		}
	}
	return strings.HasPrefix(stem, "test_") || strings.HasPrefix(stem, "test-")
}

// parse cleans and parses the source, twice when the first tree has errors
// and cleaning boldly changes the text.
func parse(g *sitter.Grammar, s *source) (*sitter.Tree, cleaned, error) {
	first := s.clean(false)
	tree, err := g.Parse(first.text)
	if err == nil && errorWeight(tree) == 0 {
		return tree, first, nil
	}
	second := s.clean(true)
	if err == nil && bytes.Equal(first.text, second.text) {
		return tree, first, nil
	}
	bold, boldErr := g.Parse(second.text)
	switch {
	case boldErr != nil && err != nil:
		return nil, cleaned{}, err
	case err != nil || boldErr == nil && errorWeight(bold) < errorWeight(tree):
		return bold, second, nil
	}
	return tree, first, nil
}

// errorWeight measures how much of a tree is wrong: the bytes in errors, and one
// for each token that the parser made up.
func errorWeight(t *sitter.Tree) int {
	weight := t.ErrorBytes()
	if !t.Root().HasError() {
		return weight
	}
	for i := 0; i < t.Len(); i++ {
		if t.At(i).IsMissing() {
			weight++
		}
	}
	return weight
}
