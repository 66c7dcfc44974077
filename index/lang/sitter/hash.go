package sitter

import (
	"hash/fnv"
)

// Hash digests the tokens and the shape of the node without comments and white
// space, so that formatting and comments change nothing while a statement that
// leaves its block does. skip reports subtrees to leave out (nested declarations
// that have rows of their own); nil leaves out nothing.
func (n Node) Hash(skip func(Node) bool) uint64 {
	if n.t == nil {
		return 0
	}
	h := fnv.New64a()
	var open []int32 // Ends of the subtrees that are open.
	for i, end := n.i, n.rec().next; i < end; {
		for len(open) > 0 && i >= open[len(open)-1] {
			h.Write([]byte{1})
			open = open[:len(open)-1]
		}
		r := &n.t.records[i]
		node := Node{n.t, i}
		if r.flags&flagExtra != 0 && r.flags&flagError == 0 || i != n.i && skip != nil && skip(node) {
			i = r.next
			continue
		}
		if r.next > i+1 {
			h.Write([]byte{2, byte(r.kind), byte(r.kind >> 8)})
			open = append(open, r.next)
		} else if r.end <= uint32(len(n.t.Src)) && r.start < r.end {
			h.Write(n.t.Src[r.start:r.end])
			h.Write([]byte{0})
		}
		i++
	}
	return h.Sum64()
}
