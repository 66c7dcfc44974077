package cfamily

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/store/schema"
)

// tagKey is the key under which a tag of C is bound.
func tagKey(name string) string { return "tag " + name }

// anonymousType returns the struct, union or enum without a name that a
// declaration declares its names with.
func (e *extractor) anonymousType(n sitter.Node) (sitter.Node, bool) {
	t := n.Field("type")
	if t.Is("struct_specifier", "union_specifier", "class_specifier", "enum_specifier") && !t.Field("name").Ok() && t.Field("body").Ok() {
		return t, true
	}
	return sitter.Node{}, false
}

// typeSpecifier reads a struct, union, class or enum; with a body it declares it.
// holder takes the members of one without a name. It returns the reference or None.
func (e *extractor) typeSpecifier(n sitter.Node, holder int32) int32 {
	name, body := n.Field("name"), n.Field("body")
	if !body.Ok() {
		if !name.Ok() {
			return schema.None
		}
		return e.tagRef(name)
	}
	enum := n.Is("enum_specifier")
	id := holder
	opened := 0
	if name.Ok() {
		id, opened = e.defineType(n, name, kindOfSpecifier(n.Kind()))
	}
	if enum {
		e.enumerators(n, body, id)
	} else {
		e.members(n, body, id)
	}
	for ; opened > 0; opened-- {
		e.leave()
	}
	return schema.None
}

func kindOfSpecifier(kind string) schema.Kind {
	switch kind {
	case "union_specifier":
		return schema.KindUnion
	case "enum_specifier":
		return schema.KindEnum
	case "class_specifier":
		return schema.KindClass
	}
	return schema.KindStruct
}

// defineType declares a type with a body.
func (e *extractor) defineType(n, name sitter.Node, kind schema.Kind) (id int32, opened int) {
	scopes, last := e.nameOf(name)
	outer := n
	if p := n.Parent(); p.Is("template_declaration") {
		outer = p
	}
	start, end := outer.Bytes()
	s := lang.NewSymbol(e.textOf(last), kind)
	if len(scopes) > 0 {
		s.Parent, opened, _ = e.openScopes(scopes, int32(start), s.Name)
	}
	s.Span = e.spanOf(outer)
	s.NameLine, s.NameCol = last.Start()
	body, _ := n.Field("body").Bytes()
	s.Signature = e.signature(int32(start), int32(body))
	if e.inAnonymousNamespace() {
		s.Visibility = schema.VisibilityPrivate
	}
	e.decorate(&s, outer)
	if e.cxx {
		id = e.define(s)
	} else {
		id = e.b.DefineHidden(s)
		e.b.BindIn(e.b.NearestScope(lang.ScopeFile, lang.ScopeBlock, lang.ScopeFunction), tagKey(s.Name), id)
	}
	e.bodies = append(e.bodies, hashed{symbol: id, start: int32(start), body: int32(body), end: int32(end)})
	nameStart, _ := last.Bytes()
	e.defs[int32(nameStart)] = true
	return id, opened
}

// members reads the body of a struct, union or class.
func (e *extractor) members(n, body sitter.Node, id int32) {
	if id == schema.None {
		// No name at all: the members are those of the enclosing type.
		e.children(body)
		return
	}
	name := e.b.Symbol(id).Name
	if !e.cxx && e.b.Symbol(id).Kind.IsLocal() {
		// A local variable of a struct without a name: its members stay local to it.
		name = ""
	}
	scope := lang.ScopeType
	e.enter(name, id, typeScope, scope)
	if n.Is("class_specifier") {
		e.setAccess("private")
	}
	for c := range n.NamedChildren() {
		if c.Is("base_class_clause") {
			e.bases(c)
		}
	}
	e.children(body)
	e.leave()
}

// bases reads the list of base classes.
func (e *extractor) bases(n sitter.Node) {
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "access_specifier", "virtual":
		default:
			r := e.typeRef(c)
			if r >= 0 {
				e.b.RefAt(r).Role = schema.RoleInherit
			}
		}
	}
}

// enumerators reads the body of an enum. Its members are seen around it, unless
// it is an enum class.
func (e *extractor) enumerators(n, body sitter.Node, id int32) {
	scoped := n.Child("class", "struct").Ok()
	e.walkOptional(n.Field("base"))
	for c := range body.NamedChildren() {
		if !c.Is("enumerator") {
			e.walk(c)
			continue
		}
		name := c.Field("name")
		s := lang.NewSymbol(e.textOf(name), schema.KindEnumMember)
		if id != schema.None {
			s.Parent = id
		}
		s.Span = e.spanOf(c)
		s.NameLine, s.NameCol = name.Start()
		e.decorate(&s, c)
		member := e.b.DefineHidden(s)
		switch {
		case scoped:
		case e.cxx:
			e.b.Bind(s.Name, member)
		default:
			e.b.BindIn(e.b.NearestScope(lang.ScopeFile, lang.ScopeBlock, lang.ScopeFunction), s.Name, member)
		}
		e.walkOptional(c.Field("value"))
	}
	if scoped && id != schema.None {
		e.scopes[e.dotted(e.b.Symbol(id).Name)] = []int32{id}
	}
}

// fields reads a member declaration: fields and methods.
func (e *extractor) fields(n sitter.Node) {
	spec := e.specifiers(n)
	holder, anonymous := e.anonymousType(n)
	typ := int32(schema.None)
	if !anonymous {
		typ = e.typeOfDeclaration(n)
	}
	outer := n
	if p := n.Parent(); p.Is("template_declaration") {
		outer = p
	}
	seen := false
	for c := range n.Children() {
		if c.FieldName() != "declarator" {
			continue
		}
		d := e.unwrap(c)
		if !d.name.Ok() {
			continue
		}
		if d.function.Ok() && !d.pointer {
			e.prototype(n, d, spec)
			continue
		}
		_, last := e.nameOf(d.name)
		kind := schema.KindField
		if spec.static && spec.constant {
			kind = schema.KindConstant
		}
		s := lang.NewSymbol(e.textOf(last), kind)
		if e.scope() == bodyScope {
			s.Kind = schema.KindLocal
		}
		s.Span = e.spanOf(outer)
		s.NameLine, s.NameCol = last.Start()
		s.Type = typ
		if spec.static {
			s.Flags |= schema.SymbolStatic
		}
		e.decorate(&s, outer)
		var id int32
		if e.cxx {
			id = e.b.Define(s)
		} else {
			id = e.b.DefineHidden(s)
		}
		start, end := outer.Bytes()
		e.bodies = append(e.bodies, hashed{symbol: id, start: int32(start), body: int32(end), end: int32(end)})
		if anonymous && !seen {
			e.typeSpecifier(holder, id)
		}
		seen = true
		if d.function.Ok() {
			e.walkParameters(d.function)
		}
	}
	if anonymous && !seen {
		e.typeSpecifier(holder, schema.None)
	}
	if v := n.Field("default_value"); v.Ok() {
		e.value(v, schema.RoleRead)
	}
	for c := range n.Children() {
		if c.Is("bitfield_clause") {
			e.children(c)
		}
	}
}

// typedef reads a type definition. The members of a struct without a name belong
// to the first name that it gets.
func (e *extractor) typedef(n sitter.Node) {
	holder, anonymous := e.anonymousType(n)
	typ := int32(schema.None)
	if !anonymous {
		t := n.Field("type")
		if t.Is("struct_specifier", "union_specifier", "class_specifier", "enum_specifier") && t.Field("body").Ok() {
			e.typeSpecifier(t, schema.None)
			typ = e.impliedTag(t.Field("name"))
		} else {
			typ = e.typeOfDeclaration(n)
		}
	}
	seen := false
	for c := range n.Children() {
		if c.FieldName() != "declarator" {
			continue
		}
		d := e.unwrap(c)
		if !d.name.Ok() {
			continue
		}
		kind := schema.KindType
		if anonymous && !seen && d.whole.Is("type_identifier") {
			kind = kindOfSpecifier(holder.Kind())
		}
		s := lang.NewSymbol(e.textOf(d.name), kind)
		s.Span = e.spanOf(n)
		s.NameLine, s.NameCol = d.name.Start()
		s.Type = typ
		start, end := n.Bytes()
		body := end
		if anonymous {
			s.Signature = "typedef " + strings.TrimSuffix(holder.Kind(), "_specifier") + " " + s.Name
			body, _ = holder.Field("body").Bytes()
		}
		e.decorate(&s, n)
		id := e.define(s)
		e.bodies = append(e.bodies, hashed{symbol: id, start: int32(start), body: int32(body), end: int32(end)})
		nameStart, _ := d.name.Bytes()
		e.defs[int32(nameStart)] = true
		if anonymous && !seen {
			e.typeSpecifier(holder, id)
		}
		seen = true
		if d.function.Ok() {
			e.walkParameters(d.function)
		}
	}
	if anonymous && !seen {
		e.typeSpecifier(holder, schema.None)
	}
}

// impliedTag adds the step of inference from a typedef to the struct that is
// declared with it, whose name there is a definition.
func (e *extractor) impliedTag(name sitter.Node) int32 {
	if !name.Ok() {
		return schema.None
	}
	r := lang.NewRef(e.textOf(name), schema.RoleType)
	r.Flags = lang.RefImplicit | lang.RefTag
	r.Line, r.Col = name.Start()
	_, r.EndCol = name.End()
	if e.cxx {
		return e.b.Ref(r)
	}
	return e.b.RefAs(tagKey(r.Name), r)
}

// alias reads using X = T.
func (e *extractor) alias(n sitter.Node) {
	outer := n
	if p := n.Parent(); p.Is("template_declaration") {
		outer = p
	}
	typ := e.typeOf(n.Field("type"))
	id := e.named(outer, n.Field("name"), schema.KindType)
	e.b.Symbol(id).Type = typ
	start, end := outer.Bytes()
	e.bodies = append(e.bodies, hashed{symbol: id, start: int32(start), body: int32(end), end: int32(end)})
}

// typeOfDeclaration reads the type in front of the declarators; it returns the
// reference that names it, None for a built-in one.
func (e *extractor) typeOfDeclaration(n sitter.Node) int32 {
	t := n.Field("type")
	if !t.Ok() {
		return schema.None
	}
	return e.typeRef(t)
}

// typeOf reads a type descriptor.
func (e *extractor) typeOf(n sitter.Node) int32 {
	if !n.Is("type_descriptor") {
		return e.typeRef(n)
	}
	r := e.typeRef(n.Field("type"))
	if d := n.Field("declarator"); d.Ok() {
		for c := range d.Descendants() {
			if c.Is("parameter_declaration") {
				e.typeRef(c.Field("type"))
			}
		}
	}
	return r
}

// typeRef reads a type and returns the reference that names it.
func (e *extractor) typeRef(n sitter.Node) int32 {
	switch n.Kind() {
	case "type_identifier", "identifier", "field_identifier", "namespace_identifier":
		return e.ref(n, schema.RoleType, lang.BaseNone)
	case "struct_specifier", "union_specifier", "class_specifier", "enum_specifier":
		if n.Field("body").Ok() {
			e.typeSpecifier(n, schema.None)
			return e.impliedTag(n.Field("name"))
		}
		return e.typeSpecifier(n, schema.None)
	case "qualified_identifier":
		return e.qualified(n, schema.RoleType)
	case "template_type", "template_function":
		return e.templateType(n, lang.BaseNone)
	case "type_descriptor":
		return e.typeOf(n)
	case "macro_type_specifier":
		r := e.ref(n.Field("name"), schema.RoleCall, lang.BaseNone)
		if r >= 0 {
			e.b.RefAt(r).Args = 1
		}
		return e.typeOf(n.Field("type"))
	case "dependent_type":
		return e.typeRef(n.FirstNamed())
	case "decltype", "typeof_specifier":
		for c := range n.NamedChildren() {
			if r := e.value(c, schema.RoleRead); r >= 0 {
				return r
			}
		}
		return schema.None
	case "placeholder_type_specifier", "primitive_type", "auto", "sized_type_specifier", "":
		return schema.None
	}
	e.children(n)
	return schema.None
}

// templateType reads Name<Args>. For the containers and smart pointers of the
// standard library the type argument is what members are looked up in.
func (e *extractor) templateType(n sitter.Node, base int32) int32 {
	name := n.Field("name")
	r := e.ref(name, schema.RoleType, base)
	first := int32(schema.None)
	last := int32(schema.None)
	for c := range n.Field("arguments").NamedChildren() {
		var arg int32
		if c.Is("type_descriptor") {
			arg = e.typeOf(c)
		} else {
			e.walk(c)
			continue
		}
		if first == schema.None {
			first = arg
		}
		last = arg
	}
	switch e.textOf(name) {
	case "unique_ptr", "shared_ptr", "weak_ptr", "scoped_refptr", "optional", "reference_wrapper", "intrusive_ptr", "scoped_ptr", "observer_ptr":
		if first >= 0 {
			return first
		}
	case "vector", "deque", "list", "array", "set", "unordered_set", "multiset", "forward_list", "span", "queue", "stack", "initializer_list":
		if first >= 0 {
			e.b.RefAt(first).Flags |= lang.RefContainer
			return first
		}
	case "map", "unordered_map", "multimap", "flat_hash_map":
		if last >= 0 && last != first {
			e.b.RefAt(last).Flags |= lang.RefContainer
			return last
		}
	}
	return r
}

// tagRef reads struct NAME without a body.
func (e *extractor) tagRef(name sitter.Node) int32 {
	if name.Is("qualified_identifier", "template_type") {
		return e.typeRef(name)
	}
	text := e.textOf(name)
	if text == "" {
		return schema.None
	}
	r := lang.NewRef(text, schema.RoleType)
	r.Flags |= lang.RefTag
	r.Line, r.Col = name.Start()
	_, r.EndCol = name.End()
	if e.cxx {
		return e.b.Ref(r)
	}
	return e.b.RefAs(tagKey(text), r)
}
