package lang

import (
	"sort"

	"github.com/lc-index/lc/store/schema"
)

// ScopeKind decides how names of a scope are seen from inside it.
type ScopeKind uint8

const (
	ScopeFile     ScopeKind = iota
	ScopeType               // Members; seen from nested scopes only where the language says so.
	ScopeFunction           // Names hoist to the start of the scope.
	ScopeBlock              // A name is bound from its declaration on; before it, to an outer one or, failing that, to itself.
)

// Rules of a language that the Builder needs to bind names.
type Rules struct {
	// TypeScopeVisible: a bare name inside a method may mean a member of the
	// enclosing type (Java, C++); false where a receiver must be written (Python, JavaScript).
	TypeScopeVisible bool
}

// Builder collects the facts of one file and binds bare names to the
// declarations of their lexical scopes. The extractor opens a scope, declares
// and refers inside it, and closes it; binding happens in Finish, so order within
// a scope does not matter. Not safe for concurrent use.
type Builder struct {
	facts  *Facts
	rules  Rules
	scopes []scope
	cur    int32
	// Scope of each ref and the byte order in which it came.
	refScope []int32
	refKey   map[int32]string // Of refs looked up under another key than their name.
	encl     []int32          // Stack of enclosing symbols.
}

type scope struct {
	kind   ScopeKind
	parent int32
	owner  int32
	names  map[string][]int32
}

// NewBuilder starts the facts of a file; symbol 0 and the file scope exist.
func NewBuilder(language string, rules Rules, lines int32) *Builder {
	b := &Builder{facts: &Facts{Language: language, Lines: lines}, rules: rules, cur: 0}
	b.facts.Symbols = append(b.facts.Symbols, Symbol{
		Kind: schema.KindFile, Parent: schema.None, NameLine: schema.None, NameCol: schema.None,
		Type: schema.None, Init: schema.None, Import: schema.None, Arity: schema.None,
		Span: Span{StartLine: 1, EndLine: max(lines, 1) + 1},
	})
	b.scopes = append(b.scopes, scope{kind: ScopeFile, parent: schema.None})
	b.encl = []int32{0}
	return b
}

// Facts gives access to the facts under construction, to set file-level fields.
func (b *Builder) Facts() *Facts { return b.facts }

// NewSymbol returns a symbol with every reference field set to None.
func NewSymbol(name string, kind schema.Kind) Symbol {
	return Symbol{
		Name: name, Kind: kind, Parent: schema.None, NameLine: schema.None, NameCol: schema.None,
		Type: schema.None, Init: schema.None, Import: schema.None, Arity: schema.None,
	}
}

// NewRef returns a bare reference with every reference field set to None.
func NewRef(name string, role schema.Role) Ref {
	return Ref{Name: name, Role: role, Encl: schema.None, Base: BaseNone, Target: schema.None, Args: schema.None, Import: schema.None}
}

// Define adds s to the facts and binds its name in the current scope. Its
// parent is the innermost open symbol unless s.Parent is set.
func (b *Builder) Define(s Symbol) int32 {
	id := b.DefineHidden(s)
	b.Bind(s.Name, id)
	return id
}

// DefineHidden adds s without binding its name (members reached only through a receiver).
func (b *Builder) DefineHidden(s Symbol) int32 {
	if s.Parent == schema.None {
		s.Parent = b.encl[len(b.encl)-1]
	}
	id := int32(len(b.facts.Symbols))
	b.facts.Symbols = append(b.facts.Symbols, s)
	return id
}

// Bind makes name mean symbol in the current scope.
func (b *Builder) Bind(name string, symbol int32) { b.BindIn(b.cur, name, symbol) }

// BindIn makes name mean symbol in a scope that Scope returned earlier.
func (b *Builder) BindIn(scope int32, name string, symbol int32) {
	if name == "" {
		return
	}
	s := &b.scopes[scope]
	if s.names == nil {
		s.names = make(map[string][]int32, 8)
	}
	s.names[name] = append(s.names[name], symbol)
}

// Scope returns the current scope.
func (b *Builder) Scope() int32 { return b.cur }

// Bound returns the symbol that name is bound to in the current scope itself, None if not yet.
func (b *Builder) Bound(name string) int32 { return b.BoundIn(b.cur, name) }

// BoundIn is Bound for another scope.
func (b *Builder) BoundIn(scope int32, name string) int32 {
	if ids := b.scopes[scope].names[name]; len(ids) > 0 {
		return ids[len(ids)-1]
	}
	return schema.None
}

// NearestScope returns the innermost open scope of one of the kinds, the file scope at the last.
func (b *Builder) NearestScope(kinds ...ScopeKind) int32 {
	for s := b.cur; s != schema.None; s = b.scopes[s].parent {
		for _, k := range kinds {
			if b.scopes[s].kind == k {
				return s
			}
		}
	}
	return 0
}

// Open opens a scope. When owner is not None it also becomes the innermost open symbol.
func (b *Builder) Open(kind ScopeKind, owner int32) {
	b.scopes = append(b.scopes, scope{kind: kind, parent: b.cur, owner: owner})
	b.cur = int32(len(b.scopes) - 1)
	if owner == schema.None {
		owner = b.encl[len(b.encl)-1]
	}
	b.encl = append(b.encl, owner)
}

// Close closes the innermost scope.
func (b *Builder) Close() {
	b.cur = b.scopes[b.cur].parent
	b.encl = b.encl[:len(b.encl)-1]
}

// Enclosing returns the innermost open symbol.
func (b *Builder) Enclosing() int32 { return b.encl[len(b.encl)-1] }

// Depth returns how many scopes are open.
func (b *Builder) Depth() int { return len(b.encl) }

// Symbol gives access to a symbol added before.
func (b *Builder) Symbol(id int32) *Symbol { return &b.facts.Symbols[id] }

// RefAt gives access to a reference added before.
func (b *Builder) RefAt(id int32) *Ref { return &b.facts.Refs[id] }

// Ref adds a reference made in the current scope. Encl is filled in.
func (b *Builder) Ref(r Ref) int32 {
	if r.Encl == schema.None {
		r.Encl = b.encl[len(b.encl)-1]
	}
	b.facts.Refs = append(b.facts.Refs, r)
	b.refScope = append(b.refScope, b.cur)
	return int32(len(b.facts.Refs) - 1)
}

// RefAs is Ref for a bare name that is looked up under key instead of its name,
// in languages that keep namespaces apart (methods and variables, macros and
// functions). What it may mean is bound under that key with Bind.
func (b *Builder) RefAs(key string, r Ref) int32 {
	id := b.Ref(r)
	b.LookupAs(id, key)
	return id
}

// RefFree is Ref for a bare name that no declaration of a lexical scope can mean: a
// method that is called without its receiver.
func (b *Builder) RefFree(r Ref) int32 {
	id := b.Ref(r)
	b.refScope[id] = schema.None
	return id
}

// LookupAs makes a reference added before be looked up under key, as RefAs does.
func (b *Builder) LookupAs(ref int32, key string) {
	if b.refKey == nil {
		b.refKey = make(map[int32]string)
	}
	b.refKey[ref] = key
}

// Import adds an import.
func (b *Builder) Import(i Import) int32 {
	b.facts.Imports = append(b.facts.Imports, i)
	return int32(len(b.facts.Imports) - 1)
}

// Problem adds a parse problem; beyond a hundred they are counted by ErrorBytes only.
func (b *Builder) Problem(line int32, reason string) {
	if len(b.facts.Problems) < 100 {
		b.facts.Problems = append(b.facts.Problems, Problem{Line: line, Reason: reason})
	}
}

// ProblemAt is Problem with the range that could not be read.
func (b *Builder) ProblemAt(span Span, reason string) {
	if len(b.facts.Problems) < 100 {
		b.facts.Problems = append(b.facts.Problems, Problem{Line: span.StartLine, Reason: reason, Span: span})
	}
}

// Region adds code of another language.
func (b *Builder) Region(r Region) { b.facts.Regions = append(b.facts.Regions, r) }

// Finish binds bare references, puts everything in canonical order and returns
// the facts. The builder must not be used again.
func (b *Builder) Finish() *Facts {
	for i := range b.facts.Refs {
		r := &b.facts.Refs[i]
		if r.Base == BaseNone && r.Target == schema.None && r.Flags&RefSelf == 0 {
			key, keyed := b.refKey[int32(i)]
			if !keyed {
				key = r.Name
			}
			r.Target = b.lookup(b.refScope[i], key, r)
		}
	}
	f := b.facts
	Canonicalize(f)
	return f
}

func (b *Builder) lookup(from int32, key string, r *Ref) int32 {
	late := int32(schema.None) // Bound later in a block, when nothing outer is bound.
	first := true
	for s := from; s != schema.None; s = b.scopes[s].parent {
		sc := &b.scopes[s]
		if sc.kind == ScopeType && !first && !b.rules.TypeScopeVisible {
			continue
		}
		first = false
		ids := sc.names[key]
		if len(ids) == 0 {
			continue
		}
		best := int32(schema.None)
		for _, id := range ids {
			sym := &b.facts.Symbols[id]
			line, col := sym.NameLine, sym.NameCol
			if line < r.Line || line == r.Line && col <= r.Col {
				best = id
			}
		}
		switch {
		case best != schema.None:
			return best
		case sc.kind != ScopeBlock:
			return ids[0]
		case late == schema.None:
			late = ids[0]
		}
	}
	return late
}

// Canonicalize orders symbols by start, outer before inner, and references by
// position, renumbers every cross reference, and fills Encl so that it never
// names a local symbol.
func Canonicalize(f *Facts) {
	n := len(f.Symbols)
	depth := make([]int32, n)
	for i := range f.Symbols {
		d := int32(0)
		for p := f.Symbols[i].Parent; p != schema.None && d < int32(n); p = f.Symbols[p].Parent {
			d++
		}
		depth[i] = d
	}
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	sort.SliceStable(order[min(1, n):], func(x, y int) bool {
		i, j := order[x+1], order[y+1]
		a, c := f.Symbols[i].Span, f.Symbols[j].Span
		switch {
		case a.StartLine != c.StartLine:
			return a.StartLine < c.StartLine
		case a.StartCol != c.StartCol:
			return a.StartCol < c.StartCol
		case depth[i] != depth[j]:
			return depth[i] < depth[j]
		case a.EndLine != c.EndLine:
			return a.EndLine > c.EndLine
		case a.EndCol != c.EndCol:
			return a.EndCol > c.EndCol
		}
		return i < j
	})
	symAt := make([]int32, n)
	symbols := make([]Symbol, n)
	for to, from := range order {
		symAt[from] = int32(to)
		symbols[to] = f.Symbols[from]
	}
	m := len(f.Refs)
	refOrder := make([]int32, m)
	for i := range refOrder {
		refOrder[i] = int32(i)
	}
	sort.SliceStable(refOrder, func(x, y int) bool {
		a, c := &f.Refs[refOrder[x]], &f.Refs[refOrder[y]]
		if a.Line != c.Line {
			return a.Line < c.Line
		}
		return a.Col < c.Col
	})
	refAt := make([]int32, m)
	refs := make([]Ref, m)
	for to, from := range refOrder {
		refAt[from] = int32(to)
		refs[to] = f.Refs[from]
	}
	at := func(table []int32, i int32) int32 {
		if i < 0 {
			return i
		}
		return table[i]
	}
	for i := range symbols {
		s := &symbols[i]
		s.Parent, s.Type, s.Init = at(symAt, s.Parent), at(refAt, s.Type), at(refAt, s.Init)
	}
	for i := range refs {
		r := &refs[i]
		r.Base, r.Target, r.Encl = at(refAt, r.Base), at(symAt, r.Target), at(symAt, r.Encl)
		for r.Encl > 0 && symbols[r.Encl].Kind.IsLocal() {
			r.Encl = symbols[r.Encl].Parent
		}
	}
	for i := range f.Imports {
		f.Imports[i].Symbol = at(symAt, f.Imports[i].Symbol)
	}
	f.Symbols, f.Refs = symbols, refs
}
