// Package document tells the resolution engine where the links of documents, style
// sheets and data files lead: to files by their path.
//
// A path is relative to the file that names it, and from the root of the repository
// when it starts with a slash. An extension or an index file may be missing, as
// generators of sites and style sheet compilers allow. Names are looked up in their
// own file only, but for style sheets: there a custom property, a variable or a mixin
// is visible through the sheets that a sheet uses, and failing that everywhere.
//
// It under-reports links through aliases of a bundler and routes of a site.
package document

import (
	"context"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Rules claims Markdown and the data languages.
type Rules struct{}

// Languages names them.
func (Rules) Languages() []string {
	return []string{"markdown", "yaml", "toml", "json", "json with comments", "json5"}
}

// Open needs no preparation.
func (Rules) Open(_ context.Context, p *resolve.Program) (resolve.Family, error) {
	return resolve.Family{
		Import: func(file schema.FileID, i int32) resolve.Imported { return imported(p, file, i, extensions) },
		Export: func(resolve.Entity, string) []resolve.Entity { return nil },
		Free:   func(schema.FileID, *lang.Ref) []resolve.Candidate { return nil },
	}, nil
}

// extensions that a link may leave out, and the files that stand for a folder.
var extensions = []string{"", ".md", ".mdx", ".markdown", "/README.md", "/index.md", "/_index.md", "/readme.md"}

func imported(p *resolve.Program, file schema.FileID, i int32, endings []string) resolve.Imported {
	out := resolve.Imported{Link: link.ImportTarget{File: schema.None}}
	id, ok := p.Linked(p.Path(file), p.Facts(file).Imports[i].Module, endings)
	if !ok {
		return out
	}
	out.Link.File = id
	if p.Facts(id) != nil {
		out.Module = resolve.Module(id)
	}
	return out
}
