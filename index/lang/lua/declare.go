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

// memberKey is the name of a member of a table.
type memberKey struct {
	parent int32
	name   string
}

// child finds a member that was declared before.
func (x *extractor) child(parent int32, name string) int32 {
	if id, ok := x.members[memberKey{parent, name}]; ok {
		return id
	}
	return schema.None
}

// hidden adds a member of a table, which no scope binds.
func (x *extractor) hidden(s lang.Symbol) int32 {
	id := x.b.DefineHidden(s)
	if s.Parent != schema.None {
		x.members[memberKey{s.Parent, s.Name}] = id
	}
	return id
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
		return x.hidden(s)
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
	owner := x.self
	if method {
		x.self = s.Parent
	}
	x.b.Open(lang.ScopeFunction, id)
	x.body(f, notes, method, id)
	x.b.Close()
	x.self = owner
}

// body reads parameters and statements; id is the function's symbol, None for one
// without a name.
func (x *extractor) body(f sitter.Node, notes []string, method bool, id int32) {
	saved, returned := x.method, x.returned
	x.method, x.returned = x.method || method, schema.None
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
	if id != schema.None {
		x.b.Symbol(id).Init = max(x.returned, schema.None)
	}
	x.funcs--
	x.method, x.returned = saved, returned
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
		at     int
	}
	comments := syntax.Leading(whole, nil)
	notes := annotations(comments)
	read := make([]int32, len(values))
	late := make([]bool, len(values))  // Values that are read with their declarations.
	early := make([]int32, len(names)) // Symbols that exist before their values are read.
	x.guarded = schema.None
	for i := range early {
		early[i] = schema.None
	}
	for i, v := range values { // Before the names are bound.
		read[i] = lang.BaseUnknown
		if i < len(names) && x.isNew(names[i], local) {
			if table := makerFields(v); table.Ok() {
				early[i] = x.b.DefineHidden(syntax.Symbol(whole, names[i], schema.KindVariable))
				x.pending, x.owned = table.Index(), early[i]
			}
		}
		if i < len(names) && x.declares(names[i], v, local) {
			late[i] = true
			continue
		}
		read[i] = x.expr(v)
	}
	define := func(i int, s lang.Symbol, global bool) int32 {
		if early[i] == schema.None {
			return x.define(s, global)
		}
		sym := x.b.Symbol(early[i])
		s.Parent = sym.Parent
		*sym = s
		if global {
			x.b.BindIn(0, globalKey(s.Name), early[i])
		} else {
			x.bind(s.Name, early[i])
		}
		return early[i]
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
		case i == 1 && local && len(values) == 1 && x.guarded >= 0 && name.Is("identifier"): // local ok, m = pcall(require, "m")
			imp := &x.b.Facts().Imports[x.guarded]
			s.Kind, s.Import = schema.KindImport, x.guarded
			imp.Alias = name.Text()
			id := x.define(s, false)
			x.b.Facts().Imports[x.guarded].Symbol = id
		case name.Is("identifier"):
			if !local {
				if id := x.local(name.Text()); id != schema.None && value.Is("function_definition") {
					x.assigned(whole, name, value, s, notes, id)
					continue
				} else if id != schema.None {
					r := syntax.Ref(name, schema.RoleWrite)
					r.Target = id
					x.b.Ref(r)
					if sym := x.b.Symbol(id); sym.Init == schema.None && sym.Kind != schema.KindParameter {
						sym.Init = init // Declared above without a value.
					}
					x.late(value, id, i < len(late) && late[i])
					continue
				}
				if x.global(name.Text()) != schema.None {
					x.b.RefAs(globalKey(name.Text()), syntax.Ref(name, schema.RoleWrite))
					x.late(value, schema.None, i < len(late) && late[i])
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
				locals = append(locals, pending{s, i})
				if value.Is("table_constructor") {
					id := x.define(s, false)
					locals = locals[:len(locals)-1]
					x.table(value, id)
				}
				continue
			}
			id := define(i, s, true)
			if value.Is("table_constructor") {
				x.table(value, id)
			}
			x.derives(id, value, init)
		case name.Is("dot_index_expression"):
			x.member(whole, name, value, s, notes, i > 0, i < len(late) && late[i])
		default:
			if r := x.expr(name); r >= 0 {
				x.b.RefAt(r).Role = schema.RoleWrite
			}
		}
	}
	for _, p := range locals {
		id := define(p.at, p.symbol, false)
		if p.at < len(values) {
			x.derives(id, values[p.at], p.symbol.Init)
		}
	}
	x.metatable(names, values)
}

// isNew reports whether an assignment at the top of a file declares its name.
func (x *extractor) isNew(name sitter.Node, local bool) bool {
	if x.funcs > 0 || !name.Is("identifier") {
		return false
	}
	return local || x.local(name.Text()) == schema.None && x.global(name.Text()) == schema.None
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
func (x *extractor) late(value sitter.Node, id int32, late bool) {
	switch {
	case !late:
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
func (x *extractor) member(whole, name, value sitter.Node, s lang.Symbol, notes []string, second, late bool) {
	table, field := name.Field("table"), name.Field("field")
	owner := x.owner(table)
	if owner == schema.None || x.b.Symbol(owner).Kind == schema.KindLocal || x.child(owner, field.Text()) != schema.None {
		if late && value.Is("function_definition") {
			x.expr(table)
			x.handler(whole, field, value)
			return
		}
		if x.selfField(table, field, s) {
			x.late(value, schema.None, late)
			return
		}
		if r := x.expr(name); r >= 0 {
			x.b.RefAt(r).Role = schema.RoleWrite
		}
		x.late(value, schema.None, late)
		return
	}
	x.expr(table)
	if field.Text() == "__index" {
		if o := x.b.Symbol(owner); o.Kind == schema.KindVariable {
			o.Kind = schema.KindClass
		}
		if !value.Is("function_definition") {
			x.late(value, schema.None, late)
			return
		}
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
		x.function(whole, value, s, notes, x.hidden, false)
	default:
		s.Type = x.typed(notes, "type", "", name)
		id := x.hidden(s)
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
			x.function(f, value, s, annotations(comments), x.hidden, false)
			continue
		}
		if !value.Is("table_constructor") {
			s.Init = max(x.expr(value), schema.None)
			s.Signature = syntax.Line(f.Text())
			x.hidden(s)
			continue
		}
		x.fields(value, x.hidden(s), depth+1)
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
