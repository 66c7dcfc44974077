package resolve

import (
	"strconv"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// state guards a memo against cycles.
type state uint8

const (
	stateNew state = iota
	stateBusy
	stateDone
)

// valueKind says how a value stands to its entity.
type valueKind uint8

const (
	valueNone     valueKind = iota
	valueInstance           // An instance of the type that the entity is.
	valueDenote             // The entity itself: a class object, a function, a module; or something external.
)

// value is what an expression evaluates to.
type value struct {
	kind   valueKind
	holder bool // A container of it: T[], Promise<T>.
	entity Entity
}

// found is what a reference denotes, before dispatch is considered.
type found struct {
	entity     Entity
	origin     schema.Origin
	confidence float32
	more       []Candidate // Further meanings of a free name.
	receiver   value       // Value of the base, for a member.
}

// imported resolves the module of an import.
func (p *Program) imported(file schema.FileID, i int32) Imported {
	t := &p.files[file]
	// Bit of importState: the low half guards imports, bound has its own marks.
	if t.importState[i] >= stateDone {
		return t.imports[i]
	}
	family := p.family(file)
	if family == nil {
		return Imported{Link: link.ImportTarget{File: schema.None}}
	}
	imp := &p.Facts(file).Imports[i]
	got := Imported{Link: link.ImportTarget{File: schema.None}}
	if imp.Module == "" && imp.Class == schema.ImportReexport && imp.Level == 0 {
		got.Module = Module(file)
		got.Link.File = file
	} else {
		got = family.Import(file, i)
	}
	t.imports[i] = got
	t.importState[i] = stateDone
	return got
}

const (
	// Further states of an import: its bound entity is being or has been found.
	stateBinding state = stateDone + 1 + iota
	stateBound
)

// importBound returns what the local name of an import denotes.
func (p *Program) importBound(file schema.FileID, i int32) Entity {
	t := &p.files[file]
	if i < 0 || int(i) >= len(t.bound) {
		return Entity{}
	}
	switch t.importState[i] {
	case stateBinding:
		return Entity{}
	case stateBound:
		return t.bound[i]
	}
	m := p.imported(file, i)
	t.importState[i] = stateBinding
	e := p.bind(file, &p.Facts(file).Imports[i], m)
	t.bound[i] = e
	t.importState[i] = stateBound
	return e
}

func (p *Program) bind(file schema.FileID, imp *lang.Import, m Imported) Entity {
	if m.Bound.Ok() {
		return m.Bound
	}
	if m.Module.Kind == EntityExternal || imp.Name == "" || imp.Name == "*" {
		return m.Module
	}
	if imp.Module == "" && imp.Level == 0 && imp.Class == schema.ImportReexport && m.Module == Module(file) {
		// A local export under another name: what the name means at top level.
		return p.topLevel(file, imp.Name)
	}
	if !m.Module.Ok() {
		return Entity{}
	}
	if out := p.exportOf(file, m.Module, imp.Name); len(out) > 0 {
		return p.bestOf(out, nil)
	}
	return Entity{}
}

// topLevel returns what a name means at the top level of its file.
func (p *Program) topLevel(file schema.FileID, name string) Entity {
	facts := p.Facts(file)
	var out []Entity
	for _, id := range p.Children(file, 0, name) {
		if s := &facts.Symbols[id]; s.Kind == schema.KindImport {
			if e := p.importBound(file, s.Import); e.Ok() {
				out = append(out, e)
			}
		} else {
			out = append(out, Decl(file, id))
		}
	}
	return p.bestOf(out, nil)
}

// valueOf returns the value of a declaration: of a variable, parameter or field
// its type's instance; of a callable what a call of it returns; of a type or a
// type alias what a value so typed is; of a module itself.
func (p *Program) valueOf(t link.Target) value {
	if t.File < 0 || p.files[t.File].family < 0 {
		return value{}
	}
	table := &p.files[t.File]
	switch table.valueState[t.Symbol] {
	case stateBusy:
		return value{}
	case stateDone:
		return table.values[t.Symbol]
	}
	table.valueState[t.Symbol] = stateBusy
	v := p.computeValue(t)
	table.values[t.Symbol] = v
	table.valueState[t.Symbol] = stateDone
	return v
}

func (p *Program) computeValue(t link.Target) value {
	s := p.Symbol(t)
	self := value{kind: valueInstance, entity: Decl(t.File, t.Symbol)}
	switch {
	case t.Symbol == 0:
		return value{kind: valueDenote, entity: Module(t.File)}
	case s.Kind == schema.KindImport:
		return p.valueOfEntity(p.importBound(t.File, s.Import))
	case s.Kind == schema.KindType || s.Kind == schema.KindTypeParameter:
		if s.Type >= 0 {
			if v := p.typeValue(t.File, s.Type); v.kind != valueNone {
				return v
			}
		}
		if s.Init >= 0 {
			if v := p.refValue(t.File, s.Init); v.kind != valueNone {
				return v
			}
		}
		return self
	case s.Kind.IsType():
		return self
	case s.Kind == schema.KindEnumMember:
		return value{kind: valueInstance, entity: Decl(t.File, s.Parent)}
	case s.Kind == schema.KindConstructor:
		return value{kind: valueInstance, entity: p.ownerOf(t)}
	}
	if s.Type >= 0 {
		if v := p.typeValue(t.File, s.Type); v.kind != valueNone {
			return v
		}
	}
	if s.Init >= 0 {
		if v := p.refValue(t.File, s.Init); v.kind != valueNone {
			return v
		}
	}
	return value{}
}

// typeValue returns the value of something declared with the type that a reference names.
func (p *Program) typeValue(file schema.FileID, ref int32) value {
	r := &p.Facts(file).Refs[ref]
	var v value
	if r.Role == schema.RoleType || r.Role == schema.RoleInherit {
		f := p.refFound(file, ref)
		v = p.instanceOf(f.entity)
		if r.Flags&lang.RefSelf != 0 {
			v = value{kind: valueInstance, entity: p.enclosingType(file, r.Encl)}
		}
		if r.Flags&lang.RefElement != 0 {
			v = p.element(v)
		}
	} else {
		v = p.refValue(file, ref)
	}
	if r.Flags&lang.RefContainer != 0 && v.kind != valueNone {
		v.holder = true
	}
	return v
}

// instanceOf returns an instance of the type that an entity names.
func (p *Program) instanceOf(e Entity) value {
	switch e.Kind {
	case EntityExternal, EntityNamespace, EntityModule:
		return value{kind: valueDenote, entity: e}
	case EntityDecl:
		s := p.Symbol(e.Target())
		if s == nil {
			return value{}
		}
		if s.Kind.IsType() || s.Kind == schema.KindTypeParameter || s.Kind == schema.KindImpl {
			return p.valueOf(e.Target())
		}
		// A value in a type position: the class that it denotes, or a function's instance.
		v := p.valueOfEntity(e)
		if v.kind == valueDenote && v.entity != e {
			return p.instanceOf(v.entity)
		}
		if s.Kind.IsCallable() || p.hasMembers(e.Target()) {
			return value{kind: valueInstance, entity: e}
		}
	}
	return value{}
}

// valueOfEntity returns the value of an expression that denotes e.
func (p *Program) valueOfEntity(e Entity) value {
	if e.Kind != EntityDecl {
		if !e.Ok() {
			return value{}
		}
		return value{kind: valueDenote, entity: e}
	}
	s := p.Symbol(e.Target())
	switch {
	case s == nil:
		return value{}
	case s.Kind == schema.KindProperty, s.Kind == schema.KindField, s.Kind == schema.KindVariable, s.Kind == schema.KindConstant,
		s.Kind == schema.KindParameter, s.Kind == schema.KindLocal, s.Kind == schema.KindImport, s.Kind == schema.KindEnumMember:
		if v := p.valueOf(e.Target()); v.kind != valueNone {
			return v
		}
		if !p.hasMembers(e.Target()) {
			return value{}
		}
	}
	return value{kind: valueDenote, entity: e}
}

// refValue returns the value of an expression.
func (p *Program) refValue(file schema.FileID, ref int32) value {
	f := p.refFound(file, ref)
	r := &p.Facts(file).Refs[ref]
	var v value
	switch {
	case isStep(r) && r.Base >= 0:
		v = p.baseValue(file, r.Base)
		switch {
		case r.Name == "=":
		case r.Name == "[]":
			v = p.element(v)
		case r.Name == "[*":
			if !v.holder {
				return value{}
			}
			v.holder = false
		case r.Name == "()":
			v = p.call(v)
		default:
			k, err := strconv.Atoi(r.Name[1:])
			if err != nil {
				return value{}
			}
			v = p.parameter(v, k)
		}
	case r.Flags&lang.RefSelf != 0 && r.Flags&lang.RefNew != 0:
		v = f.receiver
		v.kind = valueInstance
		return v
	case r.Flags&lang.RefSelf != 0:
		v = f.receiver
	case f.origin == schema.OriginUniqueName || f.origin == schema.OriginAmbiguousName:
		return value{} // A guess is no ground for another.
	case p.calls(file, r) && p.passage(file, r, f) != PassNothing:
		v = f.receiver
		switch p.passage(file, r, f) {
		case PassElement:
			v.holder = false
		case PassType:
			v.kind = valueDenote
		}
		return v
	case r.Role == schema.RoleCall && p.makes(file, r, f):
		return p.instanceOf(f.receiver.entity)
	default:
		v = p.valueOfEntity(f.entity)
		if s := p.Symbol(f.entity.Target()); r.Role == schema.RoleRead && s != nil && s.Kind.IsCallable() && s.Kind != schema.KindProperty && p.calls(file, r) {
			v = p.call(v)
		}
	}
	if s := p.Symbol(f.entity.Target()); r.Flags&(lang.RefResult|lang.RefNew) != 0 && (s == nil || s.Kind != schema.KindEnumMember && !(s.Kind == schema.KindProperty && p.family(file).CalledProperties)) {
		v = p.call(v) // A variant with arguments makes an instance of its enum.
		if word := p.family(file).NewWord; v.kind == valueNone && word != "" && r.Name == word && p.isTypeLike(f.receiver.entity) {
			v = value{kind: valueInstance, entity: f.receiver.entity}
		}
	}
	if r.Flags&lang.RefElement != 0 {
		v = p.element(v)
	}
	if r.Flags&lang.RefContainer != 0 && v.kind != valueNone {
		v.holder = true
	}
	return v
}

// calls reports whether a reference calls what it names.
func (p *Program) calls(file schema.FileID, r *lang.Ref) bool {
	if r.Role == schema.RoleRead {
		family := p.family(file)
		return family != nil && (family.Uniform || family.OneNameSpace)
	}
	return r.Role == schema.RoleCall
}

// passage says whether a reference is a built-in method that hands its receiver on.
func (p *Program) passage(file schema.FileID, r *lang.Ref, f found) Passage {
	family := p.family(file)
	if family == nil || family.Through == nil || f.receiver.entity.Kind != EntityDecl || f.entity.Kind == EntityDecl {
		return PassNothing
	}
	if f.receiver.holder || f.receiver.kind == valueInstance {
		return family.Through(r.Name, f.receiver.holder)
	}
	return PassNothing
}

// makes says whether a reference is a built-in function of a type of the snapshot
// that returns an instance of it.
func (p *Program) makes(file schema.FileID, r *lang.Ref, f found) bool {
	family := p.family(file)
	if family == nil || family.Makes == nil || f.receiver.kind != valueDenote || f.receiver.holder || f.entity.Kind == EntityDecl {
		return false
	}
	s := p.Symbol(f.receiver.entity.Target())
	return s != nil && s.Kind.IsType() && family.Makes(r.Name)
}

// isOpen reports whether a value says nothing of its members: it is unknown, or of
// a type parameter without a bound.
func (p *Program) isOpen(v value) bool {
	if v.kind == valueNone {
		return true
	}
	s := p.Symbol(v.entity.Target())
	return v.kind == valueInstance && !v.holder && s != nil && s.Kind == schema.KindTypeParameter && s.Type < 0 && !p.hasMembers(v.entity.Target())
}

// isStep reports whether a reference is a step of inference that names no member.
func isStep(r *lang.Ref) bool {
	return r.Flags&lang.RefImplicit != 0 && r.Name != "" && (r.Name[0] == '(' || r.Name[0] == '[' || r.Name[0] == '=')
}

// baseValue is the value that a member or a step starts from: for the name of a
// type in a type position, an instance of it.
func (p *Program) baseValue(file schema.FileID, ref int32) value {
	if r := &p.Facts(file).Refs[ref]; r.Role == schema.RoleType && p.family(file).TypeBases {
		return p.typeValue(file, ref)
	}
	return p.refValue(file, ref)
}

// call returns what a call of v evaluates to.
func (p *Program) call(v value) value {
	if v.holder {
		return value{}
	}
	if v.entity.Kind != EntityDecl {
		if v.entity.Kind == EntityExternal {
			return v
		}
		return value{}
	}
	t := v.entity.Target()
	s := p.Symbol(t)
	if s == nil {
		return value{}
	}
	if v.kind == valueDenote {
		switch {
		case s.Kind.IsType() || s.Kind == schema.KindImpl:
			return p.valueOf(t)
		case s.Kind.IsCallable():
			if v := p.valueOf(t); v.kind != valueNone {
				return v
			}
			if own := p.enclosingTypeSelf(t); own.Ok() { // A constructor function.
				return value{kind: valueInstance, entity: own}
			}
			return value{}
		}
	}
	if family := p.family(t.File); family != nil && family.CallMember != "" {
		for _, m := range p.members(v, family.CallMember) {
			if m.Kind == EntityDecl {
				return p.valueOf(m.Target())
			}
		}
	}
	return value{}
}

// element returns what indexing, iterating or awaiting v gives.
func (p *Program) element(v value) value {
	if v.holder {
		v.holder = false
		return v
	}
	if v.kind == valueInstance && v.entity.Kind == EntityDecl {
		if family := p.family(v.entity.File); family != nil {
			for _, name := range family.ElementMembers {
				for _, m := range p.members(v, name) {
					if m.Kind == EntityDecl {
						r := p.valueOf(m.Target())
						r.holder = false
						return r
					}
				}
			}
		}
	}
	return v
}

// parameter returns the declared value of parameter k of what v calls.
func (p *Program) parameter(v value, k int) value {
	if v.entity.Kind != EntityDecl || v.holder {
		return value{}
	}
	t := v.entity.Target()
	s := p.Symbol(t)
	if s == nil {
		return value{}
	}
	if !s.Kind.IsCallable() {
		family := p.family(t.File)
		if family == nil {
			return value{}
		}
		name := family.CallMember
		if v.kind == valueDenote && s.Kind.IsType() {
			if name = family.NewMember; name == "" {
				name = s.Name
			}
		}
		if name == "" {
			return value{}
		}
		for _, m := range p.members(v, name) {
			if m.Kind == EntityDecl {
				if got := p.nthParameter(m.Target(), k); got.kind != valueNone {
					return got
				}
			}
		}
		return value{}
	}
	// Overloads: the first declaration of the name whose parameter has a value.
	for _, id := range p.Children(t.File, s.Parent, s.Name) {
		if got := p.nthParameter(link.Target{File: t.File, Symbol: id}, k); got.kind != valueNone {
			return got
		}
	}
	return p.nthParameter(t, k)
}

// nthParameter returns the value of parameter k of a declaration: parameters are
// its children of kind parameter, in source order, receivers (self, cls, this) left out.
func (p *Program) nthParameter(t link.Target, k int) value {
	facts := p.Facts(t.File)
	n := 0
	last := value{}
	for i := int(t.Symbol) + 1; i < len(facts.Symbols); i++ {
		s := &facts.Symbols[i]
		if s.Parent < t.Symbol && !spanWithin(s.Span, facts.Symbols[t.Symbol].Span) {
			break
		}
		if s.Parent != t.Symbol || s.Kind != schema.KindParameter || s.Name == "self" || s.Name == "cls" || s.Name == "this" {
			continue
		}
		if family := p.family(t.File); family.Receiver != nil && family.Receiver(link.Target{File: t.File, Symbol: int32(i)}) {
			continue
		}
		if last = p.valueOf(link.Target{File: t.File, Symbol: int32(i)}); n == k {
			break
		}
		n++
	}
	if n < k && !last.holder { // Beyond the last one only a variadic parameter takes it.
		return value{}
	}
	last.holder = false // An argument of a variadic parameter is one element.
	return last
}

func spanWithin(in, out lang.Span) bool { return out.Contains(in.StartLine, in.StartCol) }
