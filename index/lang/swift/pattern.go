package swift

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/store/schema"
)

// bound is a name that a pattern binds, with the value or the type that it takes.
type bound struct {
	name      sitter.Node
	init, typ int32
}

// patternNames returns the names of a pattern of a declaration: a or (a, (b, _)).
func patternNames(n sitter.Node) []sitter.Node {
	var out []sitter.Node
	for c := range n.Children() {
		switch {
		case c.FieldName() == "bound_identifier":
			out = append(out, c)
		case c.Is("pattern"):
			out = append(out, patternNames(c)...)
		case c.Is("simple_identifier"):
			if next := c.NextSibling(); next.Kind() != ":" {
				out = append(out, c)
			}
		}
	}
	return out
}

// childrenOf lists the children of a node.
func childrenOf(n sitter.Node) []sitter.Node {
	var out []sitter.Node
	for c := range n.Children() {
		out = append(out, c)
	}
	return out
}

// pattern reads the parts of a pattern of a case, a condition or a loop and returns
// what it binds. binding says that a let or var around it makes plain names bind;
// subject is what is matched.
func (x *extractor) pattern(parts []sitter.Node, binding bool, subject int32) []bound {
	var out []bound
	base := subject // Of a member: the subject, or a type written before the dot.
	dot, payload, cast := false, false, false
	for i, c := range parts {
		switch c.Kind() {
		case "value_binding_pattern":
			binding = true
		case ".":
			dot = true
		case "is", "as":
			cast = true
		case "(":
			payload = true
		case "case", ")", ",", "?", "=", "wildcard_pattern", "comment", "multiline_comment", ":":
		case "type_annotation":
			typ := x.annotation(c)
			for k := range out {
				out[k].typ = typ
			}
		case "simple_identifier":
			switch {
			case dot:
				r := x.ref(c, schema.RoleRead)
				if r.Base = base; base < 0 {
					r.Base = lang.BaseUnknown
				}
				x.b.Ref(r)
				dot = false
			case i+1 < len(parts) && parts[i+1].Kind() == ":": // A label.
			case binding || c.FieldName() == "bound_identifier":
				init := subject
				if payload {
					init = schema.None
				}
				out = append(out, bound{c, initOf(init), schema.None})
			default:
				x.expr(c)
			}
		case "pattern":
			inner := subject
			if payload {
				inner = schema.None
			}
			out = append(out, x.pattern(childrenOf(c), binding, inner)...)
		case "user_type":
			typ := x.typ(c, schema.RoleType)
			base = typ
			if cast {
				for k := range out {
					out[k].typ = typ
				}
			}
		default:
			switch {
			case !c.Named():
			case cast:
				typ := x.typ(c, schema.RoleType)
				for k := range out {
					out[k].typ = typ
				}
			default:
				x.expr(c)
			}
		}
	}
	return out
}

// bind declares what a pattern binds. References since mark do not see it.
func (x *extractor) bind(names []bound, mark int) {
	if len(names) == 0 {
		return
	}
	nodes := make([]sitter.Node, len(names))
	for i, n := range names {
		nodes[i] = n.name
	}
	x.hide(nodes, mark)
	for _, n := range names {
		if n.name.Text() == "self" {
			continue
		}
		id := x.local(n.name, n.name, schema.KindLocal, n.typ)
		if id != schema.None && n.typ == schema.None {
			x.b.Symbol(id).Init = n.init
		}
	}
}

// conditions reads if, guard, while and repeat: conditions, each of which sees what
// those before bind, and blocks. It returns the value of the first block.
func (x *extractor) conditions(n sitter.Node) int32 {
	value := int32(lang.BaseUnknown)
	var item []sitter.Node
	head, read := true, false
	for c := range n.Children() {
		switch c.Kind() {
		case "if", "guard", "while", "repeat", "else", "}", "comment", "multiline_comment", "directive":
			if c.Kind() == "while" {
				head = true
			}
		case "{":
			x.condition(item)
			item, head = nil, false
		case "statements":
			x.open(lang.ScopeBlock, schema.None)
			v := x.statements(c)
			x.close()
			if !read {
				value, read = v, true
			}
		case ",":
			if head && c.FieldName() == "" {
				x.condition(item)
				item = nil
				continue
			}
			item = append(item, c)
		default:
			if head {
				item = append(item, c)
			} else if c.Named() || c.IsError() {
				x.expr(c)
			}
		}
	}
	x.condition(item)
	return value
}

// condition reads one condition: an expression, "let x = y", "let x" or "case p = y".
func (x *extractor) condition(item []sitter.Node) {
	if len(item) == 0 {
		return
	}
	first := item[0]
	if !first.Is("value_binding_pattern", "case") {
		for _, c := range item {
			if c.Named() || c.IsError() {
				x.expr(c)
			}
		}
		return
	}
	equal := len(item)
	for i, c := range item {
		if c.Kind() == "=" {
			equal = i
			break
		}
	}
	mark := len(x.b.Facts().Refs)
	value := int32(lang.BaseUnknown)
	for _, c := range item[min(equal+1, len(item)):] {
		if c.Named() || c.IsError() {
			if v := x.expr(c); value < 0 {
				value = v
			}
		}
	}
	if equal == len(item) { // "let x" reads the outer x.
		for _, c := range item {
			if c.Is("simple_identifier") && c.Text() != "self" {
				value = x.expr(c)
			}
		}
	}
	x.bind(x.pattern(item[:equal], false, value), mark)
}

// scoped reads in a block scope of its own.
func (x *extractor) scoped(read func()) {
	x.open(lang.ScopeBlock, schema.None)
	read()
	x.close()
}

func (x *extractor) forStatement(n sitter.Node) {
	x.branches++
	x.scoped(func() {
		item := n.Field("item")
		over := n.Field("collection")
		mark := len(x.b.Facts().Refs)
		value := x.expr(over)
		element := x.element(value, over)
		names := x.pattern(childrenOf(item), !item.Child("case").Ok(), element)
		if len(names) == 2 && value >= 0 {
			// What enumerated() counts, and the values of a dictionary.
			if r := x.b.RefAt(value); r.Name == "enumerated" && r.Base >= 0 {
				element = x.element(r.Base, over)
			}
			names[1].init = initOf(element)
		}
		x.bind(names, mark)
		for c := range n.NamedChildren() {
			switch c.Kind() {
			case "type_annotation":
				x.annotation(c)
			case "where_clause":
				x.children(c)
			case "statements":
				x.open(lang.ScopeBlock, schema.None)
				x.statements(c)
				x.close()
			case "ERROR":
				x.expr(c)
			}
		}
	})
}

func (x *extractor) switchStatement(n sitter.Node) int32 {
	value := int32(lang.BaseUnknown)
	subject := x.expr(n.Field("expr"))
	for c := range n.NamedChildren() {
		switch {
		case c.FieldName() == "expr":
		case c.Is("switch_entry"):
			if v := x.switchEntry(c, subject); value < 0 {
				value = v
			}
		default:
			x.expr(c)
		}
	}
	return value
}

func (x *extractor) switchEntry(n sitter.Node, subject int32) int32 {
	value := int32(lang.BaseUnknown)
	x.scoped(func() {
		first := true
		for c := range n.NamedChildren() {
			switch c.Kind() {
			case "switch_pattern":
				if first {
					x.branches++
				}
				first = false
				mark := len(x.b.Facts().Refs)
				x.bind(x.pattern(childrenOf(c), false, subject), mark)
			case "statements":
				value = x.statements(c)
			case "modifiers":
			default:
				x.expr(c)
			}
		}
	})
	return value
}

// doStatement reads "do { } catch pattern { }".
func (x *extractor) doStatement(n sitter.Node) int32 {
	value := int32(lang.BaseUnknown)
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "statements":
			x.open(lang.ScopeBlock, schema.None)
			value = x.statements(c)
			x.close()
		case "catch_block":
			x.branches++
			x.scoped(func() { x.catch(c) })
		default:
			x.expr(c)
		}
	}
	return value
}

func (x *extractor) catch(n sitter.Node) {
	if n.Field("error").Ok() {
		mark := len(x.b.Facts().Refs)
		x.bind(x.pattern(childrenOf(n.Field("error")), false, schema.None), mark)
	} else {
		s := lang.NewSymbol("error", schema.KindLocal)
		s.Span.StartLine, s.Span.StartCol = n.Start()
		s.Span.EndLine, s.Span.EndCol = s.Span.StartLine, s.Span.StartCol+1
		s.Flags = schema.SymbolSynthetic
		x.b.Define(s)
	}
	for c := range n.NamedChildren() {
		switch {
		case c.FieldName() == "error", c.Is("catch_keyword"):
		case c.Is("statements"):
			x.statements(c)
		case c.Is("where_clause"):
			x.children(c)
		default:
			x.expr(c)
		}
	}
}
