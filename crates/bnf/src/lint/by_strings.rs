//! Searches for strings that show that the order of alternatives matters.
//!
//! This is for rules that are too large to decide. A first-match parser takes the first
//! alternative that matches a prefix. The order therefore matters if an alternative derives a
//! proper prefix of a string, but not the string, and a later one derives it. The search extends
//! strings of each alternative to strings of later ones, and checks each result against the
//! grammar. If none is found, nothing is known.

use std::collections::{HashSet, VecDeque};

use crate::automaton::{AutomatonError, Exceeded, LanguageSpec, PLAINEST_FIRST, Work};
use crate::earley::EarleyRecogniser;
use crate::grammar::{CharacterSet, Expression, Grammar, MOST_NAMES, ProductionId};

/// The most strings of an alternative that are extended.
const MOST_BEGINNINGS: usize = 24;
/// The most extensions of each.
const MOST_COMPLETIONS: usize = 4;
/// The longest prefix that is extended, in bytes.
const LONGEST: usize = 16;
/// The most prefixes that one search visits.
const MOST_LOOKED_AT: usize = 100;
/// The most alternatives of a rule that is searched.
const MOST_ALTERNATIVES: usize = 12;

/// Returns a string of a rule that a first-match parser does not take, if one is found. The names
/// in the rule are read as the document reads them.
///
/// # Errors
/// If the work runs out, or an alternative exceeds another limit.
pub(super) fn witness(
    grammar: &Grammar,
    id: ProductionId,
    work: &mut Work,
) -> Result<Option<Vec<u8>>, AutomatonError> {
    let too_large = |exceeded| AutomatonError::TooLarge(id, exceeded);
    let alternatives: Vec<Expression> = grammar.production(id).alternatives().cloned().collect();
    let count = alternatives.len();
    if !(2..=MOST_ALTERNATIVES).contains(&count) || grammar.len() + count > MOST_NAMES {
        return Ok(None);
    }
    let extended = grammar.with_productions(alternatives);
    let ids: Vec<ProductionId> = extended.ids().skip(grammar.len()).collect();
    let recognisers: Vec<EarleyRecogniser> = ids
        .iter()
        .map(|&id| {
            let language = LanguageSpec::from_production(id);
            EarleyRecogniser::within(&extended, &language, work)
        })
        .collect::<Result<_, _>>()?;
    let mut found: Option<Vec<u8>> = None;
    for before in 0..count - 1 {
        let beginnings = strings(&recognisers[before], b"", MOST_BEGINNINGS, work);
        for beginning in beginnings.map_err(too_large)? {
            for later in &recognisers[before + 1..] {
                let completions = strings(later, &beginning, MOST_COMPLETIONS, work);
                for string in completions.map_err(too_large)? {
                    let is_shorter =
                        found.as_ref().is_none_or(|it| (string.len(), &string) < (it.len(), it));
                    if is_shorter && !is_taken(&recognisers, &string, work).map_err(too_large)? {
                        found = Some(string);
                    }
                }
            }
        }
    }
    Ok(found)
}

/// Whether a first-match parser takes a string of the rule.
///
/// # Errors
/// If the work runs out, or [`Limits::string`](crate::automaton::Limits::string) is exceeded.
fn is_taken(
    alternatives: &[EarleyRecogniser],
    string: &[u8],
    work: &mut Work,
) -> Result<bool, Exceeded> {
    for alternative in alternatives {
        for end in 0..=string.len() {
            if alternative.derives_within(&string[..end], work)? {
                return alternative.derives_within(string, work);
            }
        }
    }
    Ok(false)
}

/// A few strings of a language that properly extend `beginning`, the shortest first. Of each set
/// of possible next bytes only the plainest is tried.
///
/// # Errors
/// If the work runs out, or [`Limits::string`](crate::automaton::Limits::string) is exceeded.
fn strings(
    language: &EarleyRecogniser,
    beginning: &[u8],
    most: usize,
    work: &mut Work,
) -> Result<Vec<Vec<u8>>, Exceeded> {
    let mut found: Vec<Vec<u8>> = Vec::new();
    let mut seen: HashSet<Vec<u8>> = HashSet::new();
    let mut pending = VecDeque::from([beginning.to_vec()]);
    while let Some(mut next) = pending.pop_front() {
        if found.len() >= most || seen.len() >= MOST_LOOKED_AT {
            break;
        }
        // If there is only one candidate byte, it is appended at once.
        while next.len() <= LONGEST && seen.insert(next.clone()) {
            let Some((sets, ends)) = language.next(&next, work)? else { break };
            if ends && next.len() > beginning.len() {
                found.push(next.clone());
            }
            let plainest = |set: &CharacterSet| {
                PLAINEST_FIRST.iter().copied().find(|&byte| set.contains(byte))
            };
            let bytes: Vec<u8> = sets.iter().filter_map(plainest).collect();
            match bytes[..] {
                [only] => next.push(only),
                _ => {
                    pending.extend(bytes.iter().map(|&byte| [&next[..], &[byte]].concat()));
                    break;
                }
            }
        }
    }
    found.sort_by_key(|it| (it.len(), it.clone()));
    Ok(found)
}
