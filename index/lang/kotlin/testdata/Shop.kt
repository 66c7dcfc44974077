@file:JvmName("Shops") // ref: JvmName decorate
package shop.core // no: shop

import shop.till.Till // imp: shop.till Till as Till; ref: Till import; def: Till import
import shop.stock.Shelf as Rack // imp: shop.stock Shelf as Rack; ref: Shelf import; no: Rack2
import shop.money.* // imp: shop.money *; ref: money import

/**
 * Sells things. Not more.
 * @param rate how much
 */
@Deprecated("old") // ref: Deprecated decorate
internal data class Shop<T : Item>(
  val rate: Int, // def: Shop.rate field exported public; ref: Int type
  private var items: List<T> = emptyList(), // def: Shop.items field private; ref: List type; ref: T type -> 13; ref: emptyList call -> free
  start: Int, // def: start parameter; ref: Int type
) : Base(start), Open by DefaultOpen() { // ref: Base inherit -> free; ref: start read -> 16; ref: Open inherit; ref: DefaultOpen call
  companion object { // def: Shop.Companion class static synthetic
    const val LIMIT = 10 // def: Shop.Companion.LIMIT constant static exported
    fun create(): Shop<Item> = Shop(1, start = LIMIT) // def: Shop.Companion.create method static; ref: Shop type -> 13; ref: LIMIT read -> 19; no: start
  }

  private val lock = Any() // def: Shop.lock field private; ref: Any call -> free
  var count: Int = 0 // def: Shop.count property public; ref: Int type
    private set(value) { field = value.coerceAtLeast(LIMIT) } // ref: field write -> 24; ref: coerceAtLeast call of value; ref: LIMIT read -> 19
  val total get() = count + rate // def: Shop.total property; ref: count read -> 24; ref: rate read -> 14
  val till by lazy { Till(rate) } // def: Shop.till field; ref: lazy call; ref: Till call
  lateinit var open: Till // def: Shop.open field; ref: Till type -> 4

  init { register(this, start) } // ref: register call -> free; ref: this read; ref: start read -> 16

  protected constructor(other: Shop<T>) : this(other.rate, other.items, 0) { // def: Shop.constructor constructor protected; ref: this call; ref: rate read of other; ref: items read of other
    lock.hashCode() // ref: lock read -> 23; ref: hashCode call of lock
  }

  override suspend fun sell(item: T, vararg more: T): Receipt? { // def: Shop.sell method override async public; ref: Receipt type
    val (name, price) = item // def: name local; def: price local; ref: item read -> 36
    for ((i, one) in more.withIndex()) one.pack(i, "$name: ${price.text}") // ref: one read -> 38; ref: pack call of one; ref: name read -> 37; ref: text read of price
    val found = items.firstOrNull { it.id == item.id } ?: return null // ref: firstOrNull call of items; ref: it read; ref: id read of it; ref: id read of item; no: null
    when (val r = found.check()) { // def: r local; ref: check call of found
      is Rack, is Till.Drawer -> r.lock() // ref: Rack type -> 5; ref: Till type; ref: Drawer type of Till; ref: lock call of r
      in 1..LIMIT -> this@Shop.total // ref: Shop type -> 13; ref: this read of Shop; ref: total read of this
      else -> super<Base>.sell(item) // ref: Base type; ref: super read; ref: sell call of Base
    }
    fun local(n: Int): Int = if (n > 0) local(n - 1) else rate // def: Shop.sell.local function; ref: local call -> 45; ref: rate read -> 14
    val handler = object : Handler(), Runnable { // def: Shop.sell.$Handler class synthetic; ref: Handler inherit; ref: Runnable inherit
      override fun run() = local(2).unit() // def: Shop.sell.$Handler.run method override; ref: local call -> 45; ref: unit call of local
    }
    try { handler.run() } catch (e: IOException) { log(e) } finally { lock.toString() } // def: e local; ref: IOException type; ref: log call; ref: e read -> 49; ref: run call of handler
    val block: (Int) -> Unit = { n -> count += n } // def: block local; def: n parameter; ref: count write -> 24; ref: n read -> 50
    block(1) // ref: block call -> 50
    item plus more // ref: item read -> 36; ref: plus call of item; ref: more read -> 36
    return Receipt<T>(name = name).apply { send() } // ref: Receipt call -> free; ref: T type -> 13; ref: apply call of Receipt; ref: send call -> free
  }

  inner class Part : Comparable<Part> { // def: Shop.Part class; ref: Comparable inherit; ref: Part type -> 56
    override fun compareTo(other: Part) = 0 // def: Shop.Part.compareTo method override
  }
}

fun List<Item>.cost(by: Item.() -> Int): Int = sumOf { it.by() } // def: cost function exported; ref: List type; ref: Item type; ref: sumOf call -> free; ref: by call of it
val String.words: Int get() = split(" ").size // def: words property; ref: String type; ref: split call; ref: size read of split
private const val MAX = 3 // def: MAX constant private
var last = MAX // def: last variable; ref: MAX read -> 63
typealias Handlers = Map<String, Handler> // def: Handlers type; ref: Map type; ref: Handler type

enum class State(val code: Int) : Named { // def: State enum; def: State.code field; ref: Named inherit
  OPEN(1) { // def: State.OPEN enum-member static; ref: OPEN call
    override fun label() = "open" // def: State.OPEN.label method
  }, // no: OPEN
  SHUT(2); // def: State.SHUT enum-member

  abstract fun label(): String // def: State.label method abstract
}

sealed interface Listener { // def: Listener interface
  fun sold(item: Item) // def: Listener.sold method abstract
  val name: String // def: Listener.name field abstract
  fun twice() { sold(one) } // def: Listener.twice method; ref: sold call -> free
}
interface Task // def: Task interface
data object Nowhere : Listener // def: Nowhere class static; ref: Listener inherit -> 76
object Registry { // def: Registry class static
  @JvmStatic fun find(key: String) = all[key]?.value // def: Registry.find method static decorated; ref: all read; ref: value read; ref: JvmStatic decorate
}
annotation class Marker(val names: Array<String>) // def: Marker class; def: Marker.names field
@JvmInline value class Id(val raw: String) // def: Id class; def: Id.raw field

fun main(args: Array<String>) { // def: main function entry
  args.forEach(::println) // ref: args read -> 89; ref: forEach call of args; ref: println read -> free
  val kind = Shop::class.java to String::length // ref: Shop read -> 13; ref: java read of ?; ref: to call; ref: length read of String
  run loop@{ while (true) { if (kind == null) break else continue } } // ref: kind read -> 91; no: break; no: continue; no: true
}
