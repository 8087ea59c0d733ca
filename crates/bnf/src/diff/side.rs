//! The two grammars of a comparison, and their productions.
//!
//! A production number is only valid in its own grammar. So a production of the old grammar is an
//! [`Old`], one of the new a [`New`], and the two types cannot be confused.

use crate::grammar::{Grammar, ProductionId};

/// One of the two grammars, with its name in the diff.
#[derive(Debug, Clone)]
pub struct Side<'g> {
    /// The name: `rfc1738`, `url-02:printed`, `my.bnf`.
    pub name: String,
    /// The grammar.
    pub grammar: &'g Grammar,
}

impl<'g> Side<'g> {
    /// A grammar under a name.
    pub fn new(name: &str, grammar: &'g Grammar) -> Self {
        Side { name: name.to_owned(), grammar }
    }
}

/// Which of the two grammars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Which {
    /// The first.
    Old,
    /// The second.
    New,
}

/// A production of the old grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Old(
    /// Its number in that grammar.
    pub ProductionId,
);

/// A production of one of the two grammars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Either {
    /// Of the old one.
    Old(Old),
    /// Of the new one.
    New(New),
}

/// A production of the new grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct New(
    /// Its number in that grammar.
    pub ProductionId,
);
