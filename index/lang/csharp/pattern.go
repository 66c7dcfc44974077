package csharp

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// switchOver reads a switch expression; its value is that of the first arm that has one.
func (x *extractor) switchOver(n sitter.Node) int32 {
	value, subject := int32(lang.BaseUnknown), int32(lang.BaseUnknown)
	for c := range n.NamedChildren() {
		if !c.Is("switch_expression_arm") {
			subject = x.expr(c)
			continue
		}
		x.b.Open(lang.ScopeBlock, schema.None)
		last := c.LastNamed()
		for p := range c.NamedChildren() {
			switch {
			case p.Index() == last.Index():
				if r := x.value(p, x.target); value < 0 {
					value = r
				}
			case p.Is("when_clause"):
				x.expr(p)
			default:
				if !p.Is("discard") {
					x.branches++
				}
				x.pattern(p, subject)
			}
		}
		x.b.Close()
	}
	return value
}

// pattern reads types and constants of a pattern and declares its variables; subject is
// the value that is matched.
func (x *extractor) pattern(n sitter.Node, subject int32) {
	if !n.Ok() || !x.enter(n) {
		return
	}
	defer x.leave()
	switch n.Kind() {
	case "declaration_pattern", "recursive_pattern":
		x.typePattern(n, subject)
	case "var_pattern":
		if name := n.Field("name"); name.Is("identifier") {
			x.b.Symbol(x.variable(name, schema.None)).Init = max(subject, schema.None)
		} else {
			x.designation(n)
		}
	case "type_pattern":
		x.typ(n.FirstNamed(), schema.RoleType)
	case "constant_pattern":
		x.constant(n.FirstNamed(), subject)
	case "discard":
	case "and_pattern", "or_pattern", "negated_pattern", "parenthesized_pattern":
		for c := range n.NamedChildren() {
			x.pattern(c, subject)
		}
	case "list_pattern":
		element := int32(lang.BaseUnknown)
		if subject >= 0 {
			element = x.step(n, subject, "[]")
		}
		for c := range n.NamedChildren() {
			x.pattern(c, element)
		}
	case "positional_pattern_clause":
		for c := range n.NamedChildren() {
			x.pattern(c, lang.BaseUnknown)
		}
	case "subpattern":
		x.subpattern(n, subject)
	case "property_pattern_clause":
		for c := range n.NamedChildren() {
			x.subpattern(c, subject)
		}
	case "relational_pattern":
		x.each(n)
	default: // Expressions of the labels of a switch statement.
		x.expr(n)
	}
}

// constant reads a bare name of a pattern: a constant, or a type; the linker knows.
func (x *extractor) constant(n sitter.Node, subject int32) {
	if !n.Is("tuple_expression") {
		x.expr(n)
		return
	}
	for a := range n.NamedChildren() { // A positional pattern without a type.
		for c := range a.NamedChildren() {
			if c.FieldName() != "name" {
				x.expr(c)
			}
		}
	}
}

// typePattern reads "T name", "T { A: p } name" and "T (p, q) name".
func (x *extractor) typePattern(n sitter.Node, subject int32) {
	value := subject
	typ := int32(schema.None)
	if t := n.Field("type"); t.Ok() && !t.Is("implicit_type") {
		typ = x.typ(t, schema.RoleType)
		value = x.instance(t, typ)
	}
	for c := range n.NamedChildren() {
		switch {
		case c.FieldName() == "type":
		case c.FieldName() == "name" && c.Is("identifier"):
			id := x.variable(c, typ)
			if typ == schema.None {
				x.b.Symbol(id).Init = max(subject, schema.None)
			}
		case c.Is("parenthesized_variable_designation"):
			x.designation(c)
		default:
			x.pattern(c, value)
		}
	}
}

// subpattern reads "Name: pattern", a member of the value that is matched, or a pattern.
func (x *extractor) subpattern(n sitter.Node, subject int32) {
	if !n.Is("subpattern") {
		x.pattern(n, subject)
		return
	}
	if !n.Child(":").Ok() {
		x.pattern(n.FirstNamed(), lang.BaseUnknown)
		return
	}
	first := n.FirstNamed()
	value := x.memberPath(first, subject)
	for p := range n.NamedChildren() {
		if p.Index() != first.Index() {
			x.pattern(p, value)
		}
	}
}

// memberPath refers to "A.B" as a member of a member of value.
func (x *extractor) memberPath(n sitter.Node, value int32) int32 {
	switch n.Kind() {
	case "member_access_expression":
		return x.last(n.Field("name"), schema.RoleRead, x.memberPath(n.Field("expression"), value))
	case "identifier":
		r := syntax.Ref(n, schema.RoleRead)
		r.Name = identifier(n)
		r.Base = value
		return x.b.Ref(r)
	}
	return x.expr(n)
}

// clause reads a clause of a query that may declare a range variable.
func (x *extractor) clause(n sitter.Node) {
	name := n.Field("name")
	if !name.Ok() && n.Is("let_clause", "join_into_clause", "join_clause") {
		for c := range n.NamedChildren() {
			if c.Is("identifier") && c.FieldName() != "type" {
				name = c
				break
			}
		}
	}
	value := int32(lang.BaseUnknown)
	typ := int32(schema.None)
	declared := false
	declare := func() {
		if declared || !name.Ok() {
			return
		}
		declared = true
		id := x.variable(name, typ)
		switch {
		case typ >= 0 || value < 0:
		case n.Is("let_clause"):
			x.b.Symbol(id).Init = value
		case n.Is("from_clause", "join_clause"):
			x.b.Symbol(id).Init = x.step(name, value, "[]")
		}
	}
	for c := range n.Children() {
		switch {
		case c.Index() == name.Index() || c.IsExtra():
		case c.Is("on"):
			declare() // The keys of a join see its variable.
		case c.FieldName() == "type":
			typ = x.typ(c, schema.RoleType)
		case c.Named() || c.Is("this", "base"):
			if r := x.expr(c); value < 0 {
				value = r
			}
		}
	}
	declare()
}

// query reads a query expression; "into x" goes on with a new variable.
func (x *extractor) query(n sitter.Node) {
	x.b.Open(lang.ScopeBlock, schema.None)
	defer x.b.Close()
	into := false
	for c := range n.Children() {
		switch {
		case c.Is("into"):
			into = true
		case into && c.Is("identifier"):
			x.variable(c, schema.None)
			into = false
		case c.Named() && !c.IsExtra():
			x.expr(c)
		}
	}
}
