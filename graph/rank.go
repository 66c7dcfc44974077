package graph

import "math"

// RankOptions tune PageRank. The zero value is the usual PageRank.
type RankOptions struct {
	Damping    float64 // Chance of following an edge. 0 means 0.85.
	Iterations int     // At most. 0 means 100.
	Tolerance  float64 // Stop when ranks move by less in sum. 0 means 1e-9.

	// Personal is where a walk starts anew, by node; negative entries count as 0.
	// Nil, or a sum of 0, means anywhere alike.
	Personal []float64
}

// PageRank returns the stationary weight of each node under a walk that follows
// edges by weight. The weights sum to 1; nodes without an outgoing edge hand their
// weight to the starting distribution. Empty for an empty graph.
func (g CSR) PageRank(opts RankOptions) []float64 {
	n := g.Len()
	if n == 0 {
		return []float64{}
	}
	if opts.Damping == 0 {
		opts.Damping = 0.85
	}
	if opts.Iterations == 0 {
		opts.Iterations = 100
	}
	if opts.Tolerance == 0 {
		opts.Tolerance = 1e-9
	}
	start := distribution(n, opts.Personal)
	total := make([]float64, n) // Outgoing weight.
	for v := range int32(n) {
		for e := g.Offsets[v]; e < g.Offsets[v+1]; e++ {
			total[v] += max(g.weight(e), 0)
		}
	}
	in := g.Reverse()
	rank := append([]float64(nil), start...)
	next := make([]float64, n)
	share := make([]float64, n)
	for range opts.Iterations {
		dangling := 0.0
		for v := range n {
			if total[v] > 0 {
				share[v] = rank[v] / total[v]
			} else {
				share[v] = 0
				dangling += rank[v]
			}
		}
		moved := 0.0
		for v := range int32(n) {
			sum := 0.0
			for e := in.Offsets[v]; e < in.Offsets[v+1]; e++ {
				sum += float64(share[in.Targets[e]] * max(in.weight(e), 0))
			}
			sum += float64(dangling * start[v])
			value := float64(opts.Damping*sum) + float64((1-opts.Damping)*start[v])
			moved += math.Abs(value - rank[v])
			next[v] = value
		}
		rank, next = next, rank
		if moved < opts.Tolerance {
			break
		}
	}
	return rank
}

func distribution(n int, personal []float64) []float64 {
	start := make([]float64, n)
	sum := 0.0
	for i, p := range personal {
		if i < n && p > 0 {
			start[i] = p
			sum += p
		}
	}
	for i := range start {
		if sum > 0 {
			start[i] /= sum
		} else {
			start[i] = 1 / float64(n)
		}
	}
	return start
}

// eigenRounds bounds the power iteration of Eigenvector.
const eigenRounds = 200

// Eigenvector returns the eigenvector centrality by incoming edges, scaled to
// length 1. The iteration runs on the matrix plus identity, which has the same
// eigenvectors and converges on bipartite graphs too. Without a cycle the true
// vector is 0; what is returned then is the direction that the iteration tends to.
func (g CSR) Eigenvector() []float64 {
	n := g.Len()
	if n == 0 {
		return []float64{}
	}
	in := g.Reverse()
	x, next := make([]float64, n), make([]float64, n)
	for v := range x {
		x[v] = 1 / math.Sqrt(float64(n))
	}
	for range eigenRounds {
		norm := 0.0
		for v := range int32(n) {
			sum := x[v]
			for e := in.Offsets[v]; e < in.Offsets[v+1]; e++ {
				sum += float64(x[in.Targets[e]] * in.weight(e))
			}
			next[v] = sum
			norm += float64(sum * sum)
		}
		norm = math.Sqrt(norm)
		moved := 0.0
		for v := range next {
			next[v] /= norm
			moved += math.Abs(next[v] - x[v])
		}
		x, next = next, x
		if moved < 1e-10 {
			break
		}
	}
	return x
}
