package sitter_test

import (
	"testing"

	csharp "github.com/tree-sitter/tree-sitter-c-sharp/bindings/go"

	"github.com/lc-index/lc/index/lang/sitter"
)

func TestParseInserted(t *testing.T) {
	t.Parallel()
	g := sitter.NewGrammar(csharp.Language())
	src := []byte("class A; class B;\nclass C;\n")
	text := []byte("class A{} class B{}\nclass C{}\n")
	tree, err := g.ParseInserted(src, text, []int{8, 18, 28})
	if err != nil {
		t.Fatal(err)
	}
	if tree.Root().HasError() {
		t.Error("the text has an error")
	}
	want := []string{"class A;", "class B;", "class C;"}
	i := 0
	for n := range tree.Root().NamedChildren() {
		if i < len(want) && n.Text() != want[i] {
			t.Errorf("declaration %d is %q, want %q", i, n.Text(), want[i])
		}
		line, col := n.Field("name").Start()
		wantLine, wantCol := int32(1), []int32{6, 15, 6}[min(i, 2)]
		if i == 2 {
			wantLine = 2
		}
		if line != wantLine || col != wantCol {
			t.Errorf("name %d at %d:%d, want %d:%d", i, line, col, wantLine, wantCol)
		}
		if endLine, endCol := n.End(); endLine != wantLine || endCol != wantCol+2 {
			t.Errorf("declaration %d ends at %d:%d", i, endLine, endCol)
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%d declarations, want %d", i, len(want))
	}
}
