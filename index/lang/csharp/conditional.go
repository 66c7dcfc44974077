package csharp

import (
	"bytes"

	"github.com/lc-index/lc/index/lang/sitter"
)

// parse reads src. Directives may stand in the middle of a declaration, where no
// grammar has room for them; when the tree has errors a second one is made of the
// first branch of each condition alone, and the better one is kept.
func parse(g *sitter.Grammar, src []byte) (*sitter.Tree, error) {
	tree, err := g.Parse(src)
	if err == nil && !tree.Root().HasError() || !bytes.Contains(src, []byte("#if")) {
		return tree, err
	}
	text := firstBranches(src)
	again, errAgain := g.Parse(text)
	if errAgain != nil {
		return tree, err
	}
	if err != nil || weight(again) < weight(tree) {
		again.Src = src // Only directives and what other builds see are gone.
		return again, nil
	}
	return tree, nil
}

// weight measures how much of a tree is wrong.
func weight(t *sitter.Tree) int {
	w := t.ErrorBytes()
	for i := 0; i < t.Len(); i++ {
		if t.At(i).IsMissing() {
			w++
		}
	}
	return w
}

// firstBranches returns src with every directive and every branch behind #else or
// #elif overwritten by blanks. Offsets and lines stay.
func firstBranches(src []byte) []byte {
	out := bytes.Clone(src)
	type condition struct{ other bool }
	var open []condition
	hidden := func() bool {
		for _, c := range open {
			if c.other {
				return true
			}
		}
		return false
	}
	for at := 0; at < len(out); {
		end := bytes.IndexByte(out[at:], '\n')
		if end < 0 {
			end = len(out)
		} else {
			end += at
		}
		line := out[at:end]
		word := bytes.TrimLeft(line, " \t\ufeff")
		blank := hidden()
		if len(word) > 0 && word[0] == '#' {
			blank = true
			switch word = bytes.TrimLeft(word[1:], " \t"); {
			case bytes.HasPrefix(word, []byte("if")):
				open = append(open, condition{})
			case bytes.HasPrefix(word, []byte("el")) && len(open) > 0:
				open[len(open)-1].other = true
			case bytes.HasPrefix(word, []byte("endif")) && len(open) > 0:
				open = open[:len(open)-1]
			}
		}
		if blank {
			for i := range line {
				if line[i] != '\r' {
					line[i] = ' '
				}
			}
		}
		at = end + 1
	}
	return out
}
