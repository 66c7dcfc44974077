package search

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// names finds symbols by name in other forms than the snapshot's own exact order:
// without case, by parts, by likeness. It is immutable once built.
type names struct {
	snap   *store.Snapshot
	folded map[string][]schema.SymbolID // By lower-case name.
	parts  map[string][]schema.SymbolID // By stem of a part of the name.
	unique []string                     // Lower-case names, sorted.
	count  int
	files  map[string][]schema.FileID // By stem of a part of the path.
}

// newNames reads every name of the snapshot once: about a microsecond a symbol.
func newNames(snap *store.Snapshot) *names {
	n := &names{snap: snap, folded: map[string][]schema.SymbolID{}, parts: map[string][]schema.SymbolID{}, files: map[string][]schema.FileID{}}
	cache := map[string][]string{}
	for i := range snap.SymbolCount() {
		id := schema.SymbolID(i)
		if k := snap.SymbolKind(id); k == schema.KindFile || k == schema.KindImpl {
			continue // An impl bears the name of its type, which has a symbol of its own.
		}
		name := snap.SymbolName(id)
		if name == "" {
			continue
		}
		n.count++
		lower := strings.ToLower(name)
		n.folded[lower] = append(n.folded[lower], id)
		stems, ok := cache[name]
		if !ok {
			stems = stemsOf(name)
			cache[name] = stems
		}
		for _, s := range stems {
			n.parts[s] = append(n.parts[s], id)
		}
	}
	for name := range n.folded {
		n.unique = append(n.unique, name)
	}
	sort.Strings(n.unique)
	for i := range snap.FileCount() {
		id := schema.FileID(i)
		for _, s := range stemsOf(snap.FilePath(id)) {
			n.files[s] = append(n.files[s], id)
		}
	}
	return n
}

// stemsOf lists the stems of the parts of a name, each once, and of the whole name
// in lower case.
func stemsOf(name string) []string {
	var out []string
	add := func(s string) {
		if s = stem(s); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, p := range parts(name) {
		add(p)
	}
	if !strings.ContainsAny(name, "/.") {
		add(strings.ToLower(name))
	}
	return out
}

// scored is a symbol with a score; higher is better.
type scored struct {
	id    schema.SymbolID
	score float64
	terms int // Different terms that it answers.
}

// byParts ranks symbols by the parts of their names that the terms name. Rare
// parts weigh more; a name of which more is meant weighs more; the names of what
// encloses a symbol and its path count at a third.
func (n *names) byParts(terms []term, limit int) []scored {
	type tally struct {
		sum  float64
		hits uint64
	}
	found := map[schema.SymbolID]*tally{}
	weights := make([]float64, len(terms))
	for i, t := range terms {
		ids := n.parts[t.stem]
		weights[i] = idf(len(ids), n.count)
		for _, id := range ids {
			f := found[id]
			if f == nil {
				f = &tally{}
				found[id] = f
			}
			f.sum += weights[i]
			f.hits |= 1 << min(i, 63)
		}
	}
	out := make([]scored, 0, len(found))
	for id, f := range found {
		name := n.snap.SymbolName(id)
		total := max(len(parts(name)), 1)
		matched := ones(f.hits)
		s := scored{id: id, terms: matched, score: f.sum * (0.5 + 0.5*float64(min(matched, total))/float64(total))}
		if k := n.snap.SymbolKind(id); k == schema.KindField || k == schema.KindEnumMember {
			s.score *= dataFactor
		} else if k.InText() || n.snap.SymbolFlags(id)&schema.SymbolExample != 0 {
			s.score *= textFactor
		}
		context := stemsOf(n.snap.FilePath(n.snap.SymbolFile(id)))
		for p := n.snap.SymbolParent(id); p != schema.None && n.snap.SymbolKind(p) != schema.KindFile; p = n.snap.SymbolParent(p) {
			context = append(context, stemsOf(n.snap.SymbolName(p))...)
		}
		for i, t := range terms {
			if f.hits&(1<<min(i, 63)) == 0 && slices.Contains(context, t.stem) {
				s.score += weights[i] / 3
				s.terms++
			}
		}
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(n.snap.Rank(b.id), n.snap.Rank(a.id)), cmp.Compare(a.id, b.id))
	})
	return out[:min(len(out), limit)]
}

// dataFactor demotes members that only hold data: a question is more often about
// what is done than about where it is kept.
const dataFactor = 0.8

// isData reports whether a symbol holds data rather than code.
func isData(k schema.Kind) bool {
	switch k {
	case schema.KindField, schema.KindEnumMember, schema.KindVariable, schema.KindConstant:
		return true
	}
	return false
}

// textFactor demotes parts of documents and data files against code of the same name.
const textFactor = 0.6

func idf(df, n int) float64 {
	return math.Log(1 + (float64(n)-float64(df)+0.5)/(float64(df)+0.5))
}

func ones(x uint64) int {
	n := 0
	for ; x != 0; x &= x - 1 {
		n++
	}
	return n
}

// alike lists the symbols whose name differs from name by few letters.
func (n *names) alike(name string, limit int) []schema.SymbolID {
	name = strings.ToLower(name)
	if len(name) < 4 {
		return nil
	}
	within := 1 + len(name)/6
	type near struct {
		name string
		cost int
	}
	var found []near
	for _, u := range n.unique {
		if c := distance(u, name, within); c <= within {
			found = append(found, near{u, c})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.cost, b.cost) })
	var out []schema.SymbolID
	for _, f := range found {
		for _, id := range n.folded[f.name] {
			if len(out) == limit {
				return out
			}
			out = append(out, id)
		}
	}
	return out
}

// distance is the edit distance of two strings, or more than limit when it is.
func distance(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		least := row[0]
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
			least = min(least, row[j+1])
		}
		if least > limit {
			return limit + 1
		}
	}
	return row[len(b)]
}

// byPath ranks files by the parts of their paths that the terms name; the base
// name counts twice.
func (n *names) byPath(terms []term, limit int) []rankedFile {
	score := map[schema.FileID]*rankedFile{}
	for _, t := range terms {
		ids := n.files[t.stem]
		w := idf(len(ids), max(n.snap.FileCount(), 1))
		for _, id := range ids {
			f := score[id]
			if f == nil {
				f = &rankedFile{file: id}
				score[id] = f
			}
			f.terms++
			f.score += w
			p := n.snap.FilePath(id)
			if slices.Contains(stemsOf(p[strings.LastIndexByte(p, '/')+1:]), t.stem) {
				f.score += w
			}
		}
	}
	out := make([]rankedFile, 0, len(score))
	for _, f := range score {
		out = append(out, *f)
	}
	slices.SortFunc(out, func(a, b rankedFile) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(n.snap.FileRank(b.file), n.snap.FileRank(a.file)), cmp.Compare(a.file, b.file))
	})
	return out[:min(len(out), limit)]
}

// rankedFile is a file with a score.
type rankedFile struct {
	file  schema.FileID
	score float64
	terms int
}
