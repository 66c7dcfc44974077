// Package zig reads Zig with the grammar of tree-sitter-grammars (MIT licence).
//
// A file is a struct. A container that is assigned to a constant is a type of that
// name; one that a function returns lends its members to the function, which is how
// the language writes generic types. A test is a function named by its string, or by
// what it documents. The constant that an @import is assigned to binds the import.
//
// A file with mistakes is cut at the declarations that start a line and read piece by
// piece, so that a missing brace ends with its declaration.
package zig

import (
	"bytes"
	"path"
	"strings"

	grammar "github.com/tree-sitter-grammars/tree-sitter-zig/bindings/go"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
)

// Name is the registered name of the language.
const Name = "zig"

// maxDepth bounds the recursion over nested code; a person stays below a hundred.
const maxDepth = 10_000

// Languages returns the one language of this package.
func Languages() []lang.Language {
	g := sitter.NewGrammar(grammar.Language())
	return []lang.Language{{
		Name:       Name,
		Extract:    func(src []byte) (*lang.Facts, error) { return extract(g, src) },
		IsTestPath: IsTestPath,
	}}
}

// IsTestPath reports whether the file is by name or folder one of tests alone; most
// tests of the language stand beside the code.
func IsTestPath(p string) bool {
	if !strings.HasSuffix(p, ".zig") {
		return false
	}
	for _, dir := range strings.Split(path.Dir(p), "/") {
		if dir == "test" || dir == "tests" {
			return true
		}
	}
	base := path.Base(p)
	return base == "test.zig" || base == "tests.zig" || strings.HasSuffix(base, "_test.zig") || strings.HasSuffix(base, "_tests.zig")
}

// extractor walks one tree, or the trees of the pieces of a file.
type extractor struct {
	b     *lang.Builder
	depth int
	types []container
}

// container is a type whose members are being read.
type container struct {
	symbol int32  // What they belong to.
	name   string // "" for the file and for a type without a name.
}

func extract(g *sitter.Grammar, src []byte) (*lang.Facts, error) {
	tree, err := g.Parse(src)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	x := &extractor{b: lang.NewBuilder(Name, lang.Rules{TypeScopeVisible: true}, syntax.Lines(src)), types: []container{{}}}
	facts := x.b.Facts()
	facts.Generated = detect.HasGeneratedMarker(src)
	trees := []*sitter.Tree{tree}
	if tree.Root().HasError() {
		if pieces := syntax.Pieces(g, tree, starts, isComment); pieces != nil {
			trees = pieces
		}
	}
	errors := int32(0)
	for _, t := range trees {
		syntax.Problems(x.b, t)
		errors += facts.ErrorBytes
		x.members(t.Root())
	}
	facts.ErrorBytes = errors
	if len(trees) > 1 {
		x.headlines(src)
	}
	f := x.b.Finish()
	syntax.Summary(f, fileDoc(tree.Root()))
	return f, nil
}

// starts reports whether a line starts a declaration of the file.
func starts(line []byte) bool {
	if len(line) == 0 || line[0] < 'a' || line[0] > 'z' {
		return false
	}
	word, _, _ := bytes.Cut(line, []byte(" "))
	switch string(word) {
	case "pub", "fn", "const", "var", "test", "comptime", "export", "extern", "inline", "noinline", "threadlocal", "usingnamespace":
		return true
	}
	return false
}

func isComment(line []byte) bool { return bytes.HasPrefix(line, []byte("//")) }

// fileDoc is the first sentence of the //! comments that open the file.
func fileDoc(root sitter.Node) string {
	var lines []string
	for c := range root.Children() {
		if !c.Is("comment") {
			break
		}
		if s, ok := strings.CutPrefix(c.Text(), "//!"); ok {
			lines = append(lines, s)
		}
	}
	return syntax.FirstSentence(lines)
}

// docOf is the first sentence of the /// comments among those above a declaration.
func docOf(comments []sitter.Node) string {
	var lines []string
	for _, c := range comments {
		if s, ok := strings.CutPrefix(c.Text(), "///"); ok && !strings.HasPrefix(s, "/") {
			lines = append(lines, s)
		}
	}
	return syntax.FirstSentence(lines)
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

// token is the node whose text is the name: what is quoted of @"…".
func token(n sitter.Node) sitter.Node {
	if c := n.Child("string").Child("string_content"); c.Ok() {
		return c
	}
	return n
}
