package cfamily

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/store/schema"
)

// anonymousNamespace is how the path of a namespace without a name reads.
const anonymousNamespace = "(anonymous)"

// namespace reads a namespace, nested or without a name.
func (e *extractor) namespace(n sitter.Node) {
	name := n.Field("name")
	body := n.Field("body")
	var parts []sitter.Node
	switch {
	case name.Is("nested_namespace_specifier"):
		for c := range name.Descendants() {
			if c.Is("namespace_identifier", "identifier") {
				parts = append(parts, c)
			}
		}
	case name.Ok():
		parts = append(parts, name)
	}
	if len(parts) == 0 {
		s := lang.NewSymbol(anonymousNamespace, schema.KindNamespace)
		s.Span = e.spanOf(n)
		s.Flags |= schema.SymbolSynthetic
		s.Visibility = schema.VisibilityPrivate
		s.Signature = "namespace"
		// Its names are seen around it: no scope of its own.
		id := e.b.DefineHidden(s)
		e.b.Open(lang.ScopeFile, id)
		e.path = append(e.path, e.dotted(anonymousNamespace))
		e.kinds = append(e.kinds, fileScope)
		e.access = append(e.access, schema.VisibilityPublic)
		e.children(body)
		scope := e.b.Scope()
		e.leave()
		e.bindMembers(id)
		_ = scope
		return
	}
	for i, part := range parts {
		s := lang.NewSymbol(e.textOf(part), schema.KindNamespace)
		s.Span = e.spanOf(n)
		s.NameLine, s.NameCol = part.Start()
		s.Signature = "namespace " + s.Name
		if i == len(parts)-1 {
			start, end := n.Bytes()
			s.Doc = e.doc(int32(start), int32(end))
		}
		s.Flags |= schema.SymbolExported
		id := e.define(s)
		e.enter(s.Name, id, fileScope, lang.ScopeFile)
	}
	if facts := e.b.Facts(); facts.Package == "" {
		facts.Package = strings.ReplaceAll(e.path[len(e.path)-1], ".", "::")
	}
	e.children(body)
	for range parts {
		e.leave()
	}
}

func (e *extractor) inAnonymousNamespace() bool {
	return len(e.path) > 0 && strings.Contains(e.path[len(e.path)-1], anonymousNamespace)
}

// namespaceAlias reads namespace a = b::c.
func (e *extractor) namespaceAlias(n sitter.Node) {
	var target sitter.Node
	for c := range n.NamedChildren() {
		if c.FieldName() != "name" {
			target = c
		}
	}
	r := int32(schema.None)
	base := int32(lang.BaseNone)
	if target.Is("namespace_identifier") {
		r = e.ref(target, schema.RoleRead, base)
	} else {
		for c := range target.Descendants() {
			if c.Is("namespace_identifier") {
				r = e.ref(c, schema.RoleRead, base)
				base = r
			}
		}
	}
	id := e.named(n, n.Field("name"), schema.KindNamespace)
	e.b.Symbol(id).Init = r
}

// using reads using a::b and using namespace a.
func (e *extractor) using(n sitter.Node) {
	for c := range n.NamedChildren() {
		if c.Is("qualified_identifier") {
			e.qualified(c, schema.RoleRead)
			continue
		}
		e.walk(c)
	}
}

// template reads a template: its parameters are names of the declaration.
func (e *extractor) template(n sitter.Node) {
	e.b.Open(lang.ScopeBlock, schema.None)
	outer := e.b.Scope()
	for c := range n.Field("parameters").NamedChildren() {
		switch c.Kind() {
		case "type_parameter_declaration", "optional_type_parameter_declaration", "variadic_type_parameter_declaration", "template_template_parameter_declaration":
			name := c.Field("name")
			if !name.Ok() {
				name = c.Child("type_identifier")
			}
			if name.Ok() {
				e.local(c, name, schema.KindTypeParameter, schema.None)
			}
			if d := c.Field("default_type"); d.Ok() {
				e.typeOf(d)
			}
		default:
			e.walk(c)
		}
	}
	before := int32(len(e.b.Facts().Symbols))
	for c := range n.NamedChildren() {
		if c.FieldName() != "parameters" {
			e.walk(c)
		}
	}
	// What the template declares is seen around it.
	enclosing := e.b.Enclosing()
	symbols := e.b.Facts().Symbols
	type bound struct {
		name string
		id   int32
	}
	var names []bound
	for i := before; i < int32(len(symbols)); i++ {
		if symbols[i].Parent == enclosing && !symbols[i].Kind.IsLocal() && e.b.BoundIn(outer, symbols[i].Name) >= 0 {
			names = append(names, bound{symbols[i].Name, i})
		}
	}
	e.b.Close()
	for _, b := range names {
		e.b.Bind(b.name, b.id)
		e.bindQualifier(e.b.Scope(), b.id)
	}
}

// scopeName returns the last name of a qualifier, without template arguments.
func (e *extractor) scopeName(n sitter.Node) string {
	if n.Is("template_type") {
		n = n.Field("name")
	}
	return e.textOf(n)
}

// openScopes opens the classes or namespaces that qualify an out-of-line
// definition whose text starts at offset start, and refers to them. It returns
// the parent, how many scopes were opened, and whether the innermost is a type.
func (e *extractor) openScopes(scopes []sitter.Node, start int32, name string) (parent int32, opened int, isType bool) {
	parent = schema.None
	base := int32(lang.BaseNone)
	for i, s := range scopes {
		word := e.scopeName(s)
		if word == "" {
			continue
		}
		var r int32
		if s.Is("template_type") {
			r = e.qualifier(s.Field("name"), schema.RoleType, base)
			e.walkOptional(s.Field("arguments"))
		} else {
			r = e.qualifier(s, schema.RoleType, base)
		}
		base = max(r, lang.BaseNone)
		dotted := e.dotted(word)
		known := e.scopes[dotted]
		if len(known) == 0 {
			known = e.findScope(word)
			if len(known) > 0 {
				dotted = ""
			}
		}
		if len(known) > 0 {
			parent = known[0]
			kind := e.b.Symbol(parent).Kind
			isType = kind.IsType() || kind == schema.KindImpl
			e.reopen(word, parent, known, isType)
			opened++
			continue
		}
		// Declared elsewhere: a type unless more names follow and none is told.
		isType = true
		_ = i
		line, col := e.position(start)
		impl := lang.NewSymbol(word, schema.KindImpl)
		impl.Span = lang.Span{StartLine: line, StartCol: col, EndLine: line, EndCol: col}
		impl.Flags |= schema.SymbolSynthetic
		impl.Type = r
		impl.Signature = word
		parent = e.b.DefineHidden(impl)
		e.reopen(word, parent, []int32{parent}, true)
		opened++
	}
	return parent, opened, isType
}

// findScope looks a class or namespace up in the open paths, innermost first.
func (e *extractor) findScope(word string) []int32 {
	for i := len(e.path) - 1; i >= 0; i-- {
		p := e.path[i]
		for {
			if ids := e.scopes[p+"."+word]; len(ids) > 0 {
				return ids
			}
			cut := strings.LastIndexByte(p, '.')
			if cut < 0 {
				break
			}
			p = p[:cut]
		}
	}
	if ids := e.scopes[word]; len(ids) > 0 {
		return ids
	}
	return e.scopes[anonymousNamespace+"."+word]
}

// reopen opens a known class or namespace again for a definition outside of it.
func (e *extractor) reopen(word string, symbol int32, known []int32, isType bool) {
	scope, kind := lang.ScopeFile, fileScope
	if isType {
		scope, kind = lang.ScopeType, typeScope
	}
	dotted := e.dotted(word)
	e.b.Open(scope, symbol)
	for _, id := range known {
		e.bindMembers(id)
	}
	if len(e.scopes[dotted]) == 0 {
		e.scopes[dotted] = []int32{symbol}
	}
	e.path = append(e.path, dotted)
	e.kinds = append(e.kinds, kind)
	e.access = append(e.access, schema.VisibilityPublic)
}

// qualifierKey is the key under which types and namespaces are bound besides their
// name: in front of "::" nothing else counts, so that a variable hides neither.
func qualifierKey(name string) string { return "::" + name }

// define declares a symbol in the current scope.
func (e *extractor) define(s lang.Symbol) int32 {
	id := e.b.Define(s)
	e.bindQualifier(e.b.Scope(), id)
	return id
}

// bindQualifier lets a type or namespace be found in front of "::".
func (e *extractor) bindQualifier(scope, id int32) {
	if s := e.b.Symbol(id); e.cxx && s.Name != "" && (s.Kind.IsType() || s.Kind == schema.KindNamespace || s.Kind == schema.KindTypeParameter) {
		e.b.BindIn(scope, qualifierKey(s.Name), id)
	}
}

// qualifier adds a reference to a name in front of "::".
func (e *extractor) qualifier(n sitter.Node, role schema.Role, base int32) int32 {
	r := e.ref(n, role, base)
	if r >= 0 && base == lang.BaseNone && e.cxx {
		e.b.LookupAs(r, qualifierKey(e.b.RefAt(r).Name))
	}
	return r
}
