package java

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// expr reads an expression and returns the reference whose value it has,
// BaseUnknown when no single reference has it.
func (x *extractor) expr(n sitter.Node) int32 {
	if !n.Ok() || !x.enter(n) {
		return lang.BaseUnknown
	}
	defer x.leave()
	switch n.Kind() {
	case "identifier":
		return x.b.Ref(syntax.Ref(n, schema.RoleRead))
	case "this", "super":
		r := syntax.Ref(n, schema.RoleRead)
		r.Flags = lang.RefSelf
		return x.b.Ref(r)
	case "parenthesized_expression":
		return x.expr(n.FirstNamed())
	case "field_access":
		return x.fieldAccess(n)
	case "method_invocation":
		return x.methodInvocation(n)
	case "object_creation_expression":
		return x.objectCreation(n)
	case "method_reference":
		return x.methodReference(n)
	case "array_access":
		value := x.expr(n.Field("array"))
		x.expr(n.Field("index"))
		return x.element(value, n)
	case "cast_expression":
		return x.cast(n)
	case "assignment_expression":
		x.assigned(n.Field("left"))
		return x.expr(n.Field("right"))
	case "update_expression":
		x.assigned(n.FirstNamed())
		return lang.BaseUnknown
	case "ternary_expression":
		x.expr(n.Field("condition"))
		a := x.expr(n.Field("consequence"))
		b := x.expr(n.Field("alternative"))
		if a < 0 {
			return b
		}
		return a
	case "instanceof_expression":
		x.instanceOf(n)
		return lang.BaseUnknown
	case "lambda_expression":
		x.lambda(n)
		return lang.BaseUnknown
	case "switch_expression":
		x.switchOver(n)
		return lang.BaseUnknown
	case "class_literal":
		x.typ(n.FirstNamed(), schema.RoleType)
		return lang.BaseUnknown
	case "array_creation_expression":
		typ := x.typ(n.Field("type"), schema.RoleType)
		for c := range n.NamedChildren() {
			if c.Is("dimensions_expr", "array_initializer") {
				x.expr(c)
			}
		}
		if typ >= 0 {
			x.b.RefAt(typ).Flags |= lang.RefResult | lang.RefContainer
		}
		return baseOf(typ)
	case "string_literal":
		for c := range n.NamedChildren() {
			x.expr(c)
		}
		return lang.BaseUnknown
	case "template_expression":
		x.expr(n.Field("template_processor"))
		x.expr(n.Field("template_argument"))
		return lang.BaseUnknown
	case "annotation", "marker_annotation":
		x.annotation(n)
		return lang.BaseUnknown
	case "type_identifier", "scoped_type_identifier", "generic_type", "array_type", "annotated_type":
		return baseOf(x.typ(n, schema.RoleType))
	case "block", "local_variable_declaration", "class_declaration":
		x.statement(n)
		return lang.BaseUnknown
	}
	for c := range n.NamedChildren() {
		x.expr(c)
	}
	return lang.BaseUnknown
}

// baseOf turns "no reference" of a type into BaseUnknown for the members of its value.
func baseOf(ref int32) int32 {
	if ref < 0 {
		return lang.BaseUnknown
	}
	return ref
}

// assigned reads the left side of an assignment.
func (x *extractor) assigned(n sitter.Node) {
	switch n.Kind() {
	case "parenthesized_expression":
		x.assigned(n.FirstNamed())
	case "array_access":
		x.expr(n)
	default:
		if r := x.expr(n); r >= 0 && (n.Is("identifier", "field_access")) {
			x.b.RefAt(r).Role = schema.RoleWrite
		}
	}
}

func (x *extractor) fieldAccess(n sitter.Node) int32 {
	base := x.expr(n.Field("object"))
	field := n.Field("field")
	for c := range n.Children() {
		if c.Is("super") && c.FieldName() != "object" {
			base = x.outer(c, base)
		}
	}
	if field.Is("this") {
		return x.outer(field, base)
	}
	r := syntax.Ref(field, schema.RoleRead)
	r.Base = base
	return x.b.Ref(r)
}

// outer is "Outer.this" and "Outer.super": the receiver of an enclosing type.
func (x *extractor) outer(word sitter.Node, base int32) int32 {
	r := syntax.Ref(word, schema.RoleRead)
	r.Flags = lang.RefSelf
	r.Base = base
	return x.b.Ref(r)
}

func (x *extractor) methodInvocation(n sitter.Node) int32 {
	r := syntax.Ref(n.Field("name"), schema.RoleCall)
	r.Flags = lang.RefResult
	object := n.Field("object")
	if object.Ok() {
		r.Base = x.expr(object)
		if object.Is("string_literal") {
			r.Base = x.stringValue(object)
		}
		for c := range n.Children() {
			if c.Is("super") && c.FieldName() != "object" {
				r.Base = x.outer(c, r.Base)
			}
		}
	}
	x.typeArguments(n.Field("type_arguments"))
	if object.Ok() && r.Base >= 0 && takesElement(r.Name) {
		saved := x.elements
		x.elements = r.Base
		r.Args = x.arguments(n.Field("arguments"))
		x.elements = saved
	} else {
		r.Args = x.arguments(n.Field("arguments"))
	}
	if object.Ok() {
		return x.b.Ref(r)
	}
	return x.b.RefAs(methodKey(r.Name), r)
}

// methodKey keeps bare calls apart from variables; nothing is bound under it, see
// the package comment.
func methodKey(name string) string { return name + "()" }

func (x *extractor) arguments(n sitter.Node) int32 {
	count := int32(0)
	elements := x.elements
	for a := range n.NamedChildren() {
		x.elements = schema.None
		if a.Is("lambda_expression") {
			x.elements = elements
		}
		x.expr(a)
		count++
	}
	x.elements = schema.None
	return count
}

// takesElement reports whether the lambda that a method of a collection, stream or
// optional takes gets an element of the receiver.
func takesElement(name string) bool {
	switch name {
	case "forEach", "map", "filter", "flatMap", "anyMatch", "allMatch", "noneMatch", "ifPresent", "ifPresentOrElse", "removeIf", "peek",
		"mapToInt", "mapToLong", "mapToDouble", "mapToObj", "takeWhile", "dropWhile", "thenApply", "thenAccept", "thenCompose", "forEachOrdered":
		return true
	}
	return false
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

// stringValue is the value of a string literal.
func (x *extractor) stringValue(at sitter.Node) int32 {
	r := lang.NewRef("String", schema.RoleType)
	r.Flags = lang.RefImplicit
	r.Line, r.Col = at.Start()
	r.EndCol = r.Col
	return x.b.Ref(r)
}

// typeArguments reads type arguments; the result has None for "?".
func (x *extractor) typeArguments(n sitter.Node) []int32 {
	var out []int32
	for t := range n.NamedChildren() {
		out = append(out, x.typ(t, schema.RoleType))
	}
	return out
}

// noElement is above any count of type arguments.
const noElement = 1 << 30

// holds returns which type argument of a library's collection is what it holds,
// noElement when the type is not known to be one.
func (x *extractor) holds(head sitter.Node) int {
	at := noElement
	switch head.Text() {
	case "List", "ArrayList", "LinkedList", "Collection", "Set", "HashSet", "LinkedHashSet", "TreeSet", "SortedSet", "NavigableSet", "Iterator", "ListIterator",
		"Queue", "Deque", "ArrayDeque", "PriorityQueue", "BlockingQueue", "Stack", "Vector", "Optional", "Stream", "CompletableFuture", "Future", "Supplier", "Callable", "Provider",
		"ThreadLocal", "AtomicReference", "WeakReference", "SoftReference", "CopyOnWriteArrayList", "ConcurrentLinkedQueue", "ImmutableList", "ImmutableSet":
		at = 0
	case "Iterable":
		return 0 // In java.lang.
	case "Map", "HashMap", "LinkedHashMap", "TreeMap", "SortedMap", "NavigableMap", "ConcurrentMap", "ConcurrentHashMap", "WeakHashMap", "IdentityHashMap", "EnumMap", "ImmutableMap":
		at = 1
	default:
		return noElement
	}
	facts := x.b.Facts()
	for i := range facts.Imports {
		imp := &facts.Imports[i]
		if (imp.Name == head.Text() || imp.Name == "*") && (strings.HasPrefix(imp.Module, "java") || strings.HasPrefix(imp.Module, "com.google.common")) {
			return at
		}
	}
	return noElement
}

func (x *extractor) objectCreation(n sitter.Node) int32 {
	outer := int32(lang.BaseNone)
	for c := range n.Children() {
		if c.Kind() == "new" {
			break
		}
		if c.Named() && !c.IsExtra() {
			outer = x.expr(c)
		}
	}
	for c := range n.Children() {
		if c.Is("annotation", "marker_annotation") {
			x.annotation(c)
		}
	}
	x.typeArguments(n.Field("type_arguments"))
	typ := n.Field("type")
	ref := x.typ(typ, schema.RoleCall)
	args := x.arguments(n.Field("arguments"))
	if ref >= 0 {
		r := x.b.RefAt(ref)
		r.Flags |= lang.RefNew | lang.RefResult
		r.Args = args
		if outer != lang.BaseNone && r.Base == lang.BaseNone {
			r.Base = outer
		}
	}
	if body := n.Child("class_body"); body.Ok() {
		x.anonymousClass(body, n, typ)
	}
	return baseOf(ref)
}

func (x *extractor) methodReference(n sitter.Node) int32 {
	target, name := sitter.Node{}, sitter.Node{}
	for c := range n.Children() {
		switch {
		case c.Is("identifier", "new") && target.Ok():
			name = c
		case c.Is("type_arguments"):
			x.typeArguments(c)
		case !target.Ok() && c.Named() && !c.IsExtra():
			target = c
		}
	}
	base := x.expr(target)
	if name.Is("new") {
		if base >= 0 {
			r := x.b.RefAt(base)
			r.Role, r.Flags = schema.RoleCall, r.Flags|lang.RefNew
		}
		return lang.BaseUnknown
	}
	if !name.Ok() {
		return lang.BaseUnknown
	}
	r := syntax.Ref(name, schema.RoleRead)
	r.Base = base
	x.b.Ref(r)
	return lang.BaseUnknown
}

// cast has the value of its type; what is cast is read too.
func (x *extractor) cast(n sitter.Node) int32 {
	typ := int32(schema.None)
	for c := range n.Children() {
		if c.FieldName() == "type" {
			if t := x.typ(c, schema.RoleType); typ == schema.None {
				typ = t
			}
		}
	}
	x.expr(n.Field("value"))
	if typ < 0 {
		return lang.BaseUnknown
	}
	x.b.RefAt(typ).Flags |= lang.RefResult
	return typ
}

func (x *extractor) instanceOf(n sitter.Node) {
	x.expr(n.Field("left"))
	if p := n.Field("pattern"); p.Ok() {
		x.pattern(p)
		return
	}
	typ := x.typ(n.Field("right"), schema.RoleType)
	if name := n.Field("name"); name.Ok() {
		x.local(name, schema.KindLocal, name, typ)
	}
}

func (x *extractor) lambda(n sitter.Node) {
	elements := x.elements
	x.elements = schema.None
	x.open(lang.ScopeBlock, schema.None)
	defer x.close()
	switch p := n.Field("parameters"); p.Kind() {
	case "identifier":
		id := x.local(p, schema.KindParameter, p, schema.None)
		if elements >= 0 && id != schema.None {
			x.b.Symbol(id).Init = x.element(elements, p)
		}
	default:
		x.parameters(p)
	}
	if body := n.Field("body"); body.Is("block") {
		x.block(body)
	} else {
		x.expr(body)
	}
}

// typ reads a type. It returns the reference to the named type with its
// arguments left out: an array is its element, a primitive type is None.
func (x *extractor) typ(n sitter.Node, role schema.Role) int32 {
	switch n.Kind() {
	case "type_identifier", "identifier":
		return x.b.Ref(syntax.Ref(n, role))
	case "scoped_type_identifier":
		base := int32(lang.BaseNone)
		last := n.LastNamed()
		for c := range n.NamedChildren() {
			switch {
			case c.Is("annotation", "marker_annotation"):
				x.annotation(c)
			case c.Index() != last.Index():
				base = x.typ(c, schema.RoleType)
			}
		}
		r := syntax.Ref(last, role)
		r.Base = base
		return x.b.Ref(r)
	case "generic_type":
		head := x.typ(n.FirstNamed(), role)
		args := x.typeArguments(n.Child("type_arguments"))
		if i := x.holds(n.FirstNamed()); role == schema.RoleType && i < len(args) && args[i] >= 0 {
			x.b.RefAt(args[i]).Flags |= lang.RefContainer
			return args[i]
		}
		return head
	case "array_type":
		x.annotationsIn(n.Field("dimensions"))
		r := x.typ(n.Field("element"), role)
		if r >= 0 {
			x.b.RefAt(r).Flags |= lang.RefContainer
		}
		return r
	case "annotated_type":
		x.annotationsIn(n)
		return x.typ(n.LastNamed(), role)
	case "wildcard":
		x.annotationsIn(n)
		for c := range n.NamedChildren() {
			if !c.Is("annotation", "marker_annotation", "super") {
				return x.typ(c, role)
			}
		}
	}
	return schema.None
}

func (x *extractor) annotationsIn(n sitter.Node) {
	for c := range n.Children() {
		if c.Is("annotation", "marker_annotation") {
			x.annotation(c)
		}
	}
}

// typesIn reads every type below a clause such as "implements A, B<C>".
func (x *extractor) typesIn(n sitter.Node, role schema.Role) {
	for c := range n.NamedChildren() {
		if c.Is("type_list") {
			x.typesIn(c, role)
			continue
		}
		x.typ(c, role)
	}
}
