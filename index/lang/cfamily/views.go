package cfamily

import (
	"bytes"
	"hash"
	"hash/fnv"

	"github.com/lc-index/lc/index/lang"
)

// views makes shortened views: lines may be joined except those of the preprocessor.
// Tokens are all that a compiler sees, so that the tree is not asked: macros that no
// grammar reads do no harm.
func views(cxx bool) *lang.Views {
	return &lang.Views{
		Layout:    func(src []byte) (lang.Layout, error) { return layout(src, cxx), nil },
		Tight:     tight,
		Directive: '#',
	}
}

// tight lists the bytes that make one token each.
const tight = "(){}[],;"

func layout(src []byte, cxx bool) lang.Layout {
	s := newSource(src, cxx)
	l := layouter{src: src, shape: fnv.New64a()}
	comments := s.comments
	for _, t := range s.tokens {
		for len(comments) > 0 && comments[0].start < t.start {
			l.comment(comments[0])
			comments = comments[1:]
		}
		if t.kind != tokenDirective {
			l.out.Pieces = append(l.out.Pieces, lang.Piece{Start: int(t.start), End: int(t.end)})
			l.note(src, t, false)
			continue
		}
		n := 0
		for n < len(comments) && comments[n].start < t.end {
			n++
		}
		l.directive(t, comments[:n])
		comments = comments[n:]
	}
	for _, c := range comments {
		l.comment(c)
	}
	l.out.Shape = l.shape.Sum64()
	l.out.Bare = l.out.Shape
	return l.out
}

// layouter collects the layout of one file.
type layouter struct {
	src   []byte
	out   lang.Layout
	shape hash.Hash64
	last  token
}

func (l *layouter) comment(c span) {
	text := bytes.TrimRight(l.src[c.start:c.end], "\r")
	l.out.Pieces = append(l.out.Pieces, lang.Piece{Start: int(c.start), End: int(c.start) + len(text), Kind: lang.PieceComment})
}

// note adds a token to the digest, and whether it touches the one before where that
// may make a difference: between operators, and before the parameters of a macro.
func (l *layouter) note(src []byte, t token, directive bool) {
	touches := byte(0)
	if t.start == l.last.end && t.kind == tokenPunct {
		open := !bytes.Contains([]byte(tight), src[t.start:t.start+1])
		if open && l.last.kind == tokenPunct && !bytes.Contains([]byte(tight), src[l.last.start:l.last.start+1]) ||
			directive && src[t.start] == '(' && l.last.kind == tokenName {
			touches = 1
		}
	}
	l.shape.Write(src[t.start:t.end])
	l.shape.Write([]byte{0, touches})
	l.last = t
}

// directive adds a line of the preprocessor: what stands between its comments, byte
// for byte.
func (l *layouter) directive(t token, comments []span) {
	first := len(l.out.Pieces)
	from := t.start
	for _, c := range comments {
		l.run(from, c.start, first)
		l.comment(c)
		from = c.end
	}
	l.run(from, t.end, first)
	for i := len(l.out.Pieces) - 1; i >= first; i-- {
		if p := &l.out.Pieces[i]; p.Kind == lang.PieceToken {
			// A continuation that only led to a comment would reach the next line.
			p.End = p.Start + len(bytes.TrimRight(l.src[p.Start:p.End], "\\ \t"))
			break
		}
	}
	inside := &source{text: l.src[t.start:t.end], cxx: true, inMacro: true}
	inside.scan()
	l.last = token{}
	for _, part := range inside.tokens {
		l.note(inside.text, part, true)
	}
	l.shape.Write([]byte{'\n', 0})
	l.last = token{}
}

// run adds a part of a directive, a piece a line. The white space that a line begins
// with may stand in a string; a continued line that a comment leaves empty goes.
func (l *layouter) run(start, end int32, first int) {
	for at := int(start); at < int(end); {
		stop := int(end)
		if i := bytes.IndexByte(l.src[at:stop], '\n'); i >= 0 {
			stop = at + i + 1
		}
		text := bytes.TrimRight(l.src[at:stop], " \t\r\n")
		bare := bytes.TrimLeft(text, " \t")
		if l.src[max(at-1, 0)] != '\n' {
			at += len(text) - len(bare)
			text = bare
		}
		if len(bare) > 0 && (string(bare) != "\\" || !l.continued(first)) {
			l.out.Pieces = append(l.out.Pieces, lang.Piece{Start: at, End: at + len(text)})
		}
		at = stop
	}
}

// continued reports whether the last piece from first on ends with a continuation.
func (l *layouter) continued(first int) bool {
	for i := len(l.out.Pieces) - 1; i >= first; i-- {
		if p := l.out.Pieces[i]; p.Kind == lang.PieceToken {
			return l.src[p.End-1] == '\\'
		}
	}
	return false
}
