package swift_test

import (
	"strings"
	"testing"

	"github.com/lc-index/lc/graph/resolve/resolvetest"
	"github.com/lc-index/lc/graph/resolve/swift"
	language "github.com/lc-index/lc/index/lang/swift"
)

func check(t *testing.T, archive string) {
	t.Helper()
	resolvetest.Check(t, resolvetest.Setup{
		Languages: language.Languages(),
		Rules:     swift.Rules{},
		LanguageOf: func(path string) string {
			if strings.HasSuffix(path, ".swift") {
				return "swift"
			}
			return ""
		},
	}, archive)
}

func TestModules(t *testing.T) {
	t.Parallel()
	check(t, `
-- Package.swift --
let package = Package(name: "Shop", targets: [
  .target(name: "Core"), .executableTarget(name: "Till", dependencies: ["Core"], path: "App"),
  .testTarget(name: "CoreTests"),
])
-- Sources/Core/Item.swift --
import Foundation // link: Foundation -> external Foundation
public struct Item {
  public var price: Price // link: Price -> Sources/Core/Price.swift:1
  private func secret() {}
  func tax() -> Int { round(price.cents) } // link: round -> Sources/Core/Price.swift:7; link: cents -> Sources/Core/Price.swift:2; link: price -> Sources/Core/Item.swift:3
}
fileprivate func helper() {}
-- Sources/Core/Price.swift --
public struct Price: Hashable { // link: Hashable -> external Swift
  var cents: Int // link: Int -> external Swift
}
extension Price { // link: Price -> Sources/Core/Price.swift:1
  static let free = Price(cents: 0) // link: Price -> Sources/Core/Price.swift:1
}
func round(_ x: Int) -> Int { helper(); return x } // link: helper -> none
-- Sources/Other/Item.swift --
struct Item {}
-- App/main.swift --
import Core
let item = Core.Item(price: .free) // link: Item -> Sources/Core/Item.swift:2
let cost = item.price.cents // link: cents -> Sources/Core/Price.swift:2; link: item -> App/main.swift:2
print(item.tax()) // link: print -> external Swift; link: tax -> Sources/Core/Item.swift:5
-- Tests/CoreTests/ItemTests.swift --
@testable import Core
import XCTest
final class ItemTests: XCTestCase { // link: XCTestCase -> external XCTest
  func testTax() { XCTAssertEqual(Item(price: Price.free).tax(), 1) } // link: Item -> Sources/Core/Item.swift:2; link: free -> Sources/Core/Price.swift:5; link: tax -> Sources/Core/Item.swift:5
}
`)
}

func TestMembers(t *testing.T) {
	t.Parallel()
	check(t, `
-- Shape.swift --
protocol Shape { func area() -> Double }
extension Shape { func scaled() -> Self { log(); return self } } // link: log -> Shape.swift:4
enum Kind { case round, flat(Side) }
func log() {}
struct Side { var length = 1.0; var kind = Kind.round } // link: round -> Shape.swift:3
-- Square.swift --
class Square: Base, Shape { // link: Base -> Square.swift:25; link: Shape -> Shape.swift:1
  let side: Side // link: Side -> Shape.swift:5
  var parts: [Side] = [] // link: Side -> Shape.swift:5
  init(side: Side) { self.side = side } // link: side -> Square.swift:2
  func area() -> Double { side.length } // link: length -> Shape.swift:5
  func run(kind: Kind) { // link: Kind -> Shape.swift:3
    scaled() // link: scaled -> Shape.swift:2
    inherited() // link: inherited -> Square.swift:25
    if kind == .round { } // link: round -> Shape.swift:3
    switch kind { case .flat(let s): s; default: break } // link: flat -> Shape.swift:3
    for p in parts { p.length } // link: length -> Shape.swift:5
    parts.map { $0.length } // link: length -> Shape.swift:5; link: map -> external Swift
    extended().side // link: extended -> Square.swift:21; link: side -> Square.swift:2
    let other = Square(side: side) // link: Square -> Square.swift:1 + Square.swift:4
    other.extended() // link: extended -> Square.swift:21
    Square.shared.area() // link: shared -> Square.swift:22; link: area -> Square.swift:5
    "x".shout() // link: shout ~ Square.swift:26
  }
}
extension Square {
  func extended() -> Square { self.area(); return self } // link: area -> Square.swift:5
  static let shared = Square(side: Side())
  struct Corner { func turn() { log() } } // link: log -> Shape.swift:4
}
class Base { func inherited() {} }
extension String { func shout() -> String { loud() } } // link: loud -> Square.swift:27
extension String { func loud() -> String { self } }
extension Square.Corner { func again() { turn() } } // link: turn -> Square.swift:23
`)
}

func TestLabelsTellFunctionsApart(t *testing.T) {
	t.Parallel()
	check(t, `
-- a.swift --
struct Mail {
  init(to: String) {}
  init(to: String, cc: [String] = [], then: () -> Void) {}
  func send(for x: Int) {}
  func send(_ x: Int, retry: Bool = true) {}
  func send(_ x: (Int) -> Void) {}
}
extension Mail { func send(_ x: Int..., quickly: Bool) {} }
func log(_ x: String) {}
func log(level: Int, _ x: String = "a, b: (") {}
func run(m: Mail) {
  m.send(for: 1) // link: send -> a.swift:4
  m.send(1) // link: send -> a.swift:5
  m.send(1, retry: false) // link: send -> a.swift:5
  m.send { x in } // link: send -> a.swift:6
  m.send(1, 2, quickly: true) // link: send -> a.swift:8
  log("level: \(m), \(f(a: 1))") // link: log -> a.swift:9
  log(level: 1) // link: log -> a.swift:10
  Mail(to: "x") { } // link: Mail -> a.swift:1 + a.swift:3
  Mail(to: "x") // link: Mail -> a.swift:1 + a.swift:2
}
`)
}

// Operators before a value bind weaker than what follows it.
func TestOperatorsBeforeCalls(t *testing.T) {
	t.Parallel()
	check(t, `
-- a.swift --
struct Till {
    let open: Bool
    func full() -> Bool { open }
}
func empty(_ t: Till) -> Bool { !t.full() } // link: full -> a.swift:3
func gone(_ t: Till) -> Bool {
    if !empty(t) { // link: empty -> a.swift:5
        return false
    }
    return !t.open // link: open -> a.swift:2
}
`)
}
