package rust

import (
	"path"
	"sort"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// module is a file or an inline module of it.
type module struct {
	file   schema.FileID
	symbol int32 // 0 for the file.
	parent int32 // Modules; None for the root of a target.
	root   int32 // Modules: the root of its target.
	crate  int32 // Crates.
	globs  []int32
}

// crate is a package of the snapshot.
type crate struct {
	dir  string
	man  manifest
	lib  int32 // Modules: the root of its library; None.
	name string
}

type moduleKey struct {
	file   schema.FileID
	symbol int32
}

// index is the module tree of the snapshot. It is immutable after build.
type index struct {
	p       *resolve.Program
	crates  []crate
	byName  map[string]int32 // Crates by package name.
	modules []module
	at      map[moduleKey]int32
	globsOf map[moduleKey][]int32 // Imports "x::*" by the function that holds them.
	macros  map[string][]resolve.Entity
	owners  map[moduleKey]link.Target
	impls   map[link.Target][]link.Target
}

func build(p *resolve.Program, files []schema.FileID) *index {
	x := &index{
		p: p, byName: make(map[string]int32), at: make(map[moduleKey]int32), globsOf: make(map[moduleKey][]int32),
		macros: make(map[string][]resolve.Entity), owners: make(map[moduleKey]link.Target), impls: make(map[link.Target][]link.Target),
	}
	x.findCrates()
	x.mapModules(files)
	for _, f := range files {
		x.note(f)
	}
	for _, f := range files {
		x.ownImpls(f)
	}
	return x
}

// findCrates reads every Cargo.toml that names a package.
func (x *index) findCrates() {
	for i := range x.p.In.Files {
		f := &x.p.In.Files[i]
		if path.Base(f.Path) != "Cargo.toml" {
			continue
		}
		text, err := x.p.In.Content(f.ID)
		if err != nil {
			continue // Unreadable: its files fall to the crate around.
		}
		man := parseManifest(string(text))
		if man.name == "" {
			continue
		}
		dir := path.Dir(f.Path)
		if dir == "." {
			dir = ""
		}
		x.crates = append(x.crates, crate{dir: dir, man: man, lib: schema.None, name: man.name})
	}
	if len(x.crates) == 0 {
		x.crates = append(x.crates, crate{man: manifest{}, lib: schema.None})
	}
	for i := range x.crates {
		if _, dup := x.byName[x.crates[i].name]; !dup && x.crates[i].name != "" {
			x.byName[x.crates[i].name] = int32(i)
		}
	}
}

// crateOf returns the crate with the deepest folder around a path.
func (x *index) crateOf(p string) int32 {
	best, length := int32(0), -1
	for i := range x.crates {
		d := x.crates[i].dir
		if (d == "" || strings.HasPrefix(p, d+"/")) && len(d) > length {
			best, length = int32(i), len(d)
		}
	}
	return best
}

// mapModules walks from the roots of every target along "mod x;". Files that no
// target reaches become roots of their own.
func (x *index) mapModules(files []schema.FileID) {
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = x.p.Path(f)
	}
	sort.Strings(paths)
	list := func(dir string) []string {
		lo := sort.SearchStrings(paths, dir+"/")
		hi := lo
		for hi < len(paths) && strings.HasPrefix(paths[hi], dir+"/") {
			hi++
		}
		return append([]string(nil), paths[lo:hi]...)
	}
	exists := func(p string) bool {
		i := sort.SearchStrings(paths, p)
		return i < len(paths) && paths[i] == p
	}
	for c := range x.crates {
		for i, root := range x.crates[c].man.targetRoots(x.crates[c].dir, exists, list) {
			file, _ := x.p.File(root)
			m := x.addFile(file, schema.None, int32(c), path.Dir(root))
			man := &x.crates[c].man
			if i == 0 && (path.Base(root) == "lib.rs" || man.libPath != "" && strings.HasSuffix(root, man.libPath)) {
				x.crates[c].lib = m
			}
		}
	}
	for _, f := range files {
		if _, ok := x.at[moduleKey{f, 0}]; !ok {
			p := x.p.Path(f)
			x.addFile(f, schema.None, x.crateOf(p), childDir(p))
		}
	}
}

// childDir is where the modules that a file declares lie.
func childDir(p string) string {
	base := path.Base(p)
	if base == "mod.rs" || base == "lib.rs" || base == "main.rs" {
		return path.Dir(p)
	}
	return strings.TrimSuffix(p, ".rs")
}

// addFile adds a file's module and, below it, the inline modules and files that
// it declares. A file that has a module keeps the first.
func (x *index) addFile(file schema.FileID, parent, crate int32, dir string) int32 {
	if m, ok := x.at[moduleKey{file, 0}]; ok {
		return m
	}
	m := x.add(file, 0, parent, crate)
	facts := x.p.Facts(file)
	for i := 1; i < len(facts.Symbols); i++ {
		if s := &facts.Symbols[i]; s.Kind == schema.KindModule {
			x.add(file, int32(i), x.moduleAt(file, s.Parent), crate)
		}
	}
	for i := range facts.Imports {
		imp := &facts.Imports[i]
		if !strings.HasPrefix(imp.Module, "./") || imp.Symbol < 0 {
			continue
		}
		if target, d, ok := x.modFile(file, imp, dir); ok {
			x.addFile(target, x.moduleAt(file, facts.Symbols[imp.Symbol].Parent), crate, d)
		}
	}
	return m
}

func (x *index) add(file schema.FileID, symbol, parent, crate int32) int32 {
	id := int32(len(x.modules))
	root := id
	if parent >= 0 {
		root = x.modules[parent].root
	}
	x.modules = append(x.modules, module{file: file, symbol: symbol, parent: parent, root: root, crate: crate})
	x.at[moduleKey{file, symbol}] = id
	return id
}

// modFile finds the file of "mod x;" and the folder of that file's own modules.
func (x *index) modFile(file schema.FileID, imp *lang.Import, dir string) (schema.FileID, string, bool) {
	rel := strings.TrimPrefix(imp.Module, "./")
	try := []string{path.Join(dir, rel+".rs"), path.Join(dir, rel, "mod.rs")}
	if imp.Level == 1 {
		try = []string{path.Join(path.Dir(x.p.Path(file)), rel), path.Join(dir, rel)}
	}
	for _, p := range try {
		if f, ok := x.p.File(p); ok && x.p.Facts(f) != nil {
			return f, childDir(p), true
		}
	}
	return schema.None, "", false
}

// moduleAt returns the innermost module around a symbol.
func (x *index) moduleAt(file schema.FileID, symbol int32) int32 {
	facts := x.p.Facts(file)
	for s := symbol; s > 0; s = facts.Symbols[s].Parent {
		if facts.Symbols[s].Kind == schema.KindModule {
			if m, ok := x.at[moduleKey{file, s}]; ok {
				return m
			}
		}
	}
	return x.at[moduleKey{file, 0}]
}

// note records the star imports and the macros of a file.
func (x *index) note(file schema.FileID) {
	facts := x.p.Facts(file)
	for i := range facts.Refs {
		r := &facts.Refs[i]
		if r.Import < 0 || facts.Imports[r.Import].Name != "*" {
			continue
		}
		if k := facts.Symbols[r.Encl].Kind; r.Encl == 0 || k == schema.KindModule {
			m := &x.modules[x.moduleAt(file, r.Encl)]
			m.globs = append(m.globs, r.Import)
		} else {
			key := moduleKey{file, r.Encl}
			x.globsOf[key] = append(x.globsOf[key], r.Import)
		}
	}
	for i := range facts.Symbols {
		if s := &facts.Symbols[i]; s.Kind == schema.KindMacro {
			x.macros[s.Name] = append(x.macros[s.Name], resolve.Decl(file, int32(i)))
		}
	}
}

// ownImpls finds the type of every impl block of a file.
func (x *index) ownImpls(file schema.FileID) {
	facts := x.p.Facts(file)
	for i := range facts.Symbols {
		s := &facts.Symbols[i]
		if s.Kind != schema.KindImpl || s.Type < 0 || facts.Refs[s.Type].Flags&lang.RefContainer != 0 {
			continue
		}
		t := x.typeOf(file, s.Type, 0)
		if t.File < 0 {
			continue
		}
		at := link.Target{File: file, Symbol: int32(i)}
		x.owners[moduleKey{file, int32(i)}] = t
		x.impls[t] = append(x.impls[t], at)
	}
}

// maxAliasSteps bounds chains of type aliases.
const maxAliasSteps = 8

// typeOf finds the type that a reference in a type position names, by paths and
// names alone, aliases followed; NoTarget for type parameters and what is outside.
func (x *index) typeOf(file schema.FileID, ref int32, steps int) link.Target {
	e := x.named(file, ref)
	t := e.Target()
	s := x.p.Symbol(t)
	switch {
	case s == nil || t.Symbol == 0:
		return link.NoTarget
	case s.Kind == schema.KindType && s.Type >= 0 && steps < maxAliasSteps:
		return x.typeOf(t.File, s.Type, steps+1)
	case s.Kind.IsType():
		return t
	}
	return link.NoTarget
}

// named finds what a reference in a type position names.
func (x *index) named(file schema.FileID, ref int32) resolve.Entity {
	facts := x.p.Facts(file)
	r := &facts.Refs[ref]
	switch {
	case r.Target >= 0:
		if s := &facts.Symbols[r.Target]; s.Kind == schema.KindImport {
			return x.imported(file, s.Import, nil).bound
		}
		return resolve.Decl(file, r.Target)
	case r.Base >= 0:
		var segs []string
		for b := ref; b >= 0; b = facts.Refs[b].Base {
			if segs = append([]string{facts.Refs[b].Name}, segs...); len(segs) > maxSegments {
				return resolve.Entity{}
			}
		}
		return x.path(x.moduleAt(file, r.Encl), segs, nil)
	case r.Flags&lang.RefSelf == 0:
		return best(x.free(file, r.Encl, r.Name, nil), true)
	}
	return resolve.Entity{}
}
