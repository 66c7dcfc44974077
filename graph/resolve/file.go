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
		out[i] = p.resolution(file, r, f, h, names)
	}
	return out
}

func (p *Program) resolution(file schema.FileID, r *lang.Ref, f found, h *hierarchy, names *nameTable) link.Resolution {
	if r.Flags&lang.RefImplicit != 0 {
		return link.Unresolved()
	}
	out := link.Unresolved()
	switch f.entity.Kind {
	case EntityNone:
		// The receiver is unknown, or known and without such a member; only the
		// former says nothing about the name.
		if (r.Base >= 0 || r.Base == lang.BaseUnknown) && f.receiver.kind == valueNone && r.Flags&lang.RefOptional == 0 {
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
	if f.receiver.kind == valueInstance && f.receiver.entity.Kind == EntityDecl && r.Role == schema.RoleCall && r.Name != "super" {
		if s := p.Symbol(out.Target); s != nil && s.Flags&schema.SymbolStatic == 0 && s.Kind != schema.KindConstructor {
			for _, e := range h.overrides(f.receiver.entity, r.Name) {
				if t := e.Target(); t != out.Target {
					out.More = append(out.More, link.Resolution{Target: t, Origin: schema.OriginReceiver, Confidence: ConfidenceDispatch})
				}
			}
		}
	}
	return out
}
