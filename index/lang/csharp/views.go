package csharp

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
)

// views makes shortened views: lines may be joined except those of the preprocessor.
func views(g *sitter.Grammar) *lang.Views {
	return &lang.Views{
		Layout: syntax.Layout(g, syntax.Form{Parse: func(src []byte) (*sitter.Tree, error) { return parse(g, src) }, Alone: []string{"shebang_directive"}, Verbatim: []string{
			"string_literal", "verbatim_string_literal", "raw_string_literal", "interpolated_string_expression", "character_literal",
		}}),
		Tight:     "(){}[],;",
		Directive: '#',
	}
}
