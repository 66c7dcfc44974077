package syntax

import (
	"bytes"
	"sort"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Text is the source of a file for extractors that read it without a grammar: it
// turns byte offsets into lines and columns. It is immutable.
type Text struct {
	Src    []byte
	starts []int // Offset of the first byte of every line.
}

// NewText finds the lines of src.
func NewText(src []byte) *Text {
	t := &Text{Src: src, starts: make([]int, 1, 1+bytes.Count(src, []byte{'\n'}))}
	for i, c := range src {
		if c == '\n' {
			t.starts = append(t.starts, i+1)
		}
	}
	return t
}

// Position returns the 1-based line and the 0-based byte column of an offset.
func (t *Text) Position(at int) (line, col int32) {
	i := sort.Search(len(t.starts), func(i int) bool { return t.starts[i] > at })
	return int32(i), int32(at - t.starts[i-1])
}

// Span returns the range of the bytes from … to.
func (t *Text) Span(from, to int) lang.Span {
	var s lang.Span
	s.StartLine, s.StartCol = t.Position(from)
	s.EndLine, s.EndCol = t.Position(max(from, to))
	return s
}

// Symbol returns a symbol called by the bytes name … nameEnd and spanning from … to.
// An empty name leaves it without a token of its own.
func (t *Text) Symbol(kind schema.Kind, name, nameEnd, from, to int) lang.Symbol {
	s := lang.NewSymbol(string(t.Src[name:nameEnd]), kind)
	s.Span = t.Span(from, to)
	if name < nameEnd {
		s.NameLine, s.NameCol = t.Position(name)
	}
	return s
}

// Ref returns a bare reference to the bytes from … to, which must not cross a line end.
func (t *Text) Ref(role schema.Role, from, to int) lang.Ref {
	r := lang.NewRef(string(t.Src[from:to]), role)
	r.Line, r.Col = t.Position(from)
	r.EndCol = r.Col + int32(to-from)
	return r
}

// Line returns the offsets of the first byte of the 0-based line i and of the line
// end behind it, the carriage return of CRLF left out.
func (t *Text) Line(i int) (from, to int) {
	from, to = t.starts[i], len(t.Src)
	if i+1 < len(t.starts) {
		to = t.starts[i+1] - 1
	}
	if to > from && t.Src[to-1] == '\r' {
		to--
	}
	return from, to
}

// LineCount returns the number of lines that Line takes: one more than there are line ends.
func (t *Text) LineCount() int { return len(t.starts) }
