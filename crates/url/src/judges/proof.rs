//! Proves that the product automaton agrees with the languages of its judges, for all strings.
//!
//! A step of the product is a step of the scheme recogniser and then a step of each
//! component, from that component's own state. So the result of a component does not depend on
//! the other components, and each judge can be compared alone, together with the shared
//! recogniser. There are finitely many states, and all of them are visited. Each is paired with
//! the states of the minimal automata of the judge's languages after the same bytes: that of
//! its start, and the same without its generic alternatives. The verdict that follows from
//! these must be the verdict of the product.

use std::cell::RefCell;

use super::Judges;
use super::beginning::SchemeRecogniser;
use super::component::JudgeComponent;
use crate::automaton::{Exceeded, shortest};
use crate::product::{ProductStates, StateNumber};
use crate::verdict::{Judge, VerdictAutomata, VerdictState};

/// The result of [`Judges::compare`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgesComparison {
    /// The number of states, summed over the judges.
    pub states: usize,
    /// A shortest string for which the product and the languages give different verdicts, if
    /// there is one.
    pub witness: Option<Vec<u8>>,
}

/// The error of a comparison that exceeds the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JudgesComparisonError {
    /// The index of the judge that exceeds them.
    pub judge: usize,
    /// The limit that is exceeded.
    pub exceeded: Exceeded,
}

impl Judges<'_> {
    /// Compares the automaton with the languages of its judges, for all strings.
    ///
    /// # Errors
    /// If it takes more than the limits allow.
    pub fn compare(&self) -> Result<JudgesComparison, JudgesComparisonError> {
        let mut whole = JudgesComparison { states: 0, witness: None };
        for (number, judge) in self.judges.iter().enumerate() {
            // Judges with equal automata share the component of the first.
            if self.judges[..number].iter().any(|other| other.agrees_with(judge)) {
                continue;
            }
            let compared = self.compare_one(judge);
            let (states, witness) =
                compared.map_err(|exceeded| JudgesComparisonError { judge: number, exceeded })?;
            whole.states += states;
            let shorter = |one: &Vec<u8>| {
                whole.witness.as_ref().is_none_or(|two| (one.len(), one) < (two.len(), two))
            };
            whole.witness = witness.filter(shorter).or(whole.witness.take());
        }
        Ok(whole)
    }

    /// Compares one judge. Returns the number of states, and a shortest string for which the
    /// component and the languages give different verdicts.
    fn compare_one(&self, judge: &Judge) -> Result<(usize, Option<Vec<u8>>), Exceeded> {
        let languages = VerdictAutomata::for_judge(judge)?;
        let components = vec![JudgeComponent::new(judge)];
        let states =
            ProductStates::new(SchemeRecogniser::for_judges(self.judges), components, vec![0]);
        let representatives = states.classes().representatives().to_vec();
        let states = RefCell::new(states);
        let differ = |(state, here): &(StateNumber, VerdictState)| {
            let mut states = states.borrow_mut();
            let answer = states.answer(*state);
            let ruling = states.answers(answer).first().map(|ruling| ruling.verdict);
            ruling != Some(languages.verdict(here))
        };
        let step = |(state, here): &(StateNumber, VerdictState), byte: u8| {
            Some((states.borrow_mut().step(*state, byte), languages.step(here, byte)))
        };
        let mut work = judge.grammar().work();
        let start = (0, languages.start());
        let witness = shortest(start, &representatives, step, differ, &mut work)?;
        Ok((states.into_inner().count(), witness))
    }
}
