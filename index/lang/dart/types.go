package dart

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// builtin are the types of the language itself; they have no declaration to refer to
// that a program could change.
var builtin = map[string]bool{"dynamic": true, "void": true, "Never": true, "Null": true}

// containers hold values of their last argument.
var containers = map[string]bool{
	"List": true, "Set": true, "Iterable": true, "Iterator": true, "Queue": true, "Map": true, "Future": true, "FutureOr": true, "Stream": true,
}

// typeOf reads a type whose parts are siblings and returns the reference that names
// it, None for a type of the language. Of a container it is what it holds.
func (x *extractor) typeOf(parts []sitter.Node, role schema.Role) int32 {
	ref := int32(schema.None)
	dot, container := false, false
	for _, p := range parts {
		switch p.Kind() {
		case ".":
			dot = true
			continue
		case "type_identifier", "identifier":
			ref, container = x.typeName(p, role, ref, dot)
		case "type_arguments":
			if held := x.typeArguments(p); container && held >= 0 {
				x.b.RefAt(held).Flags |= lang.RefContainer
				ref = held
			}
		case "function_type", "record_type", "record_type_field", "record_type_named_field", "typed_identifier", "parameter_type_list",
			"normal_parameter_type", "optional_parameter_types", "named_parameter_types", "optional_positional_parameter_types":
			if x.enter(p) {
				x.nestedTypes(p)
				x.leave()
			}
		}
		dot = false
	}
	return ref
}

// typeName refers to a name; behind a dot it is a member of the reference before.
func (x *extractor) typeName(n sitter.Node, role schema.Role, before int32, dot bool) (ref int32, container bool) {
	name := n.Text()
	if builtin[name] && !dot || n.IsMissing() {
		return schema.None, false
	}
	r := syntax.Ref(n, role)
	if dot && before >= 0 {
		x.b.RefAt(before).Role = schema.RoleRead
		r.Base = before
	}
	return x.b.Ref(r), containers[name]
}

// nestedTypes reads the types inside a function or record type.
func (x *extractor) nestedTypes(n sitter.Node) {
	var list []sitter.Node
	for c := range n.Children() {
		switch {
		case c.Is(",", "(", "{", "[") || c.Is("identifier"):
			x.typeOf(list, schema.RoleType)
			list = nil
		case c.Is("annotation"):
			x.annotation(c)
		case c.Is("type_parameters"):
			x.scoped(func() { x.typeParameters(c) })
		default:
			list = append(list, c)
		}
	}
	x.typeOf(list, schema.RoleType)
}

// typeArguments reads <A, B> and returns the reference to the last of them.
func (x *extractor) typeArguments(n sitter.Node) int32 {
	if !x.enter(n) {
		return schema.None
	}
	defer x.leave()
	last := int32(schema.None)
	var list []sitter.Node
	for c := range n.Children() {
		switch c.Kind() {
		case ",", "<", ">":
			if len(list) > 0 {
				last = x.typeOf(list, schema.RoleType)
			}
			list = nil
		default:
			list = append(list, c)
		}
	}
	return last
}
