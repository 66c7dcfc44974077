package graph

import "slices"

// Components numbers the strongly connected components of a graph.
type Components struct {
	Of    []int32 // By node: its component. A component is numbered before every component that reaches it.
	Count int32
}

// SCC finds the strongly connected components by Tarjan's algorithm without recursion.
func (g CSR) SCC() Components {
	n := int32(g.Len())
	c := Components{Of: make([]int32, n)}
	index := make([]int32, n) // Visit number from 1; 0 not visited yet.
	low := make([]int32, n)
	for v := range n {
		c.Of[v] = -1
	}
	type frame struct{ node, edge int32 }
	var stack []int32
	var calls []frame
	next := int32(1)
	for root := range n {
		if index[root] != 0 {
			continue
		}
		calls = append(calls, frame{root, g.Offsets[root]})
		index[root], low[root] = next, next
		next++
		stack = append(stack, root)
		for len(calls) > 0 {
			f := &calls[len(calls)-1]
			v := f.node
			if f.edge < g.Offsets[v+1] {
				w := g.Targets[f.edge]
				f.edge++
				switch {
				case index[w] == 0:
					index[w], low[w] = next, next
					next++
					stack = append(stack, w)
					calls = append(calls, frame{w, g.Offsets[w]})
				case c.Of[w] < 0:
					low[v] = min(low[v], index[w])
				}
				continue
			}
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				p := calls[len(calls)-1].node
				low[p] = min(low[p], low[v])
			}
			if low[v] != index[v] {
				continue
			}
			for {
				w := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				c.Of[w] = c.Count
				if w == v {
					break
				}
			}
			c.Count++
		}
	}
	return c
}

// Cyclic returns the members of every component that holds a cycle, loops left
// out, each in ascending order, ordered by their first member.
func (c Components) Cyclic() [][]int32 {
	size := make([]int32, c.Count)
	for _, id := range c.Of {
		size[id]++
	}
	at := make([]int32, c.Count)
	for i := range at {
		at[i] = -1
	}
	out := [][]int32{}
	for v, id := range c.Of {
		if size[id] < 2 {
			continue
		}
		if at[id] < 0 {
			at[id] = int32(len(out))
			out = append(out, nil)
		}
		out[at[id]] = append(out[at[id]], int32(v))
	}
	return out
}

// Induced returns the graph on members alone, renumbered by their position, with
// parallel edges merged (weights added) and loops left out. Members must be
// in ascending order.
func (g CSR) Induced(members []int32) CSR {
	type weighted struct {
		to     int32
		weight float64
	}
	s := CSR{Offsets: make([]int32, 1, len(members)+1), Weights: []float64{}}
	var out []weighted
	for i, v := range members {
		out = out[:0]
		for e := g.Offsets[v]; e < g.Offsets[v+1]; e++ {
			if j, ok := slices.BinarySearch(members, g.Targets[e]); ok && j != i {
				out = append(out, weighted{int32(j), g.weight(e)})
			}
		}
		slices.SortStableFunc(out, func(a, b weighted) int { return int(a.to - b.to) })
		for k, t := range out {
			if k > 0 && t.to == out[k-1].to {
				s.Weights[len(s.Weights)-1] += t.weight
				continue
			}
			s.Targets = append(s.Targets, t.to)
			s.Weights = append(s.Weights, t.weight)
		}
		s.Offsets = append(s.Offsets, int32(len(s.Targets)))
	}
	return s
}

// maxCycleStarts bounds from how many nodes ShortestCycle searches; beyond it a
// cycle is still found, but a shorter one may exist.
const maxCycleStarts = 2000

// ShortestCycle returns the nodes of a shortest cycle of a strongly connected
// graph, starting at its smallest node; nil when there is none. Of several the
// one found from the smallest node is returned. It costs one walk a node, for at
// most 2,000 nodes.
func (g CSR) ShortestCycle() []int32 {
	n := int32(g.Len())
	var best []int32
	dist := make([]int32, n)
	parent := make([]int32, n)
	var queue []int32
	for start := range min(n, maxCycleStarts) {
		for i := range dist {
			dist[i] = -1
		}
		dist[start] = 0
		queue = append(queue[:0], start)
	walk:
		for head := 0; head < len(queue); head++ {
			v := queue[head]
			if best != nil && int(dist[v])+1 >= len(best) {
				break
			}
			for _, w := range g.Out(v) {
				if w == start {
					if v == start {
						continue
					}
					cycle := make([]int32, dist[v]+1)
					for i, at := len(cycle)-1, v; i >= 0; i-- {
						cycle[i] = at
						at = parent[at]
					}
					best = cycle
					break walk
				}
				if dist[w] < 0 {
					dist[w], parent[w] = dist[v]+1, v
					queue = append(queue, w)
				}
			}
		}
		if len(best) == 2 {
			break
		}
	}
	if best == nil {
		return nil
	}
	first := 0
	for i, v := range best {
		if v < best[first] {
			first = i
		}
	}
	return append(append([]int32{}, best[first:]...), best[:first]...)
}
