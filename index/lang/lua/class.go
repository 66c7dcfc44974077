package lua

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// metatable makes local C = setmetatable({}, { __index = Base }) inherit.
func (x *extractor) metatable(names, values []sitter.Node) {
	for i, v := range values {
		if i >= len(names) || !v.Is("function_call") || v.Field("name").Text() != "setmetatable" {
			continue
		}
		id := x.owner(names[i])
		if id == schema.None {
			continue
		}
		x.inherit(v.Field("arguments"), id)
	}
}

func (x *extractor) inherit(args sitter.Node, id int32) {
	for f := range args.LastNamed().NamedChildren() {
		if f.Field("name").Text() != "__index" || !f.Field("value").Is("identifier") {
			continue
		}
		base := f.Field("value")
		if o := x.b.Symbol(id); o.Kind == schema.KindVariable {
			o.Kind = schema.KindClass
		}
		r := x.nameRef(base, schema.RoleInherit)
		r.Encl = id
		if r.Target == schema.None {
			x.b.RefAs(globalKey(r.Name), r)
		} else {
			x.b.Ref(r)
		}
	}
}

// isMaker reports whether a method of a class makes a class or an instance from it, by
// the conventions of Lua's class libraries.
func isMaker(name string) bool {
	switch name {
	case "extend", "extends", "subclass", "derive", "inherit", "inherits", "new", "clone":
		return true
	}
	return false
}

// derives notes X = Y:extend{ … } at the top of a file: X is a sub class of Y when it
// turns out to be a class.
func (x *extractor) derives(id int32, value sitter.Node, call int32) {
	if !value.Is("function_call") || x.funcs > 0 || call < 0 {
		return
	}
	name := value.Field("name")
	if !name.Is("method_index_expression", "dot_index_expression") {
		return
	}
	last := name.Field("method")
	if !last.Ok() {
		last = name.Field("field")
	}
	if base := x.b.RefAt(call).Base; base >= 0 && isMaker(last.Text()) && name.Field("table").Is("identifier") {
		x.derived = append(x.derived, derived{id, base})
	}
}

// derived is a variable and the reference to what it was made from.
type derived struct{ symbol, base int32 }

// inherits makes sub classes of the variables that turned out to be classes.
func (x *extractor) inherits() {
	for _, d := range x.derived {
		if x.b.Symbol(d.symbol).Kind != schema.KindClass {
			continue
		}
		r := *x.b.RefAt(d.base)
		r.Role, r.Encl, r.Flags = schema.RoleInherit, d.symbol, 0
		*x.b.RefAt(d.base) = r
	}
}

// makerFields returns the table whose fields belong to what a call makes.
func makerFields(value sitter.Node) sitter.Node {
	if !value.Is("function_call") {
		return sitter.Node{}
	}
	name, args := value.Field("name"), value.Field("arguments")
	last := name.Field("method")
	if !last.Ok() {
		last = name.Field("field")
	}
	if name.Text() != "setmetatable" && !(last.Ok() && isMaker(last.Text())) {
		return sitter.Node{}
	}
	if args.Is("table_constructor") {
		return args
	}
	if first := args.FirstNamed(); first.Is("table_constructor") {
		return first
	}
	return sitter.Node{}
}

// selfField declares self.name = value as a field of the class whose method it stands in,
// where it is assigned first.
func (x *extractor) selfField(table, field sitter.Node, s lang.Symbol) bool {
	if !table.Is("identifier") || table.Text() != "self" || !x.method || x.self == schema.None || x.local("self") != schema.None {
		return false
	}
	if !x.isTable(x.self) || x.child(x.self, field.Text()) != schema.None {
		return false
	}
	x.expr(table)
	s.Span = syntax.Span(field)
	s.Name, s.Kind, s.Parent = field.Text(), schema.KindField, x.self
	s.NameLine, s.NameCol = field.Start()
	s.Flags |= schema.SymbolExported
	s.Visibility = schema.VisibilityPublic
	s.Signature = "self." + s.Name
	s.Doc = ""
	x.hidden(s)
	return true
}
