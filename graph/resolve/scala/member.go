package scala

import (
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/graph/resolve/jvm"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// named finds the type that a reference names without the help of inference.
func (x *index) named(file schema.FileID, ref int32) resolve.Entity {
	facts := x.P.Facts(file)
	r := &facts.Refs[ref]
	switch {
	case r.Target >= 0:
		s := &facts.Symbols[r.Target]
		if s.Kind != schema.KindImport {
			return x.alias(resolve.Decl(file, r.Target))
		}
		return x.imported(file, s.Import)
	case r.Base >= 0:
		base := x.named(file, r.Base)
		switch base.Kind {
		case resolve.EntityDecl:
			return x.alias(x.own(x.side(base), r.Name))
		case resolve.EntityNamespace:
			for _, e := range x.export(base, r.Name) {
				if e.Kind != resolve.EntityDecl || !isObject(x.P.Symbol(e.Target())) || r.Role == schema.RoleRead {
					return x.alias(e)
				}
			}
			return resolve.Entity{}
		}
		return base
	case r.Base == lang.BaseNone:
		return x.alias(x.namedFree(file, r))
	}
	return resolve.Entity{}
}

// imported is what an import binds, without the walk over super types that importOf
// may ask for.
func (x *index) imported(file schema.FileID, i int32) resolve.Entity {
	imp := &x.P.Facts(file).Imports[i]
	full := strings.TrimPrefix(jvm.Join(imp.Module, imp.Name), "_root_.")
	for pkg := x.P.Facts(file).Package; ; pkg = pkg[:max(strings.LastIndexByte(pkg, '.'), 0)] {
		if e := x.nested(file, jvm.Join(pkg, full)); e.Ok() {
			return x.alias(e)
		}
		if pkg == "" {
			break
		}
	}
	if pkg := x.packageOf(file, full); pkg != "" {
		return resolve.Namespace(namespacePrefix + pkg)
	}
	if x.packageOf(file, imp.Module) != "" {
		return resolve.Entity{}
	}
	return resolve.External(imp.Module)
}

// nested finds the declaration of a dotted name by declarations only.
func (x *index) nested(file schema.FileID, name string) resolve.Entity {
	for end := len(name); end > 0; end = strings.LastIndexByte(name[:end], '.') {
		e := x.choose(file, x.Decls[name[:end]], nil)
		if !e.Ok() {
			continue
		}
		for _, part := range strings.Split(strings.TrimPrefix(name[end:], "."), ".") {
			if part == "" {
				return e
			}
			if e = x.own(x.side(e), part); !e.Ok() {
				break
			}
		}
		if e.Ok() {
			return e
		}
	}
	return resolve.Entity{}
}

// side is the object of a class that has one: what a qualifier means.
func (x *index) side(e resolve.Entity) resolve.Entity {
	if c := x.companion(e); c.Ok() {
		return c
	}
	return e
}

func (x *index) namedFree(file schema.FileID, r *lang.Ref) resolve.Entity {
	facts := x.P.Facts(file)
	for pkg := x.around(file, r); ; pkg = pkg[:max(strings.LastIndexByte(pkg, '.'), 0)] {
		if e := x.choose(file, x.Decls[jvm.Join(pkg, r.Name)], r); e.Ok() {
			return e
		}
		if pkg == "" {
			break
		}
	}
	for i := range facts.Imports {
		imp := &facts.Imports[i]
		if imp.Name != "*" {
			continue
		}
		if pkg := x.packageOf(file, imp.Module); x.Packages[pkg] {
			if e := x.choose(file, x.Decls[jvm.Join(pkg, r.Name)], r); e.Ok() {
				return e
			}
			continue
		}
		if e := x.nested(file, imp.Module); e.Ok() {
			if e = x.own(x.side(e), r.Name); e.Ok() {
				return e
			}
		}
	}
	if isBuiltin(r.Name) {
		return resolve.External(library)
	}
	return x.Root(namespacePrefix, r.Name)
}

// alias follows a type alias to the type that it names.
func (x *index) alias(e resolve.Entity) resolve.Entity {
	for steps := 0; steps < 8; steps++ {
		s := x.P.Symbol(e.Target())
		if e.Kind != resolve.EntityDecl || s == nil || s.Kind != schema.KindType || s.Type < 0 {
			return e
		}
		r := &x.P.Facts(e.File).Refs[s.Type]
		if r.Flags&lang.RefContainer != 0 || r.Base != lang.BaseNone {
			return e
		}
		var next resolve.Entity
		if r.Target >= 0 {
			next = resolve.Decl(e.File, r.Target)
			if t := &x.P.Facts(e.File).Symbols[r.Target]; t.Kind == schema.KindImport {
				return e
			}
		} else {
			next = x.namedFree(e.File, r)
		}
		if !next.Ok() || next == e {
			return e
		}
		e = next
	}
	return e
}

// members finds what types have without declaring it: members of the companion, when
// the class stands for both, extension methods and those of implicit classes.
func (x *index) members(t link.Target, name string) []resolve.Entity {
	s := x.P.Symbol(t)
	if s == nil {
		return nil
	}
	e := resolve.Decl(t.File, t.Symbol)
	if name == "this" || name == "super" {
		return []resolve.Entity{e}
	}
	if c := x.companion(e); c.Ok() {
		if out := x.own(c, name); out.Ok() {
			return []resolve.Entity{out}
		}
	}
	if out := x.extension(e, name); len(out) > 0 {
		return out
	}
	if isAnyMember(name) || s.Kind == schema.KindEnum && isEnumMember(name) {
		return []resolve.Entity{resolve.External(library)}
	}
	return nil
}

// extension lists the extensions of a type, or of a super type, called name.
func (x *index) extension(e resolve.Entity, name string) []resolve.Entity {
	var out []resolve.Entity
	for _, t := range x.Extensions[name] {
		ref := x.Receivers[t]
		r := &x.P.Facts(t.File).Refs[ref]
		if r.Flags&lang.RefContainer != 0 {
			continue
		}
		match := false
		if s := x.P.Symbol(link.Target{File: t.File, Symbol: r.Target}); s != nil && s.Kind == schema.KindTypeParameter {
			match = true
		} else {
			want := x.named(t.File, ref)
			x.Supers(e, x.named, func(super resolve.Entity) bool {
				match = match || want.Kind == resolve.EntityDecl && super == want
				return !match
			})
		}
		if match {
			out = append(out, resolve.Decl(t.File, t.Symbol))
		}
	}
	return out
}
