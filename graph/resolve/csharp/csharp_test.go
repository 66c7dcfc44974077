package csharp_test

import (
	"strings"
	"testing"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve/csharp"
	"github.com/lc-index/lc/graph/resolve/resolvetest"
	langcsharp "github.com/lc-index/lc/index/lang/csharp"
	"github.com/lc-index/lc/store/schema"
)

func check(t *testing.T, archive string) (*link.Input, *link.Output) {
	t.Helper()
	return resolvetest.Check(t, resolvetest.Setup{
		Languages: langcsharp.Languages(),
		Rules:     csharp.Rules{},
		LanguageOf: func(path string) string {
			if strings.HasSuffix(path, ".cs") {
				return "c#"
			}
			return ""
		},
	}, archive)
}

func TestNamespacesAndUsings(t *testing.T) {
	t.Parallel()
	in, out := check(t, `
-- src/Shop/Shop.csproj --
<Project><ItemGroup><Using Include="Shop.Common" /></ItemGroup></Project>
-- src/Shop/Globals.cs --
global using Shop.Stock;
global using static Shop.Money;
-- src/Shop/Till.cs --
using System.Text; // link: Text -> external System.Text
using Book = Shop.Books.Ledger; // link: Ledger -> src/Shop/Ledger.cs:2
using Shop.Books;
namespace Shop.Tills;
class Till : Base { // link: Base -> src/Shop/Ledger.cs:4
  Book book; // link: Book -> src/Shop/Ledger.cs:2
  Ledger ledger; // link: Ledger -> src/Shop/Ledger.cs:2
  Shelf shelf; // link: Shelf -> src/Shop/Shelf.cs:2
  Helper helper; // link: Helper -> src/Shop/Shelf.cs:6
  Books.Ledger far; // link: Ledger -> src/Shop/Ledger.cs:2
  global::Shop.Money money; // link: Money -> src/Shop/Shelf.cs:8
  StringBuilder text; // link: StringBuilder -> external System.Text
  List<Coin> coins; // link: Coin -> src/Shop/Shelf.cs:9; link: List -> external System.Collections.Generic
  [Marked] // link: Marked -> src/Shop/Ledger.cs:7
  void Run() {
    Round(2); // link: Round -> src/Shop/Shelf.cs:10
    var x = Cents; // link: Cents -> src/Shop/Shelf.cs:11
    Inherited(); // link: Inherited -> src/Shop/Ledger.cs:5
    System.Console.WriteLine(1); // link: WriteLine -> external System
    ToString(); // link: ToString -> external System
    Missing(); // link: Missing -> none
    foreach (var c in coins) c.Flip(); // link: Flip -> src/Shop/Shelf.cs:9
    Box<int> one; // link: Box -> src/Shop/Shelf.cs:14
    Box none; // link: Box -> src/Shop/Shelf.cs:13
  }
}
class Out : System.Web.Page { void F() { Redirect(1); } } // link: Redirect -> external System
-- src/Shop/Ledger.cs --
namespace Shop.Books {
public class Ledger {}
}
namespace Shop { public class Base {
  protected void Inherited() {}
}
class MarkedAttribute : System.Attribute {}
}
-- src/Shop/Shelf.cs --
namespace Shop.Stock {
  public class Shelf {}
  public class Other {}
}
namespace Shop.Common {
  public class Helper {}
}
namespace Shop { static class Money {
  public class Coin { public void Flip() {} }
  public static int Round(int n) => n;
  public const int Cents = 1;
}
  class Box {}
  class Box<T> {}
}
`)
	for i := range in.Files {
		if in.Files[i].Path == "src/Shop/Till.cs" && out.Packages[i] != "Shop.Tills" {
			t.Errorf("package = %q", out.Packages[i])
		}
	}
}

func TestPartsOfOneProjectAreOneType(t *testing.T) {
	t.Parallel()
	_, out := check(t, `
-- a/a.csproj --
<Project/>
-- a/One.cs --
namespace N;
partial class P : Base { public void First() { Second(); } } // link: Second -> a/Two.cs:2
-- a/Two.cs --
namespace N;
partial class P { void Second() { First(); count++; FromBase(); } } // link: First -> a/One.cs:2; link: count -> a/Three.cs:2; link: FromBase -> a/Three.cs:3
-- a/Three.cs --
namespace N;
partial class P { int count; }
class Base { protected void FromBase() {} public virtual void Over() {} }
class User { void F(P p) { p.Second(); p.FromBase(); } } // link: Second -> a/Two.cs:2; link: FromBase -> a/Three.cs:3
-- b/b.csproj --
<Project/>
-- b/Other.cs --
namespace N;
partial class P { void Third() { Second(); } } // link: Second -> none
`)
	inherits := 0
	for _, r := range out.Relations {
		if r.Kind == schema.EdgeInherit {
			inherits++
		}
	}
	if inherits != 1 {
		t.Errorf("%d inherit relations, want 1", inherits)
	}
}

func TestMembers(t *testing.T) {
	t.Parallel()
	check(t, `
-- Model.cs --
namespace M;
public interface IStore { Item Find(string key); Item this[int i] { get; } }
public class Store : IStore {
  public Item Find(string key) => null;
  public Item this[int i] => null;
  public static Store Shared { get; } = new Store();
  public Item Last { get; set; }
  public Func<int> Callback;
}
public class Item { public string Name; public Item Next() => this; public Level Level { get; } }
public enum Level { Low, High }
public static class Extensions {
  public static Item Twice(this Item item) => item;
  public static int Total(this IEnumerable<Item> items) => 0;
  public static string Cut(this string s, int n) => s;
  public static void Each(this Item item, Action<Item, string> first, Func<IStore, Item> second) {}
  public static T Also<T>(this T t) where T : Item => t;
}
-- Use.cs --
namespace M;
class Use : Store {
  Level Level { get; }
  void Run(IStore store, List<Item> list, string text, Item[] array) {
    var item = store.Find("a"); // link: Find -> Model.cs:2 + Model.cs:4
    item.Next().Twice().Name.ToString(); // link: Next -> Model.cs:10; link: Twice -> Model.cs:13; link: Name -> Model.cs:10
    list.Total(); // link: Total -> Model.cs:14
    list.Where(x => x.Name == "").First().Next(); // link: Next -> Model.cs:10; link: Name -> Model.cs:10
    text.Cut(3); // link: Cut -> Model.cs:15
    item.Also(); // link: Also -> Model.cs:17
    store[1].Next(); // link: Next -> Model.cs:10
    Store.Shared.Last.Next(); // link: Last -> Model.cs:7; link: Next -> Model.cs:10
    Last.Level.ToString(); // link: Last -> Model.cs:7; link: Level -> Model.cs:10
    var l = Level.High; // link: High -> Model.cs:11
    Callback(); // link: Callback -> Model.cs:8
    array[0].Next(); // link: Next -> Model.cs:10
    var length = text.Length + array.Length; // link: Length -> external System
    if (store is Store { Last: { Level: Level.Low } } s) s.Find("b"); // link: Find -> Model.cs:4; link: Low -> Model.cs:11
    new Item { Name = "x" }.Next(); // link: Name -> Model.cs:10; link: Next -> Model.cs:10
    (text ?? "").Cut(1); // link: Cut -> Model.cs:15
    Later().Result.Next(); // link: Next -> Model.cs:10
    Configure(c => c.Next()); // link: Next -> Model.cs:10
    item.Each((i, s) => i.Next(), s => s.Find("a")); // link: Next -> Model.cs:10; link: Find -> Model.cs:2 + Model.cs:4
    if (TryGet("a", out var found)) found.Next(); // link: Next -> Model.cs:10
    new Options(o => o.Next()) { Made = new() { Name = "x" } }; // link: Next -> Model.cs:10; link: Name -> Model.cs:10
    Handler h = OnItem; // link: OnItem -> Use.cs:32
    h(item).Next(); // link: Next -> Model.cs:10
    Callback(); // link: Callback -> Model.cs:8
    if (item is { Level: Level.High }) { } // link: Level -> Model.cs:10; link: High -> Model.cs:11
  }
  delegate Item Handler(Item item);
  Item OnItem(Item i) => i;
  void Configure(Action<Item> configure) { configure(null); } // link: configure -> Use.cs:33
  bool TryGet(string key, out Item value) => false;
  class Options { public Options(Func<Item, int> f) {} public Item Made; }
  async Task<Item> Later() { (await Later()).Next(); return null; } // link: Next -> Model.cs:10
}
`)
}
