package python_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/langtest"
	"github.com/lc-index/lc/index/lang/python"
	"github.com/lc-index/lc/store/schema"
)

func check(t *testing.T, src string) *lang.Facts {
	t.Helper()
	return langtest.Check(t, python.Languages()[0], src)
}

func TestOutline(t *testing.T) {
	t.Parallel()
	check(t, `"""What this file is."""
import os
LIMIT = 3            # def: LIMIT constant exported
_cache = {}          # def: _cache variable internal

class Shape(Base):   # def: Shape class exported; ref: Base inherit -> free
    sides: int = 0   # def: Shape.sides field static; ref: int type -> free

    def __init__(self, n):   # def: Shape.__init__ constructor; def: n parameter
        self.n = n           # def: Shape.n field; ref: n read -> 9; no: missing
        self.n = 0           # ref: n write of self

    @property
    def area(self):          # def: Shape.area property decorated
        return self.n        # ref: n read of self

    @classmethod
    def make(cls):           # def: Shape.make method static
        return cls(1)        # ref: cls call

    async def load(self):    # def: Shape.load method async
        pass

def helper(a, *rest, k=LIMIT):  # def: helper function; def: rest parameter; ref: LIMIT read -> 3
    def inner():                # def: helper.inner function
        return a                # ref: a read -> 24
    total = inner()             # def: total local; ref: inner call -> 25
    return total                # ref: total read -> 27

for item in []:                 # def: item variable
    pass
`)
}

func TestScopes(t *testing.T) {
	t.Parallel()
	check(t, `x = 1
class C:
    x = 2            # def: C.x field
    y = x            # ref: x read -> 3
    def m(self):
        return x     # ref: x read -> 1

def f():
    global x
    x = 3            # ref: x write -> 1
    def g():
        y = 0        # def: y local
        def h():
            nonlocal y
            y = 1    # ref: y write -> 12
        return h

def late():
    return value     # ref: value read -> 21

value = 1            # def: value variable
squares = [x * n for n in range(3) if n]  # def: n local; ref: n read -> 22; ref: range call -> free
double = lambda v: v + x                  # def: v parameter; ref: v read -> 23
print(n)             # ref: n read -> free
with open("f") as fh, open("g") as gh:    # def: fh variable; def: gh variable
    pass
try:
    pass
except OSError as err:                    # def: err variable; ref: OSError read
    print(err)       # ref: err read -> 29
if (m := f()):       # def: m variable
    print(m)         # ref: m read -> 31
a, (b, *c) = f()     # def: a variable; def: b variable; def: c variable
`)
}

func TestImports(t *testing.T) {
	t.Parallel()
	check(t, `import os.path                   # imp: os.path as os static; def: os import
import numpy as np               # imp: numpy as np
from . import sibling            # imp: . sibling as sibling
from ..pkg.mod import a as b, c  # imp: ..pkg.mod a as b; imp: ..pkg.mod c as c
from star import *               # imp: star *
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from t import T              # imp: t T as T type
def f():
    import lazy                  # imp: lazy as lazy lazy
    return lazy.x                # ref: lazy read -> 10; ref: x read of lazy
b()                              # ref: b call -> 4
os.path.join("a")                # ref: path read of os; ref: join call of path
`)
}

func TestTypesAndChains(t *testing.T) {
	t.Parallel()
	facts := check(t, `from typing import Optional
class A: pass
def f(x: "A", y: Optional[A], z: list[A]) -> A | None:  # ref: A type -> 2; ref: Optional type -> 1
    return y
v = f(1, 2, 3).attr[0].deep()   # ref: attr read of f; ref: deep call of attr
"".join([])                     # ref: join call of str
match v:
    case A(name=n): print(n)    # ref: A call -> 2; ref: n read -> 8
    case [first, *_]: print(first)  # ref: first read -> 9
@decorate(1)                    # ref: decorate decorate
def g(): pass
`)
	for _, tc := range []struct {
		param string
		flag  lang.RefFlags
	}{{"x", 0}, {"y", 0}, {"z", lang.RefContainer}} {
		for i := range facts.Symbols {
			s := &facts.Symbols[i]
			if s.Name != tc.param || s.Kind != schema.KindParameter {
				continue
			}
			if s.Type < 0 || facts.Refs[s.Type].Name != "A" || facts.Refs[s.Type].Flags != tc.flag {
				t.Errorf("type of %s = %d", tc.param, s.Type)
			}
		}
	}
}

func TestTestsAndEntry(t *testing.T) {
	t.Parallel()
	facts := check(t, `import unittest
def test_one(): pass             # def: test_one function test
class TestIt:                    # def: TestIt class test
    def test_two(self): pass     # def: TestIt.test_two method test
    def helper(self): pass       # def: TestIt.helper method
class Suite(unittest.TestCase):  # def: Suite class test
    def testThree(self): pass    # def: Suite.testThree method test
import pytest
@pytest.fixture
def test_data(): return 1        # def: test_data function
if __name__ == "__main__":
    unittest.main()
`)
	if facts.Symbols[0].Flags&schema.SymbolEntry == 0 {
		t.Error("the file is no entry point")
	}
	for i := range facts.Symbols {
		if s := &facts.Symbols[i]; (s.Name == "helper" || s.Name == "test_data") && s.Flags&schema.SymbolTest != 0 {
			t.Errorf("%s is a test", s.Name)
		}
	}
	for path, want := range map[string]bool{"tests/x.py": true, "src/test_a.py": true, "a/conftest.py": true, "src/a.py": false, "tests/data.txt": false} {
		if got := python.IsTestPath(path); got != want {
			t.Errorf("IsTestPath(%s) = %v", path, got)
		}
	}
}

func TestBrokenFileKeepsWhatCanBeRead(t *testing.T) {
	t.Parallel()
	facts := check(t, `def before(): pass   # def: before function
x = = 1
def after(): pass       # def: after function
class K:                 # def: K class
    def m(self): pass
`)
	if len(facts.Problems) == 0 {
		t.Error("no problem is noted")
	}
}

func hashes(t *testing.T, src, name string) (sig, body uint64) {
	t.Helper()
	facts, err := python.Languages()[0].Extract([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	for i := range facts.Symbols {
		if facts.Symbols[i].Name == name {
			return facts.Symbols[i].SignatureHash, facts.Symbols[i].BodyHash
		}
	}
	t.Fatalf("no symbol %s", name)
	return 0, 0
}

func TestHashesSayWhatChanged(t *testing.T) {
	t.Parallel()
	base := "class C:\n    k = 1\n    def m(self, a):\n        return a\n"
	sig, body := hashes(t, base, "m")
	csig, cbody := hashes(t, base, "C")
	for _, tc := range []struct {
		name, src, symbol string
		sig, body         bool
	}{
		{"comment", "class C:\n    k = 1\n    def m(self, a):\n        # note\n        return a\n", "m", false, false},
		{"body", "class C:\n    k = 1\n    def m(self, a):\n        return a + 1\n", "m", false, true},
		{"signature", "class C:\n    k = 1\n    def m(self, a, b):\n        return a\n", "m", true, false},
	} {
		s, b := hashes(t, tc.src, tc.symbol)
		if (s != sig) != tc.sig || (b != body) != tc.body {
			t.Errorf("%s: signature changed %v, body changed %v", tc.name, s != sig, b != body)
		}
		if s, b := hashes(t, tc.src, "C"); s != csig || b != cbody {
			t.Errorf("%s: the class changed with its method", tc.name)
		}
	}
}

func TestDefinitionsBelowBrokenOnesAreFound(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, src, want string }{
		{"open parameters and an open parenthesis", "def first():\n    pass\n\ndef bad(x, y:\n    return (\n\ndef second():\n    pass\n", "first:1 second:7"},
		{"before a decorator", "def bad(x, y:\n    return (\n\n@mark\ndef second():\n    pass\n\nclass Third:\n    def m(self):\n        pass\n", "second:5 Third:8 m:9"},
		{"code in a text is no definition", "def one():\n    return (\n\nTEXT = \"\"\"\ndef two():\n\"\"\"\n\ndef three():\n    pass\n", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			facts, err := python.Languages()[0].Extract([]byte(tc.src))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, s := range facts.Symbols {
				if s.Kind.IsCallable() || s.Kind.IsType() {
					got = append(got, fmt.Sprintf("%s:%d", s.Name, s.NameLine))
				}
			}
			if list := strings.Join(got, " "); tc.want != "" && list != tc.want || strings.Contains(list, "two") {
				t.Errorf("definitions %q, want %q", list, tc.want)
			}
			if len(facts.Problems) == 0 {
				t.Error("no problem is noted")
			}
		})
	}
}
