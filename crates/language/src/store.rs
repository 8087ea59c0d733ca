//! Languages that are each held once.
//!
//! Whoever decides much about few languages makes the same ones again and again. Here each
//! is held as its smallest automaton, once, under a number: two are the same language
//! where their numbers are, and what was computed of two is not computed again.

use std::collections::HashMap;

use indexmap::IndexSet;

use crate::{CharacterSet, Dfa, Exceeded, Limits, Meter, Nfa};

/// A language in a [`Store`], by its number. It means nothing in another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LanguageId(u32);

impl LanguageId {
    /// No string.
    pub const NONE: LanguageId = LanguageId(0);
    /// The empty string alone.
    pub const EMPTY: LanguageId = LanguageId(1);
    /// All strings of bytes.
    pub const ALL: LanguageId = LanguageId(2);
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Operation {
    Union,
    Intersection,
    Difference,
    Then,
    RepeatedThen,
    Rests,
}

/// Languages, and what was computed of them.
#[derive(Debug)]
pub struct Store {
    languages: IndexSet<Dfa>,
    made: HashMap<(Operation, LanguageId, LanguageId), LanguageId>,
    /// By the bytes that may occur at each place.
    texts: HashMap<Vec<CharacterSet>, LanguageId>,
    meter: Meter,
}

impl Store {
    /// Nothing but [`LanguageId::NONE`], [`LanguageId::EMPTY`] and [`LanguageId::ALL`].
    pub fn new(limits: &Limits) -> Store {
        let all = CharacterSet::range(0, u8::MAX);
        let nfa = |steps: Vec<(CharacterSet, usize)>| {
            let nfa = Nfa { steps: vec![steps], accepting: vec![true], starts: vec![0] };
            nfa.determinise(&Limits::NONE).unwrap_or_else(|_| Dfa::none()).minimise()
        };
        let languages =
            [Dfa::none().minimise(), nfa(Vec::new()), nfa(vec![(all, 0)])].into_iter().collect();
        let meter = Meter::new(limits);
        Store { languages, made: HashMap::new(), texts: HashMap::new(), meter }
    }

    /// Begins to count anew, so that each of several questions has the limits to itself.
    pub fn allow(&mut self, limits: &Limits) {
        self.meter = Meter::new(limits);
    }

    /// What counts.
    pub fn meter(&mut self) -> &mut Meter {
        &mut self.meter
    }

    /// A language of the store; no string for a number of another.
    pub fn get(&self, id: LanguageId) -> &Dfa {
        // The language of no string is always there.
        self.languages.get_index(id.0 as usize).unwrap_or(&self.languages[0])
    }

    /// Holds a language.
    pub fn add(&mut self, dfa: &Dfa) -> LanguageId {
        LanguageId(self.languages.insert_full(dfa.minimise()).0 as u32)
    }

    /// The strings of one byte each.
    pub fn bytes(&mut self, characters: CharacterSet) -> LanguageId {
        self.text(&[characters])
    }

    /// The strings that have at each place one of the bytes that may occur there.
    pub fn text(&mut self, places: &[CharacterSet]) -> LanguageId {
        if let Some(&known) = self.texts.get(places) {
            return known;
        }
        let mut steps: Vec<Vec<(CharacterSet, usize)>> = Vec::new();
        for (at, &characters) in places.iter().enumerate() {
            steps.push(vec![(characters, at + 1)]);
        }
        steps.push(Vec::new());
        let accepting = (0..=places.len()).map(|at| at == places.len()).collect();
        let nfa = Nfa { steps, accepting, starts: vec![0] };
        // One state for each place.
        let dfa = nfa.determinise(&Limits::NONE).unwrap_or_else(|_| Dfa::none());
        let made = self.add(&dfa);
        self.texts.insert(places.to_vec(), made);
        made
    }

    fn operate(
        &mut self,
        operation: Operation,
        one: LanguageId,
        two: LanguageId,
    ) -> Result<LanguageId, Exceeded> {
        if let Some(&made) = self.made.get(&(operation, one, two)) {
            return Ok(made);
        }
        let mut meter = self.meter.clone();
        let (left, right) = (self.get(one), self.get(two));
        let dfa = match operation {
            Operation::Union => left.product(right, |one, two| one || two, &mut meter),
            Operation::Intersection => left.product(right, |one, two| one && two, &mut meter),
            Operation::Difference => left.product(right, |one, two| one && !two, &mut meter),
            Operation::Then => left.then(right, &mut meter),
            Operation::RepeatedThen => left.repeated_then(right, &mut meter),
            Operation::Rests => left.rests(right, &mut meter),
        };
        self.meter = meter;
        let dfa = dfa?;
        // It is made smallest, and kept.
        self.meter.step(dfa.size())?;
        let made = self.add(&dfa);
        self.made.insert((operation, one, two), made);
        Ok(made)
    }

    /// The strings of either.
    ///
    /// # Errors
    ///
    /// If it takes more than is allowed.
    pub fn union(&mut self, one: LanguageId, two: LanguageId) -> Result<LanguageId, Exceeded> {
        if one == two || two == LanguageId::NONE || one == LanguageId::ALL {
            return Ok(one);
        }
        if one == LanguageId::NONE || two == LanguageId::ALL {
            return Ok(two);
        }
        self.operate(Operation::Union, one.min(two), one.max(two))
    }

    /// The strings of both.
    ///
    /// # Errors
    ///
    /// If it takes more than is allowed.
    pub fn intersection(
        &mut self,
        one: LanguageId,
        two: LanguageId,
    ) -> Result<LanguageId, Exceeded> {
        if one == two || two == LanguageId::ALL || one == LanguageId::NONE {
            return Ok(one);
        }
        if one == LanguageId::ALL || two == LanguageId::NONE {
            return Ok(two);
        }
        self.operate(Operation::Intersection, one.min(two), one.max(two))
    }

    /// The strings of the first that the second has not.
    ///
    /// # Errors
    ///
    /// If it takes more than is allowed.
    pub fn difference(&mut self, one: LanguageId, two: LanguageId) -> Result<LanguageId, Exceeded> {
        if one == two || two == LanguageId::ALL || one == LanguageId::NONE {
            return Ok(LanguageId::NONE);
        }
        if two == LanguageId::NONE {
            return Ok(one);
        }
        self.operate(Operation::Difference, one, two)
    }

    /// A string of the first, and then one of the second.
    ///
    /// # Errors
    ///
    /// If it takes more than is allowed.
    pub fn then(&mut self, one: LanguageId, two: LanguageId) -> Result<LanguageId, Exceeded> {
        if one == LanguageId::NONE || two == LanguageId::NONE {
            return Ok(LanguageId::NONE);
        }
        if one == LanguageId::EMPTY {
            return Ok(two);
        }
        if two == LanguageId::EMPTY {
            return Ok(one);
        }
        self.operate(Operation::Then, one, two)
    }

    /// Any number of strings of the first, and then one of the second.
    ///
    /// # Errors
    ///
    /// If it takes more than is allowed.
    pub fn repeated_then(
        &mut self,
        one: LanguageId,
        two: LanguageId,
    ) -> Result<LanguageId, Exceeded> {
        if one == LanguageId::NONE || one == LanguageId::EMPTY || two == LanguageId::NONE {
            return Ok(two);
        }
        self.operate(Operation::RepeatedThen, one, two)
    }

    /// What follows a string of the first in strings of the second.
    ///
    /// # Errors
    ///
    /// If it takes more than is allowed.
    pub fn rests(&mut self, one: LanguageId, of: LanguageId) -> Result<LanguageId, Exceeded> {
        if one == LanguageId::EMPTY {
            return Ok(of);
        }
        self.operate(Operation::Rests, one, of)
    }

    /// All strings that begin with one of these.
    ///
    /// # Errors
    ///
    /// If it takes more than is allowed.
    pub fn beginning_with(&mut self, one: LanguageId) -> Result<LanguageId, Exceeded> {
        self.then(one, LanguageId::ALL)
    }

    /// Whether the second has all strings of the first.
    ///
    /// # Errors
    ///
    /// If it takes more than is allowed.
    pub fn is_within(&mut self, one: LanguageId, two: LanguageId) -> Result<bool, Exceeded> {
        Ok(self.difference(one, two)? == LanguageId::NONE)
    }

    /// Whether no string is of both.
    ///
    /// # Errors
    ///
    /// If it takes more than is allowed.
    pub fn are_apart(&mut self, one: LanguageId, two: LanguageId) -> Result<bool, Exceeded> {
        Ok(self.intersection(one, two)? == LanguageId::NONE)
    }
}
