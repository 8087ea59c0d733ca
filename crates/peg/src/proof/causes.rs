//! Finds the rules that make others differ.
//!
//! A rule that differs may make the rules that use it differ too. To correct a file, one has to know
//! which come first. So each rule that differs is compared once more, with the other rules that differ
//! taken as what they should be: right everywhere. If it still differs, it has a fault of its own. Of
//! any other rule, the causes are those with faults of their own that make it differ again if they are
//! put back.

use std::collections::BTreeSet;

use urlbnf_language::{FastMap, Limits};

use super::compiled;
use super::rule_languages::Prover;
use super::transcription::Transcription;
use super::{ProductionRulePair, ProofResult};
use crate::grammar::{Grammar, ProductionId};

/// For each outcome: the other differing rules that make its rule differ. Empty if the rule is equal,
/// or has a fault of its own.
pub fn causes<'t>(
    grammar: &Grammar,
    transcription: &Transcription,
    outcomes: &[(ProductionId, &'t str, ProofResult)],
    limits: &Limits,
) -> Vec<Vec<ProductionId>> {
    let is_different = |outcome: &ProofResult| matches!(outcome, ProofResult::Differ { .. });
    let pairs: Vec<ProductionRulePair<'t>> = outcomes
        .iter()
        .filter(|(.., outcome)| is_different(outcome))
        .map(|&(id, rule, _)| (id, rule))
        .collect();
    let mut prover = Prover::new(transcription, limits);
    let mut printed = FastMap::default();
    let mut differs = |(id, rule): ProductionRulePair<'_>, right: &[ProductionRulePair<'t>]| {
        let mut assumed = Vec::new();
        for &(id, rule) in right {
            let language = printed.entry(id).or_insert_with(|| prover.printed_id(grammar, id));
            assumed.push((rule, language.clone()?));
        }
        prover.assume(assumed);
        match prover.compare(grammar, id, rule) {
            ProofResult::Equal => Ok(false),
            ProofResult::Differ { .. } => Ok(true),
            ProofResult::Undecided(error) => Err(error),
        }
    };
    let others = |pair: ProductionRulePair<'_>, of: &[ProductionRulePair<'t>]| {
        let used = used(transcription, pair.1);
        let others = of.iter().filter(|other| other.1 != pair.1 && used.contains(other.1));
        others.copied().collect::<Vec<_>>()
    };
    // Without an answer, a rule counts as one with a fault of its own.
    let mut faulty: Vec<ProductionRulePair<'t>> = Vec::new();
    for &pair in &pairs {
        let others = others(pair, &pairs);
        if others.is_empty() || differs(pair, &others).unwrap_or(true) {
            faulty.push(pair);
        }
    }
    let mut causes_of = |pair: ProductionRulePair<'_>| -> Vec<ProductionId> {
        let others = others(pair, &faulty);
        let mut makes_differ = |cause: &ProductionRulePair<'_>| {
            let right: Vec<_> = others.iter().filter(|other| *other != cause).copied().collect();
            differs(pair, &right).unwrap_or(true)
        };
        let causes: Vec<_> = others.iter().filter(|cause| makes_differ(cause)).collect();
        // Some rules make a difference only together.
        let causes = if causes.is_empty() { others.iter().collect() } else { causes };
        causes.into_iter().map(|&(id, _)| id).collect()
    };
    outcomes
        .iter()
        .map(|(id, rule, outcome)| match is_different(outcome) && !faulty.contains(&(*id, rule)) {
            true => causes_of((*id, rule)),
            false => Vec::new(),
        })
        .collect()
}

/// The rules that a rule uses, directly or through others.
fn used<'r>(transcription: &'r Transcription, rule: &str) -> BTreeSet<&'r str> {
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
