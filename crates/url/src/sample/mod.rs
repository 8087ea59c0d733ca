//! Sample strings of what conforms: random, covering, readable, and near misses.
//!
//! They come from the printed grammar (see [`bnf::sample`](urlbnf_bnf::sample)). This module
//! adds the [`Judge`]: what conforms, and why a string does not.

mod near_miss;

use std::sync::Arc;

use crate::automaton::{Automaton, AutomatonError, Dfa, Exceeded, LanguageSpec};
use crate::bnf::ProductionId;
use crate::verdict::{Judge, JudgingMode};

pub use near_miss::{NearMiss, near_misses, random_near_misses};
pub use urlbnf_bnf::sample::{BranchKind, ByteEdit, CoverageBranch, CoveringSample, Sampler};

/// Returns a sampler of the strings that conform by a judge. If the judge decides scheme by
/// scheme, the strings of each scheme are one part, and the strings of all schemes without
/// productions of their own are another. If the language is too large or not regular, the strings
/// come from derivations.
///
/// # Errors
/// If a recogniser of the start needs more than the limits allow.
pub fn conforming(judge: &Judge) -> Result<Sampler<'_>, AutomatonError> {
    let (grammar, start) = (judge.grammar(), judge.start());
    let languages = match judge.judged_by() {
        JudgingMode::Scheme => by_scheme(judge)?,
        JudgingMode::Start if judge.nesting().is_some() => {
            return Sampler::of_derivations(grammar, start);
        }
        JudgingMode::Start => match language(judge, &[]) {
            Ok(language) => vec![language],
            Err(_) => return Sampler::of_derivations(grammar, start),
        },
    };
    let languages = languages.into_iter().map(Arc::new).collect();
    Ok(Sampler::new(grammar, start, languages))
}

/// The strings that conform: one DFA for each scheme with productions of its own, and one for
/// all other schemes.
fn by_scheme(judge: &Judge) -> Result<Vec<Dfa>, AutomatonError> {
    let schemes = judge.schemes();
    let specific = language(judge, &schemes.generic())?;
    let beginnings = schemes.defined().map(|scheme| Dfa::beginning_with(&format!("{scheme}:")));
    let beginnings: Vec<Dfa> = beginnings.collect();
    let whole = language(judge, &[])?;
    let work = &mut judge.grammar().work();
    let mut split = move || -> Result<(Vec<Dfa>, Dfa), Exceeded> {
        let mut of_schemes = Vec::new();
        for beginning in &beginnings {
            of_schemes.push(specific.intersection(beginning, work)?);
        }
        let mut open = whole.clone();
        for beginning in &beginnings {
            open = open.difference(beginning, work)?;
        }
        Ok((of_schemes, open))
    };
    let too_large = |exceeded| AutomatonError::TooLarge(judge.start(), exceeded);
    let (mut languages, open) = split().map_err(too_large)?;
    if !open.is_empty() {
        languages.push(open.minimise());
    }
    Ok(languages)
}

fn language(judge: &Judge, without: &[ProductionId]) -> Result<Dfa, AutomatonError> {
    let start = judge.start();
    let dfa = Automaton::new(judge.grammar(), &LanguageSpec { start, without })?
        .determinise(&mut judge.grammar().work());
    dfa.map_err(|exceeded| AutomatonError::TooLarge(start, exceeded))
}
