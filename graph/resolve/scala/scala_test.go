package scala_test

import (
	"path"
	"slices"
	"testing"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/graph/resolve/java"
	"github.com/lc-index/lc/graph/resolve/resolvetest"
	"github.com/lc-index/lc/graph/resolve/scala"
	langjava "github.com/lc-index/lc/index/lang/java"
	langscala "github.com/lc-index/lc/index/lang/scala"
)

func check(t *testing.T, archive string) (*link.Input, *link.Output) {
	t.Helper()
	return resolvetest.Check(t, resolvetest.Setup{
		Languages: slices.Concat(langscala.Languages(), langjava.Languages()),
		Rules:     scala.Rules{},
		Others:    []resolve.Rules{java.Rules{}},
		LanguageOf: func(p string) string {
			return map[string]string{".scala": "scala", ".java": "java"}[path.Ext(p)]
		},
	}, archive)
}

func TestPackagesAndImports(t *testing.T) {
	t.Parallel()
	in, out := check(t, `
-- app/Main.scala --
package shop
package app
import shop.till.{Till, open => unlock} // link: Till -> till/Till.scala:2; link: open -> till/Till.scala:9
import till.Till.Coin // link: Coin -> till/Till.scala:5
import Till.limit // link: limit -> till/Till.scala:4
import shop.money._
import Size._
import java.util.UUID // link: UUID -> external java.util
import org.scalatest.funsuite.AnyFunSuite // link: AnyFunSuite -> external org.scalatest.funsuite

class Main(coin: Coin) extends Base with Near { // link: Coin -> till/Till.scala:5; link: Base -> app/Base.scala:2; link: Near -> app/Base.scala:8
  val till: Till = Till(limit) // link: Till -> till/Till.scala:2; link: limit -> till/Till.scala:4
  def run(n: Int): String = { // link: Int -> external scala; link: String -> external scala
    unlock(1) // link: unlock -> till/Till.scala:9
    round(2) // link: round -> money/package.scala:3
    val big = Big // link: Big -> money/package.scala:4
    inherited // link: inherited -> app/Base.scala:3
    Helper.assist() // link: Helper -> app/Base.scala:6; link: assist -> app/Base.scala:6
    top // link: top -> top.scala:2
    till.Till // link: Till -> none
    discount(1) // link: discount -> money/Discounts.scala:3
    Till.limit // link: Till -> till/Till.scala:3
    implicitly[Helper].near // link: implicitly -> external scala; link: near -> app/Base.scala:7
    shop.till.Till.create // link: create -> till/Till.scala:6
    println(UUID.randomUUID()) // link: println -> external scala; link: randomUUID -> external java.util
    missing(1) // link: missing -> none
  }
}
-- app/Base.scala --
package shop.app
class Base {
  def inherited = 1
  def other: Main = null // link: Main -> app/Main.scala:11
}
object Helper { def assist() = 1 }
class Helper { def near = 1 }
trait Near
-- till/Till.scala --
package shop.till
case class Till(n: Int)
object Till {
  val limit = 3
  class Coin
  def create = Till(limit) // link: Till -> till/Till.scala:2; link: limit -> till/Till.scala:4
}

def open(n: Int) = 1
-- money/package.scala --
package shop
package object money extends Discounts {
  def round(n: Int) = n
  object Size { case object Big }
}
-- money/Discounts.scala --
package shop.money
trait Discounts {
  def discount(n: Int) = n
}
-- top.scala --
package shop
def top = 1
`)
	for i := range in.Files {
		if in.Files[i].Path == "app/Main.scala" && out.Packages[i] != "shop.app" {
			t.Errorf("package %q", out.Packages[i])
		}
	}
}

func TestMembers(t *testing.T) {
	t.Parallel()
	check(t, `
-- a/Item.scala --
package a
trait Priced { def cost: Int }
class Item(val price: Int) extends Priced { self =>
  def cost = price // link: price -> a/Item.scala:3
  def twin: Item = this
  def part = new Part // link: Part -> a/Item.scala:7
  class Part { def all = cost + self.price } // link: cost -> a/Item.scala:4; link: price -> a/Item.scala:3
}
object Item { def of(s: String) = new Item(1); def of(n: Int): Item = null }
class Free extends Item(0) { override def cost = super.cost } // link: cost -> a/Item.scala:4
object Syntax {
  implicit class Rich(item: Item) { def half = item.cost / 2 } // link: cost -> a/Item.scala:4
}
extension (p: Priced) def label = "x"
enum Size { case Big, Small; def next = Big } // link: Big -> a/Item.scala:15
-- b/Use.scala --
package b
import a._, Syntax._
class Use(items: List[Item], one: Option[Item]) {
  val two = new Item(1)
  def use(item: Item): Unit = {
    item.twin.price // link: twin -> a/Item.scala:5; link: price -> a/Item.scala:3
    items.head.twin // link: twin -> a/Item.scala:5
    items.filter(_.price > 1).map(i => i.half) // link: price -> a/Item.scala:3; link: half -> a/Item.scala:12
    for (i <- items; t = i.twin) t.label // link: twin -> a/Item.scala:5; link: label -> a/Item.scala:14
    one.foreach { i => i.twin } // link: twin -> a/Item.scala:5
    one match { case Some(i) => 1; case x: Item => x.twin } // link: twin -> a/Item.scala:5
    two.part.all // link: part -> a/Item.scala:6; link: all -> a/Item.scala:7
    Item.of(1).twin // link: of -> a/Item.scala:9; link: twin -> a/Item.scala:5
    item twin 3 // link: twin -> a/Item.scala:5
    Size.Big.next // link: Big -> a/Item.scala:15; link: next -> a/Item.scala:15
    new Priced { def cost = item.price }.cost // link: price -> a/Item.scala:3; link: cost -> b/Use.scala:16
    Legacy.make().stop(1) // link: make -> a/Legacy.java:4; link: stop -> a/Legacy.java:3
    items.mkString(",").trim // link: mkString -> external scala
    item.toString // link: toString -> external scala
    odd.twin // link: odd -> none; link: twin ~ a/Item.scala:5
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

func TestCyclesAndBrokenInputEnd(t *testing.T) {
	t.Parallel()
	check(t, `
-- A.scala --
type X = Y
type Y = X
import b.c
import c.b
class A extends B { def f = { g; h } } // link: g -> B.scala:1; link: h -> none
-- B.scala --
class B extends A { def g = f } // link: f -> A.scala:5
extension (x: X) def odd = x.odder
-- C.scala --
import C._, D._
object C extends D
object D extends C { def ( = { x.y
`)
}
