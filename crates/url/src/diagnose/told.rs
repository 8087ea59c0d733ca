//! Of which production a reader is told.
//!
//! The principal production of a failure is exact: the one that was entered last. Two
//! failures are told better of another one. Before the first byte nothing was entered, and
//! none of the productions that could begin is to blame; nor is one for another scheme. And
//! where the input stops too early, the production that was entered last may be complete.

use super::{Code, Diagnostic, Failing, citation};
use crate::bnf::ProductionId;
use crate::verdict::{Judge, JudgedBy};

impl Diagnostic {
    /// The production that a reader is told of.
    pub fn told(&self, judge: &Judge) -> ProductionId {
        let unfinished = self.unfinished.as_ref().map(|it| it.production);
        told(judge, self.offset == 0, self.code, self.production, unfinished)
    }

    /// The productions from the start to it; none where no production was chosen yet.
    pub fn told_chain(&self, judge: &Judge) -> &[ProductionId] {
        if self.none_is_chosen(judge) {
            return &[];
        }
        self.unfinished_chain()
    }

    /// What of its own text waits; `None` where that is only in productions that it names.
    pub fn told_failing(&self, judge: &Judge) -> Option<&Failing> {
        let chain = self.told_chain(judge);
        self.failing.iter().find(|failing| failing.chain == chain)
    }

    /// Where the production is printed that a reader is told of.
    pub fn told_citation(&self, judge: &Judge) -> String {
        match self.told(judge) {
            // What is defined nowhere is printed where it is used.
            told if told == self.production => self.citation(judge),
            told => citation(judge, told),
        }
    }

    fn none_is_chosen(&self, judge: &Judge) -> bool {
        none_is_chosen(judge, self.offset == 0, self.code)
    }
}

/// The production that a reader is told of: of a failure, the one to blame, and the innermost
/// that is not complete where the input stops too early. `first` says whether not a byte was
/// taken.
pub(crate) fn told(
    judge: &Judge,
    first: bool,
    code: Code,
    blamed: ProductionId,
    unfinished: Option<ProductionId>,
) -> ProductionId {
    match none_is_chosen(judge, first, code) {
        true => chooser(judge),
        false => unfinished.unwrap_or(blamed),
    }
}

/// Whether none of the productions is to blame: the scheme has none, or it fails before any is
/// chosen. `first` says whether not a byte was taken.
fn none_is_chosen(judge: &Judge, first: bool, code: Code) -> bool {
    let by_scheme = judge.judged_by() == JudgedBy::Scheme;
    by_scheme && first && code != Code::EmptyProduction || code == Code::UnknownScheme
}

/// The production that chooses by the scheme.
fn chooser(judge: &Judge) -> ProductionId {
    judge.schemes().chain.last().copied().unwrap_or(judge.start())
}
