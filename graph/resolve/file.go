package resolve

import (
	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// resolveFile resolves every reference of a file. It writes the memo of this file
// only and reads the tables of the others, which are complete.
func (p *Program) resolveFile(file schema.FileID, h *hierarchy, names *nameTable) []link.Resolution {
	facts := p.Facts(file)
	out := make([]link.Resolution, len(facts.Refs))
	for i := range facts.Refs {
		r := &facts.Refs[i]
		f := p.refFound(file, int32(i))
		out[i] = p.ofVariable(file, r, p.resolution(file, r, f, h, names))
	}
	return out
}

// LocalName is the External of a reference whose target is local and has no declaration: this, super.
const LocalName = "local"

func (p *Program) resolution(file schema.FileID, r *lang.Ref, f found, h *hierarchy, names *nameTable) link.Resolution {
	if r.Flags&lang.RefImplicit != 0 {
		return link.Unresolved()
	}
	out := link.Unresolved()
	if r.Flags&lang.RefSelf != 0 && r.Base == lang.BaseNone && (r.Role == schema.RoleRead || r.Role == schema.RoleWrite) {
		// The receiver word is a local name, not a use of its type.
		out.Target.File, out.Origin, out.Confidence = schema.None, schema.OriginScope, ConfidenceScope
		if r.Target >= 0 {
			out.Target = link.Target{File: file, Symbol: r.Target}
		} else {
			out.External = LocalName
		}
		return out
	}
	switch f.entity.Kind {
	case EntityNone:
		// The receiver is unknown, or known and without such a member; only the
		// former says nothing about the name.
		if (r.Base >= 0 || r.Base == lang.BaseUnknown) && p.isOpen(f.receiver) && r.Flags&lang.RefOptional == 0 {
			return names.guess(file, r)
		}
		return out
	case EntityExternal:
		out.External, out.Origin, out.Confidence = f.entity.Name, f.origin, f.confidence
		return out
	case EntityNamespace:
		// A namespace has no declaration of its own to point at.
		out.External, out.Origin, out.Confidence = "", f.origin, f.confidence
		return out
	}
	out.Target, out.Origin, out.Confidence = f.entity.Target(), f.origin, f.confidence
	for _, c := range f.more {
		conf := c.Confidence
		if conf == 0 {
			conf = confidenceOf(c.Origin)
		}
		if t := c.Entity.Target(); t != out.Target && t.File >= 0 {
			out.More = append(out.More, link.Resolution{Target: t, Origin: c.Origin, Confidence: conf})
		}
	}
	more := func(e Entity, confidence float32) {
		if t := e.Target(); t != out.Target && t.File >= 0 {
			out.More = append(out.More, link.Resolution{Target: t, Origin: schema.OriginReceiver, Confidence: confidence})
		}
	}
	family := p.family(file)
	overloads := func(e Entity) {
		for _, o := range p.twins(e)[1:] {
			if !family.Overloads || !p.Symbol(o.Target()).Kind.IsCallable() || !p.takes(o, r) || !p.takes(e, r) {
				continue
			}
			if family.Fit == nil || family.Fit(o.Target(), r) >= family.Fit(e.Target(), r) {
				more(o, ConfidenceDispatch)
			}
		}
	}
	if r.Role == schema.RoleCall || r.Role == schema.RoleDecorate {
		if c := p.constructor(f.entity, r); c.Ok() {
			more(c, ConfidenceReceiver)
			overloads(c)
			if family.Constructs && r.Flags&lang.RefNew != 0 && p.ownerOf(c.Target()) == f.entity {
				out.More[0].Origin, out.More[0].Confidence = out.Origin, out.Confidence
				out.Target, out.More[0].Target = out.More[0].Target, out.Target
				return out
			}
		}
	}
	s := p.Symbol(out.Target)
	if s == nil || r.Role != schema.RoleCall {
		return out
	}
	if s.Kind.IsCallable() && out.Target.Symbol > 0 {
		if overloads(f.entity); len(out.More) > 0 {
			out.Confidence = min(out.Confidence, ConfidenceDispatch)
		}
	}
	if f.receiver.kind == valueInstance && f.receiver.entity.Kind == EntityDecl && !p.onSuper(file, r) &&
		s.Flags&schema.SymbolStatic == 0 && s.Kind != schema.KindConstructor {
		for _, e := range h.overrides(f.receiver.entity, r.Name) {
			if !family.Overloads || p.takes(e, r) {
				more(e, ConfidenceDispatch)
			}
		}
	}
	return out
}

// ofVariable puts the variable that an import binds before what it was given.
func (p *Program) ofVariable(file schema.FileID, r *lang.Ref, out link.Resolution) link.Resolution {
	family := p.family(file)
	if family.Variable == nil || r.Target < 0 || r.Base != lang.BaseNone || r.Role == schema.RoleImport || r.Flags&lang.RefImplicit != 0 {
		return out
	}
	facts := p.Facts(file)
	s := &facts.Symbols[r.Target]
	if s.Kind != schema.KindImport || s.Import < 0 || !family.Variable(&facts.Imports[s.Import]) {
		return out
	}
	more := out.More
	if out.Resolved() {
		first := out
		first.More = nil
		more = append([]link.Resolution{first}, more...)
	}
	return link.Resolution{Target: link.Target{File: file, Symbol: r.Target}, Origin: schema.OriginScope, Confidence: ConfidenceScope, More: more}
}

// takes reports whether a declaration may be called with the arguments of a reference.
func (p *Program) takes(e Entity, r *lang.Ref) bool {
	s := p.Symbol(e.Target())
	return s != nil && (s.Arity == schema.None || r.Args < 0 || s.Arity == r.Args)
}

// constructor returns the constructor that a call of a type runs, its own or an inherited one.
func (p *Program) constructor(e Entity, r *lang.Ref) Entity {
	if e.Kind != EntityDecl {
		return Entity{}
	}
	s := p.Symbol(e.Target())
	family := p.family(e.File)
	if s == nil || family == nil || !s.Kind.IsType() {
		return Entity{}
	}
	if v := p.valueOf(e.Target()); v.kind == valueInstance {
		e = v.entity // Through aliases.
	}
	name := family.NewMember
	if name == "" {
		name = p.Symbol(e.Target()).Name
	}
	for _, m := range p.members(value{kind: valueDenote, entity: e}, name) {
		if m.Kind == EntityDecl && p.Symbol(m.Target()).Kind.IsCallable() {
			return p.bestOf(p.twins(m), r)
		}
	}
	return Entity{}
}

// onSuper reports whether a reference is a member of super: what it calls is one declaration.
func (p *Program) onSuper(file schema.FileID, r *lang.Ref) bool {
	if r.Base < 0 {
		return false
	}
	b := &p.Facts(file).Refs[r.Base]
	return b.Flags&lang.RefSelf != 0 && isSuper(b.Name)
}
