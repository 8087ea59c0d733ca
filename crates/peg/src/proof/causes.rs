//! Finds the rules that cause others to differ.
//!
//! A rule that differs makes the rules that use it differ too. To correct a file, one has to know
//! which come first.

use std::collections::{BTreeMap, BTreeSet};

use super::ProofResult;
use super::compiled;
use super::transcription::Transcription;
use crate::grammar::ProductionId;

/// For each outcome: the differing rules that its rule uses, directly or through others, and that
/// use no other differing rule. Empty if the rule is equal or uses no differing one.
pub fn causes(
    transcription: &Transcription,
    outcomes: &[(ProductionId, &str, ProofResult)],
) -> Vec<Vec<ProductionId>> {
    let unequal = |it: &&(ProductionId, &str, ProofResult)| it.2 != ProofResult::Equal;
    let names: BTreeSet<&str> = outcomes.iter().filter(unequal).map(|it| it.1).collect();
    let among = |rule: &&str| {
        let mut used = used(transcription, rule);
        used.retain(|name| names.contains(name) && name != rule);
        used
    };
    let used: BTreeMap<&str, BTreeSet<&str>> =
        names.iter().map(|name| (*name, among(name))).collect();
    let is_first = |name: &&str| used.get(name).is_some_and(BTreeSet::is_empty);
    let of = |it: &(ProductionId, &str, ProofResult)| {
        let Some(used) = used.get(it.1) else { return Vec::new() };
        let first: BTreeSet<&str> = used.iter().copied().filter(is_first).collect();
        outcomes.iter().filter(|other| first.contains(other.1)).map(|other| other.0).collect()
    };
    outcomes.iter().map(of).collect()
}

/// The rules that a rule uses, directly or through others.
fn used<'t>(transcription: &'t Transcription, rule: &str) -> BTreeSet<&'t str> {
    let (mut used, mut pending) = (BTreeSet::new(), vec![rule]);
    while let Some(rule) = pending.pop() {
        let expressions = transcription.rules.get(rule).map(|(_, expression)| expression);
        for name in expressions.into_iter().flat_map(compiled::names) {
            if used.insert(name) {
                pending.push(name);
            }
        }
    }
    used
}
