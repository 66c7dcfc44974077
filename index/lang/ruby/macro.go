package ruby

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// directive reads the calls without a receiver that declare something; false when it
// is none of them.
func (x *extractor) directive(n, method sitter.Node, word string, args, block sitter.Node) bool {
	switch word {
	case "require", "load", "require_relative", "autoload":
		return x.require(n, word, args)
	case "include", "extend", "prepend":
		if first := args.FirstNamed(); x.fn != nil || x.class.symbol == 0 && !first.Is("constant", "scope_resolution") {
			return false
		}
		for a := range args.NamedChildren() {
			x.inherit(a)
		}
		return true
	case "attr_reader", "attr_writer", "attr_accessor", "attr", "cattr_accessor", "mattr_accessor", "class_attribute", "cattr_reader", "mattr_reader", "cattr_writer", "mattr_writer", "thread_mattr_accessor":
		x.attributes(n, word, args)
		x.block(block)
		return true
	case "delegate", "def_delegators", "def_instance_delegators", "def_delegator", "def_instance_delegator":
		return x.class.symbol != 0 && x.delegate(word, args)
	case "alias_method":
		x.alias(n, args.FirstNamed(), args.LastNamed())
		return true
	case "private", "public", "protected", "module_function", "private_class_method", "public_class_method", "private_constant":
		x.visibility(word, args)
		return true
	case "define_method", "define_singleton_method":
		return x.defined(n, word, args, block)
	case "has_many", "has_one", "belongs_to", "has_and_belongs_to_many", "has_one_attached", "has_many_attached", "embeds_many", "embeds_one":
		return x.association(n, word, args, block)
	case "scope", "def_node_matcher", "def_node_search":
		return x.generated(n, word, args, block)
	case "class_methods":
		if !block.Ok() || x.class.symbol == 0 {
			return false
		}
		saved := x.class.singleton
		x.class.singleton = true
		x.block(block)
		x.class.singleton = saved
		return true
	case "task", "multitask":
		return x.task(n, args, block)
	}
	return x.suite(n, method, word, args, block)
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
	if x.fn != nil {
		imp.Class = schema.ImportLazy
	}
	x.b.Import(imp)
	return true
}

// attributes declares what attr_accessor and its like name.
func (x *extractor) attributes(n sitter.Node, word string, args sitter.Node) {
	class := strings.HasPrefix(word, "c") || strings.HasPrefix(word, "m") || strings.HasPrefix(word, "t")
	first := args.FirstNamed()
	for a := range args.NamedChildren() {
		if !a.Is("simple_symbol", "string") {
			x.expr(a)
			continue
		}
		whole := a
		if a.Index() == first.Index() {
			whole = n
		}
		id := x.accessor(whole, a)
		if id == schema.None {
			continue
		}
		s := x.b.Symbol(id)
		sigil := "@"
		if class {
			s.Flags |= schema.SymbolStatic
			sigil = "@@"
		}
		if word == "attr_writer" || x.class.symbol == 0 {
			continue
		}
		r := lang.NewRef(sigil+s.Name, schema.RoleRead)
		r.Flags = lang.RefImplicit
		r.Line, r.Col = s.NameLine, s.NameCol
		r.EndCol = r.Col
		init := x.b.Ref(r)
		x.b.Symbol(id).Init = init
	}
}

// accessor declares a property that attr_reader, Struct.new or delegate names, None
// when its name is computed.
func (x *extractor) accessor(whole, name sitter.Node) int32 {
	r, ok := named(name, schema.RoleRead)
	if !ok {
		x.expr(name)
		return schema.None
	}
	s := lang.NewSymbol(r.Name, schema.KindProperty)
	s.Span, s.NameLine, s.NameCol = syntax.Span(whole), r.Line, r.Col
	x.member(&s)
	s.Signature = syntax.Line(whole.Text())
	s.Complexity = 1
	s.BodyHash = whole.Hash(nil)
	return x.b.DefineHidden(s)
}

// member gives a method or property what the body around it says.
func (x *extractor) member(s *lang.Symbol) {
	s.Visibility = x.class.visibility
	if x.class.singleton || x.class.functions {
		s.Flags |= schema.SymbolStatic
	}
	if s.Visibility != schema.VisibilityPrivate {
		s.Flags |= schema.SymbolExported
	}
}

// alias declares a second name of a method.
func (x *extractor) alias(whole, name, old sitter.Node) {
	r, ok := named(name, schema.RoleRead)
	if !ok || r.Name[0] == '$' {
		return
	}
	s := lang.NewSymbol(r.Name, schema.KindMethod)
	s.Span, s.NameLine, s.NameCol = syntax.Span(whole), r.Line, r.Col
	x.member(&s)
	if x.class.symbol == 0 {
		s.Kind, s.Visibility = schema.KindFunction, schema.VisibilityPublic
	}
	s.Signature = syntax.Line(whole.Text())
	s.Complexity = 1
	s.BodyHash = whole.Hash(nil)
	id := x.b.DefineHidden(s)
	if r, ok := named(old, schema.RoleRead); ok {
		r.Flags |= lang.RefResult
		r.Encl = id
		of := x.bare(r)
		x.b.Symbol(id).Init = of
	} else {
		x.expr(old)
	}
}

// delegate declares the methods that are handed on to another object.
func (x *extractor) delegate(word string, args sitter.Node) bool {
	var to, prefix sitter.Node
	var names []sitter.Node
	for a := range args.NamedChildren() {
		switch {
		case a.Is("pair"):
			switch a.Field("key").Text() {
			case "to", ":to":
				to = a.Field("value")
			case "prefix", ":prefix":
				prefix = a.Field("value")
			}
		case word != "delegate" && !to.Ok():
			to = a
		default:
			names = append(names, a)
		}
	}
	if !to.Ok() {
		return false
	}
	base := int32(lang.BaseUnknown)
	if r, ok := named(to, schema.RoleCall); ok && !to.Is("constant") {
		r.Flags |= lang.RefResult
		r.Args = 0
		if r.Name[0] == '@' {
			r.Role, r.Args, r.Flags = schema.RoleRead, schema.None, 0
		}
		base = x.bare(r)
	} else {
		base = x.expr(to)
	}
	if word != "delegate" && strings.HasSuffix(word, "delegator") { // Object, method, name.
		if len(names) == 0 {
			return true
		}
		x.delegated(names[len(names)-1], names[0], "", base)
		return true
	}
	before := ""
	switch {
	case prefix.Is("true"):
		before = strings.TrimLeft(to.Text(), ":@") + "_"
	case prefix.Is("simple_symbol"):
		before = strings.TrimPrefix(prefix.Text(), ":") + "_"
	}
	for _, a := range names {
		x.delegated(a, a, before, base)
	}
	return true
}

// delegated declares one method that is handed on to the method of of base.
func (x *extractor) delegated(name, of sitter.Node, prefix string, base int32) {
	id := x.accessor(name, name)
	if id == schema.None {
		return
	}
	s := x.b.Symbol(id)
	s.Name = prefix + s.Name
	r, ok := named(of, schema.RoleCall)
	if !ok || base == lang.BaseUnknown {
		return
	}
	r.Base, r.Encl = base, id
	r.Flags |= lang.RefResult
	init := x.b.Ref(r)
	x.b.Symbol(id).Init = init
}

// visibility reads private and its like: with names, or before a definition.
func (x *extractor) visibility(word string, args sitter.Node) {
	v := visibilityOf(word)
	saved, functions := x.class.visibility, x.class.functions
	for a := range args.NamedChildren() {
		switch a.Kind() {
		case "simple_symbol", "string":
			x.show(a, word)
		case "splat_argument", "array", "symbol_array", "string_array":
			list := a
			if a.Is("splat_argument") {
				list = a.FirstNamed()
			}
			if !list.Is("array", "symbol_array", "string_array") {
				x.expr(a)
				continue
			}
			for c := range list.NamedChildren() {
				x.show(c, word)
			}
		case "method":
			x.class.visibility, x.class.functions = v, functions || word == "module_function"
			x.method(a)
		case "singleton_method":
			id := x.method(a)
			if s := x.b.Symbol(id); strings.HasSuffix(word, "_class_method") {
				s.Visibility = v
				setExported(s)
			}
		case "call":
			x.class.visibility, x.class.functions = v, functions || word == "module_function"
			x.expr(a)
		default:
			x.expr(a)
		}
		x.class.visibility, x.class.functions = saved, functions
	}
}

// show gives the visibility of word to what the body around has declared under a name.
func (x *extractor) show(name sitter.Node, word string) {
	r, ok := named(name, schema.RoleRead)
	if !ok {
		return
	}
	static := strings.HasSuffix(word, "_class_method")
	f := x.b.Facts()
	for i := int(x.class.symbol) + 1; i < len(f.Symbols); i++ {
		s := &f.Symbols[i]
		if s.Parent != x.class.symbol || s.Name != r.Name {
			continue
		}
		isStatic := s.Flags&schema.SymbolStatic != 0
		switch {
		case word == "private_constant":
			if s.Kind.IsCallable() {
				continue
			}
		case !s.Kind.IsCallable(), static && !isStatic, !static && isStatic && !x.class.singleton && word != "module_function":
			continue
		}
		s.Visibility = visibilityOf(word)
		if word == "module_function" {
			s.Flags |= schema.SymbolStatic
		}
		setExported(s)
	}
}

func setExported(s *lang.Symbol) {
	s.Flags &^= schema.SymbolExported
	if s.Visibility != schema.VisibilityPrivate {
		s.Flags |= schema.SymbolExported
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
func (x *extractor) defined(n sitter.Node, word string, args, block sitter.Node) bool {
	name, ok := named(args.FirstNamed(), schema.RoleRead)
	body := block
	if last := args.LastNamed(); !body.Ok() && last.Is("lambda") {
		body = last
	}
	if !ok || !body.Ok() || args.FirstNamed().Is("identifier", "constant") {
		return false
	}
	s := lang.NewSymbol(name.Name, schema.KindMethod)
	s.Span, s.NameLine, s.NameCol = syntax.Span(n), name.Line, name.Col
	x.member(&s)
	if word == "define_singleton_method" {
		s.Flags |= schema.SymbolStatic
	}
	x.run(n, s, func() int32 {
		saved := x.fn
		x.fn = &function{name: s.Name, static: s.Flags&schema.SymbolStatic != 0}
		defer func() { x.fn = saved }()
		if body.Is("lambda") {
			return x.expr(body)
		}
		return x.block(body)
	}, body)
	return true
}

// run declares a callable whose body is a block and reads it; its value is what f returns.
func (x *extractor) run(n sitter.Node, s lang.Symbol, f func() int32, body sitter.Node) int32 {
	if s.Signature == "" {
		s.Signature = head(n, body)
	}
	s.BodyHash = body.Hash(isNested)
	s.Complexity = complexity(body)
	if s.Doc == "" {
		s.Doc = docOf(n)
	}
	id := x.b.DefineHidden(s)
	macros := x.macros
	x.macros = false
	x.b.Open(lang.ScopeBlock, id)
	value := f()
	x.b.Close()
	x.macros = macros
	x.b.Symbol(id).Init = max(value, schema.None)
	return id
}

// head is the text of n before body, on one line.
func head(n, body sitter.Node) string {
	from, end := n.Bytes()
	if to, _ := body.Bytes(); body.Ok() {
		end = to
	}
	return strings.TrimRight(syntax.Line(n.Part(from, end)), " {(,")
}

// generated declares the methods of macros that take their name and what they do.
func (x *extractor) generated(n sitter.Node, word string, args, block sitter.Node) bool {
	first := args.FirstNamed()
	name, ok := named(first, schema.RoleRead)
	second := first.NextSibling()
	for second.Ok() && (!second.Named() || second.IsExtra()) {
		second = second.NextSibling()
	}
	if !ok || !first.Is("simple_symbol") || x.class.symbol == 0 || x.fn != nil || !second.Ok() && !block.Ok() || second.Is("pair") {
		return false
	}
	s := lang.NewSymbol(name.Name, schema.KindMethod)
	s.Span, s.NameLine, s.NameCol = syntax.Span(n), name.Line, name.Col
	x.member(&s)
	if word == "scope" {
		s.Flags |= schema.SymbolStatic
	}
	x.run(n, s, func() int32 {
		x.arguments(args)
		x.block(block)
		return lang.BaseUnknown
	}, args)
	return true
}
