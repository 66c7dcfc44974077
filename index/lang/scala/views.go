package scala

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
)

// views makes shortened views: indentation may nest, as in Scala 3, and blanks tell
// names of operators apart.
func views(g *sitter.Grammar) *lang.Views {
	return &lang.Views{
		Layout: syntax.Layout(g, syntax.Form{
			Verbatim: []string{"string", "interpolated_string_expression", "character_literal"},
		}),
		Breaks:     lang.BreaksIndent,
		Tight:      ",",
		JoinInside: "([",
	}
}
