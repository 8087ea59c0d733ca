//! Strings outside a language that are one edit away from a string in it.
//!
//! There are thousands of them, and most show the same fault. So only a few readable strings are
//! edited, and of the edits that leave the language in the same state on the same byte only one
//! is kept.

use std::collections::HashSet;

use super::Sampler;
use crate::automaton::PLAINEST_FIRST;
use crate::grammar::CharacterSet;

/// The most results.
const MOST_TAKEN: usize = 120;
/// How many readable strings are edited.
const MOST_EXAMPLES: usize = 6;
/// The longest string that is edited, in bytes.
const LONGEST: usize = 64;

/// One edit, at a byte of a string of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByteEdit {
    /// Inserts a byte before it.
    Insert(usize, u8),
    /// Deletes it.
    Delete(usize),
    /// Replaces it.
    Replace(usize, u8),
}

impl ByteEdit {
    /// Applies the edit to a string.
    pub fn apply(self, string: &[u8]) -> Vec<u8> {
        let (ByteEdit::Insert(at, _) | ByteEdit::Delete(at) | ByteEdit::Replace(at, _)) = self;
        let (before, after) = string.split_at(at.min(string.len()));
        let rest = after.get(1..).unwrap_or_default();
        match self {
            ByteEdit::Insert(_, byte) => [before, &[byte], after].concat(),
            ByteEdit::Delete(_) => [before, rest].concat(),
            ByteEdit::Replace(_, byte) => [before, &[byte], rest].concat(),
        }
    }
}

impl Sampler<'_> {
    /// Readable strings, each with an edit that leads out of the language, the most informative
    /// kinds of edits first.
    pub fn slips(&self) -> Vec<(Vec<u8>, ByteEdit)> {
        let mut examples = self.examples(MOST_EXAMPLES);
        examples.retain(|from| from.len() <= LONGEST);
        let mut taken: Vec<(Vec<u8>, ByteEdit)> = Vec::new();
        let alphabets: Vec<CharacterSet> = self.languages.iter().map(|it| it.alphabet()).collect();
        // Which language was left, from which state, and with which byte.
        let mut seen: HashSet<((usize, usize), Option<u8>)> = HashSet::new();
        for kind in ByteEditStrategy::ALL {
            let mut slips: Vec<_> = examples
                .iter()
                .filter_map(|from| {
                    let (number, language) = self.language_of(from)?;
                    Some((from, number, language, kind.slips(from, alphabets[number]).into_iter()))
                })
                .collect();
            // The examples take turns, so that none uses up the limit alone.
            while !slips.is_empty() && taken.len() < MOST_TAKEN {
                slips.retain_mut(|(from, number, language, slips)| {
                    let new = slips.find(|slip| {
                        let string = slip.apply(from);
                        let end = language.longest_prefix(&string);
                        let left = (*number, language.state_after(&string[..end]));
                        let found = string.get(end).copied();
                        let kind_of_byte = match kind {
                            ByteEditStrategy::Known => found.map(|_| 0),
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

    /// The bytes that some string has.
    pub fn alphabet(&self) -> CharacterSet {
        let alphabets = self.languages.iter().map(|language| language.alphabet());
        alphabets.fold(CharacterSet::default(), CharacterSet::union)
    }
}

/// Kinds of edits, the most informative first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ByteEditStrategy {
    /// A byte that the language has elsewhere, once for each state.
    Known,
    /// A missing byte.
    Missing,
    /// A byte that other grammars allow, or that people write.
    Foreign,
    /// Every byte that the language has elsewhere.
    KnownToo,
}

impl ByteEditStrategy {
    const ALL: [ByteEditStrategy; 4] = [
        ByteEditStrategy::Known,
        ByteEditStrategy::Missing,
        ByteEditStrategy::Foreign,
        ByteEditStrategy::KnownToo,
    ];

    fn slips(self, string: &[u8], own: CharacterSet) -> Vec<ByteEdit> {
        match self {
            ByteEditStrategy::Known | ByteEditStrategy::KnownToo => {
                let is_representative =
                    |byte: &u8| !byte.is_ascii_alphanumeric() || b"a1A".contains(byte);
                let known = PLAINEST_FIRST.iter().copied().filter(is_representative);
                known
                    .filter(|&byte| own.contains(byte))
                    .flat_map(|byte| put(byte, string))
                    .collect()
            }
            ByteEditStrategy::Missing => (0..string.len()).map(ByteEdit::Delete).collect(),
            ByteEditStrategy::Foreign => {
                let foreign: Vec<u8> =
                    FOREIGN.iter().copied().filter(|&byte| !own.contains(byte)).collect();
                // Each byte goes to another place, starting after the first byte.
                let places = string.len() + 1;
                (0..foreign.len().max(places))
                    .filter_map(|at| {
                        let byte = foreign.get(at % foreign.len().max(1))?;
                        Some(ByteEdit::Insert((at + 1) % places, *byte))
                    })
                    .collect()
            }
        }
    }
}

/// Bytes that people write and grammars disagree on.
const FOREIGN: &[u8] = b"_ ~%#A/:@?&=+1|<>\"{}\\^`";

/// A byte at every place: a letter or digit first as a replacement, others first inserted.
fn put(byte: u8, string: &[u8]) -> Vec<ByteEdit> {
    let inserted = (0..=string.len()).map(|at| ByteEdit::Insert(at, byte));
    let other = |&at: &usize| string[at] != byte;
    let replaced = (0..string.len()).filter(other).map(|at| ByteEdit::Replace(at, byte));
    match byte.is_ascii_alphanumeric() {
        true => replaced.chain(inserted).collect(),
        false => inserted.chain(replaced).collect(),
    }
}
