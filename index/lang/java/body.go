package java

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// maxDepth bounds the recursion over nested code: source that a person wrote
// stays below a hundred, generated string concatenations reach thousands.
const maxDepth = 20_000

// enter counts a level of nesting; false means that the node is too deep to read.
func (x *extractor) enter(n sitter.Node) bool {
	if x.depth >= maxDepth {
		x.b.ProblemAt(syntax.Span(n), "nested too deeply")
		return false
	}
	x.depth++
	return true
}

func (x *extractor) leave() { x.depth-- }

// block reads the statements of a body in the current scope.
func (x *extractor) block(n sitter.Node) {
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
	case "block":
		x.open(lang.ScopeBlock, schema.None)
		x.block(n)
		x.close()
	case "local_variable_declaration":
		x.localVariables(n)
	case "class_declaration", "interface_declaration", "enum_declaration", "record_declaration", "annotation_type_declaration":
		x.typeDeclaration(n, sitter.Node{})
	case "method_declaration", "constructor_declaration", "compact_constructor_declaration", "field_declaration", "constant_declaration":
		x.member(n, sitter.Node{})
	case "for_statement":
		x.open(lang.ScopeBlock, schema.None)
		x.children(n)
		x.close()
	case "enhanced_for_statement":
		x.open(lang.ScopeBlock, schema.None)
		value := x.expr(n.Field("value"))
		id := x.declared(n.Field("name"), n, n.Field("type"))
		if id != schema.None && x.b.Symbol(id).Type == schema.None && value >= 0 {
			x.b.Symbol(id).Init = x.element(value, n.Field("value"))
		}
		x.statement(n.Field("body"))
		x.close()
	case "catch_clause":
		x.open(lang.ScopeBlock, schema.None)
		p := n.Child("catch_formal_parameter")
		x.annotations(p)
		typ := int32(schema.None)
		for t := range p.Child("catch_type").NamedChildren() {
			if r := x.typ(t, schema.RoleType); typ == schema.None {
				typ = r
			}
		}
		x.local(p.Field("name"), schema.KindLocal, p, typ)
		x.statement(n.Field("body"))
		x.close()
	case "try_with_resources_statement":
		x.open(lang.ScopeBlock, schema.None)
		x.children(n)
		x.close()
	case "resource":
		if name := n.Field("name"); name.Ok() {
			x.annotations(n)
			id := x.declared(name, n, n.Field("type"))
			init := x.expr(n.Field("value"))
			if id != schema.None {
				x.b.Symbol(id).Init = initOf(init)
			}
			return
		}
		x.children(n)
	case "labeled_statement":
		x.statement(n.LastNamed())
	case "break_statement", "continue_statement":
	case "explicit_constructor_invocation":
		x.constructorCall(n)
	case "switch_expression":
		x.switchOver(n)
	case "expression_statement", "if_statement", "while_statement", "do_statement", "return_statement", "yield_statement",
		"throw_statement", "assert_statement", "synchronized_statement", "try_statement", "finally_clause", "resource_specification":
		x.children(n)
	case "ERROR":
		x.children(n)
	case "modifiers", "package_declaration", "import_declaration", "module_declaration":
	default:
		x.expr(n)
	}
}

// children reads every named child as a statement; expressions are statements too.
func (x *extractor) children(n sitter.Node) {
	for c := range n.NamedChildren() {
		x.statement(c)
	}
}

func (x *extractor) localVariables(n sitter.Node) {
	x.annotations(n)
	typ := int32(schema.None)
	if t := n.Field("type"); t.Text() != "var" {
		typ = x.typ(t, schema.RoleType)
	}
	for d := range n.Children() {
		if !d.Is("variable_declarator") {
			continue
		}
		id := x.local(d.Field("name"), schema.KindLocal, d, typ)
		if v := d.Field("value"); v.Ok() {
			init := x.expr(v)
			if id != schema.None {
				x.b.Symbol(id).Init = initOf(init)
			}
		}
	}
}

// declared binds a local with a written type; "var" leaves the type open.
func (x *extractor) declared(name, n, typ sitter.Node) int32 {
	t := int32(schema.None)
	if typ.Text() != "var" {
		t = x.typ(typ, schema.RoleType)
	}
	return x.local(name, schema.KindLocal, n, t)
}

func (x *extractor) constructorCall(n sitter.Node) {
	r := syntax.Ref(n.Field("constructor"), schema.RoleCall)
	r.Flags = lang.RefSelf
	if o := n.Field("object"); o.Ok() {
		x.expr(o)
	}
	x.typeArguments(n.Field("type_arguments"))
	r.Args = x.arguments(n.Field("arguments"))
	x.b.Ref(r)
}

// switchOver reads a switch statement or expression. A bare case label is a
// constant in scope or, failing that, a constant of the subject's enum.
func (x *extractor) switchOver(n sitter.Node) {
	subject := x.expr(n.Field("condition"))
	x.open(lang.ScopeBlock, schema.None)
	defer x.close()
	for c := range n.Field("body").NamedChildren() {
		switch c.Kind() {
		case "switch_rule":
			x.open(lang.ScopeBlock, schema.None)
			x.switchParts(c, subject)
			x.close()
		default:
			x.switchParts(c, subject)
		}
	}
}

func (x *extractor) switchParts(n sitter.Node, subject int32) {
	for c := range n.NamedChildren() {
		if !c.Is("switch_label") {
			x.statement(c)
			continue
		}
		for l := range c.NamedChildren() {
			switch {
			case l.Is("identifier"):
				ref := x.b.Ref(syntax.Ref(l, schema.RoleRead))
				if subject >= 0 {
					x.labels = append(x.labels, caseLabel{ref, subject, append([]int32(nil), x.scopes...)})
				}
			case l.Is("pattern", "type_pattern", "record_pattern"):
				x.pattern(l)
			case l.Is("guard"):
				x.expr(l.FirstNamed())
			default:
				x.expr(l)
			}
		}
	}
}

// pattern binds the variables of a type or record pattern in the current scope.
func (x *extractor) pattern(n sitter.Node) {
	switch n.Kind() {
	case "pattern", "record_pattern_body":
		for c := range n.NamedChildren() {
			x.pattern(c)
		}
	case "type_pattern", "record_pattern_component":
		first, last := n.FirstNamed(), n.LastNamed()
		if first.Index() == last.Index() {
			return
		}
		x.declared(last, n, first)
	case "record_pattern":
		x.typ(n.FirstNamed(), schema.RoleType)
		x.pattern(n.Child("record_pattern_body"))
	}
}
