//! The proof that a panel says what the languages say, for all strings.
//!
//! A panel has finitely many states. All of them are made here, and beside each
//! stands where the smallest automata of the languages are after the same bytes:
//! that of each judge's start, and the same without its generic alternatives.
//! What follows from these for the verdict must be what the panel says.

use std::collections::HashMap;
use std::rc::Rc;

use super::Panel;
use super::states::{StateNumber, States};
use crate::automaton::{Automaton, Dfa, Exceeded, Limit, Limits, Meter};
use crate::verdict::{Judge, Verdict};

/// What was compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// How many states the panel has.
    pub states: usize,
    /// How many different answers it gives.
    pub answers: usize,
    /// A shortest string, if there is any, of whose verdict the panel and the
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
#[derive(Clone, PartialEq, Eq)]
struct Place {
    whole: usize,
    specific: usize,
    scheme: Scheme,
}

type Places = Rc<[Place]>;

#[derive(Clone, PartialEq, Eq)]
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

impl Panel<'_> {
    /// Compares the panel with the languages of its judges, for all strings.
    ///
    /// # Errors
    /// If it takes more than the limits allow.
    pub fn compare(&self) -> Result<Comparison, Uncompared> {
        let mut meter = Meter::new(&Limits::default());
        let language = |(number, judge)| {
            Languages::of(judge).map_err(|exceeded| Uncompared { judge: number, exceeded })
        };
        let languages = self.judges.iter().enumerate().map(language);
        let languages: Vec<Languages> = languages.collect::<Result<_, _>>()?;
        let mut states = States::new(self.judges);
        let representatives = states.classes().representatives().to_vec();
        let begin: Places = languages.iter().map(Languages::start).collect();
        let mut seen: HashMap<StateNumber, Vec<Places>> = HashMap::from([(0, vec![begin.clone()])]);
        let mut pairs: Vec<(StateNumber, Places)> = vec![(0, begin)];
        // By pair: the pair before it, and the byte between them.
        let mut before: Vec<(usize, u8)> = vec![(0, 0)];
        let mut done = 0;
        while let Some((state, here)) = pairs.get(done).cloned() {
            let counted = meter.step(representatives.len());
            counted
                .and_then(|()| meter.within(Limit::States, pairs.len()))
                .map_err(|exceeded| Uncompared { judge: 0, exceeded })?;
            let answer = states.answer(state);
            let rulings = states.rulings(answer).iter().map(|ruling| ruling.verdict);
            if !languages.iter().zip(&*here).map(|(it, at)| it.verdict(at)).eq(rulings) {
                let witness = Some(path(&before, done));
                let answers = states.answers() - 1;
                return Ok(Comparison { states: states.len(), answers, witness });
            }
            for &byte in &representatives {
                let next = states.step(state, byte);
                let there: Places =
                    languages.iter().zip(&*here).map(|(it, at)| it.step(at, byte)).collect();
                let seen = seen.entry(next).or_default();
                if !seen.contains(&there) {
                    seen.push(there.clone());
                    pairs.push((next, there));
                    before.push((done, byte));
                }
            }
            done += 1;
        }
        Ok(Comparison { states: states.len(), answers: states.answers() - 1, witness: None })
    }
}

fn path(before: &[(usize, u8)], mut pair: usize) -> Vec<u8> {
    let mut path = Vec::new();
    while pair > 0 {
        let (earlier, byte) = before[pair];
        path.push(byte);
        pair = earlier;
    }
    path.reverse();
    path
}
