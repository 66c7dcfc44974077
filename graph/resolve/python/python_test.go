package python_test

import (
	"strings"
	"testing"

	langpython "github.com/lc-index/lc/index/lang/python"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve/python"
	"github.com/lc-index/lc/graph/resolve/resolvetest"
)

func check(t *testing.T, archive string) (*link.Input, *link.Output) {
	t.Helper()
	return resolvetest.Check(t, resolvetest.Setup{
		Languages: langpython.Languages(),
		Rules:     python.Rules{},
		LanguageOf: func(path string) string {
			if strings.HasSuffix(path, ".py") || strings.HasSuffix(path, ".pyi") {
				return "python"
			}
			return ""
		},
	}, archive)
}

func TestModules(t *testing.T) {
	t.Parallel()
	in, out := check(t, `
-- pyproject.toml --
[project]
name = "shop"
-- src/shop/__init__.py --
from .core import Cart as Cart     # link: Cart -> src/shop/core.py:2
from . import core                 # link: core -> src/shop/core.py
from .stars import *
-- src/shop/core.py --

class Cart:
    def add(self, n): pass
-- src/shop/stars.py --
def shine(): pass
-- src/shop/sub/__init__.py --
-- src/shop/sub/deep.py --
from ..core import Cart            # link: core -> src/shop/core.py; link: Cart -> src/shop/core.py:2
from ... import nothing
-- app/main.py --
import shop                        # link: shop -> src/shop/__init__.py
import shop.sub.deep               # link: shop.sub.deep -> src/shop/sub/deep.py
import shop.core as k
from shop import Cart, core, shine # link: Cart -> src/shop/core.py:2; link: core -> src/shop/core.py; link: shine -> src/shop/stars.py:1
import requests                    # link: requests -> external requests
from helper import tool            # link: tool -> app/helper.py:1
from space.mod import here         # link: here -> space/mod.py:1

shop.Cart()                        # link: Cart -> src/shop/core.py:2
shop.sub.deep.Cart().add(1)        # link: deep -> src/shop/sub/deep.py; link: Cart -> src/shop/core.py:2; link: add -> src/shop/core.py:3
k.Cart                             # link: Cart -> src/shop/core.py:2
shine()                            # link: shine -> src/shop/stars.py:1
requests.get("x").json()           # link: get -> external requests; link: json -> external requests
print(len([]))                     # link: print -> external builtins
"".join([])                        # link: join -> external builtins
missing()                          # link: missing -> none
-- app/helper.py --
def tool(): pass
-- space/mod.py --
def here(): pass
-- app/star.py --
from shop.stars import *
shine()                            # link: shine -> src/shop/stars.py:1
`)
	for i := range in.Files {
		if in.Files[i].Path == "src/shop/sub/deep.py" && out.Packages[i] != "shop.sub" {
			t.Errorf("package of deep = %q", out.Packages[i])
		}
	}
}

func TestReceivers(t *testing.T) {
	t.Parallel()
	in, out := check(t, `
-- a.py --
from __future__ import annotations
class Engine:
    def start(self) -> Key: ...
    def peculiar(self): pass
class Key:
    def turn(self): pass
class Car:
    spare: Engine
    def __init__(self, e: Engine | None, parts: list[Engine]):
        self.e = e
        self.parts = parts
        self.own = Engine()
    def go(self):
        self.e.start().turn()          # link: e -> a.py:10; link: start -> a.py:3; link: turn -> a.py:6
        self.own.start()               # link: start -> a.py:3
        self.spare.start()             # link: start -> a.py:3
        for p in self.parts:
            p.start()                  # link: start -> a.py:3
        self.parts[0].start()          # link: start -> a.py:3
        self.parts.append(1)           # link: append -> external builtins
        [q.start() for q in self.parts]  # link: start -> a.py:3
        return self
    @property
    def engine(self):
        return self.own
    @classmethod
    def build(cls):
        return cls(None, [])           # link: cls -> a.py:7 + a.py:9
class Sport(Car):                      # link: Car -> a.py:7
    def go(self):
        super().go()                   # link: go -> a.py:13
        self.engine.start()            # link: engine -> a.py:24; link: start -> a.py:3
def make() -> Car: ...
def made(): return Car(None, [])
make().go()                            # link: go -> a.py:13 + a.py:30
made().go().engine                     # link: go -> a.py:13 + a.py:30; link: engine -> a.py:24
Car(None, [])                          # link: Car -> a.py:7 + a.py:9
with make() as c:
    c.go()                             # link: go -> a.py:13 + a.py:30
def f(x, y):
    x.peculiar()                       # link: peculiar ~ a.py:4
    y.get()                            # link: get -> none
    y.e                                # link: e -> none
async def later() -> Engine: ...
async def use():
    (await later()).start()            # link: start -> a.py:3
Car.build().go                         # link: build -> a.py:27
`)
	kinds := map[string]int{}
	for _, r := range out.Relations {
		kinds[r.Kind.String()+" "+resolvetest.Place(in, r.Source)+" "+resolvetest.Place(in, r.Target)]++
	}
	for _, want := range []string{"inherit a.py:29 a.py:7", "override a.py:30 a.py:13"} {
		if kinds[want] != 1 {
			t.Errorf("relations = %v, want %s", kinds, want)
		}
	}
}

func TestFixturesAndInheritedFields(t *testing.T) {
	t.Parallel()
	check(t, `
-- lib.py --
import typing as t
class Base:
    name: str
    def __init__(self):
        self.size = 1
class Sub(Base):
    def __init__(self):
        self.name = "x"               # link: name -> lib.py:3
        self.own = 1
    def peculiar(self):
        return self.name              # link: name -> lib.py:3
    @property
    def size(self): return 2
class App:
    def client(self) -> "Sub": ...
def use(x):
    t.cast("App", x).client().own     # link: App -> lib.py:14; link: client -> lib.py:15; link: own -> lib.py:9
-- tests/conftest.py --
import pytest
from lib import App
@pytest.fixture
def app():
    app = App()
    yield app
@pytest.fixture
def client(app):                      # link: app -> tests/conftest.py:4
    return app.client()               # link: client -> lib.py:15
-- tests/sub/test_a.py --
import pytest
@pytest.fixture
def local(client): return client      # link: client -> tests/conftest.py:8
def test_one(client, tmp_path, local):  # link: client -> tests/conftest.py:8; link: tmp_path -> external pytest; link: local -> tests/sub/test_a.py:3
    client.peculiar()                 # link: peculiar -> lib.py:10
    local.own                         # link: own -> lib.py:9
`)
}
