package rust

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/store/schema"
)

// block reads the statements of a block into a scope of its own and returns the
// value of its last expression.
func (x *extractor) block(n sitter.Node) int32 {
	value := int32(lang.BaseUnknown)
	x.scoped(lang.ScopeBlock, schema.None, func() {
		depth := x.b.Depth()
		var b before
		for c := range n.Children() {
			if x.collect(c, &b) || !c.Named() || c.Is("label") {
				continue
			}
			value = lang.BaseUnknown
			switch {
			case isItem(c):
				x.item(c, b)
			case c.Is("let_declaration"):
				x.attributes(b)
				x.let(c)
			default:
				x.attributes(b)
				value = x.expr(c)
			}
			b = before{}
		}
		for x.b.Depth() > depth {
			x.b.Close() // Scopes that let declarations opened.
		}
	})
	return value
}

// statement reads a node that may be an item or an expression.
func (x *extractor) statement(n sitter.Node) {
	switch {
	case !n.Ok():
	case isItem(n):
		x.item(n, before{})
	default:
		x.expr(n)
	}
}

// let binds after its value is read. The new names get a scope of their own when
// the value may mean an older variable of the name.
func (x *extractor) let(n sitter.Node) {
	pattern, value := n.Field("pattern"), n.Field("value")
	typ := x.typ(n.Field("type"))
	init := int32(lang.BaseUnknown)
	if value.Ok() {
		init = x.expr(value)
	}
	if alt := n.Field("alternative"); alt.Ok() {
		x.expr(alt)
	}
	if value.Ok() && x.shadows(pattern, value.Text()) {
		x.b.Open(lang.ScopeBlock, schema.None)
	}
	x.pattern(pattern, binding{kind: schema.KindLocal, typ: typ, init: initOf(init), whole: n})
}

func (x *extractor) shadows(pattern sitter.Node, value string) bool {
	check := func(n sitter.Node) bool {
		if !n.Is("identifier", "shorthand_field_identifier") {
			return false
		}
		name := nameOf(n)
		return strings.Contains(value, name) || x.b.Bound(name) != schema.None
	}
	if check(pattern) {
		return true
	}
	for d := range pattern.Descendants() {
		if check(d) {
			return true
		}
	}
	return false
}

// initOf turns "no reference" of an expression into None for Symbol.Init.
func initOf(ref int32) int32 {
	if ref < 0 {
		return schema.None
	}
	return ref
}

// implicit is a step of inference without a token: "[]" an element, or a member.
func (x *extractor) implicit(name string, base int32, at sitter.Node) int32 {
	if base < 0 {
		return base
	}
	r := lang.NewRef(name, schema.RoleRead)
	r.Flags = lang.RefImplicit
	r.Base = base
	r.Line, r.Col = at.Start()
	r.EndCol = r.Col
	return x.b.Ref(r)
}

// expr reads an expression and returns the reference whose value it has,
// BaseUnknown when no single reference has it.
func (x *extractor) expr(n sitter.Node) int32 {
	if !n.Ok() || !x.enter(n) {
		return lang.BaseUnknown
	}
	defer x.leave()
	switch n.Kind() {
	case "identifier", "metavariable":
		if n.Is("metavariable") {
			return lang.BaseUnknown
		}
		return x.pathRef(n, schema.RoleRead, nameOf(n))
	case "self":
		r := newRef(n, schema.RoleRead)
		r.Flags = lang.RefSelf
		return x.b.Ref(r)
	case "scoped_identifier":
		return x.pathRef(n, schema.RoleRead, nameOf(n))
	case "generic_function":
		return x.callee(n, schema.RoleRead, schema.None)
	case "field_expression":
		return x.member(n, schema.RoleRead, schema.None)
	case "call_expression":
		return x.call(n)
	case "macro_invocation":
		return x.macroInvocation(n)
	case "struct_expression":
		return x.structExpression(n)
	case "expression_statement":
		x.expr(n.FirstNamed())
		return lang.BaseUnknown
	case "parenthesized_expression", "reference_expression", "unsafe_block", "async_block", "const_block", "try_block":
		if v := n.Field("value"); v.Ok() {
			return x.expr(v)
		}
		return x.expr(n.LastNamed())
	case "unary_expression":
		v := x.expr(n.FirstNamed())
		if strings.HasPrefix(n.Text(), "*") {
			return v
		}
		return lang.BaseUnknown
	case "try_expression", "await_expression":
		return x.implicit("[]", x.expr(n.FirstNamed()), n)
	case "index_expression":
		value := x.expr(n.FirstNamed())
		x.expr(n.LastNamed())
		if n.LastNamed().Is("range_expression") {
			return value
		}
		return x.implicit("[]", value, n)
	case "type_cast_expression":
		x.expr(n.Field("value"))
		return x.instance(x.typ(n.Field("type")))
	case "assignment_expression", "compound_assignment_expr":
		x.assigned(n.Field("left"))
		x.expr(n.Field("right"))
		return lang.BaseUnknown
	case "block":
		return x.block(n)
	case "if_expression":
		return x.ifExpression(n)
	case "while_expression":
		opened := x.condition(n.Field("condition"))
		x.expr(n.Field("body"))
		x.closeScopes(opened)
		return lang.BaseUnknown
	case "for_expression":
		x.forExpression(n)
		return lang.BaseUnknown
	case "loop_expression":
		x.expr(n.Field("body"))
		return lang.BaseUnknown
	case "match_expression":
		return x.matchExpression(n)
	case "closure_expression":
		x.closure(n, lang.BaseUnknown)
		return lang.BaseUnknown
	case "let_declaration": // Outside a block, in broken code: its names end with it.
		depth := x.b.Depth()
		x.let(n)
		x.closeScopes(x.b.Depth() - depth)
		return lang.BaseUnknown
	case "let_condition", "let_chain":
		x.closeScopes(x.condition(n))
		return lang.BaseUnknown
	case "return_expression", "break_expression", "yield_expression":
		for c := range n.NamedChildren() {
			if !c.Is("label") {
				x.expr(c)
			}
		}
		return lang.BaseUnknown
	case "array_expression":
		for c := range n.NamedChildren() {
			x.expr(c)
		}
		return lang.BaseUnknown
	case "attribute_item":
		x.attribute(n.Child("attribute"))
		return lang.BaseUnknown
	case "type_arguments":
		x.typeArguments(n)
		return lang.BaseUnknown
	case "label", "lifetime":
		return lang.BaseUnknown
	}
	if isItem(n) {
		x.item(n, before{})
		return lang.BaseUnknown
	}
	for c := range n.NamedChildren() {
		x.expr(c)
	}
	return lang.BaseUnknown
}

// instance makes the value of a type reference an instance of the type.
func (x *extractor) instance(typ int32) int32 {
	if typ < 0 {
		return lang.BaseUnknown
	}
	x.b.RefAt(typ).Flags |= lang.RefResult
	return typ
}

func (x *extractor) assigned(n sitter.Node) {
	v := x.expr(n)
	if v >= 0 && n.Is("identifier", "field_expression", "scoped_identifier") {
		x.b.RefAt(v).Role = schema.RoleWrite
	}
}

func (x *extractor) call(n sitter.Node) int32 {
	f, args := n.Field("function"), n.Field("arguments")
	count := int32(0)
	for a := range args.NamedChildren() {
		if !a.Is("attribute_item") {
			count++
		}
	}
	ref := x.callee(f, schema.RoleCall, count)
	receiver := int32(lang.BaseUnknown)
	adapter := false
	if ref >= 0 {
		r := x.b.RefAt(ref)
		adapter = r.Base >= 0 && takesElement(r.Name)
		if adapter {
			receiver = r.Base
		}
	}
	for a := range args.NamedChildren() {
		switch {
		case a.Is("attribute_item"):
			x.attribute(a.Child("attribute"))
		case adapter && a.Is("closure_expression"):
			x.closure(a, receiver)
		default:
			x.expr(a)
		}
	}
	return ref
}

// takesElement reports whether the closure that a method of the standard
// library's containers and iterators takes gets an element of the receiver.
func takesElement(name string) bool {
	switch name {
	case "map", "for_each", "filter", "filter_map", "flat_map", "find", "find_map", "any", "all", "position", "map_or", "map_or_else", "and_then",
		"is_some_and", "is_ok_and", "inspect", "take_while", "skip_while", "map_while", "partition", "max_by_key", "min_by_key", "sort_by_key",
		"retain", "is_none_or", "map_or_default", "try_for_each", "then", "sort_by", "max_by", "min_by", "dedup_by_key", "dedup_by":
		return true
	}
	return false
}

// callee reads what is called, or a function taken as a value.
func (x *extractor) callee(f sitter.Node, role schema.Role, args int32) int32 {
	ref := int32(lang.BaseUnknown)
	switch f.Kind() {
	case "generic_function":
		ref = x.callee(f.Field("function"), role, args)
		x.typeArguments(f.Field("type_arguments"))
		return ref
	case "identifier", "scoped_identifier":
		ref = x.pathRef(f, role, nameOf(f))
	case "field_expression":
		return x.member(f, role, args)
	case "parenthesized_expression":
		return x.implicit("()", x.expr(f), f)
	default:
		x.expr(f)
		return lang.BaseUnknown
	}
	if ref >= 0 && role == schema.RoleCall {
		r := x.b.RefAt(ref)
		r.Args = args
		r.Flags |= lang.RefResult
	}
	return ref
}

func (x *extractor) member(n sitter.Node, role schema.Role, args int32) int32 {
	value := n.Field("value")
	base := x.expr(value)
	if value.Is("string_literal", "raw_string_literal") {
		base = x.builtin("str", value)
	}
	r := newRef(n.Field("field"), role)
	r.Base = base
	if role == schema.RoleCall {
		r.Args = args
		r.Flags = lang.RefResult
	}
	return x.b.Ref(r)
}

// structExpression reads "Name { field: value, short, ..rest }".
func (x *extractor) structExpression(n sitter.Node) int32 {
	name := n.Field("name")
	args := sitter.Node{}
	if name.Is("generic_type_with_turbofish", "generic_type") {
		args = name.Field("type_arguments")
		name = name.Field("type")
	}
	ref := x.pathRef(name, schema.RoleType, typeKey(nameOf(name)))
	x.typeArguments(args)
	if ref >= 0 {
		x.b.RefAt(ref).Flags |= lang.RefNew | lang.RefResult
	}
	for f := range n.Field("body").NamedChildren() {
		switch f.Kind() {
		case "shorthand_field_initializer":
			id := f.Child("identifier")
			x.fieldOf(id, ref, schema.RoleWrite)
			x.expr(id)
		case "field_initializer":
			x.fieldOf(f.Field("field"), ref, schema.RoleWrite)
			x.expr(f.Field("value"))
		case "base_field_initializer":
			x.expr(f.FirstNamed())
		}
	}
	return ref
}

func (x *extractor) fieldOf(name sitter.Node, base int32, role schema.Role) int32 {
	if !name.Ok() {
		return lang.BaseUnknown
	}
	r := newRef(name, role)
	r.Base = base
	return x.b.Ref(r)
}

func (x *extractor) ifExpression(n sitter.Node) int32 {
	opened := x.condition(n.Field("condition"))
	value := x.expr(n.Field("consequence"))
	x.closeScopes(opened)
	if alt := n.Field("alternative"); alt.Ok() {
		if v := x.expr(alt.FirstNamed()); value < 0 {
			value = v
		}
	}
	return value
}

// condition reads a condition and opens a scope for every let in it; the caller
// closes as many as are returned.
func (x *extractor) condition(n sitter.Node) int {
	switch n.Kind() {
	case "let_condition":
		value := x.expr(n.Field("value"))
		x.b.Open(lang.ScopeBlock, schema.None)
		x.pattern(n.Field("pattern"), binding{kind: schema.KindLocal, typ: schema.None, init: initOf(value), whole: n})
		return 1
	case "let_chain":
		opened := 0
		for c := range n.NamedChildren() {
			opened += x.condition(c)
		}
		return opened
	}
	x.expr(n)
	return 0
}

func (x *extractor) closeScopes(n int) {
	for range n {
		x.b.Close()
	}
}

func (x *extractor) forExpression(n sitter.Node) {
	value := n.Field("value")
	v := x.implicit("[]", x.expr(value), value)
	x.b.Open(lang.ScopeBlock, schema.None)
	p := n.Field("pattern")
	b := binding{kind: schema.KindLocal, typ: schema.None, init: initOf(v), whole: p}
	b.pairs = !strings.Contains(value.Text(), ".zip(")
	x.pattern(p, b)
	x.expr(n.Field("body"))
	x.b.Close()
}

func (x *extractor) matchExpression(n sitter.Node) int32 {
	subject := x.expr(n.Field("value"))
	value := int32(lang.BaseUnknown)
	for arm := range n.Field("body").NamedChildren() {
		if !arm.Is("match_arm") {
			continue
		}
		x.b.Open(lang.ScopeBlock, schema.None)
		opened := 0
		for c := range arm.Children() {
			switch {
			case c.Is("attribute_item"):
				x.attribute(c.Child("attribute"))
			case c.Is("match_pattern"):
				x.pattern(c.FirstNamed(), binding{kind: schema.KindLocal, typ: schema.None, init: initOf(subject), whole: c})
				if cond := c.Field("condition"); cond.Ok() {
					opened = x.condition(cond)
				}
			}
		}
		if v := x.expr(arm.Field("value")); value < 0 {
			value = v
		}
		x.closeScopes(opened)
		x.b.Close()
	}
	return value
}

// closure reads a closure; element is the value whose elements its first
// parameter takes, BaseUnknown when that is not known.
func (x *extractor) closure(n sitter.Node, element int32) {
	x.b.Open(lang.ScopeBlock, schema.None)
	defer x.b.Close()
	for p := range n.Field("parameters").NamedChildren() {
		if p.Is("parameter") {
			x.parameter(p)
			continue
		}
		init := initOf(x.implicit("[]", element, p))
		x.pattern(p, binding{kind: schema.KindParameter, typ: schema.None, init: init, whole: p, pairs: true})
	}
	x.typ(n.Field("return_type"))
	x.expr(n.Field("body"))
}
