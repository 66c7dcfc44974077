package zig_test

import (
	"strings"
	"testing"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/langtest"
	"github.com/lc-index/lc/index/lang/zig"
)

func check(t *testing.T, src string) *lang.Facts {
	t.Helper()
	return langtest.Check(t, zig.Languages()[0], src)
}

func TestDeclarations(t *testing.T) {
	t.Parallel()
	f := check(t, `//! Shapes. And more.
const std = @import("std"); // def: std import; imp: std as std static
const Foo = @import("foo.zig").Foo; // def: Foo import; imp: foo.zig Foo as Foo
pub const bar = @import("bar.zig"); // imp: bar.zig as bar re-export
const deep = @import("foo.zig").a.b; // def: deep constant; ref: foo.zig import; ref: b of a
pub usingnamespace @import("all.zig"); // imp: all.zig * re-export
pub const mem = std.mem; // def: mem constant public exported; ref: std -> 2; ref: mem of std

/// A point.
pub const Point = struct { // def: Point struct public
    x: f32 = 0, // def: Point.x field; no: f32
    next: ?*const Point, // def: Point.next field; ref: Point type -> 10
    all: []Foo = undefined, // ref: Foo type -> 3
    const zero = Point{ .x = 0 }; // def: Point.zero constant private; ref: Point type -> 10; ref: x write of Point
    const Self = @This(); // def: Point.Self type; ref: @This type -> 10

    /// Makes.
    pub fn init(x: f32, comptime T: type) !Point { // def: Point.init method public static; def: x parameter; def: T type-parameter; ref: Point type -> 10
        var self: Self = .{ .x = x }; // def: self local; ref: Self type -> 15; ref: x write of ?; ref: x read -> 18
        self.x = zero.x; // ref: self -> 19; ref: x write of self; ref: zero -> 14
        return Self.zero; // ref: zero of Self
    }
    fn len(self: *const Self) f32 { // def: Point.len method private
        return std.math.sqrt(self.x); // ref: sqrt call of math; ref: math of std; ref: x of self
    }
    test "inner" {} // def: Point.inner function test
};
const Kind = enum(u8) { a, b = 3, _, fn f() void {} }; // def: Kind.a enum-member static; def: Kind.b enum-member; def: Kind.f method static; no: _
const Value = union(Kind) { a: u8, b: Point }; // def: Value union; def: Value.b field; ref: Kind type -> 28; ref: Point type -> 10
const Err = error{ OutOfMemory, Bad }; // def: Err enum; def: Err.Bad enum-member
const Handle = opaque { pub fn close(h: *Handle) void {} }; // def: Handle.close method public; no: static
const Tuple = struct { u32, Point }; // def: Tuple struct; ref: Point type -> 10; no: u32
pub var counter: u32 = 0; // def: counter variable
const @"odd name" = 1;
extern "c" fn printf(format: [*:0]const u8, ...) c_int; // def: printf function declaration
export fn add(a: i32, b: i32) callconv(.C) i32 { return a + b; } // def: add function exported entry; ref: a -> 36; ref: C of ?
pub fn main() !void {} // def: main function entry

/// A list of T.
pub fn List(comptime T: type) type { // def: List function; def: T type-parameter
    return struct {
        items: []T, // def: List.items field; ref: T type -> 40
        pub fn push(self: *@This(), item: T) !void { // def: List.push method; ref: @This type -> 40
            try self.items.append(item); // ref: append call of items; ref: items of self; ref: item -> 43
        }
    };
}

test "point \"quoted\"" {}
test Point {} // def: Point function test; ref: Point read -> 10
test { _ = List(u8); } // def: test function test; ref: List call -> 40
`)
	if f.Summary != "Shapes." {
		t.Errorf("summary = %q", f.Summary)
	}
	names := 0
	for i := range f.Symbols {
		switch s := &f.Symbols[i]; s.Name {
		case "":
			if i > 0 {
				t.Errorf("line %d: a %s without a name", s.Span.StartLine, s.Kind)
			}
		case `point \"quoted\"`, "odd name":
			names++
		case "init":
			if s.Doc != "Makes." || s.Signature != "pub fn init(x: f32, comptime T: type) !Point" || s.Arity != 2 {
				t.Errorf("init: doc %q, signature %q, arity %d", s.Doc, s.Signature, s.Arity)
			}
		case "len", "push":
			if want := map[string]int32{"len": 0, "push": 1}[s.Name]; s.Arity != want {
				t.Errorf("arity of %s = %d", s.Name, s.Arity)
			}
		case "printf":
			if s.Arity >= 0 {
				t.Errorf("arity of printf = %d", s.Arity)
			}
		}
	}
	if names != 2 {
		t.Errorf("%d of 2 quoted names found", names)
	}
}

func TestBodies(t *testing.T) {
	t.Parallel()
	f := check(t, `
fn run(items: []Item, maybe: ?Item) !void {
    if (maybe) |v| { use(v); } else |err| { return err; } // ref: v -> 3; ref: err -> 3; ref: use call -> free
    while (it.next()) |item| : (i += 1) item.go(); // ref: item -> 4; ref: go call of item; ref: i write -> free
    for (items, 0..) |x, n| { show(x, n); } // ref: items -> 2; ref: x -> 5; ref: n -> 5
    switch (maybe.kind) { .a => {}, .b, .c => |q| use(q), 1...3 => unreachable, else => {} } // ref: a of ?; ref: q -> 6
    const y = blk: { break :blk 3; }; // def: blk label; ref: blk -> 7; def: y local
    defer y.deinit(); // ref: deinit call of y; ref: y -> 7
    errdefer |e| log(e); // ref: e -> 9
    const a, var b = pair(); // def: a local; def: b local; ref: pair call
    risky() catch |err| switch (err) { error.Foo => {}, else => return }; // ref: Foo of ?; ref: err -> 11; def: err local
    const z = a orelse return; // ref: a -> 10
    arr[0] = b; arr[z].f = 1; // ref: arr -> free; ref: f write of arr; ref: z -> 12
    p.*.q.?.r(); // ref: r call of q
    const t = struct { fn inner() void {} }.inner; // def: run.inner method; def: t local
    _ = @as(Item, @intCast(z)); // ref: Item type; ref: z read -> 12
    const lazy = @import("lazy.zig"); // imp: lazy.zig as lazy lazy
    @import("other.zig").go(.{ .deep = .{ .c = z } }); // imp: other.zig; ref: go call of other.zig; ref: deep write of ?
    asm volatile ("" : [ret] "=r" (-> usize) : [a] "r" (b) : "memory"); // ref: b -> 10; no: ret
}
`)
	for i := range f.Symbols {
		if s := &f.Symbols[i]; s.Name == "run" && s.Complexity != 10 {
			t.Errorf("complexity = %d, want 10", s.Complexity)
		}
	}
}

func TestMistakesStayInTheirDeclaration(t *testing.T) {
	t.Parallel()
	f := check(t, `const std = @import("std"); // def: std import
/// Broken.
fn broken(a: u8 { // def: broken function
    const x = 1;
}
pub fn after() void { foo( } // def: after function public
const S = struct { // def: S struct
    a: u8
    b: u16, // def: S.b field
    pub fn m(self: S) void { // def: S.m method
        if (x { y(); }
    }
    pub fn n() void {} // def: S.n method
};
fn last() void { // def: last function
    var x = ;
    const y = 2; // def: y local
}
fn end() void { last(); } // def: end function; ref: last call -> 15
test "unclosed" { // def: unclosed function test
`)
	if len(f.Problems) == 0 || f.ErrorBytes == 0 {
		t.Errorf("%d problems, %d bytes of errors", len(f.Problems), f.ErrorBytes)
	}
	for i := range f.Refs {
		if r := &f.Refs[i]; r.Name == "" || r.Name == "const" {
			t.Errorf("line %d: a %s reference to %q", r.Line, r.Role, r.Name)
		}
	}
}

func TestDeepNestingIsAProblem(t *testing.T) {
	t.Parallel()
	const n = 30_000
	f, err := zig.Languages()[0].Extract([]byte("const a = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) + ";\nfn b() void {}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Problems) == 0 || f.Symbols[len(f.Symbols)-1].Name != "b" {
		t.Errorf("%d problems, last symbol %q", len(f.Problems), f.Symbols[len(f.Symbols)-1].Name)
	}
}

func TestIsTestPath(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{"src/a.zig": false, "test/a.zig": true, "src/a_test.zig": true, "src/tests.zig": true, "test/a.c": false} {
		if got := zig.IsTestPath(path); got != want {
			t.Errorf("IsTestPath(%q) = %v, want %v", path, got, want)
		}
	}
}
