//! The two readings of a printed grammar: as printed, or with its errata applied.

use super::listing::Listing;
use super::{Grammar, GrammarError};

crate::named! {
    "reading";
    /// Which text of an edition is read.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Reading {
        /// As printed, misprints included.
        Printed = "printed",
        /// With the edition's errata applied.
        Corrected = "corrected",
    }
}

crate::serde_by_name! { Serialize, Deserialize for Reading }

impl Reading {
    /// The other reading.
    #[must_use]
    pub fn other(self) -> Reading {
        match self {
            Reading::Printed => Reading::Corrected,
            Reading::Corrected => Reading::Printed,
        }
    }

    /// Its index in [`Reading::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }
}

impl Grammar {
    /// The same text in the given reading, with the same limits.
    ///
    /// # Errors
    /// If it is not a grammar in that reading.
    pub fn in_reading(&self, reading: Reading) -> Result<Grammar, GrammarError> {
        let grammar = Grammar::of_listing(Listing::clone(&self.listing), reading)?;
        Ok(Grammar { nesting: self.nesting, ..grammar }.within(self.limits))
    }
}

/// An unknown name, with the names that are known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no {what} is called `{name}`; there are {}", known.join(", "))]
pub struct UnknownName {
    what: &'static str,
    name: String,
    known: Vec<&'static str>,
}

impl UnknownName {
    /// An error for a name that is not among the known ones; `what` is the kind of thing that
    /// was looked up.
    pub fn new<const N: usize>(what: &'static str, name: &str, known: [&'static str; N]) -> Self {
        UnknownName { what, name: name.to_owned(), known: known.to_vec() }
    }
}
