package scala

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// call reads a call, of which "f[T](a)(b) { … }" is one with several lists.
func (x *extractor) call(n sitter.Node) int32 {
	if x.suite && x.testCall(n) {
		return lang.BaseUnknown
	}
	function, args := n.Field("function"), n.Field("arguments")
	var types sitter.Node
	if function.Is("generic_function") {
		types = function.Field("type_arguments")
		function = function.Field("function")
	}
	id, given := int32(lang.BaseUnknown), int32(lang.BaseUnknown)
	switch function.Kind() {
	case "identifier", "operator_identifier":
		r := x.ref(function, schema.RoleCall)
		switch r.Name {
		case "this", "super":
			r.Flags = lang.RefSelf // Another constructor.
		default:
			r.Flags = lang.RefResult
		}
		if id = x.b.Ref(r); !binds(r.Name) {
			x.b.LookupAs(id, typeKey(r.Name)) // A class before its companion.
		}
	case "field_expression":
		id = x.field(function, schema.RoleCall)
		r := x.b.RefAt(id)
		r.Flags |= lang.RefResult
		if r.Base >= 0 && takesElement(r.Name) {
			given = x.element(r.Base, function)
		}
	default:
		id = x.expr(function) // Lists after the first, or a function that is computed.
		x.typeArguments(types)
		x.list(args, lang.BaseUnknown)
		return id
	}
	x.typeArguments(types)
	count := x.list(args, given)
	x.b.RefAt(id).Args = count
	return id
}

// typeArguments reads type arguments and returns the reference to the first.
func (x *extractor) typeArguments(n sitter.Node) int32 {
	first, i := int32(schema.None), 0
	for t := range n.NamedChildren() {
		if r := x.typ(t, schema.RoleType); i == 0 {
			first = r
		}
		i++
	}
	return first
}

// list reads one list of arguments and returns how many it has; given is what a
// function among them gets.
func (x *extractor) list(n sitter.Node, given int32) int32 {
	saved := x.given
	x.given = given
	defer func() { x.given = saved }()
	switch n.Kind() {
	case "arguments":
		return x.arguments(n)
	case "block":
		x.open(lang.ScopeBlock, schema.None)
		x.members(n)
		x.close()
	case "colon_argument":
		x.colonArgument(n)
	default:
		x.expr(n)
	}
	return 1
}

func (x *extractor) colonArgument(n sitter.Node) {
	given := x.given
	x.open(lang.ScopeBlock, schema.None)
	defer x.close()
	for c := range n.Children() {
		switch {
		case c.FieldName() == "lambda_start":
			switch c.Kind() {
			case "bindings":
				x.bindings(c, given)
			case "identifier":
				if id := x.local(c, c, schema.KindParameter, schema.None); id != schema.None {
					x.b.Symbol(id).Init = initOf(given)
				}
			}
		case c.Is("indented_block"):
			x.members(c)
		case c.Named() && !c.IsExtra():
			x.expr(c)
		}
	}
}

// arguments reads what stands between round brackets.
func (x *extractor) arguments(n sitter.Node) int32 {
	count := int32(0)
	given, placeholder := x.given, x.placeholder
	for a := range n.NamedChildren() {
		x.given, x.placeholder = lang.BaseUnknown, lang.BaseUnknown
		switch {
		case a.Is("lambda_expression", "case_block", "block"):
			x.given = given
		case given >= 0:
			x.placeholder = given
		case placeholder >= 0:
			x.placeholder = placeholder
		}
		count++
		if a.Is("assignment_expression") && a.Field("left").Is("identifier") {
			x.expr(a.Field("right")) // The name of a parameter.
			continue
		}
		x.expr(a)
	}
	x.given, x.placeholder = given, placeholder
	return count
}

// takesElement reports whether the function that a method of a collection takes gets
// an element of the receiver.
func takesElement(name string) bool {
	switch name {
	case "foreach", "map", "filter", "filterNot", "flatMap", "exists", "forall", "find", "count", "collect", "collectFirst", "withFilter", "partition", "groupBy", "sortBy", "maxBy", "minBy",
		"takeWhile", "dropWhile", "span", "indexWhere", "lastIndexWhere", "distinctBy", "groupMap", "foldMap", "traverse", "tapEach", "contramap", "fold", "partitionMap", "mapConserve", "mapN":
		return true
	}
	return false
}

// instance reads "new Base(arguments) with Other { … }".
func (x *extractor) instance(n sitter.Node) int32 {
	var types []sitter.Node
	var args, body sitter.Node
	for c := range n.NamedChildren() {
		switch {
		case c.Is("arguments"):
			args = c
		case c.Is("template_body"):
			body = c
		default:
			types = append(types, c)
		}
	}
	first := sitter.Node{}
	if len(types) > 0 {
		first = types[0]
	}
	named := first
	if named.Is("compound_type") {
		named = named.Field("base")
	}
	ref := x.typ(named, schema.RoleCall)
	count := x.arguments(args)
	if ref >= 0 {
		r := x.b.RefAt(ref)
		r.Flags |= lang.RefNew | lang.RefResult
		r.Args = count
	}
	if first.Is("compound_type") {
		for c := range first.NamedChildren() {
			if c.FieldName() == "extra" && !body.Ok() {
				x.typ(c, schema.RoleType)
			}
		}
	}
	if body.Ok() {
		return x.anonymousClass(n, body, lastName(named), types)
	}
	return baseOf(ref)
}

// infix is a call of the operator: of its left side, or of its right one when the
// operator ends in a colon.
func (x *extractor) infix(n sitter.Node) int32 {
	left, op, right := n.Field("left"), n.Field("operator"), n.Field("right")
	name := op.Text()
	switch name {
	case "&&", "||":
		x.branches++
		x.expr(left)
		x.expr(right)
		return lang.BaseUnknown
	case "==", "!=", "<", ">", "<=", ">=", "eq", "ne", "->":
		x.expr(left)
		x.expr(right)
		return lang.BaseUnknown
	case "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=":
		x.expr(right)
		x.assigned(left)
		return lang.BaseUnknown
	case "with":
		// "new A with B { }", which the grammar takes for an operator.
		if isMixin(left) {
			return x.mixin(n, left, right)
		}
	}
	if x.suite && x.testInfix(n, left, name, right) {
		return lang.BaseUnknown
	}
	receiver, argument := left, right
	if strings.HasSuffix(name, ":") {
		receiver, argument = right, left
	}
	base := x.expr(receiver)
	if receiver.Is("string", "interpolated_string_expression") {
		base = x.stringValue(receiver)
	}
	r := x.ref(op, schema.RoleCall)
	r.Flags = lang.RefResult
	r.Base = base
	r.Args = 1
	if argument.Is("tuple_expression") {
		r.Args = schema.None
	}
	id := x.b.Ref(r)
	given := int32(lang.BaseUnknown)
	if base >= 0 && takesElement(r.Name) {
		given = x.element(base, receiver)
	}
	saved, placeholder := x.given, x.placeholder
	x.given = given
	if given >= 0 && !argument.Is("lambda_expression", "case_block", "block") {
		x.given, x.placeholder = lang.BaseUnknown, given
	}
	if argument.Is("colon_argument") {
		x.colonArgument(argument)
	} else {
		x.expr(argument)
	}
	x.given, x.placeholder = saved, placeholder
	return id
}

// mixin reads "new A with B { }" as an instance of a class of its own.
func (x *extractor) mixin(n, left, right sitter.Node) int32 {
	value := int32(lang.BaseUnknown)
	var others []sitter.Node
	for {
		if left.Is("generic_function") { // Type arguments of the last one.
			x.typeArguments(left.Field("type_arguments"))
			left = left.Field("function")
		}
		if !left.Is("infix_expression") {
			break
		}
		others = append(others, left.Field("right"))
		left = left.Field("left")
	}
	body := sitter.Node{}
	if right.Is("call_expression") {
		body = right.Field("arguments")
		right = right.Field("function")
	}
	if body.Is("block") {
		base := "class"
		for c := range left.NamedChildren() {
			base = lastName(c)
			break
		}
		value = x.mixed(n, body, base, left, append(others, right))
	} else {
		value = x.expr(left)
		for _, o := range append(others, right) {
			x.mixedType(o, schema.RoleType)
		}
		x.expr(body)
	}
	return value
}

// isMixin reports whether an expression is "new A with B", as the grammar reads it.
func isMixin(n sitter.Node) bool {
	for {
		switch {
		case n.Is("infix_expression") && n.Field("operator").Text() == "with":
			n = n.Field("left")
		case n.Is("generic_function"):
			n = n.Field("function")
		default:
			return n.Is("instance_expression")
		}
	}
}

// mixed reads the class that "new A with B { }" makes.
func (x *extractor) mixed(n, body sitter.Node, base string, first sitter.Node, others []sitter.Node) int32 {
	var types []sitter.Node
	var args sitter.Node
	for c := range first.NamedChildren() {
		if c.Is("arguments") {
			args = c
			continue
		}
		types = append(types, c)
	}
	if len(types) > 0 {
		if ref := x.typ(types[0], schema.RoleCall); ref >= 0 {
			r := x.b.RefAt(ref)
			r.Flags |= lang.RefNew
			r.Args = x.arguments(args)
		}
	}
	return x.anonymousClass(n, body, base, append(types, others...))
}

// mixedType reads a type that the grammar takes for an operand.
func (x *extractor) mixedType(n sitter.Node, role schema.Role) {
	if n.Is("generic_function") {
		x.typeArguments(n.Field("type_arguments"))
		n = n.Field("function")
	}
	if n.Is("identifier") {
		x.typeRef(n, role)
		return
	}
	if r := x.expr(n); r >= 0 && n.Is("field_expression") {
		x.b.RefAt(r).Role = role
	}
}

func (x *extractor) postfix(n sitter.Node) int32 {
	value, op := n.FirstNamed(), n.LastNamed()
	base := x.expr(value)
	r := x.ref(op, schema.RoleCall)
	r.Flags = lang.RefResult
	r.Base = base
	r.Args = 0
	return x.b.Ref(r)
}

// testCall reads a case of a suite: test("name") { … }, also with tags or a second list.
func (x *extractor) testCall(n sitter.Node) bool {
	body := n.Field("arguments")
	inner := n.Field("function")
	if !inner.Is("call_expression") || !body.Is("block", "arguments", "colon_argument", "case_block") {
		return false
	}
	name := inner.Field("function")
	if !name.Is("identifier") || !isCase(name.Text()) {
		return false
	}
	title := inner.Field("arguments").FirstNamed()
	if !title.Is("string") {
		return false
	}
	r := x.ref(name, schema.RoleCall)
	r.Args = 1
	x.b.Ref(r)
	x.testBody(n, title, caseName(title), body)
	return true
}

// testInfix reads a case of a suite: "a" should "b" in { … }, "a" >> { … }.
func (x *extractor) testInfix(n, left sitter.Node, op string, right sitter.Node) bool {
	if !isVerb(op) || !right.Is("block", "colon_argument", "parenthesized_expression", "case_block") {
		return false
	}
	first, name := left, ""
	for first.Is("infix_expression") {
		if !isVerb(first.Field("operator").Text()) {
			return false
		}
		first = first.Field("left")
	}
	if !first.Is("string") && !(first.Is("identifier") && (first.Text() == "it" || first.Text() == "they" || first.Text() == "behavior")) {
		return false
	}
	for d := left; ; d = d.Field("left") {
		part := d
		word := ""
		if d.Is("infix_expression") {
			part, word = d.Field("right"), d.Field("operator").Text()+" "
		}
		if part.Is("string") {
			name = strings.TrimSpace(word + caseName(part) + " " + name)
		}
		if !d.Is("infix_expression") {
			break
		}
	}
	if name == "" {
		return false
	}
	x.testBody(n, first, syntax.Line(name), right)
	return true
}

// caseName is the text of a string literal without its quotes, on one line.
func caseName(n sitter.Node) string { return syntax.Line(strings.Trim(n.Text(), "\"")) }

// testBody declares a case and reads its body.
func (x *extractor) testBody(n, title sitter.Node, name string, body sitter.Node) {
	s := syntax.Symbol(n, title, schema.KindFunction)
	if title.Is("string") {
		s.NameCol++ // Behind the quote.
	}
	s.Name = name
	s.Flags = schema.SymbolTest
	s.Visibility = schema.VisibilityPrivate
	s.Signature = signature(n, body)
	s.BodyHash = body.Hash(isNested)
	id := x.b.DefineHidden(s)
	x.open(lang.ScopeFunction, id)
	saved := x.branches
	x.branches = 0
	x.list(body, lang.BaseUnknown)
	x.close()
	x.b.Symbol(id).Complexity = 1 + x.branches
	x.branches = saved
}
