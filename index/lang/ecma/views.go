package ecma

import (
	"bytes"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
)

// views makes shortened views: the end of a line may end a statement, and a blank
// between the parts of an element is text.
func views(g *sitter.Grammar) *lang.Views {
	return &lang.Views{
		Layout: syntax.Layout(g, syntax.Form{
			Parse:    func(src []byte) (*sitter.Tree, error) { return parse(g, src) },
			Verbatim: []string{"string", "template_string", "template_literal_type", "regex", "jsx_text"},
			Spaced:   []string{"jsx_element", "jsx_fragment"},
			Keep:     isReference,
		}),
		Breaks:     lang.BreaksEnd,
		JoinAfter:  "{([,;",
		JoinBefore: "})]",
		Tight:      "(){}[],;",
	}
}

// isReference reports the comments by which TypeScript names files that belong to one.
func isReference(text []byte) bool { return bytes.HasPrefix(text, []byte("/// <")) }
