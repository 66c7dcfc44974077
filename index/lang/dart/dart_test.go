package dart_test

import (
	"strings"
	"testing"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/dart"
	"github.com/lc-index/lc/index/lang/langtest"
)

func check(t *testing.T, src string) *lang.Facts {
	t.Helper()
	return langtest.Check(t, dart.Languages()[0], src)
}

func TestDirectives(t *testing.T) {
	t.Parallel()
	f := check(t, `/// Shapes. And more.
library shop.shapes;

import 'dart:async'; // imp: dart:async * static
import 'package:http/http.dart' as http show Client; // imp: package:http/http.dart as http; def: http import; ref: Client import
import '../src/a.dart' deferred as later; // imp: ../src/a.dart as later lazy
import 'b.dart' show One, Two hide Three; // imp: b.dart One as One; imp: b.dart Two as Two; def: One import; no: Three
import 'x.dart' if (dart.library.io) 'y.dart'; // imp: x.dart *; imp: y.dart *
export 'src/b.dart' show B; // imp: src/b.dart B re-export
part 'a.g.dart'; // imp: a.g.dart * re-export

One make(http.Client c) => Two(c); // ref: One type -> 7; ref: http -> 5; ref: Client type of http; ref: Two call -> 7; ref: c -> 12
`)
	if f.Package != "shop.shapes" || f.Summary != "Shapes." {
		t.Errorf("package %q, summary %q", f.Package, f.Summary)
	}
}

func TestDeclarations(t *testing.T) {
	t.Parallel()
	f := check(t, `library;

typedef Fn = int Function(String a, {Item? b}); // def: Fn type; ref: Item type; no: a
typedef void Old(int x); // def: Old type

/// A class.
@immutable // ref: immutable decorate
abstract class Foo<T extends Bar> extends Base<T> with Mix implements I { // def: Foo class abstract decorated; ref: Base inherit; ref: Mix inherit; ref: I inherit; ref: T type -> 8; ref: Bar type
  static const int max = 3, min = 1; // def: Foo.max constant static; def: Foo.min constant; ref: int type
  final String name, other; // def: Foo.name field; def: Foo.other field
  late final List<Foo>? items; // def: Foo.items field; ref: Foo type -> 8
  var _x = 1; // def: Foo._x field private
  /// Makes.
  Foo(this.name, {required this.other, int y = max, super.key}) : items = [], super(y) { init(); } // def: Foo.Foo constructor; ref: name write -> 10; ref: other write -> 10; ref: items write -> 11; ref: y -> 14; ref: super call; ref: init call; def: key parameter; ref: max -> 9
  const Foo.named(String a) : name = a, other = ''; // def: Foo.named constructor; ref: name write -> 10; ref: a -> 15
  factory Foo.from(Map<String, Item> json) => Foo.named(json['a']); // def: Foo.from constructor; ref: named call of Foo; ref: Foo -> 8; ref: json -> 16
  factory Foo.redirect() = Bar; // def: Foo.redirect constructor; ref: Bar call
  int get length => items.length; // def: Foo.length property; ref: length of items; ref: items -> 11
  set length(int v) { _x = v; } // def: Foo.length property; ref: _x write -> 12
  @override
  Future<R> run<R>(R a, [int? b]) async { await a; } // def: Foo.run method override async; ref: R type -> 21; def: b parameter
  void missing(); // def: Foo.missing method abstract
  external int ext(); // def: Foo.ext method declaration
  T operator [](int i) => items[i]; // def: [] method; ref: items -> 11
  static Foo of(Context c) => c.find<Foo>(); // def: Foo.of method static; ref: find call of c; ref: c -> 25
  untyped() { return _x; } // def: Foo.untyped method; ref: _x -> 12
  abstract final int later; // def: Foo.later field
}
mixin M on Foo implements I { void m() {} } // def: M trait; def: M.m method; ref: Foo inherit -> 8
extension Blank on String { bool get blank => this.isEmpty; } // def: Blank impl; def: Blank.blank property; ref: String type; ref: isEmpty of this
extension on int { int two() => this * 2; } // def: int impl; def: int.two method; ref: int type -> free
extension type const Id._(int value) implements Object { Id.zero() : value = 0; } // def: Id class; def: Id._ constructor private; def: Id.value field; def: Id.zero constructor; ref: value write -> 32; ref: Object inherit
sealed class S {} // def: S class abstract
class Alias = Foo with M; // def: Alias class; ref: Foo inherit -> 8; ref: M inherit -> 29
enum Color implements I { red, @d green(1); const Color([this.v = 0]); final int v; void f() {} } // def: Color.red enum-member static; def: Color.green enum-member decorated; def: Color.v field; def: Color.f method; ref: v write -> 35
int top = 3; // def: top variable
const c = 1, d = 2; // def: c constant; def: d constant
List<String> names() => []; // def: names function
int get _hidden => top; // def: _hidden property private; ref: top -> 36
void main(List<String> args) {} // def: main function entry; ref: String type
`)
	for i := range f.Symbols {
		s := &f.Symbols[i]
		switch {
		case s.Name == "Foo" && s.NameLine == 8:
			if s.Doc != "A class." || s.Span.StartLine != 7 || s.Signature != "abstract class Foo<T extends Bar> extends Base<T> with Mix implements I" {
				t.Errorf("Foo: doc %q, starts on line %d, signature %q", s.Doc, s.Span.StartLine, s.Signature)
			}
		case s.Name == "Foo" && s.NameLine == 14:
			if s.Doc != "Makes." || s.Arity != 4 {
				t.Errorf("constructor: doc %q, arity %d", s.Doc, s.Arity)
			}
		case s.Name == "Id" && s.NameLine == 32 && s.Signature != "extension type Id._(int value) implements Object":
			t.Errorf("Id: signature %q", s.Signature)
		}
	}
	if len(f.Problems) != 0 || f.ErrorBytes != 0 {
		t.Errorf("problems %v, %d bytes", f.Problems, f.ErrorBytes)
	}
}

func TestBodies(t *testing.T) {
	t.Parallel()
	f := check(t, `
void run(Shop shop, items, String? name) {
  var a = Foo('x')..go(1)..x = 3; // ref: Foo call; ref: go call of Foo; ref: x write of Foo; def: a local
  final http.Client client = http.Client(); // def: client local; ref: Client type of http; ref: Client call of http
  for (final f in items) { print(f.name); } // def: f local; ref: items -> 2; ref: name of f; ref: f -> 5
  for (var i = 0; i < 3; i++) {} // ref: i -> 6
  if (a is Foo && shop is! Bar) {} else if (name != null) {} // ref: Foo type; ref: Bar type; ref: name -> 2
  try { a!.run(); } on FormatException catch (e, s) { log(e, s); } finally {} // ref: run call of a; ref: FormatException type; ref: e -> 8; ref: s -> 8
  switch (shop) { case 1: break; case Item(cost: var n) when n > 1: use(n); default: } // ref: Item type; ref: cost of Item; ref: n -> 9
  final r = switch (name) { 'a' => shop, _ => items }; // ref: shop -> 2; def: r local
  var (p, q) = pair; // def: p local; def: q local; ref: pair
  int local(int z) => z + p; // def: local function; ref: z -> 12; ref: p -> 11
  items.map((e) => e.name).where((e) { return e; }).toList(); // ref: map call of items; ref: name of e; ref: where call of map; ref: toList call of where
  new Foo('a'); const Foo.named('b'); // ref: Foo call; ref: named call of Foo
  print('a $name ${a.name}'); // ref: name -> 2; ref: name of a; ref: a -> 3
  name ??= 'x'; shop.count += 1; items[0] = local(1); // ref: name write -> 2; ref: count write of shop; ref: local call -> 12
  shop?.b; shop as Foo; <Foo>[...items, if (q) p, for (var z in items) z, ?name]; // ref: b of shop; ref: Foo type; ref: z -> 17; ref: name -> 2
  show(align: .center, on: name == null ? .left : .right); // ref: center of ?; ref: left of ?; ref: right of ?; no: align
  outer: while (true) { break; } // no: outer
  throw StateError('x'); // ref: StateError call
}
`)
	if f.ErrorBytes != 0 {
		t.Errorf("%d bytes of errors: %v", f.ErrorBytes, f.Problems)
	}
	for i := range f.Symbols {
		if s := &f.Symbols[i]; s.Name == "run" && s.Complexity != 15 {
			t.Errorf("complexity = %d, want 15", s.Complexity)
		}
	}
}

func TestTests(t *testing.T) {
	t.Parallel()
	check(t, `
import 'package:test/test.dart';
void main() {
  group('cart', () { // def: main.cart namespace test
    test("adds", () async { // def: main.cart.adds function test
      expect(add(1), 2); // ref: add call; ref: expect call
    });
  });
}
`)
	f := check(t, `
void main() {
  test('no test', () { run(); }); // ref: test call
}
`)
	if len(f.Symbols) != 2 {
		t.Errorf("%d symbols in a file without tests, want 2", len(f.Symbols))
	}
}

func TestMistakesStayInTheirMember(t *testing.T) {
	t.Parallel()
	f := check(t, `import 'x.dart';
class A { // def: A class
  final int a; // def: A.a field
  void broken(int x { // def: A.broken method
    y(;
  }
  void ok() { a.b(); } // def: A.ok method; ref: b call of a; ref: a -> 3
  int get g => 1; // def: A.g property
}
void f( { } // def: f function
class B extends A { // def: B class; ref: A inherit -> 2
  B(this.x); // def: B.B constructor
  int x
  String s() => 'a;
  void t() {} // def: B.t method
}
int last() => 1; // def: last function
enum E { a, b // def: E.b enum-member
`)
	if len(f.Problems) == 0 || f.ErrorBytes == 0 {
		t.Errorf("%d problems, %d bytes of errors", len(f.Problems), f.ErrorBytes)
	}
}

func TestDeepNestingIsAProblem(t *testing.T) {
	t.Parallel()
	const n = 30_000
	f, err := dart.Languages()[0].Extract([]byte("var a = " + strings.Repeat("[", n) + strings.Repeat("]", n) + ";\nint b() => 1;\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Problems) == 0 || f.Symbols[len(f.Symbols)-1].Name != "b" {
		t.Errorf("%d problems, last symbol %q", len(f.Problems), f.Symbols[len(f.Symbols)-1].Name)
	}
}

func TestIsTestPath(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{"test/a.dart": true, "lib/a.dart": false, "lib/a_test.dart": true, "test/a.txt": false} {
		if got := dart.IsTestPath(path); got != want {
			t.Errorf("IsTestPath(%q) = %v, want %v", path, got, want)
		}
	}
}
