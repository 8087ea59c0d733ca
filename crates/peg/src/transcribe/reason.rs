//! Why a production has no rule.
//!
//! What needs a production without a rule has none either; so the reason of most is that of
//! another, and where productions need each other in a circle, the circle is the reason.

use urlbnf_language::Exceeded;

use crate::automaton::cycle;
use crate::grammar::{Grammar, ProductionId};
use crate::proof::Unknown;

/// Why a production has no rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// It needs itself, and not as a repetition.
    Recurs(String),
    /// It needs a production that has none.
    Needs(ProductionId),
    /// Its strings are bytes that are no characters.
    NoText,
    /// No change makes it exact.
    NoChange,
    /// It takes more than the limits allow.
    TooLarge(Exceeded),
    /// What was written cannot be read.
    Unknown(String),
}

impl Reason {
    /// In words, with the names of the grammar.
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
    /// Why a production has no rule that needs one that needs it.
    pub(super) fn circle(grammar: &Grammar, id: ProductionId, needed: ProductionId) -> Reason {
        if let Some(error) = cycle(grammar, id) {
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
