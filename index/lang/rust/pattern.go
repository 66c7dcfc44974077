package rust

import (
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// binding says how the names of a pattern are bound: their kind, declared type
// and the value that the pattern takes apart.
type binding struct {
	kind      schema.Kind
	typ, init int32
	whole     sitter.Node
	// pairs: the last of two tuple parts is the element, as in maps and enumerate.
	pairs bool
}

func (b binding) of(init int32) binding {
	b.typ, b.init = schema.None, initOf(init)
	return b
}

// pattern binds the names of a pattern and refers to the types and constants in it.
func (x *extractor) pattern(n sitter.Node, b binding) {
	if !n.Ok() || !x.enter(n) {
		return
	}
	defer x.leave()
	switch n.Kind() {
	case "identifier":
		if isConstantName(nameOf(n)) {
			x.pathRef(n, schema.RoleRead, nameOf(n))
			return
		}
		x.bind(n, b)
	case "shorthand_field_identifier":
		x.bind(n, b)
	case "mut_pattern", "ref_pattern", "reference_pattern", "match_pattern":
		x.pattern(n.LastNamed(), b)
	case "captured_pattern":
		x.bind(n.FirstNamed(), b)
		x.pattern(n.LastNamed(), b)
	case "or_pattern":
		for c := range n.NamedChildren() {
			x.pattern(c, b)
		}
	case "tuple_pattern":
		x.tuplePattern(n, b)
	case "slice_pattern":
		element := x.implicit("[]", baseOf(b.init), n)
		for c := range n.NamedChildren() {
			x.pattern(c, b.of(element))
		}
	case "tuple_struct_pattern":
		x.tupleStruct(n, b)
	case "struct_pattern":
		x.structPattern(n, b)
	case "scoped_identifier":
		x.pathRef(n, schema.RoleRead, nameOf(n))
	case "generic_pattern":
		x.expr(n)
	case "range_pattern":
		for c := range n.NamedChildren() {
			x.expr(c)
		}
	case "macro_invocation":
		x.macroInvocation(n)
	case "const_block", "closure_expression":
		x.expr(n)
	case "remaining_field_pattern", "string_literal", "raw_string_literal", "char_literal", "boolean_literal", "integer_literal",
		"float_literal", "negative_literal", "mutable_specifier":
	default:
		for c := range n.NamedChildren() {
			x.pattern(c, b.of(schema.None))
		}
	}
}

// isConstantName reports whether a bare name in a pattern is by convention a
// constant, a unit struct or a variant rather than a new variable.
func isConstantName(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}

func baseOf(ref int32) int32 {
	if ref < 0 {
		return lang.BaseUnknown
	}
	return ref
}

func (x *extractor) bind(n sitter.Node, b binding) {
	s := lang.NewSymbol(nameOf(n), b.kind)
	s.Span = syntax.Span(b.whole)
	if b.whole.Is("let_declaration", "let_condition") || !s.Span.Contains(n.Start()) {
		s.Span = syntax.Span(n)
	}
	s.NameLine, s.NameCol = n.Start()
	s.Type, s.Init = b.typ, b.init
	x.b.Define(s)
}

func (x *extractor) tuplePattern(n sitter.Node, b binding) {
	parts := partsOf(n)
	for i, c := range parts {
		if b.pairs && len(parts) == 2 && i == 1 {
			x.pattern(c, b.of(b.init))
			continue
		}
		x.pattern(c, b.of(schema.None))
	}
}

// partsOf lists the patterns between parentheses, "_" included.
func partsOf(n sitter.Node) []sitter.Node {
	var out []sitter.Node
	for c := range n.Children() {
		if !c.Is("(", ")", ",") && !c.IsExtra() && c.FieldName() != "type" {
			out = append(out, c)
		}
	}
	return out
}

// tupleStruct reads "Some(x)" and "Variant(a, b)".
func (x *extractor) tupleStruct(n sitter.Node, b binding) {
	typ := n.Field("type")
	if typ.Is("generic_type") {
		typ = typ.Field("type")
	}
	ref := x.pathRef(typ, schema.RoleRead, nameOf(typ))
	name := nameOf(lastToken(typ))
	for i, c := range partsOf(n) {
		init := int32(schema.None)
		switch name {
		case "Some", "Ok":
			init = x.implicit("[]", baseOf(b.init), c)
		case "Err", "None":
		default:
			init = x.implicit(name+"."+strconv.Itoa(i), baseOf(ref), c)
		}
		x.pattern(c, b.of(init))
	}
}

func (x *extractor) structPattern(n sitter.Node, b binding) {
	typ := n.Field("type")
	ref := x.pathRef(typ, schema.RoleRead, typeKey(nameOf(typ)))
	if ref >= 0 {
		x.b.RefAt(ref).Role = schema.RoleType
	}
	for f := range n.NamedChildren() {
		if !f.Is("field_pattern") {
			continue
		}
		name := f.Field("name")
		field := x.fieldOf(name, ref, schema.RoleRead)
		if p := f.Field("pattern"); p.Ok() {
			x.pattern(p, b.of(field))
		} else {
			x.bind(name, b.of(field))
		}
	}
}
