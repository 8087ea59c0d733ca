//! The two grammars of a comparison, and their productions.
//!
//! A number means nothing in another grammar. So a production of the old one is
//! [`Old`], one of the new is [`New`], and neither can be passed for the other.

use crate::grammar::{Grammar, ProductionId};

/// One of the two grammars, under the name by which the diff calls it.
#[derive(Debug, Clone)]
pub struct Side<'g> {
    /// Its name: `rfc1738`, `url-02:printed`, `my.bnf`.
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
    /// Its number there.
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
    /// Its number there.
    pub ProductionId,
);
