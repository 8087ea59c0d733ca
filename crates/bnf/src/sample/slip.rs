//! Strings that miss by one slip of the pen.
//!
//! There are thousands, and most say the same. So they are made from readable
//! strings; and of those that leave the language at the same state with the same
//! byte, one is taken.

use std::collections::HashSet;

use super::Sampler;
use crate::automaton::{Dfa, PLAINEST_FIRST};

/// The most strings that are taken.
const MOST_TAKEN: usize = 120;
/// From how many readable strings others are made.
const MOST_EXAMPLES: usize = 6;
/// The longest string from which others are made, in bytes.
const LONGEST: usize = 64;

/// One edit, at a byte of the string that conforms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slip {
    /// A byte is put in before it.
    Insert(usize, u8),
    /// It is left out.
    Delete(usize),
    /// Another byte is there.
    Replace(usize, u8),
}

impl Slip {
    /// What it makes of a string.
    pub fn of(self, string: &[u8]) -> Vec<u8> {
        let (Slip::Insert(at, _) | Slip::Delete(at) | Slip::Replace(at, _)) = self;
        let (before, after) = string.split_at(at.min(string.len()));
        let rest = after.get(1..).unwrap_or_default();
        match self {
            Slip::Insert(_, byte) => [before, &[byte], after].concat(),
            Slip::Delete(_) => [before, rest].concat(),
            Slip::Replace(_, byte) => [before, &[byte], rest].concat(),
        }
    }
}

impl Sampler<'_> {
    /// Readable strings, each with a slip that leads out of the language, the most
    /// telling kinds of slips first.
    pub fn slips(&self) -> Vec<(Vec<u8>, Slip)> {
        let mut examples = self.examples(MOST_EXAMPLES);
        examples.retain(|from| from.len() <= LONGEST);
        let mut taken: Vec<(Vec<u8>, Slip)> = Vec::new();
        // Which language was left, from which state, and with which byte.
        let mut seen: HashSet<((usize, usize), Option<u8>)> = HashSet::new();
        for kind in Kind::ALL {
            let mut slips: Vec<_> = examples
                .iter()
                .filter_map(|from| {
                    let (number, language) = self.language_of(from)?;
                    Some((from, number, language, kind.slips(from, language).into_iter()))
                })
                .collect();
            // One string after the other, so that none has all the room.
            while !slips.is_empty() && taken.len() < MOST_TAKEN {
                slips.retain_mut(|(from, number, language, slips)| {
                    let new = slips.find(|slip| {
                        let string = slip.of(from);
                        let end = language.longest_prefix(&string);
                        let left = (*number, language.state_after(&string[..end]));
                        let found = string.get(end).copied();
                        let kind_of_byte = match kind {
                            Kind::Known => found.map(|_| 0),
                            _ => found,
                        };
                        let is_new = !self.accepts(&string)
                            && !seen.contains(&(left, found))
                            && seen.insert((left, kind_of_byte));
                        seen.extend(is_new.then_some((left, found)));
                        is_new
                    });
                    taken.extend(new.map(|slip| (from.to_vec(), slip)));
                    new.is_some()
                });
            }
        }
        taken
    }

    /// Whether some string has this byte.
    pub fn knows(&self, byte: u8) -> bool {
        self.languages.iter().any(|language| language.alphabet().contains(byte))
    }
}

/// Kinds of slips, the most telling first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// What the language has in another place, one for each state.
    Known,
    /// What is missing.
    Missing,
    /// What other grammars have, or people write.
    Foreign,
    /// All that the language has in another place.
    KnownToo,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Known, Kind::Missing, Kind::Foreign, Kind::KnownToo];

    fn slips(self, string: &[u8], language: &Dfa) -> Vec<Slip> {
        let own = language.alphabet();
        match self {
            Kind::Known | Kind::KnownToo => {
                let telling = |byte: &u8| !byte.is_ascii_alphanumeric() || b"a1A".contains(byte);
                let known = PLAINEST_FIRST.iter().copied().filter(telling);
                known
                    .filter(|&byte| own.contains(byte))
                    .flat_map(|byte| put(byte, string))
                    .collect()
            }
            Kind::Missing => (0..string.len()).map(Slip::Delete).collect(),
            Kind::Foreign => {
                let foreign: Vec<u8> =
                    FOREIGN.iter().copied().filter(|&byte| !own.contains(byte)).collect();
                // Each byte at another place, beginning after the first.
                let places = string.len() + 1;
                (0..foreign.len().max(places))
                    .filter_map(|at| {
                        let byte = foreign.get(at % foreign.len().max(1))?;
                        Some(Slip::Insert((at + 1) % places, *byte))
                    })
                    .collect()
            }
        }
    }
}

/// What people write and grammars dispute.
const FOREIGN: &[u8] = b"_ ~%#A/:@?&=+1|<>\"{}\\^`";

/// A byte at every place: a letter or a digit for another, else between two.
fn put(byte: u8, string: &[u8]) -> Vec<Slip> {
    let inserted = (0..=string.len()).map(|at| Slip::Insert(at, byte));
    let other = |&at: &usize| string[at] != byte;
    let replaced = (0..string.len()).filter(other).map(|at| Slip::Replace(at, byte));
    match byte.is_ascii_alphanumeric() {
        true => replaced.chain(inserted).collect(),
        false => inserted.chain(replaced).collect(),
    }
}
