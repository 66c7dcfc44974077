// Package swift holds what the linker must know of Swift: modules, whose files see
// each other's declarations without an import, imports of other modules of the
// repository, and extensions, whose members belong to the type that they extend.
//
// A module is a target of the nearest Package.swift: a folder that the manifest names,
// or one below Sources, Tests or Plugins; what no target holds is one module a
// package, or the whole repository. Functions of one name are told apart by the labels of
// their arguments, then by their number. It under-reports operators of the library, names that a result builder or
// a dynamic member makes up, and members that a property wrapper projects.
package swift

import (
	"context"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Rules makes the family of Swift.
type Rules struct{}

// Languages implements resolve.Rules.
func (Rules) Languages() []string { return []string{language} }

const language = "swift"

// namespacePrefix keeps Swift modules apart from the namespaces of other families.
const namespacePrefix = "swift:"

// library names the module that every file sees without an import.
const library = "Swift"

// nameIn is a top-level name of a module.
type nameIn struct{ module, name string }

// index is what the files of the snapshot declare by module. It is immutable after Open.
type index struct {
	p       *resolve.Program
	targets []target
	modules []string            // By file: the module, by root and name.
	byName  map[string][]string // Modules by the name that imports use.
	exports map[string][]string // Modules that a module imports for others.
	imports [][]string          // By file: modules of the repository that it imports.
	outside []string            // By file: the last module outside that it imports.
	decls   map[nameIn][]link.Target
	impls   map[link.Target][]link.Target // Types to their extensions.
	owners  map[link.Target]link.Target
	foreign map[string][]link.Target // Extensions of types outside, by their name.
	members map[string][]link.Target // Members of those, by name.
	labels  map[*lang.Ref][]string   // Of the arguments of calls.
}

// Open implements resolve.Rules.
func (Rules) Open(ctx context.Context, p *resolve.Program) (resolve.Family, error) {
	x := &index{
		p: p, modules: make([]string, len(p.In.Files)), byName: make(map[string][]string), exports: make(map[string][]string),
		imports: make([][]string, len(p.In.Files)), outside: make([]string, len(p.In.Files)), decls: make(map[nameIn][]link.Target),
		impls: make(map[link.Target][]link.Target), owners: make(map[link.Target]link.Target),
		foreign: make(map[string][]link.Target), members: make(map[string][]link.Target), labels: make(map[*lang.Ref][]string),
	}
	x.readManifests()
	for i := range p.In.Files {
		if f := &p.In.Files[i]; f.Facts != nil && f.Language == language {
			x.add(schema.FileID(i), f.Facts)
			x.readLabels(schema.FileID(i), f.Facts)
		}
	}
	x.resolveImports()
	x.resolveExtensions()
	return resolve.Family{
		Package:        func(file schema.FileID) string { return moduleName(x.modules[file]) },
		Import:         x.importOf,
		Export:         x.export,
		Free:           x.free,
		Containers:     x.containers,
		Owner:          x.owner,
		Members:        x.moreMembers,
		Extension:      x.extension,
		Fit:            x.fit,
		Common:         isCommon,
		Through:        through,
		ImplicitSelf:   true,
		Overloads:      true,
		OneNameSpace:   true,
		ElementMembers: []string{"subscript", "next"},
		CallMember:     "callAsFunction",
		NewMember:      "init",
		Builtin:        library,
	}, ctx.Err()
}

func (x *index) add(file schema.FileID, facts *lang.Facts) {
	m := x.moduleOf(x.p.Path(file))
	x.modules[file] = m
	if name := moduleName(m); name != "" && !contains(x.byName[name], m) {
		x.byName[name] = append(x.byName[name], m)
	}
	for i := 1; i < len(facts.Symbols); i++ {
		if s := &facts.Symbols[i]; s.Parent == 0 && !s.Kind.IsLocal() && s.Kind != schema.KindImpl {
			key := nameIn{m, s.Name}
			x.decls[key] = append(x.decls[key], link.Target{File: file, Symbol: int32(i)})
		}
	}
}

func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

// resolveImports finds the modules that files import.
func (x *index) resolveImports() {
	for i := range x.p.In.Files {
		f := &x.p.In.Files[i]
		if f.Facts == nil || f.Language != language {
			continue
		}
		for k := range f.Facts.Imports {
			imp := &f.Facts.Imports[k]
			first, _, _ := strings.Cut(imp.Module, ".")
			m := x.moduleNamed(schema.FileID(i), first)
			if m == "" {
				x.outside[i] = first
				continue
			}
			x.imports[i] = append(x.imports[i], m)
			if own := x.modules[i]; imp.Class == schema.ImportReexport && !contains(x.exports[own], m) {
				x.exports[own] = append(x.exports[own], m)
			}
		}
	}
}

// moduleNamed finds the module that an import names: of the same package first.
func (x *index) moduleNamed(file schema.FileID, name string) string {
	list := x.byName[name]
	root, _, _ := strings.Cut(x.modules[file], "|")
	for _, m := range list {
		if r, _, _ := strings.Cut(m, "|"); r == root {
			return m
		}
	}
	if len(list) > 0 {
		return list[0]
	}
	return ""
}

// resolveExtensions finds the types that extensions extend. A second round finds types
// that extensions declare.
func (x *index) resolveExtensions() {
	for round := 0; round < 2; round++ {
		for i := range x.p.In.Files {
			f := &x.p.In.Files[i]
			if f.Facts == nil || f.Language != language {
				continue
			}
			for k := range f.Facts.Symbols {
				s := &f.Facts.Symbols[k]
				t := link.Target{File: schema.FileID(i), Symbol: int32(k)}
				if s.Kind != schema.KindImpl || x.owners[t] != (link.Target{}) {
					continue
				}
				if s.Type >= 0 {
					if own := x.named(t.File, s.Type); own.File >= 0 {
						x.owners[t] = own
						x.impls[own] = append(x.impls[own], t)
						continue
					}
				}
				if round == 1 {
					x.addForeign(t, s, f.Facts)
				}
			}
		}
	}
}

func (x *index) addForeign(t link.Target, s *lang.Symbol, facts *lang.Facts) {
	x.foreign[s.Name] = append(x.foreign[s.Name], t)
	for i := int(t.Symbol) + 1; i < len(facts.Symbols) && facts.Symbols[i].Parent >= t.Symbol; i++ {
		if m := &facts.Symbols[i]; m.Parent == t.Symbol && !m.Kind.IsLocal() && !m.Kind.IsType() {
			x.members[m.Name] = append(x.members[m.Name], link.Target{File: t.File, Symbol: int32(i)})
		}
	}
}

// named finds the type that a reference names, without the help of inference.
func (x *index) named(file schema.FileID, ref int32) link.Target {
	facts := x.p.Facts(file)
	r := &facts.Refs[ref]
	switch {
	case r.Target >= 0:
		if s := &facts.Symbols[r.Target]; s.Kind.IsType() {
			return x.alias(link.Target{File: file, Symbol: r.Target})
		}
	case r.Base >= 0:
		base := &facts.Refs[r.Base]
		if m := x.moduleNamed(file, base.Name); m != "" && base.Base == lang.BaseNone && base.Target < 0 && !x.declares(file, base.Name) {
			return x.alias(x.typeIn(file, m, r.Name))
		}
		if t := x.named(file, r.Base); t.File >= 0 {
			return x.alias(x.nested(t, r.Name))
		}
	case r.Base == lang.BaseNone && r.Flags&lang.RefSelf == 0:
		return x.alias(x.visibleType(file, r.Name))
	}
	return link.NoTarget
}

// declares reports whether a file sees a type of its own module by the name.
func (x *index) declares(file schema.FileID, name string) bool {
	return x.typeIn(file, x.modules[file], name).File >= 0
}

func (x *index) visibleType(file schema.FileID, name string) link.Target {
	if t := x.typeIn(file, x.modules[file], name); t.File >= 0 {
		return t
	}
	for _, m := range x.reach(file) {
		if t := x.typeIn(file, m, name); t.File >= 0 {
			return t
		}
	}
	return link.NoTarget
}

func (x *index) typeIn(file schema.FileID, module, name string) link.Target {
	best := link.NoTarget
	for _, t := range x.decls[nameIn{module, name}] {
		s := x.p.Symbol(t)
		if !s.Kind.IsType() || s.Visibility == schema.VisibilityPrivate && t.File != file {
			continue
		}
		if t.File == file || best.File < 0 {
			best = t
		}
	}
	return best
}

// nested finds a type that another declares, in its body or in an extension.
func (x *index) nested(t link.Target, name string) link.Target {
	if t.File < 0 {
		return link.NoTarget
	}
	for _, holder := range append([]link.Target{t}, x.impls[t]...) {
		for _, id := range x.p.Children(holder.File, holder.Symbol, name) {
			if x.p.Facts(holder.File).Symbols[id].Kind.IsType() {
				return link.Target{File: holder.File, Symbol: id}
			}
		}
	}
	return link.NoTarget
}

// alias follows a type alias to the type that it names.
func (x *index) alias(t link.Target) link.Target {
	for steps := 0; steps < 8; steps++ {
		s := x.p.Symbol(t)
		if s == nil || s.Kind != schema.KindType || s.Type < 0 || s.Flags&schema.SymbolAbstract != 0 {
			return t
		}
		r := &x.p.Facts(t.File).Refs[s.Type]
		if r.Flags&lang.RefContainer != 0 || r.Base != lang.BaseNone {
			return t
		}
		var next link.Target
		if r.Target >= 0 {
			next = link.Target{File: t.File, Symbol: r.Target}
		} else {
			next = x.visibleType(t.File, r.Name)
		}
		if s := x.p.Symbol(next); s == nil || !s.Kind.IsType() || next == t {
			return t
		}
		t = next
	}
	return t
}

// reach lists the modules that a file sees besides its own.
func (x *index) reach(file schema.FileID) []string {
	out := append([]string(nil), x.imports[file]...)
	for i := 0; i < len(out) && i < 64; i++ {
		for _, m := range x.exports[out[i]] {
			if !contains(out, m) {
				out = append(out, m)
			}
		}
	}
	return out
}

func (x *index) owner(t link.Target) link.Target {
	if own, ok := x.owners[t]; ok {
		return own
	}
	return link.NoTarget
}

// containers lists the extensions of a type; of an extension of a type outside, the
// others of that type.
func (x *index) containers(t link.Target) []link.Target {
	if list := x.impls[t]; list != nil {
		return list
	}
	s := x.p.Symbol(t)
	if s == nil || s.Kind != schema.KindImpl {
		return nil
	}
	var out []link.Target
	for _, other := range x.foreign[s.Name] {
		if other != t {
			out = append(out, other)
		}
	}
	return out
}

func (x *index) importOf(file schema.FileID, i int32) resolve.Imported {
	imp := &x.p.Facts(file).Imports[i]
	first, _, _ := strings.Cut(imp.Module, ".")
	out := resolve.Imported{Link: link.ImportTarget{File: schema.None, Package: first}}
	m := x.moduleNamed(file, first)
	if m == "" {
		out.Module = resolve.External(first)
		out.Link.External = true
		return out
	}
	out.Module = resolve.Namespace(namespacePrefix + m)
	if imp.Name != "*" {
		if e := x.pick(file, x.decls[nameIn{m, imp.Name}], nil); e.Ok() {
			out.Bound, out.Link.File = e, e.File
		}
	}
	return out
}

// export finds a name in a module or a file.
func (x *index) export(e resolve.Entity, name string) []resolve.Entity {
	if e.Kind == resolve.EntityModule {
		return x.p.Exported(e.File, name, resolve.Accept{})
	}
	module, ok := strings.CutPrefix(e.Name, namespacePrefix)
	if !ok {
		return nil
	}
	seen := []string{module}
	for i := 0; i < len(seen) && i < 64; i++ {
		if list := x.decls[nameIn{seen[i], name}]; len(list) > 0 {
			out := make([]resolve.Entity, 0, len(list))
			for _, t := range list {
				out = append(out, resolve.Decl(t.File, t.Symbol))
			}
			return out
		}
		for _, m := range x.exports[seen[i]] {
			if !contains(seen, m) {
				seen = append(seen, m)
			}
		}
	}
	return nil
}

// free resolves a bare name that neither the file's scopes nor the members of the
// types around it bind: its module, what it imports, the library.
func (x *index) free(file schema.FileID, r *lang.Ref) []resolve.Candidate {
	if e := x.pick(file, x.decls[nameIn{x.modules[file], r.Name}], r); e.Ok() {
		return one(e, schema.OriginScope)
	}
	for _, m := range x.reach(file) {
		if e := x.pick(file, x.decls[nameIn{m, r.Name}], r); e.Ok() {
			return one(e, schema.OriginImport)
		}
	}
	if r.Role != schema.RoleCall {
		if m := x.moduleNamed(file, r.Name); m != "" && (contains(x.imports[file], m) || x.modules[file] == m) {
			return one(resolve.Namespace(namespacePrefix+m), schema.OriginScope)
		}
	}
	if isLibrary(r.Name) {
		return one(resolve.External(library), schema.OriginScope)
	}
	if out := x.outside[file]; out != "" && r.Flags&lang.RefOptional == 0 {
		return []resolve.Candidate{{Entity: resolve.External(out), Origin: schema.OriginImport, Confidence: resolve.ConfidenceUnique}}
	}
	return nil
}

func one(e resolve.Entity, origin schema.Origin) []resolve.Candidate {
	return []resolve.Candidate{{Entity: e, Origin: origin}}
}

// pick chooses among top-level declarations of one name: what the reference can mean
// and the file can see, then the same file and the number of arguments. ref may be nil.
func (x *index) pick(file schema.FileID, list []link.Target, ref *lang.Ref) resolve.Entity {
	best, bestScore := link.NoTarget, -1
	for _, t := range list {
		s := x.p.Symbol(t)
		if s.Visibility == schema.VisibilityPrivate && t.File != file || s.Flags&schema.SymbolDeclOnly != 0 && len(list) > 1 {
			continue
		}
		score := 0
		if t.File == file {
			score += 2
		}
		if ref != nil {
			switch ref.Role {
			case schema.RoleType, schema.RoleInherit:
				if !s.Kind.IsType() {
					continue
				}
			case schema.RoleDecorate:
				if !s.Kind.IsType() && s.Kind != schema.KindMacro {
					continue
				}
			case schema.RoleCall:
				if s.Arity == ref.Args {
					score += 4
				}
				score += x.fit(t, ref)
			}
		}
		if score > bestScore {
			best, bestScore = t, score
		}
	}
	if bestScore < 0 {
		return resolve.Entity{}
	}
	return resolve.Decl(best.File, best.Symbol)
}

// moreMembers finds what types have without declaring it.
func (x *index) moreMembers(t link.Target, name string) []resolve.Entity {
	s := x.p.Symbol(t)
	switch {
	case s == nil:
		return nil
	case name == "init" && (s.Kind == schema.KindStruct || s.Kind == schema.KindClass || s.Kind == schema.KindEnum):
		return []resolve.Entity{resolve.Decl(t.File, t.Symbol)} // Memberwise, or by raw value.
	case s.Kind == schema.KindImpl, isImplicit(name), s.Kind == schema.KindEnum && name == "allCases":
		return []resolve.Entity{resolve.External(library)}
	}
	return nil
}

// extension finds the one member of that name that the repository adds to types of
// elsewhere.
func (x *index) extension(name string, container bool) []resolve.Entity {
	list := x.members[name]
	if len(list) != 1 || isCommon(name) {
		return nil
	}
	t := list[0]
	if container {
		switch x.p.Symbol(link.Target{File: t.File, Symbol: x.p.Symbol(t).Parent}).Name {
		case "Array", "Sequence", "Collection", "BidirectionalCollection", "RandomAccessCollection", "MutableCollection", "RangeReplaceableCollection", "Set", "Dictionary", "ArraySlice":
		default:
			return nil
		}
	}
	return []resolve.Entity{resolve.Decl(t.File, t.Symbol)}
}
