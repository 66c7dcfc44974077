package shop
package core

import shop.till.{Till, Drawer => Box, _} // imp: shop.till Till as Till; imp: shop.till Drawer as Box; imp: shop.till *; ref: Till import; ref: Drawer import; def: Box import
import scala.util.Try, shop.money.{given, Coin as Penny} // imp: scala.util Try; imp: shop.money given; imp: shop.money Coin as Penny
import shop.hidden.{Secret => _} // imp: shop.hidden Secret; no: Secret2

/** Sells things. Not more.
  * @param rate how much
  */
@deprecated("old", "1") // ref: deprecated decorate
final case class Shop[+T <: Item: Order](rate: Int, private var items: List[T] = Nil)(implicit val clock: Clock) // def: Shop.rate field; def: Shop.items field private; def: Shop.clock field; ref: Item type; ref: Order type; ref: List type; ref: T type -> 12; ref: Nil read
    extends Base(rate) with Open[T] { self => // ref: Base inherit; ref: rate read -> 12; ref: Open inherit; def: self local
  import Shop.limit // imp: Shop limit as limit; ref: Shop read -> 46; ref: limit import
  def this(text: String) = this(text.toInt, Nil) // def: Shop.this constructor; ref: this call; ref: toInt read of text
  private[core] lazy val lock, key: Any = new Object // def: Shop.lock field internal; def: Shop.key field; ref: Object call
  val (low, high) = bounds(items) // def: Shop.low field; def: Shop.high field; ref: bounds call -> free; ref: items read -> 12
  var till: Till = _ // def: Shop.till field; ref: Till type -> 4
  type Row = Map[String, T] // def: Shop.Row type; ref: Map type; ref: T type -> 12
  protected def sell[A](item: A, more: => Int, rest: Int*)(using o: Order[A]): Option[A] = { // def: Shop.sell method protected; def: more parameter; ref: Order type; ref: A type -> 20
    for { // no: for
      one <- items // def: one local; ref: items read -> 12
      n = one.size if n > limit // def: n local; ref: one read -> 22; ref: size read of one; ref: limit read -> 14; no: >
    } yield one pack n // ref: one read -> 22; ref: pack call of one; ref: n read -> 23
    item match { // ref: item read -> 20
      case Shop(rate, _) if rate > 1 => rate // ref: Shop read -> 46; def: rate local; ref: rate read -> 26
      case b: Box => b.open() // ref: Box type -> 4; ref: open call of b
      case h :: Penny(c) => c // def: h local; ref: Penny read -> 5; ref: c read -> 28
      case whole @ Left(_) => whole // def: whole local; ref: Left read; ref: whole read -> 29
      case _ => none // ref: none read -> free
    }
    items.map(_.price).filter { p => p > 1 }.foreach { case (a, b) => a } // ref: map call of items; ref: price read; ref: filter call of map; ref: p read -> 32; ref: a read -> 32
    val handler = new Handler(1) with Runnable { // def: handler local; ref: Handler call; ref: Runnable inherit; def: Shop.sell.$Handler class synthetic
      def run() = local(2) // def: Shop.sell.$Handler.run method; ref: local call -> 36
    }
    def local(n: Int): Int = if (n > 0 && n < 9) local(n - 1) else rate // def: Shop.sell.local function private; ref: local call -> 36; ref: rate read -> 12
    try handler.run() catch { case e: IOException => log(e) } finally close() // ref: run call of handler; ref: IOException type; ref: e read -> 37; ref: close call
    till = Till.make(s"x $rate ${item.name}") // ref: till write -> 18; ref: Till read -> 4; ref: make call of Till; ref: rate read -> 12; ref: name read of item
    this.till.shut(Shop.this.rate, super[Base].rate) // ref: till read of this; ref: shut call of till; ref: this read of Shop; ref: rate read of this; ref: Base type; ref: rate read of super
    items ::: more; items -= 1 // ref: ::: call of more; ref: items write -> 12
    sell[Int](item = 1)(2) // ref: sell call -> free; ref: Int type; no: item
    find(self) // ref: self read -> 13
  }
  override def toString: String = "shop" // def: Shop.toString method override; ref: String type
}
object Shop extends App { // def: Shop class static entry; ref: App inherit
  val limit = 3 // def: Shop.limit field static
  def apply(n: Int): Shop[Item] = new Shop(n, Nil) // def: Shop.apply method static; ref: Shop type -> 12; ref: Shop call -> 12
  @main def start(args: String*): Unit = println(args) // def: Shop.start method static entry decorated; ref: println call; ref: args read -> 49
}
trait Listener { // def: Listener trait
  def sold(item: Item): Unit // def: Listener.sold method abstract
  val name: String // def: Listener.name field abstract
  implicit class Rich(n: Int) { def twice = n * 2 } // def: Listener.Rich class; def: Listener.Rich.twice method; ref: n read -> 54
}
enum State(val code: Int) { // def: State enum; def: State.code field
  case Open extends State(1) // def: State.Open enum-member static; ref: State type -> 56
  case Shut, Gone // def: State.Shut enum-member; def: State.Gone enum-member
  case Other(n: Int) extends State(n) // def: State.Other enum-member; def: State.Other.n field; ref: n read -> 59
}
opaque type Id = Long // def: Id type; ref: Long type
given ordering: Order[Item] = ??? // def: ordering variable; ref: Order type; ref: Item type
given Order[Shop[Item]] with // def: given_Order_Shop_Item class synthetic; ref: Order inherit; ref: Shop type -> 12
  def compare(a: Item) = a.size // def: compare method; ref: size read of a
extension (s: String) // no: extension
  def shout = s.toUpperCase // def: shout function exported; ref: s read -> 65; ref: toUpperCase read of s
  def whisper(n: Int): String = s.take(n) // def: whisper function; ref: take call of s; ref: n read -> 67

class Till:
  private val open = 1 // def: Till.open field private
  /** Doc of it. */
  def sum(xs: Seq[Int]) = // def: Till.sum method
    val total = xs.sum // def: total local; ref: sum read of xs
    if total > open then // ref: total read -> 73; ref: open read -> 70
      total
    else
      xs.foldLeft(0)(_ + _) // ref: foldLeft call of xs
  end sum
end Till

package inner { // def: inner namespace
  class Nested // def: inner.Nested class
}
package object tools { // def: tools class static
  val answer = 42 // def: tools.answer field static
}
