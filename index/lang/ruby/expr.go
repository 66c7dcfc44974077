package ruby

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

func (x *extractor) statements(n sitter.Node) {
	for c := range n.NamedChildren() {
		x.expr(c)
	}
}

// expr reads a node and returns the reference whose value it has.
func (x *extractor) expr(n sitter.Node) int32 {
	if !n.Ok() || !x.enter(n) {
		return lang.BaseUnknown
	}
	defer x.leave()
	switch n.Kind() {
	case "class", "module":
		if n.Named() {
			x.container(n)
		}
	case "singleton_class":
		x.singletonClass(n)
	case "method", "singleton_method":
		x.method(n)
	case "alias":
		x.alias(n, n.Field("name"), n.Field("alias"))
	case "identifier":
		return x.identifier(n)
	case "constant":
		return x.b.Ref(constantRef(n))
	case "scope_resolution":
		r := constantRef(n.Field("name"))
		q := n.Field("scope")
		if !q.Ok() {
			r.Flags |= lang.RefTag
			return x.b.RefFree(r)
		}
		r.Base = x.expr(q)
		return x.b.Ref(r)
	case "self":
		r := syntax.Ref(n, schema.RoleRead)
		r.Flags = lang.RefSelf
		return x.b.Ref(r)
	case "super":
		return x.super(n, sitter.Node{}, sitter.Node{})
	case "instance_variable", "class_variable", "global_variable":
		return x.b.Ref(syntax.Ref(n, schema.RoleRead))
	case "call":
		return x.call(n)
	case "assignment":
		return x.assignment(n)
	case "operator_assignment":
		left := n.Field("left")
		value := x.expr(n.Field("right"))
		x.assign(left, value)
		return value
	case "element_reference":
		value := x.expr(n.Field("object"))
		for c := range n.NamedChildren() {
			if c.FieldName() != "object" {
				x.expr(c)
			}
		}
		return x.element(value, n)
	case "parenthesized_statements":
		out := int32(lang.BaseUnknown)
		for c := range n.NamedChildren() {
			out = x.expr(c)
		}
		return out
	case "binary":
		return x.binary(n)
	case "conditional":
		x.expr(n.Field("condition"))
		a, b := x.expr(n.Field("consequence")), x.expr(n.Field("alternative"))
		if a < 0 {
			return b
		}
		return a
	case "lambda":
		x.b.Open(lang.ScopeBlock, schema.None)
		x.within(true, func() {
			x.parameters(n.Field("parameters"))
			for c := range n.Field("body").NamedChildren() {
				x.expr(c)
			}
		})
		x.b.Close()
	case "block", "do_block":
		return x.block(n)
	case "block_argument":
		if s := n.FirstNamed(); s.Is("simple_symbol") {
			r := syntax.Ref(s, schema.RoleCall)
			r.Name = strings.TrimPrefix(r.Name, ":")
			r.Col++
			r.Base = lang.BaseUnknown
			x.b.Ref(r)
		} else {
			x.expr(s)
		}
	case "for":
		value := x.expr(n.Field("value").FirstNamed())
		x.assign(n.Field("pattern"), x.element(value, n.Field("pattern")))
		x.statements(n.Field("body"))
	case "rescue":
		typ := int32(schema.None)
		for e := range n.Field("exceptions").NamedChildren() {
			if r := x.expr(e); typ == schema.None && r >= 0 {
				typ = r
			}
		}
		if v := n.Field("variable").FirstNamed(); v.Is("identifier") {
			id := x.local(v.Text())
			if id == schema.None {
				id = x.declare(v, schema.KindLocal)
				x.b.Symbol(id).Type = typ
			}
		} else if v.Ok() {
			x.assign(v, lang.BaseUnknown)
		}
		x.expr(n.Field("body"))
	case "in_clause", "match_pattern", "test_pattern":
		for c := range n.NamedChildren() {
			if c.FieldName() == "pattern" {
				x.pattern(c)
			} else {
				x.expr(c)
			}
		}
	case "if", "unless", "case", "case_match":
		return x.branches(n)
	case "return":
		for c := range n.NamedChildren() {
			if value := x.expr(c); value >= 0 && x.fn != nil && x.fn.returned == schema.None {
				x.fn.returned = value
			}
		}
	case "argument_list":
		out := int32(lang.BaseUnknown)
		for c := range n.NamedChildren() {
			out = x.expr(c)
		}
		if only := n.FirstNamed(); only.Ok() && only.Index() == n.LastNamed().Index() {
			return out
		}
	case "undef":
		for c := range n.NamedChildren() {
			if r, ok := named(c, schema.RoleRead); ok {
				x.bare(r)
			}
		}
	case "pair":
		if k := n.Field("key"); !k.Is("hash_key_symbol", "simple_symbol", "string") {
			x.expr(k)
		}
		v := n.Field("value")
		if !v.Ok() { // {name:}
			k := n.Field("key")
			x.identifier(k)
		}
		x.expr(v)
	case "string", "subshell", "regex", "heredoc_body", "delimited_symbol", "symbol_array", "string_array", "chained_string", "heredoc_beginning":
		for c := range n.NamedChildren() {
			if c.Is("interpolation", "string", "bare_string", "bare_symbol") {
				x.statements(c)
			}
		}
	case "simple_symbol", "string_content", "integer", "float", "nil", "true", "false", "character", "hash_key_symbol", "escape_sequence", "uninterpreted", "comment", "bare_string", "bare_symbol", "heredoc_content", "operator", "empty_statement":
	default:
		out := int32(lang.BaseUnknown)
		for c := range n.NamedChildren() {
			if value := x.expr(c); !c.Is("rescue", "ensure", "else") {
				out = value
			}
		}
		if n.Is("body_statement", "block_body", "then", "else", "begin", "begin_block") {
			return out
		}
	}
	return lang.BaseUnknown
}

// branches reads a conditional expression; its value is that of the first branch that
// has one.
func (x *extractor) branches(n sitter.Node) int32 {
	out := int32(lang.BaseUnknown)
	for c := range n.NamedChildren() {
		value := int32(lang.BaseUnknown)
		switch c.Kind() {
		case "elsif":
			value = x.branches(c)
		case "when":
			value = x.branches(c)
		default:
			value = x.expr(c)
			if !c.Is("then", "else") {
				continue
			}
		}
		if out < 0 {
			out = value
		}
	}
	return out
}

// constantRef refers to a constant: a type by the look of it, or a value.
func constantRef(n sitter.Node) lang.Ref {
	role := schema.RoleRead
	for _, c := range n.Text()[min(1, len(n.Text())):] {
		if c >= 'a' && c <= 'z' {
			role = schema.RoleType
			break
		}
	}
	return syntax.Ref(n, role)
}

// identifier reads a bare word: a local variable, or a call without arguments.
func (x *extractor) identifier(n sitter.Node) int32 {
	word := n.Text()
	if id := x.local(word); id != schema.None {
		r := syntax.Ref(n, schema.RoleRead)
		r.Target = id
		return x.b.Ref(r)
	}
	switch word {
	case "private", "public", "protected", "module_function":
		if n.Parent().Is("body_statement", "block_body", "program") {
			x.class.visibility = visibilityOf(word)
			x.class.functions = word == "module_function"
			return lang.BaseUnknown
		}
	case "described_class":
		if x.described >= 0 {
			r := lang.NewRef("=", schema.RoleRead)
			r.Flags, r.Base = lang.RefImplicit, x.described
			r.Line, r.Col = n.Start()
			r.EndCol = r.Col
			return x.b.Ref(r)
		}
	case "__dir__", "__method__", "block_given?", "raise", "binding", "__FILE__", "_", "it", "_1", "_2", "_3", "_4", "_5", "_6", "_7", "_8", "_9":
		return lang.BaseUnknown
	}
	r := syntax.Ref(n, schema.RoleCall)
	r.Name = word
	if n.Is("hash_key_symbol") {
		r.Name = strings.TrimSuffix(word, ":")
	}
	r.Args = 0
	r.Flags = lang.RefResult
	if word == "new" && x.isStatic() {
		r.Flags |= lang.RefSelf | lang.RefNew
	}
	return x.b.RefFree(r)
}

// element is an element of a value, a step of inference without a token.
func (x *extractor) element(value int32, at sitter.Node) int32 {
	if value < 0 {
		return value
	}
	r := lang.NewRef("[]", schema.RoleRead)
	r.Flags, r.Base = lang.RefImplicit, value
	r.Line, r.Col = at.Start()
	r.EndCol = r.Col
	return x.b.Ref(r)
}

func (x *extractor) assignment(n sitter.Node) int32 {
	left, right := n.Field("left"), n.Field("right")
	if left.Is("constant") {
		x.constant(n, left, right)
		return lang.BaseUnknown
	}
	if left.Is("scope_resolution") {
		if q := left.Field("scope"); q.Ok() {
			x.expr(q)
		}
		x.constant(n, left.Field("name"), right)
		return lang.BaseUnknown
	}
	value := x.expr(right)
	x.assign(left, value)
	return value
}

// assign reads the left side of an assignment.
func (x *extractor) assign(n sitter.Node, init int32) {
	switch n.Kind() {
	case "identifier":
		if id := x.local(n.Text()); id != schema.None {
			r := syntax.Ref(n, schema.RoleWrite)
			r.Target = id
			x.b.Ref(r)
			return
		}
		id := x.declare(n, schema.KindLocal)
		x.b.Symbol(id).Init = max(init, schema.None)
	case "instance_variable", "class_variable", "global_variable":
		x.field(n, init)
	case "constant":
		if x.b.BoundIn(x.class.scope, n.Text()) != schema.None {
			x.b.Ref(syntax.Ref(n, schema.RoleWrite))
			return
		}
		s := syntax.Symbol(n, n, schema.KindConstant)
		s.Flags |= schema.SymbolExported | schema.SymbolStatic
		s.Signature = n.Text()
		x.b.Define(s)
	case "call":
		if r := x.expr(n); r >= 0 {
			x.b.RefAt(r).Role = schema.RoleWrite
			x.b.RefAt(r).Args = schema.None
		}
	case "left_assignment_list", "destructured_left_assignment", "rest_assignment", "splat_parameter", "splat_argument", "exception_variable":
		for c := range n.NamedChildren() {
			x.assign(c, lang.BaseUnknown)
		}
	default:
		x.expr(n)
	}
}

// binary reads a binary expression; a chain of them is read without recursion.
func (x *extractor) binary(n sitter.Node) int32 {
	var chain []sitter.Node
	for n.Is("binary") {
		chain = append(chain, n)
		n = n.Field("left")
	}
	value := x.expr(n)
	for i := len(chain) - 1; i >= 0; i-- {
		right := x.expr(chain[i].Field("right"))
		switch chain[i].Field("operator").Kind() {
		case "||", "or":
			if value < 0 {
				value = right
			}
		case "&&", "and":
			value = right
		default:
			value = lang.BaseUnknown
		}
	}
	return value
}

// pattern reads a pattern, whose bare words are variables.
func (x *extractor) pattern(n sitter.Node) {
	if !n.Ok() || !x.enter(n) {
		return
	}
	defer x.leave()
	switch n.Kind() {
	case "identifier":
		x.assign(n, lang.BaseUnknown)
	case "as_pattern":
		x.pattern(n.Field("value"))
		x.assign(n.Field("name"), lang.BaseUnknown)
	case "keyword_pattern":
		if v := n.Field("value"); v.Ok() {
			x.pattern(v)
		} else if k := n.Field("key"); k.Is("hash_key_symbol") {
			x.declare(k, schema.KindLocal)
		}
	case "splat_parameter", "hash_splat_parameter":
		if name := n.Field("name"); name.Ok() {
			x.assign(name, lang.BaseUnknown)
		}
	case "array_pattern", "find_pattern", "hash_pattern", "alternative_pattern", "parenthesized_pattern", "splat_pattern", "hash_splat_nil":
		for c := range n.NamedChildren() {
			x.pattern(c)
		}
	default:
		x.expr(n)
	}
}
