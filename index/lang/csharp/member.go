package csharp

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

func kindOfType(n sitter.Node) schema.Kind {
	switch n.Kind() {
	case "struct_declaration":
		return schema.KindStruct
	case "interface_declaration":
		return schema.KindInterface
	case "enum_declaration":
		return schema.KindEnum
	case "record_declaration":
		if n.Child("struct").Ok() {
			return schema.KindStruct
		}
	}
	return schema.KindClass
}

func (x *extractor) typeDeclaration(n sitter.Node, above []sitter.Node) {
	name, body := n.Field("name"), n.Field("body")
	if name.Text() == extensionBlock {
		x.extensionBlock(n, body)
		return
	}
	s := x.symbol(n, name, kindOfType(n), above)
	s.Signature = x.signature(n, body)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
	id := x.b.Define(s)
	x.bindType(id)
	if short, ok := strings.CutSuffix(s.Name, "Attribute"); ok {
		x.b.Bind(typeKey(short+"@"), id)
	}
	if x.summary == "" {
		x.summary = s.Doc
	}
	x.b.Open(lang.ScopeType, id)
	defer x.b.Close()
	x.typeParameters(n)
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "attribute_list":
			x.attributes(c, id)
		case "base_list":
			x.bases(c)
		case "type_parameter_constraints_clause":
			x.constraints(c)
		case "parameter_list":
			x.primary(n, name, c, id)
		}
	}
	x.declarations(body)
}

// bases reads what a type derives from; the first may take constructor arguments.
func (x *extractor) bases(n sitter.Node) {
	last := int32(schema.None)
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "argument_list":
			x.arguments(c, last, schema.None)
		case "primary_constructor_base_type":
			last = x.typ(c.Field("type"), schema.RoleInherit)
			x.arguments(c.Child("argument_list"), last, schema.None)
		default:
			last = x.typ(c, schema.RoleInherit)
		}
	}
}

// primary reads the parameters behind a type's name as its constructor, which has no
// token of its own. Those of a record are properties; those of another type its body may use.
func (x *extractor) primary(n, name, params sitter.Node, owner int32) {
	s := lang.NewSymbol(identifier(name), schema.KindConstructor)
	s.Span = syntax.Between(name, params)
	s.Visibility = schema.VisibilityPublic
	s.Flags = schema.SymbolSynthetic | schema.SymbolExported
	s.Complexity = 1
	s.Signature = syntax.Line(name.Text() + params.Text())
	s.SignatureHash = params.Hash(nil)
	id := x.b.DefineHidden(s)
	x.b.Symbol(id).Arity = arity(params, x.src)
	record := n.Is("record_declaration")
	for p := range params.NamedChildren() {
		if !p.Is("parameter") {
			continue
		}
		kind := schema.KindParameter
		if record {
			kind = schema.KindProperty
		}
		s := syntax.Symbol(p, p.Field("name"), kind)
		s.Name = strings.TrimPrefix(s.Name, "@")
		if record {
			s.Flags |= schema.SymbolExported
			s.Complexity = 1
			s.Signature = x.signature(p, sitter.Node{})
			s.SignatureHash = p.Hash(nil)
			s.Parent = owner
		} else {
			s.Parent = id
		}
		at := x.b.Define(s)
		x.locals = append(x.locals, local{x.b.Scope(), at})
		x.attributesOf(p, schema.None)
		typ := x.typ(p.Field("type"), schema.RoleType)
		x.b.Symbol(at).Type = typ
		x.defaultValue(p)
	}
}

// typeParameters binds the type parameters of a declaration.
func (x *extractor) typeParameters(n sitter.Node) {
	for p := range n.Child("type_parameter_list").NamedChildren() {
		if p.Is("type_parameter") {
			x.attributesOf(p, schema.None)
			x.bindType(x.b.Define(syntax.Symbol(p, p.Field("name"), schema.KindTypeParameter)))
		}
	}
}

// constraints reads "where T : C": the first type is what T is known to be.
func (x *extractor) constraints(n sitter.Node) {
	name := n.FirstNamed()
	id := x.b.Bound(name.Text())
	x.b.RefAs(typeKey(name.Text()), syntax.Ref(name, schema.RoleType))
	for c := range n.NamedChildren() {
		if !c.Is("type_parameter_constraint") {
			continue
		}
		t := x.typ(c.Field("type"), schema.RoleType)
		if id != schema.None && x.b.Symbol(id).Type == schema.None {
			x.b.Symbol(id).Type = t
		}
	}
}

// symbol fills in what every declaration has.
func (x *extractor) symbol(n, name sitter.Node, kind schema.Kind, above []sitter.Node) lang.Symbol {
	s := syntax.Symbol(n, name, kind)
	s.Name = strings.TrimPrefix(s.Name, "@")
	s.Doc = docOf(above)
	s.Visibility = schema.VisibilityPrivate
	switch p := x.b.Symbol(x.b.Enclosing()).Kind; {
	case p == schema.KindInterface, kind == schema.KindEnumMember, n.Child("explicit_interface_specifier").Ok():
		s.Visibility = schema.VisibilityPublic
	case kind.IsType() && !p.IsType():
		s.Visibility = schema.VisibilityInternal
	}
	var words access
	for c := range n.Children() {
		switch c.Kind() {
		case "attribute_list":
			s.Flags |= schema.SymbolDecorated | attributeFlags(c)
		case "modifier":
			switch c.Text() {
			case "public":
				words.public = true
			case "protected":
				words.protected = true
			case "internal":
				words.internal = true
			case "private", "file":
				words.private = true
			case "static", "const":
				s.Flags |= schema.SymbolStatic
			case "abstract":
				s.Flags |= schema.SymbolAbstract
			case "override":
				s.Flags |= schema.SymbolOverride
			case "async":
				s.Flags |= schema.SymbolAsync
			case "extern":
				s.Flags |= schema.SymbolDeclOnly
			}
		case "explicit_interface_specifier":
			s.Flags |= schema.SymbolOverride
		}
	}
	s.Visibility = words.visibility(s.Visibility)
	if s.Visibility != schema.VisibilityPrivate {
		s.Flags |= schema.SymbolExported
	}
	return s
}

// access is what the modifiers of a declaration say of who may name it.
type access struct{ public, protected, internal, private bool }

func (a access) visibility(otherwise schema.Visibility) schema.Visibility {
	switch {
	case a.public:
		return schema.VisibilityPublic
	case a.private && a.protected:
		return schema.VisibilityInternal
	case a.protected:
		return schema.VisibilityProtected
	case a.internal:
		return schema.VisibilityInternal
	case a.private:
		return schema.VisibilityPrivate
	}
	return otherwise
}

// attributeFlags reads what attributes of the usual test frameworks and of the
// library say.
func attributeFlags(list sitter.Node) schema.SymbolFlags {
	var flags schema.SymbolFlags
	for a := range list.NamedChildren() {
		name := a.Field("name")
		for name.Is("qualified_name", "alias_qualified_name") {
			name = name.Field("name")
		}
		if name.Is("generic_name") {
			name = name.FirstNamed()
		}
		switch text := strings.TrimSuffix(name.Text(), "Attribute"); text {
		case "Test", "TestCase", "TestCaseSource", "TestMethod", "DataTestMethod", "TestFixture", "TestClass", "SetUpFixture":
			flags |= schema.SymbolTest
		case "Obsolete":
			flags |= schema.SymbolDeprecated
		case "ModuleInitializer":
			flags |= schema.SymbolInit
		default: // Fact, Theory, and what projects derive from them.
			if strings.HasSuffix(text, "Fact") || strings.HasSuffix(text, "Theory") {
				flags |= schema.SymbolTest
			}
		}
	}
	return flags
}

// isNested reports declarations with rows of their own, for body hashes.
func isNested(n sitter.Node) bool {
	switch n.Kind() {
	case "class_declaration", "struct_declaration", "record_declaration", "interface_declaration", "enum_declaration", "delegate_declaration", "method_declaration",
		"constructor_declaration", "destructor_declaration", "operator_declaration", "conversion_operator_declaration", "property_declaration", "indexer_declaration",
		"event_declaration", "field_declaration", "event_field_declaration", "enum_member_declaration", "local_function_statement":
		return true
	}
	return false
}

func (x *extractor) attributesOf(n sitter.Node, owner int32) {
	for c := range n.Children() {
		if c.Is("attribute_list") {
			x.attributes(c, owner)
		}
	}
}

// attributes refers to attributes; owner is the type that they decorate, None for others.
func (x *extractor) attributes(list sitter.Node, owner int32) {
	for a := range list.NamedChildren() {
		if !a.Is("attribute") {
			continue
		}
		base := x.typ(a.Field("name"), schema.RoleDecorate)
		if owner >= 0 && base >= 0 && x.b.RefAt(base).Name == "GeneratedCode" {
			x.b.Facts().Generated = true
		}
		for arg := range a.Child("attribute_argument_list").NamedChildren() {
			assigned := arg.Child("=").Ok()
			first := true
			for c := range arg.NamedChildren() {
				switch {
				case first && assigned:
					r := syntax.Ref(c, schema.RoleWrite)
					r.Base = baseOf(base)
					x.b.Ref(r)
				case first && arg.Child(":").Ok():
				default:
					x.expr(c)
				}
				first = false
			}
		}
	}
}

// property reads a property, an indexer or an event with accessors.
func (x *extractor) property(n sitter.Node, above []sitter.Node) {
	name := n.Field("name")
	accessors, value := n.Field("accessors"), n.Field("value")
	until := accessors
	if !until.Ok() {
		until = value
	}
	indexer := n.Is("indexer_declaration")
	if indexer {
		name = n.Child("this")
	}
	s := x.symbol(n, name, schema.KindProperty, above)
	if indexer {
		s.Name = "this[]"
	}
	s.Signature = x.signature(n, until)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool {
		return c.Is("block", "arrow_expression_clause") || c.Index() == value.Index()
	})
	s.BodyHash = accessors.Hash(nil) + value.Hash(nil)
	if s.Visibility == schema.VisibilityPublic && x.b.Symbol(x.b.Enclosing()).Kind == schema.KindInterface && s.Flags&schema.SymbolStatic == 0 {
		s.Flags |= schema.SymbolAbstract
	}
	var id int32
	if indexer {
		id = x.b.DefineHidden(s)
	} else {
		id = x.b.Define(s)
	}
	saved := x.branches
	x.branches = 1
	x.b.Open(lang.ScopeFunction, id)
	x.attributesOf(n, schema.None)
	if c := n.Child("explicit_interface_specifier"); c.Ok() {
		x.typ(c.FirstNamed(), schema.RoleType)
	}
	count := x.parameters(n.Field("parameters"))
	typ := x.typ(n.Field("type"), schema.RoleType)
	sym := x.b.Symbol(id)
	sym.Type, sym.Arity = typ, schema.None
	if indexer {
		sym.Arity = count
	}
	x.accessors(accessors, id, typ)
	init := int32(schema.None)
	switch {
	case value.Is("arrow_expression_clause"):
		init = x.value(value.FirstNamed(), typ)
		x.b.Symbol(id).Flags &^= schema.SymbolAbstract
	case value.Ok():
		init = x.value(value, typ)
	}
	x.b.Close()
	sym = x.b.Symbol(id)
	sym.Complexity, sym.Init = x.branches, max(init, schema.None)
	x.branches = saved
}

// accessors reads get, set, init, add and remove; all but the first of them see the
// parameter value, which has no token.
func (x *extractor) accessors(n sitter.Node, property, typ int32) {
	for a := range n.NamedChildren() {
		if !a.Is("accessor_declaration") {
			continue
		}
		x.attributesOf(a, schema.None)
		body := a.Field("body")
		if !body.Ok() {
			continue
		}
		x.b.Symbol(property).Flags &^= schema.SymbolAbstract
		x.b.Open(lang.ScopeFunction, schema.None)
		if word := a.Field("name"); !word.Is("get") {
			s := lang.NewSymbol("value", schema.KindParameter)
			s.Span = syntax.Span(word)
			s.Flags |= schema.SymbolSynthetic
			s.Type = typ
			x.local(s)
		}
		x.body(body)
		x.b.Close()
	}
}

func (x *extractor) fields(n sitter.Node, above []sitter.Node) {
	v := n.Child("variable_declaration")
	kind := schema.KindField
	for c := range n.Children() {
		if c.Is("modifier") && c.Text() == "const" {
			kind = schema.KindConstant
		}
	}
	first, typ := true, int32(schema.None)
	for d := range v.NamedChildren() {
		if !d.Is("variable_declarator") {
			continue
		}
		name, value := d.Field("name"), valueOf(d)
		s := x.symbol(n, name, kind, above)
		if first {
			s.Signature = x.signature(n, d.Child("="))
		} else {
			s.Span = syntax.Span(d)
			s.Signature = syntax.Line(v.Field("type").Text() + " " + name.Text())
		}
		s.SignatureHash = n.Hash(func(c sitter.Node) bool {
			return c.Is("variable_declarator") && c.Index() != d.Index() || value.Ok() && c.Index() == value.Index()
		})
		s.BodyHash = value.Hash(isNested)
		id := x.b.Define(s)
		x.b.Open(lang.ScopeBlock, id)
		if first {
			x.attributesOf(n, schema.None)
			typ = x.typ(v.Field("type"), schema.RoleType)
		}
		saved := x.branches
		init := x.initializer(d, typ)
		x.branches = saved
		x.b.Close()
		sym := x.b.Symbol(id)
		sym.Type, sym.Init = typ, init
		first = false
	}
}

// valueOf is what stands behind "=" in a declarator.
func valueOf(d sitter.Node) sitter.Node {
	if !d.Child("=").Ok() {
		return sitter.Node{}
	}
	return d.LastNamed()
}

// initializer reads what a declarator of a type is set to.
func (x *extractor) initializer(d sitter.Node, typ int32) int32 {
	init := int32(schema.None)
	for c := range d.NamedChildren() {
		switch {
		case c.FieldName() == "name", c.Is("tuple_pattern"):
		case c.Is("bracketed_argument_list"):
			x.arguments(c, schema.None, schema.None)
		default:
			init = max(x.value(c, typ), schema.None)
		}
	}
	return init
}

func (x *extractor) enumMember(n sitter.Node, above []sitter.Node) {
	s := x.symbol(n, n.Field("name"), schema.KindEnumMember, above)
	s.Flags |= schema.SymbolStatic
	s.Signature = x.signature(n, sitter.Node{})
	s.SignatureHash = n.Field("name").Hash(nil)
	s.BodyHash = n.Field("value").Hash(nil)
	id := x.b.Define(s)
	x.b.Open(lang.ScopeBlock, id)
	x.attributesOf(n, schema.None)
	if v := n.Field("value"); v.Ok() {
		x.expr(v)
	}
	x.b.Close()
}
