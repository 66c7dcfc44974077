package php

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

func (x *extractor) statements(n sitter.Node) {
	for c := range n.NamedChildren() {
		x.statement(c)
	}
}

func (x *extractor) statement(n sitter.Node) {
	if !n.Ok() || !x.enter(n) {
		return
	}
	defer x.leave()
	switch n.Kind() {
	case "text", "text_interpolation", "php_tag", "php_end_tag", "declare_directive", "empty_statement":
	case "namespace_definition":
		x.namespace(n)
	case "namespace_use_declaration":
		x.use(n)
	case "class_declaration", "interface_declaration", "trait_declaration", "enum_declaration":
		x.classLike(n)
	case "function_definition":
		x.function(n)
	case "const_declaration":
		x.constants(n)
	case "method_declaration", "property_declaration", "enum_case", "use_declaration":
		x.member(n)
	case "global_declaration":
		for v := range n.NamedChildren() {
			x.global(v)
		}
	case "static_variable_declaration":
		x.expr(n.Field("value"))
		x.write(n.Field("name"), schema.None)
	case "foreach_statement":
		x.foreach(n)
	case "catch_clause":
		typ := int32(schema.None)
		for t := range n.Field("type").NamedChildren() {
			if r := x.typ(t); typ == schema.None {
				typ = r
			}
		}
		if name := n.Field("name"); name.Ok() {
			id := x.write(name, schema.None)
			if id >= 0 && x.b.Symbol(id).Type == schema.None {
				x.b.Symbol(id).Type = typ
			}
		}
		x.statement(n.Field("body"))
	case "expression_statement", "compound_statement", "if_statement", "else_clause", "else_if_clause", "while_statement", "do_statement", "for_statement", "switch_statement", "switch_block",
		"case_statement", "default_statement", "try_statement", "finally_clause", "return_statement", "echo_statement", "unset_statement", "declare_statement", "colon_block",
		"function_static_declaration", "property_hook_list", "property_hook", "ERROR", "declaration_list":
		x.statements(n)
	case "break_statement", "continue_statement", "goto_statement", "named_label_statement", "attribute_list", "visibility_modifier":
	default:
		x.expr(n)
	}
}

// global makes a variable of the function the one of the file.
func (x *extractor) global(n sitter.Node) {
	name := n.Child("name").Text()
	if id := x.b.BoundIn(0, "0$"+name); id != schema.None {
		x.b.BindIn(x.body.scope, x.key(name), id)
	}
	x.variable(n, schema.RoleRead)
}

// variable refers to a variable of the body.
func (x *extractor) variable(n sitter.Node, role schema.Role) int32 {
	name := n.Child("name")
	if !name.Ok() {
		return lang.BaseUnknown
	}
	text := name.Text()
	if text == "this" {
		r := syntax.Ref(name, schema.RoleRead)
		r.Flags = lang.RefSelf
		return x.b.Ref(r)
	}
	return x.b.RefAs(x.key(text), syntax.Ref(name, role))
}

// write assigns a variable, which declares it where it is new; init is its value.
func (x *extractor) write(n sitter.Node, init int32) int32 {
	name := n.Child("name")
	if !name.Ok() {
		x.expr(n)
		return schema.None
	}
	text := name.Text()
	if id := x.b.BoundIn(x.body.scope, x.key(text)); id != schema.None || text == "this" {
		x.variable(n, schema.RoleWrite)
		return id
	}
	kind := schema.KindLocal
	if x.body.id == 0 && x.b.Enclosing() == 0 {
		kind = schema.KindVariable
	}
	s := syntax.Symbol(n, n, kind)
	s.Name = text
	s.Init = max(init, schema.None)
	s.Visibility = schema.VisibilityInternal
	id := x.b.DefineHidden(s)
	x.b.BindIn(x.body.scope, x.key(text), id)
	return id
}

func (x *extractor) foreach(n sitter.Node) {
	var parts []sitter.Node
	for c := range n.NamedChildren() {
		if c.FieldName() != "body" {
			parts = append(parts, c)
		}
	}
	if len(parts) > 0 {
		value := x.expr(parts[0])
		for _, target := range parts[1:] {
			if target.Is("pair") {
				x.assign(target.FirstNamed(), schema.None)
				target = target.LastNamed()
			}
			init := int32(schema.None)
			if value >= 0 {
				init = x.element(value, target)
			}
			x.assign(target, init)
		}
	}
	for c := range n.Children() {
		if c.FieldName() == "body" {
			x.statement(c)
		}
	}
}

// element is an element of a value, a step of inference without a token.
func (x *extractor) element(value int32, at sitter.Node) int32 {
	if value < 0 {
		return value
	}
	r := lang.NewRef("[]", schema.RoleRead)
	r.Flags, r.Base = lang.RefImplicit, value
	r.Line, r.Col = at.Start()
	r.EndCol = r.Col
	return x.b.Ref(r)
}

// assign reads the left side of an assignment.
func (x *extractor) assign(n sitter.Node, init int32) {
	switch n.Kind() {
	case "variable_name":
		x.write(n, init)
	case "by_ref", "reference_assignment_expression":
		x.assign(n.LastNamed(), init)
	case "list_literal", "array_creation_expression":
		for c := range n.NamedChildren() {
			switch {
			case c.Is("array_element_initializer"):
				x.assign(c.LastNamed(), schema.None)
			case c.Is("variable_name", "list_literal", "by_ref", "member_access_expression", "scoped_property_access_expression", "array_creation_expression"):
				x.assign(c, schema.None)
			default:
				x.expr(c)
			}
		}
	case "member_access_expression", "scoped_property_access_expression", "nullsafe_member_access_expression":
		if r := x.expr(n); r >= 0 {
			x.b.RefAt(r).Role = schema.RoleWrite
		}
	case "subscript_expression":
		if v := n.FirstNamed(); v.Is("variable_name") && x.b.BoundIn(x.body.scope, x.key(v.Child("name").Text())) == schema.None {
			x.write(v, schema.None) // $new[] = 1 makes an array.
			for c := range n.NamedChildren() {
				if c.Index() != v.Index() {
					x.expr(c)
				}
			}
			return
		}
		x.expr(n)
	default:
		x.expr(n)
	}
}

// expr reads an expression and returns the reference whose value it has.
func (x *extractor) expr(n sitter.Node) int32 {
	if !n.Ok() || !x.enter(n) {
		return lang.BaseUnknown
	}
	defer x.leave()
	switch n.Kind() {
	case "variable_name":
		return x.variable(n, schema.RoleRead)
	case "name", "qualified_name", "relative_name":
		return x.constant(n)
	case "parenthesized_expression", "clone_expression", "error_suppression_expression", "reference_assignment", "by_ref", "print_intrinsic", "throw_expression":
		return x.expr(n.FirstNamed())
	case "assignment_expression", "reference_assignment_expression", "augmented_assignment_expression":
		value := x.expr(n.Field("right"))
		x.assign(n.Field("left"), value)
		return value
	case "update_expression":
		x.assign(n.Field("argument"), schema.None)
		return lang.BaseUnknown
	case "member_access_expression", "nullsafe_member_access_expression":
		return x.memberOf(n.Field("name"), x.expr(n.Field("object")), schema.RoleRead, sitter.Node{})
	case "member_call_expression", "nullsafe_member_call_expression":
		return x.memberOf(n.Field("name"), x.expr(n.Field("object")), schema.RoleCall, n.Field("arguments"))
	case "scoped_call_expression":
		return x.memberOf(n.Field("name"), x.scope(n.Field("scope")), schema.RoleCall, n.Field("arguments"))
	case "scoped_property_access_expression":
		return x.memberOf(n.Field("name"), x.scope(n.Field("scope")), schema.RoleRead, sitter.Node{})
	case "class_constant_access_expression":
		base := x.scope(n.FirstNamed())
		if last := n.LastNamed(); last.Index() != n.FirstNamed().Index() && last.Text() != "class" {
			return x.memberOf(last, base, schema.RoleRead, sitter.Node{})
		}
		return lang.BaseUnknown
	case "function_call_expression":
		return x.call(n)
	case "object_creation_expression":
		return x.creation(n)
	case "subscript_expression":
		value := x.expr(n.FirstNamed())
		for c := range n.NamedChildren() {
			if c.Index() != n.FirstNamed().Index() {
				x.expr(c)
			}
		}
		return x.element(value, n)
	case "conditional_expression":
		x.expr(n.Field("condition"))
		a, b := x.expr(n.Field("body")), x.expr(n.Field("alternative"))
		if a < 0 {
			return b
		}
		return a
	case "binary_expression":
		return x.binary(n)
	case "anonymous_function", "anonymous_function_creation_expression":
		x.closure(n)
		return lang.BaseUnknown
	case "arrow_function":
		x.b.Open(lang.ScopeFunction, schema.None)
		saved := x.body.scope
		x.body.scope = x.b.Scope()
		x.attributes(n)
		x.parameters(n.Field("parameters"), nil)
		x.typ(n.Field("return_type"))
		x.expr(n.Field("body"))
		x.body.scope = saved
		x.b.Close()
		return lang.BaseUnknown
	case "require_expression", "require_once_expression", "include_expression", "include_once_expression":
		x.include(n)
		return lang.BaseUnknown
	case "cast_expression":
		x.expr(n.Field("value"))
		return lang.BaseUnknown
	case "list_literal":
		x.assign(n, schema.None)
		return lang.BaseUnknown
	case "argument":
		for c := range n.NamedChildren() {
			if c.FieldName() != "name" {
				x.expr(c)
			}
		}
		return lang.BaseUnknown
	case "named_type", "optional_type", "union_type", "intersection_type":
		return x.typ(n)
	case "string", "string_content", "nowdoc", "integer", "float", "boolean", "null", "escape_sequence", "heredoc_start", "heredoc_end", "primitive_type", "text", "cast_type":
		return lang.BaseUnknown
	case "class_declaration", "function_definition", "compound_statement", "expression_statement":
		x.statement(n)
		return lang.BaseUnknown
	}
	for c := range n.NamedChildren() {
		x.expr(c)
	}
	return lang.BaseUnknown
}

// qualifier refers to the namespace parts before the last name of n, which have no
// occurrences of their own; a leading "\" starts at the root.
func (x *extractor) qualifier(n sitter.Node) (base int32, last sitter.Node) {
	base, last = lang.BaseNone, n
	if !n.Is("qualified_name", "relative_name") {
		return base, last
	}
	last = n.LastNamed()
	implicit := func(name string, at sitter.Node) {
		r := lang.NewRef(name, schema.RoleType)
		r.Flags, r.Base = lang.RefImplicit, base
		r.Line, r.Col = at.Start()
		r.EndCol = r.Col
		if base == lang.BaseNone {
			base = x.b.RefAs(classKey(name), r)
			return
		}
		base = x.b.Ref(r)
	}
	if strings.HasPrefix(n.Text(), `\`) {
		implicit(`\`, n)
	}
	for c := range n.NamedChildren() {
		if c.Is("namespace_name") {
			for part := range c.NamedChildren() {
				implicit(part.Text(), part)
			}
		}
	}
	return base, last
}

// class refers to a class by its name.
func (x *extractor) class(n sitter.Node, role schema.Role) int32 {
	if !n.Is("name", "qualified_name", "relative_name") {
		if n.Ok() {
			x.expr(n)
		}
		return lang.BaseUnknown
	}
	switch strings.ToLower(n.Text()) {
	case "self", "static", "parent":
		return x.self(n)
	}
	base, last := x.qualifier(n)
	r := syntax.Ref(last, role)
	r.Base = base
	if base == lang.BaseNone {
		return x.b.RefAs(classKey(r.Name), r)
	}
	return x.b.Ref(r)
}

// self refers to the class around by its word.
func (x *extractor) self(n sitter.Node) int32 {
	r := syntax.Ref(n, schema.RoleType)
	r.Name = strings.ToLower(r.Name)
	r.Flags = lang.RefSelf
	return x.b.Ref(r)
}

// scope reads what stands before "::".
func (x *extractor) scope(n sitter.Node) int32 {
	switch n.Kind() {
	case "relative_scope":
		return x.self(n)
	case "name", "qualified_name", "relative_name":
		return x.class(n, schema.RoleType)
	}
	return x.expr(n)
}

// constant refers to a constant by its name.
func (x *extractor) constant(n sitter.Node) int32 {
	base, last := x.qualifier(n)
	r := syntax.Ref(last, schema.RoleRead)
	r.Base = base
	switch strings.ToLower(r.Name) {
	case "true", "false", "null", "__dir__", "__file__", "__line__", "__class__", "__function__", "__method__", "__namespace__", "php_eol":
		return lang.BaseUnknown
	}
	if base == lang.BaseNone {
		return x.b.RefAs(constantKey(r.Name), r)
	}
	return x.b.Ref(r)
}

// memberOf refers to a member of base; args is what a call of it gets.
func (x *extractor) memberOf(name sitter.Node, base int32, role schema.Role, args sitter.Node) int32 {
	out := int32(lang.BaseUnknown)
	switch {
	case name.Is("name"):
		r := syntax.Ref(name, role)
		r.Base = base
		out = x.b.Ref(r)
	case name.Is("variable_name") && role == schema.RoleRead && name.Parent().Is("scoped_property_access_expression"):
		r := syntax.Ref(name.Child("name"), role)
		r.Base = base
		out = x.b.Ref(r)
	default:
		x.expr(name)
	}
	if role == schema.RoleCall {
		n := x.arguments(args)
		if out >= 0 {
			ref := x.b.RefAt(out)
			ref.Flags |= lang.RefResult
			ref.Args = n
		}
	}
	return out
}

func (x *extractor) call(n sitter.Node) int32 {
	function, args := n.Field("function"), n.Field("arguments")
	if !function.Is("name", "qualified_name", "relative_name") {
		x.expr(function)
		x.arguments(args)
		return lang.BaseUnknown
	}
	base, last := x.qualifier(function)
	r := syntax.Ref(last, schema.RoleCall)
	r.Base, r.Flags = base, lang.RefResult
	var id int32
	if base == lang.BaseNone {
		id = x.b.RefAs(functionKey(r.Name), r)
	} else {
		id = x.b.Ref(r)
	}
	if base == lang.BaseNone && x.suite(n, r.Name, args) {
		return id
	}
	if strings.EqualFold(r.Name, "define") {
		x.define(n, args)
	}
	count := x.arguments(args)
	x.b.RefAt(id).Args = count
	return id
}

func (x *extractor) creation(n sitter.Node) int32 {
	if c := n.Child("anonymous_class"); c.Ok() {
		for a := range c.NamedChildren() {
			if a.Is("arguments") {
				x.arguments(a)
			}
		}
		s := lang.NewSymbol("class@anonymous", schema.KindClass)
		s.Span = syntax.Span(c)
		s.Flags |= schema.SymbolSynthetic
		s.Visibility = schema.VisibilityPrivate
		s.BodyHash = c.Hash(isNested)
		x.members(c, c.Field("body"), x.b.DefineHidden(s))
		return lang.BaseUnknown
	}
	ref := x.class(n.FirstNamed(), schema.RoleCall)
	args := int32(0)
	if a := n.Child("arguments"); a.Ok() {
		args = x.arguments(a)
	}
	if ref >= 0 {
		r := x.b.RefAt(ref)
		r.Role = schema.RoleCall
		r.Flags |= lang.RefNew | lang.RefResult
		r.Args = args
	}
	return ref
}

func (x *extractor) arguments(n sitter.Node) int32 {
	count := int32(0)
	for a := range n.NamedChildren() {
		x.expr(a)
		count++
	}
	return count
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
		right := chain[i].Field("right")
		switch chain[i].Field("operator").Kind() {
		case "instanceof":
			x.class(right, schema.RoleType)
			value = lang.BaseUnknown
		case "??":
			if r := x.expr(right); value < 0 {
				value = r
			}
		default:
			x.expr(right)
			value = lang.BaseUnknown
		}
	}
	return value
}

// closure reads an anonymous function, which sees the variables that it names.
func (x *extractor) closure(n sitter.Node) {
	outer := x.body
	var uses []sitter.Node
	for v := range n.Child("anonymous_function_use_clause").NamedChildren() {
		if v.Is("by_ref") {
			v = v.LastNamed()
		}
		uses = append(uses, v)
		x.variable(v, schema.RoleRead)
	}
	x.within(schema.None, func() {
		for _, v := range uses {
			name := v.Child("name").Text()
			key := x.key(name)
			saved := x.body
			x.body = outer
			id := x.b.BoundIn(outer.scope, x.key(name))
			x.body = saved
			if id != schema.None {
				x.b.BindIn(x.body.scope, key, id)
			}
		}
		x.attributes(n)
		x.parameters(n.Field("parameters"), nil)
		x.typ(n.Field("return_type"))
		x.statement(n.Field("body"))
	})
}

// typ reads a type and returns the reference to the first class that it names.
func (x *extractor) typ(n sitter.Node) int32 {
	switch n.Kind() {
	case "named_type":
		r := x.class(n.FirstNamed(), schema.RoleType)
		return max(r, schema.None)
	case "optional_type", "union_type", "intersection_type", "disjunctive_normal_form_type", "type_list":
		out := int32(schema.None)
		for c := range n.NamedChildren() {
			if r := x.typ(c); out == schema.None {
				out = r
			}
		}
		return out
	case "name", "qualified_name":
		return max(x.class(n, schema.RoleType), schema.None)
	}
	return schema.None
}
