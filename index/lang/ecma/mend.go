package ecma

import (
	"bytes"
	"regexp"

	"github.com/lc-index/lc/index/lang/sitter"
)

var exportTypeStar = regexp.MustCompile(`\bexport\s+(type)\s+\*`)

// parse reads src; when the grammar stumbles, it tries again with a copy of the
// same length in which the constructs that it is known to miss are rewritten, and
// keeps the better tree.
func parse(g *sitter.Grammar, src []byte) (*sitter.Tree, error) {
	tree, err := g.Parse(src)
	if err != nil || !tree.Root().HasError() {
		return tree, err
	}
	mended := mend(src)
	if bytes.Equal(mended, src) {
		return tree, nil
	}
	again, err := g.Parse(mended)
	if err != nil || again.ErrorBytes() >= tree.ErrorBytes() && again.Root().HasError() {
		return tree, nil
	}
	return again, nil
}

// mend rewrites, byte for byte, what the grammar does not read:
//
//   - a call signature with type parameters that follows another member without a
//     semicolon: the parser takes "<" for type arguments of the type before it, so
//     a semicolon goes into the white space between them;
//   - export type * from: the word type is blanked.
func mend(src []byte) []byte {
	out := bytes.Clone(src)
	for _, m := range exportTypeStar.FindAllSubmatchIndex(out, -1) {
		for i := m[2]; i < m[3]; i++ {
			out[i] = ' '
		}
	}
	last := byte(0)  // Last significant byte before the line.
	inBlock := false // Inside a block comment.
	for at := 0; at < len(out); {
		end := bytes.IndexByte(out[at:], '\n')
		if end < 0 {
			end = len(out)
		} else {
			end += at
		}
		line := bytes.TrimSpace(out[at:end])
		switch {
		case inBlock:
			inBlock = !bytes.Contains(line, []byte("*/"))
		case bytes.HasPrefix(line, []byte("/*")):
			inBlock = !bytes.Contains(line, []byte("*/"))
		case len(line) == 0 || bytes.HasPrefix(line, []byte("//")):
		default:
			if line[0] == '<' && endsType(last) && out[at] != '<' {
				first := at + bytes.IndexByte(out[at:end], '<')
				out[first-1] = ';'
			}
			if cut := bytes.Index(line, []byte(" //")); cut >= 0 {
				line = bytes.TrimSpace(line[:cut])
			}
			if len(line) > 0 {
				last = line[len(line)-1]
			}
		}
		at = end + 1
	}
	return out
}

// endsType reports whether a type may end with c.
func endsType(c byte) bool {
	return c == '>' || c == ']' || c == '\'' || c == '"' || c == '`' || c == '}' || c == ')' || c == '_' || c == '$' ||
		c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
