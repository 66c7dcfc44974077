package kotlin

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// element is an element of a value, a step of inference without a token.
func (x *extractor) element(value int32, at sitter.Node) int32 {
	if value < 0 {
		return value
	}
	r := lang.NewRef("[]", schema.RoleRead)
	r.Flags = lang.RefImplicit
	r.Base = value
	r.Line, r.Col = at.Start()
	r.EndCol = r.Col
	return x.b.Ref(r)
}

// literalType is the type of a literal, "" for another expression.
func literalType(n sitter.Node) string {
	switch n.Kind() {
	case "string_literal", "multiline_string_literal":
		return "String"
	case "number_literal":
		return "Int"
	case "float_literal":
		return "Double"
	case "character_literal":
		return "Char"
	}
	return ""
}

// literal is the value of a literal.
func (x *extractor) literal(at sitter.Node, name string) int32 {
	r := lang.NewRef(name, schema.RoleType)
	r.Flags = lang.RefImplicit | lang.RefResult
	r.Line, r.Col = at.Start()
	r.EndCol = r.Col
	return x.b.Ref(r)
}

// cast has the value of its type; what is cast is read too.
func (x *extractor) cast(n sitter.Node) int32 {
	x.expr(n.Field("left"))
	typ := x.typ(n.Field("right"), schema.RoleType)
	if typ < 0 {
		return lang.BaseUnknown
	}
	x.b.RefAt(typ).Flags |= lang.RefResult
	return typ
}

// self reads this and super, with the class whose instance they mean.
func (x *extractor) self(n sitter.Node) int32 {
	word, label, typ := sitter.Node{}, sitter.Node{}, sitter.Node{}
	for c := range n.Children() {
		switch {
		case !word.Ok():
			word = c
		case c.Is("identifier"):
			label = c
		case c.Named():
			typ = c
		}
	}
	r := syntax.Ref(word, schema.RoleRead)
	if last := len(r.Name) - 1; last > 0 && r.Name[last] == '@' {
		r.Name = r.Name[:last]
		r.EndCol--
	}
	r.Flags = lang.RefSelf
	if typ.Ok() {
		// super<Base>: the value is Base's.
		t := x.typ(typ, schema.RoleType)
		x.b.Ref(r)
		if t >= 0 {
			x.b.RefAt(t).Flags |= lang.RefResult
		}
		return baseOf(t)
	}
	if name := label.Text(); name != "" && name[0] >= 'A' && name[0] <= 'Z' {
		r.Base = x.b.Ref(x.ref(label, schema.RoleType))
	}
	return x.b.Ref(r)
}

// navigation reads a member of a value, or a reference to one ("a::b").
func (x *extractor) navigation(n sitter.Node) int32 {
	var object, name sitter.Node
	reference := false
	for c := range n.Children() {
		switch {
		case c.Is("::"):
			reference = true
		case !c.Named() || c.IsExtra():
		case !object.Ok():
			object = operand(c)
		default:
			name = c
		}
	}
	base := x.expr(object)
	if name := literalType(object); name != "" {
		base = x.literal(object, name)
	}
	if !name.Ok() || reference && name.Text() == "class" {
		return lang.BaseUnknown
	}
	r := x.ref(name, schema.RoleRead)
	r.Base = base
	id := x.b.Ref(r)
	if reference {
		return lang.BaseUnknown
	}
	return id
}

// callableReference reads "Type::member" and "::function".
func (x *extractor) callableReference(n sitter.Node) int32 {
	base, name := int32(lang.BaseNone), sitter.Node{}
	after := false
	for c := range n.Children() {
		switch {
		case c.Is("::"):
			after = true
		case c.IsExtra():
		case after:
			name = c
		case c.Named():
			base = baseOf(x.typ(c, schema.RoleType))
		}
	}
	if !name.Is("identifier") {
		return lang.BaseUnknown
	}
	r := x.ref(name, schema.RoleRead)
	r.Base = base
	if base == lang.BaseNone && !x.isLocal(r.Name) {
		x.b.RefAs(freeKey, r)
	} else {
		x.b.Ref(r)
	}
	return lang.BaseUnknown
}

func (x *extractor) anonymousFunction(n sitter.Node) {
	x.open(lang.ScopeFunction, schema.None)
	defer x.close()
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "function_value_parameters":
			x.parameters(c)
		case "function_body":
			x.body(c)
		case "type_constraints":
			x.typeConstraints(c)
		default:
			x.typ(c, schema.RoleType)
		}
	}
}
