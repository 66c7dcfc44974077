package cfamily

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/store/schema"
)

// specifiers are the words before the declarators of a declaration.
type specifiers struct {
	static, extern, virtual, constant bool
}

func (e *extractor) specifiers(n sitter.Node) specifiers {
	var s specifiers
	for c := range n.Children() {
		switch c.Kind() {
		case "storage_class_specifier":
			switch e.textOf(c) {
			case "static":
				s.static = true
			case "extern":
				s.extern = true
			}
		case "virtual", "virtual_function_specifier":
			s.virtual = true
		case "type_qualifier":
			if w := e.textOf(c); w == "const" || w == "constexpr" {
				s.constant = true
			}
		}
	}
	return s
}

// declarator is the named part of a declaration.
type declarator struct {
	name     sitter.Node // Identifier, qualified name, operator; none when abstract.
	function sitter.Node // The function declarator whose name it is, none for a variable.
	pointer  bool        // A pointer to a function: a variable, whatever function says.
	whole    sitter.Node
}

// unwrap finds the name in a declarator.
func (e *extractor) unwrap(n sitter.Node) declarator {
	d := declarator{whole: n}
	inner := false // Inside parentheses or behind a star: a function declarator outside makes it a pointer.
	for steps := 0; n.Ok() && steps < 64; steps++ {
		switch n.Kind() {
		case "function_declarator", "abstract_function_declarator":
			d.function = n
			d.pointer = false
			inner = true
			n = n.Field("declarator")
			continue
		case "pointer_declarator", "reference_declarator", "abstract_pointer_declarator", "pointer_type_declarator":
			if inner && d.function.Ok() {
				d.pointer = true
			}
		case "array_declarator":
			if inner && d.function.Ok() {
				d.pointer = true
			}
			e.walkOptional(n.Field("size"))
		case "identifier", "field_identifier", "type_identifier", "qualified_identifier", "destructor_name", "operator_name", "operator_cast", "template_function", "template_method", "primitive_type", "structured_binding_declarator":
			d.name = n
			if _, last := e.nameOf(n); last.Is("operator_cast") {
				d.function = castList(last)
			}
			return d
		}
		next := n.Field("declarator")
		if !next.Ok() {
			for c := range n.NamedChildren() {
				if strings.HasSuffix(c.Kind(), "declarator") || c.Is("identifier", "field_identifier", "type_identifier", "qualified_identifier", "destructor_name", "operator_name", "operator_cast", "template_function") {
					next = c
				}
			}
		}
		n = next
	}
	return d
}

func (e *extractor) walkOptional(n sitter.Node) {
	if n.Ok() && n.Named() {
		e.walk(n)
	}
}

// nameOf splits the name node of a declarator into its qualifiers and last part.
func (e *extractor) nameOf(n sitter.Node) (scopes []sitter.Node, last sitter.Node) {
	for n.Is("qualified_identifier") {
		if s := n.Field("scope"); s.Ok() {
			scopes = append(scopes, s)
		}
		n = n.Field("name")
	}
	if n.Is("template_function", "template_method", "template_type") {
		n = n.Field("name")
	}
	return scopes, n
}

// castList returns the declarator that holds the parameter list of a conversion operator.
func castList(n sitter.Node) sitter.Node {
	for p := n.Field("declarator"); p.Ok(); p = p.Field("declarator") {
		if p.Is("abstract_function_declarator") {
			return p
		}
	}
	return sitter.Node{}
}

// spelled returns the name that a declarator's last part declares.
func (e *extractor) spelled(n sitter.Node) string {
	text := e.textOf(n)
	switch n.Kind() {
	case "operator_name":
		op := strings.Join(strings.Fields(strings.TrimPrefix(text, "operator")), "")
		if isNamePart(op[0]) { // new, delete[], co_await
			op = " " + op
		}
		return "operator" + op
	case "operator_cast":
		start, _ := n.Bytes()
		list, _ := castList(n).Field("parameters").Bytes()
		return strings.Join(strings.Fields(text[:min(max(list-start, 0), len(text))]), " ")
	case "destructor_name":
		return strings.ReplaceAll(text, " ", "")
	}
	return text
}

// function reads a definition with a body (or "= default", "= delete").
func (e *extractor) function(n sitter.Node) {
	d := e.unwrap(n.Field("declarator"))
	body := n.Field("body")
	if !body.Ok() {
		body = n.Child("compound_statement", "try_statement", "default_method_clause", "delete_method_clause", "pure_virtual_clause")
	}
	if !d.name.Ok() || !d.function.Ok() {
		// A macro that looks like one, or a struct that lost its end.
		e.children(n)
		return
	}
	e.callable(n, d, body, true)
}

// callable declares a function or method and walks its head and body.
func (e *extractor) callable(n sitter.Node, d declarator, body sitter.Node, definition bool) {
	scopes, last := e.nameOf(d.name)
	name := e.spelled(last)
	outer := n
	if p := n.Parent(); p.Is("template_declaration") {
		outer = p
	}
	spec := e.specifiers(n)
	if isKeywordName(name) {
		e.children(n)
		return
	}
	test := e.testMacro(n, d, name)
	nameOffset, _ := last.Bytes()
	bare, isBare := e.heads[int32(nameOffset)]
	if isBare {
		name = e.headName(bare)
		if isTestMacro(string(e.source.text[bare.name.start:bare.name.end])) {
			test = name
		}
	}
	kind := schema.KindFunction
	owner := ""
	if len(scopes) > 0 {
		owner = e.scopeName(scopes[len(scopes)-1])
	} else if e.scope() == typeScope && len(e.path) > 0 {
		owner = e.path[len(e.path)-1]
		owner = owner[strings.LastIndexByte(owner, '.')+1:]
	}
	parent := int32(schema.None)
	opened := 0
	if len(scopes) > 0 {
		var isType bool
		start, _ := outer.Bytes()
		parent, opened, isType = e.openScopes(scopes, int32(start), name)
		if isType {
			kind = schema.KindMethod
		}
	} else if e.scope() == typeScope {
		kind = schema.KindMethod
	}
	if kind == schema.KindMethod && name == owner {
		kind = schema.KindConstructor
	}
	s := lang.NewSymbol(name, kind)
	s.Parent = parent
	s.Span = e.spanOf(outer)
	s.NameLine, s.NameCol = last.Start()
	if isBare {
		at := bare.name.start
		if bare.macro && len(bare.args) > 0 {
			at = bare.args[0].start
		}
		s.NameLine, s.NameCol = e.position(at)
	}
	if test != "" {
		s.Name, s.Flags = test, s.Flags|schema.SymbolTest
	}
	if name == "main" && kind == schema.KindFunction && e.scope() == fileScope {
		s.Flags |= schema.SymbolEntry
	}
	if spec.static {
		if kind == schema.KindFunction {
			s.Visibility = schema.VisibilityPrivate
		} else {
			s.Flags |= schema.SymbolStatic
		}
	}
	if e.inAnonymousNamespace() {
		s.Visibility = schema.VisibilityPrivate
	}
	if !definition {
		s.Flags |= schema.SymbolDeclOnly
	}
	if n.Child("pure_virtual_clause").Ok() || body.Is("pure_virtual_clause") || spec.virtual && !definition && strings.HasSuffix(strings.ReplaceAll(e.textOf(n), " ", ""), "=0;") {
		s.Flags |= schema.SymbolAbstract
		s.Flags &^= schema.SymbolDeclOnly
	}
	for c := range d.function.Children() {
		if c.Is("virtual_specifier") && e.textOf(c) == "override" {
			s.Flags |= schema.SymbolOverride
		}
	}
	s.Arity = e.arity(d.function.Field("parameters"))
	start, end := outer.Bytes()
	bodyStart := end
	if body.Ok() {
		bodyStart, _ = body.Bytes()
		if list := n.Child("field_initializer_list"); list.Ok() {
			bodyStart, _ = list.Bytes()
		}
	}
	s.Signature = e.signature(int32(start), int32(bodyStart))
	e.decorate(&s, outer)
	if !isBare {
		s.Type = e.typeOfDeclaration(n)
	}
	if s.Type >= 0 && e.b.RefAt(s.Type).Encl == e.b.Enclosing() && e.b.RefAt(s.Type).Flags&lang.RefImplicit == 0 {
		e.b.RefAt(s.Type).Encl = schema.None
	}
	// A constructor does not hide its class: its name means the class everywhere.
	define := e.b.Define
	if kind == schema.KindConstructor {
		define = e.b.DefineHidden
	}
	id := define(s)
	if s.Type >= 0 && e.b.RefAt(s.Type).Encl == schema.None {
		e.b.RefAt(s.Type).Encl = id
	}
	e.defs[int32(nameOffset)] = true
	if isBare {
		e.defs[bare.name.start] = true
		e.headRefs(bare, id)
	}
	e.bodies = append(e.bodies, hashed{symbol: id, start: int32(start), body: int32(bodyStart), end: int32(end)})
	e.body(n, d, body, id, definition)
	for ; opened > 0; opened-- {
		e.leave()
	}
}

// body walks parameters, initialisers and statements of a callable.
func (e *extractor) body(n sitter.Node, d declarator, body sitter.Node, id int32, definition bool) {
	e.b.Open(lang.ScopeFunction, id)
	e.kinds = append(e.kinds, bodyScope)
	e.branch = append(e.branch, 1)
	e.walkOptional(d.function.Field("parameters"))
	// Old style: the types of the parameters stand between head and body.
	for c := range n.Children() {
		if c.Is("declaration") {
			e.walk(c)
		}
	}
	for c := range d.function.Children() {
		if c.Is("trailing_return_type", "noexcept", "requires_clause") {
			e.walk(c)
		}
	}
	if list := n.Child("field_initializer_list"); list.Ok() {
		e.initialisers(list)
	}
	if body.Ok() {
		e.walk(body)
	}
	branches := e.branch[len(e.branch)-1]
	e.branch = e.branch[:len(e.branch)-1]
	e.kinds = e.kinds[:len(e.kinds)-1]
	e.b.Close()
	if definition {
		e.b.Symbol(id).Complexity = branches
	}
}

// initialisers reads the members that a constructor initialises.
func (e *extractor) initialisers(list sitter.Node) {
	for f := range list.NamedChildren() {
		for c := range f.NamedChildren() {
			switch c.Kind() {
			case "field_identifier", "type_identifier", "identifier":
				e.ref(c, schema.RoleWrite, lang.BaseNone)
			case "template_method", "qualified_identifier", "template_type":
				e.value(c, schema.RoleRead)
			default:
				e.walk(c)
			}
		}
	}
}

// arity counts the parameters of a list; None when variadic.
func (e *extractor) arity(list sitter.Node) int32 {
	if !list.Ok() {
		return schema.None
	}
	n := int32(0)
	for c := range list.Children() {
		switch c.Kind() {
		case "variadic_parameter", "variadic_parameter_declaration", "...", "optional_parameter_declaration":
			return schema.None
		case "parameter_declaration":
			if t := c.Field("type"); !c.Field("declarator").Ok() && t.Is("primitive_type") && e.textOf(t) == "void" {
				continue
			}
			n++
		case "identifier":
			n++
		}
	}
	return n
}

func isKeywordName(name string) bool {
	switch name {
	case "", "if", "while", "for", "switch", "return", "sizeof", "else", "do", "case", "default":
		return true
	}
	return false
}

// declaration reads variables, prototypes, and types declared with them.
func (e *extractor) declaration(n sitter.Node) {
	spec := e.specifiers(n)
	outer := n
	if p := n.Parent(); p.Is("template_declaration") {
		outer = p
	}
	holder, anonymous := e.anonymousType(n)
	typ := int32(schema.None)
	if !anonymous {
		typ = e.typeOfDeclaration(n)
	}
	seen := false
	for c := range n.Children() {
		if c.FieldName() != "declarator" {
			continue
		}
		declared, init := c, sitter.Node{}
		if c.Is("init_declarator") {
			declared, init = c.Field("declarator"), c.Field("value")
		}
		d := e.unwrap(declared)
		if !d.name.Ok() {
			e.children(c)
			continue
		}
		if d.function.Ok() && !d.pointer && !init.Ok() {
			if e.scope() != bodyScope || !e.looksLikeConstruction(n, d) {
				e.prototype(n, d, spec)
				continue
			}
		}
		id := e.variable(n, outer, d, spec, typ)
		if anonymous && !seen {
			e.typeSpecifier(holder, id)
		}
		seen = true
		if d.function.Ok() {
			e.walkParameters(d.function)
		}
		if init.Ok() {
			r := e.fill(init, typ)
			if typ == schema.None && r >= 0 {
				e.b.Symbol(id).Init = r
			}
		}
	}
	if anonymous && !seen {
		e.typeSpecifier(holder, schema.None)
	}
	for c := range n.Children() {
		if c.Is("bitfield_clause", "ERROR", "attribute_declaration") {
			e.children(c)
		}
	}
}

// looksLikeConstruction tells `Foo f(a, b);` in a body from a prototype: its
// parameters are plain names, which are no types with names.
func (e *extractor) looksLikeConstruction(n sitter.Node, d declarator) bool {
	if !e.cxx || d.whole.Is("pointer_declarator") {
		return false
	}
	list := d.function.Field("parameters")
	any := false
	for c := range list.NamedChildren() {
		any = true
		if !c.Is("parameter_declaration") || c.Field("declarator").Ok() || !c.Field("type").Is("type_identifier", "qualified_identifier") {
			return false
		}
	}
	return any
}

// walkParameters reads the types in the parameters of a function pointer, without
// declaring them.
func (e *extractor) walkParameters(function sitter.Node) {
	for c := range function.Field("parameters").NamedChildren() {
		if t := c.Field("type"); t.Ok() {
			e.typeRef(t)
		}
	}
}

func (e *extractor) prototype(n sitter.Node, d declarator, spec specifiers) {
	e.callable(n, d, sitter.Node{}, false)
}

// variable declares a variable, of a body or of the file.
func (e *extractor) variable(n, outer sitter.Node, d declarator, spec specifiers, typ int32) int32 {
	scopes, last := e.nameOf(d.name)
	if last.Is("structured_binding_declarator") {
		id := int32(schema.None)
		for c := range last.NamedChildren() {
			if c.Is("identifier") {
				id = e.local(n, c, schema.KindLocal, schema.None)
			}
		}
		if id == schema.None {
			id = e.b.Enclosing()
		}
		return id
	}
	at, _ := last.Bytes()
	if e.scope() == bodyScope || e.scope() == fileScope && e.isInBody(int32(at)) {
		return e.local(n, last, schema.KindLocal, typ)
	}
	kind := schema.KindVariable
	if spec.constant && !spec.extern {
		kind = schema.KindConstant
	}
	s := lang.NewSymbol(e.spelled(last), kind)
	opened := 0
	if len(scopes) > 0 {
		start, _ := outer.Bytes()
		s.Parent, opened, _ = e.openScopes(scopes, int32(start), s.Name)
	}
	s.Span = e.spanOf(outer)
	s.NameLine, s.NameCol = last.Start()
	s.Type = typ
	if spec.static && e.scope() == fileScope || e.inAnonymousNamespace() {
		s.Visibility = schema.VisibilityPrivate
	}
	if spec.extern && !n.Child("init_declarator").Ok() {
		s.Flags |= schema.SymbolDeclOnly
	}
	start, end := outer.Bytes()
	s.Signature = e.signature(int32(start), e.beforeValue(n, int32(end)))
	e.decorate(&s, outer)
	for ; opened > 0; opened-- {
		e.leave()
	}
	id := e.b.Define(s)
	e.bodies = append(e.bodies, hashed{symbol: id, start: int32(start), body: e.beforeValue(n, int32(end)), end: int32(end)})
	return id
}

// beforeValue returns where the initialiser of a declaration starts, end for none.
func (e *extractor) beforeValue(n sitter.Node, end int32) int32 {
	if v := n.Child("init_declarator").Field("value"); v.Ok() {
		start, _ := v.Bytes()
		return int32(start)
	}
	return end
}

// local declares a name of a body.
func (e *extractor) local(n, name sitter.Node, kind schema.Kind, typ int32) int32 {
	s := lang.NewSymbol(e.textOf(name), kind)
	s.Span = e.spanOf(n)
	s.NameLine, s.NameCol = name.Start()
	s.Type = typ
	return e.define(s)
}

// parameter declares a parameter, or reads the types of one without a name.
func (e *extractor) parameter(n sitter.Node) {
	typ := e.typeOfDeclaration(n)
	if d := e.unwrap(n.Field("declarator")); d.name.Ok() {
		e.local(n, d.name, schema.KindParameter, typ)
		if d.function.Ok() {
			e.walkParameters(d.function)
		}
	}
	e.walkOptional(n.Field("default_value"))
}

// rangeLoop reads for (T x : xs).
func (e *extractor) rangeLoop(n sitter.Node) {
	e.walkOptional(n.Field("initializer"))
	typ := e.typeOfDeclaration(n)
	d := e.unwrap(n.Field("declarator"))
	id := int32(schema.None)
	if d.name.Is("identifier") {
		id = e.local(n.Field("declarator"), d.name, schema.KindLocal, typ)
	} else if d.name.Ok() {
		e.variable(n.Field("declarator"), n, d, specifiers{}, typ)
	}
	if r := e.value(n.Field("right"), schema.RoleRead); r >= 0 && id >= 0 && typ == schema.None {
		e.b.RefAt(r).Flags |= lang.RefElement
		e.b.Symbol(id).Init = r
	}
	e.walkOptional(n.Field("body"))
}

// lambda reads a lambda: its parameters and body are a scope of the enclosing function.
func (e *extractor) lambda(n sitter.Node) {
	for c := range n.Field("captures").NamedChildren() {
		e.walk(c)
	}
	e.b.Open(lang.ScopeFunction, schema.None)
	e.kinds = append(e.kinds, bodyScope)
	d := n.Field("declarator")
	e.walkOptional(d.Field("parameters"))
	for c := range d.NamedChildren() {
		if c.Is("trailing_return_type") {
			e.walk(c)
		}
	}
	e.walkOptional(n.Field("body"))
	e.kinds = e.kinds[:len(e.kinds)-1]
	e.b.Close()
}
