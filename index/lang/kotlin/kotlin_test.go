package kotlin_test

import (
	"os"
	"strings"
	"testing"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/kotlin"
	"github.com/lc-index/lc/index/lang/langtest"
	"github.com/lc-index/lc/store/schema"
)

func extract(t *testing.T, src string) *lang.Facts {
	t.Helper()
	facts, err := kotlin.Languages()[0].Extract([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return facts
}

// symbol returns the symbol of a dotted name.
func symbol(t *testing.T, f *lang.Facts, dotted string) *lang.Symbol {
	t.Helper()
	for i := range f.Symbols {
		if i > 0 && langtest.Dotted(f, int32(i)) == dotted {
			return &f.Symbols[i]
		}
	}
	t.Fatalf("no symbol %s", dotted)
	return nil
}

func TestFixture(t *testing.T) {
	t.Parallel()
	src, err := os.ReadFile("testdata/Shop.kt")
	if err != nil {
		t.Fatal(err)
	}
	f := langtest.Check(t, kotlin.Languages()[0], string(src))
	if f.Package != "shop.core" || f.Summary != "Sells things." || f.ErrorBytes != 0 || len(f.Problems) != 0 {
		t.Errorf("package %q, summary %q, %d error bytes, problems %v", f.Package, f.Summary, f.ErrorBytes, f.Problems)
	}
	for _, tc := range []struct {
		name, signature string
		arity           int32
		complexity      int32
	}{
		{"Shop.sell", "override suspend fun sell(item: T, vararg more: T): Receipt?", schema.None, 6},
		{"Shop.sell.local", "fun local(n: Int): Int", 1, 2},
		{"Shop.constructor", "protected constructor(other: Shop<T>) : this(other.rate, other.items, 0)", 1, 1},
		{"cost", "fun List<Item>.cost(by: Item.() -> Int): Int", 1, 1},
		{"Shop.count", "var count: Int", schema.None, 1},
		{"State.OPEN", "OPEN(1)", schema.None, 0},
	} {
		s := symbol(t, f, tc.name)
		if s.Signature != tc.signature || s.Arity != tc.arity || s.Complexity != tc.complexity {
			t.Errorf("%s: signature %q, arity %d, complexity %d", tc.name, s.Signature, s.Arity, s.Complexity)
		}
	}
	if s := symbol(t, f, "Shop"); s.Doc != "Sells things." || s.Flags&schema.SymbolDeprecated == 0 || s.Span.StartLine != 12 {
		t.Errorf("Shop: doc %q, flags %v, span %v", s.Doc, s.Flags.Names(), s.Span)
	}
}

// TestGrammarGaps holds that text which the grammar misreads is found all the same.
func TestGrammarGaps(t *testing.T) {
	t.Parallel()
	for _, src := range []string{
		"fun interface Task { fun run() } // def: Task.run method\n",
		"class A { companion object { val x: Int } } // def: A.Companion.x field\n",
		"enum class E(val n: Int) { A(1), B(2); fun g() {} } // def: E.B enum-member; def: E.g method\n",
		"fun f() {\n  open(1) // ref: open call\n  value = 3 // ref: value write\n  sealed.x() // ref: sealed read; ref: x call of sealed\n  internal() // ref: internal call\n}\n",
		"fun f(override: Int, open: () -> Unit) = override // def: override parameter; def: open parameter; ref: override read -> 1\n",
		"fun f() {\n  b()\n  in1.skip() // ref: in1 read; ref: skip call of in1\n  as_list() // ref: as_list call\n}\n",
		"val f = suspend { 1 } // def: f variable; ref: suspend call\n",
		"class A {\n  context(Scope)\n  fun f() = 1 // def: A.f method\n}\n",
		"fun f() {\n  val b = c()\n  get(1) // ref: get call\n  constructor() // ref: constructor call\n}\n",
		"val a = $$\"\"\"x $y ${z}\"\"\"\nfun f() {} // def: f function\n",
		"val a = \"${ if (x) \"{\" else '}' } open( \" /* { /* */ */\nfun f() {} // def: f function\n",
	} {
		f := langtest.Check(t, kotlin.Languages()[0], src)
		if f.ErrorBytes != 0 || len(f.Problems) != 0 {
			t.Errorf("%q: %d error bytes, problems %v", src, f.ErrorBytes, f.Problems)
		}
	}
}

func TestSuites(t *testing.T) {
	t.Parallel()
	langtest.Check(t, kotlin.Languages()[0], `
import org.junit.Test
class ShopTest { // def: ShopTest class test
  @Test fun sells() {} // def: ShopTest.sells method test decorated
  @ParameterizedTest @ValueSource(ints = [1, 2]) fun counts(n: Int) {} // def: counts method test; ref: ValueSource decorate
  fun helper() {} // def: ShopTest.helper method
}
class ShopSpec : StringSpec({ // def: ShopSpec class test; ref: StringSpec inherit
  "sells" { Shop().sell() } // ref: sell call of Shop; ref: Shop call
})
class TillSpec : FunSpec() { // def: TillSpec class test
  init {
    test("opens") { open() } // ref: open call; ref: test call
    context("when shut") { // ref: context call
      test("stays") { close() } // ref: close call
    }
    test(name) { other() } // ref: other call; ref: name read
  }
}
class NamesTest { // def: NamesTest class test
  @Test fun `+"`sells_a_lot`"+`() {} // def: NamesTest.sells_a_lot method test
}
`)
}

func TestBrokenFileAndNesting(t *testing.T) {
	t.Parallel()
	f := langtest.Check(t, kotlin.Languages()[0], `
@Tag(1)
class A(val x: Int) : B() { // def: A class exported decorated; def: A.x field; ref: B inherit
  /** Before. */
  val before = x // def: A.before field; ref: x read -> 3
  fun f() { a( ) } ) // def: A.f method
  private set
  @Tag(2) fun g(n: Int) = n // def: A.g method decorated; ref: Tag decorate; ref: n read -> 8
  companion object { const val C = 1 } // def: A.Companion.C constant
  inner class I { // def: A.I class
    fun h() { val = ; i() } // def: A.I.h method; ref: i call
    constructor(n: Int) : this() { j(n) } // def: A.I.constructor constructor; ref: j call; ref: n read -> 12
  }
  enum class E { X, Y; fun z() {} } // def: A.E.X enum-member; def: A.E.z method
}
fun k() {} // def: k function exported
`)
	if len(f.Problems) == 0 || f.ErrorBytes == 0 || f.ErrorBytes > 60 {
		t.Errorf("%d error bytes, problems %v", f.ErrorBytes, f.Problems)
	}
	if s := symbol(t, f, "A"); s.Span.StartLine != 2 || s.Span.EndLine != 15 {
		t.Errorf("span of A: %v", s.Span)
	}
	if s := symbol(t, f, "A.before"); s.Doc != "Before." {
		t.Errorf("doc of A.before: %q", s.Doc)
	}
	langtest.Check(t, kotlin.Languages()[0], `
fun f() {
  if (a) {
    b() // ref: b call
}
fun g() {} // def: g function
class H { fun i() {} } // def: H.i method
`)
	f = extract(t, "val x = "+strings.Repeat("(", 50_000))
	if err := langtest.Consistent(f); err != nil {
		t.Error(err)
	}
}

func TestBodyAndSignatureHashes(t *testing.T) {
	t.Parallel()
	hashes := func(src string) [2]uint64 {
		s := symbol(t, extract(t, src), "f")
		return [2]uint64{s.SignatureHash, s.BodyHash}
	}
	base := hashes("fun f(a: Int): Int { return a }")
	if got := hashes("fun f(a: Int): Int {\n  return a // now\n}"); got != base {
		t.Error("layout changes a digest")
	}
	if got := hashes("fun f(a: Long): Int { return a }"); got[0] == base[0] || got[1] != base[1] {
		t.Error("a parameter's type changes the digest of the signature, and only that")
	}
	if got := hashes("fun f(a: Int): Int { return a + 1 }"); got[0] != base[0] || got[1] == base[1] {
		t.Error("the body changes the digest of the body, and only that")
	}
}

func TestIsTestPath(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"app/src/test/kotlin/a/B.kt": true, "lib/src/commonTest/kotlin/a/B.kt": true, "a/ShopTest.kt": true, "a/ShopSpec.kt": true,
		"app/src/main/kotlin/a/B.kt": false, "a/Test.kt": false, "a/Latest.java": false, "build.gradle.kts": false,
	} {
		if got := kotlin.IsTestPath(path); got != want {
			t.Errorf("IsTestPath(%q) = %v", path, got)
		}
	}
}

// FuzzExtract holds that any text gives consistent facts.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{
		"class A<T : B>(val x: Int) : C(x), D by e { companion object { val y by lazy { 1 } } }", "fun A.f() = object : B { override fun g() {} }",
		"enum class E { A { fun x() }, B; }", "val x = \"${\"${a}\"}\" ", "context(A) fun f() { when (val x = y) { is Z -> 1 } }", "\xff\x00class `",
	} {
		f.Add([]byte(seed))
	}
	language := kotlin.Languages()[0]
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
