package elixir

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// pending is what module attributes say of the definition that follows.
type pending struct {
	first      sitter.Node // First of the attributes.
	refs       int32       // Where the references in them begin.
	doc        string
	typ        int32 // Reference to the result that a @spec names.
	hasSpec    bool
	override   bool
	deprecated bool
	decorated  bool
}

// form is a call of a bare name.
type form struct {
	node sitter.Node
	name string
	args sitter.Node
}

// formOf returns the call of a bare name that n is.
func formOf(n sitter.Node) (form, bool) {
	if !n.Is("call") {
		return form{}, false
	}
	target := n.Field("target")
	if !target.Is("identifier") {
		return form{}, false
	}
	return form{n, target.Text(), n.Child("arguments")}, true
}

// first returns the first argument.
func (f form) first() sitter.Node { return f.args.FirstNamed() }

// option returns the value of a keyword argument.
func (f form) option(key string) sitter.Node {
	return option(f.args.Child("keywords"), key)
}

func option(keywords sitter.Node, key string) sitter.Node {
	for p := range keywords.NamedChildren() {
		if p.Is("pair") && keyOf(p) == key {
			return p.Field("value")
		}
	}
	return sitter.Node{}
}

// keyOf is the name of a key in a keyword list: "do" of "do: ".
func keyOf(pair sitter.Node) string {
	return strings.TrimRight(pair.Field("key").Text(), ": \t\n")
}

// bodies returns the blocks of a call, do, else and the like, in either spelling.
func (f form) bodies() []sitter.Node {
	var out []sitter.Node
	if b := f.node.Child("do_block"); b.Ok() {
		out = append(out, b)
	}
	for p := range f.args.Child("keywords").NamedChildren() {
		switch keyOf(p) {
		case "do", "else", "rescue", "catch", "after":
			out = append(out, p.Field("value"))
		}
	}
	return out
}

// body reads the expressions of a module or of the file.
func (x *extractor) body(blocks []sitter.Node) {
	for _, b := range blocks {
		if !b.Is("do_block", "source", "block", "ERROR", "else_block", "rescue_block", "after_block", "catch_block") {
			x.statement(b)
			continue
		}
		if !x.enter(b) {
			continue
		}
		for c := range b.Children() {
			switch {
			case c.IsError():
				x.body([]sitter.Node{c})
			case b.IsError() && c.Is("identifier"): // A piece of a mistake.
			case c.Named() && !c.IsExtra():
				x.statement(c)
			}
		}
		x.leave()
	}
}

// statement reads an expression of a module.
func (x *extractor) statement(n sitter.Node) {
	if n.Is("unary_operator") && n.Field("operator").Text() == "@" {
		x.attribute(n)
		return
	}
	if n.Is("else_block", "rescue_block", "after_block", "catch_block", "block") {
		x.body([]sitter.Node{n})
		return
	}
	f, ok := formOf(n)
	if !ok || !x.declaration(f) {
		x.expr(n)
	}
	x.pending = pending{}
}

// declaration reads a form that declares something; false means that it is none.
func (x *extractor) declaration(f form) bool {
	switch f.name {
	case "defmodule":
		return x.module(f, schema.KindModule)
	case "defprotocol":
		return x.module(f, schema.KindInterface)
	case "defimpl":
		return x.implementation(f)
	case "def", "defp", "defmacro", "defmacrop", "defguard", "defguardp", "defdelegate", "defn", "defnp":
		return x.define(f)
	case "defstruct", "defexception":
		x.structure(f)
	case "defrecord", "defrecordp":
		return x.record(f)
	case "alias", "import", "require", "use":
		x.directive(f)
	case "test", "property", "describe", "feature":
		return x.test(f)
	case "schema", "embedded_schema":
		return x.schema(f)
	case "field", "belongs_to", "has_one", "has_many", "many_to_many", "embeds_one", "embeds_many":
		return x.schemaField(f)
	case "if", "unless", "for", "with", "case": // Definitions may stand inside of them.
		x.conditional(f)
	default:
		return false
	}
	return true
}

// conditional reads a form around definitions.
func (x *extractor) conditional(f form) {
	x.scoped(func() {
		for a := range f.args.NamedChildren() {
			switch {
			case a.Is("keywords"):
			case a.Is("binary_operator") && isMatch(a):
				x.match(a)
			default:
				x.expr(a)
			}
		}
		for _, b := range f.bodies() {
			x.clausesOrBody(b)
		}
	})
}

// clausesOrBody reads a block of clauses or of module statements.
func (x *extractor) clausesOrBody(b sitter.Node) {
	if b.Child("stab_clause").Ok() {
		x.expr(b)
		return
	}
	x.body([]sitter.Node{b})
}

// module reads defmodule or defprotocol.
func (x *extractor) module(f form, kind schema.Kind) bool {
	name := f.first()
	if !name.Is("alias", "atom", "identifier", "dot") {
		return false
	}
	full := x.moduleName(name.Text())
	s := x.named(f, name, kind)
	if name.Is("atom") {
		s.Name = strings.TrimPrefix(s.Name, ":")
		s.NameCol++
	}
	id := x.b.DefineHidden(s)
	for _, key := range []string{name.Text(), full} {
		if x.b.BoundIn(0, key) == schema.None {
			x.b.BindIn(0, key, id)
		}
	}
	x.open(f, newModule(full, id, kind))
	return true
}

// moduleName is the name in full of a module that is called name here.
func (x *extractor) moduleName(name string) string {
	outer := x.top().name
	if rest, ok := strings.CutPrefix(name, "__MODULE__"); ok {
		return outer + rest
	}
	if outer == "" || strings.HasPrefix(name, "Elixir.") {
		return strings.TrimPrefix(name, "Elixir.")
	}
	return outer + "." + name
}

// named fills in what every definition of a form has.
func (x *extractor) named(f form, name sitter.Node, kind schema.Kind) lang.Symbol {
	s := syntax.Symbol(f.node, name, kind)
	p := x.pending
	if p.first.Ok() {
		s.Span.StartLine, s.Span.StartCol = p.first.Start()
	}
	s.Doc = p.doc
	if p.override {
		s.Flags |= schema.SymbolOverride
	}
	if p.deprecated {
		s.Flags |= schema.SymbolDeprecated
	}
	if p.decorated {
		s.Flags |= schema.SymbolDecorated
	}
	s.Flags |= schema.SymbolExported
	until := f.node.Child("do_block")
	if !until.Ok() && f.option("do").Ok() {
		until = f.args.Child("keywords")
	}
	s.Signature = syntax.Signature(f.node, until, nil)
	s.SignatureHash = f.node.Hash(func(c sitter.Node) bool { return until.Ok() && c.Index() == until.Index() })
	s.BodyHash = until.Hash(nil)
	return s
}

// open reads the body of a module.
func (x *extractor) open(f form, m module) {
	x.modules = append(x.modules, m)
	saved := x.pending
	x.pending = pending{}
	x.owned(lang.ScopeType, m.symbol, func() {
		x.body(f.bodies())
		if inside := x.inside; inside != nil {
			x.inside = nil
			inside()
		}
	})
	x.pending = saved
	x.modules = x.modules[:len(x.modules)-1]
}

// implementation reads defimpl: functions of a protocol for one type or several.
func (x *extractor) implementation(f form) bool {
	protocol := f.first()
	if !protocol.Is("alias", "identifier", "dot") {
		return false
	}
	s := x.named(f, protocol, schema.KindImpl)
	s.Visibility = schema.VisibilityPublic
	target := f.option("for")
	typ := x.top().name
	if target.Ok() {
		typ = target.Text()
		if target.Is("list") {
			typ = target.FirstNamed().Text()
		}
	}
	if typ == "" {
		return false
	}
	s.Name = protocol.Text() + " for " + typ
	full := protocol.Text() + "." + typ
	id := x.b.DefineHidden(s)
	x.modules = append(x.modules, newModule(full, id, schema.KindImpl))
	saved := x.pending
	x.pending = pending{}
	x.owned(lang.ScopeType, id, func() {
		x.alias(protocol, schema.RoleInherit)
		first := int32(schema.None)
		for c := range target.NamedChildren() {
			if r := x.alias(c, schema.RoleType); first == schema.None {
				first = r
			}
		}
		if target.Is("alias", "identifier", "dot") {
			first = x.alias(target, schema.RoleType)
		}
		x.b.Symbol(id).Type = max(first, schema.None)
		x.body(f.bodies())
		if inside := x.inside; inside != nil {
			x.inside = nil
			inside()
		}
	})
	x.pending = saved
	x.modules = x.modules[:len(x.modules)-1]
	return true
}

// structure reads the fields of defstruct and defexception; the module is the type.
func (x *extractor) structure(f form) {
	for a := range f.args.NamedChildren() {
		x.structFields(a)
	}
}

func (x *extractor) structFields(n sitter.Node) {
	switch n.Kind() {
	case "list", "keywords":
		for c := range n.NamedChildren() {
			x.structFields(c)
		}
	case "atom":
		x.field(n, n, sitter.Node{})
	case "pair":
		x.field(n, n.Field("key"), n.Field("value"))
	default:
		x.expr(n)
	}
}

// field declares a field that an atom or a key names.
func (x *extractor) field(whole, name, value sitter.Node) {
	s := syntax.Symbol(whole, name, schema.KindField)
	s.Name = strings.Trim(strings.TrimRight(s.Name, ": \t\n"), `"`)
	if s2 := strings.TrimPrefix(s.Name, ":"); s2 != s.Name {
		s.Name = s2
		s.NameCol++
	}
	if s.Name == "" {
		return
	}
	s.Flags |= schema.SymbolExported
	s.Signature = syntax.Line(whole.Text())
	s.SignatureHash = whole.Hash(nil)
	id := x.b.DefineHidden(s)
	if value.Ok() {
		init := x.expr(value)
		x.b.Symbol(id).Init = max(init, schema.None)
	}
}

// record reads Record.defrecord: a macro and a tuple type of that name.
func (x *extractor) record(f form) bool {
	name := f.first()
	if !name.Is("atom") {
		return false
	}
	s := x.named(f, name, schema.KindStruct)
	s.Name = strings.TrimPrefix(s.Name, ":")
	s.NameCol++
	if f.name == "defrecordp" {
		s.Visibility = schema.VisibilityPrivate
		s.Flags &^= schema.SymbolExported
	}
	id := x.b.DefineHidden(s)
	x.owned(lang.ScopeBlock, id, func() {
		first := true
		for a := range f.args.NamedChildren() {
			if !first {
				x.structFields(a)
			}
			first = false
		}
	})
	return true
}

// schema reads the fields of a schema of Ecto, which are those of the module's struct.
func (x *extractor) schema(f form) bool {
	m := x.top()
	if m.kind == schema.KindFile || m.schema || !f.node.Child("do_block").Ok() {
		return false
	}
	m.schema = true
	x.body(f.bodies())
	x.top().schema = false
	return true
}

func (x *extractor) schemaField(f form) bool {
	if !x.top().schema || !f.first().Is("atom") {
		return false
	}
	x.field(f.node, f.first(), sitter.Node{})
	first := true
	for a := range f.args.NamedChildren() {
		if !first {
			x.expr(a)
		}
		first = false
	}
	return true
}

// test reads a case of ExUnit, or a group of them.
func (x *extractor) test(f form) bool {
	m := x.top()
	name := f.first()
	if m.kind == schema.KindFile || !name.Is("string") || !f.node.Child("do_block").Ok() && (!m.cases || f.name == "describe") {
		return false
	}
	kind := schema.KindFunction
	if f.name == "describe" {
		kind = schema.KindNamespace
	}
	s := x.named(f, name, kind)
	if text := name.Text(); len(text) > 2 && text[0] == '"' && !strings.HasPrefix(text, `"""`) {
		s.Name = text[1 : len(text)-1]
		s.NameCol++
	}
	s.Flags = s.Flags&^schema.SymbolExported | schema.SymbolTest
	s.Visibility = schema.VisibilityPrivate
	block := f.node.Child("do_block")
	if kind == schema.KindFunction {
		s.Arity, s.Complexity = 1, syntax.Complexity(block, isBranch, isNested)
	}
	id := x.b.DefineHidden(s)
	x.owned(lang.ScopeFunction, id, func() {
		x.expr(name)
		if kind == schema.KindNamespace {
			x.body(f.bodies())
			return
		}
		first := true
		for a := range f.args.NamedChildren() {
			if !first && !a.Is("keywords") {
				x.pattern(a)
			}
			first = false
		}
		for _, b := range f.bodies() {
			x.block(b)
		}
	})
	return true
}
