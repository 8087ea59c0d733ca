//! The two grammars of a comparison, and their productions.
//!
//! A production number is only valid in its own grammar. So a production of the old grammar is an
//! [`OldProduction`], one of the new a [`NewProduction`], and the two types cannot be confused.

use crate::grammar::{Grammar, ProductionId};

/// One of the two grammars, with its name in the diff.
#[derive(Debug, Clone)]
pub struct NamedGrammar<'g> {
    /// The name: `rfc1738`, `url-02:printed`, `my.bnf`.
    pub name: String,
    /// The grammar.
    pub grammar: &'g Grammar,
}

impl<'g> NamedGrammar<'g> {
    /// A grammar under a name.
    pub fn new(name: &str, grammar: &'g Grammar) -> Self {
        NamedGrammar { name: name.to_owned(), grammar }
    }
}

/// Which of the two grammars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DiffSide {
    /// The first.
    Old,
    /// The second.
    New,
}

/// A production of the old grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OldProduction(
    /// Its number in that grammar.
    pub ProductionId,
);

/// A production of one of the two grammars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DiffProduction {
    /// Of the old one.
    Old(OldProduction),
    /// Of the new one.
    New(NewProduction),
}

/// A production of the new grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NewProduction(
    /// Its number in that grammar.
    pub ProductionId,
);
