//! Why two grammars cannot be compared.

use super::DiffSide;
use crate::ambiguity::UndecidedAmbiguity;
use crate::automaton::{AutomatonError, Exceeded};

/// Why two grammars cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DiffError {
    /// The language of a production of one of them cannot be decided.
    #[error("in {}, {}", .0.grammar(), .1)]
    Undecided(DiffSide, #[source] AutomatonError),
    /// It is not decided whether the text of this production of one of them is ambiguous.
    #[error("in {}, {}", .0.grammar(), .1)]
    Ambiguity(DiffSide, #[source] UndecidedAmbiguity),
    /// The languages of two productions are known, but comparing them exceeds the limits.
    #[error(
        "`{old}` of the first grammar and `{new}` of the second are too large to be compared: \
         it takes {exceeded}"
    )]
    TooLarge {
        /// The name of the first grammar's production.
        old: String,
        /// The name of the second grammar's production.
        new: String,
        /// The limit that was exceeded.
        #[source]
        exceeded: Exceeded,
    },
    /// Neither grammar has a production of this name.
    #[error("neither grammar has a production `{name}`{}", or_nearest(nearest.as_deref()))]
    UnknownProduction {
        /// The name.
        name: String,
        /// The most similar name in either grammar.
        nearest: Option<String>,
    },
    /// Only this grammar has the production, and it has no partner in the other.
    #[error("`{}` is in {}, and nothing in {} is its partner", .1, .0.grammar(), .0.other())]
    Unpaired(DiffSide, String),
}

fn or_nearest(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |name| format!("; the nearest is `{name}`"))
}

impl DiffSide {
    fn grammar(self) -> &'static str {
        match self {
            DiffSide::Old => "the first grammar",
            DiffSide::New => "the second grammar",
        }
    }

    fn other(self) -> &'static str {
        match self {
            DiffSide::Old => "the second",
            DiffSide::New => "the first",
        }
    }
}
