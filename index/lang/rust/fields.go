package rust

import (
	"strconv"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

func (x *extractor) structItem(n sitter.Node, b before) {
	kind := schema.KindStruct
	if n.Is("union_item") {
		kind = schema.KindUnion
	}
	body := n.Field("body")
	s := x.symbol(n.Field("name"), kind, n, b)
	s.Signature = signature(n, n.Child("field_declaration_list"))
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
	if body.Is("ordered_field_declaration_list") {
		s.Arity = int32(len(positional(body)))
	}
	id := x.b.DefineHidden(s)
	x.bindItem([]string{typeKey(s.Name), s.Name}, id)
	x.scoped(lang.ScopeType, id, func() {
		x.attributes(b)
		x.typeParameters(n.Field("type_parameters"))
		x.where(n)
		x.fields(body)
	})
}

// fields reads named or positional fields; a positional one is named by its number.
func (x *extractor) fields(body sitter.Node) {
	if body.Is("ordered_field_declaration_list") {
		for i, t := range positional(body) {
			s := lang.NewSymbol(strconv.Itoa(i), schema.KindField)
			s.Span = syntax.Span(t)
			s.Flags = schema.SymbolSynthetic | schema.SymbolExported
			s.Signature = syntax.Line(t.Text())
			s.SignatureHash = t.Hash(nil)
			id := x.b.DefineHidden(s)
			x.b.Open(lang.ScopeBlock, id)
			typ := x.typ(t)
			x.b.Close()
			x.b.Symbol(id).Type = typ
		}
		return
	}
	var b before
	for f := range body.Children() {
		if x.collect(f, &b) || !f.Is("field_declaration") {
			continue
		}
		s := x.symbol(f.Field("name"), schema.KindField, f, b)
		s.Signature = signature(f, sitter.Node{})
		s.SignatureHash = f.Hash(nil)
		id := x.b.DefineHidden(s)
		x.b.Open(lang.ScopeBlock, id)
		x.attributes(b)
		typ := x.typ(f.Field("type"))
		x.b.Close()
		x.b.Symbol(id).Type = typ
		b = before{}
	}
}

func positional(body sitter.Node) []sitter.Node {
	var out []sitter.Node
	for c := range body.Children() {
		if c.FieldName() == "type" {
			out = append(out, c)
		}
	}
	return out
}

func (x *extractor) enumItem(n sitter.Node, b before) {
	body := n.Field("body")
	s := x.symbol(n.Field("name"), schema.KindEnum, n, b)
	s.Signature = signature(n, body)
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == body.Index() })
	s.BodyHash = body.Hash(isNested)
	id := x.b.DefineHidden(s)
	x.bindItem([]string{typeKey(s.Name)}, id)
	x.scoped(lang.ScopeType, id, func() {
		x.attributes(b)
		x.typeParameters(n.Field("type_parameters"))
		x.where(n)
		var vb before
		for v := range body.Children() {
			if x.collect(v, &vb) || !v.Is("enum_variant") {
				continue
			}
			x.variant(v, vb)
			vb = before{}
		}
	})
}

func (x *extractor) variant(n sitter.Node, b before) {
	s := x.symbol(n.Field("name"), schema.KindEnumMember, n, b)
	s.Flags |= schema.SymbolStatic
	s.Signature = signature(n, sitter.Node{})
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Is("field_declaration") })
	if body := n.Field("body"); body.Is("ordered_field_declaration_list") {
		s.Arity = int32(len(positional(body)))
	}
	id := x.b.DefineHidden(s)
	x.b.Open(lang.ScopeType, id)
	x.attributes(b)
	x.fields(n.Field("body"))
	if v := n.Field("value"); v.Ok() {
		x.expr(v)
	}
	x.b.Close()
}
