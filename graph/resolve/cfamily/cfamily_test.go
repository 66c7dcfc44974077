package cfamily_test

import (
	"testing"

	"github.com/lc-index/lc/graph/resolve/cfamily"
	"github.com/lc-index/lc/graph/resolve/resolvetest"
	extract "github.com/lc-index/lc/index/lang/cfamily"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/store/schema"
)

func setup() resolvetest.Setup {
	return resolvetest.Setup{Languages: extract.Languages(), Rules: cfamily.Rules{}, LanguageOf: func(path string) string {
		switch language := detect.FromPath(path); language {
		case "c", "c++":
			return language
		}
		return ""
	}}
}

func TestC(t *testing.T) {
	t.Parallel()
	resolvetest.Check(t, setup(), `
-- include/list.h --
#ifndef LIST_H
#define LIST_H
typedef struct list {
	struct list *next;
	int value;
} list;
#define LIST_MAX 8
typedef list *cursor;
list *list_new(void);
int list_sum(list *l);
extern int list_count;
static inline int list_empty(list *l) { return l == 0; }
enum order { ASC, DESC };
#endif
-- src/list.c --
#include "list.h"                      // link: list.h -> include/list.h
#include <stdlib.h>                    // link: stdlib.h -> external stdlib.h
int list_count = 0;
static int helper(list *l) {           // link: list -> include/list.h:6
	return l->value;               // link: value -> include/list.h:5
}
list *list_new(void) {
	list_count++;                  // link: list_count -> src/list.c:3
	return malloc(sizeof(list));   // link: malloc -> external stdlib.h
}
int list_sum(list *l) {
	int n = 0;
	while (!list_empty(l)) { n += helper(l); l = l->next; } // link: list_empty -> include/list.h:12; link: helper -> src/list.c:4; link: next -> include/list.h:4
	return n;
}
-- src/main.c --
#include "../include/list.h"           // link: ../include/list.h -> include/list.h
#include "missing.h"                   // link: missing.h -> none
static int helper(void) { return LIST_MAX; } // link: LIST_MAX -> include/list.h:7
int unseen(int a);
int main(void) {
	cursor c = list_new();         // link: cursor -> include/list.h:8; link: list_new -> src/list.c:7
	struct list *t = c->next;      // link: list -> include/list.h:3; link: next -> include/list.h:4
	t->next->value = helper();     // link: value -> include/list.h:5; link: helper -> src/main.c:3
	list_new()->value = DESC;      // link: value -> include/list.h:5; link: DESC -> include/list.h:13
	unseen(1);                     // link: unseen -> src/other.c:1
	implicit(2);                   // link: implicit ~ src/other.c:2
	hidden = OWN;                  // link: hidden -> none; link: OWN -> none
	nowhere();                     // link: nowhere -> none
	return list_sum(c) + list_count; // link: list_sum -> src/list.c:11; link: list_count -> src/list.c:3
}
-- src/other.c --
int unseen(int a) { return a; }
int implicit(int a) { return a; }
static int nowhere(void) { return 1; }
int hidden;
#define OWN 1
`)
}

func TestDefinitionsAreTiedToTheirDeclarations(t *testing.T) {
	t.Parallel()
	_, out := resolvetest.Check(t, setup(), `
-- a.c --
#include "a.h"
int f(int a) { return a; }
-- a.h --
int f(int a);
-- b.c --
#include "a.h"
int g(void) { return f(1); } // link: f -> a.c:2
`)
	if len(out.Relations) != 1 {
		t.Fatalf("%d relations, want 1: %+v", len(out.Relations), out.Relations)
	}
	r := out.Relations[0]
	if r.Source.File != 0 || r.Target.File != 1 || r.Kind != schema.EdgeImplement {
		t.Errorf("relation %+v, want the definition in a.c to implement the prototype in a.h", r)
	}
}

func TestHeadersThatRelyOnTheirIncluders(t *testing.T) {
	t.Parallel()
	resolvetest.Check(t, setup(), `
-- lib/types.h --
typedef struct { int first; } text;
-- src/main.c --
#include "types.h"
#include "part.h"
static struct conf { int on; struct { int deep; } sub; } conf = { .on = 1, .sub = { .deep = 2 } }; // link: on -> src/main.c:3; link: deep -> src/main.c:3
#define IS_ON conf.on // link: on -> src/main.c:3
text t = { .first = 1 }; // link: first -> src/types.h:1
-- src/part.h --
int use(text *t); // link: text -> src/types.h:1
-- src/types.h --
typedef struct { int first; } text;
`)
}

func TestTwoLibrariesWithOneName(t *testing.T) {
	t.Parallel()
	resolvetest.Check(t, setup(), `
-- a/str.h --
char *str_new(void);
-- a/str.c --
#include "str.h"
char *str_new(void) { return 0; }
-- a/use.c --
#include "str.h"                 // link: str.h -> a/str.h
char *x(void) { return str_new(); } // link: str_new -> a/str.c:2
-- b/str.h --
char *str_new(void);
-- b/str.c --
#include "str.h"                 // link: str.h -> b/str.h
char *str_new(void) { return 0; }
-- b/deep/use.c --
#include <str.h>                 // link: str.h -> b/str.h
char *y(void) { return str_new(); } // link: str_new -> b/str.c:2
`)
}

func TestCompileCommandsNameFolders(t *testing.T) {
	t.Parallel()
	resolvetest.Check(t, setup(), `
-- compile_commands.json --
[{"directory": "/home/x/proj/build", "command": "cc -I../second/inc -c a.c", "file": "a.c"}]
-- first/inc/conf.h --
#define A 1
-- second/inc/conf.h --
#define A 2
-- first/a.c --
#include <conf.h>  // link: conf.h -> second/inc/conf.h
`)
}

func TestCpp(t *testing.T) {
	t.Parallel()
	resolvetest.Check(t, setup(), `
-- include/shape.hpp --
#pragma once
#include <memory>
namespace geo {
class Shape {
 public:
  virtual ~Shape() {}
  virtual int area() const = 0;
  int twice() const;
  int scale(int a);
  int scale(int a, int b);
  static Shape* make();
 protected:
  int unit_;
};
class Square : public Shape {
 public:
  explicit Square(int side);
  int area() const override;
 private:
  int side_;
};
int free_fn(const Shape& s);
enum class Mode { kFast };
struct Holder { std::unique_ptr<Square> square; Shape* raw; };
}
-- src/shape.cc --
#include "shape.hpp"
namespace geo {
Square::Square(int side) : side_(side) {} // link: Square -> include/shape.hpp:15; link: side_ -> include/shape.hpp:20
int Square::area() const { return side_ * side_ + unit_; } // link: side_ -> include/shape.hpp:20; link: unit_ -> include/shape.hpp:13
int Shape::twice() const { return 2 * area(); } // link: area -> include/shape.hpp:7 + include/shape.hpp:18 + src/shape.cc:4
int Shape::scale(int a) { return this->unit_ * a; } // link: unit_ -> include/shape.hpp:13
int Shape::scale(int a, int b) { return scale(a) + b; } // link: scale -> src/shape.cc:6
Shape* Shape::make() { return new Square(1); } // link: Square -> include/shape.hpp:15 + src/shape.cc:3
int free_fn(const Shape& s) { return s.twice(); } // link: Shape -> include/shape.hpp:4; link: twice -> src/shape.cc:5
}
-- src/use.cc --
#include "shape.hpp"
using namespace geo;
int run(Holder* h) { // link: Holder -> include/shape.hpp:24
  Square local(3); // link: Square -> include/shape.hpp:15
  Shape* s = Shape::make(); // link: make -> src/shape.cc:8
  auto m = geo::Mode::kFast; // link: kFast -> include/shape.hpp:23; link: Mode -> include/shape.hpp:23
  geo::free_fn(*s); // link: free_fn -> src/shape.cc:9
  std::string text; // link: string -> external std
  return s->scale(1, 2) + h->square->area() + local.area() + h->raw->twice(); // link: scale -> src/shape.cc:7; link: square -> include/shape.hpp:24; link: area -> src/shape.cc:4; link: twice -> src/shape.cc:5
}
`)
}

func TestFixturesOfTests(t *testing.T) {
	t.Parallel()
	resolvetest.Check(t, setup(), `
-- a_test.cc --
#include "gtest/gtest.h"
class Store {
 public:
  Store() {}
  Store(const Store& other); // link: Store -> a_test.cc:2
  int size();
};
class StoreTest : public testing::Test { // link: Test -> external googletest
 protected:
  int put(int a);
  Store store_;
};
TEST_F(StoreTest, Puts) { // link: StoreTest -> a_test.cc:8
  EXPECT_EQ(put(1), store_.size()); // link: put -> a_test.cc:10; link: store_ -> a_test.cc:11; link: size -> a_test.cc:6; link: EXPECT_EQ -> external googletest
}
`)
}

func TestNamespacesInSeveralBlocks(t *testing.T) {
	t.Parallel()
	resolvetest.Check(t, setup(), `
-- a.hpp --
namespace lv {
namespace log { class Reader { public: int go(); class Reporter {}; int x; }; }
struct Options { int size; int code(); enum Code { kOk, kBad }; };
}
-- a.cc --
#include "a.hpp"
int lv::Options::code() { return kBad; } // link: kBad -> a.hpp:3; link: Options -> a.hpp:3
namespace lv { struct L : public log::Reader::Reporter { };  // link: Reader -> a.hpp:2; link: Reporter -> a.hpp:2
int f(int log) { log::Reader reader; reader.go(); return log::Reader().x; } // link: Reader -> a.hpp:2; link: go -> a.hpp:2; link: x -> a.hpp:2
}
int main() { return lv::Options().size; } // link: Options -> a.hpp:3; link: size -> a.hpp:3
`)
}
