//! Deterministic automata that keep offsets: tagged automata.
//!
//! A step may put the offset before its byte into a register, and may move registers. What the
//! registers hold at the end depends on the last state alone, so the spans of parts of a string are
//! found in one pass (V. Laurikari, "NFAs with tagged transitions", 2000). Most steps leave all
//! registers as they are. They are taken two at a time, as in a [`Classifier`](crate::Classifier).
//! The actions of the others are deferred: which steps these are differs from string to string, and
//! a processor would mispredict a branch at each.

use std::collections::HashMap;
use std::hash::Hash;

use indexmap::IndexSet;

use crate::classifier::BytePairTable;
use crate::{ByteClasses, DEAD, Dfa, Exceeded, Limit, Work};

/// The number of registers of a run.
pub const REGISTERS: usize = 29;
/// The number of registers with the three below.
const ALL: usize = REGISTERS + 3;
/// The register for an offset that would be lost while moves are made.
const TEMPORARY: u8 = 29;
/// The register of the offset of the second of two bytes.
const SECOND: u8 = 30;
/// The register of the offset of the byte; after the string, that of the end.
const OFFSET: u8 = 31;
/// A move that changes nothing.
const NONE: (u8, u8) = (TEMPORARY, TEMPORARY);
/// The number of moves in a group: a loop of one round is predicted best.
const AT_ONCE: usize = 4;
/// How many actions are deferred before they are executed.
const NOTED: usize = 8;

/// An offset in bytes, as a step or an answer names it: the number of its register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OffsetOperand(u8);

/// What a step does to the registers: which of them get which offsets, all at once. The other
/// registers keep their offsets.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RegisterMoves(
    /// The numbers of registers, each with its new offset.
    pub Vec<(u8, OffsetOperand)>,
);

/// The registers after a string. Offsets have 32 bits, which halves what is set, moved and kept.
#[derive(Debug, Clone, Copy)]
pub struct RegisterFile([u32; ALL]);

/// No offset.
const ABSENT: u32 = u32::MAX;

impl OffsetOperand {
    /// In a step, the offset of its byte; in an answer, the length of the string.
    pub const OFFSET: OffsetOperand = OffsetOperand(OFFSET);

    /// The offset in the register with this number.
    pub fn register(number: u8) -> OffsetOperand {
        OffsetOperand(number)
    }
}

impl RegisterFile {
    /// The offset in bytes that a value names; `None` if its register was never set.
    #[inline]
    pub fn get(&self, value: OffsetOperand) -> Option<u32> {
        let offset = self.0[usize::from(value.0) % ALL];
        (offset != ABSENT).then_some(offset)
    }

    /// Makes the moves of a step with the byte at an offset, or of two steps from it.
    #[inline]
    fn make(&mut self, moves: &[[(u8, u8); AT_ONCE]], offset: u32) {
        self.0[usize::from(OFFSET)] = offset;
        self.0[usize::from(SECOND)] = offset + 1;
        for moves in moves {
            for &(to, from) in moves {
                self.0[usize::from(to) % ALL] = self.0[usize::from(from) % ALL];
            }
        }
    }
}

/// Orders moves so that they can be made one after the other. Each is the register that it sets and
/// the register that it reads.
fn in_turn(RegisterMoves(moves): &RegisterMoves) -> Vec<(u8, u8)> {
    let mut rest: Vec<(u8, u8)> = moves.iter().map(|&(to, from)| (to, from.0)).collect();
    let mut ordered = Vec::new();
    while let Some(&(to, _)) = rest.first() {
        let is_free =
            |&(to, _): &(u8, u8)| !rest.iter().any(|&(other, from)| other != to && from == to);
        match rest.iter().position(is_free) {
            Some(at) => ordered.push(rest.remove(at)),
            // All that is left are cycles. The rest of this one is ordered before the next.
            None => {
                ordered.push((TEMPORARY, to));
                for (_, from) in rest.iter_mut().filter(|(_, from)| *from == to) {
                    *from = TEMPORARY;
                }
            }
        }
    }
    ordered
}

/// Moves in groups of equal size.
type MoveGroups = Box<[[(u8, u8); AT_ONCE]]>;

fn grouped(moves: impl IntoIterator<Item = (u8, u8)>) -> MoveGroups {
    let moves: Vec<(u8, u8)> = moves.into_iter().collect();
    let group = |moves: &[(u8, u8)]| std::array::from_fn(|at| *moves.get(at).unwrap_or(&NONE));
    moves.chunks(AT_ONCE).map(group).collect()
}

/// The actions of pairs of steps that are not executed yet, with the numbers of the pairs.
#[derive(Default)]
struct DeferredActions {
    actions: [u16; NOTED],
    numbers: [u32; NOTED],
}

impl DeferredActions {
    /// Appends an action, unless it does nothing. Returns the number of deferred actions.
    #[inline]
    fn add(&mut self, count: usize, action: u16, number: u32) -> usize {
        self.actions[count % NOTED] = action;
        self.numbers[count % NOTED] = number;
        count + usize::from(action != 0)
    }
}

/// A deterministic automaton with registers, and an answer for each accepting state.
///
/// ```
/// use urlbnf_language::{ByteClasses, Limits, Work, OffsetOperand, RegisterMoves, TaggedDfa};
///
/// // The offset of the first `=`.
/// let classes = ByteClasses::from_signature(|byte| byte == b'=');
/// let step = |&found: &bool, byte: u8, _: &mut Work| Ok(Some(match (found, byte) {
///     (false, b'=') => (true, RegisterMoves(vec![(0, OffsetOperand::OFFSET)])),
///     (found, _) => (found, RegisterMoves(vec![])),
/// }));
/// let mut work = Work::new(&Limits::default());
/// let offset = |_: &bool| Some(OffsetOperand::register(0));
/// let dfa = TaggedDfa::explore(false, &classes, step, offset, &mut work)?;
/// let first = |text: &[u8]| dfa.run(text, |&value, run| run.get(value)).flatten();
/// assert_eq!([first(b"key=a=b"), first(b"key")], [Some(3), None]);
/// # Ok::<(), urlbnf_language::Exceeded>(())
/// ```
#[derive(Debug, Clone)]
pub struct TaggedDfa<A> {
    dfa: Dfa,
    /// By state.
    answers: Vec<Option<A>>,
    /// The effect of a pair is the number of an action.
    pairs: Option<BytePairTable<u16>>,
    /// By state and class: the number of the moves of the step. Number 0 is no moves.
    steps: Vec<u32>,
    moves: Vec<MoveGroups>,
    /// By the number of an action: the moves of two steps. Number 0 is no moves.
    actions: Vec<MoveGroups>,
}

impl<A: Clone + Eq + Hash> TaggedDfa<A> {
    /// Builds an automaton from a step function, as [`Dfa::try_explore`] does. `step` also
    /// returns what the step does to the registers. States that no string tells apart are merged.
    ///
    /// # Errors
    /// If the work runs out, if a step sets a register
    /// whose number is not less than [`REGISTERS`], or if `step` returns an error.
    pub fn explore<S: Clone + Eq + Hash>(
        start: S,
        classes: &ByteClasses,
        step: impl Fn(&S, u8, &mut Work) -> Result<Option<(S, RegisterMoves)>, Exceeded>,
        answer: impl Fn(&S) -> Option<A>,
        work: &mut Work,
    ) -> Result<TaggedDfa<A>, Exceeded> {
        let mut numbers: HashMap<RegisterMoves, u32> = HashMap::new();
        let mut moves = vec![Vec::new()];
        // The dead state comes first.
        let mut steps = vec![0; classes.count()];
        let step = |state: &S, byte: u8, work: &mut Work| {
            let Some((next, RegisterMoves(mut moved))) = step(state, byte, work)? else {
                steps.push(0);
                return Ok(None);
            };
            let registers = moved.iter().map(|&(to, _)| usize::from(to) + 1).max();
            if registers.is_some_and(|registers| registers > REGISTERS) {
                return Err(Exceeded { limit: Limit::Registers, most: REGISTERS as u64 });
            }
            moved.retain(|&(to, from)| from != OffsetOperand(to));
            steps.push(match moved.is_empty() {
                true => 0,
                false => *numbers.entry(RegisterMoves(moved)).or_insert_with_key(|moved| {
                    moves.push(in_turn(moved));
                    moves.len() as u32 - 1
                }),
            });
            Ok(Some(next))
        };
        let (mut dfa, states) = Dfa::steps(start, classes, step, work)?;
        let answers: Vec<Option<A>> = [None].into_iter().chain(states.iter().map(answer)).collect();
        dfa.accept(answers.iter().skip(1).map(Option::is_some));
        TaggedDfa::merged(dfa, &answers, &steps, &moves, work)
    }

    /// The automaton with the states merged that no string tells apart (Moore's algorithm).
    fn merged(
        dfa: Dfa,
        answers: &[Option<A>],
        steps: &[u32],
        moves: &[Vec<(u8, u8)>],
        work: &mut Work,
    ) -> Result<TaggedDfa<A>, Exceeded> {
        let (count, classes) = (dfa.len(), dfa.class_count);
        let mut groups = vec![0_u32; count];
        let mut members: Vec<usize> = Vec::new();
        loop {
            work.ticks(count * classes)?;
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
        let mut actions = IndexSet::from([[0, 0]]);
        let pairs = BytePairTable::from_dfa(&dfa, |one, two| {
            let (number, _) = actions.insert_full([steps[one], two.map_or(0, |two| steps[two])]);
            u16::try_from(number).ok()
        });
        let second = |(to, from)| (to, if from == OFFSET { SECOND } else { from });
        let actions = actions.into_iter().map(|numbers| {
            let [one, two] = numbers.map(|number| moves[number as usize].iter().copied());
            grouped(one.chain(two.map(second)))
        });
        let actions = actions.collect();
        let moves = moves.iter().map(|moves| grouped(moves.iter().copied())).collect();
        Ok(TaggedDfa { dfa, answers, pairs, steps, moves, actions })
    }
}

impl<A> TaggedDfa<A> {
    /// Runs the automaton on a string. Returns what `found` makes of the answer and the registers;
    /// `None` if the string is not accepted, or has 4 GiB or more.
    #[inline(always)]
    pub fn run<T>(&self, input: &[u8], found: impl FnOnce(&A, &RegisterFile) -> T) -> Option<T> {
        let length = u32::try_from(input.len()).ok().filter(|&length| length != ABSENT)?;
        let mut run = RegisterFile([ABSENT; ALL]);
        let state = match &self.pairs {
            Some(pairs) => self.run_in_pairs(pairs, input, &mut run)?,
            None => self.run_alone(input, &mut run),
        };
        run.0[usize::from(OFFSET)] = length;
        Some(found(self.answers[state].as_ref()?, &run))
    }

    #[inline(always)]
    fn run_in_pairs(
        &self,
        pairs: &BytePairTable<u16>,
        input: &[u8],
        run: &mut RegisterFile,
    ) -> Option<usize> {
        let (mut row, mut noted, mut count) = (pairs.start, DeferredActions::default(), 0);
        let (chunks, last) = input.as_chunks::<2>();
        for (number, &[one, two]) in (0..).zip(chunks) {
            let (next, action) = pairs.next(row, one, two)?;
            row = next;
            count = noted.add(count, action, number);
            if count == NOTED {
                self.act(&noted, count, run);
                count = 0;
            }
        }
        if let [last] = last {
            let (next, action) = pairs.last(row, *last)?;
            row = next;
            count = noted.add(count, action, chunks.len() as u32);
        }
        self.act(&noted, count, run);
        pairs.state(row)
    }

    #[inline(never)]
    fn act(&self, noted: &DeferredActions, count: usize, run: &mut RegisterFile) {
        for (&action, &number) in noted.actions.iter().zip(&noted.numbers).take(count) {
            run.make(&self.actions[usize::from(action)], number * 2);
        }
    }

    #[inline(never)]
    fn run_alone(&self, input: &[u8], run: &mut RegisterFile) -> usize {
        (0..).zip(input).fold(self.dfa.start(), |state, (at, &byte)| {
            let class = usize::from(self.dfa.classes[usize::from(byte)]);
            let place = state * self.dfa.class_count + class;
            run.make(&self.moves[self.steps[place] as usize], at);
            self.dfa.next[place] as usize
        })
    }

    /// The length in bytes of the longest prefix of the input with which an accepted string begins.
    pub fn longest_prefix(&self, input: &[u8]) -> usize {
        self.dfa.longest_prefix(input)
    }

    /// The number of states, including the dead one.
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// Whether no string is accepted.
    pub fn is_empty(&self) -> bool {
        self.dfa.is_empty()
    }
}
