package elixir

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// bind declares the variable at the token in the current scope, or writes it when the
// scope has it already, or with rebind any scope that is seen. It returns None when
// nothing is declared.
func (x *extractor) bind(n sitter.Node, kind schema.Kind) int32 {
	name := n.Text()
	if name == "_" || name == "" || isForm(name) {
		return schema.None
	}
	if x.b.Bound(name) != schema.None || x.rebind && x.variable(name) {
		x.b.Ref(syntax.Ref(n, schema.RoleWrite))
		return schema.None
	}
	return x.b.Define(syntax.Symbol(n, n, kind))
}

// pattern reads a pattern: names in it are bound, what is pinned is read.
func (x *extractor) pattern(n sitter.Node) int32 {
	if !n.Ok() || !x.enter(n) {
		return lang.BaseUnknown
	}
	defer x.leave()
	switch n.Kind() {
	case "identifier":
		if n.Text() == "__MODULE__" {
			return x.name(n)
		}
		x.bind(n, schema.KindLocal)
	case "alias":
		return x.alias(n, schema.RoleRead)
	case "unary_operator":
		if n.Field("operator").Text() == "^" || n.Field("operator").Text() == "@" {
			return x.expr(n)
		}
		x.patterns(n)
	case "binary_operator":
		x.patternOperator(n)
	case "map":
		typ := int32(lang.BaseUnknown)
		for c := range n.NamedChildren() {
			if c.Is("struct") {
				if name := c.FirstNamed(); name.Is("identifier") && name.Text() != "__MODULE__" { // %name{}
					x.pattern(name)
				} else {
					typ = x.structName(c)
				}
				continue
			}
			x.mapContent(c, typ, x.pattern)
		}
	case "pair":
		x.pattern(n.Field("value"))
	case "call": // A macro or a record.
		target := n.Field("target")
		if target.Is("identifier") && !isForm(target.Text()) {
			args := n.Child("arguments")
			r := syntax.Ref(target, schema.RoleCall)
			r.Args = countArgs(args)
			x.b.RefAs(function(r.Name, int(r.Args)), r)
			x.patterns(args)
			return lang.BaseUnknown
		}
		return x.expr(n)
	case "dot", "interpolation", "sigil", "access_call":
		return x.expr(n)
	case "atom", "integer", "float", "char", "boolean", "nil", "quoted_content", "keyword":
	default:
		x.patterns(n)
	}
	return lang.BaseUnknown
}

func (x *extractor) patterns(n sitter.Node) {
	for c := range n.NamedChildren() {
		x.pattern(c)
	}
}

func (x *extractor) patternOperator(n sitter.Node) {
	left, right := n.Field("left"), n.Field("right")
	switch n.Field("operator").Text() {
	case "::": // In a binary the right side is a size or a type.
		x.pattern(left)
		x.segment(right)
	case "when":
		x.pattern(left)
		x.expr(right)
	case `\\`:
		x.pattern(left)
		x.expr(right)
	case "in": // error in [A, B]
		x.pattern(left)
		x.expr(right)
	case "=>":
		x.expr(left)
		x.pattern(right)
	default:
		x.pattern(left)
		x.pattern(right)
	}
}

// segment reads the modifiers of a part of a binary; only a size in them is a value.
func (x *extractor) segment(n sitter.Node) {
	for c := range n.Descendants() {
		if f, ok := formOf(c); ok && (f.name == "size" || f.name == "unit") && x.enter(c) {
			x.expr(f.first())
			x.leave()
		}
	}
	if f, ok := formOf(n); ok && f.name == "size" {
		x.expr(f.first())
	}
}
