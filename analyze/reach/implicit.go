package reach

import (
	"strings"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/store/schema"
)

// implicitStep is the confidence that who has an instance runs a method which no
// line of the repository calls: with statements, operators and formatting do, and
// frameworks that the type inherits from. It lies below the default floor of a
// blast radius, while affected tests follow it.
const implicitStep = 0.45

// runtimeCalls are methods that a language or its standard library calls on any
// value which has them.
var runtimeCalls = map[string]map[string]bool{
	"go": set("String GoString Error Unwrap Is As Format MarshalJSON UnmarshalJSON MarshalText UnmarshalText MarshalYAML " +
		"UnmarshalYAML MarshalBinary UnmarshalBinary Len Less Swap Push Pop Read Write Close Seek ServeHTTP RoundTrip Scan Value"),
	"rust": set("fmt drop clone default eq cmp partial_cmp hash next deref deref_mut from try_from from_str as_ref borrow " +
		"into_iter index add sub mul div neg not poll source write read flush serialize deserialize"),
	"typescript": set("toString toJSON valueOf"), "tsx": set("toString toJSON valueOf"), "javascript": set("toString toJSON valueOf"),
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// plainBases are types outside that call nothing of what inherits from them.
var plainBases = set("object Generic Protocol ABC NamedTuple TypedDict Enum IntEnum StrEnum dict list tuple set str int float bytes type")

// implicit returns the type whose users run a method without naming it, None when
// the method runs only where it is named.
func (w *walker) implicit(id schema.SymbolID) schema.SymbolID {
	p := w.snap.SymbolParent(id)
	if p == schema.None {
		return schema.None
	}
	file := w.snap.File(w.snap.SymbolFile(id))
	if w.snap.SymbolKind(p) == schema.KindImpl {
		impl := p
		p = schema.None
		for _, other := range w.snap.SymbolsByName(w.snap.SymbolName(impl)) {
			if w.snap.SymbolKind(other).IsType() && analyze.PackageOf(w.snap.File(w.snap.SymbolFile(other))) == analyze.PackageOf(file) {
				p = other
				if w.snap.SymbolFile(other) == w.snap.SymbolFile(impl) {
					break
				}
			}
		}
	}
	if p == schema.None || !w.snap.SymbolKind(p).IsType() {
		return schema.None
	}
	name := w.snap.SymbolName(id)
	dunder := strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
	switch {
	case runtimeCalls[file.Language][name]:
	case w.snap.SymbolFlags(id)&schema.SymbolOverride != 0 && !w.overrides(id):
	case file.Language == "python" && (dunder || !strings.HasPrefix(name, "_") && w.hooked(p)):
	default:
		return schema.None
	}
	return p
}

// overrides reports whether the snapshot holds what a method overrides.
func (w *walker) overrides(id schema.SymbolID) bool {
	for row, hi := w.snap.EdgesFrom(id); row < hi; row++ {
		if _, _, kind, _ := w.snap.EdgeLink(row); kind == schema.EdgeOverride || kind == schema.EdgeImplement {
			return true
		}
	}
	return false
}

// hooked reports whether a class inherits from a class outside the repository,
// which may call its methods.
func (w *walker) hooked(class schema.SymbolID) bool {
	if known, ok := w.hooks[class]; ok {
		return known
	}
	if w.hooks == nil {
		w.hooks = map[schema.SymbolID]bool{}
	}
	occs, err := w.snap.Occurrences(w.snap.SymbolFile(class))
	found := err != nil // Not readable: unknown is not no.
	for i := range occs {
		o := &occs[i]
		if o.Role == schema.RoleInherit && o.Symbol == schema.None && o.Enclosing == class && !plainBases[o.Name] {
			found = true
			break
		}
	}
	w.hooks[class] = found
	return found
}

// shapes lists the methods of interfaces that a method implements by its type's
// shape alone: the languages of structural ask for no declaration, and the class
// declares every member of the interface.
func (w *walker) shapes(id schema.SymbolID) []schema.SymbolID {
	class := w.snap.SymbolParent(id)
	if class == schema.None || w.snap.SymbolKind(class) != schema.KindClass || !structural[w.snap.File(w.snap.SymbolFile(id)).Language] {
		return nil
	}
	same := w.snap.SymbolsByName(w.snap.SymbolName(id))
	if len(same) < 2 || len(same) > maxTwins || w.overrides(id) {
		return nil
	}
	var own map[string]bool
	var out []schema.SymbolID
	for _, other := range same {
		p := w.snap.SymbolParent(other)
		if kind := w.snap.SymbolKind(other); p == schema.None || kind != schema.KindMethod && kind != schema.KindField || !structural[w.snap.File(w.snap.SymbolFile(other)).Language] {
			continue
		}
		if kind := w.snap.SymbolKind(p); kind != schema.KindInterface && kind != schema.KindType {
			continue
		}
		if own == nil {
			own = w.members(class)
		}
		fits := true
		for name := range w.members(p) {
			fits = fits && own[name]
		}
		if fits {
			out = append(out, other)
		}
	}
	return out
}

// members returns the names that a type declares.
func (w *walker) members(class schema.SymbolID) map[string]bool {
	out := map[string]bool{}
	_, hi := w.snap.SymbolsOf(w.snap.SymbolFile(class))
	for id := class + 1; id < min(hi, class+maxMembers) && w.snap.SymbolParent(id) >= class; id++ {
		if w.snap.SymbolParent(id) == class {
			out[w.snap.SymbolName(id)] = true
		}
	}
	return out
}
