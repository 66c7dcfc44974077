package bash

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
)

// views makes shortened views: the end of a line ends a command, and here-documents
// stay.
func views(g *sitter.Grammar) *lang.Views {
	return &lang.Views{
		Layout: syntax.Layout(g, syntax.Form{
			Verbatim: []string{"string", "raw_string", "ansi_c_string", "translated_string", "regex", "expansion"},
			Alone:    []string{"heredoc_body", "heredoc_end"},
		}),
		Breaks: lang.BreaksEnd,
	}
}
