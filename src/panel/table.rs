//! All judges as one deterministic automaton, made as inputs ask for it.
//!
//! A state is where every judge stands. Its row has, for each byte, the row of
//! the next state; the row of what was not asked for yet leads to itself, so a
//! scan runs through it to the end of the line and only then has to be done
//! again with care. So the scan asks nothing at any byte, and what it costs does
//! not depend on how many judges there are.

use std::collections::{BTreeSet, HashMap};

use super::classes::Classes;
use super::prelude::Prelude;
use super::seat::{Ruling, Seat, Standing};
use crate::diagnose::is_scheme_byte;
use crate::verdict::Judge;

/// Rows have an entry for every byte.
pub(super) const ROW: usize = 256;
/// The row that is not known yet.
pub(super) const UNKNOWN: u32 = 0;
/// Where the row of the start begins.
pub(super) const START: u32 = ROW as u32;
/// The byte that is in no line of a block, and in a row leads to the row itself.
pub(super) const IDLE: u8 = b'\n';

/// The automaton, as far as it was needed.
#[derive(Debug)]
pub(super) struct Table<'j> {
    /// The judges that do not all say the same.
    seats: Vec<Seat<'j>>,
    /// By judge: the number of its seat.
    seat_of: Vec<usize>,
    /// How many states are enough to make all anew.
    most: usize,
    schemes: BTreeSet<String>,
    classes: Classes,
    states: Vec<State>,
    numbers: HashMap<State, u32>,
    /// By row and byte: where the next row begins.
    next: Vec<u32>,
    /// By state: the number of its answer, with 0 for one not asked for.
    answers: Vec<u32>,
    /// The answers, the first to a line that is empty.
    rulings: Vec<Box<[Ruling]>>,
    answer_numbers: HashMap<Box<[Ruling]>, u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    prelude: Prelude,
    standings: Box<[Standing]>,
}

impl<'j> Table<'j> {
    pub fn new(judges: &'j [Judge], most: usize) -> Self {
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
        let mut table = Table {
            seats,
            seat_of,
            most,
            schemes,
            classes,
            states: Vec::new(),
            numbers: HashMap::new(),
            next: Vec::new(),
            answers: Vec::new(),
            rulings: vec![Box::default()],
            answer_numbers: HashMap::new(),
        };
        table.begin();
        table
    }

    /// Forgets all rows, and makes the first two: the unknown one and the start's.
    fn begin(&mut self) {
        self.states.clear();
        self.numbers.clear();
        self.next.clear();
        self.next.resize(ROW, UNKNOWN);
        self.answers.clear();
        let standings = self.seats.iter().map(Seat::start).collect();
        self.row(State { prelude: Prelude::new(), standings });
    }

    /// The rows as they are.
    pub fn rows(&self) -> &[u32] {
        &self.next
    }

    /// The row after some bytes, which are made where they are missing.
    pub fn go_on(&mut self, mut from: u32, bytes: &[u8]) -> u32 {
        for &byte in bytes {
            let next = self.next[from as usize + usize::from(byte)];
            let made = next != UNKNOWN && byte != IDLE;
            from = if made { next } else { self.make(from, byte) };
        }
        from
    }

    /// The number of the answer to a line that ends in a row; 0 in the unknown one.
    #[inline]
    pub fn known_answer(&self, row: u32) -> u32 {
        match (row as usize / ROW).checked_sub(1) {
            Some(state) => self.answers[state],
            None => 0,
        }
    }

    /// The number of the answer to a line that ends in a row.
    pub fn answer(&mut self, row: u32) -> u32 {
        let state = row as usize / ROW - 1;
        if self.answers[state] == 0 {
            let State { prelude, standings } = &self.states[state];
            let ruling = |&seat: &usize| self.seats[seat].ruling(standings[seat], prelude);
            let rulings: Box<[Ruling]> = self.seat_of.iter().map(ruling).collect();
            let number = self.answer_numbers.entry(rulings).or_insert_with_key(|rulings| {
                self.rulings.push(rulings.clone());
                self.rulings.len() as u32 - 1
            });
            self.answers[state] = *number;
        }
        self.answers[state]
    }

    /// What the judges say, by the number of the answer.
    pub fn rulings(&self, answer: u32) -> &[Ruling] {
        &self.rulings[answer as usize]
    }

    /// How many states there are so far.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// How many answers were given so far, the one to an empty line included.
    pub fn answers(&self) -> usize {
        self.rulings.len()
    }

    /// A byte of each class that the judges tell apart.
    pub fn representatives(&self) -> Vec<u8> {
        self.classes.representatives().to_vec()
    }

    /// Whether the rows are too many to go on with.
    pub fn is_full(&self) -> bool {
        self.states() >= self.most
    }

    /// Forgets all rows, and no answer.
    pub fn forget(&mut self) {
        self.begin();
    }

    fn make(&mut self, from: u32, byte: u8) -> u32 {
        let least = self.classes.least(byte);
        let State { prelude, standings } = self.states[from as usize / ROW - 1].clone();
        let prelude = prelude.step(least, &self.schemes);
        let standings = self
            .seats
            .iter_mut()
            .zip(&standings)
            .map(|(seat, &standing)| seat.step(standing, least, prelude.scheme()))
            .collect();
        let next = self.row(State { prelude, standings });
        for alike in self.classes.alike(byte).filter(|&alike| alike != IDLE) {
            self.next[from as usize + usize::from(alike)] = next;
        }
        next
    }

    fn row(&mut self, state: State) -> u32 {
        if let Some(&row) = self.numbers.get(&state) {
            return row;
        }
        let row = self.next.len() as u32;
        self.states.push(state.clone());
        self.numbers.insert(state, row);
        self.next.resize(self.next.len() + ROW, UNKNOWN);
        self.next[row as usize + usize::from(IDLE)] = row;
        self.answers.push(0);
        row
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
