package ecma

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// assignment reads left = right, which may declare: exports of CommonJS, methods
// of prototypes, fields of this.
func (e *extractor) assignment(n sitter.Node) int32 {
	left, right := n.Field("left"), n.Field("right")
	if left.Is("member_expression") {
		if e.exportsAssignment(n, left, right) || e.memberAssignment(n, left, right) {
			return schema.None
		}
	}
	context := int32(schema.None)
	if isFunction(right) || right.Is("object") {
		switch left.Kind() {
		case "identifier":
			context = e.implicit(left, left.Text(), lang.BaseNone, 0)
			if isFunction(right) { // A variable that is given its function later.
				v := e.handler(n, left, right, context)
				e.assignTo(left, v, n)
				return v
			}
		case "member_expression":
			base := e.expr(left.Field("object"), schema.None)
			id := e.ref(left.Field("property"), schema.RoleWrite, baseOf(base))
			if isFunction(right) && left.Field("property").Is("property_identifier") {
				return e.handler(n, left.Field("property"), right, id)
			}
			v := e.expr(right, id)
			return v
		}
	}
	v := e.expr(right, context)
	e.assignTo(left, v, n)
	return v
}

// assignTo reads the target of an assignment that declares nothing.
func (e *extractor) assignTo(n sitter.Node, value int32, whole sitter.Node) {
	switch n.Kind() {
	case "identifier", "shorthand_property_identifier_pattern":
		e.ref(n, schema.RoleWrite, lang.BaseNone)
	case "member_expression":
		base := e.expr(n.Field("object"), schema.None)
		e.ref(n.Field("property"), schema.RoleWrite, baseOf(base))
	case "object_pattern":
		for c := range n.NamedChildren() {
			switch c.Kind() {
			case "pair_pattern":
				e.property(c.Field("key"), value)
				e.assignTo(c.Field("value"), schema.None, whole)
			case "object_assignment_pattern":
				e.expr(c.Field("right"), schema.None)
				e.assignTo(c.Field("left"), schema.None, whole)
			default:
				e.assignTo(c, schema.None, whole)
			}
		}
	case "array_pattern", "rest_pattern", "parenthesized_expression", "non_null_expression":
		for c := range n.NamedChildren() {
			e.assignTo(c, schema.None, whole)
		}
	case "assignment_pattern":
		e.expr(n.Field("right"), schema.None)
		e.assignTo(n.Field("left"), schema.None, whole)
	default:
		e.expr(n, schema.None)
	}
}

// memberAssignment handles assignments to members that declare them.
func (e *extractor) memberAssignment(n, left, right sitter.Node) bool {
	object, name := left.Field("object"), left.Field("property")
	owner := int32(schema.None)
	static := false
	switch {
	case object.Is("this") && e.frame.this >= 0 && e.frame.fields != nil:
		if _, known := e.frame.fields[name.Text()]; known {
			return false
		}
		if s := e.b.Symbol(e.frame.this); s.Kind == schema.KindFunction && (s.Name == "" || s.Name[0] < 'A' || s.Name[0] > 'Z') {
			return false
		}
		if e.b.Facts().Language != "javascript" && e.b.Symbol(e.frame.this).Kind == schema.KindClass {
			return false // TypeScript wants fields declared: this one is inherited.
		}
		owner = e.frame.this
		e.expr(object, schema.None)
	case object.Is("member_expression") && object.Field("property").Text() == "prototype" && object.Field("object").Is("identifier"):
		owner = e.bound(object.Field("object").Text())
		if owner >= 0 {
			e.expr(object.Field("object"), schema.None)
		}
	case object.Is("identifier") && e.frame.symbol == 0 && (isFunction(right) || right.Is("class")):
		if owner = e.bound(object.Text()); owner >= 0 {
			static = true
			e.expr(object, schema.None)
		}
	}
	if owner < 0 {
		return false
	}
	s := lang.NewSymbol(name.Text(), schema.KindField)
	s.Span = syntax.Span(n)
	s.NameLine, s.NameCol = name.Start()
	s.Parent = owner
	s.Doc, _ = doc(n)
	s.Visibility = visibility("", s.Name)
	if static {
		s.Flags |= schema.SymbolStatic
	}
	body := right
	if isFunction(right) {
		s.Kind = schema.KindMethod
		body = right.Field("body")
		s.Complexity = complexity(body)
	}
	s.Signature = signature(n, body)
	if !isFunction(right) {
		s.Signature = syntax.Line(n.Text())
	}
	id := e.b.DefineHidden(s)
	e.own(id, n, body)
	if object.Is("this") {
		e.frame.fields[s.Name] = id
	}
	if isFunction(right) {
		outer := e.frame
		if !object.Is("this") {
			e.frame = &frame{outer: outer, symbol: outer.symbol, local: outer.local, this: owner, returns: -1, fields: make(map[string]int32)}
		}
		e.function(right, id, schema.None)
		e.frame = outer
		return true
	}
	e.initialise(id, right, schema.None)
	return true
}

// bound returns the function, class or variable with a row that a name means in
// the functions around, the innermost first.
func (e *extractor) bound(name string) int32 {
	for f := e.frame; f != nil; f = f.outer {
		id := e.b.BoundIn(f.scope, name)
		if id < 0 {
			continue
		}
		switch e.b.Symbol(id).Kind {
		case schema.KindFunction, schema.KindClass, schema.KindVariable, schema.KindConstant:
			return id
		}
		return schema.None
	}
	return schema.None
}

// exportsAssignment handles module.exports = …, module.exports.x = … and exports.x = ….
func (e *extractor) exportsAssignment(n, left, right sitter.Node) bool {
	if e.frame.symbol != 0 {
		return false
	}
	text := left.Text()
	line, _ := n.Start()
	export := func(name, alias string) {
		e.b.Import(lang.Import{Line: line, Name: name, Alias: alias, Class: schema.ImportReexport, Symbol: schema.None})
	}
	switch {
	case text == "module.exports":
		for right.Is("assignment_expression") { // module.exports = exports = …
			right = right.Field("right")
		}
		switch {
		case right.Is("identifier"):
			e.expr(right, schema.None)
			export(right.Text(), "module.exports")
		case right.Is("object"):
			for c := range right.NamedChildren() {
				switch c.Kind() {
				case "shorthand_property_identifier":
					e.expr(c, schema.None)
					export(c.Text(), c.Text())
				case "pair":
					if v := c.Field("value"); v.Is("identifier") {
						e.expr(v, schema.None)
						export(v.Text(), nameText(c.Field("key")))
					} else {
						e.exportedValue(c, c.Field("key"), v)
					}
				case "method_definition":
					saved := e.exported
					e.exported = true
					e.method(c, 0)
					e.exported = saved
				default:
					e.expr(c, schema.None)
				}
			}
		case isFunction(right) || right.Is("class"):
			name := "module.exports"
			if t := right.Field("name"); t.Ok() {
				name = t.Text()
			}
			e.exportedNamed(n, name, right)
			export(name, "module.exports")
		default:
			v := e.expr(right, schema.None)
			if v >= 0 {
				s := lang.NewSymbol("module.exports", schema.KindVariable)
				s.Span = syntax.Span(n)
				s.NameLine, s.NameCol = left.Start()
				s.Init = v
				s.Flags |= schema.SymbolExported | schema.SymbolDefault
				s.Signature = syntax.Line(n.Text())
				id := e.b.DefineHidden(s)
				e.own(id, n, right)
			}
		}
		return true
	case strings.HasPrefix(text, "module.exports.") || strings.HasPrefix(text, "exports."):
		name := left.Field("property")
		if strings.Count(text, ".") != 1+strings.Count(strings.TrimSuffix(text, "."+name.Text()), ".") || left.Field("object").Text() != "exports" && left.Field("object").Text() != "module.exports" {
			return false
		}
		if right.Is("identifier") {
			e.expr(right, schema.None)
			export(right.Text(), name.Text())
			return true
		}
		e.exportedValue(n, name, right)
		return true
	}
	return false
}

// exportedValue defines a top-level symbol for a property of the exports.
func (e *extractor) exportedValue(whole, name, value sitter.Node) {
	saved := e.exported
	e.exported = true
	kind := schema.KindVariable
	e.variableHidden(name, value, whole, kind)
	e.exported = saved
}

func (e *extractor) exportedNamed(whole sitter.Node, name string, value sitter.Node) {
	id := e.exportSymbol(name, whole, value)
	if value.Is("class") {
		e.class(value, id)
		return
	}
	e.function(value, id, schema.None)
}

func (e *extractor) exportSymbol(name string, whole, value sitter.Node) int32 {
	s := lang.NewSymbol(name, schema.KindFunction)
	body := value.Field("body")
	if value.Is("class") {
		s.Kind = schema.KindClass
	} else {
		s.Complexity = complexity(body)
	}
	s.Span = syntax.Span(whole)
	s.NameLine, s.NameCol = whole.Start()
	if t := value.Field("name"); t.Ok() {
		s.NameLine, s.NameCol = t.Start()
	}
	s.Flags |= schema.SymbolExported | schema.SymbolDefault
	s.Doc, _ = doc(whole)
	s.Signature = signature(whole, body)
	id := e.b.DefineHidden(s)
	e.own(id, whole, body)
	return id
}

// variableHidden defines a top-level symbol that no bare name reaches.
func (e *extractor) variableHidden(name, value, whole sitter.Node, kind schema.Kind) {
	s := e.symbol(kind, name, whole)
	body := value
	if isFunction(value) {
		s.Kind = schema.KindFunction
		body = value.Field("body")
		s.Complexity = complexity(body)
	} else if value.Is("class") {
		s.Kind = schema.KindClass
		body = value.Field("body")
	}
	s.Signature = signature(whole, body)
	id := e.b.DefineHidden(s)
	e.own(id, whole, body)
	exported := e.exported
	e.exported = false
	defer func() { e.exported = exported }()
	switch {
	case isFunction(value):
		e.function(value, id, schema.None)
	case value.Is("class"):
		e.class(value, id)
	default:
		e.b.Open(lang.ScopeBlock, id)
		e.initialise(id, value, schema.None)
		e.b.Close()
	}
}
