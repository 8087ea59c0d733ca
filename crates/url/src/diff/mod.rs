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
use crate::verdict::is_about_urls;

pub use history::{ComparisonChain, SchemeHistories, SchemeHistory};
pub use scheme::{SchemeChange, SchemeCoverage, SubproductionChange, language_of_scheme, roles};
pub use urlbnf_bnf::diff::{
    AmbiguityChange, CharacterMove, ClassMembership, DiffError, DiffProduction, DiffSide,
    FamilyMember, GrammarComparison, GrammarFamily, NamedGrammar, NewProduction, OldProduction,
    PairChange, Pairing, PairingHints, PairingReason, PartnerComparison, ProductionPair,
    UndecidedPair, UndecidedQuestion,
};

/// An edition in a reading, as one side of a comparison.
pub fn side_of(edition: Edition, reading: Reading) -> NamedGrammar<'static> {
    NamedGrammar::new(&format!("{edition}:{reading}"), edition.grammar(reading))
}

/// A comparison of two grammars: the engine's [diff](urlbnf_bnf::diff::Diff), to which this
/// dereferences, and the schemes.
#[derive(Debug, Clone)]
pub struct UrlGrammarDiff<'g> {
    /// The comparison of the productions.
    pub compared: urlbnf_bnf::diff::Diff<'g>,
    /// The changes, scheme by scheme; empty if no alternative of a start begins with a scheme.
    pub schemes: Vec<SchemeChange>,
    /// The schemes whose change is not decided, and why.
    pub undecided_schemes: Vec<(Option<String>, DiffError)>,
}

impl<'g> Deref for UrlGrammarDiff<'g> {
    type Target = urlbnf_bnf::diff::Diff<'g>;

    fn deref(&self) -> &Self::Target {
        &self.compared
    }
}

impl<'g> UrlGrammarDiff<'g> {
    /// Compares two grammars from their start productions.
    ///
    /// # Errors
    /// As for [`GrammarComparison::diff`].
    pub fn new(
        old: NamedGrammar<'g>,
        new: NamedGrammar<'g>,
    ) -> Result<UrlGrammarDiff<'g>, DiffError> {
        let comparison = compare(old, new);
        Ok(UrlGrammarDiff::with_schemes(comparison.diff()?, &comparison))
    }

    /// Compares a production, given by its name in either grammar, with its partner. Of the
    /// other productions, compares only those that these two need.
    ///
    /// # Errors
    /// If neither grammar has a production of that name, and as for [`new`](UrlGrammarDiff::new).
    pub fn of_production(
        old: NamedGrammar<'g>,
        new: NamedGrammar<'g>,
        name: &str,
    ) -> Result<UrlGrammarDiff<'g>, DiffError> {
        let comparison = compare(old, new);
        Ok(UrlGrammarDiff::with_schemes(comparison.diff_of(name)?, &comparison))
    }

    /// Compares two grammars from each of several starts, as [`GrammarComparison::diffs_of_roots`] does.
    ///
    /// # Errors
    /// As for [`of_production`](UrlGrammarDiff::of_production), for the first that has one.
    pub fn of_roots(
        old: NamedGrammar<'g>,
        new: NamedGrammar<'g>,
        roots: &[String],
    ) -> Result<Vec<UrlGrammarDiff<'g>>, DiffError> {
        let comparison = compare(old, new);
        let diffs = comparison.diffs_of_roots(roots)?.into_iter();
        Ok(diffs.map(|compared| UrlGrammarDiff::with_schemes(compared, &comparison)).collect())
    }

    fn with_schemes(
        compared: urlbnf_bnf::diff::Diff<'g>,
        comparison: &GrammarComparison<'g>,
    ) -> UrlGrammarDiff<'g> {
        let (schemes, undecided_schemes) =
            match is_about_urls(compared.old.grammar) || is_about_urls(compared.new.grammar) {
                true => scheme::schemes(comparison, compared.start),
                false => Default::default(),
            };
        UrlGrammarDiff { compared, schemes, undecided_schemes }
    }
}

/// Compares two grammars, with productions paired by scheme too.
fn compare<'g>(old: NamedGrammar<'g>, new: NamedGrammar<'g>) -> GrammarComparison<'g> {
    let roles = roles(old.grammar, new.grammar);
    GrammarComparison::new(old, new, &roles)
}
