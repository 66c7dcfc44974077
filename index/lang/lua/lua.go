// Package lua reads Lua with the grammar of tree-sitter-grammars (MIT licence).
//
// Locals are bound where they are declared, so that "local ngx = ngx" takes the global;
// globals are bound in the file. A function that a declaration hangs on a table
// (function M.f, M.f = function) is a child of the table's symbol when the table is a
// variable of the file; a table with methods or an __index is a class. What the file
// returns is the Init of its own symbol.
//
// LuaLS annotations (---@param, ---@return, ---@type, ---@class) give types by implicit
// references. LuaJIT's ffi.cdef is a string here.
package lua

import (
	"path"
	"strings"

	grammar "github.com/tree-sitter-grammars/tree-sitter-lua/bindings/go"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// Name is the registered name of the language.
const Name = "lua"

// LoadFile is the Import.Level of dofile and loadfile, which name a path; require, at 0,
// names a module.
const LoadFile = 1

// maxDepth bounds the recursion over nested code.
const maxDepth = 10_000

// Bounds of what a table constructor declares: beyond them it is data.
const (
	maxTableDepth  = 3
	maxTableFields = 300
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

// IsTestPath reports whether busted's or luaunit's naming makes path a test file.
func IsTestPath(p string) bool {
	name, ok := strings.CutSuffix(path.Base(p), ".lua")
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
	b      *lang.Builder
	depth  int
	scopes []map[string]int32
	funcs  int  // Functions around.
	method bool // The innermost function has a self.

	members  map[memberKey]int32
	self     int32     // The table whose method is being read, None outside of methods.
	returned int32     // Reference whose value the function being read returns, None for none.
	derived  []derived // Variables that a class made.
	pending  int       // Node of a table whose fields belong to the symbol owned, 0 for none.
	owned    int32
	guarded  int32 // The import of a require inside of pcall, None for none.
}

func extract(g *sitter.Grammar, src []byte) (*lang.Facts, error) {
	tree, err := g.Parse(src)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	x := &extractor{b: lang.NewBuilder(Name, lang.Rules{}, syntax.Lines(src)), scopes: []map[string]int32{nil}, members: make(map[memberKey]int32), self: schema.None, returned: schema.None}
	x.b.Facts().Generated = detect.HasGeneratedMarker(src)
	syntax.Problems(x.b, tree)
	x.b.Symbol(0).Flags |= schema.SymbolExported
	x.statements(tree.Root())
	x.inherits()
	doc := ""
	if first := tree.Root().Child("comment"); first.Ok() {
		if line, _ := first.Start(); line <= 2 {
			doc = docOf([]sitter.Node{first})
		}
	}
	syntax.Summary(x.b.Facts(), doc)
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

func (x *extractor) block(f func()) {
	x.scopes = append(x.scopes, nil)
	f()
	x.scopes = x.scopes[:len(x.scopes)-1]
}

// local finds a local that is in scope, None for none.
func (x *extractor) local(name string) int32 {
	for i := len(x.scopes) - 1; i >= 0; i-- {
		if id, ok := x.scopes[i][name]; ok {
			return id
		}
	}
	return schema.None
}

// global finds a global that the file has declared so far, None for none.
func (x *extractor) global(name string) int32 { return x.b.BoundIn(0, globalKey(name)) }

func globalKey(name string) string { return "G:" + name }

// define adds a symbol and makes its name a local of the innermost scope, or a global.
func (x *extractor) define(s lang.Symbol, global bool) int32 {
	id := x.b.DefineHidden(s)
	if global {
		x.b.BindIn(0, globalKey(s.Name), id)
	} else {
		x.bind(s.Name, id)
	}
	return id
}

// bind makes a name a local of the innermost scope.
func (x *extractor) bind(name string, id int32) {
	top := &x.scopes[len(x.scopes)-1]
	if *top == nil {
		*top = make(map[string]int32)
	}
	(*top)[name] = id
}

// docOf returns the first sentence of comments without annotations.
func docOf(comments []sitter.Node) string {
	var lines []string
	for _, c := range comments {
		text := c.Child("comment_content").Text()
		for _, l := range strings.Split(text, "\n") {
			l = strings.TrimSpace(strings.TrimLeft(l, "-"))
			if strings.HasPrefix(l, "@") || strings.HasPrefix(l, "luacheck") || strings.HasPrefix(l, "vim:") {
				l = ""
			}
			lines = append(lines, l)
		}
	}
	return syntax.FirstSentence(lines)
}

// annotations returns the annotations among comments: "param a Foo".
func annotations(comments []sitter.Node) []string {
	var out []string
	for _, c := range comments {
		if text, ok := strings.CutPrefix(strings.TrimSpace(c.Child("comment_content").Text()), "-"); ok {
			if text, ok = strings.CutPrefix(strings.TrimSpace(text), "@"); ok {
				out = append(out, text)
			}
		}
	}
	return out
}

// typed refers to the type that an annotation gives, None for none.
func (x *extractor) typed(notes []string, tag, name string, at sitter.Node) int32 {
	for _, note := range notes {
		words := strings.Fields(note)
		if len(words) == 0 || words[0] != tag {
			continue
		}
		words = words[1:]
		if name != "" {
			if len(words) < 2 || strings.TrimSuffix(words[0], "?") != name {
				continue
			}
			words = words[1:]
		}
		if len(words) == 0 {
			continue
		}
		text := strings.TrimSuffix(words[0], "?")
		text, _, _ = strings.Cut(text, "|")
		text, container := strings.CutSuffix(strings.TrimSuffix(text, ","), "[]")
		switch text {
		case "", "string", "number", "integer", "boolean", "table", "nil", "any", "function", "userdata", "thread", "self", "fun":
			return schema.None
		}
		if strings.ContainsAny(text, "<>(){}:\"'") {
			return schema.None
		}
		r := lang.NewRef(text, schema.RoleType)
		r.Flags = lang.RefImplicit
		if container {
			r.Flags |= lang.RefContainer
		}
		r.Line, r.Col = at.Start()
		r.EndCol = r.Col
		if id := x.local(text); id != schema.None {
			r.Target = id
			return x.b.Ref(r)
		}
		return x.b.RefAs(globalKey(text), r)
	}
	return schema.None
}

func isNested(n sitter.Node) bool { return n.Is("function_declaration") }

func complexity(body sitter.Node) int32 {
	return syntax.Complexity(body, func(n sitter.Node) bool {
		switch n.Kind() {
		case "if_statement", "elseif_statement", "while_statement", "repeat_statement", "for_statement", "and", "or":
			return true
		}
		return false
	}, func(n sitter.Node) bool { return n.Is("function_declaration") })
}
