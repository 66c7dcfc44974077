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
	case "struct_declaration", "record_struct_declaration":
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

func (x *extractor) typeDeclaration(n sitter.Node) {
	name, body := n.Field("name"), n.Field("body")
	s := x.symbol(n, name, kindOfType(n))
	s.Signature = syntax.Signature(n, body, isAttributes)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
	id := x.b.Define(s)
	if x.summary == "" {
		x.summary = s.Doc
	}
	x.b.Open(lang.ScopeType, id)
	defer x.b.Close()
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "attribute_list":
			x.attributes(c)
		case "type_parameter_list":
			x.typeParameters(c)
		case "base_list":
			x.bases(c)
		case "type_parameter_constraints_clause":
			x.constraints(c)
		case "parameter_list":
			x.primary(c, n.Is("record_declaration", "record_struct_declaration"))
		}
	}
	x.declarations(body)
	x.markSuite(id)
}

// bases reads what a type derives from; the first may take constructor arguments.
func (x *extractor) bases(n sitter.Node) {
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "argument_list":
			x.arguments(c)
		case "primary_constructor_base_type":
			x.typ(c.Field("type"), schema.RoleInherit)
			x.arguments(c.Child("argument_list"))
		default:
			x.typ(c, schema.RoleInherit)
		}
	}
}

// primary reads the parameters behind a type's name: properties of a record, names
// that the body of another type may use.
func (x *extractor) primary(n sitter.Node, record bool) {
	for p := range n.NamedChildren() {
		if !p.Is("parameter") {
			continue
		}
		kind := schema.KindParameter
		if record {
			kind = schema.KindProperty
		}
		s := syntax.Symbol(p, p.Field("name"), kind)
		s.Flags |= schema.SymbolExported
		s.Signature = syntax.Signature(p, sitter.Node{}, isAttributes)
		s.SignatureHash = p.Hash(nil)
		id := x.b.Define(s)
		typ := x.typ(p.Field("type"), schema.RoleType)
		x.b.Symbol(id).Type = typ
		x.attributesOf(p)
	}
}

func (x *extractor) typeParameters(n sitter.Node) {
	for p := range n.NamedChildren() {
		if p.Is("type_parameter") {
			x.attributesOf(p)
			x.b.Define(syntax.Symbol(p, p.Field("name"), schema.KindTypeParameter))
		}
	}
}

// constraints reads "where T : C": the first type is what T is known to be.
func (x *extractor) constraints(n sitter.Node) {
	name := n.FirstNamed()
	id := x.b.Bound(name.Text())
	x.b.Ref(syntax.Ref(name, schema.RoleType))
	for c := range n.NamedChildren() {
		if !c.Is("type_parameter_constraint") {
			continue
		}
		t := x.typ(c.Field("type"), schema.RoleType)
		if !c.Field("type").Ok() {
			t = x.typ(c.FirstNamed(), schema.RoleType)
		}
		if id != schema.None && x.b.Symbol(id).Type == schema.None {
			x.b.Symbol(id).Type = t
		}
	}
}

// markSuite marks a class that holds test methods.
func (x *extractor) markSuite(id int32) {
	f := x.b.Facts()
	for i := int(id) + 1; i < len(f.Symbols); i++ {
		if f.Symbols[i].Parent == id && f.Symbols[i].Flags&schema.SymbolTest != 0 {
			f.Symbols[id].Flags |= schema.SymbolTest
			return
		}
	}
}

// symbol fills in what every declaration has.
func (x *extractor) symbol(n, name sitter.Node, kind schema.Kind) lang.Symbol {
	s := syntax.Symbol(n, name, kind)
	s.Name = strings.TrimPrefix(s.Name, "@")
	s.Doc = docOf(n)
	s.Visibility = schema.VisibilityPrivate
	switch p := n.Parent().Parent(); {
	case p.Is("interface_declaration"), kind == schema.KindEnumMember:
		s.Visibility = schema.VisibilityPublic
	case kind.IsType() && !p.Is("class_declaration", "struct_declaration", "record_declaration"):
		s.Visibility = schema.VisibilityInternal
	}
	for c := range n.Children() {
		switch c.Kind() {
		case "attribute_list":
			s.Flags |= schema.SymbolDecorated | attributeFlags(c)
		case "modifier":
			switch c.Text() {
			case "public":
				s.Visibility = schema.VisibilityPublic
			case "protected":
				s.Visibility = schema.VisibilityProtected
			case "internal":
				if s.Visibility != schema.VisibilityProtected {
					s.Visibility = schema.VisibilityInternal
				}
			case "static", "const":
				s.Flags |= schema.SymbolStatic
			case "abstract":
				s.Flags |= schema.SymbolAbstract
			case "override":
				s.Flags |= schema.SymbolOverride
			case "async":
				s.Flags |= schema.SymbolAsync
			}
		}
	}
	if s.Visibility != schema.VisibilityPrivate {
		s.Flags |= schema.SymbolExported
	}
	return s
}

// attributeFlags reads what attributes of the usual test frameworks and of the
// library say.
func attributeFlags(list sitter.Node) schema.SymbolFlags {
	var flags schema.SymbolFlags
	for a := range list.NamedChildren() {
		name := dotted(a.Field("name"))
		switch strings.TrimSuffix(name[strings.LastIndexByte(name, '.')+1:], "Attribute") {
		case "Fact", "Theory", "Test", "TestCase", "TestCaseSource", "TestMethod", "DataTestMethod", "SkippableFact", "SkippableTheory", "UIFact", "WpfFact", "StaFact", "ConditionalFact", "ConditionalTheory":
			flags |= schema.SymbolTest
		case "Obsolete":
			flags |= schema.SymbolDeprecated
		case "ModuleInitializer":
			flags |= schema.SymbolInit
		}
	}
	return flags
}

func isAttributes(n sitter.Node) bool { return n.Is("attribute_list") }

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

func (x *extractor) attributesOf(n sitter.Node) {
	for c := range n.Children() {
		if c.Is("attribute_list") {
			x.attributes(c)
		}
	}
}

func (x *extractor) attributes(list sitter.Node) {
	for a := range list.NamedChildren() {
		if !a.Is("attribute") {
			continue
		}
		base := x.typ(a.Field("name"), schema.RoleDecorate)
		for arg := range a.Child("attribute_argument_list").NamedChildren() {
			for c := range arg.NamedChildren() {
				if c.FieldName() == "name" || c.NextSibling().Is("=") {
					r := syntax.Ref(c, schema.RoleWrite)
					r.Base = baseOf(base)
					x.b.Ref(r)
					continue
				}
				x.expr(c)
			}
		}
	}
}

// callableName names a method; operators have no token of their own.
func callableName(n sitter.Node) (string, sitter.Node) {
	switch n.Kind() {
	case "operator_declaration":
		op := n.Field("operator")
		return "operator " + op.Text(), op
	case "conversion_operator_declaration":
		word := n.Child("implicit", "explicit")
		return strings.TrimSpace(word.Text() + " operator " + n.Field("type").Text()), n.Field("type")
	case "destructor_declaration":
		return "~" + n.Field("name").Text(), n.Field("name")
	}
	return strings.TrimPrefix(n.Field("name").Text(), "@"), n.Field("name")
}

func (x *extractor) callable(n sitter.Node) {
	text, name := callableName(n)
	body := n.Field("body")
	if !body.Ok() {
		body = n.Child("block", "arrow_expression_clause")
	}
	kind := schema.KindMethod
	switch {
	case n.Is("constructor_declaration"):
		kind = schema.KindConstructor
	case n.Is("local_function_statement"):
		kind = schema.KindFunction
	}
	s := x.symbol(n, name, kind)
	s.Name = text
	s.Signature = syntax.Signature(n, body, isAttributes)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
	s.Complexity = complexity(body)
	if !body.Ok() && kind == schema.KindMethod {
		s.Flags |= schema.SymbolAbstract
	}
	if text == "Main" && s.Flags&schema.SymbolStatic != 0 {
		s.Flags |= schema.SymbolEntry
	}
	var id int32
	if kind == schema.KindFunction {
		s.Visibility, s.Flags = schema.VisibilityPrivate, s.Flags&^schema.SymbolExported
		id = x.b.Define(s)
		x.b.Bind(callKey(text), id)
	} else {
		id = x.b.DefineHidden(s)
	}
	x.b.Open(lang.ScopeFunction, id)
	defer x.b.Close()
	x.attributesOf(n)
	x.typeParameters(n.Field("type_parameters"))
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "type_parameter_constraints_clause":
			x.constraints(c)
		case "explicit_interface_specifier":
			x.typ(c.FirstNamed(), schema.RoleType)
		}
	}
	arity := x.parameters(n.Field("parameters"))
	returns := n.Field("returns")
	if !returns.Ok() && !n.Is("constructor_declaration", "destructor_declaration") {
		returns = n.Field("type")
	}
	typ := x.typ(returns, schema.RoleType)
	sym := x.b.Symbol(id)
	sym.Arity, sym.Type = arity, typ
	if init := n.Child("constructor_initializer"); init.Ok() {
		x.constructorCall(init)
	}
	x.body(body)
}

// constructorCall reads ": base(a)" and ": this(a)".
func (x *extractor) constructorCall(n sitter.Node) {
	args := x.arguments(n.Child("argument_list"))
	if word := n.Child("base", "this"); word.Ok() {
		r := syntax.Ref(word, schema.RoleCall)
		r.Flags, r.Args = lang.RefSelf, args
		x.b.Ref(r)
	}
}

// body reads a block or what stands behind "=>".
func (x *extractor) body(n sitter.Node) {
	if n.Is("arrow_expression_clause") {
		x.expr(n.FirstNamed())
		return
	}
	x.statements(n)
}

// parameters declares parameters; it returns their number, None when variadic or some
// may be left out.
func (x *extractor) parameters(n sitter.Node) int32 {
	count, open := int32(0), false
	extension := false
	for p := range n.Children() {
		switch {
		case p.Is("parameter"):
			x.attributesOf(p)
			typ := x.typ(p.Field("type"), schema.RoleType)
			s := syntax.Symbol(p, p.Field("name"), schema.KindParameter)
			s.Type = typ
			x.b.Define(s)
			for c := range p.Children() {
				switch {
				case c.Is("modifier") && c.Text() == "this":
					extension = true
				case c.Is("modifier") && c.Text() == "params":
					open = true
				case c.Named() && c.FieldName() == "" && !c.Is("modifier", "attribute_list"):
					open = true
					x.expr(c)
				}
			}
			count++
		case p.Is("params"):
			open = true
		case p.FieldName() == "type":
			x.typ(p, schema.RoleType)
		case p.FieldName() == "name":
			x.b.Define(syntax.Symbol(p, p, schema.KindParameter))
			open = true
		}
	}
	if extension {
		count-- // Called on a receiver.
	}
	if open {
		return schema.None
	}
	return count
}

func (x *extractor) delegate(n sitter.Node) {
	s := x.symbol(n, n.Field("name"), schema.KindType)
	s.Signature = syntax.Signature(n, sitter.Node{}, isAttributes)
	s.SignatureHash = n.Hash(nil)
	id := x.b.Define(s)
	x.b.Open(lang.ScopeFunction, id)
	defer x.b.Close()
	x.attributesOf(n)
	x.typeParameters(n.Field("type_parameters"))
	x.parameters(n.Field("parameters"))
	x.typ(n.Field("type"), schema.RoleType)
}

// property reads a property, an indexer or an event with accessors.
func (x *extractor) property(n sitter.Node) {
	name := n.Field("name")
	if n.Is("indexer_declaration") {
		name = n.Child("this")
	}
	accessors, value := n.Field("accessors"), n.Field("value")
	until := accessors
	if !until.Ok() {
		until = value
	}
	s := x.symbol(n, name, schema.KindProperty)
	if n.Is("indexer_declaration") {
		s.Name = "this[]"
	}
	s.Signature = syntax.Signature(n, until, isAttributes)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool {
		return c.Is("block", "arrow_expression_clause") || c.Index() == value.Index()
	})
	s.BodyHash = accessors.Hash(nil) + value.Hash(nil)
	s.Complexity = max(complexity(accessors), complexity(value))
	id := x.b.Define(s)
	x.b.Open(lang.ScopeFunction, id)
	defer x.b.Close()
	x.attributesOf(n)
	if c := n.Child("explicit_interface_specifier"); c.Ok() {
		x.typ(c.FirstNamed(), schema.RoleType)
	}
	x.parameters(n.Field("parameters"))
	typ := x.typ(n.Field("type"), schema.RoleType)
	x.b.Symbol(id).Type = typ
	for a := range accessors.NamedChildren() {
		x.attributesOf(a)
		x.b.Open(lang.ScopeBlock, schema.None)
		for c := range a.NamedChildren() {
			if c.Is("block", "arrow_expression_clause") {
				x.body(c)
			}
		}
		x.b.Close()
	}
	if value.Is("arrow_expression_clause") {
		x.body(value)
	} else if value.Ok() {
		if init := x.expr(value); init >= 0 {
			x.b.Symbol(id).Init = init
		}
	}
}

func (x *extractor) fields(n sitter.Node) {
	v := n.Child("variable_declaration")
	kind := schema.KindField
	for c := range n.Children() {
		if c.Is("modifier") && c.Text() == "const" {
			kind = schema.KindConstant
		}
	}
	first := true
	typ := int32(schema.None)
	for d := range v.NamedChildren() {
		if !d.Is("variable_declarator") {
			continue
		}
		whole := d
		if first {
			whole = n
		}
		s := x.symbol(n, d.Field("name"), kind)
		s.Span = syntax.Between(whole, d)
		if first {
			s.Span = syntax.Span(n)
		}
		s.Signature = syntax.Signature(n, d, isAttributes) + " " + syntax.Signature(d, sitter.Node{}, nil)
		s.SignatureHash = v.Field("type").Hash(nil)
		s.BodyHash = d.Hash(nil)
		id := x.b.Define(s)
		x.b.Open(lang.ScopeBlock, id)
		if first {
			x.attributesOf(n)
			typ = x.typ(v.Field("type"), schema.RoleType)
		}
		init := x.initializer(d)
		x.b.Close()
		sym := x.b.Symbol(id)
		sym.Type, sym.Init = typ, init
		first = false
	}
}

// initializer reads what a declarator is set to.
func (x *extractor) initializer(d sitter.Node) int32 {
	init := int32(schema.None)
	for c := range d.NamedChildren() {
		if c.FieldName() == "name" {
			continue
		}
		if c.Is("bracketed_argument_list") {
			x.arguments(c)
			continue
		}
		if r := x.expr(c); r >= 0 {
			init = r
		}
	}
	return init
}

func (x *extractor) enumMember(n sitter.Node) {
	s := x.symbol(n, n.Field("name"), schema.KindEnumMember)
	s.Flags |= schema.SymbolStatic
	s.Signature = syntax.Signature(n, sitter.Node{}, isAttributes)
	s.BodyHash = n.Hash(nil)
	id := x.b.Define(s)
	x.b.Open(lang.ScopeBlock, id)
	x.attributesOf(n)
	if v := n.Field("value"); v.Ok() {
		x.expr(v)
	}
	x.b.Close()
}

// complexity is the cyclomatic complexity of a body, nested functions left out.
func complexity(body sitter.Node) int32 {
	return syntax.Complexity(body, func(n sitter.Node) bool {
		switch n.Kind() {
		case "if_statement", "while_statement", "for_statement", "foreach_statement", "do_statement", "catch_clause", "conditional_expression", "&&", "||", "??", "??=", "conditional_access_expression", "when_clause":
			return true
		case "switch_section":
			return !n.Child("default").Ok()
		case "switch_expression_arm":
			return !n.FirstNamed().Is("discard")
		}
		return false
	}, func(n sitter.Node) bool { return n.Is("local_function_statement") && n.Index() != body.Index() })
}
