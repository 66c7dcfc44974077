package resolve

import (
	"sort"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// hierarchy is the relation of types to their sub types, and of members to those
// that override them. It is immutable after newHierarchy.
type hierarchy struct {
	p     *Program
	subs  map[Entity][]Entity
	types []Entity // Every type with a super type, in order.
}

func newHierarchy(p *Program) *hierarchy {
	h := &hierarchy{p: p, subs: make(map[Entity][]Entity)}
	for i := range p.files {
		if p.files[i].family < 0 {
			continue
		}
		order := make([]int32, 0, len(p.files[i].supers))
		for s, supers := range p.files[i].supers {
			if len(supers) > 0 {
				order = append(order, s)
			}
		}
		sort.Slice(order, func(a, b int) bool { return order[a] < order[b] })
		for _, s := range order {
			sub := Decl(schema.FileID(i), s)
			if own := p.enclosingTypeSelf(sub.Target()); own.Ok() && own != sub {
				continue // A container: its type has the same supers.
			}
			h.types = append(h.types, sub)
			for _, super := range p.files[i].supers[s] {
				if super.Kind == EntityDecl {
					h.subs[super] = append(h.subs[super], sub)
				}
			}
		}
	}
	return h
}

// maxOverrides bounds the overrides listed for one call: a call through a type
// with more implementations than this says nothing about any of them.
const maxOverrides = 64

// overrides lists the members called name declared by types below t.
func (h *hierarchy) overrides(t Entity, name string) []Entity {
	if len(h.subs[t]) == 0 {
		return nil
	}
	var out []Entity
	seen := map[Entity]bool{t: true}
	queue := []Entity{t}
	for len(queue) > 0 && len(out) < maxOverrides && len(seen) < 16*maxOverrides {
		next := queue[0]
		queue = queue[1:]
		for _, sub := range h.subs[next] {
			if seen[sub] {
				continue
			}
			seen[sub] = true
			queue = append(queue, sub)
			for _, m := range h.p.ownMembers(sub, name) {
				if s := h.p.Symbol(m.Target()); s.Flags&schema.SymbolStatic == 0 && (isMethod(s.Kind) || !h.p.family(m.File).RoleMembers) {
					out = append(out, m)
				}
			}
		}
	}
	if len(out) > maxOverrides {
		out = out[:maxOverrides]
	}
	return out
}

// relations lists inheritance and overriding. A member overrides the nearest one
// of its name on each path upwards.
func (h *hierarchy) relations() []link.Relation {
	var out []link.Relation
	seen := make(map[link.Relation]bool)
	add := func(r link.Relation) {
		if r.Source != r.Target && !seen[r] {
			seen[r] = true
			out = append(out, r)
		}
	}
	for _, sub := range h.types {
		for _, super := range h.p.superTypes(sub.Target()) {
			if super.Kind != EntityDecl {
				continue
			}
			kind := schema.EdgeInherit
			if h.isInterface(super) && !h.isInterface(sub) {
				kind = schema.EdgeImplement
			}
			add(link.Relation{Source: sub.Target(), Target: super.Target(), Kind: kind, Origin: schema.OriginScope, Confidence: ConfidenceImport})
		}
		containers := append([]link.Target{sub.Target()}, h.p.containers(sub.Target())...)
		for _, c := range containers {
			parent := h.p.Symbol(c)
			h.p.Each(c.File, c.Symbol, func(id int32) {
				s := &h.p.Facts(c.File).Symbols[id]
				if !isMember(parent.Kind, s.Kind) || s.Kind.IsType() || s.Kind == schema.KindConstructor {
					return
				}
				var keep func(*lang.Symbol) bool
				static := s.Flags & schema.SymbolStatic
				switch family := h.p.family(c.File); {
				case family.ClassMembers:
					keep = func(o *lang.Symbol) bool {
						return o.Flags&schema.SymbolStatic == static && o.Kind.IsCallable() == s.Kind.IsCallable()
					}
				case static != 0:
					return
				case family.RoleMembers:
					keep = func(o *lang.Symbol) bool { return isMethod(o.Kind) == isMethod(s.Kind) }
				}
				for _, super := range h.p.superTypes(sub.Target()) {
					if super.Kind != EntityDecl {
						continue
					}
					var outside Entity
					steps := 0
					for _, m := range h.p.membersOf(super, s.Name, keep, &outside, []Entity{sub}, &steps) {
						owner := h.p.ownerOf(m.Target())
						kind := schema.EdgeOverride
						if h.isInterface(owner) && !h.isInterface(sub) {
							kind = schema.EdgeImplement
						}
						add(link.Relation{Source: link.Target{File: c.File, Symbol: id}, Target: m.Target(), Kind: kind,
							Origin: schema.OriginScope, Confidence: ConfidenceImport})
					}
				}
			})
		}
	}
	return out
}

func (h *hierarchy) isInterface(e Entity) bool {
	s := h.p.Symbol(e.Target())
	return s != nil && (s.Kind == schema.KindInterface || s.Kind == schema.KindTrait)
}
