// Package dart reads Dart with the grammar of UserNobody14 (MIT licence), as
// alexaandru/go-sitter-forest (MIT licence) builds it.
//
// The grammar is behind the language in extension types, abstract fields, labels,
// elements and members that begin with "?" or "."; a file that it cannot read is read
// again with those spelled so that it can (clean.go), and if need be declaration by
// declaration.
//
// A constructor is named by its last part: "named" of Point.named. Getters and setters
// are properties, mixins are traits, an extension is an implementation of the type that it extends.
// Calls of group and test in a file that imports a package of tests are the suites and
// cases of that name.
package dart

import (
	"bytes"
	"path"
	"strings"

	grammar "github.com/alexaandru/go-sitter-forest/dart"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// Name is the registered name of the language.
const Name = "dart"

// maxDepth bounds the recursion over nested code; widgets nest up to a hundred levels.
const maxDepth = 10_000

// Languages returns the one language of this package.
func Languages() []lang.Language {
	g := sitter.NewGrammar(grammar.GetLanguage())
	return []lang.Language{{
		Name:       Name,
		Extract:    func(src []byte) (*lang.Facts, error) { return extract(g, src) },
		IsTestPath: IsTestPath,
	}}
}

// IsTestPath reports whether the test runner finds the file, or it lies in a folder of
// tests.
func IsTestPath(p string) bool {
	if !strings.HasSuffix(p, ".dart") {
		return false
	}
	for _, dir := range strings.Split(path.Dir(p), "/") {
		if dir == "test" || dir == "integration_test" || dir == "test_driver" {
			return true
		}
	}
	return strings.HasSuffix(p, "_test.dart")
}

// extractor walks one tree, or the trees of the pieces of a file.
type extractor struct {
	b      *lang.Builder
	depth  int
	types  []string // Names of the open types, innermost last.
	edits  edits
	tests  bool   // The file imports a package of tests.
	doc    string // Of the library.
	inside func() // Reads what belongs into the next type that is opened, besides its body.
}

func extract(g *sitter.Grammar, src []byte) (*lang.Facts, error) {
	x := &extractor{b: lang.NewBuilder(Name, lang.Rules{TypeScopeVisible: true}, syntax.Lines(src))}
	x.b.Facts().Generated = detect.HasGeneratedMarker(src)
	tree, err := x.parse(g, unnamedLibrary(src))
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	if tree.Root().HasError() {
		x.mend(g, tree)
	} else {
		x.members(tree.Root(), false)
	}
	f := x.b.Finish()
	syntax.Summary(f, x.doc)
	return f, nil
}

// parse reads src, and when the grammar cannot, once more with what it does not know
// spelled otherwise.
func (x *extractor) parse(g *sitter.Grammar, src []byte) (*sitter.Tree, error) {
	tree, err := g.Parse(src)
	if err == nil && !tree.Root().HasError() {
		return tree, nil
	}
	text, e := clean(src)
	if !e.any() {
		return tree, err
	}
	again, secondErr := g.Parse(text)
	if secondErr != nil || err == nil && again.ErrorBytes() > tree.ErrorBytes() {
		return tree, err
	}
	x.edits = e
	return again, nil
}

// unnamedLibrary blanks out the directive "library;", which the grammar does not know.
func unnamedLibrary(src []byte) []byte {
	at := bytes.Index(src, []byte("library;"))
	if at < 0 || at > 0 && src[at-1] != '\n' {
		return src
	}
	out := bytes.Clone(src)
	copy(out[at:], "        ")
	return out
}

// enter counts a level of nesting; false means that the node is too deep to read.
func (x *extractor) enter(n sitter.Node) bool {
	if x.depth >= maxDepth {
		x.b.ProblemAt(syntax.Span(n), "nested too deeply")
		return false
	}
	x.depth++
	return true
}

func (x *extractor) leave() { x.depth-- }

// scoped runs f in a block scope of its own.
func (x *extractor) scoped(f func()) {
	x.b.Open(lang.ScopeBlock, schema.None)
	f()
	x.b.Close()
}

// docOf is the first sentence of the documentation among the comments above.
func docOf(comments []sitter.Node) string {
	var lines []string
	for _, c := range comments {
		text := c.Text()
		switch {
		case strings.HasPrefix(text, "///"):
			for _, l := range strings.Split(text, "\n") {
				lines = append(lines, strings.TrimPrefix(strings.TrimSpace(l), "///"))
			}
		case strings.HasPrefix(text, "/**"):
			lines = append(lines, syntax.BlockComment(text)...)
		}
	}
	return syntax.FirstSentence(lines)
}

// private reports whether a name is visible in its library only.
func private(name string) bool { return strings.HasPrefix(name, "_") }
