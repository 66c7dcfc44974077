package rust

import (
	"strings"

	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/store/schema"
)

// maxSegments bounds a path; maxTrail bounds imports through imports, and maxSteps
// all that one lookup follows: webs of star re-exports branch at every step.
const (
	maxSegments = 16
	maxTrail    = 24
	maxSteps    = 2000
)

// step is one import or star on the way to a name, kept to cut cycles.
type step struct {
	file   schema.FileID
	imp    int32
	name   string
	before *step
	depth  int
	taken  *int // Steps of the whole lookup.
}

func (s *step) has(file schema.FileID, imp int32, name string) bool {
	if s != nil && (s.depth > maxTrail || *s.taken > maxSteps) {
		return true
	}
	for ; s != nil; s = s.before {
		if s.file == file && s.imp == imp && s.name == name {
			return true
		}
	}
	return false
}

func (s *step) then(file schema.FileID, imp int32, name string) *step {
	n := &step{file: file, imp: imp, name: name, before: s}
	if s != nil {
		n.depth, n.taken = s.depth+1, s.taken
	} else {
		n.taken = new(int)
	}
	*n.taken++
	return n
}

// target is where an import leads: the module or type that its path names, and
// what its local name means.
type target struct{ module, bound resolve.Entity }

// imported follows one import.
func (x *index) imported(file schema.FileID, i int32, trail *step) target {
	facts := x.p.Facts(file)
	imp := &facts.Imports[i]
	if trail.has(file, i, "") {
		return target{}
	}
	trail = trail.then(file, i, "")
	m := x.moduleAt(file, x.holder(file, i))
	if strings.HasPrefix(imp.Module, "./") {
		return x.declared(file, i, m)
	}
	segs := strings.Split(imp.Module, "::")
	if imp.Module == "" {
		segs = nil
	}
	if imp.Name == "" || imp.Name == "*" {
		e := x.path(m, segs, trail)
		return target{e, e}
	}
	whole := best(x.paths(m, append(segs, imp.Name), trail), false)
	if whole.Kind == resolve.EntityExternal {
		return target{whole, whole}
	}
	return target{x.path(m, segs, trail), whole}
}

// declared is the module of "mod x;".
func (x *index) declared(file schema.FileID, i, m int32) target {
	facts := x.p.Facts(file)
	imp := &facts.Imports[i]
	dir := childDir(x.p.Path(file))
	if root := &x.modules[x.modules[m].root]; root.file == file {
		dir = strings.TrimSuffix(x.p.Path(file), "/"+lastOf(x.p.Path(file)))
		if dir == x.p.Path(file) {
			dir = ""
		}
	}
	if f, _, ok := x.modFile(file, imp, dir); ok {
		e := resolve.Module(f)
		return target{e, e}
	}
	return target{}
}

func lastOf(p string) string { return p[strings.LastIndexByte(p, '/')+1:] }

// holder returns the symbol in whose scope an import stands.
func (x *index) holder(file schema.FileID, i int32) int32 {
	facts := x.p.Facts(file)
	if s := facts.Imports[i].Symbol; s >= 0 {
		return facts.Symbols[s].Parent
	}
	for j := range facts.Refs {
		if facts.Refs[j].Import == i {
			return facts.Refs[j].Encl
		}
	}
	return 0
}

// path resolves a path to what leads on: a module or type rather than a value.
func (x *index) path(m int32, segs []string, trail *step) resolve.Entity {
	return best(x.paths(m, segs, trail), true)
}

// paths resolves a path from a module to all that its last part means.
func (x *index) paths(m int32, segs []string, trail *step) []resolve.Entity {
	if len(segs) == 0 || len(segs) > maxSegments {
		return nil
	}
	var now []resolve.Entity
	rest := segs[1:]
	switch first := segs[0]; first {
	case "crate", "$crate":
		now = []resolve.Entity{x.entity(x.modules[m].root)}
	case "self":
		now = []resolve.Entity{x.entity(m)}
	case "super":
		now = x.parent(m)
	case "":
		if len(rest) == 0 {
			return nil
		}
		now = x.external(m, rest[0])
		rest = rest[1:]
	default:
		if now = x.items(m, first, trail); len(now) == 0 {
			now = x.external(m, first)
		}
	}
	for _, seg := range rest {
		e := best(now, true)
		if !e.Ok() {
			return nil
		}
		now = x.inside(e, seg, trail)
	}
	return now
}

// parent is the module around a module.
func (x *index) parent(m int32) []resolve.Entity {
	if p := x.modules[m].parent; p >= 0 {
		return []resolve.Entity{x.entity(p)}
	}
	return nil
}

func (x *index) entity(m int32) resolve.Entity {
	return resolve.Decl(x.modules[m].file, x.modules[m].symbol)
}

// external names another crate: one of the snapshot, or one outside.
func (x *index) external(m int32, name string) []resolve.Entity {
	c := &x.crates[x.modules[m].crate]
	if name == c.man.libName && c.lib >= 0 {
		return []resolve.Entity{x.entity(c.lib)}
	}
	pkg, declared := c.man.deps[name]
	if !declared {
		switch name {
		case "std", "core", "alloc", "proc_macro", "test":
			return []resolve.Entity{resolve.External(name)}
		}
		return nil
	}
	if other, ok := x.byName[pkg]; ok && x.crates[other].lib >= 0 {
		return []resolve.Entity{x.entity(x.crates[other].lib)}
	}
	return []resolve.Entity{resolve.External(pkg)}
}

// inside finds a name in what a path has led to.
func (x *index) inside(e resolve.Entity, name string, trail *step) []resolve.Entity {
	if e.Kind == resolve.EntityExternal {
		return []resolve.Entity{e}
	}
	if m, ok := x.at[moduleKey{e.File, e.Symbol}]; ok {
		switch name {
		case "self":
			return []resolve.Entity{e}
		case "super":
			return x.parent(m)
		}
		return x.items(m, name, trail)
	}
	t := e.Target()
	var out []resolve.Entity
	facts := x.p.Facts(e.File)
	for _, id := range x.p.Children(e.File, e.Symbol, name) {
		if !facts.Symbols[id].Kind.IsLocal() {
			out = append(out, resolve.Decl(e.File, id))
		}
	}
	for _, impl := range x.impls[t] {
		for _, id := range x.p.Children(impl.File, impl.Symbol, name) {
			if !x.p.Facts(impl.File).Symbols[id].Kind.IsLocal() {
				out = append(out, resolve.Decl(impl.File, id))
			}
		}
	}
	return out
}

// items lists what a name means at the top of a module: its own items, then what
// it imports by name, then what its star imports bring.
func (x *index) items(m int32, name string, trail *step) []resolve.Entity {
	mod := &x.modules[m]
	facts := x.p.Facts(mod.file)
	var own, through []resolve.Entity
	for _, id := range x.p.Children(mod.file, mod.symbol, name) {
		switch s := &facts.Symbols[id]; {
		case s.Kind == schema.KindImport:
			if e := x.imported(mod.file, s.Import, trail).bound; e.Ok() {
				through = append(through, e)
			}
		case s.Kind == schema.KindImpl || s.Kind.IsLocal():
		default:
			own = append(own, resolve.Decl(mod.file, id))
		}
	}
	if out := append(own, through...); len(out) > 0 {
		return out
	}
	return x.fromGlobs(mod.file, mod.globs, name, trail)
}

// fromGlobs looks a name up in the modules and enums of star imports; only what
// is found in the snapshot counts.
func (x *index) fromGlobs(file schema.FileID, globs []int32, name string, trail *step) []resolve.Entity {
	for _, g := range globs {
		if trail.has(file, g, name) {
			continue
		}
		next := trail.then(file, g, name)
		e := x.imported(file, g, next).module
		if e.Kind == resolve.EntityExternal || !e.Ok() {
			continue
		}
		if out := x.inside(e, name, next); len(out) > 0 && out[0].Kind != resolve.EntityExternal {
			return out
		}
	}
	return nil
}

// free looks a bare name up from inside a symbol: the star imports of the
// functions around it, then its module.
func (x *index) free(file schema.FileID, encl int32, name string, trail *step) []resolve.Entity {
	facts := x.p.Facts(file)
	for s := encl; s > 0 && facts.Symbols[s].Kind != schema.KindModule; s = facts.Symbols[s].Parent {
		if globs := x.globsOf[moduleKey{file, s}]; len(globs) > 0 {
			if out := x.fromGlobs(file, globs, name, trail); len(out) > 0 {
				return out
			}
		}
	}
	return x.items(x.moduleAt(file, encl), name, trail)
}

// best chooses among the meanings of a name: what leads on in a path, or what a
// "use" is mostly meant for.
func best(list []resolve.Entity, leads bool) resolve.Entity {
	if len(list) == 0 {
		return resolve.Entity{}
	}
	for _, e := range list {
		if (e.Kind == resolve.EntityModule) == leads {
			return e
		}
	}
	return list[0]
}
