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
	"github.com/lc-index/lc/graph/resolve/jvm"
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

// index is what the files of the snapshot declare.
type index struct{ *jvm.Index }

// Open implements resolve.Rules.
func (Rules) Open(ctx context.Context, p *resolve.Program) (resolve.Family, error) {
	x := &index{jvm.NewIndex(p)}
	for i := range p.In.Files {
		if f := &p.In.Files[i]; f.Facts != nil && (f.Language == language || f.Language == "java") {
			x.Add(schema.FileID(i), f.Facts)
		}
	}
	return resolve.Family{
		Package:      func(file schema.FileID) string { return p.Facts(file).Package },
		Import:       x.importOf,
		Export:       x.export,
		Free:         x.free,
		Owner:        x.owner,
		Members:      x.members,
		Extension:    x.foreign,
		Common:       isCommon,
		Through:      through,
		ImplicitSelf: true,
		CallMember:   "invoke",
		NewMember:    "constructor",
		Builtin:      library,
	}, ctx.Err()
}

// qualified finds the declaration that a dotted name means, nested types, members of
// objects, companions and enums included.
func (x *index) qualified(asking schema.FileID, name string) resolve.Entity {
	for end := len(name); end > 0; end = strings.LastIndexByte(name[:end], '.') {
		e := x.Pick(asking, x.Decls[name[:end]], nil)
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
	facts := x.P.Facts(e.File)
	other := resolve.Entity{}
	for _, id := range x.P.Children(e.File, e.Symbol, name) {
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
	if x.P.In.Files[e.File].Language != language {
		return resolve.Entity{}
	}
	facts := x.P.Facts(e.File)
	out := resolve.Entity{}
	x.P.Each(e.File, e.Symbol, func(id int32) {
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
	imp := &x.P.Facts(file).Imports[i]
	out := resolve.Imported{Link: link.ImportTarget{File: schema.None, Package: imp.Module}}
	if imp.Name == "*" {
		if x.Packages[imp.Module] {
			out.Module = resolve.Namespace(namespacePrefix + imp.Module)
		} else {
			out.Module = x.qualified(file, imp.Module)
		}
	} else if out.Bound = x.qualified(file, jvm.Join(imp.Module, imp.Name)); out.Bound.Ok() {
		out.Module = out.Bound
	}
	switch {
	case out.Module.Kind == resolve.EntityDecl:
		out.Link.File = out.Module.File
		out.Link.Package = x.P.Facts(out.Module.File).Package
	case out.Module.Ok():
	case x.Packages[imp.Module]:
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
		return x.P.Exported(e.File, name, resolve.Accept{})
	}
	pkg, ok := strings.CutPrefix(e.Name, namespacePrefix)
	if !ok {
		return nil
	}
	full := jvm.Join(pkg, name)
	if list := x.Decls[full]; len(list) > 0 {
		out := make([]resolve.Entity, 0, len(list))
		for _, t := range list {
			out = append(out, resolve.Decl(t.File, t.Symbol))
		}
		return out
	}
	if _, known := x.Packages[full]; known {
		return []resolve.Entity{resolve.Namespace(namespacePrefix + full)}
	}
	switch {
	case x.Packages[pkg]:
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
	facts := x.P.Facts(file)
	if e := x.outer(file, r); e.Ok() {
		return jvm.One(e, schema.OriginScope)
	}
	named := x.P.Exported(file, r.Name, resolve.Accept{
		Symbol: func(_ schema.FileID, s *lang.Symbol) bool { return s.Kind == schema.KindImport },
		Import: func(schema.FileID, *lang.Import) bool { return false },
	})
	if len(named) > 0 {
		if e := x.best(file, named, r); e.Kind != resolve.EntityDecl || jvm.Fits(x.P.Symbol(e.Target()), r) {
			return jvm.One(e, schema.OriginImport)
		}
	}
	if e := x.May(file, x.Decls[jvm.Join(facts.Package, r.Name)], r); e.Ok() {
		return jvm.One(e, schema.OriginScope)
	}
	outside := resolve.Entity{}
	for i := range facts.Imports {
		imp := &facts.Imports[i]
		if imp.Name != "*" {
			continue
		}
		switch m := x.importOf(file, int32(i)).Module; m.Kind {
		case resolve.EntityNamespace:
			if e := x.May(file, x.Decls[jvm.Join(imp.Module, r.Name)], r); e.Ok() {
				return jvm.One(e, schema.OriginImport)
			}
		case resolve.EntityDecl:
			if e := x.within(m, r.Name); e.Ok() {
				return jvm.One(e, schema.OriginImport)
			}
		case resolve.EntityExternal:
			outside = m
		}
	}
	if isBuiltin(r.Name) {
		return jvm.One(resolve.External(library), schema.OriginScope)
	}
	if e := x.Root(namespacePrefix, r.Name); e.Ok() && r.Role != schema.RoleCall {
		return jvm.One(e, schema.OriginScope)
	}
	if e := x.OutsideSuper(file, r.Encl, x.named); e.Ok() && r.Role != schema.RoleInherit {
		return jvm.One(e, schema.OriginReceiver)
	}
	if outside.Ok() {
		return []resolve.Candidate{{Entity: outside, Origin: schema.OriginImport, Confidence: resolve.ConfidenceUnique}}
	}
	return nil
}

// best is pick for entities; what is no declaration comes first.
func (x *index) best(asking schema.FileID, list []resolve.Entity, r *lang.Ref) resolve.Entity {
	targets := make([]link.Target, 0, len(list))
	for _, e := range list {
		if e.Kind != resolve.EntityDecl {
			return e
		}
		// All of one qualified name: an import names every overload.
		s := x.P.Symbol(e.Target())
		if s.Parent == 0 {
			targets = append(targets, x.Decls[jvm.Join(x.P.Facts(e.File).Package, s.Name)]...)
			continue
		}
		targets = append(targets, e.Target())
	}
	return x.Pick(asking, targets, r)
}

// outer finds a bare name among the members of the types around an extension that is
// itself a member; the engine looks in the receiver's type only.
func (x *index) outer(file schema.FileID, r *lang.Ref) resolve.Entity {
	facts := x.P.Facts(file)
	extension := false
	for at := r.Encl; at > 0; at = facts.Symbols[at].Parent {
		if _, is := x.Receivers[link.Target{File: file, Symbol: at}]; is {
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
