package kotlin

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// freeKey is the key under which free functions are looked up in the file's scopes:
// nothing is bound under it, see the package comment.
const freeKey = "()"

// callParts are the parts of a call: "f<T>(a) { … }" is one call, whichever way the
// grammar nests it.
type callParts struct {
	callee, types, args, lambda sitter.Node
}

func partsOf(n sitter.Node) callParts {
	var p callParts
	for c := range n.NamedChildren() {
		switch {
		case !p.callee.Ok():
			p.callee = operand(c)
		case c.Is("type_arguments"):
			p.types = c
		case c.Is("value_arguments"):
			p.args = c
		case c.Is("annotated_lambda", "lambda_literal"):
			p.lambda = c
		}
	}
	if p.lambda.Ok() && !p.args.Ok() && p.callee.Is("call_expression") {
		if inner := partsOf(p.callee); inner.args.Ok() && !inner.lambda.Ok() {
			inner.lambda = p.lambda
			return inner
		}
	}
	return p
}

func (x *extractor) call(n sitter.Node) int32 {
	p := partsOf(n)
	if x.suite && p.lambda.Ok() && x.testCase(n, p) {
		return lang.BaseUnknown
	}
	base := int32(lang.BaseNone)
	var name sitter.Node
	switch p.callee.Kind() {
	case "identifier":
		name = p.callee
	case "navigation_expression":
		var object sitter.Node
		for c := range p.callee.NamedChildren() {
			if !object.Ok() {
				object = operand(c)
			} else {
				name = c
			}
		}
		base = x.expr(object)
		if name := literalType(object); name != "" {
			base = x.literal(object, name)
		}
	default:
		base = x.expr(p.callee)
	}
	for t := range p.types.NamedChildren() {
		x.typ(t, schema.RoleType)
	}
	if !name.Ok() || isWord(name.Text()) {
		x.arguments(p.args)
		x.lambda(p.lambda)
		return lang.BaseUnknown
	}
	r := x.ref(name, schema.RoleCall)
	r.Flags = lang.RefResult
	r.Base = base
	first := x.firstArgument(p.args)
	r.Args = first.count
	if p.lambda.Ok() {
		r.Args++
	}
	given := int32(schema.None)
	switch scopeFunction(r.Name) {
	case givesReceiver:
		given = base
	case givesElement:
		if base >= 0 && p.lambda.Ok() {
			given = x.element(base, n)
		}
	}
	if given < 0 {
		given = schema.None
	}
	saved := x.argument
	x.argument = given
	lambda := first.lambda
	if p.lambda.Ok() {
		lambda = x.lambda(p.lambda)
	}
	x.argument = saved
	var id int32
	if base == lang.BaseNone && !x.isLocal(r.Name) {
		id = x.b.RefAs(freeKey, r)
	} else {
		id = x.b.Ref(r)
	}
	switch r.Name {
	case "apply", "also", "takeIf", "takeUnless", "onEach":
		if base >= 0 && r.Args == 1 {
			return base
		}
		if base == lang.BaseNone && p.lambda.Ok() {
			return x.this(n)
		}
	case "let", "run", "use", "with", "synchronized", "runBlocking", "withContext", "coroutineScope":
		if lambda >= 0 {
			return lambda
		}
	case "lazy":
		x.lazy = lambda
	case "requireNotNull", "checkNotNull":
		return first.value
	}
	return id
}

// this is the receiver of the function around, a step of inference without a token.
func (x *extractor) this(at sitter.Node) int32 {
	r := lang.NewRef("this", schema.RoleRead)
	r.Flags = lang.RefImplicit | lang.RefSelf
	r.Line, r.Col = at.Start()
	r.EndCol = r.Col
	return x.b.Ref(r)
}

// What a function hands to the lambda that it takes.
const (
	givesNothing = iota
	givesReceiver
	givesElement
)

func scopeFunction(name string) int {
	switch name {
	case "let", "also", "takeIf", "takeUnless", "use":
		return givesReceiver
	case "forEach", "map", "filter", "flatMap", "any", "all", "none", "find", "first", "firstOrNull", "last", "lastOrNull", "filterNot", "mapNotNull",
		"associateBy", "associateWith", "associate", "groupBy", "sortedBy", "sortedByDescending", "sumOf", "maxByOrNull", "minByOrNull", "maxBy", "minBy",
		"partition", "count", "onEach", "takeWhile", "dropWhile", "distinctBy", "single", "singleOrNull", "removeAll", "removeIf", "indexOfFirst", "indexOfLast",
		"collect", "collectLatest", "mapLatest", "flatMapLatest", "findLast", "mapTo", "filterTo", "joinToString", "retainAll", "sortBy", "sumBy":
		return givesElement
	}
	return givesNothing
}

// argumentsRead is what firstArgument found.
type argumentsRead struct {
	count         int32
	value, lambda int32 // Values of the first argument and of a lambda among them.
}

func (x *extractor) arguments(n sitter.Node) int32 { return x.firstArgument(n).count }

// firstArgument reads the arguments of a call.
func (x *extractor) firstArgument(n sitter.Node) argumentsRead {
	out := argumentsRead{value: lang.BaseUnknown, lambda: lang.BaseUnknown}
	saved := x.argument
	x.argument = schema.None
	for a := range n.NamedChildren() {
		if !a.Is("value_argument") {
			x.expr(a)
			continue
		}
		value := a.LastNamed()
		r := int32(lang.BaseUnknown)
		if value.Is("lambda_literal", "annotated_lambda") {
			out.lambda = x.lambda(value)
		} else {
			r = x.expr(value)
		}
		if out.count == 0 {
			out.value = r
		}
		out.count++
	}
	x.argument = saved
	return out
}

// lambda reads a lambda and returns the value of its last statement.
func (x *extractor) lambda(n sitter.Node) int32 {
	if !n.Ok() || !x.enter(n) {
		return lang.BaseUnknown
	}
	defer x.leave()
	if n.Is("annotated_lambda") {
		x.annotations(n)
		n = n.Child("lambda_literal")
	}
	given := x.argument
	x.argument = schema.None
	x.open(lang.ScopeBlock, schema.None)
	params := n.Child("lambda_parameters")
	top := &x.scopes[len(x.scopes)-1]
	top.lambda, top.given, top.at = !n.Child("->").Ok(), given, n
	i := 0
	for p := range params.NamedChildren() {
		init := int32(schema.None)
		if i == 0 {
			init = given
		}
		x.parameter(p, init)
		i++
	}
	last := int32(lang.BaseUnknown)
	doc := sitter.Node{}
	for c := range n.Children() {
		switch {
		case c.Is("lambda_parameters"):
		case c.IsExtra() && !c.IsError():
			doc = lastDoc(doc, c)
		case c.Named():
			last = x.statement(c, doc)
			doc = sitter.Node{}
		}
	}
	x.close()
	x.argument = given
	return last
}

// parameter binds a parameter of a lambda.
func (x *extractor) parameter(v sitter.Node, init int32) {
	if v.Is("multi_variable_declaration") {
		for c := range v.NamedChildren() {
			x.parameter(c, schema.None)
		}
		return
	}
	x.annotations(v)
	name, typ := variable(v)
	t := x.typ(typ, schema.RoleType)
	if id := x.local(name, v, schema.KindParameter, t); id != schema.None && t == schema.None {
		x.b.Symbol(id).Init = init
	}
}

// implicitIt declares the parameter "it" of the innermost lambda without parameters,
// at its first use.
func (x *extractor) implicitIt() {
	for i := len(x.scopes) - 1; i > 0; i-- {
		sc := &x.scopes[i]
		if !sc.local {
			return
		}
		if !sc.lambda {
			continue
		}
		s := lang.NewSymbol("it", schema.KindParameter)
		s.Span.StartLine, s.Span.StartCol = sc.at.Start()
		s.Span.EndLine, s.Span.EndCol = s.Span.StartLine, s.Span.StartCol+1
		s.Flags = schema.SymbolSynthetic
		s.Init = sc.given
		id := x.b.DefineHidden(s)
		x.b.BindIn(sc.id, "it", id)
		return
	}
}

// text reads the expressions inside a string. The grammar takes "$name" for plain text.
func (x *extractor) text(n sitter.Node) int32 {
	dollar := false
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "interpolation":
			for e := range c.NamedChildren() {
				x.statement(e, sitter.Node{})
			}
			dollar = false
		case "string_content":
			text := c.Text()
			if dollar {
				x.template(c, text)
			}
			dollar = text == "$"
		default:
			dollar = false
		}
	}
	return lang.BaseUnknown
}

// template refers to the name that a piece of text behind "$" starts with.
func (x *extractor) template(n sitter.Node, text string) {
	end := 0
	for end < len(text) && (text[end] == '_' || text[end] >= 0x80 || isLetter(text[end]) || end > 0 && text[end] >= '0' && text[end] <= '9') {
		end++
	}
	if end == 0 {
		return
	}
	r := lang.NewRef(text[:end], schema.RoleRead)
	r.Line, r.Col = n.Start()
	r.EndCol = r.Col + int32(end)
	if r.Name == "this" {
		r.Flags = lang.RefSelf
	}
	if r.Name == "it" && !x.isLocal("it") {
		x.implicitIt()
	}
	x.b.Ref(r)
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// testCase reads a case of a specification: test("name") { … } or "name" { … }.
func (x *extractor) testCase(n sitter.Node, p callParts) bool {
	title := p.callee
	if p.callee.Is("identifier") {
		if !isCase(p.callee.Text()) {
			return false
		}
		title = p.args.FirstNamed().LastNamed()
	}
	if !title.Is("string_literal") {
		return false
	}
	content := title.FirstNamed()
	if !content.Is("string_content") || content.Index() != title.LastNamed().Index() || strings.TrimSpace(content.Text()) == "" {
		return false
	}
	s := syntax.Symbol(n, content, schema.KindFunction)
	s.Name = syntax.Line(s.Name)
	s.Flags = schema.SymbolTest
	s.Visibility = schema.VisibilityPrivate
	s.Signature = signature(n, p.lambda)
	s.BodyHash = p.lambda.Hash(isNested)
	if p.callee.Is("identifier") {
		r := x.ref(p.callee, schema.RoleCall)
		r.Args = 2
		x.b.RefAs(freeKey, r)
	}
	id := x.b.DefineHidden(s)
	x.open(lang.ScopeFunction, id)
	saved := x.branches
	x.branches = 0
	x.lambda(p.lambda)
	x.close()
	x.b.Symbol(id).Complexity = 1 + x.branches
	x.branches = saved
	return true
}
