package sitter_test

import (
	"testing"

	python "github.com/tree-sitter/tree-sitter-python/bindings/go"

	"github.com/lc-index/lc/index/lang/sitter"
)

func TestFlatTreeHasTheShapeOfTheSource(t *testing.T) {
	t.Parallel()
	g := sitter.NewGrammar(python.Language())
	tree, err := g.Parse([]byte("def f(x):\n  return x + 1\n\ny = f(2)\n"))
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for c := range tree.Root().NamedChildren() {
		kinds = append(kinds, c.Kind())
	}
	if len(kinds) != 2 || kinds[0] != "function_definition" || kinds[1] != "expression_statement" {
		t.Fatalf("top level = %v", kinds)
	}
	f := tree.Root().FirstNamed()
	if name := f.Field("name").Text(); name != "f" {
		t.Errorf("name = %q, want f", name)
	}
	if got := f.Field("parameters").FirstNamed().Text(); got != "x" {
		t.Errorf("parameter = %q, want x", got)
	}
	if line, col := f.NextSibling().Start(); line != 4 || col != 0 {
		t.Errorf("second statement at %d:%d, want 4:0", line, col)
	}
	if p := f.Field("name").Parent(); p.Index() != f.Index() {
		t.Errorf("parent of the name is node %d, want %d", p.Index(), f.Index())
	}
	if n := tree.ErrorBytes(); n != 0 {
		t.Errorf("error bytes = %d, want 0", n)
	}
}

func TestHashIgnoresCommentsAndSpaceOnly(t *testing.T) {
	t.Parallel()
	g := sitter.NewGrammar(python.Language())
	hash := func(src string) uint64 {
		tree, err := g.Parse([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		return tree.Root().Hash(nil)
	}
	base := hash("def f(x):\n  return x + 1\n")
	if got := hash("def f(x): # note\n\n    return x  +  1\n"); got != base {
		t.Errorf("a comment and white space changed the hash")
	}
	if got := hash("def f(x):\n  return x + 2\n"); got == base {
		t.Errorf("another literal kept the hash")
	}
	if hash("if a:\n  x()\n  y()\n") == hash("if a:\n  x()\ny()\n") {
		t.Errorf("a statement that left its block kept the hash")
	}
}
