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
	s.Signature = syntax.Signature(n, body, nil)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
	id := x.b.Define(s)
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
	saved := x.class
	x.b.Open(lang.ScopeType, id)
	x.class = &class{symbol: id, scope: x.b.Scope(), test: test}
	x.within(false, f)
	x.b.Close()
	x.class = saved
	facts := x.b.Facts()
	for i := int(id) + 1; i < len(facts.Symbols); i++ {
		if facts.Symbols[i].Parent == id && facts.Symbols[i].Flags&schema.SymbolTest != 0 {
			facts.Symbols[id].Flags |= schema.SymbolTest
			return
		}
	}
}

// inherit refers to a super class or an included module.
func (x *extractor) inherit(n sitter.Node) {
	if r := x.expr(n); r >= 0 && n.Is("constant", "scope_resolution") {
		x.b.RefAt(r).Role = schema.RoleInherit
	}
}

// singletonClass reads "class << self": its methods are the class's own.
func (x *extractor) singletonClass(n sitter.Node) {
	x.expr(n.Field("value"))
	saved := *x.class
	x.class.singleton, x.class.visibility = true, schema.VisibilityPublic
	x.within(false, func() { x.statements(n.Field("body")) })
	*x.class = saved
}

// method reads a method; it returns its symbol.
func (x *extractor) method(n sitter.Node) int32 {
	name, body := n.Field("name"), n.Field("body")
	s := syntax.Symbol(n, name, schema.KindMethod)
	inClass := x.class.symbol != 0
	switch {
	case n.Is("singleton_method"):
		s.Flags |= schema.SymbolStatic
	case !inClass:
		s.Kind = schema.KindFunction
	case s.Name == "initialize":
		s.Kind = schema.KindConstructor
	default:
		s.Visibility = x.class.visibility
		if x.class.singleton || x.class.functions {
			s.Flags |= schema.SymbolStatic
		}
	}
	s.Doc = docOf(n)
	s.Signature = signature(n, body)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
	s.Complexity = complexity(body)
	if s.Visibility != schema.VisibilityPrivate {
		s.Flags |= schema.SymbolExported
	}
	if x.class.test && strings.HasPrefix(s.Name, "test_") {
		s.Flags |= schema.SymbolTest
	}
	id := x.b.DefineHidden(s)
	if o := n.Field("object"); o.Ok() && !o.Is("self") {
		x.expr(o)
	}
	lazy := x.lazy
	x.lazy = true
	x.b.Open(lang.ScopeFunction, id)
	x.within(false, func() {
		arity := x.parameters(n.Field("parameters"))
		x.b.Symbol(id).Arity = arity
		x.statement(body)
	})
	x.b.Close()
	x.lazy = lazy
	return id
}

// signature is the head of a method; what stands behind "=" of an endless one is its body.
func signature(n, body sitter.Node) string {
	end := n.Field("parameters")
	if !end.Ok() {
		end = n.Field("name")
	}
	from, _ := n.Bytes()
	_, to := end.Bytes()
	text := n.Text()
	return syntax.Line(text[:min(max(to-from, 0), len(text))])
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
	s.Signature = syntax.Line(whole.Text())
	s.BodyHash = value.Hash(isNested)
	maker := ""
	if value.Is("call") && value.Field("receiver").Is("constant") {
		maker = value.Field("receiver").Text() + "." + value.Field("method").Text()
	}
	switch maker {
	case "Struct.new", "Data.define":
		s.Kind = schema.KindStruct
	case "Class.new":
		s.Kind = schema.KindClass
	case "Module.new":
		s.Kind = schema.KindModule
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
		for a := range value.Field("arguments").NamedChildren() {
			switch {
			case s.Kind == schema.KindStruct && a.Is("simple_symbol"):
				x.accessor(a, a)
			case s.Kind == schema.KindClass:
				x.inherit(a)
			default:
				x.expr(a)
			}
		}
		if b := value.Field("block"); b.Ok() {
			x.parameters(b.Field("parameters"))
			x.statements(b.Field("body"))
		}
	})
}

// accessor declares what attr_reader, Struct.new and delegate name with a symbol.
func (x *extractor) accessor(whole, name sitter.Node) {
	s := syntax.Symbol(whole, name, schema.KindProperty)
	s.Name = strings.Trim(strings.TrimPrefix(s.Name, ":"), `"'`)
	if name.Is("simple_symbol") {
		s.NameCol++
	}
	s.Visibility = x.class.visibility
	if s.Visibility != schema.VisibilityPrivate {
		s.Flags |= schema.SymbolExported
	}
	s.Signature = syntax.Line(whole.Text())
	s.Complexity = 1
	s.BodyHash = whole.Hash(nil)
	x.b.DefineHidden(s)
}

// alias declares a second name of a method.
func (x *extractor) alias(whole, name, old sitter.Node) {
	if !name.Is("simple_symbol", "identifier", "constant", "operator", "setter") {
		return
	}
	s := syntax.Symbol(whole, name, schema.KindMethod)
	s.Name = strings.TrimPrefix(s.Name, ":")
	s.Flags |= schema.SymbolExported
	s.Signature = syntax.Line(whole.Text())
	s.Complexity = 1
	s.BodyHash = whole.Hash(nil)
	id := x.b.DefineHidden(s)
	x.b.Open(lang.ScopeBlock, id)
	x.named(old, schema.RoleRead)
	x.b.Close()
}

// named refers to a method by a symbol or a word.
func (x *extractor) named(n sitter.Node, role schema.Role) {
	if !n.Is("simple_symbol", "identifier", "string", "operator", "constant", "setter") {
		x.expr(n)
		return
	}
	r := syntax.Ref(n, role)
	if n.Is("simple_symbol") {
		r.Name = strings.TrimPrefix(r.Name, ":")
		r.Col++
	} else if n.Is("string") {
		r.Name = n.Child("string_content").Text()
		r.Line, r.Col = n.Child("string_content").Start()
		r.EndCol = r.Col + int32(len(r.Name))
	}
	if r.Name != "" {
		x.b.RefAs("", r)
	}
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
