package csharp

import (
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// importOf says where a using directive leads: to a namespace, or to a type whose
// static members or other name it brings.
func (x *index) importOf(file schema.FileID, i int32) resolve.Imported {
	imp := &x.p.Facts(file).Imports[i]
	out := resolve.Imported{Link: link.ImportTarget{File: schema.None, Package: imp.Module}}
	if imp.Level&levelStatic != 0 || imp.Alias != "" {
		out.Module = x.relative(file, imp.Module)
	} else {
		out.Module = x.space(file, imp.Module)
	}
	switch out.Module.Kind {
	case resolve.EntityDecl:
		out.Link.File = out.Module.File
		out.Link.Package = x.p.Facts(out.Module.File).Package
	case resolve.EntityNamespace:
		out.Link.Package = strings.TrimPrefix(out.Module.Name, spacePrefix)
	default:
		out.Module = resolve.External(imp.Module)
		out.Link.External = true
	}
	return out
}

// space finds the namespace that a directive names, from the file's own one upwards.
func (x *index) space(file schema.FileID, name string) resolve.Entity {
	for at := x.p.Facts(file).Package; ; at = at[:max(strings.LastIndexByte(at, '.'), 0)] {
		if full := join(at, name); x.spaces[full] {
			return resolve.Namespace(spacePrefix + full)
		}
		if at == "" {
			return resolve.Entity{}
		}
	}
}

// relative finds the type, or else the namespace, that a dotted name means.
func (x *index) relative(file schema.FileID, name string) resolve.Entity {
	for at := x.p.Facts(file).Package; ; at = at[:max(strings.LastIndexByte(at, '.'), 0)] {
		if e := x.find(file, join(at, name), schema.None); e.Ok() {
			return e
		}
		if at == "" {
			return x.space(file, name)
		}
	}
}

// export finds a name in a namespace or a file.
func (x *index) export(e resolve.Entity, name string) []resolve.Entity {
	if e.Kind == resolve.EntityModule {
		return x.p.Exported(e.File, name, resolve.Accept{})
	}
	space, ok := strings.CutPrefix(e.Name, spacePrefix)
	if !ok {
		return nil
	}
	full := join(space, name)
	for _, d := range [2]string{full, full + "Attribute"} {
		if list := x.types[d]; len(list) > 0 {
			out := make([]resolve.Entity, 0, len(list))
			for _, t := range list {
				out = append(out, resolve.Decl(t.target.File, t.target.Symbol))
			}
			return out
		}
	}
	switch {
	case x.spaces[full]:
		return []resolve.Entity{resolve.Namespace(spacePrefix + full)}
	case x.spaces[space]:
		return nil
	}
	return []resolve.Entity{resolve.External(space)}
}

// spacesAround lists the namespaces around a symbol, innermost first, with every
// prefix of theirs and the global one.
func (x *index) spacesAround(file schema.FileID, symbol int32) []string {
	facts := x.p.Facts(file)
	full := ""
	for at := symbol; at > 0; at = facts.Symbols[at].Parent {
		if facts.Symbols[at].Kind == schema.KindNamespace {
			full = join(facts.Symbols[at].Name, full)
		}
	}
	out := []string{}
	for at := full; at != ""; at = at[:max(strings.LastIndexByte(at, '.'), 0)] {
		out = append(out, at)
	}
	return append(out, "")
}

// free resolves a bare name that neither the file's scopes nor the members of the
// types around it bind.
func (x *index) free(file schema.FileID, r *lang.Ref) []resolve.Candidate {
	if r.Role == schema.RoleCall && r.Flags&lang.RefNew == 0 {
		return x.freeCall(file, r)
	}
	if e := x.named(file, r.Name, r); e.Ok() {
		return one(e.entity, e.origin)
	}
	if r.Role == schema.RoleRead || r.Role == schema.RoleWrite {
		if out := x.statics(file, r.Name); len(out) > 0 {
			return one(out[0], schema.OriginImport)
		}
		if e := x.outsideSuper(file, r.Encl); e.Ok() && !startsUpperRoot(r.Name) {
			return one(e, schema.OriginReceiver)
		}
	}
	if space := libraryType(r.Name, r.Role == schema.RoleDecorate); space != "" {
		return one(resolve.External(space), schema.OriginImport)
	}
	if isRoot(r.Name) {
		return one(resolve.Namespace(spacePrefix+r.Name), schema.OriginScope)
	}
	if (r.Role == schema.RoleRead || r.Role == schema.RoleWrite) && (r.Name[0] < 'A' || r.Name[0] > 'Z') {
		return nil // No type is called so.
	}
	return x.elsewhere(file)
}

// meaning is what a name denotes and how it was found.
type meaning struct {
	entity resolve.Entity
	origin schema.Origin
}

func (m meaning) Ok() bool { return m.entity.Ok() }

// named finds the type or namespace that a bare name means at a reference.
func (x *index) named(file schema.FileID, name string, r *lang.Ref) meaning {
	arity := int32(schema.None)
	if r.Flags&lang.RefNew == 0 && r.Role != schema.RoleCall {
		arity = r.Args
	}
	names := []string{name}
	if r.Role == schema.RoleDecorate && !strings.HasSuffix(name, "Attribute") {
		names = []string{name + "Attribute", name}
	}
	if name == "global" {
		return meaning{resolve.Namespace(spacePrefix), schema.OriginScope}
	}
	around := x.spacesAround(file, r.Encl)
	for _, space := range around {
		for _, n := range names {
			full := join(space, n)
			if e := x.find(file, full, arity); e.Ok() {
				return meaning{e, schema.OriginScope}
			}
			if x.spaces[full] && r.Role != schema.RoleDecorate && r.Role != schema.RoleInherit && r.Flags&lang.RefNew == 0 {
				return meaning{resolve.Namespace(spacePrefix + full), schema.OriginScope}
			}
		}
	}
	for _, n := range names {
		if e := x.imported(file, n, arity); e.Ok() {
			return meaning{e, schema.OriginImport}
		}
	}
	return meaning{}
}

// imported finds a type in the namespaces that a file uses.
func (x *index) imported(file schema.FileID, name string, arity int32) resolve.Entity {
	facts := x.p.Facts(file)
	for i := range facts.Imports {
		imp := &facts.Imports[i]
		if imp.Name != "*" || imp.Alias != "" {
			continue
		}
		if e := x.inModule(file, x.importOf(file, int32(i)).Module, name, arity); e.Ok() {
			return e
		}
	}
	for _, g := range x.globals[x.projectOf(x.p.Path(file))] {
		if g.file == schema.None {
			if e := x.find(file, join(g.module, name), arity); e.Ok() {
				return e
			}
			continue
		}
		imp := &x.p.Facts(g.file).Imports[g.i]
		module := x.importOf(g.file, g.i).Module
		if imp.Alias == name && (module.Kind == resolve.EntityDecl || module.Kind == resolve.EntityNamespace) {
			return module
		}
		if imp.Name == "*" {
			if e := x.inModule(file, module, name, arity); e.Ok() {
				return e
			}
		}
	}
	return resolve.Entity{}
}

// inModule finds a type in a namespace, or a type nested in one whose static members are used.
func (x *index) inModule(file schema.FileID, module resolve.Entity, name string, arity int32) resolve.Entity {
	switch module.Kind {
	case resolve.EntityNamespace:
		return x.find(file, join(strings.TrimPrefix(module.Name, spacePrefix), name), arity)
	case resolve.EntityDecl:
		return x.nested(module, name)
	}
	return resolve.Entity{}
}

// nested finds a type declared in another one.
func (x *index) nested(e resolve.Entity, name string) resolve.Entity {
	look := func(t link.Target) resolve.Entity {
		for _, id := range x.p.Children(t.File, t.Symbol, name) {
			if x.p.Facts(t.File).Symbols[id].Kind.IsType() {
				return x.first(resolve.Decl(t.File, id))
			}
		}
		return resolve.Entity{}
	}
	if out := look(e.Target()); out.Ok() {
		return out
	}
	for _, part := range x.parts[e.Target()] {
		if out := look(part); out.Ok() {
			return out
		}
	}
	return resolve.Entity{}
}

// first is the first part of a partial type, any other entity itself.
func (x *index) first(e resolve.Entity) resolve.Entity {
	if t, ok := x.owners[e.Target()]; ok && e.Kind == resolve.EntityDecl {
		return resolve.Decl(t.File, t.Symbol)
	}
	return e
}

// statics finds a member that a static using brings.
func (x *index) statics(file schema.FileID, name string) []resolve.Entity {
	accept := resolve.Accept{
		Symbol: func(schema.FileID, *lang.Symbol) bool { return false },
		Import: func(_ schema.FileID, i *lang.Import) bool { return i.Level&levelStatic != 0 },
	}
	if out := x.p.Exported(file, name, accept); len(out) > 0 {
		return out
	}
	for _, g := range x.globals[x.projectOf(x.p.Path(file))] {
		if g.file == schema.None || x.p.Facts(g.file).Imports[g.i].Level&levelStatic == 0 {
			continue
		}
		if out := x.p.Exported(g.file, name, accept); len(out) > 0 {
			return out
		}
	}
	return nil
}

// freeCall resolves a bare call: a static using, or a method of a type outside.
func (x *index) freeCall(file schema.FileID, r *lang.Ref) []resolve.Candidate {
	if out := x.statics(file, r.Name); len(out) > 0 {
		return one(out[0], schema.OriginImport)
	}
	if isObjectMember(r.Name) {
		return one(resolve.External(library), schema.OriginReceiver)
	}
	if e := x.outsideSuper(file, r.Encl); e.Ok() {
		return one(e, schema.OriginReceiver)
	}
	facts := x.p.Facts(file)
	for i := range facts.Imports {
		if imp := &facts.Imports[i]; imp.Level&levelStatic != 0 && x.importOf(file, int32(i)).Link.External {
			return []resolve.Candidate{{Entity: resolve.External(imp.Module), Origin: schema.OriginImport, Confidence: resolve.ConfidenceUnique}}
		}
	}
	return nil
}

func one(e resolve.Entity, origin schema.Origin) []resolve.Candidate {
	return []resolve.Candidate{{Entity: e, Origin: origin}}
}

// elsewhere is the namespace outside that a type may come from which nothing in the
// snapshot declares: the first that a file uses besides the library, or the library.
func (x *index) elsewhere(file schema.FileID) []resolve.Candidate {
	candidate, system := "", ""
	add := func(module string) {
		switch {
		case module == library || strings.HasPrefix(module, library+"."):
			if system == "" {
				system = module
			}
		case candidate == "":
			candidate = module
		}
	}
	facts := x.p.Facts(file)
	for i := range facts.Imports {
		if imp := &facts.Imports[i]; imp.Name == "*" && imp.Level&levelStatic == 0 && x.importOf(file, int32(i)).Link.External {
			add(imp.Module)
		}
	}
	for _, g := range x.globals[x.projectOf(x.p.Path(file))] {
		switch {
		case g.file == schema.None:
			if !x.spaces[g.module] {
				add(g.module)
			}
		case x.p.Facts(g.file).Imports[g.i].Name == "*" && x.importOf(g.file, g.i).Link.External:
			add(g.module)
		}
	}
	if candidate == "" {
		candidate = system
	}
	if candidate == "" {
		return nil
	}
	return []resolve.Candidate{{Entity: resolve.External(candidate), Origin: schema.OriginImport, Confidence: resolve.ConfidenceUnique}}
}

// startsUpperRoot reports names that stand for a namespace or type of the library
// rather than a member of an unknown super type.
func startsUpperRoot(name string) bool {
	return isRoot(name) || libraryType(name, false) != ""
}
