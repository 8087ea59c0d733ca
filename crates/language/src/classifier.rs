//! Deterministic automata that give each string an answer, laid out for one string at a time.
//!
//! Each step of an automaton depends on the step before it, so the time for a string is the sum of
//! the times of its steps. A table over pairs of bytes halves the number of steps. If it would be
//! too large, the bytes are taken one by one.

use std::hash::Hash;

use crate::{ByteClasses, DEAD, Dfa, Exceeded, Work};

/// The most entries of a table over pairs of bytes.
const MAX_TABLE_ENTRIES: usize = 1 << 21;

/// A deterministic automaton with an answer for each state.
///
/// ```
/// use urlbnf_language::{ByteClasses, Classifier, Limits, Work};
///
/// // How many of two digits a string has, where it has nothing else.
/// let classes = ByteClasses::from_signature(|byte| byte.is_ascii_digit());
/// let step = |&count: &usize, byte: u8| (byte.is_ascii_digit() && count < 2).then_some(count + 1);
/// let mut work = Work::new(&Limits::default());
/// let digits = Classifier::explore(0, &classes, step, |&count| Some(count), None, &mut work)?;
/// assert_eq!([&b""[..], b"7", b"42", b"4x", b"123"].map(|string| digits.answer(string)),
///     [Some(0), Some(1), Some(2), None, None]);
/// # Ok::<(), urlbnf_language::Exceeded>(())
/// ```
#[derive(Debug, Clone)]
pub struct Classifier<A> {
    dfa: Dfa,
    /// By state.
    answers: Vec<A>,
    pairs: Option<BytePairTable>,
}

/// The transitions of an automaton over two bytes at a time.
#[derive(Debug, Clone)]
struct BytePairTable {
    /// By byte: what it adds to the column as the first byte of a pair.
    first: [u32; 256],
    /// By byte: what it adds as the second byte.
    second: [u32; 256],
    /// What the end of the string adds in place of a second byte.
    end: u32,
    /// By state and pair of classes: the index of the next row. The last entry of a row is its state.
    rows: Vec<u32>,
    /// The number of entries in a row.
    columns: u32,
    start: u32,
}

impl<A: Copy + PartialEq> Classifier<A> {
    /// Builds an automaton from a step function, as [`Dfa::try_explore`] does. A string for
    /// which `step` returns `None` has the answer `nowhere`. So has every string that begins with
    /// it.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn explore<S: Clone + Eq + Hash>(
        start: S,
        classes: &ByteClasses,
        step: impl Fn(&S, u8) -> Option<S>,
        answer: impl Fn(&S) -> A,
        nowhere: A,
        work: &mut Work,
    ) -> Result<Classifier<A>, Exceeded> {
        let step = |state: &S, byte: u8, _: &mut Work| Ok(step(state, byte));
        let (mut dfa, states) = Dfa::steps(start, classes, step, work)?;
        let answers: Vec<A> = [nowhere].into_iter().chain(states.iter().map(answer)).collect();
        dfa.accept(answers.iter().skip(1).map(|&answer| answer != nowhere));
        let pairs = BytePairTable::from_dfa(&dfa);
        Ok(Classifier { dfa, answers, pairs })
    }

    /// The answer to a string.
    #[inline]
    pub fn answer(&self, input: &[u8]) -> A {
        let state = match &self.pairs {
            Some(pairs) => pairs.state_after(input),
            None => self.dfa.state_after(input),
        };
        self.answers[state]
    }
}

impl BytePairTable {
    /// Builds the table of an automaton; `None` if it would be too large.
    fn from_dfa(dfa: &Dfa) -> Option<BytePairTable> {
        let count = dfa.class_count;
        let columns = count * (count + 1) + 1;
        let size = columns.checked_mul(dfa.len()).filter(|&size| size <= MAX_TABLE_ENTRIES)?;
        let mut rows = Vec::with_capacity(size);
        let row = |state: u32| state * columns as u32;
        for state in 0..dfa.len() {
            for &middle in dfa.row(state) {
                rows.extend(dfa.row(middle as usize).iter().map(|&next| row(next)));
                rows.push(row(middle));
            }
            rows.push(state as u32);
        }
        let class = |byte: usize| u32::from(dfa.classes[byte]);
        Some(BytePairTable {
            first: std::array::from_fn(|byte| class(byte) * (count + 1) as u32),
            second: std::array::from_fn(class),
            end: count as u32,
            rows,
            columns: columns as u32,
            start: row(dfa.start() as u32),
        })
    }

    #[inline]
    fn step(&self, row: u32, column: u32) -> Option<u32> {
        // The column does not depend on the row.
        self.rows.get(row as usize + column as usize).copied()
    }

    #[inline]
    fn state_after(&self, input: &[u8]) -> usize {
        let (pairs, last) = input.as_chunks::<2>();
        let first = |byte: u8| self.first[usize::from(byte)];
        let next =
            |row, &[one, two]: &[u8; 2]| self.step(row, first(one) + self.second[usize::from(two)]);
        let row = pairs.iter().try_fold(self.start, next);
        let row = row.and_then(|row| match last {
            [last] => self.step(row, first(*last) + self.end),
            _ => Some(row),
        });
        row.and_then(|row| self.step(row, self.columns - 1)).map_or(DEAD, |state| state as usize)
    }
}
