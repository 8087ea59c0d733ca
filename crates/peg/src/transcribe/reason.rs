//! Why a production has no rule.
//!
//! A production that needs one without a rule has none either, so most reasons refer to another
//! production. If productions need each other in a cycle, the cycle is the reason.

use urlbnf_language::Exceeded;

use crate::automaton::NotRegular;
use crate::grammar::{Grammar, ProductionId};
use crate::proof::Unknown;

/// Why a production has no rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// It is recursive, and not in the form of a repetition.
    Recurs(String),
    /// It needs a production that has no rule.
    Needs(ProductionId),
    /// It derives bytes that are not characters.
    NoText,
    /// No change makes it exact.
    NoChange,
    /// It exceeds the limits.
    TooLarge(Exceeded),
    /// The written rule cannot be read, or is not proved.
    Unknown(String),
}

impl Reason {
    /// The reason in words, with the names of the grammar.
    pub fn message(&self, grammar: &Grammar) -> String {
        match self {
            Reason::Recurs(what) => what.clone(),
            Reason::Needs(id) => format!("it needs `{}`, which has no rule", grammar.name(*id)),
            Reason::NoText => "its strings are bytes that are no characters".to_owned(),
            Reason::NoChange => "no change was found that makes it exact".to_owned(),
            Reason::TooLarge(exceeded) => format!("it takes {exceeded}"),
            Reason::Unknown(what) => what.clone(),
        }
    }
}

impl Reason {
    /// The reason for a production that needs another one which needs it.
    pub(super) fn cycle(
        grammar: &Grammar,
        recurs: Option<&NotRegular>,
        id: ProductionId,
        needed: ProductionId,
    ) -> Reason {
        if let Some(error) = recurs {
            return Reason::Recurs(error.message(grammar));
        }
        Reason::Recurs(match needed == id {
            true => "it needs itself elsewhere than at its right end".to_owned(),
            false => format!(
                "it needs itself, through `{}`, and a repetition is made only of what does so directly",
                grammar.name(needed)
            ),
        })
    }
}

impl From<Exceeded> for Reason {
    fn from(exceeded: Exceeded) -> Self {
        Reason::TooLarge(exceeded)
    }
}

impl From<Unknown> for Reason {
    fn from(unknown: Unknown) -> Self {
        match unknown {
            Unknown::TooLarge(exceeded) => Reason::TooLarge(exceeded),
            other => Reason::Unknown(other.to_string()),
        }
    }
}
