package ecma

import (
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/store/schema"
)

// erased classes the static imports of TypeScript whose names stand only where
// types do: the compiler drops them, so nothing is loaded when the program runs.
// Under-reports: a name that is also used in typeof, or only inside another
// qualified type name, keeps its import static.
func (e *extractor) erased(root sitter.Node) {
	imports := e.b.Facts().Imports
	candidates := false
	for i := range imports {
		candidates = candidates || imports[i].Class == schema.ImportStatic && imports[i].Alias != ""
	}
	if !candidates {
		return
	}
	types, values := map[string]bool{}, map[string]bool{}
	for n := range root.Descendants() {
		switch n.Kind() {
		case "type_identifier":
			types[n.Text()] = true
		case "identifier", "shorthand_property_identifier":
			if !n.Parent().Is("import_specifier", "import_clause", "namespace_import") {
				values[n.Text()] = true
			}
		}
	}
	for i := range imports {
		imp := &imports[i]
		if imp.Class == schema.ImportStatic && types[imp.Alias] && !values[imp.Alias] {
			imp.Class = schema.ImportType
		}
	}
}
