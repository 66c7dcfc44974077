package ecma

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// levelVariable marks an import whose name is a variable that require fills.
const levelVariable = 2

// specifier is the text of a module string without its quotes.
func specifier(n sitter.Node) string { return strings.Trim(n.Text(), "\"'`") }

// importRef marks the token of an import statement.
func (e *extractor) importRef(token sitter.Node, name string, imp int32) {
	r := lang.NewRef(name, schema.RoleImport)
	r.Line, r.Col = token.Start()
	_, r.EndCol = token.End()
	r.Import = imp
	e.add(r)
}

// importSymbol adds an import and the name it binds.
func (e *extractor) importSymbol(imp lang.Import, token, whole sitter.Node, hoist bool) int32 {
	imp.Symbol = schema.None
	id := e.b.Import(imp)
	if imp.Alias == "" {
		return id
	}
	s := lang.NewSymbol(imp.Alias, schema.KindImport)
	s.Span = syntax.Span(whole)
	s.NameLine, s.NameCol = token.Start()
	s.Import = id
	sym := e.b.DefineHidden(s)
	e.bindVariable(imp.Alias, sym, hoist)
	e.b.Bind(typeKey(imp.Alias), sym)
	e.b.Facts().Imports[id].Symbol = sym
	return id
}

func (e *extractor) importStatement(n sitter.Node) {
	source := n.Field("source")
	line, _ := n.Start()
	class := schema.ImportStatic
	if n.Child("type", "typeof").Ok() {
		class = schema.ImportType
	}
	module := specifier(source)
	if c := n.Child("import_require_clause"); c.Ok() {
		source = c.Field("source")
		id := e.importSymbol(lang.Import{Line: line, Module: specifier(source), Alias: c.FirstNamed().Text(), Class: class}, c.FirstNamed(), n, false)
		e.importRef(source, specifier(source), id)
		return
	}
	first := int32(schema.None)
	add := func(imp lang.Import, token sitter.Node) int32 {
		imp.Line, imp.Module = line, module
		id := e.importSymbol(imp, token, n, false)
		if first < 0 {
			first = id
		}
		return id
	}
	for c := range n.Child("import_clause").NamedChildren() {
		switch c.Kind() {
		case "identifier":
			add(lang.Import{Name: "default", Alias: c.Text(), Class: class}, c)
		case "namespace_import":
			add(lang.Import{Alias: c.FirstNamed().Text(), Class: class}, c.FirstNamed())
		case "named_imports":
			for s := range c.NamedChildren() {
				if !s.Is("import_specifier") {
					continue
				}
				name, alias := s.Field("name"), s.Field("alias")
				token := name
				if alias.Ok() {
					token = alias
				}
				cl := class
				if s.Child("type", "typeof").Ok() {
					cl = schema.ImportType
				}
				id := add(lang.Import{Name: nameText(name), Alias: token.Text(), Class: cl}, token)
				e.importRef(name, nameText(name), id)
			}
		}
	}
	if first < 0 {
		first = e.b.Import(lang.Import{Line: line, Module: module, Class: class, Symbol: schema.None})
	}
	e.importRef(source, module, first)
}

func (e *extractor) importAlias(n sitter.Node) {
	// import A = B.C
	name := n.FirstNamed()
	s := e.symbol(schema.KindConstant, name, n)
	if e.frame.local {
		s.Kind = schema.KindLocal
	}
	s.Init = e.expr(n.LastNamed(), schema.None)
	s.Signature = syntax.Line(n.Text())
	id := e.b.Define(s)
	e.b.Bind(typeKey(s.Name), id)
	if !s.Kind.IsLocal() {
		e.own(id, n, sitter.Node{})
	}
}

func (e *extractor) exportStatement(n sitter.Node) {
	source := n.Field("source")
	line, _ := n.Start()
	if source.Ok() {
		e.reexport(n, source, line)
		return
	}
	if clause := n.Child("export_clause"); clause.Ok() {
		for s := range clause.NamedChildren() {
			if !s.Is("export_specifier") {
				continue
			}
			name, alias := s.Field("name"), s.Field("alias")
			exported := nameText(name)
			if alias.Ok() {
				exported = nameText(alias)
			}
			e.b.Import(lang.Import{Line: line, Name: nameText(name), Alias: exported, Class: schema.ImportReexport, Symbol: schema.None})
			// It may name a value or a type.
			r := lang.NewRef(nameText(name), schema.RoleRead)
			r.Line, r.Col = name.Start()
			_, r.EndCol = name.End()
			if n.Child("type").Ok() || e.b.Bound(r.Name) < 0 && e.b.Bound(typeKey(r.Name)) >= 0 {
				r.Role = schema.RoleType
				e.b.RefAs(typeKey(r.Name), r)
			} else {
				e.b.Ref(r)
			}
		}
		return
	}
	isDefault := n.Child("default").Ok()
	assign := n.Child("=").Ok() // export = x
	d := n.Field("declaration")
	value := n.Field("value")
	if !d.Ok() && !value.Ok() {
		value = n.LastNamed()
	}
	saved := e.exported
	e.exported = true
	defer func() { e.exported = saved }()
	alias := "default"
	if assign {
		alias = "module.exports"
	}
	switch {
	case d.Ok():
		before := len(e.b.Facts().Symbols)
		e.statement(d)
		if isDefault && len(e.b.Facts().Symbols) > before {
			s := e.b.Symbol(int32(before))
			s.Flags |= schema.SymbolDefault
			if s.Name != "default" {
				e.b.Import(lang.Import{Line: line, Name: s.Name, Alias: "default", Class: schema.ImportReexport, Symbol: schema.None})
			}
		}
	case value.Is("identifier"):
		e.exported = saved
		e.expr(value, schema.None)
		e.b.Import(lang.Import{Line: line, Name: value.Text(), Alias: alias, Class: schema.ImportReexport, Symbol: schema.None})
	case isDefault && (isFunction(value) || value.Is("class")):
		e.exported = false
		name := "default"
		if t := value.Field("name"); t.Ok() {
			name = t.Text()
			e.b.Import(lang.Import{Line: line, Name: name, Alias: "default", Class: schema.ImportReexport, Symbol: schema.None})
		}
		id := e.exportSymbol(name, n, value)
		if value.Is("class") {
			e.class(value, id)
		} else {
			e.function(value, id, schema.None)
		}
	default:
		e.exported = false
		s := lang.NewSymbol(alias, schema.KindVariable)
		s.Span = syntax.Span(n)
		s.NameLine, s.NameCol = n.Start()
		s.Flags |= schema.SymbolExported | schema.SymbolDefault
		s.Signature = signature(n, value)
		s.Doc, _ = doc(value)
		id := e.b.DefineHidden(s)
		e.own(id, n, value)
		e.b.Open(lang.ScopeBlock, id)
		t := int32(schema.None)
		if value.Is("satisfies_expression", "as_expression") {
			t = e.typeOf(value.LastNamed())
			value = value.FirstNamed()
		}
		e.initialise(id, value, t)
		e.b.Close()
	}
}

// reexport reads export … from.
func (e *extractor) reexport(n, source sitter.Node, line int32) {
	module := specifier(source)
	first := int32(schema.None)
	add := func(name, alias string) int32 {
		id := e.b.Import(lang.Import{Line: line, Module: module, Name: name, Alias: alias, Class: schema.ImportReexport, Symbol: schema.None})
		if first < 0 {
			first = id
		}
		return id
	}
	switch {
	case n.Child("namespace_export").Ok():
		add("", nameText(n.Child("namespace_export").FirstNamed()))
	case n.Child("export_clause").Ok():
		for s := range n.Child("export_clause").NamedChildren() {
			if !s.Is("export_specifier") {
				continue
			}
			name, alias := s.Field("name"), s.Field("alias")
			exported := nameText(name)
			if alias.Ok() {
				exported = nameText(alias)
			}
			id := add(nameText(name), exported)
			e.importRef(name, nameText(name), id)
		}
	default:
		add("*", "")
	}
	if first < 0 {
		first = add("*", "")
		e.b.Facts().Imports[first].Name = "" // export {} from: side effects only.
	}
	e.importRef(source, module, first)
}

// dynamicImport reads import('x').
func (e *extractor) dynamicImport(n, args sitter.Node) int32 {
	source := args.FirstNamed()
	if !source.Is("string") {
		e.arguments(args, schema.None, -1)
		return schema.None
	}
	return e.moduleValue(n, source, schema.ImportLazy)
}

// requireValue reads require('x') inside an expression.
func (e *extractor) requireValue(n, args sitter.Node) (int32, bool) {
	source := args.FirstNamed()
	if !source.Is("string") || e.b.BoundIn(0, "require") >= 0 {
		return schema.None, false
	}
	return e.moduleValue(n, source, e.loadClass()), true
}

func (e *extractor) loadClass() schema.ImportClass {
	if e.frame.local {
		return schema.ImportLazy
	}
	return schema.ImportStatic
}

// moduleValue adds an import that binds no name and a reference whose value is the module.
func (e *extractor) moduleValue(n, source sitter.Node, class schema.ImportClass) int32 {
	line, _ := n.Start()
	module := specifier(source)
	imp := e.b.Import(lang.Import{Line: line, Module: module, Class: class, Symbol: schema.None})
	s := lang.NewSymbol("import", schema.KindImport)
	s.Span = syntax.Span(n)
	s.Flags |= schema.SymbolSynthetic
	s.Import = imp
	sym := e.b.DefineHidden(s)
	e.importRef(source, module, imp)
	r := lang.NewRef("import", schema.RoleRead)
	r.Line, r.Col = n.Start()
	r.EndCol = r.Col
	r.Flags = lang.RefImplicit
	r.Target = sym
	return e.add(r)
}

// require reads const x = require('y').
func (e *extractor) require(name, call, whole sitter.Node, hoist bool) bool {
	source := call.Field("arguments").FirstNamed()
	if !source.Is("string") {
		return false
	}
	line, _ := whole.Start()
	module := specifier(source)
	id := e.importSymbol(lang.Import{Line: line, Module: module, Alias: name.Text(), Level: levelVariable, Class: e.loadClass()}, name, whole, hoist)
	e.importRef(source, module, id)
	return true
}

// requirePattern reads const { a, b: c } = require('y').
func (e *extractor) requirePattern(pattern, call sitter.Node) bool {
	source := call.Field("arguments").FirstNamed()
	if !source.Is("string") {
		return false
	}
	for c := range pattern.NamedChildren() {
		if !c.Is("shorthand_property_identifier_pattern") && !(c.Is("pair_pattern") && c.Field("value").Is("identifier")) {
			return false
		}
	}
	line, _ := call.Start()
	module := specifier(source)
	first := int32(schema.None)
	for c := range pattern.NamedChildren() {
		name, token := c, c
		if c.Is("pair_pattern") {
			name, token = c.Field("key"), c.Field("value")
		}
		id := e.importSymbol(lang.Import{Line: line, Module: module, Name: nameText(name), Alias: token.Text(), Level: levelVariable, Class: e.loadClass()}, token, pattern.Parent(), false)
		e.importRef(name, nameText(name), id)
		if first < 0 {
			first = id
		}
	}
	if first < 0 {
		first = e.b.Import(lang.Import{Line: line, Module: module, Class: e.loadClass(), Symbol: schema.None})
	}
	e.importRef(source, module, first)
	return true
}
