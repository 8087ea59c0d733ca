//! Strings that miss by one edit, and why.
//!
//! Most of what misses says the same. So first comes one string for each reason,
//! then those that have the same reason with another byte.

use std::collections::{HashMap, HashSet};

use super::{Sampler, Slip};
use crate::automaton::NotRegular;
use crate::bnf::ProductionId;
use crate::diagnose::{Code, examine};
use crate::verdict::{Judge, Verdict};

/// The most that fail in the same production with the same code, for a byte that
/// the language knows, and as many for one that it does not.
const MOST_ALIKE: usize = 4;

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

impl NearMiss {
    /// What a slip makes of a string that conforms, if that does not.
    fn of(judge: &Judge, from: &[u8], slip: Slip) -> Option<NearMiss> {
        let string = slip.of(from);
        let examination = examine(judge, &string);
        // What takes too many steps to judge may conform.
        let diagnostic =
            examination.diagnostic.as_ref().filter(|it| it.code != Code::NestedTooDeep)?;
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

/// Strings one edit away from a readable one that do not conform, for as many
/// reasons as there are, the most telling first.
pub fn near_misses(judge: &Judge, sampler: &Sampler<'_>, most: usize) -> Vec<NearMiss> {
    let slips = sampler.slips().into_iter();
    let looked = slips.filter_map(|(from, slip)| NearMiss::of(judge, &from, slip)).collect();
    choose(looked, most, |miss| miss.found.is_some_and(|found| sampler.knows(found)))
}

/// Near misses by chance: a string up to the longest, in bytes, edited by chance, if it
/// then does not conform. The same seed gives the same strings.
///
/// # Errors
/// If to count the strings up to that length takes more than the limits allow.
pub fn random_near_misses(
    judge: &Judge,
    sampler: &Sampler<'_>,
    seed: u64,
    longest: usize,
) -> Result<impl Iterator<Item = NearMiss>, NotRegular> {
    let slips = sampler.random_slips(seed, longest)?;
    Ok(slips.filter_map(|(from, slip)| NearMiss::of(judge, &from, slip)))
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
