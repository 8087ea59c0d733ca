//! Whether the next byte alone decides how to continue in a rule.
//!
//! If no two alternatives begin with the same byte, and no optional or repeated part begins like
//! what follows it, the first match is the only match. Most rules are like that, and need no
//! further analysis. If the same holds within all the names that a rule uses, each of its strings
//! has one derivation.

use std::collections::HashMap;

use urlbnf_language::{CharacterSet, Work};

use super::decided::GrammarAnalysis;
use super::order::DEEPEST;
use crate::grammar::{Expression, ExpressionKind, Grammar, ProductionId};

/// The first bytes of the strings of a part.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
struct FirstSet {
    characters: CharacterSet,
    /// Whether one of them is empty; for what follows a part, whether the input may end.
    empty: bool,
}

impl FirstSet {
    /// The first bytes of this part followed by `next`.
    fn then(self, next: FirstSet) -> FirstSet {
        match self.empty {
            true => {
                FirstSet { characters: self.characters.union(next.characters), empty: next.empty }
            }
            false => self,
        }
    }

    fn or(self, other: FirstSet) -> FirstSet {
        let characters = self.characters.union(other.characters);
        FirstSet { characters, empty: self.empty || other.empty }
    }

    fn meets(self, other: FirstSet) -> bool {
        !self.characters.intersection(other.characters).is_empty()
    }
}

/// The most results that are cached.
const MOST_KNOWN: usize = 500_000;

/// The results so far.
#[derive(Default)]
pub(super) struct FirstSetCache {
    known: HashMap<ProductionId, Option<FirstSet>>,
    /// By a name and what follows it: whether the next byte decides within its text.
    named: HashMap<(ProductionId, FirstSet), bool>,
}

/// Computes the first bytes of productions.
pub(super) struct FirstSetAnalyser<'g> {
    grammar: &'g Grammar,
    decided: &'g GrammarAnalysis,
    /// The names that are expanded where they are used.
    plain: &'g [bool],
    memory: FirstSetCache,
    work: Work,
    /// The current nesting depth of parts.
    open: usize,
}

impl<'g> FirstSetAnalyser<'g> {
    pub fn new(grammar: &'g Grammar, decided: &'g GrammarAnalysis, plain: &'g [bool]) -> Self {
        let (memory, work) = (FirstSetCache::default(), grammar.share());
        FirstSetAnalyser { grammar, decided, plain, memory, work, open: 0 }
    }

    /// Starts with earlier results.
    pub fn with(self, memory: FirstSetCache) -> Self {
        FirstSetAnalyser { memory, ..self }
    }

    /// The results, for the next analysis.
    pub fn memory(self) -> FirstSetCache {
        self.memory
    }

    /// Whether the next byte decides at every choice within a production.
    pub fn decide(&mut self, id: ProductionId) -> bool {
        let end = FirstSet { empty: true, ..FirstSet::default() };
        self.production(id, end).unwrap_or(false)
    }

    fn production(&mut self, id: ProductionId, next: FirstSet) -> Option<bool> {
        self.work.ticks(self.grammar.production(id).size()).ok()?;
        let alternatives: Vec<&Expression> = self.grammar.production(id).alternatives().collect();
        self.choice(&alternatives, next)
    }

    /// Whether the next byte decides within a named production.
    fn name(&mut self, id: ProductionId, next: FirstSet) -> Option<bool> {
        if !self.plain[id.index()] {
            return Some(true);
        }
        if let Some(&known) = self.memory.named.get(&(id, next)) {
            return Some(known);
        }
        if self.open >= DEEPEST {
            return Some(false);
        }
        let decides = self.production(id, next)?;
        if self.memory.named.len() < MOST_KNOWN {
            self.memory.named.insert((id, next), decides);
        }
        Some(decides)
    }

    /// `None` if the first bytes of a production are not known.
    fn choice(&mut self, alternatives: &[&Expression], next: FirstSet) -> Option<bool> {
        let mut before = FirstSet::default();
        for alternative in alternatives {
            let own = self.first(alternative)?;
            // An empty alternative always matches, so it has to be the last one.
            if before.empty || before.meets(own.then(next)) || !self.part(alternative, next)? {
                return Some(false);
            }
            before = before.or(own);
        }
        Some(true)
    }

    /// Whether the next byte decides within a part that `next` follows.
    fn part(&mut self, part: &Expression, next: FirstSet) -> Option<bool> {
        self.open += 1;
        let decides = self.within(part, next);
        self.open -= 1;
        decides
    }

    fn within(&mut self, part: &Expression, next: FirstSet) -> Option<bool> {
        match &part.kind {
            ExpressionKind::Choice(parts) => self.choice(&parts.iter().collect::<Vec<_>>(), next),
            ExpressionKind::Sequence(parts) => {
                let mut next = next;
                for part in parts.iter().rev() {
                    if !self.part(part, next)? {
                        return Some(false);
                    }
                    next = self.first(part)?.then(next);
                }
                Some(true)
            }
            ExpressionKind::Optional(body) => {
                let own = self.first(body)?;
                Some(!own.empty && !own.meets(next) && self.part(body, next)?)
            }
            ExpressionKind::Repetition { at_least, at_most, body } => {
                let own = self.first(body)?;
                let goes_on = *at_most != Some(*at_least);
                let again = own.or(next);
                Some(!(own.empty || goes_on && own.meets(next)) && self.part(body, again)?)
            }
            ExpressionKind::Reference(id) => self.name(*id, next),
            _ => Some(true),
        }
    }

    fn first(&mut self, part: &Expression) -> Option<FirstSet> {
        if let Some(bytes) = part.bytes() {
            let first = bytes.first().copied();
            return Some(FirstSet {
                characters: first.unwrap_or_default(),
                empty: first.is_none(),
            });
        }
        Some(match &part.kind {
            ExpressionKind::Reference(id) => {
                let first = || {
                    let language = self.decided.language_of(*id)?;
                    let (characters, empty) = (language.first_bytes(), language.accepts(b""));
                    Some(FirstSet { characters, empty })
                };
                (*self.memory.known.entry(*id).or_insert_with(first))?
            }
            ExpressionKind::Sequence(parts) => {
                let mut first = FirstSet { empty: true, ..FirstSet::default() };
                for part in parts {
                    first = first.then(self.first(part)?);
                }
                first
            }
            ExpressionKind::Choice(parts) => {
                let mut first = FirstSet::default();
                for part in parts {
                    first = first.or(self.first(part)?);
                }
                first
            }
            ExpressionKind::Optional(body) => FirstSet { empty: true, ..self.first(body)? },
            ExpressionKind::Repetition { at_least, at_most, body } => match at_most {
                Some(0) => FirstSet { empty: true, ..FirstSet::default() },
                _ => {
                    let own = self.first(body)?;
                    FirstSet { empty: own.empty || *at_least == 0, ..own }
                }
            },
            _ => FirstSet { empty: true, ..FirstSet::default() },
        })
    }
}
