package ecma

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// pattern binds the names of a destructuring pattern to parts of a value.
func (e *extractor) pattern(n sitter.Node, value int32, kind schema.Kind, hoist bool, whole sitter.Node) {
	switch n.Kind() {
	case "identifier", "shorthand_property_identifier_pattern":
		s := e.symbol(kind, n, n)
		if !kind.IsLocal() {
			s.Span = syntax.Span(whole)
			s.Signature = syntax.Line(whole.Text())
		}
		s.Init = value
		id := e.b.DefineHidden(s)
		e.bindVariable(s.Name, id, hoist)
		if !kind.IsLocal() {
			e.todo = append(e.todo, hashed{int(id), whole.Index(), -1})
		}
	case "object_pattern":
		for c := range n.NamedChildren() {
			switch c.Kind() {
			case "shorthand_property_identifier_pattern":
				e.pattern(c, e.property(c, value), kind, hoist, whole)
			case "object_assignment_pattern":
				left := c.Field("left")
				v := e.property(left, value)
				d := e.expr(c.Field("right"), v)
				if v < 0 {
					v = d
				}
				e.pattern(left, v, kind, hoist, whole)
			case "pair_pattern":
				key := c.Field("key")
				v := int32(schema.None)
				if key.Is("computed_property_name") {
					e.expr(key.FirstNamed(), schema.None)
				} else {
					v = e.property(key, value)
				}
				e.pattern(c.Field("value"), v, kind, hoist, whole)
			case "rest_pattern":
				e.pattern(c.FirstNamed(), value, kind, hoist, whole)
			}
		}
	case "array_pattern":
		for c := range n.NamedChildren() {
			v := value
			if v >= 0 {
				v = e.implicit(c, "[]", v, 0)
			}
			e.pattern(c, v, kind, hoist, whole)
		}
	case "assignment_pattern":
		d := e.expr(n.Field("right"), value)
		if value < 0 {
			value = d
		}
		e.pattern(n.Field("left"), value, kind, hoist, whole)
	case "rest_pattern":
		e.pattern(n.FirstNamed(), value, kind, hoist, whole)
	}
}

// property refers to a property that a pattern takes out of a value.
func (e *extractor) property(key sitter.Node, value int32) int32 {
	if value < 0 || key.Is("number") {
		return schema.None
	}
	r := lang.NewRef(nameText(key), schema.RoleRead)
	r.Line, r.Col = key.Start()
	_, r.EndCol = key.End()
	r.Base = value
	return e.add(r)
}
