package python

import (
	"bytes"

	"github.com/lc-index/lc/index/lang/sitter"
)

// recovered parses a file with errors again without the definitions that hide the
// ones below them: an open parenthesis makes the grammar read on to the end of the
// file. Such a definition is overwritten with blanks, so that everything else keeps
// its place. It returns the tree as it is when that does not find more.
func recovered(g *sitter.Grammar, tree *sitter.Tree) *sitter.Tree {
	if !tree.Root().HasError() {
		return tree
	}
	starts := heads(tree.Src)
	found := definitions(tree)
	var blank []byte
	for i := 0; i+1 < len(starts); i++ {
		lo, hi := starts[i], starts[i+1]
		if found[hi] {
			continue
		}
		alone, err := g.Parse(tree.Src[lo:hi])
		if err != nil || !alone.Root().HasError() {
			continue
		}
		if blank == nil {
			blank = bytes.Clone(tree.Src)
		}
		for at := lo; at < hi; at++ {
			if blank[at] != '\n' && blank[at] != '\r' {
				blank[at] = ' '
			}
		}
	}
	if blank == nil {
		return tree
	}
	again, err := g.Parse(blank)
	if err != nil || len(definitions(again)) <= len(found) {
		return tree
	}
	return again
}

// heads returns the offsets of the lines that look like the start of a definition
// of the module, decorators included.
func heads(src []byte) []int {
	var out []int
	decorated := false
	for at := 0; at < len(src); {
		end := bytes.IndexByte(src[at:], '\n') + 1
		if end == 0 {
			end = len(src) - at
		}
		line := src[at : at+end]
		switch {
		case line[0] == '@':
			if !decorated {
				out = append(out, at)
			}
			decorated = true
		case bytes.HasPrefix(line, []byte("def ")), bytes.HasPrefix(line, []byte("class ")), bytes.HasPrefix(line, []byte("async def ")):
			if !decorated {
				out = append(out, at)
			}
			decorated = false
		case line[0] != ' ' && line[0] != '\t' && line[0] != '\n' && line[0] != '\r' && line[0] != ')' && line[0] != '#':
			decorated = false
		}
		at += end
	}
	return out
}

// definitions returns the offsets of the definitions of the module that were read.
func definitions(tree *sitter.Tree) map[int]bool {
	out := make(map[int]bool)
	for n := range tree.Root().Descendants() {
		if !n.Is("function_definition", "class_definition", "decorated_definition") {
			continue
		}
		if _, col := n.Start(); col == 0 {
			start, _ := n.Bytes()
			out[start] = true
		}
	}
	return out
}
