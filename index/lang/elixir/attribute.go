package elixir

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// attribute reads @name value, and @name where its value is used.
func (x *extractor) attribute(n sitter.Node) {
	operand := n.Field("operand")
	f, ok := formOf(operand)
	if !ok || !f.first().Ok() {
		x.expr(n)
		return
	}
	value := f.first()
	switch f.name {
	case "moduledoc":
		doc := docOf(value)
		if m := x.top(); m.kind != schema.KindFile && doc != "" {
			x.b.Symbol(m.symbol).Doc = doc
			if x.summary == "" {
				x.summary = doc
			}
		}
		return
	case "doc", "typedoc":
		x.pend(n)
		if d := docOf(value); d != "" {
			x.pending.doc = d
		}
		x.deprecation(value)
		return
	case "spec":
		x.pend(n)
		x.spec(value)
		return
	case "type", "typep", "opaque":
		x.typeDefinition(n, f)
	case "callback", "macrocallback":
		x.callback(n, f)
	case "impl":
		x.pend(n)
		x.pending.override = value.Text() != "false"
		x.expr(value)
		return
	case "deprecated":
		x.pend(n)
		x.pending.deprecated = true
		return
	case "behaviour", "behavior":
		x.alias(value, schema.RoleInherit)
		return
	case "tag", "describetag", "moduletag", "since", "dialyzer", "compile", "vsn", "external_resource", "derive", "enforce_keys", "optional_callbacks",
		"before_compile", "after_compile", "on_load", "on_definition", "fallback_to_any", "file", "nifs", "after_verify":
		if f.name == "tag" || f.name == "derive" || f.name == "dialyzer" {
			x.pend(n)
		}
		x.expr(value)
		return
	default:
		x.constant(n, f)
		return
	}
	x.pending = pending{}
}

// pend notes an attribute that belongs to the definition that follows.
func (x *extractor) pend(n sitter.Node) {
	if !x.pending.first.Ok() {
		x.pending.first = n
		x.pending.typ = schema.None
		x.pending.refs = int32(len(x.b.Facts().Refs))
	}
	x.pending.decorated = x.pending.decorated || n.Field("operand").Field("target").Text() == "tag"
}

// deprecation reads @doc deprecated: "…".
func (x *extractor) deprecation(value sitter.Node) {
	if value.Is("keywords") && option(value, "deprecated").Ok() {
		x.pending.deprecated = true
	}
}

// docOf is the first sentence of a documentation string, "" when it is none.
func docOf(value sitter.Node) string {
	if value.Is("sigil", "string") {
		var b strings.Builder
		for c := range value.NamedChildren() {
			switch c.Kind() {
			case "quoted_content", "escape_sequence":
				b.WriteString(c.Text())
			}
		}
		return syntax.FirstSentence(strings.Split(strings.TrimLeft(b.String(), "\n"), "\n"))
	}
	return ""
}

// constant reads an attribute that the module made up; setting it again writes.
func (x *extractor) constant(n sitter.Node, f form) {
	name, m := f.node.Field("target"), x.top()
	if m.attrs[f.name] || m.kind == schema.KindFile {
		r := syntax.Ref(name, schema.RoleWrite)
		x.b.RefAs(attributeKey(f.name), r)
		x.expr(f.first())
		return
	}
	m.attrs[f.name] = true
	s := syntax.Symbol(n, name, schema.KindConstant)
	s.Visibility = schema.VisibilityPrivate
	s.Signature = "@" + f.name
	if text := n.Text(); len(text) <= 60 && !strings.Contains(text, "\n") {
		s.Signature = syntax.Line(text)
	}
	s.SignatureHash = name.Hash(nil)
	s.BodyHash = f.args.Hash(nil)
	id := x.b.DefineHidden(s)
	x.b.Bind(attributeKey(f.name), id)
	x.b.Open(lang.ScopeBlock, id)
	init := x.expr(f.first())
	x.b.Symbol(id).Init = max(init, schema.None)
	x.b.Close()
}

// typeDefinition reads @type name(params) :: type.
func (x *extractor) typeDefinition(n sitter.Node, f form) {
	value := f.first()
	left, right := value, sitter.Node{}
	if value.Is("binary_operator") && value.Field("operator").Text() == "::" {
		left, right = value.Field("left"), value.Field("right")
	}
	h, ok := headOf(left)
	if !ok {
		x.typ(value, nil)
		return
	}
	s := syntax.Symbol(n, h.name, schema.KindType)
	if x.pending.first.Ok() {
		s.Span.StartLine, s.Span.StartCol = x.pending.first.Start()
	}
	s.Doc = x.pending.doc
	s.Signature = syntax.Signature(n, sitter.Node{}, nil)
	s.SignatureHash = n.Hash(nil)
	s.Flags |= schema.SymbolExported
	if f.name == "typep" {
		s.Visibility = schema.VisibilityPrivate
		s.Flags = 0
	}
	id := x.b.DefineHidden(s)
	if key := typeKey(s.Name, len(h.params)); x.b.Bound(key) == schema.None {
		x.b.Bind(key, id)
	}
	x.b.Open(lang.ScopeBlock, id)
	vars := map[string]bool{}
	for _, p := range h.params {
		if p.Is("identifier") {
			vars[p.Text()] = true
			x.b.Define(syntax.Symbol(p, p, schema.KindTypeParameter))
		}
	}
	typ := x.typ(right, vars)
	x.b.Symbol(id).Type = typ
	x.b.Close()
}

// callback reads @callback name(args) :: result: a function that others implement.
func (x *extractor) callback(n sitter.Node, f form) {
	left, right, vars := signatureOf(f.first())
	h, ok := headOf(left)
	if !ok {
		x.typ(f.first(), nil)
		return
	}
	s := syntax.Symbol(n, h.name, schema.KindMethod)
	if x.pending.first.Ok() {
		s.Span.StartLine, s.Span.StartCol = x.pending.first.Start()
	}
	s.Doc = x.pending.doc
	s.Flags |= schema.SymbolExported | schema.SymbolAbstract
	s.Arity, s.Complexity = int32(len(h.params)), 1
	s.Signature = syntax.Signature(n, sitter.Node{}, nil)
	s.SignatureHash = n.Hash(nil)
	id := x.b.DefineHidden(s)
	x.b.Open(lang.ScopeBlock, id)
	for _, p := range h.params {
		x.typ(p, vars)
	}
	typ := x.typ(right, vars)
	x.b.Symbol(id).Type = typ
	x.b.Close()
}

// spec reads @spec name(args) :: result; the result is the type of what follows.
func (x *extractor) spec(value sitter.Node) {
	left, right, vars := signatureOf(value)
	h, _ := headOf(left)
	for _, p := range h.params {
		x.typ(p, vars)
	}
	typ := x.typ(right, vars)
	if !x.pending.hasSpec {
		x.pending.typ, x.pending.hasSpec = typ, true
	}
}

// signatureOf takes f(args) :: result when x: type apart.
func signatureOf(n sitter.Node) (left, right sitter.Node, vars map[string]bool) {
	vars = map[string]bool{}
	if n.Is("binary_operator") && n.Field("operator").Text() == "when" {
		for p := range n.Field("right").NamedChildren() {
			vars[keyOf(p)] = true
		}
		n = n.Field("left")
	}
	if n.Is("binary_operator") && n.Field("operator").Text() == "::" {
		return n.Field("left"), n.Field("right"), vars
	}
	return n, sitter.Node{}, vars
}

// typ reads a type and returns the reference to it, None when it is built in or made
// of several. The names in vars are variables.
func (x *extractor) typ(n sitter.Node, vars map[string]bool) int32 {
	if !n.Ok() || !x.enter(n) {
		return schema.None
	}
	defer x.leave()
	switch n.Kind() {
	case "identifier":
		return x.localType(n, 0, vars)
	case "alias":
		return max(x.alias(n, schema.RoleType), schema.None)
	case "call":
		return x.typeCall(n, vars)
	case "binary_operator":
		if n.Field("operator").Text() == "::" { // name :: type
			return x.typ(n.Field("right"), vars)
		}
		x.typ(n.Field("left"), vars)
		x.typ(n.Field("right"), vars)
		return schema.None
	case "map":
		ref := int32(schema.None)
		for c := range n.NamedChildren() {
			if c.Is("struct") {
				ref = x.structName(c)
			} else {
				x.typ(c, vars)
			}
		}
		return ref
	case "list":
		ref := int32(schema.None)
		for c := range n.NamedChildren() {
			ref = x.typ(c, vars)
		}
		if ref >= 0 {
			x.b.RefAt(ref).Flags |= lang.RefContainer
		}
		return ref
	case "unary_operator":
		if n.Field("operator").Text() == "@" {
			x.expr(n)
			return schema.None
		}
	}
	for c := range n.NamedChildren() {
		x.typ(c, vars)
	}
	return schema.None
}

func (x *extractor) typeCall(n sitter.Node, vars map[string]bool) int32 {
	target := n.Field("target")
	args := n.Child("arguments")
	count := 0
	for range args.NamedChildren() {
		count++
	}
	ref := int32(schema.None)
	switch target.Kind() {
	case "identifier":
		ref = x.localType(target, count, vars)
	case "dot":
		base := x.expr(target.Field("left"))
		if name := target.Field("right"); name.Is("identifier") {
			r := syntax.Ref(name, schema.RoleType)
			r.Base = base
			ref = x.b.Ref(r)
		}
	}
	for a := range args.NamedChildren() {
		x.typ(a, vars)
	}
	return ref
}

// localType refers to a type without a module; those of the language are left out
// unless the file has one of the name.
func (x *extractor) localType(n sitter.Node, arity int, vars map[string]bool) int32 {
	name := n.Text()
	if vars[name] && arity == 0 || builtinTypes[name] || strings.HasPrefix(name, "_") {
		return schema.None
	}
	return x.b.RefAs(typeKey(name, arity), syntax.Ref(n, schema.RoleType))
}

// builtinTypes are the types of the language.
var builtinTypes = map[string]bool{
	"any": true, "none": true, "atom": true, "map": true, "pid": true, "port": true, "reference": true, "tuple": true, "float": true, "integer": true,
	"neg_integer": true, "non_neg_integer": true, "pos_integer": true, "list": true, "nonempty_list": true, "maybe_improper_list": true,
	"nonempty_improper_list": true, "nonempty_maybe_improper_list": true, "term": true, "arity": true, "as_boolean": true, "binary": true,
	"nonempty_binary": true, "bitstring": true, "nonempty_bitstring": true, "boolean": true, "byte": true, "char": true, "charlist": true,
	"nonempty_charlist": true, "fun": true, "function": true, "identifier": true, "iodata": true, "iolist": true, "keyword": true, "mfa": true,
	"module": true, "no_return": true, "node": true, "number": true, "struct": true, "timeout": true, "string": true, "nil": true, "true": true, "false": true,
	"optional": true, "required": true, "dynamic": true, "var": true, "when": true,
}
