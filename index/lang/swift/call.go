package swift

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/store/schema"
)

// freeKey is the key under which free functions are looked up in the file's scopes:
// nothing is bound under it, see the package comment.
const freeKey = "()"

// navigation reads a member of a value.
func (x *extractor) navigation(n sitter.Node) int32 {
	base := x.expr(n.Field("target"))
	name := n.Field("suffix").Field("suffix")
	for c := range n.Children() { // Arguments of a type before the dot, an error within.
		if c.IsError() || c.Is("type_arguments") {
			x.expr(c)
		}
	}
	if !name.Is("simple_identifier") {
		return lang.BaseUnknown // An element of a tuple.
	}
	r := x.ref(name, schema.RoleRead)
	if r.Name == "self" {
		return base
	}
	r.Flags = 0
	r.Base = base
	return x.b.Ref(r)
}

// callParts are the parts of a call.
type callParts struct {
	callee, args sitter.Node
	suffix       sitter.Node
	subscript    bool
}

func partsOf(n sitter.Node) callParts {
	var p callParts
	for c := range n.NamedChildren() {
		switch {
		case c.Is("call_suffix", "constructor_suffix"):
			p.suffix = c
			p.args = c.Child("value_arguments")
			p.subscript = p.args.Child("[").Ok()
		case !p.callee.Ok():
			p.callee = operand(c)
		}
	}
	return p
}

// operand is what a call is of: the grammar binds operators before a value tighter
// than calls, Swift the other way round.
func operand(n sitter.Node) sitter.Node {
	for n.Is("prefix_expression") && n.Field("operation").Kind() != "." && n.Field("target").Ok() {
		n = n.Field("target")
	}
	return n
}

func (x *extractor) call(n sitter.Node, expected int32) int32 {
	p := partsOf(n)
	for c := range n.Children() {
		if c.IsError() && c != p.callee {
			x.expr(c)
		}
	}
	if p.subscript {
		base := x.expr(p.callee)
		x.suffix(p.suffix, schema.None)
		return x.element(base, n)
	}
	base := int32(lang.BaseNone)
	var name sitter.Node
	switch p.callee.Kind() {
	case "simple_identifier":
		name = p.callee
	case "navigation_expression":
		base = x.expr(p.callee.Field("target"))
		if name = p.callee.Field("suffix").Field("suffix"); !name.Is("simple_identifier") {
			name = sitter.Node{}
		}
		for c := range p.callee.Children() {
			if c.IsError() || c.Is("type_arguments") {
				x.expr(c)
			}
		}
	case "prefix_expression":
		target := p.callee.Field("target")
		if p.callee.Field("operation").Kind() != "." || !target.Is("simple_identifier") {
			base = x.expr(p.callee)
			break
		}
		name = target
		if base = expected; expected < 0 {
			base = lang.BaseUnknown
		}
	case "array_literal", "dictionary_literal":
		x.suffix(p.suffix, schema.None)
		return x.collection(p.callee)
	case "call_expression", "lambda_literal":
		value := x.expr(p.callee)
		x.suffix(p.suffix, schema.None)
		if p.callee.Is("lambda_literal") || p.args.Ok() {
			return lang.BaseUnknown
		}
		return value // A trailing closure on a line of its own.
	default:
		x.expr(p.callee)
	}
	if !name.Ok() || isWord(name.Text()) && base == lang.BaseNone {
		x.suffix(p.suffix, schema.None)
		return lang.BaseUnknown
	}
	return x.invoke(name, base, p)
}

// invoke refers to the name that a call calls and reads its arguments.
func (x *extractor) invoke(name sitter.Node, base int32, p callParts) int32 {
	r := x.ref(name, schema.RoleCall)
	if base != lang.BaseNone {
		r.Flags = 0
	}
	r.Base = base
	given := int32(schema.None)
	if base >= 0 && givesElement(r.Name) {
		given = x.element(base, name)
	}
	var selector bool
	r.Args, selector = x.suffix(p.suffix, given)
	if selector { // f(_:to:) names a function.
		r.Role, r.Args = schema.RoleRead, schema.None
	} else {
		r.Flags |= lang.RefResult
	}
	text := r.Name
	var id int32
	switch {
	case base != lang.BaseNone || isUpper(text) || r.Flags&lang.RefSelf != 0 || x.isLocal(text):
		id = x.b.Ref(r)
	default:
		id = x.b.RefAs(freeKey, r)
	}
	if selector {
		return lang.BaseUnknown
	}
	return id
}

// construct reads "Type<Argument>(…)".
func (x *extractor) construct(n sitter.Node) int32 {
	typ := n.Field("constructed_type")
	if typ.Is("array_type", "dictionary_type") {
		t := x.typ(typ, schema.RoleType)
		x.suffix(partsOf(n).suffix, schema.None)
		if t >= 0 {
			x.b.RefAt(t).Flags |= lang.RefResult
		}
		return baseOf(t)
	}
	head := x.typ(typ, schema.RoleCall)
	args, _ := x.suffix(partsOf(n).suffix, schema.None)
	if head < 0 {
		return lang.BaseUnknown
	}
	r := x.b.RefAt(head)
	r.Flags |= lang.RefResult
	r.Args = args
	return head
}

// collection reads "[Type]()" and "[Key: Type]()": an empty collection.
func (x *extractor) collection(n sitter.Node) int32 {
	last := int32(lang.BaseUnknown)
	for c := range n.NamedChildren() {
		if last = x.expr(c); last >= 0 {
			x.b.RefAt(last).Role = schema.RoleType
		}
	}
	if last >= 0 {
		x.b.RefAt(last).Flags |= lang.RefContainer | lang.RefResult
	}
	return last
}

// suffix reads the arguments and trailing closures of a call, counts them and says
// whether they are but labels.
func (x *extractor) suffix(n sitter.Node, given int32) (count int32, selector bool) {
	for c := range n.Children() {
		switch c.Kind() {
		case "value_arguments":
			for a := range c.NamedChildren() {
				if !a.Is("value_argument") {
					x.expr(a)
					continue
				}
				count++
				for v := range a.Children() {
					switch {
					case v.FieldName() == "reference_specifier":
						selector = true
					case v.FieldName() == "name", !v.Named() && !v.IsError(), v.IsExtra() && !v.IsError():
					default:
						x.given = given
						x.expr(v)
						x.given = schema.None
					}
				}
			}
		case "lambda_literal":
			count++
			x.given = given
			x.expr(c)
			x.given = schema.None
		case "simple_identifier": // The label of a trailing closure.
		default:
			if c.Named() && !c.IsExtra() || c.IsError() {
				x.expr(c)
			}
		}
	}
	return count, selector
}

// givesElement reports the functions of collections that hand each element to a closure.
func givesElement(name string) bool {
	switch name {
	case "map", "compactMap", "flatMap", "filter", "forEach", "first", "last", "firstIndex", "lastIndex", "contains", "allSatisfy", "sorted", "sort", "min", "max",
		"removeAll", "drop", "prefix", "partition", "split", "sink":
		return true
	}
	return false
}

// closure reads a closure and returns the value of its only statement.
func (x *extractor) closure(n sitter.Node) int32 {
	given := x.given
	result := x.result
	x.given, x.result = schema.None, schema.None
	x.open(lang.ScopeFunction, schema.None)
	typ := n.Field("type")
	params := typ.Child("lambda_function_type_parameters")
	top := &x.scopes[len(x.scopes)-1]
	top.closure, top.given, top.at = !params.Ok(), given, n
	value := int32(lang.BaseUnknown)
	for c := range n.Children() {
		switch c.Kind() {
		case "capture_list":
			x.captures(c)
		case "lambda_function_type":
			for k := range c.NamedChildren() {
				if k.Is("lambda_function_type_parameters") {
					x.closureParameters(k, given)
				} else {
					t := x.typ(k, schema.RoleType)
					if x.result == schema.None {
						x.result = t
					}
				}
			}
		case "statements":
			value = x.statements(c)
		case "attribute":
			x.attribute(c)
		default:
			if c.IsError() || c.Named() && !c.IsExtra() {
				x.expr(c)
			}
		}
	}
	x.close()
	x.given, x.result = given, result
	return value
}

func (x *extractor) closureParameters(n sitter.Node, given int32) {
	first := true
	for p := range n.NamedChildren() {
		if !p.Is("lambda_parameter") {
			x.expr(p)
			continue
		}
		var name, typ sitter.Node
		for c := range p.NamedChildren() {
			switch {
			case c.Is("attribute"):
				x.attribute(c)
			case c.Is("parameter_modifiers", "type_modifiers"):
				x.attributes(c, false)
			case c.Is("simple_identifier") && !typ.Ok():
				name = c
			case c.Is("self_expression"):
			default:
				typ = c
			}
		}
		t := x.typ(typ, schema.RoleType)
		id := x.local(name, p, schema.KindParameter, t)
		if first && id != schema.None && t == schema.None {
			x.b.Symbol(id).Init = given
		}
		first = false
	}
}

// captures reads "[weak self, a = b, c]".
func (x *extractor) captures(n sitter.Node) {
	for c := range n.NamedChildren() {
		name, value := c.Field("name"), c.Field("value")
		if !name.Ok() || name.Text() == "self" {
			x.expr(value)
			continue
		}
		if !value.Ok() {
			x.expr(name)
			continue
		}
		mark := len(x.b.Facts().Refs)
		v := x.expr(value)
		x.bind([]bound{{name, initOf(v), schema.None}}, mark)
	}
}

// element is an element of a value, a step of inference without a token.
func (x *extractor) element(value int32, at sitter.Node) int32 {
	if value < 0 {
		return value
	}
	r := lang.NewRef("[]", schema.RoleRead)
	r.Flags = lang.RefImplicit
	r.Base = value
	r.Line, r.Col = at.Start()
	r.EndCol = r.Col
	return x.b.Ref(r)
}
