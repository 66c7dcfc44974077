package java

import (
	"strconv"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// member reads a declaration of a type body or of the file; doc is the comment
// right before it.
func (x *extractor) member(n, doc sitter.Node) {
	switch n.Kind() {
	case "class_declaration", "interface_declaration", "enum_declaration", "record_declaration", "annotation_type_declaration":
		x.typeDeclaration(n, doc)
	case "method_declaration", "constructor_declaration", "compact_constructor_declaration", "annotation_type_element_declaration":
		x.callable(n, doc)
	case "field_declaration", "constant_declaration":
		x.fields(n, doc)
	case "enum_constant":
		x.enumConstant(n, doc)
	case "enum_body_declarations", "ERROR":
		x.members(n)
	case "static_initializer":
		x.statement(n.Child("block"))
	default:
		x.statement(n)
	}
}

// members reads the declarations of a body and hands each the comment before it.
func (x *extractor) members(body sitter.Node) {
	doc := sitter.Node{}
	for c := range body.Children() {
		switch {
		case c.IsExtra() && !c.IsError():
			doc = c
		case c.Named():
			x.member(c, doc)
			doc = sitter.Node{}
		}
	}
}

var typeKinds = map[string]schema.Kind{
	"class_declaration": schema.KindClass, "record_declaration": schema.KindClass, "interface_declaration": schema.KindInterface,
	"annotation_type_declaration": schema.KindInterface, "enum_declaration": schema.KindEnum,
}

func (x *extractor) typeDeclaration(n, doc sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	name, body := n.Field("name"), n.Field("body")
	s := x.symbol(name, typeKinds[n.Kind()], n, doc)
	s.Signature = signature(n, body)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
	id := x.b.Define(s)
	x.open(lang.ScopeType, id)
	defer x.close()
	x.annotations(n)
	x.typeParameters(n)
	for c := range n.Children() {
		switch c.Kind() {
		case "superclass", "super_interfaces", "extends_interfaces":
			x.typesIn(c, schema.RoleInherit)
		case "permits":
			x.typesIn(c, schema.RoleType)
		case "formal_parameters":
			x.components(c)
		}
	}
	x.members(body)
	x.markSuite(id, n)
}

// markSuite marks a class that holds tests, and the test methods of JUnit 3.
func (x *extractor) markSuite(id int32, n sitter.Node) {
	junit3 := strings.HasSuffix(n.Field("superclass").Text(), "TestCase")
	facts := x.b.Facts()
	suite := false
	for i := int(id) + 1; i < len(facts.Symbols); i++ {
		m := &facts.Symbols[i]
		if m.Parent != id || m.Kind != schema.KindMethod && m.Flags&schema.SymbolTest == 0 {
			continue
		}
		if junit3 && strings.HasPrefix(m.Name, "test") && m.Arity == 0 && m.Visibility == schema.VisibilityPublic {
			m.Flags |= schema.SymbolTest
		}
		suite = suite || m.Flags&schema.SymbolTest != 0
	}
	if suite {
		facts.Symbols[id].Flags |= schema.SymbolTest
	}
}

// symbol fills what every declaration has: span, name, visibility, flags, doc.
func (x *extractor) symbol(name sitter.Node, kind schema.Kind, n, doc sitter.Node) lang.Symbol {
	s := lang.NewSymbol(name.Text(), kind)
	s.Span = syntax.Span(n)
	s.NameLine, s.NameCol = name.Start()
	s.Doc = docOf(doc)
	s.Visibility, s.Flags = x.modifiers(n)
	if strings.Contains(doc.Text(), "@deprecated") {
		s.Flags |= schema.SymbolDeprecated
	}
	return s
}

// modifiers reads visibility and flags; a member of an interface is public.
func (x *extractor) modifiers(n sitter.Node) (schema.Visibility, schema.SymbolFlags) {
	visibility := schema.VisibilityInternal
	var flags schema.SymbolFlags
	inInterface := n.Parent().Is("interface_body", "annotation_type_body")
	if inInterface || n.Is("enum_constant") {
		visibility = schema.VisibilityPublic
	}
	for c := range n.Child("modifiers").Children() {
		switch c.Kind() {
		case "public":
			visibility = schema.VisibilityPublic
		case "protected":
			visibility = schema.VisibilityProtected
		case "private":
			visibility = schema.VisibilityPrivate
		case "static":
			flags |= schema.SymbolStatic
		case "abstract":
			flags |= schema.SymbolAbstract
		case "annotation", "marker_annotation":
			flags |= schema.SymbolDecorated | annotationFlags(c.Field("name").Text())
		}
	}
	if n.Is("method_declaration") && inInterface && !n.Field("body").Ok() || n.Is("annotation_type_element_declaration") {
		flags |= schema.SymbolAbstract
	}
	if n.Is("enum_constant", "constant_declaration") || isTypeDeclaration(n) && (inInterface || !n.Is("class_declaration")) {
		flags |= schema.SymbolStatic
	}
	if visibility != schema.VisibilityPrivate {
		flags |= schema.SymbolExported
	}
	return visibility, flags
}

func annotationFlags(name string) schema.SymbolFlags {
	switch name[strings.LastIndexByte(name, '.')+1:] {
	case "Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Theory", "Property":
		return schema.SymbolTest
	case "Override":
		return schema.SymbolOverride
	case "Deprecated":
		return schema.SymbolDeprecated
	}
	return 0
}

// annotations refers to the annotations of a declaration.
func (x *extractor) annotations(n sitter.Node) {
	holder := n
	if m := n.Child("modifiers"); m.Ok() {
		holder = m
	}
	for c := range holder.Children() {
		if c.Is("annotation", "marker_annotation") {
			x.annotation(c)
		}
	}
}

func (x *extractor) annotation(n sitter.Node) {
	if text := n.Field("name").Text(); strings.HasSuffix(text, "Generated") && !x.b.Facts().Generated && x.b.Depth() <= 2 {
		x.b.Facts().Generated = true
	}
	base := x.path(n.Field("name"), schema.RoleDecorate)
	for c := range n.Field("arguments").NamedChildren() {
		if !c.Is("element_value_pair") {
			x.elementValue(c)
			continue
		}
		r := syntax.Ref(c.Field("key"), schema.RoleWrite)
		r.Base = base
		x.b.Ref(r)
		x.elementValue(c.Field("value"))
	}
}

func (x *extractor) elementValue(n sitter.Node) {
	switch n.Kind() {
	case "annotation", "marker_annotation":
		x.annotation(n)
	case "element_value_array_initializer":
		for c := range n.NamedChildren() {
			x.elementValue(c)
		}
	default:
		x.expr(n)
	}
}

// path refers to a qualified name in which only the last part has the role.
func (x *extractor) path(n sitter.Node, role schema.Role) int32 {
	if !n.Ok() {
		return lang.BaseUnknown
	}
	if n.Is("scoped_identifier") {
		base := x.path(n.Field("scope"), schema.RoleType)
		r := syntax.Ref(n.Field("name"), role)
		r.Base = base
		return x.b.Ref(r)
	}
	return x.b.Ref(syntax.Ref(n, role))
}

// typeParameters binds the type parameters of a declaration; the type of one is its bound.
func (x *extractor) typeParameters(n sitter.Node) {
	for p := range n.Child("type_parameters").NamedChildren() {
		if !p.Is("type_parameter") {
			continue
		}
		name := p.Child("type_identifier", "identifier")
		s := lang.NewSymbol(name.Text(), schema.KindTypeParameter)
		s.Span = syntax.Span(p)
		s.NameLine, s.NameCol = name.Start()
		bound := p.Child("type_bound")
		first := int32(schema.None)
		for t := range bound.NamedChildren() {
			if r := x.typ(t, schema.RoleType); first == schema.None {
				first = r
			}
		}
		s.Type = first
		x.b.Define(s)
	}
}

// components makes fields of the parameters of a record.
func (x *extractor) components(n sitter.Node) {
	for p := range n.NamedChildren() {
		if !p.Is("formal_parameter", "spread_parameter") {
			continue
		}
		name := p.Field("name")
		if !name.Ok() {
			name = p.Child("variable_declarator").Field("name")
		}
		s := x.symbol(name, schema.KindField, p, sitter.Node{})
		s.Visibility = schema.VisibilityPublic
		s.Signature = syntax.Line(p.Text())
		s.SignatureHash = p.Hash(nil)
		id := x.b.Define(s)
		x.open(lang.ScopeBlock, id)
		x.annotations(p)
		typ := x.typ(typeOf(p), schema.RoleType)
		x.close()
		x.b.Symbol(id).Type = typ
	}
}

// typeOf finds the type of a parameter, with or without a field name in the grammar.
func typeOf(p sitter.Node) sitter.Node {
	if t := p.Field("type"); t.Ok() {
		return t
	}
	for c := range p.NamedChildren() {
		if !c.Is("modifiers", "annotation", "marker_annotation") {
			return c
		}
	}
	return sitter.Node{}
}

// variadic reads the type of "T... x", a container of T.
func (x *extractor) variadic(p sitter.Node) int32 {
	r := x.typ(typeOf(p), schema.RoleType)
	if r >= 0 {
		x.b.RefAt(r).Flags |= lang.RefContainer
	}
	return r
}

func (x *extractor) callable(n, doc sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	name, body, params := n.Field("name"), n.Field("body"), n.Field("parameters")
	kind := schema.KindMethod
	if n.Is("constructor_declaration", "compact_constructor_declaration") {
		kind = schema.KindConstructor
	}
	s := x.symbol(name, kind, n, doc)
	s.Signature = signature(n, body)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
	s.Complexity = complexity(body)
	s.Arity = arity(params)
	if n.Is("compact_constructor_declaration") {
		s.Arity = arity(n.Parent().Parent().Field("parameters"))
	}
	if s.Name == "main" && s.Flags&schema.SymbolStatic != 0 && n.Field("type").Is("void_type") {
		s.Flags |= schema.SymbolEntry
	}
	id := x.b.DefineHidden(s)
	x.open(lang.ScopeFunction, id)
	defer x.close()
	x.annotations(n)
	x.typeParameters(n)
	typ := x.typ(n.Field("type"), schema.RoleType)
	x.b.Symbol(id).Type = typ
	x.parameters(params)
	x.typesIn(n.Child("throws"), schema.RoleType)
	if v := n.Field("value"); v.Ok() {
		x.elementValue(v)
	}
	x.block(body)
}

func arity(params sitter.Node) int32 {
	n := int32(0)
	for p := range params.NamedChildren() {
		switch p.Kind() {
		case "spread_parameter":
			return schema.None
		case "receiver_parameter":
		default:
			n++
		}
	}
	return n
}

// parameters binds the parameters of a callable or a lambda.
func (x *extractor) parameters(n sitter.Node) {
	for p := range n.NamedChildren() {
		switch p.Kind() {
		case "formal_parameter":
			x.annotations(p)
			x.local(p.Field("name"), schema.KindParameter, p, x.typ(p.Field("type"), schema.RoleType))
		case "spread_parameter":
			x.annotations(p)
			x.local(p.Child("variable_declarator").Field("name"), schema.KindParameter, p, x.variadic(p))
		case "identifier":
			x.local(p, schema.KindParameter, p, schema.None)
		}
	}
}

// local binds a variable of a body.
func (x *extractor) local(name sitter.Node, kind schema.Kind, n sitter.Node, typ int32) int32 {
	if !name.Ok() || name.Is("underscore_pattern") {
		return schema.None
	}
	s := lang.NewSymbol(name.Text(), kind)
	s.Span = syntax.Span(n)
	s.NameLine, s.NameCol = name.Start()
	s.Type = typ
	return x.b.Define(s)
}

// fields reads a field or interface constant declaration of one or more names.
func (x *extractor) fields(n, doc sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	first := int32(schema.None)
	typ := int32(schema.None)
	for d := range n.Children() {
		if !d.Is("variable_declarator") {
			continue
		}
		name, value := d.Field("name"), d.Field("value")
		s := x.symbol(name, schema.KindField, n, doc)
		if n.Is("constant_declaration") || s.Flags&schema.SymbolStatic != 0 && strings.Contains(n.Child("modifiers").Text(), "final") {
			s.Kind = schema.KindConstant
		}
		if first != schema.None {
			s.Span = syntax.Span(d)
		}
		s.Signature = signature(n, value)
		if first != schema.None {
			s.Signature = syntax.Line(n.Field("type").Text() + " " + name.Text())
		}
		s.SignatureHash = n.Hash(func(c sitter.Node) bool {
			return c.Is("variable_declarator") && c.Index() != d.Index() || value.Ok() && c.Index() == value.Index()
		})
		s.BodyHash = value.Hash(isNested)
		id := x.b.Define(s)
		x.open(lang.ScopeBlock, id)
		if first == schema.None {
			first = id
			x.annotations(n)
			typ = x.typ(n.Field("type"), schema.RoleType)
		}
		x.b.Symbol(id).Type = typ
		if value.Ok() {
			init := x.expr(value)
			x.b.Symbol(id).Init = initOf(init)
		}
		x.close()
	}
}

func (x *extractor) enumConstant(n, doc sitter.Node) {
	s := x.symbol(n.Field("name"), schema.KindEnumMember, n, doc)
	body := n.Field("body")
	s.Signature = signature(n, body)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
	id := x.b.Define(s)
	x.open(lang.ScopeType, id)
	defer x.close()
	x.annotations(n)
	if owner := x.b.Symbol(id).Parent; x.b.Symbol(owner).Kind == schema.KindEnum {
		// A constant runs a constructor of its enum, written or not.
		r := syntax.Ref(n.Field("name"), schema.RoleCall)
		r.Flags = lang.RefNew
		r.Target = owner
		r.Args = x.arguments(n.Field("arguments"))
		x.b.Ref(r)
	}
	x.members(body)
}

// anonymousClass reads the body of "new Base() { … }" as a class of its own that
// inherits from base; its name counts the ones of its kind in the enclosing symbol.
func (x *extractor) anonymousClass(body, creation, typeName sitter.Node) {
	key := anonKey{x.b.Enclosing(), simpleName(typeName)}
	x.anon[key]++
	name := "$" + key.name
	if n := x.anon[key]; n > 1 {
		name += strconv.Itoa(n)
	}
	s := lang.NewSymbol(name, schema.KindClass)
	s.Span = syntax.Span(creation)
	s.Flags = schema.SymbolSynthetic
	s.Visibility = schema.VisibilityPrivate
	s.Signature = syntax.Line("new " + typeName.Text() + "()")
	s.BodyHash = body.Hash(isNested)
	id := x.b.DefineHidden(s)
	x.open(lang.ScopeType, id)
	defer x.close()
	x.typ(typeName, schema.RoleInherit)
	x.members(body)
}

// simpleName is the last identifier of a type as written, type arguments left out.
func simpleName(n sitter.Node) string {
	switch n.Kind() {
	case "generic_type":
		return simpleName(n.FirstNamed())
	case "scoped_type_identifier":
		return n.LastNamed().Text()
	case "annotated_type":
		return simpleName(n.LastNamed())
	}
	return n.Text()
}

// initOf turns "no reference" of an expression into None for Symbol.Init.
func initOf(ref int32) int32 {
	if ref < 0 {
		return schema.None
	}
	return ref
}
