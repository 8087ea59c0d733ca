//! A shortest string of each rule, from its derivations.
//!
//! No automaton is needed for it: the shortest string of a text follows from those of the names in
//! it, and that of a recursive rule is found by repeating this until nothing gets shorter. So it is
//! known of every rule that derives a string, however large or recursive its language is.

use std::sync::Arc;

use urlbnf_language::{CharacterSet, PLAINEST_FIRST, Work};

use super::letters::Letter;
use crate::core::{Core, CoreKind};
use crate::grammar::{Grammar, ProductionId};

/// The longest string that is kept, in bytes. Rules that double each other's strings have shortest
/// strings of any length.
pub(super) const LONGEST: usize = 4_096;

/// A short string of each rule, and a short one that is not empty.
pub(crate) struct ShortestStrings([Vec<Option<Arc<[u8]>>>; 2]);

/// Which strings are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shortest {
    /// Any.
    Any,
    /// Those of at least one byte.
    Filled,
}

impl ShortestStrings {
    /// Finds them bottom-up. If the work runs out, some are missing or not shortest.
    pub fn of_grammar(grammar: &Grammar, work: &mut Work) -> ShortestStrings {
        ShortestStrings::without(grammar, None, work)
    }

    /// Short strings that are derived without one rule.
    pub fn without(
        grammar: &Grammar,
        avoided: Option<ProductionId>,
        work: &mut Work,
    ) -> ShortestStrings {
        let mut strings = ShortestStrings([vec![None; grammar.len()], vec![None; grammar.len()]]);
        for which in [Shortest::Any, Shortest::Filled] {
            let mut is_changed = true;
            while std::mem::take(&mut is_changed) {
                for &id in grammar.bottom_up().iter().filter(|&&id| Some(id) != avoided) {
                    if work.ticks(grammar.production(id).size() + 1).is_err() {
                        return strings;
                    }
                    let Some(string) = strings.find(grammar.core(id), which) else { continue };
                    let known = &strings.0[which as usize][id.index()];
                    if known.as_ref().is_none_or(|known| string.len() < known.len()) {
                        if work.grow::<u8>(string.len()).is_err() {
                            return strings;
                        }
                        strings.0[which as usize][id.index()] = Some(string.into());
                        is_changed = true;
                    }
                }
            }
        }
        strings
    }

    /// A short string of a rule.
    pub fn of_name(&self, id: ProductionId, which: Shortest) -> Option<&[u8]> {
        self.0[which as usize][id.index()].as_deref()
    }

    /// A short string of an expression; `None` if it has none that is known.
    pub fn of(&self, text: &Core) -> Option<Vec<u8>> {
        self.find(text, Shortest::Any)
    }

    /// Short strings of some letters: one with the shortest string of each name, and one with the shortest
    /// string that is not empty. Where names may be empty, often only the second shows a difference.
    pub fn strings(&self, letters: &[Letter]) -> impl Iterator<Item = Vec<u8>> {
        [Shortest::Any, Shortest::Filled].into_iter().filter_map(move |which| {
            let mut string = Vec::new();
            for letter in letters {
                match letter {
                    Letter::Byte(byte) => string.push(*byte),
                    Letter::Name(name) => string.extend(self.of_name(*name, which)?),
                }
            }
            Some(string)
        })
    }

    /// A short string of so many rounds of a body.
    pub fn rounds(&self, body: &Core, rounds: usize) -> Option<Vec<u8>> {
        if rounds == 0 { Some(Vec::new()) } else { repeated(&self.of(body)?, rounds) }
    }

    fn find(&self, text: &Core, which: Shortest) -> Option<Vec<u8>> {
        let string = match &text.kind {
            CoreKind::Text(sets) => {
                sets.iter().map(|&set| plainest(set)).collect::<Option<Vec<u8>>>()?
            }
            CoreKind::Name(id) => self.of_name(*id, which)?.to_vec(),
            CoreKind::Concatenation(parts) => {
                let string = self.all(parts)?;
                match which == Shortest::Filled && string.is_empty() {
                    false => string,
                    // All parts may be empty, and one is not.
                    true => {
                        let strings = parts.iter().filter_map(|part| self.find(part, which));
                        strings.min_by_key(Vec::len)?
                    }
                }
            }
            CoreKind::Alternation(parts) => {
                let strings = parts.iter().filter_map(|part| self.find(part, which));
                strings.min_by_key(|string| string.len())?
            }
            CoreKind::Repetition { least: 0, .. } if which == Shortest::Any => Vec::new(),
            CoreKind::Repetition { least, body, .. } => {
                repeated(&self.find(body, which)?, (*least).max(1))?
            }
        };
        let is_wanted = which == Shortest::Any || !string.is_empty();
        (is_wanted && string.len() <= LONGEST).then_some(string)
    }

    /// Short strings of some parts, one after the other.
    fn all(&self, parts: &[Core]) -> Option<Vec<u8>> {
        let mut all = Vec::new();
        for part in parts {
            all.extend(self.find(part, Shortest::Any)?);
            if all.len() > LONGEST {
                return None;
            }
        }
        Some(all)
    }
}

/// A string, so many times; `None` if that is too long.
fn repeated(string: &[u8], times: usize) -> Option<Vec<u8>> {
    let is_short = string.is_empty() || times <= LONGEST / string.len();
    is_short.then(|| if string.is_empty() { Vec::new() } else { string.repeat(times) })
}

/// The plainest byte of a set; `None` if it is empty.
pub(super) fn plainest(set: CharacterSet) -> Option<u8> {
    PLAINEST_FIRST.iter().copied().find(|&byte| set.contains(byte))
}
