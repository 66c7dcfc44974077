package data

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/syntax"
)

// Limits of what a reader keeps of a file. Outlines show at most three levels; what
// is deeper, or comes after so many entries, is counted by nobody.
const (
	maxKeptDepth = 5
	maxKeptNodes = 1 << 15 // Twice as many of the top level.
	maxBlocks    = 1000    // Block collections of YAML in each other.
	maxKeyBytes  = 200
	maxValue     = 120 // Bytes kept of a scalar.
	maxAnchors   = 1000
	maxProblems  = 100
)

// shape is what the value of a node is.
type shape uint8

const (
	scalar shape = iota
	mapping
	sequence
)

// node is an entry of a data file: a document of the stream (depth 0), a key with its
// value, or an item of a list.
type node struct {
	parent   int32
	depth    int32
	shape    shape
	item     bool   // Of a list: without a key.
	table    bool   // A table header of TOML, whose key may be dotted.
	key      string // As written, quotes left out.
	keyAt    int    // Offset of the key.
	from, to int    // Offsets of the whole entry.
	value    string // Start of a scalar, quotes left out.
	valueAt  int
}

// anchor is a mark &name or a use *name of YAML.
type anchor struct {
	from, to int // Of the name.
	node     int32
	use      bool
}

// tree is what a reader found in a file. Entry 0 is the first document.
type tree struct {
	text     *syntax.Text
	nodes    []node
	anchors  []anchor
	problems []lang.Problem
	bad      int  // Bytes of what could not be read.
	dropped  bool // There were more entries than are kept.
}

func newTree(src []byte) *tree { return &tree{text: syntax.NewText(src)} }

// none is the node of what is not kept.
const none int32 = -1

// document starts a document of the stream.
func (t *tree) document(at int) int32 {
	if len(t.nodes) >= maxKeptNodes {
		t.dropped = true
		return none
	}
	t.nodes = append(t.nodes, node{parent: none, from: at, to: at})
	return int32(len(t.nodes) - 1)
}

// entry starts a key of parent, or an item when keyAt is below 0. It returns none when
// the entry is too deep or too late to be kept.
func (t *tree) entry(parent int32, keyAt, keyEnd, from int) int32 {
	if parent == none {
		return none
	}
	depth := t.nodes[parent].depth + 1
	if depth > maxKeptDepth {
		return none
	}
	if depth > 1 && len(t.nodes) >= maxKeptNodes || len(t.nodes) >= 2*maxKeptNodes {
		t.dropped = true
		return none
	}
	n := node{parent: parent, depth: depth, from: from, to: from, item: keyAt < 0, keyAt: keyAt}
	if keyAt >= 0 {
		n.key = string(t.text.Src[keyAt:min(keyEnd, keyAt+maxKeyBytes)])
		n.to = keyEnd
	}
	t.nodes = append(t.nodes, n)
	return int32(len(t.nodes) - 1)
}

// scalar sets the value of a node.
func (t *tree) scalar(id int32, from, to int) {
	if id == none {
		return
	}
	n := &t.nodes[id]
	n.shape, n.valueAt = scalar, from
	n.value = string(t.text.Src[from:min(to, from+maxValue)])
	n.to = max(n.to, to)
}

// is sets the shape of a node's value.
func (t *tree) is(id int32, s shape) {
	if id != none {
		t.nodes[id].shape = s
	}
}

// end sets where a node and what is around it ends at the earliest.
func (t *tree) end(id int32, to int) {
	for ; id != none && t.nodes[id].to < to; id = t.nodes[id].parent {
		t.nodes[id].to = to
	}
}

// problem notes bytes that could not be read.
func (t *tree) problem(from, to int, reason string) {
	t.bad += to - from
	if len(t.problems) < maxProblems {
		span := t.text.Span(from, to)
		t.problems = append(t.problems, lang.Problem{Line: span.StartLine, Reason: reason, Span: span})
	}
}

// children lists the entries right below a node, in order. The cost is that of the
// nodes behind it.
func (t *tree) children(id int32) []int32 {
	var out []int32
	for i := id + 1; i < int32(len(t.nodes)) && t.nodes[i].depth > t.nodes[id].depth; i++ {
		if t.nodes[i].parent == id {
			out = append(out, i)
		}
	}
	return out
}

// child returns the entry of a key right below a node, none when there is none.
func (t *tree) child(id int32, key string) int32 {
	if id == none {
		return none
	}
	for i := id + 1; i < int32(len(t.nodes)) && t.nodes[i].depth > t.nodes[id].depth; i++ {
		if t.nodes[i].parent == id && t.nodes[i].key == key && !t.nodes[i].item {
			return i
		}
	}
	return none
}

// value returns the scalar of a key right below a node.
func (t *tree) value(id int32, key string) string {
	if c := t.child(id, key); c != none && t.nodes[c].shape == scalar {
		return t.nodes[c].value
	}
	return ""
}
