package sitter

import "iter"

// Node is a position in a Tree. The zero Node is "no node": Ok is false and every
// other method returns a zero value, so lookups chain without checks.
type Node struct {
	t *Tree
	i int32
}

// Ok reports whether there is a node.
func (n Node) Ok() bool { return n.t != nil }

// Index returns the pre-order index, -1 for no node.
func (n Node) Index() int {
	if n.t == nil {
		return -1
	}
	return int(n.i)
}

// After returns the pre-order index behind the node's subtree.
func (n Node) After() int {
	if n.t == nil {
		return -1
	}
	return int(n.rec().next)
}

func (n Node) rec() *record { return &n.t.records[n.i] }

// Kind returns the grammar's name of the node, "" for no node, "ERROR" for an error.
func (n Node) Kind() string {
	if n.t == nil {
		return ""
	}
	k := int(n.rec().kind)
	if k < len(n.t.grammar.kinds) {
		return n.t.grammar.kinds[k]
	}
	return "ERROR"
}

// Is reports whether the node is of one of the kinds.
func (n Node) Is(kinds ...string) bool {
	have := n.Kind()
	for _, k := range kinds {
		if have == k && have != "" {
			return true
		}
	}
	return false
}

// FieldName returns the field under which the parent holds the node, "" for none.
func (n Node) FieldName() string {
	if n.t == nil {
		return ""
	}
	f := int(n.rec().field)
	if f < len(n.t.grammar.fields) {
		return n.t.grammar.fields[f]
	}
	return ""
}

// Named reports whether the grammar names the node (tokens such as "(" are not).
func (n Node) Named() bool { return n.t != nil && n.rec().flags&flagNamed != 0 }

// IsError reports whether the node is an error.
func (n Node) IsError() bool { return n.t != nil && n.rec().flags&flagError != 0 }

// IsMissing reports whether the parser made the node up to go on.
func (n Node) IsMissing() bool { return n.t != nil && n.rec().flags&flagMissing != 0 }

// IsExtra reports whether the node may stand anywhere, as comments do.
func (n Node) IsExtra() bool { return n.t != nil && n.rec().flags&flagExtra != 0 }

// HasError reports whether an error lies in the node's subtree.
func (n Node) HasError() bool { return n.t != nil && n.rec().flags&flagHasError != 0 }

// Bytes returns the byte range.
func (n Node) Bytes() (start, end int) {
	if n.t == nil {
		return 0, 0
	}
	return int(n.rec().start), int(n.rec().end)
}

// Text returns the source of the node.
func (n Node) Text() string {
	start, end := n.Bytes()
	if n.t == nil || end > len(n.t.Src) || start > end {
		return ""
	}
	return string(n.t.Src[start:end])
}

// Part returns the source between two byte offsets of the file, "" when they are none.
func (n Node) Part(from, to int) string {
	if n.t == nil || from < 0 || from > to || to > len(n.t.Src) {
		return ""
	}
	return string(n.t.Src[from:to])
}

// Start returns the 1-based line and 0-based byte column of the first byte.
func (n Node) Start() (line, col int32) {
	if n.t == nil {
		return -1, -1
	}
	return int32(n.rec().startRow) + 1, int32(n.rec().startCol)
}

// End returns the 1-based line and 0-based byte column after the last byte.
func (n Node) End() (line, col int32) {
	if n.t == nil {
		return -1, -1
	}
	return int32(n.rec().endRow) + 1, int32(n.rec().endCol)
}

// Parent returns the enclosing node.
func (n Node) Parent() Node {
	if n.t == nil || n.rec().parent < 0 {
		return Node{}
	}
	return Node{n.t, n.rec().parent}
}

// Children yields the direct children, tokens included, in order.
func (n Node) Children() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		if n.t == nil {
			return
		}
		for i, end := n.i+1, n.rec().next; i < end; i = n.t.records[i].next {
			if !yield(Node{n.t, i}) {
				return
			}
		}
	}
}

// NamedChildren yields the direct named children that are not extras (comments).
func (n Node) NamedChildren() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for c := range n.Children() {
			if c.Named() && !c.IsExtra() && !yield(c) {
				return
			}
		}
	}
}

// Descendants yields the subtree in pre-order without the node itself.
func (n Node) Descendants() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		if n.t == nil {
			return
		}
		for i, end := n.i+1, n.rec().next; i < end; i++ {
			if !yield(Node{n.t, i}) {
				return
			}
		}
	}
}

// Field returns the first child held under the field.
func (n Node) Field(name string) Node {
	for c := range n.Children() {
		if c.FieldName() == name {
			return c
		}
	}
	return Node{}
}

// Child returns the first direct child of one of the kinds.
func (n Node) Child(kinds ...string) Node {
	for c := range n.Children() {
		if c.Is(kinds...) {
			return c
		}
	}
	return Node{}
}

// FirstNamed returns the first named child that is not an extra.
func (n Node) FirstNamed() Node {
	for c := range n.NamedChildren() {
		return c
	}
	return Node{}
}

// LastNamed returns the last named child that is not an extra.
func (n Node) LastNamed() Node {
	var last Node
	for c := range n.NamedChildren() {
		last = c
	}
	return last
}

// PrevSibling returns the child of the same parent before n, extras included.
func (n Node) PrevSibling() Node {
	var prev Node
	for c := range n.Parent().Children() {
		if c.i == n.i {
			return prev
		}
		prev = c
	}
	return Node{}
}

// NextSibling returns the child of the same parent after n, extras included.
func (n Node) NextSibling() Node {
	p := n.Parent()
	if !p.Ok() || n.rec().next >= p.rec().next {
		return Node{}
	}
	return Node{n.t, n.rec().next}
}
