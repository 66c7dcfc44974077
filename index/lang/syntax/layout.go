package syntax

import (
	"bytes"
	"hash"
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
)

// Form is what a grammar does not say of white space and comments.
type Form struct {
	// Verbatim lists the kinds whose text is kept byte for byte: literals that may hold
	// white space, here-documents, text of a page.
	Verbatim []string
	// Alone lists kinds of Verbatim whose lines are never joined with others:
	// here-documents, the first line of a script.
	Alone []string
	// Spaced lists kinds between whose direct children a blank within a line has a
	// meaning.
	Spaced []string
	// Keep reports comments that say something to a compiler. Nil means none.
	Keep func(text []byte) bool
	// Doc reports nodes that are documentation and may be left out. Nil means none.
	Doc func(n sitter.Node) bool
	// Parse replaces the grammar's own parse. It may parse a text of the same length in
	// which whole lines or words are blank.
	Parse func(src []byte) (*sitter.Tree, error)
}

// Layout returns a function that reads the layout of a file with a grammar. Comments
// are the nodes that the grammar calls so; a node of any other kind without children,
// and every byte that no such node holds, is a token.
func Layout(g *sitter.Grammar, form Form) func(src []byte) (lang.Layout, error) {
	verbatim, alone, spaced := set(form.Verbatim), set(form.Alone), set(form.Spaced)
	parse := form.Parse
	if parse == nil {
		parse = g.Parse
	}
	return func(src []byte) (lang.Layout, error) {
		t, err := parse(src)
		if err != nil {
			return lang.Layout{}, err
		}
		defer t.Close()
		l := layouter{src: src, full: fnv.New64a(), bare: fnv.New64a(), blanked: form.Parse != nil}
		for i := 0; i < t.Len(); {
			n := t.At(i)
			for len(l.open) > 0 && l.open[len(l.open)-1].after <= i {
				l.open = l.open[:len(l.open)-1]
			}
			start, end := n.Bytes()
			if n.IsMissing() {
				l.out.Errors++
			}
			kind := n.Kind()
			switch {
			case start >= end && i > 0:
			case n.IsError():
				l.out.Errors++
				l.out.ErrorBytes += end - start
				l.line("ERROR", start, end)
			case isComment(n, kind):
				l.comment(start, end, form.Keep)
			case alone[kind]:
				l.line(kind, start, end)
			case verbatim[kind]:
				l.literal(kind, start, end)
			case form.Doc != nil && form.Doc(n):
				l.doc(kind, start, end)
			case n.After() == i+1 && i > 0:
				if len(bytes.TrimSpace(src[start:end])) > 0 {
					l.token(kind, start, end)
				}
			default:
				l.inner(kind, start, n.After(), spaced[kind])
				i++
				continue
			}
			i = n.After()
		}
		l.gap(len(src))
		l.out.Shape, l.out.Bare = l.full.Sum64(), l.bare.Sum64()
		return l.out, nil
	}
}

func set(kinds []string) map[string]bool {
	m := make(map[string]bool, len(kinds))
	for _, k := range kinds {
		m[k] = true
	}
	return m
}

func isComment(n sitter.Node, kind string) bool {
	return n.Named() && strings.Contains(kind, "comment")
}

// layouter collects the layout of one file.
type layouter struct {
	src        []byte
	out        lang.Layout
	at         int // End of the last piece.
	open       []openNode
	full, bare hash.Hash64
	buf        []byte
	blanked    bool // The parser was given another text, in which parts are blank.
}

type openNode struct {
	after  int // Pre-order index behind the subtree.
	spaced bool
}

// note adds a node to the digests: its depth, kind and text tell the tree.
func (l *layouter) note(kind string, text []byte, doc bool) {
	l.buf = append(l.buf[:0], byte(len(l.open)), byte(len(l.open)>>8))
	l.buf = append(append(l.buf, kind...), 0)
	l.buf = append(append(l.buf, text...), 0)
	l.full.Write(l.buf)
	if !doc {
		l.bare.Write(l.buf)
	}
}

func (l *layouter) inner(kind string, start, after int, spaced bool) {
	if len(l.open) > 0 {
		l.gap(start)
	}
	l.note(kind, nil, false)
	l.open = append(l.open, openNode{after, spaced})
}

// add appends a piece. A piece that begins before the last one ended, as some scanners
// make them, loses what was told already.
func (l *layouter) add(start, end int, kind lang.PieceKind) bool {
	l.gap(start)
	if start = max(start, l.at); start >= end {
		return false
	}
	l.out.Pieces = append(l.out.Pieces, lang.Piece{Start: start, End: end, Kind: kind})
	l.at = end
	return true
}

func (l *layouter) token(kind string, start, end int) {
	if l.add(start, end, lang.PieceToken) {
		// A token may take white space behind it along.
		l.note(kind, bytes.TrimSpace(l.src[start:end]), false)
	}
}

// literal adds a token whose white space is part of it.
func (l *layouter) literal(kind string, start, end int) {
	if l.add(start, end, lang.PieceToken) {
		l.note(kind, bytes.TrimRight(l.src[start:end], "\r\n"), false)
	}
}

// line adds a token whose line must end where it ends.
func (l *layouter) line(kind string, start, end int) {
	if l.add(start, end, lang.PieceLine) {
		l.note(kind, bytes.TrimRight(l.src[start:end], " \t\r\n"), false)
	}
}

func (l *layouter) doc(kind string, start, end int) {
	if l.add(start, end, lang.PieceDoc) {
		l.note(kind, l.src[start:end], true)
	}
}

func (l *layouter) comment(start, end int, keep func([]byte) bool) {
	text := bytes.TrimRight(l.src[start:end], " \t\r\n")
	end = start + len(text)
	if keep != nil && keep(text) || start == 0 && bytes.HasPrefix(text, []byte("#!")) {
		l.line("comment", start, end)
		return
	}
	l.add(start, end, lang.PieceComment)
}

// gap looks at the bytes up to a position that no token holds. They are white space,
// or else text that only their parent in the tree holds.
func (l *layouter) gap(to int) {
	if to <= l.at {
		return
	}
	text := l.src[l.at:to]
	plain, broken := true, false
	for i, c := range text {
		switch c {
		case '\n':
			broken = true
		case ' ', '\t', '\f', '\v':
		case '\r':
			if i+1 == len(text) || text[i+1] != '\n' {
				plain = false
			}
		default:
			plain = false
		}
	}
	if plain && (broken || len(l.open) == 0 || !l.open[len(l.open)-1].spaced) {
		return
	}
	if !l.blanked || plain {
		l.out.Pieces = append(l.out.Pieces, lang.Piece{Start: l.at, End: to})
		l.note("text", []byte(strconv.Quote(string(text))), false)
		l.at = to
		return
	}
	// Lines that were kept from the parser, such as directives.
	for at := l.at; at < to; {
		end := to
		if i := bytes.IndexByte(l.src[at:to], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := bytes.TrimSpace(l.src[at:end])
		if len(line) > 0 {
			start := at + bytes.Index(l.src[at:end], line)
			l.out.Pieces = append(l.out.Pieces, lang.Piece{Start: start, End: start + len(line), Kind: lang.PieceLine})
			l.note("text", line, false)
		}
		at = end
	}
	l.at = to
}
