package rust_test

import (
	"strings"
	"testing"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve/resolvetest"
	"github.com/lc-index/lc/graph/resolve/rust"
	langrust "github.com/lc-index/lc/index/lang/rust"
)

func check(t *testing.T, archive string) (*link.Input, *link.Output) {
	t.Helper()
	return resolvetest.Check(t, resolvetest.Setup{
		Languages: langrust.Languages(),
		Rules:     rust.Rules{},
		LanguageOf: func(path string) string {
			if strings.HasSuffix(path, ".rs") {
				return "rust"
			}
			return ""
		},
	}, archive)
}

func TestModulesAndCrates(t *testing.T) {
	t.Parallel()
	in, out := check(t, `
-- Cargo.toml --
[workspace]
members = ["app", "till"]
-- app/Cargo.toml --
[package]
name = "shop-app"
[[bin]]
name = "shop"
path = "core/main.rs"
[dependencies]
cash = { path = "../till", package = "shop-till" }
serde = "1"
[dev-dependencies.regex]
version = "1"
-- app/core/main.rs --
use cash::{Till, open as unlock}; // link: Till -> till/src/money/mod.rs:2; link: open -> till/src/lib.rs:5
use crate::stock::{self, deep::Shelf}; // link: stock -> app/core/stock.rs; link: Shelf -> app/core/stock/deep.rs:2
use serde::Serialize; // link: Serialize -> external serde
use std::fmt; // link: fmt -> external std
use regex::Regex; // link: Regex -> external regex
use gone::Thing; // link: Thing -> external gone
use crate::nothing::Here; // link: Here -> none
mod stock; // link: stock -> app/core/stock.rs
#[path = "odd/place.rs"]
mod odd; // link: odd -> app/core/odd/place.rs
mod inline {
    pub mod far; // link: far -> app/core/inline/far.rs
    pub fn near() { super::helper() } // link: helper -> app/core/main.rs:26
}
fn main() {
    unlock(); // link: unlock -> till/src/lib.rs:5
    stock::count(); // link: count -> app/core/stock.rs:3
    helper();
    cash::money::Till::new(); // link: cash -> till/src/lib.rs; link: money -> till/src/money/mod.rs; link: new -> till/src/money/mod.rs:4
    crate::odd::place(); // link: place -> app/core/odd/place.rs:1
    inline::near(); // link: near -> app/core/main.rs:13
    inline::far::off(); // link: off -> app/core/inline/far.rs:1
    std::mem::drop(1); // link: drop -> external std
    cash::shelf(); // link: shelf -> till/src/lib.rs:7
}
fn helper() {}
-- app/core/stock.rs --
pub mod deep; // link: deep -> app/core/stock/deep.rs
use super::*;
pub fn count() { helper(); self::deep::Shelf; } // link: helper -> app/core/main.rs:26; link: Shelf -> app/core/stock/deep.rs:2
-- app/core/stock/deep.rs --

pub struct Shelf;
impl Shelf { fn of() { super::super::helper(); crate::helper() } } // link: helper -> app/core/main.rs:26
-- app/core/odd/place.rs --
pub fn place() {}
-- app/core/inline/far.rs --
pub fn off() {}
-- app/tests/all.rs --
use cash::Till; // link: Till -> till/src/money/mod.rs:2
-- till/Cargo.toml --
[package]
name = "shop-till"
-- till/src/lib.rs --
pub mod money;
pub use crate::money::Till; // link: Till -> till/src/money/mod.rs:2
pub use inner::*;

pub fn open() {}

mod inner { pub fn shelf() {} }
-- till/src/money/mod.rs --

pub struct Till { coins: u8 }
impl Till {
    pub fn new() -> Till { Till { coins: 0 } } // link: coins -> till/src/money/mod.rs:2
}
`)
	for i := range in.Files {
		want := ""
		switch f := in.Files[i]; {
		case f.Facts == nil:
		case strings.HasPrefix(f.Path, "app/"):
			want = "shop-app"
		default:
			want = "shop-till"
		}
		if out.Packages[i] != want {
			t.Errorf("package of %s = %q, want %q", in.Files[i].Path, out.Packages[i], want)
		}
	}
}

func TestReceivers(t *testing.T) {
	t.Parallel()
	in, out := check(t, `
-- Cargo.toml --
[package]
name = "shop"
-- src/lib.rs --
use std::{collections::HashMap, sync::{Arc, Mutex}};
pub struct Shop { items: Vec<Item>, owner: Option<Box<Owner>>, by: HashMap<String, Item>, till: Arc<Mutex<Till>> }
pub struct Item { price: u8 }
pub struct Owner;
pub struct Till(Item);
pub enum State { Open(Item), Shut { why: Item }, Idle }
pub trait Pay { fn pay(&self) -> Item; fn twice(&self) { self.pay(); } } // link: pay -> src/lib.rs:7 + src/lib.rs:12 + src/lib.rs:13
impl Item {
    fn cost(&self) -> u8 { self.price } // link: price -> src/lib.rs:3
    fn make() -> Result<Self, Error> { Ok(Item { price: 1 }) } // link: Item -> src/lib.rs:3; link: price -> src/lib.rs:3
}
impl Pay for Item { fn pay(&self) -> Item { Item::make().unwrap() } } // link: Pay -> src/lib.rs:7; link: make -> src/lib.rs:10
impl Pay for Owner { fn pay(&self) -> Item { todo!() } } // link: todo -> external std
impl Shop {
    fn all(&self, given: &[Item], f: impl Fn(u8)) -> Option<u8> {
        for item in &self.items { item.cost(); } // link: cost -> src/lib.rs:9; link: items -> src/lib.rs:2
        for (i, item) in self.items.iter().enumerate() { item.cost(); } // link: cost -> src/lib.rs:9; link: iter -> external std
        for (_, item) in &self.by { item.cost(); } // link: cost -> src/lib.rs:9
        self.items.iter().filter(|it| it.cost() > 1).next()?.cost(); // link: cost -> src/lib.rs:9
        self.items[0].cost(); // link: cost -> src/lib.rs:9
        given.first().unwrap().cost(); // link: cost -> src/lib.rs:9; link: unwrap -> external std
        if let Some(owner) = &self.owner { owner.pay(); } // link: pay -> src/lib.rs:13
        let owner = self.owner.as_ref()?; // link: owner -> src/lib.rs:2
        owner.pay().cost(); // link: pay -> src/lib.rs:13; link: cost -> src/lib.rs:9
        let till = self.till.lock().unwrap();
        till.0.cost(); // link: 0 -> src/lib.rs:5; link: cost -> src/lib.rs:9
        let item = Item::make()?;
        item.cost(); // link: cost -> src/lib.rs:9
        let Item { price } = item; // link: price -> src/lib.rs:3
        let odd = unknown();
        odd.cost(); // link: cost ~ src/lib.rs:9
        odd.len(); // link: len -> none
        println!("{}", item.cost()); // link: cost -> src/lib.rs:9
        assert!(self.items.iter().any(|it| it.cost() == 1)); // link: cost -> src/lib.rs:9
        "text".cost(); // link: cost -> external std
        None
    }
    fn state(&self, s: State) {
        match s {
            State::Open(item) => { item.cost(); } // link: Open -> src/lib.rs:6; link: cost -> src/lib.rs:9
            State::Shut { why } => { why.cost(); } // link: Shut -> src/lib.rs:6; link: why -> src/lib.rs:6; link: cost -> src/lib.rs:9
            State::Idle => {}
        }
        let s = State::Open(x);
        s.leave(); // link: leave -> src/lib.rs:49
        Self::all(self, &[], g); // link: all -> src/lib.rs:15
    }
}
impl State { fn leave(self) {} }
fn each<P: Pay, Q>(p: P, q: Q, d: &dyn Pay, i: impl Pay) where Q: Pay {
    p.pay(); // link: pay -> src/lib.rs:7 + src/lib.rs:12 + src/lib.rs:13
    q.pay(); // link: pay -> src/lib.rs:7 + src/lib.rs:12 + src/lib.rs:13
    d.pay(); // link: pay -> src/lib.rs:7 + src/lib.rs:12 + src/lib.rs:13
    i.pay(); // link: pay -> src/lib.rs:7 + src/lib.rs:12 + src/lib.rs:13
    <Item as Pay>::pay(&x); // link: pay -> src/lib.rs:7
    shout!(p); // link: shout -> src/lib.rs:58
}
macro_rules! shout { ($e:expr) => { $crate::each($e) } } // link: each -> src/lib.rs:50
#[cfg(test)]
mod tests {
    use super::*; // link: super -> src/lib.rs
    use super::State::*;
    #[test]
    fn pays() { let shop: Shop = make(); shop.all(&[], f); Idle; } // link: all -> src/lib.rs:15; link: Idle -> src/lib.rs:6
}
`)
	// Shop does not implement Pay; Item and Owner do, method by method.
	var got []string
	for _, r := range out.Relations {
		got = append(got, resolvetest.Place(in, r.Source)+" "+r.Kind.String()+" "+resolvetest.Place(in, r.Target))
	}
	want := "src/lib.rs:3 implement src/lib.rs:7, src/lib.rs:4 implement src/lib.rs:7, src/lib.rs:12 implement src/lib.rs:7, src/lib.rs:13 implement src/lib.rs:7"
	if strings.Join(got, ", ") != want {
		t.Errorf("relations = %s\nwant %s", strings.Join(got, ", "), want)
	}
}

func TestCyclesAndBrokenInputEnd(t *testing.T) {
	t.Parallel()
	_, out := check(t, `
-- Cargo.toml --
[package
name = broken
-- src/lib.rs --
pub use self::lib::*;
pub use a::x as y;
pub use a::y as x;
mod a;
use super::up; // link: up -> none
fn f() { x(); missing(); } // link: missing -> none
type A = B;
type B = A;
impl A { fn g(&self) { self.g() } }
-- src/a.rs --
pub use super::*;
pub use crate::a::*;
pub use super::x;
pub use super::y;
fn broken( {
`)
	if len(out.Refs) != 3 {
		t.Fatalf("files = %d, want 3", len(out.Refs))
	}
}

func TestGuardsDefaultsAndOpenTypes(t *testing.T) {
	t.Parallel()
	check(t, `
-- Cargo.toml --
[package]
name = "a"
-- src/main.rs --
use std::cell::RefCell;
use std::sync::{Arc, Mutex};
#[derive(Default)]
struct Buffer { n: u8 }
impl Buffer { fn refill(&mut self) {} }
struct Held { cell: RefCell<Buffer>, shared: Arc<Mutex<Buffer>> }
enum Parsed<T> { Done(T), Failed }
fn run(h: Held, p: Parsed<Buffer>) {
    h.cell.borrow_mut().refill(); // link: refill -> src/main.rs:5
    h.shared.lock().unwrap().refill(); // link: refill -> src/main.rs:5
    let mut b = Buffer::default(); // link: default -> external std
    b.refill(); // link: refill -> src/main.rs:5
    match p { Parsed::Done(got) => got.refill(), Parsed::Failed => {} } // link: refill ~ src/main.rs:5
}
`)
}
