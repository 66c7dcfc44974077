package python

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/store/schema"
)

// wrapper says how the value of a generic type of the library stands to its argument.
type wrapper uint8

const (
	wrapNone   wrapper = iota
	wrapSame           // The argument itself: Optional[T].
	wrapHolder         // A container of the first argument.
	wrapValues         // A container of the last argument: dict[K, V].
	wrapClass          // The class itself: type[T].
	wrapSkip           // Arguments say nothing of the value.
)

func wrapperOf(name string) wrapper {
	switch name {
	case "Optional", "Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly", "Union", "ContextManager", "AbstractContextManager", "InitVar":
		return wrapSame
	case "list", "List", "set", "Set", "frozenset", "FrozenSet", "tuple", "Tuple", "Sequence", "MutableSequence", "Iterable", "Iterator", "Collection",
		"Deque", "deque", "Awaitable", "AsyncIterator", "AsyncIterable", "Generator", "AsyncGenerator", "Container", "AbstractSet", "MutableSet", "ContextVar", "LocalProxy", "LocalStack":
		return wrapHolder
	case "dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "DefaultDict", "OrderedDict", "Coroutine":
		return wrapValues
	case "type", "Type":
		return wrapClass
	case "Callable", "Literal", "Concatenate":
		return wrapSkip
	}
	return wrapNone
}

// typeOf reads a type annotation and returns the reference whose instance a value
// of that type is, -1 for none.
func (e *extractor) typeOf(n sitter.Node) int32 {
	switch n.Kind() {
	case "":
		return schema.None
	case "type", "parenthesized_expression":
		return e.typeOf(n.FirstNamed())
	case "identifier":
		return e.ref(n, schema.RoleType, lang.BaseNone)
	case "attribute":
		base := e.expr(n.Field("object"))
		return e.ref(n.Field("attribute"), schema.RoleType, baseOf(base))
	case "member_type":
		base := e.typeOf(n.FirstNamed())
		return e.ref(n.LastNamed(), schema.RoleType, baseOf(base))
	case "subscript":
		return e.generic(n, n.Field("value"), func(yield func(sitter.Node)) {
			for c := range n.NamedChildren() {
				if c.FieldName() == "subscript" {
					yield(c)
				}
			}
		})
	case "generic_type":
		return e.generic(n, n.FirstNamed(), func(yield func(sitter.Node)) {
			for c := range n.Child("type_parameter").NamedChildren() {
				yield(c)
			}
		})
	case "binary_operator", "union_type":
		first := int32(schema.None)
		for c := range n.NamedChildren() {
			if id := e.typeOf(c); first < 0 {
				first = id
			}
		}
		return first
	case "string":
		return e.quoted(n.Child("string_content"))
	case "list", "tuple", "expression_list":
		first := int32(schema.None)
		for c := range n.NamedChildren() {
			if id := e.typeOf(c); first < 0 {
				first = id
			}
		}
		return first
	case "none", "ellipsis":
		return schema.None
	}
	return e.expr(n)
}

func (e *extractor) generic(n, head sitter.Node, args func(func(sitter.Node))) int32 {
	name := head.Text()
	if head.Is("attribute") {
		name = head.Field("attribute").Text()
	}
	wrap := wrapperOf(name)
	own := e.typeOf(head)
	var ids []int32
	last := sitter.Node{}
	literal := name == "Literal"
	args(func(c sitter.Node) {
		if literal {
			return
		}
		last = c
		if id := e.typeOf(c); id >= 0 {
			ids = append(ids, id)
		}
	})
	if len(ids) == 0 && wrap != wrapNone {
		return schema.None
	}
	switch wrap {
	case wrapSame:
		return ids[0]
	case wrapHolder, wrapValues:
		id := ids[0]
		if wrap == wrapValues {
			id = ids[len(ids)-1]
		}
		e.b.RefAt(id).Flags |= lang.RefContainer
		return id
	case wrapClass:
		if last.Is("type") {
			last = last.FirstNamed()
		}
		if last.Is("identifier") {
			return e.implicit(last, last.Text(), lang.BaseNone, 0)
		}
		return schema.None
	case wrapSkip:
		return schema.None
	}
	return own
}

// quoted reads the names of a forward reference; the first dotted one is the type.
func (e *extractor) quoted(n sitter.Node) int32 {
	text := n.Text()
	line, col := n.Start()
	first := int32(schema.None)
	base := int32(lang.BaseNone)
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '\n':
			return first // A forward reference stands on one line.
		case isLetter(c):
			j := i
			for j < len(text) && (isLetter(text[j]) || text[j] >= '0' && text[j] <= '9') {
				j++
			}
			role := schema.RoleType
			if j < len(text) && text[j] == '.' {
				role = schema.RoleRead
			}
			if name := text[i:j]; name != "None" {
				r := lang.NewRef(name, role)
				r.Line, r.Col, r.EndCol, r.Base = line, col+int32(i), col+int32(j), base
				id := e.add(r)
				if role == schema.RoleRead {
					base = id
					i = j + 1
					continue
				}
				if first < 0 && wrapperOf(name) == wrapNone {
					first = id
				}
			}
			base = lang.BaseNone
			i = j
		default:
			i++
		}
	}
	return first
}

func isLetter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
