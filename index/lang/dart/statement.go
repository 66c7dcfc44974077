package dart

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// statement reads a statement, or any node that is no expression of one node.
func (x *extractor) statement(n sitter.Node) int32 {
	if !n.Ok() || !x.enter(n) {
		return lang.BaseUnknown
	}
	defer x.leave()
	switch n.Kind() {
	case "block", "for_statement", "for_element", "while_statement", "do_statement", "switch_statement_case", "switch_statement_default",
		"if_statement", "if_element", "finally_clause":
		x.scoped(func() { x.chain(parts(n)) })
	case "try_statement":
		x.try(n)
	case "for_loop_parts":
		x.loop(n)
	case "local_variable_declaration":
		for c := range n.NamedChildren() {
			x.localVariables(c)
		}
	case "initialized_variable_definition", "pattern_variable_declaration":
		x.localVariables(n)
	case "local_function_declaration":
		x.localFunction(n)
	case "expression_statement":
		if !x.test(n) {
			return x.chain(parts(n))
		}
	case "break_statement", "continue_statement":
	case "variable_pattern", "object_pattern", "record_pattern", "list_pattern", "map_pattern", "cast_pattern", "constant_pattern", "logical_or_pattern",
		"logical_and_pattern", "null_check_pattern", "null_assert_pattern", "relational_pattern", "rest_pattern", "pattern_field", "map_pattern_entry":
		x.pattern(n, false)
	case "switch_expression":
		x.switchExpression(n)
	case "template_substitution":
		return x.chain(parts(n))
	case "function_signature":
		it := item{first: n}
		x.callable(n, sitter.Node{}, bodyOf(n), &it, false)
	case "class_definition", "enum_declaration", "mixin_declaration", "extension_declaration", "type_alias":
		it := item{first: n}
		x.typeDeclaration(n, &it)
	case "annotation":
		x.annotation(n)
	case "ERROR":
		for c := range n.NamedChildren() {
			if !c.Is("identifier", "type_identifier") { // Pieces of a mistake.
				x.chain([]sitter.Node{c})
			}
		}
	default:
		x.chain(parts(n))
	}
	return lang.BaseUnknown
}

// localVariables reads "final T a = 1, b = 2" of a body.
func (x *extractor) localVariables(n sitter.Node) {
	if n.Is("pattern_variable_declaration") {
		x.patternVariables(n)
		return
	}
	var before, value []sitter.Node
	var name sitter.Node
	typ, typed := int32(schema.None), false
	flush := func() {
		if name.Ok() {
			x.localVariable(name, n, typ, value)
		}
		name, value = sitter.Node{}, nil
	}
	for c := range n.Children() {
		switch {
		case c.Is("initialized_identifier"):
			flush()
			id := c.Child("identifier")
			x.localVariable(id, c, typ, valueOf(c, id))
		case c.FieldName() == "name" && c.Is("identifier"), c.Is("identifier") && !name.Ok() && !isValue(c):
			flush()
			if !typed {
				typ, typed = x.typeOf(before, schema.RoleType), true
			}
			name = c
		case c.Is(",") && name.Ok():
			flush()
		case c.Is("="):
		case !name.Ok() && isPart(c):
			before = append(before, c)
		case c.Is("annotation"):
			x.annotation(c)
		default:
			value = append(value, c)
		}
	}
	flush()
}

func isValue(n sitter.Node) bool { return n.FieldName() == "value" }

func (x *extractor) localVariable(name, whole sitter.Node, typ int32, value []sitter.Node) {
	s := syntax.Symbol(whole, name, schema.KindLocal)
	s.Type = typ
	id := x.b.Define(s)
	init := x.chain(value)
	x.b.Symbol(id).Init = max(init, schema.None)
}

// patternVariables reads "var (a, b) = value".
func (x *extractor) patternVariables(n sitter.Node) {
	var value []sitter.Node
	for c := range n.Children() {
		switch {
		case isPattern(c):
			x.pattern(c, true)
		case isPart(c):
		default:
			value = append(value, c)
		}
	}
	x.chain(value)
}

func isPattern(n sitter.Node) bool { return strings.HasSuffix(n.Kind(), "_pattern") }

// pattern reads a pattern. With binds a bare name in it is a new variable, else a constant.
func (x *extractor) pattern(n sitter.Node, binds bool) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	switch n.Kind() {
	case "variable_pattern":
		var typ []sitter.Node
		var name sitter.Node
		for c := range n.Children() {
			switch {
			case c.Is("identifier"):
				name = c
			case isPart(c):
				typ = append(typ, c)
			}
		}
		if name.Ok() && name.Text() != "_" {
			s := syntax.Symbol(n, name, schema.KindLocal)
			s.Type = x.typeOf(typ, schema.RoleType)
			x.b.Define(s)
		} else {
			x.typeOf(typ, schema.RoleType)
		}
	case "object_pattern":
		var typ []sitter.Node
		ref := int32(lang.BaseUnknown)
		for c := range n.Children() {
			switch {
			case c.Is("type_identifier", ".", "type_arguments"):
				typ = append(typ, c)
			case c.Is("("):
				if ref = x.typeOf(typ, schema.RoleType); ref < 0 {
					ref = lang.BaseUnknown
				}
			case c.Is("identifier"), c.Is("label"):
				name := c
				if c.Is("label") {
					name = c.Child("identifier")
				}
				r := syntax.Ref(name, schema.RoleRead)
				r.Base = ref
				x.b.Ref(r)
			case c.Named():
				x.pattern(c, binds)
			}
		}
	case "constant_pattern":
		if name := n.FirstNamed(); name.Is("identifier") && n.LastNamed().Index() == name.Index() {
			if name.Text() == "_" {
				return
			}
			if binds {
				x.b.Define(syntax.Symbol(n, name, schema.KindLocal))
				return
			}
		}
		x.chain(parts(n))
	default:
		for c := range n.Children() {
			switch {
			case isPattern(c), c.Is("pattern_field", "map_pattern_entry"):
				x.pattern(c, binds)
			case c.Is("type_arguments"):
				x.typeArguments(c)
			case c.Is("label"):
			case c.Is("type_identifier"):
				x.typeOf([]sitter.Node{c}, schema.RoleType)
			case c.Named():
				x.chain([]sitter.Node{c})
			}
		}
	}
}

// switchExpression reads the cases, each in a scope of its own.
func (x *extractor) switchExpression(n sitter.Node) {
	for c := range n.NamedChildren() {
		if !c.Is("switch_expression_case") {
			x.chain([]sitter.Node{c})
			continue
		}
		x.scoped(func() { x.chain(parts(c)) })
	}
}

// loop reads the head of a for: a variable over a sequence, or three parts.
func (x *extractor) loop(n sitter.Node) {
	name := n.Field("name")
	if !name.Ok() || !n.Child("in").Ok() {
		x.chain(parts(n))
		return
	}
	var typ, value []sitter.Node
	declared := false
	for c := range n.Children() {
		switch {
		case c.FieldName() == "name":
		case c.FieldName() == "value":
			value = append(value, c)
		case isPart(c):
			typ = append(typ, c)
			declared = true
		}
	}
	if !declared {
		x.name(name, schema.RoleWrite)
		x.chain(value)
		return
	}
	t := x.typeOf(typ, schema.RoleType)
	of := x.chain(value)
	s := syntax.Symbol(n, name, schema.KindLocal)
	s.Type = t
	if t == schema.None && of >= 0 {
		r := syntax.Ref(name, schema.RoleRead)
		r.Name, r.Flags, r.Base, r.EndCol = "[]", lang.RefImplicit, of, r.Col
		s.Init = x.b.Ref(r)
	}
	x.b.Define(s)
}

// try reads a try statement: the type behind "on" and the names behind "catch" belong
// to the block that follows.
func (x *extractor) try(n sitter.Node) {
	open := 0
	var typ []sitter.Node
	caught := int32(schema.None)
	for c := range n.Children() {
		switch c.Kind() {
		case "type_identifier", ".", "type_arguments":
			typ = append(typ, c)
		case "catch_clause":
			caught = x.typeOf(typ, schema.RoleType)
			typ = nil
			x.b.Open(lang.ScopeBlock, schema.None)
			open++
			for p := range c.Child("catch_parameters").NamedChildren() {
				if p.Is("identifier") {
					s := syntax.Symbol(p, p, schema.KindLocal)
					s.Type = caught
					caught = schema.None
					x.b.Define(s)
				}
			}
		default:
			if len(typ) > 0 && c.Is("block") { // on T { }
				x.typeOf(typ, schema.RoleType)
				typ = nil
			}
			if c.Named() {
				x.chain([]sitter.Node{c})
			}
			for ; open > 0 && c.Is("block"); open-- {
				x.b.Close()
			}
		}
	}
	for ; open > 0; open-- {
		x.b.Close()
	}
}

func (x *extractor) localFunction(n sitter.Node) {
	f := n.FirstNamed()
	if f.Is("lambda_expression") {
		it := item{first: n}
		x.callable(f.Field("parameters"), sitter.Node{}, f.Field("body"), &it, false)
		return
	}
	x.chain(parts(n))
}

// test reads a call of group or test with a name and a function, in a file of tests.
func (x *extractor) test(n sitter.Node) bool {
	callee := n.FirstNamed()
	if !x.tests || !callee.Is("identifier") {
		return false
	}
	kind := schema.KindFunction
	switch callee.Text() {
	case "group":
		kind = schema.KindNamespace
	case "test", "testWidgets", "blocTest", "testGoldens", "patrolTest":
	default:
		return false
	}
	var args sitter.Node
	for c := range n.NamedChildren() {
		if c.Is("selector") {
			if a := c.Child("argument_part").Child("arguments"); a.Ok() {
				args = a
				break
			}
		}
	}
	name := args.FirstNamed().FirstNamed()
	if !name.Is("string_literal") || args.LastNamed().Index() == args.FirstNamed().Index() {
		return false
	}
	text, _, _ := strings.Cut(name.Text(), "\n") // Of adjacent strings the first.
	text = strings.TrimRight(text, " \r")
	s := syntax.Symbol(n, name, kind)
	s.Name = text
	if len(text) > 2 && (text[0] == '\'' || text[0] == '"') && text[len(text)-1] == text[0] && !strings.HasPrefix(text, "'''") && !strings.HasPrefix(text, `"""`) {
		s.Name = text[1 : len(text)-1]
		s.NameCol++
	}
	s.Flags = schema.SymbolTest
	s.Visibility = schema.VisibilityPrivate
	s.Signature = callee.Text() + "(" + syntax.Line(text) + ")"
	s.SignatureHash = name.Hash(nil)
	s.BodyHash = args.Hash(nil)
	if kind == schema.KindFunction {
		s.Complexity, s.Arity = syntax.Complexity(args, isBranch, isNested), 0
	}
	id := x.b.DefineHidden(s)
	x.b.Open(lang.ScopeBlock, id)
	defer x.b.Close()
	x.chain(parts(n))
	return true
}
