package html_test

import (
	"fmt"
	"strings"
	"testing"

	grammar "github.com/tree-sitter/tree-sitter-html/bindings/go"
	"pgregory.net/rapid"

	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/store/schema"
)

// element writes a made-up element with what it holds.
func element(t *rapid.T, b *strings.Builder, depth int, n *int) {
	*n++
	name := rapid.SampledFrom([]string{"div", "section", "span", "my-box", "table"}).Draw(t, "name")
	fmt.Fprintf(b, "<%s id=\"n%d\" class=x data-y='>'>", name, *n)
	for range rapid.IntRange(0, 3).Draw(t, "children") {
		switch kind := rapid.IntRange(0, 4).Draw(t, "kind"); {
		case kind == 0:
			b.WriteString("text &amp; more\n")
		case kind == 1:
			b.WriteString("<br><img src=\"a.png\">")
		case kind == 2:
			b.WriteString("<!-- <p id=no> -->")
		case kind == 3:
			b.WriteString("<script>if (a < b) { \"<p id=no>\" }</script>")
		case depth > 0:
			element(t, b, depth-1, n)
		}
	}
	fmt.Fprintf(b, "</%s>", name)
}

// Elements with an id lie where the grammar's elements lie.
func TestElementsAgreeWithTheGrammar(t *testing.T) {
	t.Parallel()
	g := sitter.NewGrammar(grammar.Language())
	rapid.Check(t, func(rt *rapid.T) {
		var b strings.Builder
		n := 0
		element(rt, &b, 5, &n)
		tree, err := g.Parse([]byte(b.String()))
		if err != nil || tree.Root().HasError() {
			rt.Fatalf("the grammar does not read %s", b.String())
		}
		f := extract(t, "html", b.String())
		got := map[string]bool{}
		for i := range f.Symbols {
			if s := &f.Symbols[i]; s.Kind == schema.KindRule {
				got[fmt.Sprint(s.Span)] = true
			}
		}
		if len(got) != n {
			rt.Fatalf("%d elements, want %d in %s", len(got), n, b.String())
		}
		for e := range tree.Root().Descendants() {
			if !e.Is("element") || !strings.Contains(e.Child("start_tag").Text(), "id=\"n") {
				continue
			}
			line, col := e.Start()
			endLine, endCol := e.End()
			if want := fmt.Sprintf("{%d %d %d %d}", line, col, endLine, endCol); !got[want] {
				rt.Fatalf("the element at %s is missing of %v in %s", want, got, b.String())
			}
		}
	})
}
