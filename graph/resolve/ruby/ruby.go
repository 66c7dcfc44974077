// Package ruby holds what the linker must know of Ruby: constants by their full path
// over all files of the repository, as an autoloader sees them, looked up by lexical
// nesting, then ancestors, then top level; reopened classes and modules; calls without
// a receiver; required files; the library.
//
// It under-reports what method_missing, define_method with a computed name and
// class_eval make, and calls on values whose class nothing says.
package ruby

import (
	"context"
	"path"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	langruby "github.com/lc-index/lc/index/lang/ruby"
	"github.com/lc-index/lc/store/schema"
)

// Rules makes the family of Ruby.
type Rules struct{}

// Languages implements resolve.Rules.
func (Rules) Languages() []string { return []string{langruby.Name} }

// library is the package of what Ruby itself declares.
const library = "ruby"

// index is what the files of the snapshot declare. It is immutable after Open.
type index struct {
	p         *resolve.Program
	constants map[string][]link.Target // By full path: "Shop::Shelf".
	paths     []map[int32]string       // By file: full paths of types and constants.
	functions map[string][]link.Target // Methods of the top level.
	globals   map[string][]link.Target // Global variables.
	files     map[string][]schema.FileID
}

// Open implements resolve.Rules.
func (Rules) Open(ctx context.Context, p *resolve.Program) (resolve.Family, error) {
	x := &index{
		p: p, constants: make(map[string][]link.Target), paths: make([]map[int32]string, len(p.In.Files)),
		functions: make(map[string][]link.Target), globals: make(map[string][]link.Target), files: make(map[string][]schema.FileID),
	}
	for i := range p.In.Files {
		f := &p.In.Files[i]
		if f.Language != langruby.Name || f.Facts == nil {
			continue
		}
		x.add(schema.FileID(i), f.Facts)
		base := path.Base(f.Path)
		x.files[base] = append(x.files[base], schema.FileID(i))
	}
	return resolve.Family{
		Import:         x.importOf,
		Export:         x.export,
		Free:           x.free,
		Containers:     x.containers,
		Members:        x.members,
		Common:         isCommon,
		ImplicitSelf:   true,
		NewMember:      "initialize",
		CallMember:     "call",
		ElementMembers: []string{"each", "[]"},
		Builtin:        library,
		Through:        through,
	}, ctx.Err()
}

func (x *index) add(file schema.FileID, facts *lang.Facts) {
	paths := make(map[int32]string)
	x.paths[file] = paths
	for i := 1; i < len(facts.Symbols); i++ {
		s := &facts.Symbols[i]
		t := link.Target{File: file, Symbol: int32(i)}
		switch {
		case s.Kind == schema.KindFunction && s.Parent == 0 && s.Flags&(schema.SymbolTest|schema.SymbolEntry) == 0:
			x.functions[s.Name] = append(x.functions[s.Name], t)
		case s.Kind == schema.KindVariable:
			x.globals[s.Name] = append(x.globals[s.Name], t)
		case s.Kind.IsType() || s.Kind == schema.KindModule || s.Kind == schema.KindConstant:
			full := s.Name
			if q := written(facts, s.Type); q != "" && s.Kind != schema.KindConstant {
				full = q + "::" + full
			}
			if around := paths[s.Parent]; around != "" {
				full = around + "::" + full
			}
			paths[int32(i)] = full
			x.constants[full] = append(x.constants[full], t)
		}
	}
}

// written spells a path of constants as the source does.
func written(facts *lang.Facts, ref int32) string {
	if ref < 0 {
		return ""
	}
	r := &facts.Refs[ref]
	if r.Base >= 0 {
		return written(facts, r.Base) + "::" + r.Name
	}
	return r.Name
}

// nearest returns the declaration that shares most folders with a file, the file's own first.
func (x *index) nearest(file schema.FileID, list []link.Target) resolve.Entity {
	if len(list) == 0 {
		return resolve.Entity{}
	}
	best, most := list[0], -1
	from := x.p.Path(file)
	for _, t := range list {
		n := shared(from, x.p.Path(t.File))
		if t.File == file {
			n = 1 << 20
		}
		if n > most {
			best, most = t, n
		}
	}
	return resolve.Decl(best.File, best.Symbol)
}

// shared counts the leading folders that two paths have in common.
func shared(a, b string) int {
	n := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	return n
}

func (x *index) importOf(file schema.FileID, i int32) resolve.Imported {
	imp := &x.p.Facts(file).Imports[i]
	out := resolve.Imported{Link: link.ImportTarget{File: schema.None}}
	name := strings.TrimSuffix(imp.Module, ".rb") + ".rb"
	found := schema.FileID(schema.None)
	if imp.Level == langruby.RequireRelative || strings.HasPrefix(imp.Module, "./") || strings.HasPrefix(imp.Module, "../") {
		if f, ok := x.p.File(path.Join(path.Dir(x.p.Path(file)), name)); ok {
			found = f
		}
	} else {
		most := -1
		for _, f := range x.files[path.Base(name)] {
			p := x.p.Path(f)
			if p != name && !strings.HasSuffix(p, "/"+name) {
				continue
			}
			n := shared(x.p.Path(file), p)
			if strings.HasSuffix(strings.TrimSuffix(p, name), "lib/") {
				n += 1 << 10 // The load path of a gem.
			}
			if n > most {
				found, most = f, n
			}
		}
	}
	if found < 0 {
		gem, _, _ := strings.Cut(imp.Module, "/")
		if imp.Level == langruby.RequireRelative {
			return out
		}
		out.Link.Package, out.Link.External = gem, true
		out.Module = resolve.External(gem)
		return out
	}
	out.Link.File = found
	out.Module = resolve.Module(found)
	return out
}

func (x *index) export(e resolve.Entity, name string) []resolve.Entity {
	if e.Kind == resolve.EntityModule {
		return x.p.Exported(e.File, name, resolve.Accept{})
	}
	return nil
}

// containers lists the other declarations of a class or module that is reopened.
func (x *index) containers(t link.Target) []link.Target {
	full := x.paths[t.File][t.Symbol]
	if full == "" {
		return nil
	}
	var out []link.Target
	for _, other := range x.constants[full] {
		if other != t && x.p.Symbol(other).Kind != schema.KindConstant {
			out = append(out, other)
		}
	}
	return out
}

// members finds a constant that is declared with a path, away from its module's body.
func (x *index) members(t link.Target, name string) []resolve.Entity {
	full := x.paths[t.File][t.Symbol]
	if full == "" || name == "" || name[0] < 'A' || name[0] > 'Z' {
		return nil
	}
	if e := x.nearest(t.File, x.constants[full+"::"+name]); e.Ok() {
		return []resolve.Entity{e}
	}
	return nil
}

func (x *index) free(file schema.FileID, r *lang.Ref) []resolve.Candidate {
	if r.Name == "" {
		return nil
	}
	one := func(e resolve.Entity, origin schema.Origin, confidence float32) []resolve.Candidate {
		if !e.Ok() {
			return nil
		}
		return []resolve.Candidate{{Entity: e, Origin: origin, Confidence: confidence}}
	}
	switch {
	case r.Name[0] == '$':
		return one(x.nearest(file, x.globals[r.Name]), schema.OriginScope, 0)
	case r.Name[0] >= 'A' && r.Name[0] <= 'Z':
		if out := one(x.constant(file, r), schema.OriginImport, 0); out != nil {
			return out
		}
		if isLibraryConstant(r.Name) {
			return one(resolve.External(library), schema.OriginScope, 0)
		}
		return nil
	}
	if e := x.helper(file, r); e.Ok() {
		return one(e, schema.OriginScope, resolve.ConfidenceImport)
	}
	if list := x.functions[r.Name]; len(list) > 0 {
		for _, t := range list {
			if t.File == file {
				return one(resolve.Decl(file, t.Symbol), schema.OriginScope, resolve.ConfidenceImport)
			}
		}
		if len(list) == 1 {
			return one(x.nearest(file, list), schema.OriginUniqueName, 0)
		}
	}
	if isKernel(r.Name) {
		return one(resolve.External(library), schema.OriginScope, resolve.ConfidenceImport)
	}
	return nil
}

// constant looks a constant up: in the modules around, innermost first, then at top level.
func (x *index) constant(file schema.FileID, r *lang.Ref) resolve.Entity {
	facts := x.p.Facts(file)
	for s := r.Encl; s > 0; s = facts.Symbols[s].Parent {
		if full := x.paths[file][s]; full != "" {
			if e := x.nearest(file, x.constants[full+"::"+r.Name]); e.Ok() {
				return e
			}
		}
	}
	return x.nearest(file, x.constants[r.Name])
}

// helper finds what let, subject and methods of a group of examples declare around a call.
func (x *index) helper(file schema.FileID, r *lang.Ref) resolve.Entity {
	facts := x.p.Facts(file)
	for s := r.Encl; s > 0; s = facts.Symbols[s].Parent {
		if facts.Symbols[s].Kind != schema.KindFunction {
			continue
		}
		for _, id := range x.p.Children(file, s, r.Name) {
			if k := facts.Symbols[id].Kind; k == schema.KindFunction || k == schema.KindMethod {
				return resolve.Decl(file, id)
			}
		}
	}
	return resolve.Entity{}
}
