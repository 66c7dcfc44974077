package php

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

func isAttributes(n sitter.Node) bool { return n.Is("attribute_list") }

// isNested reports declarations with rows of their own, for body hashes.
func isNested(n sitter.Node) bool {
	switch n.Kind() {
	case "class_declaration", "interface_declaration", "trait_declaration", "enum_declaration", "method_declaration", "function_definition", "property_declaration", "const_declaration", "enum_case":
		return true
	}
	return false
}

func (x *extractor) classLike(n sitter.Node) {
	kind := schema.KindClass
	switch n.Kind() {
	case "interface_declaration":
		kind = schema.KindInterface
	case "trait_declaration":
		kind = schema.KindTrait
	case "enum_declaration":
		kind = schema.KindEnum
	}
	name, body := n.Field("name"), n.Field("body")
	s := x.symbol(n, name, kind, docLines(n))
	s.Visibility = schema.VisibilityPublic
	s.Flags |= schema.SymbolExported
	s.Signature = syntax.Signature(n, body, isAttributes)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
	id := x.b.DefineHidden(s)
	x.b.Bind(classKey(s.Name), id)
	if x.summary == "" {
		x.summary = s.Doc
	}
	x.members(n, body, id)
}

// members reads attributes, bases and the body of a class, which may have no name.
func (x *extractor) members(n, body sitter.Node, id int32) {
	saved := x.extends
	x.extends = n.Child("base_clause").FirstNamed().Text()
	x.b.Open(lang.ScopeType, id)
	x.attributes(n)
	for c := range n.NamedChildren() {
		if c.Is("base_clause", "class_interface_clause") {
			for t := range c.NamedChildren() {
				x.class(t, schema.RoleInherit)
			}
		}
	}
	suite := false
	for c := range body.NamedChildren() {
		x.member(c)
	}
	f := x.b.Facts()
	for i := int(id) + 1; i < len(f.Symbols); i++ {
		suite = suite || f.Symbols[i].Parent == id && f.Symbols[i].Flags&schema.SymbolTest != 0
	}
	if suite {
		x.b.Symbol(id).Flags |= schema.SymbolTest
	}
	x.b.Close()
	x.extends = saved
}

func (x *extractor) member(n sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	switch n.Kind() {
	case "method_declaration":
		x.function(n)
	case "property_declaration":
		x.properties(n)
	case "const_declaration":
		x.constants(n)
	case "enum_case":
		x.enumCase(n)
	case "use_declaration":
		for c := range n.NamedChildren() {
			if !c.Is("use_list") {
				x.class(c, schema.RoleInherit)
			}
		}
	case "ERROR":
		for c := range n.NamedChildren() {
			x.member(c)
		}
	default:
		x.statement(n)
	}
}

// symbol fills in what every declaration has.
func (x *extractor) symbol(n, name sitter.Node, kind schema.Kind, doc []string) lang.Symbol {
	s := syntax.Symbol(n, name, kind)
	s.Name = strings.TrimPrefix(s.Name, "$")
	s.Doc = docOf(doc)
	for c := range n.Children() {
		switch c.Kind() {
		case "visibility_modifier":
			switch strings.ToLower(c.Text()) {
			case "private":
				s.Visibility = schema.VisibilityPrivate
			case "protected":
				s.Visibility = schema.VisibilityProtected
			}
		case "static_modifier":
			s.Flags |= schema.SymbolStatic
		case "abstract_modifier":
			s.Flags |= schema.SymbolAbstract
		case "attribute_list":
			s.Flags |= schema.SymbolDecorated
		}
	}
	for _, l := range doc {
		if strings.HasPrefix(l, "@deprecated") {
			s.Flags |= schema.SymbolDeprecated
		}
	}
	if s.Visibility != schema.VisibilityPrivate {
		s.Flags |= schema.SymbolExported
	}
	return s
}

func (x *extractor) attributes(n sitter.Node) {
	for list := range n.Children() {
		if !isAttributes(list) {
			continue
		}
		for group := range list.NamedChildren() {
			for a := range group.NamedChildren() {
				x.class(a.FirstNamed(), schema.RoleDecorate)
				x.arguments(a.Field("parameters"))
			}
		}
	}
}

// function reads a function or a method.
func (x *extractor) function(n sitter.Node) {
	name, body := n.Field("name"), n.Field("body")
	doc := docLines(n)
	kind := schema.KindFunction
	method := n.Is("method_declaration")
	switch {
	case method && strings.EqualFold(name.Text(), "__construct"):
		kind = schema.KindConstructor
	case method:
		kind = schema.KindMethod
	}
	s := x.symbol(n, name, kind, doc)
	s.Signature = syntax.Signature(n, body, isAttributes)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
	s.Complexity = complexity(body)
	if method && !body.Ok() {
		s.Flags |= schema.SymbolAbstract
	}
	if method && x.isTest(n, s.Name, doc) {
		s.Flags |= schema.SymbolTest
	}
	id := x.b.DefineHidden(s)
	if !method {
		x.b.Bind(functionKey(s.Name), id)
	}
	x.within(id, func() {
		x.attributes(n)
		arity := x.parameters(n.Field("parameters"), doc)
		typ := x.typ(n.Field("return_type"))
		if typ == schema.None {
			typ = x.docType(tagged(doc, "@return", ""), name)
		}
		sym := x.b.Symbol(id)
		sym.Arity, sym.Type = arity, typ
		x.statements(body)
	})
}

// isTest reports whether PHPUnit runs a method: by its name in a test case, by an
// attribute, or by documentation.
func (x *extractor) isTest(n sitter.Node, name string, doc []string) bool {
	if strings.HasPrefix(name, "test") && strings.Contains(x.extends, "Test") {
		return true
	}
	for _, l := range doc {
		if l == "@test" {
			return true
		}
	}
	for g := range n.Field("attributes").NamedChildren() {
		for a := range g.NamedChildren() {
			if d := dotted(a.FirstNamed()); d == "Test" || strings.HasSuffix(d, `\Test`) {
				return true
			}
		}
	}
	return false
}

// parameters declares parameters; it returns their number, None when some may be left
// out. A promoted one is a field as well.
func (x *extractor) parameters(n sitter.Node, doc []string) int32 {
	count, open := int32(0), false
	for p := range n.NamedChildren() {
		name := p.Field("name")
		if name.Is("by_ref") {
			name = name.LastNamed()
		}
		if !p.Is("simple_parameter", "variadic_parameter", "property_promotion_parameter") {
			continue
		}
		count++
		x.attributes(p)
		typ := x.typ(p.Field("type"))
		if typ == schema.None {
			typ = x.docType(tagged(doc, "@param", strings.TrimPrefix(name.Text(), "$")), name)
		}
		if v := p.Field("default_value"); v.Ok() {
			open = true
			x.expr(v)
		}
		if p.Is("variadic_parameter") {
			open = true
			if typ >= 0 {
				x.b.RefAt(typ).Flags |= lang.RefContainer
			}
		}
		if p.Is("property_promotion_parameter") {
			x.promoted(p, name, typ)
		}
		s := syntax.Symbol(p, name, schema.KindParameter)
		s.Name = strings.TrimPrefix(s.Name, "$")
		s.Type = typ
		x.b.BindIn(x.b.Scope(), x.key(s.Name), x.b.DefineHidden(s))
	}
	if open {
		return schema.None
	}
	return count
}

// promoted declares the field of a promoted constructor parameter in the class.
func (x *extractor) promoted(p, name sitter.Node, typ int32) {
	s := x.symbol(p, name, schema.KindField, nil)
	s.Signature = syntax.Signature(p, sitter.Node{}, isAttributes)
	s.SignatureHash = p.Hash(nil)
	s.Type = typ
	s.Parent = x.b.Symbol(x.b.Enclosing()).Parent
	x.b.DefineHidden(s)
}

func (x *extractor) properties(n sitter.Node) {
	doc := docLines(n)
	first, typ := true, int32(schema.None)
	for e := range n.NamedChildren() {
		if !e.Is("property_element") {
			continue
		}
		s := x.symbol(n, e.Field("name"), schema.KindField, doc)
		if !first {
			s.Span = syntax.Span(e)
		}
		s.Signature = syntax.Line(syntax.Signature(n, e, isAttributes) + " " + syntax.Signature(e, sitter.Node{}, nil))
		s.SignatureHash = n.Field("type").Hash(nil)
		s.BodyHash = e.Hash(nil)
		id := x.b.DefineHidden(s)
		x.within(id, func() {
			if first {
				x.attributes(n)
				if typ = x.typ(n.Field("type")); typ == schema.None {
					typ = x.docType(tagged(doc, "@var", ""), e)
				}
			}
			init := int32(schema.None)
			if v := e.Field("default_value"); v.Ok() {
				init = x.expr(v)
			}
			sym := x.b.Symbol(id)
			sym.Type, sym.Init = typ, max(init, schema.None)
		})
		first = false
	}
	for h := range n.NamedChildren() {
		if h.Is("property_hook_list") {
			x.within(x.b.Enclosing(), func() { x.statements(h) })
		}
	}
}

func (x *extractor) constants(n sitter.Node) {
	doc := docLines(n)
	inClass := x.b.Symbol(x.b.Enclosing()).Kind.IsType()
	first := true
	for e := range n.NamedChildren() {
		if !e.Is("const_element") {
			continue
		}
		name := e.FirstNamed()
		s := x.symbol(n, name, schema.KindConstant, doc)
		if !first {
			s.Span = syntax.Span(e)
		}
		first = false
		s.Flags |= schema.SymbolStatic
		s.Signature = "const " + syntax.Signature(e, sitter.Node{}, nil)
		s.BodyHash = e.Hash(nil)
		id := x.b.DefineHidden(s)
		if !inClass {
			x.b.Bind(constantKey(s.Name), id)
		}
		x.within(id, func() {
			for v := range e.NamedChildren() {
				if v.Index() != name.Index() {
					x.expr(v)
				}
			}
		})
	}
	x.attributes(n)
}

func (x *extractor) enumCase(n sitter.Node) {
	s := x.symbol(n, n.Field("name"), schema.KindEnumMember, docLines(n))
	s.Flags |= schema.SymbolStatic
	s.Signature = syntax.Signature(n, sitter.Node{}, isAttributes)
	s.BodyHash = n.Hash(nil)
	id := x.b.DefineHidden(s)
	x.within(id, func() {
		x.attributes(n)
		if v := n.Field("value"); v.Ok() {
			x.expr(v)
		}
	})
}

// define reads define('NAME', value).
func (x *extractor) define(n sitter.Node, args sitter.Node) {
	first := args.FirstNamed().FirstNamed()
	if name := first.Child("string_content"); first.Is("string", "encapsed_string") && name.Ok() {
		s := syntax.Symbol(n, name, schema.KindConstant)
		s.Name = s.Name[strings.LastIndexByte(s.Name, '\\')+1:]
		s.Flags |= schema.SymbolExported
		s.Signature = syntax.Line(n.Text())
		s.BodyHash = n.Hash(nil)
		x.b.BindIn(0, constantKey(s.Name), x.b.DefineHidden(s))
	}
}

// suite reads a test or a group of tests of Pest, named by a string; false when it is none.
func (x *extractor) suite(n sitter.Node, word string, args sitter.Node) bool {
	if word != "it" && word != "test" && word != "describe" {
		return false
	}
	title, f := sitter.Node{}, sitter.Node{}
	for a := range args.NamedChildren() {
		switch v := a.FirstNamed(); {
		case !title.Ok() && v.Is("string", "encapsed_string"):
			title = v
		case v.Is("anonymous_function", "arrow_function"):
			f = v
		}
	}
	if !title.Ok() || !f.Ok() {
		return false
	}
	s := syntax.Symbol(n, title, schema.KindFunction)
	s.Name = strings.Trim(title.Text(), `"'`)
	s.Flags |= schema.SymbolTest
	s.Signature = syntax.Line(word + " " + s.Name)
	s.BodyHash = f.Hash(nil)
	s.Complexity = complexity(f)
	id := x.b.DefineHidden(s)
	x.b.Open(lang.ScopeBlock, id)
	x.arguments(args)
	x.b.Close()
	return true
}

func complexity(body sitter.Node) int32 {
	return syntax.Complexity(body, func(n sitter.Node) bool {
		switch n.Kind() {
		case "if_statement", "else_if_clause", "while_statement", "for_statement", "foreach_statement", "do_statement", "case_statement", "catch_clause", "conditional_expression",
			"match_conditional_expression", "&&", "||", "and", "or", "??":
			return true
		}
		return false
	}, func(n sitter.Node) bool { return n.Is("function_definition", "class_declaration") })
}
