package elixir

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// head is the left side of a definition: name(args) when guard.
type head struct {
	name   sitter.Node
	params []sitter.Node
	guards []sitter.Node
}

// headOf takes a head apart; ok is false when its name is computed.
func headOf(n sitter.Node) (h head, ok bool) {
	for n.Is("binary_operator") && n.Field("operator").Text() == "when" {
		h.guards = append(h.guards, n.Field("right"))
		n = n.Field("left")
	}
	for n.Is("block") && n.FirstNamed().Ok() { // In parentheses.
		n = n.FirstNamed()
	}
	switch n.Kind() {
	case "identifier":
		h.name = n
	case "call":
		h.name = n.Field("target")
		for a := range n.Child("arguments").NamedChildren() {
			h.params = append(h.params, a)
		}
	case "binary_operator":
		h.name = n.Field("operator")
		h.params = []sitter.Node{n.Field("left"), n.Field("right")}
		return h, h.name.Ok()
	case "unary_operator":
		h.name = n.Field("operator")
		h.params = []sitter.Node{n.Field("operand")}
		return h, h.name.Ok()
	}
	return h, h.name.Is("identifier") && h.name.Text() != "unquote"
}

// define reads a clause of a function, macro or guard.
func (x *extractor) define(f form) bool {
	h, ok := headOf(f.first())
	if !ok || !x.enter(f.node) {
		return false
	}
	defer x.leave()
	m := x.top()
	kind := schema.KindFunction
	switch {
	case strings.HasPrefix(f.name, "defmacro"), strings.HasPrefix(f.name, "defguard"):
		kind = schema.KindMacro
	case m.kind == schema.KindImpl, m.kind == schema.KindInterface:
		kind = schema.KindMethod
	}
	s := x.named(f, h.name, kind)
	if strings.HasSuffix(f.name, "p") {
		s.Visibility = schema.VisibilityPrivate
		s.Flags &^= schema.SymbolExported
	}
	defaults := 0
	for _, p := range h.params {
		if p.Is("binary_operator") && p.Field("operator").Text() == `\\` {
			defaults++
		}
	}
	s.Arity = int32(len(h.params))
	s.Complexity = 1
	bodies := f.bodies()
	for _, b := range bodies {
		s.Complexity += syntax.Complexity(b, isBranch, isNested) - 1
	}
	switch {
	case len(bodies) == 0 && m.kind == schema.KindInterface:
		s.Flags |= schema.SymbolAbstract
	case m.kind == schema.KindImpl:
		s.Flags |= schema.SymbolOverride
	}
	if x.pending.hasSpec {
		s.Type = x.pending.typ
	}
	id := x.b.DefineHidden(s)
	for n := len(h.params) - defaults; n <= len(h.params); n++ {
		if key := function(s.Name, n); !m.clauses[key] {
			m.clauses[key] = true
			x.b.Bind(key, id)
		}
	}
	if x.pending.first.Ok() { // What @spec refers to belongs to the function.
		for i := x.pending.refs; i < int32(len(x.b.Facts().Refs)); i++ {
			x.b.RefAt(i).Encl = id
		}
	}
	x.pending = pending{}
	x.owned(lang.ScopeFunction, id, func() {
		for _, p := range h.params {
			x.parameter(p)
		}
		for _, g := range h.guards {
			x.expr(g)
		}
		if f.name == "defdelegate" {
			x.delegate(f, s.Name, len(h.params))
			return
		}
		for _, b := range bodies {
			x.block(b)
		}
	})
	return true
}

// parameter binds the variables of a parameter.
func (x *extractor) parameter(n sitter.Node) {
	if n.Is("identifier") && n.Text() != "_" {
		x.bind(n, schema.KindParameter)
		return
	}
	if n.Is("binary_operator") && n.Field("operator").Text() == `\\` {
		x.parameter(n.Field("left"))
		x.expr(n.Field("right"))
		return
	}
	x.pattern(n)
}

// delegate refers to the function that a defdelegate calls.
func (x *extractor) delegate(f form, name string, arity int) {
	base := x.expr(f.option("to"))
	token := headName(f)
	if as := f.option("as"); as.Is("atom") {
		name, token = strings.TrimPrefix(as.Text(), ":"), as
	}
	r := syntax.Ref(token, schema.RoleCall)
	if token.Is("atom") {
		r.Col++
	}
	r.Name, r.Base, r.Args = name, base, int32(arity)
	r.Flags = lang.RefResult
	x.b.Ref(r)
}

func headName(f form) sitter.Node {
	h, _ := headOf(f.first())
	return h.name
}

// directive reads alias, import, require and use.
func (x *extractor) directive(f form) {
	target := f.first()
	switch target.Kind() {
	case "dot": // alias Foo.{A, B}, alias __MODULE__.A
		prefix := target.Field("left").Text()
		if right := target.Field("right"); right.Is("alias") {
			x.bring(f, right, prefix+"."+right.Text())
		}
		for c := range target.Field("right").NamedChildren() {
			x.bring(f, c, prefix+"."+c.Text())
		}
	case "alias", "atom":
		x.bring(f, target, target.Text())
	case "identifier": // __MODULE__
		if target.Text() == "__MODULE__" {
			x.bring(f, target, target.Text())
		}
	default:
		x.expr(target)
	}
	for p := range f.args.Child("keywords").NamedChildren() {
		switch keyOf(p) {
		case "as", "only", "except", "warn":
		default:
			x.expr(p.Field("value"))
		}
	}
}

// bring imports the module at the token. The name that an alias binds is a symbol.
func (x *extractor) bring(f form, token sitter.Node, module string) {
	line, _ := token.Start()
	full := x.resolve(module)
	i := lang.Import{Line: line, Module: strings.TrimPrefix(full, ":"), Symbol: schema.None}
	if len(x.locals) > 1 || x.b.Symbol(x.b.Enclosing()).Kind.IsCallable() {
		i.Class = schema.ImportLazy
	}
	only := f.option("only")
	name := full[strings.LastIndexByte(full, '.')+1:]
	switch f.name {
	case "alias":
		i.Alias = name
	case "require":
	default:
		i.Name = "*"
		if f.name == "use" && strings.HasSuffix(name, "Case") {
			x.top().cases = true
		}
	}
	as := f.option("as")
	if as.Is("alias") {
		i.Alias = as.Text()
	}
	var imports []int32
	if f.name == "import" && only.Is("list") {
		for p := range only.Child("keywords").NamedChildren() {
			one := i
			one.Name = keyOf(p)
			one.Alias = one.Name
			imports = append(imports, x.b.Import(one))
		}
	}
	if len(imports) == 0 {
		imports = append(imports, x.b.Import(i))
	}
	r := syntax.Ref(token, schema.RoleImport)
	r.Name, r.Import = full, imports[0]
	x.b.Ref(r)
	if i.Alias == "" {
		return
	}
	at := token
	if as.Is("alias") {
		at = as
	}
	s := syntax.Symbol(at, at, schema.KindImport)
	s.Name, s.Import = i.Alias, imports[0]
	if !as.Is("alias") {
		if k := strings.LastIndexByte(at.Text(), '.'); k >= 0 {
			s.NameCol += int32(k) + 1
		}
	}
	id := x.b.Define(s)
	x.b.Facts().Imports[imports[0]].Symbol = id
	x.aliases = append(x.aliases, s.Name)
}

// resolve replaces __MODULE__ and an alias of the file at the start of a module's name.
func (x *extractor) resolve(module string) string {
	if rest, ok := strings.CutPrefix(module, "__MODULE__"); ok {
		return x.top().name + rest
	}
	first, rest, _ := strings.Cut(module, ".")
	for i := range x.b.Facts().Imports {
		m := &x.b.Facts().Imports[i]
		if m.Alias == first && m.Name == "" && m.Symbol >= 0 {
			if rest == "" {
				return m.Module
			}
			return m.Module + "." + rest
		}
	}
	return module
}

// isBranch reports whether a node is one more way through a function.
func isBranch(n sitter.Node) bool {
	switch n.Kind() {
	case "stab_clause":
		if n.Parent().Is("anonymous_function") {
			return n.Parent().FirstNamed().Index() != n.Index()
		}
		left := n.Field("left").Text()
		return left != "_" && left != "true"
	case "call":
		switch n.Field("target").Text() {
		case "if", "unless", "for":
			return n.Child("do_block").Ok() || n.Child("arguments").Child("keywords").Ok()
		}
	case "binary_operator":
		switch n.Field("operator").Text() {
		case "and", "or", "&&", "||":
			return true
		case "<-":
			return n.Parent().Parent().Field("target").Text() == "with"
		}
	}
	return false
}

// isNested reports whether a node has a complexity of its own.
func isNested(n sitter.Node) bool {
	if f, ok := formOf(n); ok {
		return f.name == "def" || f.name == "defp" || f.name == "defmodule"
	}
	return false
}
