package csharp

import (
	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// maxSupers bounds the walk over the super types of a type.
const maxSupers = 64

// supers calls f for a type and its super types, nearest first, until f returns
// false; what lies outside the snapshot is an External.
func (x *index) supers(e resolve.Entity, f func(resolve.Entity) bool) {
	queue := []resolve.Entity{e}
	seen := map[resolve.Entity]bool{e: true}
	for len(queue) > 0 && len(seen) < maxSupers {
		next := queue[0]
		queue = queue[1:]
		if !f(next) {
			return
		}
		if next.Kind != resolve.EntityDecl {
			continue
		}
		for _, t := range append([]link.Target{next.Target()}, x.parts[next.Target()]...) {
			if x.inherits[t.File] == nil {
				continue
			}
			for _, ref := range x.inherits[t.File][t.Symbol] {
				if super := x.typeOf(t.File, ref); super.Ok() && !seen[super] {
					seen[super] = true
					queue = append(queue, super)
				}
			}
		}
	}
}

// outsideSuper finds the first super type outside the snapshot of the types around a
// symbol, innermost first.
func (x *index) outsideSuper(file schema.FileID, symbol int32) resolve.Entity {
	facts := x.p.Facts(file)
	out := resolve.Entity{}
	for at := symbol; at > 0 && !out.Ok(); at = facts.Symbols[at].Parent {
		if !facts.Symbols[at].Kind.IsType() {
			continue
		}
		x.supers(resolve.Decl(file, at), func(t resolve.Entity) bool {
			if t.Kind == resolve.EntityExternal {
				out = t
			}
			return !out.Ok()
		})
	}
	return out
}

// typeOf finds the type that a reference names without the help of inference.
func (x *index) typeOf(file schema.FileID, ref int32) resolve.Entity {
	facts := x.p.Facts(file)
	r := &facts.Refs[ref]
	switch {
	case r.Target >= 0:
		s := &facts.Symbols[r.Target]
		if s.Kind != schema.KindImport {
			return x.first(resolve.Decl(file, r.Target))
		}
		if s.Import < 0 {
			return resolve.Entity{}
		}
		return x.importOf(file, s.Import).Module
	case r.Base >= 0:
		base := x.typeOf(file, r.Base)
		switch base.Kind {
		case resolve.EntityDecl:
			return x.nested(base, r.Name)
		case resolve.EntityNamespace:
			if out := x.export(base, r.Name); len(out) > 0 {
				return out[0]
			}
			return resolve.Entity{}
		}
		return base
	case r.Base == lang.BaseNone:
		for at := r.Encl; at > 0; at = facts.Symbols[at].Parent {
			if facts.Symbols[at].Kind.IsType() && at != r.Encl {
				if e := x.nested(x.first(resolve.Decl(file, at)), r.Name); e.Ok() {
					return e
				}
			}
		}
		if m := x.named(file, r.Name, r); m.Ok() {
			return m.entity
		}
		if space := libraryType(r.Name, false); space != "" {
			return resolve.External(space)
		}
		if isRoot(r.Name) {
			return resolve.Namespace(spacePrefix + r.Name)
		}
		if out := x.elsewhere(file); len(out) > 0 {
			return out[0].Entity
		}
	}
	return resolve.Entity{}
}

// members finds what types have without declaring it: extension methods, and what
// every object has.
func (x *index) members(t link.Target, name string) []resolve.Entity {
	s := x.p.Symbol(t)
	if s == nil {
		return nil
	}
	switch {
	case name == "()":
		return nil
	case s.Name == "{}" && s.Flags&schema.SymbolSynthetic != 0: // A delegate of the library.
		return []resolve.Entity{resolve.External(library)}
	}
	if out := x.extensionsOf(resolve.Decl(t.File, t.Symbol), name); len(out) > 0 {
		return out
	}
	if isObjectMember(name) || s.Kind == schema.KindEnum && isEnumMember(name) || s.Kind == schema.KindType && isDelegateMember(name) {
		return []resolve.Entity{resolve.External(library)}
	}
	return nil
}

// isReceiver reports whether a parameter is the first one of an extension method.
func (x *index) isReceiver(t link.Target) bool {
	first, ok := x.parameters[t.File][x.p.Symbol(t).Parent]
	return ok && first == t.Symbol
}

// extensionsOf lists the extension methods of a type, or of a super type, called name.
func (x *index) extensionsOf(e resolve.Entity, name string) []resolve.Entity {
	var out []resolve.Entity
	for _, t := range x.extensions[name] {
		facts := x.p.Facts(t.File)
		parameter, ok := x.parameters[t.File][t.Symbol]
		if !ok {
			continue
		}
		ref := facts.Symbols[parameter].Type
		if ref < 0 || facts.Refs[ref].Flags&lang.RefContainer != 0 {
			continue
		}
		if x.takes(e, t.File, ref) {
			out = append(out, resolve.Decl(t.File, t.Symbol))
		}
	}
	return out
}

// takes reports whether a value of type e is one of the type that a reference names,
// a type parameter of which stands for any.
func (x *index) takes(e resolve.Entity, file schema.FileID, ref int32) bool {
	facts := x.p.Facts(file)
	if r := &facts.Refs[ref]; r.Target >= 0 && facts.Symbols[r.Target].Kind == schema.KindTypeParameter {
		bound := facts.Symbols[r.Target].Type
		return bound < 0 || x.takes(e, file, bound)
	}
	want := x.typeOf(file, ref)
	match := false
	x.supers(e, func(super resolve.Entity) bool {
		match = match || want.Kind == resolve.EntityDecl && super == want
		return !match
	})
	return match
}

// extension lists the extension methods called name for a value whose type is outside
// the snapshot, or for a container.
func (x *index) extension(name string, container bool) []resolve.Entity {
	var out []resolve.Entity
	for _, t := range x.extensions[name] {
		facts := x.p.Facts(t.File)
		parameter, ok := x.parameters[t.File][t.Symbol]
		if !ok {
			continue
		}
		ref := facts.Symbols[parameter].Type
		holds := ref >= 0 && facts.Refs[ref].Flags&lang.RefContainer != 0
		switch {
		case ref >= 0 && facts.Refs[ref].Target >= 0 && facts.Symbols[facts.Refs[ref].Target].Kind == schema.KindTypeParameter && !holds:
		case container != holds:
			continue
		case !holds && ref >= 0 && x.typeOf(t.File, ref).Kind == resolve.EntityDecl:
			continue
		}
		out = append(out, resolve.Decl(t.File, t.Symbol))
	}
	return out
}
