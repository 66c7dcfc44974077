package dart

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// chain reads siblings, among which a value and the selectors behind it follow each
// other, and returns the reference that is the last value, BaseUnknown for none.
func (x *extractor) chain(nodes []sitter.Node) int32 {
	value := int32(lang.BaseUnknown)
	for i := 0; i < len(nodes); i++ {
		n := nodes[i]
		switch n.Kind() {
		case "selector":
			value = x.selector(n, value)
		case "argument_part":
			x.call(n, value)
		case "unconditional_assignable_selector", "conditional_assignable_selector", "index_selector":
			value = x.assignable(n, value, schema.RoleRead)
		case "cascade_section":
			x.cascade(n, value)
		case "arguments":
			args := x.arguments(n)
			if value >= 0 {
				r := x.b.RefAt(value)
				r.Role, r.Args = schema.RoleCall, args
				r.Flags |= lang.RefResult
			}
		case "type_arguments":
			x.typeArguments(n)
		case "type_identifier":
			j := i + 1
			for j < len(nodes) && nodes[j].Is(".", "type_identifier", "type_arguments", "nullable_type") {
				j++
			}
			value = max(x.typeOf(nodes[i:j], schema.RoleType), lang.BaseUnknown)
			i = j - 1
		default:
			if n.Named() && (!n.IsExtra() || n.IsError()) {
				value = x.expr(n)
			}
		}
	}
	return value
}

// expr reads an expression that is one node.
func (x *extractor) expr(n sitter.Node) int32 {
	if !n.Ok() || !x.enter(n) {
		return lang.BaseUnknown
	}
	defer x.leave()
	switch n.Kind() {
	case "identifier", "identifier_dollar_escaped":
		return x.name(n, schema.RoleRead)
	case "this", "super":
		r := syntax.Ref(n, schema.RoleRead)
		r.Flags = lang.RefSelf
		return x.b.Ref(r)
	case "parenthesized_expression", "unary_expression", "await_expression", "throw_expression", "spread_element", "argument", "assignable_expression", "postfix_expression":
		value := x.chain(parts(n))
		if n.Is("await_expression") && value >= 0 {
			x.b.RefAt(value).Flags |= lang.RefElement
		}
		return value
	case "assignment_expression":
		x.assignment(n)
	case "new_expression", "const_object_expression":
		return x.construct(n)
	case "type_cast_expression":
		x.chain(parts(n))
	case "type_test", "type_cast":
		x.typeOf(parts(n), schema.RoleType)
	case "if_null_expression":
		return x.chain(parts(n))
	case "function_expression":
		x.closure(n)
	case "list_literal", "set_or_map_literal":
		x.chain(parts(n))
	case "pair":
		x.chain(parts(n))
	case "named_argument":
		x.namedArgument(n)
	case "record_field", "label":
		for c := range n.NamedChildren() {
			if !c.Is("label", "identifier") {
				x.chain(valuesOf(n))
				break
			}
			if c.Is("identifier") && n.Is("record_field") {
				x.chain(valuesOf(n))
				break
			}
		}
	case "switch_expression":
		x.switchExpression(n)
	case "string_literal":
		if n.FirstNamed().Ok() {
			x.chain(parts(n))
		}
	case "decimal_integer_literal", "hex_integer_literal", "decimal_floating_point_literal", "true", "false", "null_literal", "symbol_literal",
		"documentation_comment", "comment", "escape_sequence", "type_test_operator", "is_operator", "as_operator", "const_builtin":
	default:
		return x.statement(n)
	}
	return lang.BaseUnknown
}

// valuesOf lists the children of a record's field without its label.
func valuesOf(n sitter.Node) []sitter.Node {
	var out []sitter.Node
	for c := range n.Children() {
		if !c.Is("label") {
			out = append(out, c)
		}
	}
	return out
}

func (x *extractor) name(n sitter.Node, role schema.Role) int32 {
	if n.IsMissing() || n.Text() == "" {
		return lang.BaseUnknown
	}
	r := syntax.Ref(n, role)
	if x.edits.shorthand(r.Line, r.Col) { // .name, whose type the context knows.
		r.Base = lang.BaseUnknown
	}
	return x.b.Ref(r)
}

// selector applies .name, ?.name, [index], (arguments) or ! to a value.
func (x *extractor) selector(n sitter.Node, value int32) int32 {
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "argument_part":
			x.call(c, value)
		case "type_arguments":
			x.typeArguments(c)
		default:
			value = x.assignable(c, value, schema.RoleRead)
		}
	}
	return value
}

// call marks that the value is called with the arguments of n.
func (x *extractor) call(n sitter.Node, value int32) {
	args := int32(0)
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "arguments":
			args = x.arguments(c)
		case "type_arguments":
			x.typeArguments(c)
		}
	}
	if value < 0 {
		return
	}
	r := x.b.RefAt(value)
	if r.Flags&lang.RefResult != 0 { // f()(): the result is called.
		return
	}
	r.Role, r.Args = schema.RoleCall, args
	r.Flags |= lang.RefResult
}

// arguments reads (a, b: c) and counts them.
func (x *extractor) arguments(n sitter.Node) int32 {
	count := int32(0)
	for a := range n.NamedChildren() {
		count++
		x.chain([]sitter.Node{a})
	}
	return count
}

// namedArgument reads name: value; the name is a parameter of what is called.
func (x *extractor) namedArgument(n sitter.Node) {
	for c := range n.Children() {
		if !c.Is("label") {
			x.chain(after(n, c))
			return
		}
	}
}

// after lists n's children from c on.
func after(n, c sitter.Node) []sitter.Node {
	var out []sitter.Node
	for d := range n.Children() {
		if d.Index() >= c.Index() {
			out = append(out, d)
		}
	}
	return out
}

// assignable applies a selector that could stand left of "=".
func (x *extractor) assignable(n sitter.Node, value int32, role schema.Role) int32 {
	if n.Is("index_selector") {
		x.chain(parts(n))
		if value >= 0 {
			x.b.RefAt(value).Flags |= lang.RefElement
		}
		return value
	}
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "identifier":
			r := syntax.Ref(c, role)
			r.Base = value
			value = x.b.Ref(r)
		case "index_selector":
			value = x.assignable(c, value, role)
		default:
			x.chain([]sitter.Node{c})
		}
	}
	return value
}

// cascade reads ..name, ..name(…) or ..name = value on a value.
func (x *extractor) cascade(n sitter.Node, base int32) {
	value := base
	assigned := false
	for c := range n.Children() {
		switch c.Kind() {
		case "cascade_selector":
			for d := range c.NamedChildren() {
				if d.Is("identifier") {
					r := syntax.Ref(d, schema.RoleRead)
					r.Base = base
					value = x.b.Ref(r)
				} else {
					x.chain([]sitter.Node{d})
				}
			}
		case "argument_part":
			x.call(c, value)
		case "=", "+=", "-=", "??=", "assignment_operator":
			assigned = true
			if value >= 0 && value != base {
				x.b.RefAt(value).Role = schema.RoleWrite
			}
		default:
			if !c.Named() {
				continue
			}
			if !assigned && c.Is("selector", "unconditional_assignable_selector", "conditional_assignable_selector", "index_selector") {
				value = x.chainOn(c, value)
				continue
			}
			if !assigned && value >= 0 && value != base { // The grammar leaves the "=" out.
				x.b.RefAt(value).Role = schema.RoleWrite
				assigned = true
			}
			x.chain(after(n, c))
			return
		}
	}
}

func (x *extractor) chainOn(n sitter.Node, value int32) int32 {
	if n.Is("selector") {
		return x.selector(n, value)
	}
	return x.assignable(n, value, schema.RoleRead)
}

// assignment reads target = value; the last name of the target is written.
func (x *extractor) assignment(n sitter.Node) {
	left := n.Field("left")
	ref := x.chain(parts(left))
	if left.Is("identifier") {
		ref = x.name(left, schema.RoleWrite)
	}
	if last := left.LastNamed(); ref >= 0 && !(last.Is("unconditional_assignable_selector") && last.Child("index_selector").Ok()) && !last.Is("index_selector") {
		x.b.RefAt(ref).Role = schema.RoleWrite
	}
	seen := false
	var right []sitter.Node
	for c := range n.Children() {
		if seen {
			right = append(right, c)
		}
		seen = seen || c.FieldName() == "operator"
	}
	x.chain(right)
}

// construct reads new T(…) and const T.named(…).
func (x *extractor) construct(n sitter.Node) int32 {
	var typ []sitter.Node
	ref := int32(lang.BaseUnknown)
	for c := range n.Children() {
		switch c.Kind() {
		case "type_identifier", "type_arguments":
			typ = append(typ, c)
		case ".":
			if len(typ) > 0 {
				typ = append(typ, c)
			}
		case "identifier": // The name of the constructor.
			ref = x.typeOf(typ, schema.RoleType)
			r := syntax.Ref(c, schema.RoleCall)
			r.Base = max(ref, lang.BaseUnknown)
			if ref < 0 {
				r.Base = lang.BaseUnknown
			}
			ref = x.b.Ref(r)
			typ = nil
		case "arguments":
			if len(typ) > 0 {
				ref = x.typeOf(typ, schema.RoleCall)
			}
			args := x.arguments(c)
			if ref >= 0 {
				r := x.b.RefAt(ref)
				r.Role, r.Args = schema.RoleCall, args
				r.Flags |= lang.RefNew | lang.RefResult
			}
		}
	}
	if ref < 0 {
		return lang.BaseUnknown
	}
	return ref
}

// closure reads a function without a name.
func (x *extractor) closure(n sitter.Node) {
	x.scoped(func() {
		for c := range n.Children() {
			switch c.Kind() {
			case "formal_parameter_list":
				x.parameters(c)
			case "type_parameters":
				x.typeParameters(c)
			default:
				if c.Named() {
					x.chain([]sitter.Node{c})
				}
			}
		}
	})
}
