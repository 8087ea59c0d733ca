//! What changed between two grammars, and what became of their schemes.
//!
//! The engine compares the texts and the languages of productions
//! ([`urlbnf_bnf::diff`]). What is known here beside that is which productions are of
//! the same scheme, whatever they are called: so they are paired, and so the languages
//! are compared **scheme by scheme**. That every http URL with a port now parses is
//! what a reader wants to know, and no single production says it.

mod history;
mod plain;
mod scheme;

use std::ops::Deref;

use crate::edition::{Edition, Reading};

pub use history::{Along, History, Row};
pub use scheme::{Covered, Part, SchemeChange, language_of_scheme, roles};
pub use urlbnf_bnf::diff::{
    AmbiguityChange, Change, Comparison, DiffError, Either, Family, Member, Membership, Move, New,
    Old, Pair, PairedBy, Pairing, Roles, Side, Step, Which,
};

/// An edition in a reading, as one of two grammars.
pub fn side_of(edition: Edition, reading: Reading) -> Side<'static> {
    Side::new(&format!("{edition}:{reading}"), edition.grammar(reading))
}

/// Two grammars compared: the engine's [diff](urlbnf_bnf::diff::Diff), whose fields are
/// read from here, and the schemes.
#[derive(Debug, Clone)]
pub struct Diff<'g> {
    /// Their productions, compared.
    pub compared: urlbnf_bnf::diff::Diff<'g>,
    /// Scheme by scheme; nothing where no alternative of a start begins with a scheme.
    pub schemes: Vec<SchemeChange>,
}

impl<'g> Deref for Diff<'g> {
    type Target = urlbnf_bnf::diff::Diff<'g>;

    fn deref(&self) -> &Self::Target {
        &self.compared
    }
}

impl<'g> Diff<'g> {
    /// Compares two grammars, from their starts.
    ///
    /// # Errors
    /// If a production is not regular, or the comparison takes more than the limits allow.
    pub fn new(old: Side<'g>, new: Side<'g>) -> Result<Diff<'g>, DiffError> {
        let comparison = compare(old, new);
        Diff::with_schemes(comparison.diff()?, &comparison)
    }

    /// Compares a production, by its name in either grammar, with its partner,
    /// and of the rest only what the two need.
    ///
    /// # Errors
    /// If neither grammar has a production of that name; else as [`new`](Diff::new).
    pub fn of_production(old: Side<'g>, new: Side<'g>, name: &str) -> Result<Diff<'g>, DiffError> {
        let comparison = compare(old, new);
        Diff::with_schemes(comparison.diff_of(name)?, &comparison)
    }

    fn with_schemes(
        compared: urlbnf_bnf::diff::Diff<'g>,
        comparison: &Comparison<'g>,
    ) -> Result<Diff<'g>, DiffError> {
        let schemes = scheme::schemes(comparison, compared.start)?;
        Ok(Diff { compared, schemes })
    }
}

/// Two grammars, their productions paired by their schemes too.
fn compare<'g>(old: Side<'g>, new: Side<'g>) -> Comparison<'g> {
    let roles = roles(old.grammar, new.grammar);
    Comparison::of(old, new, &roles)
}
