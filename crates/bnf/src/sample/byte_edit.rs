//! Strings outside a language that are one edit away from a string in it.
//!
//! There are thousands of them, and most show the same fault. So only a few readable strings are
//! edited, and of the edits that leave the language in the same state on the same byte only one
//! is kept.

use urlbnf_language::{DEAD, Dfa, FastMap, FastSet};

use super::Sampler;
use crate::automaton::PLAINEST_FIRST;
use crate::core::Core;
use crate::earley::EarleyRecogniser;
use crate::grammar::{CharacterSet, ProductionId};

/// The most results.
const MOST_TAKEN: usize = 120;
/// How many edits are tried if the recogniser reads each string.
const MOST_TRIES: usize = 2_000;
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
        let (before, new, rest) = self.split(string);
        [before, new.as_slice(), rest].concat()
    }

    /// Splits a string at the edit: the bytes before it, the new byte if there is one, and the
    /// unchanged bytes after it.
    fn split(self, string: &[u8]) -> (&[u8], Option<u8>, &[u8]) {
        let (ByteEdit::Insert(at, _) | ByteEdit::Delete(at) | ByteEdit::Replace(at, _)) = self;
        let (before, after) = string.split_at(at.min(string.len()));
        let rest = after.get(1..).unwrap_or_default();
        match self {
            ByteEdit::Insert(_, byte) => (before, Some(byte), after),
            ByteEdit::Delete(_) => (before, None, rest),
            ByteEdit::Replace(_, byte) => (before, Some(byte), rest),
        }
    }
}

impl Sampler<'_> {
    /// Readable strings, each with an edit that leads out of the language, the most informative kinds of
    /// edits first. Some of the edits insert `foreign` bytes, which the language need not have.
    pub fn slips(&self, foreign: &[u8]) -> Vec<(Vec<u8>, ByteEdit)> {
        let mut strings = self.examples(MOST_EXAMPLES);
        strings.retain(|from| from.len() <= LONGEST);
        if let Some(recogniser) = &self.recogniser {
            return self.derived_slips(&strings, recogniser, foreign);
        }
        let example = |from| {
            let (number, language) = self.language_of(from)?;
            let (states, ends) = (language.states_along(from), FastMap::default());
            Some(Example { from, number, language, states, ends })
        };
        let mut examples: Vec<Example<'_>> =
            strings.iter().filter_map(|from| example(from)).collect();
        let mut taken: Vec<(Vec<u8>, ByteEdit)> = Vec::new();
        let alphabets: Vec<CharacterSet> =
            self.languages.iter().map(|language| language.alphabet()).collect();
        // Which language was left, from which state, and with which byte.
        let mut seen: FastSet<((usize, usize), Option<u8>)> = FastSet::default();
        for kind in ByteEditStrategy::ALL {
            let mut slips: Vec<_> = examples
                .iter_mut()
                .map(|example| {
                    let slips = kind.slips(example.from, alphabets[example.number], foreign);
                    (slips.into_iter(), example)
                })
                .collect();
            // The examples take turns, so that none uses up the limit alone.
            while !slips.is_empty() && taken.len() < MOST_TAKEN {
                slips.retain_mut(|(slips, example)| {
                    let new = slips.find(|slip| {
                        let (state, found) = example.end_of(*slip);
                        if found.is_none() && example.language.is_accepting(state) {
                            return false;
                        }
                        let left = (example.number, state);
                        let kind_of_byte = match kind {
                            ByteEditStrategy::Known => found.map(|_| 0),
                            _ => found,
                        };
                        let keys = [(left, found), (left, kind_of_byte)];
                        let is_new = !keys.iter().any(|key| seen.contains(key))
                            && !self.accepts(&slip.apply(example.from));
                        if is_new {
                            seen.extend(keys);
                        }
                        is_new
                    });
                    taken.extend(new.map(|slip| (example.from.to_vec(), slip)));
                    new.is_some()
                });
            }
        }
        taken
    }

    /// The same without an automaton of the language: of the edits that fail in the same production at
    /// the same kind of byte only one is kept.
    fn derived_slips(
        &self,
        strings: &[Vec<u8>],
        recogniser: &EarleyRecogniser,
        foreign: &[u8],
    ) -> Vec<(Vec<u8>, ByteEdit)> {
        let alphabet = self.alphabet();
        let mut taken: Vec<(Vec<u8>, ByteEdit)> = Vec::new();
        let mut seen: FastSet<(ProductionId, Option<u8>)> = FastSet::default();
        let mut tries = 0;
        for kind in ByteEditStrategy::ALL {
            for from in strings {
                for slip in kind.slips(from, alphabet, foreign) {
                    tries += 1;
                    if tries > MOST_TRIES || taken.len() == MOST_TAKEN {
                        return taken;
                    }
                    let string = slip.apply(from);
                    let Ok(Some(failure)) = recogniser.failure(&string) else { continue };
                    let found = string.get(failure.offset).copied();
                    let found = match kind {
                        ByteEditStrategy::Known => found.map(|_| 0),
                        _ => found,
                    };
                    if seen.insert((failure.production, found)) {
                        taken.push((from.clone(), slip));
                    }
                }
            }
        }
        taken
    }

    /// The bytes that some string has.
    pub fn alphabet(&self) -> CharacterSet {
        if self.recogniser.is_some() {
            let reached = self.grammar.reachable_from(self.start).into_iter();
            let reached = reached.filter(|&id| !self.grammar.derives_nothing(id));
            let sets = Core::sets(self.grammar, reached);
            return sets.fold(CharacterSet::EMPTY, CharacterSet::union);
        }
        let alphabets = self.languages.iter().map(|language| language.alphabet());
        alphabets.fold(CharacterSet::default(), CharacterSet::union)
    }
}

/// A string of a language, and the runs of the language's automaton on its edited copies.
struct Example<'s> {
    from: &'s [u8],
    /// The number of the language.
    number: usize,
    language: &'s Dfa,
    /// The states of a run on the string: one before each byte, and the last one after the string.
    states: Vec<usize>,
    /// Cache of the ends of runs. Key: the number of bytes after the edit, and the state before them.
    ends: FastMap<(usize, usize), (usize, Option<u8>)>,
}

impl Example<'_> {
    /// Where the run on the edited string ends: the last state, and the byte for which it has no
    /// transition, if the string does not end there.
    fn end_of(&mut self, edit: ByteEdit) -> (usize, Option<u8>) {
        let (before, new, rest) = edit.split(self.from);
        let (language, before) = (self.language, self.states[before.len()]);
        let mut state = match new.map(|byte| (byte, language.step(before, byte))) {
            Some((byte, DEAD)) => return (before, Some(byte)),
            Some((_, next)) => next,
            None => before,
        };
        *self.ends.entry((rest.len(), state)).or_insert_with(|| {
            for &byte in rest {
                match language.step(state, byte) {
                    DEAD => return (state, Some(byte)),
                    next => state = next,
                }
            }
            (state, None)
        })
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

    fn slips(self, string: &[u8], own: CharacterSet, foreign: &[u8]) -> Vec<ByteEdit> {
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
                    foreign.iter().copied().filter(|&byte| !own.contains(byte)).collect();
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
