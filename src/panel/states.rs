//! All judges as one deterministic automaton, made as inputs ask for it.
//!
//! A state is where every judge stands, and what is known of the input's
//! beginning. So one step is a step of every judge, and what they say of an input
//! follows from the state in which it ends.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::classes::Classes;
use super::numbered::Numbered;
use super::prelude::Prelude;
use super::seat::{Ruling, Seat, Standing};
use crate::diagnose::is_scheme_byte;
use crate::verdict::Judge;

/// A number of a state; 0 is that of the start.
pub(super) type StateNumber = u32;

/// The automaton, as far as it was needed.
#[derive(Debug)]
pub(super) struct States<'j> {
    /// The judges that do not all say the same.
    seats: Vec<Seat<'j>>,
    /// By judge: the number of its seat.
    seat_of: Vec<usize>,
    schemes: BTreeSet<String>,
    classes: Classes,
    states: Numbered<State>,
    /// What the judges say, by the number of the answer; the first to a line that is empty.
    rulings: Vec<Arc<[Ruling]>>,
    answers: HashMap<Arc<[Ruling]>, u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    prelude: Prelude,
    standings: Box<[Standing]>,
}

impl<'j> States<'j> {
    pub fn new(judges: &'j [Judge]) -> Self {
        let schemes: BTreeSet<String> =
            judges.iter().flat_map(|judge| judge.schemes().defined().map(str::to_owned)).collect();
        let classes = classes(judges, &schemes);
        let (mut seats, mut seat_of) = (Vec::<Seat<'_>>::new(), Vec::new());
        for judge in judges {
            let seat = seats.iter().position(|seat| seat.judge().agrees_with(judge));
            seat_of.push(seat.unwrap_or_else(|| {
                seats.push(Seat::new(judge));
                seats.len() - 1
            }));
        }
        let mut states = States {
            seats,
            seat_of,
            schemes,
            classes,
            states: Numbered::new(),
            rulings: vec![Arc::default()],
            answers: HashMap::new(),
        };
        states.begin();
        states
    }

    fn begin(&mut self) {
        let standings = self.seats.iter().map(Seat::start).collect();
        self.states.number(State { prelude: Prelude::new(), standings });
    }

    /// How many there are so far.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// How many answers were given so far, the one to an empty line included.
    pub fn answers(&self) -> usize {
        self.rulings.len()
    }

    /// The bytes that no judge tells apart.
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// The state after a byte.
    pub fn step(&mut self, from: StateNumber, byte: u8) -> StateNumber {
        let least = self.classes.least(byte);
        let State { prelude, standings } = self.states[from].clone();
        let prelude = prelude.step(least, &self.schemes);
        let standings = self
            .seats
            .iter_mut()
            .zip(&standings)
            .map(|(seat, &standing)| seat.step(standing, least, prelude.scheme()))
            .collect();
        self.states.number(State { prelude, standings })
    }

    /// The number of the answer to an input that ends here.
    pub fn answer(&mut self, at: StateNumber) -> u32 {
        let State { prelude, standings } = &self.states[at];
        let ruling = |&seat: &usize| self.seats[seat].ruling(standings[seat], prelude);
        let rulings: Arc<[Ruling]> = self.seat_of.iter().map(ruling).collect();
        *self.answers.entry(rulings).or_insert_with_key(|rulings| {
            self.rulings.push(Arc::clone(rulings));
            self.rulings.len() as u32 - 1
        })
    }

    /// What the judges say, by the number of the answer.
    pub fn rulings(&self, answer: u32) -> &Arc<[Ruling]> {
        &self.rulings[answer as usize]
    }

    /// Forgets all states but the start and one more, and no answer. The new
    /// number of the one.
    pub fn forget_but(&mut self, kept: StateNumber) -> StateNumber {
        let kept = self.states[kept].clone();
        self.states.clear();
        self.begin();
        self.states.number(kept)
    }
}

/// The bytes that no judge tells apart.
fn classes(judges: &[Judge], schemes: &BTreeSet<String>) -> Classes {
    let mut sets = BTreeSet::new();
    for judge in judges {
        sets.extend(judge.whole().character_sets());
        sets.extend(judge.specific().into_iter().flat_map(|it| it.character_sets()));
    }
    // Each of these means something of its own before the first `:`.
    let letters: BTreeSet<u8> = schemes.iter().flat_map(|it| it.bytes()).chain(*b"url").collect();
    Classes::of(|byte| {
        if !byte.is_ascii() {
            return None;
        }
        let taken: Vec<bool> = sets.iter().map(|set| set.contains(byte)).collect();
        let lower = byte.to_ascii_lowercase();
        let alone = (letters.contains(&lower) || b":<>#\n".contains(&byte)).then_some(lower);
        Some((taken, alone, byte.is_ascii_uppercase(), is_scheme_byte(byte)))
    })
}
