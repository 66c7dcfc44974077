package csharp

import (
	"strconv"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

func (x *extractor) call(n sitter.Node) int32 {
	function, args := n.Field("function"), n.Field("arguments")
	r := int32(lang.BaseUnknown)
	switch function.Kind() {
	case "identifier":
		if function.Text() == "nameof" {
			x.arguments(args, schema.None, schema.None)
			return baseOf(x.system(n, "String"))
		}
		r = x.named(function, schema.RoleCall)
	case "generic_name", "member_access_expression", "conditional_access_expression":
		r = x.named(function, schema.RoleCall)
	default: // The result of a call, an element, a delegate in parentheses.
		value := x.expr(function)
		x.arguments(args, schema.None, schema.None)
		return x.step(n, value, "()")
	}
	if r < 0 || x.b.RefAt(r).Role != schema.RoleCall {
		x.arguments(args, schema.None, schema.None)
		return lang.BaseUnknown
	}
	element := int32(schema.None)
	if ref := x.b.RefAt(r); ref.Base >= 0 && takesElement(ref.Name) {
		element = ref.Base
	}
	count := x.arguments(args, r, element)
	ref := x.b.RefAt(r)
	ref.Flags |= lang.RefResult
	ref.Args = count
	return r
}

// takesElement reports whether the lambda that a method of a collection or query takes
// gets an element of the receiver.
func takesElement(name string) bool {
	switch name {
	case "Where", "Select", "SelectMany", "First", "FirstOrDefault", "Last", "LastOrDefault", "Single", "SingleOrDefault", "Any", "All", "Count", "LongCount", "Sum", "Min", "Max", "Average", "MinBy", "MaxBy", "OrderBy",
		"OrderByDescending", "ThenBy", "ThenByDescending", "GroupBy", "ToDictionary", "ToLookup", "ToHashSet", "TakeWhile", "SkipWhile", "DistinctBy", "ForEach", "Find", "FindAll", "FindIndex", "FindLast", "Exists",
		"RemoveAll", "TrueForAll", "ConvertAll", "RemoveWhere", "Include", "ContinueWith", "FirstOrDefaultAsync", "FirstAsync", "SingleOrDefaultAsync", "SingleAsync", "AnyAsync", "AllAsync", "CountAsync", "ForEachAsync",
		"ToDictionaryAsync", "Partition", "CountBy":
		return true
	}
	return false
}

// arguments reads arguments and returns their number. callee is the reference to what is
// called; elements the value whose elements a lambda among them takes.
func (x *extractor) arguments(n sitter.Node, callee, elements int32) int32 {
	savedElements, savedCallee, savedPosition, savedTarget := x.elements, x.callee, x.position, x.target
	count, value := int32(0), int32(schema.None)
	for a := range n.NamedChildren() {
		x.elements, x.callee, x.target = schema.None, schema.None, schema.None
		if v := a.LastNamed(); v.Is("lambda_expression", "anonymous_method_expression", "declaration_expression") {
			x.elements = elements
			if callee >= 0 && (elements < 0 || v.Is("declaration_expression")) {
				if value < 0 {
					value = x.calleeValue(callee)
				}
				x.callee, x.position = value, int(count)
			}
		}
		x.argument(a)
		count++
	}
	x.elements, x.callee, x.position, x.target = savedElements, savedCallee, savedPosition, savedTarget
	return count
}

// calleeValue is what is called as a value: its parameters are asked for, not its result.
func (x *extractor) calleeValue(callee int32) int32 {
	r := *x.b.RefAt(callee)
	r.EndCol = r.Col
	if r.Flags&lang.RefNew != 0 {
		r.Role, r.Flags, r.Args = schema.RoleType, lang.RefImplicit, schema.None
		if r.Base == lang.BaseNone {
			return x.b.RefAs(typeKey(r.Name), r)
		}
		return x.b.Ref(r)
	}
	r.Flags = r.Flags&lang.RefSelf | lang.RefImplicit
	id := x.b.Ref(r)
	if r.Base == lang.BaseNone && r.Flags&lang.RefSelf == 0 {
		x.bare[r.Name] = append(x.bare[r.Name], id)
	}
	return id
}

// argument reads a value; the name of a named one is a parameter of whatever is called.
func (x *extractor) argument(n sitter.Node) int32 {
	if !n.Is("argument") {
		return x.expr(n)
	}
	out := int32(lang.BaseUnknown)
	for c := range n.Children() {
		if (c.Named() && !c.IsExtra() && c.FieldName() != "name") || c.Is("this", "base") {
			out = x.expr(c)
		}
	}
	return out
}

// creation reads "new T(…) { … }".
func (x *extractor) creation(n sitter.Node) int32 {
	typ := n.Field("type")
	ref := x.typ(typ, schema.RoleCall)
	callee := int32(schema.None)
	if ref >= 0 {
		if r := x.b.RefAt(ref); r.Role == schema.RoleCall {
			r.Flags |= lang.RefNew | lang.RefResult
			callee = ref
		}
	}
	args := x.arguments(n.Field("arguments"), callee, schema.None)
	if callee >= 0 {
		x.b.RefAt(ref).Args = args
	}
	x.initializers(n.Field("initializer"), baseOf(ref))
	if ref >= 0 && typ.Is("generic_name") { // What a new collection holds.
		if held := x.held(typ, ref); held >= 0 {
			return held
		}
	}
	return baseOf(ref)
}

// held is the value of a new collection of the library, whose head is a reference: the
// references to its type arguments follow that one.
func (x *extractor) held(typ sitter.Node, head int32) int32 {
	at, ok := holds(x.b.RefAt(head).Name)
	args := typ.Child("type_argument_list")
	if !ok || !args.Ok() {
		return lang.BaseUnknown
	}
	i := 0
	for c := range args.NamedChildren() {
		if i == at {
			if !c.Is("identifier", "predefined_type") {
				return lang.BaseUnknown
			}
			name := identifier(c)
			if c.Is("predefined_type") {
				r := x.system(c, predefined(name))
				if r >= 0 {
					x.b.RefAt(r).Flags |= lang.RefContainer
				}
				return r
			}
			r := syntax.Ref(c, schema.RoleType)
			r.Name, r.EndCol, r.Flags = name, r.Col, lang.RefImplicit|lang.RefContainer
			return x.b.RefAs(typeKey(name), r)
		}
		i++
	}
	return lang.BaseUnknown
}

// targetCreation reads "new(…) { … }", whose type is that of what it is for.
func (x *extractor) targetCreation(n sitter.Node) int32 {
	value := int32(lang.BaseUnknown)
	if x.target >= 0 {
		r := x.b.RefAt(x.target)
		value = x.implicit(n, x.target, "=")
		if r.Role == schema.RoleType && r.Flags&lang.RefContainer == 0 {
			x.b.RefAt(value).Flags |= lang.RefResult
		}
	}
	x.arguments(n.Child("argument_list"), schema.None, schema.None)
	x.initializers(n.Child("initializer_expression"), value)
	return value
}

// initializers reads { A = 1, [k] = v, x }: assignments set members of value.
func (x *extractor) initializers(n sitter.Node, value int32) {
	for c := range n.NamedChildren() {
		if left := c.Field("left"); c.Is("assignment_expression") && left.Is("identifier") {
			x.set(left, c.Field("right"), value)
			continue
		}
		x.expr(c)
	}
}

// set reads "A = v" in an initialiser of value.
func (x *extractor) set(name, right sitter.Node, value int32) {
	r := syntax.Ref(name, schema.RoleWrite)
	r.Name = identifier(name)
	r.Base = value
	target := x.b.Ref(r)
	if right.Is("initializer_expression") {
		x.initializers(right, target)
		return
	}
	x.value(right, target)
}

// elementsOf reads the elements of an array or a collection.
func (x *extractor) elementsOf(n sitter.Node) {
	x.initializers(n, lang.BaseUnknown)
}

// lambda reads an anonymous function. A parameter without a type is an element of the
// collection that the method is called on, or of the type that the method says.
func (x *extractor) lambda(n sitter.Node) {
	elements, callee, position := x.elements, x.callee, x.position
	x.elements, x.callee, x.target = schema.None, schema.None, schema.None
	x.b.Open(lang.ScopeBlock, schema.None)
	defer x.b.Close()
	context := int32(schema.None)
	index := 0
	known := func(id int32, at sitter.Node) {
		s := x.b.Symbol(id)
		switch {
		case s.Type >= 0 || s.Init >= 0:
		case elements >= 0:
			if index == 0 {
				s.Init = x.implicit(at, elements, "[*")
			}
		case callee >= 0:
			if context < 0 {
				context = x.implicit(n, callee, "("+strconv.Itoa(position))
			}
			init := x.implicit(at, context, "("+strconv.Itoa(index))
			x.b.Symbol(id).Init = init
		}
		index++
	}
	switch p := n.Field("parameters"); p.Kind() {
	case "implicit_parameter":
		known(x.local(syntax.Symbol(p, p, schema.KindParameter)), p)
	default:
		for c := range p.NamedChildren() {
			if !c.Is("parameter") {
				continue
			}
			before := len(x.b.Facts().Symbols)
			x.parameter(c)
			if name := c.Field("name"); len(x.b.Facts().Symbols) > before {
				known(x.b.Bound(identifier(name)), name)
			} else {
				index++
			}
		}
	}
	if t := n.Field("type"); t.Ok() {
		x.typ(t, schema.RoleType)
	}
	switch body := n.Field("body"); {
	case body.Is("block"):
		x.statements(body)
	case body.Ok():
		x.expr(body)
	default:
		x.statements(n.Child("block"))
	}
}
