//! The proof that judges together say what the languages say, for all strings.
//!
//! A step of their automaton is a step of what recognises the beginning, and then a step of every
//! component, each from where it is itself: so what a component says of a string does not depend
//! on which others are there. Each judge is therefore compared alone, beside the recogniser that
//! all of them share. There are finitely many states. All of them are made here, and beside each
//! stands where the smallest automata of the judge's languages are after the same bytes: that of
//! its start, and the same without its generic alternatives. What follows from these for the
//! verdict must be what the automaton says.

use std::cell::RefCell;

use super::Judges;
use super::beginning::Beginnings;
use super::component::JudgeComponent;
use crate::automaton::{Automaton, Dfa, Exceeded, Meter, shortest};
use crate::product::{StateNumber, States};
use crate::verdict::{Judge, Verdict};

/// What was compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// How many states there are, those of every judge beside what recognises the beginning.
    pub states: usize,
    /// A shortest string, if there is any, of whose verdict the automaton and the
    /// languages say different things.
    pub witness: Option<Vec<u8>>,
}

/// That the comparison takes more than the limits allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Uncompared {
    /// The number of the judge at which it does.
    pub judge: usize,
    /// More of what.
    pub exceeded: Exceeded,
}

/// A judge's languages.
struct Languages {
    whole: Dfa,
    specific: Option<Dfa>,
    schemes: Vec<String>,
}

/// Where they are.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Place {
    whole: usize,
    specific: usize,
    scheme: Scheme,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Scheme {
    /// The beginning of a scheme that has productions of its own.
    Begun(String),
    /// Such a scheme, and its `:`.
    Own,
    Other,
}

impl Languages {
    fn of(judge: &Judge) -> Result<Languages, Exceeded> {
        Ok(Languages {
            whole: judge.whole().determinise()?,
            specific: judge.specific().map(Automaton::determinise).transpose()?,
            schemes: judge.schemes().defined().map(str::to_owned).collect(),
        })
    }

    fn start(&self) -> Place {
        let specific = self.specific.as_ref().map_or(0, Dfa::start);
        let scheme = Scheme::Begun(String::new());
        Place { whole: self.whole.start(), specific, scheme }
    }

    fn step(&self, from: &Place, byte: u8) -> Place {
        let scheme = match &from.scheme {
            Scheme::Begun(begun) if byte == b':' && self.schemes.contains(begun) => Scheme::Own,
            Scheme::Begun(begun) => {
                let begun = format!("{begun}{}", char::from(byte));
                match self.schemes.iter().any(|scheme| scheme.starts_with(&begun)) {
                    true => Scheme::Begun(begun),
                    false => Scheme::Other,
                }
            }
            decided => decided.clone(),
        };
        Place {
            whole: self.whole.step(from.whole, byte),
            specific: self.specific.as_ref().map_or(0, |it| it.step(from.specific, byte)),
            scheme,
        }
    }

    fn verdict(&self, at: &Place) -> Verdict {
        let whole = self.whole.is_accepting(at.whole);
        let specific = match &self.specific {
            Some(dfa) if at.scheme == Scheme::Own => dfa.is_accepting(at.specific),
            _ => whole,
        };
        match (specific, whole) {
            (true, _) => Verdict::Conforms,
            (false, true) => Verdict::GenericOnly,
            (false, false) => Verdict::Rejected,
        }
    }
}

impl Judges<'_> {
    /// Compares the automaton with the languages of its judges, for all strings.
    ///
    /// # Errors
    /// If it takes more than the limits allow.
    pub fn compare(&self) -> Result<Comparison, Uncompared> {
        let mut whole = Comparison { states: 0, witness: None };
        for (number, judge) in self.judges.iter().enumerate() {
            // Those whose automata are the same are one component, that of the first.
            if self.judges[..number].iter().any(|it| it.agrees_with(judge)) {
                continue;
            }
            let compared = self.compare_one(judge);
            let (states, witness) =
                compared.map_err(|exceeded| Uncompared { judge: number, exceeded })?;
            whole.states += states;
            let shorter = |one: &Vec<u8>| {
                whole.witness.as_ref().is_none_or(|two| (one.len(), one) < (two.len(), two))
            };
            whole.witness = witness.filter(shorter).or(whole.witness.take());
        }
        Ok(whole)
    }

    /// How many states the component of a judge has beside the recogniser, and a shortest
    /// string of which it and the judge's languages say different things.
    fn compare_one(&self, judge: &Judge) -> Result<(usize, Option<Vec<u8>>), Exceeded> {
        let languages = Languages::of(judge)?;
        let components = vec![JudgeComponent::new(judge)];
        let states = States::new(Beginnings::of(self.judges), components, vec![0]);
        let representatives = states.classes().representatives().to_vec();
        let states = RefCell::new(states);
        let differ = |(state, here): &(StateNumber, Place)| {
            let mut states = states.borrow_mut();
            let answer = states.answer(*state);
            let ruling = states.answers(answer).first().map(|ruling| ruling.verdict);
            ruling != Some(languages.verdict(here))
        };
        let step = |(state, here): &(StateNumber, Place), byte: u8| {
            Some((states.borrow_mut().step(*state, byte), languages.step(here, byte)))
        };
        let mut meter = Meter::new(judge.grammar().limits());
        let start = (0, languages.start());
        let witness = shortest(start, &representatives, step, differ, &mut meter)?;
        Ok((states.into_inner().count(), witness))
    }
}
