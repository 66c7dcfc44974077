// Package kotlin holds what the linker must know of Kotlin: packages and what they
// declare at the top level across Gradle modules, imports of declarations, of members
// of objects and enums, and of stars, members of companions, extensions, and Java
// classes of the same repository.
//
// A qualified name that several modules or source sets declare is the one nearest to
// the asking file by folders. Overloads are told apart by the number of arguments as
// far as default values allow. It under-reports names that a lambda finds in its
// receiver, and operators written as signs.
package kotlin

import (
	"context"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Rules makes the family of Kotlin.
type Rules struct{}

// Languages implements resolve.Rules.
func (Rules) Languages() []string { return []string{language} }

const language = "kotlin"

// namespacePrefix keeps Kotlin packages apart from the namespaces of other families.
const namespacePrefix = "kotlin:"

// library names the package of what every file sees without an import.
const library = "kotlin"

// index is what the files of the snapshot declare by package. It is immutable after Open.
type index struct {
	p          *resolve.Program
	decls      map[string][]link.Target // Top-level declarations by qualified name, in file order.
	packages   map[string]bool          // Packages that have declarations, and every prefix: true for the former.
	extensions map[string][]link.Target // Extension functions and properties by name.
	receivers  map[link.Target]int32    // Extensions to the reference that names their receiver's type.
	inherits   []map[int32][]int32      // By file: inherit references by their type.
}

// Open implements resolve.Rules.
func (Rules) Open(ctx context.Context, p *resolve.Program) (resolve.Family, error) {
	x := &index{
		p: p, decls: make(map[string][]link.Target), packages: make(map[string]bool),
		extensions: make(map[string][]link.Target), receivers: make(map[link.Target]int32),
		inherits: make([]map[int32][]int32, len(p.In.Files)),
	}
	for i := range p.In.Files {
		if f := &p.In.Files[i]; f.Facts != nil && (f.Language == language || f.Language == "java") {
			x.add(schema.FileID(i), f.Facts)
		}
	}
	return resolve.Family{
		Package:      func(file schema.FileID) string { return p.Facts(file).Package },
		Import:       x.importOf,
		Export:       x.export,
		Free:         x.free,
		Owner:        x.owner,
		Members:      x.members,
		Common:       isCommon,
		Through:      through,
		ImplicitSelf: true,
		CallMember:   "invoke",
		NewMember:    "constructor",
		Builtin:      library,
	}, ctx.Err()
}

func (x *index) add(file schema.FileID, facts *lang.Facts) {
	pkg := facts.Package
	if pkg != "" {
		x.packages[pkg] = true
		for i := strings.LastIndexByte(pkg, '.'); i > 0; i = strings.LastIndexByte(pkg[:i], '.') {
			if _, known := x.packages[pkg[:i]]; !known {
				x.packages[pkg[:i]] = false
			}
		}
	}
	x.inherits[file] = make(map[int32][]int32)
	for i := range facts.Symbols {
		s := &facts.Symbols[i]
		switch {
		case s.Parent == 0 && i > 0 && !s.Kind.IsLocal():
			name := join(pkg, s.Name)
			x.decls[name] = append(x.decls[name], link.Target{File: file, Symbol: int32(i)})
		case s.Name == "this" && s.Kind == schema.KindParameter && s.Flags&schema.SymbolSynthetic != 0 && s.Parent > 0 && s.Type >= 0:
			t := link.Target{File: file, Symbol: s.Parent}
			x.receivers[t] = s.Type
			name := facts.Symbols[s.Parent].Name
			x.extensions[name] = append(x.extensions[name], t)
		}
	}
	for i := range facts.Refs {
		if r := &facts.Refs[i]; r.Role == schema.RoleInherit {
			x.inherits[file][r.Encl] = append(x.inherits[file][r.Encl], int32(i))
		}
	}
}

func join(pkg, name string) string {
	if pkg == "" {
		return name
	}
	return pkg + "." + name
}

// pick chooses among declarations of one qualified name: what the reference can
// mean, then the nearest to the asking file by folders. ref may be nil, asking None.
func (x *index) pick(asking schema.FileID, list []link.Target, ref *lang.Ref) resolve.Entity {
	best, bestScore := link.NoTarget, -1
	for _, t := range list {
		score := 0
		if asking >= 0 {
			score = min(shared(x.p.Path(asking), x.p.Path(t.File)), 99)
			if asking == t.File {
				score += 100
			}
		}
		if s := x.p.Symbol(t); ref != nil && fits(s, ref) {
			score += 1000
			if _, extension := x.receivers[t]; !extension {
				score += 200
			}
			if ref.Role == schema.RoleCall && s.Arity == ref.Args {
				score += 400
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

// fits reports whether a reference may mean a declaration.
func fits(s *lang.Symbol, r *lang.Ref) bool {
	switch r.Role {
	case schema.RoleType, schema.RoleInherit, schema.RoleDecorate:
		return s.Kind.IsType()
	case schema.RoleCall:
		return s.Kind != schema.KindInterface
	}
	return true
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

// qualified finds the declaration that a dotted name means, nested types, members of
// objects, companions and enums included.
func (x *index) qualified(asking schema.FileID, name string) resolve.Entity {
	for end := len(name); end > 0; end = strings.LastIndexByte(name[:end], '.') {
		e := x.pick(asking, x.decls[name[:end]], nil)
		if !e.Ok() {
			continue
		}
		for _, part := range strings.Split(strings.TrimPrefix(name[end:], "."), ".") {
			if part == "" {
				return e
			}
			if e = x.within(e, part); !e.Ok() {
				break
			}
		}
		return e
	}
	return resolve.Entity{}
}

// within finds what another declaration declares: a type first, then anything, of
// its companion too.
func (x *index) within(e resolve.Entity, name string) resolve.Entity {
	facts := x.p.Facts(e.File)
	other := resolve.Entity{}
	for _, id := range x.p.Children(e.File, e.Symbol, name) {
		switch s := &facts.Symbols[id]; {
		case s.Kind.IsType():
			return resolve.Decl(e.File, id)
		case !s.Kind.IsLocal() && !other.Ok():
			other = resolve.Decl(e.File, id)
		}
	}
	if other.Ok() {
		return other
	}
	if c := x.companion(e); c.Ok() {
		return x.within(c, name)
	}
	return resolve.Entity{}
}

// companion finds the companion object of a class.
func (x *index) companion(e resolve.Entity) resolve.Entity {
	if x.p.In.Files[e.File].Language != language {
		return resolve.Entity{}
	}
	facts := x.p.Facts(e.File)
	out := resolve.Entity{}
	x.p.Each(e.File, e.Symbol, func(id int32) {
		if isCompanion(&facts.Symbols[id]) {
			out = resolve.Decl(e.File, id)
		}
	})
	return out
}

func isCompanion(s *lang.Symbol) bool {
	return s.Kind == schema.KindClass && s.Flags&schema.SymbolStatic != 0 && strings.Contains(s.Signature, "companion object")
}

func (x *index) importOf(file schema.FileID, i int32) resolve.Imported {
	imp := &x.p.Facts(file).Imports[i]
	out := resolve.Imported{Link: link.ImportTarget{File: schema.None, Package: imp.Module}}
	if imp.Name == "*" {
		if x.packages[imp.Module] {
			out.Module = resolve.Namespace(namespacePrefix + imp.Module)
		} else {
			out.Module = x.qualified(file, imp.Module)
		}
	} else if out.Bound = x.qualified(file, join(imp.Module, imp.Name)); out.Bound.Ok() {
		out.Module = out.Bound
	}
	switch {
	case out.Module.Kind == resolve.EntityDecl:
		out.Link.File = out.Module.File
		out.Link.Package = x.p.Facts(out.Module.File).Package
	case out.Module.Ok():
	case x.packages[imp.Module]:
		// A package of the snapshot without that declaration: generated when it is built.
	default:
		out.Module = resolve.External(imp.Module)
		out.Link.External = true
	}
	return out
}

// export finds a name in a package or a file.
func (x *index) export(e resolve.Entity, name string) []resolve.Entity {
	if e.Kind == resolve.EntityModule {
		return x.p.Exported(e.File, name, resolve.Accept{})
	}
	pkg, ok := strings.CutPrefix(e.Name, namespacePrefix)
	if !ok {
		return nil
	}
	full := join(pkg, name)
	if list := x.decls[full]; len(list) > 0 {
		out := make([]resolve.Entity, 0, len(list))
		for _, t := range list {
			out = append(out, resolve.Decl(t.File, t.Symbol))
		}
		return out
	}
	if _, known := x.packages[full]; known {
		return []resolve.Entity{resolve.Namespace(namespacePrefix + full)}
	}
	switch {
	case x.packages[pkg]:
		return nil
	case name[0] >= 'a' && name[0] <= 'z': // By convention a package, not a type.
		return []resolve.Entity{resolve.Namespace(namespacePrefix + full)}
	}
	return []resolve.Entity{resolve.External(pkg)}
}

// free resolves a bare name that neither the file's scopes nor the members of the
// types around it bind: what the file imports by name, its package, what it imports
// by stars, the library.
func (x *index) free(file schema.FileID, r *lang.Ref) []resolve.Candidate {
	facts := x.p.Facts(file)
	if e := x.outer(file, r); e.Ok() {
		return one(e, schema.OriginScope)
	}
	named := x.p.Exported(file, r.Name, resolve.Accept{
		Symbol: func(_ schema.FileID, s *lang.Symbol) bool { return s.Kind == schema.KindImport },
		Import: func(schema.FileID, *lang.Import) bool { return false },
	})
	if len(named) > 0 {
		return one(x.best(file, named, r), schema.OriginImport)
	}
	if e := x.pick(file, x.decls[join(facts.Package, r.Name)], r); e.Ok() && x.may(e, r) {
		return one(e, schema.OriginScope)
	}
	outside := resolve.Entity{}
	for i := range facts.Imports {
		imp := &facts.Imports[i]
		if imp.Name != "*" {
			continue
		}
		switch m := x.importOf(file, int32(i)).Module; m.Kind {
		case resolve.EntityNamespace:
			if e := x.pick(file, x.decls[join(imp.Module, r.Name)], r); e.Ok() && x.may(e, r) {
				return one(e, schema.OriginImport)
			}
		case resolve.EntityDecl:
			if e := x.within(m, r.Name); e.Ok() {
				return one(e, schema.OriginImport)
			}
		case resolve.EntityExternal:
			outside = m
		}
	}
	if isBuiltin(r.Name) {
		return one(resolve.External(library), schema.OriginScope)
	}
	if e := x.root(r.Name); e.Ok() && r.Role != schema.RoleCall {
		return one(e, schema.OriginScope)
	}
	if e := x.outsideSuper(file, r.Encl); e.Ok() && r.Role != schema.RoleInherit {
		return one(e, schema.OriginReceiver)
	}
	if outside.Ok() {
		return []resolve.Candidate{{Entity: outside, Origin: schema.OriginImport, Confidence: resolve.ConfidenceUnique}}
	}
	return nil
}

// may reports whether a reference may mean a declaration at all.
func (x *index) may(e resolve.Entity, r *lang.Ref) bool { return fits(x.p.Symbol(e.Target()), r) }

// best is pick for entities; what is no declaration comes first.
func (x *index) best(asking schema.FileID, list []resolve.Entity, r *lang.Ref) resolve.Entity {
	targets := make([]link.Target, 0, len(list))
	for _, e := range list {
		if e.Kind != resolve.EntityDecl {
			return e
		}
		// All of one qualified name: an import names every overload.
		s := x.p.Symbol(e.Target())
		if s.Parent == 0 {
			targets = append(targets, x.decls[join(x.p.Facts(e.File).Package, s.Name)]...)
			continue
		}
		targets = append(targets, e.Target())
	}
	return x.pick(asking, targets, r)
}

// outer finds a bare name among the members of the types around an extension that is
// itself a member; the engine looks in the receiver's type only.
func (x *index) outer(file schema.FileID, r *lang.Ref) resolve.Entity {
	facts := x.p.Facts(file)
	extension := false
	for at := r.Encl; at > 0; at = facts.Symbols[at].Parent {
		if _, is := x.receivers[link.Target{File: file, Symbol: at}]; is {
			extension = true
			continue
		}
		if !extension || !facts.Symbols[at].Kind.IsType() {
			continue
		}
		if e := x.inherited(resolve.Decl(file, at), r.Name); e.Ok() {
			return e
		}
	}
	return resolve.Entity{}
}

func one(e resolve.Entity, origin schema.Origin) []resolve.Candidate {
	return []resolve.Candidate{{Entity: e, Origin: origin}}
}

// root is the first part of a qualified name in code, when it is one.
func (x *index) root(name string) resolve.Entity {
	if known, ok := x.packages[name]; ok && !known || isRoot(name) {
		return resolve.Namespace(namespacePrefix + name)
	}
	return resolve.Entity{}
}
