// Package ruby reads Ruby with the grammar of tree-sitter (MIT licence).
//
// A bare name is a local variable when one is assigned above it in the same method or
// around the block, else a call without a receiver. Constants are bound lexically in
// the modules and classes around them, instance variables in the class: both keep
// their sigils. "X.new" is one reference, a call of X that makes an instance.
//
// A class or module that is declared with a path (module A::B) is called by the last
// part; the reference to the rest is its Type.
package ruby

import (
	"path"
	"strings"

	grammar "github.com/tree-sitter/tree-sitter-ruby/bindings/go"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// Name is the registered name of the language.
const Name = "ruby"

// maxDepth bounds the recursion over nested code.
const maxDepth = 10_000

// Values of Import.Level.
const (
	RequirePath     = iota // require, load, autoload: looked for on the load path.
	RequireRelative        // require_relative: beside the file.
)

// Languages returns Ruby and the templates that embed it.
func Languages() []lang.Language {
	g := sitter.NewGrammar(grammar.Language())
	return []lang.Language{{
		Name:       Name,
		Extract:    func(src []byte) (*lang.Facts, error) { return extract(g, Name, src) },
		IsTestPath: IsTestPath,
		Views:      views(g),
	}, {
		Name:    TemplateName,
		Extract: func(src []byte) (*lang.Facts, error) { return extractTemplate(g, src) },
	}}
}

// IsTestPath reports whether RSpec's, minitest's or test-unit's naming makes path a
// test file.
func IsTestPath(p string) bool {
	name, ok := strings.CutSuffix(path.Base(p), ".rb")
	if !ok {
		return false
	}
	for _, dir := range strings.Split(path.Dir(p), "/") {
		if dir == "spec" || dir == "test" || dir == "tests" {
			return true
		}
	}
	return strings.HasSuffix(name, "_spec") || strings.HasSuffix(name, "_test") || strings.HasPrefix(name, "test_")
}

// extractor walks one tree.
type extractor struct {
	b         *lang.Builder
	depth     int
	locals    []frame
	class     *class
	fn        *function // Nil outside of methods.
	described int32     // Reference to what the group of examples around describes, None for none.
	macros    bool      // In the body of a class itself: symbols that calls get may name methods.
	summary   string
}

// function is a method that is being read.
type function struct {
	name     string
	static   bool
	returned int32 // Reference whose value a return statement gives, None for none.
}

// isStatic reports whether self is a class here.
func (x *extractor) isStatic() bool {
	if x.class.symbol == 0 || x.class.group {
		return false
	}
	return x.fn == nil || x.fn.static
}

// frame holds the local variables of a method or block; names of an open one are seen
// from the frame inside it.
type frame struct {
	names map[string]int32
	open  bool // A block: it sees the frame around it.
}

// class is a class or module body that is being read.
type class struct {
	symbol     int32
	scope      int32
	visibility schema.Visibility
	singleton  bool // class << self
	functions  bool // module_function
	test       bool
	group      bool // A group of examples.
}

func extract(g *sitter.Grammar, language string, src []byte) (*lang.Facts, error) {
	tree, err := g.Parse(src)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	x := &extractor{b: lang.NewBuilder(language, lang.Rules{TypeScopeVisible: true}, syntax.Lines(src)), described: schema.None}
	x.b.Facts().Generated = detect.HasGeneratedMarker(src)
	syntax.Problems(x.b, tree)
	x.class = &class{}
	x.locals = []frame{{}}
	x.b.Symbol(0).Flags |= schema.SymbolExported
	x.statements(tree.Root())
	syntax.Summary(x.b.Facts(), x.summary)
	return x.b.Finish(), nil
}

func (x *extractor) enter(n sitter.Node) bool {
	if x.depth >= maxDepth {
		x.b.ProblemAt(syntax.Span(n), "nested too deeply")
		return false
	}
	x.depth++
	return true
}

func (x *extractor) leave() { x.depth-- }

// local finds a local variable that is in scope, None for none.
func (x *extractor) local(name string) int32 {
	for i := len(x.locals) - 1; i >= 0; i-- {
		if id, ok := x.locals[i].names[name]; ok {
			return id
		}
		if !x.locals[i].open {
			break
		}
	}
	return schema.None
}

// declare makes a local variable in the innermost frame.
func (x *extractor) declare(n sitter.Node, kind schema.Kind) int32 {
	s := syntax.Symbol(n, n, kind)
	s.Name = strings.TrimSuffix(s.Name, ":")
	id := x.b.DefineHidden(s)
	f := &x.locals[len(x.locals)-1]
	if f.names == nil {
		f.names = make(map[string]int32)
	}
	f.names[s.Name] = id
	return id
}

// within runs f with a frame of its own.
func (x *extractor) within(open bool, f func()) {
	x.locals = append(x.locals, frame{open: open})
	f()
	x.locals = x.locals[:len(x.locals)-1]
}

// docOf returns the first sentence of the comment right above n.
func docOf(n sitter.Node) string {
	var lines []string
	for _, c := range syntax.Leading(n, nil) {
		text := strings.TrimSpace(strings.TrimLeft(c.Text(), "#"))
		if strings.HasPrefix(text, "=begin") {
			lines = append(lines, strings.Split(strings.TrimSuffix(strings.TrimPrefix(text, "=begin"), "=end"), "\n")...)
			continue
		}
		switch {
		case strings.HasPrefix(text, "@"), text == "--", text == ":nodoc:", strings.HasPrefix(text, "frozen_string_literal"), strings.HasPrefix(text, "rubocop:"), strings.HasPrefix(text, "typed:"), strings.HasPrefix(text, "!"):
			text = ""
		}
		lines = append(lines, text)
	}
	return syntax.FirstSentence(lines)
}

// isNested reports declarations with rows of their own, for body hashes.
func isNested(n sitter.Node) bool {
	return n.Is("class", "module", "singleton_class", "method", "singleton_method")
}

func complexity(body sitter.Node) int32 {
	return syntax.Complexity(body, func(n sitter.Node) bool {
		switch n.Kind() {
		case "if", "unless", "while", "until":
			return n.Named()
		case "elsif", "for", "when", "in_clause", "rescue", "if_modifier", "unless_modifier", "while_modifier", "until_modifier", "rescue_modifier", "conditional":
			return n.Named()
		case "&&", "||", "and", "or":
			return true
		}
		return false
	}, func(n sitter.Node) bool { return n.Index() != body.Index() && isNested(n) })
}
