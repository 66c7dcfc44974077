// Package java holds what the linker must know of Java: packages and the types in
// them across Maven and Gradle modules, single, star and static imports, members
// inherited from types outside, and java.lang.
//
// A qualified name that several modules declare is the one nearest to the asking
// file by folders. Overloads are told apart by the number of arguments; of equal
// ones all are listed. Generics are erased to their bounds, except what a
// collection of the library holds. It under-reports calls on the results of
// generic methods of the snapshot's own types.
package java

import (
	"context"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Rules makes the family of Java.
type Rules struct{}

// Languages implements resolve.Rules.
func (Rules) Languages() []string { return []string{"java"} }

// namespacePrefix keeps Java packages apart from the namespaces of other families.
const namespacePrefix = "java:"

// index is what the files of the snapshot declare by package. It is immutable after Open.
type index struct {
	p        *resolve.Program
	types    map[string][]link.Target // Top-level types by qualified name, in file order.
	packages map[string]bool          // Packages that have types, and every prefix: true for the former.
	inherits []map[int32][]int32      // By file: inherit references by their type.
}

// Open implements resolve.Rules.
func (Rules) Open(ctx context.Context, p *resolve.Program) (resolve.Family, error) {
	x := &index{p: p, types: make(map[string][]link.Target), packages: make(map[string]bool), inherits: make([]map[int32][]int32, len(p.In.Files))}
	for i := range p.In.Files {
		if f := &p.In.Files[i]; f.Language == "java" && f.Facts != nil {
			x.add(schema.FileID(i), f.Facts)
		}
	}
	return resolve.Family{
		Package:      func(file schema.FileID) string { return p.Facts(file).Package },
		Import:       x.importOf,
		Export:       x.export,
		Free:         x.free,
		Members:      x.members,
		Common:       isCommon,
		Through:      through,
		ImplicitSelf: true,
		Overloads:    true,
		CallMember:   "()",
		Builtin:      "java.lang",
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
	for i := range facts.Symbols {
		if s := &facts.Symbols[i]; s.Parent == 0 && s.Kind.IsType() {
			name := join(pkg, s.Name)
			x.types[name] = append(x.types[name], link.Target{File: file, Symbol: int32(i)})
		}
	}
	x.inherits[file] = make(map[int32][]int32)
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

// find returns the type of a qualified name, the nearest to a file when several
// modules declare it; asking may be None.
func (x *index) find(asking schema.FileID, qualified string) resolve.Entity {
	list := x.types[qualified]
	if len(list) == 0 {
		return resolve.Entity{}
	}
	best := list[0]
	if asking >= 0 && len(list) > 1 {
		from := x.p.Path(asking)
		length := -1
		for _, t := range list {
			if n := shared(from, x.p.Path(t.File)); n > length {
				best, length = t, n
			}
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

// qualified finds the type that a dotted name means, nested types included.
func (x *index) qualified(asking schema.FileID, name string) resolve.Entity {
	for end := len(name); end > 0; end = strings.LastIndexByte(name[:end], '.') {
		e := x.find(asking, name[:end])
		if !e.Ok() {
			continue
		}
		for _, part := range strings.Split(strings.TrimPrefix(name[end:], "."), ".") {
			if part == "" {
				return e
			}
			if e = x.nested(e, part); !e.Ok() {
				return resolve.Entity{}
			}
		}
		return e
	}
	return resolve.Entity{}
}

// nested finds a type that another declares.
func (x *index) nested(e resolve.Entity, name string) resolve.Entity {
	for _, id := range x.p.Children(e.File, e.Symbol, name) {
		if x.p.Facts(e.File).Symbols[id].Kind.IsType() {
			return resolve.Decl(e.File, id)
		}
	}
	return resolve.Entity{}
}

func (x *index) importOf(file schema.FileID, i int32) resolve.Imported {
	imp := &x.p.Facts(file).Imports[i]
	out := resolve.Imported{Link: link.ImportTarget{File: schema.None, Package: imp.Module}}
	switch {
	case imp.Level == 1: // Static: Module is a type.
		out.Module = x.qualified(file, imp.Module)
	case imp.Name == "*":
		if has, known := x.packages[imp.Module]; known && has {
			out.Module = resolve.Namespace(namespacePrefix + imp.Module)
		} else {
			out.Module = x.qualified(file, imp.Module)
		}
	default:
		if out.Bound = x.qualified(file, join(imp.Module, imp.Name)); out.Bound.Ok() {
			out.Module = out.Bound
		}
	}
	switch {
	case out.Module.Kind == resolve.EntityDecl:
		out.Link.File = out.Module.File
		out.Link.Package = x.p.Facts(out.Module.File).Package
	case out.Module.Ok():
	case x.packages[imp.Module] && imp.Level == 0:
		// A package of the snapshot without that type: generated when it is built.
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
	if t := x.find(schema.None, full); t.Ok() {
		return []resolve.Entity{t}
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

// root is the first part of a qualified name in code, when it is one.
func (x *index) root(name string) resolve.Entity {
	if known, ok := x.packages[name]; ok && !known || isRoot(name) {
		return resolve.Namespace(namespacePrefix + name)
	}
	return resolve.Entity{}
}

// free resolves a bare name that neither the file's scopes nor the members of the
// types around it bind.
func (x *index) free(file schema.FileID, r *lang.Ref) []resolve.Candidate {
	if r.Role == schema.RoleCall && r.Flags&lang.RefNew == 0 {
		return x.freeCall(file, r)
	}
	facts := x.p.Facts(file)
	if e := x.find(file, join(facts.Package, r.Name)); e.Ok() {
		return one(e, schema.OriginScope)
	}
	if found := x.p.Exported(file, r.Name, resolve.Accept{}); len(found) > 0 && found[0].Kind != resolve.EntityExternal {
		return one(found[0], schema.OriginImport)
	}
	if isJavaLang(r.Name) {
		return one(resolve.External("java.lang"), schema.OriginScope)
	}
	if e := x.root(r.Name); e.Ok() {
		return one(e, schema.OriginScope)
	}
	if e := x.outsideSuper(file, r.Encl); e.Ok() && r.Role != schema.RoleInherit {
		return one(e, schema.OriginReceiver)
	}
	// What no type of the snapshot is called may come from a star import from outside.
	for i := range facts.Imports {
		if imp := &facts.Imports[i]; imp.Name == "*" && x.importOf(file, int32(i)).Link.External {
			return []resolve.Candidate{{Entity: resolve.External(imp.Module), Origin: schema.OriginImport, Confidence: resolve.ConfidenceUnique}}
		}
	}
	return nil
}

// freeCall resolves a bare method call: a static import, or a method inherited
// from a type outside.
func (x *index) freeCall(file schema.FileID, r *lang.Ref) []resolve.Candidate {
	facts := x.p.Facts(file)
	found := x.p.Exported(file, r.Name, resolve.Accept{
		Symbol: func(f schema.FileID, s *lang.Symbol) bool {
			return f != file || s.Kind == schema.KindImport && facts.Imports[s.Import].Level == 1
		},
		Import: func(f schema.FileID, i *lang.Import) bool { return i.Level == 1 },
	})
	if len(found) > 0 {
		return one(found[0], schema.OriginImport)
	}
	if isObjectMethod(r.Name) {
		return one(resolve.External("java.lang"), schema.OriginReceiver)
	}
	if e := x.outsideSuper(file, r.Encl); e.Ok() {
		return one(e, schema.OriginReceiver)
	}
	return nil
}

func one(e resolve.Entity, origin schema.Origin) []resolve.Candidate {
	return []resolve.Candidate{{Entity: e, Origin: origin}}
}

// maxSupers bounds the walk to a super type outside the snapshot.
const maxSupers = 64

// outsideSuper finds the first super type outside the snapshot of the types around
// a symbol, innermost first.
func (x *index) outsideSuper(file schema.FileID, symbol int32) resolve.Entity {
	facts := x.p.Facts(file)
	for s := symbol; s > 0; s = facts.Symbols[s].Parent {
		if !facts.Symbols[s].Kind.IsType() {
			continue
		}
		queue := []link.Target{{File: file, Symbol: s}}
		for i := 0; i < len(queue) && i < maxSupers; i++ {
			for _, ref := range x.inherits[queue[i].File][queue[i].Symbol] {
				switch e := x.named(queue[i].File, ref); e.Kind {
				case resolve.EntityExternal:
					return e
				case resolve.EntityDecl:
					queue = append(queue, e.Target())
				}
			}
		}
	}
	return resolve.Entity{}
}

// named finds the type that a reference names without the help of inference.
func (x *index) named(file schema.FileID, ref int32) resolve.Entity {
	facts := x.p.Facts(file)
	r := &facts.Refs[ref]
	switch {
	case r.Target >= 0:
		s := &facts.Symbols[r.Target]
		if s.Kind != schema.KindImport {
			return resolve.Decl(file, r.Target)
		}
		imp := x.importOf(file, s.Import)
		if imp.Bound.Ok() {
			return imp.Bound
		}
		return imp.Module
	case r.Base >= 0:
		base := x.named(file, r.Base)
		if base.Kind == resolve.EntityDecl {
			return x.nested(base, r.Name)
		}
		if base.Kind == resolve.EntityNamespace {
			if out := x.export(base, r.Name); len(out) > 0 {
				return out[0]
			}
			return resolve.Entity{}
		}
		return base
	case r.Base == lang.BaseNone:
		if e := x.find(file, join(facts.Package, r.Name)); e.Ok() {
			return e
		}
		if found := x.p.Exported(file, r.Name, resolve.Accept{}); len(found) > 0 {
			return found[0]
		}
		if isJavaLang(r.Name) {
			return resolve.External("java.lang")
		}
		return x.root(r.Name)
	}
	return resolve.Entity{}
}

// members finds what types have without declaring it.
func (x *index) members(t link.Target, name string) []resolve.Entity {
	s := x.p.Symbol(t)
	if s == nil {
		return nil
	}
	switch {
	case name == "this" || name == "super":
		return []resolve.Entity{resolve.Decl(t.File, t.Symbol)}
	case name == "()" && s.Kind == schema.KindInterface:
		return x.functional(t)
	case isObjectMethod(name), s.Kind == schema.KindEnum && isEnumMethod(name):
		return []resolve.Entity{resolve.External("java.lang")}
	}
	return nil
}

// functional finds the one abstract method of an interface.
func (x *index) functional(t link.Target) []resolve.Entity {
	var out []resolve.Entity
	x.p.Each(t.File, t.Symbol, func(id int32) {
		if s := &x.p.Facts(t.File).Symbols[id]; s.Kind == schema.KindMethod && s.Flags&schema.SymbolAbstract != 0 {
			out = append(out, resolve.Decl(t.File, id))
		}
	})
	if len(out) == 1 {
		return out
	}
	return nil
}
