//! The proof that judges together say what the languages say, for all strings.
//!
//! Their automaton has finitely many states. All of them are made here, and beside each
//! stands where the smallest automata of the languages are after the same bytes:
//! that of each judge's start, and the same without its generic alternatives.
//! What follows from these for the verdict must be what the automaton says.

use std::cell::RefCell;
use std::rc::Rc;

use indexmap::IndexSet;

use super::{Judges, states};
use crate::automaton::{Automaton, Dfa, Exceeded, Limits, Meter, shortest};
use crate::product::StateNumber;
use crate::verdict::{Judge, Verdict};

/// What was compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// How many states the automaton has.
    pub states: usize,
    /// How many different answers it gives.
    pub answers: usize,
    /// A shortest string, if there is any, of whose verdict the automaton and the
    /// languages say different things.
    pub witness: Option<Vec<u8>>,
}

/// That the comparison takes more than the limits allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Uncompared {
    /// The number of the judge at which it does; of all together, the first.
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

/// The numbers of the places, a judge each.
type Places = Rc<[u32]>;

/// The places of one judge that were met, and the ways between them: few, however many
/// the states of all judges are.
struct Met {
    languages: Languages,
    places: IndexSet<Place>,
    /// By place and then by byte: the place after it, and one more; 0 where it was not asked.
    steps: Vec<[u32; 256]>,
    verdicts: Vec<Verdict>,
}

impl Met {
    fn new(languages: Languages) -> Met {
        let start = languages.start();
        let mut met =
            Met { languages, places: IndexSet::new(), steps: Vec::new(), verdicts: Vec::new() };
        met.number(start);
        met
    }

    fn number(&mut self, place: Place) -> u32 {
        let (number, is_new) = self.places.insert_full(place);
        if is_new {
            self.verdicts.push(self.languages.verdict(&self.places[number]));
            self.steps.push([0; 256]);
        }
        // No more than its languages have states, of which each has a number of 32 bits.
        number as u32
    }

    fn step(&mut self, from: u32, byte: u8) -> u32 {
        let from = from as usize;
        if self.steps[from][usize::from(byte)] == 0 {
            let there = self.languages.step(&self.places[from], byte);
            self.steps[from][usize::from(byte)] = self.number(there) + 1;
        }
        self.steps[from][usize::from(byte)] - 1
    }
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
        let language = |(number, judge)| {
            Languages::of(judge).map_err(|exceeded| Uncompared { judge: number, exceeded })
        };
        let languages = self.judges.iter().enumerate().map(language);
        let met: Vec<Met> = languages.map(|it| it.map(Met::new)).collect::<Result<_, _>>()?;
        let met = RefCell::new(met);
        let states = RefCell::new(states(self.judges));
        let representatives = states.borrow().classes().representatives().to_vec();
        let begin: Places = self.judges.iter().map(|_| 0).collect();
        let differ = |(state, here): &(StateNumber, Places)| {
            let (met, mut states) = (met.borrow(), states.borrow_mut());
            let answer = states.answer(*state);
            let rulings = states.answers(answer).iter().map(|ruling| ruling.verdict);
            !met.iter().zip(&**here).map(|(it, &at)| it.verdicts[at as usize]).eq(rulings)
        };
        let step = |(state, here): &(StateNumber, Places), byte: u8| {
            let mut met = met.borrow_mut();
            let there = met.iter_mut().zip(&**here).map(|(it, &at)| it.step(at, byte));
            Some((states.borrow_mut().step(*state, byte), there.collect()))
        };
        let limits = self.judges.iter().map(|judge| *judge.grammar().limits());
        // As much for each as for a judge alone.
        let limits = limits.fold(Limits::default(), Limits::or).times(self.judges.len());
        let mut meter = Meter::new(&limits);
        let witness = shortest((0, begin), &representatives, step, differ, &mut meter)
            .map_err(|exceeded| Uncompared { judge: 0, exceeded })?;
        let states = states.into_inner();
        Ok(Comparison { states: states.count(), answers: states.answer_count() - 1, witness })
    }
}
