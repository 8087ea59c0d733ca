//! Derives a string that does not conform, up to the byte at which it fails.
//!
//! The parser of an edition gives a tree or nothing. So a deriver works on the positions of the
//! printed grammar, in the language in which the failure is measured. It is made on first use.

use std::sync::OnceLock;

use super::{Judge, JudgeParser};
use crate::automaton::{AutomatonRun, LanguageSpec};
use crate::derivation::{Deriver, PartialDerivation};
use crate::failure::principal;

/// The derivers of the languages in which failures are measured, if the parser has none.
#[derive(Debug, Default)]
pub(super) struct PartialDerivers {
    whole: OnceLock<Option<Deriver>>,
    /// Without the generic alternatives.
    specific: OnceLock<Option<Deriver>>,
}

impl Judge {
    /// Returns the derivation of a string that does not conform, up to the byte at which it fails
    /// and down to the production that the diagnostic names. If only the end was expected there,
    /// the derivation is complete. `None` if the string conforms, if no derivation leads to that
    /// byte, or if the layout is too large.
    ///
    /// ```
    /// use urlbnf_url::{Edition, Judge, Reading};
    ///
    /// let judge = Judge::by_scheme(Edition::Rfc1738, Reading::Corrected);
    /// let input = b"http://info.cern.ch/~timbl/";
    /// let partial = judge.partial(input).unwrap();
    /// let names = |ids: Vec<_>| ids.into_iter().map(|id| judge.grammar().name(id)).collect();
    /// let open: Vec<&str> = names(partial.open().collect());
    /// assert_eq!(open, ["url", "httpurl", "hpath", "hsegment"]);
    /// assert_eq!(partial.tree().input(), b"http://info.cern.ch/");
    /// ```
    pub fn partial<'a>(&'a self, input: &'a [u8]) -> Option<PartialDerivation<'a, 'a>> {
        let judged = self.judged_production(input);
        let specific = judged.and_then(|_| self.specific()).is_some();
        let mut run = AutomatonRun::new(self.measure(judged));
        if run.follow(input) && run.may_end() {
            return None;
        }
        if let Some(recogniser) = self.measuring(judged) {
            // The automaton lacks the strings that are nested deeper.
            let failure = recogniser.failure(input).ok()??;
            if failure.offset != run.offset() {
                return None;
            }
        }
        let beginning = &input[..run.offset()];
        let deriver = self.deriver(specific)?;
        deriver.partial(&self.grammar, beginning, principal(&run))
    }

    /// The deriver of the strings of the start, or of those without a generic alternative.
    pub(super) fn deriver(&self, specific: bool) -> Option<&Deriver> {
        if let JudgeParser::Positions(positions) = &self.parser {
            return match specific {
                true => positions.specific.as_ref(),
                false => Some(&positions.whole),
            };
        }
        let (kept, without) = match specific {
            true => (&self.beginnings.specific, &*self.generic),
            false => (&self.beginnings.whole, &[][..]),
        };
        let deriver = || {
            let language = LanguageSpec { start: self.start, without };
            Deriver::new(&self.grammar, &language).ok()
        };
        kept.get_or_init(deriver).as_ref()
    }
}
