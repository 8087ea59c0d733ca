//! Several automata that judge an input in one pass.
//!
//! To judge a line by each of a dozen grammars, one would run twelve automata on it. A product runs
//! them together: it is one DFA, each of whose states combines a state of every component, so
//! another component costs no time per byte. A [`ProductComponent`] defines its states and its
//! answers. A [`PrefixRecogniser`] provides what the components need to know about the prefix read
//! so far.
//!
//! States are built lazily. A large input needs only a small part of all states, and most of
//! these are built during the first block. If there are too many states, or they hold too much,
//! all are discarded and rebuilt as needed. So the memory of a product is limited, whatever the
//! grammars and the input are.
//!
//! ```
//! use urlbnf_bnf::automaton::{Automaton, LanguageSpec};
//! use urlbnf_bnf::product::{LazyDfa, ProductAutomaton, UnnamedFailures};
//! use urlbnf_bnf::{Grammar, Reading};
//!
//! let text = "# notation rfc822\nword = 1*letter\nletter = \"a\" | \"b\"\n";
//! let grammar = Grammar::read("words.bnf", text, Reading::Corrected)?;
//! let automata: Vec<Automaton> = grammar
//!     .ids()
//!     .map(|id| Automaton::new(&grammar, &LanguageSpec::from_production(id)))
//!     .collect::<Result<_, _>>()
//!     .map_err(|error| error.message(&grammar))?;
//! let components =
//!     automata.iter().map(|automaton| LazyDfa::new(automaton, UnnamedFailures)).collect();
//! let mut product = ProductAutomaton::new((), components);
//!
//! let mut answers = Vec::new();
//! product.lines(b"ab\na\n", |_, answer| answers.push(answer));
//! assert_eq!(product.answers(answers[0])[..], [true, false]);
//! assert_eq!(product.answers(answers[1])[..], [true, true]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ends;
mod interleaved;
mod lazy;
mod states;
mod table;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

pub use lazy::{FailureNamer, IncomingTransition, LazyDfa, UnnamedFailures};
pub use states::{ProductStates, StateNumber};

use interleaved::{InterleavedWalker, WalkedLine};
use table::{LINE_END, START, TransitionTable};

/// The most states that a product keeps; each takes about a KiB.
const MOST_STATES: usize = 1 << 14;
/// The most numbers, of up to eight bytes each, that its components may hold before they discard
/// their states. In a very large grammar a state may hold thousands.
const MAX_STORED_VALUES: usize = 1 << 23;

/// Recognises the prefix of an input, once for all components.
pub trait PrefixRecogniser: Debug {
    /// What is known about a prefix. There are finitely many states.
    type State: Clone + Eq + Hash + Debug;

    /// The state before the first byte.
    fn start(&self) -> Self::State;

    /// The state after a byte; any byte outside ASCII may be given for any other.
    fn step(&self, from: &Self::State, byte: u8) -> Self::State;

    /// The class of a byte: no state distinguishes two bytes of one class.
    fn class(&self, byte: u8) -> u32;
}

/// Recognises nothing.
impl PrefixRecogniser for () {
    type State = ();

    fn start(&self) {}

    fn step(&self, (): &(), _: u8) {}

    fn class(&self, _: u8) -> u32 {
        0
    }
}

/// One of the automata of a product; `B` is what is known about the prefix of an input.
pub trait ProductComponent<B>: Debug {
    /// Its states. There are finitely many.
    type State: Copy + Eq + Hash + Debug;
    /// Its answer to an input.
    type Answer: Clone + Eq + Hash + Debug;

    /// The state before the first byte.
    fn start(&self) -> Self::State;

    /// The state after a byte; `beginning` is the recogniser's state after that byte.
    fn step(&mut self, from: Self::State, byte: u8, beginning: &B) -> Self::State;

    /// The answer to an input that ends in this state.
    fn answer(&self, at: Self::State, beginning: &B) -> Self::Answer;

    /// The class of a byte: no state distinguishes two bytes of one class.
    fn class(&self, byte: u8) -> usize;

    /// How many numbers its states hold: a measure of its memory.
    fn size(&self) -> usize;

    /// Discards all states but the start and `kept`. Returns the new number of `kept`.
    fn forget_but(&mut self, kept: Self::State) -> Self::State;
}

/// A product automaton.
#[derive(Debug)]
pub struct ProductAutomaton<R: PrefixRecogniser, C: ProductComponent<R::State>> {
    table: TransitionTable<R, C>,
    lanes: InterleavedWalker,
}

/// The combined answer of all components to an input, as a number. Equal answers are equal
/// numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProductAnswer(u32);

/// The state of a product within a line that is given in parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LineProgress(u16);

/// The states of a product after each byte of a string.
#[derive(Debug, Clone, Default)]
pub struct ProductTrace(Vec<u16>);

impl ProductTrace {
    /// The state after this many bytes, at least one; `None` if there are not so many.
    pub fn after(&self, bytes: usize) -> Option<LineProgress> {
        self.0.get(bytes.checked_sub(1)?).map(|&row| LineProgress(row))
    }

    /// The least number of bytes, from 1, after which `holds` is true, given that it stays true
    /// once it is; one more than the length if it is never true. `guessed` can be any number; a
    /// right guess is found faster.
    #[inline]
    pub fn first(&self, guessed: usize, holds: impl Fn(LineProgress) -> bool) -> usize {
        let known = |bytes| self.after(bytes).map(&holds);
        if known(guessed) == Some(true) && known(guessed - 1) == Some(false) {
            return guessed;
        }
        1 + self.0.partition_point(|&row| !holds(LineProgress(row)))
    }
}

impl ProductAnswer {
    /// The answer to an empty line, which is not judged.
    pub const EMPTY: ProductAnswer = ProductAnswer(0);

    /// The number of the answer. Numbers are small, since there are few answers.
    pub fn number(self) -> usize {
        self.0 as usize
    }

    /// All possible answers in the order of their numbers, without an end.
    pub fn all() -> impl Iterator<Item = ProductAnswer> {
        (0..).map(ProductAnswer)
    }
}

impl<R: PrefixRecogniser, C: ProductComponent<R::State>> ProductAutomaton<R, C> {
    /// The product of these components. An answer has the answer of each, in their order.
    pub fn new(recogniser: R, components: Vec<C>) -> Self {
        let places = (0..components.len()).collect();
        ProductAutomaton::from_states(ProductStates::new(recogniser, components, places))
    }

    /// A product with these states.
    pub fn from_states(states: ProductStates<R, C>) -> Self {
        ProductAutomaton::keeping(states, MOST_STATES)
    }

    /// A product that discards its states when it has more than `most`: at least two, and at
    /// most 65,534.
    pub fn keeping(states: ProductStates<R, C>, most: usize) -> Self {
        ProductAutomaton::holding(states, most, MAX_STORED_VALUES)
    }

    /// A product that discards its states when it has more than `most`, or when its components
    /// hold more than `numbers` numbers.
    pub fn holding(states: ProductStates<R, C>, most: usize, numbers: usize) -> Self {
        ProductAutomaton {
            table: TransitionTable::new(states, most, numbers),
            lanes: InterleavedWalker::new(),
        }
    }

    /// The answer of each component, in their order; empty for an empty line. The answer must be
    /// one of this product.
    pub fn answers(&self, answer: ProductAnswer) -> &Arc<[C::Answer]> {
        self.table.answers(answer.0)
    }

    /// Judges a string of any bytes; the empty string is judged too.
    pub fn judge(&mut self, input: &[u8]) -> ProductAnswer {
        let end = self.go_on(self.begin(), input);
        self.end(end)
    }

    /// The state before the first byte of a line.
    pub fn begin(&self) -> LineProgress {
        LineProgress(START)
    }

    /// The state after some bytes of a line. No other line may begin before this one ends.
    pub fn go_on(&mut self, from: LineProgress, bytes: &[u8]) -> LineProgress {
        LineProgress(self.table.go_on(from.0, bytes))
    }

    /// The answer to a line that ends in this state.
    pub fn end(&mut self, at: LineProgress) -> ProductAnswer {
        ProductAnswer(self.table.answer(at.0))
    }

    /// Runs on a string of any bytes, and records the state after each byte. Records nothing if
    /// states were discarded on the way.
    pub fn trace(&mut self, input: &[u8], places: &mut ProductTrace) {
        self.table.trace(input, &mut places.0);
    }

    /// The component at a place in the answers, and its state.
    #[inline]
    pub fn component_at(&self, at: LineProgress, place: usize) -> (&C, C::State) {
        self.table.component_at(at.0, place)
    }

    /// How many times states were discarded. Each time, all earlier [`LineProgress`] becomes
    /// invalid.
    pub fn forgotten(&self) -> u64 {
        self.table.forgotten()
    }

    /// Judges the lines of a block, in order. `each` gets the range of the line in the block,
    /// without its end (LF or CR LF), and the answer. The answer to an empty line is
    /// [`ProductAnswer::EMPTY`].
    pub fn lines(&mut self, block: &[u8], mut each: impl FnMut(Range<usize>, ProductAnswer)) {
        self.line_ends(block, |line, _, answer| each(line, answer));
    }

    /// As [`ProductAutomaton::lines`], also with the state at the end of each line, which is valid
    /// until states are discarded.
    pub fn line_ends(
        &mut self,
        block: &[u8],
        mut each: impl FnMut(Range<usize>, LineProgress, ProductAnswer),
    ) {
        let mut from = 0;
        while from < block.len() {
            from = match self.lanes.walk(self.table.rows(), block, from) {
                end if end > from => self.walked(block, &mut each).unwrap_or(end),
                _ => self.long_line(block, from, &mut each),
            };
        }
    }

    /// Reports the lines that were walked. If states are discarded meanwhile, the rows of the
    /// other lines are invalid: then returns where the next line begins.
    #[inline]
    fn walked(
        &mut self,
        block: &[u8],
        each: &mut impl FnMut(Range<usize>, LineProgress, ProductAnswer),
    ) -> Option<usize> {
        let table = &mut self.table;
        let forgotten = table.forgotten();
        let end = self.lanes.lines(block, |WalkedLine { place, next, row }| {
            let (row, answer) = match table.known_answer(row) {
                _ if place.is_empty() => (row, ProductAnswer::EMPTY.0),
                0 => table.judge(&block[place.clone()]),
                known => (row, known),
            };
            each(place, LineProgress(row), ProductAnswer(answer));
            match table.forgotten() > forgotten {
                true => ControlFlow::Break(next),
                false => ControlFlow::Continue(()),
            }
        });
        end.break_value()
    }

    /// Judges a line that is too long for a lane. Returns where the next one begins.
    fn long_line(
        &mut self,
        block: &[u8],
        from: usize,
        each: &mut impl FnMut(Range<usize>, LineProgress, ProductAnswer),
    ) -> usize {
        let end = memchr::memchr(LINE_END, &block[from..]).map_or(block.len(), |end| from + end);
        let line = interleaved::line(block, from, end);
        let at = self.go_on(self.begin(), &block[line.clone()]);
        let answer = self.end(at);
        each(line, at, answer);
        end + 1
    }
}
