package ruby

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
)

// views makes shortened views: the end of a line may end a statement, and here-documents
// stay.
func views(g *sitter.Grammar) *lang.Views {
	return &lang.Views{
		Layout: syntax.Layout(g, syntax.Form{
			Verbatim: []string{"string", "bare_string", "bare_symbol", "string_array", "symbol_array", "delimited_symbol", "regex", "subshell", "character", "heredoc_beginning"},
			Alone:    []string{"heredoc_body", "uninterpreted"},
		}),
		Breaks:     lang.BreaksEnd,
		JoinAfter:  "([{,",
		JoinBefore: ")]}",
		Tight:      ",",
	}
}
