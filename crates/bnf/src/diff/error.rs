//! Why two grammars cannot be compared.

use std::fmt;

use super::Which;
use crate::automaton::{Exceeded, NotRegular};

/// Why two grammars cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiffError {
    /// The language of a production of one of them cannot be decided.
    Undecided(Which, NotRegular),
    /// Two productions can be decided, and to compare them takes too much.
    TooLarge {
        /// The name of the first grammar's production.
        old: String,
        /// The name of the second grammar's production.
        new: String,
        /// More of what.
        exceeded: Exceeded,
    },
    /// Neither has a production of the name.
    UnknownProduction {
        /// The name.
        name: String,
        /// The name that one of them has and that is most like it.
        nearest: Option<String>,
    },
    /// Only this one has it, and the other has no partner for it.
    Unpaired(Which, String),
}

impl fmt::Display for DiffError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has = |which: &Which| match which {
            Which::Old => ("the first grammar", "the second"),
            Which::New => ("the second grammar", "the first"),
        };
        match self {
            DiffError::Undecided(which, NotRegular::Cycle(..)) => {
                write!(f, "{} has a production that recurs, and not at one end alone", has(which).0)
            }
            DiffError::Undecided(which, NotRegular::TooLarge(_, exceeded)) => {
                write!(
                    f,
                    "{} has a production that is too large: it takes {exceeded}",
                    has(which).0
                )
            }
            DiffError::TooLarge { old, new, exceeded } => write!(
                f,
                "`{old}` of the first grammar and `{new}` of the second are too large to be compared: it takes {exceeded}"
            ),
            DiffError::UnknownProduction { name, nearest } => {
                write!(f, "neither grammar has a production `{name}`")?;
                match nearest {
                    Some(nearest) => write!(f, "; the nearest is `{nearest}`"),
                    None => Ok(()),
                }
            }
            DiffError::Unpaired(which, name) => {
                let (has, other) = has(which);
                write!(f, "`{name}` is in {has}, and nothing in {other} is its partner")
            }
        }
    }
}

impl std::error::Error for DiffError {}
