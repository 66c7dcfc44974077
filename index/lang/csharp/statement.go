package csharp

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// statements reads the statements below n in the current scope.
func (x *extractor) statements(n sitter.Node) {
	for c := range n.NamedChildren() {
		x.statement(c)
	}
}

func (x *extractor) statement(n sitter.Node) {
	if !n.Ok() || !x.enter(n) {
		return
	}
	defer x.leave()
	switch n.Kind() {
	case "expression_statement", "global_statement", "throw_statement", "yield_statement", "try_statement", "finally_clause", "catch_filter_clause", "switch_body", "return_statement", "local_declaration_statement":
		x.parts(n)
	case "block", "using_statement", "checked_statement", "fixed_statement", "lock_statement", "unsafe_statement":
		x.b.Open(lang.ScopeBlock, schema.None)
		x.parts(n)
		x.b.Close()
	case "if_statement", "while_statement", "do_statement":
		x.branches++
		x.parts(n)
	case "for_statement":
		x.branches++
		x.b.Open(lang.ScopeBlock, schema.None)
		x.parts(n)
		x.b.Close()
	case "foreach_statement":
		x.branches++
		x.foreach(n)
	case "switch_statement":
		x.switchStatement(n)
	case "catch_clause":
		x.branches++
		x.catch(n)
	case "variable_declaration":
		x.variables(n)
	case "local_function_statement":
		x.callable(n, nil)
	case "labeled_statement":
		for c := range n.NamedChildren() {
			if !c.Is("identifier") {
				x.statement(c)
			}
		}
	case "preproc_if", "preproc_else", "preproc_elif":
		for c := range n.NamedChildren() {
			if c.FieldName() != "condition" {
				x.statement(c)
			}
		}
	case "ERROR":
		x.broken(n)
	case "break_statement", "continue_statement", "goto_statement", "empty_statement", "modifier", "discard", "implicit_type":
	case "class_declaration", "struct_declaration", "record_declaration", "interface_declaration", "enum_declaration", "delegate_declaration", "namespace_declaration",
		"method_declaration", "constructor_declaration", "destructor_declaration", "property_declaration", "field_declaration", "using_directive", "indexer_declaration", "operator_declaration",
		"conversion_operator_declaration", "event_declaration", "event_field_declaration", "enum_member_declaration", "declaration_list", "global_attribute", "extern_alias_directive":
		x.declaration(n, nil)
	default:
		x.expr(n)
	}
}

// parts reads every part of a statement as one; expressions are statements too, and so
// are the words for the receiver.
func (x *extractor) parts(n sitter.Node) {
	for c := range n.Children() {
		if c.Named() && !c.IsExtra() || c.Is("this", "base") {
			x.statement(c)
		}
	}
}

// variable declares a variable of a body.
func (x *extractor) variable(name sitter.Node, typ int32) int32 {
	s := syntax.Symbol(name, name, schema.KindLocal)
	s.Type = typ
	return x.local(s)
}

// variables reads the declarators of a declaration.
func (x *extractor) variables(n sitter.Node) {
	typ := x.typ(n.Field("type"), schema.RoleType)
	for d := range n.NamedChildren() {
		if !d.Is("variable_declarator") {
			continue
		}
		init := x.initializer(d, typ)
		name := d.Field("name")
		if !name.Ok() { // var (a, b) = …
			x.designation(d)
			continue
		}
		x.b.Symbol(x.variable(name, typ)).Init = init
	}
}

// designation declares the names of "(a, (b, _))".
func (x *extractor) designation(n sitter.Node) {
	for c := range n.NamedChildren() {
		switch {
		case c.Is("tuple_pattern", "parenthesized_variable_designation"):
			x.designation(c)
		case c.Is("identifier") && c.Text() != "_":
			x.variable(c, schema.None)
		}
	}
}

func (x *extractor) foreach(n sitter.Node) {
	x.b.Open(lang.ScopeBlock, schema.None)
	defer x.b.Close()
	value := x.expr(n.Field("right"))
	typ := x.typ(n.Field("type"), schema.RoleType)
	switch left := n.Field("left"); {
	case left.Is("identifier"):
		id := x.variable(left, typ)
		if typ == schema.None && value >= 0 {
			x.b.Symbol(id).Init = x.step(left, value, "[]")
		}
	case left.Is("tuple_pattern"):
		x.designation(left)
	default:
		x.assigned(left)
	}
	x.statement(n.Field("body"))
}

func (x *extractor) catch(n sitter.Node) {
	x.b.Open(lang.ScopeBlock, schema.None)
	defer x.b.Close()
	if d := n.Child("catch_declaration"); d.Ok() {
		typ := x.typ(d.Field("type"), schema.RoleType)
		if name := d.Field("name"); name.Ok() {
			x.variable(name, typ)
		}
	}
	for c := range n.NamedChildren() {
		if !c.Is("catch_declaration") {
			x.statement(c)
		}
	}
}

// switchStatement reads a switch; all of its sections are one scope.
func (x *extractor) switchStatement(n sitter.Node) {
	subject := x.expr(n.Field("value"))
	x.b.Open(lang.ScopeBlock, schema.None)
	defer x.b.Close()
	for section := range n.Field("body").NamedChildren() {
		if !section.Is("switch_section") {
			x.statement(section)
			continue
		}
		label := false
		for c := range section.Children() {
			switch {
			case c.Is("case"):
				label = true
				x.branches++
			case c.Is(":"):
				label = false
			case !c.Named() || c.IsExtra() && !c.IsError():
			case label:
				x.pattern(c, subject)
			default:
				x.statement(c)
			}
		}
	}
}

// broken reads what the parser could make of a part that is wrong. Of a type whose head
// it could not fit in, the keyword and the name stand side by side.
func (x *extractor) broken(n sitter.Node) {
	var word sitter.Node
	for c := range n.Children() {
		switch {
		case c.Is("class", "struct", "interface", "enum", "record"):
			word = c
			continue
		case word.Ok() && c.Is("identifier") && adjacent(x.src, word, c):
			x.lostType(word, c)
		case c.Named() && (!c.IsExtra() || c.IsError()):
			if x.b.Symbol(x.b.Enclosing()).Kind.IsCallable() {
				x.statement(c)
			} else {
				x.declaration(c, nil)
			}
		}
		word = sitter.Node{}
	}
}

// adjacent reports whether only blanks stand between two nodes.
func adjacent(src []byte, a, b sitter.Node) bool {
	_, end := a.Bytes()
	start, _ := b.Bytes()
	return end <= start && start <= len(src) && strings.TrimSpace(string(src[end:start])) == ""
}

// lostType declares a type of which only the head was found. Its members stand beside it.
func (x *extractor) lostType(word, name sitter.Node) {
	kind := schema.KindClass
	switch word.Kind() {
	case "struct":
		kind = schema.KindStruct
	case "interface":
		kind = schema.KindInterface
	case "enum":
		kind = schema.KindEnum
	}
	s := syntax.Symbol(word, name, kind)
	s.Span = syntax.Between(word, name)
	s.Name = strings.TrimPrefix(s.Name, "@")
	s.Visibility = schema.VisibilityInternal
	s.Flags |= schema.SymbolExported
	s.Signature = word.Kind() + " " + s.Name
	x.bindType(x.b.Define(s))
}
