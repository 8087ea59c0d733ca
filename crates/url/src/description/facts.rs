//! Properties of a production and its strings.

use crate::automaton::{Dfa, LanguageExtent};
use crate::bnf::{ExpressionKind, Grammar, ProductionId};

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
    /// The number of its strings, in decimal; `None` if there are infinitely many.
    pub count: Option<String>,
    /// Whether it contains literals that match in either case.
    pub any_case: bool,
    /// Its shortest string; of several, the plainest.
    pub shortest: Option<Vec<u8>>,
    /// The length of its longest string in bytes; `None` if there is no longest.
    pub longest: Option<usize>,
    /// The bytes that occur in its strings, in order.
    pub alphabet: Vec<u8>,
}

impl ProductionProperties {
    pub(super) fn for_production(
        grammar: &Grammar,
        id: ProductionId,
        language: &Dfa,
        extent: LanguageExtent,
    ) -> ProductionProperties {
        let definitions = grammar.production(id).definitions();
        let longest = match extent {
            LanguageExtent::Empty | LanguageExtent::Infinite => None,
            LanguageExtent::Finite(longest) => Some(longest),
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
            count: language.count().map(|count| count.to_string()),
            any_case: has_any_case(grammar, id),
            shortest: language.plainest(),
            longest,
            alphabet: language.alphabet().bytes().collect(),
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
    reached.any(|it| bodies(it).flat_map(|it| it.all()).any(|it| has(&it.kind)))
}

fn names_itself(grammar: &Grammar, id: ProductionId) -> bool {
    let reached = grammar.reachable_from(id);
    reached.into_iter().any(|user| grammar.named_by(user).any(|used| used == id))
}
