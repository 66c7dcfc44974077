package elixir

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// expr reads an expression and returns the reference that is its value, BaseUnknown
// when it is none.
func (x *extractor) expr(n sitter.Node) int32 {
	if !n.Ok() || !x.enter(n) {
		return lang.BaseUnknown
	}
	defer x.leave()
	switch n.Kind() {
	case "identifier":
		return x.name(n)
	case "alias":
		return x.alias(n, schema.RoleRead)
	case "call":
		return x.call(n, 0)
	case "dot":
		return x.remote(n, schema.RoleRead, schema.None)
	case "binary_operator":
		return x.binary(n)
	case "unary_operator":
		return x.unary(n)
	case "anonymous_function":
		for c := range n.NamedChildren() {
			x.expr(c)
		}
	case "stab_clause":
		x.clause(n)
	case "do_block", "else_block", "rescue_block", "catch_block", "after_block":
		x.block(n)
	case "map":
		return x.mapLiteral(n)
	case "pair":
		return x.expr(n.Field("value"))
	case "access_call":
		value := x.expr(n.Field("target"))
		x.expr(n.Field("key"))
		if value >= 0 {
			x.b.RefAt(value).Flags |= lang.RefElement
		}
		return value
	case "atom", "integer", "float", "char", "boolean", "nil", "quoted_content", "comment", "keyword", "operator_identifier":
	default:
		for c := range n.Children() {
			if c.Named() && (!c.IsExtra() || c.IsError()) && !(n.IsError() && c.Is("identifier")) {
				x.expr(c)
			}
		}
	}
	return lang.BaseUnknown
}

// block reads expressions in a scope of their own.
func (x *extractor) block(n sitter.Node) {
	if !n.Is("do_block", "else_block", "rescue_block", "catch_block", "after_block", "block") {
		x.scoped(func() { x.expr(n) })
		return
	}
	x.scoped(func() {
		for c := range n.Children() {
			if c.Named() && (!c.IsExtra() || c.IsError()) {
				x.expr(c)
			}
		}
	})
}

// name reads a bare word: a variable when one is bound, else a call without arguments.
func (x *extractor) name(n sitter.Node) int32 {
	text := n.Text()
	switch {
	case text == "__MODULE__":
		r := syntax.Ref(n, schema.RoleRead)
		r.Flags = lang.RefSelf
		r.Target = x.top().symbol
		return x.b.Ref(r)
	case text == "" || text == "_" || isForm(text) || n.IsMissing():
		return lang.BaseUnknown
	case x.variable(text):
		return x.b.Ref(syntax.Ref(n, schema.RoleRead))
	case strings.HasPrefix(text, "_"):
		return lang.BaseUnknown
	}
	r := syntax.Ref(n, schema.RoleCall)
	r.Args, r.Flags = 0, lang.RefResult
	return x.b.RefAs(function(text, 0), r)
}

// alias reads the name of a module; its first part apart when the file aliases it.
func (x *extractor) alias(n sitter.Node, role schema.Role) int32 {
	if !n.Is("alias") {
		if n.Is("identifier") && n.Text() == "__MODULE__" {
			return x.name(n)
		}
		return x.expr(n)
	}
	r := syntax.Ref(n, role)
	first, rest, dotted := strings.Cut(r.Name, ".")
	if !dotted || !x.aliased(first) || strings.ContainsAny(r.Name, " \n") {
		return x.b.Ref(r)
	}
	r.Name, r.Role = first, schema.RoleRead
	r.EndCol = r.Col + int32(len(first))
	m := syntax.Ref(n, role)
	m.Name = rest
	m.Col = r.EndCol + 1
	m.Base = x.b.Ref(r)
	return x.b.Ref(m)
}

func (x *extractor) aliased(name string) bool {
	for _, a := range x.aliases {
		if a == name {
			return true
		}
	}
	return false
}

// call reads a call; piped counts the argument that a pipe adds.
func (x *extractor) call(n sitter.Node, piped int32) int32 {
	target, args := n.Field("target"), n.Child("arguments")
	if f, ok := formOf(n); ok {
		return x.form(f, piped)
	}
	if !target.Is("dot") { // unquote(f)(x)
		x.expr(target)
		x.arguments(args, n)
		return lang.BaseUnknown
	}
	count := piped + countArgs(args)
	if name := target.Field("right").Text(); (name == "defrecord" || name == "defrecordp") && target.Field("left").Text() == "Record" {
		f := form{n, name, args}
		if x.record(f) {
			return lang.BaseUnknown
		}
	}
	var ref int32
	role := schema.RoleCall
	if !args.Ok() && !target.Field("left").Is("alias", "atom") && !n.Child("do_block").Ok() && piped == 0 && !parenthesised(n) {
		role, count = schema.RoleRead, schema.None // A key of a map or a struct.
	}
	ref = x.remote(target, role, count)
	x.arguments(args, n)
	return ref
}

// parenthesised reports whether a call has empty parentheses.
func parenthesised(n sitter.Node) bool { return strings.HasSuffix(n.Text(), "()") }

// remote reads Module.function, value.key and fun.(…).
func (x *extractor) remote(n sitter.Node, role schema.Role, args int32) int32 {
	base := x.expr(n.Field("left"))
	if left := n.Field("left"); left.Is("atom") {
		base = x.b.Ref(syntax.Ref(left, schema.RoleRead))
	}
	name := n.Field("right")
	switch name.Kind() {
	case "identifier", "operator_identifier":
	case "": // fun.(…)
		if base >= 0 {
			r := x.b.RefAt(base)
			r.Role, r.Args = schema.RoleCall, args
			r.Flags |= lang.RefResult
		}
		return base
	case "string": // Foo."odd name"()
		return lang.BaseUnknown
	default:
		x.expr(name)
		return lang.BaseUnknown
	}
	r := syntax.Ref(name, role)
	r.Base, r.Args = base, args
	if role == schema.RoleCall {
		r.Flags = lang.RefResult
	}
	return x.b.Ref(r)
}

func countArgs(args sitter.Node) int32 {
	n := int32(0)
	for range args.NamedChildren() {
		n++
	}
	return n
}

// arguments reads what is passed to a call, its blocks included.
func (x *extractor) arguments(args, call sitter.Node) {
	for a := range args.NamedChildren() {
		x.expr(a)
	}
	for c := range call.Children() {
		if c.Is("do_block") {
			x.block(c)
		}
	}
}

// form reads a call of a bare name.
func (x *extractor) form(f form, piped int32) int32 {
	switch f.name {
	case "alias", "import", "require", "use":
		x.directive(f)
		return lang.BaseUnknown
	case "defmodule", "defprotocol", "defimpl", "def", "defp", "defmacro", "defmacrop", "defguard", "defguardp", "defdelegate", "defstruct", "defexception":
		if x.declaration(f) {
			return lang.BaseUnknown
		}
	case "case", "cond", "if", "unless", "for", "with", "try", "receive", "quote":
		x.control(f)
		return lang.BaseUnknown
	}
	ref := int32(lang.BaseUnknown)
	if target := f.node.Field("target"); !isForm(f.name) && !strings.HasPrefix(f.name, "def") {
		count := piped + countArgs(f.args)
		if f.node.Child("do_block").Ok() {
			count++
		}
		r := syntax.Ref(target, schema.RoleCall)
		r.Args, r.Flags = count, lang.RefResult
		ref = x.b.RefAs(function(f.name, int(count)), r)
	}
	if f.name == "match?" && f.first().Ok() {
		x.scoped(func() {
			x.pattern(f.first())
			for a := range f.args.NamedChildren() {
				if a.Index() != f.first().Index() {
					x.expr(a)
				}
			}
		})
		return ref
	}
	x.arguments(f.args, f.node)
	return ref
}

// control reads a form with blocks; what its head binds holds inside of it only.
func (x *extractor) control(f form) {
	x.scoped(func() {
		for a := range f.args.NamedChildren() {
			switch {
			case a.Is("keywords"):
				for p := range a.NamedChildren() {
					switch keyOf(p) {
					case "do", "else":
						x.block(p.Field("value"))
					default:
						x.expr(p.Field("value"))
					}
				}
			case a.Is("binary_operator") && isMatch(a):
				x.match(a)
			case a.Is("bitstring") && f.name == "for": // <<c <- binary>>
				x.children(a)
			default:
				x.expr(a)
			}
		}
		if b := f.node.Child("do_block"); b.Ok() {
			x.block(b)
		}
	})
}

func (x *extractor) children(n sitter.Node) {
	for c := range n.NamedChildren() {
		x.expr(c)
	}
}

// isMatch reports whether an operator binds the variables of its left side.
func isMatch(n sitter.Node) bool {
	op := n.Field("operator").Text()
	return op == "=" || op == "<-"
}

// match reads pattern = value or pattern <- value.
func (x *extractor) match(n sitter.Node) int32 {
	left, right := n.Field("left"), n.Field("right")
	value := x.expr(right)
	defer func(saved bool) { x.rebind = saved }(x.rebind)
	x.rebind = n.Field("operator").Text() == "="
	if left.Is("identifier") {
		init := max(value, schema.None)
		if init >= 0 && n.Field("operator").Text() == "<-" {
			r := syntax.Ref(left, schema.RoleRead)
			r.Name, r.Flags, r.Base, r.EndCol = "[]", lang.RefImplicit, init, r.Col
			init = x.b.Ref(r)
		}
		if id := x.bind(left, schema.KindLocal); id >= 0 {
			x.b.Symbol(id).Init = init
		}
		return value
	}
	x.pattern(left)
	return value
}

func (x *extractor) binary(n sitter.Node) int32 {
	left, right := n.Field("left"), n.Field("right")
	switch op := n.Field("operator").Text(); op {
	case "=", "<-":
		return x.match(n)
	case "|>":
		x.expr(left)
		if right.Is("call") {
			return x.call(right, 1)
		}
		if right.Is("identifier") { // value |> f
			r := syntax.Ref(right, schema.RoleCall)
			r.Args, r.Flags = 1, lang.RefResult
			return x.b.RefAs(function(r.Name, 1), r)
		}
		return x.expr(right)
	case "::":
		if n.Parent().Is("bitstring") {
			x.expr(left)
			return lang.BaseUnknown
		}
	}
	x.expr(left)
	x.expr(right)
	return lang.BaseUnknown
}

func (x *extractor) unary(n sitter.Node) int32 {
	operand := n.Field("operand")
	switch n.Field("operator").Text() {
	case "@":
		if operand.Is("identifier") {
			return x.b.RefAs(attributeKey(operand.Text()), syntax.Ref(operand, schema.RoleRead))
		}
		x.attribute(n)
		return lang.BaseUnknown
	case "&":
		if x.capture(operand) {
			return lang.BaseUnknown
		}
	}
	value := int32(lang.BaseUnknown)
	for c := range n.NamedChildren() {
		value = x.expr(c)
	}
	return value
}

// capture reads &name/arity.
func (x *extractor) capture(n sitter.Node) bool {
	if !n.Is("binary_operator") || n.Field("operator").Text() != "/" || !n.Field("right").Is("integer") {
		return false
	}
	arity := 0
	for _, c := range n.Field("right").Text() {
		if c < '0' || c > '9' {
			return false
		}
		arity = min(arity*10+int(c-'0'), 1000)
	}
	switch left := n.Field("left"); left.Kind() {
	case "identifier":
		x.b.RefAs(function(left.Text(), arity), syntax.Ref(left, schema.RoleRead))
		return true
	case "call":
		if target := left.Field("target"); target.Is("dot") {
			x.remote(target, schema.RoleRead, schema.None)
			return true
		}
	}
	return false
}

// mapLiteral reads %{…} and %Struct{…}.
func (x *extractor) mapLiteral(n sitter.Node) int32 {
	typ := int32(lang.BaseUnknown)
	for c := range n.NamedChildren() {
		switch {
		case c.Is("struct"):
			typ = x.structName(c)
			if typ >= 0 {
				x.b.RefAt(typ).Flags |= lang.RefNew
			}
		default:
			x.mapContent(c, typ, x.expr)
		}
	}
	return typ
}

// structName refers to the struct of %Name{…}.
func (x *extractor) structName(n sitter.Node) int32 {
	name := n.FirstNamed()
	if name.Is("alias") {
		return x.alias(name, schema.RoleType)
	}
	return x.expr(name)
}

// mapContent reads the pairs of a map with read; a key of a struct is a member of it.
func (x *extractor) mapContent(n sitter.Node, typ int32, read func(sitter.Node) int32) {
	switch n.Kind() {
	case "map_content", "keywords":
		for c := range n.NamedChildren() {
			x.mapContent(c, typ, read)
		}
	case "pair":
		if key := n.Field("key"); typ >= 0 && key.Is("keyword") {
			r := syntax.Ref(key, schema.RoleWrite)
			r.Name = keyOf(n)
			r.EndCol = r.Col + int32(len(r.Name))
			r.Base = typ
			x.b.Ref(r)
		}
		read(n.Field("value"))
	case "binary_operator":
		switch n.Field("operator").Text() {
		case "=>":
			x.expr(n.Field("left"))
			read(n.Field("right"))
		case "|": // %{old | key: value}
			x.expr(n.Field("left"))
			x.mapContent(n.Field("right"), typ, read)
		default:
			read(n)
		}
	default:
		read(n)
	}
}

// clause reads patterns -> body.
func (x *extractor) clause(n sitter.Node) {
	defer func(saved bool) { x.rebind = saved }(x.rebind)
	x.rebind = false
	x.scoped(func() {
		left := n.Field("left")
		var guards []sitter.Node
		for left.Is("binary_operator") && left.Field("operator").Text() == "when" {
			guards = append(guards, left.Field("right"))
			left = left.Field("left")
		}
		in := formName(n)
		for p := range left.NamedChildren() {
			switch {
			case in == "cond":
				x.expr(p)
			case p.Is("binary_operator") && p.Field("operator").Text() == "when":
				x.pattern(p.Field("left"))
				guards = append(guards, p.Field("right"))
			default:
				x.pattern(p)
			}
		}
		for _, g := range guards {
			x.expr(g)
		}
		x.expr(n.Field("right"))
	})
}

// formName is the form whose block a clause stands in.
func formName(n sitter.Node) string {
	p := n.Parent()
	if p.Is("do_block") {
		p = p.Parent()
	}
	return p.Field("target").Text()
}
