package kotlin

import (
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/graph/resolve/jvm"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// inherited finds a member of a type or of a super type.
func (x *index) inherited(e resolve.Entity, name string) resolve.Entity {
	out := resolve.Entity{}
	x.Supers(e, x.named, func(t resolve.Entity) bool {
		if t.Kind == resolve.EntityDecl {
			out = x.within(t, name)
		}
		return !out.Ok()
	})
	return out
}

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
		imp := x.importOf(file, s.Import)
		if imp.Bound.Ok() {
			return x.alias(imp.Bound)
		}
		return imp.Module
	case r.Base >= 0:
		base := x.named(file, r.Base)
		switch base.Kind {
		case resolve.EntityDecl:
			return x.alias(x.within(base, r.Name))
		case resolve.EntityNamespace:
			if out := x.export(base, r.Name); len(out) > 0 {
				return x.alias(out[0])
			}
			return resolve.Entity{}
		}
		return base
	case r.Base == lang.BaseNone:
		return x.alias(x.namedFree(file, r))
	}
	return resolve.Entity{}
}

func (x *index) namedFree(file schema.FileID, r *lang.Ref) resolve.Entity {
	facts := x.P.Facts(file)
	if e := x.May(file, x.Decls[jvm.Join(facts.Package, r.Name)], r); e.Ok() {
		return e
	}
	// A nested type of the types around, and what they inherit it from, is lexical or
	// left to the engine; here only imports by stars remain.
	for i := range facts.Imports {
		imp := &facts.Imports[i]
		if imp.Name != "*" {
			continue
		}
		if e := x.May(file, x.Decls[jvm.Join(imp.Module, r.Name)], r); e.Ok() {
			return e
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
				next = x.importOf(e.File, t.Import).Bound
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

// owner makes the receiver's type the one whose members the body of an extension sees.
func (x *index) owner(t link.Target) link.Target {
	ref, ok := x.Receivers[t]
	if !ok {
		return link.NoTarget
	}
	if x.P.Facts(t.File).Refs[ref].Flags&lang.RefContainer != 0 {
		return link.NoTarget
	}
	if e := x.named(t.File, ref); e.Kind == resolve.EntityDecl && x.P.Symbol(e.Target()).Kind.IsType() {
		return e.Target()
	}
	return link.NoTarget
}

// members finds what types have without declaring it: members of a companion,
// extensions, and the property that a Java accessor stands for.
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
		if out := x.inherited(c, name); out.Ok() {
			return []resolve.Entity{out}
		}
	}
	if out := x.extension(e, name); len(out) > 0 {
		return out
	}
	if property := propertyOf(name); property != "" {
		for _, id := range x.P.Children(t.File, t.Symbol, property) {
			if k := x.P.Facts(t.File).Symbols[id].Kind; k == schema.KindField || k == schema.KindProperty {
				return []resolve.Entity{resolve.Decl(t.File, id)}
			}
		}
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

// maxForeign bounds the extensions listed for a receiver outside the snapshot: with more
// of one name nothing tells which is meant.
const maxForeign = 3

// foreign lists the extensions called name of types outside the snapshot, or of
// containers. Over-reports: which type outside it is of, nobody knows.
func (x *index) foreign(name string, container bool) []resolve.Entity {
	if len(x.Extensions[name]) > 4*maxForeign || isCommon(name) {
		return nil
	}
	var out []resolve.Entity
	for _, t := range x.Extensions[name] {
		ref := x.Receivers[t]
		r := &x.P.Facts(t.File).Refs[ref]
		if container != (r.Flags&lang.RefContainer != 0) {
			continue
		}
		if e := x.named(t.File, ref); container || e.Kind != resolve.EntityDecl {
			out = append(out, resolve.Decl(t.File, t.Symbol))
		}
	}
	if len(out) > maxForeign {
		return nil
	}
	return out
}

// propertyOf is the property that Java calls through an accessor of a name.
func propertyOf(accessor string) string {
	for _, prefix := range []string{"get", "set"} {
		if rest, ok := strings.CutPrefix(accessor, prefix); ok && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z' {
			return strings.ToLower(rest[:1]) + rest[1:]
		}
	}
	return ""
}
