//! Strings that miss by one edit, and why.
//!
//! There are thousands, and most say the same. So they are made from readable
//! strings; of those that leave the language at the same state with the same
//! byte, one is looked at; and first comes one for each reason, then those that
//! have the same reason with another byte.

use std::collections::{HashMap, HashSet};

use super::Sampler;
use crate::automaton::{Dfa, PLAINEST_FIRST};
use crate::bnf::ProductionId;
use crate::diagnose::{Code, examine};
use crate::verdict::{Judge, Verdict};

/// The most strings that are looked at closely.
const MOST_EXAMINED: usize = 120;
/// The most that fail in the same production with the same code, for a byte that
/// the language knows, and as many for one that it does not.
const MOST_ALIKE: usize = 4;
/// From how many readable strings others are made.
const MOST_EXAMPLES: usize = 6;
/// The longest string from which others are made, in bytes.
const LONGEST: usize = 64;

/// A string one edit away from one that conforms, and why it does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearMiss {
    /// The string.
    pub string: Vec<u8>,
    /// The string that conforms, from which it was made.
    pub from: Vec<u8>,
    /// The edit that makes the one from the other.
    pub slip: Slip,
    /// `generic-only` or `rejected`.
    pub verdict: Verdict,
    /// The code of its diagnostic.
    pub code: Code,
    /// The failure offset, in bytes.
    pub offset: usize,
    /// The byte there; `None` at the end.
    pub found: Option<u8>,
    /// The production that failed.
    pub production: ProductionId,
    /// The reason in a few words: the headline of the diagnostic.
    pub reason: String,
    /// What was expected at the offset.
    pub expected: String,
}

/// One edit, at a byte of the string that conforms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slip {
    /// A byte is put in before it.
    Insert(usize, u8),
    /// It is left out.
    Delete(usize),
    /// Another byte stands there.
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

impl NearMiss {
    /// What a slip makes of a string that conforms, if that does not.
    pub(super) fn of(judge: &Judge, from: &[u8], slip: Slip) -> Option<NearMiss> {
        let string = slip.of(from);
        let examination = examine(judge, &string);
        let diagnostic = examination.diagnostic.as_ref()?;
        Some(NearMiss {
            from: from.to_vec(),
            slip,
            verdict: examination.judgement.verdict,
            code: diagnostic.code,
            offset: diagnostic.offset,
            found: diagnostic.found,
            production: diagnostic.production,
            reason: diagnostic.message(judge, &string),
            expected: diagnostic.expected_text(judge.grammar()),
            string,
        })
    }
}

impl Sampler<'_> {
    /// Strings one edit away from a readable one that do not conform, for as
    /// many reasons as there are, the most telling first.
    pub fn near_misses(&self, most: usize) -> Vec<NearMiss> {
        let mut examples = self.examples(MOST_EXAMPLES);
        examples.retain(|from| from.len() <= LONGEST);
        let mut looked: Vec<NearMiss> = Vec::new();
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
            while !slips.is_empty() && looked.len() < MOST_EXAMINED {
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
                    looked.extend(new.and_then(|slip| NearMiss::of(self.judge, from, slip)));
                    new.is_some()
                });
            }
        }
        choose(looked, most, |miss| match miss.found {
            Some(found) => self.languages.iter().any(|it| it.alphabet().contains(found)),
            None => false,
        })
    }
}

/// One for each reason, then some with other bytes, now one that the language
/// knows and now one that it does not.
fn choose(looked: Vec<NearMiss>, most: usize, known: impl Fn(&NearMiss) -> bool) -> Vec<NearMiss> {
    let (mut reasons, mut bytes) = (HashSet::new(), HashSet::new());
    let mut alike: HashMap<(Code, ProductionId, bool), usize> = HashMap::new();
    let [mut first, mut own, mut foreign]: [Vec<NearMiss>; 3] = Default::default();
    for miss in looked {
        let is_known = known(&miss);
        let kind = (miss.code, miss.production, is_known);
        let is_reason = reasons.insert((kind, miss.found.is_none()));
        let is_byte = bytes.insert((miss.code, miss.production, miss.found));
        let alike = alike.entry(kind).or_default();
        if !(is_reason || is_byte && *alike < MOST_ALIKE) {
            continue;
        }
        *alike += 1;
        match (is_reason, is_known) {
            (true, _) => first.push(miss),
            (_, true) => own.push(miss),
            (_, false) => foreign.push(miss),
        }
    }
    let (mut own, mut foreign) = (own.into_iter(), foreign.into_iter());
    while own.len() + foreign.len() > 0 {
        first.extend(own.next().into_iter().chain(foreign.next()));
    }
    first.truncate(most);
    first
}

/// Kinds of edits, the most telling first.
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
                // Each byte at another place, beginning behind the first.
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
