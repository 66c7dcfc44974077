package scala

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// ref is a bare reference to the name that a node spells.
func (x *extractor) ref(n sitter.Node, role schema.Role) lang.Ref {
	r := syntax.Ref(n, role)
	r.Name = plain(r.Name)
	return r
}

// typeRef refers to a type by its name.
func (x *extractor) typeRef(n sitter.Node, role schema.Role) int32 {
	r := x.ref(n, role)
	return x.b.RefAs(typeKey(r.Name), r)
}

// typ reads a type. It returns the reference to the named type, arguments left out;
// of a collection of the library what it holds; None for a function or the like.
func (x *extractor) typ(n sitter.Node, role schema.Role) int32 {
	if !n.Ok() || !x.enter(n) {
		return schema.None
	}
	defer x.leave()
	switch n.Kind() {
	case "type_identifier", "identifier":
		return x.typeRef(n, role)
	case "operator_identifier":
		return x.typeRef(n, role)
	case "generic_type":
		return x.generic(n, role)
	case "stable_type_identifier":
		var base sitter.Node
		for c := range n.NamedChildren() {
			if c.Is("type_identifier") {
				b := x.expr(base)
				r := x.ref(c, role)
				r.Base = b
				return x.b.Ref(r)
			}
			base = c
		}
	case "projected_type":
		b := x.typ(n.Field("type"), schema.RoleType)
		r := x.ref(n.Field("selector"), role)
		r.Base = baseOf(b)
		return x.b.Ref(r)
	case "singleton_type":
		r := x.expr(n.FirstNamed())
		return initOf(r)
	case "repeated_parameter_type":
		r := x.typ(n.Field("type"), role)
		if r >= 0 {
			x.b.RefAt(r).Flags |= lang.RefContainer
		}
		return r
	case "lazy_parameter_type":
		return x.typ(n.Field("type"), role)
	case "compound_type", "annotated_type", "tuple_type", "structural_type", "refinement", "match_type":
		first := int32(schema.None)
		for c := range n.NamedChildren() {
			switch {
			case c.Is("annotation"):
				x.annotation(c)
			case c.Is("refinement"), n.Is("structural_type", "refinement"):
				x.refinement(c)
			default:
				if r := x.typ(c, role); first == schema.None && !n.Is("tuple_type") {
					first = r
				}
			}
		}
		return first
	case "named_tuple_type":
		for c := range n.NamedChildren() {
			x.typ(c.Field("type"), schema.RoleType)
		}
	case "infix_type":
		left := x.typ(n.Field("left"), role)
		if op := n.Field("operator"); op.Is("identifier") {
			x.typeRef(op, schema.RoleType)
			left = schema.None
		}
		x.typ(n.Field("right"), role)
		return left
	case "function_type":
		x.open(lang.ScopeBlock, schema.None)
		for c := range n.NamedChildren() {
			switch c.Kind() {
			case "type_parameters":
				x.typeParameters(c)
			case "parameter_types":
				for p := range c.NamedChildren() {
					x.typ(p, schema.RoleType)
				}
			default:
				x.typ(c, schema.RoleType)
			}
		}
		x.close()
	case "type_lambda":
		x.open(lang.ScopeBlock, schema.None)
		x.typeParameters(n)
		x.typ(n.Field("return_type"), schema.RoleType)
		x.close()
	case "literal_type", "wildcard":
	case "type_case_clause":
		x.open(lang.ScopeBlock, schema.None)
		for c := range n.NamedChildren() {
			x.typ(c, schema.RoleType)
		}
		x.close()
	case "arguments":
		x.arguments(n)
	case "template_body", "with_template_body":
		x.refinement(n)
	default:
		for c := range n.NamedChildren() {
			x.typ(c, schema.RoleType)
		}
	}
	return schema.None
}

// refinement reads the types that the members of a structural type name; it declares
// nothing.
func (x *extractor) refinement(n sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	x.open(lang.ScopeBlock, schema.None)
	defer x.close()
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "type_parameters":
			x.typeParameters(c)
		case "identifier", "operator_identifier", "modifiers":
			if n.Is("refinement", "structural_type") {
				x.expr(c)
			}
		case "annotation":
			x.annotation(c)
		case "function_definition", "function_declaration", "val_declaration", "val_definition", "var_declaration", "parameters", "parameter":
			x.refinement(c)
		case "type_definition":
			for t := range c.NamedChildren() {
				if t.FieldName() != "name" {
					x.typ(t, schema.RoleType)
				}
			}
		default:
			x.typ(c, schema.RoleType)
		}
	}
}

func (x *extractor) generic(n sitter.Node, role schema.Role) int32 {
	typ := n.Field("type")
	head := x.typ(typ, role)
	held := int32(schema.None)
	at := noElement
	if typ.Is("type_identifier") {
		at = holds(typ.Text())
	}
	i := 0
	for a := range n.Field("type_arguments").NamedChildren() {
		t := x.typ(a, schema.RoleType)
		if i == at {
			held = t
		}
		i++
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
	case "List", "Seq", "Vector", "IndexedSeq", "LinearSeq", "Set", "SortedSet", "TreeSet", "HashSet", "ListSet", "Iterable", "Iterator", "Traversable", "TraversableOnce", "IterableOnce",
		"Option", "Some", "Array", "ArraySeq", "ArrayBuffer", "ListBuffer", "Buffer", "Queue", "Stack", "Stream", "LazyList", "View", "Future", "Promise", "Try", "NonEmptyList", "NonEmptyVector",
		"NonEmptyChain", "Chain", "PriorityQueue", "ArrayDeque", "WeakReference", "AtomicReference", "Ref", "IO", "Task", "UIO":
		return 0
	case "Map", "SortedMap", "TreeMap", "HashMap", "LinkedHashMap", "ListMap", "ConcurrentHashMap", "TrieMap", "Either", "NonEmptyMap":
		return 1
	}
	return noElement
}

// lastName is the last identifier of a type as written, type arguments left out.
func lastName(n sitter.Node) string {
	switch n.Kind() {
	case "generic_type":
		return lastName(n.Field("type"))
	case "stable_type_identifier", "projected_type":
		return plain(n.LastNamed().Text())
	case "annotated_type", "compound_type":
		return lastName(n.FirstNamed())
	}
	return plain(n.Text())
}

// typeParameters binds the type parameters of a declaration; the type of one is its
// upper bound.
func (x *extractor) typeParameters(n sitter.Node) {
	id := int32(schema.None)
	for c := range n.Children() {
		switch {
		case c.Is("covariant_type_parameter", "contravariant_type_parameter"):
			x.typeParameters(c)
		case c.Is("annotation"):
			x.annotation(c)
		case c.FieldName() == "name" && c.Named():
			if c.Is("wildcard") {
				id = schema.None
				continue
			}
			s := syntax.Symbol(c, c, schema.KindTypeParameter)
			s.Name = plain(s.Name)
			id = x.b.DefineHidden(s)
			x.b.Bind(typeKey(s.Name), id)
		case c.Is("type_parameters"):
			// Of a higher kind: what it names is seen in itself only.
			x.open(lang.ScopeBlock, schema.None)
			x.typeParameters(c)
			x.close()
		case c.Is("upper_bound"):
			t := x.typ(c.Field("type"), schema.RoleType)
			if id != schema.None {
				x.b.Symbol(id).Type = t
			}
		case c.Is("lower_bound", "view_bound", "context_bound"):
			x.typ(c.Field("type"), schema.RoleType)
			if name := c.Field("name"); name.Ok() {
				x.local(name, c, schema.KindParameter, schema.None)
			}
		case c.Is("type_lambda"):
			x.typ(c, schema.RoleType)
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
	for c := range n.Children() {
		switch {
		case c.FieldName() == "name":
			x.typ(c, schema.RoleDecorate)
		case c.Is("arguments"):
			x.arguments(c)
		}
	}
}

// baseOf turns "no reference" of a type into BaseUnknown for the members of its value.
func baseOf(ref int32) int32 {
	if ref < 0 {
		return lang.BaseUnknown
	}
	return ref
}
