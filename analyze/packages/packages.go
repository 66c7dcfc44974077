// Package packages shows the dependencies between packages: in an order in which
// each stands before what it depends on, reduced to the edges that say everything,
// or as a drawing.
//
// Over-reports: an edge by an uncertain name counts from Options.Floor on.
// Under-reports: dependencies that the linker left open.
package packages

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/graph"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// Schema names the report.
const Schema = "lc.packages/1"

// defaultFloor is the least confidence of an edge between files that counts.
const defaultFloor = 0.7 // Possible dispatch, at 0.6, would tie code to its tests.

// Input is the snapshot to look at.
type Input struct{ Head *store.Snapshot }

// Options tune a report.
type Options struct {
	Floor     float64 // Least confidence of an edge. 0 means 0.7.
	OmitTests bool    // Leave test files out.
	Reduce    bool    // Leave out edges that a longer path implies; only without a cycle.
}

// Package is a node.
type Package struct {
	Package string `json:"package"`
	Files   int    `json:"files"`
}

// Edge says that From depends on To.
type Edge struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Report is the answer.
type Report struct {
	analyze.Header
	Packages []Package `json:"packages"` // Dependents first when there is no cycle, else by name.
	Edges    []Edge    `json:"edges"`
	Acyclic  bool      `json:"acyclic"`
	Reduced  bool      `json:"reduced"`

	drawing *graph.Packages
}

// Run reads the package graph.
func Run(ctx context.Context, in Input, opts Options) (*Report, error) {
	floor := opts.Floor
	if floor == 0 {
		floor = defaultFloor
	}
	snap := in.Head
	files := map[string]int{}
	of := make([]string, snap.FileCount())
	for i := range of {
		f := snap.File(schema.FileID(i))
		if f.Status != schema.StatusParsed || !analyze.HoldsCode(f.Language) || opts.OmitTests && f.Flags&schema.FileTest != 0 {
			continue
		}
		of[i] = analyze.PackageOf(f)
		files[of[i]]++
	}
	var nodes []string
	for name := range files {
		nodes = append(nodes, name)
	}
	sort.Strings(nodes)
	var edges []graph.PackageEdge
	for i := range snap.FileEdgeCount() {
		if i&1023 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		e := snap.FileEdge(int32(i))
		if from, to := of[e.Source], of[e.Target]; from != "" && to != "" && float64(e.Confidence) >= floor {
			edges = append(edges, graph.PackageEdge{From: from, To: to})
		}
	}
	g, err := graph.NewPackages(nodes, edges)
	if err != nil {
		return nil, err
	}
	r := &Report{
		Header:   analyze.Header{Schema: Schema, Status: analyze.Complete, Commit: snap.Manifest().Commit},
		Packages: []Package{}, Edges: []Edge{}, Acyclic: true,
	}
	if order, err := g.Order(); err == nil {
		nodes = order
	} else if errors.Is(err, graph.ErrCyclic) {
		r.Acyclic = false
	} else {
		return nil, err
	}
	if opts.Reduce && r.Acyclic {
		if g, err = g.Reduce(); err != nil {
			return nil, err
		}
		r.Reduced = true
	}
	kept, err := g.Edges()
	if err != nil {
		return nil, err
	}
	for _, e := range kept {
		r.Edges = append(r.Edges, Edge{e.From, e.To})
	}
	for _, name := range nodes {
		r.Packages = append(r.Packages, Package{name, files[name]})
	}
	r.drawing = g
	return r, nil
}

// DOT is the graph in Graphviz's language.
func (r *Report) DOT() (string, error) { return r.drawing.DOT() }

// Mermaid is the graph as a Mermaid flow chart.
func (r *Report) Mermaid() string {
	var b strings.Builder
	b.WriteString("graph TD\n")
	id := map[string]int{}
	for i, p := range r.Packages {
		id[p.Package] = i
		fmt.Fprintf(&b, "  p%d[\"%s\"]\n", i, strings.ReplaceAll(p.Package, `"`, "'"))
	}
	for _, e := range r.Edges {
		fmt.Fprintf(&b, "  p%d --> p%d\n", id[e.From], id[e.To])
	}
	return b.String()
}
