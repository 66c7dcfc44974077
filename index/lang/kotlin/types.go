package kotlin

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// typ reads a type. It returns the reference to the named type, nullability and
// arguments left out; of a collection of the library what it holds; None for a
// function type.
func (x *extractor) typ(n sitter.Node, role schema.Role) int32 {
	if !n.Ok() || !x.enter(n) {
		return schema.None
	}
	defer x.leave()
	switch n.Kind() {
	case "user_type":
		return x.userType(n, role)
	case "nullable_type", "parenthesized_type", "non_nullable_type", "type_projection", "receiver_type":
		first := int32(schema.None)
		for c := range n.NamedChildren() {
			switch c.Kind() {
			case "type_modifiers":
				x.annotations(c)
			case "variance_modifier":
			default:
				if r := x.typ(c, role); first == schema.None {
					first = r
				}
			}
		}
		return first
	case "function_type":
		for c := range n.NamedChildren() {
			switch c.Kind() {
			case "type_modifiers":
				x.annotations(c)
			case "function_type_parameters":
				for p := range c.NamedChildren() {
					if p.Is("parameter") {
						p = p.LastNamed()
					}
					x.typ(p, schema.RoleType)
				}
			default:
				x.typ(c, schema.RoleType)
			}
		}
		return schema.None
	case "identifier":
		return x.b.Ref(x.ref(n, role))
	case "ERROR":
		for c := range n.NamedChildren() {
			x.expr(c)
		}
	}
	return schema.None
}

// ref is a bare reference to the name that a node spells.
func (x *extractor) ref(n sitter.Node, role schema.Role) lang.Ref {
	r := syntax.Ref(n, role)
	r.Name = plain(r.Name)
	return r
}

func (x *extractor) userType(n sitter.Node, role schema.Role) int32 {
	last := sitter.Node{}
	for c := range n.NamedChildren() {
		if c.Is("identifier") {
			last = c
		}
	}
	head, held := int32(schema.None), int32(schema.None)
	qualified := false
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "type_modifiers":
			x.annotations(c)
		case "identifier":
			use := schema.RoleType
			if c.Index() == last.Index() {
				use = role
			}
			r := x.ref(c, use)
			if qualified {
				r.Base = head
			}
			head = x.b.Ref(r)
			qualified = true
		case "type_arguments":
			at := holds(x.b.RefAt(head).Name)
			i := 0
			for a := range c.NamedChildren() {
				t := x.typ(a, schema.RoleType)
				if i == at && t >= 0 {
					held = t
				}
				i++
			}
		}
	}
	if held >= 0 && role == schema.RoleType {
		x.b.RefAt(held).Flags |= lang.RefContainer
		return held
	}
	return head
}

// noElement is above any count of type arguments.
const noElement = 1 << 30

// holds returns which type argument of a library's collection is what it holds,
// noElement when the type is not known to be one.
func holds(name string) int {
	switch name {
	case "List", "MutableList", "ArrayList", "LinkedList", "Collection", "MutableCollection", "Set", "MutableSet", "HashSet", "LinkedHashSet",
		"Iterable", "MutableIterable", "Iterator", "MutableIterator", "ListIterator", "Sequence", "Array", "ArrayDeque", "Flow", "StateFlow", "MutableStateFlow",
		"SharedFlow", "MutableSharedFlow", "Channel", "Deferred", "Lazy", "Queue", "Deque", "Stack", "Optional", "Supplier", "Callable", "Future", "CompletableFuture",
		"AtomicReference", "WeakReference", "SoftReference", "ThreadLocal", "LiveData", "MutableLiveData", "ConcurrentLinkedQueue", "ConcurrentLinkedDeque", "LinkedBlockingQueue",
		"LinkedBlockingDeque", "BlockingQueue", "BlockingDeque", "PriorityQueue", "CopyOnWriteArrayList", "CopyOnWriteArraySet", "TreeSet", "SortedSet", "EnumSet", "Vector", "PersistentList", "ImmutableList":
		return 0
	case "Map", "MutableMap", "HashMap", "LinkedHashMap", "ConcurrentHashMap", "TreeMap", "SortedMap":
		return 1
	}
	return noElement
}

// lastName is the last identifier of a type as written, type arguments left out.
func lastName(n sitter.Node) string {
	last := sitter.Node{}
	for c := range n.NamedChildren() {
		if c.Is("identifier") {
			last = c
		}
	}
	if !last.Ok() && n.Is("nullable_type", "parenthesized_type") {
		return lastName(n.FirstNamed())
	}
	return plain(last.Text())
}

// typeParameters binds the type parameters of a declaration; the type of one is its bound.
func (x *extractor) typeParameters(n sitter.Node) {
	for p := range n.Child("type_parameters").NamedChildren() {
		if !p.Is("type_parameter") {
			continue
		}
		var name, bound sitter.Node
		for c := range p.NamedChildren() {
			switch {
			case c.Is("type_parameter_modifiers"):
				x.annotations(c)
			case !name.Ok():
				name = c
			default:
				bound = c
			}
		}
		x.local(name, p, schema.KindTypeParameter, x.typ(bound, schema.RoleType))
	}
}

// typeConstraints reads "where T : A, T : B".
func (x *extractor) typeConstraints(n sitter.Node) {
	for c := range n.NamedChildren() {
		if !c.Is("type_constraint") {
			continue
		}
		name := c.FirstNamed()
		id := x.b.Bound(plain(name.Text()))
		x.typ(name, schema.RoleType)
		bound := x.typ(c.LastNamed(), schema.RoleType)
		if id != schema.None && x.b.Symbol(id).Kind == schema.KindTypeParameter && x.b.Symbol(id).Type == schema.None {
			x.b.Symbol(id).Type = bound
		}
	}
}

// annotations refers to the annotations among the children of a node.
func (x *extractor) annotations(holder sitter.Node) {
	for c := range holder.Children() {
		if c.Is("annotation") {
			x.annotation(c)
		}
	}
}

func (x *extractor) annotation(n sitter.Node) {
	for c := range n.NamedChildren() {
		x.annotationTarget(c)
	}
}

// annotationTarget reads the type of an annotation and its arguments.
func (x *extractor) annotationTarget(n sitter.Node) {
	if n.Is("constructor_invocation") {
		x.typ(n.FirstNamed(), schema.RoleDecorate)
		x.arguments(n.Child("value_arguments"))
		return
	}
	x.typ(n, schema.RoleDecorate)
}

// annotationName is the last name of the type of an annotation.
func annotationName(n sitter.Node) string {
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "constructor_invocation":
			return lastName(c.FirstNamed())
		case "user_type":
			return lastName(c)
		}
	}
	return ""
}
