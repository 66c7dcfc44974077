// Package centrality ranks symbols and files by how much of the code leans on them.
//
// PageRank is the one kept in the index (damping 0.85 over resolved edges).
// Eigenvector centrality is computed over the same edges weighted by confidence.
// Degrees count distinct neighbours. Imports are left out of both: a name that is
// only imported is not used. Under-reports: callers that the linker left open.
package centrality

import (
	"context"
	"fmt"
	"math"
	"sort"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/graph"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// Schema names the report.
const Schema = "lc.centrality/1"

// Input is the snapshot that is asked.
type Input struct{ Head *store.Snapshot }

// Options tune a report. The zero value shows the first 50 symbols.
type Options struct {
	Level     string // "symbol" or "file"; "" means symbol.
	Limit     int    // 0 means 50; negative means all.
	OmitTests bool   // Leave symbols of test files out.
}

// Row is one symbol or file.
type Row struct {
	Symbol      string  `json:"symbol"` // Of a file, its path.
	ID          string  `json:"id"`
	Path        string  `json:"path"`
	Line        int32   `json:"line"`
	Kind        string  `json:"kind"`
	PageRank    float64 `json:"pagerank"`
	Eigenvector float64 `json:"eigenvector"`
	InDegree    int32   `json:"in_degree"`
	OutDegree   int32   `json:"out_degree"`
}

// Report is the answer, the highest PageRank first.
type Report struct {
	analyze.Header
	Rows      []Row               `json:"rows"`
	Total     int                 `json:"total"`
	Undecided []analyze.Undecided `json:"undecided"`
}

// defaultLimit is how many rows are shown.
const defaultLimit = 50

// Run ranks the symbols or files of a snapshot.
func Run(ctx context.Context, in Input, opts Options) (*Report, error) {
	r := &Report{
		Header: analyze.Header{Schema: Schema, Status: analyze.Complete, Commit: in.Head.Manifest().Commit},
		Rows:   []Row{}, Undecided: []analyze.Undecided{},
	}
	var rank func(int) float64
	var g graph.CSR
	snap := in.Head
	switch opts.Level {
	case "", "symbol":
		g = symbolGraph(snap)
		rank = func(i int) float64 { return snap.Rank(schema.SymbolID(i)) }
	case "file":
		g = fileGraph(snap)
		rank = func(i int) float64 { return snap.FileRank(schema.FileID(i)) }
	default:
		return nil, fmt.Errorf("level %q: want symbol or file", opts.Level)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	eigen := g.Eigenvector()
	in2 := g.InDegrees()
	var order []int
	for i := range g.Len() {
		file := schema.FileID(i)
		if opts.Level != "file" {
			id := schema.SymbolID(i)
			file = snap.SymbolFile(id)
			if snap.SymbolKind(id) == schema.KindFile || snap.SymbolFlags(id)&schema.SymbolExample != 0 || !analyze.HoldsCode(snap.File(file).Language) {
				continue
			}
		}
		if opts.OmitTests && snap.File(file).Flags&schema.FileTest != 0 {
			continue
		}
		order = append(order, i)
	}
	sort.SliceStable(order, func(a, b int) bool { return rank(order[a]) > rank(order[b]) })
	r.Total = len(order)
	limit := opts.Limit
	if limit == 0 {
		limit = defaultLimit
	}
	if limit > 0 && len(order) > limit {
		order = order[:limit]
	}
	for _, i := range order {
		row := Row{PageRank: significant(rank(i)), Eigenvector: significant(eigen[i]), InDegree: in2[i], OutDegree: g.OutDegree(int32(i))}
		if opts.Level == "file" {
			row.Path = snap.FilePath(schema.FileID(i))
			row.Symbol, row.Kind, row.Line = row.Path, "file", 1
		} else {
			s := snap.Symbol(schema.SymbolID(i))
			row.Symbol, row.ID, row.Path, row.Line, row.Kind = s.QualifiedName, s.ScipSymbol, snap.FilePath(s.File), s.StartLine, s.Kind.String()
		}
		r.Rows = append(r.Rows, row)
	}
	for _, v := range snap.Coverage() {
		if v.Unresolved > 0 {
			r.Undecided = append(r.Undecided, analyze.Undecided{Reason: fmt.Sprintf("%s: %d of %d references could not be resolved", v.Language, v.Unresolved, v.References)})
		}
	}
	for _, p := range snap.Problems() {
		if p.Stage != "history" {
			r.Undecided = append(r.Undecided, analyze.Undecided{Path: p.Path, Reason: p.Reason})
		}
	}
	r.Undecided = analyze.SortUndecided(r.Undecided)
	if len(r.Undecided) > 0 {
		r.Status = analyze.Partial
	}
	return r, nil
}

// symbolGraph merges the edges between two symbols and keeps the greatest confidence.
func symbolGraph(snap *store.Snapshot) graph.CSR {
	var edges []graph.Edge
	var weights []float64
	for i := range snap.EdgeCount() {
		e := snap.Edge(int32(i))
		if e.Kind == schema.EdgeImport || e.Source == e.Target {
			continue
		}
		add(&edges, &weights, int32(e.Source), int32(e.Target), float64(e.Confidence))
	}
	return graph.FromWeighted(snap.SymbolCount(), edges, weights)
}

func fileGraph(snap *store.Snapshot) graph.CSR {
	var edges []graph.Edge
	var weights []float64
	for i := range snap.FileEdgeCount() {
		if e := snap.FileEdge(int32(i)); e.Source != e.Target {
			add(&edges, &weights, int32(e.Source), int32(e.Target), float64(e.Confidence))
		}
	}
	return graph.FromWeighted(snap.FileCount(), edges, weights)
}

// add appends an edge, or raises the weight of the same edge just before it: rows
// are ordered by source and target.
func add(edges *[]graph.Edge, weights *[]float64, from, to int32, weight float64) {
	if n := len(*edges); n > 0 && (*edges)[n-1] == (graph.Edge{From: from, To: to}) {
		(*weights)[n-1] = max((*weights)[n-1], weight)
		return
	}
	*edges = append(*edges, graph.Edge{From: from, To: to})
	*weights = append(*weights, weight)
}

// significant keeps six digits behind the leading one: beyond it, what is shown
// would be noise of the iteration.
func significant(x float64) float64 {
	if x < 1e-12 {
		return 0
	}
	scale := math.Pow(10, 6-math.Floor(math.Log10(x)))
	return math.Round(x*scale) / scale
}
