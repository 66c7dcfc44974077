package syntax

import "github.com/lc-index/lc/index/lang/sitter"

// Above collects, in a walk over siblings, the comments that stand directly above the
// next declaration. It does what Leading does without looking back, so that a body of
// many members costs no more than its length. The zero value is ready.
type Above struct {
	comments []sitter.Node
	last     int32 // Line on which what came before ends.
	code     int32 // Line on which the code before ends.
}

// Comment notes a comment. One that stands behind code on its line belongs to that code.
func (a *Above) Comment(c sitter.Node) {
	start, _ := c.Start()
	if start == a.code {
		return
	}
	if start > a.last+1 {
		a.comments = a.comments[:0]
	}
	a.comments = append(a.comments, c)
	a.last = endLine(c)
}

// Take returns the comments directly above n and starts anew after it. The slice is
// valid until the next call of a method.
func (a *Above) Take(n sitter.Node) []sitter.Node {
	start, _ := n.Start()
	out := a.comments
	if start > a.last+1 {
		out = nil
	}
	a.comments = a.comments[:0]
	a.last = endLine(n)
	a.code = a.last
	return out
}

// Through lets n (an attribute, a decorator) stand between the comments and the
// declaration.
func (a *Above) Through(n sitter.Node) {
	start, _ := n.Start()
	if start > a.last+1 {
		a.comments = a.comments[:0]
	}
	a.last = endLine(n)
	a.code = a.last
}

// endLine is the line of the last byte of n, whose node may take its line end along.
func endLine(n sitter.Node) int32 {
	line, col := n.End()
	if start, _ := n.Start(); col == 0 && line > start {
		line--
	}
	return line
}
