package rust

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// before is what stands before an item: its documentation and attributes.
type before struct {
	docs  []sitter.Node
	attrs []sitter.Node
}

// items reads the declarations of a file, module, impl or trait body.
func (x *extractor) items(body sitter.Node) {
	var b before
	for c := range body.Children() {
		if x.collect(c, &b) {
			continue
		}
		if c.Named() {
			x.item(c, b)
			b = before{}
		}
	}
}

// collect adds a comment or attribute to what stands before the next item.
func (x *extractor) collect(c sitter.Node, b *before) bool {
	switch {
	case c.Is("line_comment", "block_comment"):
		b.docs = append(b.docs, c)
	case c.Is("attribute_item"):
		b.attrs = append(b.attrs, c)
	case c.Is("inner_attribute_item"):
		x.attribute(c.Child("attribute"))
	default:
		return false
	}
	return true
}

// isItem reports whether item reads the node, rather than expr.
func isItem(n sitter.Node) bool {
	switch n.Kind() {
	case "function_item", "function_signature_item", "struct_item", "union_item", "enum_item", "trait_item", "impl_item", "mod_item",
		"foreign_mod_item", "const_item", "static_item", "type_item", "associated_type", "macro_definition", "use_declaration",
		"extern_crate_declaration":
		return true
	}
	return false
}

func (x *extractor) item(n sitter.Node, b before) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	switch n.Kind() {
	case "function_item", "function_signature_item":
		x.function(n, b)
	case "struct_item", "union_item":
		x.structItem(n, b)
	case "enum_item":
		x.enumItem(n, b)
	case "trait_item":
		x.traitItem(n, b)
	case "impl_item":
		x.implItem(n, b)
	case "mod_item":
		x.modItem(n, b)
	case "foreign_mod_item":
		x.attributes(b)
		x.items(n.Field("body"))
	case "const_item", "static_item":
		x.constItem(n, b)
	case "type_item", "associated_type":
		x.typeItem(n, b)
	case "macro_definition":
		x.macroDefinition(n, b)
	case "use_declaration":
		x.attributes(b)
		x.useDeclaration(n, b)
	case "extern_crate_declaration":
		x.externCrate(n)
	case "macro_invocation":
		x.itemMacro(n, b)
	case "expression_statement":
		if m := n.FirstNamed(); m.Is("macro_invocation") {
			x.itemMacro(m, b)
			return
		}
		x.attributes(b)
		x.statement(n)
	case "ERROR":
		x.items(n)
	default:
		x.attributes(b)
		x.statement(n)
	}
}

// symbol fills what every item has.
func (x *extractor) symbol(name sitter.Node, kind schema.Kind, n sitter.Node, b before) lang.Symbol {
	s := lang.NewSymbol(nameOf(name), kind)
	s.Span = syntax.Span(n)
	if len(b.attrs) > 0 {
		s.Span.StartLine, s.Span.StartCol = b.attrs[0].Start()
		for _, a := range b.attrs {
			if !describes(a) {
				s.Flags |= schema.SymbolDecorated
			}
		}
	}
	s.NameLine, s.NameCol = name.Start()
	s.Doc = docOf(b.docs)
	s.Visibility = x.visibility(n)
	if s.Visibility != schema.VisibilityPrivate {
		s.Flags |= schema.SymbolExported
	}
	for _, a := range b.attrs {
		s.Flags |= attributeFlags(a.Child("attribute"), kind)
	}
	return s
}

func (x *extractor) visibility(n sitter.Node) schema.Visibility {
	v := n.Child("visibility_modifier")
	switch {
	case v.Ok() && v.Text() == "pub":
		return schema.VisibilityPublic
	case v.Ok() && (strings.Contains(v.Text(), "self")):
		return schema.VisibilityPrivate
	case v.Ok():
		return schema.VisibilityInternal
	case x.inTrait || x.inImplOf || n.Is("enum_variant"):
		return schema.VisibilityPublic
	}
	return schema.VisibilityPrivate
}

// describes reports whether an attribute only steers lints, documentation or code
// generation, so that nothing can register what it stands on.
func describes(a sitter.Node) bool {
	switch a.FirstNamed().FirstNamed().Text() {
	case "allow", "expect", "warn", "deny", "forbid", "doc", "inline", "cold", "must_use", "track_caller":
		return true
	}
	return false
}

func attributeFlags(a sitter.Node, kind schema.Kind) schema.SymbolFlags {
	name := a.FirstNamed().Text()
	switch last := name[strings.LastIndexByte(name, ':')+1:]; {
	case kind == schema.KindFunction && (last == "test" || last == "rstest" || last == "test_case" || last == "quickcheck" || last == "bench" || last == "wasm_bindgen_test"):
		return schema.SymbolTest
	case last == "cfg" && isTestCfg(a):
		if kind == schema.KindModule {
			return schema.SymbolTest
		}
	case last == "deprecated":
		return schema.SymbolDeprecated
	case last == "no_mangle" || last == "export_name" || last == "panic_handler" || last == "global_allocator" || last == "proc_macro" || last == "proc_macro_derive" || last == "proc_macro_attribute":
		return schema.SymbolEntry | schema.SymbolExported
	case last == "ctor":
		return schema.SymbolInit
	}
	return 0
}

// isTestCfg reports whether an attribute is cfg(test) or cfg(all(test, …)).
func isTestCfg(a sitter.Node) bool {
	args := a.Field("arguments").Text()
	return args == "(test)" || strings.HasPrefix(args, "(all(") && strings.Contains(args, "test")
}

func (b before) isTest() bool {
	for _, a := range b.attrs {
		if at := a.Child("attribute"); at.FirstNamed().Text() == "cfg" && isTestCfg(at) {
			return true
		}
	}
	return false
}

func (x *extractor) attributes(b before) {
	for _, a := range b.attrs {
		x.attribute(a.Child("attribute"))
	}
}

// attribute refers to the attribute's name and to the traits of a derive.
func (x *extractor) attribute(a sitter.Node) {
	if !a.Ok() {
		return
	}
	name := a.FirstNamed()
	x.pathRef(name, schema.RoleDecorate, macroKey(nameOf(name)))
	if name.Text() == "derive" {
		x.tokens(a.Field("arguments"), tokenContext{role: schema.RoleDecorate})
	}
	if v := a.Field("value"); v.Ok() {
		x.expr(v)
	}
}

// scoped runs f inside a scope of its own in which items are bound.
func (x *extractor) scoped(kind lang.ScopeKind, owner int32, f func()) {
	saved := x.itemScope
	x.b.Open(kind, owner)
	x.itemScope = x.b.Scope()
	f()
	x.b.Close()
	x.itemScope = saved
}

func (x *extractor) function(n sitter.Node, b before) {
	name, body, params := n.Field("name"), n.Field("body"), n.Field("parameters")
	parent := x.b.Symbol(x.b.Enclosing()).Kind
	member := (parent == schema.KindImpl || parent == schema.KindTrait) && n.Parent().Is("declaration_list")
	s := x.symbol(name, schema.KindFunction, n, b)
	self := params.Child("self_parameter").Ok()
	for p := range params.NamedChildren() {
		self = self || p.Is("parameter") && p.Field("pattern").Is("self")
	}
	if member {
		s.Kind = schema.KindMethod
		if !self {
			s.Flags |= schema.SymbolStatic
		}
		if x.inImplOf {
			s.Flags |= schema.SymbolOverride
		}
	}
	if n.Is("function_signature_item") {
		if parent == schema.KindTrait {
			s.Flags |= schema.SymbolAbstract
		} else {
			s.Flags |= schema.SymbolDeclOnly
		}
	}
	if strings.Contains(n.Child("function_modifiers").Text(), "async") {
		s.Flags |= schema.SymbolAsync
	}
	if s.Name == "main" && x.b.Enclosing() == 0 {
		s.Flags |= schema.SymbolEntry
	}
	s.Signature = signature(n, body)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
	s.Arity = arity(params)
	if body.Ok() {
		s.Complexity = complexity(body)
	}
	id := x.b.DefineHidden(s)
	if !member {
		x.bindItem([]string{s.Name}, id)
	}
	inTrait, inImplOf := x.inTrait, x.inImplOf
	x.inTrait, x.inImplOf = false, false
	x.scoped(lang.ScopeFunction, id, func() {
		x.attributes(b)
		x.typeParameters(n.Field("type_parameters"))
		x.parameters(params)
		typ := x.typ(n.Field("return_type"))
		x.b.Symbol(id).Type = typ
		x.where(n)
		if body.Ok() {
			x.block(body)
		}
	})
	x.inTrait, x.inImplOf = inTrait, inImplOf
}

func arity(params sitter.Node) int32 {
	n := int32(0)
	for p := range params.NamedChildren() {
		switch {
		case p.Is("variadic_parameter"):
			return schema.None
		case p.Is("self_parameter", "attribute_item"), p.Field("pattern").Is("self"):
		default:
			n++
		}
	}
	return n
}

func (x *extractor) parameters(params sitter.Node) {
	for p := range params.NamedChildren() {
		switch {
		case p.Is("attribute_item"):
			x.attribute(p.Child("attribute"))
		case p.Is("parameter") && !p.Field("pattern").Is("self"):
			x.parameter(p)
		case p.Is("parameter"):
			x.typ(p.Field("type"))
		}
	}
}

func (x *extractor) parameter(p sitter.Node) {
	typ := x.typ(p.Field("type"))
	x.pattern(p.Field("pattern"), binding{kind: schema.KindParameter, typ: typ, init: schema.None, whole: p})
}

// typeParameters binds generics; the type of one is its first bound.
func (x *extractor) typeParameters(n sitter.Node) {
	for p := range n.NamedChildren() {
		if !p.Is("type_parameter", "const_parameter") {
			continue
		}
		name := p.Field("name")
		s := lang.NewSymbol(nameOf(name), schema.KindTypeParameter)
		s.Span = syntax.Span(p)
		s.NameLine, s.NameCol = name.Start()
		if p.Is("const_parameter") {
			s.Kind = schema.KindParameter
			s.Flags = schema.SymbolStatic
			s.Type = x.typ(p.Field("type"))
			x.b.Define(s)
			continue
		}
		s.Type = x.bounds(p.Field("bounds"), schema.RoleType)
		if d := p.Field("default_type"); d.Ok() {
			x.typ(d)
		}
		x.b.Bind(typeKey(s.Name), x.b.DefineHidden(s))
	}
}

// bounds reads "A + B" and returns the first trait that is not a marker.
func (x *extractor) bounds(n sitter.Node, role schema.Role) int32 {
	first := int32(schema.None)
	for t := range n.NamedChildren() {
		r := x.typAs(t, role)
		if first == schema.None && !isMarker(t.Text()) {
			first = r
		}
	}
	return first
}

func isMarker(name string) bool {
	switch name {
	case "Send", "Sync", "Sized", "Copy", "Clone", "Debug", "Unpin", "Default", "Eq", "PartialEq", "Ord", "PartialOrd", "Hash":
		return true
	}
	return strings.HasPrefix(name, "?")
}

// where reads a where clause; a bound completes the type of a parameter without one.
func (x *extractor) where(n sitter.Node) {
	for p := range n.Child("where_clause").NamedChildren() {
		if !p.Is("where_predicate") {
			continue
		}
		left := p.Field("left")
		x.typ(left)
		bound := x.bounds(p.Field("bounds"), schema.RoleType)
		if left.Is("type_identifier") && bound != schema.None {
			for s := x.b.Scope(); ; s = 0 {
				if id := x.b.BoundIn(s, typeKey(nameOf(left))); id != schema.None {
					if sym := x.b.Symbol(id); sym.Kind == schema.KindTypeParameter && sym.Type == schema.None {
						sym.Type = bound
					}
				}
				if s == 0 {
					break
				}
			}
		}
	}
}

func (x *extractor) traitItem(n sitter.Node, b before) {
	body := n.Field("body")
	s := x.symbol(n.Field("name"), schema.KindTrait, n, b)
	s.Signature = signature(n, body)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
	id := x.b.DefineHidden(s)
	x.bindItem([]string{typeKey(s.Name)}, id)
	saved := x.inTrait
	x.inTrait = s.Visibility != schema.VisibilityPrivate
	x.scoped(lang.ScopeType, id, func() {
		x.attributes(b)
		x.typeParameters(n.Field("type_parameters"))
		x.bounds(n.Field("bounds"), schema.RoleInherit)
		x.where(n)
		x.items(body)
	})
	x.inTrait = saved
}

// implItem reads an impl block: a container named after its type, whose members
// are found through the type. Its trait is an inherit reference.
func (x *extractor) implItem(n sitter.Node, b before) {
	typ, body, trait := n.Field("type"), n.Field("body"), n.Field("trait")
	name := headOf(typ)
	s := x.symbol(name, schema.KindImpl, n, b)
	s.Visibility = schema.VisibilityPublic
	s.Flags &^= schema.SymbolExported
	s.Signature = signature(n, body)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
	id := x.b.DefineHidden(s)
	saved := x.inImplOf
	x.inImplOf = trait.Ok()
	x.scoped(lang.ScopeType, id, func() {
		x.attributes(b)
		x.typeParameters(n.Field("type_parameters"))
		if trait.Ok() {
			x.typAs(trait, schema.RoleInherit)
		}
		ref := x.typ(typ)
		x.b.Symbol(id).Type = ref
		x.where(n)
		x.items(body)
	})
	x.inImplOf = saved
}

// headOf finds the token that names a type.
func headOf(n sitter.Node) sitter.Node {
	switch n.Kind() {
	case "generic_type", "reference_type", "pointer_type":
		return headOf(n.Field("type"))
	case "scoped_type_identifier":
		return n.Field("name")
	case "dynamic_type", "abstract_type":
		return headOf(n.Field("trait"))
	case "array_type":
		return headOf(n.Field("element"))
	case "tuple_type", "bounded_type":
		if f := n.FirstNamed(); f.Ok() {
			return headOf(f)
		}
	}
	return n
}

func (x *extractor) modItem(n sitter.Node, b before) {
	name, body := n.Field("name"), n.Field("body")
	if !body.Ok() {
		x.attributes(b)
		x.modDeclaration(n, b)
		return
	}
	s := x.symbol(name, schema.KindModule, n, b)
	s.Signature = signature(n, body)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
	id := x.b.DefineHidden(s)
	x.bindItem([]string{typeKey(s.Name)}, id)
	test := b.isTest()
	if test {
		x.testDepth++
	}
	x.modules = append(x.modules, s.Name)
	inTrait, inImplOf := x.inTrait, x.inImplOf
	x.inTrait, x.inImplOf = false, false
	x.scoped(lang.ScopeBlock, id, func() {
		x.attributes(b)
		x.items(body)
	})
	x.inTrait, x.inImplOf = inTrait, inImplOf
	x.modules = x.modules[:len(x.modules)-1]
	if test {
		x.testDepth--
	}
}

func (x *extractor) constItem(n sitter.Node, b before) {
	kind := schema.KindConstant
	if n.Is("static_item") {
		kind = schema.KindVariable
	}
	value := n.Field("value")
	s := x.symbol(n.Field("name"), kind, n, b)
	s.Signature = signature(n, value)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return value.Ok() && c.Index() == value.Index() })
	s.BodyHash = value.Hash(isNested)
	id := x.b.DefineHidden(s)
	if p := x.b.Symbol(x.b.Enclosing()).Kind; p != schema.KindImpl && p != schema.KindTrait {
		x.bindItem([]string{s.Name}, id)
	} else {
		x.b.Symbol(id).Flags |= schema.SymbolStatic
	}
	x.scoped(lang.ScopeBlock, id, func() {
		x.attributes(b)
		typ := x.typ(n.Field("type"))
		x.b.Symbol(id).Type = typ
		if value.Ok() {
			init := x.expr(value)
			x.b.Symbol(id).Init = initOf(init)
		}
	})
}

func (x *extractor) typeItem(n sitter.Node, b before) {
	s := x.symbol(n.Field("name"), schema.KindType, n, b)
	s.Signature = signature(n, sitter.Node{})
	s.SignatureHash = n.Hash(nil)
	if n.Is("associated_type") {
		s.Flags |= schema.SymbolAbstract
	}
	id := x.b.DefineHidden(s)
	if p := x.b.Symbol(x.b.Enclosing()).Kind; p != schema.KindImpl && p != schema.KindTrait {
		x.bindItem([]string{typeKey(s.Name)}, id)
	}
	x.scoped(lang.ScopeType, id, func() {
		x.attributes(b)
		x.typeParameters(n.Field("type_parameters"))
		typ := x.typ(n.Field("type"))
		if !n.Field("type").Ok() {
			typ = x.bounds(n.Field("bounds"), schema.RoleType)
		}
		x.b.Symbol(id).Type = typ
		x.where(n)
	})
}

func (x *extractor) macroDefinition(n sitter.Node, b before) {
	s := x.symbol(n.Field("name"), schema.KindMacro, n, b)
	for _, a := range b.attrs {
		if a.Child("attribute").FirstNamed().Text() == "macro_export" {
			s.Visibility = schema.VisibilityPublic
			s.Flags |= schema.SymbolExported
		}
	}
	if s.Visibility == schema.VisibilityPrivate {
		s.Visibility = schema.VisibilityInternal
	}
	s.Signature = "macro_rules! " + s.Name
	s.SignatureHash = n.Field("name").Hash(nil)
	s.BodyHash = n.Hash(nil)
	s.Complexity = 1
	id := x.b.DefineHidden(s)
	x.bindItem([]string{macroKey(s.Name)}, id)
	x.scoped(lang.ScopeFunction, id, func() {
		x.attributes(b)
		for r := range n.NamedChildren() {
			if r.Is("macro_rule") {
				x.b.Open(lang.ScopeBlock, schema.None)
				x.tokens(r.Field("right"), tokenContext{role: schema.RoleRead, optional: true})
				x.b.Close()
			}
		}
	})
}

// itemMacro reads a macro call in the place of an item. One that expands to a test,
// as far as the file or the macro's name tells, and whose first argument is a name
// declares a test of that name.
func (x *extractor) itemMacro(n sitter.Node, b before) {
	x.attributes(b)
	tree := n.Child("token_tree")
	name := tree.FirstNamed()
	macro := n.Field("macro")
	if !x.testMacros[nameOf(macro)] && !strings.Contains(nameOf(macro), "test") || !name.Is("identifier") || x.b.Symbol(x.b.Enclosing()).Kind.IsCallable() {
		x.macroInvocation(n)
		return
	}
	s := x.symbol(name, schema.KindFunction, n, b)
	s.Flags |= schema.SymbolTest
	s.Signature = syntax.Line(macro.Text() + "!(" + s.Name + ")")
	s.SignatureHash = name.Hash(nil)
	s.BodyHash = tree.Hash(nil)
	s.Complexity = 1
	id := x.b.DefineHidden(s)
	x.scoped(lang.ScopeFunction, id, func() {
		x.pathRef(macro, schema.RoleCall, macroKey(nameOf(macro)))
		x.tokens(tree, tokenContext{role: schema.RoleRead, skipFirst: true})
	})
}
