package python

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
)

// views makes shortened views: indentation nests, and documentation strings are no
// value where another statement follows them.
func views(g *sitter.Grammar) *lang.Views {
	return &lang.Views{
		Layout:     syntax.Layout(g, syntax.Form{Verbatim: []string{"string"}, Doc: isDocString}),
		Breaks:     lang.BreaksIndent,
		Tight:      "()[],",
		JoinInside: "([{",
	}
}

// isDocString reports a string that is the first statement of a body of several.
func isDocString(n sitter.Node) bool {
	if !n.Is("expression_statement") {
		return false
	}
	body := n.Parent()
	if only := n.FirstNamed(); !only.Is("string") || n.LastNamed() != only || n.HasError() || !body.Is("module", "block") {
		return false
	}
	if body.Is("block") && !body.Parent().Is("function_definition", "class_definition") {
		return false
	}
	return body.FirstNamed() == n && body.LastNamed() != n
}
