package css_test

import (
	"fmt"
	"strings"
	"testing"

	grammar "github.com/tree-sitter/tree-sitter-css/bindings/go"
	"pgregory.net/rapid"

	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/store/schema"
)

// Rules start where the grammar's rules start, in any order and nesting of blocks.
func TestRulesAgreeWithTheGrammar(t *testing.T) {
	t.Parallel()
	g, sheet := sitter.NewGrammar(grammar.Language()), language(t, "css")
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		depth := 0
		for range rapid.IntRange(1, 12).Draw(t, "pieces") {
			piece := rapid.SampledFrom([]string{
				".a > b:hover { color: red; }\n", "#x, .y[z=\"{\"] { }\n", "/* } */\n", "@media (min-width: 1px) {\n", "}", "@import url(a.css);\n",
				"a::before { content: \"}\"; background: url(b.png) }\n", ":root { --x: 1px; --y: var(--x) }\n", "@font-face { src: url(\"c\") }\n", "ul li:not(.a, .b) { top: calc(1px + 2px) }\n",
			}).Draw(t, "piece")
			if strings.HasPrefix(piece, "}") && depth == 0 || strings.HasPrefix(piece, "@import") && depth > 0 {
				continue
			}
			depth += strings.Count(piece, "(min")
			if strings.HasPrefix(piece, "}") {
				depth--
			}
			b.WriteString(piece)
		}
		b.WriteString(strings.Repeat("}", depth))
		tree, err := g.Parse([]byte(b.String()))
		if err != nil || tree.Root().HasError() {
			t.Fatalf("the grammar does not read\n%s", b.String())
		}
		f, err := sheet.Extract([]byte(b.String()))
		if err != nil || len(f.Problems) > 0 {
			t.Fatalf("problems %v, %v in\n%s", f.Problems, err, b.String())
		}
		got := map[string]bool{}
		for i := range f.Symbols {
			if s := &f.Symbols[i]; s.Kind == schema.KindRule {
				got[fmt.Sprint(s.Span)] = true
			}
		}
		for n := range tree.Root().Descendants() {
			if !n.Is("rule_set") {
				continue
			}
			line, col := n.Start()
			endLine, endCol := n.End()
			if want := fmt.Sprintf("{%d %d %d %d}", line, col, endLine, endCol); !got[want] {
				t.Fatalf("the rule at %s is missing of %v in\n%s", want, got, b.String())
			}
		}
	})
}
