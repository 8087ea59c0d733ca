//! Different things, each with a number.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Index;

/// Things, numbered from 0 in the order in which they were met.
#[derive(Debug)]
pub(super) struct Numbered<T> {
    things: Vec<T>,
    numbers: HashMap<T, u32>,
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    /// Nothing yet.
    pub fn new() -> Self {
        Numbered { things: Vec::new(), numbers: HashMap::new() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.things.len()
    }

    /// The number of a thing, a new one if it was not met before.
    pub fn number(&mut self, thing: T) -> u32 {
        if let Some(&number) = self.numbers.get(&thing) {
            return number;
        }
        let number = self.things.len() as u32;
        self.things.push(thing.clone());
        self.numbers.insert(thing, number);
        number
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.things.clear();
        self.numbers.clear();
    }
}

impl<T> Index<u32> for Numbered<T> {
    type Output = T;

    fn index(&self, number: u32) -> &T {
        &self.things[number as usize]
    }
}
