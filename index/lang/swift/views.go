package swift

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
)

// views makes shortened views: the end of a line may end a statement, and blanks tell
// what an operator belongs to.
func views(g *sitter.Grammar) *lang.Views {
	return &lang.Views{
		Layout: syntax.Layout(g, syntax.Form{
			Parse:    func(src []byte) (*sitter.Tree, error) { return g.Parse(clean(src)) },
			Verbatim: []string{"line_string_literal", "multi_line_string_literal", "raw_string_literal", "regex_literal"},
			Alone:    []string{"shebang_line"},
		}),
		Breaks:     lang.BreaksEnd,
		JoinAfter:  "([{,",
		JoinBefore: ")]}",
		Tight:      ",",
	}
}
