//! How deep what is said of a production holds.

use std::collections::HashSet;

use super::recursion::{End, Recursion};
use crate::grammar::{Grammar, ProductionId};

/// That what is said of a production is exact for some of its strings alone: those with a
/// derivation in which a few productions are enclosed in themselves, or in each other, no
/// more than so many times. All other strings count as none of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NestingLimit {
    /// So many times.
    pub most: usize,
    /// These productions, in printed order: at least one.
    pub productions: Vec<ProductionId>,
}

impl NestingLimit {
    /// The limit of a production; `None` where it recurs at its ends alone, and where a
    /// grammar is not [nested](Grammar::nested).
    pub fn of(grammar: &Grammar, start: ProductionId) -> Option<NestingLimit> {
        NestingLimit::of_all(grammar, &[start])
    }

    /// The limit of a grammar as a whole.
    pub fn of_grammar(grammar: &Grammar) -> Option<NestingLimit> {
        NestingLimit::of_all(grammar, &grammar.ids().collect::<Vec<_>>())
    }

    fn of_all(grammar: &Grammar, starts: &[ProductionId]) -> Option<NestingLimit> {
        let most = grammar.nesting()?;
        let productions = Recursion::of_all(grammar, starts, &[]).nesting().seeds().to_vec();
        (!productions.is_empty()).then_some(NestingLimit { most, productions })
    }

    /// The strings for which it holds, in words: `strings in which ...`.
    pub fn text(&self, grammar: &Grammar) -> String {
        let (not, times) = match self.most {
            0 => ("not ", String::new()),
            1 => ("", " once at most".to_owned()),
            most => ("", format!(" {most} times at most")),
        };
        format!("strings in which {}{times}", enclosed(grammar, &self.productions, not))
    }

    /// That a string goes deeper, in words: `... is enclosed in itself more than ...`.
    pub fn exceeded(&self, grammar: &Grammar) -> String {
        let times = match self.most {
            0 => String::new(),
            1 => " more than once".to_owned(),
            most => format!(" more than {most} times"),
        };
        let enclosed = enclosed(grammar, &self.productions, "");
        format!("{enclosed}{times} here, which is deeper than --nesting looks")
    }
}

/// The productions that a start needs and that recur in their middle: what is in one of them is
/// more than a list.
pub(crate) fn enclosing(grammar: &Grammar, start: ProductionId) -> HashSet<ProductionId> {
    let recursion = Recursion::of_all(grammar, &[start], &[]);
    grammar.ids().filter(|&id| recursion.end_of(id) == Some(End::Middle)).collect()
}

/// The productions of a grammar that recur in their middle.
pub(crate) fn nesting_productions(grammar: &Grammar) -> HashSet<ProductionId> {
    let starts: Vec<ProductionId> = grammar.ids().collect();
    let recursion = Recursion::of_all(grammar, &starts, &[]);
    grammar.ids().filter(|&id| recursion.end_of(id) == Some(End::Middle)).collect()
}

/// That productions are enclosed in themselves, or, with `not `, that they are not.
pub fn enclosed(grammar: &Grammar, productions: &[ProductionId], not: &str) -> String {
    let names: Vec<String> =
        productions.iter().map(|&id| format!("`{}`", grammar.name(id))).collect();
    match names.as_slice() {
        [one] => format!("{one} is {not}enclosed in itself"),
        several => format!("{} are {not}enclosed in themselves or each other", several.join(", ")),
    }
}
