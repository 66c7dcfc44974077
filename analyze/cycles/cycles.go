// Package cycles finds dependency cycles between files and between packages, and
// what to cut.
//
// Between files an edge is an import that was resolved to a file; in languages
// where files of one package see each other without imports (Java and its like)
// any reference is. Between packages it is any reference. A cycle is a strongly
// connected component; its class is the weakest kind of edge that it needs: static
// when run-time imports alone close it, else re-export, lazy, type or test.
// Under-reports: imports that could not be resolved, which are counted in
// undecided. Over-reports: references by name below certainty, when the
// floor is lowered.
package cycles

import (
	"context"
	"fmt"
	"sort"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/graph"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// Schema names the report.
const Schema = "lc.cycles/1"

// Input is the snapshot that is asked.
type Input struct{ Head *store.Snapshot }

// Options tune a report. The zero value looks at files and packages.
type Options struct {
	Levels []string // "file", "package"; empty means both.
	Floor  float64  // Least confidence of an edge. 0 means 0.7.
	// Classes counts only these import classes ("static", "type", …); empty means all.
	Classes []string
}

// Cycle is one strongly connected component.
type Cycle struct {
	Level    string      `json:"level"`
	Members  []string    `json:"members"`
	Shortest []string    `json:"shortest"` // A shortest cycle, its first member not repeated.
	Cut      [][3]string `json:"cut"`      // From, to, class: edges to remove so that no cycle is left.
	Exact    bool        `json:"exact"`    // No smaller cut exists.
	Class    string      `json:"class"`
	Edges    int         `json:"edges"` // Inside the component.
}

// Report is the answer, files before packages, larger cycles first.
type Report struct {
	analyze.Header
	Cycles    []Cycle             `json:"cycles"`
	Undecided []analyze.Undecided `json:"undecided"`
}

// DefaultFloor leaves out what the source does not spell: possible targets of a
// dispatching call (0.6) and bare names (0.5) need no other file to compile.
const DefaultFloor = 0.7

// strength orders classes from the weakest coupling to the strongest.
var strength = map[schema.ImportClass]int{
	schema.ImportTest: 0, schema.ImportType: 1, schema.ImportLazy: 2, schema.ImportReexport: 3, schema.ImportStatic: 4,
}

var byStrength = []schema.ImportClass{schema.ImportTest, schema.ImportType, schema.ImportLazy, schema.ImportReexport, schema.ImportStatic}

// Run finds the cycles of a snapshot.
func Run(ctx context.Context, in Input, opts Options) (*Report, error) {
	if opts.Floor == 0 {
		opts.Floor = DefaultFloor
	}
	if len(opts.Levels) == 0 {
		opts.Levels = []string{"file", "package"}
	}
	r := &Report{
		Header: analyze.Header{Schema: Schema, Status: analyze.Complete, Commit: in.Head.Manifest().Commit},
		Cycles: []Cycle{}, Undecided: []analyze.Undecided{},
	}
	allowed := map[string]bool{}
	for _, c := range opts.Classes {
		if _, ok := schema.Parse[schema.ImportClass](schema.ImportClassNames(), c); !ok {
			return nil, fmt.Errorf("import class %q: want one of %v", c, schema.ImportClassNames())
		}
		allowed[c] = true
	}
	for _, level := range opts.Levels {
		var net *network
		switch level {
		case "file":
			net = fileNetwork(in.Head, opts.Floor)
		case "package":
			net = packageNetwork(in.Head, opts.Floor)
		default:
			return nil, fmt.Errorf("level %q: want file or package", level)
		}
		if len(allowed) > 0 {
			net.keep(func(c schema.ImportClass) bool { return allowed[c.String()] })
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r.Cycles = append(r.Cycles, net.cycles(level)...)
	}
	if err := undecided(ctx, in.Head, r); err != nil {
		return nil, err
	}
	return r, nil
}

type key struct{ from, to int32 }

// network is a graph with names and classes.
type network struct {
	names []string
	class map[key]schema.ImportClass
}

func (n *network) add(from, to int32, c schema.ImportClass) {
	if from == to {
		return
	}
	k := key{from, to}
	if old, ok := n.class[k]; !ok || strength[c] > strength[old] {
		n.class[k] = c
	}
}

func (n *network) keep(ok func(schema.ImportClass) bool) {
	for k, c := range n.class {
		if !ok(c) {
			delete(n.class, k)
		}
	}
}

// edges lists the edges at least as strong as least, in order.
func (n *network) edges(least int) []graph.Edge {
	out := make([]graph.Edge, 0, len(n.class))
	for k, c := range n.class {
		if strength[c] >= least {
			out = append(out, graph.Edge{From: k.from, To: k.to})
		}
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].From != out[j].From {
			return out[i].From < out[j].From
		}
		return out[i].To < out[j].To
	})
	return out
}

func (n *network) cycles(level string) []Cycle {
	g := graph.FromEdges(len(n.names), n.edges(0))
	out := []Cycle{}
	for _, members := range g.SCC().Cyclic() {
		sub := g.Induced(members)
		c := Cycle{Level: level, Edges: len(sub.Targets), Class: n.classOf(members).String(), Cut: [][3]string{}}
		for _, m := range members {
			c.Members = append(c.Members, n.names[m])
		}
		for _, m := range sub.ShortestCycle() {
			c.Shortest = append(c.Shortest, n.names[members[m]])
		}
		cut := sub.FeedbackArcs()
		c.Exact = cut.Exact
		from := int32(0)
		for _, e := range cut.Edges {
			for sub.Offsets[from+1] <= e {
				from++
			}
			a, b := members[from], members[sub.Targets[e]]
			c.Cut = append(c.Cut, [3]string{n.names[a], n.names[b], n.class[key{a, b}].String()})
		}
		out = append(out, c)
	}
	sort.SliceStable(out, func(i, j int) bool {
		if len(out[i].Members) != len(out[j].Members) {
			return len(out[i].Members) > len(out[j].Members)
		}
		return out[i].Members[0] < out[j].Members[0]
	})
	return out
}

// classOf returns the strongest class whose edges, and stronger ones, still close
// a cycle among members.
func (n *network) classOf(members []int32) schema.ImportClass {
	for i := len(byStrength) - 1; i > 0; i-- {
		g := graph.FromEdges(len(n.names), n.edges(i)).Induced(members)
		if len(g.SCC().Cyclic()) > 0 {
			return byStrength[i]
		}
	}
	return byStrength[0]
}

// seesPackage names the languages whose files use their package without imports.
var seesPackage = map[string]bool{"java": true, "kotlin": true, "scala": true, "c#": true, "csharp": true, "swift": true}

func classOf(snap *store.Snapshot, e schema.FileEdge) schema.ImportClass {
	if snap.File(e.Source).Flags&schema.FileTest != 0 {
		return schema.ImportTest
	}
	return e.Class
}

func fileNetwork(snap *store.Snapshot, floor float64) *network {
	n := &network{class: map[key]schema.ImportClass{}}
	for i := range snap.FileCount() {
		n.names = append(n.names, snap.FilePath(schema.FileID(i)))
	}
	for i := range snap.FileEdgeCount() {
		e := snap.FileEdge(int32(i))
		if float64(e.Confidence) < floor || e.Kind != schema.EdgeImport && !seesPackage[snap.File(e.Source).Language] {
			continue
		}
		n.add(int32(e.Source), int32(e.Target), classOf(snap, e))
	}
	return n
}

func packageNetwork(snap *store.Snapshot, floor float64) *network {
	n := &network{class: map[key]schema.ImportClass{}}
	at := map[string]int32{}
	of := make([]int32, snap.FileCount())
	var names []string
	for i := range of {
		names = append(names, analyze.PackageOf(snap.File(schema.FileID(i))))
	}
	sorted := append([]string(nil), names...)
	sort.Strings(sorted)
	for _, name := range sorted {
		if _, ok := at[name]; !ok {
			at[name] = int32(len(n.names))
			n.names = append(n.names, name)
		}
	}
	for i, name := range names {
		of[i] = at[name]
	}
	for i := range snap.FileEdgeCount() {
		if e := snap.FileEdge(int32(i)); float64(e.Confidence) >= floor {
			n.add(of[e.Source], of[e.Target], classOf(snap, e))
		}
	}
	return n
}

func undecided(ctx context.Context, snap *store.Snapshot, r *Report) error {
	for i := range snap.FileCount() {
		if i&1023 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		id := schema.FileID(i)
		open := 0
		for _, m := range snap.Imports(id) {
			if m.TargetFile == schema.None && !m.External && m.TargetPackage == "" {
				open++
			}
		}
		if open > 0 {
			r.Undecided = append(r.Undecided, analyze.Undecided{Path: snap.FilePath(id), Reason: fmt.Sprintf("%d imports could not be resolved", open)})
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
	return nil
}
