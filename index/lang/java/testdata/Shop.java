package shop.core;

import java.util.List;
import static shop.util.Money.round;

/** Sells things. Second sentence. */
@Deprecated
public class Shop<T extends Item> extends Base implements Open, Net.Peer {
  private final int rate = 2, extra = tax(3);
  public static final String NAME = new String("x");

  enum State { OPEN(1), SHUT { int code() { return 2; } }; State(int i) {} int code() { return 1; } }

  record Sale(Item item, int count) { Sale { count = 3; } }

  interface Listener { void sold(Item i); }

  Shop() { this(1); }

  Shop(int n) { super(n); this.seen = n; }

  @Override
  protected List<T> sell(final Item item, T... more) throws IOException {
    if (item instanceof Book book && book.isOpen()) {
      book.read();
    }
    for (T one : more) one.pack();
    switch (state) { case OPEN: return null; default: }
    Listener l = new Listener() { public void sold(Item i) { round(i.price()); Shop.this.seen++; } };
    run(() -> item.pack());
    return ((Shop<T>) other).sell(item).subList(rate, 1);
  }

  public static void main(String[] args) {}

  @Test void sells() {}
}
