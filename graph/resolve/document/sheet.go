package document

import (
	"context"
	"path"
	"strings"

	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Sheets claims style sheets.
type Sheets struct{}

// Languages names them.
func (Sheets) Languages() []string { return []string{"css", "scss", "less"} }

// Open collects the custom properties of the snapshot.
func (Sheets) Open(_ context.Context, p *resolve.Program) (resolve.Family, error) {
	s := sheets{p: p, properties: p.WithPrefix("--")}
	return resolve.Family{Import: s.imported, Export: s.export, Free: s.free}, nil
}

type sheets struct {
	p          *resolve.Program
	properties map[string][]resolve.Entity
}

// sheetEndings are what a compiler tries behind the path of an import.
var sheetEndings = []string{"", ".scss", ".less", ".css", "/_index.scss", "/index.scss", "/index.less", "/index.css"}

func (s sheets) imported(file schema.FileID, i int32) resolve.Imported {
	imp := s.p.Facts(file).Imports[i]
	spec := strings.TrimPrefix(imp.Module, "~")
	if pkg, builtin := strings.CutPrefix(spec, "sass:"); builtin {
		out := resolve.Imported{Module: resolve.External("sass:" + pkg)}
		out.Link.File, out.Link.External, out.Link.Package = schema.None, true, "sass:"+pkg
		return out
	}
	for _, to := range []string{spec, path.Join(path.Dir(spec), "_"+path.Base(spec))} {
		if strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../") {
			to = "./" + strings.TrimPrefix(to, "./")
		}
		if id, ok := s.p.Linked(s.p.Path(file), to, sheetEndings); ok {
			out := resolve.Imported{}
			out.Link.File = id
			if s.p.Facts(id) != nil {
				out.Module = resolve.Module(id)
			}
			return out
		}
	}
	out := resolve.Imported{}
	out.Link.File = schema.None
	if first, _, ok := strings.Cut(spec, "/"); ok && first != "" && !strings.HasPrefix(first, ".") && imp.Name != "" {
		out.Link.External, out.Link.Package, out.Module = true, first, resolve.External(first)
	}
	return out
}

func (s sheets) export(module resolve.Entity, name string) []resolve.Entity {
	if module.Kind != resolve.EntityModule || s.p.Facts(module.File) == nil {
		return nil
	}
	return s.p.Exported(module.File, name, resolve.Accept{})
}

// free finds a name in the sheets that a sheet uses, and a custom property anywhere.
func (s sheets) free(file schema.FileID, ref *lang.Ref) []resolve.Candidate {
	var out []resolve.Candidate
	for _, e := range s.p.Exported(file, ref.Name, resolve.Accept{}) {
		out = append(out, resolve.Candidate{Entity: e, Origin: schema.OriginImport})
	}
	if len(out) == 0 && strings.HasPrefix(ref.Name, "--") {
		out = resolve.Named(s.properties[ref.Name])
	}
	return out
}
