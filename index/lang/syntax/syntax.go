// Package syntax holds what the extractors of tree-sitter languages share: turning
// nodes into spans, references, signatures, documentation lines, digests and
// problems. What a grammar calls things stays in the language's own folder.
package syntax

import (
	"bytes"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/store/schema"
)

// maxLineBytes keeps a signature or a documentation line readable; a longer one is cut.
const maxLineBytes = 240

// Span returns the range of a node.
func Span(n sitter.Node) lang.Span {
	var s lang.Span
	s.StartLine, s.StartCol = n.Start()
	s.EndLine, s.EndCol = n.End()
	return s
}

// Between returns the range from the start of first to the end of last.
func Between(first, last sitter.Node) lang.Span {
	s := Span(first)
	s.EndLine, s.EndCol = last.End()
	return s
}

// Lines counts the lines of src as editors do: a last line without an end counts,
// nothing after a line end does not.
func Lines(src []byte) int32 {
	n := int32(bytes.Count(src, []byte{'\n'}))
	if len(src) > 0 && src[len(src)-1] != '\n' {
		n++
	}
	return n
}

// Symbol returns a symbol called by the text of name and spanning whole. A name that
// is no node leaves the symbol without a token of its own.
func Symbol(whole, name sitter.Node, kind schema.Kind) lang.Symbol {
	s := lang.NewSymbol(name.Text(), kind)
	s.Span = Span(whole)
	if name.Ok() {
		s.NameLine, s.NameCol = name.Start()
	}
	return s
}

// Ref returns a bare reference to the text of n.
func Ref(n sitter.Node, role schema.Role) lang.Ref {
	r := lang.NewRef(n.Text(), role)
	r.Line, r.Col = n.Start()
	_, r.EndCol = n.End()
	return r
}

// Line collapses white space to single blanks and cuts what is too long.
func Line(s string) string {
	if len(s) > 8*maxLineBytes {
		s = s[:8*maxLineBytes]
	}
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > maxLineBytes {
		s = strings.ToValidUTF8(s[:maxLineBytes], "") + "…"
	}
	return s
}

// Signature is the text of n up to the node until (its body; all of n when that is
// no node) on one line, comments and whatever skip reports left out, without
// trailing punctuation.
func Signature(n, until sitter.Node, skip func(sitter.Node) bool) string {
	from, end := n.Bytes()
	if until.Ok() {
		end, _ = until.Bytes()
	}
	text, base := n.Text(), from
	var b strings.Builder
	write := func(to int) {
		if from < to && to-base <= len(text) {
			b.WriteString(text[from-base : to-base])
		}
	}
	for c := range n.Descendants() {
		start, stop := c.Bytes()
		if start >= end || b.Len() > 4*maxLineBytes {
			break
		}
		if start >= from && (c.IsExtra() && !c.IsError() || skip != nil && skip(c)) {
			write(start)
			b.WriteByte(' ')
			from = stop
		}
	}
	write(end)
	return strings.TrimRight(Line(b.String()), " ;={:,")
}

// FirstSentence returns the first sentence of the first paragraph of lines, which
// are the lines of a comment without its marks.
func FirstSentence(lines []string) string {
	var words []string
	for _, l := range lines {
		l = strings.TrimSpace(l)
		if l == "" {
			if len(words) > 0 {
				break
			}
			continue
		}
		words = append(words, strings.Fields(l)...)
	}
	s := strings.Join(words, " ")
	if i := strings.Index(s, ". "); i > 0 {
		s = s[:i+1]
	}
	return Line(s)
}

// BlockComment returns the lines of a /* … */ comment (or /** … */, /*! … */) without
// its marks and leading stars.
func BlockComment(text string) []string {
	text = strings.TrimSuffix(strings.TrimLeft(strings.TrimPrefix(text, "/"), "*!"), "/")
	lines := strings.Split(strings.TrimRight(text, "*"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(l), "*"))
	}
	return lines
}

// LineComments returns the texts of comments that each take one line, without the
// mark ("//", "///", "#", "--").
func LineComments(comments []sitter.Node, mark string) []string {
	lines := make([]string, 0, len(comments))
	for _, c := range comments {
		lines = append(lines, strings.TrimPrefix(strings.TrimPrefix(c.Text(), mark), " "))
	}
	return lines
}

// Leading returns the comments that stand directly above n, in order: siblings before
// it without an empty line between. Nodes that through reports (attributes) may stand
// between.
func Leading(n sitter.Node, through func(sitter.Node) bool) []sitter.Node {
	var out []sitter.Node
	line, _ := n.Start()
	for p := n.PrevSibling(); p.Ok(); p = p.PrevSibling() {
		end, col := p.End()
		if col == 0 && end > 1 { // A comment node that takes its line end along.
			end--
		}
		if end < line-1 {
			break
		}
		if through != nil && through(p) {
			line, _ = p.Start()
			continue
		}
		if !p.IsExtra() || p.IsError() {
			break
		}
		// A comment behind a statement belongs to that statement.
		start, _ := p.Start()
		if before := p.PrevSibling(); before.Ok() && !before.IsExtra() {
			if last, c := before.End(); last == start && c > 0 {
				break
			}
		}
		out = append(out, p)
		line = start
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// Problems notes every outermost error and every token that the parser made up,
// and sets ErrorBytes.
func Problems(b *lang.Builder, t *sitter.Tree) {
	b.Facts().ErrorBytes = int32(t.ErrorBytes())
	if !t.Root().HasError() {
		return
	}
	skip := -1
	for n := range t.Root().Descendants() {
		start, end := n.Bytes()
		switch {
		case start < skip:
		case n.IsError():
			b.ProblemAt(Span(n), "syntax error")
			skip = end
		case n.IsMissing():
			b.ProblemAt(Span(n), "syntax error: missing "+n.Kind())
		}
	}
}

// Complexity is cyclomatic: 1 and 1 for every node of body for which branch is true;
// subtrees for which nested is true are left out.
func Complexity(body sitter.Node, branch, nested func(sitter.Node) bool) int32 {
	n, skip := int32(1), -1
	for d := range body.Descendants() {
		switch start, end := d.Bytes(); {
		case start < skip:
		case nested(d):
			skip = end
		case branch(d):
			n++
		}
	}
	return n
}

// Summary fills in the summary of a file: doc when there is one, else its main
// top-level declarations; and sums up the complexity of its callables.
func Summary(f *lang.Facts, doc string) {
	f.Summary = doc
	f.Complexity = 0
	var names []string
	for i := range f.Symbols {
		s := &f.Symbols[i]
		f.Complexity += s.Complexity
		if doc == "" && s.Parent == 0 && s.Name != "" && !s.Kind.IsLocal() && len(names) < 6 && (s.Kind.IsType() || s.Kind.IsCallable() || s.Kind == schema.KindModule || s.Kind == schema.KindNamespace) {
			names = append(names, s.Kind.String()+" "+s.Name)
		}
	}
	if doc == "" {
		f.Summary = Line(strings.Join(names, ", "))
	}
}
