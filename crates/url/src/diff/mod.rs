//! Compares two grammars and their schemes.
//!
//! The engine compares the texts and the languages of productions ([`urlbnf_bnf::diff`]). This
//! module adds schemes: it pairs the productions of one scheme, whatever their names, and
//! compares the languages **scheme by scheme**. Readers want to know, for example, that every
//! http URL with a port now parses, and no single production shows that.

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

/// An edition in a reading, as one side of a comparison.
pub fn side_of(edition: Edition, reading: Reading) -> Side<'static> {
    Side::new(&format!("{edition}:{reading}"), edition.grammar(reading))
}

/// A comparison of two grammars: the engine's [diff](urlbnf_bnf::diff::Diff), to which this
/// dereferences, and the schemes.
#[derive(Debug, Clone)]
pub struct Diff<'g> {
    /// The comparison of the productions.
    pub compared: urlbnf_bnf::diff::Diff<'g>,
    /// The changes, scheme by scheme; empty if no alternative of a start begins with a scheme.
    pub schemes: Vec<SchemeChange>,
}

impl<'g> Deref for Diff<'g> {
    type Target = urlbnf_bnf::diff::Diff<'g>;

    fn deref(&self) -> &Self::Target {
        &self.compared
    }
}

impl<'g> Diff<'g> {
    /// Compares two grammars from their start productions.
    ///
    /// # Errors
    /// If a production is not regular, or the comparison exceeds the limits.
    pub fn new(old: Side<'g>, new: Side<'g>) -> Result<Diff<'g>, DiffError> {
        let comparison = compare(old, new);
        Diff::with_schemes(comparison.diff()?, &comparison)
    }

    /// Compares a production, given by its name in either grammar, with its partner. Of the
    /// other productions, compares only those that these two need.
    ///
    /// # Errors
    /// If neither grammar has a production of that name, and as for [`new`](Diff::new).
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

/// Compares two grammars, with productions paired by scheme too.
fn compare<'g>(old: Side<'g>, new: Side<'g>) -> Comparison<'g> {
    let roles = roles(old.grammar, new.grammar);
    Comparison::of(old, new, &roles)
}
