package ruby

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/store/schema"
)

// association declares the property by which a record reaches others. Its type is the
// class that an option names, or the one that the convention does.
func (x *extractor) association(n sitter.Node, word string, args, block sitter.Node) bool {
	first := args.FirstNamed()
	if !first.Is("simple_symbol") || x.class.symbol == 0 || x.fn != nil {
		return false
	}
	id := x.accessor(n, first)
	if id == schema.None {
		return false
	}
	many := strings.Contains(word, "many")
	typ := int32(schema.None)
	for a := range args.NamedChildren() {
		if key := a.Field("key").Text(); a.Is("pair") && (key == "class_name" || key == ":class_name") {
			if v := a.Field("value"); v.Is("string") && !v.Child("interpolation").Ok() {
				typ = x.spelled(v.Child("string_content"))
			}
		}
	}
	s := x.b.Symbol(id)
	if typ == schema.None && !strings.HasSuffix(word, "attached") {
		r := lang.NewRef(className(s.Name, many), schema.RoleType)
		r.Flags = lang.RefImplicit
		r.Line, r.Col = s.NameLine, s.NameCol
		r.EndCol = r.Col
		typ = x.b.Ref(r)
	}
	if typ >= 0 && many {
		x.b.RefAt(typ).Flags |= lang.RefContainer
	}
	x.b.Symbol(id).Type = typ
	x.hints(args)
	x.arguments(args)
	x.block(block)
	return true
}

// spelled refers to the constants of a path that a string spells; it returns the last.
func (x *extractor) spelled(n sitter.Node) int32 {
	out := int32(schema.None)
	line, col := n.Start()
	parts := strings.Split(n.Text(), "::")
	for i, part := range parts {
		r := lang.NewRef(part, schema.RoleType)
		r.Line, r.Col = line, col
		r.EndCol = col + int32(len(part))
		col = r.EndCol + 2
		switch {
		case part == "" && i == 0:
			continue
		case part == "" || part[0] < 'A' || part[0] > 'Z':
			return out
		case out >= 0:
			r.Base = out
		case i > 0:
			r.Flags |= lang.RefTag
		}
		if r.Flags&lang.RefTag != 0 {
			out = x.b.RefFree(r)
		} else {
			out = x.b.Ref(r)
		}
	}
	return out
}

// className is the name of a class in the convention of records: "line_items" are
// instances of LineItem.
func className(name string, many bool) string {
	if many {
		name = singular(name)
	}
	var b strings.Builder
	for _, word := range strings.Split(name, "_") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

func singular(name string) string {
	for _, ending := range [...][2]string{{"people", "person"}, {"children", "child"}, {"statuses", "status"}, {"addresses", "address"}, {"ies", "y"}, {"sses", "ss"}, {"xes", "x"}, {"ches", "ch"}, {"shes", "sh"}, {"ss", "ss"}, {"s", ""}} {
		if stem, ok := strings.CutSuffix(name, ending[0]); ok {
			return stem + ending[1]
		}
	}
	return name
}
