package gotypes

import (
	"path"
	"sort"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// unitKind is which part of a folder a unit is.
type unitKind uint8

const (
	unitPlain    unitKind = iota // What the package's importers see.
	unitTest                     // Its in-package tests.
	unitExternal                 // Its external tests (package x_test).
)

// unit is a set of files that are checked together.
type unit struct {
	dir   string
	path  string // Import path, without "_test".
	name  string // Package clause.
	kind  unitKind
	main  bool  // Importers of the folder get this unit.
	files []int // Positions in link.Input.Files: those that the preferred platform builds first.
	rules []rule

	base    int            // Unit of the package under test; None.
	imports map[string]int // In-repository imports: path to unit.
	deps    []int          // Units of imports and base, ascending.
	level   int            // 0 for a unit without dependencies, else one more than the greatest of theirs.
}

// units groups the Go files, resolves what they import and puts the units in an
// order in which every unit follows its dependencies.
func units(in *link.Input, mods *modules) []*unit {
	list := group(in, mods)
	target := map[string]int{}
	base := map[[2]string]int{}
	for i, u := range list {
		if u.kind == unitPlain {
			base[[2]string{u.dir, u.name}] = i
			if u.main {
				target[u.dir] = i
			}
		}
	}
	tests := map[[2]string]int{}
	for i, u := range list {
		if u.kind == unitTest {
			tests[[2]string{u.dir, u.name}] = i
		}
	}
	for i, u := range list {
		u.imports = map[string]int{}
		switch u.kind {
		case unitTest:
			if b, ok := base[[2]string{u.dir, u.name}]; ok {
				u.base = b
			}
		case unitExternal:
			under := [2]string{u.dir, strings.TrimSuffix(u.name, "_test")}
			if b, ok := tests[under]; ok {
				u.base = b
			} else if b, ok := base[under]; ok {
				u.base = b
			}
		}
		for _, f := range u.files {
			for _, imp := range in.Files[f].Facts.Imports {
				if _, done := u.imports[imp.Module]; done {
					continue
				}
				if dir, ok := mods.resolve(u.dir, imp.Module); ok {
					if t, ok := target[dir]; ok && t != i {
						u.imports[imp.Module] = t
					}
				}
			}
		}
		if u.kind == unitExternal && u.base != schema.None {
			if _, imported := u.imports[u.path]; imported {
				u.imports[u.path] = u.base
			}
		}
	}
	return arrange(list)
}

// group makes the units of every folder, without dependencies.
func group(in *link.Input, mods *modules) []*unit {
	type key struct {
		dir, name string
		kind      unitKind
	}
	byKey := map[key]*unit{}
	votes := map[string]map[string]int{}
	var keys []key
	for i := range in.Files {
		f := &in.Files[i]
		if f.Language != "go" || f.Facts == nil || f.Facts.Package == "" {
			continue
		}
		k := key{dir: path.Dir(f.Path), name: f.Facts.Package}
		r := ruleOf(f.Path, f.Facts.Symbols[0].Signature)
		if strings.HasSuffix(f.Path, "_test.go") {
			k.kind = unitTest
			if strings.HasSuffix(k.name, "_test") {
				k.kind = unitExternal
			}
		} else {
			if votes[k.dir] == nil {
				votes[k.dir] = map[string]int{}
			}
			votes[k.dir][k.name]++
			if r.builds(preferred) {
				votes[k.dir][k.name] += 1 << 16 // A file that is built outweighs any number that are not.
			}
		}
		u := byKey[k]
		if u == nil {
			u = &unit{dir: k.dir, path: mods.importPath(k.dir), name: k.name, kind: k.kind, base: schema.None}
			byKey[k] = u
			keys = append(keys, k)
		}
		u.files = append(u.files, i)
		u.rules = append(u.rules, r)
	}
	sort.Slice(keys, func(i, j int) bool {
		a, b := keys[i], keys[j]
		if a.dir != b.dir {
			return a.dir < b.dir
		}
		if a.kind != b.kind {
			return a.kind < b.kind
		}
		return a.name < b.name
	})
	best := map[string]string{}
	list := make([]*unit, len(keys))
	for i, k := range keys {
		list[i] = byKey[k]
		list[i].preferFirst()
		if k.kind == unitPlain {
			if have, ok := best[k.dir]; !ok || votes[k.dir][k.name] > votes[k.dir][have] {
				best[k.dir] = k.name
			}
		}
	}
	for _, u := range list {
		u.main = u.kind == unitPlain && best[u.dir] == u.name
	}
	return list
}

// preferFirst puts the files that the preferred platform builds before the others.
func (u *unit) preferFirst() {
	order := make([]int, len(u.files))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool {
		return u.rules[order[i]].builds(preferred) && !u.rules[order[j]].builds(preferred)
	})
	files, rules := make([]int, len(order)), make([]rule, len(order))
	for to, from := range order {
		files[to], rules[to] = u.files[from], u.rules[from]
	}
	u.files, u.rules = files, rules
}

// arrange drops imports that close a cycle (the importer sees an external
// package instead), orders the units by level and renumbers what they refer to.
func arrange(list []*unit) []*unit {
	const (
		white = iota
		gray
		black
	)
	color := make([]uint8, len(list))
	var visit func(i int)
	visit = func(i int) {
		color[i] = gray
		u := list[i]
		paths := make([]string, 0, len(u.imports))
		for p := range u.imports {
			paths = append(paths, p)
		}
		sort.Strings(paths)
		if u.base != schema.None && color[u.base] == white {
			visit(u.base)
		}
		for _, p := range paths {
			switch t := u.imports[p]; color[t] {
			case white:
				visit(t)
			case gray:
				delete(u.imports, p)
			}
		}
		if u.base != schema.None {
			u.level = max(u.level, list[u.base].level+1)
		}
		for _, t := range u.imports {
			u.level = max(u.level, list[t].level+1)
		}
		color[i] = black
	}
	for i := range list {
		if color[i] == white {
			visit(i)
		}
	}
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return list[order[i]].level < list[order[j]].level })
	at := make([]int, len(list))
	sorted := make([]*unit, len(list))
	for to, from := range order {
		at[from], sorted[to] = to, list[from]
	}
	for _, u := range sorted {
		seen := map[int]bool{}
		if u.base != schema.None {
			u.base = at[u.base]
			seen[u.base] = true
		}
		for p, t := range u.imports {
			u.imports[p] = at[t]
			seen[at[t]] = true
		}
		for d := range seen {
			u.deps = append(u.deps, d)
		}
		sort.Ints(u.deps)
	}
	return sorted
}

// clashing returns the files of u (positions in u.files) that the preferred
// platform does not build and that declare a name which another file declares too.
func (u *unit) clashing(in *link.Input) []int {
	owner := map[string]int{}
	var out []int
	for i, f := range u.files {
		facts := in.Files[f].Facts
		clash := false
		for s := range facts.Symbols {
			name := packageLevelName(facts, int32(s))
			if name == "" {
				continue
			}
			if first, taken := owner[name]; taken && first != i {
				clash = true
			} else {
				owner[name] = i
			}
		}
		if clash && !u.rules[i].builds(preferred) {
			out = append(out, i)
		}
	}
	return out
}

// packageLevelName returns the name that symbol s claims in its package: "F",
// "T", "T.Method"; "" for anything else.
func packageLevelName(facts *lang.Facts, s int32) string {
	sym := &facts.Symbols[s]
	if s == 0 || sym.Kind.IsLocal() || sym.Name == "_" || sym.Flags&schema.SymbolInit != 0 || sym.Kind == schema.KindImpl {
		return ""
	}
	switch {
	case sym.Parent == 0 && sym.Kind != schema.KindField:
		return sym.Name
	case sym.Kind == schema.KindMethod && sym.Parent > 0 && sym.Flags&schema.SymbolAbstract == 0:
		return facts.Symbols[sym.Parent].Name + "." + sym.Name
	}
	return ""
}
