package dart

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// item is a declaration under way: what stands before its name.
type item struct {
	first       sitter.Node // Where it begins.
	annotations []sitter.Node
	parts       []sitter.Node // Modifiers and type, as siblings.
	comments    []sitter.Node
}

// has reports whether a modifier stands before the name.
func (i *item) has(words ...string) bool {
	for _, p := range i.parts {
		if p.Is(words...) {
			return true
		}
	}
	return false
}

// members reads the declarations of the file or of a type's body.
func (x *extractor) members(n sitter.Node, inType bool) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	var above syntax.Above
	var it item
	var skip sitter.Node // A body that was read with its signature.
	begin := func(c sitter.Node) {
		if !it.first.Ok() {
			it.first = c
			it.comments = append([]sitter.Node(nil), above.Take(c)...)
		}
	}
	for c := range n.Children() {
		if c.IsExtra() && !c.IsError() {
			if !it.first.Ok() {
				above.Comment(c)
			}
			continue
		}
		if skip.Ok() && c.Index() == skip.Index() {
			above.Take(c)
			continue
		}
		switch kind := c.Kind(); kind {
		case "{", "}", ",":
			it = item{}
		case ";":
			it = item{}
			above.Take(c)
		case "annotation":
			begin(c)
			it.annotations = append(it.annotations, c)
			above.Through(c)
		case "library_name", "import_or_export", "part_directive", "part_of_directive":
			begin(c)
			x.directive(c, &it)
			it = item{}
		case "class_definition", "mixin_declaration", "extension_declaration", "enum_declaration", "type_alias", "extension_type_declaration":
			begin(c)
			x.typeDeclaration(c, &it)
			it = item{}
		case "enum_constant":
			begin(c)
			x.enumConstant(c, &it)
			it = item{}
		case "declaration", "method_signature":
			begin(c)
			skip = x.member(c, &it)
			it = item{}
		case "initialized_identifier_list", "static_final_declaration_list", "identifier_list":
			begin(c)
			x.variables(c, c, &it, inType)
			it = item{}
		case "function_signature", "getter_signature", "setter_signature":
			begin(c)
			skip = bodyOf(c)
			x.callable(c, sitter.Node{}, skip, &it, inType)
			it = item{}
		case "function_body", "ERROR":
			if c.IsError() {
				x.members(c, inType)
			} else {
				x.statement(c)
			}
			above.Take(c)
			it = item{}
		case "identifier": // A piece of a mistake.
		default:
			if isPart(c) {
				begin(c)
				it.parts = append(it.parts, c)
				continue
			}
			if c.Named() {
				x.statement(c)
				it = item{}
			}
		}
	}
}

// isPart reports whether a node is a modifier or a part of a type before a name.
func isPart(n sitter.Node) bool {
	switch n.Kind() {
	case "const_builtin", "final_builtin", "inferred_type", "type_identifier", "type_arguments", "nullable_type", "function_type", "record_type", "void_type",
		".", "late", "static", "external", "covariant", "augment", "abstract", "factory", "const", "final", "var":
		return true
	}
	return false
}

// bodyOf returns the body that follows a signature.
func bodyOf(n sitter.Node) sitter.Node {
	for s := n.NextSibling(); s.Ok(); s = s.NextSibling() {
		if s.IsExtra() && !s.IsError() {
			continue
		}
		if s.Is("function_body") {
			return s
		}
		break
	}
	return sitter.Node{}
}

// member reads a declaration or method_signature of a type, which hold the modifiers,
// and returns the body that goes with it.
func (x *extractor) member(n sitter.Node, it *item) sitter.Node {
	if !x.enter(n) {
		return sitter.Node{}
	}
	defer x.leave()
	body := sitter.Node{}
	if n.Is("method_signature") {
		body = bodyOf(n)
	}
	for c := range n.Children() {
		switch c.Kind() {
		case "function_signature", "getter_signature", "setter_signature", "operator_signature", "constructor_signature", "constant_constructor_signature",
			"factory_constructor_signature", "redirecting_factory_constructor_signature":
			x.callable(c, n, body, it, true)
			return body
		case "initialized_identifier_list", "static_final_declaration_list", "identifier_list":
			x.variables(c, n, it, true)
			return body
		case "ERROR":
			x.members(c, true)
		default:
			if isPart(c) {
				it.parts = append(it.parts, c)
			}
		}
	}
	return body
}

// symbol fills in what every declaration has; last is its last node.
func (x *extractor) symbol(name, last sitter.Node, kind schema.Kind, it *item) lang.Symbol {
	s := syntax.Symbol(last, name, kind)
	s.Span = syntax.Between(it.first, last)
	s.Doc = docOf(it.comments)
	s.Flags |= schema.SymbolExported
	if private(s.Name) {
		s.Visibility, s.Flags = schema.VisibilityPrivate, 0
	}
	for _, a := range it.annotations {
		s.Flags |= schema.SymbolDecorated
		switch a.Field("name").Text() {
		case "override":
			s.Flags |= schema.SymbolOverride
		case "deprecated", "Deprecated":
			s.Flags |= schema.SymbolDeprecated
		}
	}
	return s
}

// annotations refers to the annotations of a declaration.
func (x *extractor) annotations(it *item) {
	for _, a := range it.annotations {
		x.annotation(a)
	}
}

func (x *extractor) annotation(a sitter.Node) {
	base := int32(lang.BaseNone)
	var last int32 = schema.None
	for c := range a.Children() {
		switch c.Kind() {
		case "identifier", "type_identifier":
			r := syntax.Ref(c, schema.RoleDecorate)
			if last >= 0 {
				x.b.RefAt(last).Role = schema.RoleRead
				r.Base = last
			} else {
				r.Base = base
			}
			last = x.b.Ref(r)
		case "scoped_identifier", "qualified":
			x.annotation(c)
		case "arguments":
			x.arguments(c)
		case "type_arguments":
			x.typeArguments(c)
		}
	}
}

// typeDeclaration reads a class, mixin, extension, enum or typedef.
func (x *extractor) typeDeclaration(n sitter.Node, it *item) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	if n.Is("type_alias") {
		x.typedef(n, it)
		return
	}
	for c := range n.Children() {
		if c.Is("annotation") {
			it.annotations = append(it.annotations, c)
		}
	}
	name, body := n.Field("name"), n.Field("body")
	kind := schema.KindClass
	switch n.Kind() {
	case "mixin_declaration":
		kind = schema.KindTrait
		name, body = n.Child("identifier"), n.Child("class_body")
	case "enum_declaration":
		kind = schema.KindEnum
	case "extension_declaration":
		kind = schema.KindImpl
		if !name.Ok() {
			name = n.Field("class")
		}
	}
	application := n.Child("mixin_application_class")
	if application.Ok() { // class A = B with C;
		name = application.Child("identifier")
	}
	if !name.Ok() {
		x.members(n, false)
		return
	}
	s := x.symbol(name, n, kind, it)
	if n.Child("abstract").Ok() || n.Child("sealed").Ok() || n.Child("interface").Ok() {
		s.Flags |= schema.SymbolAbstract
	}
	s.Signature = x.edits.signature(syntax.Signature(n, body, isAnnotation), s.NameLine)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return body.Ok() && c.Index() == body.Index() })
	s.BodyHash = body.Hash(nil)
	id := x.b.DefineHidden(s)
	if n.Field("name").Ok() || kind != schema.KindImpl { // An extension need not have a name.
		x.b.Bind(s.Name, id)
	}
	x.b.Open(lang.ScopeType, id)
	defer x.b.Close()
	x.types = append(x.types, s.Name)
	defer func() { x.types = x.types[:len(x.types)-1] }()
	x.annotations(it)
	x.head(n, id)
	x.head(application.Child("mixin_application"), id)
	x.representation(id, s.NameLine)
	if body.Ok() {
		x.members(body, true)
	}
	if inside := x.inside; inside != nil {
		x.inside = nil
		inside()
	}
}

// head reads the type parameters and the super types of a declaration.
func (x *extractor) head(n sitter.Node, id int32) {
	extension := n.Is("extension_declaration")
	var list []sitter.Node
	flush := func() {
		role := schema.RoleInherit
		if extension {
			role = schema.RoleType
		}
		ref := x.typeOf(list, role)
		if extension && ref >= 0 {
			x.b.Symbol(id).Type = ref
		}
		list = nil
	}
	for c := range n.Children() {
		switch c.Kind() {
		case "type_parameters":
			x.typeParameters(c)
		case "superclass", "interfaces", "mixins":
			flush()
			x.head(c, id)
		case "type_identifier", ".", "type_arguments", "nullable_type", "function_type", "record_type":
			list = append(list, c)
		case ",":
			flush()
		}
	}
	flush()
}

func (x *extractor) typeParameters(n sitter.Node) {
	for p := range n.NamedChildren() {
		if !p.Is("type_parameter") {
			continue
		}
		name := p.Child("type_identifier")
		s := syntax.Symbol(p, name, schema.KindTypeParameter)
		s.Type = x.typeOf(parts(p.Child("type_bound")), schema.RoleType)
		x.b.Define(s)
	}
}

// parts lists the children of a node.
func parts(n sitter.Node) []sitter.Node {
	var out []sitter.Node
	for c := range n.Children() {
		out = append(out, c)
	}
	return out
}

func (x *extractor) typedef(n sitter.Node, it *item) {
	// The name is the first type before "=" or a parameter list, a result may stand before it.
	var name sitter.Node
	var rest []sitter.Node
	assigned := false
	for c := range n.Children() {
		switch {
		case c.Is("="):
			assigned = true
		case c.Is("formal_parameter_list", "type_parameters"):
			rest = append(rest, c)
		case assigned:
			rest = append(rest, c)
		case c.Is("type_identifier"):
			if name.Ok() {
				rest = append(rest, name)
			}
			name = c
		case c.Is("void_type", "function_type", "type_arguments", "nullable_type", "record_type"):
			rest = append(rest, c)
		}
	}
	if !name.Ok() {
		return
	}
	s := x.symbol(name, n, schema.KindType, it)
	s.Signature = syntax.Signature(n, sitter.Node{}, nil)
	s.SignatureHash = n.Hash(nil)
	id := x.b.Define(s)
	x.b.Open(lang.ScopeBlock, id)
	defer x.b.Close()
	x.annotations(it)
	var typ []sitter.Node
	for _, r := range rest {
		switch {
		case r.Is("type_parameters"):
			x.typeParameters(r)
		case r.Is("formal_parameter_list"):
			x.parameters(r)
		default:
			typ = append(typ, r)
		}
	}
	ref := x.typeOf(typ, schema.RoleType)
	x.b.Symbol(id).Type = ref
}

func (x *extractor) enumConstant(n sitter.Node, it *item) {
	for c := range n.Children() {
		if c.Is("annotation") {
			it.annotations = append(it.annotations, c)
		}
	}
	s := x.symbol(n.Field("name"), n, schema.KindEnumMember, it)
	s.Flags |= schema.SymbolStatic
	s.Signature = syntax.Signature(n, n.Child("argument_part", "arguments"), nil)
	s.SignatureHash = n.Hash(nil)
	id := x.b.Define(s)
	x.b.Open(lang.ScopeBlock, id)
	defer x.b.Close()
	x.annotations(it)
	for c := range n.NamedChildren() {
		if c.Is("argument_part", "arguments") {
			x.statement(c)
		}
	}
}

// variables reads fields or variables of the file; last is the node that spans them.
func (x *extractor) variables(list, last sitter.Node, it *item, inType bool) {
	constant := it.has("const_builtin")
	kind := schema.KindVariable
	switch {
	case constant:
		kind = schema.KindConstant
	case inType:
		kind = schema.KindField
	}
	typ, typed := int32(schema.None), false
	for d := range list.NamedChildren() {
		name := d
		if !d.Is("identifier") {
			name = d.Child("identifier")
		}
		if !name.Ok() {
			continue
		}
		s := x.symbol(name, d, kind, it)
		if d.Index() != list.FirstNamed().Index() {
			s.Span = syntax.Span(d)
		}
		if it.has("static") || !inType {
			s.Flags |= schema.SymbolStatic
		}
		value := valueOf(d, name)
		s.Signature = x.fieldSignature(it, d, name, value)
		s.SignatureHash = name.Hash(nil)
		s.BodyHash = d.Hash(nil)
		id := x.b.Define(s)
		if inType {
			x.b.Bind(fieldKey(s.Name), id)
		}
		x.b.Open(lang.ScopeBlock, id)
		if !typed {
			x.annotations(it)
			typ, typed = x.typeOf(it.parts, schema.RoleType), true
		}
		init := x.chain(value)
		x.b.Symbol(id).Type, x.b.Symbol(id).Init = typ, max(init, schema.None)
		x.b.Close()
	}
}

// fieldKey is the key of a field as this.name means it, whatever else has its name.
func fieldKey(name string) string { return "this." + name }

func isAnnotation(n sitter.Node) bool { return n.Is("annotation") }

// valueOf lists what stands behind the name of a variable.
func valueOf(n, name sitter.Node) []sitter.Node {
	var out []sitter.Node
	seen := false
	for c := range n.Children() {
		if seen && !c.Is("=") {
			out = append(out, c)
		}
		seen = seen || c.Index() == name.Index()
	}
	return out
}

// fieldSignature joins modifiers, type and name, and a short value.
func (x *extractor) fieldSignature(it *item, d, name sitter.Node, value []sitter.Node) string {
	var b strings.Builder
	for i, p := range it.parts {
		if i > 0 && !p.Is(".", "type_arguments", "nullable_type") && !it.parts[i-1].Is(".") {
			b.WriteByte(' ')
		}
		b.WriteString(p.Text())
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	first, _ := d.Start()
	last, _ := d.End()
	if from, to := d.Bytes(); len(value) > 0 && first == last && to-from <= 60 {
		b.WriteString(d.Text())
	} else {
		b.WriteString(name.Text())
	}
	return syntax.Line(b.String())
}
