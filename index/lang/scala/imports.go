package scala

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// importDeclaration reads "import a.b.{C, D => E, _}, f.g" and the like of export.
func (x *extractor) importDeclaration(n sitter.Node) {
	class := schema.ImportStatic
	if n.Is("export_declaration") {
		class = schema.ImportReexport
	}
	var path []sitter.Node
	done := true
	flush := func() {
		if !done && len(path) > 0 {
			last := path[len(path)-1]
			x.imported(n, path[:len(path)-1], last, last, class)
		}
		path, done = nil, false
	}
	for c := range n.Children() {
		switch c.Kind() {
		case "identifier", "operator_identifier":
			path = append(path, c)
			done = false
		case ",":
			flush()
		case "namespace_wildcard":
			x.importAll(n, path, c, class)
			done = true
		case "namespace_selectors":
			x.selectors(n, path, c, class)
			done = true
		case "as_renamed_identifier":
			x.imported(n, path, c.Field("name"), c.Field("alias"), class)
			done = true
		}
	}
	flush()
}

func (x *extractor) selectors(n sitter.Node, path []sitter.Node, list sitter.Node, class schema.ImportClass) {
	given := false
	for c := range list.Children() {
		switch c.Kind() {
		case "identifier", "operator_identifier":
			x.imported(n, path, c, c, class)
		case "namespace_wildcard":
			x.importAll(n, path, c, class)
		case "arrow_renamed_identifier", "as_renamed_identifier":
			x.imported(n, path, c.Field("name"), c.Field("alias"), class)
		case "given":
			given = true
		case ",", "{", "}":
			given = false
		default:
			if given && c.Named() && !c.IsExtra() {
				x.typ(c, schema.RoleType)
			}
		}
	}
}

// module joins the names of a path; the first is read when it may be a value: a name in
// scope, or an object, which starts in upper case.
func (x *extractor) module(path []sitter.Node) string {
	parts := make([]string, 0, len(path))
	for i, p := range path {
		name := plain(p.Text())
		if i == 0 && (x.isLocal(name) || !binds(name)) {
			x.b.Ref(x.ref(p, schema.RoleRead))
		}
		parts = append(parts, name)
	}
	return strings.Join(parts, ".")
}

func (x *extractor) importAll(n sitter.Node, path []sitter.Node, wildcard sitter.Node, class schema.ImportClass) {
	if len(path) == 0 {
		return
	}
	line, _ := path[0].Start()
	imp := lang.Import{Line: line, Module: x.module(path), Name: "*", Class: class, Symbol: schema.None}
	if wildcard.Text() == "given" {
		imp.Name = "given"
	}
	r := x.ref(path[len(path)-1], schema.RoleImport)
	r.Import = x.b.Import(imp)
	x.b.Ref(r)
}

// imported binds one name as a term and as a type.
func (x *extractor) imported(n sitter.Node, path []sitter.Node, name, alias sitter.Node, class schema.ImportClass) {
	line, _ := name.Start()
	imp := lang.Import{Line: line, Module: x.module(path), Name: plain(name.Text()), Class: class, Symbol: schema.None}
	r := x.ref(name, schema.RoleImport)
	r.Import = int32(len(x.b.Facts().Imports))
	if !alias.Is("wildcard") && alias.Text() != "_" {
		s := syntax.Symbol(n, alias, schema.KindImport)
		s.Name = plain(s.Name)
		s.Import = r.Import
		imp.Alias = s.Name
		imp.Symbol = x.b.Define(s)
		x.b.Bind(typeKey(s.Name), imp.Symbol)
	}
	x.b.Import(imp)
	x.b.Ref(r)
}
