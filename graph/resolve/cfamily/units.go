package cfamily

import (
	"context"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// units indexes the declarations of all translation units.
type units struct {
	p        *resolve.Program
	includes *includes

	names      map[string][]declared         // Names that need no receiver, in file order.
	spaces     map[string]bool               // Dotted paths of namespaces.
	inSpace    map[string][]resolve.Entity   // By dotted path: members of namespaces.
	containers map[link.Target][]link.Target // Class: synthetic parents of its methods elsewhere.
	owners     map[link.Target]link.Target   // Synthetic parent: its class.
	defs       map[link.Target]link.Target   // Declaration: definition.
	enums      map[link.Target][]link.Target // Class: its unscoped enums.
	types      map[string][]link.Target      // Types by dotted path.
	ends       map[string][]link.Target      // Types by name.
}

// declared is a declaration with the namespace that it is in.
type declared struct {
	target link.Target
	space  string
}

// path returns the dotted name of a symbol, its parents' first.
func dotted(f *lang.Facts, symbol int32) string {
	name := f.Symbols[symbol].Name
	for p := f.Symbols[symbol].Parent; p > 0; p = f.Symbols[p].Parent {
		if f.Symbols[p].Name != anonymous {
			name = f.Symbols[p].Name + "." + name
		}
	}
	return name
}

// anonymous is the name that the extractor gives to a namespace without one.
const anonymous = "(anonymous)"

// spaceOf returns the dotted path of the namespaces around a symbol, and whether
// nothing but namespaces is around it.
func spaceOf(f *lang.Facts, symbol int32) (space string, free bool) {
	for p := f.Symbols[symbol].Parent; p > 0; p = f.Symbols[p].Parent {
		switch {
		case f.Symbols[p].Kind != schema.KindNamespace:
			return "", false
		case f.Symbols[p].Name == anonymous:
		case space == "":
			space = f.Symbols[p].Name
		default:
			space = f.Symbols[p].Name + "." + space
		}
	}
	return space, true
}

// isScoped reports whether an enum keeps its enumerators to itself.
func isScoped(enum *lang.Symbol) bool {
	return strings.HasPrefix(enum.Signature, "enum class") || strings.HasPrefix(enum.Signature, "enum struct")
}

func (u *units) index(ctx context.Context) error {
	u.names, u.spaces, u.inSpace = make(map[string][]declared), make(map[string]bool), make(map[string][]resolve.Entity)
	u.containers, u.owners, u.defs = make(map[link.Target][]link.Target), make(map[link.Target]link.Target), make(map[link.Target]link.Target)
	u.enums = make(map[link.Target][]link.Target)
	u.types, u.ends = make(map[string][]link.Target), make(map[string][]link.Target)
	var impls []link.Target
	bodies := make(map[string][]link.Target) // Definitions with external linkage by dotted path.
	var decls, tests []link.Target
	for i := range u.p.In.Files {
		if i%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		f := u.p.In.Files[i].Facts
		if f == nil || !isFamily(u.p.In.Files[i].Language) {
			continue
		}
		isC := u.p.In.Files[i].Language == "c"
		for j := int32(1); j < int32(len(f.Symbols)); j++ {
			s := &f.Symbols[j]
			if s.Kind.IsLocal() || s.Name == "" {
				continue
			}
			t := link.Target{File: schema.FileID(i), Symbol: j}
			if s.Kind == schema.KindImpl {
				impls = append(impls, t)
				continue
			}
			if s.Flags&schema.SymbolTest != 0 && strings.Contains(s.Name, ".") {
				tests = append(tests, t)
			}
			at := j
			if s.Kind == schema.KindEnumMember && s.Parent > 0 && !isScoped(&f.Symbols[s.Parent]) {
				at = s.Parent // Seen where the enum is.
				if k := f.Symbols[at].Kind; k == schema.KindVariable || k == schema.KindNamespace {
					at = j
				}
			}
			space, free := spaceOf(f, at)
			if s.Kind == schema.KindEnumMember && at == j && s.Parent > 0 && f.Symbols[s.Parent].Kind == schema.KindVariable {
				free = true
			}
			if s.Kind == schema.KindNamespace {
				if s.Name != anonymous && s.Init == schema.None {
					u.spaces[dotted(f, j)] = true
				}
				continue
			}
			if s.Kind == schema.KindEnum && s.Parent > 0 && f.Symbols[s.Parent].Kind.IsType() && !isScoped(s) {
				class := link.Target{File: t.File, Symbol: s.Parent}
				u.enums[class] = append(u.enums[class], t)
			}
			if s.Kind.IsType() {
				path := dotted(f, j)
				u.types[path] = append(u.types[path], t)
				u.ends[s.Name] = append(u.ends[s.Name], t)
			}
			if free || isC && (s.Kind.IsType() || s.Kind == schema.KindEnumMember) {
				u.names[s.Name] = append(u.names[s.Name], declared{t, space})
				if space != "" {
					u.inSpace[space+"."+s.Name] = append(u.inSpace[space+"."+s.Name], resolve.Decl(t.File, t.Symbol))
				}
			}
			if s.Kind == schema.KindMacro || s.Kind.IsType() {
				continue
			}
			switch {
			case s.Flags&schema.SymbolDeclOnly != 0, s.Kind == schema.KindField && s.Flags&schema.SymbolStatic != 0:
				decls = append(decls, t)
			case s.Kind.IsCallable() || s.Kind == schema.KindVariable || s.Kind == schema.KindConstant:
				path := dotted(f, j)
				bodies[path] = append(bodies[path], t)
			}
		}
	}
	u.adopt(impls)
	u.fixtures(tests)
	for i, d := range decls {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if t := u.define(d, bodies); t != link.NoTarget {
			u.defs[d] = t
		}
	}
	return nil
}

// adopt finds the class of every synthetic parent.
func (u *units) adopt(impls []link.Target) {
	for _, t := range impls {
		f := u.p.Facts(t.File)
		list := u.types[dotted(f, t.Symbol)]
		if len(list) == 0 {
			list = u.ends[f.Symbols[t.Symbol].Name]
		}
		best, bestScore := link.NoTarget, 0
		for _, c := range list {
			score := 1 + sharedFolders(u.p.Path(t.File), u.p.Path(c.File))
			if u.includes.sees(t.File, c.File) {
				score += 1000
			}
			if k := u.p.Symbol(c).Kind; k == schema.KindType {
				continue
			}
			if score > bestScore {
				best, bestScore = c, score
			}
		}
		if best != link.NoTarget {
			u.owners[t] = best
			u.containers[best] = append(u.containers[best], t)
		}
	}
}

// fixtures gives tests that are written as TEST_F(Fixture, Name) the class whose
// members they may name.
func (u *units) fixtures(tests []link.Target) {
	for _, t := range tests {
		name, _, _ := strings.Cut(u.p.Symbol(t).Name, ".")
		for _, c := range u.ends[name] {
			if _, have := u.owners[t]; c.File == t.File || !have && u.includes.sees(t.File, c.File) {
				u.owners[t] = c
			}
		}
	}
}

// define finds the definition of a declaration: the only one in the repository,
// or the nearest.
func (u *units) define(d link.Target, bodies map[string][]link.Target) link.Target {
	f := u.p.Facts(d.File)
	s := &f.Symbols[d.Symbol]
	path := dotted(f, d.Symbol)
	list := bodies[path]
	if len(list) == 0 && s.Parent > 0 {
		// Defined behind a using directive: the parent alone.
		if class := f.Symbols[s.Parent]; class.Kind.IsType() {
			list = bodies[class.Name+"."+s.Name]
		}
	}
	from := u.p.Path(d.File)
	best, bestScore, tie := link.NoTarget, -1, false
	for _, t := range list {
		def := u.p.Symbol(t)
		if def.Visibility == schema.VisibilityPrivate && t.File != d.File && s.Parent <= 0 {
			continue
		}
		to := u.p.Path(t.File)
		score := 4 * sharedFolders(from, to)
		if folder(from) == folder(to) {
			score += 2
		}
		if stem(from) == stem(to) {
			score++
		}
		score *= 4
		if t.File == d.File {
			score += 1000
		}
		if def.Arity == s.Arity {
			score += 2000
		} else if s.Arity != schema.None && def.Arity != schema.None && s.Arity > 0 {
			continue // Another overload.
		}
		switch {
		case score > bestScore:
			best, bestScore, tie = t, score, false
		case score == bestScore && t.File != best.File:
			tie = true
		case score == bestScore && u.nth(d) == u.nth(t):
			best = t
		}
	}
	if tie {
		return link.NoTarget
	}
	return best
}

// nth counts the overloads of one arity before a declaration: overloads are
// defined in the order in which they are declared.
func (u *units) nth(t link.Target) int {
	s := u.p.Symbol(t)
	n := 0
	for _, id := range u.p.Children(t.File, s.Parent, s.Name) {
		if id == t.Symbol {
			break
		}
		if other := &u.p.Facts(t.File).Symbols[id]; other.Arity == s.Arity && other.Flags&schema.SymbolDeclOnly == s.Flags&schema.SymbolDeclOnly {
			n++
		}
	}
	return n
}

func (u *units) definition(t link.Target) link.Target {
	if def, ok := u.defs[t]; ok {
		return def
	}
	return t
}

// relations ties every definition to its declarations: who changes a prototype
// changes the definition's contract, and with it every caller.
func (u *units) relations() []link.Relation {
	out := make([]link.Relation, 0, len(u.defs))
	for decl, def := range u.defs {
		out = append(out, link.Relation{Source: def, Target: decl, Kind: schema.EdgeImplement, Origin: schema.OriginScope, Confidence: resolve.ConfidenceImport})
	}
	resolve.SortRelations(out)
	return out
}

func (u *units) owner(t link.Target) link.Target {
	if class, ok := u.owners[t]; ok {
		return class
	}
	return link.NoTarget
}

// members completes a namespace, of which the engine sees one block, by the others,
// and a class by the enumerators of its unscoped enums.
func (u *units) members(t link.Target, name string) []resolve.Entity {
	s := u.p.Symbol(t)
	if s == nil || s.Kind != schema.KindNamespace {
		var out []resolve.Entity
		for _, enum := range u.enums[t] {
			for _, id := range u.p.Children(enum.File, enum.Symbol, name) {
				out = append(out, resolve.Decl(enum.File, id))
			}
		}
		return out
	}
	return u.export(resolve.Namespace(dotted(u.p.Facts(t.File), t.Symbol)), name)
}

// export finds a name in a namespace, or at the top level of a file.
func (u *units) export(module resolve.Entity, name string) []resolve.Entity {
	switch module.Kind {
	case resolve.EntityNamespace:
		path := module.Name + "." + name
		if out := u.inSpace[path]; len(out) > 0 {
			return out
		}
		if u.spaces[path] {
			return []resolve.Entity{resolve.Namespace(path)}
		}
		// An inline namespace, or a name without a declaration that was read.
	case resolve.EntityModule:
		return u.p.Exported(module.File, name, resolve.Accept{Import: func(schema.FileID, *lang.Import) bool { return false }})
	}
	return nil
}
