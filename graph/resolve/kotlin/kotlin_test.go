package kotlin_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/graph/resolve/java"
	"github.com/lc-index/lc/graph/resolve/kotlin"
	"github.com/lc-index/lc/graph/resolve/resolvetest"
	langjava "github.com/lc-index/lc/index/lang/java"
	langkotlin "github.com/lc-index/lc/index/lang/kotlin"
)

func check(t *testing.T, archive string) (*link.Input, *link.Output) {
	t.Helper()
	return resolvetest.Check(t, resolvetest.Setup{
		Languages: slices.Concat(langkotlin.Languages(), langjava.Languages()),
		Rules:     kotlin.Rules{},
		Others:    []resolve.Rules{java.Rules{}},
		LanguageOf: func(path string) string {
			switch {
			case strings.HasSuffix(path, ".kt"):
				return "kotlin"
			case strings.HasSuffix(path, ".java"):
				return "java"
			}
			return ""
		},
	}, archive)
}

func TestPackagesAndImports(t *testing.T) {
	t.Parallel()
	in, out := check(t, `
-- app/Main.kt --
package shop.app
import shop.till.Till // link: Till -> till/Till.kt:2
import shop.till.open as unlock // link: open -> till/Till.kt:7
import shop.till.Till.Coin // link: Coin -> till/Till.kt:3
import shop.till.Till.Companion.LIMIT // link: LIMIT -> till/Till.kt:4
import shop.money.*
import shop.money.Size.*
import java.util.UUID // link: UUID -> external java.util
import shop.till.Generated // link: Generated -> none
import org.junit.Test // link: Test -> external org.junit

class Main : Base() { // link: Base -> app/Base.kt:2
  val till: Till = Till(LIMIT) // link: Till -> till/Till.kt:2; link: LIMIT -> till/Till.kt:4
  val near: Helper? = null // link: Helper -> app/Base.kt:5
  fun run(coin: Coin): String { // link: Coin -> till/Till.kt:3; link: String -> external kotlin
    unlock(1) // link: unlock -> till/Till.kt:7
    round(2) // link: round -> money/Money.kt:3
    val big = BIG // link: BIG -> money/Money.kt:4
    inherited() // link: inherited -> app/Base.kt:3
    shop.till.open(1) // link: open -> till/Till.kt:7
    listOf(1) // link: listOf -> external kotlin
    assist() // link: assist -> app/Base.kt:6
    Till.create() // link: create -> till/Till.kt:4
    missing() // link: missing -> none
    return UUID.randomUUID().toString() // link: randomUUID -> external java.util
  }
}
-- app/Base.kt --
package shop.app
open class Base {
  fun inherited() {}
}
class Helper
fun assist() {}
-- till/Till.kt --
package shop.till
class Till(val limit: Int) {
  class Coin
  companion object { const val LIMIT = 3; fun create() = Till(1) } // link: Till -> till/Till.kt:2
}

fun open(n: Int) {}
fun open(n: Int, m: Int) {}
-- money/Money.kt --
package shop.money

fun round(x: Int) = x
enum class Size { BIG, SMALL }
`)
	for i := range in.Files {
		want := "shop." + in.Files[i].Path[:strings.IndexByte(in.Files[i].Path, '/')]
		if in.Files[i].Facts != nil && out.Packages[i] != want {
			t.Errorf("package of %s = %q, want %q", in.Files[i].Path, out.Packages[i], want)
		}
	}
}

func TestMembers(t *testing.T) {
	t.Parallel()
	check(t, `
-- a/Item.kt --
package a
interface Priced { fun cost(): Int }
open class Item(val price: Int) : Priced {
  override fun cost() = price // link: price -> a/Item.kt:3
  fun twin(): Item = this
  fun part() = Part(); fun priced(n: Int) = apply { println(n) }
  inner class Part { fun all() = cost() + shown() } // link: cost -> a/Item.kt:4 + a/Item.kt:14; link: shown -> a/Item.kt:8
  companion object { fun shown() = LIMIT; const val LIMIT = 1 } // link: LIMIT -> a/Item.kt:8
}
fun Item.half() = cost() / 2 // link: cost -> a/Item.kt:4 + a/Item.kt:14
fun String.shout() = uppercase(); val Int.ms get() = this; fun List<Item>.total() = sumOf { it.price }
val Priced.label: String get() = "x" + cost() // link: cost -> a/Item.kt:2 + a/Item.kt:14 + a/Item.kt:4
class Free : Item(0) {
  override fun cost() = super.cost() // link: cost -> a/Item.kt:4
}
-- b/Use.kt --
package b
import a.*
class Use(private val items: List<Item>, val one: Item?) {
  val two by lazy { Item(1) }
  fun use() {
    one?.twin()!!.price // link: twin -> a/Item.kt:5; link: price -> a/Item.kt:3
    items.first().twin() // link: twin -> a/Item.kt:5
    items.filter { it.price > 1 }.map { it.half() } // link: price -> a/Item.kt:3; link: half -> a/Item.kt:10
    for (i in items) i.twin() // link: twin -> a/Item.kt:5
    items[0].label // link: label -> a/Item.kt:12
    two.part().all() // link: part -> a/Item.kt:6; link: all -> a/Item.kt:7
    one?.let { it.twin() } // link: twin -> a/Item.kt:5
    val made = Item(2).apply { toString() }
    made.twin() // link: twin -> a/Item.kt:5
    (other as Item).twin() // link: twin -> a/Item.kt:5
    one?.priced(1)?.twin() // link: priced -> a/Item.kt:6; link: twin -> a/Item.kt:5
    one?.twin()?.javaClass // link: javaClass -> external kotlin
    Item.LIMIT // link: LIMIT -> a/Item.kt:8
    Legacy().stop(1) // link: Legacy -> a/Legacy.java:2; link: stop -> a/Legacy.java:3
    Legacy.make().stop(2) // link: make -> a/Legacy.java:4; link: stop -> a/Legacy.java:3
    items.forEach(Item::twin) // link: twin -> a/Item.kt:5
    250.ms // link: ms -> a/Item.kt:11
    "x".shout().length; items.total() // link: shout -> a/Item.kt:11; link: total -> a/Item.kt:11
    odd().twin() // link: odd -> none; link: twin ~ a/Item.kt:5
  }
}
-- a/Legacy.java --
package a;
public class Legacy {
  public void stop(int n) {}
  public static Legacy make() { return null; }
}
`)
}

func TestFunctionNamedAsAType(t *testing.T) {
	t.Parallel()
	check(t, `
-- a/Record.kt --
package a
class Record(val n: Int)
-- a/in/Make.kt --
package a.inner
import a.Record // link: Record -> a/Record.kt:2
fun Record(s: String): Record = Record(s.length) // link: Record -> a/Record.kt:2
-- a/Use.kt --
package a
import a.inner.Record // link: Record -> a/in/Make.kt:3
fun use(r: Record) = r.n // link: Record -> a/Record.kt:2; link: n -> a/Record.kt:2
`)
}

func TestCyclesAndBrokenInputEnd(t *testing.T) {
	t.Parallel()
	check(t, `
-- A.kt --
typealias X = Y
typealias Y = X
class A : B() { fun f() { g(); h() } } // link: g -> B.kt:1; link: h -> none
-- B.kt --
open class B : A() { fun g() { f() } } // link: f -> A.kt:3
fun X.odd() = this.odder()
-- C.kt --
import C.*
import C.D
class C { fun ( { x.y()
`)
}

// Operators before a value bind weaker than what follows it.
func TestOperatorsBeforeCalls(t *testing.T) {
	t.Parallel()
	check(t, `
-- a.kt --
package shop
class Till(val open: Boolean, val next: Till?) {
    fun full() = open
}
fun empty(t: Till) = !t.full() // link: full -> a.kt:3
fun gone(t: Till): Boolean {
    if (!empty(t)) return false // link: empty -> a.kt:5
    val last = !t.next!!.full() // link: next -> a.kt:2; link: full -> a.kt:3
    return !t.open // link: open -> a.kt:2
}
`)
}
