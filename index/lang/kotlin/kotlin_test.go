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
		"@A(\"(\")\nannotation class B // def: B class decorated exported\n",
		"@A @B(1) private data class C(val x: Int) // def: C class decorated private; def: C.x field\n@D internal enum class E { F, G; } // def: E enum internal; def: E.F enum-member\n",
		"class A {\n  @B companion object { val x = 1 } // def: A.Companion class decorated static synthetic; def: A.Companion.x field static\n}\n",
		"class A {\n  @B private companion object Key : C<D>() { // def: A.Key class private static; ref: C inherit; no: Companion\n    val x = y // ref: y read\n  }\n  val z = x // ref: x read -> 3\n}\n",
		"class A\n  @B(1)\n  internal constructor(val x: Int) : C { // def: A.constructor constructor internal; def: A.x field; ref: C inherit\n  val y: Int // def: A.y property\n    @D get() = 1\n    @E set(v) {} // ref: E decorate\n}\n",
		"class O {\n  class A\n    constructor(val x: Int) : C // def: O.A.constructor constructor; def: O.A.x field; ref: C inherit\n  open class B\n    @D(E.F) // ref: D decorate; ref: F read of E\n    internal constructor(val y: Int) { // def: O.B.constructor constructor internal decorated\n    constructor() : this(1) // def: O.B.constructor constructor public\n  }\n  class G\n  @H\n  constructor(val z: Int) // def: O.G.z field\n}\n",
		"class A(private val b: B) : C by b { // def: A.b field; ref: C inherit; ref: b read -> 1\n  val x = 1 // def: A.x field\n}\nval y = object : C by D(z.e) { fun f() {} } // def: f method; ref: D call; ref: z read; ref: e read of z\nclass E : F, G by H // def: E class; ref: H read\n",
		"fun f(x: Any) = when (x) {\n  is A if x.b -> c() // ref: A type; ref: x read -> 1; ref: b read of x; ref: c call\n  is B<*> if (d) -> e() // ref: B type; ref: d read; ref: e call\n  else -> 1\n}\n",
		"fun f() {\n  val a = b get c // ref: get call of b; ref: c read\n  ::f.d() // ref: f read; ref: d call\n}\n",
		"context(s: Scope)\nfun f() {} // def: f function; no: context\nfun g(b: context(A) () -> Int) {} // def: b parameter; ref: A type; ref: Int type\n",
		"/** D. */\n@A(\"x\") fun b() {} // def: b function decorated; ref: A decorate\n@C(\"y\") // ref: C decorate\nclass D { // def: D class decorated\n  @E(F::class) fun g() {} // def: D.g method decorated; ref: F read\n  @H(\"z\") @I var j = 1 // def: D.j field decorated; ref: I decorate\n}\n",
		"@V($$\"${a}#{b(\")\nval x = $$\"$$y\" // def: x variable decorated\n",
		"fun interface A<T : B,> { fun f() } // def: A interface; ref: B type\n",
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
