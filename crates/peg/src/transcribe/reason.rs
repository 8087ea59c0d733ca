//! Why a production has no rule.
//!
//! A production that needs one without a rule has none either, so most reasons refer to another
//! production. If productions need each other in a cycle, the cycle is the reason.

use urlbnf_language::{Exceeded, IsOutOfWork};

use crate::automaton::AutomatonError;
use crate::grammar::{Grammar, ProductionId};
use crate::proof::LanguageError;

/// Why a production has no rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoRuleReason {
    /// It is recursive, and not in the form of a repetition.
    Recurs(String),
    /// It needs a production of which no exact rule was found.
    Needs(ProductionId),
    /// It derives bytes that are not characters.
    NoText,
    /// No change makes it exact.
    NoChange,
    /// pest refuses the rule as printed; what it says.
    Refused(String),
    /// It exceeds the limits.
    TooLarge(Exceeded),
    /// The written rule cannot be read, or is not proved.
    Unknown(String),
}

impl NoRuleReason {
    /// The reason in words, with the names of the grammar.
    pub fn message(&self, grammar: &Grammar) -> String {
        match self {
            NoRuleReason::Recurs(what) => what.clone(),
            NoRuleReason::Needs(id) => {
                format!("it needs `{}`, of which no exact rule was found", grammar.name(*id))
            }
            NoRuleReason::NoText => "it has bytes that are no characters by themselves".to_owned(),
            NoRuleReason::NoChange => "no change was found that makes it exact".to_owned(),
            NoRuleReason::Refused(mistake) => format!("pest refuses it as printed: {mistake}"),
            NoRuleReason::TooLarge(exceeded) => format!("it takes {exceeded}"),
            NoRuleReason::Unknown(what) => what.clone(),
        }
    }
}

impl NoRuleReason {
    /// The reason for a production that needs another one which needs it.
    pub(super) fn cycle(
        grammar: &Grammar,
        recurs: Option<&AutomatonError>,
        id: ProductionId,
        needed: ProductionId,
    ) -> NoRuleReason {
        if let Some(error) = recurs {
            return NoRuleReason::Recurs(error.message(grammar));
        }
        NoRuleReason::Recurs(match needed == id {
            true => "it needs itself elsewhere than at its right end".to_owned(),
            false => format!(
                "it needs itself, through `{}`, and a repetition is made only of what does so directly",
                grammar.name(needed)
            ),
        })
    }
}

impl IsOutOfWork for NoRuleReason {
    fn is_out_of_work(&self) -> bool {
        matches!(self, NoRuleReason::TooLarge(exceeded) if exceeded.is_out_of_work())
    }
}

impl From<Exceeded> for NoRuleReason {
    fn from(exceeded: Exceeded) -> Self {
        NoRuleReason::TooLarge(exceeded)
    }
}

impl From<LanguageError> for NoRuleReason {
    fn from(error: LanguageError) -> Self {
        match error {
            LanguageError::TooLarge(exceeded) => NoRuleReason::TooLarge(exceeded),
            other => NoRuleReason::Unknown(other.to_string()),
        }
    }
}
