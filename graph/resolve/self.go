package resolve

import (
	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// findSelf resolves the receiver word: its type is the target, its instance the value.
func (p *Program) findSelf(file schema.FileID, r *lang.Ref) found {
	own := p.enclosingType(file, r.Encl)
	if !own.Ok() {
		return found{origin: schema.OriginNone}
	}
	v := value{kind: valueInstance, entity: own}
	if isSuper(r.Name) {
		supers := p.superTypes(own.Target())
		if len(supers) == 0 {
			return found{origin: schema.OriginNone}
		}
		v.entity = supers[0]
		if v.entity.Kind != EntityDecl {
			v.kind = valueDenote
		}
		return found{entity: v.entity, receiver: v, origin: schema.OriginScope, confidence: ConfidenceScope}
	}
	if r.Name == "cls" || r.Name == "Self" || r.Name == "static" {
		v.kind = valueDenote
	} else if p.family(file).ClassMembers {
		if p.inClass(file, r.Encl) {
			v.kind = valueDenote
		}
	} else if s := p.Symbol(own.Target()); s != nil && !s.Kind.IsType() && s.Kind != schema.KindImpl {
		v.kind = valueDenote // this of an object literal or of a constructor function.
	}
	return found{entity: own, receiver: v, origin: schema.OriginScope, confidence: ConfidenceScope}
}

// isSuper reports the words for the super type.
func isSuper(word string) bool { return word == "super" || word == "base" || word == "parent" }

// inClass reports whether self is a type, not an instance, where a symbol encloses: in a
// static member, or in the body of the type itself.
func (p *Program) inClass(file schema.FileID, symbol int32) bool {
	facts := p.Facts(file)
	for s := symbol; s > 0; s = facts.Symbols[s].Parent {
		switch sym := &facts.Symbols[s]; {
		case sym.Kind == schema.KindMethod || sym.Kind == schema.KindConstructor || sym.Kind == schema.KindProperty:
			return sym.Flags&schema.SymbolStatic != 0
		case isContainer(sym.Kind):
			return true
		case sym.Kind == schema.KindFunction:
			return false
		}
	}
	return false
}

// ofSupers finds a member of the receiver word for the super type in the other super types.
func (p *Program) ofSupers(file schema.FileID, r *lang.Ref) []Entity {
	supers := p.superTypes(p.enclosingType(file, r.Encl).Target())
	for i := len(supers) - 1; i > 0; i-- {
		if supers[i].Kind != EntityDecl {
			continue
		}
		if out := p.membersFor(value{kind: valueInstance, entity: supers[i]}, r, p.family(file)); len(out) > 0 && out[0].Kind == EntityDecl {
			return out
		}
	}
	return nil
}

// enclosingType returns the innermost type around a symbol, itself included.
func (p *Program) enclosingType(file schema.FileID, symbol int32) Entity {
	facts := p.Facts(file)
	for s := symbol; s > 0; s = facts.Symbols[s].Parent {
		if own := p.enclosingTypeSelf(link.Target{File: file, Symbol: s}); own.Ok() {
			return own
		}
	}
	return Entity{}
}

// enclosingTypeSelf returns the type that a declaration itself stands for.
func (p *Program) enclosingTypeSelf(t link.Target) Entity {
	s := p.Symbol(t)
	family := p.family(t.File)
	if family != nil && family.Owner != nil {
		if own := family.Owner(t); own.File >= 0 {
			return Decl(own.File, own.Symbol)
		}
	}
	switch {
	case s.Kind.IsType() || s.Kind == schema.KindImpl:
		return Decl(t.File, t.Symbol)
	case s.Kind == schema.KindFunction || s.Kind == schema.KindVariable || s.Kind == schema.KindConstant:
		// An object literal, or a constructor function.
		if p.hasMembers(t) {
			return Decl(t.File, t.Symbol)
		}
	}
	return Entity{}
}

// hasMembers reports whether a declaration that is no type has members all the
// same: an object literal, a constructor function, a value of a function type.
func (p *Program) hasMembers(t link.Target) bool {
	has := false
	family := p.family(t.File)
	functions := family != nil && family.FunctionMembers && p.Symbol(t).Kind == schema.KindVariable
	p.Each(t.File, t.Symbol, func(c int32) {
		s := &p.Facts(t.File).Symbols[c]
		has = has || s.Name == "()" || functions && s.Kind == schema.KindFunction || s.Kind == schema.KindMethod || s.Kind == schema.KindField || s.Kind == schema.KindProperty
	})
	return has
}

// ownerOf returns the type that a member belongs to.
func (p *Program) ownerOf(t link.Target) Entity {
	if s := p.Symbol(t); s != nil && s.Parent >= 0 {
		return p.enclosingType(t.File, s.Parent)
	}
	return Entity{}
}

// superTypes lists the super types of a type in source order.
func (p *Program) superTypes(t link.Target) []Entity {
	if t.File < 0 || p.files[t.File].family < 0 {
		return nil
	}
	table := &p.files[t.File]
	if out, ok := table.supers[t.Symbol]; ok {
		return out
	}
	s := p.Symbol(t)
	if s == nil || !isContainer(s.Kind) {
		return nil
	}
	table.supers[t.Symbol] = nil // Cuts cycles.
	var out []Entity
	collect := func(t link.Target) {
		facts := p.Facts(t.File)
		for _, ref := range p.files[t.File].inherits {
			r := &facts.Refs[ref]
			if r.Encl != t.Symbol || r.Role != schema.RoleInherit {
				continue
			}
			f := p.refFound(t.File, ref)
			e := f.entity
			if v := p.instanceOf(e); v.entity.Ok() && !v.holder {
				e = v.entity
			}
			if e.Ok() && e != Decl(t.File, t.Symbol) {
				out = append(out, e)
			}
		}
	}
	collect(t)
	for _, c := range p.containers(t) {
		collect(c)
	}
	if family := p.family(t.File); family.Supers != nil {
		for _, super := range family.Supers(t) {
			out = append(out, Decl(super.File, super.Symbol))
		}
	}
	table.supers[t.Symbol] = out
	return out
}
