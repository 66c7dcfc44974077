//! Keeps a shop open. More text.

use std::collections::HashMap; // ref: HashMap import; imp: std::collections HashMap as HashMap
use crate::{item::Item, money::{self, Coin as Penny}, net::*}; // imp: crate::item Item as Item; imp: crate money as money; imp: crate::money Coin as Penny; imp: crate::net *
pub use self::inner::helper; // imp: self::inner helper as helper re-export
mod stock; // imp: ./stock as stock; def: stock import

/// Sells things. Second sentence.
#[derive(Debug, Ware)] // ref: Ware decorate
pub struct Shop<T: Trade> { // def: Shop struct exported decorated; def: T type-parameter; ref: Trade type
    pub items: Vec<Item>, // def: Shop.items field exported; ref: Item type -> 4
    owner: Option<Box<Owner>>, // def: Shop.owner field; ref: Owner type -> free
    by_name: HashMap<String, T>, // ref: HashMap type -> 3; ref: T type -> 10
}

struct Pair(u8, pub Item); // def: Pair struct; def: Pair.1 field

pub enum State { // def: State enum exported
    Open, // def: State.Open enum-member
    Shut { reason: Item }, // def: State.Shut enum-member; def: State.Shut.reason field
    Moved(Item), // def: State.Moved.0 field
}

pub trait Trade: Base { // def: Trade trait; ref: Base inherit
    type Out; // def: Trade.Out type
    const LIMIT: usize = 3; // def: Trade.LIMIT constant
    fn trade(&self) -> Item; // def: Trade.trade method exported abstract
}

impl<T: Trade> Shop<T> { // def: Shop impl; ref: Shop type -> 10
    pub fn new(owner: Owner) -> Self { // def: Shop.new method exported static; def: owner parameter
        let items = vec![make(owner.id), Item::of(&owner)]; // ref: make call -> free; ref: id of owner; ref: of call of Item
        Shop { items, owner: None, by_name: HashMap::new() } // ref: Shop type -> 10; ref: items write of Shop; ref: new call of HashMap
    }

    fn first(&self) -> Option<&Item> { // def: Shop.first method; no: second
        let item = self.items.first()?; // ref: items of self; ref: first call of items
        let item = item.unwrap().clone(); // ref: item -> 37
        if let Some(x) = &self.owner && x.paid() { // ref: paid call of x; ref: x -> 39
            x.pay(); // ref: pay call of x
        }
        match self.state { // ref: state of self
            State::Shut { ref reason } => reason.log(), // ref: Shut of State; ref: reason; ref: log call of reason
            State::Moved(to) if to.far() => drop(to), // ref: Moved of State; ref: to -> 44; ref: far call of to
            LIMIT => helper(), // ref: LIMIT -> free; ref: helper call -> 5
            other => other.go(), // ref: other -> 46
        };
        for (i, part) in self.items.iter().enumerate() { // ref: enumerate call of iter
            assert_eq!(part.size(), i, "{part:?} {}", Self::LIMIT); // ref: size call of part; ref: part -> 48; ref: LIMIT of Self
        }
        self.items.iter().map(|it| it.weight()).sum::<u32>(); // ref: weight call of it; ref: it -> 51
        <T as Trade>::trade(&item); // ref: trade call of Trade
        Some(item)
    }
}

impl<T> Trade for Shop<T> { // ref: Trade inherit -> 24
    type Out = Item; // def: Shop.Out type
    fn trade(&self) -> Item { stock::take::<Item>(self) } // def: Shop.trade method exported override; ref: take call of stock; ref: stock type -> 6
}

macro_rules! shout { ($e:expr) => { $crate::loud::cry($e) } } // def: shout macro; ref: cry call of loud

pub const TAX: u8 = 1; // def: TAX constant exported
static mut COUNT: u8 = TAX; // def: COUNT variable; ref: TAX -> 64

fn main() { // def: main function entry
    shout!(x); // ref: shout call -> 62
    let run = |a: &Shop<u8>, b| a.first(); // ref: first call of a; ref: a -> 69
}

rgtest!(sells_one, |dir: Dir, mut cmd: Cmd| { // def: sells_one function test; ref: Dir type; def: cmd local
    cmd.arg("x").run(); // ref: arg call of cmd; ref: run call of arg; ref: cmd -> 72
});

mod inner { // def: inner module
    pub(crate) fn helper() {} // def: inner.helper function exported
}

#[cfg(test)]
mod tests { // def: tests module test
    use super::*; // imp: super * test
    #[test]
    fn sells() { // def: tests.sells function test
        let shop = Shop::new(Owner {}); // ref: new call of Shop
    }
}
