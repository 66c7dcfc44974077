package syntax

import (
	"bytes"

	"github.com/lc-index/lc/index/lang/sitter"
)

// maxPieces bounds how many pieces a broken file is cut into; each parse passes over
// the lines before it.
const maxPieces = 2000

// Pieces parses a file that the grammar cannot read as a whole again, in pieces that
// begin with the lines that starts reports: where a person begins a declaration of the
// file. A mistake stays in its piece then. The trees are in order, positions in them
// are those of the file, byte offsets are not. Comments directly above a start belong
// to its piece, comment reports them. It returns nil when there is nothing to cut, or
// the pieces are no better than whole.
func Pieces(g *sitter.Grammar, whole *sitter.Tree, starts, comment func(line []byte) bool) []*sitter.Tree {
	src := whole.Src
	var cuts []int // Starts of pieces.
	begin, comments := 0, -1
	for begin < len(src) {
		end := len(src)
		if i := bytes.IndexByte(src[begin:], '\n'); i >= 0 {
			end = begin + i + 1
		}
		line := src[begin:end]
		switch {
		case starts(line):
			at := begin
			if comments >= 0 {
				at = comments
			}
			cuts = append(cuts, at)
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
	if len(cuts) < 2 || len(cuts) > maxPieces {
		return nil
	}
	cuts[0] = 0
	errors := 0
	trees := make([]*sitter.Tree, 0, len(cuts))
	for i, start := range cuts {
		end := len(src)
		if i+1 < len(cuts) {
			end = cuts[i+1]
		}
		before := bytes.Count(src[:start], []byte{'\n'})
		text := make([]byte, 0, before+end-start)
		text = append(text, bytes.Repeat([]byte{'\n'}, before)...)
		text = append(text, src[start:end]...)
		t, err := g.Parse(text)
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
