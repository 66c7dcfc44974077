package swift

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// function reads a function, method, initializer, subscript or macro. kind is what it
// is inside a type.
func (x *extractor) function(n, name sitter.Node, kind schema.Kind, doc []sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	m := x.modifiersOf(n)
	owner, local := x.b.Enclosing(), x.inBody()
	if kind == schema.KindMethod && (local || owner == 0 || x.b.Symbol(owner).Kind == schema.KindFile) {
		kind = schema.KindFunction
	}
	body := n.Field("body")
	if !body.Ok() {
		body = n.Child("computed_property", "macro_definition")
	}
	s := x.symbol(n, name, doc, kind, m)
	x.head(&s, n, body)
	s.Arity = arity(n)
	if kind == schema.KindMacro {
		s.Flags |= schema.SymbolExported
	}
	if x.member.protocol && !local && (!body.Ok() || !hasCode(body)) {
		s.Flags |= schema.SymbolAbstract
	}
	if n.Child("async").Ok() || n.Child("_async_keyword").Ok() {
		s.Flags |= schema.SymbolAsync
	}
	switch {
	case m.test, x.member.suite && strings.HasPrefix(s.Name, "test") && s.Arity == 0 && s.Flags&schema.SymbolStatic == 0 && kind == schema.KindMethod && !local:
		s.Flags |= schema.SymbolTest
	case x.member.entry && s.Name == "main" && s.Flags&schema.SymbolStatic != 0 && !local:
		s.Flags |= schema.SymbolEntry
	}
	var id int32
	if local {
		id = x.b.Define(s)
	} else {
		id = x.b.DefineHidden(s)
	}
	x.open(lang.ScopeFunction, id)
	restore := x.newBody()
	x.attributes(m.node, false)
	typ := x.signature(n)
	x.result = typ
	switch body.Kind() {
	case "computed_property":
		x.accessors(body, typ)
	case "macro_definition":
		for c := range body.NamedChildren() {
			x.expr(c)
		}
	default:
		x.block(body)
	}
	x.close()
	f := x.b.Symbol(id)
	f.Type, f.Complexity = typ, 1+x.branches
	restore()
}

// hasCode reports whether an accessor block of a protocol has a body after all.
func hasCode(body sitter.Node) bool {
	for d := range body.Descendants() {
		if d.Is("statements") {
			return true
		}
	}
	return false
}

// newBody starts the body of a callable: what belongs to the body around it is put
// aside until the result is called.
func (x *extractor) newBody() func() {
	saved := x.state
	x.state = state{expected: schema.None, given: schema.None, result: schema.None, member: member{visibility: schema.VisibilityInternal}}
	return func() { x.state = saved }
}

// signature reads type parameters, parameters, default values and result of a callable
// and returns the reference of the result.
func (x *extractor) signature(n sitter.Node) int32 {
	typ := int32(schema.None)
	last := int32(schema.None) // Type of the parameter before a default value.
	arrow := false
	for c := range n.Children() {
		switch c.Kind() {
		case "modifiers", "function_body", "computed_property", "macro_definition":
		case "type_parameters":
			x.typeParameters(c)
		case "parameter":
			last = x.parameter(c)
		case "throws":
			x.thrown(c)
		case "->":
			arrow = true
		case "type_constraints":
			x.typeConstraints(c)
		case "attribute":
			x.attribute(c)
		default:
			switch {
			case !c.Named() || c.IsExtra() && !c.IsError():
			case c.FieldName() == "default_value":
				saved := x.expected
				x.expected = last
				x.expr(c)
				x.expected = saved
			case c.IsError():
				for k := range c.NamedChildren() {
					x.expr(k)
				}
			case arrow && typ == schema.None:
				typ = x.typ(c, schema.RoleType)
			}
		}
	}
	return typ
}

// parameter binds a parameter of a callable and returns the reference of its type.
func (x *extractor) parameter(p sitter.Node) int32 {
	var name, typ sitter.Node
	colon, variadic := false, false
	for c := range p.Children() {
		switch {
		case c.Kind() == ":":
			colon = true
		case c.Kind() == "...":
			variadic = true
		case !c.Named() || c.IsExtra():
		case c.Is("attribute"):
			x.attribute(c)
		case c.Is("parameter_modifiers", "type_modifiers", "modifiers"):
			x.attributes(c, false)
		case !colon && c.FieldName() == "name":
			name = c
		case colon:
			typ = c
		}
	}
	t := x.typ(typ, schema.RoleType)
	if variadic {
		x.held(t)
	}
	x.local(name, p, schema.KindParameter, t)
	return t
}

func arity(n sitter.Node) int32 {
	count := int32(0)
	for p := range n.NamedChildren() {
		if !p.Is("parameter") {
			continue
		}
		count++
		if p.Child("...").Ok() {
			return schema.None
		}
	}
	return count
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

// binding is one variable of a property declaration.
type binding struct {
	name, typ, value, computed, observers sitter.Node
}

// bindings cuts "let a = 1, b: Int { … }" into its variables.
func bindings(n sitter.Node) []binding {
	var out []binding
	for c := range n.Children() {
		if c.Is("pattern") && c.FieldName() == "name" {
			out = append(out, binding{name: c})
			continue
		}
		if len(out) == 0 {
			continue
		}
		b := &out[len(out)-1]
		switch {
		case c.Is("type_annotation"):
			b.typ = c
		case c.Is("computed_property", "protocol_property_requirements"):
			b.computed = c
		case c.Is("willset_didset_block"):
			b.observers = c
		case c.Named() && (!c.IsExtra() || c.IsError()) && !c.Is("type_constraints", "modifiers", "value_binding_pattern"):
			if !b.value.Ok() {
				b.value = c
			}
		}
	}
	return out
}

// property reads the variables of a file, a type or a body.
func (x *extractor) property(n sitter.Node, doc []sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	list := bindings(n)
	if x.inBody() {
		x.attributes(n.Child("modifiers"), false)
		for _, b := range list {
			x.localVariable(b, n, len(list) > 1)
		}
		return
	}
	m := x.modifiersOf(n)
	mutable := n.Child("value_binding_pattern").Child("var").Ok() || n.Is("protocol_property_declaration")
	for i, b := range list {
		whole := n
		if len(list) > 1 && i > 0 {
			whole = b.name
		}
		x.memberVariable(b, n, whole, doc, m, mutable)
	}
}

func (b binding) last() sitter.Node {
	last := b.name
	for _, c := range []sitter.Node{b.typ, b.value, b.computed, b.observers} {
		if c.Ok() {
			last = c
		}
	}
	return last
}

func (x *extractor) memberVariable(b binding, n, whole sitter.Node, doc []sitter.Node, m modifiers, mutable bool) {
	owner := x.b.Enclosing()
	kind := schema.KindField
	switch {
	case b.computed.Is("computed_property"), b.computed.Ok() && x.member.protocol:
		kind = schema.KindProperty
	case owner == 0 && !mutable, m.flags&schema.SymbolStatic != 0 && !mutable:
		kind = schema.KindConstant
	case owner == 0:
		kind = schema.KindVariable
	}
	until := b.value
	for _, c := range []sitter.Node{b.computed, b.observers} {
		if !until.Ok() {
			until = c
		}
	}
	names := patternNames(b.name)
	for i, name := range names {
		s := x.symbol(whole, name, doc, kind, m)
		if whole != n {
			s.Span = syntax.Between(b.name, b.last())
		}
		s.Signature = syntax.Signature(n, until, isAttribute)
		s.SignatureHash = n.Hash(func(c sitter.Node) bool { return until.Ok() && c.Index() >= until.Index() })
		for _, c := range []sitter.Node{b.value, b.computed, b.observers} {
			if c.Ok() {
				s.BodyHash = s.BodyHash*31 + c.Hash(isNested)
			}
		}
		if x.member.protocol {
			s.Flags |= schema.SymbolAbstract
		}
		id := x.b.Define(s)
		if i > 0 { // Further names of a tuple.
			continue
		}
		x.open(lang.ScopeFunction, id)
		restore := x.newBody()
		x.attributes(m.node, false)
		typ := x.annotation(b.typ)
		x.expected = typ
		init := x.expr(b.value)
		x.expected, x.result = schema.None, typ
		if c := b.computed; c.Ok() {
			init = x.accessors(c, typ)
		}
		x.accessors(b.observers, typ)
		x.close()
		v := x.b.Symbol(id)
		if len(names) == 1 {
			if v.Type = typ; typ == schema.None {
				v.Init = initOf(init)
			}
		}
		if kind == schema.KindProperty {
			v.Complexity = 1 + x.branches
		}
		restore()
	}
}

// annotation reads ": Type".
func (x *extractor) annotation(n sitter.Node) int32 {
	typ := int32(schema.None)
	for c := range n.NamedChildren() {
		if r := x.typ(c, schema.RoleType); typ == schema.None {
			typ = r
		}
	}
	return typ
}

// accessors reads the block of a computed property, a subscript or of observers.
func (x *extractor) accessors(n sitter.Node, typ int32) int32 {
	value := int32(lang.BaseUnknown)
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "computed_getter", "computed_setter", "computed_modify", "willset_clause", "didset_clause":
			x.open(lang.ScopeFunction, schema.None)
			x.accessorParameter(c, typ)
			if v := x.block(c); value < 0 && c.Is("computed_getter") {
				value = v
			}
			x.close()
		case "statements":
			x.open(lang.ScopeFunction, schema.None)
			value = x.block(n)
			x.close()
			return value
		case "getter_specifier", "setter_specifier", "modify_specifier", "attribute", "modifiers":
		default:
			x.expr(c)
		}
	}
	return value
}

// accessorParameter binds the new or old value of a setter or observer.
func (x *extractor) accessorParameter(n sitter.Node, typ int32) {
	if name := n.Child("simple_identifier"); name.Ok() {
		x.local(name, name, schema.KindParameter, typ)
		return
	}
	implicit := ""
	switch n.Kind() {
	case "computed_setter", "willset_clause":
		implicit = "newValue"
	case "didset_clause":
		implicit = "oldValue"
	default:
		return
	}
	s := lang.NewSymbol(implicit, schema.KindParameter)
	s.Span.StartLine, s.Span.StartCol = n.Start()
	s.Span.EndLine, s.Span.EndCol = s.Span.StartLine, s.Span.StartCol+1
	s.Flags = schema.SymbolSynthetic
	s.Type = typ
	x.b.Define(s)
}

// localVariable reads a variable of a body. Its value does not see it.
func (x *extractor) localVariable(b binding, n sitter.Node, several bool) {
	typ := x.annotation(b.typ)
	mark := len(x.b.Facts().Refs)
	saved := x.expected
	x.expected = typ
	init := x.expr(b.value)
	x.expected = saved
	whole := n
	if several {
		whole = b.name
	}
	names := patternNames(b.name)
	x.hide(names, mark)
	for _, name := range names {
		id := x.local(name, whole, schema.KindLocal, schema.None)
		if id != schema.None && len(names) == 1 {
			if x.b.Symbol(id).Type = typ; typ == schema.None {
				x.b.Symbol(id).Init = initOf(init)
			}
		}
	}
	if b.computed.Ok() || b.observers.Ok() {
		x.accessors(b.computed, typ)
		x.accessors(b.observers, typ)
	}
}

// hide opens a scope for names that references since mark use with their outer meaning:
// let x = x. It ends with the scope at hand.
func (x *extractor) hide(names []sitter.Node, mark int) {
	if !x.inBody() {
		return
	}
	refs := x.b.Facts().Refs[mark:]
	for i := range refs {
		if refs[i].Base != lang.BaseNone {
			continue
		}
		for _, name := range names {
			if refs[i].Name == plain(name.Text()) {
				x.open(lang.ScopeBlock, schema.None)
				x.scopes[len(x.scopes)-1].hides = true
				return
			}
		}
	}
}

// initOf turns "no reference" of an expression into None for Symbol.Init.
func initOf(ref int32) int32 {
	if ref < 0 {
		return schema.None
	}
	return ref
}
