package cfamily

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/store/schema"
)

// isExpression reports whether nodes of the kind have a value that the extractor follows.
func isExpression(kind string) bool {
	switch kind {
	case "identifier", "field_identifier", "type_identifier", "qualified_identifier", "namespace_identifier", "call_expression", "field_expression", "assignment_expression",
		"update_expression", "subscript_expression", "cast_expression", "parenthesized_expression", "pointer_expression", "compound_literal_expression",
		"new_expression", "this", "template_function", "template_type", "initializer_pair", "sizeof_expression", "offsetof_expression", "dependent_name", "delete_expression", "template_method":
		return true
	}
	return false
}

// ref adds a reference for a name node and returns it; None when the source has
// no plain name there, because the parser saw a stand-in.
func (e *extractor) ref(n sitter.Node, role schema.Role, base int32) int32 {
	text := e.textOf(n)
	if text == "" {
		return schema.None
	}
	if !isPlainName(text) {
		return e.standIn(n, text)
	}
	if e.isKeyword(text) {
		return schema.None
	}
	r := lang.NewRef(text, role)
	r.Base = base
	r.Line, r.Col = n.Start()
	_, r.EndCol = n.End()
	return e.b.Ref(r)
}

func isPlainName(text string) bool {
	if !isNameStart(text[0]) {
		return false
	}
	for i := 1; i < len(text); i++ {
		if !isNamePart(text[i]) {
			return false
		}
	}
	return true
}

// standIn reads the type that clean replaced by one name: its last name that is
// no keyword.
func (e *extractor) standIn(n sitter.Node, text string) int32 {
	end := len(text)
	for end > 0 {
		for end > 0 && !isNamePart(text[end-1]) {
			end--
		}
		start := end
		for start > 0 && isNamePart(text[start-1]) {
			start--
		}
		if start == end {
			break
		}
		word := text[start:end]
		if isNameStart(word[0]) && !e.isKeyword(word) {
			offset, _ := n.Bytes()
			r := lang.NewRef(word, schema.RoleType)
			r.Line, r.Col = e.position(int32(offset + start))
			r.EndCol = r.Col + int32(len(word))
			if isTag(strings.Fields(text)[0]) || strings.Contains(text, "struct ") {
				r.Flags |= lang.RefTag
				if !e.cxx {
					return e.b.RefAs(tagKey(word), r)
				}
			}
			return e.b.Ref(r)
		}
		end = start
	}
	return schema.None
}

// value reads an expression and returns the reference that gives its value,
// lang.BaseUnknown when there is none.
func (e *extractor) value(n sitter.Node, role schema.Role) int32 {
	if !n.Ok() {
		return lang.BaseUnknown
	}
	if e.depth >= maxDepth {
		return lang.BaseUnknown
	}
	e.depth++
	defer func() { e.depth-- }()
	known := func(r int32) int32 {
		if r < 0 {
			return lang.BaseUnknown
		}
		return r
	}
	switch n.Kind() {
	case "identifier", "namespace_identifier", "field_identifier":
		return known(e.ref(n, role, lang.BaseNone))
	case "type_identifier":
		return known(e.ref(n, schema.RoleType, lang.BaseNone))
	case "qualified_identifier":
		return known(e.qualified(n, role))
	case "template_function", "template_method":
		return known(e.templateCall(n, role, lang.BaseNone))
	case "template_type":
		return known(e.templateType(n, lang.BaseNone))
	case "dependent_name":
		return e.value(n.FirstNamed(), role)
	case "this":
		r := lang.NewRef("this", schema.RoleRead)
		r.Flags |= lang.RefSelf
		r.Line, r.Col = n.Start()
		_, r.EndCol = n.End()
		return e.b.Ref(r)
	case "call_expression":
		return e.call(n)
	case "field_expression":
		return e.field(n, role)
	case "parenthesized_expression":
		r := int32(lang.BaseUnknown)
		for c := range n.NamedChildren() {
			r = e.value(c, role)
		}
		return r
	case "pointer_expression":
		arg := n.Field("argument")
		if n.Field("operator").Kind() == "*" || role == schema.RoleWrite {
			role = schema.RoleRead
		}
		return e.value(arg, role)
	case "subscript_expression":
		r := e.value(n.Field("argument"), schema.RoleRead)
		for c := range n.NamedChildren() {
			if c.FieldName() != "argument" {
				e.walk(c)
			}
		}
		if r >= 0 && e.cxx {
			e.b.RefAt(r).Flags |= lang.RefElement
		}
		return r
	case "assignment_expression":
		op := n.Field("operator").Kind()
		r := e.value(n.Field("left"), schema.RoleWrite)
		e.value(n.Field("right"), schema.RoleRead)
		_ = op
		return r
	case "update_expression":
		return e.value(n.Field("argument"), schema.RoleWrite)
	case "cast_expression", "compound_literal_expression":
		r := e.typeOf(n.Field("type"))
		v := e.fill(n.Field("value"), r)
		if r < 0 {
			if n.Is("compound_literal_expression") {
				return lang.BaseUnknown
			}
			return v
		}
		return e.instance(r)
	case "sizeof_expression", "offsetof_expression":
		typ := n.Field("type")
		r := int32(schema.None)
		if typ.Ok() {
			r = e.typeOf(typ)
		}
		if m := n.Field("member"); m.Ok() {
			base := r
			if base < 0 {
				base = lang.BaseUnknown
			} else {
				base = e.instance(base)
			}
			e.ref(m, schema.RoleRead, base)
		}
		e.value(n.Field("value"), schema.RoleRead)
		return lang.BaseUnknown
	case "new_expression":
		r := e.typeOf(n.Field("type"))
		if r >= 0 {
			ref := e.b.RefAt(r)
			ref.Role = schema.RoleCall
			ref.Flags |= lang.RefNew | lang.RefResult
			if args := n.Field("arguments"); args.Ok() {
				ref.Args = e.arguments(args)
			}
			return r
		}
		e.walkOptional(n.Field("arguments"))
		return lang.BaseUnknown
	case "conditional_expression":
		e.count(1)
		e.value(n.Field("condition"), schema.RoleRead)
		r := e.value(n.Field("consequence"), schema.RoleRead)
		if other := e.value(n.Field("alternative"), schema.RoleRead); r < 0 {
			r = other
		}
		return r
	case "initializer_pair":
		field := int32(lang.BaseUnknown)
		for c := range n.Children() {
			if c.FieldName() == "designator" {
				if f := c.Child("field_identifier"); f.Ok() {
					base := e.target
					if field >= 0 {
						base = field // .a.b = 1
					}
					field = e.ref(f, schema.RoleWrite, base)
				} else {
					e.children(c)
					field = e.target
				}
			}
		}
		e.fill(n.Field("value"), field)
		return lang.BaseUnknown
	case "co_await_expression", "delete_expression":
		r := int32(lang.BaseUnknown)
		for c := range n.NamedChildren() {
			r = e.value(c, role)
		}
		return r
	}
	e.walk(n)
	return lang.BaseUnknown
}

// fill reads the initialiser of a value whose type or declaration a reference
// names; the fields that it designates are members of it.
func (e *extractor) fill(n sitter.Node, target int32) int32 {
	outer := e.target
	e.target = target
	if target < 0 || !n.Is("initializer_list") {
		e.target = lang.BaseUnknown
	}
	r := e.value(n, schema.RoleRead)
	e.target = outer
	return r
}

// instance adds the step from a type that an expression names (a cast) to a value
// of it, and returns what a member's base is.
func (e *extractor) instance(typ int32) int32 {
	r := e.b.RefAt(typ)
	if r.Role == schema.RoleType {
		r.Flags |= lang.RefResult
	}
	return typ
}

// field reads a.b and a->b.
func (e *extractor) field(n sitter.Node, role schema.Role) int32 {
	base := e.value(n.Field("argument"), schema.RoleRead)
	name := n.Field("field")
	if name.Is("dependent_name") {
		name = name.FirstNamed()
	}
	if name.Is("template_method") {
		return e.templateCall(name, role, base)
	}
	if name.Is("qualified_identifier") {
		return e.qualified(name, role)
	}
	if name.Is("destructor_name") {
		return lang.BaseUnknown
	}
	if r := e.ref(name, role, base); r >= 0 {
		return r
	}
	return lang.BaseUnknown
}

// templateCall reads name<Args> in an expression.
func (e *extractor) templateCall(n sitter.Node, role schema.Role, base int32) int32 {
	r := e.ref(n.Field("name"), role, base)
	e.walkOptional(n.Field("arguments"))
	return r
}

// qualified reads A::b. Each part is a member of the one before it.
func (e *extractor) qualified(n sitter.Node, role schema.Role) int32 {
	base := int32(lang.BaseNone)
	for steps := 0; n.Is("qualified_identifier") && steps < 64; steps++ {
		if s := n.Field("scope"); s.Ok() {
			var r int32
			switch {
			case s.Is("template_type"):
				r = e.qualifier(s.Field("name"), schema.RoleType, base)
				e.walkOptional(s.Field("arguments"))
			case s.Is("namespace_identifier", "identifier", "type_identifier"):
				r = e.qualifier(s, schema.RoleRead, base)
			default:
				e.walk(s)
				r = lang.BaseUnknown
			}
			if r < 0 {
				r = lang.BaseUnknown
			}
			base = r
		}
		n = n.Field("name")
	}
	switch n.Kind() {
	case "template_type":
		return e.templateType(n, base)
	case "template_function", "template_method":
		return e.templateCall(n, role, base)
	case "dependent_name":
		n = n.FirstNamed()
	case "pointer_type_declarator":
		n = n.FirstNamed()
	case "destructor_name", "operator_name", "operator_cast":
		return schema.None
	}
	if !n.Ok() {
		return base
	}
	if n.Is("type_identifier") {
		role = schema.RoleType
	}
	return e.ref(n, role, base)
}

// call reads f(args).
func (e *extractor) call(n sitter.Node) int32 {
	f := n.Field("function")
	args := n.Field("arguments")
	if f.Is("template_function") && isCast(e.textOf(f.Field("name"))) {
		r := int32(schema.None)
		for c := range f.Field("arguments").NamedChildren() {
			r = e.typeOf(c)
		}
		e.arguments(args)
		if r >= 0 {
			return e.instance(r)
		}
		return lang.BaseUnknown
	}
	for f.Is("parenthesized_expression") {
		inner := f.FirstNamed()
		if inner.Is("pointer_expression") {
			inner = inner.Field("argument")
		}
		if !inner.Ok() {
			break
		}
		f = inner
	}
	r := e.value(f, schema.RoleCall)
	count := e.arguments(args)
	if r < 0 {
		return lang.BaseUnknown
	}
	ref := e.b.RefAt(r)
	if ref.Role == schema.RoleType && f.Is("type_identifier", "qualified_identifier", "template_type") {
		ref.Role = schema.RoleCall
	}
	if ref.Role != schema.RoleCall {
		return lang.BaseUnknown
	}
	ref.Args = count
	ref.Flags |= lang.RefResult
	return r
}

func isCast(name string) bool {
	switch name {
	case "static_cast", "dynamic_cast", "reinterpret_cast", "const_cast", "down_cast", "bit_cast", "static_pointer_cast", "dynamic_pointer_cast":
		return true
	}
	return false
}

// arguments reads the arguments of a call and counts them.
func (e *extractor) arguments(n sitter.Node) int32 {
	count := int32(0)
	for c := range n.NamedChildren() {
		count++
		e.value(c, schema.RoleRead)
	}
	return count
}
