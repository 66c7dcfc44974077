package python

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// block reads the statements of a body.
func (e *extractor) block(n sitter.Node) {
	for c := range n.NamedChildren() {
		e.statement(c)
	}
}

func (e *extractor) statement(n sitter.Node) {
	switch n.Kind() {
	case "function_definition":
		e.function(n, n, nil)
	case "class_definition":
		e.classDefinition(n, n, nil)
	case "decorated_definition":
		var decorators []sitter.Node
		for c := range n.NamedChildren() {
			if c.Is("decorator") {
				decorators = append(decorators, c)
			}
		}
		if d := n.Field("definition"); d.Is("class_definition") {
			e.classDefinition(d, n, decorators)
		} else if d.Ok() {
			e.function(d, n, decorators)
		}
	case "import_statement", "import_from_statement", "future_import_statement":
		e.imports(n)
	case "expression_statement":
		for c := range n.NamedChildren() {
			e.expr(c)
		}
	case "return_statement":
		id := e.expr(n.FirstNamed())
		if f := e.frame; id >= 0 && f.kind == schema.KindFunction && e.b.Symbol(f.symbol).Init < 0 {
			e.b.Symbol(f.symbol).Init = id
		}
	case "if_statement":
		e.ifStatement(n)
	case "for_statement":
		over := e.expr(n.Field("right"))
		if over >= 0 {
			over = e.implicit(n.Field("right"), "[]", over, 0)
		}
		e.assign(n.Field("left"), over, schema.None, n)
		e.block(n.Field("body"))
		e.statement(n.Field("alternative"))
	case "with_statement":
		for item := range n.Child("with_clause").NamedChildren() {
			e.with(item)
		}
		e.block(n.Field("body"))
	case "except_clause", "except_group_clause":
		e.except(n)
	case "match_statement":
		for c := range n.NamedChildren() {
			if c.FieldName() == "subject" {
				e.expr(c)
			}
		}
		e.block(n.Field("body"))
	case "case_clause":
		for c := range n.NamedChildren() {
			switch {
			case c.Is("case_pattern"):
				e.pattern(c)
			case c.FieldName() == "guard":
				e.expr(c.FirstNamed())
			}
		}
		e.block(n.Field("consequence"))
	case "type_alias_statement":
		e.typeAlias(n)
	case "global_statement", "nonlocal_statement", "pass_statement", "comment":
	case "delete_statement":
		e.expr(n.FirstNamed())
	case "block", "try_statement", "while_statement", "else_clause", "elif_clause", "finally_clause", "ERROR", "module":
		for c := range n.NamedChildren() {
			if isStatement(c) {
				e.statement(c)
			} else {
				e.expr(c)
			}
		}
	case "":
	default: // raise, assert, print, exec, …: expressions only.
		for c := range n.NamedChildren() {
			if isStatement(c) {
				e.statement(c)
			} else {
				e.expr(c)
			}
		}
	}
}

func isStatement(n sitter.Node) bool {
	k := n.Kind()
	return strings.HasSuffix(k, "_statement") || strings.HasSuffix(k, "_clause") && k != "if_clause" && k != "for_in_clause" ||
		strings.HasSuffix(k, "_definition") || k == "block" || k == "ERROR"
}

func (e *extractor) ifStatement(n sitter.Node) {
	cond := n.Field("condition")
	text := cond.Text()
	if e.frame.kind == schema.KindFile && strings.HasPrefix(text, "__name__") && strings.Contains(text, "__main__") {
		e.b.Symbol(0).Flags |= schema.SymbolEntry
	}
	e.expr(cond)
	saved := e.loads
	if text == "TYPE_CHECKING" || strings.HasSuffix(text, ".TYPE_CHECKING") {
		e.loads.Class = schema.ImportType
	}
	e.block(n.Field("consequence"))
	e.loads = saved
	for c := range n.NamedChildren() {
		if c.FieldName() == "alternative" {
			e.statement(c)
		}
	}
}

func (e *extractor) with(item sitter.Node) {
	v := item.Field("value")
	if v.Is("as_pattern") {
		id := e.expr(v.FirstNamed())
		e.assign(v.Field("alias").FirstNamed(), id, schema.None, item)
		return
	}
	e.expr(v)
}

func (e *extractor) except(n sitter.Node) {
	for c := range n.NamedChildren() {
		switch {
		case c.Is("block"):
			e.block(c)
		case c.Is("as_pattern"):
			id := e.expr(c.FirstNamed())
			if id >= 0 {
				id = e.implicit(c, "()", id, 0)
			}
			e.assign(c.Field("alias").FirstNamed(), id, schema.None, c)
		case c.FieldName() == "alias":
			e.assign(c, schema.None, schema.None, n)
		default:
			e.expr(c)
		}
	}
}

// pattern reads a case pattern: plain names capture, dotted ones are values.
func (e *extractor) pattern(n sitter.Node) {
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "dotted_name":
			if first := c.FirstNamed(); c.LastNamed().Index() == first.Index() && n.Is("case_pattern") {
				if first.Text() != "_" {
					e.assign(first, schema.None, schema.None, c)
				}
			} else {
				e.dotted(c, schema.RoleRead)
			}
		case "class_pattern":
			e.dotted(c.Child("dotted_name"), schema.RoleCall)
			for p := range c.NamedChildren() {
				if !p.Is("dotted_name") {
					e.pattern(p)
				}
			}
		case "identifier":
			if n.Is("splat_pattern", "as_pattern", "as_pattern_target") {
				e.assign(c, schema.None, schema.None, c)
			}
		case "keyword_pattern":
			for p := range c.NamedChildren() {
				if p.Is("dotted_name") {
					if p.Text() != "_" {
						e.assign(p.FirstNamed(), schema.None, schema.None, c)
					}
				} else if !p.Is("identifier") {
					e.pattern(p)
				}
			}
		default:
			e.pattern(c)
		}
	}
}

func (e *extractor) dotted(n sitter.Node, role schema.Role) int32 {
	base := int32(lang.BaseNone)
	last := n.LastNamed()
	id := int32(schema.None)
	for c := range n.NamedChildren() {
		r := schema.RoleRead
		if c.Index() == last.Index() {
			r = role
		}
		id = e.ref(c, r, base)
		base = id
	}
	return id
}

func (e *extractor) typeAlias(n sitter.Node) {
	left := n.Field("left").FirstNamed()
	typ := e.typeOf(n.Field("right"))
	if left.Is("generic_type", "subscript") {
		left = left.FirstNamed()
	}
	if !left.Is("identifier") {
		return
	}
	s := lang.NewSymbol(left.Text(), schema.KindType)
	s.Span = syntax.Span(n)
	s.NameLine, s.NameCol = left.Start()
	s.Visibility = visibility(s.Name)
	s.Type = typ
	s.Signature = syntax.Line(n.Text())
	s.Parent = e.frame.symbol
	id := e.b.DefineHidden(s)
	e.b.BindIn(e.frame.scope, s.Name, id)
	e.owned[n.Index()] = true
	e.todo = append(e.todo, hashed{int(id), n.Index(), -1})
}

// assign binds a target pattern to a value and a declared type (references; None for none).
func (e *extractor) assign(target sitter.Node, init, typ int32, whole sitter.Node) {
	switch target.Kind() {
	case "identifier":
		id, fresh := e.declare(target, whole)
		if id < 0 {
			return
		}
		s := e.b.Symbol(id)
		if fresh || s.Type < 0 && s.Init < 0 {
			if s.Type < 0 {
				s.Type = typ
			}
			if s.Init < 0 && !s.Kind.IsCallable() {
				s.Init = init
			}
		}
	case "attribute":
		e.assignAttribute(target, init, typ, whole)
	case "pattern_list", "tuple_pattern", "list_pattern", "expression_list", "tuple", "list", "parenthesized_expression":
		right := whole.Field("right")
		var values []sitter.Node
		if whole.Is("assignment") && right.Is("expression_list", "tuple", "list") {
			for c := range right.NamedChildren() {
				values = append(values, c)
			}
		}
		i := 0
		for c := range target.NamedChildren() {
			v := int32(schema.None)
			if i < len(values) {
				v = e.valueAt(values[i])
			}
			e.assign(c, v, schema.None, whole)
			i++
		}
	case "list_splat_pattern", "list_splat":
		e.assign(target.FirstNamed(), schema.None, schema.None, whole)
	case "subscript":
		e.expr(target)
	case "":
	default:
		e.expr(target)
	}
}

// valueAt repeats a simple value as a step of inference, for pairwise assignment.
func (e *extractor) valueAt(n sitter.Node) int32 {
	switch n.Kind() {
	case "identifier":
		return e.implicit(n, n.Text(), lang.BaseNone, 0)
	case "call":
		if f := n.Field("function"); f.Is("identifier") {
			return e.implicit(f, f.Text(), lang.BaseNone, lang.RefResult)
		}
	}
	return schema.None
}

// assignAttribute defines a field of the class when the object is the receiver.
func (e *extractor) assignAttribute(target sitter.Node, init, typ int32, whole sitter.Node) {
	object, name := target.Field("object"), target.Field("attribute")
	f := e.frame
	base := e.expr(object)
	if f.self == "" || object.Text() != f.self || f.class == nil {
		e.ref(name, schema.RoleWrite, baseOf(base))
		return
	}
	if f.class.methods[name.Text()] {
		e.ref(name, schema.RoleWrite, baseOf(base))
		return
	}
	if id, ok := f.class.members[name.Text()]; ok {
		e.ref(name, schema.RoleWrite, baseOf(base))
		if s := e.b.Symbol(id); s.Kind == schema.KindField {
			if s.Type < 0 && typ >= 0 {
				s.Type = typ
			}
			if s.Init < 0 {
				s.Init = init
			}
		}
		return
	}
	if f.class.derived { // It may be an inherited one.
		e.ref(name, schema.RoleWrite, baseOf(base))
	}
	s := lang.NewSymbol(name.Text(), schema.KindField)
	s.Span = syntax.Span(whole)
	s.NameLine, s.NameCol = name.Start()
	s.Visibility = visibility(s.Name)
	s.Parent = f.class.symbol
	s.Type, s.Init = typ, init
	s.Signature = syntax.Line(whole.Text())
	if f.cls {
		s.Flags |= schema.SymbolStatic
	}
	id := e.b.DefineHidden(s)
	f.class.members[s.Name] = id
	e.todo = append(e.todo, hashed{int(id), whole.Index(), whole.Field("right").Index()})
}

// imports reads an import statement.
func (e *extractor) imports(n sitter.Node) {
	class := e.loads.Class
	if class == schema.ImportStatic && e.frame.kind == schema.KindFunction {
		class = schema.ImportLazy
	}
	line, _ := n.Start()
	module, level := "", int32(0)
	from := n.Is("import_from_statement", "future_import_statement")
	moduleNode := n.Field("module_name")
	if from {
		if moduleNode.Is("relative_import") {
			level = int32(strings.Count(moduleNode.Child("import_prefix").Text(), "."))
			module = moduleNode.Child("dotted_name").Text()
		} else {
			module = moduleNode.Text()
		}
		if n.Is("future_import_statement") {
			module = "__future__"
		}
	}
	first := int32(schema.None)
	add := func(imp lang.Import, token sitter.Node) {
		imp.Line, imp.Class, imp.Symbol = line, class, schema.None
		id := e.b.Import(imp)
		if first < 0 {
			first = id
		}
		if imp.Alias == "" {
			return
		}
		s := lang.NewSymbol(imp.Alias, schema.KindImport)
		s.Span = syntax.Span(n)
		s.NameLine, s.NameCol = token.Start()
		s.Import = id
		s.Parent = e.frame.symbol
		sym := e.b.DefineHidden(s)
		if e.frame.global[imp.Alias] {
			e.b.BindIn(0, imp.Alias, sym)
		} else {
			e.b.BindIn(e.frame.scope, imp.Alias, sym)
		}
		e.b.Facts().Imports[id].Symbol = sym
	}
	mark := func(token sitter.Node, name string, imp int32) {
		r := lang.NewRef(name, schema.RoleImport)
		r.Line, r.Col = token.Start()
		_, r.EndCol = token.End()
		r.Import = imp
		e.add(r)
	}
	for c := range n.NamedChildren() {
		switch {
		case c.Is("wildcard_import"):
			add(lang.Import{Module: module, Name: "*", Level: level}, c)
		case c.FieldName() == "name":
			name, alias := c, sitter.Node{}
			if c.Is("aliased_import") {
				name, alias = c.Field("name"), c.Field("alias")
			}
			imp := lang.Import{Module: module, Name: name.Text(), Alias: name.Text(), Level: level}
			token := name
			if !from {
				imp = lang.Import{Module: name.Text(), Alias: name.FirstNamed().Text()}
				token = name.FirstNamed()
			}
			if alias.Ok() {
				imp.Alias, token = alias.Text(), alias
			}
			add(imp, token)
			mark(name, name.Text(), int32(len(e.b.Facts().Imports)-1))
		}
	}
	if from && first >= 0 && moduleNode.Ok() {
		token := moduleNode
		text := token.Text()
		if d := moduleNode.Child("dotted_name"); d.Ok() && moduleNode.Is("relative_import") {
			token, text = d, d.Text()
		}
		mark(token, text, first)
	}
}
