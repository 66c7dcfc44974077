package zig

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// members reads the declarations of the file or of a container.
func (x *extractor) members(n sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	var above syntax.Above
	for c := range n.Children() {
		switch {
		case c.Is("comment"):
			above.Comment(c)
		case c.IsError():
			above.Take(c)
			x.members(c)
		case c.Is("function_declaration", "function_signature") && c.Field("name").Ok():
			x.function(c, above.Take(c))
		case c.Is("variable_declaration"):
			x.variable(c, above.Take(c), false)
		case c.Is("container_field"):
			x.field(c, above.Take(c))
		case c.Is("test_declaration"):
			x.test(c, above.Take(c))
		case c.Is("identifier"): // A piece of a mistake.
		case c.Named():
			above.Take(c)
			x.expr(c)
		}
	}
}

// symbol fills in what every declaration has.
func (x *extractor) symbol(n, name sitter.Node, kind schema.Kind, comments []sitter.Node) lang.Symbol {
	s := syntax.Symbol(n, token(name), kind)
	s.Doc = docOf(comments)
	s.Visibility = schema.VisibilityPrivate
	for c := range n.Children() {
		if c.Named() && !c.Is("string") {
			break
		}
		switch c.Kind() {
		case "pub":
			s.Visibility = schema.VisibilityPublic
			s.Flags |= schema.SymbolExported
		case "export":
			s.Flags |= schema.SymbolExported | schema.SymbolEntry
		case "extern":
			s.Flags |= schema.SymbolDeclOnly
		}
	}
	return s
}

func (x *extractor) function(n sitter.Node, comments []sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	body, params := n.Field("body"), n.Child("parameters")
	top := x.types[len(x.types)-1]
	receiver := x.receiver(params, top)
	s := x.symbol(n, n.Field("name"), schema.KindFunction, comments)
	if len(x.types) > 1 || receiver {
		s.Kind = schema.KindMethod
		if !receiver {
			s.Flags |= schema.SymbolStatic
		}
	}
	if s.Name == "main" && len(x.types) == 1 && s.Visibility == schema.VisibilityPublic {
		s.Flags |= schema.SymbolEntry
	}
	s.Signature = syntax.Signature(n, body, nil)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return body.Ok() && c.Index() == body.Index() })
	s.BodyHash = body.Hash(nil)
	s.Complexity = 1
	if body.Ok() {
		s.Complexity = syntax.Complexity(body, isBranch, isNested)
	}
	s.Arity = arity(params, receiver)
	id := x.b.Define(s)
	x.b.Open(lang.ScopeFunction, id)
	defer x.b.Close()
	for p := range params.NamedChildren() {
		x.parameter(p)
	}
	for c := range n.Children() {
		switch {
		case c.FieldName() == "type":
			typ := x.typ(c)
			x.b.Symbol(id).Type = typ
		case c.Is("calling_convention", "byte_alignment", "link_section", "address_space"):
			x.children(c)
		}
	}
	if body.Ok() {
		x.expr(body)
	}
}

// receiver reports whether the first parameter is an instance of the container.
func (x *extractor) receiver(params sitter.Node, top container) bool {
	first := params.FirstNamed()
	if !first.Is("parameter") {
		return false
	}
	if first.Field("name").Text() == "self" {
		return true
	}
	typ := first.Field("type")
	for typ.Is("pointer_type") {
		typ = typ.LastNamed()
	}
	switch text := typ.Text(); text {
	case "Self", "@This()":
		return true
	default:
		return text != "" && text == top.name
	}
}

func arity(params sitter.Node, receiver bool) int32 {
	n := int32(0)
	for p := range params.NamedChildren() {
		if p.Text() == "..." {
			return schema.None
		}
		n++
	}
	if receiver {
		n--
	}
	return n
}

func (x *extractor) parameter(p sitter.Node) {
	name, typ := p.Field("name"), p.Field("type")
	if !name.Ok() {
		x.typ(typ)
		return
	}
	s := syntax.Symbol(p, token(name), schema.KindParameter)
	if typ.Text() == "type" {
		s.Kind = schema.KindTypeParameter
	}
	s.Type = x.typ(typ)
	x.b.Define(s)
}

// isBranch reports whether a node is one more way through a function.
func isBranch(n sitter.Node) bool {
	switch n.Kind() {
	case "if_statement", "if_expression", "while_statement", "while_expression", "for_statement", "for_expression", "catch_expression":
		return true
	case "switch_case":
		for c := range n.Children() {
			return !c.Is("else")
		}
	case "and", "or", "orelse":
		return true
	}
	return false
}

// isNested reports whether a node has a complexity of its own.
func isNested(n sitter.Node) bool { return n.Is("function_declaration") }

// field reads a field of a struct or union, or a value of an enum.
func (x *extractor) field(n sitter.Node, comments []sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	name, typ := n.Field("name"), n.Field("type")
	if !name.Is("identifier") || name.Text() == "" || name.Text() == "_" { // A field of a tuple is a type.
		x.typ(name)
		x.typ(typ)
		return
	}
	enum := n.Parent().Is("enum_declaration")
	kind := schema.KindField
	if enum {
		kind = schema.KindEnumMember
	} else if x.tuple(n) {
		x.typ(name)
		return
	}
	s := x.symbol(n, name, kind, comments)
	s.Visibility = schema.VisibilityPublic
	s.Flags |= schema.SymbolExported
	if enum {
		s.Flags |= schema.SymbolStatic
	}
	s.Signature = syntax.Signature(n, sitter.Node{}, nil)
	s.SignatureHash = n.Hash(nil)
	id := x.b.DefineHidden(s)
	x.b.Open(lang.ScopeBlock, id)
	defer x.b.Close()
	t := x.typ(typ)
	x.b.Symbol(id).Type = t
	for c := range n.NamedChildren() {
		if c.FieldName() == "" {
			x.expr(c)
		}
	}
}

// tuple reports whether the fields of a struct are types without names: one of them
// is an identifier alone.
func (x *extractor) tuple(n sitter.Node) bool {
	return n.Parent().Is("struct_declaration") && !n.Field("type").Ok()
}

// test reads a test, which is named by a string or by what it documents.
func (x *extractor) test(n sitter.Node, comments []sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	body := n.Child("block")
	name := n.Child("string")
	documented := n.Child("identifier")
	if documented.Ok() {
		name = token(documented)
	}
	if !name.Ok() {
		name = n.Child("test")
	}
	s := syntax.Symbol(n, name, schema.KindFunction)
	if name.Is("string") && len(s.Name) > 2 {
		s.Name = s.Name[1 : len(s.Name)-1]
		s.NameCol++
	}
	s.Flags |= schema.SymbolTest
	s.Visibility = schema.VisibilityPrivate
	s.Doc = docOf(comments)
	s.Signature = syntax.Signature(n, body, nil)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(nil)
	s.Complexity = syntax.Complexity(body, isBranch, isNested)
	s.Arity = 0
	id := x.b.DefineHidden(s)
	x.b.Open(lang.ScopeFunction, id)
	defer x.b.Close()
	if documented.Ok() {
		x.b.Ref(syntax.Ref(name, schema.RoleRead))
	}
	x.expr(body)
}

// declaration is a const or var taken apart.
type declaration struct {
	constant bool
	names    []sitter.Node
	typ      sitter.Node
	value    sitter.Node
}

// parts takes a variable_declaration apart. ok is false for an assignment, which the
// grammar calls by the same name.
func parts(n sitter.Node) (d declaration, ok bool) {
	assigned := false
	for c := range n.Children() {
		switch {
		case c.Is("const", "var"):
			if !ok {
				d.constant = c.Is("const")
			}
			ok = true
		case c.Is("="):
			assigned = true
		case assigned && c.Named() && !c.IsExtra():
			if !d.value.Ok() {
				d.value = c
			}
		case c.FieldName() == "type":
			d.typ = c
		case c.Is("identifier") && ok:
			d.names = append(d.names, c)
		}
	}
	return d, ok && len(d.names) > 0
}

// variable reads a constant or variable of a container, or with local of a body.
func (x *extractor) variable(n sitter.Node, comments []sitter.Node, local bool) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	d, ok := parts(n)
	if !ok {
		x.assignment(n)
		return
	}
	if len(d.names) > 1 { // Of a tuple.
		x.expr(d.value)
		for _, name := range d.names {
			x.local(name, name, schema.None, schema.None)
		}
		return
	}
	name := d.names[0]
	switch value := d.value; {
	case isContainer(value):
		x.container(n, name, value, comments)
	case value.Is("builtin_function", "field_expression") && x.imported(n, name, value, local):
	case value.Is("builtin_function") && value.FirstNamed().Text() == "@This":
		s := x.symbol(n, name, schema.KindType, comments)
		s.Signature = syntax.Signature(n, sitter.Node{}, nil)
		s.SignatureHash = n.Hash(nil)
		ref := x.expr(value)
		s.Type = max(ref, schema.None)
		x.b.Define(s)
	case local && name.Text() == "_":
		x.expr(value)
	case local:
		typ := x.typ(d.typ)
		id := x.local(name, n, typ, schema.None)
		init := x.expr(value)
		x.b.Symbol(id).Init = max(init, schema.None)
	default:
		x.global(n, name, d, comments)
	}
}

func (x *extractor) global(n, name sitter.Node, d declaration, comments []sitter.Node) {
	kind := schema.KindVariable
	if d.constant {
		kind = schema.KindConstant
	}
	s := x.symbol(n, name, kind, comments)
	s.Flags |= schema.SymbolStatic
	s.Signature = syntax.Signature(n, d.value, nil)
	if text := d.value.Text(); len(text) <= 60 && !strings.Contains(text, "\n") {
		s.Signature = syntax.Signature(n, sitter.Node{}, nil)
	}
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return d.value.Ok() && c.Index() == d.value.Index() })
	s.BodyHash = d.value.Hash(nil)
	id := x.b.Define(s)
	x.b.Open(lang.ScopeBlock, id)
	defer x.b.Close()
	typ := x.typ(d.typ)
	init := x.expr(d.value)
	x.b.Symbol(id).Type, x.b.Symbol(id).Init = typ, max(init, schema.None)
}

func (x *extractor) local(name, whole sitter.Node, typ, init int32) int32 {
	s := syntax.Symbol(whole, token(name), schema.KindLocal)
	s.Type, s.Init = typ, init
	if s.Name == "_" {
		return x.b.DefineHidden(s)
	}
	return x.b.Define(s)
}

func isContainer(n sitter.Node) bool {
	return n.Is("struct_declaration", "enum_declaration", "union_declaration", "opaque_declaration", "error_set_declaration")
}

// container declares the type that a constant is.
func (x *extractor) container(n, name, value sitter.Node, comments []sitter.Node) {
	kind := schema.KindStruct
	switch value.Kind() {
	case "enum_declaration", "error_set_declaration":
		kind = schema.KindEnum
	case "union_declaration":
		kind = schema.KindUnion
	}
	s := x.symbol(n, name, kind, comments)
	s.Signature = head(n)
	s.SignatureHash = name.Hash(nil)
	s.BodyHash = value.Hash(nil)
	id := x.b.Define(s)
	x.body(value, container{id, s.Name})
}

// head is the text of a declaration up to the brace of its container.
func head(n sitter.Node) string {
	text := n.Text()
	if i := strings.IndexByte(text, '{'); i >= 0 {
		text = text[:i]
	}
	return syntax.Line(text)
}

// body reads the inside of a container whose members belong to c.
func (x *extractor) body(n sitter.Node, c container) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	x.b.Open(lang.ScopeType, c.symbol)
	defer x.b.Close()
	x.types = append(x.types, c)
	defer func() { x.types = x.types[:len(x.types)-1] }()
	if n.Is("error_set_declaration") {
		x.errorSet(n)
		return
	}
	for arg := range n.NamedChildren() { // The tag or the integer behind: enum(u8), union(Tag).
		if arg.Is("identifier", "field_expression", "call_expression") {
			x.typ(arg)
		}
		break
	}
	x.members(n)
}

func (x *extractor) errorSet(n sitter.Node) {
	var above syntax.Above
	for c := range n.Children() {
		switch {
		case c.Is("comment"):
			above.Comment(c)
		case c.Is("identifier"):
			s := x.symbol(c, c, schema.KindEnumMember, above.Take(c))
			s.Visibility = schema.VisibilityPublic
			s.Flags |= schema.SymbolExported | schema.SymbolStatic
			s.Signature = s.Name
			x.b.DefineHidden(s)
		}
	}
}

// imported reads a constant that is a file or package, or a declaration of one; false
// means that it is not.
func (x *extractor) imported(n, name, value sitter.Node, local bool) bool {
	member := sitter.Node{}
	call := value
	if value.Is("field_expression") {
		member, call = value.Field("member"), value.Field("object")
	}
	module := importOf(call)
	if !module.Ok() {
		return false
	}
	s := x.symbol(n, name, schema.KindImport, nil)
	line, _ := n.Start()
	i := lang.Import{Line: line, Module: module.Text(), Alias: s.Name, Symbol: schema.None}
	if member.Ok() {
		i.Name = token(member).Text()
	}
	switch {
	case s.Visibility == schema.VisibilityPublic:
		i.Class = schema.ImportReexport
	case local:
		i.Class = schema.ImportLazy
	}
	imp := x.b.Import(i)
	s.Import = imp
	id := x.b.Define(s)
	x.b.Facts().Imports[imp].Symbol = id
	r := syntax.Ref(module, schema.RoleImport)
	r.Import = imp
	base := x.b.Ref(r)
	if member.Ok() {
		r := syntax.Ref(token(member), schema.RoleImport)
		r.Base, r.Import = base, imp
		x.b.Ref(r)
	}
	return true
}

// importOf returns the path of an @import, no node for anything else.
func importOf(n sitter.Node) sitter.Node {
	if !n.Is("builtin_function") {
		return sitter.Node{}
	}
	switch n.FirstNamed().Text() {
	case "@import", "@embedFile", "@cInclude":
		return n.Child("arguments").Child("string").Child("string_content")
	}
	return sitter.Node{}
}
