package scala

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/store/schema"
)

// nested reads the body of a declaration or a branch in a block scope of its own.
func (x *extractor) nested(n sitter.Node) int32 {
	if !n.Ok() {
		return lang.BaseUnknown
	}
	x.open(lang.ScopeBlock, schema.None)
	defer x.close()
	if n.Is("block", "indented_block") {
		return x.members(n)
	}
	return x.statement(n)
}

// children reads every named child as a statement and returns the value of the first
// that has one.
func (x *extractor) children(n sitter.Node) int32 {
	first := int32(lang.BaseUnknown)
	for c := range n.NamedChildren() {
		if r := x.statement(c); first < 0 {
			first = r
		}
	}
	return first
}

// expr reads an expression and returns the reference whose value it has, BaseUnknown
// when no single reference has it.
func (x *extractor) expr(n sitter.Node) int32 {
	if !n.Ok() || !x.enter(n) {
		return lang.BaseUnknown
	}
	defer x.leave()
	switch n.Kind() {
	case "identifier":
		return x.identifier(n)
	case "operator_identifier":
		if n.Text() == "???" {
			return lang.BaseUnknown
		}
		return x.b.Ref(x.ref(n, schema.RoleRead))
	case "field_expression":
		return x.field(n, schema.RoleRead)
	case "stable_identifier":
		return x.stable(n)
	case "call_expression":
		return x.call(n)
	case "generic_function":
		function := n.Field("function")
		r := x.expr(function)
		typ := x.typeArguments(n.Field("type_arguments"))
		if function.Is("identifier") && typ >= 0 && isSummoner(function.Text()) {
			x.b.RefAt(typ).Flags |= lang.RefResult
			return typ // The given of a type is an instance of it.
		}
		return r
	case "instance_expression":
		return x.instance(n)
	case "infix_expression":
		return x.infix(n)
	case "postfix_expression":
		return x.postfix(n)
	case "prefix_expression":
		x.expr(n.FirstNamed())
		return lang.BaseUnknown
	case "assignment_expression":
		x.expr(n.Field("right"))
		x.assigned(n.Field("left"))
		return lang.BaseUnknown
	case "wildcard":
		return x.placeholder
	case "block", "indented_block", "template_body":
		return x.nested(n)
	case "case_block", "indented_cases":
		return x.cases(n, x.given)
	case "lambda_expression":
		return x.lambda(n)
	case "match_expression":
		value := x.expr(n.Field("value"))
		return x.cases(n.Field("body"), value)
	case "if_expression":
		x.branches++
		x.condition(n)
		value := x.nested(n.Field("consequence"))
		if other := x.nested(n.Field("alternative")); value < 0 {
			value = other
		}
		return value
	case "while_expression", "do_while_expression":
		x.branches++
		x.children(n)
		return lang.BaseUnknown
	case "for_expression":
		return x.forExpression(n)
	case "try_expression":
		value := x.nested(n.Field("body"))
		for c := range n.NamedChildren() {
			if c.Is("catch_clause", "finally_clause") {
				x.expr(c)
			}
		}
		return value
	case "catch_clause":
		x.catch(n)
		return lang.BaseUnknown
	case "finally_clause":
		x.nested(n.FirstNamed())
		return lang.BaseUnknown
	case "ascription_expression":
		return x.ascription(n)
	case "interpolated_string_expression":
		x.interpolated(n)
		return lang.BaseUnknown
	case "interpolated_string":
		x.children(n)
		return lang.BaseUnknown
	case "string", "integer_literal", "floating_point_literal", "boolean_literal", "character_literal", "null_literal", "unit", "comment", "block_comment", "_end_ident":
		return lang.BaseUnknown
	case "parenthesized_expression":
		return x.expr(n.FirstNamed())
	case "arguments":
		x.arguments(n)
		return lang.BaseUnknown
	case "annotation":
		x.annotation(n)
		return lang.BaseUnknown
	case "type_identifier", "generic_type", "stable_type_identifier", "compound_type", "infix_type", "function_type", "type_arguments", "annotated_type", "singleton_type", "tuple_type":
		return baseOf(x.typ(n, schema.RoleType))
	case "type_parameters":
		x.typeParameters(n)
		return lang.BaseUnknown
	case "parameters":
		x.parameters(n)
		return lang.BaseUnknown
	case "class_parameters":
		x.classParameters(n, false)
		return lang.BaseUnknown
	case "extends_clause":
		for c := range n.NamedChildren() {
			x.typ(c, schema.RoleType)
		}
		return lang.BaseUnknown
	case "access_qualifier", "modifiers", "self_type":
		return lang.BaseUnknown
	case "quote_expression", "splice_expression":
		return x.nestedChildren(n)
	case "ERROR":
		x.members(n)
		return lang.BaseUnknown
	}
	return x.children(n)
}

// isSummoner reports the functions of the library that find the given of a type.
func isSummoner(name string) bool {
	return name == "implicitly" || name == "summon" || name == "summonInline"
}

// nestedChildren reads the children of a node in a block scope of their own.
func (x *extractor) nestedChildren(n sitter.Node) int32 {
	x.open(lang.ScopeBlock, schema.None)
	defer x.close()
	return x.children(n)
}

func (x *extractor) identifier(n sitter.Node) int32 {
	r := x.ref(n, schema.RoleRead)
	switch r.Name {
	case "this", "super":
		r.Flags = lang.RefSelf
	case "then", "do", "end", "macro":
		return lang.BaseUnknown
	}
	return x.b.Ref(r)
}

// field reads a member of a value.
func (x *extractor) field(n sitter.Node, role schema.Role) int32 {
	value, name := n.Field("value"), n.Field("field")
	base := x.expr(value)
	if value.Is("string", "interpolated_string_expression") {
		base = x.stringValue(value)
	}
	r := x.ref(name, role)
	r.Base = base
	if r.Name == "this" || r.Name == "super" {
		r.Flags = lang.RefSelf
	}
	return x.b.Ref(r)
}

// stable reads the qualified name of a term.
func (x *extractor) stable(n sitter.Node) int32 {
	base := int32(lang.BaseNone)
	for c := range n.NamedChildren() {
		if base == lang.BaseNone {
			base = x.expr(c)
			continue
		}
		r := x.ref(c, schema.RoleRead)
		r.Base = base
		if r.Name == "this" {
			r.Flags = lang.RefSelf
		}
		base = x.b.Ref(r)
	}
	return base
}

// stringValue is the value of a string literal.
func (x *extractor) stringValue(at sitter.Node) int32 {
	r := lang.NewRef("String", schema.RoleType)
	r.Flags = lang.RefImplicit | lang.RefResult
	r.Line, r.Col = at.Start()
	r.EndCol = r.Col
	return x.b.Ref(r)
}

// assigned reads the left side of an assignment.
func (x *extractor) assigned(n sitter.Node) {
	if r := x.expr(n); r >= 0 && n.Is("identifier", "field_expression") {
		x.b.RefAt(r).Role = schema.RoleWrite
	}
}

func (x *extractor) condition(n sitter.Node) {
	for c := range n.Children() {
		if c.FieldName() == "condition" && c.Named() && !c.IsExtra() {
			x.expr(c)
		}
	}
}

func (x *extractor) ascription(n sitter.Node) int32 {
	value, typ := n.FirstNamed(), n.LastNamed()
	r := x.expr(value)
	if typ.Index() == value.Index() {
		return r
	}
	if typ.Is("annotation") {
		x.annotation(typ)
		return r
	}
	t := x.typ(typ, schema.RoleType)
	if t < 0 {
		return r
	}
	x.b.RefAt(t).Flags |= lang.RefResult
	return t
}

func (x *extractor) interpolated(n sitter.Node) {
	for c := range n.NamedChildren() {
		if c.FieldName() == "interpolator" {
			if name := c.Text(); name != "s" && name != "f" && name != "raw" {
				x.b.Ref(x.ref(c, schema.RoleCall))
			}
			continue
		}
		x.children(c)
	}
}

// lambda reads a function and returns the value of its body.
func (x *extractor) lambda(n sitter.Node) int32 {
	given := x.given
	x.given = lang.BaseUnknown
	saved := x.placeholder
	x.placeholder = lang.BaseUnknown
	x.open(lang.ScopeBlock, schema.None)
	value := int32(lang.BaseUnknown)
	for c := range n.Children() {
		switch {
		case c.FieldName() == "type_parameters":
			if c.Is("type_parameters") {
				x.typeParameters(c)
			}
		case c.FieldName() == "parameters":
			switch {
			case c.Is("bindings"):
				x.bindings(c, given)
			case c.Is("identifier", "operator_identifier"):
				if id := x.local(c, c, schema.KindParameter, schema.None); id != schema.None {
					x.b.Symbol(id).Init = initOf(given)
				}
			}
		case c.Named() && !c.IsExtra():
			if c.Is("block", "indented_block") {
				value = x.members(c)
			} else {
				value = x.statement(c)
			}
		}
	}
	x.close()
	x.given, x.placeholder = given, saved
	return value
}

// bindings binds the parameters of a function; a lone one is given a value.
func (x *extractor) bindings(n sitter.Node, given int32) {
	count := 0
	for range n.NamedChildren() {
		count++
	}
	for b := range n.NamedChildren() {
		t := x.typ(b.Field("type"), schema.RoleType)
		id := x.local(b.Field("name"), b, schema.KindParameter, t)
		if id != schema.None && t == schema.None && count == 1 {
			x.b.Symbol(id).Init = initOf(given)
		}
	}
}

// cases reads the clauses of a match or of a function by cases.
func (x *extractor) cases(n sitter.Node, value int32) int32 {
	given := x.given
	x.given = lang.BaseUnknown
	first := int32(lang.BaseUnknown)
	for c := range n.Children() {
		if !c.Named() || c.IsExtra() && !c.IsError() {
			continue
		}
		if !c.Is("case_clause") {
			x.statement(c)
			continue
		}
		if r := x.clause(c, value); first < 0 {
			first = r
		}
	}
	x.given = given
	return first
}

func (x *extractor) clause(n sitter.Node, value int32) int32 {
	x.open(lang.ScopeBlock, schema.None)
	defer x.close()
	if p := n.Field("pattern"); !p.Is("wildcard") {
		x.branches++
	}
	last := int32(lang.BaseUnknown)
	for c := range n.Children() {
		switch {
		case !c.Named() || c.IsExtra() && !c.IsError():
		case c.FieldName() == "pattern":
			x.pattern(c, value, x.bindLocal)
		case c.Is("guard"):
			x.condition(c)
		default:
			last = x.statement(c)
		}
	}
	return last
}

func (x *extractor) catch(n sitter.Node) {
	for c := range n.NamedChildren() {
		switch {
		case c.Is("case_block", "indented_cases"):
			x.cases(c, lang.BaseUnknown)
		default:
			if n.Field("pattern").Ok() {
				x.clause(n, lang.BaseUnknown)
				return
			}
			x.statement(c)
		}
	}
}

// forExpression reads a comprehension: each generator binds its pattern for what
// follows.
func (x *extractor) forExpression(n sitter.Node) int32 {
	x.branches++
	x.open(lang.ScopeBlock, schema.None)
	defer x.close()
	for c := range n.NamedChildren() {
		switch {
		case c.Is("enumerators"):
			for e := range c.NamedChildren() {
				x.enumerator(e)
			}
		default:
			x.nested(c)
		}
	}
	return lang.BaseUnknown
}

func (x *extractor) enumerator(n sitter.Node) {
	if !n.Is("enumerator") {
		x.statement(n)
		return
	}
	var pattern, value sitter.Node
	generator := false
	for c := range n.Children() {
		switch {
		case c.Is("<-"):
			generator = true
		case !c.Named() || c.IsExtra():
		case c.Is("guard"):
			if value.Ok() || !pattern.Ok() {
				continue
			}
		case !pattern.Ok():
			pattern = c
		case !value.Ok():
			value = c
		}
	}
	init := x.expr(value)
	if generator {
		init = x.element(init, value)
	}
	if pattern.Ok() {
		x.pattern(pattern, init, x.bindLocal)
	}
	for c := range n.NamedChildren() {
		if c.Is("guard") {
			x.branches++
			x.condition(c)
		}
	}
}

// element is an element of a value that is a container, a step of inference without
// a token.
func (x *extractor) element(value int32, at sitter.Node) int32 {
	if value < 0 {
		return value
	}
	r := lang.NewRef("[*", schema.RoleRead)
	r.Flags = lang.RefImplicit
	r.Base = value
	r.Line, r.Col = at.Start()
	r.EndCol = r.Col
	return x.b.Ref(r)
}
