package sitter

import (
	"strings"
	"testing"
	"unsafe"

	ts "github.com/tree-sitter/go-tree-sitter"
)

// trees are texts with what makes a walk over a tree hard: hidden nodes below hidden
// ones, aliases, fields of hidden nodes, extras between, errors, tokens that the parser
// made up, long tokens and tokens after many lines, which are kept apart from small ones.
var trees = map[string][]string{
	".java": {"package a.b; // c\n@A(x = 1) class B<T extends C & D> extends E implements F, G { /** doc */ int x, y = 1;\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n void f(int... a) throws X { for (;;) { g(a[0]::h, () -> 1); } } }", "class A { int x = (1; }\nclass B { void f( { } }"},
	".py":   {"@d\nclass A(B, metaclass=C):\n  '''doc'''\n  def f(self, *a, b: int = 1, **k) -> int:\n    return f'{a!r:>{b}}' if a else [x async for x in y]\n", "def f(:\n  x = = 1\nclass\n"},
	".cc":   {"template<class T> struct A : B<T> { A(int x) : B(x), y{1} {} ~A() = default; operator bool() const; int y : 3; };\n#if 0\nint f();\n#else\nint g(void (*h)(int), ...);\n#endif\n", "int f( { }\nclass A { x y z; "},
	".ts":   {"export default class A<T> extends B<T> { private readonly x?: string = `a${b}c`; get y() { return <any>this.x!; } }\nfunction f(this: A, ...r: [a: number, b?: string]) {}", "class A { f( { }\nconst x = ;"},
	".rb":   {"class A < B\n  def f(a, *b, c: 1, &d) = a&.g(<<~X, %w[a b]) { |x, (y, z)| x }\n    t #{u}\n  X\nend\n", "def f(\n  if x\nend"},
	".rs":   {"#[a] pub fn f<'a, T: B + 'a>(x: &'a mut T) -> impl C where T: D { m!(a, b => c); x?.y.0 }\n", "fn f( { let x = ; }\nstruct A {"},
	".php":  {"<html><?php namespace A\\B; class C { use D; public function f(?int $x = 1, ...$y): static { return $x?->y::z(); } } ?> <b>", "<?php function f( { $x = ; }"},
	".kt":   {"class A(val x: Int = 1, vararg y: String) : B(x), C by d { val z by lazy { \"a${x}b\" } }\n", "fun f( { val x = }"},
	".yml":  {"a: &x\n  - b: |\n      c\n  - *x\n? d\n: !!str 'e'\n", "a: [b\nc: }"},
	".json": {"{\"a\": [1, true, null, \"\\n\"]}", "{\"a\": ]"},
	".cs":   {"namespace A; record B(int X) : C { public int Y { get; init; } = 1; int this[int i] => $\"{i:x}\"[0]; }", "class A { void f( { } }"},
	".lua":  {"local function f(a, ...) return a.b:c{1, x = 2, [3] = [[\n4]]} end\n", "function f( x = = 1 end"},
	".c":    {"#define A(x) \\\n  x\nstatic struct { int a[2]; } *b = &(struct c){ .d = 1 };\n", "int f( {"},
	".js":   {"async function* f({a, ...b} = {}) { for await (const x of y) label: yield* x?.[0]; }\n/a[/]b/g.test(<A b={c}>d</A>)", "function f( { x = ; "},
}

// The walk over the library's own structures says of every node what the library's
// cursor says.
func TestFlatTreeIsTheCursors(t *testing.T) {
	t.Parallel()
	for ext, texts := range trees {
		language := grammars[ext]
		if language == nil {
			t.Errorf("no grammar for %s", ext)
			continue
		}
		for _, text := range texts {
			compareWithCursor(t, ext, language(), text)
		}
	}
}

func compareWithCursor(t *testing.T, ext string, language unsafe.Pointer, text string) {
	t.Helper()
	flat, err := NewGrammar(language).Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	parser := ts.NewParser()
	defer parser.Close()
	if err := parser.SetLanguage(ts.NewLanguage(language)); err != nil {
		t.Fatal(err)
	}
	tree := parser.Parse([]byte(text), nil)
	defer tree.Close()
	cursor := tree.Walk()
	defer cursor.Close()
	n := 0
	var walk func(parent int)
	walk = func(parent int) {
		node, self := cursor.Node(), n
		n++
		if self >= flat.Len() {
			return
		}
		want := record{
			start: uint32(node.StartByte()), end: uint32(node.EndByte()), parent: int32(parent), kind: node.KindId(), field: cursor.FieldId(),
			startRow: uint32(node.StartPosition().Row), startCol: uint32(node.StartPosition().Column),
			endRow: uint32(node.EndPosition().Row), endCol: uint32(node.EndPosition().Column),
		}
		for flag, set := range map[uint16]bool{
			flagNamed: node.IsNamed(), flagError: node.IsError(), flagMissing: node.IsMissing(), flagExtra: node.IsExtra(), flagHasError: node.HasError(),
		} {
			if set {
				want.flags |= flag
			}
		}
		if cursor.GotoFirstChild() {
			for more := true; more; more = cursor.GotoNextSibling() {
				walk(self)
			}
			cursor.GotoParent()
		}
		want.next = int32(n)
		if got := flat.records[self]; got != want {
			t.Errorf("%s %q: node %d (%s) = %+v, want %+v", ext, text, self, node.Kind(), got, want)
		}
	}
	walk(-1)
	if n != flat.Len() {
		t.Errorf("%s %q: %d nodes, want %d", ext, text, flat.Len(), n)
	}
}

// A tree that the parser made within its bounds is handed out whatever its depth: the
// walk over it asks nothing of the parser's bounds.
func TestATreeAtItsBoundsIsWrittenOut(t *testing.T) {
	t.Parallel()
	const depth = 20_000
	text := []byte(strings.Repeat("[", depth) + strings.Repeat("]", depth))
	g := NewGrammar(grammars[".json"]())
	_, took := parse(g.language, text, limits(len(text)))
	records, _ := parse(g.language, text, usage{memory: took.memory, work: took.work})
	if len(records) <= depth {
		t.Errorf("%d nodes within %d bytes and %d of work, want more than %d", len(records), took.memory, took.work, depth)
	}
}
