// Package rust holds what the linker must know of Rust: crates and their targets
// from Cargo.toml, the module tree from "mod" declarations, paths, "use" with
// re-exports and stars, impl blocks, and what the standard library's wrappers
// hand through.
//
// Visibility is not checked, so that a path which the compiler would refuse
// still resolves. Macros are found by name in the crate, then in the snapshot.
// It under-reports what procedural macros generate and methods whose trait is
// implemented for every type.
package rust

import (
	"context"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Rules makes the family of Rust.
type Rules struct{}

// Languages implements resolve.Rules.
func (Rules) Languages() []string { return []string{"rust"} }

// Open implements resolve.Rules.
func (Rules) Open(ctx context.Context, p *resolve.Program) (resolve.Family, error) {
	var files []schema.FileID
	for i := range p.In.Files {
		if p.In.Files[i].Language == "rust" && p.In.Files[i].Facts != nil {
			files = append(files, schema.FileID(i))
		}
	}
	if len(files) == 0 {
		return resolve.Family{
			Import: func(schema.FileID, int32) resolve.Imported { return resolve.Imported{} },
			Export: func(resolve.Entity, string) []resolve.Entity { return nil },
			Free:   func(schema.FileID, *lang.Ref) []resolve.Candidate { return nil },
		}, ctx.Err()
	}
	x := build(p, files)
	return resolve.Family{
		Package: func(file schema.FileID) string { return x.crates[x.crateOf(p.Path(file))].name },
		Import:  x.importOf,
		Export: func(e resolve.Entity, name string) []resolve.Entity {
			if m, ok := x.at[moduleKey{e.File, e.Symbol}]; ok && e.Kind == resolve.EntityModule {
				return x.inside(x.entity(m), name, nil)
			}
			return nil
		},
		Free:           x.freeName,
		Containers:     func(t link.Target) []link.Target { return x.impls[t] },
		Owner:          x.owner,
		Members:        x.members,
		Common:         isCommon,
		Through:        through,
		Makes:          makes,
		ElementMembers: []string{"next"},
		Builtin:        "std",
	}, ctx.Err()
}

func (x *index) importOf(file schema.FileID, i int32) resolve.Imported {
	t := x.imported(file, i, nil)
	out := resolve.Imported{Link: link.ImportTarget{File: schema.None}, Module: t.module, Bound: t.bound}
	e := t.bound
	if !e.Ok() {
		e = t.module
	}
	switch {
	case e.Kind == resolve.EntityExternal:
		out.Link.External, out.Link.Package = true, e.Name
	case e.Ok():
		out.Link.File = e.File
		out.Link.Package = x.crates[x.crateOf(x.p.Path(e.File))].name
	default:
		// Neither a module nor a dependency of the snapshot: a crate that no manifest
		// names, unless the path starts inside this one.
		imp := &x.p.Facts(file).Imports[i]
		first, _, _ := strings.Cut(strings.TrimPrefix(imp.Module, "::"), "::")
		switch first {
		case "crate", "self", "super", ".", "":
		default:
			if !strings.HasPrefix(imp.Module, "./") && len(x.items(x.moduleAt(file, x.holder(file, i)), first, nil)) == 0 {
				out.Module = resolve.External(first)
				out.Bound = out.Module
				out.Link.External, out.Link.Package = true, first
			}
		}
	}
	return out
}

func (x *index) owner(t link.Target) link.Target {
	if own, ok := x.owners[moduleKey{t.File, t.Symbol}]; ok {
		return own
	}
	return link.NoTarget
}

// freeName resolves a bare name that lexical scoping left open.
func (x *index) freeName(file schema.FileID, r *lang.Ref) []resolve.Candidate {
	m := x.moduleAt(file, r.Encl)
	switch r.Name {
	case "crate":
		return one(x.entity(x.modules[m].root), schema.OriginScope)
	case "super":
		if p := x.parent(m); len(p) > 0 {
			return one(p[0], schema.OriginScope)
		}
		return nil
	case "self":
		return one(x.entity(m), schema.OriginScope)
	}
	if found := x.free(file, r.Encl, r.Name, nil); len(found) > 0 {
		return one(x.fitting(found, r), schema.OriginImport)
	}
	if r.Role == schema.RoleType {
		if e := x.external(m, r.Name); len(e) > 0 {
			return one(e[0], schema.OriginImport)
		}
	}
	if r.Role == schema.RoleCall {
		if e := x.macro(m, r.Name); e.Ok() {
			return one(e, schema.OriginScope)
		}
	}
	if isPrelude(r.Name) || r.Role == schema.RoleDecorate {
		return one(resolve.External("std"), schema.OriginScope)
	}
	return nil
}

func one(e resolve.Entity, origin schema.Origin) []resolve.Candidate {
	return []resolve.Candidate{{Entity: e, Origin: origin}}
}

// fitting chooses what a reference can mean among the meanings of a name.
func (x *index) fitting(list []resolve.Entity, r *lang.Ref) resolve.Entity {
	if r.Role == schema.RoleType || r.Role == schema.RoleInherit {
		for _, e := range list {
			if s := x.p.Symbol(e.Target()); e.Kind == resolve.EntityModule || s != nil && (s.Kind.IsType() || s.Kind == schema.KindModule) {
				return e
			}
		}
	}
	return best(list, false)
}

// macro finds a macro by name: that of the crate, else the only one there is.
func (x *index) macro(m int32, name string) resolve.Entity {
	list := x.macros[name]
	for _, e := range list {
		if x.crateOf(x.p.Path(e.File)) == x.modules[m].crate {
			return e
		}
	}
	if len(list) == 1 && !isPrelude(name) {
		return list[0]
	}
	return resolve.Entity{}
}

// members finds what neither a type nor its traits declare.
func (x *index) members(t link.Target, name string) []resolve.Entity {
	s := x.p.Symbol(t)
	switch {
	case s == nil:
		return nil
	case s.Kind == schema.KindModule:
		return x.inside(resolve.Decl(t.File, t.Symbol), name, nil)
	case s.Kind == schema.KindTypeParameter:
		if s.Type < 0 {
			return nil
		}
		if e := x.named(t.File, s.Type); e.Ok() {
			return x.inside(e, name, nil)
		}
		return nil
	}
	if variant, field, ok := strings.Cut(name, "."); ok {
		at := t.Symbol
		if s.Kind == schema.KindEnum {
			ids := x.p.Children(t.File, t.Symbol, variant)
			if len(ids) == 0 {
				return nil
			}
			at = ids[0]
		}
		return decls(t.File, x.p.Children(t.File, at, field))
	}
	if isTraitMethod(name) {
		return []resolve.Entity{resolve.External("std")}
	}
	return nil
}

func decls(file schema.FileID, ids []int32) []resolve.Entity {
	var out []resolve.Entity
	for _, id := range ids {
		out = append(out, resolve.Decl(file, id))
	}
	return out
}
