package scala

import (
	"unicode"
	"unicode/utf8"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/store/schema"
)

// bindLocal binds a name of a pattern as a local variable.
func (x *extractor) bindLocal(name sitter.Node, typ int32) int32 {
	return x.local(name, name, schema.KindLocal, typ)
}

// pattern reads a pattern that is matched against a value; bind declares each name
// that it binds.
func (x *extractor) pattern(n sitter.Node, value int32, bind func(name sitter.Node, typ int32) int32) {
	if !n.Ok() || !x.enter(n) {
		return
	}
	defer x.leave()
	switch n.Kind() {
	case "identifier", "operator_identifier":
		if !binds(n.Text()) {
			x.b.Ref(x.ref(n, schema.RoleRead))
			return
		}
		if id := bind(n, schema.None); id != schema.None {
			x.b.Symbol(id).Init = initOf(value)
		}
	case "typed_pattern":
		typ := x.typ(n.Field("type"), schema.RoleType)
		if p := n.Field("pattern"); p.Is("identifier") && binds(p.Text()) {
			bind(p, typ)
		} else {
			x.pattern(p, value, bind)
		}
	case "capture_pattern":
		inner := n.Field("pattern")
		if name := n.Field("name"); name.Ok() && !name.Is("wildcard") {
			id := bind(name, schema.None)
			first := int32(len(x.b.Facts().Refs))
			x.pattern(inner, value, bind)
			if id != schema.None {
				x.b.Symbol(id).Init = initOf(value)
				if inner.Is("typed_pattern", "case_class_pattern") && int(first) < len(x.b.Facts().Refs) && x.b.RefAt(first).Base == lang.BaseNone {
					if r := x.b.RefAt(first); r.Role == schema.RoleType {
						x.b.Symbol(id).Type = first
					}
				}
			}
			return
		}
		x.pattern(inner, value, bind)
	case "case_class_pattern":
		x.extractor(n.Field("type"))
		for c := range n.NamedChildren() {
			if c.FieldName() == "pattern" {
				x.pattern(c, lang.BaseUnknown, bind)
			}
		}
	case "named_pattern":
		x.pattern(n.LastNamed(), lang.BaseUnknown, bind)
	case "infix_pattern":
		x.pattern(n.Field("left"), lang.BaseUnknown, bind)
		if op := n.Field("operator"); op.Is("identifier") {
			x.b.Ref(x.ref(op, schema.RoleRead))
		}
		x.pattern(n.Field("right"), lang.BaseUnknown, bind)
	case "stable_identifier":
		x.stable(n)
	case "given_pattern":
		x.typ(n.Field("type"), schema.RoleType)
	case "interpolated_string_expression":
		x.interpolatedPattern(n, bind)
	case "wildcard", "string", "integer_literal", "floating_point_literal", "boolean_literal", "character_literal", "null_literal":
	case "quote_expression", "ERROR":
		x.children(n)
	case "alternative_pattern":
		for c := range n.NamedChildren() {
			x.pattern(c, value, bind)
		}
	default:
		for c := range n.NamedChildren() {
			x.pattern(c, lang.BaseUnknown, bind)
		}
	}
}

// extractor refers to what a pattern takes a value apart with: an object, or a case
// class, which is a type as well.
func (x *extractor) extractor(n sitter.Node) {
	if n.Is("stable_type_identifier") {
		base := int32(lang.BaseNone)
		for c := range n.NamedChildren() {
			if c.Is("type_identifier") {
				r := x.ref(c, schema.RoleRead)
				r.Base = base
				x.b.Ref(r)
				return
			}
			base = x.expr(c)
		}
		return
	}
	x.b.Ref(x.ref(n, schema.RoleRead))
}

// interpolatedPattern binds the names inside a string that is taken apart.
func (x *extractor) interpolatedPattern(n sitter.Node, bind func(name sitter.Node, typ int32) int32) {
	for d := range n.Descendants() {
		if d.Is("interpolation") {
			if name := d.Child("identifier"); name.Ok() {
				bind(name, schema.None)
			}
		}
	}
}

// binds reports whether a name in a pattern is a variable: one that starts in lower case.
func binds(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsLower(r) || r == '_' && len(name) > 1
}
