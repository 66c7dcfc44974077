package python

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// function reads a function definition; whole is the node with its decorators.
func (e *extractor) function(n, whole sitter.Node, decorators []sitter.Node) {
	name := n.Field("name")
	f := e.frame
	s := lang.NewSymbol(name.Text(), schema.KindFunction)
	s.Span = syntax.Span(whole)
	s.NameLine, s.NameCol = name.Start()
	s.Visibility = visibility(s.Name)
	s.Parent = f.symbol
	static, property, isClassMethod, fixture := false, false, false, false
	for _, d := range decorators {
		s.Flags |= schema.SymbolDecorated
		text := strings.TrimSpace(strings.TrimPrefix(d.Text(), "@"))
		text, _, _ = strings.Cut(text, "(")
		switch {
		case text == "staticmethod":
			static = true
		case text == "classmethod":
			isClassMethod = true
		case text == "fixture" || strings.HasSuffix(text, ".fixture"):
			fixture = true
		case strings.HasSuffix(text, "property"), strings.HasSuffix(text, ".setter"), strings.HasSuffix(text, ".getter"), strings.HasSuffix(text, ".deleter"):
			property = true
		case strings.HasSuffix(text, "abstractmethod"):
			s.Flags |= schema.SymbolAbstract
		case text == "overload" || strings.HasSuffix(text, ".overload"):
			s.Flags |= schema.SymbolDeclOnly
		case text == "override" || strings.HasSuffix(text, ".override"):
			s.Flags |= schema.SymbolOverride
		case strings.HasSuffix(text, "deprecated"):
			s.Flags |= schema.SymbolDeprecated
		}
	}
	method := f.kind == schema.KindClass
	switch {
	case method && property:
		s.Kind = schema.KindProperty
	case method && s.Name == "__init__":
		s.Kind = schema.KindConstructor
	case method:
		s.Kind = schema.KindMethod
	}
	if method && (static || isClassMethod) {
		s.Flags |= schema.SymbolStatic
	}
	async := n.Child("async").Ok()
	if async {
		s.Flags |= schema.SymbolAsync
	}
	if f.kind == schema.KindFile && s.Visibility == schema.VisibilityPublic || method && s.Visibility == schema.VisibilityPublic {
		s.Flags |= schema.SymbolExported
	}
	if !fixture && strings.HasPrefix(s.Name, "test") && (f.kind == schema.KindFile && strings.HasPrefix(s.Name, "test_") || method && f.class.test) {
		s.Flags |= schema.SymbolTest
	}
	body := n.Field("body")
	s.Doc = docOf(body)
	s.Signature = signature(n, body)
	s.Complexity = complexity(body)
	id := e.b.DefineHidden(s)
	if f.global[s.Name] {
		e.b.BindIn(0, s.Name, id)
	} else {
		e.b.BindIn(f.scope, s.Name, id)
	}
	if fixture {
		e.b.BindIn(f.scope, fixtureKey(s.Name), id)
	}
	if method {
		if _, dup := f.class.members[s.Name]; !dup || !property {
			f.class.members[s.Name] = id
		}
	}
	e.owned[whole.Index()] = true
	e.todo = append(e.todo, hashed{int(id), whole.Index(), body.Index()})

	// Decorators, defaults and annotations are read outside, on behalf of the function.
	saved := e.encl
	e.encl = id
	for _, d := range decorators {
		e.decorator(d)
	}
	params := parameters(n.Field("parameters"))
	types := make([]int32, len(params))
	fixtures := make([]int32, len(params))
	for i, p := range params {
		types[i] = e.typeOf(p.typ)
		e.expr(p.value)
		fixtures[i] = schema.None
		if (fixture || s.Flags&schema.SymbolTest != 0) && !p.star && !p.value.Ok() && p.name.Ok() && !(method && i == 0) {
			fixtures[i] = e.fixture(p.name)
		}
	}
	result := e.typeOf(n.Field("return_type"))
	if result >= 0 {
		if async {
			e.b.RefAt(result).Flags |= lang.RefContainer
		}
		e.b.Symbol(id).Type = result
	}
	e.encl = saved

	e.b.Open(lang.ScopeFunction, id)
	inner := &frame{outer: f, scope: e.b.Scope(), kind: schema.KindFunction, fixture: fixture, symbol: id, param: schema.None, global: globals(body), class: f.class}
	e.frame = inner
	if !method {
		inner.class = nil
		if f.self != "" { // A closure sees the receiver of the method around it.
			inner.self, inner.param, inner.cls, inner.class = f.self, f.param, f.cls, f.class
		}
	}
	arity := int32(0)
	for i, p := range params {
		if !p.name.Ok() {
			continue
		}
		ps := lang.NewSymbol(p.name.Text(), schema.KindParameter)
		ps.Span = syntax.Span(p.node)
		ps.NameLine, ps.NameCol = p.name.Start()
		ps.Type, ps.Init = types[i], fixtures[i]
		receiver := method && !static && i == 0 && !p.star
		if p.star && ps.Type >= 0 {
			e.b.RefAt(ps.Type).Flags |= lang.RefContainer
		}
		pid := e.b.Define(ps)
		switch {
		case receiver:
			inner.self, inner.param, inner.cls = ps.Name, pid, isClassMethod || s.Name == "__new__" || s.Name == "__init_subclass__" || s.Name == "__class_getitem__"
		case ps.Name == inner.self:
			inner.self = ""
		}
		switch {
		case p.star:
			arity = schema.None
		case arity >= 0 && !receiver:
			arity++
		}
	}
	if arity >= 0 {
		for _, p := range params {
			if p.value.Ok() { // Optional parameters: no one number.
				arity = schema.None
				break
			}
		}
	}
	e.b.Symbol(id).Arity = arity
	e.block(body)
	e.b.Close()
	e.frame = f
}

// fixtureKey is the name under which a fixture is bound: parameters name
// fixtures, nothing else does.
func fixtureKey(name string) string { return "fixture " + name }

// fixture refers to the fixture that a parameter of a test names.
func (e *extractor) fixture(name sitter.Node) int32 {
	r := lang.NewRef(name.Text(), schema.RoleCall)
	r.Line, r.Col = name.Start()
	_, r.EndCol = name.End()
	r.Flags = lang.RefResult | lang.RefOptional
	r.Encl = e.encl
	return e.b.RefAs(fixtureKey(r.Name), r)
}

// parameter is one parameter as written.
type parameter struct {
	node, name, typ, value sitter.Node
	star                   bool
}

func parameters(list sitter.Node) []parameter {
	var out []parameter
	for c := range list.NamedChildren() {
		p := parameter{node: c}
		switch c.Kind() {
		case "identifier":
			p.name = c
		case "default_parameter", "typed_default_parameter":
			p.name, p.typ, p.value = c.Field("name"), c.Field("type"), c.Field("value")
		case "typed_parameter":
			p.typ = c.Field("type")
			p.name = c.FirstNamed()
			if p.name.Is("list_splat_pattern", "dictionary_splat_pattern") {
				p.star = true
				p.name = p.name.FirstNamed()
			}
		case "list_splat_pattern", "dictionary_splat_pattern":
			p.star = true
			p.name = c.FirstNamed()
		default:
			continue
		}
		if !p.name.Is("identifier") {
			p.name = sitter.Node{}
		}
		out = append(out, p)
	}
	return out
}

// signature is the declaration without its body, on one line.
func signature(n, body sitter.Node) string {
	text := n.Text()
	start, _ := n.Bytes()
	if bodyStart, _ := body.Bytes(); body.Ok() && bodyStart > start {
		text = text[:bodyStart-start]
	}
	return strings.TrimRight(syntax.Line(text), ": ")
}

// globals lists the names that a body declares global or nonlocal.
func globals(body sitter.Node) map[string]bool {
	var out map[string]bool
	if !strings.Contains(body.Text(), "global") && !strings.Contains(body.Text(), "nonlocal") {
		return nil
	}
	for n := range body.Descendants() {
		if !n.Is("global_statement", "nonlocal_statement") {
			continue
		}
		inner := false
		for p := n.Parent(); p.Ok() && p.Index() != body.Index(); p = p.Parent() {
			inner = inner || p.Is("function_definition", "class_definition")
		}
		if inner {
			continue
		}
		for c := range n.NamedChildren() {
			if out == nil {
				out = make(map[string]bool)
			}
			out[c.Text()] = true
		}
	}
	return out
}

// complexity is one more than the number of branches of a body, nested functions left out.
func complexity(body sitter.Node) int32 {
	sum := int32(1)
	var visit func(n sitter.Node)
	visit = func(n sitter.Node) {
		for c := range n.Children() {
			switch c.Kind() {
			case "function_definition", "class_definition", "lambda":
				continue
			case "if_statement", "elif_clause", "for_statement", "while_statement", "except_clause", "case_clause",
				"conditional_expression", "boolean_operator", "if_clause", "for_in_clause", "assert_statement":
				sum++
			}
			visit(c)
		}
	}
	visit(body)
	return sum
}

// classDefinition reads a class; whole is the node with its decorators.
func (e *extractor) classDefinition(n, whole sitter.Node, decorators []sitter.Node) {
	name := n.Field("name")
	f := e.frame
	s := lang.NewSymbol(name.Text(), schema.KindClass)
	s.Span = syntax.Span(whole)
	s.NameLine, s.NameCol = name.Start()
	s.Visibility = visibility(s.Name)
	s.Parent = f.symbol
	if len(decorators) > 0 {
		s.Flags |= schema.SymbolDecorated
	}
	if s.Visibility == schema.VisibilityPublic && f.kind != schema.KindFunction {
		s.Flags |= schema.SymbolExported
	}
	body := n.Field("body")
	s.Doc = docOf(body)
	s.Signature = signature(n, body)
	bases := n.Field("superclasses")
	test := strings.HasPrefix(s.Name, "Test") || strings.Contains(bases.Text(), "TestCase")
	if test {
		s.Flags |= schema.SymbolTest
	}
	id := e.b.DefineHidden(s)
	e.b.BindIn(f.scope, s.Name, id)
	if f.kind == schema.KindClass {
		f.class.members[s.Name] = id
	}
	e.owned[whole.Index()] = true
	e.todo = append(e.todo, hashed{int(id), whole.Index(), body.Index()})

	saved := e.encl
	e.encl = id
	for _, d := range decorators {
		e.decorator(d)
	}
	for c := range bases.NamedChildren() {
		if c.Is("keyword_argument") {
			e.expr(c.Field("value"))
			continue
		}
		e.base(c)
	}
	e.encl = saved

	e.b.Open(lang.ScopeType, id)
	c := &class{symbol: id, members: make(map[string]int32), methods: make(map[string]bool), test: test, derived: bases.FirstNamed().Ok()}
	e.frame = &frame{outer: f, scope: e.b.Scope(), kind: schema.KindClass, symbol: id, param: schema.None, class: c}
	for m := range body.NamedChildren() { // A method hides what methods before it assign.
		if m.Is("decorated_definition") {
			m = m.Field("definition")
		}
		if m.Is("function_definition") {
			c.methods[m.Field("name").Text()] = true
		}
	}
	e.block(body)
	e.b.Close()
	e.frame = f
}

// base reads a base class: the class named, or the generic one that is subscripted.
func (e *extractor) base(n sitter.Node) {
	switch n.Kind() {
	case "subscript":
		e.base(n.Field("value"))
		for c := range n.NamedChildren() {
			if c.FieldName() == "subscript" {
				e.typeOf(c)
			}
		}
	case "identifier":
		e.ref(n, schema.RoleInherit, lang.BaseNone)
	case "attribute":
		on := e.expr(n.Field("object"))
		e.ref(n.Field("attribute"), schema.RoleInherit, baseOf(on))
	default:
		e.expr(n)
	}
}

// decorator reads a decorator: its last name gets the role.
func (e *extractor) decorator(d sitter.Node) {
	x := d.FirstNamed()
	id := e.expr(x)
	if id >= 0 && x.Is("identifier", "attribute", "call") {
		e.b.RefAt(id).Role = schema.RoleDecorate
	}
}

func baseOf(id int32) int32 {
	if id < 0 {
		return lang.BaseUnknown
	}
	return id
}
