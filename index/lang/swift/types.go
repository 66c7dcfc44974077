package swift

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// typ reads a type. It returns the reference to the named type, optionality and
// arguments left out; of a collection of the library what it holds; None for a
// function or tuple type.
func (x *extractor) typ(n sitter.Node, role schema.Role) int32 {
	if !n.Ok() || !x.enter(n) {
		return schema.None
	}
	defer x.leave()
	switch n.Kind() {
	case "user_type":
		return x.userType(n, role)
	case "array_type":
		t := x.typ(n.Field("name"), schema.RoleType)
		return x.held(t)
	case "dictionary_type":
		last := int32(schema.None)
		for c := range n.NamedChildren() {
			last = x.typ(c, schema.RoleType)
		}
		return x.held(last)
	case "function_type":
		for c := range n.NamedChildren() {
			x.typ(c, schema.RoleType)
		}
		return schema.None
	case "tuple_type":
		i, only := 0, int32(schema.None)
		for c := range n.NamedChildren() {
			if c.Is("tuple_type_item") {
				only = x.tupleItem(c)
				i++
			} else {
				only = x.typ(c, schema.RoleType)
				i++
			}
		}
		if i == 1 { // A type in brackets.
			return only
		}
		return schema.None
	case "type_modifiers", "parameter_modifiers", "modifiers":
		x.attributes(n, false)
		return schema.None
	case "throws":
		x.thrown(n)
		return schema.None
	case "attribute":
		x.attribute(n)
		return schema.None
	case "type_identifier", "simple_identifier":
		return x.b.Ref(x.ref(n, role))
	case "optional_type", "opaque_type", "existential_type", "metatype", "protocol_composition_type", "type_parameter_pack", "type_pack_expansion",
		"implicitly_unwrapped_type", "suppressed_constraint":
		first := int32(schema.None)
		for c := range n.NamedChildren() {
			if r := x.typ(c, role); first == schema.None {
				first = r
			}
		}
		return first
	case "ERROR":
		for c := range n.NamedChildren() {
			x.expr(c)
		}
	}
	return schema.None
}

// held marks the type of what a collection holds.
func (x *extractor) held(t int32) int32 {
	if t >= 0 {
		x.b.RefAt(t).Flags |= lang.RefContainer
	}
	return t
}

// tupleItem reads "label: Type".
func (x *extractor) tupleItem(n sitter.Node) int32 {
	t := int32(schema.None)
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "simple_identifier", "wildcard_pattern": // A label.
		default:
			if r := x.typ(c, schema.RoleType); r != schema.None {
				t = r
			}
		}
	}
	return t
}

// ref is a bare reference to the name that a node spells.
func (x *extractor) ref(n sitter.Node, role schema.Role) lang.Ref {
	r := syntax.Ref(n, role)
	r.Name = plain(r.Name)
	if r.Name == "Self" {
		r.Flags = lang.RefSelf
	}
	return r
}

func (x *extractor) userType(n sitter.Node, role schema.Role) int32 {
	count := 0
	for c := range n.NamedChildren() {
		if c.Is("type_identifier") {
			count++
		}
	}
	head, held := int32(schema.None), int32(schema.None)
	i := 0
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "type_identifier":
			i++
			use := schema.RoleType
			if i == count {
				use = role
			}
			r := x.ref(c, use)
			if head >= 0 {
				r.Base = head
				if r.Name == "Type" || r.Name == "Protocol" { // The metatype.
					continue
				}
			}
			head = x.b.Ref(r)
		case "type_arguments":
			at := -1
			if head >= 0 {
				at = holds(x.b.RefAt(head).Name)
			}
			k := 0
			for a := range c.NamedChildren() {
				t := x.typ(a, schema.RoleType)
				if k == at && t >= 0 {
					held = t
				}
				k++
			}
			if held >= 0 && x.b.RefAt(head).Name != "Optional" {
				x.held(held)
			}
		}
	}
	if held >= 0 && role == schema.RoleType {
		return held
	}
	return head
}

// holds returns which type argument of a generic type of the library is what it
// holds, -1 when the type is not known to be one.
func holds(name string) int {
	switch name {
	case "Array", "Set", "ContiguousArray", "ArraySlice", "AnySequence", "AnyCollection", "Optional", "AsyncStream", "AsyncThrowingStream", "LazySequence",
		"UnsafePointer", "UnsafeMutablePointer", "UnsafeBufferPointer", "UnsafeMutableBufferPointer", "ReversedCollection", "AnyIterator", "CollectionOfOne":
		return 0
	case "Dictionary":
		return 1
	}
	return -1
}

// lastType is the last name of a type as written, type arguments left out.
func lastType(n sitter.Node) sitter.Node {
	switch n.Kind() {
	case "user_type":
		last := sitter.Node{}
		for c := range n.NamedChildren() {
			if c.Is("type_identifier") {
				last = c
			}
		}
		return last
	case "type_identifier", "simple_identifier":
		return n
	case "array_type", "dictionary_type", "tuple_type", "function_type", "":
		return sitter.Node{}
	}
	return lastType(n.FirstNamed())
}

// typeParameters binds the type parameters of a declaration; the type of one is its bound.
func (x *extractor) typeParameters(n sitter.Node) {
	for p := range n.NamedChildren() {
		switch p.Kind() {
		case "type_parameter":
			var name, bound sitter.Node
			for c := range p.NamedChildren() {
				switch {
				case c.Is("type_parameter_modifiers"):
					x.attributes(c, false)
				case !name.Ok():
					name = lastType(c)
				default:
					bound = c
				}
			}
			x.local(name, p, schema.KindTypeParameter, x.typ(bound, schema.RoleType))
		case "type_constraints":
			x.typeConstraints(p)
		}
	}
}

// typeConstraints reads "where T: A, T.Item == B".
func (x *extractor) typeConstraints(n sitter.Node) {
	for c := range n.NamedChildren() {
		if !c.Is("type_constraint") {
			continue
		}
		inner := c.FirstNamed()
		x.attributes(c, false)
		for k := range inner.NamedChildren() {
			switch {
			case k.FieldName() == "constrained_type" && k.Is("identifier"):
				base := int32(lang.BaseNone)
				for part := range k.NamedChildren() {
					r := x.ref(part, schema.RoleType)
					r.Base = base
					base = x.b.Ref(r)
				}
			case k.Is("attribute"):
				x.attribute(k)
			default:
				x.typ(k, schema.RoleType)
			}
		}
	}
}

// attributes refers to the attributes among the children of modifiers. Those of the
// language itself are no references when known says so.
func (x *extractor) attributes(holder sitter.Node, imports bool) {
	for c := range holder.Children() {
		if c.Is("attribute") && !imports {
			x.attribute(c)
		}
	}
}

// attribute reads a property wrapper, a macro or a result builder with its arguments.
// Attributes of the language are words of the compiler, not references.
func (x *extractor) attribute(n sitter.Node) {
	name := n.Child("user_type")
	if isCompilerAttribute(attributeName(n)) {
		return
	}
	x.typ(name, schema.RoleDecorate)
	label := sitter.Node{}
	for c := range n.Children() {
		switch {
		case c.Is("user_type"):
		case c.Is("simple_identifier"):
			label = c
		case c.Kind() == ":":
			label = sitter.Node{}
		case c.Kind() == "," || c.Kind() == ")":
			x.expr(label)
			label = sitter.Node{}
		case c.Named():
			x.expr(label)
			label = sitter.Node{}
			x.expr(c)
		}
	}
}

// attributeName is the last name of an attribute, "" for any other node.
func attributeName(n sitter.Node) string {
	if !n.Is("attribute") {
		return ""
	}
	return lastType(n.Child("user_type")).Text()
}

// isCompilerAttribute reports the attributes of the compiler.
func isCompilerAttribute(name string) bool {
	switch name {
	case "available", "objc", "objcMembers", "nonobjc", "discardableResult", "escaping", "autoclosure", "inlinable", "inline", "usableFromInline", "frozen",
		"main", "UIApplicationMain", "NSApplicationMain", "testable", "unknown", "propertyWrapper", "resultBuilder", "dynamicMemberLookup", "dynamicCallable",
		"Sendable", "convention", "IBAction", "IBOutlet", "IBDesignable", "IBInspectable", "IBSegueAction", "GKInspectable", "NSManaged", "NSCopying", "preconcurrency",
		"retroactive", "unchecked", "warn_unqualified_access", "requires_stored_property_inits", "freestanding", "attached", "backDeployed", "globalActor", "exclusivity",
		"implementationOnly", "differentiable", "derivative", "transpose", "noDerivative", "isolated", "concurrent", "export", "extern", "safe", "unsafe", "abi":
		return true
	}
	return strings.HasPrefix(name, "_")
}

// thrown reads the type of a typed throw, which the grammar does not see.
func (x *extractor) thrown(n sitter.Node) {
	_, end := n.Bytes()
	if end >= len(x.src) || x.src[end] != '(' {
		return
	}
	line, col := n.End()
	base := int32(lang.BaseNone)
	for i := end + 1; i < len(x.src); i++ {
		from := i
		for i < len(x.src) && isWordByte(x.src[i]) {
			i++
		}
		if i == from || i >= len(x.src) || strings.HasPrefix(string(x.src[from:i]), "any") && x.src[i] == ' ' {
			return
		}
		r := lang.NewRef(string(x.src[from:i]), schema.RoleType)
		r.Line, r.Col = line, col+int32(from-end)
		r.EndCol = r.Col + int32(i-from)
		r.Base = base
		base = x.b.Ref(r)
		if x.src[i] != '.' {
			return
		}
	}
}
