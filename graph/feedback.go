package graph

import "math"

// Feedback is a set of edges whose removal leaves no cycle.
type Feedback struct {
	Edges  []int32 // Positions in Targets, ascending.
	Weight float64 // Sum of the weights of Edges.
	Exact  bool    // No lighter set exists.
}

// maxExactNodes is where the exact search stops being tried: it keeps two
// numbers for each of the 2^n subsets of nodes.
const maxExactNodes = 16

// FeedbackArcs returns a lightest set of edges to cut so that no cycle is left.
// Up to 16 nodes the answer is exact (dynamic programming over subsets, n·2^n
// steps); beyond, each node is placed by Eades, Lin and Smyth's rule and then moved
// while that lightens the cut, and Exact is false. Loops are ignored.
func (g CSR) FeedbackArcs() Feedback {
	n := g.Len()
	if n == 0 {
		return Feedback{Edges: []int32{}, Exact: true}
	}
	var order []int32
	exact := n <= maxExactNodes
	if exact {
		order = g.exactOrder()
	} else {
		order = g.improve(g.greedyOrder())
	}
	at := make([]int32, n)
	for i, v := range order {
		at[v] = int32(i)
	}
	f := Feedback{Edges: []int32{}, Exact: exact}
	for v := range int32(n) {
		for e := g.Offsets[v]; e < g.Offsets[v+1]; e++ {
			if w := g.Targets[e]; at[w] < at[v] {
				f.Edges = append(f.Edges, e)
				f.Weight += g.weight(e)
			}
		}
	}
	return f
}

// matrix returns the summed weight between every two nodes.
func (g CSR) matrix() [][]float64 {
	n := int32(g.Len())
	m := make([][]float64, n)
	for v := range n {
		m[v] = make([]float64, n)
		for e := g.Offsets[v]; e < g.Offsets[v+1]; e++ {
			if w := g.Targets[e]; w != v {
				m[v][w] += g.weight(e)
			}
		}
	}
	return m
}

// exactOrder finds the order with the lightest backward edges: best[S] is the
// least weight of backward edges among orders that put exactly S first.
func (g CSR) exactOrder() []int32 {
	n := g.Len()
	m := g.matrix()
	size := 1 << n
	best := make([]float64, size)
	last := make([]int8, size)
	for s := 1; s < size; s++ {
		best[s] = math.Inf(1)
		for v := range n {
			if s&(1<<v) == 0 {
				continue
			}
			rest := s &^ (1 << v)
			cost := best[rest]
			for u := range n { // Edges from v back into what stands before it.
				if rest&(1<<u) != 0 {
					cost += m[v][u]
				}
			}
			if cost < best[s] {
				best[s], last[s] = cost, int8(v)
			}
		}
	}
	order := make([]int32, n)
	for s, i := size-1, n-1; i >= 0; i-- {
		order[i] = int32(last[s])
		s &^= 1 << last[s]
	}
	return order
}

// greedyOrder peels sinks to the back, sources to the front, else the node with
// the greatest surplus of outgoing weight to the front.
func (g CSR) greedyOrder() []int32 {
	n := int32(g.Len())
	r := g.Reverse()
	in, out := make([]float64, n), make([]float64, n)
	inN, outN := make([]int32, n), make([]int32, n)
	for v := range n {
		for e := g.Offsets[v]; e < g.Offsets[v+1]; e++ {
			if w := g.Targets[e]; w != v {
				out[v] += g.weight(e)
				in[w] += g.weight(e)
				outN[v]++
				inN[w]++
			}
		}
	}
	gone := make([]bool, n)
	var front, back []int32
	remove := func(v int32) {
		gone[v] = true
		for e := g.Offsets[v]; e < g.Offsets[v+1]; e++ {
			w := g.Targets[e]
			in[w] -= g.weight(e)
			inN[w]--
		}
		for e := r.Offsets[v]; e < r.Offsets[v+1]; e++ {
			w := r.Targets[e]
			out[w] -= r.weight(e)
			outN[w]--
		}
	}
	for left := n; left > 0; left-- {
		pick, toBack := int32(-1), false
		bestGain := math.Inf(-1)
		for v := range n {
			if gone[v] {
				continue
			}
			if outN[v] == 0 {
				pick, toBack = v, true
				break
			}
			if inN[v] == 0 {
				pick, toBack = v, false
				break
			}
			if gain := out[v] - in[v]; gain > bestGain {
				pick, bestGain, toBack = v, gain, false
			}
		}
		remove(pick)
		if toBack {
			back = append(back, pick)
		} else {
			front = append(front, pick)
		}
	}
	for i := len(back) - 1; i >= 0; i-- {
		front = append(front, back[i])
	}
	return front
}

// maxImproveNodes bounds improve, which costs the square of the nodes a round.
const maxImproveNodes = 600

// improveRounds bounds how often improve goes through all nodes.
const improveRounds = 8

// improve moves single nodes to where they cause the lightest backward edges.
func (g CSR) improve(order []int32) []int32 {
	n := len(order)
	if n > maxImproveNodes {
		return order
	}
	m := g.matrix()
	for range improveRounds {
		moved := false
		for i := 0; i < n; i++ {
			v := order[i]
			best, bestAt := 0.0, i
			delta := 0.0
			for j := i - 1; j >= 0; j-- { // v moves before order[j].
				u := order[j]
				delta += m[u][v] - m[v][u]
				if delta < best-1e-9 {
					best, bestAt = delta, j
				}
			}
			delta = 0
			for j := i + 1; j < n; j++ { // v moves behind order[j].
				u := order[j]
				delta += m[v][u] - m[u][v]
				if delta < best-1e-9 {
					best, bestAt = delta, j
				}
			}
			if bestAt == i {
				continue
			}
			moved = true
			if bestAt < i {
				copy(order[bestAt+1:i+1], order[bestAt:i])
			} else {
				copy(order[i:bestAt], order[i+1:bestAt+1])
			}
			order[bestAt] = v
		}
		if !moved {
			break
		}
	}
	return order
}
