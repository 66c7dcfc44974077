package ecma

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

func isFunction(n sitter.Node) bool {
	return n.Is("arrow_function", "function_expression", "generator_function")
}

// function reads what a callable has besides its name: type parameters,
// parameters, result and body. id is its symbol, None for an anonymous one.
// context is a reference to the type that the function is expected to have.
func (e *extractor) function(n sitter.Node, id, context int32) {
	outer := e.frame
	inner := &frame{outer: outer, symbol: outer.symbol, local: true, this: -1, returns: -1}
	if n.Is("arrow_function") {
		inner.this, inner.fields = outer.this, outer.fields
	}
	if id >= 0 {
		inner.symbol = id
		s := e.b.Symbol(id)
		if n.Is("method_definition", "method_signature", "abstract_method_signature") || s.Kind == schema.KindMethod {
			inner.this = s.Parent
			inner.fields = outer.fields
		} else if !n.Is("arrow_function") && s.Kind == schema.KindFunction {
			inner.this = id // A constructor function, as far as we know.
			inner.fields = make(map[string]int32)
		}
		if n.Child("async").Ok() {
			s.Flags |= schema.SymbolAsync
		}
	}
	e.b.Open(lang.ScopeFunction, id)
	inner.scope = e.b.Scope()
	e.frame = inner
	savedEncl := e.encl
	e.encl = -1
	if n.Is("function_expression", "generator_function") && id >= 0 {
		e.b.Bind(n.Field("name").Text(), id) // Visible inside only.
	}
	e.typeParameters(n.Field("type_parameters"))
	arity := e.parameters(n, context)
	result := e.typeOf(n.Field("return_type"))
	inner.returns = result
	body := n.Field("body")
	value := int32(schema.None)
	if result < 0 && context >= 0 {
		inner.returns = e.implicit(n, "()", context, 0)
	}
	if body.Is("statement_block") {
		e.block(body)
	} else if body.Ok() {
		value = e.expr(body, inner.returns)
	}
	if id >= 0 {
		s := e.b.Symbol(id)
		s.Arity, s.Type = arity, result
		if s.Init < 0 {
			s.Init = value
		}
	}
	e.encl = savedEncl
	e.b.Close()
	e.frame = outer
}

// parameters reads the parameters of n and returns their number, None when it varies.
func (e *extractor) parameters(n sitter.Node, context int32) int32 {
	arity := int32(0)
	list := n.Field("parameters")
	element := e.element
	e.element = schema.None
	one := func(p sitter.Node, k int) {
		name, typ, value, whole := p, sitter.Node{}, sitter.Node{}, p
		switch p.Kind() {
		case "required_parameter", "optional_parameter":
			name, typ, value = p.Field("pattern"), p.Field("type"), p.Field("value")
			if !name.Ok() {
				name = p.Field("name")
			}
		case "assignment_pattern":
			name, value = p.Field("left"), p.Field("right")
		}
		for c := range p.Children() {
			if c.Is("decorator") {
				e.decorator(c)
			}
		}
		rest := name.Is("rest_pattern")
		if rest {
			name = name.FirstNamed()
		}
		if rest || value.Ok() || p.Is("optional_parameter") {
			arity = schema.None
		} else if arity >= 0 {
			arity++
		}
		if name.Is("this") {
			e.typeOf(typ)
			if arity > 0 {
				arity--
			}
			return
		}
		if !name.Is("identifier") {
			// A pattern: a parameter without a name keeps the count.
			s := lang.NewSymbol("{}", schema.KindParameter)
			s.Span = syntax.Span(whole)
			s.Flags |= schema.SymbolSynthetic
			id := e.b.DefineHidden(s)
			t := e.declaredType(id, typ)
			switch {
			case t >= 0:
			case element >= 0 && k == 0:
				t = e.implicit(p, "[*", element, 0)
			case context >= 0:
				t = e.implicit(p, "("+digits(k), context, 0)
			}
			v := e.expr(value, t)
			if t < 0 {
				t = v
			}
			if e.b.Symbol(id).Type < 0 {
				e.b.Symbol(id).Init = t
			}
			e.pattern(name, t, schema.KindParameter, false, whole)
			return
		}
		s := lang.NewSymbol(name.Text(), schema.KindParameter)
		s.Span = syntax.Span(whole)
		s.NameLine, s.NameCol = name.Start()
		id := e.b.Define(s)
		t := e.declaredType(id, typ)
		if t >= 0 && rest {
			e.b.RefAt(t).Flags |= lang.RefContainer
		}
		v := e.expr(value, t)
		switch {
		case t >= 0:
		case element >= 0 && k == 0:
			v = e.implicit(p, "[*", element, 0)
		case context >= 0:
			v = e.implicit(p, "("+digits(k), context, 0)
		}
		if t < 0 {
			e.b.Symbol(id).Init = v
		}
		if acc := p.Child("accessibility_modifier"); acc.Ok() || p.Child("readonly").Ok() {
			e.parameterProperty(id, acc.Text(), whole)
		}
	}
	if p := n.Field("parameter"); p.Ok() {
		one(p, 0)
		return arity
	}
	k := 0
	for p := range list.NamedChildren() {
		one(p, k)
		k++
	}
	return arity
}

func digits(k int) string {
	if k < 10 {
		return string(rune('0' + k))
	}
	return digits(k/10) + string(rune('0'+k%10))
}

// parameterProperty defines the field that a constructor parameter with a modifier declares.
func (e *extractor) parameterProperty(param int32, access string, whole sitter.Node) {
	p := e.b.Symbol(param)
	class := e.b.Symbol(e.frame.symbol).Parent
	if class < 0 {
		return
	}
	s := lang.NewSymbol(p.Name, schema.KindField)
	s.Span, s.NameLine, s.NameCol = p.Span, p.NameLine, p.NameCol
	s.Parent, s.Type, s.Init = class, p.Type, p.Init
	s.Visibility = visibility(access, s.Name)
	s.Signature = syntax.Line(whole.Text())
	id := e.b.DefineHidden(s)
	e.todo = append(e.todo, hashed{int(id), whole.Index(), -1})
	if e.frame.fields != nil {
		e.frame.fields[s.Name] = id
	}
}

func visibility(access, name string) schema.Visibility {
	switch {
	case access == "private" || strings.HasPrefix(name, "#"):
		return schema.VisibilityPrivate
	case access == "protected":
		return schema.VisibilityProtected
	}
	return schema.VisibilityPublic
}

func (e *extractor) typeParameters(n sitter.Node) {
	for p := range n.NamedChildren() {
		name := p.Field("name")
		if !name.Ok() {
			continue
		}
		s := lang.NewSymbol(name.Text(), schema.KindTypeParameter)
		s.Span = syntax.Span(p)
		s.NameLine, s.NameCol = name.Start()
		id := e.b.DefineHidden(s)
		e.b.Bind(typeKey(s.Name), id)
		t := e.typeOf(p.Field("constraint").FirstNamed())
		d := e.typeOf(p.Field("value").FirstNamed())
		if t < 0 {
			t = d
		}
		e.b.Symbol(id).Type = t
	}
}

// namedExpression reads a function expression that has a name of its own and no
// variable to stand for it: a function like a declared one, but its name is seen
// inside it only, and where it stands it is read as a value.
func (e *extractor) namedExpression(n, name sitter.Node, context int32) int32 {
	body := n.Field("body")
	exported := e.exported
	e.exported = false
	s := e.symbol(schema.KindFunction, name, n)
	s.Signature, s.Complexity = signature(n, body), complexity(body)
	id := e.b.DefineHidden(s)
	r := lang.NewRef(s.Name, schema.RoleRead)
	r.Line, r.Col = name.Start()
	r.EndCol, r.Target, r.Encl = r.Col+int32(len(s.Name)), id, e.b.Enclosing()
	value := e.b.Ref(r)
	e.own(id, n, body)
	e.function(n, id, context)
	e.exported = exported
	return value
}

// handler reads a function that is put under a name into an object without a row: a
// function of its own, which where it stands is read as a value.
func (e *extractor) handler(whole, name, f sitter.Node, context int32) int32 {
	body := f.Field("body")
	exported := e.exported
	e.exported = false
	s := lang.NewSymbol(nameText(name), schema.KindFunction)
	s.Span = syntax.Span(whole)
	s.NameLine, s.NameCol = name.Start()
	if name.Is("string") {
		s.NameCol++
	}
	s.Doc, _ = doc(whole)
	s.Visibility = schema.VisibilityPrivate
	s.Signature, s.Complexity = signature(whole, body), complexity(body)
	id := e.b.DefineHidden(s)
	r := lang.NewRef(s.Name, schema.RoleRead)
	r.Line, r.Col = s.NameLine, s.NameCol
	r.EndCol, r.Target, r.Encl = r.Col+int32(len(s.Name)), id, e.b.Enclosing()
	value := e.b.Ref(r)
	e.own(id, whole, body)
	e.function(f, id, context)
	e.exported = exported
	return value
}

// functionDeclaration reads a named function.
func (e *extractor) functionDeclaration(n sitter.Node) {
	name := n.Field("name")
	body := n.Field("body")
	s := e.symbol(schema.KindFunction, name, n)
	if !name.Ok() {
		s.Name = "default"
		s.NameLine, s.NameCol = n.Start()
	}
	if !body.Ok() {
		s.Flags |= schema.SymbolDeclOnly
	}
	s.Signature = signature(n, body)
	if body.Ok() {
		s.Complexity = complexity(body)
	}
	exported := e.exported
	e.exported = false
	id := e.b.Define(s)
	e.own(id, n, body)
	e.function(n, id, schema.None)
	e.exported = exported
}

// class reads a class; id is its symbol, already defined.
func (e *extractor) class(n sitter.Node, id int32) {
	exported := e.exported
	e.exported = false
	saved := e.encl
	e.encl = id
	for c := range n.Children() {
		if c.Is("decorator") {
			e.b.Symbol(id).Flags |= schema.SymbolDecorated
			e.decorator(c)
		}
	}
	e.encl = saved
	e.b.Open(lang.ScopeBlock, id) // Type parameters.
	e.typeParameters(n.Field("type_parameters"))
	e.encl = id
	for h := range n.NamedChildren() {
		if h.Is("class_heritage") {
			e.heritage(h)
		}
	}
	e.encl = saved
	e.b.Open(lang.ScopeType, id)
	outer := e.frame
	e.frame = &frame{outer: outer, symbol: id, this: id, returns: -1, fields: make(map[string]int32)}
	body := n.Field("body")
	for m := range body.NamedChildren() { // Names first: methods may assign to fields declared below.
		if m.Is("public_field_definition", "field_definition", "method_definition") {
			name := m.Field("name")
			if !name.Ok() {
				name = m.Field("property")
			}
			e.frame.fields[nameText(name)] = schema.None
		}
	}
	for m := range body.Children() {
		e.member(m, id)
	}
	e.frame = outer
	e.b.Close()
	e.b.Close()
	e.exported = exported
}

func (e *extractor) heritage(h sitter.Node) {
	for c := range h.NamedChildren() {
		switch c.Kind() {
		case "extends_clause":
			for x := range c.NamedChildren() {
				if x.FieldName() == "value" {
					e.inherit(x)
				} else {
					e.typeArguments(x)
				}
			}
		case "implements_clause", "extends_type_clause":
			for x := range c.NamedChildren() {
				e.inheritType(x, schema.RoleInherit)
			}
		default:
			e.inherit(c)
		}
	}
}

// inherit reads the expression of an extends clause.
func (e *extractor) inherit(n sitter.Node) {
	switch n.Kind() {
	case "identifier":
		e.ref(n, schema.RoleInherit, lang.BaseNone)
	case "member_expression":
		base := e.expr(n.Field("object"), schema.None)
		e.ref(n.Field("property"), schema.RoleInherit, baseOf(base))
	default:
		if id := e.expr(n, schema.None); id >= 0 && n.Is("call_expression") { // A mixin.
			r := *e.b.RefAt(id)
			r.Role, r.EndCol = schema.RoleInherit, r.Col
			r.Flags |= lang.RefImplicit
			r.Encl = e.encl
			e.b.Ref(r)
		}
	}
}

// inheritType reads a type in a heritage clause: its head gets the role.
func (e *extractor) inheritType(n sitter.Node, role schema.Role) {
	switch n.Kind() {
	case "type_identifier", "identifier":
		e.typeRef(n, role)
	case "generic_type":
		e.inheritType(n.Field("name"), role)
		e.typeArguments(n.Field("type_arguments"))
	case "nested_type_identifier":
		base := e.expr(n.Field("module"), schema.None)
		e.ref(n.Field("name"), role, baseOf(base))
	default:
		e.typeOf(n)
	}
}

// member reads one member of a class, interface or object type.
func (e *extractor) member(n sitter.Node, owner int32) {
	switch n.Kind() {
	case "method_definition", "method_signature", "abstract_method_signature":
		e.method(n, owner)
	case "public_field_definition", "field_definition", "property_signature":
		e.field(n, owner)
	case "call_signature", "construct_signature", "function_type", "constructor_type":
		e.callSignature(n, owner)
	case "index_signature":
		e.typeOf(n.Field("index_type"))
		e.typeOf(n.Field("type"))
		for c := range n.NamedChildren() {
			if c.Is("mapped_type_clause") {
				e.typeOf(c.Field("type"))
				e.typeOf(c.Field("alias"))
			}
		}
	case "class_static_block":
		e.b.Open(lang.ScopeFunction, schema.None)
		outer := e.frame
		e.frame = &frame{outer: outer, symbol: outer.symbol, local: true, this: owner, returns: -1, fields: outer.fields}
		e.block(n.Field("body"))
		e.frame = outer
		e.b.Close()
	case "decorator": // Read with the member that follows.
	case "ERROR":
		for c := range n.NamedChildren() {
			e.member(c, owner)
		}
	}
}

// memberDecorators lists the decorators before a class member.
func memberDecorators(n sitter.Node) []sitter.Node {
	var out []sitter.Node
	for c := range n.Children() {
		if c.Is("decorator") {
			out = append(out, c)
		}
	}
	for p := n.PrevSibling(); p.Is("decorator") || p.IsExtra() && p.Ok(); p = p.PrevSibling() {
		if p.Is("decorator") {
			out = append(out, p)
		}
	}
	return out
}

func (e *extractor) method(n sitter.Node, owner int32) {
	name := n.Field("name")
	body := n.Field("body")
	s := e.symbol(schema.KindMethod, name, n)
	s.Parent = owner
	s.Visibility = visibility(n.Child("accessibility_modifier").Text(), s.Name)
	s.Flags |= e.b.Symbol(owner).Flags & schema.SymbolExported
	switch {
	case n.Child("get", "set").Ok() && name.Text() != "get" && name.Text() != "set":
		s.Kind = schema.KindProperty
	case s.Name == "constructor" && e.b.Symbol(owner).Kind == schema.KindClass:
		s.Kind = schema.KindConstructor
	}
	if n.Child("static").Ok() && s.Name != "static" {
		s.Flags |= schema.SymbolStatic
	}
	if n.Child("override_modifier").Ok() {
		s.Flags |= schema.SymbolOverride
	}
	if !body.Ok() {
		s.Flags |= schema.SymbolAbstract
		if n.Is("method_signature") && e.b.Symbol(owner).Kind == schema.KindClass {
			s.Flags |= schema.SymbolDeclOnly // An overload.
		}
	} else {
		s.Complexity = complexity(body)
	}
	s.Signature = signature(n, body)
	if s.Name == "" { // Computed: its parts are read, and its body.
		e.expr(name.FirstNamed(), schema.None)
		s.Name = name.Text()
	}
	decorators := memberDecorators(n)
	if len(decorators) > 0 {
		s.Flags |= schema.SymbolDecorated
	}
	id := e.b.DefineHidden(s)
	e.own(id, n, body)
	saved := e.encl
	e.encl = id
	for _, d := range decorators {
		e.decorator(d)
	}
	e.encl = saved
	e.function(n, id, schema.None)
}

func (e *extractor) field(n sitter.Node, owner int32) {
	name := n.Field("name")
	if !name.Ok() {
		name = n.Field("property")
	}
	s := e.symbol(schema.KindField, name, n)
	s.Parent = owner
	s.Visibility = visibility(n.Child("accessibility_modifier").Text(), s.Name)
	s.Flags |= e.b.Symbol(owner).Flags & schema.SymbolExported
	if n.Child("static").Ok() {
		s.Flags |= schema.SymbolStatic
	}
	value := n.Field("value")
	if isFunction(value) {
		s.Kind = schema.KindMethod
		s.Complexity = complexity(value.Field("body"))
	}
	s.Signature = signature(n, value.Field("body"))
	if s.Name == "" {
		e.expr(name.FirstNamed(), schema.None)
		s.Name = name.Text()
	}
	decorators := memberDecorators(n)
	if len(decorators) > 0 {
		s.Flags |= schema.SymbolDecorated
	}
	id := e.b.DefineHidden(s)
	if e.frame.fields != nil && e.frame.this == owner {
		e.frame.fields[s.Name] = id
	}
	body := value
	if isFunction(value) {
		body = value.Field("body")
	}
	e.own(id, n, body)
	saved := e.encl
	e.encl = id
	for _, d := range decorators {
		e.decorator(d)
	}
	t := e.declaredType(id, n.Field("type"))
	switch {
	case isFunction(value):
		e.function(value, id, t)
		if t >= 0 && e.b.Symbol(id).Type < 0 {
			e.b.Symbol(id).Type = e.implicit(n, "()", t, 0)
		}
	case value.Ok():
		e.b.Open(lang.ScopeBlock, id)
		outer := e.frame
		e.frame = &frame{outer: outer, symbol: id, local: true, this: outer.this, fields: outer.fields, returns: -1}
		e.initialise(id, value, t)
		e.frame = outer
		e.b.Close()
	}
	e.encl = saved
}

// callSignature defines what runs when a value of the owner's type is called.
func (e *extractor) callSignature(n sitter.Node, owner int32) {
	name := "()"
	if n.Is("construct_signature", "constructor_type") {
		name = "new"
	}
	s := lang.NewSymbol(name, schema.KindMethod)
	if e.b.Symbol(owner).Kind.IsLocal() {
		s.Kind = schema.KindLocal
	}
	s.Span = syntax.Span(n)
	s.Parent = owner
	s.Flags |= schema.SymbolSynthetic | schema.SymbolAbstract
	s.Signature = syntax.Line(n.Text())
	id := e.b.DefineHidden(s)
	if s.Kind == schema.KindMethod {
		e.todo = append(e.todo, hashed{int(id), n.Index(), -1})
	}
	outer := e.frame
	e.frame = &frame{outer: outer, symbol: id, local: true, this: -1, returns: -1}
	e.b.Open(lang.ScopeFunction, id)
	saved := e.encl
	e.encl = -1
	e.typeParameters(n.Field("type_parameters"))
	arity := e.parameters(n, schema.None)
	result := n.Field("return_type")
	if !result.Ok() {
		result = n.Field("type")
	}
	t := e.typeOf(result)
	e.b.Symbol(id).Type, e.b.Symbol(id).Arity = t, arity
	e.encl = saved
	e.b.Close()
	e.frame = outer
}

func (e *extractor) decorator(d sitter.Node) {
	x := d.FirstNamed()
	if id := e.expr(x, schema.None); id >= 0 && x.Is("identifier", "member_expression", "call_expression") {
		e.b.RefAt(id).Role = schema.RoleDecorate
	}
}

func baseOf(id int32) int32 {
	if id < 0 {
		return lang.BaseUnknown
	}
	return id
}
