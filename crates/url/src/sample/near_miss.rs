//! Strings that miss by one edit, and why.
//!
//! Most near misses have the same reason. So one string for each reason comes first, then
//! those with the same reason and another byte.

use std::collections::{HashMap, HashSet};

use super::{ByteEdit, Sampler};
use crate::automaton::AutomatonError;
use crate::bnf::ProductionId;
use crate::diagnose::{DiagnosticCode, glance};
use crate::verdict::{Judge, Verdict};

/// Bytes that people write in URLs, and that grammars disagree on.
const FOREIGN: &[u8] = b"_ ~%#A/:@?&=+1|<>\"{}\\^`";
/// The maximum number of near misses with the same production and code, separately for bytes
/// that occur in the language and for other bytes.
const MOST_ALIKE: usize = 4;

/// A string one edit away from a conforming one, and why it does not conform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearMiss {
    /// The string.
    pub string: Vec<u8>,
    /// The conforming string from which it was made.
    pub from: Vec<u8>,
    /// The edit from the conforming string to this one.
    pub slip: ByteEdit,
    /// `generic-only` or `rejected`.
    pub verdict: Verdict,
    /// The code of its diagnostic.
    pub code: DiagnosticCode,
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
    /// Describes `string` as a near miss: the result of an edit of `from`, which conforms. `None` if
    /// `string` conforms too.
    fn from_slip(
        judge: &Judge,
        string: Vec<u8>,
        from: Vec<u8>,
        slip: ByteEdit,
    ) -> Option<NearMiss> {
        let examination = glance(judge, &string);
        // A string that takes too many steps to judge may conform.
        let diagnostic = examination
            .diagnostic
            .as_ref()
            .filter(|diagnostic| diagnostic.code != DiagnosticCode::Undecided)?;
        Some(NearMiss {
            from,
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

/// Applies the edits, and describes the results that do not conform. Stops when judging the results
/// has taken more than the work of one question, or at a result that is undecided.
fn judged(
    judge: &Judge,
    slips: impl Iterator<Item = (Vec<u8>, ByteEdit)>,
) -> impl Iterator<Item = NearMiss> {
    let mut work = judge.grammar().work();
    let judged = slips.map_while(move |(from, slip)| {
        let string = slip.apply(&from);
        let conforms = judge.conforms_within(&string, &mut work).ok()?;
        Some((!conforms).then(|| NearMiss::from_slip(judge, string, from, slip)).flatten())
    });
    judged.flatten()
}

/// Near misses of readable strings, for as many reasons as there are, the most informative
/// first; at most `most`. There are fewer if the strings are hard to judge.
pub fn near_misses(judge: &Judge, sampler: &Sampler<'_>, most: usize) -> Vec<NearMiss> {
    let looked = judged(judge, sampler.slips(FOREIGN).into_iter()).collect();
    let known = sampler.alphabet();
    choose(looked, most, |miss| miss.found.is_some_and(|found| known.contains(found)))
}

/// Random near misses: random strings of at most `longest` bytes, with random edits, if the
/// result does not conform. The same seed gives the same strings. They end early if the strings are
/// hard to judge.
///
/// # Errors
/// If counting the strings up to that length exceeds the limits.
pub fn random_near_misses(
    judge: &Judge,
    sampler: &Sampler<'_>,
    seed: u64,
    longest: usize,
) -> Result<impl Iterator<Item = NearMiss>, AutomatonError> {
    Ok(judged(judge, sampler.random_slips(seed, longest)?))
}

/// One for each reason, then some with other bytes, alternating between bytes that occur in
/// the language and others.
fn choose(looked: Vec<NearMiss>, most: usize, known: impl Fn(&NearMiss) -> bool) -> Vec<NearMiss> {
    let (mut reasons, mut bytes) = (HashSet::new(), HashSet::new());
    let mut alike: HashMap<(DiagnosticCode, ProductionId, bool), usize> = HashMap::new();
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
