package resolve

import (
	"sort"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Program is the snapshot as rules see it: files by path, declarations by parent
// and name, and, once the engine has come so far, what references mean. Lookup
// tables are immutable; see Engine.Link for when the inferred ones are.
type Program struct {
	In *link.Input

	paths    map[string]schema.FileID
	files    []fileTable
	families []Family
}

// fileTable indexes one file's facts.
type fileTable struct {
	family   int16 // Index in Program.families; -1 when no rules claim the language.
	byParent []memberKey
	inherits []int32 // Refs of role inherit.

	// Inferred tables; see infer.go. Complete and read-only after the sequential
	// pass, but for refs, which only the worker of the file touches then.
	imports     []Imported
	bound       []Entity
	importState []state
	values      []value
	valueState  []state
	refs        []found
	refState    []state
	supers      map[int32][]Entity
}

// memberKey orders symbols by parent, name, position.
type memberKey struct {
	parent int32
	name   string
	symbol int32
}

func newProgram(in *link.Input) *Program {
	p := &Program{In: in, paths: make(map[string]schema.FileID, len(in.Files)), files: make([]fileTable, len(in.Files))}
	for i := range in.Files {
		p.paths[in.Files[i].Path] = schema.FileID(i)
		p.files[i].family = -1
	}
	return p
}

// File returns the file at a repository-relative path.
func (p *Program) File(path string) (schema.FileID, bool) {
	id, ok := p.paths[path]
	return id, ok
}

// Path returns the path of a file.
func (p *Program) Path(file schema.FileID) string { return p.In.Files[file].Path }

// Facts returns the facts of a file, nil when it has none.
func (p *Program) Facts(file schema.FileID) *lang.Facts { return p.In.Files[file].Facts }

// Symbol returns the declaration that t names, nil for none.
func (p *Program) Symbol(t link.Target) *lang.Symbol {
	if t.File < 0 || t.Symbol < 0 {
		return nil
	}
	facts := p.In.Files[t.File].Facts
	if facts == nil || int(t.Symbol) >= len(facts.Symbols) {
		return nil
	}
	return &facts.Symbols[t.Symbol]
}

// Children returns the symbols of a file called name whose parent is the symbol
// parent (0: top level), in source order, locals included. The result must not be changed.
func (p *Program) Children(file schema.FileID, parent int32, name string) []int32 {
	keys := p.files[file].byParent
	lo := sort.Search(len(keys), func(i int) bool {
		k := &keys[i]
		return k.parent > parent || k.parent == parent && k.name >= name
	})
	hi := lo
	for hi < len(keys) && keys[hi].parent == parent && keys[hi].name == name {
		hi++
	}
	if lo == hi {
		return nil
	}
	out := make([]int32, 0, hi-lo)
	for _, k := range keys[lo:hi] {
		out = append(out, k.symbol)
	}
	return out
}

// Each calls f for every symbol whose parent is the symbol parent, by name.
func (p *Program) Each(file schema.FileID, parent int32, f func(symbol int32)) {
	keys := p.files[file].byParent
	lo := sort.Search(len(keys), func(i int) bool { return keys[i].parent >= parent })
	for ; lo < len(keys) && keys[lo].parent == parent; lo++ {
		f(keys[lo].symbol)
	}
}

// Exported finds name among the top-level declarations of a file, through the
// names that it imports and the stars that it re-exports. accept filters
// declarations and imports of the file (nil accepts all); a star whose import is
// not accepted is not followed. Cycles of stars end.
func (p *Program) Exported(file schema.FileID, name string, accept Accept) []Entity {
	return p.exported(file, name, accept, nil)
}

// Accept says what of a file is visible from outside; nil functions accept all.
type Accept struct {
	Symbol func(file schema.FileID, s *lang.Symbol) bool
	Import func(file schema.FileID, i *lang.Import) bool
}

// maxStarDepth bounds chains of star re-exports: deeper ones are cycles in disguise.
const maxStarDepth = 32

func (p *Program) exported(file schema.FileID, name string, accept Accept, seen []schema.FileID) []Entity {
	facts := p.Facts(file)
	if facts == nil || len(seen) > maxStarDepth {
		return nil
	}
	for _, s := range seen {
		if s == file {
			return nil
		}
	}
	var out []Entity
	for _, id := range p.Children(file, 0, name) {
		s := &facts.Symbols[id]
		if accept.Symbol != nil && !accept.Symbol(file, s) {
			continue
		}
		if s.Kind == schema.KindImport {
			if e := p.importBound(file, s.Import); e.Ok() {
				out = append(out, e)
			}
			continue
		}
		out = append(out, Decl(file, id))
	}
	if len(out) > 0 {
		return out
	}
	seen = append(seen, file)
	for i := range facts.Imports {
		imp := &facts.Imports[i]
		if imp.Class != schema.ImportReexport || imp.Alias != name || imp.Symbol >= 0 {
			continue
		}
		if accept.Import != nil && !accept.Import(file, imp) {
			continue
		}
		if e := p.importBound(file, int32(i)); e.Ok() {
			out = append(out, e)
		}
	}
	if len(out) > 0 {
		return out
	}
	for i := range facts.Imports {
		imp := &facts.Imports[i]
		if imp.Name != "*" || imp.Alias != "" || accept.Import != nil && !accept.Import(file, imp) {
			continue
		}
		switch m := p.imported(file, int32(i)).Module; m.Kind {
		case EntityModule:
			if p.files[m.File].family == p.files[file].family {
				out = p.exported(m.File, name, accept, seen)
			}
		case EntityNamespace, EntityDecl:
			out = p.exportOf(file, m, name)
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// family returns the family of a file, nil when no rules claim it.
func (p *Program) family(file schema.FileID) *Family {
	if i := p.files[file].family; i >= 0 {
		return &p.families[i]
	}
	return nil
}

// exportOf asks the family of the asking file, or that of the module's file.
func (p *Program) exportOf(asking schema.FileID, m Entity, name string) []Entity {
	f := p.family(asking)
	if m.Kind == EntityModule {
		f = p.family(m.File)
	}
	if m.Kind == EntityDecl {
		return p.members(value{kind: valueDenote, entity: m}, name)
	}
	if f == nil || f.Export == nil {
		return nil
	}
	return f.Export(m, name)
}
