//! The nesting depth for which results about a production are exact.

use std::collections::HashSet;

use super::recursion::RecursionKind;
use super::seeds;
use crate::grammar::{Grammar, ProductionId};
use crate::text::first_names;

/// The maximum number of productions that a message names.
const MOST_NAMED: usize = 20;

/// A limit on the strings for which a result is exact: those with a derivation in which some
/// productions are enclosed in themselves, or in each other, at most so many times. All other
/// strings count as not in the language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NestingLimit {
    /// The nesting depth up to which it is exact.
    pub most: usize,
    /// The productions that are counted, in printed order; never empty.
    pub productions: Vec<ProductionId>,
}

impl NestingLimit {
    /// The limit of a production. `None` if it does not recur in the middle, or if the grammar
    /// is not [nested](Grammar::nested).
    pub fn for_production(grammar: &Grammar, start: ProductionId) -> Option<NestingLimit> {
        NestingLimit::counting(grammar, || seeds(grammar, start))
    }

    /// The limit of a grammar as a whole; `None` as in [`NestingLimit::for_production`].
    pub fn of_grammar(grammar: &Grammar) -> Option<NestingLimit> {
        NestingLimit::counting(grammar, || grammar.recursion().seeds().all())
    }

    /// Whether a production has a limit.
    pub fn applies_to(grammar: &Grammar, id: ProductionId) -> bool {
        grammar.nesting().is_some() && grammar.recursion().seeds().are_needed_by(id)
    }

    fn counting(
        grammar: &Grammar,
        seeds: impl FnOnce() -> Vec<ProductionId>,
    ) -> Option<NestingLimit> {
        let (most, productions) = (grammar.nesting()?, seeds());
        (!productions.is_empty()).then_some(NestingLimit { most, productions })
    }

    /// Names the strings within the limit: `strings in which ...`.
    pub fn text(&self, grammar: &Grammar) -> String {
        let (not, times) = match self.most {
            0 => ("not ", String::new()),
            1 => ("", " once at most".to_owned()),
            most => ("", format!(" {most} times at most")),
        };
        format!("strings in which {}{times}", enclosed(grammar, &self.productions, not))
    }

    /// A message that a string exceeds the limit: `... is enclosed in itself more than ...`.
    pub fn exceeded(&self, grammar: &Grammar) -> String {
        let times = match self.most {
            0 => String::new(),
            1 => " more than once".to_owned(),
            most => format!(" more than {most} times"),
        };
        let enclosed = enclosed(grammar, &self.productions, "");
        format!("{enclosed}{times} here, which is deeper than the nesting limit")
    }
}

/// The productions that a start needs and that recur in the middle. Unlike lists, their nesting
/// has a meaning.
pub(crate) fn enclosing(grammar: &Grammar, start: ProductionId) -> HashSet<ProductionId> {
    let nesting = nesting_productions(grammar);
    grammar.reachable_from(start).into_iter().filter(|id| nesting.contains(id)).collect()
}

/// The productions of a grammar that recur in the middle.
pub(crate) fn nesting_productions(grammar: &Grammar) -> HashSet<ProductionId> {
    let recursion = grammar.recursion();
    grammar.ids().filter(|&id| recursion.end_of(id) == Some(RecursionKind::Middle)).collect()
}

/// A clause that productions are enclosed in themselves, or, if `not` is `not `, that they are not.
pub fn enclosed(grammar: &Grammar, productions: &[ProductionId], not: &str) -> String {
    let names = first_names(productions.iter().map(|&id| grammar.name(id)), MOST_NAMED);
    match productions {
        [_] => format!("{names} is {not}enclosed in itself"),
        _ => format!("{names} are {not}enclosed in themselves or each other"),
    }
}
