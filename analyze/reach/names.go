package reach

import (
	"context"
	"sort"

	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// Open is how often a name is used where the linker could not say what it means.
type Open struct {
	Name  string
	Count int
	Sites []schema.SymbolID // Enclosing symbols, ascending, each once.
}

// Opened is what Unresolved found.
type Opened struct {
	Names []Open // Ordered by name; only names with a count.
	Cut   bool   // A scan for inferred uses stopped at its limit: counts are lower bounds.
}

// maxScanned bounds the occurrences that are read for inferred uses.
const maxScanned = 400_000

// family puts languages together that can name each other's symbols.
func family(language string) string {
	switch language {
	case "typescript", "tsx", "javascript", "jsx", "vue", "svelte", "astro", "html":
		return "js"
	case "c", "c++", "cpp", "objective-c", "cuda":
		return "c"
	case "java", "kotlin", "scala", "groovy":
		return "jvm"
	}
	return language
}

// NameOptions widen what Unresolved counts.
type NameOptions struct {
	// Inferred counts members of receivers whose type was inferred to lie outside,
	// too: such an inference may be wrong.
	Inferred bool
}

// Unresolved counts the references to names, as bare names of a language family,
// that have no target inside or outside the snapshot. Names maps a name to the
// languages of the symbols that carry it.
func Unresolved(ctx context.Context, snap *store.Snapshot, names map[string][]string, opts NameOptions) (*Opened, error) {
	out := &Opened{}
	if len(names) == 0 {
		return out, nil
	}
	wanted := make(map[string]map[string]bool, len(names)) // Name to families.
	families := map[string]bool{}
	for name, languages := range names {
		wanted[name] = map[string]bool{}
		for _, l := range languages {
			wanted[name][family(l)] = true
			families[family(l)] = true
		}
	}
	found := map[string]*Open{}
	if opts.Inferred {
		cut, err := scan(ctx, snap, wanted, families, found)
		if err != nil {
			return nil, err
		}
		out.Cut = cut
	} else {
		for name, fams := range wanted {
			for _, o := range snap.OpenNames(name) {
				if fams[family(snap.File(o.File).Language)] {
					add(found, name, int(o.Count), o.Enclosing)
				}
			}
		}
	}
	for _, f := range found {
		sort.Slice(f.Sites, func(i, j int) bool { return f.Sites[i] < f.Sites[j] })
		kept := f.Sites[:0]
		for i, s := range f.Sites {
			if i == 0 || s != f.Sites[i-1] {
				kept = append(kept, s)
			}
		}
		f.Sites = kept
		out.Names = append(out.Names, *f)
	}
	sort.Slice(out.Names, func(i, j int) bool { return out.Names[i].Name < out.Names[j].Name })
	return out, nil
}

func add(found map[string]*Open, name string, count int, site schema.SymbolID) {
	f := found[name]
	if f == nil {
		f = &Open{Name: name}
		found[name] = f
	}
	f.Count += count
	if site != schema.None && (len(f.Sites) == 0 || f.Sites[len(f.Sites)-1] != site) {
		f.Sites = append(f.Sites, site)
	}
}

// scan adds every occurrence that is open or only inferred to lie outside; cut is
// true when it stopped at its limit.
func scan(ctx context.Context, snap *store.Snapshot, wanted map[string]map[string]bool, families map[string]bool, found map[string]*Open) (cut bool, err error) {
	scanned := 0
	for i := range snap.FileCount() {
		if i&1023 == 0 {
			if err := ctx.Err(); err != nil {
				return false, err
			}
		}
		id := schema.FileID(i)
		fam := family(snap.File(id).Language)
		if !families[fam] {
			continue
		}
		if scanned > maxScanned {
			return true, nil
		}
		occs, err := snap.Occurrences(id)
		if err != nil {
			return false, err
		}
		scanned += len(occs)
		for j := range occs {
			o := &occs[j]
			if o.Symbol != schema.None || !wanted[o.Name][fam] {
				continue
			}
			open := o.Origin == schema.OriginNone && o.External == ""
			if open || o.Origin == schema.OriginReceiver && o.External != "local" {
				add(found, o.Name, 1, o.Enclosing)
			}
		}
	}
	return false, nil
}
