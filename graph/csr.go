package graph

// CSR is a directed graph on the nodes 0 … Len()-1. It is immutable after
// construction and safe for concurrent use.
type CSR struct {
	Offsets []int32   // One more than there are nodes.
	Targets []int32   // Targets of node v at Offsets[v]:Offsets[v+1].
	Weights []float64 // Parallel to Targets; nil means that every edge weighs 1.
}

// Edge is one edge of a graph under construction.
type Edge struct{ From, To int32 }

// FromEdges builds a graph of n nodes. Edges that leave one node keep their order;
// parallel edges and loops are kept.
func FromEdges(n int, edges []Edge) CSR { return FromWeighted(n, edges, nil) }

// FromWeighted is FromEdges with a weight an edge. Nil weights mean 1.
func FromWeighted(n int, edges []Edge, weights []float64) CSR {
	g := CSR{Offsets: make([]int32, n+1), Targets: make([]int32, len(edges))}
	if weights != nil {
		g.Weights = make([]float64, len(edges))
	}
	for _, e := range edges {
		g.Offsets[e.From+1]++
	}
	for v := range n {
		g.Offsets[v+1] += g.Offsets[v]
	}
	next := append([]int32(nil), g.Offsets...)
	for i, e := range edges {
		at := next[e.From]
		next[e.From]++
		g.Targets[at] = e.To
		if weights != nil {
			g.Weights[at] = weights[i]
		}
	}
	return g
}

// Len returns the number of nodes.
func (g CSR) Len() int { return max(len(g.Offsets)-1, 0) }

// Out returns the targets of v. The slice must not be changed.
func (g CSR) Out(v int32) []int32 { return g.Targets[g.Offsets[v]:g.Offsets[v+1]] }

// OutDegree returns the number of edges that leave v.
func (g CSR) OutDegree(v int32) int32 { return g.Offsets[v+1] - g.Offsets[v] }

// InDegrees returns the number of edges that enter each node.
func (g CSR) InDegrees() []int32 {
	in := make([]int32, g.Len())
	for _, w := range g.Targets {
		in[w]++
	}
	return in
}

func (g CSR) weight(i int32) float64 {
	if g.Weights == nil {
		return 1
	}
	return g.Weights[i]
}

// Reverse returns the graph with every edge turned round. The edges of a node are
// ordered by their old source.
func (g CSR) Reverse() CSR {
	n := g.Len()
	r := CSR{Offsets: make([]int32, n+1), Targets: make([]int32, len(g.Targets))}
	if g.Weights != nil {
		r.Weights = make([]float64, len(g.Targets))
	}
	for _, w := range g.Targets {
		r.Offsets[w+1]++
	}
	for v := range n {
		r.Offsets[v+1] += r.Offsets[v]
	}
	next := append([]int32(nil), r.Offsets...)
	for v := range int32(n) {
		for i := g.Offsets[v]; i < g.Offsets[v+1]; i++ {
			at := next[g.Targets[i]]
			next[g.Targets[i]]++
			r.Targets[at] = v
			if g.Weights != nil {
				r.Weights[at] = g.Weights[i]
			}
		}
	}
	return r
}

// Reached is the outcome of a breadth-first walk.
type Reached struct {
	Distance []int32 // By node: edges from the nearest source, -1 when not reached.
	Parent   []int32 // By node: the node before it on a shortest path, -1 for sources and the unreached.
	Order    []int32 // Reached nodes, nearest first.
}

// Reach walks from sources along edges. A maxDepth below 0 means no limit. Of
// several shortest paths the one through the earliest reached parent is kept.
func (g CSR) Reach(sources []int32, maxDepth int) Reached {
	n := g.Len()
	r := Reached{Distance: make([]int32, n), Parent: make([]int32, n)}
	for v := range n {
		r.Distance[v], r.Parent[v] = -1, -1
	}
	for _, s := range sources {
		if r.Distance[s] < 0 {
			r.Distance[s] = 0
			r.Order = append(r.Order, s)
		}
	}
	for head := 0; head < len(r.Order); head++ {
		v := r.Order[head]
		if maxDepth >= 0 && int(r.Distance[v]) >= maxDepth {
			continue
		}
		for _, w := range g.Out(v) {
			if r.Distance[w] < 0 {
				r.Distance[w], r.Parent[w] = r.Distance[v]+1, v
				r.Order = append(r.Order, w)
			}
		}
	}
	return r
}

// PathTo returns the nodes from a source to v, both included; nil when v was not reached.
func (r Reached) PathTo(v int32) []int32 {
	if r.Distance[v] < 0 {
		return nil
	}
	path := make([]int32, r.Distance[v]+1)
	for i := len(path) - 1; i >= 0; i-- {
		path[i] = v
		v = r.Parent[v]
	}
	return path
}
