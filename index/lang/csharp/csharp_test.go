package csharp_test

import (
	"testing"

	"github.com/lc-index/lc/index/lang/csharp"
	"github.com/lc-index/lc/index/lang/langtest"
	"github.com/lc-index/lc/store/schema"
)

func TestDeclarations(t *testing.T) {
	t.Parallel()
	f := langtest.Check(t, csharp.Languages()[0], `
using System; // imp: System *
using static System.Math; // imp: System.Math *
using Text = System.Text.StringBuilder; // imp: System.Text.StringBuilder as Text
namespace Shop.Stock; // def: Shop.Stock namespace

/// <summary>
/// Keeps <see cref="Item"/> objects. Not safe for concurrent use.
/// </summary>
[Serializable] // ref: Serializable decorate
public abstract partial class Shelf<T> : Base<T>, ICount where T : Item, new() // def: Shelf class public decorated exported; ref: Base inherit; ref: ICount inherit; ref: Item type
{
    private readonly int _count = 1, _size; // def: _count field private; def: _size field
    public const string Name = "x"; // def: Name constant static
    public event EventHandler? Changed; // def: Changed field; ref: EventHandler type
    public string Label { get; set; } = Name; // def: Label property public; ref: Name read -> 14
    public int this[int i] => _count; // def: this[] property; ref: _count read -> 13
    public Shelf(int count, string label = "q") : base(count) { _count = count; this.Label = label; } // def: Shelf constructor; ref: Label write of this; ref: base call
    ~Shelf() { } // def: ~Shelf method
    public static Shelf<T> operator +(Shelf<T> a, Shelf<T> b) => a; // no: operator
    public static implicit operator int(Shelf<T> a) { return 1; }
    public abstract void Close(); // def: Close method abstract
    int Hidden() => 1; // def: Hidden method private
    enum Level { Low = 1, High } // def: Level enum; def: High enum-member
    delegate void Handler(Item item); // def: Handler type; ref: Item type
    record Pair(int First, Item Second); // def: Pair class; def: First property; ref: Item type
    struct Spot { public int X; } // def: Spot struct; def: X field
    interface ICount { int Count { get; } void Go(); } // def: ICount interface; def: Count property; def: Go method abstract public
}
#if DEBUG
class Debug { void Dump() {} } // def: Debug class internal; def: Dump method
#else
class Release { void Dump() {} } // def: Release class
#endif
`)
	if f.Package != "Shop.Stock" {
		t.Errorf("package = %q", f.Package)
	}
	if f.Summary != "Keeps Item objects." {
		t.Errorf("summary = %q", f.Summary)
	}
}

func TestBodies(t *testing.T) {
	t.Parallel()
	langtest.Check(t, csharp.Languages()[0], `
class T : Base {
    Repo repo;
    [Fact] // ref: Fact decorate
    public async Task<int> Run<U>(this List<Item> items, params int[] rest) { // def: Run method test async
        var list = new List<Item>() { first }; // ref: List call; ref: first read -> free
        foreach (var item in items) { item.Save(); } // ref: Save call of item; ref: items read -> 5
        int Local(int p) => p + list.Count; // def: Local function; ref: p read -> 8; ref: Count read of list
        Func<int, int> f = w => Local(w); // ref: Local call -> 8; ref: w read -> 9
        if (repo is Dog { Age: > 3 } dog && dog.Bark()) return await Repo.Load<int>(1); // ref: Dog type; ref: Age read of Dog; ref: Bark call of dog; ref: Load call of Repo
        Console.WriteLine(repo?.Find(1)?.Name ?? $"a{rest}"); // ref: Find call of repo; ref: Name read of Find; ref: rest read -> 5
        var made = new Item(1) { Title = "x", Tag = { Id = 2 } }; // ref: Title write of Item; ref: Id write of Tag; ref: Item call
        try { Inherited(); } catch (IOException e) when (e.Message == "") { } // ref: Inherited call -> free; ref: IOException type; ref: Message read of e
        (int m, var n) = Pair(); // ref: Pair call
        if (int.TryParse("1", out var parsed)) { Use(parsed, m, n); } // ref: parsed read -> 15; ref: m read -> 14; ref: n read -> 14
        var q = from x in items where x.Ok select x.Name; // ref: Ok read of x; ref: Name read of x; ref: items read -> 5
        switch (repo) { case Cat c when c.Purrs: c.Feed(); break; default: break; } // ref: Purrs read of c; ref: Feed call of c
        return repo switch { Cat { } => 2, _ => nameof(q).Length }; // ref: q read -> 16
    }
}
`)
}

func TestTopLevelStatementsAreAnEntry(t *testing.T) {
	t.Parallel()
	f := langtest.Check(t, csharp.Languages()[0], `
using System;
var name = Read(); // ref: Read call -> 4
string Read() => "x"; // def: Read function
Console.WriteLine(name); // ref: name read -> 3
`)
	if names := f.Symbols[0].Flags.Names(); len(names) == 0 || names[0] != "entry" {
		t.Errorf("flags of the file = %v, want entry", names)
	}
}

func TestTroubleDoesNotSwallowTheRest(t *testing.T) {
	t.Parallel()
	langtest.Check(t, csharp.Languages()[0], `
class Before { void A() {} } // def: Before class; def: A method
class Broken { void B( { int x = ; }
class After { void C() {} } // def: After class; def: C method
`)
}

func TestDirectivesInsideDeclarations(t *testing.T) {
	t.Parallel()
	langtest.Check(t, csharp.Languages()[0], `
[Obsolete]
#if NEW
[Extra]
#endif
public interface ILog // def: ILog interface public
{
    void Write(int level) // def: Write method
#if DEFAULTS
        => Write(level, null)
#else
        => throw new X()
#endif
        ;
    void Next(); // def: Next method
}
`)
}

func TestNewerSyntaxThatTheGrammarLacks(t *testing.T) {
	t.Parallel()
	f := langtest.Check(t, csharp.Languages()[0], `
namespace N;
public sealed class Empty; // def: Empty class public
class Derived(int size) : Empty; // def: Derived class; def: Derived constructor; ref: Empty inherit -> 3
struct Point(int x); // def: Point struct
interface IMarker; // def: IMarker interface
static class Tools // def: Tools class
{
    extension(string text) { // no: __
        public int Words() => text.Length; // def: Words method; ref: text read -> 9
    }
    static int[] none = []; // def: none field
    static void Take(params Span<int> all) { } // def: Take method
    static void Ref<T>(T t) where T : allows ref struct { } // def: Ref method
    static void Use(object o, string name) { // def: Use method
        Call(this, [name]); // ref: Call call -> free; ref: name read -> 15
        if (o is [1, .. var rest] && rest != null) { } // def: rest local; ref: rest read -> 17
        var x = o is null ? [] : [name]; // def: x local
        o?.Parent.Name = name; // ref: Name write of Parent
    }
}
`)
	if len(f.Problems) > 0 {
		t.Errorf("problems = %v, want none", f.Problems)
	}
	for i := range f.Symbols {
		if s := &f.Symbols[i]; s.Name == "Take" && s.Arity != schema.None {
			t.Errorf("arity of Take = %d, want none", s.Arity)
		}
	}
}

func TestPropertyOfTheNameOfItsType(t *testing.T) {
	t.Parallel()
	langtest.Check(t, csharp.Languages()[0], `
enum Level { Low } // def: Level enum
class Options
{
    public Level Level { get; set; } // def: Level property; ref: Level type -> 2
    Level Next() => Level; // ref: Level type -> 2; ref: Level read -> 5
    [Marked] // ref: Marked decorate -> 10
    void Set(Level level) { Level = Level.Low; } // ref: Level type -> 2; ref: Level write -> 5; ref: Low read of Level
}
class MarkedAttribute : System.Attribute { }
`)
}

func TestMembersOfEveryKind(t *testing.T) {
	t.Parallel()
	f := langtest.Check(t, csharp.Languages()[0], `
using System.Collections.Generic;
extern alias Old; // def: Old import
class All<T> : IEnumerable<T> where T : struct
{
    static All() { } // def: All constructor static init
    IEnumerator<T> IEnumerable<T>.GetEnumerator() => null; // def: GetEnumerator method public override; ref: IEnumerable type
    event System.Action Custom { add { field += value; } remove { } } // def: Custom property; ref: value read
    public event System.Action Plain, Second; // def: Plain field; def: Second field
    private protected int Narrow; // def: Narrow field internal
    protected internal int Wide; // def: Wide field protected
    [Obsolete] extern static void Native(); // def: Native method deprecated declaration decorated
    partial void Hook(); // def: Hook method declaration
    public static bool operator ==(All<T> a, All<T> b) => a.Equals(b); // ref: Equals call of a
    public static explicit operator int(All<T> a) => 1;
    int Branches(int a) // def: Branches method
    {
        if (a > 0 && a < 9 || a == 20) { foreach (var b in new int[3]) { a ??= 1; } }
        switch (a) { case 1: case 2: break; default: break; }
        try { a = a > 3 ? 1 : 2; } catch { }
        int Local(int q) { while (q > 0) q--; return q; } // def: Local function
        return a switch { 1 => 2, _ => Local(a) }; // ref: Local call -> 21
    }
    delegate T Make(int a); // def: Make type
    internal class @class { int @event; void Go() { @event = 1; } } // def: class class; def: event field; ref: event write -> 25
}
`)
	want := map[string]int32{"Branches": 11, "Local": 2, "operator ==": 1, "operator int": 1}
	for i := range f.Symbols {
		if s := &f.Symbols[i]; want[s.Name] != 0 {
			if s.Complexity != want[s.Name] {
				t.Errorf("complexity of %s = %d, want %d", s.Name, s.Complexity, want[s.Name])
			}
			delete(want, s.Name)
		}
	}
	if len(want) > 0 {
		t.Errorf("not found: %v", want)
	}
}

func TestDirectivesKeepWhatStandsBetweenDeclarations(t *testing.T) {
	t.Parallel()
	langtest.Check(t, csharp.Languages()[0], `
#define X
namespace N
{
#if A
    using System.Text;
#endif
#region Types
    class A // def: A class
    {
        void M(int x) // def: M method
        {
#if B
            if (x > 0) { One(); } // ref: One call
#else
            Two(); // ref: Two call
#endif
            if (x > 1) { }
#if C
            else if (x > 2) { Three(); } // ref: Three call
#endif
            Four(); // ref: Four call
        }
#if A
        void OnlyA() { } // def: OnlyA method
#elif B
        void OnlyB() { } // def: OnlyB method
#endif
    }
#endregion
#pragma warning disable CS1591 // a reason
    enum E { P, // def: P enum-member
#if A
        Q, // def: Q enum-member
#endif
        R } // def: R enum-member
}
#nullable enable
class Last { } // def: Last class
#endregion`)
}

func TestTypesLostInErrors(t *testing.T) {
	t.Parallel()
	langtest.Check(t, csharp.Languages()[0], `
class Lost : ]] { // def: Lost class
    void In() { } // def: In
}
class Found { int x; void After() { } } // def: Found class; def: After method
`)
}
