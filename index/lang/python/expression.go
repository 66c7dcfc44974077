package python

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// expr reads an expression and returns the reference whose value it has, -1 when
// no reference has it.
func (e *extractor) expr(n sitter.Node) int32 {
	switch n.Kind() {
	case "":
		return schema.None
	case "identifier":
		return e.name(n, schema.RoleRead)
	case "attribute":
		base := e.expr(n.Field("object"))
		if base < 0 {
			base = e.literal(n.Field("object"))
		}
		return e.ref(n.Field("attribute"), schema.RoleRead, baseOf(base))
	case "call":
		return e.call(n)
	case "subscript":
		v := e.expr(n.Field("value"))
		for c := range n.NamedChildren() {
			if c.FieldName() == "subscript" {
				e.expr(c)
			}
		}
		return e.step(n, v, lang.RefElement, "[]")
	case "await":
		return e.step(n, e.expr(n.FirstNamed()), lang.RefElement, "[]")
	case "parenthesized_expression":
		return e.expr(n.FirstNamed())
	case "conditional_expression", "boolean_operator":
		first := int32(schema.None)
		for c := range n.NamedChildren() {
			if id := e.expr(c); first < 0 {
				first = id
			}
		}
		return first
	case "named_expression":
		v := e.expr(n.Field("value"))
		saved := e.frame
		for e.frame.kind == schema.KindLocal { // A comprehension binds outside itself.
			e.frame = e.frame.outer
		}
		e.assign(n.Field("name"), v, schema.None, n)
		e.frame = saved
		return v
	case "assignment":
		return e.assignment(n)
	case "augmented_assignment":
		e.expr(n.Field("right"))
		left := n.Field("left")
		switch left.Kind() {
		case "identifier":
			e.name(left, schema.RoleWrite)
		case "attribute":
			base := e.expr(left.Field("object"))
			e.ref(left.Field("attribute"), schema.RoleWrite, baseOf(base))
		default:
			e.expr(left)
		}
		return schema.None
	case "lambda":
		e.lambda(n)
		return schema.None
	case "list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression":
		e.comprehension(n)
		return schema.None
	case "yield":
		v := int32(schema.None)
		for c := range n.NamedChildren() {
			v = e.expr(c)
		}
		if f := e.frame; f.fixture && v >= 0 && e.b.Symbol(f.symbol).Init < 0 {
			e.b.Symbol(f.symbol).Init = v
		}
		return schema.None
	case "keyword_argument":
		e.expr(n.Field("value"))
		return schema.None
	case "list", "set", "tuple":
		first := int32(schema.None)
		for c := range n.NamedChildren() {
			if id := e.expr(c); first < 0 {
				first = id
			}
		}
		if first >= 0 && n.Is("list", "set") {
			return e.implicit(n, "[]", first, lang.RefContainer) // Element of an element is itself.
		}
		return schema.None
	case "as_pattern":
		id := e.expr(n.FirstNamed())
		e.assign(n.Field("alias").FirstNamed(), id, schema.None, n)
		return id
	case "type":
		return e.typeOf(n)
	case "pattern_list", "expression_list", "tuple_pattern", "list_pattern":
		for c := range n.NamedChildren() {
			e.expr(c)
		}
		return schema.None
	case "string", "concatenated_string":
		for c := range n.Children() {
			switch c.Kind() {
			case "interpolation":
				for x := range c.NamedChildren() {
					e.expr(x)
				}
			case "string":
				e.expr(c)
			}
		}
		return schema.None
	case "integer", "float", "true", "false", "none", "ellipsis", "comment":
		return schema.None
	}
	for c := range n.NamedChildren() {
		if isStatement(c) {
			e.statement(c)
		} else {
			e.expr(c)
		}
	}
	return schema.None
}

// name reads a bare name: the receiver, or what scoping says.
func (e *extractor) name(n sitter.Node, role schema.Role) int32 {
	text := n.Text()
	if f := e.frame; f.self != "" && text == f.self {
		r := lang.NewRef("self", role)
		if f.cls {
			r.Name = "cls"
		}
		r.Line, r.Col = n.Start()
		_, r.EndCol = n.End()
		r.Flags |= lang.RefSelf
		r.Target = f.param
		return e.add(r)
	}
	return e.ref(n, role, lang.BaseNone)
}

// step applies a flag to the value of a reference, or a further implicit
// reference when flags stand there already.
func (e *extractor) step(n sitter.Node, id int32, flag lang.RefFlags, name string) int32 {
	if id < 0 {
		return id
	}
	r := e.b.RefAt(id)
	order := lang.RefResult | lang.RefElement // Result first, then element.
	if r.Flags&order >= flag || r.Flags&(lang.RefSelf|lang.RefImplicit) != 0 {
		return e.implicit(n, name, id, 0)
	}
	r.Flags |= flag
	return id
}

// literal gives a literal the value of its built-in type.
func (e *extractor) literal(n sitter.Node) int32 {
	name := ""
	switch n.Kind() {
	case "string", "concatenated_string":
		name = "str"
	case "list", "list_comprehension":
		name = "list"
	case "dictionary", "dictionary_comprehension":
		name = "dict"
	case "set", "set_comprehension":
		name = "set"
	case "tuple":
		name = "tuple"
	case "integer":
		name = "int"
	case "float":
		name = "float"
	default:
		return schema.None
	}
	return e.implicit(n, name, lang.BaseNone, lang.RefResult)
}

func (e *extractor) call(n sitter.Node) int32 {
	fn := n.Field("function")
	args := n.Field("arguments")
	if fn.Is("identifier") && fn.Text() == "super" && e.frame.class != nil {
		r := lang.NewRef("super", schema.RoleRead)
		r.Line, r.Col = fn.Start()
		_, r.EndCol = fn.End()
		r.Flags = lang.RefSelf
		r.Encl = e.frame.symbol
		id := e.b.Ref(r)
		e.arguments(args)
		return id
	}
	id := e.expr(fn)
	if id >= 0 {
		r := e.b.RefAt(id)
		if fn.Is("identifier", "attribute") && r.Flags&(lang.RefResult|lang.RefElement) == 0 {
			r.Role = schema.RoleCall
		}
	}
	count := e.arguments(args)
	if id < 0 {
		return id
	}
	if fn.Is("identifier", "attribute") {
		e.b.RefAt(id).Args = count
	}
	if fn.Is("identifier") && fn.Text() == "cast" || fn.Is("attribute") && fn.Field("attribute").Text() == "cast" {
		if t := e.castType(args); t >= 0 {
			return t
		}
	}
	return e.step(n, id, lang.RefResult, "()")
}

// castType returns the type that typing.cast names, as an instance of it.
func (e *extractor) castType(args sitter.Node) int32 {
	first := args.FirstNamed()
	switch {
	case first.Is("identifier"):
		return e.implicit(first, first.Text(), lang.BaseNone, lang.RefResult)
	case first.Is("string"):
		if id := e.quoted(first.Child("string_content")); id >= 0 && e.b.RefAt(id).Base == lang.BaseNone {
			return e.implicit(first, e.b.RefAt(id).Name, lang.BaseNone, lang.RefResult)
		}
	}
	return schema.None
}

func (e *extractor) arguments(args sitter.Node) int32 {
	if args.Is("generator_expression") {
		e.expr(args)
		return 1
	}
	count := int32(0)
	for c := range args.NamedChildren() {
		if c.Is("list_splat", "dictionary_splat") {
			count = schema.None - 1000
		}
		count++
		e.expr(c)
	}
	return max(count, schema.None)
}

func (e *extractor) assignment(n sitter.Node) int32 {
	t := e.typeOf(n.Field("type"))
	right := n.Field("right")
	v := e.expr(right)
	if v < 0 {
		v = e.literal(right)
	}
	if f := right.Field("function").Text(); right.Is("call") && (f == "TypeVar" || strings.HasSuffix(f, ".TypeVar")) {
		v = schema.None // It stands for any type.
	}
	e.assign(n.Field("left"), v, t, n)
	return v
}

func (e *extractor) lambda(n sitter.Node) {
	params := parameters(n.Field("parameters"))
	for _, p := range params {
		e.expr(p.value)
	}
	e.b.Open(lang.ScopeFunction, schema.None)
	for _, p := range params {
		if !p.name.Ok() {
			continue
		}
		s := lang.NewSymbol(p.name.Text(), schema.KindParameter)
		s.Span = syntax.Span(p.node)
		s.NameLine, s.NameCol = p.name.Start()
		e.b.Define(s)
	}
	e.expr(n.Field("body"))
	e.b.Close()
}

// comprehension opens a scope of its own; the first iterable is read outside it.
func (e *extractor) comprehension(n sitter.Node) {
	outer := e.frame
	first := true
	opened := false
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "for_in_clause":
			var over int32 = schema.None
			var at sitter.Node
			for x := range c.NamedChildren() {
				if x.FieldName() == "right" {
					at = x
					if first {
						over = e.expr(x)
					}
				}
			}
			if !opened {
				opened = true
				e.b.Open(lang.ScopeFunction, schema.None)
				e.frame = &frame{outer: outer, scope: e.b.Scope(), kind: schema.KindLocal, symbol: e.b.Enclosing(), class: outer.class,
					self: outer.self, param: outer.param, cls: outer.cls}
			}
			if !first {
				over = e.expr(at)
			}
			first = false
			if over >= 0 {
				over = e.implicit(at, "[]", over, 0)
			}
			e.assign(c.Field("left"), over, schema.None, c)
		case "if_clause":
			e.expr(c.FirstNamed())
		}
	}
	e.expr(n.Field("body"))
	if opened {
		e.b.Close()
	}
	e.frame = outer
}
