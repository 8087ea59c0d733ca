//! Searches for strings that show that the order of alternatives matters.
//!
//! This is for rules that are too large to decide. A first-match parser takes the first
//! alternative that matches a prefix. The order therefore matters if an alternative derives a
//! proper prefix of a string, but not the string, and a later one derives it. The search extends
//! strings of each alternative to strings of later ones, and checks each result against the
//! grammar. If none is found, nothing is known.

use std::collections::{HashSet, VecDeque};

use crate::automaton::{LanguageSpec, Meter, PLAINEST_FIRST};
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
/// The steps for each part of the grammar that is copied.
const COPIED: usize = 16;

/// Returns a string of a rule that a first-match parser does not take, if one is found. The names
/// in the rule are read as the document reads them.
pub(super) fn witness(grammar: &Grammar, id: ProductionId) -> Option<Vec<u8>> {
    let alternatives: Vec<Expression> = grammar.production(id).alternatives().cloned().collect();
    let count = alternatives.len();
    if !(2..=MOST_ALTERNATIVES).contains(&count) || grammar.len() + count > MOST_NAMES {
        return None;
    }
    let mut meter = Meter::new(grammar.limits());
    meter.step(grammar.size().saturating_mul(COPIED)).ok()?;
    let extended = grammar.with_productions(alternatives);
    let ids: Vec<ProductionId> = extended.ids().skip(grammar.len()).collect();
    let recognisers: Vec<EarleyRecogniser> = ids
        .iter()
        .map(|&id| EarleyRecogniser::new(&extended, &LanguageSpec::from_production(id)).ok())
        .collect::<Option<_>>()?;
    let mut found: Option<Vec<u8>> = None;
    for before in 0..count - 1 {
        for beginning in strings(&recognisers[before], b"", MOST_BEGINNINGS, &mut meter)? {
            for later in &recognisers[before + 1..] {
                for string in strings(later, &beginning, MOST_COMPLETIONS, &mut meter)? {
                    let is_shorter =
                        found.as_ref().is_none_or(|it| (string.len(), &string) < (it.len(), it));
                    if is_shorter && !is_taken(&recognisers, &string, &mut meter)? {
                        found = Some(string);
                    }
                }
            }
        }
    }
    found
}

/// Whether a first-match parser takes a string of the rule; `None` if that takes too many steps.
fn is_taken(alternatives: &[EarleyRecogniser], string: &[u8], meter: &mut Meter) -> Option<bool> {
    for alternative in alternatives {
        for end in 0..=string.len() {
            if alternative.derives_counted(&string[..end], meter).ok()? {
                return alternative.derives_counted(string, meter).ok();
            }
        }
    }
    Some(false)
}

/// A few strings of a language that properly extend `beginning`, the shortest first. Of each set
/// of possible next bytes only the plainest is tried. `None` if that takes too many steps.
fn strings(
    language: &EarleyRecogniser,
    beginning: &[u8],
    most: usize,
    meter: &mut Meter,
) -> Option<Vec<Vec<u8>>> {
    let mut found: Vec<Vec<u8>> = Vec::new();
    let mut seen: HashSet<Vec<u8>> = HashSet::new();
    let mut pending = VecDeque::from([beginning.to_vec()]);
    while let Some(mut next) = pending.pop_front() {
        if found.len() >= most || seen.len() >= MOST_LOOKED_AT {
            break;
        }
        // If there is only one candidate byte, it is appended at once.
        while next.len() <= LONGEST && seen.insert(next.clone()) {
            let Some((sets, ends)) = language.next(&next, meter).ok()? else { break };
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
    Some(found)
}
