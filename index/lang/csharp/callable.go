package csharp

import (
	"bytes"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// callableName names a method; operators have no token of their own.
func callableName(n sitter.Node) (string, sitter.Node) {
	switch n.Kind() {
	case "operator_declaration":
		op := n.Field("operator")
		return "operator " + op.Text(), op
	case "conversion_operator_declaration":
		typ := n.Field("type")
		return "operator " + syntax.Line(typ.Text()), typ
	case "destructor_declaration":
		return "~" + n.Field("name").Text(), n.Field("name")
	}
	return identifier(n.Field("name")), n.Field("name")
}

// callable reads a method, a constructor, an operator or a local function.
func (x *extractor) callable(n sitter.Node, above []sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	text, name := callableName(n)
	body := n.Field("body")
	kind := schema.KindMethod
	switch encl := x.b.Symbol(x.b.Enclosing()).Kind; {
	case n.Is("constructor_declaration"):
		kind = schema.KindConstructor
	case n.Is("local_function_statement") && !encl.IsType(): // In a type after an error.
		kind = schema.KindFunction
	}
	s := x.symbol(n, name, kind, above)
	s.Name = text
	s.Signature = x.signature(n, body)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
	if !body.Ok() && s.Flags&schema.SymbolDeclOnly == 0 {
		s.Flags |= declaredOnly(n)
	}
	switch {
	case text == "Main" && s.Flags&schema.SymbolStatic != 0:
		s.Flags |= schema.SymbolEntry
	case kind == schema.KindConstructor && s.Flags&schema.SymbolStatic != 0:
		s.Flags |= schema.SymbolInit
	}
	var id int32
	if kind == schema.KindFunction {
		s.Visibility, s.Flags = schema.VisibilityPrivate, s.Flags&^schema.SymbolExported
		id = x.local(s)
	} else {
		id = x.b.DefineHidden(s)
		if s.Flags&schema.SymbolTest != 0 {
			x.b.Symbol(x.b.Enclosing()).Flags |= schema.SymbolTest
		}
	}
	saved := x.branches
	x.branches = 1
	x.b.Open(lang.ScopeFunction, id)
	x.typeParameters(n)
	params := n.Field("parameters")
	returns := n.Field("returns")
	if !returns.Ok() && !n.Is("constructor_declaration", "destructor_declaration") {
		returns = n.Field("type")
	}
	var initializer sitter.Node
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "attribute_list":
			x.attributes(c, schema.None)
		case "type_parameter_constraints_clause":
			x.constraints(c)
		case "explicit_interface_specifier":
			x.typ(c.FirstNamed(), schema.RoleType)
		case "constructor_initializer":
			initializer = c
		}
	}
	typ := x.typ(returns, schema.RoleType)
	count := x.parameters(params)
	sym := x.b.Symbol(id)
	sym.Arity, sym.Type = count, typ
	if initializer.Ok() {
		x.constructorCall(initializer)
	}
	init := x.body(body)
	x.b.Close()
	sym = x.b.Symbol(id)
	sym.Complexity = x.branches
	if typ == schema.None {
		sym.Init = init
	}
	x.branches = saved
}

// declaredOnly says why a callable has no body: a part of it elsewhere has one, or
// whoever implements it has.
func declaredOnly(n sitter.Node) schema.SymbolFlags {
	for c := range n.Children() {
		if c.Is("modifier") && c.Text() == "partial" {
			return schema.SymbolDeclOnly
		}
	}
	return schema.SymbolAbstract
}

// constructorCall reads ": base(a)" and ": this(a)".
func (x *extractor) constructorCall(n sitter.Node) {
	word := n.Child("base", "this")
	if !word.Ok() {
		return
	}
	r := syntax.Ref(word, schema.RoleCall)
	r.Flags = lang.RefSelf
	id := x.b.Ref(r)
	x.b.RefAt(id).Args = x.arguments(n.Child("argument_list"), id, schema.None)
}

// body reads a block or what stands behind "=>", and returns the value of the latter.
func (x *extractor) body(n sitter.Node) int32 {
	if n.Is("arrow_expression_clause") {
		return max(x.expr(n.FirstNamed()), schema.None)
	}
	x.statements(n)
	return schema.None
}

// arity counts parameters, None when variadic or when some may be left out. The
// receiver of an extension method is none.
func arity(n sitter.Node, src []byte) int32 {
	count := int32(0)
	for p := range n.Children() {
		switch {
		case p.Is("params"):
			return schema.None
		case !p.Is("parameter"):
		default:
			if p.Child("=").Ok() || hasParams(p, src) {
				return schema.None
			}
			if m := p.Child("modifier"); count > 0 || m.Text() != "this" {
				count++
			}
		}
	}
	return count
}

// hasParams reports whether the word params, which is mended away where the grammar does
// not expect it, stands at a parameter.
func hasParams(p sitter.Node, src []byte) bool {
	start, _ := p.Bytes()
	before := bytes.TrimRight(src[max(0, start-16):start], " \t\r\n")
	return bytes.HasSuffix(before, []byte("params")) && !bytes.HasSuffix(before, []byte("@params"))
}

// parameters declares the parameters of a callable or a lambda and returns their arity.
func (x *extractor) parameters(n sitter.Node) int32 {
	typ := int32(schema.None)
	for p := range n.Children() {
		switch {
		case p.Is("parameter"):
			x.parameter(p)
		case p.Is("attribute_list"):
			x.attributes(p, schema.None)
		case p.FieldName() == "type":
			typ = x.typ(p, schema.RoleType)
		case p.FieldName() == "name":
			s := syntax.Symbol(p, p, schema.KindParameter)
			s.Type = typ
			x.local(s)
		}
	}
	return arity(n, x.src)
}

func (x *extractor) parameter(p sitter.Node) {
	x.attributesOf(p, schema.None)
	t := x.typ(p.Field("type"), schema.RoleType)
	s := syntax.Symbol(p, p.Field("name"), schema.KindParameter)
	s.Type = t
	if s.Name == "_" && t == schema.None {
		return
	}
	x.local(s)
	x.defaultValue(p)
}

// defaultValue reads what a parameter is when it is left out.
func (x *extractor) defaultValue(p sitter.Node) {
	if p.Child("=").Ok() {
		x.expr(p.LastNamed())
	}
}

func (x *extractor) delegate(n sitter.Node, above []sitter.Node) {
	s := x.symbol(n, n.Field("name"), schema.KindType, above)
	s.Signature = x.signature(n, sitter.Node{})
	s.SignatureHash = n.Hash(nil)
	id := x.b.Define(s)
	x.bindType(id)
	x.b.Open(lang.ScopeFunction, id)
	defer x.b.Close()
	x.typeParameters(n)
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "attribute_list":
			x.attributes(c, schema.None)
		case "type_parameter_constraints_clause":
			x.constraints(c)
		}
	}
	inner := x.callSignature(id, n.Field("parameters"))
	typ := x.typ(n.Field("type"), schema.RoleType)
	x.b.Open(lang.ScopeFunction, inner)
	count := x.parameters(n.Field("parameters"))
	x.b.Close()
	sym := x.b.Symbol(inner)
	sym.Type, sym.Arity = typ, count
	x.b.Symbol(id).Arity = count
}

// callSignature declares what calling an instance of a delegate type takes and gives: a
// local child without a token, called "()".
func (x *extractor) callSignature(owner int32, at sitter.Node) int32 {
	s := lang.NewSymbol("()", schema.KindLocal)
	s.Span = syntax.Span(at)
	s.Parent = owner
	s.Flags = schema.SymbolSynthetic
	return x.b.DefineHidden(s)
}

// extensionBlock is the name that mending gives to "extension (T receiver) { … }".
const extensionBlock = "__"

// extensionBlock reads members that extend the type of a receiver: they belong to the
// static class around, and the receiver is in scope.
func (x *extractor) extensionBlock(n, body sitter.Node) {
	x.b.Open(lang.ScopeFunction, schema.None)
	defer x.b.Close()
	x.typeParameters(n)
	x.parameters(n.Child("parameter_list"))
	x.declarations(body)
}

// local declares a name of a body.
func (x *extractor) local(s lang.Symbol) int32 {
	s.Name = strings.TrimPrefix(s.Name, "@")
	id := x.b.Define(s)
	x.locals = append(x.locals, local{x.b.Scope(), id})
	return id
}
