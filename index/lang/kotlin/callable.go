package kotlin

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// header is what stands between the modifiers and the body of a function or property.
type header struct {
	receiver, name, params, result, body sitter.Node
	variable                             sitter.Node // variable_declaration or multi_variable_declaration.
	value, delegate                      sitter.Node
	getter, setter                       sitter.Node
	mutable                              bool
}

func headerOf(n sitter.Node) header {
	var h header
	colon, assigned := false, false
	for c := range n.Children() {
		switch c.Kind() {
		case "modifiers", "type_parameters", "type_constraints", "fun", "val", ".", ";", "type_modifiers":
		case "var":
			h.mutable = true
		case ":":
			colon = true
		case "=":
			assigned = true
		case "function_value_parameters":
			h.params = c
		case "function_body", "block":
			h.body = c
		case "variable_declaration", "multi_variable_declaration":
			h.variable = c
		case "property_delegate":
			h.delegate = c
		case "getter":
			h.getter = c
		case "setter":
			h.setter = c
		default:
			switch {
			case c.IsExtra() || !c.Named() || c.IsError():
			case c.FieldName() == "name":
				h.name = c
			case assigned:
				h.value = c
			case colon:
				h.result = c
			case !h.name.Ok() && !h.variable.Ok():
				h.receiver = c
			}
		}
	}
	return h
}

func (x *extractor) function(n, doc sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	part := x.takeSplit()
	m := x.modifiersOf(n)
	h := headerOf(n)
	owner := x.b.Enclosing()
	local := x.inBody()
	kind := schema.KindFunction
	parent := x.b.Symbol(owner)
	if !local && owner > 0 {
		kind = schema.KindMethod
	}
	s := x.symbol(n, h.name, doc, kind, m)
	x.head(&s, n, h.body, m)
	part.stretch(&s)
	s.Arity = arity(h.params)
	if kind == schema.KindMethod && parent.Kind == schema.KindInterface && !h.body.Ok() {
		s.Flags |= schema.SymbolAbstract
	}
	if s.Name == "main" && !h.receiver.Ok() && s.Arity <= 1 && (owner == 0 || m.jvmStatic) {
		s.Flags |= schema.SymbolEntry
	}
	var id int32
	if local {
		id = x.b.Define(s)
	} else {
		id = x.b.DefineHidden(s)
	}
	x.open(lang.ScopeFunction, id)
	saved := x.branches
	x.branches = 0
	x.annotationsOf(m)
	x.typeParameters(n)
	x.receiver(h.receiver)
	x.parameters(h.params)
	typ := x.typ(h.result, schema.RoleType)
	x.typeConstraints(n.Child("type_constraints"))
	init := x.body(h.body)
	if part != nil {
		x.readBody(part)
	}
	x.close()
	f := x.b.Symbol(id)
	f.Type, f.Complexity = typ, 1+x.branches
	if typ == schema.None && !h.result.Ok() {
		f.Init = initOf(init)
	}
	x.branches = saved
}

// head sets signature and digests of a declaration with a body.
func (x *extractor) head(s *lang.Symbol, n, body sitter.Node, m modifiers) {
	s.Signature = signature(n, body)
	s.SignatureHash = x.digest(m.head, n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() }))
	s.BodyHash = body.Hash(isNested)
}

// receiver declares what "this" is in an extension.
func (x *extractor) receiver(typ sitter.Node) {
	if !typ.Ok() {
		return
	}
	s := lang.NewSymbol("this", schema.KindParameter)
	s.Span = syntax.Span(typ)
	s.Flags = schema.SymbolSynthetic
	s.Type = x.typ(typ, schema.RoleType)
	x.b.DefineHidden(s)
}

// body reads the block or the expression of a function and returns the value of the
// latter.
func (x *extractor) body(n sitter.Node) int32 {
	if n.Is("function_body") {
		n = n.FirstNamed()
	}
	if n.Is("block") {
		x.open(lang.ScopeBlock, schema.None)
		x.block(n)
		x.close()
		return lang.BaseUnknown
	}
	return x.expr(n)
}

func arity(params sitter.Node) int32 {
	n := int32(0)
	for p := range params.NamedChildren() {
		switch p.Kind() {
		case "parameter", "class_parameter":
			n++
		case "parameter_modifiers", "modifiers":
			for c := range p.Children() {
				if firstToken(c) == "vararg" {
					return schema.None
				}
			}
		}
		if p.Is("class_parameter") {
			for c := range p.Child("modifiers").Children() {
				if firstToken(c) == "vararg" {
					return schema.None
				}
			}
		}
	}
	return n
}

// parameters binds the parameters of a callable; default values see those before.
func (x *extractor) parameters(n sitter.Node) {
	vararg := false
	for p := range n.NamedChildren() {
		switch p.Kind() {
		case "parameter_modifiers":
			x.annotations(p)
			for c := range p.Children() {
				vararg = vararg || firstToken(c) == "vararg"
			}
		case "parameter":
			name, typ := p.FirstNamed(), p.LastNamed()
			if typ.Index() == name.Index() {
				typ = sitter.Node{}
			}
			t := x.typ(typ, schema.RoleType)
			if vararg && t >= 0 {
				x.b.RefAt(t).Flags |= lang.RefContainer
			}
			vararg = false
			x.local(name, p, schema.KindParameter, t)
		default:
			x.expr(p)
		}
	}
}

// local binds a variable or parameter of a body.
func (x *extractor) local(name, n sitter.Node, kind schema.Kind, typ int32) int32 {
	if !name.Ok() || name.Text() == "_" {
		return schema.None
	}
	s := syntax.Symbol(n, name, kind)
	s.Name = plain(s.Name)
	s.Type = typ
	return x.b.Define(s)
}

func (x *extractor) constructor(n, doc sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	part := x.takeSplit()
	m := x.modifiersOf(n)
	params, body := n.Child("function_value_parameters"), n.Child("block")
	s := x.symbol(n, n.Child("constructor"), doc, schema.KindConstructor, m)
	x.head(&s, n, body, m)
	part.stretch(&s)
	s.Arity = arity(params)
	id := x.b.DefineHidden(s)
	x.open(lang.ScopeFunction, id)
	saved := x.branches
	x.branches = 0
	x.annotationsOf(m)
	x.parameters(params)
	if call := n.Child("constructor_delegation_call"); call.Ok() {
		word := call.Child("this", "super")
		r := syntax.Ref(word, schema.RoleCall)
		r.Flags = lang.RefSelf
		r.Args = x.arguments(call.Child("value_arguments"))
		x.b.Ref(r)
	}
	x.body(body)
	if part != nil {
		x.readBody(part)
	}
	x.close()
	x.b.Symbol(id).Complexity = 1 + x.branches
	x.branches = saved
}

// property reads a property of a file or class, or a local variable.
func (x *extractor) property(n, doc sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	h := headerOf(n)
	if x.inBody() {
		x.localProperty(n, h)
		return
	}
	if h.variable.Is("multi_variable_declaration") { // At the top level of a script.
		init := x.expr(h.value)
		for v := range h.variable.NamedChildren() {
			name, typ := variable(v)
			if name.Text() == "_" {
				continue
			}
			s := x.symbol(v, name, sitter.Node{}, schema.KindVariable, modifiers{})
			id := x.b.Define(s)
			x.b.Symbol(id).Type = x.typ(typ, schema.RoleType)
		}
		_ = init
		return
	}
	m := x.modifiersOf(n)
	name, typ := variable(h.variable)
	kind := schema.KindField
	accessors := h.getter.Child("function_body").Ok() || h.setter.Child("function_body").Ok()
	owner := x.b.Enclosing()
	switch {
	case m.consts:
		kind = schema.KindConstant
	case accessors || h.receiver.Ok():
		kind = schema.KindProperty
	case owner == 0:
		kind = schema.KindVariable
	}
	s := x.symbol(n, name, doc, kind, m)
	until := h.value
	for _, c := range []sitter.Node{h.delegate, h.getter, h.setter} {
		if !until.Ok() || c.Ok() && c.Index() < until.Index() {
			until = c
		}
	}
	s.Signature = signature(n, until)
	s.SignatureHash = x.digest(m.head, n.Hash(func(c sitter.Node) bool { return until.Ok() && c.Index() >= until.Index() }))
	for _, c := range []sitter.Node{h.value, h.delegate, h.getter, h.setter} {
		if c.Ok() {
			s.BodyHash = s.BodyHash*31 + c.Hash(isNested)
		}
	}
	if x.b.Symbol(owner).Kind == schema.KindInterface && owner > 0 && !accessors {
		s.Flags |= schema.SymbolAbstract
	}
	var id int32
	if h.receiver.Ok() {
		id = x.b.DefineHidden(s)
	} else {
		id = x.b.Define(s)
		x.bindOutside(s.Name, id)
	}
	x.open(lang.ScopeBlock, id)
	saved := x.branches
	x.branches = 0
	x.annotationsOf(m)
	x.annotations(h.variable)
	x.typeParameters(n)
	x.receiver(h.receiver)
	t := x.typ(typ, schema.RoleType)
	x.typeConstraints(n.Child("type_constraints"))
	init := x.expr(h.value)
	if h.delegate.Ok() {
		init = x.delegate(h.delegate)
	}
	got := x.getter(h.getter)
	x.setter(h.setter, id)
	x.close()
	p := x.b.Symbol(id)
	p.Type, p.Init = t, initOf(init)
	if p.Init == schema.None && !typ.Ok() {
		p.Init = initOf(got)
	}
	if kind == schema.KindProperty {
		p.Complexity = 1 + x.branches
	}
	x.branches = saved
}

// delegate reads "by …": a lazy property has the value of its lambda.
func (x *extractor) delegate(n sitter.Node) int32 {
	value := n.FirstNamed()
	r := x.expr(value)
	if r >= 0 && value.Is("call_expression") && x.b.RefAt(r).Name == "lazy" {
		return x.lazy
	}
	return lang.BaseUnknown
}

func (x *extractor) getter(n sitter.Node) int32 {
	if !n.Ok() {
		return lang.BaseUnknown
	}
	x.open(lang.ScopeFunction, schema.None)
	defer x.close()
	x.annotationsOf(x.modifiersOf(n))
	for c := range n.NamedChildren() {
		if !c.Is("modifiers", "function_body") {
			x.typ(c, schema.RoleType)
		}
	}
	x.fieldWord()
	return x.body(n.Child("function_body"))
}

func (x *extractor) setter(n sitter.Node, property int32) {
	if !n.Ok() {
		return
	}
	x.open(lang.ScopeFunction, schema.None)
	defer x.close()
	x.annotationsOf(x.modifiersOf(n))
	x.fieldWord()
	if name := n.Child("identifier"); name.Ok() {
		id := x.local(name, name, schema.KindParameter, schema.None)
		for c := range n.NamedChildren() {
			if !c.Is("modifiers", "function_body", "identifier", "parameter_modifiers") {
				if t := x.typ(c, schema.RoleType); id != schema.None {
					x.b.Symbol(id).Type = t
				}
			}
		}
	}
	x.body(n.Child("function_body"))
}

// fieldWord makes "field" mean the property in the body of its accessor.
func (x *extractor) fieldWord() {
	if owner := x.b.Enclosing(); owner > 0 {
		x.b.Bind("field", owner)
	}
}

func (x *extractor) localProperty(n sitter.Node, h header) {
	x.annotationsOf(x.modifiersOf(n))
	// The value does not see the variable, so it is read first.
	init := x.expr(h.value)
	if h.delegate.Ok() {
		init = x.delegate(h.delegate)
	}
	x.variables(h.variable, n, init, h.value)
	x.getter(h.getter)
	x.setter(h.setter, schema.None)
}

// variables binds the variable or the parts of a destructuring to a value.
func (x *extractor) variables(v, whole sitter.Node, init int32, at sitter.Node) {
	if v.Is("multi_variable_declaration") {
		for c := range v.NamedChildren() {
			x.variables(c, c, schema.None, sitter.Node{})
		}
		return
	}
	x.annotations(v)
	name, typ := variable(v)
	t := x.typ(typ, schema.RoleType)
	if id := x.local(name, whole, schema.KindLocal, t); id != schema.None && t == schema.None {
		x.b.Symbol(id).Init = initOf(init)
	}
}

// variable returns the name and the type of a variable_declaration.
func variable(v sitter.Node) (name, typ sitter.Node) {
	for c := range v.NamedChildren() {
		switch {
		case c.Is("annotation"):
		case !name.Ok():
			name = c
		default:
			typ = c
		}
	}
	return name, typ
}

// initOf turns "no reference" of an expression into None for Symbol.Init.
func initOf(ref int32) int32 {
	if ref < 0 {
		return schema.None
	}
	return ref
}
