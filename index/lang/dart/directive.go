package dart

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// directive reads library, import, export and part.
func (x *extractor) directive(n sitter.Node, it *item) {
	x.annotations(it)
	if doc := docOf(it.comments); doc != "" && x.doc == "" {
		x.doc = doc
	}
	switch n.Kind() {
	case "library_name":
		x.b.Facts().Package = n.Child("dotted_identifier_list").Text()
		return
	case "part_directive", "part_of_directive":
		if uri := n.Child("uri"); uri.Ok() {
			x.bring(uri.Child("string_literal"), lang.Import{Name: "*", Class: schema.ImportReexport})
		}
		return
	}
	d := n.FirstNamed()
	if d.Is("library_import") {
		d = d.FirstNamed()
	}
	uri := d.Child("configurable_uri")
	main := uri.Child("uri").Child("string_literal")
	if !uri.Ok() {
		main = d.Child("uri").Child("string_literal")
	}
	i := lang.Import{}
	if n.FirstNamed().Is("library_export") {
		i.Class = schema.ImportReexport
	}
	if d.Child("deferred").Ok() {
		i.Class = schema.ImportLazy
	}
	prefix := d.Child("identifier")
	var shown []sitter.Node
	for c := range d.Children() {
		if c.Is("combinator") && strings.HasPrefix(c.Text(), "show") {
			for name := range c.NamedChildren() {
				if name.Is("identifier") {
					shown = append(shown, name)
				}
			}
		}
	}
	if text := main.Text(); strings.Contains(text, "test") && strings.Contains(text, "package:") {
		x.tests = true
	}
	switch {
	case prefix.Ok():
		i.Alias = prefix.Text()
		imp := x.bring(main, i)
		x.imported(prefix, imp)
		for _, name := range shown {
			r := syntax.Ref(name, schema.RoleImport)
			r.Import, r.Base = imp, lang.BaseUnknown
			x.b.Ref(r)
		}
	case len(shown) > 0:
		for _, name := range shown {
			one := i
			one.Name = name.Text()
			if i.Class != schema.ImportReexport {
				one.Alias = one.Name
			}
			imp := x.bring(main, one)
			if one.Alias != "" {
				x.imported(name, imp)
			}
			r := syntax.Ref(name, schema.RoleImport)
			r.Import, r.Base = imp, lang.BaseUnknown
			x.b.Ref(r)
		}
	default:
		i.Name = "*"
		x.bring(main, i)
	}
	for c := range uri.NamedChildren() { // if (dart.library.io) 'other.dart'
		if c.Is("configuration_uri") {
			i.Alias, i.Name = "", "*"
			x.bring(c.Child("uri").Child("string_literal"), i)
		}
	}
}

// bring imports the library that the string names.
func (x *extractor) bring(uri sitter.Node, i lang.Import) int32 {
	i.Line, _ = uri.Start()
	i.Module = strings.Trim(uri.Text(), `'"`)
	i.Symbol = schema.None
	imp := x.b.Import(i)
	r := syntax.Ref(uri, schema.RoleImport)
	r.Name = i.Module
	r.Col++
	r.EndCol = max(r.EndCol-1, r.Col)
	r.Import = imp
	x.b.Ref(r)
	return imp
}

// imported declares the name that an import binds.
func (x *extractor) imported(name sitter.Node, imp int32) {
	s := syntax.Symbol(name, name, schema.KindImport)
	s.Import = imp
	x.b.Facts().Imports[imp].Symbol = x.b.Define(s)
}
