package index

import (
	"context"

	"github.com/lc-index/lc/graph"
	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/rows"
	"github.com/lc-index/lc/store/schema"
)

// number turns facts and links into tables.
func (r *runner) number(context.Context) error {
	r.names = rows.Names{Identity: link.SymbolStrings(&r.in), Qualified: make([][]string, len(r.in.Files))}
	for i := range r.in.Files {
		facts := r.in.Files[i].Facts
		if facts == nil {
			continue
		}
		qualified := make([]string, len(facts.Symbols))
		for j := range facts.Symbols {
			if !facts.Symbols[j].Kind.IsLocal() {
				qualified[j] = link.QualifiedName(&r.in.Files[i], int32(j))
			}
		}
		r.names.Qualified[i] = qualified
	}
	rows.Build(&r.in, r.out, r.names, &r.rows)
	return nil
}

// rank weighs symbols and files by who depends on them.
func (r *runner) rank(context.Context) error {
	edges := make([]graph.Edge, len(r.rows.Edges))
	weights := make([]float64, len(r.rows.Edges))
	for i := range r.rows.Edges {
		e := &r.rows.Edges[i]
		edges[i] = graph.Edge{From: int32(e.Source), To: int32(e.Target)}
		weights[i] = float64(e.Confidence)
	}
	r.rows.Ranks = graph.FromWeighted(len(r.rows.Symbols), edges, weights).PageRank(graph.RankOptions{})
	edges, weights = make([]graph.Edge, len(r.rows.FileEdges)), make([]float64, len(r.rows.FileEdges))
	for i := range r.rows.FileEdges {
		e := &r.rows.FileEdges[i]
		edges[i] = graph.Edge{From: int32(e.Source), To: int32(e.Target)}
		weights[i] = float64(e.Confidence)
	}
	r.rows.FileRanks = graph.FromWeighted(len(r.rows.Files), edges, weights).PageRank(graph.RankOptions{})
	return nil
}

// addHistory joins the commits to the files that still exist. Without a readable
// history the tables are empty and a problem says so.
func (r *runner) addHistory(context.Context) error {
	if r.history == nil {
		return nil
	}
	h, err := r.history.Wait()
	r.history = nil
	if err != nil {
		r.rows.Problems = append(r.rows.Problems, schema.Problem{Stage: "history", Reason: err.Error(), Line: schema.None})
		return nil
	}
	byPath := make(map[string]schema.FileID, len(r.rows.Files))
	for i := range r.rows.Files {
		byPath[r.rows.Files[i].Path] = schema.FileID(i)
	}
	r.rows.Commits = h.Commits
	for _, c := range h.Changes {
		if id, ok := byPath[c.Path]; ok {
			r.rows.Changes = append(r.rows.Changes, schema.Change{Commit: c.Commit, File: id, Added: c.Added, Deleted: c.Deleted})
		}
	}
	return nil
}
