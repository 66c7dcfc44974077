package zig

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// expr reads a statement or an expression and returns the reference that is its
// value, BaseUnknown when it is none.
func (x *extractor) expr(n sitter.Node) int32 {
	if !n.Ok() || !x.enter(n) {
		return lang.BaseUnknown
	}
	defer x.leave()
	switch n.Kind() {
	case "identifier":
		return x.name(n, schema.RoleRead)
	case "field_expression":
		return x.member(n, schema.RoleRead)
	case "call_expression":
		return x.call(n)
	case "builtin_function":
		return x.builtin(n)
	case "struct_initializer":
		return x.construct(n)
	case "anonymous_struct_initializer":
		x.fields(n.Child("initializer_list"), lang.BaseUnknown)
	case "assignment_expression":
		x.assign(n.Field("left"))
		x.expr(n.Field("right"))
	case "index_expression":
		return x.index(n)
	case "parenthesized_expression", "dereference_expression", "null_coercion_expression", "try_expression", "expression_statement",
		"comptime_expression", "nosuspend_expression", "await_expression", "resume_expression":
		value := int32(lang.BaseUnknown)
		for c := range n.NamedChildren() {
			value = x.expr(c)
		}
		return value
	case "unary_expression":
		value := x.expr(n.Field("argument"))
		if n.Field("operator").Text() == "&" {
			return value
		}
	case "catch_expression":
		return x.catch(n)
	case "binary_expression":
		left := x.expr(n.Field("left"))
		x.expr(n.Field("right"))
		if n.Field("operator").Text() == "orelse" {
			return left
		}
	case "block":
		x.block(n)
	case "variable_declaration":
		x.variable(n, nil, true)
	case "function_declaration":
		x.function(n, nil)
	case "test_declaration":
		x.test(n, nil)
	case "struct_declaration", "enum_declaration", "union_declaration", "opaque_declaration", "error_set_declaration":
		x.anonymous(n)
	case "pointer_type", "nullable_type", "slice_type", "array_type", "error_union_type", "function_signature":
		x.typ(n)
	case "error_type":
		r := syntax.Ref(token(n.FirstNamed()), schema.RoleRead)
		r.Base = lang.BaseUnknown
		x.b.Ref(r)
	case "if_statement", "if_expression", "while_statement", "while_expression", "for_statement", "for_expression", "else_clause", "switch_case", "errdefer_statement":
		x.captures(n)
	case "block_label":
		s := syntax.Symbol(n, token(n.FirstNamed()), schema.KindLabel)
		x.b.Bind("label "+s.Name, x.b.DefineHidden(s))
	case "break_label":
		if name := n.FirstNamed(); name.Ok() {
			r := syntax.Ref(token(name), schema.RoleRead)
			x.b.RefAs("label "+r.Name, r)
		}
	case "asm_output_item", "asm_input_item":
		first := true
		for c := range n.NamedChildren() {
			if !first || !c.Is("identifier") {
				x.expr(c)
			}
			first = false
		}
	case "using_namespace_declaration":
		x.using(n)
	case "ERROR":
		x.broken(n)
	case "string", "multiline_string", "integer", "float", "character", "builtin_type", "boolean", "comment":
	default:
		x.children(n)
	}
	return lang.BaseUnknown
}

func (x *extractor) children(n sitter.Node) {
	for c := range n.NamedChildren() {
		x.expr(c)
	}
}

// broken reads what is left of code in an error; names without a place in it say nothing.
func (x *extractor) broken(n sitter.Node) {
	for c := range n.NamedChildren() {
		switch {
		case c.Is("identifier"):
		case c.Is("function_signature") && c.Field("name").Ok():
			x.function(c, nil)
		default:
			x.expr(c)
		}
	}
}

func (x *extractor) block(n sitter.Node) {
	x.b.Open(lang.ScopeBlock, schema.None)
	defer x.b.Close()
	for c := range n.Children() {
		if c.Named() && (!c.IsExtra() || c.IsError()) {
			x.expr(c)
		}
	}
}

func (x *extractor) name(n sitter.Node, role schema.Role) int32 {
	switch n.Text() { // A keyword is a piece of a mistake.
	case "_", "", "const", "var", "fn", "pub", "test", "return", "if", "else", "while", "for", "switch":
		return lang.BaseUnknown
	}
	return x.b.Ref(syntax.Ref(token(n), role))
}

// member reads a.b; .b alone is a value of a type that the context knows.
func (x *extractor) member(n sitter.Node, role schema.Role) int32 {
	base := int32(lang.BaseUnknown)
	if object := n.Field("object"); object.Ok() {
		base = x.expr(object)
	}
	name := n.Field("member")
	if !name.Ok() {
		return base
	}
	r := syntax.Ref(token(name), role)
	r.Base = base
	return x.b.Ref(r)
}

func (x *extractor) call(n sitter.Node) int32 {
	callee := n.Field("function")
	ref := int32(lang.BaseUnknown)
	switch callee.Kind() {
	case "identifier":
		ref = x.name(callee, schema.RoleCall)
	case "field_expression":
		ref = x.member(callee, schema.RoleCall)
	default:
		ref = x.expr(callee)
	}
	args := int32(0)
	for c := range n.NamedChildren() {
		if c.FieldName() != "function" {
			x.expr(c)
			args++
		}
	}
	if ref >= 0 {
		r := x.b.RefAt(ref)
		r.Args = args
		r.Flags |= lang.RefResult
	}
	return ref
}

// builtin reads a call of the compiler. @This is the container around; @import without
// a constant is a module all the same.
func (x *extractor) builtin(n sitter.Node) int32 {
	if module := importOf(n); module.Ok() {
		line, _ := n.Start()
		imp := x.b.Import(lang.Import{Line: line, Module: module.Text(), Symbol: schema.None})
		r := syntax.Ref(module, schema.RoleImport)
		r.Import = imp
		return x.b.Ref(r)
	}
	name := n.FirstNamed()
	if name.Text() == "@This" {
		r := syntax.Ref(name, schema.RoleType)
		r.Flags = lang.RefSelf
		r.Target = x.types[len(x.types)-1].symbol
		return x.b.Ref(r)
	}
	args := n.Child("arguments")
	if text := name.Text(); text == "@as" || text == "@fieldParentPtr" {
		value, first := int32(lang.BaseUnknown), true
		for c := range args.NamedChildren() {
			if first {
				value = x.typ(c)
			} else {
				x.expr(c)
			}
			first = false
		}
		if value >= 0 {
			return value
		}
		return lang.BaseUnknown
	}
	x.children(args)
	return lang.BaseUnknown
}

// construct reads T{ … }.
func (x *extractor) construct(n sitter.Node) int32 {
	typ := x.typ(n.FirstNamed())
	if typ >= 0 {
		x.b.RefAt(typ).Flags |= lang.RefNew
	} else {
		typ = lang.BaseUnknown
	}
	x.fields(n.Child("initializer_list"), typ)
	return typ
}

// fields reads the values of an initializer; a name in it is a member of typ.
func (x *extractor) fields(list sitter.Node, typ int32) {
	for c := range list.NamedChildren() {
		left := c.Field("left")
		if !c.Is("assignment_expression") || !left.Is("field_expression") || left.Field("object").Ok() {
			x.expr(c)
			continue
		}
		r := syntax.Ref(token(left.Field("member")), schema.RoleWrite)
		r.Base = typ
		x.b.Ref(r)
		x.expr(c.Field("right"))
	}
}

// assignment reads the left side and the value of a statement that assigns.
func (x *extractor) assignment(n sitter.Node) {
	first := true
	for c := range n.NamedChildren() {
		if first {
			x.assign(c)
		} else {
			x.expr(c)
		}
		first = false
	}
}

func (x *extractor) assign(n sitter.Node) {
	switch n.Kind() {
	case "identifier":
		x.name(n, schema.RoleWrite)
	case "field_expression":
		x.member(n, schema.RoleWrite)
	default:
		x.expr(n)
	}
}

func (x *extractor) index(n sitter.Node) int32 {
	value := x.expr(n.Field("object"))
	index := n.Field("index")
	x.expr(index)
	if value < 0 {
		return lang.BaseUnknown
	}
	if !index.Is("range_expression") { // A slice of it has the same type.
		x.b.RefAt(value).Flags |= lang.RefElement
	}
	return value
}

func (x *extractor) catch(n sitter.Node) int32 {
	x.b.Open(lang.ScopeBlock, schema.None)
	defer x.b.Close()
	value, first := int32(lang.BaseUnknown), true
	for c := range n.NamedChildren() {
		switch {
		case first:
			value = x.expr(c)
		case c.Is("payload"):
			x.payload(c, nil)
		default:
			x.expr(c)
		}
		first = false
	}
	return value
}

// captures reads a statement that unwraps into names between bars; they hold from
// there to its end.
func (x *extractor) captures(n sitter.Node) {
	x.b.Open(lang.ScopeBlock, schema.None)
	defer x.b.Close()
	element := n.Is("for_statement", "for_expression")
	var values []int32
	for c := range n.NamedChildren() {
		if c.Is("payload") {
			var of []int32
			for _, v := range values {
				if !n.Is("switch_case") {
					of = append(of, x.implicit(v, element, c))
				}
			}
			x.payload(c, of)
			continue
		}
		values = append(values, x.expr(c))
	}
}

// implicit is the value that is unwrapped: an element of a sequence, else itself.
func (x *extractor) implicit(base int32, element bool, at sitter.Node) int32 {
	if base < 0 {
		return schema.None
	}
	name := "="
	if element {
		name = "[]"
	}
	r := syntax.Ref(at, schema.RoleRead)
	r.Name, r.Flags, r.Base, r.EndCol = name, lang.RefImplicit, base, r.Col
	return x.b.Ref(r)
}

func (x *extractor) payload(n sitter.Node, values []int32) {
	i := 0
	for c := range n.NamedChildren() {
		if !c.Is("identifier") {
			continue
		}
		init := int32(schema.None)
		if i < len(values) {
			init = values[i]
		}
		i++
		x.local(c, c, schema.None, init)
	}
}

// anonymous reads a container without a constant: its members belong to what it
// stands in, a function that returns it or a field of that type.
func (x *extractor) anonymous(n sitter.Node) {
	owner := x.b.Enclosing()
	x.body(n, container{symbol: owner})
}

// using reads usingnamespace.
func (x *extractor) using(n sitter.Node) {
	value := n.FirstNamed()
	module := importOf(value)
	if !module.Ok() {
		x.expr(value)
		return
	}
	line, _ := n.Start()
	i := lang.Import{Line: line, Module: module.Text(), Name: "*", Symbol: schema.None}
	if n.Child("pub").Ok() {
		i.Class = schema.ImportReexport
	}
	r := syntax.Ref(module, schema.RoleImport)
	r.Import = x.b.Import(i)
	x.b.Ref(r)
}

// typ reads an expression in the place of a type and returns the reference to the
// type itself, None when it is one of the language.
func (x *extractor) typ(n sitter.Node) int32 {
	if !n.Ok() || !x.enter(n) {
		return schema.None
	}
	defer x.leave()
	switch n.Kind() {
	case "builtin_type":
		return schema.None
	case "identifier":
		return max(x.name(n, schema.RoleType), schema.None)
	case "field_expression":
		return max(x.member(n, schema.RoleType), schema.None)
	case "pointer_type", "nullable_type", "error_union_type", "slice_type", "array_type":
		return x.wrapped(n)
	case "parenthesized_expression":
		return x.typ(n.FirstNamed())
	case "call_expression": // A generic type and what it is made of.
		ref := x.typ(n.Field("function"))
		for c := range n.NamedChildren() {
			if c.FieldName() != "function" {
				x.typ(c)
			}
		}
		return ref
	case "function_signature":
		x.signature(n)
		return schema.None
	}
	return max(x.expr(n), schema.None)
}

// wrapped reads a pointer, optional, slice, array or error union; the last type in it
// is what it holds.
func (x *extractor) wrapped(n sitter.Node) int32 {
	last := n.LastNamed()
	for c := range n.NamedChildren() {
		if c.Index() == last.Index() {
			break
		}
		if n.Is("error_union_type") {
			x.typ(c)
		} else {
			x.expr(c)
		}
	}
	ref := x.typ(last)
	if ref >= 0 && n.Is("slice_type", "array_type") {
		x.b.RefAt(ref).Flags |= lang.RefContainer
	}
	return ref
}

func (x *extractor) signature(n sitter.Node) {
	for c := range n.NamedChildren() {
		if !c.Is("parameters") {
			x.typ(c)
			continue
		}
		for p := range c.NamedChildren() {
			x.typ(p.Field("type"))
		}
	}
}
