package syntax

import (
	"bytes"

	"github.com/lc-index/lc/index/lang/sitter"
)

// maxPieces bounds how many pieces a broken file is cut into; each parse passes over
// the lines before it.
const maxPieces = 1000

// Piece is a range of bytes of a file, from the start of a line.
type Piece struct{ Start, End int }

// Parse reads the piece alone. Positions in the tree are those of the file, byte
// offsets are not.
func (p Piece) Parse(g *sitter.Grammar, src []byte) (*sitter.Tree, error) {
	before := bytes.Count(src[:p.Start], []byte{'\n'})
	text := make([]byte, before, before+p.End-p.Start)
	for i := range text {
		text[i] = '\n'
	}
	return g.Parse(append(text, src[p.Start:p.End]...))
}

// Cut divides a piece of src at the lines that starts reports: where a person begins a
// declaration. Lines that comment reports go with the start that they stand directly
// above. What comes before the first start is in the first piece. It returns nil when
// there is nothing to cut.
func (p Piece) Cut(src []byte, starts, comment func(line []byte) bool) []Piece {
	var out []Piece
	begin, comments := p.Start, -1
	for begin < p.End {
		end := p.End
		if i := bytes.IndexByte(src[begin:p.End], '\n'); i >= 0 {
			end = begin + i + 1
		}
		switch line := src[begin:end]; {
		case starts(line):
			at := begin
			if comments >= 0 {
				at = comments
			}
			if len(out) > 0 {
				out[len(out)-1].End = at
			} else {
				at = p.Start
			}
			out = append(out, Piece{at, p.End})
			comments = -1
		case comment(line):
			if comments < 0 {
				comments = begin
			}
		default:
			comments = -1
		}
		begin = end
	}
	if len(out) < 2 || len(out) > maxPieces {
		return nil
	}
	return out
}

// Pieces parses a file that the grammar cannot read as a whole again, in pieces. A
// mistake stays in its piece then. It returns nil when there is nothing to cut, or the
// pieces are no better than whole.
func Pieces(g *sitter.Grammar, whole *sitter.Tree, starts, comment func(line []byte) bool) []*sitter.Tree {
	errors := 0
	var trees []*sitter.Tree
	for _, p := range (Piece{0, len(whole.Src)}).Cut(whole.Src, starts, comment) {
		t, err := p.Parse(g, whole.Src)
		if err != nil {
			return nil
		}
		errors += t.ErrorBytes()
		trees = append(trees, t)
	}
	if errors >= whole.ErrorBytes() {
		return nil
	}
	return trees
}
