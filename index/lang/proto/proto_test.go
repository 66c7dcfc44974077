package proto_test

import (
	"strings"
	"testing"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/langtest"
	"github.com/lc-index/lc/index/lang/proto"
)

func check(t *testing.T, src string) *lang.Facts {
	t.Helper()
	return langtest.Check(t, proto.Languages()[0], src)
}

func TestProto3(t *testing.T) {
	t.Parallel()
	f := check(t, `// Copyright someone.

// Orders of a shop.
syntax = "proto3";

package shop.orders.v1;

import "google/protobuf/timestamp.proto"; // imp: google/protobuf/timestamp.proto static
import public "shop/money.proto"; // imp: shop/money.proto re-export
import weak 'old.proto'; // imp: old.proto lazy

option go_package = "example.com/shop;shop"; // ref: go_package decorate
option (shop.audit) = { level: HIGH fields: [ "a", "b" ] }; // ref: shop.audit decorate; no: level

// An order.
// More of it.
message Order { // def: Order struct exported public
  string id = 1 [deprecated = true, (shop.rule).max = 3]; // def: Order.id field deprecated; ref: shop.rule decorate; ref: max write of shop.rule
  repeated .shop.orders.v1.Line lines = 2; // def: Order.lines field; ref: .shop.orders.v1.Line type -> 37
  map<string, Line> by_name = 3; // def: Order.by_name field; ref: Line type -> 37; no: string
  optional State state = 4; // def: Order.state field; ref: State type -> 31
  oneof payment { // def: Order.payment field
    Card card = 5; // def: Order.payment.card field; ref: Card type -> 26
    google.protobuf.Timestamp later = 6; // def: later field; ref: google.protobuf.Timestamp type -> free
  }
  message Card { // def: Order.Card struct
    State state = 1; // ref: State -> 31
    Order parent = 2; // ref: Order -> 17
    orders.v1.Order.State other = 3; // ref: orders.v1.Order.State -> 31
  }
  enum State { // def: Order.State enum
    UNKNOWN = 0; // def: Order.State.UNKNOWN enum-member static
    PAID = 1 [(shop.text) = "paid"]; // def: PAID enum-member; ref: shop.text decorate
    reserved 3, 5 to max;
  }
  reserved 9, 11 to 13;
  reserved "gone"; } message Line { Order.State option = 1; } // def: Line struct; ref: Order.State -> 31; def: Line.option field

// Sells.
service Shop { // def: Shop interface exported
  // Buys a thing. And more.
  rpc Buy(Order) returns (stream shop.orders.v1.Line) { // def: Shop.Buy method abstract; ref: Order -> 17; ref: shop.orders.v1.Line type -> 37
    option (google.api.http) = { post: "/v1/{name=orders/*}:buy" body: "*" }; // ref: google.api.http decorate
    option deprecated = true;
  }
  rpc Watch(stream Order) returns (Order); // def: Shop.Watch method
}

extend google.protobuf.FieldOptions { // ref: google.protobuf.FieldOptions type
  string text = 50001; // def: text field
}
`)
	if f.Package != "shop.orders.v1" || f.Summary != "Orders of a shop." {
		t.Errorf("package %q, summary %q", f.Package, f.Summary)
	}
	for i := range f.Symbols {
		s := &f.Symbols[i]
		want := map[string]string{"Order": "An order.", "Buy": "Buys a thing.", "Shop": "Sells."}[s.Name]
		if want != "" && !strings.HasPrefix(s.Doc, want) {
			t.Errorf("doc of %s = %q", s.Name, s.Doc)
		}
		if s.Name == "Buy" && (s.Signature != "rpc Buy(Order) returns (stream shop.orders.v1.Line)" || f.Refs[s.Type].Flags&lang.RefContainer == 0) {
			t.Errorf("signature of Buy = %q", s.Signature)
		}
	}
}

func TestProto2AndEditions(t *testing.T) {
	t.Parallel()
	check(t, `
syntax = "proto2";
message M { // def: M struct
  required group Result = 1 { // def: M.Result struct
    optional string url = 2; // def: M.Result.url field
    repeated group Part = 3 {} // def: M.Result.Part struct
  }
  optional E e = 4 [default = ONE]; // def: M.e field; ref: ONE read of E
  extensions 100 to 199 [declaration = { number: 100 full_name: ".x" }];
  extend Other { optional M m = 126; } // def: M.m field; ref: Other type -> free
  optional string message = 5; // def: M.message field
  optional bytes package = 6 [ctype = CORD]; // def: M.package field
  oneof test { int32 x = 7 ; group G = 8 { optional int32 q = 9; } } // def: M.test.x field; def: M.test.G struct
}
enum E { ONE = 1; NEGATIVE = -0x1; option allow_alias = true; } // def: E.NEGATIVE enum-member; ref: allow_alias decorate
`)
	check(t, `
edition = "2024";
import option "x.proto"; // imp: x.proto
option features.field_presence = EXPLICIT; // ref: features decorate; ref: field_presence write of features
export message A { // def: A struct public exported
  local enum B { C = 0; } // def: A.B enum private; def: A.B.C enum-member
  reserved foo, bar; // no: foo
  B b = 1 [features.(pb.go).x = Y]; // def: A.b field; ref: pb.go write of features
}
`)
}

func TestBrokenDeclarationKeepsTheNext(t *testing.T) {
	t.Parallel()
	f := check(t, `
message A {
  string = 1;
  int32 a = ; // def: A.a field
  oops
  string b = 2 // def: A.b field
  string c = 3; // def: A.c field
  ) } }
enum D { X = 0 Y = 1; Z } // def: D.X enum-member; def: D.Y enum-member
message Open { // def: Open struct
  string d = 1; // def: Open.d field
  message In { // def: Open.In struct
message After { // def: After struct
  In e = 1; // def: After.e field; ref: In -> free
}
service S { rpc A(B) returns C; rpc Z(B) returns (C); } // def: S.A method; def: S.Z method
/* never closed
`)
	if len(f.Problems) < 5 || f.ErrorBytes == 0 {
		t.Errorf("%d problems, %d bytes of errors", len(f.Problems), f.ErrorBytes)
	}
}

func TestDeepNestingIsAProblem(t *testing.T) {
	t.Parallel()
	f, err := proto.Languages()[0].Extract([]byte(strings.Repeat("message A { ", 50_000)))
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Problems) == 0 || len(f.Symbols) > 1000 {
		t.Errorf("%d problems, %d symbols", len(f.Problems), len(f.Symbols))
	}
	if err := langtest.Consistent(f); err != nil {
		t.Error(err)
	}
}
