package graph_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lc-index/lc/graph"
	"pgregory.net/rapid"
)

// drawGraph draws a graph of at most max nodes.
func drawGraph(t *rapid.T, max int) (int, []graph.Edge) {
	n := rapid.IntRange(1, max).Draw(t, "n")
	pair := rapid.Custom(func(t *rapid.T) graph.Edge {
		return graph.Edge{
			From: rapid.Int32Range(0, int32(n-1)).Draw(t, "from"),
			To:   rapid.Int32Range(0, int32(n-1)).Draw(t, "to"),
		}
	})
	return n, rapid.SliceOfN(pair, 0, 3*n).Draw(t, "edges")
}

// closure is the slow twin of every walk: Floyd and Warshall's distances.
func closure(n int, edges []graph.Edge) [][]int {
	const far = 1 << 20
	d := make([][]int, n)
	for i := range d {
		d[i] = make([]int, n)
		for j := range d[i] {
			if i != j {
				d[i][j] = far
			}
		}
	}
	for _, e := range edges {
		d[e.From][e.To] = min(d[e.From][e.To], 1)
	}
	for k := range n {
		for i := range n {
			for j := range n {
				d[i][j] = min(d[i][j], d[i][k]+d[k][j])
			}
		}
	}
	return d
}

func TestReachEqualsClosure(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n, edges := drawGraph(t, 20)
		g, d := graph.FromEdges(n, edges), closure(n, edges)
		src := rapid.Int32Range(0, int32(n-1)).Draw(t, "src")
		depth := rapid.IntRange(-1, 4).Draw(t, "depth")
		r := g.Reach([]int32{src}, depth)
		for v := range n {
			want := int32(d[src][v])
			if want >= 1<<20 || depth >= 0 && want > int32(depth) {
				want = -1
			}
			if r.Distance[v] != want {
				t.Fatalf("distance of %d from %d is %d, want %d", v, src, r.Distance[v], want)
			}
			path := r.PathTo(int32(v))
			if len(path) != int(want)+1 {
				t.Fatalf("path to %d is %v at distance %d", v, path, want)
			}
			for i := 1; i < len(path); i++ {
				if !slices.Contains(edges, graph.Edge{From: path[i-1], To: path[i]}) {
					t.Fatalf("path %v uses an edge that does not exist", path)
				}
			}
		}
	})
}

func TestSCCEqualsMutualReach(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n, edges := drawGraph(t, 20)
		d := closure(n, edges)
		c := graph.FromEdges(n, edges).SCC()
		for a := range n {
			for b := range n {
				mutual := d[a][b] < 1<<20 && d[b][a] < 1<<20
				if same := c.Of[a] == c.Of[b]; same != mutual {
					t.Fatalf("%d and %d: same component %v, mutually reachable %v", a, b, same, mutual)
				}
				if d[a][b] < 1<<20 && c.Of[a] < c.Of[b] {
					t.Fatalf("%d reaches %d but is numbered first", a, b)
				}
			}
		}
		for _, members := range c.Cyclic() {
			if len(members) < 2 || !slices.IsSorted(members) {
				t.Fatalf("cyclic component %v", members)
			}
			sub := graph.FromEdges(n, edges).Induced(members)
			cycle := sub.ShortestCycle()
			shortest := 1 << 20
			for _, a := range members {
				for _, b := range members {
					if a != b {
						shortest = min(shortest, d[a][b]+d[b][a])
					}
				}
			}
			if len(cycle) != shortest {
				t.Fatalf("shortest cycle %v, want length %d", cycle, shortest)
			}
			for i, v := range cycle {
				if !slices.Contains(sub.Out(v), cycle[(i+1)%len(cycle)]) {
					t.Fatalf("cycle %v has no edge from %d", cycle, v)
				}
			}
		}
	})
}

func TestReverseTwiceKeepsEdges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n, edges := drawGraph(t, 20)
		list := func(g graph.CSR) (out []graph.Edge) {
			for v := range int32(g.Len()) {
				for _, w := range g.Out(v) {
					out = append(out, graph.Edge{From: v, To: w})
				}
			}
			slices.SortFunc(out, func(a, b graph.Edge) int { return int(a.From-b.From)*100 + int(a.To-b.To) })
			return out
		}
		g := graph.FromEdges(n, edges)
		if d := cmp.Diff(list(g), list(g.Reverse().Reverse())); d != "" {
			t.Fatalf("edges after two turns (-want +got):\n%s", d)
		}
		in := g.InDegrees()
		r := g.Reverse()
		for v := range int32(n) {
			if in[v] != r.OutDegree(v) {
				t.Fatalf("in-degree of %d: %d and %d", v, in[v], r.OutDegree(v))
			}
		}
	})
}

// lightestCut tries every set of edges.
func lightestCut(n int, g graph.CSR) float64 {
	best := math.Inf(1)
	for set := range 1 << len(g.Targets) {
		weight := 0.0
		var rest []graph.Edge
		for v := range int32(n) {
			for e := g.Offsets[v]; e < g.Offsets[v+1]; e++ {
				if set&(1<<e) != 0 {
					weight += g.Weights[e]
				} else {
					rest = append(rest, graph.Edge{From: v, To: g.Targets[e]})
				}
			}
		}
		if weight < best && len(graph.FromEdges(n, rest).SCC().Cyclic()) == 0 {
			best = weight
		}
	}
	return best
}

func TestFeedbackArcsEqualsEverySet(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n, edges := drawGraph(t, 5)
		all := make([]int32, n)
		for i := range all {
			all[i] = int32(i)
		}
		g := graph.FromEdges(n, edges[:min(len(edges), 10)]).Induced(all)
		f := g.FeedbackArcs()
		if want := lightestCut(n, g); f.Weight != want || !f.Exact {
			t.Fatalf("weight %v exact %v, want %v", f.Weight, f.Exact, want)
		}
	})
}

func TestFeedbackArcsOfLargeGraphsBreakEveryCycle(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n, edges := drawGraph(t, 40)
		n = max(n, 17)
		g := graph.FromEdges(n, edges)
		f := g.FeedbackArcs()
		var rest []graph.Edge
		for v := range int32(n) {
			for e := g.Offsets[v]; e < g.Offsets[v+1]; e++ {
				if !slices.Contains(f.Edges, e) {
					rest = append(rest, graph.Edge{From: v, To: g.Targets[e]})
				}
			}
		}
		if c := graph.FromEdges(n, rest).SCC().Cyclic(); len(c) != 0 {
			t.Fatalf("cycles left after the cut: %v", c)
		}
		if f.Exact {
			t.Fatal("a greedy answer calls itself exact")
		}
	})
}

// pageRankMatrix iterates the dense matrix.
func pageRankMatrix(n int, edges []graph.Edge, start []float64) []float64 {
	out := make([]float64, n)
	for _, e := range edges {
		out[e.From]++
	}
	rank := slices.Clone(start)
	for range 400 {
		next := make([]float64, n)
		for v := range n {
			next[v] += 0.15 * start[v]
			if out[v] == 0 {
				for w := range n {
					next[w] += 0.85 * rank[v] * start[w]
				}
			}
		}
		for _, e := range edges {
			next[e.To] += 0.85 * rank[e.From] / out[e.From]
		}
		rank = next
	}
	return rank
}

func TestPageRankEqualsMatrix(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n, edges := drawGraph(t, 15)
		seed := rapid.IntRange(-1, n-1).Draw(t, "seed")
		start := make([]float64, n)
		var personal []float64
		for v := range start {
			start[v] = 1 / float64(n)
		}
		if seed >= 0 {
			clear(start)
			start[seed] = 1
			personal = make([]float64, n)
			personal[seed] = 7
		}
		got := graph.FromEdges(n, edges).PageRank(graph.RankOptions{Personal: personal})
		want := pageRankMatrix(n, edges, start)
		sum := 0.0
		for v := range got {
			sum += got[v]
			if math.Abs(got[v]-want[v]) > 1e-6 {
				t.Fatalf("rank of %d is %v, want %v", v, got[v], want[v])
			}
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("ranks sum to %v", sum)
		}
	})
}

func TestPageRankByHand(t *testing.T) {
	t.Parallel()
	// 0 → 1 → 0 is symmetric; 2 is entered by the jump alone.
	got := graph.FromEdges(3, []graph.Edge{{From: 0, To: 1}, {From: 1, To: 0}, {From: 2, To: 0}}).PageRank(graph.RankOptions{})
	jump := 0.05
	if math.Abs(got[2]-jump) > 1e-9 {
		t.Errorf("rank of a node without entries is %v, want %v", got[2], jump)
	}
	if r0 := jump + 0.85*(got[1]+got[2]); math.Abs(got[0]-r0) > 1e-7 {
		t.Errorf("rank of 0 is %v, want %v", got[0], r0)
	}
}

func TestEigenvectorIsAnEigenvector(t *testing.T) {
	t.Parallel()
	// A triangle 0 ↔ 1 ↔ 2 ↔ 0 with a pendant 3 ↔ 0.
	edges := []graph.Edge{
		{From: 0, To: 1}, {From: 1, To: 0}, {From: 1, To: 2}, {From: 2, To: 1},
		{From: 2, To: 0}, {From: 0, To: 2}, {From: 3, To: 0}, {From: 0, To: 3},
	}
	x := graph.FromEdges(4, edges).Eigenvector()
	y := make([]float64, 4)
	for _, e := range edges {
		y[e.To] += x[e.From]
	}
	lambda := y[0] / x[0]
	for v := range x {
		if math.Abs(y[v]-lambda*x[v]) > 1e-6 {
			t.Errorf("component %d: %v, want %v times %v", v, y[v], lambda, x[v])
		}
	}
	if !(x[0] > x[1] && x[1] > x[3]) {
		t.Errorf("centrality %v is not in the order of the links", x)
	}
}

func TestEmptyGraph(t *testing.T) {
	t.Parallel()
	g := graph.FromEdges(0, nil)
	if n := len(g.PageRank(graph.RankOptions{})) + len(g.Eigenvector()) + len(g.SCC().Cyclic()) + len(g.FeedbackArcs().Edges) + len(g.ShortestCycle()); n != 0 {
		t.Errorf("%d answers about nothing", n)
	}
	if r := g.Reach(nil, -1); len(r.Order) != 0 {
		t.Errorf("reached %v", r.Order)
	}
}

func TestPackages(t *testing.T) {
	t.Parallel()
	p, err := graph.NewPackages([]string{"lone"}, []graph.PackageEdge{
		{From: "cmd", To: "index", Label: "3"}, {From: "index", To: "store"}, {From: "cmd", To: "store"}, {From: "cmd", To: "cmd"}, {From: "cmd", To: "store"},
	})
	if err != nil {
		t.Fatal(err)
	}
	order, err := p.Order()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"cmd", "lone", "index", "store"}, order); d != "" {
		t.Errorf("order (-want +got):\n%s", d)
	}
	r, err := p.Reduce()
	if err != nil {
		t.Fatal(err)
	}
	edges, err := r.Edges()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]graph.PackageEdge{{From: "cmd", To: "index", Label: "3"}, {From: "index", To: "store"}}, edges); d != "" {
		t.Errorf("reduced edges (-want +got):\n%s", d)
	}
	first, err := p.DOT()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"digraph", `"cmd" -> "store"`, `"lone"`} {
		if !strings.Contains(first, want) {
			t.Errorf("no %s in\n%s", want, first)
		}
	}
	for range 20 {
		if again, _ := p.DOT(); again != first {
			t.Fatalf("drawn differently:\n%s\n%s", first, again)
		}
	}
}

func TestPackagesWithACycle(t *testing.T) {
	t.Parallel()
	p, err := graph.NewPackages(nil, []graph.PackageEdge{{From: "a", To: "b"}, {From: "b", To: "a"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Order(); !errors.Is(err, graph.ErrCyclic) {
		t.Errorf("Order: %v, want ErrCyclic", err)
	}
	if _, err := p.Reduce(); !errors.Is(err, graph.ErrCyclic) {
		t.Errorf("Reduce: %v, want ErrCyclic", err)
	}
}
