package explore

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lc-index/lc/store/schema"
)

// calls reports whether an edge says that its source runs its target.
func calls(k schema.EdgeKind) bool {
	return k == schema.EdgeCall || k == schema.EdgeRoute || k == schema.EdgeSynthesized
}

// reached is how a symbol was reached.
type reached struct {
	id         schema.SymbolID
	distance   int
	confidence float32
	edge       schema.Edge
	via        schema.SymbolID // None for a direct neighbour.
}

// callers walks call edges backwards, breadth first. A method is entered from its
// overridden and implemented methods too, without a step of distance.
func (e *explorer) callers(ctx context.Context, seeds []schema.SymbolID) ([]Row, error) {
	seen := map[schema.SymbolID]bool{}
	var front []reached
	for _, id := range seeds {
		seen[id] = true
		front = append(front, reached{id: id, confidence: 1, via: schema.None})
	}
	var found []reached
	for depth := 1; depth <= e.opts.Depth && len(front) > 0; depth++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		next := map[schema.SymbolID]reached{}
		for _, f := range e.dispatched(front, depth == 1) {
			for _, i := range e.snap.EdgesTo(f.id) {
				edge := e.snap.Edge(i)
				if !calls(edge.Kind) || edge.Source == schema.None {
					continue
				}
				e.offer(next, seen, reached{edge.Source, depth, f.confidence * edge.Confidence, edge, f.via})
			}
		}
		front = e.ordered(next, seen)
		found = append(found, front...)
	}
	rows := []Row{}
	for _, f := range found {
		row := e.row(f.id)
		row.Path, row.Line = e.site(f.edge)
		rows = append(rows, e.judged(row, f))
	}
	return rows, nil
}

// dispatched adds to the front what may be called in its stead: the methods that
// its members override or implement. via tells the two apart.
func (e *explorer) dispatched(front []reached, first bool) []reached {
	var out []reached
	for _, f := range front {
		if !first {
			f.via = f.id
		}
		out = append(out, f)
		lo, hi := e.snap.EdgesFrom(f.id)
		for i := lo; i < hi; i++ {
			edge := e.snap.Edge(i)
			if (edge.Kind == schema.EdgeOverride || edge.Kind == schema.EdgeImplement) && e.snap.SymbolKind(f.id).IsCallable() && edge.Target != schema.None {
				out = append(out, reached{edge.Target, f.distance, f.confidence * edge.Confidence, edge, edge.Target})
			}
		}
	}
	return out
}

// callees walks call edges forwards, breadth first.
func (e *explorer) callees(ctx context.Context, seeds []schema.SymbolID) ([]Row, error) {
	seen := map[schema.SymbolID]bool{}
	var front []reached
	for _, id := range seeds {
		seen[id] = true
		front = append(front, reached{id: id, confidence: 1, via: schema.None})
	}
	rows := []Row{}
	for depth := 1; depth <= e.opts.Depth && len(front) > 0; depth++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		next := map[schema.SymbolID]reached{}
		for _, f := range front {
			via := schema.SymbolID(schema.None)
			if depth > 1 {
				via = f.id
			}
			lo, hi := e.snap.EdgesFrom(f.id)
			for i := lo; i < hi; i++ {
				if edge := e.snap.Edge(i); calls(edge.Kind) && edge.Target != schema.None {
					e.offer(next, seen, reached{edge.Target, depth, f.confidence * edge.Confidence, edge, via})
				}
			}
		}
		front = e.ordered(next, seen)
		for _, f := range front {
			row := e.row(f.id)
			path, line := e.site(f.edge)
			row.At = fmt.Sprintf("%s:%d", path, line)
			rows = append(rows, e.judged(row, f))
		}
	}
	return rows, nil
}

// offer keeps the most certain way to a symbol at the present distance.
func (e *explorer) offer(next map[schema.SymbolID]reached, seen map[schema.SymbolID]bool, f reached) {
	if seen[f.id] {
		return
	}
	if old, ok := next[f.id]; ok && old.confidence >= f.confidence {
		return
	}
	next[f.id] = f
}

// ordered lists what was reached, the most certain first, then by rank.
func (e *explorer) ordered(next map[schema.SymbolID]reached, seen map[schema.SymbolID]bool) []reached {
	out := make([]reached, 0, len(next))
	for id, f := range next {
		seen[id] = true
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b reached) int {
		return cmp.Or(cmp.Compare(b.confidence, a.confidence), cmp.Compare(e.snap.Rank(b.id), e.snap.Rank(a.id)), cmp.Compare(a.id, b.id))
	})
	return out
}

func (e *explorer) site(edge schema.Edge) (path string, line int32) {
	file := edge.File
	if file == schema.None {
		file = e.snap.SymbolFile(edge.Source)
	}
	return e.snap.FilePath(file), edge.Line
}

func (e *explorer) judged(row Row, f reached) Row {
	row.Distance, row.Origin, row.Confidence = f.distance, f.edge.Origin.String(), round(f.confidence)
	if f.via != schema.None {
		row.Via = e.name(e.snap.Symbol(f.via))
	}
	return row
}

// round keeps four digits, so that a float32 prints as it was meant.
func round(x float32) float64 { return float64(int64(float64(x)*1e4+.5)) / 1e4 }

// constructed adds to types their constructors: a construction that names the type is a
// use of it even where its occurrence means the constructor.
func (e *explorer) constructed(seeds []schema.SymbolID) []schema.SymbolID {
	out := slices.Clone(seeds)
	for _, id := range seeds {
		if !e.snap.SymbolKind(id).IsType() {
			continue
		}
		_, hi := e.snap.SymbolsOf(e.snap.SymbolFile(id))
		for m := id + 1; m < hi; m++ {
			if e.snap.SymbolParent(m) == id && e.snap.SymbolKind(m) == schema.KindConstructor {
				out = append(out, m)
			}
		}
	}
	return out
}

// usages reads the occurrences of the files that have an edge to a seed, and of
// the seeds' own files.
func (e *explorer) usages(ctx context.Context, seeds []schema.SymbolID) ([]Row, error) {
	wanted := map[schema.SymbolID]bool{}
	files := map[schema.FileID]bool{}
	for _, id := range e.constructed(seeds) {
		wanted[id] = true
		files[e.snap.SymbolFile(id)] = true
		for _, i := range e.snap.EdgesTo(id) {
			if src := e.snap.Edge(i).Source; src != schema.None {
				files[e.snap.SymbolFile(src)] = true
			}
		}
	}
	order := make([]schema.FileID, 0, len(files))
	for f := range files {
		order = append(order, f)
	}
	slices.Sort(order)
	rows := []Row{}
	for _, f := range order {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		occs, err := e.snap.Occurrences(f)
		if err != nil {
			return nil, err
		}
		path := e.snap.FilePath(f)
		for _, o := range occs {
			if !wanted[o.Symbol] || o.Role == schema.RoleDefinition {
				continue
			}
			row := Row{Symbol: path, Path: path, Line: o.StartLine, Origin: o.Origin.String(), Confidence: round(o.Confidence), Role: o.Role.String()}
			if o.Enclosing != schema.None {
				s := e.snap.Symbol(o.Enclosing)
				row.Symbol, row.ID, row.Kind = e.name(s), s.ScipSymbol, s.Kind.String()
			}
			rows = append(rows, row)
		}
	}
	// What is certain comes first; tests come after what they test.
	test := func(r Row) bool {
		id, ok := e.snap.FileByPath(r.Path)
		return ok && e.snap.File(id).Flags&schema.FileTest != 0
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		if x, y := test(a), test(b); x != y {
			if x {
				return 1
			}
			return -1
		}
		return 0
	})
	return rows, nil
}

// maxSourceLines bounds what is shown of one definition.
const maxSourceLines = 60

// source adds the text of definitions and the line of every other row.
func (e *explorer) source() {
	pages := map[string][][]byte{}
	lines := func(path string, from, to int32) string {
		p, ok := pages[path]
		if !ok {
			if content, found := e.Content.Content(path); found {
				p = bytes.Split(content, []byte("\n"))
			}
			pages[path] = p
		}
		if from < 1 || int(from) > len(p) {
			return ""
		}
		return strings.ToValidUTF8(string(bytes.Join(p[from-1:min(int(to), len(p))], []byte("\n"))), "\uFFFD")
	}
	r := e.report
	for i, row := range r.Definitions {
		id, _ := e.snap.SymbolByScip(row.ID)
		s := e.snap.Symbol(id)
		to := min(s.EndLine, s.StartLine+maxSourceLines-1)
		if r.Definitions[i].Source = lines(row.Path, s.StartLine, to); to < s.EndLine {
			r.Definitions[i].Source += fmt.Sprintf("\n… more: %s:%d-%d", row.Path, to+1, s.EndLine)
		}
	}
	for _, list := range [][]Row{r.Callers, r.Callees, r.Usages} {
		for i, row := range list {
			list[i].Source = strings.TrimSpace(lines(row.Path, row.Line, row.Line))
		}
	}
}
