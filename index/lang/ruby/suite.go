package ruby

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// suite reads an example or a group of RSpec, minitest's spec, test-unit or shoulda, by
// what it is called: a string or a constant; and the helpers that groups declare.
func (x *extractor) suite(n, method sitter.Node, word string, args, block sitter.Node) bool {
	group, helper := false, false
	switch word {
	case "describe", "context", "feature", "xdescribe", "fdescribe", "xcontext", "fcontext", "xfeature", "ffeature", "shared_examples", "shared_examples_for", "shared_context", "sub_test_case":
		group = true
	case "it", "specify", "example", "scenario", "test", "should", "xit", "fit", "xspecify", "fspecify", "xscenario", "fscenario", "xexample", "fexample", "pending", "its":
	case "let", "let!", "let_it_be", "let_it_be!", "given", "given!":
		helper = true
		if !args.FirstNamed().Is("simple_symbol") {
			return false
		}
	case "subject", "subject!":
		helper = true
		if first := args.FirstNamed(); first.Ok() && !first.Is("simple_symbol") {
			return false
		}
	case "it_behaves_like", "it_should_behave_like", "include_examples", "include_context":
		if r, ok := named(args.FirstNamed(), schema.RoleCall); ok && args.FirstNamed().Is("string", "simple_symbol") {
			x.b.RefFree(r)
			x.arguments(args)
			x.block(block)
			return true
		}
		return false
	default:
		return false
	}
	name := args.FirstNamed()
	if !block.Ok() {
		return false
	}
	token := name
	switch name.Kind() {
	case "string", "simple_symbol":
		token = name
	case "constant", "scope_resolution":
	default:
		if !helper || name.Ok() {
			return false
		}
		token = method // An unnamed subject.
	}
	s := syntax.Symbol(n, token, schema.KindFunction)
	s.Name = syntax.Line(strings.Trim(strings.TrimPrefix(s.Name, ":"), `"'`))
	if !helper {
		s.Flags |= schema.SymbolTest
	}
	s.Signature = syntax.Line(strings.TrimSpace(word + " " + s.Name))
	s.SignatureHash = args.Hash(nil)
	saved, described := x.class, x.described
	x.run(n, s, func() int32 {
		if token.Is("constant", "scope_resolution") {
			if r := x.expr(token); group && r >= 0 {
				x.described = r
			}
			for a := range args.NamedChildren() {
				if a.Index() != token.Index() {
					x.expr(a)
				}
			}
		} else {
			x.arguments(args)
		}
		if group {
			x.class = &class{symbol: x.b.Enclosing(), scope: x.b.Scope(), group: true}
		}
		return x.block(block)
	}, block)
	x.class, x.described = saved, described
	return true
}

// task reads a task of Rake; what it needs first are calls of other tasks.
func (x *extractor) task(n, args, block sitter.Node) bool {
	name, needs := args.FirstNamed(), sitter.Node{}
	if name.Is("pair") {
		name, needs = name.Field("key"), name.Field("value")
	}
	if !name.Is("simple_symbol", "string", "hash_key_symbol") || x.class.symbol != 0 || x.fn != nil {
		return false
	}
	id := x.b.Enclosing()
	if block.Ok() {
		s := syntax.Symbol(n, name, schema.KindFunction)
		s.Name = strings.Trim(strings.TrimPrefix(s.Name, ":"), `"'`)
		s.Flags |= schema.SymbolEntry
		id = x.run(n, s, func() int32 {
			x.arguments(args)
			x.block(block)
			return lang.BaseUnknown
		}, block)
	} else {
		x.arguments(args)
	}
	need := func(v sitter.Node) {
		if r, ok := named(v, schema.RoleCall); ok && v.Is("simple_symbol", "string", "bare_symbol", "bare_string") {
			r.Encl = id
			r.Flags |= lang.RefOptional
			x.b.RefFree(r)
		}
	}
	need(needs)
	if needs.Is("array", "symbol_array", "string_array") {
		for v := range needs.NamedChildren() {
			need(v)
		}
	}
	return true
}
