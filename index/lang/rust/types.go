package rust

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/store/schema"
)

// typ reads a type and returns the reference to the type whose members a value of
// it has: through references and smart pointers, and, marked as a container, the
// element of a collection, option or result. None when no named type remains.
func (x *extractor) typ(n sitter.Node) int32 { return x.typAs(n, schema.RoleType) }

func (x *extractor) typAs(n sitter.Node, role schema.Role) int32 {
	if !n.Ok() || !x.enter(n) {
		return schema.None
	}
	defer x.leave()
	switch n.Kind() {
	case "type_identifier", "identifier", "scoped_type_identifier", "scoped_identifier":
		return x.pathRef(n, role, typeKey(nameOf(n)))
	case "primitive_type":
		return x.b.RefAs(typeKey(n.Text()), newRef(n, role))
	case "reference_type", "pointer_type":
		return x.typAs(n.Field("type"), role)
	case "generic_type":
		return x.genericType(n, role)
	case "array_type":
		r := x.typAs(n.Field("element"), role)
		if l := n.Field("length"); l.Ok() {
			x.expr(l)
		}
		return x.container(r)
	case "dynamic_type", "abstract_type":
		return x.typAs(n.Field("trait"), role)
	case "higher_ranked_trait_bound":
		return x.typAs(n.Field("type"), role)
	case "bounded_type":
		first := int32(schema.None)
		for c := range n.NamedChildren() {
			if r := x.typAs(c, role); first == schema.None && !isMarker(c.Text()) {
				first = r
			}
		}
		return first
	case "removed_trait_bound":
		x.typAs(n.FirstNamed(), role)
		return schema.None
	case "function_type":
		if t := n.Field("trait"); t.Ok() {
			x.typAs(t, role)
		}
		for p := range n.Field("parameters").NamedChildren() {
			if p.Is("parameter") {
				p = p.Field("type")
			}
			x.typ(p)
		}
		x.typ(n.Field("return_type"))
		return schema.None
	case "tuple_type":
		for c := range n.NamedChildren() {
			x.typ(c)
		}
		return schema.None
	case "qualified_type":
		x.typ(n.Field("type"))
		return x.typ(n.Field("alias"))
	case "bracketed_type":
		return x.typ(n.FirstNamed())
	case "macro_invocation":
		x.macroInvocation(n)
	}
	return schema.None
}

// container marks a reference as the element type of a container.
func (x *extractor) container(ref int32) int32 {
	if ref >= 0 {
		x.b.RefAt(ref).Flags |= lang.RefContainer
	}
	return ref
}

// genericType reads "Head<Args>". What a smart pointer points to, what a container
// holds and what an iterator yields stand for the whole.
func (x *extractor) genericType(n sitter.Node, role schema.Role) int32 {
	head := n.Field("type")
	self := x.typAs(head, role)
	args := x.typeArguments(n.Field("type_arguments"))
	name := nameOf(headOf(head))
	switch name {
	case "Box", "Rc", "Arc", "Ref", "RefMut", "Cow", "Pin", "MutexGuard", "RwLockReadGuard", "RwLockWriteGuard", "ManuallyDrop", "Lazy", "LazyLock":
		if len(args) > 0 && role == schema.RoleType {
			return args[0]
		}
	case "Option", "Result", "Vec", "VecDeque", "HashSet", "BTreeSet", "IndexSet", "LinkedList", "BinaryHeap", "Mutex", "RwLock", "RefCell",
		"Cell", "OnceCell", "OnceLock", "Weak", "Poll", "SmallVec", "Peekable", "Receiver", "Sender", "Iterator", "IntoIterator", "DoubleEndedIterator",
		"ExactSizeIterator", "Future", "Stream", "Range", "IntoIter", "Iter", "IterMut", "Saturating", "Wrapping", "Reverse":
		if len(args) > 0 && role == schema.RoleType {
			return x.container(args[0])
		}
		return schema.None
	case "HashMap", "BTreeMap", "IndexMap", "FxHashMap", "AHashMap", "DashMap":
		if len(args) > 1 && role == schema.RoleType {
			return x.container(args[1])
		}
		return schema.None
	}
	return self
}

// typeArguments reads generic arguments; the result has None for what names no
// type. "Item = T" and "Output = T" count as the argument T.
func (x *extractor) typeArguments(n sitter.Node) []int32 {
	var out []int32
	for a := range n.NamedChildren() {
		switch {
		case a.Is("lifetime"):
		case a.Is("type_binding"):
			out = append(out, x.typ(a.Field("type")))
		case a.Is("trait_bounds"):
			x.bounds(a, schema.RoleType)
		case a.Is("block"):
			x.expr(a)
			out = append(out, schema.None)
		default:
			out = append(out, x.typ(a))
		}
	}
	return out
}

// pathRef refers to a path. Its last part has the role and, when it stands alone,
// the key; what leads there are types and modules.
func (x *extractor) pathRef(n sitter.Node, role schema.Role, key string) int32 {
	switch n.Kind() {
	case "scoped_identifier", "scoped_type_identifier":
		name := n.Field("name")
		r := newRef(name, role)
		if p := n.Field("path"); p.Ok() {
			r.Base = x.pathHead(p)
		} else {
			return x.b.RefAs("::", r)
		}
		return x.b.Ref(r)
	case "generic_type", "bracketed_type", "qualified_type", "generic_type_with_turbofish":
		return x.typAs(n, role)
	case "metavariable", "primitive_type":
		return lang.BaseUnknown
	}
	r := newRef(n, role)
	if r.Name == "Self" {
		r.Flags = lang.RefSelf
	}
	return x.b.RefAs(key, r)
}

// pathHead refers to the part of a path before "::".
func (x *extractor) pathHead(n sitter.Node) int32 {
	switch n.Kind() {
	case "bracketed_type", "generic_type", "generic_type_with_turbofish":
		t := n
		if n.Is("generic_type", "generic_type_with_turbofish") {
			x.typeArguments(n.Field("type_arguments"))
			t = n.Field("type")
			return x.pathRef(t, schema.RoleType, typeKey(nameOf(t)))
		}
		if r := x.typ(t); r >= 0 {
			return r
		}
		return lang.BaseUnknown
	case "metavariable":
		if n.Text() != "$crate" {
			return lang.BaseUnknown
		}
		r := newRef(n, schema.RoleType)
		r.Name = "crate"
		return x.b.RefAs("::", r)
	}
	return x.pathRef(n, schema.RoleType, typeKey(nameOf(n)))
}
