package lua

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

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
	case "variable_declaration":
		if a := n.Child("assignment_statement"); a.Ok() {
			x.assignment(a, true)
			return
		}
		for name := range n.Child("variable_list").NamedChildren() {
			if name.Is("identifier") {
				x.plain(name)
			}
		}
	case "assignment_statement":
		x.assignment(n, false)
	case "function_declaration":
		x.functionDeclaration(n)
	case "return_statement":
		x.result(n.Child("expression_list"))
	case "do_statement", "while_statement", "if_statement", "elseif_statement", "else_statement", "block", "ERROR":
		x.block(func() { x.statements(n) })
	case "repeat_statement":
		x.block(func() {
			x.statements(n.Field("body"))
			x.expr(n.Field("condition"))
		})
	case "for_statement":
		x.loop(n)
	case "goto_statement", "label_statement", "break_statement", "empty_statement", "hash_bang_line":
	default:
		x.expr(n)
	}
}

// severalValues says that a function returns different things.
const severalValues = schema.None - 1

// result reads what a function, or the file, returns.
func (x *extractor) result(list sitter.Node) {
	for i, v := 0, list.FirstNamed(); v.Ok(); i++ {
		switch {
		case x.funcs == 0 && i == 0:
			x.exports(v)
		default:
			r := x.expr(v)
			switch {
			case i > 0 || r < 0 || x.returned == severalValues:
			case x.returned == schema.None:
				x.returned = r
			case x.b.RefAt(x.returned).Name != x.b.RefAt(r).Name:
				x.returned = severalValues
			}
		}
		for v = v.NextSibling(); v.Ok() && (!v.Named() || v.IsExtra()); {
			v = v.NextSibling()
		}
	}
}

// exports reads what the file returns. A table that is made on the spot becomes a
// symbol that holds its fields.
func (x *extractor) exports(v sitter.Node) {
	table := v
	if !v.Is("table_constructor") {
		table = sitter.Node{}
		if v.Is("function_call") && v.Field("name").Text() == "setmetatable" {
			table = makerFields(v)
		}
	}
	if !table.Ok() {
		r := x.expr(v)
		if first := v.Field("arguments").FirstNamed(); v.Is("function_call") && v.Field("name").Text() == "setmetatable" && first.Is("identifier") {
			r = x.b.Ref(x.implicit(first))
		}
		x.b.Symbol(0).Init = max(r, schema.None)
		return
	}
	s := lang.NewSymbol("default", schema.KindVariable)
	s.Span = syntax.Span(table)
	s.Flags = schema.SymbolSynthetic | schema.SymbolDefault | schema.SymbolExported
	s.Signature = "return {…}"
	id := x.b.DefineHidden(s)
	x.pending, x.owned = table.Index(), id
	if table.Index() == v.Index() {
		x.table(table, id)
	} else {
		x.expr(v)
	}
	r := lang.NewRef("default", schema.RoleRead)
	r.Flags, r.Target = lang.RefImplicit, id
	r.Line, r.Col = v.Start()
	r.EndCol = r.Col
	x.b.Symbol(0).Init = x.b.Ref(r)
}

// plain declares a local without a value.
func (x *extractor) plain(name sitter.Node) {
	s := syntax.Symbol(name, name, schema.KindLocal)
	if x.funcs == 0 && len(x.scopes) == 1 {
		s.Kind, s.Visibility = schema.KindVariable, schema.VisibilityPrivate
		s.Signature = "local " + s.Name
	}
	x.define(s, false)
}

func (x *extractor) loop(n sitter.Node) {
	clause := n.Field("clause")
	x.block(func() {
		var names []sitter.Node
		value := int32(lang.BaseUnknown)
		for c := range clause.NamedChildren() {
			switch {
			case c.Is("variable_list"):
				for v := range c.NamedChildren() {
					names = append(names, v)
				}
			case c.FieldName() == "name":
				names = append(names, c)
			case c.Is("expression_list"):
				for v := range c.NamedChildren() {
					x.expr(v)
					if f := v.Field("name").Text(); f == "ipairs" || f == "pairs" {
						if a := v.Field("arguments").FirstNamed(); a.Is("identifier") {
							value = x.b.Ref(x.implicit(a))
						}
					}
				}
			default:
				x.expr(c)
			}
		}
		for i, name := range names {
			s := syntax.Symbol(name, name, schema.KindLocal)
			id := x.define(s, false)
			if i == 1 && value >= 0 {
				r := lang.NewRef("[*", schema.RoleRead)
				r.Flags, r.Base = lang.RefImplicit, value
				r.Line, r.Col = name.Start()
				r.EndCol = r.Col
				x.b.Symbol(id).Init = x.b.Ref(r)
			}
		}
		x.statements(n.Field("body"))
	})
}

// implicit is a reference to a name again, for inference only.
func (x *extractor) implicit(n sitter.Node) lang.Ref {
	r := x.nameRef(n, schema.RoleRead)
	r.Flags |= lang.RefImplicit
	r.EndCol = r.Col
	return r
}

// nameRef refers to a local, or to a global under its key.
func (x *extractor) nameRef(n sitter.Node, role schema.Role) lang.Ref {
	r := syntax.Ref(n, role)
	r.Target = x.local(r.Name)
	return r
}

func (x *extractor) name(n sitter.Node, role schema.Role) int32 {
	r := x.nameRef(n, role)
	if r.Name == "self" && r.Target == schema.None && x.method {
		r.Flags = lang.RefSelf
		return x.b.Ref(r)
	}
	if r.Target != schema.None {
		return x.b.Ref(r)
	}
	return x.b.RefAs(globalKey(r.Name), r)
}

// expr reads an expression and returns the reference whose value it has.
func (x *extractor) expr(n sitter.Node) int32 {
	if !n.Ok() || !x.enter(n) {
		return lang.BaseUnknown
	}
	defer x.leave()
	switch n.Kind() {
	case "identifier":
		return x.name(n, schema.RoleRead)
	case "dot_index_expression":
		return x.index(n.Field("table"), n.Field("field"), schema.RoleRead)
	case "method_index_expression":
		return x.index(n.Field("table"), n.Field("method"), schema.RoleRead)
	case "bracket_index_expression":
		value := x.expr(n.Field("table"))
		x.expr(n.Field("field"))
		if value < 0 {
			return value
		}
		r := lang.NewRef("[*", schema.RoleRead)
		r.Flags, r.Base = lang.RefImplicit, value
		r.Line, r.Col = n.Start()
		r.EndCol = r.Col
		return x.b.Ref(r)
	case "parenthesized_expression":
		return x.expr(n.FirstNamed())
	case "function_call":
		return x.call(n)
	case "function_definition":
		x.b.Open(lang.ScopeFunction, schema.None)
		x.body(n, nil, false, schema.None)
		x.b.Close()
		return lang.BaseUnknown
	case "table_constructor":
		if n.Index() == x.pending && x.pending > 0 {
			x.pending = 0
			x.table(n, x.owned)
			return lang.BaseUnknown
		}
		for f := range n.NamedChildren() {
			x.entry(f)
		}
		return lang.BaseUnknown
	case "binary_expression":
		return x.binary(n)
	case "string", "number", "nil", "true", "false", "vararg_expression", "comment", "attribute":
		return lang.BaseUnknown
	case "function_declaration", "variable_declaration", "assignment_statement", "if_statement", "return_statement", "for_statement", "while_statement":
		x.statement(n)
		return lang.BaseUnknown
	}
	for c := range n.NamedChildren() {
		x.expr(c)
	}
	return lang.BaseUnknown
}

func (x *extractor) index(table, field sitter.Node, role schema.Role) int32 {
	base := x.expr(table)
	if !field.Is("identifier") {
		x.expr(field)
		return lang.BaseUnknown
	}
	r := syntax.Ref(field, role)
	r.Base = base
	return x.b.Ref(r)
}

// binary reads a binary expression; a chain of them is read without recursion.
func (x *extractor) binary(n sitter.Node) int32 {
	var chain []sitter.Node
	for n.Is("binary_expression") {
		chain = append(chain, n)
		n = n.Field("left")
	}
	value := x.expr(n)
	for i := len(chain) - 1; i >= 0; i-- {
		right := x.expr(chain[i].Field("right"))
		switch chain[i].Field("operator").Kind() {
		case "or":
			if value < 0 {
				value = right
			}
		case "and":
			value = right
		default:
			value = lang.BaseUnknown
		}
	}
	return value
}

func (x *extractor) call(n sitter.Node) int32 {
	name, args := n.Field("name"), n.Field("arguments")
	out := int32(lang.BaseUnknown)
	switch name.Kind() {
	case "identifier":
		switch word := name.Text(); word {
		case "require":
			if requireOf(n).Ok() {
				imp := x.required(n)
				token := args.FirstNamed().Field("content")
				r := syntax.Ref(token, schema.RoleImport)
				r.Name = imp.Module
				r.Import = x.b.Import(imp)
				return x.b.Ref(r)
			}
		case "dofile", "loadfile":
			if first := args.FirstNamed(); first.Is("string") && first.Field("content").Ok() {
				line, _ := n.Start()
				x.b.Import(lang.Import{Line: line, Module: first.Field("content").Text(), Level: LoadFile, Class: schema.ImportLazy, Symbol: schema.None})
			}
		case "pcall":
			if first := args.FirstNamed(); first.Text() == "require" && args.LastNamed().Is("string") {
				line, _ := n.Start()
				x.guarded = x.b.Import(lang.Import{Line: line, Module: args.LastNamed().Field("content").Text(), Class: schema.ImportLazy, Symbol: schema.None})
			}
		case "setmetatable":
			if first := args.FirstNamed(); first.Is("identifier") {
				if id := x.owner(first); id != schema.None && x.b.Symbol(id).Kind != schema.KindLocal {
					x.inherit(args, id)
				}
			}
		case "describe", "it", "context", "insulate", "expose", "pending", "test":
			if x.suite(n, word, args) {
				return lang.BaseUnknown
			}
		}
		out = x.name(name, schema.RoleCall)
	case "dot_index_expression":
		out = x.index(name.Field("table"), name.Field("field"), schema.RoleCall)
	case "method_index_expression":
		out = x.index(name.Field("table"), name.Field("method"), schema.RoleCall)
	default:
		x.expr(name)
	}
	count, last := int32(0), int32(lang.BaseUnknown)
	if args.Is("table_constructor") {
		x.expr(args)
		count = 1
	} else {
		for a := range args.NamedChildren() {
			last = x.expr(a)
			count++
		}
	}
	if args.Is("string") {
		count = 1
	}
	if count == 2 && last >= 0 && name.Is("identifier") && name.Text() == "setmetatable" {
		if out >= 0 {
			x.b.RefAt(out).Args = count
		}
		return last // What has the metatable of a class is an instance of it.
	}
	if out >= 0 {
		r := x.b.RefAt(out)
		r.Flags |= lang.RefResult
		r.Args = count
	}
	return out
}

// suite reads a test or a group of tests of busted, called by a string.
func (x *extractor) suite(n sitter.Node, word string, args sitter.Node) bool {
	title, f := args.FirstNamed(), args.LastNamed()
	if !f.Is("function_definition") || title.Index() == f.Index() {
		return false
	}
	text := title
	for text.Is("binary_expression") { // "a" .. kind
		text = text.Field("left")
	}
	if !text.Is("string") {
		return false
	}
	token := text.Field("content")
	if !token.Ok() {
		return false
	}
	s := syntax.Symbol(n, token, schema.KindFunction)
	s.Name = syntax.Line(s.Name)
	s.Flags |= schema.SymbolTest
	s.Signature = syntax.Line(word + " " + s.Name)
	s.BodyHash = f.Hash(nil)
	s.Complexity = complexity(f)
	id := x.b.DefineHidden(s)
	x.b.Open(lang.ScopeFunction, id)
	for a := range args.NamedChildren() {
		if a.Index() != f.Index() {
			x.expr(a)
		}
	}
	x.body(f, nil, false, schema.None)
	x.b.Close()
	return true
}
