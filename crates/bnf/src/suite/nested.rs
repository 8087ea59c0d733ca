//! Confirms the strings that detect a fault, where brackets nest.
//!
//! The automata of such a grammar stop at a nesting depth. A string that one of them lacks may
//! still be derived at a greater depth, by the grammar or by the faulty one. Recognisers are exact
//! at any depth, but answer for one string at a time. So the shortest strings of the automata are
//! the candidates, and the first that the recognisers confirm detects the fault.

use std::cell::LazyCell;

use urlbnf_language::{Dfa, Exceeded, Meter};

use super::cover::DistinguishingStrings;
use super::fault::Fault;
use super::{FOUND, UndecidedReason};
use crate::automaton::{AutomatonError, LanguageSpec};
use crate::earley::EarleyRecogniser;
use crate::grammar::{Grammar, ProductionId};

/// How many strings are tried of those that a fault loses, and of those that it gains.
const TRIED: usize = 8;
/// Steps charged to the budget for each step that confirmed a string, because it is parsed again to
/// explain it. What [`FOUND`] charges for its bytes is subtracted.
const EXPLAINED: usize = 8;

/// Confirms the strings that detect the faults of one grammar.
pub(super) struct FaultConfirmer<'g> {
    grammar: &'g Grammar,
    start: ProductionId,
    own: EarleyRecogniser,
}

impl<'g> FaultConfirmer<'g> {
    pub fn new(
        grammar: &'g Grammar,
        start: ProductionId,
    ) -> Result<FaultConfirmer<'g>, AutomatonError> {
        let own = EarleyRecogniser::new(grammar, &LanguageSpec::from_production(start))?;
        Ok(FaultConfirmer { grammar, start, own })
    }

    /// Tries the strings that the automaton of a fault lost, and those that it gained, shortest
    /// first, and keeps the first of each that is confirmed. `None` if it lost and gained nothing.
    /// `copy` is the grammar with the fault, if there is one.
    pub fn confirm(
        &self,
        fault: &Fault,
        copy: Option<&Grammar>,
        lost: Dfa,
        gained: Dfa,
    ) -> Result<Option<DistinguishingStrings>, UndecidedReason> {
        if lost.is_empty() && gained.is_empty() {
            return Ok(None);
        }
        let faulty = LazyCell::new(|| {
            EarleyRecogniser::new(copy?, &LanguageSpec::from_production(self.start)).ok()
        });
        let is_lost = |string: &[u8], meter: &mut Meter| match &*faulty {
            Some(faulty) => Ok(!faulty.derives_counted(string, meter)?),
            None => Ok(false),
        };
        // What is derived at a depth is derived at every greater depth too, unless a part is read
        // by its first match.
        let is_gained = |string: &[u8], meter: &mut Meter| {
            Ok(!fault.is_first_match() && !self.own.derives_counted(string, meter)?)
        };
        let too_large = |exceeded| AutomatonError::TooLarge(self.start, exceeded);
        let lost = self.first(lost, is_lost).map_err(too_large)?;
        let gained = self.first(gained, is_gained).map_err(too_large)?;
        DistinguishingStrings::from_lost_and_gained(lost, gained)
            .map(Some)
            .ok_or(UndecidedReason::Nested)
    }

    /// The language of the first string of a language that a recogniser confirms.
    fn first(
        &self,
        mut language: Dfa,
        is_confirmed: impl Fn(&[u8], &mut Meter) -> Result<bool, Exceeded>,
    ) -> Result<Dfa, Exceeded> {
        let limits = self.grammar.limits();
        for _ in 0..TRIED {
            let Some(string) = language.plainest() else { break };
            let only = Dfa::from_string(&string);
            let mut meter = Meter::new(limits);
            if is_confirmed(&string, &mut meter)? {
                let explained = meter.steps().saturating_mul(EXPLAINED);
                meter.charge(explained.saturating_sub(string.len().saturating_mul(FOUND)))?;
                return Ok(only);
            }
            language = language.difference_within(&only, limits)?;
        }
        Ok(Dfa::none())
    }
}
