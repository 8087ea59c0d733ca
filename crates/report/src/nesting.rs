//! How deep an answer holds, where it depends on what is not regular: in words, and as data.
//!
//! Every answer that depends on the limit says so, in each of its forms; an answer that does
//! not depend on it says nothing.

use serde::Serialize;

use urlbnf_bnf::Grammar;
use urlbnf_bnf::automaton::NestingLimit;
pub use urlbnf_url::diagnose::holds_for;
use urlbnf_url::verdict::Judge;

/// The limit as data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Nesting<'a> {
    /// So many times at most.
    pub most: usize,
    /// these productions are enclosed in themselves, or in each other.
    pub productions: Vec<&'a str>,
}

impl<'a> Nesting<'a> {
    /// A limit with its productions named.
    pub fn of(limit: &NestingLimit, grammar: &'a Grammar) -> Nesting<'a> {
        let productions = limit.productions.iter().map(|&id| grammar.name(id)).collect();
        Nesting { most: limit.most, productions }
    }

    /// The limit of what a judge says.
    pub fn of_judge(judge: &'a Judge) -> Option<Nesting<'a>> {
        judge.nesting().map(|limit| Nesting::of(limit, judge.grammar()))
    }
}
