package csharp

import (
	"strconv"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// baseOf turns "no reference" into BaseUnknown for the members of a value.
func baseOf(ref int32) int32 {
	if ref < 0 {
		return lang.BaseUnknown
	}
	return ref
}

// value reads an expression whose value is for something of a type, None when unknown.
func (x *extractor) value(n sitter.Node, typ int32) int32 {
	saved := x.target
	x.target = typ
	r := x.expr(n)
	x.target = saved
	return r
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
		return x.name(n)
	case "this", "base":
		r := syntax.Ref(n, schema.RoleRead)
		r.Flags = lang.RefSelf
		return x.b.Ref(r)
	case "integer_literal", "real_literal", "character_literal", "boolean_literal", "null_literal", "string_content", "interpolation_start", "interpolation_brace", "interpolation_quote", "interpolation_format_clause":
		return lang.BaseUnknown
	case "string_literal", "verbatim_string_literal", "raw_string_literal":
		return baseOf(x.literal(n))
	case "interpolated_string_expression":
		for c := range n.NamedChildren() {
			if c.Is("interpolation") {
				x.each(c)
			}
		}
		return baseOf(x.literal(n))
	case "argument":
		return x.argument(n)
	case "member_access_expression":
		return x.member(n, schema.RoleRead)
	case "invocation_expression":
		return x.call(n)
	case "parenthesized_expression", "checked_expression", "ref_expression":
		return x.inner(n)
	case "postfix_unary_expression":
		if n.Child("!").Ok() {
			return x.inner(n)
		}
		x.assigned(n.FirstNamed())
		return lang.BaseUnknown
	case "await_expression":
		value := x.inner(n)
		if value < 0 {
			return value
		}
		return x.step(n, value, "[*")
	case "conditional_access_expression", "member_binding_expression", "generic_name":
		return x.named(n, schema.RoleRead)
	case "element_access_expression":
		value := x.expr(n.Field("expression"))
		x.arguments(n.Field("subscript"), schema.None, schema.None)
		if value < 0 {
			return value
		}
		return x.step(n, value, "[]")
	case "element_binding_expression": // A collection.
		x.each(n)
		return lang.BaseUnknown
	case "object_creation_expression":
		return x.creation(n)
	case "implicit_object_creation_expression":
		return x.targetCreation(n)
	case "array_creation_expression", "stackalloc_expression":
		typ := x.typ(n.Field("type"), schema.RoleType)
		x.elementsOf(n.Child("initializer_expression"))
		return baseOf(typ)
	case "implicit_array_creation_expression", "implicit_stackalloc_expression":
		x.elementsOf(n.Child("initializer_expression"))
		return lang.BaseUnknown
	case "initializer_expression":
		x.elementsOf(n)
		return lang.BaseUnknown
	case "cast_expression":
		t := n.Field("type")
		typ := x.typ(t, schema.RoleType)
		x.expr(n.Field("value"))
		return x.instance(t, typ)
	case "as_expression":
		x.expr(n.Field("left"))
		t := n.Field("right")
		return x.instance(t, x.typ(t, schema.RoleType))
	case "is_expression":
		x.expr(n.Field("left"))
		x.typ(n.Field("right"), schema.RoleType)
		return lang.BaseUnknown
	case "is_pattern_expression":
		x.pattern(n.Field("pattern"), x.expr(n.Field("expression")))
		return lang.BaseUnknown
	case "typeof_expression":
		x.typ(n.Field("type"), schema.RoleType)
		return baseOf(x.system(n, "Type"))
	case "default_expression":
		t := n.Field("type")
		return x.instance(t, x.typ(t, schema.RoleType))
	case "sizeof_expression", "refvalue_expression":
		x.typ(n.Field("type"), schema.RoleType)
		if v := n.Field("value"); v.Ok() {
			x.expr(v)
		}
		return lang.BaseUnknown
	case "assignment_expression":
		return x.assignment(n)
	case "prefix_unary_expression":
		if n.Child("++", "--").Ok() {
			x.assigned(n.FirstNamed())
			return lang.BaseUnknown
		}
		return x.inner(n)
	case "conditional_expression":
		x.branches++
		x.expr(n.Field("condition"))
		a := x.value(n.Field("consequence"), x.target)
		b := x.value(n.Field("alternative"), x.target)
		if a < 0 {
			return b
		}
		return a
	case "binary_expression":
		return x.binary(n)
	case "lambda_expression", "anonymous_method_expression":
		x.lambda(n)
		return lang.BaseUnknown
	case "declaration_expression":
		return x.declared(n)
	case "switch_expression":
		return x.switchOver(n)
	case "query_expression":
		x.query(n)
		return lang.BaseUnknown
	case "from_clause", "join_clause", "let_clause", "join_into_clause":
		x.clause(n)
		return lang.BaseUnknown
	case "when_clause":
		x.branches++
		x.each(n)
		return lang.BaseUnknown
	case "anonymous_object_creation_expression":
		for c := range n.NamedChildren() {
			if !c.NextSibling().Is("=") {
				x.expr(c)
			}
		}
		return lang.BaseUnknown
	case "with_expression":
		value := x.expr(n.FirstNamed())
		for c := range n.NamedChildren() {
			if c.Is("with_initializer") {
				x.set(c.FirstNamed(), c.LastNamed(), value)
			}
		}
		return value
	case "attribute_list":
		x.attributes(n, schema.None)
		return lang.BaseUnknown
	case "qualified_name", "alias_qualified_name", "nullable_type", "array_type", "pointer_type", "tuple_type":
		return baseOf(x.typ(n, schema.RoleType))
	case "predefined_type":
		return baseOf(x.system(n, predefined(n.Text())))
	case "block", "variable_declaration", "local_declaration_statement", "local_function_statement", "expression_statement", "return_statement":
		x.statement(n)
		return lang.BaseUnknown
	case "preproc_if", "preproc_else", "preproc_elif":
		for c := range n.NamedChildren() {
			if c.FieldName() != "condition" {
				x.expr(c)
			}
		}
		return lang.BaseUnknown
	case "constant_pattern", "declaration_pattern", "recursive_pattern", "var_pattern", "type_pattern", "and_pattern", "or_pattern", "negated_pattern", "relational_pattern", "parenthesized_pattern", "list_pattern":
		x.pattern(n, lang.BaseUnknown)
		return lang.BaseUnknown
	case "parameter_list", "parameter", "type_argument_list", "type_parameter_list", "base_list", "accessor_list": // In a part that does not parse.
		return lang.BaseUnknown
	}
	x.each(n)
	return lang.BaseUnknown
}

// name reads a bare name; the parser makes up one without text where one is missing.
func (x *extractor) name(n sitter.Node) int32 {
	r := syntax.Ref(n, schema.RoleRead)
	if r.Name == "" {
		return lang.BaseUnknown
	}
	if r.Name[0] == '@' {
		r.Name = r.Name[1:]
	}
	return x.b.Ref(r)
}

// each reads every part of an expression as one.
func (x *extractor) each(n sitter.Node) {
	for c := range n.Children() {
		if c.Named() && (!c.IsExtra() || c.IsError()) || c.Is("this", "base") {
			x.expr(c)
		}
	}
}

// inner reads the one expression inside another.
func (x *extractor) inner(n sitter.Node) int32 {
	for c := range n.Children() {
		if c.Named() && !c.IsExtra() || c.Is("this", "base") {
			return x.expr(c)
		}
	}
	return lang.BaseUnknown
}

// literal is the value of a string literal.
func (x *extractor) literal(n sitter.Node) int32 {
	if !n.Parent().Is("member_access_expression", "conditional_access_expression", "variable_declarator", "binary_expression", "parenthesized_expression", "element_access_expression", "conditional_expression") {
		return schema.None // Nothing asks for it.
	}
	return x.system(n, "String")
}

// implicit adds a step of inference, which has no token.
func (x *extractor) implicit(at sitter.Node, base int32, name string) int32 {
	r := lang.NewRef(name, schema.RoleRead)
	r.Flags, r.Base = lang.RefImplicit, base
	r.Line, r.Col = at.Start()
	r.EndCol = r.Col
	return x.b.Ref(r)
}

// step is the value that a step of inference leads to from a value.
func (x *extractor) step(at sitter.Node, value int32, name string) int32 {
	if value < 0 {
		return lang.BaseUnknown
	}
	return x.implicit(at, value, name)
}

// instance is a value of the type that a reference names.
func (x *extractor) instance(at sitter.Node, typ int32) int32 {
	if typ < 0 {
		return lang.BaseUnknown
	}
	r := x.b.RefAt(typ)
	if r.Flags&lang.RefContainer != 0 || r.Flags&lang.RefImplicit != 0 {
		return typ
	}
	r.Flags |= lang.RefResult
	return typ
}

func (x *extractor) assignment(n sitter.Node) int32 {
	left := n.Field("left")
	if left.Is("identifier") && left.Text() == "_" {
		return x.expr(n.Field("right"))
	}
	op := n.Field("operator")
	if op.Is("??=") {
		x.branches++
	}
	target := x.assigned(left)
	typ := int32(schema.None)
	if target >= 0 && op.Is("=") && n.Field("right").Is("implicit_object_creation_expression") {
		r := *x.b.RefAt(target) // What is assigned, as a value to read.
		r.Role, r.Flags, r.EndCol = schema.RoleRead, r.Flags&lang.RefSelf|lang.RefImplicit, r.Col
		typ = x.b.Ref(r)
	}
	right := x.value(n.Field("right"), typ)
	if right < 0 && op.Is("=", "??=") {
		return target
	}
	return right
}

// assigned reads the left side of an assignment.
func (x *extractor) assigned(n sitter.Node) int32 {
	switch n.Kind() {
	case "identifier", "member_access_expression":
		r := x.expr(n)
		if r >= 0 {
			x.b.RefAt(r).Role = schema.RoleWrite
		}
		return r
	case "parenthesized_expression":
		return x.assigned(n.FirstNamed())
	case "tuple_expression":
		for c := range n.NamedChildren() {
			for v := range c.NamedChildren() {
				if v.FieldName() != "name" {
					x.assigned(v)
				}
			}
		}
		return lang.BaseUnknown
	case "conditional_access_expression":
		r := x.named(n, schema.RoleRead)
		if r >= 0 && x.b.RefAt(r).Flags&lang.RefImplicit == 0 {
			x.b.RefAt(r).Role = schema.RoleWrite
		}
		return r
	}
	return x.expr(n)
}

// binary reads a binary expression; a chain of them is read without recursion.
func (x *extractor) binary(n sitter.Node) int32 {
	var chain []sitter.Node
	for n.Is("binary_expression") {
		chain = append(chain, n)
		n = n.Field("left")
	}
	value := x.expr(n)
	for i := len(chain) - 1; i >= 0; i-- {
		right := x.expr(chain[i].Field("right"))
		switch op := chain[i].Field("operator"); {
		case op.Is("??"):
			x.branches++
			if value < 0 {
				value = right
			}
		case op.Is("&&", "||"):
			x.branches++
			value = lang.BaseUnknown
		case op.Is("+") && (isString(chain[i].Field("right")) || isString(chain[i].Field("left"))):
			value = baseOf(x.system(chain[i], "String"))
		default:
			value = lang.BaseUnknown
		}
	}
	return value
}

func isString(n sitter.Node) bool {
	return n.Is("string_literal", "verbatim_string_literal", "raw_string_literal", "interpolated_string_expression")
}

// declared reads "out T x" and "(T x, var y) = …".
func (x *extractor) declared(n sitter.Node) int32 {
	callee, position := x.callee, x.position
	typ := x.typ(n.Field("type"), schema.RoleType)
	name := n.Field("name")
	switch {
	case !name.Is("identifier"):
		x.designation(n)
	case name.Text() != "_":
		id := x.variable(name, typ)
		if typ == schema.None && callee >= 0 {
			x.b.Symbol(id).Init = x.implicit(name, callee, "("+strconv.Itoa(position))
		}
	}
	return lang.BaseUnknown
}

func (x *extractor) member(n sitter.Node, role schema.Role) int32 {
	return x.last(n.Field("name"), role, x.expr(n.Field("expression")))
}

// last refers to a name, which may have type arguments, as a member of base.
func (x *extractor) last(name sitter.Node, role schema.Role, base int32) int32 {
	args := sitter.Node{}
	if name.Is("generic_name") {
		args = name.Child("type_argument_list")
		name = name.FirstNamed()
	}
	r := syntax.Ref(name, role)
	if r.Name == "" {
		return lang.BaseUnknown
	}
	if r.Name[0] == '@' {
		r.Name = r.Name[1:]
	}
	r.Base = base
	id := x.b.Ref(r)
	x.typeArguments(args)
	return id
}

// named refers to the last name of n with the role.
func (x *extractor) named(n sitter.Node, role schema.Role) int32 {
	switch n.Kind() {
	case "member_access_expression":
		return x.member(n, role)
	case "conditional_access_expression":
		x.branches++
		base := x.expr(n.Field("condition"))
		switch rest := n.LastNamed(); rest.Kind() {
		case "member_binding_expression":
			return x.last(rest.Field("name"), role, base)
		case "element_binding_expression":
			x.each(rest)
			return x.step(n, base, "[]")
		}
		return lang.BaseUnknown
	case "identifier", "generic_name":
		id := x.last(n, role, lang.BaseNone)
		if role == schema.RoleCall {
			name := x.b.RefAt(id).Name
			x.bare[name] = append(x.bare[name], id)
		}
		return id
	}
	return x.expr(n)
}
