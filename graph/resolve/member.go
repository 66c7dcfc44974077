package resolve

import (
	"slices"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// refFound returns what a reference denotes.
func (p *Program) refFound(file schema.FileID, ref int32) found {
	t := &p.files[file]
	switch t.refState[ref] {
	case stateBusy:
		return found{}
	case stateDone:
		return t.refs[ref]
	}
	t.refState[ref] = stateBusy
	f := p.find(file, ref)
	t.refs[ref] = f
	t.refState[ref] = stateDone
	return f
}

func (p *Program) find(file schema.FileID, ref int32) found {
	facts := p.Facts(file)
	r := &facts.Refs[ref]
	family := p.family(file)
	switch {
	case isStep(r):
		return found{origin: schema.OriginNone}
	case r.Import >= 0 && r.Role == schema.RoleImport:
		return p.findImport(file, r)
	case r.Flags&lang.RefSelf != 0 && r.Base == lang.BaseNone:
		return p.findSelf(file, r)
	case r.Target >= 0:
		s := &facts.Symbols[r.Target]
		if s.Kind == schema.KindImport {
			e := p.importBound(file, s.Import)
			if !e.Ok() {
				return found{origin: schema.OriginNone}
			}
			if e.Kind == EntityDecl {
				e = p.bestOf(p.twins(e), r)
				if f := p.typeBeside(file, e, r, family); f.entity.Ok() {
					return f
				}
			}
			return found{entity: e, origin: schema.OriginImport, confidence: ConfidenceImport}
		}
		return found{entity: p.bestOf(p.twins(Decl(file, r.Target)), r), origin: schema.OriginScope, confidence: ConfidenceScope}
	case r.Base == lang.BaseNone:
		return p.findFree(file, r, family)
	case r.Base >= 0:
		if e := p.ofVariant(file, r); e.Ok() {
			return found{entity: e, origin: schema.OriginScope, confidence: ConfidenceImport}
		}
		v := p.refValue(file, r.Base)
		f := found{receiver: v, origin: schema.OriginNone}
		if v.kind == valueNone {
			return f
		}
		return p.findMember(file, r, v)
	}
	return found{origin: schema.OriginNone}
}

// typeBeside finds the type that a name in a type position means when the import that
// binds the name brings a function: the two may share it.
func (p *Program) typeBeside(file schema.FileID, e Entity, r *lang.Ref, family *Family) found {
	if r.Role != schema.RoleType && r.Role != schema.RoleInherit || !p.Symbol(e.Target()).Kind.IsCallable() {
		return found{}
	}
	f := p.findFree(file, r, family)
	if s := p.Symbol(f.entity.Target()); s == nil || !s.Kind.IsType() {
		return found{}
	}
	return f
}

// findImport resolves a name that stands in an import statement: the module, or
// what is imported from it.
func (p *Program) findImport(file schema.FileID, r *lang.Ref) found {
	imp := &p.Facts(file).Imports[r.Import]
	m := p.imported(file, r.Import)
	e := m.Module
	if r.Name == imp.Name && imp.Name != "" && imp.Name != "*" {
		e = p.importBound(file, r.Import)
	}
	if !e.Ok() {
		return found{origin: schema.OriginNone}
	}
	return found{entity: e, origin: schema.OriginImport, confidence: ConfidenceImport}
}

func (p *Program) findFree(file schema.FileID, r *lang.Ref, family *Family) found {
	if family.ImplicitSelf {
		if e := p.inConstant(file, r, family); e.Ok() {
			return found{entity: e, origin: schema.OriginScope, confidence: ConfidenceScope}
		}
		if family.Lexical != nil {
			if e := family.Lexical(file, r); e.Ok() {
				return found{entity: e, origin: schema.OriginScope, confidence: ConfidenceImport}
			}
		}
		self := value{kind: valueInstance}
		if family.ClassMembers && p.inClass(file, r.Encl) {
			self.kind = valueDenote
		}
		for own := p.enclosingType(file, r.Encl); own.Ok(); {
			self.entity = own
			out := p.membersFor(self, r, family)
			if len(out) > 0 && out[0].Kind == EntityDecl && p.mayMean(p.bestOf(out, r), r, family) {
				return found{entity: p.bestOf(out, r), origin: schema.OriginScope, confidence: ConfidenceScope,
					receiver: self}
			}
			s := p.Symbol(own.Target())
			if s == nil || s.Parent < 0 || family.OwnSelf && isContainer(s.Kind) {
				break
			}
			own = p.enclosingType(own.File, s.Parent)
		}
	}
	cands := family.Free(file, r)
	if len(cands) == 0 {
		return found{origin: schema.OriginNone}
	}
	first := cands[0]
	if first.Entity.Kind == EntityDecl {
		first.Entity = p.bestOf(p.twins(first.Entity), r)
	}
	if first.Confidence == 0 {
		first.Confidence = confidenceOf(first.Origin)
	}
	return found{entity: first.Entity, origin: first.Origin, confidence: first.Confidence, more: cands[1:]}
}

// inConstant finds a bare name among the members that the body of an enum constant
// around it declares: the constant is no type, yet they are in scope.
func (p *Program) inConstant(file schema.FileID, r *lang.Ref, family *Family) Entity {
	facts := p.Facts(file)
	for at := r.Encl; at > 0 && !facts.Symbols[at].Kind.IsType(); at = facts.Symbols[at].Parent {
		if facts.Symbols[at].Kind != schema.KindEnumMember {
			continue
		}
		for _, id := range p.Children(file, at, r.Name) {
			if e := Decl(file, id); !facts.Symbols[id].Kind.IsLocal() && p.mayMean(e, r, family) {
				return e
			}
		}
	}
	return Entity{}
}

// ofVariant finds a field of the enum member that the base names: one value has
// the type of the enum, yet "E::V { field }" speaks of the member's own.
func (p *Program) ofVariant(file schema.FileID, r *lang.Ref) Entity {
	base := p.refFound(file, r.Base).entity
	if s := p.Symbol(base.Target()); base.Kind != EntityDecl || s.Kind != schema.KindEnumMember {
		return Entity{}
	}
	for _, id := range p.Children(base.File, base.Symbol, r.Name) {
		if !p.Facts(base.File).Symbols[id].Kind.IsLocal() {
			return Decl(base.File, id)
		}
	}
	return Entity{}
}

// mayMean reports whether a bare name may mean a member of a type around it: never
// a constructor, and where methods, types and fields have name spaces of their
// own, which goes with overloads, only what the role asks for.
func (p *Program) mayMean(e Entity, r *lang.Ref, family *Family) bool {
	s := p.Symbol(e.Target())
	switch {
	case s == nil || s.Kind == schema.KindConstructor:
		return false
	case !family.Overloads:
		return true
	case r.Flags&lang.RefNew != 0 || r.Role == schema.RoleType || r.Role == schema.RoleInherit || r.Role == schema.RoleDecorate:
		return s.Kind.IsType()
	case family.OneNameSpace:
		return true
	case r.Role == schema.RoleCall:
		return s.Kind.IsCallable()
	}
	return !s.Kind.IsCallable()
}

// findMember resolves a member of a known value.
func (p *Program) findMember(file schema.FileID, r *lang.Ref, v value) found {
	f := found{receiver: v, origin: schema.OriginNone}
	if family := p.family(file); family.Extension != nil && (v.holder || v.entity.Kind == EntityExternal) {
		if out := family.Extension(r.Name, v.holder); len(out) > 0 {
			f.entity, f.origin, f.confidence = p.bestOf(out, r), schema.OriginReceiver, ConfidenceReceiver
			return f
		}
	}
	if v.entity.Kind == EntityExternal {
		f.entity, f.origin, f.confidence = v.entity, schema.OriginReceiver, ConfidenceReceiver
		return f
	}
	if v.holder {
		if family := p.family(file); family.Builtin != "" {
			f.entity, f.origin, f.confidence = External(family.Builtin), schema.OriginReceiver, ConfidenceReceiver
		}
		return f
	}
	out := p.membersFor(v, r, p.family(file))
	if len(out) == 0 && p.onSuper(file, r) {
		out = p.ofSupers(file, r)
	}
	if len(out) == 0 {
		if word := p.family(file).NewWord; word != "" && r.Name == word && v.kind == valueDenote && p.isTypeLike(v.entity) {
			f.entity, f.origin, f.confidence = v.entity, schema.OriginReceiver, ConfidenceReceiver
			return f
		}
		if family := p.family(file); family.Builtin != "" && p.passage(file, r, f) != PassNothing {
			f.entity, f.origin, f.confidence = External(family.Builtin), schema.OriginReceiver, ConfidenceReceiver
		}
		return f
	}
	f.entity, f.origin, f.confidence = p.bestOf(out, r), schema.OriginReceiver, ConfidenceReceiver
	if v.entity.Kind == EntityModule || v.entity.Kind == EntityNamespace {
		f.origin, f.confidence = schema.OriginImport, ConfidenceImport
	}
	return f
}

// isTypeLike reports whether an entity is a type of the snapshot.
func (p *Program) isTypeLike(e Entity) bool {
	s := p.Symbol(e.Target())
	return e.Kind == EntityDecl && s != nil && s.Kind.IsType()
}

// members finds the members of a value called name: those of its type, else of the
// first super type that has any, else External when an external super type may.
func (p *Program) members(v value, name string) []Entity { return p.membersThat(v, name, nil) }

// membersFor is members for a reference: where methods have a name space of their own
// only what its role asks for.
func (p *Program) membersFor(v value, r *lang.Ref, family *Family) []Entity {
	if family.Nested != nil && v.kind == valueDenote && v.entity.Kind == EntityDecl {
		if e := family.Nested(v.entity.Target(), r.Name); e.Ok() {
			return []Entity{e}
		}
	}
	if family.WriteSuffix != "" && r.Role == schema.RoleWrite {
		if out := p.members(v, r.Name+family.WriteSuffix); len(out) > 0 && out[0].Kind == EntityDecl {
			return out
		}
	}
	switch {
	case family.ClassMembers && v.entity.Kind == EntityDecl:
		static := schema.SymbolFlags(0)
		if v.kind == valueDenote {
			static = schema.SymbolStatic
		}
		out := p.membersThat(v, r.Name, func(s *lang.Symbol) bool { return s.Flags&schema.SymbolStatic == static || !s.Kind.IsCallable() })
		if len(out) > 0 && out[0].Kind == EntityDecl {
			return out
		}
	case family.RoleMembers:
		call := r.Role == schema.RoleCall
		return p.membersThat(v, r.Name, func(s *lang.Symbol) bool { return isMethod(s.Kind) == call })
	}
	return p.members(v, r.Name)
}

// isMethod reports whether a member of the kind is called, not read.
func isMethod(k schema.Kind) bool {
	return k == schema.KindMethod || k == schema.KindConstructor || k == schema.KindFunction
}

func (p *Program) membersThat(v value, name string, keep func(*lang.Symbol) bool) []Entity {
	switch v.entity.Kind {
	case EntityModule:
		return p.exportOf(v.entity.File, v.entity, name)
	case EntityNamespace:
		for i := range p.families {
			if p.families[i].Export != nil {
				if out := p.families[i].Export(v.entity, name); len(out) > 0 {
					return out
				}
			}
		}
		return nil
	case EntityExternal:
		return []Entity{v.entity}
	case EntityDecl:
		var outside Entity
		steps := 0
		if out := p.membersOf(v.entity, name, keep, &outside, nil, &steps); len(out) > 0 {
			return out
		}
		if family := p.family(v.entity.File); family != nil && family.Members != nil {
			if out := family.Members(v.entity.Target(), name); len(out) > 0 {
				return out
			}
		}
		if outside.Ok() {
			return []Entity{outside}
		}
	}
	return nil
}

// maxHierarchySteps bounds the walk over super types of one lookup.
const maxHierarchySteps = 256

// keep filters declarations by what they are; nil keeps all.
func (p *Program) membersOf(e Entity, name string, keep func(*lang.Symbol) bool, outside *Entity, seen []Entity, steps *int) []Entity {
	if *steps++; *steps > maxHierarchySteps {
		return nil
	}
	for _, s := range seen {
		if s == e {
			return nil
		}
	}
	own := p.ownMembers(e, name)
	if keep != nil {
		own = slices.DeleteFunc(own, func(m Entity) bool { return !keep(p.Symbol(m.Target())) })
	}
	if len(own) > 0 && !p.weak(own) {
		return own
	}
	seen = append(seen, e)
	for _, super := range p.superTypes(e.Target()) {
		if super.Kind != EntityDecl {
			if super.Kind == EntityExternal && !outside.Ok() {
				*outside = super
			}
			continue
		}
		if out := p.membersOf(super, name, keep, outside, seen, steps); len(out) > 0 {
			return out
		}
	}
	return own
}

// weak reports whether every member listed yields to an inherited one.
func (p *Program) weak(list []Entity) bool {
	for _, e := range list {
		family := p.family(e.File)
		if family == nil || family.Weak == nil || !family.Weak(e.Target()) {
			return false
		}
	}
	return true
}

// ownMembers lists the children of a declaration and of its containers that are members called name.
func (p *Program) ownMembers(e Entity, name string) []Entity {
	t := e.Target()
	var out []Entity
	add := func(t link.Target) {
		s := p.Symbol(t)
		if s == nil {
			return
		}
		facts := p.Facts(t.File)
		for _, id := range p.Children(t.File, t.Symbol, name) {
			if name == "()" || isMember(s.Kind, facts.Symbols[id].Kind) {
				out = append(out, Decl(t.File, id))
			}
		}
	}
	add(t)
	for _, c := range p.containers(t) {
		add(c)
	}
	return out
}

// isMember reports whether a child of a parent can be named through it.
func isMember(parent, child schema.Kind) bool {
	switch {
	case child.IsLocal():
		return false
	case parent.IsCallable():
		return child == schema.KindMethod || child == schema.KindField || child == schema.KindProperty
	}
	return true
}

func (p *Program) containers(t link.Target) []link.Target {
	if family := p.family(t.File); family != nil && family.Containers != nil {
		return family.Containers(t)
	}
	return nil
}

// twins lists the declarations that share parent and name with e: overloads,
// merged declarations, a type and a value of one name. e comes first.
func (p *Program) twins(e Entity) []Entity {
	out := []Entity{e}
	s := p.Symbol(e.Target())
	if s == nil || s.Kind.IsLocal() || e.Symbol == 0 {
		return out
	}
	for _, id := range p.Children(e.File, s.Parent, s.Name) {
		if id != e.Symbol && !p.Facts(e.File).Symbols[id].Kind.IsLocal() {
			out = append(out, Decl(e.File, id))
		}
	}
	return out
}

// bestOf chooses among declarations of one name by what the reference needs: a
// type in a type position, a callable with fitting parameters in a call, a body
// rather than none. The first wins among equals. ref may be nil.
func (p *Program) bestOf(list []Entity, ref *lang.Ref) Entity {
	if len(list) == 0 {
		return Entity{}
	}
	best, bestScore := list[0], -1
	if len(list) > 1 {
		for _, e := range list {
			if score := p.fit(e, ref); score > bestScore {
				best, bestScore = e, score
			}
		}
	}
	if best.Kind == EntityDecl {
		if family := p.family(best.File); family != nil && family.Definition != nil {
			if t := family.Definition(best.Target()); t.File >= 0 {
				return Decl(t.File, t.Symbol)
			}
		}
	}
	return best
}

func (p *Program) fit(e Entity, ref *lang.Ref) int {
	if e.Kind != EntityDecl {
		return 8
	}
	s := p.Symbol(e.Target())
	score := 0
	if s.Flags&(schema.SymbolDeclOnly|schema.SymbolAbstract) == 0 {
		score++
	}
	if ref == nil {
		return score
	}
	switch ref.Role {
	case schema.RoleType, schema.RoleInherit:
		if s.Kind.IsType() {
			score += 8
		}
	case schema.RoleCall:
		if s.Kind.IsCallable() || s.Kind == schema.KindClass || s.Kind == schema.KindStruct {
			score += 8
		}
		if ref.Args >= 0 && s.Arity == ref.Args {
			score += 4
		}
		if family := p.family(e.File); family != nil && family.Fit != nil {
			score += family.Fit(e.Target(), ref)
		}
	case schema.RoleRead, schema.RoleWrite:
		if s.Kind != schema.KindInterface && s.Kind != schema.KindType {
			score += 8
		}
		if ref.Role == schema.RoleWrite && s.Kind == schema.KindField {
			score++
		}
		if s.Kind.IsType() && s.Flags&schema.SymbolStatic != 0 {
			score++ // The object beside a class of its name.
		}
	}
	return score
}

func confidenceOf(o schema.Origin) float32 {
	switch o {
	case schema.OriginScope:
		return ConfidenceScope
	case schema.OriginImport:
		return ConfidenceImport
	case schema.OriginReceiver:
		return ConfidenceReceiver
	case schema.OriginUniqueName:
		return ConfidenceUnique
	}
	return ConfidenceAmbiguous
}
