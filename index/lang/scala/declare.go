package scala

import (
	"strconv"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// members reads the declarations and statements of a file, a body or an error.
func (x *extractor) members(body sitter.Node) int32 {
	last := int32(lang.BaseUnknown)
	for c := range body.Children() {
		switch {
		case c.IsExtra() && !c.IsError():
			if x.b.Depth() == 1 {
				x.generated(c)
			}
		case c.Named():
			last = x.statement(c)
		}
	}
	return last
}

// statement reads a declaration or an expression and returns the value of the latter.
func (x *extractor) statement(n sitter.Node) int32 {
	switch n.Kind() {
	case "package_clause":
		x.packageClause(n)
	case "package_object", "object_definition":
		x.class(n, schema.KindClass)
	case "class_definition":
		x.class(n, schema.KindClass)
	case "trait_definition":
		x.class(n, schema.KindTrait)
	case "enum_definition":
		x.class(n, schema.KindEnum)
	case "enum_case_definitions":
		x.enumCases(n)
	case "function_definition", "function_declaration":
		x.function(n, sitter.Node{})
	case "val_definition", "var_definition", "val_declaration", "var_declaration":
		x.value(n)
	case "type_definition":
		x.typeDefinition(n)
	case "given_definition":
		x.givenDefinition(n)
	case "extension_definition":
		x.extension(n)
	case "import_declaration", "export_declaration":
		x.importDeclaration(n)
	case "self_type":
		x.selfType(n)
	case "_end_ident", "modifiers", "package_identifier", "namespace_selectors", "namespace_wildcard":
	default:
		return x.expr(n)
	}
	return lang.BaseUnknown
}

// modifiers is what stands before a declaration.
type modifiers struct {
	visibility schema.Visibility
	flags      schema.SymbolFlags
	lazy       bool
	main       bool
}

func (x *extractor) modifiersOf(n sitter.Node) modifiers {
	var m modifiers
	for c := range n.Children() {
		switch c.Kind() {
		case "annotation":
			m.flags |= schema.SymbolDecorated
			switch name := lastName(c.Field("name")); name {
			case "deprecated":
				m.flags |= schema.SymbolDeprecated
			case "main":
				m.main = true
			case "Test", "ParameterizedTest", "RepeatedTest":
				m.flags |= schema.SymbolTest
			}
		case "modifiers":
			for w := range c.Children() {
				switch w.Kind() {
				case "abstract":
					m.flags |= schema.SymbolAbstract
				case "override":
					m.flags |= schema.SymbolOverride
				case "lazy":
					m.lazy = true
				case "access_modifier":
					m.access(w)
				}
			}
		case "enum":
			at, _ := c.Bytes()
			for _, word := range x.modifiers[at] {
				switch word {
				case "private":
					m.visibility = schema.VisibilityPrivate
				case "protected":
					m.visibility = schema.VisibilityProtected
				}
			}
			return m
		case "class", "trait", "object", "def", "val", "var", "type", "given":
			return m
		}
	}
	return m
}

func (m *modifiers) access(n sitter.Node) {
	m.visibility = schema.VisibilityPrivate
	for c := range n.Children() {
		switch c.Kind() {
		case "protected":
			m.visibility = schema.VisibilityProtected
		case "access_qualifier":
			if m.visibility == schema.VisibilityPrivate && c.FirstNamed().Text() != "this" {
				m.visibility = schema.VisibilityInternal
			}
		}
	}
}

// symbol fills what every declaration has; whole is the node whose comment documents it.
func (x *extractor) symbol(n, name, whole sitter.Node, kind schema.Kind, m modifiers) lang.Symbol {
	s := syntax.Symbol(n, name, kind)
	s.Name = plain(s.Name)
	s.Visibility, s.Flags = m.visibility, m.flags
	if doc := x.docBefore(whole); doc.Ok() {
		text := doc.Text()
		s.Doc = docOf(text)
		if strings.Contains(text, "@deprecated") {
			s.Flags |= schema.SymbolDeprecated
		}
	}
	if x.inBody() {
		s.Visibility = schema.VisibilityPrivate
	}
	if s.Visibility != schema.VisibilityPrivate {
		s.Flags |= schema.SymbolExported
	}
	if x.scopes[len(x.scopes)-1].object {
		s.Flags |= schema.SymbolStatic
	}
	return s
}

// head sets signature and digests of a declaration with a body.
func (x *extractor) head(s *lang.Symbol, n, body sitter.Node) {
	s.Signature = signature(n, body)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
}

// defineType binds a type, and keeps a class to be bound as a term.
func (x *extractor) defineType(s lang.Symbol, term bool) int32 {
	id := x.b.DefineHidden(s)
	x.b.Bind(typeKey(s.Name), id)
	if term {
		top := &x.scopes[len(x.scopes)-1]
		top.classes = append(top.classes, id)
	}
	return id
}

// class reads a class, trait, object, package object or enum.
func (x *extractor) class(n sitter.Node, kind schema.Kind) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	m := x.modifiersOf(n)
	name := n.Field("name")
	body := bodyOf(n)
	s := x.symbol(n, name, n, kind, m)
	x.head(&s, n, body)
	object := n.Is("object_definition", "package_object")
	var id int32
	if object {
		s.Flags |= schema.SymbolStatic
		id = x.b.Define(s)
		top := &x.scopes[len(x.scopes)-1]
		top.classes = append(top.classes, id)
	} else {
		id = x.defineType(s, true)
	}
	x.open(lang.ScopeType, id)
	x.scopes[len(x.scopes)-1].object = object
	saved := x.suite
	x.suite = false
	caseClass := n.Child("case").Ok()
	if at, _ := name.Bytes(); len(x.hidden[at]) > 0 {
		x.readHidden(x.hidden[at])
		x.b.Symbol(id).Flags |= schema.SymbolDecorated
	}
	for c := range n.Children() {
		switch c.Kind() {
		case "annotation":
			x.annotation(c)
		case "type_parameters":
			x.typeParameters(c)
		case "class_parameters":
			x.classParameters(c, caseClass)
		case "extends_clause":
			x.superTypes(c, id)
		case "derives_clause":
			for t := range c.NamedChildren() {
				x.typ(t, schema.RoleType)
			}
		}
	}
	x.members(body)
	x.close()
	x.suite = saved
	x.markSuite(id)
}

// bodyOf returns the body of a definition, ERROR nodes about it left to the walker.
func bodyOf(n sitter.Node) sitter.Node {
	for c := range n.Children() {
		if c.Is("template_body", "enum_body", "with_template_body") {
			return c
		}
	}
	return sitter.Node{}
}

// markSuite marks a class that holds tests, and an object that may be run.
func (x *extractor) markSuite(id int32) {
	facts := x.b.Facts()
	for i := int(id) + 1; i < len(facts.Symbols); i++ {
		m := &facts.Symbols[i]
		if m.Parent == id && m.Flags&schema.SymbolTest != 0 {
			facts.Symbols[id].Flags |= schema.SymbolTest
			return
		}
	}
}

func (x *extractor) superTypes(n sitter.Node, class int32) {
	for c := range n.Children() {
		switch {
		case c.Is("arguments"):
			x.arguments(c)
		case c.FieldName() == "type" && c.Named() && !c.IsExtra():
			x.inherits(c, class)
		}
	}
}

// inherits reads one super type, or several joined by "with".
func (x *extractor) inherits(n sitter.Node, class int32) {
	switch n.Kind() {
	case "compound_type":
		for c := range n.NamedChildren() {
			if c.Is("refinement") {
				x.members(c)
				continue
			}
			x.inherits(c, class)
		}
	case "annotated_type":
		for c := range n.NamedChildren() {
			if c.Is("annotation") {
				x.annotation(c)
				continue
			}
			x.inherits(c, class)
		}
	case "structural_type", "template_body":
		x.members(n)
	case "generic_function", "field_expression":
		x.mixedType(n, schema.RoleInherit)
	default:
		x.typ(n, schema.RoleInherit)
		switch name := lastName(n); {
		case isSuite(name) && x.b.Symbol(class).Kind == schema.KindClass:
			x.suite = true
			x.b.Symbol(class).Flags |= schema.SymbolTest
		case (name == "App" || name == "IOApp" || name == "ZIOAppDefault") && x.b.Symbol(class).Flags&schema.SymbolStatic != 0:
			x.b.Symbol(class).Flags |= schema.SymbolEntry
		}
	}
}

// classParameters reads a parameter list of a class: in the first of a case class, and
// with val or var in any, they are fields.
func (x *extractor) classParameters(n sitter.Node, caseClass bool) {
	first := true
	for p := n.PrevSibling(); p.Ok(); p = p.PrevSibling() {
		first = first && !p.Is("class_parameters")
	}
	for p := range n.NamedChildren() {
		if !p.Is("class_parameter") {
			continue
		}
		x.classParameter(p, caseClass && first || p.Child("val", "var").Ok())
	}
}

func (x *extractor) classParameter(p sitter.Node, field bool) {
	m := x.modifiersOf(p)
	name, typ, value := p.Field("name"), p.Field("type"), p.Field("default_value")
	kind := schema.KindParameter
	if field {
		kind = schema.KindField
	}
	s := x.symbol(p, name, p, kind, m)
	if field {
		x.head(&s, p, value)
	} else {
		s.Flags, s.Doc, s.Visibility = 0, "", schema.VisibilityPublic
	}
	id := x.b.Define(s)
	if field {
		x.open(lang.ScopeBlock, id)
	}
	x.annotations(p)
	t := x.typ(typ, schema.RoleType)
	init := x.expr(value)
	if field {
		x.close()
	}
	x.b.Symbol(id).Type, x.b.Symbol(id).Init = t, initOf(init)
}

func (x *extractor) enumCases(n sitter.Node) {
	x.annotations(n)
	for c := range n.NamedChildren() {
		if !c.Is("simple_enum_case", "full_enum_case") {
			continue
		}
		s := x.symbol(c, c.Field("name"), n, schema.KindEnumMember, modifiers{})
		s.Flags |= schema.SymbolStatic
		x.head(&s, c, sitter.Node{})
		id := x.b.Define(s)
		x.b.Bind(typeKey(s.Name), id)
		x.open(lang.ScopeType, id)
		for p := range c.NamedChildren() {
			switch p.Kind() {
			case "type_parameters":
				x.typeParameters(p)
			case "class_parameters":
				x.classParameters(p, true)
			case "extends_clause":
				for t := range p.Children() {
					switch {
					case t.Is("arguments"):
						x.arguments(t)
					case t.FieldName() == "type" && t.Named() && !t.IsExtra():
						x.typ(t, schema.RoleType)
					}
				}
			}
		}
		x.close()
	}
}

func (x *extractor) typeDefinition(n sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	m := x.modifiersOf(n)
	typ := n.Field("type")
	s := x.symbol(n, n.Field("name"), n, schema.KindType, m)
	s.Signature = signature(n, sitter.Node{})
	s.SignatureHash = n.Hash(nil)
	if !typ.Ok() {
		s.Flags |= schema.SymbolAbstract
	}
	id := x.defineType(s, false)
	x.open(lang.ScopeBlock, id)
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "annotation":
			x.annotation(c)
		case "type_parameters":
			x.typeParameters(c)
		case "upper_bound", "lower_bound", "context_bound", "view_bound":
			t := x.typ(c.Field("type"), schema.RoleType)
			if c.Is("upper_bound") {
				x.b.Symbol(id).Type = t
			}
		}
	}
	if typ.Ok() {
		t := x.typ(typ, schema.RoleType)
		x.b.Symbol(id).Type = t
	}
	x.close()
}

// selfType binds the name of "name: Type =>", another word for this.
func (x *extractor) selfType(n sitter.Node) {
	var name, typ sitter.Node
	for c := range n.NamedChildren() {
		if !name.Ok() {
			name = c
		} else {
			typ = c
		}
	}
	t := x.typ(typ, schema.RoleType)
	if word := name.Text(); word == "this" || word == "_" || word == "" {
		return
	}
	s := syntax.Symbol(n, name, schema.KindLocal)
	id := x.b.Define(s)
	r := lang.NewRef("this", schema.RoleRead)
	r.Flags = lang.RefImplicit | lang.RefSelf
	r.Line, r.Col = name.Start()
	r.EndCol = r.Col
	self := x.b.Ref(r)
	x.b.Symbol(id).Type, x.b.Symbol(id).Init = schema.None, self
	_ = t
}

// anonymousClass reads the body of "new Base { … }" as a class of its own; its name
// counts the ones of its kind in the enclosing symbol.
func (x *extractor) anonymousClass(creation, body sitter.Node, base string, types []sitter.Node) int32 {
	if base == "" {
		base = "class"
	}
	key := anonKey{x.b.Enclosing(), base}
	x.anon[key]++
	name := "$" + base
	if count := x.anon[key]; count > 1 {
		name += strconv.Itoa(count)
	}
	s := lang.NewSymbol(name, schema.KindClass)
	s.Span = syntax.Span(creation)
	s.Flags = schema.SymbolSynthetic
	s.Visibility = schema.VisibilityPrivate
	s.Signature = signature(creation, body)
	s.BodyHash = body.Hash(isNested)
	id := x.b.DefineHidden(s)
	x.open(lang.ScopeType, id)
	saved := x.suite
	x.suite = false
	for _, t := range types {
		x.inherits(t, id)
	}
	x.b.Symbol(id).Flags &^= schema.SymbolTest
	x.members(body)
	x.close()
	x.suite = saved
	r := lang.NewRef(name, schema.RoleCall)
	r.Line, r.Col = creation.Start()
	r.EndCol = r.Col
	r.Flags = lang.RefImplicit | lang.RefNew | lang.RefResult
	r.Target = id
	return x.b.Ref(r)
}
