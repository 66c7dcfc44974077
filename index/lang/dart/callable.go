package dart

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// callable reads a function, method, accessor or constructor. holder is the node of
// the type's body around the signature, if any.
func (x *extractor) callable(sig, holder, body sitter.Node, it *item, inType bool) {
	if !x.enter(sig) {
		return
	}
	defer x.leave()
	var ids []sitter.Node // Parts of the name.
	var params, op sitter.Node
	var typ []sitter.Node
	for c := range sig.Children() {
		switch {
		case c.Is("identifier"):
			ids = append(ids, c)
		case c.Is("new") && sig.Is("constructor_signature", "constant_constructor_signature", "factory_constructor_signature") && len(ids) > 0: // A.new
			ids = append(ids, c)
		case c.Is("formal_parameter_list"):
			params = c
		case c.Is("binary_operator", "[]", "[]=", "==", "~", "unary_operator"):
			op = c
		case isPart(c) && len(ids) == 0 && !op.Ok() && !params.Ok():
			typ = append(typ, c)
		}
	}
	kind := schema.KindFunction
	constructor := false
	switch {
	case sig.Is("getter_signature", "setter_signature"):
		kind = schema.KindProperty
	case sig.Is("constant_constructor_signature", "factory_constructor_signature", "redirecting_factory_constructor_signature"),
		sig.Is("constructor_signature") && (len(ids) > 1 || len(ids) == 1 && len(x.types) > 0 && ids[0].Text() == x.types[len(x.types)-1]):
		kind, constructor = schema.KindConstructor, true
	case inType:
		kind = schema.KindMethod
	}
	if sig.Is("operator_signature") && !op.Ok() {
		op = sig.Child("operator").NextSibling()
	}
	name := op
	if len(ids) > 0 {
		name = ids[len(ids)-1]
	}
	if !name.Ok() {
		return
	}
	last := sig
	if holder.Ok() {
		last = holder
	}
	if body.Ok() {
		last = body
	}
	s := x.symbol(name, last, kind, it)
	if op.Ok() && len(ids) == 0 {
		s.Name = strings.TrimSpace(strings.TrimPrefix(s.Name, "operator"))
	}
	external := it.has("external")
	switch {
	case it.has("static"):
		s.Flags |= schema.SymbolStatic
	case inType && !body.Ok() && !external && !constructor:
		s.Flags |= schema.SymbolAbstract
	}
	if constructor && len(ids) > 0 && len(x.types) > 0 && private(x.types[len(x.types)-1]) {
		s.Visibility, s.Flags = schema.VisibilityPrivate, s.Flags&^schema.SymbolExported
	}
	if external {
		s.Flags |= schema.SymbolDeclOnly
	}
	if body.Child("async", "async*").Ok() {
		s.Flags |= schema.SymbolAsync
	}
	if s.Name == "main" && !inType && len(x.types) == 0 {
		s.Flags |= schema.SymbolEntry
	}
	s.Signature = signature(sig, it)
	s.SignatureHash = sig.Hash(nil)
	s.BodyHash = body.Hash(nil)
	s.Complexity = 1
	if body.Ok() {
		s.Complexity = syntax.Complexity(body, isBranch, isNested)
	}
	s.Arity = arity(params)
	id := x.b.DefineHidden(s)
	if !constructor { // A constructor is reached through its class.
		x.b.Bind(s.Name, id)
	}
	x.b.Open(lang.ScopeFunction, id)
	defer x.b.Close()
	x.annotations(it)
	if c := sig.Child("type_parameters"); c.Ok() {
		x.typeParameters(c)
	}
	ref := x.typeOf(typ, schema.RoleType)
	if constructor {
		ref = schema.None
	}
	x.b.Symbol(id).Type = ref
	x.parameters(params)
	for _, holder := range []sitter.Node{sig, holder} {
		for c := range holder.Children() {
			switch c.Kind() {
			case "initializers", "redirection":
				x.initializers(c)
			}
		}
	}
	if sig.Is("redirecting_factory_constructor_signature") {
		x.redirected(sig)
	}
	if body.Ok() {
		x.statement(body)
	}
}

// signature joins the modifiers and the signature of a callable.
func signature(sig sitter.Node, it *item) string {
	var b strings.Builder
	for _, p := range it.parts {
		if p.Is("static", "external", "abstract") {
			b.WriteString(p.Text() + " ")
		}
	}
	b.WriteString(syntax.Signature(sig, sitter.Node{}, isAnnotation))
	return syntax.Line(b.String())
}

// arity counts parameters, the optional ones included.
func arity(params sitter.Node) int32 {
	n := int32(0)
	for p := range params.NamedChildren() {
		switch {
		case p.Is("formal_parameter"):
			n++
		case p.Is("optional_formal_parameters"):
			for q := range p.NamedChildren() {
				if q.Is("formal_parameter") {
					n++
				}
			}
		}
	}
	return n
}

func (x *extractor) parameters(params sitter.Node) {
	var value []sitter.Node
	flush := func() {
		x.chain(value)
		value = nil
	}
	for p := range params.Children() {
		switch {
		case p.Is("formal_parameter"):
			flush()
			x.parameter(p)
		case p.Is("optional_formal_parameters"):
			x.parameters(p)
		case p.Is(",", "]", "}", "(", ")", "[", "{", "=", ":", "required"):
			flush()
		case p.Is("annotation"):
			x.annotation(p)
		default:
			value = append(value, p)
		}
	}
	flush()
}

// parameter reads one parameter; this.x writes the field of that name.
func (x *extractor) parameter(p sitter.Node) {
	name := p.Field("name")
	var typ []sitter.Node
	field := false
	for c := range p.Children() {
		switch c.Kind() {
		case "constructor_param", "super_formal_parameter":
			for d := range c.Children() {
				switch {
				case d.Is("identifier"):
					name = d
				case isPart(d) && !d.Is("."):
					typ = append(typ, d)
				case d.Is("formal_parameter_list"):
					x.scoped(func() { x.parameters(d) })
				}
			}
			field = c.Is("constructor_param")
		case "identifier":
			if !name.Ok() {
				name = c
			}
		case "formal_parameter_list": // A function as a parameter.
			x.scoped(func() { x.parameters(c) })
		case "annotation":
			x.annotation(c)
		default:
			if isPart(c) {
				typ = append(typ, c)
			}
		}
	}
	if !name.Ok() {
		return
	}
	s := syntax.Symbol(p, name, schema.KindParameter)
	s.Type = x.typeOf(typ, schema.RoleType)
	if field {
		ref := x.b.RefAs(fieldKey(s.Name), syntax.Ref(name, schema.RoleWrite))
		if s.Type == schema.None {
			s.Init = ref
		}
	}
	x.b.Define(s)
}

// initializers reads what stands between the parameters and the body of a constructor.
func (x *extractor) initializers(n sitter.Node) {
	for c := range n.Descendants() {
		if c.Is("field_initializer") && c.Parent().Is("initializer_list_entry") {
			x.fieldInitializer(c)
		}
	}
	for e := range n.NamedChildren() {
		if e.Is("initializer_list_entry") && !e.Child("field_initializer").Ok() {
			x.selfCall(e)
		}
	}
	if n.Is("redirection") {
		x.selfCall(n)
	}
}

func (x *extractor) fieldInitializer(n sitter.Node) {
	name := n.Child("identifier")
	r := syntax.Ref(name, schema.RoleWrite)
	x.b.RefAs(fieldKey(r.Name), r)
	x.chain(valueOf(n, name))
}

// selfCall reads super(…), super.named(…) and this.named(…).
func (x *extractor) selfCall(n sitter.Node) {
	ref := int32(schema.None)
	for c := range n.Children() {
		switch c.Kind() {
		case "this", "super":
			r := syntax.Ref(c, schema.RoleCall)
			r.Flags = lang.RefSelf
			ref = x.b.Ref(r)
		case "identifier", "qualified":
			if ref < 0 {
				x.chain([]sitter.Node{c})
				continue
			}
			x.b.RefAt(ref).Role = schema.RoleRead
			r := syntax.Ref(c, schema.RoleCall)
			r.Base = ref
			ref = x.b.Ref(r)
		case "arguments":
			args := x.arguments(c)
			if ref >= 0 {
				x.b.RefAt(ref).Args = args
				x.b.RefAt(ref).Flags |= lang.RefResult
			}
		case "assertion", "assert_statement":
			x.statement(c)
		}
	}
}

// redirected reads the constructor behind the "=" of a factory.
func (x *extractor) redirected(sig sitter.Node) {
	var after []sitter.Node
	seen := false
	for c := range sig.Children() {
		if seen {
			after = append(after, c)
		}
		seen = seen || c.Is("=")
	}
	ref := x.typeOf(after, schema.RoleType)
	if ref >= 0 {
		r := x.b.RefAt(ref)
		r.Role = schema.RoleCall
		r.Flags |= lang.RefNew
	}
}

// isBranch reports whether a node is one more way through a function.
func isBranch(n sitter.Node) bool {
	switch n.Kind() {
	case "if_statement", "if_element", "for_statement", "for_element", "while_statement", "do_statement", "catch_clause", "conditional_expression",
		"logical_and_operator", "logical_or_operator", "&&", "||", "??", "switch_statement_case":
		return true
	case "switch_expression_case":
		return n.FirstNamed().Text() != "_"
	}
	return false
}

// isNested reports whether a node has a complexity of its own.
func isNested(n sitter.Node) bool { return n.Is("local_function_declaration") }
