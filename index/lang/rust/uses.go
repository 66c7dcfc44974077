package rust

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// use is one leaf of a use tree.
type use struct {
	path  []string
	name  sitter.Node // Token that the leaf ends in, or that of the module before a star.
	alias sitter.Node // Token of the local name; none for a star and for "as _".
	star  bool
}

func (x *extractor) useDeclaration(n sitter.Node, b before) {
	class := schema.ImportStatic
	switch {
	case n.Child("visibility_modifier").Ok() && x.visibility(n) != schema.VisibilityPrivate:
		class = schema.ImportReexport
	case x.testDepth > 0 || b.isTest():
		class = schema.ImportTest
	}
	x.useTree(n.Field("argument"), nil, func(u use) { x.use(n, u, class) })
}

func (x *extractor) useTree(n sitter.Node, prefix []string, leaf func(use)) {
	if !n.Ok() || !x.enter(n) {
		return
	}
	defer x.leave()
	join := func(n sitter.Node) []string {
		return append(append([]string(nil), prefix...), segments(n)...)
	}
	switch n.Kind() {
	case "use_list":
		for c := range n.NamedChildren() {
			x.useTree(c, prefix, leaf)
		}
	case "scoped_use_list":
		p := join(n.Field("path"))
		if !n.Field("path").Ok() && len(prefix) == 0 {
			p = []string{""}
		}
		x.useTree(n.Field("list"), p, leaf)
	case "use_as_clause":
		path := n.Field("path")
		u := use{path: join(path), name: lastToken(path), alias: n.Field("alias")}
		if path.Is("self") && len(prefix) > 0 {
			u.path = prefix
		}
		if u.alias.Text() == "_" {
			u.alias = sitter.Node{}
		}
		leaf(u)
	case "use_wildcard":
		path := n.FirstNamed()
		u := use{path: join(path), name: lastToken(path), star: true}
		if !path.Ok() {
			u.name = n
		}
		leaf(u)
	case "self":
		if len(prefix) > 0 {
			leaf(use{path: prefix, name: n, alias: n})
		}
	default:
		t := lastToken(n)
		leaf(use{path: join(n), name: t, alias: t})
	}
}

// segments splits a path; a leading "::" is an empty first segment.
func segments(n sitter.Node) []string {
	if !n.Ok() {
		return nil
	}
	if !n.Is("scoped_identifier") {
		return []string{nameOf(n)}
	}
	path := n.Field("path")
	if !path.Ok() {
		return []string{"", nameOf(n.Field("name"))}
	}
	return append(segments(path), nameOf(n.Field("name")))
}

func lastToken(n sitter.Node) sitter.Node {
	if n.Is("scoped_identifier") {
		return n.Field("name")
	}
	return n
}

func (x *extractor) use(n sitter.Node, u use, class schema.ImportClass) {
	if len(u.path) == 0 && !u.star {
		return
	}
	line, _ := u.name.Start()
	imp := lang.Import{Line: line, Class: class, Symbol: schema.None}
	switch last := len(u.path) - 1; {
	case u.star:
		imp.Module, imp.Name = strings.Join(u.path, "::"), "*"
	case last == 0:
		imp.Module = u.path[0]
	default:
		imp.Module, imp.Name = strings.Join(u.path[:last], "::"), u.path[last]
	}
	if u.alias.Ok() {
		imp.Alias = nameOf(u.alias)
		if u.alias.Is("self") {
			imp.Alias = u.path[len(u.path)-1]
		}
		imp.Symbol = x.importSymbol(imp.Alias, u.alias, n)
	}
	x.addImport(imp, u.name)
}

func (x *extractor) importSymbol(name string, token, n sitter.Node) int32 {
	s := lang.NewSymbol(name, schema.KindImport)
	s.Span = syntax.Span(n)
	s.NameLine, s.NameCol = token.Start()
	s.Import = int32(len(x.b.Facts().Imports))
	id := x.b.DefineHidden(s)
	x.bindItem([]string{name, typeKey(name), macroKey(name)}, id)
	return id
}

func (x *extractor) addImport(imp lang.Import, token sitter.Node) {
	r := newRef(token, schema.RoleImport)
	r.Import = x.b.Import(imp)
	if token.Is("self") && imp.Name != "" && imp.Name != "*" {
		r.Name = imp.Name
	}
	x.b.Ref(r)
}

func (x *extractor) externCrate(n sitter.Node) {
	name, alias := n.Field("name"), n.Field("alias")
	if !alias.Ok() {
		alias = name
	}
	line, _ := n.Start()
	imp := lang.Import{Line: line, Module: "::" + nameOf(name), Symbol: schema.None}
	if alias.Text() != "_" {
		imp.Alias = nameOf(alias)
		imp.Symbol = x.importSymbol(imp.Alias, alias, n)
	}
	x.addImport(imp, name)
}

// modDeclaration reads "mod x;", a module whose text is another file.
func (x *extractor) modDeclaration(n sitter.Node, b before) {
	name := n.Field("name")
	line, _ := n.Start()
	imp := lang.Import{Line: line, Alias: nameOf(name)}
	imp.Module = "./" + strings.Join(append(append([]string(nil), x.modules...), imp.Alias), "/")
	if x.testDepth > 0 || b.isTest() {
		imp.Class = schema.ImportTest
	}
	for _, a := range b.attrs {
		at := a.Child("attribute")
		if v := at.Field("value"); at.FirstNamed().Text() == "path" && v.Is("string_literal") {
			imp.Module, imp.Level = "./"+strings.Trim(v.Text(), `"`), 1
		}
	}
	imp.Symbol = x.importSymbol(imp.Alias, name, n)
	x.addImport(imp, name)
}
