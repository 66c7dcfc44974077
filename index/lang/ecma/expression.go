package ecma

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// expr reads an expression and returns the reference whose value it has, -1 when
// no reference has it. context is a reference to the type it is expected to have.
func (e *extractor) expr(n sitter.Node, context int32) int32 {
	switch n.Kind() {
	case "", "comment", "number", "regex", "true", "false", "null", "undefined", "string", "jsx_text", "meta_property", "regex_pattern",
		"property_identifier", "statement_identifier", "html_character_reference":
		return schema.None
	case "identifier", "shorthand_property_identifier":
		return e.ref(n, schema.RoleRead, lang.BaseNone)
	case "this", "super":
		r := lang.NewRef(n.Text(), schema.RoleRead)
		r.Line, r.Col = n.Start()
		_, r.EndCol = n.End()
		r.Flags = lang.RefSelf
		if n.Is("this") || e.frame.this < 0 || e.b.Symbol(e.frame.this).Kind != schema.KindClass {
			r.Encl = e.thisOwner()
		}
		return e.add(r)
	case "member_expression", "nested_identifier":
		return e.memberExpression(n)
	case "subscript_expression":
		return e.subscript(n)
	case "call_expression":
		return e.call(n, context)
	case "new_expression":
		return e.newExpression(n)
	case "await_expression":
		return e.step(n, e.expr(n.FirstNamed(), schema.None), lang.RefElement, "[]")
	case "parenthesized_expression", "non_null_expression":
		return e.expr(n.FirstNamed(), context)
	case "as_expression", "satisfies_expression":
		t := int32(schema.None)
		if typ := n.LastNamed(); typ.Index() != n.FirstNamed().Index() {
			t = e.typeOf(typ)
		}
		v := e.expr(n.FirstNamed(), t)
		if t >= 0 && n.Is("as_expression") {
			// An instance of the type: the reference as a value.
			return e.implicit(n, "=", t, 0)
		}
		return v
	case "arrow_function", "function_expression", "generator_function":
		if name := n.Field("name"); name.Ok() {
			return e.namedExpression(n, name, context)
		}
		e.function(n, schema.None, context)
		return schema.None
	case "class":
		return e.classExpression(n)
	case "object":
		e.object(n, context)
		return schema.None
	case "array":
		first := int32(schema.None)
		element := int32(schema.None)
		if context >= 0 {
			element = e.implicit(n, "[]", context, 0)
		}
		for c := range n.NamedChildren() {
			if id := e.expr(c, element); first < 0 {
				first = id
			}
		}
		if first >= 0 {
			return e.implicit(n, "=", first, lang.RefContainer)
		}
		return schema.None
	case "assignment_expression":
		return e.assignment(n)
	case "augmented_assignment_expression":
		v := e.expr(n.Field("right"), schema.None)
		e.assignTo(n.Field("left"), v, n)
		return schema.None
	case "update_expression":
		e.assignTo(n.Field("argument"), schema.None, n)
		return schema.None
	case "ternary_expression":
		e.expr(n.Field("condition"), schema.None)
		v := e.expr(n.Field("consequence"), context)
		if w := e.expr(n.Field("alternative"), context); v < 0 {
			v = w
		}
		return v
	case "binary_expression":
		left := e.expr(n.Field("left"), context)
		right := e.expr(n.Field("right"), context)
		switch n.Field("operator").Kind() {
		case "||", "??":
			if left < 0 {
				return right
			}
			return left
		case "&&":
			return right
		}
		return schema.None
	case "sequence_expression":
		v := int32(schema.None)
		for c := range n.NamedChildren() {
			v = e.expr(c, schema.None)
		}
		return v
	case "spread_element":
		return e.expr(n.FirstNamed(), context)
	case "yield_expression", "unary_expression":
		e.expr(n.FirstNamed(), schema.None)
		return schema.None
	case "template_string":
		for c := range n.NamedChildren() {
			if c.Is("template_substitution") {
				e.expr(c.FirstNamed(), schema.None)
			}
		}
		return schema.None
	case "jsx_element", "jsx_self_closing_element", "jsx_opening_element", "jsx_closing_element", "jsx_attribute", "jsx_expression":
		e.jsx(n)
		return schema.None
	case "instantiation_expression":
		v := e.expr(n.FirstNamed(), schema.None)
		e.typeArguments(n.Field("type_arguments"))
		return v
	case "internal_module":
		e.namespace(n)
		return schema.None
	case "type_arguments":
		e.typeArguments(n)
		return schema.None
	case "object_pattern", "array_pattern", "assignment_pattern":
		e.assignTo(n, schema.None, n)
		return schema.None
	}
	for c := range n.NamedChildren() {
		if strings.HasSuffix(c.Kind(), "_statement") || strings.HasSuffix(c.Kind(), "_declaration") || c.Is("statement_block") {
			e.statement(c)
		} else {
			e.expr(c, schema.None)
		}
	}
	return schema.None
}

// thisOwner is the symbol to look for the type of `this` from.
func (e *extractor) thisOwner() int32 {
	if e.frame.this >= 0 {
		return e.frame.this
	}
	return schema.None
}

// literal gives a literal the value of its built-in type.
func (e *extractor) literal(n sitter.Node) int32 {
	name := ""
	switch n.Kind() {
	case "string", "template_string":
		name = "String"
	case "array":
		name = "Array"
	case "number":
		name = "Number"
	case "regex":
		name = "RegExp"
	case "true", "false":
		name = "Boolean"
	default:
		return schema.None
	}
	return e.implicit(n, name, lang.BaseNone, lang.RefNew)
}

func (e *extractor) memberExpression(n sitter.Node) int32 {
	object := n.Field("object")
	base := e.expr(object, schema.None)
	if base < 0 {
		base = e.literal(object)
	}
	return e.ref(n.Field("property"), schema.RoleRead, baseOf(base))
}

func (e *extractor) subscript(n sitter.Node) int32 {
	v := e.expr(n.Field("object"), schema.None)
	index := n.Field("index")
	if index.Is("string") && v >= 0 {
		r := lang.NewRef(nameText(index), schema.RoleRead)
		r.Line, r.Col = index.Start()
		r.EndCol = r.Col + int32(len(index.Text()))
		r.Base = v
		r.Flags = lang.RefOptional
		return e.add(r)
	}
	e.expr(index, schema.None)
	return e.step(n, v, lang.RefElement, "[]")
}

// step applies a flag to the value of a reference, or adds a further implicit
// reference when flags stand there already.
func (e *extractor) step(n sitter.Node, id int32, flag lang.RefFlags, name string) int32 {
	if id < 0 {
		return id
	}
	r := e.b.RefAt(id)
	order := lang.RefResult | lang.RefElement
	if r.Flags&order >= flag || r.Flags&(lang.RefSelf|lang.RefImplicit|lang.RefNew) != 0 {
		return e.implicit(n, name, id, 0)
	}
	r.Flags |= flag
	return id
}

func (e *extractor) call(n sitter.Node, context int32) int32 {
	fn := n.Field("function")
	args := n.Field("arguments")
	if fn.Is("import") {
		return e.dynamicImport(n, args)
	}
	if fn.Is("identifier") && fn.Text() == "require" {
		if v, ok := e.requireValue(n, args); ok {
			return v
		}
	}
	e.testCall(fn, args)
	if f := fn; isFunction(unparenthesized(f)) { // An immediately invoked function.
		e.function(unparenthesized(f), schema.None, schema.None)
		e.arguments(args, schema.None, -1)
		return schema.None
	}
	id := e.expr(fn, schema.None)
	e.typeArguments(n.Field("type_arguments"))
	if id < 0 {
		e.arguments(args, schema.None, -1)
		return schema.None
	}
	callee := fn
	for callee.Is("non_null_expression", "parenthesized_expression", "instantiation_expression") {
		callee = callee.FirstNamed()
	}
	named := callee.Is("identifier", "member_expression", "super")
	r := e.b.RefAt(id)
	if named && r.Flags&(lang.RefResult|lang.RefElement) == 0 {
		r.Role = schema.RoleCall
	}
	element := int32(-1)
	if callee.Is("member_expression") && r.Base >= 0 {
		switch r.Name {
		case "map", "forEach", "filter", "find", "findLast", "findIndex", "some", "every", "flatMap", "then", "sort":
			element = r.Base
		}
	}
	count := e.arguments(args, id, element)
	if named {
		e.b.RefAt(id).Args = count
	}
	if callee.Is("super") {
		return schema.None
	}
	return e.step(n, id, lang.RefResult, "()")
}

func unparenthesized(n sitter.Node) sitter.Node {
	for n.Is("parenthesized_expression") {
		n = n.FirstNamed()
	}
	return n
}

// arguments reads the arguments of a call of callee (a reference, or None) and
// returns their number. element is the container whose elements a callback gets.
func (e *extractor) arguments(args sitter.Node, callee, element int32) int32 {
	if args.Is("template_string") {
		e.expr(args, schema.None)
		return 1
	}
	count := int32(0)
	k := 0
	var target int32 = schema.None // The callee as a value.
	for c := range args.NamedChildren() {
		context := int32(schema.None)
		inner := unparenthesized(c)
		if callee >= 0 && (isFunction(inner) || inner.Is("object", "array")) {
			if target < 0 {
				r := *e.b.RefAt(callee)
				r.Role, r.EndCol = schema.RoleRead, r.Col
				r.Flags = r.Flags&lang.RefSelf | lang.RefImplicit
				r.Args = schema.None
				target = e.b.Ref(r)
			}
			context = e.implicit(c, "("+digits(k), target, 0)
		}
		if element >= 0 && k == 0 && isFunction(inner) {
			e.element = element
		}
		e.expr(c, context)
		if c.Is("spread_element") {
			count = -1000
		}
		count++
		k++
	}
	return max(count, schema.None)
}

func (e *extractor) newExpression(n sitter.Node) int32 {
	c := n.Field("constructor")
	id := e.expr(c, schema.None)
	e.typeArguments(n.Field("type_arguments"))
	if id >= 0 && c.Is("identifier", "member_expression") {
		e.b.RefAt(id).Role = schema.RoleCall
	}
	count := e.arguments(n.Field("arguments"), id, -1)
	if id < 0 {
		return id
	}
	r := e.b.RefAt(id)
	if c.Is("identifier", "member_expression") {
		r.Args = count
		r.Flags |= lang.RefNew
		return id
	}
	return e.step(n, id, lang.RefResult, "()")
}

func (e *extractor) classExpression(n sitter.Node) int32 {
	s := lang.NewSymbol(n.Field("name").Text(), schema.KindClass)
	if s.Name == "" {
		s.Name = "class"
		s.Flags |= schema.SymbolSynthetic
	}
	s.Span = syntax.Span(n)
	s.NameLine, s.NameCol = n.Start()
	if name := n.Field("name"); name.Ok() {
		s.NameLine, s.NameCol = name.Start()
	}
	body := n.Field("body")
	s.Signature = signature(n, body)
	id := e.b.DefineHidden(s)
	e.own(id, n, body)
	e.class(n, id)
	r := lang.NewRef(s.Name, schema.RoleRead)
	r.Line, r.Col = n.Start()
	r.EndCol = r.Col
	r.Flags = lang.RefImplicit
	r.Target = id
	return e.add(r)
}

// object reads an object literal that is not the value of a symbol with a row.
func (e *extractor) object(n sitter.Node, context int32) {
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "pair":
			key, value := c.Field("key"), c.Field("value")
			if ctx := e.key(key, context); isFunction(value) && key.Is("property_identifier", "string") {
				e.handler(c, key, value, ctx)
			} else {
				e.expr(value, ctx)
			}
		case "shorthand_property_identifier":
			e.expr(c, schema.None)
			e.key(c, context)
		case "method_definition":
			name := c.Field("name")
			if ctx := e.key(name, context); name.Is("property_identifier", "string") {
				e.handler(c, name, c, ctx)
			} else {
				e.function(c, schema.None, ctx)
			}
		default:
			e.expr(c, schema.None)
		}
	}
}

// key reads the key of an object literal: a member of the type that is expected.
func (e *extractor) key(key sitter.Node, context int32) int32 {
	if key.Is("computed_property_name") {
		e.expr(key.FirstNamed(), schema.None)
		return schema.None
	}
	if context < 0 || key.Is("number") {
		return schema.None
	}
	r := lang.NewRef(nameText(key), schema.RoleWrite)
	r.Line, r.Col = key.Start()
	_, r.EndCol = key.End()
	r.Base, r.Flags = context, lang.RefOptional
	return e.add(r)
}

// objectMembers reads an object literal as the members of symbol owner.
func (e *extractor) objectMembers(n sitter.Node, owner, context int32) {
	outer := e.frame
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "method_definition":
			e.frame = &frame{outer: outer, symbol: owner, this: owner, returns: -1, local: outer.local}
			e.key(c.Field("name"), context)
			e.method(c, owner)
			e.frame = outer
		case "pair":
			key, value := c.Field("key"), c.Field("value")
			ctx := e.key(key, context)
			if key.Is("computed_property_name", "number") {
				e.expr(value, ctx)
				continue
			}
			e.pair(c, key, value, owner, ctx)
		case "shorthand_property_identifier":
			s := lang.NewSymbol(c.Text(), schema.KindField)
			s.Span = syntax.Span(c)
			s.NameLine, s.NameCol = c.Start()
			s.Parent = owner
			s.Init = e.expr(c, schema.None)
			s.Signature = c.Text()
			e.key(c, context)
			id := e.b.DefineHidden(s)
			e.todo = append(e.todo, hashed{int(id), c.Index(), -1})
		default:
			e.expr(c, schema.None)
		}
	}
}

func (e *extractor) pair(whole, key, value sitter.Node, owner, context int32) {
	s := lang.NewSymbol(nameText(key), schema.KindField)
	s.Span = syntax.Span(whole)
	s.NameLine, s.NameCol = key.Start()
	if key.Is("string") {
		s.NameCol++
	}
	s.Parent = owner
	s.Doc, _ = doc(whole)
	body := value
	if isFunction(value) {
		s.Kind = schema.KindMethod
		body = value.Field("body")
		s.Complexity = complexity(body)
	}
	s.Signature = signature(whole, body)
	if !isFunction(value) {
		s.Signature = syntax.Line(whole.Text())
	}
	id := e.b.DefineHidden(s)
	e.own(id, whole, body)
	outer := e.frame
	e.frame = &frame{outer: outer, symbol: id, this: owner, returns: -1, local: outer.local}
	if isFunction(value) {
		e.frame.symbol = owner
		e.function(value, id, context)
	} else {
		e.b.Open(lang.ScopeBlock, id)
		e.initialise(id, value, context)
		e.b.Close()
	}
	e.frame = outer
}

// testCall marks the file when it runs tests at top level.
func (e *extractor) testCall(fn, args sitter.Node) {
	if e.frame.symbol != 0 || !args.FirstNamed().Is("string", "template_string") {
		return
	}
	name, _, _ := strings.Cut(fn.Text(), ".")
	if name == "describe" || name == "it" || name == "test" || name == "suite" {
		if isFunction(args.LastNamed()) {
			e.b.Symbol(0).Flags |= schema.SymbolTest
		}
	}
}

// jsx reads an element: its name is a call, its attributes are members of the
// type of its properties.
func (e *extractor) jsx(n sitter.Node) {
	props := int32(schema.None)
	for c := range n.NamedChildren() {
		switch {
		case c.FieldName() == "name" && n.Is("jsx_opening_element", "jsx_self_closing_element", "jsx_closing_element"):
			role := schema.RoleCall
			if n.Is("jsx_closing_element") {
				role = schema.RoleRead
			}
			props = e.elementName(c, role)
		case c.Is("jsx_attribute"):
			name := c.FirstNamed()
			context := int32(schema.None)
			if props >= 0 && name.Is("property_identifier") {
				r := lang.NewRef(name.Text(), schema.RoleWrite)
				r.Line, r.Col = name.Start()
				_, r.EndCol = name.End()
				r.Base, r.Flags = props, lang.RefOptional
				context = e.add(r)
			}
			for v := range c.NamedChildren() {
				switch {
				case v.Index() == name.Index():
				case v.Is("jsx_expression"):
					e.expr(v.FirstNamed(), context)
				default:
					e.expr(v, schema.None)
				}
			}
		case c.Is("property_identifier", "jsx_namespace_name"):
		default:
			e.expr(c, schema.None)
		}
	}
}

// elementName reads the name of an element and returns a reference to the type of
// its properties: the first parameter of a component, or the member of that name
// of JSX.IntrinsicElements.
func (e *extractor) elementName(c sitter.Node, role schema.Role) int32 {
	text := c.Text()
	switch {
	case c.Is("member_expression"):
		id := e.expr(c, schema.None)
		if id < 0 {
			return id
		}
		e.b.RefAt(id).Role = role
		return e.implicit(c, "(0", id, 0)
	case !c.Is("identifier") || text == "":
		return schema.None
	case text[0] < 'a' || text[0] > 'z':
		return e.implicit(c, "(0", e.ref(c, role, lang.BaseNone), 0)
	}
	table := e.implicit(c, "JSX.IntrinsicElements", lang.BaseNone, 0)
	return e.ref(c, schema.RoleRead, table)
}
