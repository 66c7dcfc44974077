package rust_test

import (
	"os"
	"strings"
	"testing"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/langtest"
	"github.com/lc-index/lc/index/lang/rust"
	"github.com/lc-index/lc/store/schema"
)

func TestFixture(t *testing.T) {
	t.Parallel()
	src, err := os.ReadFile("testdata/shop.rs")
	if err != nil {
		t.Fatal(err)
	}
	f := langtest.Check(t, rust.Languages()[0], string(src))
	if want := "Keeps a shop open."; f.Summary != want {
		t.Errorf("summary = %q, want %q", f.Summary, want)
	}
	if len(f.Problems) != 0 {
		t.Errorf("problems: %v", f.Problems)
	}
	shop := find(t, f, "Shop")
	if shop.Doc != "Sells things." || shop.Signature != "pub struct Shop<T: Trade>" || shop.Visibility != schema.VisibilityPublic {
		t.Errorf("Shop: doc %q, signature %q, %s", shop.Doc, shop.Signature, shop.Visibility)
	}
	first := find(t, f, "first")
	if want := "fn first(&self) -> Option<&Item>"; first.Signature != want || first.Arity != 0 {
		t.Errorf("first: signature %q, arity %d", first.Signature, first.Arity)
	}
	// One, an if, an &&, three further arms, a for.
	if first.Complexity != 7 {
		t.Errorf("complexity of first = %d, want 7", first.Complexity)
	}
	// The type of a value is what its wrappers hold.
	owner := find(t, f, "owner")
	if r := f.Refs[owner.Type]; r.Name != "Owner" || r.Flags&lang.RefContainer == 0 {
		t.Errorf("type of owner = %s, flags %b; want a container of Owner", r.Name, r.Flags)
	}
}

func find(t *testing.T, f *lang.Facts, name string) *lang.Symbol {
	t.Helper()
	for i := range f.Symbols {
		if f.Symbols[i].Name == name {
			return &f.Symbols[i]
		}
	}
	t.Fatalf("no symbol %s", name)
	return nil
}

func extract(t *testing.T, src string) *lang.Facts {
	t.Helper()
	f, err := rust.Languages()[0].Extract([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if err := langtest.Consistent(f); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestHashes(t *testing.T) {
	t.Parallel()
	base := find(t, extract(t, "fn f(x: u8) -> u8 { x }"), "f")
	body := find(t, extract(t, "fn f(x: u8) -> u8 { // note\n x + 1 }"), "f")
	sig := find(t, extract(t, "fn f(x: u16) -> u8 { x }"), "f")
	if body.SignatureHash != base.SignatureHash || body.BodyHash == base.BodyHash {
		t.Error("a body edit must change the body hash alone")
	}
	if sig.SignatureHash == base.SignatureHash || sig.BodyHash != base.BodyHash {
		t.Error("a signature edit must change the signature hash alone")
	}
}

func TestBrokenAndEmptyFiles(t *testing.T) {
	t.Parallel()
	f := extract(t, "fn f( { let x = ; }\n\nfn g() -> u8 { 1 }\nlet y = y;\n")
	if len(f.Problems) == 0 {
		t.Error("a broken file has no problems")
	}
	find(t, f, "g")
	if f := extract(t, ""); len(f.Symbols) != 1 || len(f.Refs) != 0 {
		t.Errorf("empty file: %d symbols, %d refs", len(f.Symbols), len(f.Refs))
	}
	extract(t, "fn f() { "+strings.Repeat("(", 30000)+"1"+strings.Repeat(")", 30000)+"; }")
	extract(t, "m!{"+strings.Repeat("(", 3000)+"a"+strings.Repeat(")", 3000)+"}")
}

func TestTestPaths(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"tests/a.rs": true, "crates/x/benches/b.rs": true, "src/tests.rs": true, "src/lib.rs": false, "src/contest.rs": false, "tests/data/x.txt": false,
	} {
		if got := rust.IsTestPath(path); got != want {
			t.Errorf("IsTestPath(%q) = %v, want %v", path, got, want)
		}
	}
}

// FuzzExtract holds that any bytes give consistent facts.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{
		"impl<T: A> B for &C<T> where T: D { fn f(&self) -> Option<E> { let Some(x) = y else { return }; m!(|a: B, c| a.d()[0]?.e) } }",
		"use {a::{self, b as c, *}, ::d}; mod x { pub(crate) struct S(u8, T); }", "macro_rules! m { ($a:expr) => { $crate::f($a) } }", "m!{ let x = ", "fn f() { if let A { b, .. } = c && d {", "\xff\x00fn",
	} {
		f.Add([]byte(seed))
	}
	language := rust.Languages()[0]
	f.Fuzz(func(t *testing.T, src []byte) {
		facts, err := language.Extract(src)
		if err != nil {
			return // Nothing could be read.
		}
		if err := langtest.Consistent(facts); err != nil {
			t.Error(err)
		}
	})
}

func TestAttributesThatOnlyDescribeDecorateNothing(t *testing.T) {
	t.Parallel()
	facts, err := rust.Languages()[0].Extract([]byte("#[allow(dead_code)]\n#[inline]\nfn quiet() {}\n#[allow(unused)]\n#[handler]\nfn registered() {}\n"))
	if err != nil {
		t.Fatal(err)
	}
	decorated := map[string]bool{}
	for _, s := range facts.Symbols {
		decorated[s.Name] = s.Flags&schema.SymbolDecorated != 0
	}
	if len(decorated) < 2 || decorated["quiet"] || !decorated["registered"] {
		t.Errorf("decorated: %v, want only what a handler attribute stands on", decorated)
	}
}
