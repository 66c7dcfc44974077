package rust

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
)

// views makes shortened views: lines may be joined.
func views(g *sitter.Grammar) *lang.Views {
	return &lang.Views{
		Layout: syntax.Layout(g, syntax.Form{Verbatim: []string{"string_literal", "raw_string_literal", "char_literal"}, Alone: []string{"shebang"}}),
		Tight:  "(){}[],;",
	}
}
