package swift

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// block reads the statements of a body in the current scope and returns the value of
// the last.
func (x *extractor) block(n sitter.Node) int32 {
	value := int32(lang.BaseUnknown)
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "statements":
			value = x.statements(c)
		case "getter_specifier", "setter_specifier", "modify_specifier", "modifiers", "simple_identifier":
		default:
			x.expr(c)
		}
	}
	return value
}

func (x *extractor) statements(n sitter.Node) int32 {
	value := int32(lang.BaseUnknown)
	count, result := 0, x.result
	for c := range n.Children() {
		if c.Named() && !c.IsExtra() {
			count++
		}
	}
	var above syntax.Above
	for c := range n.Children() {
		switch {
		case c.IsExtra() && !c.IsError():
			if c.Is("comment", "multiline_comment") {
				above.Comment(c)
			}
		case c.Named() || c.IsError():
			if count == 1 { // A single expression is returned.
				x.expected = result
			}
			value = x.declaration(c, above.Take(c))
			x.expected = schema.None
		}
	}
	return value
}

// children reads every named child and returns the value of the first that has one.
func (x *extractor) children(n sitter.Node) int32 {
	first := int32(lang.BaseUnknown)
	for c := range n.Children() {
		if (c.Named() && !c.IsExtra()) || c.IsError() {
			if r := x.declaration(c, nil); first < 0 {
				first = r
			}
		}
	}
	return first
}

// expr reads an expression or a statement and returns the reference whose value it
// has, BaseUnknown when no single reference has it.
func (x *extractor) expr(n sitter.Node) int32 {
	if !n.Ok() || !x.enter(n) {
		return lang.BaseUnknown
	}
	expected := x.expected
	x.expected = schema.None
	value := x.read(n, expected)
	x.expected = expected
	x.leave()
	return value
}

// expecting is expr where the type that is expected is known.
func (x *extractor) expecting(n sitter.Node, expected int32) int32 {
	saved := x.expected
	x.expected = initOf(expected)
	value := x.expr(n)
	x.expected = saved
	return value
}

func (x *extractor) read(n sitter.Node, expected int32) int32 {
	switch n.Kind() {
	case "simple_identifier":
		return x.identifier(n)
	case "navigation_expression":
		return x.navigation(n)
	case "call_expression":
		return x.call(n, expected)
	case "line_string_literal", "multi_line_string_literal", "raw_string_literal":
		x.interpolations(n)
		return lang.BaseUnknown
	case "integer_literal", "real_literal", "boolean_literal", "hex_literal", "bin_literal", "oct_literal", "comment", "multiline_comment", "regex_literal",
		"line_str_text", "availability_condition", "directive", "wildcard_pattern", "try_operator", "value_argument_label", "shebang_line", "diagnostic", "bang":
		return lang.BaseUnknown
	case "property_declaration", "class_declaration", "function_declaration", "protocol_declaration", "typealias_declaration", "init_declaration", "deinit_declaration",
		"subscript_declaration", "enum_entry", "import_declaration", "protocol_function_declaration", "protocol_property_declaration", "associatedtype_declaration",
		"operator_declaration", "precedence_group_declaration", "macro_declaration", "ERROR":
		return x.declaration(n, nil)
	case "prefix_expression":
		return x.prefix(n, expected)
	case "postfix_expression":
		return x.expr(n.Field("target"))
	case "self_expression", "super_expression":
		r := syntax.Ref(n, schema.RoleRead)
		r.Flags = lang.RefSelf
		return x.b.Ref(r)
	case "assignment":
		x.assignment(n)
		return lang.BaseUnknown
	case "if_statement":
		x.branches++
		value := int32(lang.BaseUnknown)
		x.scoped(func() { value = x.conditions(n) })
		return value
	case "while_statement", "repeat_while_statement":
		x.branches++
		x.scoped(func() { x.conditions(n) })
		return lang.BaseUnknown
	case "guard_statement":
		x.branches++
		if x.inBody() {
			x.conditions(n)
		} else {
			x.scoped(func() { x.conditions(n) })
		}
		return lang.BaseUnknown
	case "for_statement":
		x.forStatement(n)
		return lang.BaseUnknown
	case "switch_statement":
		return x.switchStatement(n)
	case "do_statement":
		return x.doStatement(n)
	case "control_transfer_statement":
		return x.transfer(n)
	case "statements":
		x.open(lang.ScopeBlock, schema.None)
		value := x.statements(n)
		x.close()
		return value
	case "lambda_literal":
		return x.closure(n)
	case "ternary_expression":
		x.branches++
		x.expr(n.Field("condition"))
		value := x.expecting(n.Field("if_true"), expected)
		if other := x.expecting(n.Field("if_false"), expected); value < 0 {
			value = other
		}
		return value
	case "nil_coalescing_expression":
		x.branches++
		value := x.expr(n.Field("value"))
		if other := x.expecting(n.Field("if_nil"), max(value, expected)); value < 0 {
			value = other
		}
		return value
	case "conjunction_expression", "disjunction_expression":
		x.branches++
		x.expecting(n.Field("lhs"), expected)
		x.expr(n.Field("rhs"))
		return lang.BaseUnknown
	case "equality_expression":
		left := x.expecting(n.Field("lhs"), expected)
		x.expecting(n.Field("rhs"), left)
		return lang.BaseUnknown
	case "comparison_expression":
		return x.comparison(n)
	case "infix_expression":
		return x.infix(n)
	case "try_expression", "await_expression":
		return x.expecting(n.Field("expr"), expected)
	case "as_expression":
		x.expr(n.Field("expr"))
		typ := x.typ(n.Field("name"), schema.RoleType)
		if typ < 0 {
			return lang.BaseUnknown
		}
		x.b.RefAt(typ).Flags |= lang.RefResult
		return typ
	case "check_expression":
		x.expr(n.Field("target"))
		x.typ(n.Field("name"), schema.RoleType)
		return lang.BaseUnknown
	case "tuple_expression":
		return x.tuple(n, expected)
	case "array_literal":
		element := int32(schema.None)
		if expected >= 0 {
			element = x.element(expected, n)
		}
		for c := range n.NamedChildren() {
			x.expecting(c, element)
		}
		return lang.BaseUnknown
	case "dictionary_literal":
		x.children(n)
		return lang.BaseUnknown
	case "key_path_expression":
		return x.keyPath(n)
	case "selector_expression", "key_path_string_expression":
		return x.children(n)
	case "user_type":
		return x.typeValue(n)
	case "type_identifier":
		return x.b.Ref(x.ref(n, schema.RoleType))
	case "array_type", "dictionary_type", "optional_type", "function_type", "tuple_type", "type_annotation", "existential_type", "opaque_type", "metatype":
		if n.Is("type_annotation") {
			x.annotation(n)
			return lang.BaseUnknown
		}
		return baseOf(x.typ(n, schema.RoleType))
	case "modifiers", "type_modifiers", "parameter_modifiers":
		x.attributes(n, false)
		return lang.BaseUnknown
	case "attribute":
		x.attribute(n)
		return lang.BaseUnknown
	case "type_arguments":
		for c := range n.NamedChildren() {
			x.typ(c, schema.RoleType)
		}
		return lang.BaseUnknown
	case "parameter":
		x.parameter(n)
		return lang.BaseUnknown
	case "type_parameters":
		x.typeParameters(n)
		return lang.BaseUnknown
	case "inheritance_specifier":
		x.typ(n.FirstNamed(), schema.RoleType)
		return lang.BaseUnknown
	case "pattern":
		mark := len(x.b.Facts().Refs)
		x.bind(x.pattern(childrenOf(n), false, schema.None), mark)
		return lang.BaseUnknown
	case "constructor_expression":
		return x.construct(n)
	case "directly_assignable_expression":
		return x.expr(n.FirstNamed())
	case "custom_operator", "statement_label", "value_binding_pattern", "as_operator", "throws", "identifier":
		return lang.BaseUnknown
	}
	return x.children(n)
}

// baseOf turns "no reference" of a type into BaseUnknown for the members of its value.
func baseOf(ref int32) int32 {
	if ref < 0 {
		return lang.BaseUnknown
	}
	return ref
}

// isWord reports words that the grammar takes for names.
func isWord(name string) bool {
	switch name {
	case "true", "false", "nil", "defer", "return", "break", "continue", "fallthrough", "if", "else", "guard", "switch", "case", "default", "func", "var", "let", "class",
		"struct", "enum", "protocol", "extension", "where", "is", "as", "in", "_", "throw", "throws", "try", "do", "catch", "super", "import", "init", "":
		return true
	}
	return false
}

func (x *extractor) identifier(n sitter.Node) int32 {
	text := n.Text()
	if isWord(text) {
		return lang.BaseUnknown
	}
	r := x.ref(n, schema.RoleRead)
	switch {
	case text == "self":
		r.Flags = lang.RefSelf
	case text[0] == '$' && len(text) > 1 && (text[1] < '0' || text[1] > '9'):
		r.Name, r.Col = text[1:], r.Col+1 // What a property wrapper projects.
	case text[0] == '$':
		x.implicitParameter(text)
	}
	return x.b.Ref(r)
}

func isUpper(name string) bool {
	name = strings.TrimLeft(name, "_")
	return name != "" && name[0] >= 'A' && name[0] <= 'Z'
}

// implicitParameter declares $0 of the innermost closure without parameters at its
// first use.
func (x *extractor) implicitParameter(name string) {
	if x.isLocal(name) || len(name) < 2 {
		return
	}
	for i := len(x.scopes) - 1; i > 0; i-- {
		sc := &x.scopes[i]
		if !sc.local {
			return
		}
		if !sc.closure {
			continue
		}
		s := lang.NewSymbol(name, schema.KindParameter)
		s.Span.StartLine, s.Span.StartCol = sc.at.Start()
		s.Span.EndLine, s.Span.EndCol = s.Span.StartLine, s.Span.StartCol+1
		s.Flags = schema.SymbolSynthetic
		if name == "$0" {
			s.Init = sc.given
		}
		x.b.BindIn(sc.id, name, x.b.DefineHidden(s))
		return
	}
}

func (x *extractor) interpolations(n sitter.Node) {
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "line_str_text", "multi_line_str_text", "str_escaped_char", "raw_str_part", "raw_str_end_part":
		case "interpolated_expression":
			for v := range c.NamedChildren() {
				if !v.Is("value_argument_label") {
					x.expr(v)
				}
			}
		default:
			x.children(c)
		}
	}
}

func (x *extractor) assignment(n sitter.Node) {
	target := n.Field("target")
	inner := target
	if inner.Is("directly_assignable_expression") {
		inner = inner.FirstNamed()
	}
	left := x.expr(target)
	if left >= 0 && inner.Is("simple_identifier", "navigation_expression") {
		x.b.RefAt(left).Role = schema.RoleWrite
	}
	x.expecting(n.Field("result"), left)
}

// transfer reads return, throw, break and the like.
func (x *extractor) transfer(n sitter.Node) int32 {
	word := ""
	value := int32(lang.BaseUnknown)
	for c := range n.Children() {
		switch {
		case word == "":
			word = c.Kind()
		case !c.Named() && !c.IsError():
		case word == "break" || word == "continue": // A label.
		case word == "return":
			value = x.expecting(c, x.result)
		default:
			x.expr(c)
		}
	}
	return value
}

func (x *extractor) prefix(n sitter.Node, expected int32) int32 {
	target := n.Field("target")
	if n.Field("operation").Kind() != "." {
		return x.expr(target)
	}
	if !target.Is("simple_identifier") {
		return x.expr(target)
	}
	return x.implicitMember(target, schema.RoleRead, expected)
}

// implicitMember reads ".name", a member of the type that is expected.
func (x *extractor) implicitMember(name sitter.Node, role schema.Role, expected int32) int32 {
	r := x.ref(name, role)
	if r.Base = expected; expected < 0 {
		r.Base = lang.BaseUnknown
	}
	return x.b.Ref(r)
}

// comparison reads a < b. "A.B<C>(d)" is taken for two comparisons by the grammar.
func (x *extractor) comparison(n sitter.Node) int32 {
	left, right := n.Field("lhs"), n.Field("rhs")
	if n.Field("op").Kind() == "<" && right.Is("comparison_expression") && right.Field("op").Kind() == ">" && isTight(n) && isTight(right) {
		return x.generic(left, right.Field("lhs"), right.Field("rhs"))
	}
	x.expr(left)
	x.expr(right)
	return lang.BaseUnknown
}

// isTight reports an operator that no blank comes before.
func isTight(n sitter.Node) bool {
	_, end := n.Field("lhs").Bytes()
	start, _ := n.Field("op").Bytes()
	return start == end
}

// generic reads a call or a member of a type with arguments.
func (x *extractor) generic(callee, argument, rest sitter.Node) int32 {
	base := x.expr(callee)
	if t := x.expr(argument); t >= 0 {
		x.b.RefAt(t).Role = schema.RoleType
	}
	if base >= 0 && rest.Is("tuple_expression") {
		r := x.b.RefAt(base)
		r.Role = schema.RoleCall
		r.Flags |= lang.RefResult
		count := int32(0)
		for c := range rest.NamedChildren() {
			if c.FieldName() == "value" {
				count++
			}
		}
		r.Args = count
		x.tuple(rest, schema.None)
		return base
	}
	return x.expecting(rest, base)
}

// infix is a use of an operator that the grammar does not know: a call of its function.
func (x *extractor) infix(n sitter.Node) int32 {
	x.expr(n.Field("lhs"))
	if op := n.Field("op"); op.Is("custom_operator") {
		r := syntax.Ref(op, schema.RoleCall)
		r.Flags = lang.RefResult
		r.Args = 2
		x.b.RefAs(freeKey, r)
	}
	x.expr(n.Field("rhs"))
	return lang.BaseUnknown
}

func (x *extractor) tuple(n sitter.Node, expected int32) int32 {
	values, value := 0, int32(lang.BaseUnknown)
	for c := range n.Children() {
		switch {
		case c.FieldName() == "name":
		case c.Named() && !c.IsExtra() || c.IsError():
			values++
			value = x.expecting(c, expected)
		}
	}
	if values != 1 {
		return lang.BaseUnknown
	}
	return value
}

func (x *extractor) keyPath(n sitter.Node) int32 {
	value := int32(lang.BaseUnknown)
	for c := range n.NamedChildren() {
		switch {
		case c.Is("type_identifier"):
			value = x.b.Ref(x.ref(c, schema.RoleType))
		case c.Is("simple_identifier"):
			r := x.ref(c, schema.RoleRead)
			r.Base = value
			value = x.b.Ref(r)
		default:
			x.expr(c)
		}
	}
	return value
}

// typeValue reads a type where an expression stands: the grammar takes some chains of
// names for one.
func (x *extractor) typeValue(n sitter.Node) int32 {
	base := int32(lang.BaseNone)
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "type_identifier":
			r := x.ref(c, schema.RoleRead)
			r.Base = base
			base = x.b.Ref(r)
		case "type_arguments":
			x.expr(c)
		}
	}
	return baseOf(base)
}
