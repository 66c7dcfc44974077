// Package bash reads shell scripts: bash and sh, and as far as they agree ksh, zsh
// and bats (one language, "shell", as linguist has it). The grammar is
// tree-sitter/tree-sitter-bash (MIT licence).
//
// Functions and variables have name spaces of their own; functions belong to the
// script wherever they are defined. A variable that a function sets without declaring
// it is the script's, as the shell has it; but what a function reads into or loops
// over counts as its own. A sourced path keeps its literal end: of
// "$(dirname "$0")/lib/x.sh" that is lib/x.sh, marked by Import.Level 1; Level 2 marks
// what bats loads.
//
// A command is a reference when it may be a function: a plain word that is no builtin.
package bash

import (
	"path"
	"strings"

	grammar "github.com/tree-sitter/tree-sitter-bash/bindings/go"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// Name is the registered name of the language.
const Name = "shell"

// Levels of an Import.
const (
	LevelPath = 0 // A path as written.
	LevelTail = 1 // The end of a path whose start is computed.
	LevelBats = 2 // The argument of load: the ending may be missing.
)

// Languages returns the one language of this package.
func Languages() []lang.Language {
	g := sitter.NewGrammar(grammar.Language())
	return []lang.Language{{
		Name:       Name,
		Extract:    func(src []byte) (*lang.Facts, error) { return extract(g, src) },
		IsTestPath: IsTestPath,
		Views:      views(g),
	}}
}

// IsTestPath reports whether bats or the naming of shunit2 makes path a test file.
func IsTestPath(p string) bool {
	base := path.Base(p)
	if strings.HasSuffix(base, ".bats") {
		return true
	}
	for _, ext := range []string{".sh", ".bash", ".zsh", ".ksh"} {
		if name, ok := strings.CutSuffix(base, ext); ok {
			return strings.HasSuffix(name, "_test") || strings.HasSuffix(name, "-test") || strings.HasPrefix(name, "test_") || strings.HasPrefix(name, "test-") || name == "test_helper"
		}
	}
	return false
}

// functionKey is the key of functions in the file's scope.
func functionKey(name string) string { return "()" + name }

// assigned is a variable that a function sets without declaring it.
type assigned struct {
	whole, name sitter.Node
	encl        int32
}

type extractor struct {
	b        *lang.Builder
	src      []byte
	depth    int
	function int // Functions around the node at hand.
	branches int32
	pending  []assigned
	// directive is the path that a comment names for the next source command.
	directive     string
	directiveLine int32
	shunit        bool
	zsh           bool
	trees         []*sitter.Tree // Of the parts of a file that did not parse as a whole.
}

func extract(g *sitter.Grammar, src []byte) (*lang.Facts, error) {
	x := &extractor{b: lang.NewBuilder(Name, lang.Rules{}, syntax.Lines(src)), src: src, zsh: isZsh(src)}
	text := x.clean(src)
	tree, err := g.Parse(text)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	tree.Src = src
	var parts []part
	if tree.Root().HasError() {
		if parts = split(src); !swallows(tree, parts) {
			parts = nil
		}
	}
	if parts != nil {
		x.readParts(g, text, parts)
	} else {
		syntax.Problems(x.b, tree)
		x.statements(tree.Root())
	}
	x.globals()
	x.tests()
	for _, t := range x.trees {
		t.Close()
	}
	doc := syntax.FileDoc(tree.Root(), func(c []sitter.Node) []string { return docLines(c) })
	syntax.Summary(x.b.Facts(), doc)
	return x.b.Finish(), nil
}

// globals declares what functions set and the script does not, once; the other
// assignments write it.
func (x *extractor) globals() {
	for _, p := range x.pending {
		name := p.name.Text()
		if x.b.BoundIn(0, name) == schema.None {
			s := syntax.Symbol(p.whole, p.name, schema.KindVariable)
			s.Parent = 0
			s.Signature = syntax.Signature(p.whole, sitter.Node{}, nil)
			s.SignatureHash = p.name.Hash(nil)
			id := x.b.DefineHidden(s)
			x.b.BindIn(0, name, id)
			continue
		}
		r := syntax.Ref(p.name, schema.RoleWrite)
		r.Encl = p.encl
		x.b.Ref(r)
	}
}

// tests marks the functions that shunit2 runs.
func (x *extractor) tests() {
	if !x.shunit {
		return
	}
	facts := x.b.Facts()
	for i := range facts.Symbols {
		if s := &facts.Symbols[i]; s.Kind == schema.KindFunction && strings.HasPrefix(s.Name, "test") {
			s.Flags |= schema.SymbolTest
		}
	}
}

// maxDepth bounds the recursion over nested code.
const maxDepth = 10_000

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

// docLines returns the text of comments without marks; directives of tools and rulers
// are no text.
func docLines(comments []sitter.Node) []string {
	var lines []string
	for _, c := range comments {
		text := c.Text()
		if strings.HasPrefix(text, "#!") {
			continue
		}
		text = strings.TrimSpace(strings.TrimLeft(text, "#"))
		if strings.HasPrefix(text, "shellcheck ") || strings.HasPrefix(text, "-*-") || strings.HasPrefix(text, "vim:") || strings.HasPrefix(text, "bats ") {
			continue
		}
		if strings.Trim(text, "-=*#~_ ") == "" {
			text = ""
		}
		lines = append(lines, text)
	}
	return lines
}
