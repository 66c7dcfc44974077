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
	var receiver, method, args, block sitter.Node
	for c := range n.Children() {
		switch c.FieldName() {
		case "receiver":
			receiver = c
		case "method":
			method = c
		case "arguments":
			args = c
		case "block":
			block = c
		}
	}
	if method.Is("super") {
		return x.super(method, args, block)
	}
	word := method.Text()
	if !receiver.Ok() && x.directive(n, method, word, args, block) {
		return lang.BaseUnknown
	}
	if receiver.Is("constant") && receiver.Text() == "RSpec" && x.suite(n, method, word, args, block) {
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
		x.block(block)
		return base
	}
	out := int32(lang.BaseUnknown)
	switch {
	case method.Is("identifier", "constant", "operator"):
		out = x.refer(method, schema.RoleCall, base)
		if word == "new" && base == lang.BaseNone && x.isStatic() {
			x.b.RefAt(out).Flags |= lang.RefSelf | lang.RefNew
		}
	case !method.Ok() && receiver.Ok(): // f.(x)
		out = base
	case method.Ok():
		x.expr(method)
	}
	switch word {
	case "send", "public_send", "__send__", "method", "public_method", "respond_to?", "instance_method", "try", "try!", "instance_variable_get", "method_defined?", "undef_method", "remove_method":
		if first := args.FirstNamed(); first.Is("simple_symbol", "string") {
			x.sent(first, base)
		}
	}
	if base == lang.BaseNone && x.macros {
		x.hints(args)
	}
	count := x.arguments(args)
	if out >= 0 && method.Ok() {
		r := x.b.RefAt(out)
		r.Args = count
		r.Flags |= lang.RefResult
	}
	macros := x.macros
	switch word {
	case "included", "prepended", "class_eval", "class_exec", "with_options", "concerning", "extended":
	default:
		x.macros = false
	}
	x.blockOf(block, base, word)
	x.macros = macros
	return out
}

// super reads a call of the method that the one around it overrides: a member of
// the super type with the same name.
func (x *extractor) super(word, args, block sitter.Node) int32 {
	r := syntax.Ref(word, schema.RoleCall)
	r.Flags = lang.RefResult
	if x.fn == nil {
		r.Flags |= lang.RefSelf
	} else {
		above := syntax.Ref(word, schema.RoleRead)
		above.Flags, above.EndCol = lang.RefSelf|lang.RefImplicit, above.Col
		r.Name, r.Base = x.fn.name, x.b.Ref(above)
	}
	out := x.b.Ref(r)
	if args.Ok() {
		count := x.arguments(args)
		x.b.RefAt(out).Args = count
	}
	x.block(block)
	return out
}

// sent refers to a method that is named by a symbol, as a member of base.
func (x *extractor) sent(n sitter.Node, base int32) {
	r, ok := named(n, schema.RoleRead)
	switch {
	case !ok:
	case base == lang.BaseNone:
		x.bare(r)
	default:
		r.Base = base
		x.b.Ref(r)
	}
}

// refer makes a reference to a method; a bare one is not bound lexically.
func (x *extractor) refer(n sitter.Node, role schema.Role, base int32) int32 {
	r := syntax.Ref(n, role)
	r.Base = base
	if base == lang.BaseNone {
		return x.b.RefFree(r)
	}
	return x.b.Ref(r)
}

// bare adds a reference to a method, or to a variable with a sigil.
func (x *extractor) bare(r lang.Ref) int32 {
	if r.Name[0] == '@' || r.Name[0] == '$' {
		return x.b.Ref(r)
	}
	return x.b.RefFree(r)
}

// arguments reads arguments and returns their number, None when it depends on values.
// Keywords count as the one hash that a method without keyword parameters gets.
func (x *extractor) arguments(n sitter.Node) int32 {
	count, keywords, open := int32(0), false, false
	for a := range n.NamedChildren() {
		switch a.Kind() {
		case "block_argument":
		case "pair", "hash_splat_argument":
			keywords = true
		case "splat_argument", "forward_argument":
			open = true
		default:
			count++
		}
		x.expr(a)
	}
	switch {
	case open:
		return schema.None
	case keywords:
		count++
	}
	return count
}

// block reads a block and returns the reference whose value its last statement has.
// What a block says of visibility ends with it.
func (x *extractor) block(n sitter.Node) int32 { return x.blockOf(n, lang.BaseUnknown, "") }

// blockOf is block for the block of a method of base: its first parameter is an element
// of what holds elements.
func (x *extractor) blockOf(n sitter.Node, base int32, word string) int32 {
	out := int32(lang.BaseUnknown)
	if !n.Ok() {
		return out
	}
	if n.Is("block_argument") {
		x.expr(n)
		return out
	}
	visibility, functions := x.class.visibility, x.class.functions
	x.b.Open(lang.ScopeBlock, schema.None)
	x.within(true, func() {
		params := n.Field("parameters")
		x.parameters(params)
		if first := params.FirstNamed(); base >= 0 && first.Is("identifier") {
			x.item(first, base, word)
		}
		for c := range n.NamedChildren() {
			if c.FieldName() != "parameters" {
				out = x.expr(c)
			}
		}
	})
	x.b.Close()
	x.class.visibility, x.class.functions = visibility, functions
	return out
}

// item gives the first parameter of a block its value.
func (x *extractor) item(param sitter.Node, base int32, word string) {
	step := "[*"
	switch word {
	case "inject", "reduce", "each_key", "each_value", "each_pair", "transform_values", "times", "upto", "new", "fetch":
		return
	case "tap", "then", "yield_self":
		step = "="
	}
	id := x.local(param.Text())
	if id == schema.None {
		return
	}
	r := lang.NewRef(step, schema.RoleRead)
	r.Flags, r.Base = lang.RefImplicit, base
	r.Line, r.Col = param.Start()
	r.EndCol = r.Col
	init := x.b.Ref(r)
	x.b.Symbol(id).Init = init
}

// hints refers to the methods that a call in the body of a class names by symbols:
// callbacks, validated attributes. They need not exist.
func (x *extractor) hints(args sitter.Node) {
	for a := range args.NamedChildren() {
		switch a.Kind() {
		case "simple_symbol":
			x.hint(a)
		case "pair":
			switch a.Field("key").Text() {
			case "if", "unless", "with", ":if", ":unless", ":with":
			default:
				continue
			}
			v := a.Field("value")
			if v.Is("simple_symbol") {
				x.hint(v)
			}
			if v.Is("array") {
				for s := range v.NamedChildren() {
					if s.Is("simple_symbol") {
						x.hint(s)
					}
				}
			}
		}
	}
}

func (x *extractor) hint(n sitter.Node) {
	if r, ok := named(n, schema.RoleRead); ok {
		r.Flags |= lang.RefOptional
		x.bare(r)
	}
}

// named makes a reference to what a symbol, a string or a word calls by its name;
// false when its name is computed.
func named(n sitter.Node, role schema.Role) (lang.Ref, bool) {
	r := syntax.Ref(n, role)
	switch n.Kind() {
	case "simple_symbol":
		r.Name = strings.TrimPrefix(r.Name, ":")
		r.Col++
	case "string", "delimited_symbol":
		if n.Child("interpolation").Ok() {
			return r, false
		}
		content := n.Child("string_content")
		r = syntax.Ref(content, role)
	case "bare_symbol", "bare_string", "identifier", "operator", "constant", "setter", "hash_key_symbol", "instance_variable", "global_variable":
	default:
		return r, false
	}
	return r, r.Name != ""
}
