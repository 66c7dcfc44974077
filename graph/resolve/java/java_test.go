package java_test

import (
	"strings"
	"testing"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve/java"
	"github.com/lc-index/lc/graph/resolve/resolvetest"
	langjava "github.com/lc-index/lc/index/lang/java"
)

func check(t *testing.T, archive string) (*link.Input, *link.Output) {
	t.Helper()
	return resolvetest.Check(t, resolvetest.Setup{
		Languages: langjava.Languages(),
		Rules:     java.Rules{},
		LanguageOf: func(path string) string {
			if strings.HasSuffix(path, ".java") {
				return "java"
			}
			return ""
		},
	}, archive)
}

func TestPackagesAndImports(t *testing.T) {
	t.Parallel()
	in, out := check(t, `
-- app/src/main/java/shop/app/Main.java --
package shop.app;
import shop.till.Till; // link: Till -> till/src/main/java/shop/till/Till.java:2
import shop.till.Till.Coin; // link: Coin -> till/src/main/java/shop/till/Till.java:3
import static shop.till.Till.open; // link: open -> till/src/main/java/shop/till/Till.java:4
import static shop.till.Money.*;
import shop.stock.*;
import java.util.List; // link: List -> external java.util
import shop.till.Generated; // link: Generated -> none
import org.junit.Test; // link: Test -> external org.junit

class Main extends Base { // link: Base -> app/src/main/java/shop/app/Base.java:2
  Till till; // link: Till -> till/src/main/java/shop/till/Till.java:2
  Shelf shelf; // link: Shelf -> stock/Shelf.java:2
  Helper near; // link: Helper -> app/src/main/java/shop/app/Helper.java:2
  String text; // link: String -> external java.lang
  void run() {
    open(1); // link: open -> till/src/main/java/shop/till/Till.java:4
    round(2); // link: round -> till/src/main/java/shop/till/Money.java:3
    int x = CENTS; // link: CENTS -> till/src/main/java/shop/till/Money.java:2
    inherited(); // link: inherited -> app/src/main/java/shop/app/Base.java:3
    shop.till.Till.open(1); // link: Till -> till/src/main/java/shop/till/Till.java:2; link: open -> till/src/main/java/shop/till/Till.java:4
    java.util.Collections.emptyList(); // link: emptyList -> external java.util
    hashCode(); // link: hashCode -> external java.lang
    missing(); // link: missing -> none
    outside(); // link: outside -> none
  }
}
class Out extends java.util.Vector { void f() { addElement(1); } } // link: addElement -> external java.util
-- app/src/main/java/shop/app/Base.java --
package shop.app;
class Base {
  protected void inherited() {}
}
-- app/src/main/java/shop/app/Helper.java --
package shop.app;
class Helper {}
-- old/shop/app/Helper.java --
package shop.app;
class Helper {}
-- stock/Shelf.java --
package shop.stock;
public class Shelf {}
-- till/src/main/java/shop/till/Till.java --
package shop.till;
public class Till {
  public static class Coin {}
  public static void open(int n) {}
  public static void open(int n, int m) {}
}
-- till/src/main/java/shop/till/Money.java --
package shop.till;
public class Money { public static final int CENTS = 1;
  public static int round(int x) { return x; }
}
`)
	for i := range in.Files {
		dir := in.Files[i].Path
		want := "shop." + map[bool]string{true: "app"}[strings.Contains(dir, "/app/")]
		switch {
		case strings.Contains(dir, "/till/"):
			want = "shop.till"
		case strings.HasPrefix(dir, "stock/"):
			want = "shop.stock"
		}
		if in.Files[i].Facts != nil && out.Packages[i] != want {
			t.Errorf("package of %s = %q, want %q", dir, out.Packages[i], want)
		}
	}
}

func TestMembers(t *testing.T) {
	t.Parallel()
	in, out := check(t, `
-- a/Item.java --
package a;
public class Item implements Priced {
  int price; static int made;
  Item() {}
  Item(int p) { this(); price = p; } // link: this -> a/Item.java:2 + a/Item.java:4; link: price -> a/Item.java:3
  public int cost() { return price; } // link: price -> a/Item.java:3
  int cost(int n) { return cost(); } // link: cost -> a/Item.java:6 + a/Free.java:3
  Item twin() { return this; }
  static Item of(String s) { return new Item(1); } // link: Item -> a/Item.java:2 + a/Item.java:5
  static Item of(Integer i) { return null; }
  class Part { int get() { return price + cost(); } } // link: price -> a/Item.java:3; link: cost -> a/Item.java:6 + a/Free.java:3
  enum Size { BIG, SMALL; Size next() { return BIG; } } // link: BIG -> a/Item.java:12
  enum Rank { LOW(1); Rank(int n) {} } // link: LOW -> a/Item.java:13 + a/Item.java:13
}
-- a/Priced.java --
package a;
interface Priced {
  int cost();
  default int half() { return cost() / 2; } // link: cost -> a/Priced.java:3 + a/Free.java:3 + a/Item.java:6 + b/Use.java:27
}
-- a/Free.java --
package a;
class Free extends Item {
  @Override public int cost() { super.cost(); return 0; } // link: cost -> a/Item.java:6
}
-- b/Use.java --
package b;
import a.*;
import java.util.*;
class Use<T extends Item> {
  List<Item> items; Item[] array; Map<String, Item> by; T bound; Item.Size size; String name;
  int cost() { return 7; }
  void use(Item item, Item... rest) {
    item.cost(); // link: cost -> a/Item.java:6 + a/Free.java:3
    item.cost(1); // link: cost -> a/Item.java:7
    item.twin().twin().price = 2; // link: twin -> a/Item.java:8; link: price -> a/Item.java:3
    Item.of("x").cost(); // link: of -> a/Item.java:9 + a/Item.java:10; link: cost -> a/Item.java:6 + a/Free.java:3
    items.get(0).cost(1); // link: cost -> a/Item.java:7; link: get -> external java.lang
    items.stream().filter(i -> i.cost(1) > 1).findFirst().get().twin(); // link: cost -> a/Item.java:7; link: twin -> a/Item.java:8
    for (Item i : items) i.twin(); // link: twin -> a/Item.java:8
    for (var i : array) i.twin(); // link: twin -> a/Item.java:8
    array[0].twin(); // link: twin -> a/Item.java:8
    rest[0].twin(); // link: twin -> a/Item.java:8
    by.get("x").twin(); // link: twin -> a/Item.java:8
    bound.half(); // link: half -> a/Priced.java:4
    var made = new Item(2);
    made.twin(); // link: twin -> a/Item.java:8
    ((Item) other).twin(); // link: twin -> a/Item.java:8
    if (other instanceof Item it) it.twin(); // link: twin -> a/Item.java:8
    switch (size) { case BIG: break; } // link: BIG -> a/Item.java:12
    size.next().ordinal(); // link: next -> a/Item.java:12; link: ordinal -> external java.lang
    items.forEach(Item::twin); // link: twin -> a/Item.java:8
    Priced p = new Priced() { public int cost() { return Use.this.cost(); } }; // link: Priced -> a/Priced.java:2; link: cost -> b/Use.java:6
    name.length(); // link: length -> external java.lang
    "x".trim(); // link: trim -> external java.lang
    odd().twin(); // link: odd -> none; link: twin ~ a/Item.java:8
    item.size(); // link: size -> none
  }
}
`)
	var got []string
	for _, r := range out.Relations {
		got = append(got, resolvetest.Place(in, r.Source)+" "+r.Kind.String()+" "+resolvetest.Place(in, r.Target))
	}
	want := []string{
		"a/Free.java:2 inherit a/Item.java:2", "a/Free.java:3 override a/Item.java:6",
		"a/Item.java:2 implement a/Priced.java:2", "a/Item.java:6 implement a/Priced.java:3",
	}
	for _, w := range want {
		found := false
		for _, g := range got {
			found = found || g == w
		}
		if !found {
			t.Errorf("relation %s is missing of %q", w, got)
		}
	}
}

func TestCyclesAndBrokenInputEnd(t *testing.T) {
	t.Parallel()
	check(t, `
-- A.java --
class A extends B { void f() { g(); h(); } } // link: g -> B.java:1; link: h -> none
-- B.java --
class B extends A { void g() { f(); } class In extends In {} } // link: f -> A.java:1
-- C.java --
import static C.*;
import C.D;
class C { void ( { x.y(); }
`)
}

func TestBodyOfAnEnumConstant(t *testing.T) {
	t.Parallel()
	check(t, `
-- Policy.java --
enum Policy {
  LONG {
    int read() { return parse() + shared(); } // link: parse -> Policy.java:4; link: shared -> Policy.java:7
    private int parse() { return 1; }
  };
  abstract int read();
  int shared() { return 2; }
}
`)
}
