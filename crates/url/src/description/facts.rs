//! Properties of a production and its strings.

use crate::automaton::{Dfa, LanguageExtent};
use crate::bnf::{ExpressionKind, Grammar, ProductionId};
use crate::sample::Sampler;

/// Properties of a production and its strings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductionProperties {
    /// Whether it is the start production.
    pub start: bool,
    /// Whether it derives single units: characters or escapes.
    pub unit: bool,
    /// Whether it has no definition.
    pub undefined: bool,
    /// Whether it has two or more definitions.
    pub doubly_defined: bool,
    /// Whether the start production does not reach it.
    pub unreachable: bool,
    /// Whether it derives no string at all.
    pub derives_nothing: bool,
    /// Whether it refers to itself, directly or through other productions.
    pub recursive: bool,
    /// Whether its strings were counted. They are not if its language is too large for an automaton, or
    /// not regular.
    pub is_counted: bool,
    /// The number of its strings, in decimal; `None` if there are infinitely many, or if they were not
    /// counted.
    pub count: Option<String>,
    /// Whether it contains literals that match in either case.
    pub any_case: bool,
    /// Its shortest string; of several, the plainest.
    pub shortest: Option<Vec<u8>>,
    /// The length of its longest string in bytes; `None` if there is no longest, or if the strings
    /// were not counted.
    pub longest: Option<usize>,
    /// The bytes that occur in its strings, in order. If the strings were not counted, some may occur
    /// in none.
    pub alphabet: Vec<u8>,
}

impl ProductionProperties {
    pub(super) fn for_production(
        grammar: &Grammar,
        id: ProductionId,
        language: Option<&Dfa>,
        sampler: &Sampler<'_>,
    ) -> ProductionProperties {
        let definitions = grammar.production(id).definitions();
        let longest = match language.map(Dfa::extent) {
            None | Some(LanguageExtent::Empty | LanguageExtent::Infinite) => None,
            Some(LanguageExtent::Finite(longest)) => Some(longest),
        };
        let start = grammar.start();
        ProductionProperties {
            start: id == start,
            unit: grammar.unit(id).is_some(),
            undefined: definitions.is_empty(),
            doubly_defined: definitions.len() > 1,
            unreachable: grammar.unreachable_from(start).contains(&id),
            derives_nothing: grammar.derives_nothing(id),
            recursive: names_itself(grammar, id),
            is_counted: language.is_some(),
            count: language.and_then(Dfa::count).map(|count| count.to_string()),
            any_case: has_any_case(grammar, id),
            shortest: sampler.shortest(),
            longest,
            alphabet: sampler.alphabet().bytes().collect(),
        }
    }
}

fn has_any_case(grammar: &Grammar, id: ProductionId) -> bool {
    let bodies = |id: ProductionId| grammar.production(id).alternatives();
    let has = |kind: &ExpressionKind| match kind {
        ExpressionKind::AnyCase(text) => text.bytes().any(|byte| byte.is_ascii_alphabetic()),
        _ => false,
    };
    let mut reached = grammar.reachable_from(id).into_iter();
    reached.any(|id| bodies(id).flat_map(|body| body.all()).any(|part| has(&part.kind)))
}

fn names_itself(grammar: &Grammar, id: ProductionId) -> bool {
    let reached = grammar.reachable_from(id);
    reached.into_iter().any(|user| grammar.named_by(user).any(|used| used == id))
}
