//! The nesting limit of an answer that is not regular: in words, and as data.
//!
//! Every answer that depends on the limit says so in each of its forms; any other answer omits
//! it.

use serde::Serialize;

use urlbnf_bnf::Grammar;
use urlbnf_bnf::automaton::NestingLimit;
pub use urlbnf_url::diagnose::holds_for;

/// The nesting depth to which an answer holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct NestingRecord<'a> {
    /// The maximum nesting depth: so often at most is a production enclosed in one of these.
    pub most: usize,
    /// The productions that nest in themselves or in each other.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    pub productions: Vec<&'a str>,
}

impl<'a> NestingRecord<'a> {
    /// A limit with the names of its productions.
    pub fn from_limit(limit: &NestingLimit, grammar: &'a Grammar) -> NestingRecord<'a> {
        NestingRecord { most: limit.most, productions: grammar.names(&limit.productions) }
    }
}
