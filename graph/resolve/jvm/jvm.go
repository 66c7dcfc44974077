// Package jvm holds what the linkers of Kotlin and Scala share: the declarations of a
// snapshot by their packages, those of Java included, extensions by name, and the walk
// over super types without inference.
package jvm

import (
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Index is what the files of the snapshot declare by package. It is immutable once
// every file has been added.
type Index struct {
	P          *resolve.Program
	Decls      map[string][]link.Target // Top-level declarations by qualified name, in file order.
	Packages   map[string]bool          // Packages that have declarations, and every prefix: true for the former.
	Extensions map[string][]link.Target // Extension functions and properties by name.
	Receivers  map[link.Target]int32    // Extensions to the reference that names their receiver's type.

	inherits []map[int32][]int32 // By file: inherit references by their type.
}

// NewIndex makes an index without files.
func NewIndex(p *resolve.Program) *Index {
	return &Index{
		P: p, Decls: make(map[string][]link.Target), Packages: make(map[string]bool),
		Extensions: make(map[string][]link.Target), Receivers: make(map[link.Target]int32),
		inherits: make([]map[int32][]int32, len(p.In.Files)),
	}
}

// Add takes a file in. The receiver of an extension is a synthetic parameter "this".
func (x *Index) Add(file schema.FileID, facts *lang.Facts) {
	pkg := facts.Package
	if pkg != "" {
		x.Packages[pkg] = true
		for i := strings.LastIndexByte(pkg, '.'); i > 0; i = strings.LastIndexByte(pkg[:i], '.') {
			if _, known := x.Packages[pkg[:i]]; !known {
				x.Packages[pkg[:i]] = false
			}
		}
	}
	x.inherits[file] = make(map[int32][]int32)
	for i := range facts.Symbols {
		s := &facts.Symbols[i]
		switch {
		case s.Parent == 0 && i > 0 && !s.Kind.IsLocal():
			x.Declare(Join(pkg, s.Name), link.Target{File: file, Symbol: int32(i)})
		case s.Name == "this" && s.Kind == schema.KindParameter && s.Flags&schema.SymbolSynthetic != 0 && s.Parent > 0 && s.Type >= 0:
			x.Extend(facts.Symbols[s.Parent].Name, link.Target{File: file, Symbol: s.Parent}, s.Type)
		}
	}
	for i := range facts.Refs {
		if r := &facts.Refs[i]; r.Role == schema.RoleInherit {
			x.inherits[file][r.Encl] = append(x.inherits[file][r.Encl], int32(i))
		}
	}
}

// Declare makes a qualified name mean a declaration.
func (x *Index) Declare(qualified string, t link.Target) {
	x.Decls[qualified] = append(x.Decls[qualified], t)
}

// Extend notes an extension and the reference, of its file, to the type it extends.
func (x *Index) Extend(name string, t link.Target, receiver int32) {
	x.Receivers[t] = receiver
	x.Extensions[name] = append(x.Extensions[name], t)
}

// Join puts a name behind a package.
func Join(pkg, name string) string {
	if pkg == "" {
		return name
	}
	return pkg + "." + name
}

// Pick chooses among declarations of one qualified name: what the reference can
// mean, then the nearest to the asking file by folders. ref may be nil, asking None.
func (x *Index) Pick(asking schema.FileID, list []link.Target, ref *lang.Ref) resolve.Entity {
	best, bestScore := link.NoTarget, -1
	for _, t := range list {
		score := 0
		if asking >= 0 {
			score = min(shared(x.P.Path(asking), x.P.Path(t.File)), 99)
			if asking == t.File {
				score += 100
			}
		}
		if s := x.P.Symbol(t); ref != nil && Fits(s, ref) {
			score += 1000
			if _, extension := x.Receivers[t]; !extension {
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

// Fits reports whether a reference may mean a declaration.
func Fits(s *lang.Symbol, r *lang.Ref) bool {
	switch r.Role {
	case schema.RoleType, schema.RoleInherit, schema.RoleDecorate:
		return s.Kind.IsType()
	case schema.RoleCall:
		return s.Kind != schema.KindInterface
	}
	return true
}

// May is Pick, none when the choice cannot be meant.
func (x *Index) May(asking schema.FileID, list []link.Target, ref *lang.Ref) resolve.Entity {
	if e := x.Pick(asking, list, ref); e.Ok() && Fits(x.P.Symbol(e.Target()), ref) {
		return e
	}
	return resolve.Entity{}
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

// maxSupers bounds the walk over the super types of a type.
const maxSupers = 64

// Supers calls f for a type and its super types, nearest first, until f returns
// false; what lies outside the snapshot is an External. named finds the type that a
// reference names.
func (x *Index) Supers(e resolve.Entity, named func(file schema.FileID, ref int32) resolve.Entity, f func(resolve.Entity) bool) {
	queue := []resolve.Entity{e}
	seen := map[resolve.Entity]bool{e: true}
	for len(queue) > 0 && len(seen) < maxSupers {
		next := queue[0]
		queue = queue[1:]
		if !f(next) {
			return
		}
		if next.Kind != resolve.EntityDecl || x.inherits[next.File] == nil {
			continue
		}
		for _, ref := range x.inherits[next.File][next.Symbol] {
			if super := named(next.File, ref); super.Ok() && !seen[super] {
				seen[super] = true
				queue = append(queue, super)
			}
		}
	}
}

// OutsideSuper finds the first super type outside the snapshot of the types around a
// symbol, innermost first.
func (x *Index) OutsideSuper(file schema.FileID, symbol int32, named func(file schema.FileID, ref int32) resolve.Entity) resolve.Entity {
	facts := x.P.Facts(file)
	out := resolve.Entity{}
	for at := symbol; at > 0 && !out.Ok(); at = facts.Symbols[at].Parent {
		if !facts.Symbols[at].Kind.IsType() {
			continue
		}
		x.Supers(resolve.Decl(file, at), named, func(t resolve.Entity) bool {
			if t.Kind == resolve.EntityExternal {
				out = t
			}
			return !out.Ok()
		})
	}
	return out
}

// Root is the first part of a qualified name in code, when it is one: a prefix of a
// package, or a well-known domain. prefix keeps the namespaces of a family apart.
func (x *Index) Root(prefix, name string) resolve.Entity {
	if known, ok := x.Packages[name]; ok && !known || isRoot(name) {
		return resolve.Namespace(prefix + name)
	}
	return resolve.Entity{}
}

func isRoot(name string) bool {
	switch name {
	case "java", "javax", "jakarta", "com", "org", "net", "io", "android", "androidx", "kotlin", "kotlinx", "scala":
		return true
	}
	return false
}

// Visible reports whether a file sees a top-level declaration of another without
// qualifying it: same package, or imported by name or by a star.
func (x *Index) Visible(file schema.FileID, t link.Target) bool {
	facts, there := x.P.Facts(file), x.P.Facts(t.File)
	if file == t.File || facts.Package == there.Package || strings.HasPrefix(facts.Package, there.Package+".") {
		return true
	}
	s := x.P.Symbol(t)
	owner := there.Package
	if s.Parent > 0 {
		owner = Join(owner, there.Symbols[s.Parent].Name)
	}
	for i := range facts.Imports {
		imp := &facts.Imports[i]
		switch {
		case imp.Name == s.Name && (imp.Module == owner || imp.Module == there.Package):
			return true
		case imp.Name == "*" && (imp.Module == owner || strings.HasSuffix(owner, "."+imp.Module)):
			return true
		}
	}
	return false
}

// One is the answer of a family with one meaning.
func One(e resolve.Entity, origin schema.Origin) []resolve.Candidate {
	return []resolve.Candidate{{Entity: e, Origin: origin}}
}
