package ecma

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// wrapper says how the value of a generic type of the library stands to its argument.
type wrapper uint8

const (
	wrapNone   wrapper = iota
	wrapSame           // The argument itself: Readonly<T>.
	wrapHolder         // A container of the first argument.
	wrapValues         // A container of the last argument: Record<K, V>.
	wrapResult         // What a call of the argument returns.
	wrapSkip           // Nothing known.
)

func wrapperOf(name string) wrapper {
	switch name {
	case "Partial", "Required", "Readonly", "NonNullable", "Omit", "Pick", "Awaited", "Exclude", "Extract", "ThisType", "NoInfer":
		return wrapSame
	case "Array", "ReadonlyArray", "Promise", "PromiseLike", "Set", "ReadonlySet", "WeakSet", "Iterable", "IterableIterator", "Iterator", "Generator",
		"AsyncGenerator", "AsyncIterable", "AsyncIterator", "ArrayLike", "WeakRef":
		return wrapHolder
	case "Map", "ReadonlyMap", "WeakMap", "Record":
		return wrapValues
	case "ReturnType", "InstanceType":
		return wrapResult
	case "Parameters", "ConstructorParameters":
		return wrapSkip
	}
	return wrapNone
}

// typeOf reads a type and returns the reference whose instance a value of that
// type is, -1 for none.
func (e *extractor) typeOf(n sitter.Node) int32 {
	switch n.Kind() {
	case "", "predefined_type", "literal_type", "this_type", "existential_type":
		return schema.None
	case "type_annotation", "parenthesized_type", "readonly_type", "optional_type", "constraint", "default_type", "flow_maybe_type",
		"opting_type_annotation", "omitting_type_annotation", "adding_type_annotation":
		return e.typeOf(n.FirstNamed())
	case "type_identifier", "identifier":
		return e.typeRef(n, schema.RoleType)
	case "nested_type_identifier":
		base := e.expr(n.Field("module"), schema.None)
		return e.ref(n.Field("name"), schema.RoleType, baseOf(base))
	case "generic_type":
		return e.generic(n)
	case "array_type", "tuple_type", "rest_type":
		first := int32(schema.None)
		for c := range n.NamedChildren() {
			if c.Is("required_parameter", "optional_parameter") {
				c = c.Field("type")
			}
			if id := e.typeOf(c); first < 0 {
				first = id
			}
		}
		if first >= 0 && !n.Is("rest_type") {
			e.b.RefAt(first).Flags |= lang.RefContainer
		}
		return first
	case "union_type", "intersection_type":
		first := int32(schema.None)
		for c := range n.NamedChildren() {
			first = e.telling(first, e.typeOf(c))
		}
		return first
	case "type_query":
		return e.expr(n.FirstNamed(), schema.None)
	case "lookup_type":
		return e.lookup(n)
	case "index_type_query":
		e.typeOf(n.FirstNamed())
		return schema.None
	case "object_type", "function_type", "constructor_type":
		return e.anonymous(n)
	case "conditional_type":
		e.b.Open(lang.ScopeBlock, schema.None)
		e.typeOf(n.Field("left"))
		e.typeOf(n.Field("right"))
		first := e.typeOf(n.Field("consequence"))
		if id := e.typeOf(n.Field("alternative")); first < 0 {
			first = id
		}
		e.b.Close()
		return first
	case "infer_type":
		name := n.FirstNamed()
		s := lang.NewSymbol(name.Text(), schema.KindTypeParameter)
		s.Span = syntax.Span(n)
		s.NameLine, s.NameCol = name.Start()
		id := e.b.DefineHidden(s)
		e.b.Bind(typeKey(s.Name), id)
		e.b.Symbol(id).Type = e.typeOf(name.NextSibling().NextSibling())
		return schema.None
	case "type_predicate_annotation", "type_predicate", "asserts_annotation", "asserts":
		for c := range n.NamedChildren() {
			if c.FieldName() == "name" || c.Is("identifier") {
				e.ref(c, schema.RoleRead, lang.BaseNone)
			} else {
				e.typeOf(c)
			}
		}
		return schema.None
	case "template_literal_type", "template_type":
		for c := range n.NamedChildren() {
			e.typeOf(c)
		}
		return schema.None
	case "string", "string_fragment", "number":
		return schema.None
	case "member_expression", "call_expression", "subscript_expression":
		return e.expr(n, schema.None)
	}
	for c := range n.NamedChildren() {
		e.typeOf(c)
	}
	return schema.None
}

// telling returns which of two parts of a union stands for it: the first, unless
// that is a type of the platform and the other is not.
func (e *extractor) telling(first, other int32) int32 {
	if first < 0 || other >= 0 && e.isLibrary(first) && !e.isLibrary(other) {
		return other
	}
	return first
}

// isLibrary reports whether a reference names a type of the platform, which of the
// parts of a union says the least about the members that are used of it.
func (e *extractor) isLibrary(ref int32) bool {
	r := e.b.RefAt(ref)
	if r.Base != lang.BaseNone || r.Target >= 0 {
		return false
	}
	switch r.Name {
	case "Error", "TypeError", "Date", "RegExp", "Function", "Object", "Request", "Response", "Headers", "URL", "URLSearchParams", "Blob", "File",
		"FormData", "ArrayBuffer", "Uint8Array", "DataView", "ReadableStream", "WritableStream", "AbortSignal", "Event", "EventTarget",
		"Element", "HTMLElement", "Node", "Document", "Window", "Buffer", "String", "Number", "Boolean", "Symbol":
		return true
	}
	return false
}

func (e *extractor) typeArguments(n sitter.Node) []int32 {
	var out []int32
	for c := range n.NamedChildren() {
		out = append(out, e.typeOf(c))
	}
	return out
}

func (e *extractor) generic(n sitter.Node) int32 {
	name := n.Field("name")
	own := e.typeOf(name)
	args := e.typeArguments(n.Field("type_arguments"))
	first, last := int32(schema.None), int32(schema.None)
	if len(args) > 0 {
		first, last = args[0], args[len(args)-1]
	}
	switch wrapperOf(name.Text()) {
	case wrapSame:
		return first
	case wrapHolder:
		if first >= 0 {
			e.b.RefAt(first).Flags |= lang.RefContainer
		}
		return first
	case wrapValues:
		if last >= 0 {
			e.b.RefAt(last).Flags |= lang.RefContainer
		}
		return last
	case wrapResult:
		if first >= 0 {
			return e.implicit(n, "()", first, 0)
		}
		return schema.None
	case wrapSkip:
		return schema.None
	}
	return own
}

// lookup reads T['k']: the member k of T.
func (e *extractor) lookup(n sitter.Node) int32 {
	var parts []sitter.Node
	for c := range n.NamedChildren() {
		parts = append(parts, c)
	}
	if len(parts) != 2 {
		return schema.None
	}
	object := e.typeOf(parts[0])
	if key := parts[1].FirstNamed(); parts[1].Is("literal_type") && key.Is("string") && object >= 0 {
		r := lang.NewRef(nameText(key), schema.RoleRead)
		r.Line, r.Col = key.Start()
		_, r.EndCol = key.End()
		r.Base = object
		return e.add(r)
	}
	e.typeOf(parts[1])
	if object >= 0 && parts[1].Is("predefined_type") { // T[number]
		return e.implicit(n, "[]", object, 0)
	}
	return schema.None
}

// anonymous gives a type that is spelled out inside another a declaration of its
// own, so that its members can be found, and returns a reference to it.
func (e *extractor) anonymous(n sitter.Node) int32 {
	s := lang.NewSymbol("{}", schema.KindTypeParameter)
	s.Span = syntax.Span(n)
	s.Flags |= schema.SymbolSynthetic
	id := e.b.DefineHidden(s)
	if n.Is("object_type") {
		e.objectType(n, id)
	} else {
		e.callSignature(n, id)
	}
	r := lang.NewRef("{}", schema.RoleType)
	r.Line, r.Col = n.Start()
	r.EndCol = r.Col
	r.Flags = lang.RefImplicit
	r.Target = id
	return e.add(r)
}
