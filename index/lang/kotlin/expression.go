package kotlin

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// block reads the statements of a body in the current scope and returns the value
// of the last.
func (x *extractor) block(n sitter.Node) int32 {
	last := int32(lang.BaseUnknown)
	doc := sitter.Node{}
	for c := range n.Children() {
		switch {
		case c.IsExtra() && !c.IsError():
			doc = lastDoc(doc, c)
		case c.Named():
			last = x.statement(c, doc)
			doc = sitter.Node{}
		}
	}
	return last
}

// statement reads a declaration of a body or an expression.
func (x *extractor) statement(n, doc sitter.Node) int32 {
	switch n.Kind() {
	case "class_declaration", "object_declaration", "companion_object", "function_declaration", "property_declaration", "type_alias",
		"secondary_constructor", "anonymous_initializer", "enum_entry", "import", "package_header", "file_annotation":
		x.member(n, doc)
		return lang.BaseUnknown
	}
	return x.expr(n)
}

// nested reads a node in a block scope of its own.
func (x *extractor) nested(n sitter.Node) int32 {
	if !n.Ok() {
		return lang.BaseUnknown
	}
	x.open(lang.ScopeBlock, schema.None)
	defer x.close()
	if n.Is("block") {
		return x.block(n)
	}
	return x.statement(n, sitter.Node{})
}

// children reads every named child as a statement and returns the value of the first
// that has one.
func (x *extractor) children(n sitter.Node) int32 {
	first := int32(lang.BaseUnknown)
	for c := range n.NamedChildren() {
		if r := x.statement(c, sitter.Node{}); first < 0 {
			first = r
		}
	}
	return first
}

// expr reads an expression or a statement and returns the reference whose value it
// has, BaseUnknown when no single reference has it.
func (x *extractor) expr(n sitter.Node) int32 {
	if !n.Ok() || !x.enter(n) {
		return lang.BaseUnknown
	}
	defer x.leave()
	switch n.Kind() {
	case "identifier":
		return x.identifier(n)
	case "navigation_expression":
		return x.navigation(n)
	case "call_expression":
		return x.call(n)
	case "string_literal", "multiline_string_literal":
		return x.text(n)
	case "number_literal", "float_literal", "character_literal", "label", "line_comment", "block_comment":
		return lang.BaseUnknown
	case "value_arguments":
		x.arguments(n)
		return lang.BaseUnknown
	case "lambda_literal", "annotated_lambda":
		x.lambda(n)
		return lang.BaseUnknown
	case "block":
		return x.nested(n)
	case "if_expression":
		x.branches++
		x.expr(n.Field("condition"))
		return x.arms(n)
	case "when_expression":
		return x.when(n)
	case "for_statement":
		x.forStatement(n)
		return lang.BaseUnknown
	case "while_statement", "do_while_statement":
		x.branches++
		x.open(lang.ScopeBlock, schema.None)
		x.children(n)
		x.close()
		return lang.BaseUnknown
	case "try_expression":
		value := int32(lang.BaseUnknown)
		for c := range n.NamedChildren() {
			switch c.Kind() {
			case "catch_block":
				x.catch(c)
			case "finally_block":
				x.nested(c.FirstNamed())
			default:
				value = x.nested(c)
			}
		}
		return value
	case "assignment":
		x.assignment(n)
		return lang.BaseUnknown
	case "binary_expression":
		return x.binary(n)
	case "unary_expression":
		return x.unary(n)
	case "infix_expression":
		return x.infix(n)
	case "index_expression":
		return x.index(n)
	case "as_expression":
		return x.cast(n)
	case "is_expression":
		x.expr(n.Field("left"))
		x.typ(n.Field("right"), schema.RoleType)
		return lang.BaseUnknown
	case "type_test":
		x.typ(n.LastNamed(), schema.RoleType)
		return lang.BaseUnknown
	case "this_expression", "super_expression":
		return x.self(n)
	case "callable_reference":
		return x.callableReference(n)
	case "object_literal":
		return x.objectLiteral(n)
	case "anonymous_function":
		x.anonymousFunction(n)
		return lang.BaseUnknown
	case "return_expression":
		for c := range n.NamedChildren() {
			if c.FieldName() != "label" {
				x.expr(c)
			}
		}
		return lang.BaseUnknown
	case "labeled_expression":
		if label := n.FirstNamed(); label.Text() == "break@" || label.Text() == "continue@" {
			return lang.BaseUnknown
		}
		return x.children(n)
	case "annotated_expression":
		x.annotations(n)
		return x.statement(n.LastNamed(), sitter.Node{})
	case "annotation":
		x.annotation(n)
		return lang.BaseUnknown
	case "user_type", "nullable_type", "function_type":
		return baseOf(x.typ(n, schema.RoleType))
	case "modifiers", "type_modifiers", "parameter_modifiers":
		x.annotations(n)
		return lang.BaseUnknown
	case "primary_constructor", "class_parameters", "function_value_parameters", "delegation_specifiers", "type_parameters", "type_arguments":
		x.stray(n)
		return lang.BaseUnknown
	case "ERROR":
		x.members(n)
		return lang.BaseUnknown
	case "parenthesized_expression":
		return x.expr(n.FirstNamed())
	}
	return x.children(n)
}

// stray reads a part of a declaration whose rest did not parse.
func (x *extractor) stray(n sitter.Node) {
	switch n.Kind() {
	case "primary_constructor":
		x.primaryConstructor(n)
	case "function_value_parameters":
		x.parameters(n)
	case "delegation_specifiers":
		for d := range n.NamedChildren() {
			for c := range d.NamedChildren() {
				if c.Is("constructor_invocation") {
					x.arguments(c.Child("value_arguments"))
					c = c.FirstNamed()
				}
				x.typ(c, schema.RoleType)
			}
		}
	case "type_arguments":
		for c := range n.NamedChildren() {
			x.typ(c, schema.RoleType)
		}
	}
}

// baseOf turns "no reference" of a type into BaseUnknown for the members of its value.
func baseOf(ref int32) int32 {
	if ref < 0 {
		return lang.BaseUnknown
	}
	return ref
}

// isWord reports words that the grammar takes for names.
func isWord(name string) bool {
	switch name {
	case "true", "false", "null", "break", "continue", "this", "super", "return", "throw", "else", "if", "when", "is", "in", "as", "class", "fun", "val", "var":
		return true
	}
	return false
}

func (x *extractor) identifier(n sitter.Node) int32 {
	r := syntax.Ref(n, schema.RoleRead)
	if isWord(r.Name) {
		return lang.BaseUnknown
	}
	r.Name = plain(r.Name)
	if r.Name == "it" && !x.isLocal("it") {
		x.implicitIt()
	}
	return x.b.Ref(r)
}

// arms reads the branches of an if, each in a scope of its own, and returns the value
// of the first that has one.
func (x *extractor) arms(n sitter.Node) int32 {
	value := int32(lang.BaseUnknown)
	for c := range n.NamedChildren() {
		if c.FieldName() == "condition" {
			continue
		}
		if r := x.nested(c); value < 0 {
			value = r
		}
	}
	return value
}

func (x *extractor) when(n sitter.Node) int32 {
	x.open(lang.ScopeBlock, schema.None)
	defer x.close()
	value := int32(lang.BaseUnknown)
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "when_subject":
			v := c.Child("variable_declaration")
			init := int32(lang.BaseUnknown)
			for e := range c.NamedChildren() {
				switch {
				case e.Is("annotation"):
					x.annotation(e)
				case !e.Is("variable_declaration"):
					init = x.expr(e)
				}
			}
			if v.Ok() {
				x.variables(v, v, init, c)
			}
		case "when_entry":
			if r := x.whenEntry(c); value < 0 {
				value = r
			}
		default:
			x.expr(c)
		}
	}
	return value
}

func (x *extractor) whenEntry(n sitter.Node) int32 {
	value := int32(lang.BaseUnknown)
	otherwise := false
	for c := range n.Children() {
		switch {
		case c.Is("else"):
			otherwise = true
		case !c.Named() || c.IsExtra():
		case c.FieldName() == "condition":
			x.expr(c)
		default:
			value = x.nested(c)
		}
	}
	if !otherwise {
		x.branches++
	}
	return value
}

func (x *extractor) forStatement(n sitter.Node) {
	x.branches++
	x.open(lang.ScopeBlock, schema.None)
	defer x.close()
	var v, over sitter.Node
	after := false
	for c := range n.Children() {
		switch {
		case c.Is("in"):
			after = true
		case !c.Named() || c.IsExtra() || c.Is("label"):
		case c.Is("annotation"):
			x.annotation(c)
		case !after:
			v = c
		case !over.Ok():
			over = c
			value := x.expr(over)
			x.variables(v, v, x.element(value, over), over)
		default:
			x.nested(c)
		}
	}
}

func (x *extractor) catch(n sitter.Node) {
	x.branches++
	x.open(lang.ScopeBlock, schema.None)
	defer x.close()
	var name sitter.Node
	for c := range n.NamedChildren() {
		switch {
		case c.Is("annotation"):
			x.annotation(c)
		case !name.Ok():
			name = c
		case c.Is("block"):
			x.block(c)
		default:
			x.local(name, name, schema.KindLocal, x.typ(c, schema.RoleType))
		}
	}
}

func (x *extractor) assignment(n sitter.Node) {
	left := n.Field("left")
	x.expr(n.Field("right"))
	x.assigned(left)
}

// assigned reads the left side of an assignment.
func (x *extractor) assigned(n sitter.Node) {
	if n.Is("parenthesized_expression", "annotated_expression", "labeled_expression") {
		x.assigned(n.LastNamed())
		return
	}
	if r := x.expr(n); r >= 0 && n.Is("identifier", "navigation_expression") {
		x.b.RefAt(r).Role = schema.RoleWrite
	}
}

func (x *extractor) binary(n sitter.Node) int32 {
	left := x.expr(n.Field("left"))
	switch n.Field("operator").Kind() {
	case "&&", "||":
		x.branches++
		x.expr(n.Field("right"))
		return lang.BaseUnknown
	case "?:":
		x.branches++
		right := x.expr(n.Field("right"))
		if left < 0 {
			return right
		}
		return left
	}
	x.expr(n.Field("right"))
	return lang.BaseUnknown
}

func (x *extractor) unary(n sitter.Node) int32 {
	argument := n.Field("argument")
	switch n.Field("operator").Kind() {
	case "!!":
		return x.expr(operand(argument))
	case "++", "--":
		x.assigned(argument)
		return lang.BaseUnknown
	}
	x.expr(argument)
	return lang.BaseUnknown
}

// infix is a call of the function between its operands.
func (x *extractor) infix(n sitter.Node) int32 {
	left, value := sitter.Node{}, int32(lang.BaseUnknown)
	result := int32(lang.BaseUnknown)
	i := 0
	for c := range n.NamedChildren() {
		switch i {
		case 0:
			left = c
			value = x.expr(left)
		case 1:
			r := x.ref(c, schema.RoleCall)
			r.Flags = lang.RefResult
			r.Args = 1
			r.Base = value
			if name := literalType(left); name != "" {
				r.Base = x.literal(left, name)
			}
			result = x.b.Ref(r)
		default:
			x.expr(c)
		}
		i++
	}
	return result
}

func (x *extractor) index(n sitter.Node) int32 {
	value, first := int32(lang.BaseUnknown), true
	for c := range n.NamedChildren() {
		if !first {
			x.expr(c)
			continue
		}
		value, first = x.expr(operand(c)), false
	}
	return x.element(value, n)
}

// operand is what a suffix (a call, a member, an index) is of: the grammar binds
// operators before a value tighter than suffixes, Kotlin the other way round.
func operand(n sitter.Node) sitter.Node {
	for n.Is("unary_expression") {
		argument := n.Field("argument")
		start, _ := n.Bytes()
		if inner, _ := argument.Bytes(); inner == start {
			break // A suffix.
		}
		n = argument
	}
	return n
}
