package kotlin

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
)

// views makes shortened views: the end of a line may end a statement.
func views(g *sitter.Grammar) *lang.Views {
	return &lang.Views{
		Layout:     syntax.Layout(g, syntax.Form{Parse: func(src []byte) (*sitter.Tree, error) { return g.Parse(clean(src).cleaned()) }, Verbatim: []string{"string_literal", "multiline_string_literal", "character_literal"}}),
		Breaks:     lang.BreaksEnd,
		JoinAfter:  "([{,",
		JoinBefore: ")]}",
		Tight:      "()[],",
	}
}
