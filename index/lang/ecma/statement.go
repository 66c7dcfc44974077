package ecma

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// block reads the statements of a body in the current scope.
func (e *extractor) block(n sitter.Node) {
	for c := range n.NamedChildren() {
		e.statement(c)
	}
}

// scoped reads a statement in a block scope of its own.
func (e *extractor) scoped(n sitter.Node) {
	if !n.Ok() {
		return
	}
	e.b.Open(lang.ScopeBlock, schema.None)
	if n.Is("statement_block", "switch_body") {
		e.block(n)
	} else {
		e.statement(n)
	}
	e.b.Close()
}

func (e *extractor) statement(n sitter.Node) {
	switch n.Kind() {
	case "function_declaration", "generator_function_declaration", "function_signature":
		e.functionDeclaration(n)
	case "class_declaration", "abstract_class_declaration":
		e.classDeclaration(n)
	case "interface_declaration":
		e.interfaceDeclaration(n)
	case "type_alias_declaration":
		e.typeAlias(n)
	case "enum_declaration":
		e.enum(n)
	case "internal_module", "module":
		e.namespace(n)
	case "lexical_declaration", "variable_declaration", "using_declaration":
		e.variables(n)
	case "import_statement":
		e.importStatement(n)
	case "export_statement":
		e.exportStatement(n)
	case "import_alias":
		e.importAlias(n)
	case "ambient_declaration":
		e.ambientDeclaration(n)
	case "expression_statement":
		for c := range n.NamedChildren() {
			e.expr(c, schema.None)
		}
	case "return_statement":
		id := e.expr(n.FirstNamed(), e.frame.returns)
		if f := e.frame; id >= 0 && f.symbol > 0 {
			if s := e.b.Symbol(f.symbol); s.Kind.IsCallable() && s.Init < 0 {
				s.Init = id
			}
		}
	case "statement_block":
		e.scoped(n)
	case "if_statement":
		e.expr(n.Field("condition"), schema.None)
		e.scoped(n.Field("consequence"))
		e.scoped(n.Field("alternative").FirstNamed())
	case "for_statement":
		e.b.Open(lang.ScopeBlock, schema.None)
		for c := range n.NamedChildren() {
			if c.FieldName() == "body" {
				e.scoped(c)
			} else {
				e.statement(c)
			}
		}
		e.b.Close()
	case "for_in_statement":
		e.forIn(n)
	case "while_statement", "do_statement", "with_statement", "labeled_statement":
		for c := range n.NamedChildren() {
			switch c.FieldName() {
			case "body":
				e.scoped(c)
			case "label":
			default:
				e.expr(c, schema.None)
			}
		}
	case "switch_statement":
		e.expr(n.Field("value"), schema.None)
		e.scoped(n.Field("body"))
	case "switch_case", "switch_default":
		for c := range n.NamedChildren() {
			if c.FieldName() == "value" {
				e.expr(c, schema.None)
			} else {
				e.statement(c)
			}
		}
	case "try_statement":
		e.scoped(n.Field("body"))
		if h := n.Field("handler"); h.Ok() {
			e.b.Open(lang.ScopeBlock, schema.None)
			t := e.typeOf(h.Field("type"))
			if p := h.Field("parameter"); p.Ok() {
				e.pattern(p, t, schema.KindLocal, false, p)
			}
			e.block(h.Field("body"))
			e.b.Close()
		}
		e.scoped(n.Field("finalizer").Field("body"))
	case "break_statement", "continue_statement", "empty_statement", "debugger_statement", "comment", "hash_bang_line", "":
	case "throw_statement", "else_clause", "ERROR":
		for c := range n.NamedChildren() {
			e.statement(c)
		}
	default:
		e.expr(n, schema.None)
	}
}

func (e *extractor) forIn(n sitter.Node) {
	over := e.expr(n.Field("right"), schema.None)
	if over >= 0 {
		if n.Field("operator").Text() == "of" {
			over = e.implicit(n.Field("right"), "[]", over, 0)
		} else {
			over = schema.None
		}
	}
	e.b.Open(lang.ScopeBlock, schema.None)
	left := n.Field("left")
	if kind := n.Field("kind"); kind.Ok() {
		k := schema.KindLocal
		if !e.frame.local {
			k = schema.KindVariable
		}
		e.pattern(left, over, k, kind.Text() == "var", left)
	} else {
		e.assignTo(left, over, left)
	}
	e.scoped(n.Field("body"))
	e.b.Close()
}

func (e *extractor) classDeclaration(n sitter.Node) {
	name := n.Field("name")
	s := e.symbol(schema.KindClass, name, n)
	if !name.Ok() {
		s.Name = "default"
		s.NameLine, s.NameCol = n.Start()
	}
	if n.Is("abstract_class_declaration") {
		s.Flags |= schema.SymbolAbstract
	}
	body := n.Field("body")
	s.Signature = signature(n, body)
	id := e.b.Define(s)
	e.b.Bind(typeKey(s.Name), id)
	e.own(id, n, body)
	for d := range n.Parent().Children() { // Decorators before export.
		if d.Is("decorator") && n.Parent().Is("export_statement") {
			saved := e.encl
			e.encl = id
			e.decorator(d)
			e.encl = saved
			e.b.Symbol(id).Flags |= schema.SymbolDecorated
		}
	}
	e.class(n, id)
}

func (e *extractor) interfaceDeclaration(n sitter.Node) {
	name := n.Field("name")
	s := e.symbol(schema.KindInterface, name, n)
	body := n.Field("body")
	s.Signature = signature(n, body)
	id := e.b.DefineHidden(s)
	e.b.Bind(typeKey(s.Name), id)
	e.own(id, n, body)
	e.b.Open(lang.ScopeBlock, id)
	e.typeParameters(n.Field("type_parameters"))
	saved := e.encl
	e.encl = id
	for h := range n.NamedChildren() {
		if h.Is("extends_type_clause", "extends_clause") {
			for x := range h.NamedChildren() {
				e.inheritType(x, schema.RoleInherit)
			}
		}
	}
	e.encl = saved
	e.objectType(body, id)
	e.b.Close()
}

// objectType reads the members of an interface or an object type.
func (e *extractor) objectType(body sitter.Node, id int32) {
	outer := e.frame
	e.frame = &frame{outer: outer, symbol: id, this: id, returns: -1}
	for m := range body.NamedChildren() {
		e.member(m, id)
	}
	e.frame = outer
}

func (e *extractor) typeAlias(n sitter.Node) {
	name := n.Field("name")
	s := e.symbol(schema.KindType, name, n)
	s.Signature = syntax.Line(n.Text())
	id := e.b.DefineHidden(s)
	e.b.Bind(typeKey(s.Name), id)
	value := n.Field("value")
	e.own(id, n, sitter.Node{})
	e.b.Open(lang.ScopeBlock, id)
	e.typeParameters(n.Field("type_parameters"))
	for value.Is("parenthesized_type", "readonly_type") {
		value = value.FirstNamed()
	}
	e.aliasValue(value, id)
	e.b.Close()
}

// aliasValue gives an alias the members that its type has.
func (e *extractor) aliasValue(value sitter.Node, id int32) {
	switch value.Kind() {
	case "object_type":
		e.objectType(value, id)
	case "function_type", "constructor_type":
		e.callSignature(value, id)
	case "union_type", "intersection_type":
		// The members of every part are the alias's own, as those of super types.
		for c := range value.NamedChildren() {
			for c.Is("parenthesized_type", "readonly_type") {
				c = c.FirstNamed()
			}
			if c.Is("object_type", "function_type", "union_type", "intersection_type") {
				e.aliasValue(c, id)
				continue
			}
			t := e.typeOf(c)
			if t < 0 || !c.Is("type_identifier", "generic_type", "nested_type_identifier") {
				continue
			}
			r := *e.b.RefAt(t)
			r.Role, r.EndCol = schema.RoleInherit, r.Col
			r.Flags = r.Flags&^lang.RefContainer | lang.RefImplicit
			r.Encl = id
			if r.Base == lang.BaseNone {
				e.b.RefAs(typeKey(r.Name), r)
			} else {
				e.b.Ref(r)
			}
		}
	default:
		t := e.typeOf(value)
		e.b.Symbol(id).Type = t
	}
}

func (e *extractor) enum(n sitter.Node) {
	name := n.Field("name")
	s := e.symbol(schema.KindEnum, name, n)
	body := n.Field("body")
	s.Signature = signature(n, body)
	id := e.b.Define(s)
	e.b.Bind(typeKey(s.Name), id)
	e.own(id, n, body)
	e.b.Open(lang.ScopeType, id)
	for m := range body.NamedChildren() {
		token := m
		if m.Is("enum_assignment") {
			token = m.Field("name")
		}
		ms := e.symbol(schema.KindEnumMember, token, m)
		ms.Parent = id
		ms.Visibility = schema.VisibilityPublic
		ms.Signature = syntax.Line(m.Text())
		mid := e.b.Define(ms)
		e.todo = append(e.todo, hashed{int(mid), m.Index(), -1})
		e.expr(m.Field("value"), schema.None)
	}
	e.b.Close()
}

func (e *extractor) namespace(n sitter.Node) {
	name := n.Field("name")
	kind := schema.KindNamespace
	if name.Is("string") {
		kind = schema.KindModule
	}
	s := e.symbol(kind, name, n)
	body := n.Field("body")
	s.Signature = signature(n, body)
	first, rest, nested := strings.Cut(s.Name, ".")
	nested = nested && kind == schema.KindNamespace
	if nested { // namespace a.b: a, with b inside.
		s.Name = first
	}
	id := e.b.Define(s)
	e.b.Bind(typeKey(s.Name), id)
	e.own(id, n, body)
	depth := 1
	e.b.Open(lang.ScopeBlock, id)
	for nested {
		inner := s
		first, rest, nested = strings.Cut(rest, ".")
		inner.Name, inner.Parent, inner.NameLine = first, id, schema.None
		id = e.b.Define(inner)
		e.b.Open(lang.ScopeBlock, id)
		depth++
	}
	outer := e.frame
	e.frame = &frame{outer: outer, symbol: id, this: -1, returns: -1}
	e.block(body)
	e.frame = outer
	for range depth {
		e.b.Close()
	}
}

func (e *extractor) ambientDeclaration(n sitter.Node) {
	savedE, savedA := e.exported, e.ambient
	e.ambient = true
	for c := range n.NamedChildren() {
		switch {
		case c.Is("statement_block"): // declare global
			s := lang.NewSymbol("global", schema.KindNamespace)
			s.Span = syntax.Span(n)
			s.Flags |= schema.SymbolSynthetic
			id := e.b.DefineHidden(s)
			e.b.Open(lang.ScopeBlock, id)
			e.block(c)
			e.b.Close()
		case c.Is("property_identifier"):
		default:
			e.statement(c)
		}
	}
	e.exported, e.ambient = savedE, savedA
}

// variables reads a declaration of variables.
func (e *extractor) variables(n sitter.Node) {
	kind := schema.KindVariable
	hoist := n.Is("variable_declaration")
	if n.Field("kind").Text() == "const" {
		kind = schema.KindConstant
	}
	if e.frame.local {
		kind = schema.KindLocal
	}
	for d := range n.NamedChildren() {
		if !d.Is("variable_declarator") {
			continue
		}
		name, typ, value := d.Field("name"), d.Field("type"), d.Field("value")
		if name.Is("identifier") {
			e.variable(name, typ, value, d, kind, hoist)
			continue
		}
		if value.Is("call_expression") && value.Field("function").Text() == "require" && name.Is("object_pattern") {
			if e.requirePattern(name, value) {
				continue
			}
		}
		t := e.typeOf(typ)
		v := e.expr(value, t)
		if t < 0 {
			t = v
		}
		e.pattern(name, t, kind, hoist, d)
	}
}

// bind makes a name mean a symbol: in the nearest function for var.
func (e *extractor) bindVariable(name string, id int32, hoist bool) {
	scope := e.b.Scope()
	if hoist {
		scope = e.b.NearestScope(lang.ScopeFunction, lang.ScopeFile)
	}
	e.b.BindIn(scope, name, id)
}

// variable reads one declarator with a plain name.
func (e *extractor) variable(name, typ, value, whole sitter.Node, kind schema.Kind, hoist bool) {
	inner := value
	for inner.Is("parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression") {
		inner = inner.FirstNamed()
	}
	if inner.Is("call_expression") && inner.Field("function").Text() == "require" && e.require(name, inner, whole, hoist) {
		return
	}
	if hoist && kind == schema.KindLocal {
		if scope := e.b.NearestScope(lang.ScopeFunction, lang.ScopeFile); e.b.BoundIn(scope, name.Text()) >= 0 && !value.Ok() {
			return // var x; again.
		}
	}
	s := e.symbol(kind, name, whole)
	body := sitter.Node{}
	switch {
	case isFunction(inner):
		s.Kind = schema.KindFunction
		body = inner.Field("body")
		s.Complexity = complexity(body)
	case inner.Is("class"):
		s.Kind = schema.KindClass
		body = inner.Field("body")
	}
	keyword, _, _ := strings.Cut(whole.Parent().Text(), " ")
	switch {
	case inner.Is("object", "array", "template_string"):
		s.Signature = signature(whole, inner)
	default:
		s.Signature = signature(whole, body)
	}
	if whole.Is("variable_declarator") {
		s.Signature = clip(keyword, 8) + " " + s.Signature
	}
	id := e.b.DefineHidden(s)
	e.bindVariable(s.Name, id, hoist)
	if s.Kind == schema.KindClass {
		e.b.Bind(typeKey(s.Name), id)
	}
	if !s.Kind.IsLocal() {
		if !body.Ok() {
			e.own(id, whole, value)
		} else {
			e.own(id, whole, body)
		}
		if s.Kind != schema.KindClass { // What the declaration names, it depends on.
			e.b.Open(lang.ScopeBlock, id)
			defer e.b.Close()
		}
	}
	exported := e.exported
	e.exported = false
	defer func() { e.exported = exported }()
	saved := e.encl
	e.encl = -1
	defer func() { e.encl = saved }()
	t := e.declaredType(id, typ)
	if t < 0 && value.Is("as_expression", "satisfies_expression") && inner.Is("object", "arrow_function", "function_expression") {
		t = e.typeOf(value.LastNamed())
		value = inner
	}
	switch {
	case isFunction(inner):
		e.function(inner, id, t)
		if t >= 0 && e.b.Symbol(id).Type < 0 {
			e.b.Symbol(id).Type = e.implicit(inner, "()", t, 0)
		}
	case inner.Is("class"):
		e.class(inner, id)
	default:
		e.initialise(id, value, t)
	}
}

// declaredType reads the type annotation of symbol id and notes it.
func (e *extractor) declaredType(id int32, typ sitter.Node) int32 {
	if !typ.Ok() {
		return schema.None
	}
	inner := typ
	for inner.Is("type_annotation", "parenthesized_type", "readonly_type") {
		inner = inner.FirstNamed()
	}
	switch inner.Kind() {
	case "object_type":
		e.objectType(inner, id)
		return schema.None
	case "function_type", "constructor_type":
		e.callSignature(inner, id)
		return schema.None
	case "union_type":
		// undefined | { … }: the members of the parts that are spelled out.
		t := int32(schema.None)
		for c := range unionParts(inner) {
			for c.Is("parenthesized_type", "readonly_type") {
				c = c.FirstNamed()
			}
			switch c.Kind() {
			case "object_type":
				e.objectType(c, id)
			case "function_type":
				e.callSignature(c, id)
			default:
				t = e.telling(t, e.typeOf(c))
			}
		}
		e.b.Symbol(id).Type = t
		return t
	}
	t := e.typeOf(typ)
	e.b.Symbol(id).Type = t
	return t
}

// unionParts yields the parts of nested binary unions, left to right.
func unionParts(n sitter.Node) func(func(sitter.Node) bool) {
	return func(yield func(sitter.Node) bool) {
		var walk func(n sitter.Node) bool
		walk = func(n sitter.Node) bool {
			for c := range n.NamedChildren() {
				if c.Is("union_type") {
					if !walk(c) {
						return false
					}
				} else if !yield(c) {
					return false
				}
			}
			return true
		}
		walk(n)
	}
}

// initialise reads the value of symbol id; an object literal becomes its members.
func (e *extractor) initialise(id int32, value sitter.Node, context int32) {
	inner := value
	for inner.Is("parenthesized_expression", "as_expression", "satisfies_expression") {
		if inner.LastNamed().Index() != inner.FirstNamed().Index() {
			e.typeOf(inner.LastNamed())
		}
		inner = inner.FirstNamed()
	}
	if inner.Is("object") && !e.b.Symbol(id).Kind.IsLocal() {
		e.objectMembers(inner, id, context)
		return
	}
	v := e.expr(value, context)
	if v < 0 {
		v = e.literal(value)
	}
	if s := e.b.Symbol(id); s.Init < 0 {
		s.Init = v
	}
}
