//! Whether the order of alternatives matters, where that is too much to decide: by strings.
//!
//! A reader of the first match takes the first alternative that matches some beginning. So a
//! string shows that the order matters if an alternative has a beginning of it, and not all of
//! it, and a later one has all. Such strings are looked for: what an alternative derives is
//! completed to a string of a later one. Each that is found is judged by the grammar itself; that
//! none is found says nothing.

use std::collections::{HashSet, VecDeque};

use crate::automaton::{Language, PLAINEST_FIRST};
use crate::earley::Recogniser;
use crate::grammar::{CharacterSet, Expression, Grammar, MOST_NAMES, ProductionId};

/// How many strings of an alternative are completed.
const MOST_BEGINNINGS: usize = 24;
/// In how many ways each is completed.
const MOST_COMPLETIONS: usize = 4;
/// The longest string that is looked at, in bytes.
const LONGEST: usize = 16;
/// How many beginnings of strings are looked at for that.
const MOST_LOOKED_AT: usize = 100;
/// The most alternatives of a choice.
const MOST_ALTERNATIVES: usize = 12;

/// A string of a rule that a reader of the first match does not take, if one is found. What the
/// rule names is read as the document does.
pub(super) fn witness(grammar: &Grammar, id: ProductionId) -> Option<Vec<u8>> {
    let alternatives: Vec<Expression> = grammar.production(id).alternatives().cloned().collect();
    let count = alternatives.len();
    if !(2..=MOST_ALTERNATIVES).contains(&count) || grammar.len() + count > MOST_NAMES {
        return None;
    }
    let extended = grammar.with_productions(alternatives);
    let ids: Vec<ProductionId> = extended.ids().skip(grammar.len()).collect();
    let recognisers: Vec<Recogniser> = ids
        .iter()
        .map(|&id| Recogniser::new(&extended, &Language::of(id)).ok())
        .collect::<Option<_>>()?;
    let mut found: Option<Vec<u8>> = None;
    for before in 0..count - 1 {
        for beginning in strings(&recognisers[before], b"", MOST_BEGINNINGS) {
            for later in &recognisers[before + 1..] {
                for string in strings(later, &beginning, MOST_COMPLETIONS) {
                    let is_shorter =
                        found.as_ref().is_none_or(|it| (string.len(), &string) < (it.len(), it));
                    if is_shorter && !is_taken(&recognisers, &string)? {
                        found = Some(string);
                    }
                }
            }
        }
    }
    found
}

/// Whether a reader of the first match takes a string of the rule; `None` where that takes too
/// many steps.
fn is_taken(alternatives: &[Recogniser], string: &[u8]) -> Option<bool> {
    for alternative in alternatives {
        for end in 0..=string.len() {
            if alternative.derives(&string[..end]).ok()? {
                return alternative.derives(string).ok();
            }
        }
    }
    Some(false)
}

/// A few strings of a language that begin with another and are longer, the shortest first: of
/// each set of bytes that may come next the plainest is taken.
fn strings(language: &Recogniser, beginning: &[u8], most: usize) -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = Vec::new();
    let mut seen: HashSet<Vec<u8>> = HashSet::new();
    let mut pending = VecDeque::from([beginning.to_vec()]);
    while let Some(mut next) = pending.pop_front() {
        if found.len() >= most || seen.len() >= MOST_LOOKED_AT {
            break;
        }
        // Where one byte is due, it is taken at once.
        while next.len() <= LONGEST && seen.insert(next.clone()) {
            let Ok(Some((sets, ends))) = language.next(&next) else { break };
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
    found
}
