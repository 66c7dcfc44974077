package swift

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// members reads the declarations and statements of a file, a type's body or an error
// and hands each the comments right above it.
func (x *extractor) members(body sitter.Node) {
	var above syntax.Above
	for c := range body.Children() {
		switch {
		case c.IsExtra() && !c.IsError():
			if c.Is("comment", "multiline_comment") {
				above.Comment(c)
				x.generated(c)
			}
		case c.Named() || c.IsError():
			x.declaration(c, above.Take(c))
		}
	}
}

// generated looks for the mark of a program that wrote the file, in a comment above
// its first declaration.
func (x *extractor) generated(comment sitter.Node) {
	facts := x.b.Facts()
	if x.b.Depth() == 1 && len(facts.Symbols) < 2 && isGenerated(comment.Text()) {
		facts.Generated = true
	}
}

// declaration reads one declaration; anything else is a statement.
func (x *extractor) declaration(n sitter.Node, doc []sitter.Node) int32 {
	switch n.Kind() {
	case "class_declaration", "protocol_declaration":
		x.typeDeclaration(n, doc)
	case "function_declaration", "protocol_function_declaration":
		x.function(n, n.Field("name"), schema.KindMethod, doc)
	case "init_declaration":
		x.function(n, n.Field("name"), schema.KindConstructor, doc)
	case "deinit_declaration":
		x.function(n, n.Child("deinit"), schema.KindMethod, doc)
	case "subscript_declaration":
		x.function(n, n.Child("subscript"), schema.KindMethod, doc)
	case "property_declaration", "protocol_property_declaration":
		x.property(n, doc)
	case "enum_entry":
		x.enumEntry(n, doc)
	case "typealias_declaration":
		x.typeAlias(n, doc)
	case "associatedtype_declaration":
		x.typeAlias(n, doc)
	case "macro_declaration":
		x.function(n, n.Child("simple_identifier"), schema.KindMacro, doc)
	case "operator_declaration":
		x.operator(n, doc)
	case "precedence_group_declaration":
		x.precedenceGroup(n, doc)
	case "import_declaration":
		x.importDeclaration(n)
	case "ERROR":
		x.stray(n)
	default:
		return x.expr(n)
	}
	return lang.BaseUnknown
}

// modifiers is what stands before a declaration.
type modifiers struct {
	node       sitter.Node
	visibility schema.Visibility
	flags      schema.SymbolFlags
	main, test bool
}

func (x *extractor) modifiersOf(n sitter.Node) modifiers {
	m := modifiers{node: n.Child("modifiers"), visibility: x.member.visibility}
	for c := range m.node.Children() {
		switch c.Kind() {
		case "attribute":
			m.flags |= schema.SymbolDecorated
			switch attributeName(c) {
			case "main", "UIApplicationMain", "NSApplicationMain":
				m.main = true
			case "Test", "Suite":
				m.test = true
			case "available":
				if isDeprecated(c) {
					m.flags |= schema.SymbolDeprecated
				}
			}
		case "visibility_modifier":
			text := c.Text()
			if strings.Contains(text, "(") { // Of the setter only.
				continue
			}
			switch text {
			case "public", "open":
				m.visibility = schema.VisibilityPublic
			case "private", "fileprivate":
				m.visibility = schema.VisibilityPrivate
			case "internal", "package":
				m.visibility = schema.VisibilityInternal
			}
		case "property_modifier":
			switch c.Text() {
			case "static", "class":
				m.flags |= schema.SymbolStatic
			}
		case "member_modifier":
			if c.Text() == "override" {
				m.flags |= schema.SymbolOverride
			}
		}
	}
	if !n.Is("class_declaration", "import_declaration") && n.Child("class").Ok() { // "class func", "class var".
		m.flags |= schema.SymbolStatic
	}
	return m
}

func isDeprecated(attribute sitter.Node) bool {
	for c := range attribute.NamedChildren() {
		if c.Is("simple_identifier") && (c.Text() == "deprecated" || c.Text() == "obsoleted") {
			return true
		}
	}
	return false
}

// symbol fills what every declaration has.
func (x *extractor) symbol(n, name sitter.Node, doc []sitter.Node, kind schema.Kind, m modifiers) lang.Symbol {
	s := syntax.Symbol(n, name, kind)
	s.Name = plain(s.Name)
	s.Visibility, s.Flags = m.visibility, m.flags
	s.Doc = docOf(doc)
	if x.inBody() {
		s.Visibility = schema.VisibilityPrivate
	}
	if s.Visibility != schema.VisibilityPrivate {
		s.Flags |= schema.SymbolExported
	}
	return s
}

// head sets signature and digests of a declaration with a body.
func (x *extractor) head(s *lang.Symbol, n, body sitter.Node) {
	s.Signature = syntax.Signature(n, body, isAttribute)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
}

// typeDeclaration reads a class, struct, enum, actor, protocol or extension.
func (x *extractor) typeDeclaration(n sitter.Node, doc []sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	m := x.modifiersOf(n)
	word, name, body := n.Field("declaration_kind"), n.Field("name"), n.Field("body")
	kind := typeKind(word.Kind())
	token := name
	if kind == schema.KindImpl {
		token = lastType(name)
	}
	s := x.symbol(n, token, doc, kind, m)
	switch name.Kind() {
	case "array_type":
		s.Name = "Array"
		s.NameLine, s.NameCol = name.Start()
	case "dictionary_type":
		s.Name = "Dictionary"
		s.NameLine, s.NameCol = name.Start()
	}
	x.head(&s, n, body)
	if m.test {
		s.Flags |= schema.SymbolTest
	}
	if m.main {
		s.Flags |= schema.SymbolEntry
	}
	x.typeBody(n, s, name, body, m)
}

func typeKind(word string) schema.Kind {
	switch word {
	case "struct":
		return schema.KindStruct
	case "enum":
		return schema.KindEnum
	case "protocol":
		return schema.KindInterface
	case "extension":
		return schema.KindImpl
	}
	return schema.KindClass
}

// typeBody declares a type and reads what it holds.
func (x *extractor) typeBody(n sitter.Node, s lang.Symbol, name, body sitter.Node, m modifiers) {
	var id int32
	kind := s.Kind
	if kind == schema.KindImpl {
		s.Flags &^= schema.SymbolExported
		id = x.b.DefineHidden(s)
	} else {
		id = x.b.Define(s)
	}
	restore := x.newBody()
	x.member = member{protocol: kind == schema.KindInterface, entry: m.main, visibility: memberVisibility(kind, s.Visibility, m)}
	x.open(lang.ScopeType, id)
	x.attributes(m.node, false)
	for c := range n.Children() {
		switch c.Kind() {
		case "type_parameters":
			x.typeParameters(c)
		case "inheritance_specifier":
			typ := c.FirstNamed()
			for k := range c.NamedChildren() {
				if k.Is("attribute") {
					x.attribute(k)
				} else {
					typ = k
				}
			}
			x.typ(typ, schema.RoleInherit)
			if last := lastType(typ).Text(); kind == schema.KindClass && (strings.HasSuffix(last, "TestCase") || strings.HasSuffix(last, "Tests") || x.xctest && strings.Contains(last, "Test")) {
				x.member.suite = true
			}
		case "attribute":
			x.attribute(c)
		case "type_constraints":
			x.typeConstraints(c)
		}
	}
	if kind == schema.KindImpl {
		typ := x.typ(name, schema.RoleType)
		if name.Is("array_type", "dictionary_type") {
			typ = schema.None
		}
		x.b.Symbol(id).Type = typ
		x.member.suite = x.xctest && (strings.HasSuffix(s.Name, "Tests") || strings.HasSuffix(s.Name, "TestCase"))
	}
	x.members(body)
	x.close()
	restore()
	x.markSuite(id)
}

// memberVisibility is that of members that state none: those of a protocol and of an
// extension have its own; those of a type at most internal.
func memberVisibility(kind schema.Kind, own schema.Visibility, m modifiers) schema.Visibility {
	switch {
	case own == schema.VisibilityPrivate, kind == schema.KindInterface, kind == schema.KindImpl:
		return own
	}
	return schema.VisibilityInternal
}

// markSuite marks a type that holds tests.
func (x *extractor) markSuite(id int32) {
	facts := x.b.Facts()
	if facts.Symbols[id].Kind == schema.KindImpl {
		return
	}
	for i := int(id) + 1; i < len(facts.Symbols); i++ {
		if m := &facts.Symbols[i]; m.Parent == id && m.Flags&schema.SymbolTest != 0 {
			facts.Symbols[id].Flags |= schema.SymbolTest
			return
		}
	}
}

// enumEntry reads "case a(Int, name: String), b = 1".
func (x *extractor) enumEntry(n sitter.Node, doc []sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	m := x.modifiersOf(n)
	if owner := x.b.Symbol(x.b.Enclosing()); owner.Kind == schema.KindEnum {
		m.visibility = owner.Visibility // Cases are as visible as their enum.
	}
	m.flags |= schema.SymbolStatic
	names := 0
	for c := range n.Children() {
		if c.FieldName() == "name" {
			names++
		}
	}
	x.attributes(m.node, false)
	var name, data, raw sitter.Node
	flush := func() {
		if !name.Ok() {
			return
		}
		last := name
		if data.Ok() {
			last = data
		}
		if raw.Ok() {
			last = raw
		}
		s := x.symbol(n, name, doc, schema.KindEnumMember, m)
		if names > 1 {
			s.Span = syntax.Between(name, last)
		}
		s.Signature = "case " + syntax.Line(name.Text()+data.Text())
		s.SignatureHash = data.Hash(nil)*31 + name.Hash(nil)
		s.BodyHash = raw.Hash(nil)
		id := x.b.DefineHidden(s)
		x.open(lang.ScopeBlock, id)
		x.associated(data)
		x.expr(raw)
		x.close()
		name, data, raw = sitter.Node{}, sitter.Node{}, sitter.Node{}
	}
	for c := range n.Children() {
		switch {
		case c.FieldName() == "name":
			flush()
			name = c
		case c.FieldName() == "data_contents":
			data = c
		case c.FieldName() == "raw_value":
			raw = c
		}
	}
	flush()
}

// associated reads the types of associated values and their default values. A label is
// a field of the case.
func (x *extractor) associated(n sitter.Node) {
	label, assigned := sitter.Node{}, false
	for c := range n.Children() {
		switch {
		case c.Is("simple_identifier", "wildcard_pattern") && !assigned:
			label = c
		case c.Kind() == ",":
			label, assigned = sitter.Node{}, false
		case c.Kind() == "=":
			assigned = true
		case !c.Named() || c.IsExtra():
		case assigned:
			x.expr(c)
		default:
			t := x.typ(c, schema.RoleType)
			if label.Is("simple_identifier") {
				x.local(label, label, schema.KindParameter, t)
			}
		}
	}
}

func (x *extractor) typeAlias(n sitter.Node, doc []sitter.Node) {
	m := x.modifiersOf(n)
	s := x.symbol(n, n.Field("name"), doc, schema.KindType, m)
	s.Signature = syntax.Signature(n, sitter.Node{}, isAttribute)
	s.SignatureHash = n.Hash(nil)
	if n.Is("associatedtype_declaration") {
		s.Flags |= schema.SymbolAbstract
	}
	id := x.b.Define(s)
	x.open(lang.ScopeBlock, id)
	x.attributes(m.node, false)
	typ, first := int32(schema.None), true
	for c := range n.NamedChildren() {
		switch {
		case c.Is("modifiers"):
		case c.Is("type_parameters"):
			x.typeParameters(c)
		case c.Is("type_constraints"):
			x.typeConstraints(c)
		case c.FieldName() == "name" && first:
			first = false
		default:
			if t := x.typ(c, schema.RoleType); typ == schema.None {
				typ = t
			}
		}
	}
	x.close()
	x.b.Symbol(id).Type = typ
}

// operator reads "infix operator <*>: Group": the function of that name is elsewhere.
func (x *extractor) operator(n sitter.Node, doc []sitter.Node) {
	var name sitter.Node
	after := false
	for c := range n.Children() {
		switch {
		case c.Kind() == "operator":
			after = true
		case after && !name.Ok() && c.Kind() != ":":
			name = c
		case c.Is("simple_identifier"):
			x.b.Ref(syntax.Ref(c, schema.RoleType))
		}
	}
	if !name.Ok() {
		return
	}
	s := x.symbol(n, name, doc, schema.KindFunction, modifiers{visibility: schema.VisibilityInternal})
	s.Flags |= schema.SymbolDeclOnly
	s.Signature = syntax.Signature(n, sitter.Node{}, isAttribute)
	s.SignatureHash = n.Hash(nil)
	x.b.DefineHidden(s)
}

func (x *extractor) precedenceGroup(n sitter.Node, doc []sitter.Node) {
	s := x.symbol(n, n.Child("simple_identifier"), doc, schema.KindType, x.modifiersOf(n))
	body := n.Child("precedence_group_attributes")
	s.Signature = syntax.Signature(n, body, isAttribute)
	s.SignatureHash = n.Hash(nil)
	id := x.b.Define(s)
	x.open(lang.ScopeBlock, id)
	for a := range body.NamedChildren() {
		if key := a.FirstNamed().Text(); key == "higherThan" || key == "lowerThan" {
			x.b.Ref(syntax.Ref(a.LastNamed(), schema.RoleType))
		}
	}
	x.close()
}
