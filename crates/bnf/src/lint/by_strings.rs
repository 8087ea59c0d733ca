//! Whether the order of alternatives matters, where that is too much to decide: by strings.
//!
//! A reader of the first match takes the first alternative that matches some beginning. So a
//! string shows that the order matters if an alternative has a beginning of it, and not all of
//! it, and a later one has all. Such strings are looked for: what an alternative derives is
//! completed to a string of a later one. Each that is found is judged by the grammar itself; that
//! none is found says nothing.

use std::collections::{HashSet, VecDeque};

use crate::automaton::Language;
use crate::earley::Recogniser;
use crate::failure::Expected;
use crate::grammar::{Expression, Grammar, MOST_NAMES, ProductionId};
use crate::sample::Sampler;

/// How many strings of an alternative are completed.
const MOST_BEGINNINGS: usize = 24;
/// The longest of them, in bytes.
const LONGEST: usize = 12;
/// How many strings are looked at to complete one.
const MOST_LOOKED_AT: usize = 60;
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
        let sampler = Sampler::new(&extended, ids[before], Vec::new());
        let mut beginnings = sampler.examples(MOST_BEGINNINGS);
        beginnings.extend(sampler.cover().strings);
        beginnings.retain(|it| !it.is_empty() && it.len() <= LONGEST);
        beginnings.sort_by_key(|it| (it.len(), it.clone()));
        beginnings.dedup();
        beginnings.truncate(MOST_BEGINNINGS);
        for beginning in beginnings {
            for later in &recognisers[before + 1..] {
                let Some(string) = completed(&extended, later, &beginning) else { continue };
                let shorter =
                    found.as_ref().is_none_or(|it| (string.len(), &string) < (it.len(), it));
                if shorter && !is_taken(&recognisers, &string)? {
                    found = Some(string);
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

/// A string of a language that begins with another and is longer, if one is near.
fn completed(grammar: &Grammar, language: &Recogniser, beginning: &[u8]) -> Option<Vec<u8>> {
    let mut pending = VecDeque::from([beginning.to_vec()]);
    let mut seen: HashSet<Vec<u8>> = HashSet::new();
    while let Some(next) = pending.pop_front() {
        if seen.len() >= MOST_LOOKED_AT || !seen.insert(next.clone()) {
            continue;
        }
        // A byte that no grammar has: what is expected before it may come next.
        let failure = match language.failure(&next).ok()? {
            None if next.len() > beginning.len() => return Some(next),
            None => language.failure(&[&next[..], &[0xFF]].concat()).ok()??,
            Some(failure) => failure,
        };
        if failure.offset < next.len() {
            continue;
        }
        for expected in &failure.expected {
            let more: Vec<u8> = match expected {
                Expected::Literal(text) => text.bytes().collect(),
                Expected::Production(id) => {
                    grammar.characters(*id).bytes().find(u8::is_ascii_graphic).into_iter().collect()
                }
                Expected::Value(_) | Expected::End => Vec::new(),
            };
            if !more.is_empty() {
                pending.push_back([&next[..], &more].concat());
            }
        }
    }
    None
}
