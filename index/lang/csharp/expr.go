package csharp

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// callKey keeps bare calls apart from values; see the package comment.
func callKey(name string) string { return name + "()" }

// baseOf turns "no reference" into BaseUnknown for the members of a value.
func baseOf(ref int32) int32 {
	if ref < 0 {
		return lang.BaseUnknown
	}
	return ref
}

// statements reads the statements below n in the current scope.
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
	case "block", "for_statement", "using_statement", "checked_statement", "fixed_statement", "lock_statement", "switch_section", "unsafe_statement":
		x.b.Open(lang.ScopeBlock, schema.None)
		x.statements(n)
		x.b.Close()
	case "switch_statement":
		x.expr(n.Field("value"))
		x.statements(n.Field("body"))
	case "local_declaration_statement", "expression_statement", "if_statement", "while_statement", "do_statement", "return_statement", "throw_statement", "yield_statement",
		"try_statement", "finally_clause", "global_statement", "catch_filter_clause", "labeled_statement", "ERROR", "switch_body", "else_clause",
		"preproc_if", "preproc_else", "preproc_elif", "preproc_region":
		for c := range n.NamedChildren() {
			if !(c.FieldName() == "condition" && strings.HasPrefix(n.Kind(), "preproc")) && !(n.Is("labeled_statement") && c.Is("identifier")) {
				x.statement(c)
			}
		}
	case "break_statement", "continue_statement", "goto_statement", "empty_statement", "modifier", "discard":
	case "variable_declaration":
		x.locals(n)
	case "foreach_statement":
		x.foreach(n)
	case "catch_clause":
		x.b.Open(lang.ScopeBlock, schema.None)
		if d := n.Child("catch_declaration"); d.Ok() {
			typ := x.typ(d.Field("type"), schema.RoleType)
			if name := d.Field("name"); name.Ok() {
				x.local(name, typ)
			}
		}
		for c := range n.NamedChildren() {
			if !c.Is("catch_declaration") {
				x.statement(c)
			}
		}
		x.b.Close()
	case "local_function_statement":
		x.callable(n)
	case "class_declaration", "struct_declaration", "record_declaration", "interface_declaration", "enum_declaration", "delegate_declaration", "namespace_declaration",
		"method_declaration", "constructor_declaration", "property_declaration", "field_declaration", "using_directive", "indexer_declaration", "operator_declaration", "event_field_declaration":
		x.declaration(n)
	default:
		x.expr(n)
	}
}

// local declares a variable of a body.
func (x *extractor) local(name sitter.Node, typ int32) int32 {
	s := syntax.Symbol(name, name, schema.KindLocal)
	s.Type = typ
	return x.b.Define(s)
}

func (x *extractor) locals(n sitter.Node) {
	typ := x.typ(n.Field("type"), schema.RoleType)
	for d := range n.NamedChildren() {
		if !d.Is("variable_declarator") {
			continue
		}
		init := x.initializer(d)
		name := d.Field("name")
		if !name.Ok() { // var (a, b) = …
			x.designation(d)
			continue
		}
		x.b.Symbol(x.local(name, typ)).Init = init
	}
}

// designation declares the names of "(a, (b, _))".
func (x *extractor) designation(n sitter.Node) {
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "tuple_pattern", "parenthesized_variable_designation":
			x.designation(c)
		case "identifier":
			if n.Is("tuple_pattern", "parenthesized_variable_designation") {
				x.local(c, schema.None)
			}
		}
	}
}

func (x *extractor) foreach(n sitter.Node) {
	x.b.Open(lang.ScopeBlock, schema.None)
	defer x.b.Close()
	value := x.expr(n.Field("right"))
	typ := x.typ(n.Field("type"), schema.RoleType)
	if left := n.Field("left"); left.Is("identifier") {
		id := x.local(left, typ)
		if typ == schema.None && value >= 0 {
			x.b.Symbol(id).Init = x.element(value, left)
		}
	} else {
		x.designation(left)
	}
	x.statement(n.Field("body"))
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

// expr reads an expression and returns the reference whose value it has.
func (x *extractor) expr(n sitter.Node) int32 {
	if !n.Ok() || !x.enter(n) {
		return lang.BaseUnknown
	}
	defer x.leave()
	switch n.Kind() {
	case "identifier":
		return x.b.Ref(syntax.Ref(n, schema.RoleRead))
	case "this", "base", "this_expression", "base_expression":
		r := syntax.Ref(n, schema.RoleRead)
		r.Flags = lang.RefSelf
		return x.b.Ref(r)
	case "parenthesized_expression", "await_expression", "checked_expression", "postfix_unary_expression", "ref_expression":
		return x.expr(n.FirstNamed())
	case "member_access_expression":
		return x.member(n, schema.RoleRead)
	case "conditional_access_expression", "member_binding_expression", "generic_name":
		return x.named(n, schema.RoleRead)
	case "element_access_expression":
		value := x.expr(n.Field("expression"))
		x.arguments(n.Field("subscript"))
		return x.element(value, n)
	case "invocation_expression":
		return x.call(n)
	case "object_creation_expression":
		return x.creation(n)
	case "implicit_object_creation_expression":
		x.arguments(n.Child("argument_list"))
		x.initializers(n.Child("initializer_expression"), lang.BaseUnknown)
		return lang.BaseUnknown
	case "array_creation_expression":
		typ := x.typ(n.Field("type"), schema.RoleType)
		x.initializers(n.Child("initializer_expression"), lang.BaseUnknown)
		return baseOf(typ)
	case "cast_expression":
		typ := x.typ(n.Field("type"), schema.RoleType)
		x.expr(n.Field("value"))
		return x.instance(typ)
	case "as_expression":
		x.expr(n.Field("left"))
		return x.instance(x.typ(n.Field("right"), schema.RoleType))
	case "is_expression":
		x.expr(n.Field("left"))
		x.typ(n.Field("right"), schema.RoleType)
		return lang.BaseUnknown
	case "is_pattern_expression":
		x.expr(n.Field("expression"))
		x.pattern(n.Field("pattern"))
		return lang.BaseUnknown
	case "typeof_expression", "sizeof_expression", "default_expression":
		x.typ(n.Field("type"), schema.RoleType)
		return lang.BaseUnknown
	case "assignment_expression":
		right := x.expr(n.Field("right"))
		x.assigned(n.Field("left"))
		return right
	case "prefix_unary_expression":
		if op := n.Child("++", "--"); op.Ok() {
			x.assigned(n.FirstNamed())
			return lang.BaseUnknown
		}
		return x.expr(n.FirstNamed())
	case "conditional_expression":
		x.expr(n.Field("condition"))
		a, b := x.expr(n.Field("consequence")), x.expr(n.Field("alternative"))
		if a < 0 {
			return b
		}
		return a
	case "binary_expression":
		left, right := x.expr(n.Field("left")), x.expr(n.Field("right"))
		if n.Field("operator").Is("??") {
			if left < 0 {
				return right
			}
			return left
		}
		return lang.BaseUnknown
	case "lambda_expression", "anonymous_method_expression":
		x.lambda(n)
		return lang.BaseUnknown
	case "declaration_expression":
		typ := x.typ(n.Field("type"), schema.RoleType)
		if name := n.Field("name"); name.Is("identifier") {
			x.local(name, typ)
		} else {
			x.designation(n)
		}
		return lang.BaseUnknown
	case "switch_expression":
		return x.switchOver(n)
	case "query_expression":
		x.b.Open(lang.ScopeBlock, schema.None)
		for c := range n.NamedChildren() {
			x.expr(c)
		}
		x.b.Close()
		return lang.BaseUnknown
	case "from_clause", "join_clause", "let_clause", "join_into_clause", "query_continuation":
		x.clause(n)
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
		x.initializers(n.Child("with_initializer_expression", "initializer_expression"), value)
		return value
	case "argument":
		x.argument(n)
		return lang.BaseUnknown
	case "attribute_list":
		x.attributes(n)
		return lang.BaseUnknown
	case "qualified_name", "nullable_type", "array_type", "predefined_type", "pointer_type":
		return baseOf(x.typ(n, schema.RoleType))
	case "block", "variable_declaration", "local_declaration_statement", "local_function_statement":
		x.statement(n)
		return lang.BaseUnknown
	case "string_literal", "verbatim_string_literal", "raw_string_literal", "integer_literal", "real_literal", "character_literal", "boolean_literal", "null_literal", "string_content", "interpolation_start", "interpolation_brace", "interpolation_format_clause":
		return lang.BaseUnknown
	case "constant_pattern", "declaration_pattern", "recursive_pattern", "var_pattern", "type_pattern", "and_pattern", "or_pattern", "negated_pattern", "relational_pattern", "parenthesized_pattern", "list_pattern":
		x.pattern(n)
		return lang.BaseUnknown
	}
	for c := range n.NamedChildren() {
		x.expr(c)
	}
	return lang.BaseUnknown
}

// instance makes a type reference stand for a value of the type.
func (x *extractor) instance(typ int32) int32 {
	if typ < 0 {
		return lang.BaseUnknown
	}
	x.b.RefAt(typ).Flags |= lang.RefResult
	return typ
}

// assigned reads the left side of an assignment.
func (x *extractor) assigned(n sitter.Node) {
	switch n.Kind() {
	case "identifier", "member_access_expression":
		if r := x.expr(n); r >= 0 {
			x.b.RefAt(r).Role = schema.RoleWrite
		}
	case "tuple_expression":
		for c := range n.NamedChildren() {
			for v := range c.NamedChildren() {
				x.assigned(v)
			}
		}
	default:
		x.expr(n)
	}
}

func (x *extractor) member(n sitter.Node, role schema.Role) int32 {
	base := n.Field("expression")
	return x.last(n.Field("name"), role, x.expr(base))
}

// last refers to a name, which may have type arguments, as a member of base.
func (x *extractor) last(name sitter.Node, role schema.Role, base int32) int32 {
	args := name.Child("type_argument_list")
	if name.Is("generic_name") {
		name = name.FirstNamed()
	}
	r := syntax.Ref(name, role)
	r.Base = base
	x.typeArguments(args)
	return x.b.Ref(r)
}

// named refers to the last name of n with the role.
func (x *extractor) named(n sitter.Node, role schema.Role) int32 {
	switch n.Kind() {
	case "member_access_expression":
		return x.member(n, role)
	case "member_binding_expression":
		return x.last(n.Field("name"), role, x.binding)
	case "conditional_access_expression":
		saved := x.binding
		x.binding = x.expr(n.Field("condition"))
		defer func() { x.binding = saved }()
		rest := n.LastNamed()
		if rest.Is("member_access_expression", "member_binding_expression", "conditional_access_expression") {
			return x.named(rest, role)
		}
		return x.expr(rest)
	case "identifier", "generic_name":
		if role != schema.RoleCall {
			return x.last(n, role, lang.BaseNone)
		}
		r := x.last(n, role, lang.BaseNone)
		x.b.LookupAs(r, callKey(x.b.RefAt(r).Name))
		return r
	}
	return x.expr(n)
}

func (x *extractor) call(n sitter.Node) int32 {
	function := n.Field("function")
	r := int32(lang.BaseUnknown)
	switch {
	case function.Text() == "nameof":
		x.arguments(n.Field("arguments"))
		return lang.BaseUnknown
	case function.Is("identifier", "generic_name", "member_access_expression", "member_binding_expression", "conditional_access_expression"):
		r = x.named(function, schema.RoleCall)
	default:
		x.expr(function)
	}
	args := x.arguments(n.Field("arguments"))
	if r >= 0 && x.b.RefAt(r).Role == schema.RoleCall {
		ref := x.b.RefAt(r)
		ref.Flags |= lang.RefResult
		ref.Args = args
	}
	return r
}

func (x *extractor) creation(n sitter.Node) int32 {
	ref := x.typ(n.Field("type"), schema.RoleCall)
	args := x.arguments(n.Field("arguments"))
	if ref >= 0 {
		r := x.b.RefAt(ref)
		if r.Role == schema.RoleCall {
			r.Flags |= lang.RefNew | lang.RefResult
			r.Args = args
		}
	}
	x.initializers(n.Field("initializer"), baseOf(ref))
	return baseOf(ref)
}

// initializers reads { A = 1, [k] = v, x }: assignments set members of value.
func (x *extractor) initializers(n sitter.Node, value int32) {
	for c := range n.NamedChildren() {
		left := c.Field("left")
		if !left.Ok() {
			left = c.FirstNamed()
		}
		if !c.Is("assignment_expression", "with_initializer") || !left.Is("identifier") {
			x.expr(c)
			continue
		}
		r := syntax.Ref(left, schema.RoleWrite)
		r.Base = value
		target := x.b.Ref(r)
		right := c.Field("right")
		if !right.Ok() {
			right = c.LastNamed()
		}
		if right.Is("initializer_expression") {
			x.initializers(right, target)
			continue
		}
		x.expr(right)
	}
}

func (x *extractor) arguments(n sitter.Node) int32 {
	count := int32(0)
	for a := range n.NamedChildren() {
		x.argument(a)
		count++
	}
	return count
}

// argument reads a value; the name of a named one is a parameter of whatever is called.
func (x *extractor) argument(n sitter.Node) {
	if !n.Is("argument") {
		x.expr(n)
		return
	}
	for c := range n.NamedChildren() {
		if c.FieldName() != "name" && !c.Is("name_colon") {
			x.expr(c)
		}
	}
}

func (x *extractor) lambda(n sitter.Node) {
	x.b.Open(lang.ScopeBlock, schema.None)
	defer x.b.Close()
	switch p := n.Field("parameters"); p.Kind() {
	case "implicit_parameter", "identifier":
		x.b.Define(syntax.Symbol(p, p, schema.KindParameter))
	default:
		x.parameters(p)
	}
	if body := n.Field("body"); body.Is("block") {
		x.statements(body)
	} else {
		x.expr(body)
	}
	if body := n.Child("block"); body.Ok() && !n.Field("body").Ok() {
		x.statements(body)
	}
}

func (x *extractor) switchOver(n sitter.Node) int32 {
	value := int32(lang.BaseUnknown)
	for c := range n.NamedChildren() {
		if !c.Is("switch_expression_arm") {
			x.expr(c)
			continue
		}
		x.b.Open(lang.ScopeBlock, schema.None)
		last := c.LastNamed()
		for p := range c.NamedChildren() {
			switch {
			case p.Index() == last.Index():
				if r := x.expr(p); value < 0 {
					value = r
				}
			case p.Is("when_clause"):
				x.expr(p)
			default:
				x.pattern(p)
			}
		}
		x.b.Close()
	}
	return value
}

// pattern reads types and constants of a pattern and declares its variables.
func (x *extractor) pattern(n sitter.Node) {
	if !n.Ok() || !x.enter(n) {
		return
	}
	defer x.leave()
	switch n.Kind() {
	case "declaration_pattern", "recursive_pattern":
		typ := x.typ(n.Field("type"), schema.RoleType)
		for c := range n.NamedChildren() {
			switch {
			case c.FieldName() == "type":
			case c.FieldName() == "name" && c.Is("identifier"):
				x.local(c, typ)
			case c.Is("property_pattern_clause"):
				x.subpatterns(c, typ)
			default:
				x.pattern(c)
			}
		}
	case "var_pattern":
		if name := n.Field("name"); name.Is("identifier") {
			x.local(name, schema.None)
		} else {
			x.designation(n)
		}
	case "type_pattern":
		x.typ(n.FirstNamed(), schema.RoleType)
	case "constant_pattern":
		// A bare name may be a type as well: the linker knows.
		x.expr(n.FirstNamed())
	case "discard":
	case "and_pattern", "or_pattern", "negated_pattern", "parenthesized_pattern", "list_pattern", "positional_pattern_clause", "subpattern", "relational_pattern", "property_pattern_clause":
		for c := range n.NamedChildren() {
			x.pattern(c)
		}
	default:
		x.expr(n)
	}
}

// subpatterns reads { Name: pattern }: members of the type that is matched.
func (x *extractor) subpatterns(n sitter.Node, typ int32) {
	for c := range n.NamedChildren() {
		first := c.FirstNamed()
		for p := range c.NamedChildren() {
			switch {
			case p.Index() != first.Index() || !c.Is("subpattern"):
				x.pattern(p)
			case p.Is("identifier"):
				r := syntax.Ref(p, schema.RoleRead)
				r.Base = x.instance(typ)
				x.b.Ref(r)
			default:
				x.expr(p)
			}
		}
	}
}

// clause reads a clause of a query that declares a range variable.
func (x *extractor) clause(n sitter.Node) {
	name := n.Field("name")
	if !name.Ok() && n.Is("let_clause", "join_into_clause", "query_continuation") {
		name = n.FirstNamed()
	}
	value := int32(lang.BaseUnknown)
	for c := range n.NamedChildren() {
		switch {
		case c.Index() == name.Index():
		case c.FieldName() == "type":
			x.typ(c, schema.RoleType)
		default:
			if r := x.expr(c); value < 0 {
				value = r
			}
		}
	}
	if !name.Ok() {
		return
	}
	id := x.local(name, schema.None)
	if value >= 0 && n.Is("from_clause", "join_clause") {
		x.b.Symbol(id).Init = x.element(value, name)
	}
}

// holds reports whether a type of the library is a collection, and whether its last
// type argument, not the first, is what it holds.
func holds(name string) (last, ok bool) {
	switch name {
	case "List", "IList", "IReadOnlyList", "IEnumerable", "ICollection", "IReadOnlyCollection", "HashSet", "ISet", "Queue", "Stack", "LinkedList", "ConcurrentBag", "ConcurrentQueue", "ImmutableArray", "ImmutableList",
		"IQueryable", "Collection", "ObservableCollection", "IAsyncEnumerable", "IEnumerator", "Span", "ReadOnlySpan", "Memory", "SortedSet", "BlockingCollection":
		return false, true
	case "Dictionary", "IDictionary", "IReadOnlyDictionary", "ConcurrentDictionary", "SortedDictionary", "ImmutableDictionary", "SortedList":
		return true, true
	}
	return false, false
}

// typ reads a type and returns the reference to the named type; of a collection that
// of what it holds, of a task that of its result.
func (x *extractor) typ(n sitter.Node, role schema.Role) int32 {
	switch n.Kind() {
	case "identifier":
		if n.Text() == "var" || n.Text() == "dynamic" {
			return schema.None
		}
		return x.b.Ref(syntax.Ref(n, role))
	case "qualified_name", "alias_qualified_name":
		base := int32(lang.BaseNone)
		if q := n.Field("qualifier"); q.Ok() {
			base = x.typ(q, schema.RoleType)
		}
		return x.generic(n.Field("name"), role, base)
	case "generic_name":
		return x.generic(n, role, lang.BaseNone)
	case "nullable_type", "ref_type", "scoped_type", "pointer_type":
		if t := n.Field("type"); t.Ok() {
			return x.typ(t, role)
		}
		return x.typ(n.LastNamed(), role)
	case "array_type":
		r := x.typ(n.Field("type"), role)
		if r >= 0 {
			x.b.RefAt(r).Flags |= lang.RefContainer
		}
		for c := range n.Field("rank").NamedChildren() {
			x.expr(c)
		}
		return r
	case "tuple_type", "tuple_element", "function_pointer_type", "function_pointer_parameter", "type_argument_list", "type":
		for c := range n.NamedChildren() {
			if c.FieldName() != "name" {
				x.typ(c, schema.RoleType)
			}
		}
	}
	return schema.None
}

func (x *extractor) typeArguments(n sitter.Node) []int32 {
	var out []int32
	for t := range n.NamedChildren() {
		out = append(out, x.typ(t, schema.RoleType))
	}
	return out
}

// generic refers to a name with type arguments.
func (x *extractor) generic(n sitter.Node, role schema.Role, base int32) int32 {
	name := n
	if n.Is("generic_name") {
		name = n.FirstNamed()
	}
	r := syntax.Ref(name, role)
	r.Base = base
	head := x.b.Ref(r)
	args := x.typeArguments(n.Child("type_argument_list"))
	if role != schema.RoleType || len(args) == 0 {
		return head
	}
	switch r.Name {
	case "Task", "ValueTask", "Nullable", "Lazy":
		return args[0]
	}
	if last, ok := holds(r.Name); ok {
		held := args[0]
		if last {
			held = args[len(args)-1]
		}
		if held >= 0 {
			x.b.RefAt(held).Flags |= lang.RefContainer
		}
		return held
	}
	return head
}
