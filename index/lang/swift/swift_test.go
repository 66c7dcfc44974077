package swift_test

import (
	"strings"
	"testing"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/langtest"
	"github.com/lc-index/lc/index/lang/swift"
	"github.com/lc-index/lc/store/schema"
)

func TestTypes(t *testing.T) {
	t.Parallel()
	facts := langtest.Check(t, swift.Languages()[0], `
import Foundation // imp: Foundation *
import struct Geometry.Size // imp: Geometry Size as Size
@testable import Core // imp: Core * test
@_exported import Base // imp: Base * re-export

/// A shape on a canvas. It draws itself.
///
/// - Note: slow
public final class Shape<T: Sized>: Element, Drawable { // def: Shape class exported public; def: T type-parameter; ref: Element inherit; ref: Drawable inherit -> 34
    static let shared = Shape() // def: Shape.shared constant static; ref: Shape call -> 10
    private(set) var name: String = "" { // def: Shape.name field exported internal
        didSet { log(oldValue) } // ref: oldValue read; ref: log call -> free
    }
    fileprivate weak var owner: Owner? // def: Shape.owner field private; ref: Owner type
    var area: Double { width * 2 } // def: Shape.area property; ref: width read -> 17
    var width = 1.0, height: Double? // def: width field; def: height field
    var size: Size { // def: size property
        get { Size(width) } // ref: Size call -> 3
        set { width = newValue.w } // ref: newValue read; ref: w read of newValue; ref: width write -> 17
    }
    let (left, right) = (1, 2) // def: left field; def: right field
    public required init?(width: Double, _ rest: Int..., at point: Point = .zero) throws { // def: Shape.init constructor public; def: rest parameter; ref: zero read of Point
        self.width = width // ref: width write of self; ref: width read -> 23
        super.init() // ref: init call of super
    }
    deinit { close() } // def: Shape.deinit method; ref: close call -> free
    subscript(i: Int) -> T { items[i] } // def: Shape.subscript method; ref: T type -> 10
    static func == (l: Shape, r: Shape) -> Bool { l.width == r.width } // def: Shape.== method static; ref: width read of l
    class func make() -> Self { Self() } // def: make method static; ref: Self call
    typealias Part = Shape // def: Shape.Part type
    override func draw() async {} // def: draw method override async
}
protocol Drawable: AnyObject { // def: Drawable interface
    associatedtype Item: Equatable // def: Drawable.Item type abstract
    var count: Int { get set } // def: count property abstract
    func draw() async // def: draw method abstract async
}
indirect enum Tree: Codable { // def: Tree enum
    case leaf(value: Int), empty // def: Tree.leaf enum-member; def: value parameter; def: Tree.empty enum-member
    case node(Tree, Tree) // def: Tree.node enum-member; ref: Tree type -> 39
    case raw = "x" // no: case
}
public extension Tree { // def: Tree impl
    struct Path {} // def: Tree.Path struct public
    func depth() -> Int { 0 } // def: Tree.depth method exported public
}
extension [Int]: Sized {} // def: Array impl; ref: Sized inherit
actor Bank { nonisolated(unsafe) let id = 1; isolated deinit {} } // def: Bank class; def: Bank.id field; def: Bank.deinit method
struct Box: ~Copyable {} // def: Box struct; ref: Copyable inherit
infix operator <+>: Sum // def: <+> function declaration; ref: Sum type
precedencegroup Sum { higherThan: Other } // def: Sum type
@freestanding(expression) macro url(_ s: String) -> URL = #externalMacro(module: "M", type: "T") // def: url macro
let limit = 1 // def: limit constant
@available(*, deprecated) func old() {} // def: old function deprecated
`)
	shape := find(facts, "Shape")
	if want := "A shape on a canvas."; shape.Doc != want || facts.Summary != want {
		t.Errorf("doc %q, summary %q, want %q", shape.Doc, facts.Summary, want)
	}
	if want := "public final class Shape<T: Sized>: Element, Drawable"; shape.Signature != want {
		t.Errorf("signature %q, want %q", shape.Signature, want)
	}
	if got := find(facts, "init").Arity; got != schema.None {
		t.Errorf("the arity of a variadic initializer is %d", got)
	}
	if facts.ErrorBytes != 0 {
		t.Errorf("%d bytes in errors: %v", facts.ErrorBytes, facts.Problems)
	}
}

func TestBodies(t *testing.T) {
	t.Parallel()
	facts := langtest.Check(t, swift.Languages()[0], `
func run(kind: Kind, items: [Item]) throws(Failure) -> Kind { // def: run function; ref: Failure type; ref: Item type
    guard let first = items.first, first.ok else { return .none } // def: first local; ref: ok read of first; ref: none read of Kind
    let kind = kind // ref: kind read -> 2
    if let items, kind == .a { use(items, kind) } // ref: items read -> 2; ref: a read of kind; ref: items read -> 5; ref: kind read -> 4
    switch kind { // ref: kind read -> 4
    case .pair(let x, _) where x > 1: x.go() // ref: pair read of kind; ref: go call of x; ref: x read -> 7
    case let .one(y), Kind.two(let y): y.go() // ref: one read of kind; ref: two read of Kind; ref: y read
    case is Special: break // ref: Special type
    default: break
    }
    for case let item? in items { item.go() } // def: item local; ref: go call of item
    for (i, e) in items.enumerated() where e.ok { i } // ref: e read -> 13
    do { try save()?.now() } catch let e as Failure { e.x } catch { error.y } // ref: Failure type; ref: x read of e; ref: error read; ref: now call of save
    items.map { $0.name }.forEach { [weak self] n in self?.take(n) } // ref: name read of $0; ref: take call of self; ref: n read -> 15
    View.animate(1) { go() } completion: { done in done.x() } // ref: x call of done; no: completion
    let text = "\(kind) and \(f(1))" // ref: kind read -> 4; ref: f call -> free
    target(#selector(Shape.draw(_:with:))) // ref: draw read of Shape
    let made = A.B<C>(x: 1), list = [Item](), boxes = Dictionary<String, Item>() // ref: B call of A; ref: C type; ref: Item type; ref: Dictionary call
    #expect(made == nil) // ref: expect call; ref: made read -> 19
    items[0].name = list // ref: name write; ref: list read -> 19
    func inner() {} // def: run.inner function
    inner() // ref: inner call -> 22
    for try await line in try lines() { line.go() } // ref: lines call; ref: go call of line
    let path = \Shape.name, value = if kind.ok { 1 } else { 2 } // ref: name read of Shape; ref: ok read of kind
    a <+> b // ref: <+> call
    outer: while true { break outer } // no: outer
    return Foo.make() as! Kind // ref: make call of Foo; ref: Kind type
}
let view = Stack { Text("x").font(.title) } // ref: Stack call; ref: font call of Text; ref: title read of ?
let chain = base
#if DEBUG
    .log() // ref: log call
#endif
    .end() // ref: end call of log
`)
	if facts.ErrorBytes != 0 {
		t.Errorf("%d bytes in errors: %v", facts.ErrorBytes, facts.Problems)
	}
	if got := find(facts, "run").Complexity; got != 13 {
		t.Errorf("complexity %d, want 13", got)
	}
}

func TestTestsAndEntries(t *testing.T) {
	t.Parallel()
	langtest.Check(t, swift.Languages()[0], `
import XCTest
final class CartTests: XCTestCase { // def: CartTests class test
    override func setUp() {} // def: setUp method override
    func testAdds() throws {} // def: testAdds method test
    func testHelper(_ x: Int) {} // def: testHelper method
}
@Suite("cart") struct Cart { // def: Cart struct test decorated
    @Test("adds", arguments: [1]) func adds() { #expect(a.b(1) == 1) } // def: adds method test; ref: Test decorate; ref: b call of a
}
@main struct App { static func main() {} } // def: App struct entry; def: App.main method entry
`)
	for path, want := range map[string]bool{
		"Tests/CoreTests/Helper.swift": true, "Sources/Core/Core.swift": false, "App/CartTests.swift": true, "Tests/x.txt": false, "AppUITests/Run.swift": true,
	} {
		if got := swift.IsTestPath(path); got != want {
			t.Errorf("IsTestPath(%q) = %v", path, got)
		}
	}
}

// What stands in and behind a mistake is found.
func TestMistakes(t *testing.T) {
	t.Parallel()
	facts := langtest.Check(t, swift.Languages()[0], `
#if os(iOS)
func open() { // def: open function
#else
func open(x: Int) {
#endif
    run() // ref: run call
}
class A {
    func a() { let x = ; } // def: A.a method
    func b( { // no: c
    func d() {} // def: d function
}
struct B { func e() {} } // def: B struct; def: e method
`)
	if len(facts.Problems) == 0 {
		t.Error("no problem is reported")
	}
	deep := strings.Repeat("f(", 30_000)
	if _, err := swift.Languages()[0].Read([]byte("let x = " + deep)); err != nil && strings.Contains(err.Error(), "gave up") {
		t.Error(err)
	}
}

func find(facts *lang.Facts, name string) *lang.Symbol {
	for i := range facts.Symbols {
		if facts.Symbols[i].Name == name {
			return &facts.Symbols[i]
		}
	}
	return &lang.Symbol{}
}
