//! Computes what a grammar derives, by the definition alone.
//!
//! The productions derive the least sets that their texts allow. So the sets start empty, and
//! grow until nothing is added. Strings longer than [`LONGEST`] are left out. There is no
//! automaton and no optimisation, and left recursion needs no special case.

// Tests of other packages also include this file, from its place here.
#[path = "matcher/trees.rs"]
mod trees;

use std::collections::HashMap;

use super::draw::{ALPHABET, RandomExpr, RandomGrammar};

pub use trees::{ambiguous, derivations};

/// The length of the longest string that is examined.
pub const LONGEST: usize = 6;
/// The length of the longest string whose derivations are counted.
pub const LONGEST_COUNTED: usize = 4;

/// A string by its number. Strings are ordered by length, then by their bytes.
pub type StringNumber = usize;

const FIRST: [usize; LONGEST + 2] = [0, 1, 5, 21, 85, 341, 1365, 5461];

/// The number of strings no longer than [`LONGEST`].
pub const STRINGS: usize = FIRST[LONGEST + 1];

/// The string with a number.
pub fn text(number: StringNumber) -> String {
    let length = length(number);
    let value = number - FIRST[length];
    (0..length).rev().map(|place| ALPHABET[value >> (2 * place) & 3]).collect()
}

/// The number of a string; `None` if it is too long or has a character outside the alphabet.
pub fn number(text: &[u8]) -> Option<StringNumber> {
    if text.len() > LONGEST {
        return None;
    }
    let digits = text.iter().map(|&byte| ALPHABET.iter().position(|&it| it == char::from(byte)));
    let value = digits.collect::<Option<Vec<_>>>()?.into_iter().fold(0, |all, it| all << 2 | it);
    Some(FIRST[text.len()] + value)
}

fn length(number: StringNumber) -> usize {
    (0..=LONGEST).find(|&length| number < FIRST[length + 1]).unwrap_or(LONGEST)
}

/// The concatenation of two strings; `None` if it is too long.
fn join(one: StringNumber, two: StringNumber) -> Option<StringNumber> {
    let (one_length, two_length) = (length(one), length(two));
    let both = one_length + two_length;
    let value = (one - FIRST[one_length]) << (2 * two_length) | (two - FIRST[two_length]);
    (both <= LONGEST).then(|| FIRST[both] + value)
}

/// A set of strings.
#[derive(Clone, PartialEq, Eq)]
pub struct StringSet(Vec<bool>, Vec<StringNumber>);

impl StringSet {
    fn none() -> Self {
        StringSet(vec![false; FIRST[LONGEST + 1]], Vec::new())
    }

    fn from_numbers(numbers: impl IntoIterator<Item = StringNumber>) -> Self {
        let mut strings = StringSet::none();
        for number in numbers {
            strings.insert(number);
        }
        strings
    }

    fn insert(&mut self, number: StringNumber) -> bool {
        let new = !std::mem::replace(&mut self.0[number], true);
        if new {
            self.1.push(number);
        }
        new
    }

    pub fn contains(&self, number: StringNumber) -> bool {
        self.0[number]
    }

    pub fn is_empty(&self) -> bool {
        self.1.is_empty()
    }

    /// The shortest string, and of several the one with the smallest bytes.
    pub fn least(&self) -> Option<StringNumber> {
        self.1.iter().copied().min()
    }

    /// The least string that is in this set and not in the other.
    pub fn least_without(&self, other: &StringSet) -> Option<StringNumber> {
        self.1.iter().copied().filter(|&it| !other.contains(it)).min()
    }

    fn add(&mut self, other: &StringSet) -> bool {
        other.1.iter().fold(false, |more, &it| self.insert(it) | more)
    }

    fn then(&self, other: &StringSet) -> StringSet {
        let room = LONGEST + 1;
        let mut by_length: Vec<Vec<StringNumber>> = vec![Vec::new(); room];
        for &it in &other.1 {
            by_length[length(it)].push(it);
        }
        let mut strings = StringSet::none();
        for &one in &self.1 {
            for two in by_length[..room - length(one)].iter().flatten() {
                strings.0[join(one, *two).unwrap()] = true;
            }
        }
        strings.1 = (0..strings.0.len()).filter(|&it| strings.0[it]).collect();
        strings
    }
}

/// What the productions of a grammar derive.
pub struct DerivedStrings<'d> {
    drawn: &'d RandomGrammar,
    /// By production: its strings.
    pub strings: Vec<StringSet>,
    /// By production: the prefixes of its strings, also of the longer ones.
    pub beginnings: Vec<StringSet>,
    productive: Vec<bool>,
}

impl<'d> DerivedStrings<'d> {
    pub fn from_grammar(drawn: &'d RandomGrammar) -> Self {
        let none = vec![StringSet::none(); drawn.names];
        let productive = vec![false; drawn.names];
        let mut derived =
            DerivedStrings { drawn, strings: none.clone(), beginnings: none, productive };
        until_nothing_is_added(|| {
            drawn.definitions.iter().fold(false, |more, (name, body)| {
                let found = body.as_ref().map(|it| derived.strings_of(it));
                derived.strings[*name].add(&found.unwrap_or(StringSet::from_numbers([0]))) | more
            })
        });
        until_nothing_is_added(|| {
            drawn.definitions.iter().fold(false, |more, (name, body)| {
                let found = body.as_ref().is_none_or(|body| derived.is_productive(body));
                let new = found && !derived.productive[*name];
                derived.productive[*name] |= found;
                new | more
            })
        });
        until_nothing_is_added(|| {
            drawn.definitions.iter().fold(false, |more, (name, body)| {
                let found = body.as_ref().map(|it| derived.beginnings_of(it));
                derived.beginnings[*name].add(&found.unwrap_or(StringSet::from_numbers([0]))) | more
            })
        });
        derived
    }

    fn strings_of(&self, part: &RandomExpr) -> StringSet {
        match part {
            RandomExpr::Literal(text) => StringSet::from_numbers(number(text.as_bytes())),
            RandomExpr::Name(name) => self.strings[*name].clone(),
            RandomExpr::Sequence(parts) => parts
                .iter()
                .fold(StringSet::from_numbers([0]), |all, it| all.then(&self.strings_of(it))),
            RandomExpr::Choice(parts) => parts.iter().fold(StringSet::none(), |mut all, it| {
                all.add(&self.strings_of(it));
                all
            }),
            RandomExpr::Optional(body) => {
                let mut strings = self.strings_of(body);
                strings.insert(0);
                strings
            }
            RandomExpr::Repetition(least, body) => {
                let one = self.strings_of(body);
                (0..*least).fold(self.star(&one), |all, _| one.then(&all))
            }
        }
    }

    fn star(&self, one: &StringSet) -> StringSet {
        let mut all = StringSet::from_numbers([0]);
        while {
            let more = one.then(&all);
            all.add(&more)
        } {}
        all
    }

    fn is_productive(&self, part: &RandomExpr) -> bool {
        match part {
            RandomExpr::Literal(_) | RandomExpr::Optional(_) | RandomExpr::Repetition(0, _) => true,
            RandomExpr::Name(name) => self.productive[*name],
            RandomExpr::Sequence(parts) => parts.iter().all(|it| self.is_productive(it)),
            RandomExpr::Choice(parts) => parts.iter().any(|it| self.is_productive(it)),
            RandomExpr::Repetition(_, body) => self.is_productive(body),
        }
    }

    fn beginnings_of(&self, part: &RandomExpr) -> StringSet {
        if !self.is_productive(part) {
            return StringSet::none();
        }
        let mut all = StringSet::from_numbers([0]);
        match part {
            RandomExpr::Literal(text) => {
                all = StringSet::from_numbers(
                    (0..=text.len()).filter_map(|end| number(&text.as_bytes()[..end])),
                );
            }
            RandomExpr::Name(name) => all = self.beginnings[*name].clone(),
            RandomExpr::Sequence(parts) => {
                let mut before = StringSet::from_numbers([0]);
                for part in parts {
                    all.add(&before.then(&self.beginnings_of(part)));
                    before = before.then(&self.strings_of(part));
                }
            }
            RandomExpr::Choice(parts) => {
                for part in parts {
                    all.add(&self.beginnings_of(part));
                }
            }
            RandomExpr::Optional(body) => {
                all.add(&self.beginnings_of(body));
            }
            RandomExpr::Repetition(_, body) => {
                let star = self.star(&self.strings_of(body));
                all.add(&star.then(&self.beginnings_of(body)));
            }
        }
        all
    }

    /// The strings of the start that have infinitely many derivations. Such a derivation has a
    /// production that derives itself alone, or repeats a nullable part that has a name in it.
    pub fn endless(&self) -> StringSet {
        let alone: Vec<bool> = (0..self.drawn.names).map(|it| self.comes_to_itself(it)).collect();
        let mut endless = vec![StringSet::none(); self.drawn.names];
        until_nothing_is_added(|| {
            self.drawn.definitions.iter().fold(false, |more, (name, body)| {
                let Some(body) = body else { return more };
                let found = match alone[*name] {
                    true => self.strings[*name].clone(),
                    false => self.endless_of(body, &endless),
                };
                endless[*name].add(&found) | more
            })
        });
        endless.swap_remove(0)
    }

    fn endless_of(&self, part: &RandomExpr, endless: &[StringSet]) -> StringSet {
        let mut all = StringSet::none();
        match part {
            RandomExpr::Literal(_) => {}
            RandomExpr::Name(name) => all = endless[*name].clone(),
            RandomExpr::Sequence(parts) => {
                for at in 0..parts.len() {
                    let each = parts.iter().enumerate().map(|(it, part)| match it == at {
                        true => self.endless_of(part, endless),
                        false => self.strings_of(part),
                    });
                    all.add(&each.fold(StringSet::from_numbers([0]), |one, two| one.then(&two)));
                }
            }
            RandomExpr::Choice(parts) => {
                for part in parts {
                    all.add(&self.endless_of(part, endless));
                }
            }
            RandomExpr::Optional(body) => all = self.endless_of(body, endless),
            RandomExpr::Repetition(_, body) if self.is_nothing_with_a_name(body) => {
                all = self.strings_of(part);
            }
            RandomExpr::Repetition(least, body) => {
                let one = self.strings_of(body);
                let here = self.endless_of(body, endless);
                let star = self.star(&one);
                for before in 0..=*least {
                    let after = least.saturating_sub(before + 1);
                    let front = (0..before).fold(star.clone(), |all, _| one.then(&all));
                    let back = (0..after).fold(star.clone(), |all, _| one.then(&all));
                    all.add(&front.then(&here).then(&back));
                }
            }
        }
        all
    }

    fn is_nothing(&self, part: &RandomExpr) -> bool {
        self.strings_of(part).contains(0)
    }

    fn is_nothing_with_a_name(&self, part: &RandomExpr) -> bool {
        match part {
            RandomExpr::Literal(_) => false,
            RandomExpr::Name(name) => self.strings[*name].contains(0),
            RandomExpr::Sequence(parts) => {
                self.is_nothing(part) && parts.iter().any(|it| self.is_nothing_with_a_name(it))
            }
            RandomExpr::Choice(parts) => parts.iter().any(|it| self.is_nothing_with_a_name(it)),
            RandomExpr::Optional(body) | RandomExpr::Repetition(_, body) => {
                self.is_nothing_with_a_name(body)
            }
        }
    }

    fn comes_to_itself(&self, name: usize) -> bool {
        let mut seen = vec![false; self.drawn.names];
        let mut pending = vec![name];
        while let Some(next) = pending.pop() {
            for (_, body) in self.drawn.definitions.iter().filter(|it| it.0 == next) {
                let mut alone = Vec::new();
                if let Some(body) = body {
                    self.alone(body, &mut alone);
                }
                for other in alone
                    .into_iter()
                    .filter(|&it| !self.strings[it].is_empty() || self.productive[it])
                {
                    if !std::mem::replace(&mut seen[other], true) {
                        pending.push(other);
                    }
                }
            }
        }
        seen[name]
    }

    /// The names that a part can derive with nothing beside them.
    fn alone(&self, part: &RandomExpr, found: &mut Vec<usize>) {
        match part {
            RandomExpr::Literal(_) => {}
            RandomExpr::Name(name) => found.push(*name),
            RandomExpr::Sequence(parts) => {
                for at in 0..parts.len() {
                    let mut others = parts.iter().enumerate().filter(|&(it, _)| it != at);
                    if others.all(|(_, it)| self.is_nothing(it)) {
                        self.alone(&parts[at], found);
                    }
                }
            }
            RandomExpr::Choice(parts) => parts.iter().for_each(|it| self.alone(it, found)),
            RandomExpr::Optional(body) => self.alone(body, found),
            RandomExpr::Repetition(least, body) => {
                if *least <= 1 || self.is_nothing(body) {
                    self.alone(body, found);
                }
            }
        }
    }
}

fn until_nothing_is_added(mut round: impl FnMut() -> bool) {
    while round() {}
}
