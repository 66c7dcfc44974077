package scala

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// function reads a method; receiver is the parameter of the extension around it.
func (x *extractor) function(n, receiver sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	m := x.modifiersOf(n)
	name, body, result := n.Field("name"), n.Field("body"), n.Field("return_type")
	local := x.inBody() && !receiver.Ok() || receiver.Ok() && x.extensionInBody()
	kind := schema.KindFunction
	switch {
	case name.Text() == "this":
		kind = schema.KindConstructor
	case !local && x.b.Enclosing() > 0:
		kind = schema.KindMethod
	}
	s := x.symbol(n, name, n, kind, m)
	if receiver.Ok() && !local {
		s.Visibility, s.Flags = m.visibility, s.Flags|schema.SymbolExported
		if m.visibility == schema.VisibilityPrivate {
			s.Flags &^= schema.SymbolExported
		}
	}
	x.head(&s, n, body)
	s.Arity = arity(n)
	if n.Is("function_declaration") {
		s.Flags |= schema.SymbolAbstract
	}
	if m.main || s.Name == "main" && s.Arity == 1 && s.Flags&schema.SymbolStatic != 0 && strings.Contains(n.Field("parameters").Text(), "Array[String]") {
		s.Flags |= schema.SymbolEntry
	}
	id := x.b.DefineHidden(s)
	if local {
		x.b.Bind(s.Name, id)
	}
	x.open(lang.ScopeFunction, id)
	saved := x.branches
	x.branches = 0
	if receiver.Ok() {
		x.receiver(receiver)
	}
	for c := range n.Children() {
		switch c.Kind() {
		case "annotation":
			x.annotation(c)
		case "type_parameters":
			x.typeParameters(c)
		case "parameters":
			x.parameters(c)
		}
	}
	typ := x.typ(result, schema.RoleType)
	init := x.nested(body)
	x.close()
	f := x.b.Symbol(id)
	f.Type, f.Complexity = typ, 1+x.branches
	if !result.Ok() {
		f.Init = initOf(init)
	}
	x.branches = saved
}

// arity counts the parameters of the first list; None when the last repeats.
func arity(n sitter.Node) int32 {
	for c := range n.Children() {
		if !c.Is("parameters") {
			continue
		}
		count := int32(0)
		for p := range c.NamedChildren() {
			if p.Field("type").Is("repeated_parameter_type") {
				return schema.None
			}
			count++
		}
		if c.Child("implicit", "using").Ok() {
			return 0
		}
		return count
	}
	return 0
}

// parameters binds the parameters of one list.
func (x *extractor) parameters(n sitter.Node) {
	for p := range n.NamedChildren() {
		if !p.Is("parameter") {
			x.typ(p, schema.RoleType) // using Type
			continue
		}
		x.annotations(p)
		t := x.typ(p.Field("type"), schema.RoleType)
		x.local(p.Field("name"), p, schema.KindParameter, t)
		x.expr(p.Field("default_value"))
	}
}

// local binds a variable or parameter of a body.
func (x *extractor) local(name, n sitter.Node, kind schema.Kind, typ int32) int32 {
	if !name.Ok() || name.Is("wildcard") {
		return schema.None
	}
	s := syntax.Symbol(n, name, kind)
	s.Name = plain(s.Name)
	s.Type = typ
	return x.b.Define(s)
}

// receiver declares what a method of an extension is called on.
func (x *extractor) receiver(p sitter.Node) {
	s := lang.NewSymbol("this", schema.KindParameter)
	s.Span = syntax.Span(p)
	s.Flags = schema.SymbolSynthetic
	s.Type = x.receiverType
	x.b.DefineHidden(s)
}

// extension reads "extension (s: T) def f = …": its parameters are seen by every
// method in it.
func (x *extractor) extension(n sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	inBody := x.inBody()
	x.open(lang.ScopeFunction, schema.None)
	defer x.close()
	savedType, savedBody := x.receiverType, x.inExtensionBody
	x.receiverType, x.inExtensionBody = schema.None, inBody
	var receiver sitter.Node
	for c := range n.Children() {
		switch c.Kind() {
		case "type_parameters":
			x.typeParameters(c)
		case "parameters":
			before := len(x.b.Facts().Symbols)
			x.parameters(c)
			if first := c.FirstNamed(); !receiver.Ok() && !c.Child("using").Ok() && first.Is("parameter") && before < len(x.b.Facts().Symbols) {
				receiver = first
				x.receiverType = x.b.Symbol(int32(before)).Type
			}
		case "function_definition", "function_declaration":
			x.function(c, receiver)
		case "export_declaration":
			x.importDeclaration(c)
		case "ERROR":
			x.members(c)
		}
	}
	x.receiverType, x.inExtensionBody = savedType, savedBody
}

func (x *extractor) extensionInBody() bool { return x.inExtensionBody }

// givenDefinition reads a given: an instance of a class of its own when it has a body,
// a value or, with parameters, a method otherwise.
func (x *extractor) givenDefinition(n sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	m := x.modifiersOf(n)
	name, body, value := n.Field("name"), bodyOf(n), n.Field("body")
	if value.Is("with_template_body") {
		value = sitter.Node{}
	}
	if sign := n.Child("="); sign.Ok() {
		if at, _ := sign.Bytes(); x.givens[at] {
			body, value = value, sitter.Node{} // A body in braces; see cleaner.
		}
	}
	local := x.inBody()
	kind := schema.KindField
	switch {
	case body.Ok():
		kind = schema.KindClass
	case n.Child("parameters", "given_conditional").Ok():
		kind = schema.KindMethod
	case local:
		kind = schema.KindLocal
	case x.b.Enclosing() == 0:
		kind = schema.KindVariable
	}
	s := x.symbol(n, name, n, kind, m)
	until := body
	if !until.Ok() {
		until = value
	}
	x.head(&s, n, until)
	if kind == schema.KindMethod {
		s.Arity = arity(n)
	}
	if !name.Ok() {
		s.Name = "given_" + givenName(n.Field("return_type"))
		s.Flags |= schema.SymbolSynthetic
	}
	var id int32
	if name.Ok() {
		id = x.b.Define(s)
	} else {
		id = x.b.DefineHidden(s)
	}
	if kind == schema.KindClass {
		x.open(lang.ScopeType, id)
	} else {
		x.open(lang.ScopeFunction, id)
	}
	first := int32(schema.None)
	for c := range n.Children() {
		switch {
		case c.Is("annotation"):
			x.annotation(c)
		case c.Is("type_parameters"):
			x.typeParameters(c)
		case c.Is("parameters", "given_conditional"):
			x.parameters(c)
		case c.Is("ERROR"):
			x.members(c)
		case c.FieldName() == "return_type" && c.Named() && !c.IsExtra() && !c.Is("template_body", "with_template_body", "arguments"):
			role := schema.RoleType
			if kind == schema.KindClass {
				role = schema.RoleInherit
			}
			if t := x.typ(c, role); first == schema.None {
				first = t
			}
		case c.Is("arguments"):
			x.arguments(c)
		}
	}
	saved := x.branches
	x.branches = 0
	if value.Ok() {
		x.nested(value)
	}
	x.members(body)
	x.close()
	g := x.b.Symbol(id)
	if kind != schema.KindClass {
		g.Type = first
	}
	if kind == schema.KindMethod {
		g.Complexity = 1 + x.branches
	}
	x.branches = saved
}

// givenName is what the compiler derives of a type for a given without a name.
func givenName(n sitter.Node) string {
	var parts []string
	if n.Is("type_identifier", "identifier") {
		return n.Text()
	}
	for d := range n.Descendants() {
		if d.Is("type_identifier", "identifier") {
			parts = append(parts, d.Text())
		}
		if len(parts) > 8 || d.Is("template_body", "with_template_body") {
			break
		}
	}
	return strings.Join(parts, "_")
}

// value reads val and var, of one name or of a pattern.
func (x *extractor) value(n sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	m := x.modifiersOf(n)
	typ, value := n.Field("type"), n.Field("value")
	var names []sitter.Node
	pattern := n.Field("pattern")
	switch {
	case !pattern.Ok():
		for c := range n.Children() {
			if c.FieldName() == "name" && c.Named() {
				names = append(names, c)
			}
		}
	case pattern.Is("identifiers"):
		for c := range pattern.NamedChildren() {
			names = append(names, c)
		}
	case pattern.Is("identifier", "operator_identifier"):
		names = append(names, pattern)
	}
	if x.inBody() {
		x.localValue(n, names, pattern, typ, value)
		return
	}
	kind := schema.KindField
	if x.b.Enclosing() == 0 {
		kind = schema.KindVariable
	}
	if !pattern.Ok() {
		m.flags |= schema.SymbolAbstract
	}
	if len(names) == 0 { // A pattern: every name that it binds.
		init := int32(lang.BaseUnknown)
		x.annotations(n)
		init = x.nested(value)
		x.pattern(pattern, init, func(name sitter.Node, typ int32) int32 {
			s := x.symbol(name, name, n, kind, m)
			s.Signature = signature(n, value)
			s.SignatureHash = name.Hash(nil)
			s.BodyHash = value.Hash(isNested)
			s.Type = typ
			return x.b.Define(s)
		})
		return
	}
	first := int32(schema.None)
	for i, name := range names {
		s := x.symbol(n, name, n, kind, m)
		if i > 0 {
			s.Span = syntax.Span(name)
		}
		s.Signature = signature(n, value)
		s.SignatureHash = n.Hash(func(c sitter.Node) bool { return value.Ok() && c.Index() == value.Index() })
		s.BodyHash = value.Hash(isNested)
		id := x.b.Define(s)
		if i > 0 {
			x.b.Symbol(id).Type, x.b.Symbol(id).Init = x.b.Symbol(first).Type, x.b.Symbol(first).Init
			continue
		}
		first = id
		x.open(lang.ScopeFunction, id)
		x.annotations(n)
		typed := x.typ(typ, schema.RoleType)
		init := x.nested(value)
		x.close()
		x.b.Symbol(id).Type = typed
		if !typ.Ok() {
			x.b.Symbol(id).Init = initOf(init)
		}
	}
}

// localValue binds the variables of a body; the value does not see them unless it is lazy.
func (x *extractor) localValue(n sitter.Node, names []sitter.Node, pattern, typ, value sitter.Node) {
	x.annotations(n)
	t := x.typ(typ, schema.RoleType)
	init := x.nested(value)
	if len(names) == 0 {
		x.pattern(pattern, init, x.bindLocal)
		return
	}
	for i, name := range names {
		whole := n
		if i > 0 {
			whole = name
		}
		if id := x.local(name, whole, schema.KindLocal, t); id != schema.None && !typ.Ok() {
			x.b.Symbol(id).Init = initOf(init)
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
