package gotypes

import (
	"cmp"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/store/schema"
)

// summary is what the join of types and interfaces needs to know of a unit.
type summary struct{ types []typeSummary }

// typeSummary is a named type with the methods that its pointer has, or that it demands.
type typeSummary struct {
	target    link.Target
	iface     bool
	open      bool // An interface that embeds something unknown.
	methods   []method
	overrides [][2]link.Target // Own methods with those of embedded types that they hide.
}

// method is a method by its name and its signature with full package paths.
type method struct {
	key    string
	target link.Target
}

// summarize lists the named types that the files in own declare, in order of their position.
func (c *checker) summarize(info *types.Info, own map[int]bool) summary {
	var names []*types.TypeName
	for _, obj := range info.Defs {
		if tn, ok := obj.(*types.TypeName); ok && !tn.IsAlias() {
			if _, named := tn.Type().(*types.Named); named {
				names = append(names, tn)
			}
		}
	}
	slices.SortFunc(names, func(a, b *types.TypeName) int { return cmp.Compare(a.Pos(), b.Pos()) })
	var sum summary
	for _, tn := range names {
		target, ok := c.targetAt(tn.Pos())
		if !ok || !own[int(target.File)] {
			continue
		}
		if t, ok := c.summarizeType(tn.Type().(*types.Named), target); ok {
			sum.types = append(sum.types, t)
		}
	}
	slices.SortFunc(sum.types, func(a, b typeSummary) int { return compareTargets(a.target, b.target) })
	return sum
}

func (c *checker) summarizeType(named *types.Named, target link.Target) (typeSummary, bool) {
	t := typeSummary{target: target}
	add := func(f *types.Func) {
		to, ok := c.targetAt(f.Origin().Pos())
		if !ok {
			to = link.NoTarget
		}
		t.methods = append(t.methods, method{methodKey(f), to})
	}
	if iface, ok := named.Underlying().(*types.Interface); ok {
		t.iface = true
		for i := range iface.NumMethods() {
			add(iface.Method(i))
		}
		for i := range iface.NumEmbeddeds() {
			e := iface.EmbeddedType(i)
			if e.Underlying() == types.Typ[types.Invalid] {
				t.open = true
			}
		}
		if !iface.IsMethodSet() {
			return t, false
		}
	} else {
		st, isStruct := named.Underlying().(*types.Struct)
		embeds := false
		for i := 0; isStruct && i < st.NumFields(); i++ {
			embeds = embeds || st.Field(i).Embedded()
		}
		if named.NumMethods() == 0 && !embeds {
			return t, false
		}
		set := types.NewMethodSet(types.NewPointer(named))
		for i := range set.Len() {
			if f, ok := set.At(i).Obj().(*types.Func); ok {
				add(f)
			}
		}
		if embeds {
			t.overrides = c.overrides(named, st)
		}
	}
	slices.SortFunc(t.methods, func(a, b method) int { return strings.Compare(a.key, b.key) })
	return t, len(t.methods) > 0
}

// overrides pairs the methods of a struct type with those of embedded concrete types that they hide.
func (c *checker) overrides(named *types.Named, st *types.Struct) [][2]link.Target {
	var out [][2]link.Target
	for i := range named.NumMethods() {
		m := named.Method(i)
		from, ok := c.targetAt(m.Pos())
		if !ok {
			continue
		}
		for j := range st.NumFields() {
			f := st.Field(j)
			if !f.Embedded() {
				continue
			}
			if _, isIface := f.Type().Underlying().(*types.Interface); isIface {
				continue
			}
			obj, _, _ := types.LookupFieldOrMethod(f.Type(), true, m.Pkg(), m.Name())
			if hidden, ok := obj.(*types.Func); ok {
				if to, ok := c.targetAt(hidden.Origin().Pos()); ok && to != from {
					out = append(out, [2]link.Target{from, to})
				}
			}
		}
	}
	return out
}

// methodKey spells a method: its name, with the package when it is not exported, and its signature.
func methodKey(f *types.Func) string {
	var b strings.Builder
	if !f.Exported() && f.Pkg() != nil {
		b.WriteString(strings.TrimSuffix(f.Pkg().Path(), "_test"))
		b.WriteByte('.')
	}
	b.WriteString(f.Name())
	spell(&b, f.Type(), 0)
	return b.String()
}

// maxSpelling bounds the depth to which a type is spelled: deeper ones are literal types that nobody repeats.
const maxSpelling = 12

// spell writes a type with full package paths and without names of parameters.
func spell(b *strings.Builder, t types.Type, depth int) {
	if depth > maxSpelling {
		b.WriteByte('~')
		return
	}
	tuple := func(v *types.Tuple) {
		b.WriteByte('(')
		for i := range v.Len() {
			spell(b, v.At(i).Type(), depth+1)
			b.WriteByte(',')
		}
		b.WriteByte(')')
	}
	switch t := t.(type) {
	case *types.Alias:
		spell(b, types.Unalias(t), depth)
	case *types.Pointer:
		b.WriteByte('*')
		spell(b, t.Elem(), depth+1)
	case *types.Slice:
		b.WriteString("[]")
		spell(b, t.Elem(), depth+1)
	case *types.Array:
		b.WriteString("[" + strconv.FormatInt(t.Len(), 10) + "]")
		spell(b, t.Elem(), depth+1)
	case *types.Map:
		b.WriteString("map[")
		spell(b, t.Key(), depth+1)
		b.WriteByte(']')
		spell(b, t.Elem(), depth+1)
	case *types.Chan:
		b.WriteString([...]string{"chan ", "chan<- ", "<-chan "}[t.Dir()])
		spell(b, t.Elem(), depth+1)
	case *types.Signature:
		b.WriteString("func")
		tuple(t.Params())
		tuple(t.Results())
		if t.Variadic() {
			b.WriteString("...")
		}
	case *types.Named:
		if pkg := t.Obj().Pkg(); pkg != nil {
			b.WriteString(strings.TrimSuffix(pkg.Path(), "_test"))
			b.WriteByte('.')
		}
		b.WriteString(t.Obj().Name())
		if args := t.TypeArgs(); args != nil {
			b.WriteByte('[')
			for i := range args.Len() {
				spell(b, args.At(i), depth+1)
				b.WriteByte(',')
			}
			b.WriteByte(']')
		}
	case *types.Interface:
		if t.NumMethods() == 0 && t.NumEmbeddeds() == 0 {
			b.WriteString("any")
			return
		}
		b.WriteString(types.TypeString(t, (*types.Package).Path))
	default:
		b.WriteString(types.TypeString(t, (*types.Package).Path))
	}
}

func compareTargets(a, b link.Target) int {
	if d := cmp.Compare(a.File, b.File); d != 0 {
		return d
	}
	return cmp.Compare(a.Symbol, b.Symbol)
}

// Confidences of an implementation: the whole method set is known, or an
// interface embeds something that is not.
const (
	sureImplement = 0.99
	openImplement = 0.6
	sureOverride  = 0.9
)

// implementations joins types with interfaces and returns the relations in order.
func (c *checker) implementations() []link.Relation {
	var ifaces, concrete []*typeSummary
	for i := range c.work {
		for j := range c.work[i].sum.types {
			if t := &c.work[i].sum.types[j]; t.iface {
				ifaces = append(ifaces, t)
			} else {
				concrete = append(concrete, t)
			}
		}
	}
	having := make(map[string][]int32, 4*len(concrete))
	for i, t := range concrete {
		for _, m := range t.methods {
			having[m.key] = append(having[m.key], int32(i))
		}
	}
	var out []link.Relation
	relate := func(from, to link.Target, kind schema.EdgeKind, confidence float32) {
		if from != to && from.File != schema.None && to.File != schema.None {
			out = append(out, link.Relation{Source: from, Target: to, Kind: kind, Origin: schema.OriginTypes, Confidence: confidence})
		}
	}
	for _, iface := range ifaces {
		rare := having[iface.methods[0].key]
		for _, m := range iface.methods[1:] {
			if h := having[m.key]; len(h) < len(rare) {
				rare = h
			}
		}
		confidence := float32(sureImplement)
		if iface.open {
			confidence = openImplement
		}
		for _, i := range rare {
			t := concrete[i]
			if !t.hasAll(iface.methods) {
				continue
			}
			relate(t.target, iface.target, schema.EdgeImplement, confidence)
			for _, m := range iface.methods {
				n, _ := t.find(m.key)
				relate(t.methods[n].target, m.target, schema.EdgeImplement, confidence)
			}
		}
	}
	for _, t := range concrete {
		for _, o := range t.overrides {
			relate(o[0], o[1], schema.EdgeOverride, sureOverride)
		}
	}
	return sortRelations(out)
}

func (t *typeSummary) find(key string) (int, bool) {
	return slices.BinarySearchFunc(t.methods, key, func(m method, key string) int { return strings.Compare(m.key, key) })
}

func (t *typeSummary) hasAll(methods []method) bool {
	for _, m := range methods {
		if _, ok := t.find(m.key); !ok {
			return false
		}
	}
	return true
}

// sortRelations orders relations by source, target, kind and keeps the surest of equals.
func sortRelations(list []link.Relation) []link.Relation {
	slices.SortStableFunc(list, func(a, b link.Relation) int {
		if d := compareTargets(a.Source, b.Source); d != 0 {
			return d
		}
		if d := compareTargets(a.Target, b.Target); d != 0 {
			return d
		}
		if d := cmp.Compare(a.Kind, b.Kind); d != 0 {
			return d
		}
		return cmp.Compare(b.Confidence, a.Confidence)
	})
	return slices.CompactFunc(list, func(a, b link.Relation) bool {
		return a.Source == b.Source && a.Target == b.Target && a.Kind == b.Kind
	})
}

// maxDispatch bounds the implementations that one call lists. A method with more
// is a protocol like Close or String, where each single one says little; the
// relations name them all.
const maxDispatch = 32

// dispatch returns for every interface method what a call of it may run.
func dispatch(relations []link.Relation, in *link.Input) map[link.Target][]link.Resolution {
	out := map[link.Target][]link.Resolution{}
	for _, r := range relations {
		if r.Kind != schema.EdgeImplement || in.Files[r.Target.File].Facts.Symbols[r.Target.Symbol].Kind != schema.KindMethod {
			continue
		}
		out[r.Target] = append(out[r.Target], link.Resolution{Target: r.Source, Origin: schema.OriginTypes, Confidence: r.Confidence})
	}
	for to, list := range out {
		// One implementation is nearly sure to run; of many, each is one possibility.
		weight := float32(0.9)
		switch n := len(list); {
		case n > 4:
			weight = 0.5
		case n > 1:
			weight = 0.7
		}
		list = list[:min(len(list), maxDispatch)]
		for i := range list {
			list[i].Confidence *= weight
		}
		out[to] = list
	}
	return out
}
