package lua

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// owner finds the symbol of a table by its name, when the file declares it outside of
// functions: the parent of what is hung on the table.
func (x *extractor) owner(table sitter.Node) int32 {
	switch table.Kind() {
	case "identifier":
		id := x.local(table.Text())
		if id == schema.None {
			id = x.global(table.Text())
		}
		if id != schema.None && x.isTable(id) {
			return id
		}
	case "dot_index_expression":
		if o := x.owner(table.Field("table")); o != schema.None {
			return x.child(o, table.Field("field").Text())
		}
	}
	return schema.None
}

func (x *extractor) isTable(id int32) bool {
	switch x.b.Symbol(id).Kind {
	case schema.KindVariable, schema.KindClass, schema.KindField, schema.KindLocal:
		return true
	}
	return false
}

// child finds a member that was declared before.
func (x *extractor) child(parent int32, name string) int32 {
	f := x.b.Facts()
	for i := len(f.Symbols) - 1; i > int(parent); i-- {
		if f.Symbols[i].Parent == parent && f.Symbols[i].Name == name {
			return int32(i)
		}
	}
	return schema.None
}

// functionDeclaration reads function f, function M.f, function M:f and local function f.
func (x *extractor) functionDeclaration(n sitter.Node) {
	name := n.Field("name")
	comments := syntax.Leading(n, nil)
	s := syntax.Symbol(n, name, schema.KindFunction)
	s.Doc = docOf(comments)
	notes := annotations(comments)
	local := n.Child("local").Ok()
	method := false
	parent := int32(schema.None)
	switch name.Kind() {
	case "dot_index_expression", "method_index_expression":
		table := name.Field("table")
		last := name.Field("field")
		if name.Is("method_index_expression") {
			last, method = name.Field("method"), true
			s.Kind = schema.KindMethod
		}
		s.Name = last.Text()
		s.NameLine, s.NameCol = last.Start()
		x.expr(table)
		parent = x.owner(table)
	}
	if local {
		s.Visibility = schema.VisibilityPrivate
	} else {
		s.Flags |= schema.SymbolExported
	}
	if parent != schema.None {
		s.Parent = parent
		if o := x.b.Symbol(parent); method && o.Kind == schema.KindVariable {
			o.Kind = schema.KindClass
		}
	}
	x.function(n, n, s, notes, func(s lang.Symbol) int32 {
		if name.Is("identifier") {
			return x.define(s, !local)
		}
		return x.b.DefineHidden(s)
	}, method)
}

// function completes the symbol s of the function f and reads its body.
func (x *extractor) function(whole, f sitter.Node, s lang.Symbol, notes []string, define func(lang.Symbol) int32, method bool) {
	body := f.Field("body")
	s.Signature = syntax.Signature(whole, f.Field("body"), nil)
	if params := f.Field("parameters"); params.Ok() {
		from, _ := whole.Bytes()
		_, to := params.Bytes()
		text := whole.Text()
		s.Signature = syntax.Line(text[:min(max(to-from, 0), len(text))])
	}
	s.SignatureHash = whole.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
	s.Complexity = complexity(body)
	for _, note := range notes {
		if note == "deprecated" || strings.HasPrefix(note, "deprecated ") {
			s.Flags |= schema.SymbolDeprecated
		}
	}
	id := define(s)
	x.b.Open(lang.ScopeFunction, id)
	x.body(f, notes, method, id)
	x.b.Close()
}

// body reads parameters and statements; id is the function's symbol, None for one
// without a name.
func (x *extractor) body(f sitter.Node, notes []string, method bool, id int32) {
	saved := x.method
	x.method = x.method || method
	x.funcs++
	x.block(func() {
		for p := range f.Field("parameters").NamedChildren() {
			if p.Is("vararg_expression") {
				continue
			}
			typ := x.typed(notes, "param", p.Text(), p)
			s := syntax.Symbol(p, p, schema.KindParameter)
			s.Type = typ
			x.define(s, false)
		}
		if id != schema.None {
			typ := x.typed(notes, "return", "", f)
			sym := x.b.Symbol(id)
			sym.Type = typ
			sym.Arity = schema.None // Arguments may be left out.
		}
		x.statements(f.Field("body"))
	})
	x.funcs--
	x.method = saved
}

// assignment reads an assignment, of locals when local.
func (x *extractor) assignment(n sitter.Node, local bool) {
	var names, values []sitter.Node
	for c := range n.NamedChildren() {
		for v := range c.NamedChildren() {
			switch {
			case c.Is("variable_list") && !v.Is("attribute"):
				names = append(names, v)
			case c.Is("expression_list"):
				values = append(values, v)
			}
		}
	}
	whole := n
	if local {
		whole = n.Parent()
	}
	type pending struct {
		symbol lang.Symbol
		global bool
	}
	comments := syntax.Leading(whole, nil)
	notes := annotations(comments)
	read := make([]int32, len(values))
	for i, v := range values { // Before the names are bound.
		read[i] = lang.BaseUnknown
		if i < len(names) && x.declares(names[i], v, local) {
			continue
		}
		read[i] = x.expr(v)
	}
	var locals []pending
	for i, name := range names {
		value, init := sitter.Node{}, int32(schema.None)
		if i < len(values) {
			value, init = values[i], max(read[i], schema.None)
		}
		span := whole
		if i > 0 {
			span = name
		}
		s := syntax.Symbol(span, name, schema.KindVariable)
		s.Init = init
		s.Doc = docOf(comments)
		s.Signature = syntax.Line(syntax.Signature(span, value, nil))
		s.BodyHash = value.Hash(isNested)
		if local {
			s.Visibility = schema.VisibilityPrivate
		} else {
			s.Flags |= schema.SymbolExported
		}
		switch {
		case x.imports(name, value, &s, local):
		case name.Is("identifier"):
			if !local {
				if id := x.local(name.Text()); id != schema.None && value.Is("function_definition") {
					x.assigned(whole, name, value, s, notes, id)
					continue
				} else if id != schema.None {
					r := syntax.Ref(name, schema.RoleWrite)
					r.Target = id
					x.b.Ref(r)
					x.late(value, id)
					continue
				}
				if x.global(name.Text()) != schema.None {
					x.b.RefAs(globalKey(name.Text()), syntax.Ref(name, schema.RoleWrite))
					x.late(value, schema.None)
					continue
				}
			}
			if local && (x.funcs > 0 || s.Name == "_") {
				s.Kind = schema.KindLocal
			}
			if value.Is("function_definition") {
				s.Kind = schema.KindFunction
				x.function(whole, value, s, notes, func(s lang.Symbol) int32 { return x.define(s, !local) }, false)
				continue
			}
			s.Type = x.typed(notes, "type", "", name)
			x.classNote(&s, notes)
			if local {
				locals = append(locals, pending{symbol: s})
				if value.Is("table_constructor") {
					id := x.define(s, false)
					locals = locals[:len(locals)-1]
					x.table(value, id)
				}
				continue
			}
			id := x.define(s, true)
			if value.Is("table_constructor") {
				x.table(value, id)
			}
		case name.Is("dot_index_expression"):
			x.member(whole, name, value, s, notes, i > 0)
		default:
			if r := x.expr(name); r >= 0 {
				x.b.RefAt(r).Role = schema.RoleWrite
			}
			x.late(value, schema.None)
		}
	}
	for _, p := range locals {
		x.define(p.symbol, p.global)
	}
	x.metatable(names, values)
}

// assigned reads f = function for a local f that was declared before: the function
// takes the place of the variable.
func (x *extractor) assigned(whole, name, value sitter.Node, s lang.Symbol, notes []string, id int32) {
	r := syntax.Ref(name, schema.RoleWrite)
	r.Target = id
	x.b.Ref(r)
	s.Kind, s.Visibility, s.Flags = schema.KindFunction, schema.VisibilityPrivate, s.Flags&^schema.SymbolExported
	x.function(whole, value, s, notes, func(s lang.Symbol) int32 {
		made := x.b.DefineHidden(s)
		for i := len(x.scopes) - 1; i >= 0; i-- {
			if _, ok := x.scopes[i][s.Name]; ok {
				x.scopes[i][s.Name] = made
				break
			}
		}
		return made
	}, false)
}

// declares reports whether a value is read when its name is declared: functions and
// tables that become symbols, and modules that are imported.
func (x *extractor) declares(name, value sitter.Node, local bool) bool {
	switch {
	case value.Is("function_definition"):
		return name.Is("identifier", "dot_index_expression")
	case value.Is("table_constructor"):
		return name.Is("identifier") && (!local || x.funcs == 0) && x.local(name.Text()) == schema.None ||
			name.Is("identifier") && local || name.Is("dot_index_expression") && x.owner(name.Field("table")) != schema.None
	}
	return requireOf(value).Ok() && (name.Is("identifier") && local)
}

// late reads a value whose reading was left to its declaration, which there was none of.
func (x *extractor) late(value sitter.Node, id int32) {
	switch {
	case value.Is("function_definition"):
		x.b.Open(lang.ScopeFunction, schema.None)
		x.body(value, nil, false, schema.None)
		x.b.Close()
	case value.Is("table_constructor") && id == schema.None:
		x.expr(value)
	}
}

// classNote reads ---@class Name : Base.
func (x *extractor) classNote(s *lang.Symbol, notes []string) {
	for _, note := range notes {
		if strings.HasPrefix(note, "class ") {
			s.Kind = schema.KindClass
		}
	}
}

// member reads t.name = value: a member of a table of the file, where it is new.
func (x *extractor) member(whole, name, value sitter.Node, s lang.Symbol, notes []string, second bool) {
	table, field := name.Field("table"), name.Field("field")
	owner := x.owner(table)
	if owner == schema.None || x.b.Symbol(owner).Kind == schema.KindLocal || x.child(owner, field.Text()) != schema.None {
		if value.Is("function_definition") {
			x.expr(table)
			x.handler(whole, field, value)
			return
		}
		if r := x.expr(name); r >= 0 {
			x.b.RefAt(r).Role = schema.RoleWrite
		}
		x.late(value, schema.None)
		return
	}
	x.expr(table)
	if field.Text() == "__index" {
		if o := x.b.Symbol(owner); o.Kind == schema.KindVariable {
			o.Kind = schema.KindClass
		}
		x.late(value, schema.None)
		return
	}
	s.Name = field.Text()
	s.NameLine, s.NameCol = field.Start()
	s.Kind, s.Parent = schema.KindField, owner
	s.Flags |= schema.SymbolExported
	s.Visibility = schema.VisibilityPublic
	if second {
		s.Span = syntax.Span(name)
	}
	switch {
	case value.Is("function_definition"):
		s.Kind = schema.KindFunction
		x.function(whole, value, s, notes, x.b.DefineHidden, false)
	default:
		s.Type = x.typed(notes, "type", "", name)
		id := x.b.DefineHidden(s)
		if value.Is("table_constructor") {
			x.table(value, id)
		}
	}
}

// table reads a table constructor that belongs to the symbol id: named fields are its
// members.
func (x *extractor) table(n sitter.Node, id int32) { x.fields(n, id, 0) }

func (x *extractor) fields(n sitter.Node, id int32, depth int) {
	count := 0
	for f := range n.NamedChildren() {
		name, value := f.Field("name"), f.Field("value")
		count++
		if !name.Is("identifier") || f.Child("[").Ok() || depth >= maxTableDepth || count > maxTableFields || x.b.Symbol(id).Kind == schema.KindLocal {
			x.entry(f)
			continue
		}
		s := syntax.Symbol(f, name, schema.KindField)
		s.Parent = id
		s.Flags |= schema.SymbolExported
		s.Signature = syntax.Signature(f, value, nil)
		s.BodyHash = value.Hash(nil)
		if value.Is("function_definition") {
			s.Kind = schema.KindFunction
			comments := syntax.Leading(f, nil)
			s.Doc = docOf(comments)
			x.function(f, value, s, annotations(comments), x.b.DefineHidden, false)
			continue
		}
		if !value.Is("table_constructor") {
			s.Init = max(x.expr(value), schema.None)
			s.Signature = syntax.Line(f.Text())
			x.b.DefineHidden(s)
			continue
		}
		x.fields(value, x.b.DefineHidden(s), depth+1)
	}
}

// entry reads a field of a table that has no symbol: a function under a name is one of
// its own.
func (x *extractor) entry(f sitter.Node) {
	name, value := f.Field("name"), f.Field("value")
	token := name
	switch {
	case !name.Ok():
	case name.Is("string") && f.Child("[").Ok():
		token = name.Field("content")
	case !name.Is("identifier") || f.Child("[").Ok():
		x.expr(name)
		token = sitter.Node{}
	}
	if !token.Ok() || !value.Is("function_definition") {
		x.expr(value)
		return
	}
	x.handler(f, token, value)
}

// handler declares a function that is put under a name into a table without a symbol.
func (x *extractor) handler(whole, name, value sitter.Node) {
	s := syntax.Symbol(whole, name, schema.KindFunction)
	s.Visibility = schema.VisibilityPrivate
	comments := syntax.Leading(whole, nil)
	s.Doc = docOf(comments)
	x.function(whole, value, s, annotations(comments), x.b.DefineHidden, false)
}

// metatable makes local C = setmetatable({}, { __index = Base }) inherit.
func (x *extractor) metatable(names, values []sitter.Node) {
	for i, v := range values {
		if i >= len(names) || !v.Is("function_call") || v.Field("name").Text() != "setmetatable" {
			continue
		}
		id := x.owner(names[i])
		if id == schema.None {
			continue
		}
		x.inherit(v.Field("arguments"), id)
	}
}

func (x *extractor) inherit(args sitter.Node, id int32) {
	for f := range args.LastNamed().NamedChildren() {
		if f.Field("name").Text() != "__index" || !f.Field("value").Is("identifier") {
			continue
		}
		base := f.Field("value")
		if o := x.b.Symbol(id); o.Kind == schema.KindVariable {
			o.Kind = schema.KindClass
		}
		r := x.nameRef(base, schema.RoleInherit)
		r.Encl = id
		if r.Target == schema.None {
			x.b.RefAs(globalKey(r.Name), r)
		} else {
			x.b.Ref(r)
		}
	}
}

// requireOf returns the call of require that a value is, or takes a field of.
func requireOf(value sitter.Node) sitter.Node {
	if value.Is("dot_index_expression") {
		value = value.Field("table")
	}
	if value.Is("function_call") && value.Field("name").Text() == "require" && value.Field("arguments").FirstNamed().Is("string") {
		return value
	}
	return sitter.Node{}
}

// imports reads local x = require "a.b" and local x = require("a.b").y.
func (x *extractor) imports(name, value sitter.Node, s *lang.Symbol, local bool) bool {
	call := requireOf(value)
	if !call.Ok() || !local || !name.Is("identifier") {
		return false
	}
	imp := x.required(call)
	if value.Is("dot_index_expression") {
		imp.Name = value.Field("field").Text()
	}
	imp.Alias = name.Text()
	s.Kind = schema.KindImport
	s.Import = int32(len(x.b.Facts().Imports))
	imp.Symbol = x.define(*s, false)
	id := x.b.Import(imp)
	token := call.Field("arguments").FirstNamed().Field("content")
	r := syntax.Ref(token, schema.RoleImport)
	r.Name = imp.Module
	r.Import = id
	x.b.Ref(r)
	return true
}

func (x *extractor) required(call sitter.Node) lang.Import {
	line, _ := call.Start()
	imp := lang.Import{Line: line, Module: call.Field("arguments").FirstNamed().Field("content").Text(), Symbol: schema.None}
	if x.funcs > 0 {
		imp.Class = schema.ImportLazy
	}
	return imp
}
