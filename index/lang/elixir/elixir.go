// Package elixir reads Elixir with the grammar of elixir-lang (Apache License 2.0),
// as alexaandru/go-sitter-forest (MIT licence) builds it.
//
// To the grammar everything is a call; what is a declaration is known by its name
// here: defmodule, def, defmacro and their kin. A clause of a function is a symbol,
// as each is written; a call binds to the first clause of its name and arity, a pipe
// counting for one argument. What a module attribute says (@doc, @spec, @impl) belongs to the
// clause that follows. Calls of functions without a module stay free when the file
// does not define them: imports and Kernel decide.
//
// An alias like Foo.Bar is one name unless its first part is an alias of the file,
// which is then a reference of its own with the rest as its member.
package elixir

import (
	"path"
	"strconv"
	"strings"

	grammar "github.com/alexaandru/go-sitter-forest/elixir"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// Name is the registered name of the language.
const Name = "elixir"

// maxDepth bounds the recursion over nested code; a person stays below a hundred.
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

// IsTestPath reports whether ExUnit runs the file or the tests share it.
func IsTestPath(p string) bool {
	base := path.Base(p)
	if strings.HasSuffix(base, "_test.exs") || base == "test_helper.exs" {
		return true
	}
	if !strings.HasSuffix(base, ".ex") && !strings.HasSuffix(base, ".exs") {
		return false
	}
	for _, dir := range strings.Split(path.Dir(p), "/") {
		if dir == "test" {
			return true
		}
	}
	return false
}

// extractor walks one tree, or the trees of the pieces of a file.
type extractor struct {
	b       *lang.Builder
	depth   int
	modules []module // Open modules, innermost last.
	pending pending
	// locals are the scopes in which variables are visible, innermost last; a function
	// starts with none.
	locals  []int32
	aliases []string // Names bound by alias, in any scope.
	summary string
	rebind  bool // The pattern being read is the left side of "=".
	// inside reads what belongs into the next module that is opened, besides its body.
	inside func()
}

// module is an open module, protocol or implementation.
type module struct {
	name    string // In full.
	symbol  int32
	kind    schema.Kind
	cases   bool            // It uses ExUnit.Case or a case of its own.
	schema  bool            // In a schema block of Ecto.
	clauses map[string]bool // Functions that have a clause already.
	attrs   map[string]bool // Attributes that have a value already.
}

func extract(g *sitter.Grammar, src []byte) (*lang.Facts, error) {
	tree, err := g.Parse(src)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	x := &extractor{b: lang.NewBuilder(Name, lang.Rules{TypeScopeVisible: true}, syntax.Lines(src))}
	facts := x.b.Facts()
	facts.Generated = detect.HasGeneratedMarker(src)
	x.modules = []module{newModule("", 0, schema.KindFile)}
	x.locals = []int32{x.b.Scope()}
	if tree.Root().HasError() {
		x.mend(g, tree)
		x.headlines(src)
	} else {
		x.body([]sitter.Node{tree.Root()})
	}
	f := x.b.Finish()
	if x.summary == "" {
		x.summary = syntax.FileDoc(tree.Root(), func(c []sitter.Node) []string { return syntax.LineComments(c, "#") })
	}
	syntax.Summary(f, x.summary)
	return f, nil
}

func newModule(name string, symbol int32, kind schema.Kind) module {
	return module{name: name, symbol: symbol, kind: kind, clauses: map[string]bool{}, attrs: map[string]bool{}}
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

// top returns the innermost open module.
func (x *extractor) top() *module { return &x.modules[len(x.modules)-1] }

// scoped runs f in a scope of its own, in which variables of the scopes around are seen.
func (x *extractor) scoped(f func()) {
	x.b.Open(lang.ScopeBlock, schema.None)
	x.locals = append(x.locals, x.b.Scope())
	f()
	x.locals = x.locals[:len(x.locals)-1]
	x.b.Close()
}

// owned runs f in the scope of a symbol, in which no variable from around is seen.
func (x *extractor) owned(kind lang.ScopeKind, id int32, f func()) {
	saved := x.locals
	x.b.Open(kind, id)
	x.locals = []int32{x.b.Scope()}
	f()
	x.b.Close()
	x.locals = saved
}

// variable reports whether a variable of that name is visible.
func (x *extractor) variable(name string) bool {
	for i := len(x.locals) - 1; i >= 0; i-- {
		if x.b.BoundIn(x.locals[i], name) != schema.None {
			return true
		}
	}
	return false
}

// function is the key under which the Builder keeps a function of that arity apart
// from variables.
func function(name string, arity int) string { return name + "/" + strconv.Itoa(arity) }

// typeKey and attributeKey are the keys of the name spaces of types and attributes.
func typeKey(name string, arity int) string { return "type " + function(name, arity) }
func attributeKey(name string) string       { return "@" + name }

// isForm reports whether a call of that name is one of the forms of the
// language that call nothing.
func isForm(name string) bool {
	switch name {
	case "if", "unless", "case", "cond", "with", "for", "try", "receive", "quote", "unquote", "unquote_splicing", "fn", "super",
		"def", "defp", "defmodule", "defmacro", "defmacrop", "defprotocol", "defimpl", "defstruct",
		"and", "or", "not", "in", "when", "do", "end", "else", "rescue", "catch", "after",
		"__MODULE__", "__ENV__", "__CALLER__", "__DIR__", "__STACKTRACE__", "__block__", "__aliases__":
		return true
	}
	return false
}
