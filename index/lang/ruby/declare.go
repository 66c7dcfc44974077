package ruby

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// container reads a class or a module.
func (x *extractor) container(n sitter.Node) {
	kind := schema.KindModule
	if n.Is("class") {
		kind = schema.KindClass
	}
	name, body := n.Field("name"), n.Field("body")
	scope := int32(schema.None)
	if name.Is("scope_resolution") {
		if q := name.Field("scope"); q.Ok() {
			scope = max(x.expr(q), schema.None)
		}
		name = name.Field("name")
	}
	s := syntax.Symbol(n, name, kind)
	s.Doc = docOf(n)
	s.Flags |= schema.SymbolExported
	s.Type = scope
	s.Signature = head(n, body)
	if super := n.Field("superclass"); super.Ok() {
		s.Signature = head(n, super.NextSibling())
	}
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
	id := int32(0)
	if scope == schema.None {
		id = x.b.Define(s)
	} else {
		id = x.b.DefineHidden(s) // Its bare name means nothing in the scope around.
	}
	if x.summary == "" {
		x.summary = s.Doc
	}
	super := n.Field("superclass").FirstNamed()
	x.body(id, isTestBase(super.Text()) || strings.HasSuffix(s.Name, "Test") && super.Ok(), func() {
		if super.Ok() {
			x.inherit(super)
		}
		x.statements(body)
	})
}

func isTestBase(super string) bool {
	last := super[strings.LastIndexByte(super, ':')+1:]
	return strings.HasSuffix(last, "TestCase") || strings.HasSuffix(last, "Test") || last == "Spec"
}

// body opens a class or module and runs f in it.
func (x *extractor) body(id int32, test bool, f func()) {
	saved, fn, macros := x.class, x.fn, x.macros
	x.b.Open(lang.ScopeType, id)
	x.class = &class{symbol: id, scope: x.b.Scope(), test: test}
	// The methods of ClassMethods become those of the classes that include the module around it.
	x.class.singleton = x.b.Symbol(id).Name == "ClassMethods" && saved.symbol != 0
	x.fn, x.macros = nil, true
	x.within(false, f)
	x.b.Close()
	x.class, x.fn, x.macros = saved, fn, macros
	facts := x.b.Facts()
	for i := int(id) + 1; i < len(facts.Symbols); i++ {
		if facts.Symbols[i].Parent == id && facts.Symbols[i].Flags&schema.SymbolTest != 0 {
			facts.Symbols[id].Flags |= schema.SymbolTest
			return
		}
	}
}

// inherit refers to a super class or an included module. A struct that is made on the
// spot declares its members.
func (x *extractor) inherit(n sitter.Node) {
	if makerOf(n) == schema.KindStruct {
		x.expr(n.Field("receiver"))
		x.members(n.Field("arguments"))
		x.statements(n.Field("block").Field("body"))
		return
	}
	r := x.expr(n)
	if n.Is("constant", "scope_resolution") && r >= 0 {
		x.b.RefAt(r).Role = schema.RoleInherit
	}
}

// makerOf is the kind of type that an expression makes: Struct.new, Data.define,
// Class.new, Module.new; KindFile for any other.
func makerOf(n sitter.Node) schema.Kind {
	if receiver := n.Field("receiver"); n.Is("call") && (receiver.Is("constant") || receiver.Is("scope_resolution") && !receiver.Field("scope").Ok()) {
		switch strings.TrimPrefix(receiver.Text(), "::") + "." + n.Field("method").Text() {
		case "Struct.new", "Data.define":
			return schema.KindStruct
		case "Class.new":
			return schema.KindClass
		case "Module.new":
			return schema.KindModule
		}
	}
	return schema.KindFile
}

// members declares the members of a struct.
func (x *extractor) members(args sitter.Node) {
	for a := range args.NamedChildren() {
		if a.Is("simple_symbol") {
			x.accessor(a, a)
		} else {
			x.expr(a)
		}
	}
}

// singletonClass reads "class << self": its methods are the class's own.
func (x *extractor) singletonClass(n sitter.Node) {
	x.expr(n.Field("value"))
	saved := *x.class
	x.class.singleton, x.class.visibility, x.class.functions = true, schema.VisibilityPublic, false
	x.within(false, func() { x.statements(n.Field("body")) })
	*x.class = saved
}

// method reads a method; it returns its symbol.
func (x *extractor) method(n sitter.Node) int32 {
	name, body := n.Field("name"), n.Field("body")
	s := syntax.Symbol(n, name, schema.KindMethod)
	object := n.Field("object")
	switch {
	case n.Is("singleton_method"):
		s.Flags |= schema.SymbolStatic | schema.SymbolExported
	case x.class.symbol == 0:
		s.Kind = schema.KindFunction
		s.Flags |= schema.SymbolExported
	case s.Name == "initialize" && !x.class.singleton:
		s.Kind = schema.KindConstructor
		s.Flags |= schema.SymbolExported
	default:
		x.member(&s)
	}
	s.Doc = docOf(n)
	s.Signature = signature(n)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
	s.Complexity = complexity(body)
	if x.class.test && strings.HasPrefix(s.Name, "test_") {
		s.Flags |= schema.SymbolTest
	}
	id := x.b.DefineHidden(s)
	if object.Ok() && !object.Is("self") {
		x.expr(object)
	}
	saved, macros := x.fn, x.macros
	x.fn, x.macros = &function{name: s.Name, static: s.Flags&schema.SymbolStatic != 0, returned: schema.None}, false
	x.b.Open(lang.ScopeFunction, id)
	x.within(false, func() {
		arity := x.parameters(n.Field("parameters"))
		x.b.Symbol(id).Arity = arity
		value := x.expr(body)
		if value < 0 {
			value = x.fn.returned
		}
		x.b.Symbol(id).Init = value
	})
	x.b.Close()
	x.fn, x.macros = saved, macros
	return id
}

// signature is the head of a method; what stands behind "=" of an endless one is its body.
func signature(n sitter.Node) string {
	end := n.Field("parameters")
	if !end.Ok() {
		end = n.Field("name")
	}
	from, _ := n.Bytes()
	_, to := end.Bytes()
	return syntax.Line(n.Part(from, to))
}

// parameters declares parameters; it returns their number, None when some may be left out.
func (x *extractor) parameters(n sitter.Node) int32 {
	count, open := int32(0), false
	for p := range n.NamedChildren() {
		count++
		switch p.Kind() {
		case "identifier":
			x.declare(p, schema.KindParameter)
		case "destructured_parameter":
			x.parameters(p)
		case "optional_parameter", "keyword_parameter", "splat_parameter", "hash_splat_parameter", "block_parameter":
			open = true
			if name := p.Field("name"); name.Ok() {
				x.declare(name, schema.KindParameter)
			}
			if v := p.Field("value"); v.Ok() {
				x.expr(v)
			}
		case "forward_parameter":
			open = true
		default:
			count--
		}
	}
	if open {
		return schema.None
	}
	return count
}

// constant declares a constant; Struct.new, Data.define, Class.new and Module.new make types.
func (x *extractor) constant(whole, name, value sitter.Node) {
	s := syntax.Symbol(whole, name, schema.KindConstant)
	s.Flags |= schema.SymbolExported | schema.SymbolStatic
	s.Doc = docOf(whole)
	s.Signature = head(whole, sitter.Node{})
	s.BodyHash = value.Hash(isNested)
	if kind := makerOf(value); kind != schema.KindFile {
		s.Kind = kind
		s.Signature = head(whole, value.Field("block"))
	}
	id := x.b.Define(s)
	if s.Kind == schema.KindConstant {
		x.b.Open(lang.ScopeBlock, id)
		x.within(true, func() {
			if init := x.expr(value); init >= 0 {
				x.b.Symbol(id).Init = init
			}
		})
		x.b.Close()
		return
	}
	x.body(id, false, func() {
		x.expr(value.Field("receiver"))
		switch args := value.Field("arguments"); s.Kind {
		case schema.KindStruct:
			x.members(args)
		case schema.KindClass:
			for a := range args.NamedChildren() {
				x.inherit(a)
			}
		default:
			x.arguments(args)
		}
		if b := value.Field("block"); b.Ok() {
			x.parameters(b.Field("parameters"))
			x.statements(b.Field("body"))
		}
	})
}

// field declares an instance or class variable where it is assigned first.
func (x *extractor) field(n sitter.Node, init int32) {
	name := n.Text()
	if x.b.BoundIn(x.class.scope, name) != schema.None {
		x.b.Ref(syntax.Ref(n, schema.RoleWrite))
		return
	}
	s := syntax.Symbol(n, n, schema.KindField)
	s.Parent = x.class.symbol
	s.Visibility = schema.VisibilityPrivate
	s.Init = max(init, schema.None)
	s.Signature = name
	if n.Is("class_variable") || x.class.singleton {
		s.Flags |= schema.SymbolStatic
	}
	if n.Is("global_variable") {
		s.Kind, s.Parent, s.Visibility = schema.KindVariable, 0, schema.VisibilityPublic
		s.Flags |= schema.SymbolExported
		x.b.BindIn(0, name, x.b.DefineHidden(s))
		return
	}
	x.b.BindIn(x.class.scope, name, x.b.DefineHidden(s))
}
