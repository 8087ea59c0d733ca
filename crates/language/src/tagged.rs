//! Deterministic automata that keep offsets: tagged automata.
//!
//! A step may put the offset before its byte into a register, and may move registers. What the
//! registers hold at the end depends on the last state alone, so that the places of parts of a
//! string are found in one pass (V. Laurikari, "NFAs with tagged transitions", 2000). Most steps
//! leave all registers as they are. They are taken two at a time, as in a
//! [`Classifier`](crate::Classifier).

use std::collections::HashMap;
use std::hash::Hash;

use crate::classifier::Pairs;
use crate::{ByteClasses, DEAD, Dfa, Exceeded, Limit, Meter};

/// The number of registers of a run.
pub const REGISTERS: usize = 16;

/// What a step does to the registers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Moves(
    /// By register after the step: the register before it; `None` for the offset of the byte.
    pub Vec<Option<u8>>,
);

/// The moves of a step as they are stored.
#[derive(Debug, Clone)]
struct Stored {
    /// How many registers stay as they are.
    kept: usize,
    /// The others, in order.
    moved: Box<[Option<u8>]>,
}

/// A deterministic automaton with registers, and an answer for each accepting state.
///
/// ```
/// use urlbnf_language::{ByteClasses, Limits, Meter, Moves, TaggedDfa};
///
/// // The offset of the first `=` in a string that has one.
/// let classes = ByteClasses::of(|byte| byte == b'=');
/// let step = |&found: &bool, byte: u8, _: &mut Meter| Ok(Some(match (found, byte) {
///     (false, b'=') => (true, Moves(vec![None])),
///     (found, _) => (found, Moves(if found { vec![Some(0)] } else { vec![] })),
/// }));
/// let mut meter = Meter::new(&Limits::default());
/// let dfa = TaggedDfa::explore(false, &classes, step, |&found| found.then_some(0), &mut meter)?;
/// let (&register, registers) = dfa.run(b"key=value").unwrap();
/// assert_eq!(registers[register], 3);
/// assert!(dfa.run(b"key").is_none());
/// # Ok::<(), urlbnf_language::Exceeded>(())
/// ```
#[derive(Debug, Clone)]
pub struct TaggedDfa<A> {
    dfa: Dfa,
    /// By state.
    answers: Vec<Option<A>>,
    pairs: Option<Pairs>,
    /// By state and class: the number of what the step does to the registers. Number 0 is nothing.
    steps: Vec<u32>,
    moves: Vec<Stored>,
}

impl<A: Clone + Eq + Hash> TaggedDfa<A> {
    /// An automaton from a function, as [`Dfa::explore_within`] makes it. The function also
    /// returns what the step does to the registers. States that no string tells apart are merged.
    ///
    /// # Errors
    ///
    /// If more states or steps are met than the limits allow, or more than [`REGISTERS`] registers.
    pub fn explore<S: Clone + Eq + Hash>(
        start: S,
        classes: &ByteClasses,
        step: impl Fn(&S, u8, &mut Meter) -> Result<Option<(S, Moves)>, Exceeded>,
        answer: impl Fn(&S) -> Option<A>,
        meter: &mut Meter,
    ) -> Result<TaggedDfa<A>, Exceeded> {
        let mut numbers: HashMap<Moves, u32> = HashMap::new();
        let mut moves = vec![Stored { kept: 0, moved: Box::default() }];
        // The dead state comes first.
        let mut steps = vec![0; classes.count()];
        let step = |state: &S, byte: u8, meter: &mut Meter| {
            let Some((next, moved)) = step(state, byte, meter)? else {
                steps.push(0);
                return Ok(None);
            };
            meter.within(Limit::Registers, moved.0.len())?;
            let kept = (0..).zip(&moved.0).take_while(|(to, from)| Some(*to) == **from).count();
            steps.push(match moved.0.len() - kept {
                0 => 0,
                _ => *numbers.entry(moved).or_insert_with_key(|moved| {
                    moves.push(Stored { kept, moved: moved.0[kept..].into() });
                    moves.len() as u32 - 1
                }),
            });
            Ok(Some(next))
        };
        let (mut dfa, states) = Dfa::steps(start, classes, step, meter)?;
        let answers: Vec<Option<A>> = [None].into_iter().chain(states.iter().map(answer)).collect();
        dfa.accept(answers.iter().skip(1).map(Option::is_some));
        TaggedDfa { dfa, answers, pairs: None, steps, moves }.merged(meter)
    }

    /// The same with the states merged that no string tells apart (Moore's algorithm).
    fn merged(self, meter: &mut Meter) -> Result<TaggedDfa<A>, Exceeded> {
        let TaggedDfa { dfa, answers, steps, moves, .. } = self;
        let (count, classes) = (dfa.len(), dfa.class_count);
        let mut groups = vec![0_u32; count];
        let mut members: Vec<usize> = Vec::new();
        loop {
            meter.step(count * classes)?;
            let mut numbers = HashMap::new();
            let mut next = Vec::with_capacity(count);
            let before = members.len();
            members.clear();
            for state in 0..count {
                let row = dfa.row(state).iter().zip(&steps[state * classes..]);
                let row = row.map(|(&next, &step)| match next as usize {
                    DEAD => (groups[DEAD], 0),
                    next => (groups[next], step),
                });
                let seen = (groups[state], &answers[state], row.collect::<Vec<_>>());
                let number = numbers.len() as u32;
                next.push(*numbers.entry(seen).or_insert(number));
                if numbers.len() > members.len() {
                    members.push(state);
                }
            }
            groups = next;
            if members.len() == before {
                break;
            }
        }
        let rows = members.iter().flat_map(|&it| dfa.row(it).iter().zip(&steps[it * classes..]));
        let (next, steps): (Vec<u32>, Vec<u32>) = rows
            .map(|(&next, &step)| match next as usize {
                DEAD => (groups[DEAD], 0),
                next => (groups[next], step),
            })
            .unzip();
        let answers: Vec<Option<A>> = members.iter().map(|&it| answers[it].clone()).collect();
        let dfa = dfa.replaced(next, answers.iter().map(Option::is_some), &groups);
        let pairs = Pairs::of(&dfa, |state, class| steps[state * classes + class] != 0);
        Ok(TaggedDfa { dfa, answers, pairs, steps, moves })
    }
}

impl<A> TaggedDfa<A> {
    /// The answer to a string, and its registers; `None` if it is not accepted.
    #[inline]
    pub fn run(&self, input: &[u8]) -> Option<(&A, [usize; REGISTERS])> {
        let mut registers = [0; REGISTERS];
        let mut state = self.dfa.start();
        let rest = match &self.pairs {
            None => (0, input),
            Some(pairs) => {
                let mut row = pairs.start;
                let (chunks, last) = input.as_chunks::<2>();
                for (number, &[one, two]) in chunks.iter().enumerate() {
                    let next = pairs.next(row, one, two)?;
                    row = match pairs.plain(next) {
                        Some(row) => row,
                        None => {
                            let at = number * 2;
                            let state = self.step(pairs.state(row)?, one, at, &mut registers);
                            let state = self.step(state, two, at + 1, &mut registers);
                            pairs.row(state)
                        }
                    };
                }
                state = pairs.state(row)?;
                (input.len() - last.len(), last)
            }
        };
        for (at, &byte) in (rest.0..).zip(rest.1) {
            state = self.step(state, byte, at, &mut registers);
        }
        Some((self.answers[state].as_ref()?, registers))
    }

    #[inline]
    fn step(&self, state: usize, byte: u8, at: usize, registers: &mut [usize; REGISTERS]) -> usize {
        let class = usize::from(self.dfa.classes[usize::from(byte)]);
        let place = state * self.dfa.class_count + class;
        let Stored { kept, moved } = &self.moves[self.steps[place] as usize];
        // Registers move to the left only.
        for (to, from) in (*kept..REGISTERS).zip(moved) {
            registers[to] = from.map_or(at, |from| registers[usize::from(from) % REGISTERS]);
        }
        self.dfa.next[place] as usize
    }

    /// How many bytes of the input some string begins with that is accepted.
    pub fn longest_prefix(&self, input: &[u8]) -> usize {
        self.dfa.longest_prefix(input)
    }

    /// How many states it has, the dead one included.
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// Whether no string is accepted.
    pub fn is_empty(&self) -> bool {
        self.dfa.is_empty()
    }
}
