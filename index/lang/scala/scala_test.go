package scala_test

import (
	"os"
	"strings"
	"testing"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/langtest"
	"github.com/lc-index/lc/index/lang/scala"
	"github.com/lc-index/lc/store/schema"
)

func extract(t *testing.T, src string) *lang.Facts {
	t.Helper()
	facts, err := scala.Languages()[0].Extract([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return facts
}

// symbol returns the symbol of a dotted name, the one of a kind when there are several.
func symbol(t *testing.T, f *lang.Facts, dotted string, kind schema.Kind) *lang.Symbol {
	t.Helper()
	for i := range f.Symbols {
		if i > 0 && f.Symbols[i].Kind == kind && langtest.Dotted(f, int32(i)) == dotted {
			return &f.Symbols[i]
		}
	}
	t.Fatalf("no %s %s", kind, dotted)
	return nil
}

func TestFixture(t *testing.T) {
	t.Parallel()
	src, err := os.ReadFile("testdata/Shop.scala")
	if err != nil {
		t.Fatal(err)
	}
	f := langtest.Check(t, scala.Languages()[0], string(src))
	if f.Package != "shop.core" || f.Summary != "Sells things." || f.ErrorBytes != 0 || len(f.Problems) != 0 {
		t.Errorf("package %q, summary %q, %d error bytes, problems %v", f.Package, f.Summary, f.ErrorBytes, f.Problems)
	}
	for _, tc := range []struct {
		name, signature string
		kind            schema.Kind
		arity           int32
		complexity      int32
	}{
		{"Shop.sell", "protected def sell[A](item: A, more: => Int, rest: Int*)(using o: Order[A]): Option[A]", schema.KindMethod, schema.None, 9},
		{"Shop.sell.local", "def local(n: Int): Int", schema.KindFunction, 1, 3},
		{"Till.sum", "def sum(xs: Seq[Int])", schema.KindMethod, 1, 2},
		{"Shop.lock", "private[core] lazy val lock, key: Any", schema.KindField, schema.None, 0},
		{"State.Other", "Other(n: Int) extends State(n)", schema.KindEnumMember, schema.None, 0},
	} {
		s := symbol(t, f, tc.name, tc.kind)
		if s.Signature != tc.signature || s.Arity != tc.arity || s.Complexity != tc.complexity {
			t.Errorf("%s: signature %q, arity %d, complexity %d", tc.name, s.Signature, s.Arity, s.Complexity)
		}
	}
	if s := symbol(t, f, "Shop", schema.KindClass); s.Doc != "Sells things." || s.Flags&schema.SymbolDeprecated == 0 || s.Span.StartLine != 11 {
		t.Errorf("Shop: doc %q, flags %v, span %v", s.Doc, s.Flags.Names(), s.Span)
	}
	if s := symbol(t, f, "Till.sum", schema.KindMethod); s.Doc != "Doc of it." {
		t.Errorf("Till.sum: doc %q", s.Doc)
	}
}

func TestSuites(t *testing.T) {
	t.Parallel()
	langtest.Check(t, scala.Languages()[0], `
class ShopSuite extends munit.FunSuite { // def: ShopSuite class test; ref: FunSuite inherit
  test("sells") { // def: ShopSuite.sells function test; ref: test call
    assert(Shop().open) // ref: assert call; ref: open read of Shop
  }
  test("is slow".tag(Slow)) { other() } // ref: Slow read; ref: other call
  def helper = test(name)(run()) // def: ShopSuite.helper method; ref: run call
}
class TillSpec extends AnyFlatSpec with Matchers { // def: TillSpec class test
  "A till"  should  "open" in { open() } // ref: open call; no: should
  it should "shut" in { close() } // ref: close call
}
class ListSpec extends AnyWordSpec:
  "A list" when {
    "empty" should { empty() } // ref: empty call
  }
class Plain { "a" should { b() } } // def: Plain class; ref: should call; ref: b call
class JUnit { @Test def works(): Unit = () } // def: JUnit class test; def: JUnit.works method test decorated
`)
	f := extract(t, "class S extends AnyFlatSpec { \"A till\" should \"open\" in { 1 }; it must \"shut\" in { 2 } }")
	symbol(t, f, "S.A till should open", schema.KindFunction)
	symbol(t, f, "S.must shut", schema.KindFunction)
}

// TestMixins holds that a class made by "new" with several super types is found,
// which the grammar takes for an operator.
func TestMixins(t *testing.T) {
	t.Parallel()
	langtest.Check(t, scala.Languages()[0], `
object A {
  def f = new B(1) with C with D[E] with F.G { // ref: B call; ref: B inherit; ref: C inherit; ref: D inherit; ref: E type; ref: G inherit of F; def: A.f.$B class synthetic
    val x = 1 // def: A.f.$B.x field
    override def g = x // def: A.f.$B.g method override; ref: x read -> 4
  }
  val h = new B with C // ref: B call; ref: C type
}
`)
}

// TestGrammarGaps holds that text which the grammar misreads is found all the same.
func TestGrammarGaps(t *testing.T) {
	t.Parallel()
	for _, src := range []string{
		"class A @Inject() (val x: Int)(implicit y: C) extends B { // def: A class decorated exported; def: A.x field; ref: Inject decorate; def: y parameter\n  def f = x // def: A.f method; ref: x read -> 1\n}\n",
		"class A[T] @Inject()(@Named(\"b\") b: B) // def: b parameter; ref: Named decorate\n",
		"class A(implicit b: B) extends C[A](x)(b) with D { // ref: C inherit; ref: x read; ref: b read -> 1; ref: D inherit\n  def f = 1 // def: A.f method\n}\n",
		"object A {\n  private enum B { case C, D } // def: A.B enum private; def: A.B.C enum-member\n}\n",
		"given a: B[C] with { def f = 1 } // def: a class; def: a.f method; ref: B inherit; ref: C type\ngiven D[E] { val x = 1 } // def: given_D_E class synthetic; def: given_D_E.x field\n",
		"object A {\n  val f = g { implicit r: R[X] => // def: r parameter; ref: R type; ref: X type\n    r.h // ref: h read of r\n  }\n  b { s: S => s } // def: s parameter; ref: s read -> 5\n}\n",
		"trait A { self: B.type =>\n  def f = self // def: A.f method; ref: self read -> 1\n  trait C extends D { this: E => def g = 1 } // def: A.C.g method; ref: E type\n}\n",
		"def f(x: A^{y}): B^ = x // def: f function; ref: A type; ref: B type\n",
	} {
		f := langtest.Check(t, scala.Languages()[0], src)
		if f.ErrorBytes != 0 || len(f.Problems) != 0 {
			t.Errorf("%q: %d error bytes, problems %v", src, f.ErrorBytes, f.Problems)
		}
	}
}

func TestBrokenFileAndNesting(t *testing.T) {
	t.Parallel()
	f := langtest.Check(t, scala.Languages()[0], "class A {\n  def f = ) 1\n  def g = 1 // def: g\n}\nclass B { def h = 2 } // def: h method\n")
	if len(f.Problems) == 0 {
		t.Error("no problem is noted")
	}
	for _, unit := range []string{"object A {\n", "f(", "if a then\n"} {
		f, err := scala.Languages()[0].Extract([]byte(strings.Repeat(unit, 3_000)))
		if err != nil {
			continue // More work than the file warrants.
		}
		if err := langtest.Consistent(f); err != nil {
			t.Error(err)
		}
	}
}

func TestBodyAndSignatureHashes(t *testing.T) {
	t.Parallel()
	hashes := func(src string) [2]uint64 {
		s := symbol(t, extract(t, src), "A.f", schema.KindMethod)
		return [2]uint64{s.SignatureHash, s.BodyHash}
	}
	base := hashes("object A { def f(a: Int): Int = { a } }")
	if got := hashes("object A {\n  def f(a: Int): Int = {\n    a // now\n  }\n}"); got != base {
		t.Error("layout changes a digest")
	}
	if got := hashes("object A { def f(a: Long): Int = { a } }"); got[0] == base[0] || got[1] != base[1] {
		t.Error("a parameter's type changes the digest of the signature, and only that")
	}
	if got := hashes("object A { def f(a: Int): Int = { a + 1 } }"); got[0] != base[0] || got[1] == base[1] {
		t.Error("the body changes the digest of the body, and only that")
	}
}

func TestIsTestPath(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"app/src/test/scala/a/B.scala": true, "core/jvm/src/it/scala/B.scala": true, "a/ShopSpec.scala": true, "a/ShopSuite.scala": true,
		"app/src/main/scala/a/B.scala": false, "a/Suite.scala": false, "build.sbt": false,
	} {
		if got := scala.IsTestPath(path); got != want {
			t.Errorf("IsTestPath(%q) = %v", path, got)
		}
	}
}

// FuzzExtract holds that any text gives consistent facts.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{
		"class A[T <: B](val x: Int) extends C(x) with D { def f = new E { def g = 1 } }", "object A:\n  def f =\n    val (a, b) = c\n    a match\n      case d: E => d\n",
		"enum E { case A, B; case C(x: Int) }", "given A: B with { def f = s\"${x}\" }", "package a { package b { class C } }", "extension (s: A) def f = s.g(_.h)", "\xff\x00class `",
	} {
		f.Add([]byte(seed))
	}
	language := scala.Languages()[0]
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
