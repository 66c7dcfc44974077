package ruby

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// call reads a call and returns the reference whose value it has.
func (x *extractor) call(n sitter.Node) int32 {
	receiver, method, args, block := n.Field("receiver"), n.Field("method"), n.Field("arguments"), n.Field("block")
	word := method.Text()
	if !receiver.Ok() && x.directive(n, word, args, block) {
		return lang.BaseUnknown
	}
	if receiver.Is("constant") && receiver.Text() == "RSpec" && x.suite(n, word, args, block) {
		return lang.BaseUnknown
	}
	base := int32(lang.BaseNone)
	if receiver.Ok() {
		base = x.expr(receiver)
	}
	if word == "new" && receiver.Is("constant", "scope_resolution") && base >= 0 {
		count := x.arguments(args)
		r := x.b.RefAt(base)
		r.Role, r.Args = schema.RoleCall, count
		r.Flags |= lang.RefNew | lang.RefResult
		x.block(block, base)
		return base
	}
	out := int32(lang.BaseUnknown)
	if method.Is("identifier", "constant", "operator") {
		out = x.refer(method, schema.RoleCall, base)
	} else if method.Is("super") {
		r := syntax.Ref(method, schema.RoleCall)
		r.Flags = lang.RefSelf
		out = x.b.Ref(r)
	} else if method.Ok() {
		x.expr(method)
	}
	switch word {
	case "send", "public_send", "__send__", "method", "respond_to?", "instance_method":
		if first := args.FirstNamed(); first.Is("simple_symbol", "string") {
			x.sent(first, base)
		}
	}
	count := x.arguments(args)
	if out >= 0 {
		r := x.b.RefAt(out)
		r.Args = count
		r.Flags |= lang.RefResult
	}
	x.block(block, base)
	return out
}

// sent refers to a method that is named by a symbol, as a member of base.
func (x *extractor) sent(n sitter.Node, base int32) {
	if base == lang.BaseNone {
		x.named(n, schema.RoleRead)
		return
	}
	r := syntax.Ref(n, schema.RoleRead)
	r.Name = strings.Trim(strings.TrimPrefix(r.Name, ":"), `"'`)
	r.Base = base
	x.b.Ref(r)
}

// refer makes a reference to a method; a bare one is not bound lexically.
func (x *extractor) refer(n sitter.Node, role schema.Role, base int32) int32 {
	r := syntax.Ref(n, role)
	r.Base = base
	if base == lang.BaseNone {
		return x.b.RefAs("", r)
	}
	return x.b.Ref(r)
}

func (x *extractor) arguments(n sitter.Node) int32 {
	count := int32(0)
	for a := range n.NamedChildren() {
		if !a.Is("block_argument") {
			count++
		}
		x.expr(a)
	}
	return count
}

// block reads a block; iterators hand elements of their receiver to the first parameter.
func (x *extractor) block(n sitter.Node, _ int32) {
	if !n.Ok() {
		return
	}
	x.b.Open(lang.ScopeBlock, schema.None)
	x.within(true, func() {
		x.parameters(n.Field("parameters"))
		for c := range n.NamedChildren() {
			if c.FieldName() != "parameters" {
				x.statement(c)
			}
		}
	})
	x.b.Close()
}

// directive reads the calls that declare something; false when it is none of them.
func (x *extractor) directive(n sitter.Node, word string, args, block sitter.Node) bool {
	first := args.FirstNamed()
	switch word {
	case "require", "load", "require_relative", "autoload":
		return x.require(n, word, args)
	case "include", "extend", "prepend":
		if x.class.symbol == 0 && !first.Is("constant", "scope_resolution") {
			return false
		}
		for a := range args.NamedChildren() {
			x.inherit(a)
		}
		return true
	case "attr_reader", "attr_writer", "attr_accessor", "attr", "cattr_accessor", "mattr_accessor", "class_attribute", "cattr_reader", "mattr_reader", "thread_mattr_accessor":
		for a := range args.NamedChildren() {
			if a.Is("simple_symbol", "string") {
				whole := a
				if a.Index() == first.Index() {
					whole = n
				}
				x.accessor(whole, a)
			} else {
				x.expr(a)
			}
		}
		return true
	case "delegate", "def_delegators", "def_instance_delegators", "def_delegator":
		if x.class.symbol == 0 {
			return false
		}
		x.delegate(n, word, args)
		return true
	case "alias_method":
		x.alias(n, first, args.LastNamed())
		return true
	case "private", "public", "protected", "module_function", "private_class_method", "public_class_method", "private_constant":
		x.visibility(n, word, args)
		return true
	case "define_method", "define_singleton_method":
		return x.defined(n, first, args, block)
	case "task", "multitask":
		return x.task(n, args, block)
	}
	return x.suite(n, word, args, block)
}

func (x *extractor) require(n sitter.Node, word string, args sitter.Node) bool {
	line, _ := n.Start()
	imp := lang.Import{Line: line, Symbol: schema.None}
	path := args.LastNamed()
	if word == "autoload" {
		imp.Name = strings.TrimPrefix(args.FirstNamed().Text(), ":")
	}
	if word == "require_relative" {
		imp.Level = RequireRelative
	}
	if path.Is("call") && path.Field("method").Text() == "expand_path" { // File.expand_path("x", __dir__)
		imp.Level = RequireRelative
		path = path.Field("arguments").FirstNamed()
	}
	text := path.Child("string_content").Text()
	if !path.Is("string") || text == "" || path.Child("interpolation").Ok() {
		return false
	}
	imp.Module = text
	if x.lazy {
		imp.Class = schema.ImportLazy
	}
	x.b.Import(imp)
	return true
}

// delegate declares the methods that are handed on.
func (x *extractor) delegate(n sitter.Node, word string, args sitter.Node) {
	i := 0
	for a := range args.NamedChildren() {
		i++
		switch {
		case a.Is("pair"):
			if v := a.Field("value"); a.Field("key").Text() == "to" {
				x.named(v, schema.RoleCall)
			}
		case word != "delegate" && i == 1:
			x.named(a, schema.RoleCall)
		case a.Is("simple_symbol") && (word != "def_delegator" || i == 2):
			x.accessor(a, a)
		}
	}
}

// visibility reads private and its like: alone, with names, or before a definition.
func (x *extractor) visibility(n sitter.Node, word string, args sitter.Node) {
	v := visibilityOf(word)
	set := func(name string) {
		f := x.b.Facts()
		for i := range f.Symbols {
			if s := &f.Symbols[i]; s.Parent == x.class.symbol && s.Name == name && (s.Kind.IsCallable() || word == "private_constant") {
				s.Visibility = v
				if v == schema.VisibilityPrivate {
					s.Flags &^= schema.SymbolExported
				}
				if word == "module_function" {
					s.Flags |= schema.SymbolStatic
				}
			}
		}
	}
	saved := x.class.visibility
	for a := range args.NamedChildren() {
		switch {
		case a.Is("simple_symbol", "string"):
			set(strings.Trim(strings.TrimPrefix(a.Text(), ":"), `"'`))
		case a.Is("method", "singleton_method"):
			id := x.method(a)
			x.b.Symbol(id).Visibility = v
			if v == schema.VisibilityPrivate {
				x.b.Symbol(id).Flags &^= schema.SymbolExported
			}
		case a.Is("call"):
			x.class.visibility = v
			x.expr(a)
			x.class.visibility = saved
		default:
			x.expr(a)
		}
	}
}

func visibilityOf(word string) schema.Visibility {
	switch word {
	case "private", "private_class_method", "private_constant":
		return schema.VisibilityPrivate
	case "protected":
		return schema.VisibilityProtected
	}
	return schema.VisibilityPublic
}

// defined reads define_method(:name) { … }.
func (x *extractor) defined(n, name, args, block sitter.Node) bool {
	if !name.Is("simple_symbol", "string") || name.Child("interpolation").Ok() || !block.Ok() {
		return false
	}
	s := syntax.Symbol(n, name, schema.KindMethod)
	s.Name = strings.Trim(strings.TrimPrefix(s.Name, ":"), `"'`)
	s.Visibility = x.class.visibility
	s.Flags |= schema.SymbolExported
	s.Signature = syntax.Signature(n, block, nil)
	s.BodyHash = block.Hash(isNested)
	s.Complexity = complexity(block)
	s.Doc = docOf(n)
	id := x.b.DefineHidden(s)
	x.b.Open(lang.ScopeBlock, id)
	x.block(block, lang.BaseNone)
	x.b.Close()
	return true
}

// task reads a task of Rake.
func (x *extractor) task(n, args, block sitter.Node) bool {
	name := args.FirstNamed()
	if name.Is("pair") {
		name = name.Field("key")
	}
	if !block.Ok() || !name.Is("simple_symbol", "string", "hash_key_symbol") || x.class.symbol != 0 {
		return false
	}
	s := syntax.Symbol(n, name, schema.KindFunction)
	s.Name = strings.Trim(strings.TrimPrefix(s.Name, ":"), `"'`)
	s.Flags |= schema.SymbolEntry
	s.Signature = syntax.Signature(n, block, nil)
	s.BodyHash = block.Hash(nil)
	s.Complexity = complexity(block)
	s.Doc = docOf(n)
	id := x.b.DefineHidden(s)
	x.b.Open(lang.ScopeBlock, id)
	x.arguments(args)
	x.block(block, lang.BaseNone)
	x.b.Close()
	return true
}

// suite reads an example or a group of RSpec, minitest's spec or shoulda: what it is
// called by is a string or a constant.
func (x *extractor) suite(n sitter.Node, word string, args, block sitter.Node) bool {
	group := false
	switch word {
	case "describe", "context", "feature", "xdescribe", "fdescribe", "shared_examples", "shared_examples_for", "shared_context":
		group = true
	case "it", "specify", "example", "scenario", "test", "should", "xit", "fit":
	case "let", "let!", "subject", "subject!":
		if !args.FirstNamed().Is("simple_symbol") {
			return false
		}
	default:
		return false
	}
	name := args.FirstNamed()
	if !block.Ok() || !name.Is("string", "constant", "scope_resolution", "simple_symbol") {
		return false
	}
	s := syntax.Symbol(n, name, schema.KindFunction)
	s.Name = strings.Trim(strings.TrimPrefix(s.Name, ":"), `"'`)
	if !strings.HasPrefix(word, "let") && !strings.HasPrefix(word, "subject") {
		s.Flags |= schema.SymbolTest
	}
	s.Signature = syntax.Line(word + " " + s.Name)
	s.BodyHash = block.Hash(nil)
	s.SignatureHash = args.Hash(nil)
	s.Complexity = complexity(block)
	id := x.b.DefineHidden(s)
	x.b.Open(lang.ScopeBlock, id)
	x.arguments(args)
	saved := x.class
	if group {
		x.class = &class{symbol: id, scope: x.b.Scope()}
	}
	x.block(block, lang.BaseNone)
	x.class = saved
	x.b.Close()
	return true
}
