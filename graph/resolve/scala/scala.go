// Package scala holds what the linker must know of Scala: packages, nested ones and
// package objects among them, imports of anything that has a name, relative ones too,
// members of companions, extension methods and implicit classes, and Java and Kotlin
// classes of the same repository.
//
// A qualified name that several modules declare is the one nearest to the asking file
// by folders. It under-reports what is found through implicit conversions, through
// givens, and on the results of generic methods.
package scala

import (
	"context"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/graph/resolve/jvm"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Rules makes the family of Scala.
type Rules struct{}

// Languages implements resolve.Rules.
func (Rules) Languages() []string { return []string{language} }

const language = "scala"

// namespacePrefix keeps Scala packages apart from the namespaces of other families.
const namespacePrefix = "scala:"

// library names the package of what every file sees without an import.
const library = "scala"

// index is what the files of the snapshot declare.
type index struct {
	*jvm.Index
	objects map[string][]link.Target // Package objects by package.
}

// Open implements resolve.Rules.
func (Rules) Open(ctx context.Context, p *resolve.Program) (resolve.Family, error) {
	x := &index{Index: jvm.NewIndex(p), objects: make(map[string][]link.Target)}
	for i := range p.In.Files {
		f := &p.In.Files[i]
		if f.Facts == nil || f.Language != language && f.Language != "java" && f.Language != "kotlin" {
			continue
		}
		x.Add(schema.FileID(i), f.Facts)
		if f.Language == language {
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
		OneNameSpace: true,
		Uniform:      true,
		CallMember:   "apply",
		NewMember:    "this",
		Builtin:      library,
	}, ctx.Err()
}

// add notes what a file declares besides its top level: members of package objects
// and of namespaces, and the methods of implicit classes.
func (x *index) add(file schema.FileID, facts *lang.Facts) {
	for i := range facts.Symbols {
		s := &facts.Symbols[i]
		if s.Parent == 0 && isPackageObject(s) {
			pkg := jvm.Join(facts.Package, s.Name)
			x.objects[pkg] = append(x.objects[pkg], link.Target{File: file, Symbol: int32(i)})
			x.Packages[pkg] = true
		}
		if s.Parent <= 0 {
			continue
		}
		parent := &facts.Symbols[s.Parent]
		t := link.Target{File: file, Symbol: int32(i)}
		switch {
		case s.Kind.IsLocal():
		case parent.Parent == 0 && (isPackageObject(parent) || parent.Kind == schema.KindNamespace):
			pkg := jvm.Join(facts.Package, parent.Name)
			x.Packages[pkg] = true
			x.Declare(jvm.Join(pkg, s.Name), t)
		case s.Kind == schema.KindMethod && isImplicitClass(parent):
			if receiver := firstParameter(facts, s.Parent); receiver != schema.None {
				x.Extend(s.Name, t, receiver)
			}
		}
	}
}

func isPackageObject(s *lang.Symbol) bool { return strings.HasPrefix(s.Signature, "package object ") }

func isImplicitClass(s *lang.Symbol) bool {
	return s.Kind == schema.KindClass && strings.Contains(s.Signature, "implicit ") && strings.Contains(s.Signature[strings.Index(s.Signature, "implicit "):], "class ")
}

// firstParameter returns the type of the first parameter of a class, None for none.
func firstParameter(facts *lang.Facts, class int32) int32 {
	for i := int(class) + 1; i < len(facts.Symbols); i++ {
		s := &facts.Symbols[i]
		if s.Parent == class && (s.Kind == schema.KindParameter || s.Kind == schema.KindField) {
			return s.Type
		}
		if s.Parent < class {
			break
		}
	}
	return schema.None
}

func isObject(s *lang.Symbol) bool {
	return s.Kind == schema.KindClass && s.Flags&schema.SymbolStatic != 0 && strings.Contains(s.Signature, "object ")
}

// choose is Pick with the two sides of a companion told apart: a type is never the
// object, the receiver of a member is.
func (x *index) choose(asking schema.FileID, list []link.Target, r *lang.Ref) resolve.Entity {
	var objects, others []link.Target
	for _, t := range list {
		if isObject(x.P.Symbol(t)) {
			objects = append(objects, t)
		} else {
			others = append(others, t)
		}
	}
	first, second := others, objects
	if r != nil && (r.Role == schema.RoleRead || r.Role == schema.RoleWrite) {
		first, second = objects, others
	}
	for _, l := range [][]link.Target{first, second} {
		if r == nil {
			if e := x.Pick(asking, l, nil); e.Ok() {
				return e
			}
		} else if e := x.May(asking, l, r); e.Ok() {
			return e
		}
	}
	return resolve.Entity{}
}

// qualified finds the declaration that a dotted name means, nested types and members
// of objects included.
func (x *index) qualified(asking schema.FileID, name string, r *lang.Ref) resolve.Entity {
	for end := len(name); end > 0; end = strings.LastIndexByte(name[:end], '.') {
		rest := strings.TrimPrefix(name[end:], ".")
		if rest == "" {
			if e := x.choose(asking, x.Decls[name], r); e.Ok() {
				return e
			}
			continue
		}
		e := x.choose(asking, x.Decls[name[:end]], &lang.Ref{Role: schema.RoleRead})
		if !e.Ok() {
			continue
		}
		for _, part := range strings.Split(rest, ".") {
			if e = x.within(e, part); !e.Ok() {
				break
			}
		}
		return e
	}
	return resolve.Entity{}
}

// relative finds a dotted name as written in a file: absolute, in one of the packages
// around, or behind a name that the file imports.
func (x *index) relative(file schema.FileID, name string, r *lang.Ref, depth int) resolve.Entity {
	if name == "" || depth > maxImports {
		return resolve.Entity{}
	}
	name = strings.TrimPrefix(name, "_root_.")
	facts := x.P.Facts(file)
	for pkg := facts.Package; pkg != ""; pkg = pkg[:max(strings.LastIndexByte(pkg, '.'), 0)] {
		if e := x.qualified(file, pkg+"."+name, r); e.Ok() {
			return e
		}
	}
	if e := x.qualified(file, name, r); e.Ok() {
		return e
	}
	first, rest, nested := strings.Cut(name, ".")
	for i := range facts.Imports {
		imp := &facts.Imports[i]
		if imp.Name == "*" {
			if pkg := x.packageOf(file, imp.Module); x.Packages[pkg] {
				if e := x.qualified(file, pkg+"."+name, r); e.Ok() {
					return e
				}
			}
			continue
		}
		if imp.Alias != first || !nested || imp.Module == "" || imp.Name == first && imp.Module == "" {
			continue
		}
		full := jvm.Join(imp.Module, imp.Name) + "." + rest
		if full == name {
			continue
		}
		if e := x.relative(file, full, r, depth+1); e.Ok() {
			return e
		}
	}
	return resolve.Entity{}
}

// maxImports bounds chains of imports through imported names.
const maxImports = 8

// packageOf finds the package that a name as written in a file means.
func (x *index) packageOf(file schema.FileID, name string) string {
	name = strings.TrimPrefix(name, "_root_.")
	for pkg := x.P.Facts(file).Package; pkg != ""; pkg = pkg[:max(strings.LastIndexByte(pkg, '.'), 0)] {
		if x.Packages[pkg+"."+name] {
			return pkg + "." + name
		}
	}
	facts := x.P.Facts(file)
	if _, known := x.Packages[name]; known {
		return name
	}
	first, rest, _ := strings.Cut(name, ".")
	for i := range facts.Imports {
		if imp := &facts.Imports[i]; imp.Alias == first && imp.Module != "" {
			full := jvm.Join(jvm.Join(imp.Module, imp.Name), rest)
			full = strings.TrimSuffix(full, ".")
			if x.Packages[full] {
				return full
			}
		}
	}
	return ""
}

// within finds what another declaration declares or inherits: a type first, then
// anything; of a class also what its companion declares.
func (x *index) within(e resolve.Entity, name string) resolve.Entity {
	out := resolve.Entity{}
	x.Supers(e, x.named, func(t resolve.Entity) bool {
		if t.Kind == resolve.EntityDecl {
			out = x.own(t, name)
		}
		return !out.Ok()
	})
	if !out.Ok() {
		if c := x.companion(e); c.Ok() {
			return x.own(c, name)
		}
	}
	return out
}

func (x *index) own(e resolve.Entity, name string) resolve.Entity {
	facts := x.P.Facts(e.File)
	other := resolve.Entity{}
	for _, id := range x.P.Children(e.File, e.Symbol, name) {
		switch s := &facts.Symbols[id]; {
		case s.Kind.IsType() && !isObject(s):
			return resolve.Decl(e.File, id)
		case !s.Kind.IsLocal() && !other.Ok():
			other = resolve.Decl(e.File, id)
		}
	}
	return other
}

// companion finds the object of a class.
func (x *index) companion(e resolve.Entity) resolve.Entity {
	s := x.P.Symbol(e.Target())
	if s == nil || !s.Kind.IsType() || isObject(s) {
		return resolve.Entity{}
	}
	for _, id := range x.P.Children(e.File, s.Parent, s.Name) {
		if isObject(&x.P.Facts(e.File).Symbols[id]) {
			return resolve.Decl(e.File, id)
		}
	}
	return resolve.Entity{}
}

func (x *index) importOf(file schema.FileID, i int32) resolve.Imported {
	imp := &x.P.Facts(file).Imports[i]
	out := resolve.Imported{Link: link.ImportTarget{File: schema.None, Package: imp.Module}}
	pkg := ""
	if imp.Name == "*" || imp.Name == "given" {
		if pkg = x.packageOf(file, imp.Module); x.Packages[pkg] {
			out.Module = resolve.Namespace(namespacePrefix + pkg)
			out.Link.Package = pkg
		} else {
			out.Module = x.relative(file, imp.Module, &lang.Ref{Role: schema.RoleRead}, 0)
		}
	} else if out.Bound = x.relative(file, jvm.Join(imp.Module, imp.Name), nil, 0); out.Bound.Ok() {
		out.Module = out.Bound
	} else if pkg = x.packageOf(file, jvm.Join(imp.Module, imp.Name)); pkg != "" {
		out.Bound = resolve.Namespace(namespacePrefix + pkg)
		out.Module = out.Bound
		out.Link.Package = pkg
	}
	switch {
	case out.Module.Kind == resolve.EntityDecl:
		out.Link.File = out.Module.File
		out.Link.Package = x.P.Facts(out.Module.File).Package
	case out.Module.Ok():
	case x.inside(file, imp.Module):
		// Of the snapshot, and not declared where the index can see it: generated, or a
		// member of a value.
	default:
		out.Module = resolve.External(imp.Module)
		out.Link.External = true
	}
	return out
}

// inside reports whether a module as written lies in a package or a value of the snapshot.
func (x *index) inside(file schema.FileID, module string) bool {
	if x.packageOf(file, module) != "" && x.Packages[x.packageOf(file, module)] {
		return true
	}
	first, _, _ := strings.Cut(module, ".")
	facts := x.P.Facts(file)
	for i := range facts.Symbols {
		if s := &facts.Symbols[i]; s.Name == first && s.Kind != schema.KindImport && i > 0 {
			return true
		}
	}
	return x.relative(file, first, &lang.Ref{Role: schema.RoleRead}, 0).Ok()
}

// export finds a name in a package or a file.
func (x *index) export(e resolve.Entity, name string) []resolve.Entity {
	if e.Kind == resolve.EntityModule {
		return x.P.Exported(e.File, name, resolve.Accept{})
	}
	pkg, ok := strings.CutPrefix(e.Name, namespacePrefix)
	if !ok || name == "" {
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
	for _, t := range x.objects[pkg] {
		if e := x.within(resolve.Decl(t.File, t.Symbol), name); e.Ok() {
			return []resolve.Entity{e}
		}
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

// around is the innermost package that a reference stands in: that of the file, or the
// one of the package object or namespace around.
func (x *index) around(file schema.FileID, r *lang.Ref) string {
	facts := x.P.Facts(file)
	for at := r.Encl; at > 0; at = facts.Symbols[at].Parent {
		if s := &facts.Symbols[at]; s.Parent == 0 && (isPackageObject(s) || s.Kind == schema.KindNamespace) {
			return jvm.Join(facts.Package, s.Name)
		}
	}
	return facts.Package
}

// inPackage finds what a bare name means in a package: what it declares, or what its
// package object inherits.
func (x *index) inPackage(file schema.FileID, pkg string, r *lang.Ref) resolve.Entity {
	if e := x.choose(file, x.Decls[jvm.Join(pkg, r.Name)], r); e.Ok() {
		return e
	}
	for _, t := range x.objects[pkg] {
		if e := x.within(resolve.Decl(t.File, t.Symbol), r.Name); e.Ok() && jvm.Fits(x.P.Symbol(e.Target()), r) {
			return e
		}
	}
	return resolve.Entity{}
}

// free resolves a bare name that neither the file's scopes nor the members of the
// types around it bind: the packages around, what is imported by stars, the library.
func (x *index) free(file schema.FileID, r *lang.Ref) []resolve.Candidate {
	facts := x.P.Facts(file)
	for pkg := x.around(file, r); ; pkg = pkg[:max(strings.LastIndexByte(pkg, '.'), 0)] {
		if e := x.inPackage(file, pkg, r); e.Ok() {
			return jvm.One(e, schema.OriginScope)
		}
		if pkg == "" {
			break
		}
	}
	outside := resolve.Entity{}
	for i := range facts.Imports {
		imp := &facts.Imports[i]
		if imp.Name != "*" && imp.Name != "given" {
			if imp.Alias == r.Name && imp.Alias != "" { // In a scope that the name is not in, or of the other side of a companion.
				if m := x.importOf(file, int32(i)); m.Bound.Ok() || m.Module.Kind == resolve.EntityExternal {
					if m.Bound.Ok() {
						return jvm.One(m.Bound, schema.OriginImport)
					}
					return jvm.One(m.Module, schema.OriginImport)
				}
			}
			continue
		}
		switch m := x.importOf(file, int32(i)).Module; m.Kind {
		case resolve.EntityNamespace:
			pkg := strings.TrimPrefix(m.Name, namespacePrefix)
			if e := x.inPackage(file, pkg, r); e.Ok() {
				return jvm.One(e, schema.OriginImport)
			}
			if _, known := x.Packages[jvm.Join(pkg, r.Name)]; known && r.Role == schema.RoleRead {
				return jvm.One(resolve.Namespace(namespacePrefix+jvm.Join(pkg, r.Name)), schema.OriginImport)
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
	if pkg := x.packageOf(file, r.Name); pkg != "" && r.Role == schema.RoleRead {
		return jvm.One(resolve.Namespace(namespacePrefix+pkg), schema.OriginScope)
	}
	if e := x.Root(namespacePrefix, r.Name); e.Ok() && r.Role == schema.RoleRead {
		return jvm.One(e, schema.OriginScope)
	}
	if e := x.OutsideSuper(file, r.Encl, x.named); e.Ok() && r.Role != schema.RoleInherit {
		return []resolve.Candidate{{Entity: e, Origin: schema.OriginReceiver, Confidence: resolve.ConfidenceUnique}}
	}
	if outside.Ok() {
		return []resolve.Candidate{{Entity: outside, Origin: schema.OriginImport, Confidence: resolve.ConfidenceUnique}}
	}
	return nil
}
