package php

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
)

// views makes shortened views: lines may be joined, the text of a page stays.
func views(g *sitter.Grammar) *lang.Views {
	return &lang.Views{
		Layout: syntax.Layout(g, syntax.Form{Verbatim: []string{"string", "encapsed_string", "heredoc", "nowdoc", "shell_command_expression", "text", "text_interpolation"}}),
		Tight:  "(){}[],;",
	}
}
