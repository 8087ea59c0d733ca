//! Confirms the strings that detect a fault, where brackets nest.
//!
//! The automata of such a grammar stop at a nesting depth. A string that one of them lacks may
//! still be derived at a greater depth, by the grammar or by the faulty one. Recognisers are exact
//! at any depth, but answer for one string at a time. So the shortest strings of the automata are
//! the candidates, and the first that the recognisers confirm detects the fault.

use urlbnf_language::{Dfa, Exceeded, Work};

use super::UndecidedReason;
use super::cover::DistinguishingStrings;
use super::fault::Fault;
use crate::automaton::{AutomatonError, LanguageSpec};
use crate::earley::EarleyRecogniser;
use crate::grammar::{Grammar, ProductionId};

/// How many strings are tried of those that a fault loses, and of those that it gains.
const TRIED: usize = 8;
/// Confirms the strings that detect the faults of one grammar.
pub(super) struct FaultConfirmer {
    start: ProductionId,
    own: EarleyRecogniser,
}

impl FaultConfirmer {
    pub fn new(grammar: &Grammar, start: ProductionId) -> Result<FaultConfirmer, AutomatonError> {
        let own = EarleyRecogniser::new(grammar, &LanguageSpec::from_production(start))?;
        Ok(FaultConfirmer { start, own })
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
        work: &mut Work,
    ) -> Result<Option<DistinguishingStrings>, UndecidedReason> {
        if lost.is_empty() && gained.is_empty() {
            return Ok(None);
        }
        let spec = LanguageSpec::from_production(self.start);
        let faulty = match copy.filter(|_| !lost.is_empty()) {
            Some(copy) => Some(EarleyRecogniser::within(copy, &spec, work)?),
            None => None,
        };
        let is_lost = |string: &[u8], work: &mut Work| match &faulty {
            Some(faulty) => Ok(!faulty.derives_within(string, work)?),
            None => Ok(false),
        };
        // What is derived at a depth is derived at every greater depth too, unless a part is read
        // by its first match.
        let is_gained = |string: &[u8], work: &mut Work| {
            Ok(!fault.is_first_match() && !self.own.derives_within(string, work)?)
        };
        let too_large = |exceeded| AutomatonError::TooLarge(self.start, exceeded);
        let lost = first(lost, is_lost, work).map_err(too_large)?;
        let gained = first(gained, is_gained, work).map_err(too_large)?;
        DistinguishingStrings::from_lost_and_gained(lost, gained)
            .map(Some)
            .ok_or(UndecidedReason::Nested)
    }
}

/// The language of the first string of a language that a recogniser confirms.
fn first(
    mut language: Dfa,
    is_confirmed: impl Fn(&[u8], &mut Work) -> Result<bool, Exceeded>,
    work: &mut Work,
) -> Result<Dfa, Exceeded> {
    for _ in 0..TRIED {
        let Some(string) = language.plainest() else { break };
        let only = Dfa::from_string(&string);
        if is_confirmed(&string, work)? {
            return Ok(only);
        }
        language = language.difference(&only, work)?;
    }
    Ok(Dfa::none())
}
