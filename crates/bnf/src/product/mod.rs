//! Several judges in one pass.
//!
//! To judge a line by every grammar of a dozen is to walk twelve automata along it. A
//! product walks them together: it is one deterministic automaton whose states say where
//! every component stands, so that another component costs no time per byte. What a
//! component is and what it answers its user says ([`Component`]); what has to be known
//! of an input's beginning is handed to it ([`Recogniser`]).
//!
//! The states are made when an input leads to them. What a large input needs is a small
//! part of all there are, and it is made while the first block is judged. When they are
//! too many, or hold too much, all are forgotten and made anew as they are needed: so what
//! a product takes is limited, whatever the grammars and the input are.
//!
//! ```
//! use urlbnf_bnf::automaton::{Automaton, Language};
//! use urlbnf_bnf::product::{LazyDfa, Product, Unnamed};
//! use urlbnf_bnf::{Grammar, Reading};
//!
//! let text = "# notation rfc822\nword = 1*letter\nletter = \"a\" | \"b\"\n";
//! let grammar = Grammar::read("words.bnf", text, Reading::Corrected)?;
//! let automata: Vec<Automaton> = grammar
//!     .ids()
//!     .map(|id| Automaton::new(&grammar, &Language::of(id)))
//!     .collect::<Result<_, _>>()
//!     .map_err(|error| error.message(&grammar))?;
//! let components = automata.iter().map(|it| LazyDfa::new(it, Unnamed)).collect();
//! let mut product = Product::new((), components);
//!
//! let mut said = Vec::new();
//! product.lines(b"ab\na\n", |_, answer| said.push(answer));
//! assert_eq!(product.answers(said[0])[..], [true, false]);
//! assert_eq!(product.answers(said[1])[..], [true, true]);
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

pub use lazy::{Failures, LazyDfa, Step, Unnamed};
pub use states::{StateNumber, States};

use interleaved::{Lanes, Line};
use table::{LINE_END, START, Table};

/// How many states a product keeps, of a KiB or so each.
const MOST_STATES: usize = 1 << 14;
/// How many numbers its components may hold, in eight bytes each at most, before they
/// forget their places: those of a very large grammar hold thousands each.
const MOST_NUMBERS: usize = 1 << 23;

/// What recognises the beginning of an input, once for all components.
pub trait Recogniser: Debug {
    /// What is known of a beginning, some bytes along. There are finitely many.
    type State: Clone + Eq + Hash + Debug;

    /// Before the first byte.
    fn start(&self) -> Self::State;

    /// One byte on; any byte outside ASCII stands for all of them.
    fn step(&self, from: &Self::State, byte: u8) -> Self::State;

    /// The class of a byte: no state tells two bytes of one class apart.
    fn class(&self, byte: u8) -> u32;
}

/// Nothing is asked of a beginning.
impl Recogniser for () {
    type State = ();

    fn start(&self) {}

    fn step(&self, (): &(), _: u8) {}

    fn class(&self, _: u8) -> u32 {
        0
    }
}

/// One of those that judge together; `B` is what is known of an input's beginning.
pub trait Component<B>: Debug {
    /// Where it is. There are finitely many places.
    type State: Copy + Eq + Hash + Debug;
    /// What it says of an input.
    type Answer: Clone + Eq + Hash + Debug;

    /// Before the first byte.
    fn start(&self) -> Self::State;

    /// One byte on; `beginning` is what is known with it.
    fn step(&mut self, from: Self::State, byte: u8, beginning: &B) -> Self::State;

    /// What it says of an input that ends here.
    fn answer(&self, at: Self::State, beginning: &B) -> Self::Answer;

    /// The class of a byte: no state tells two bytes of one class apart.
    fn class(&self, byte: u8) -> usize;

    /// How many numbers it holds for the places that it knows.
    fn size(&self) -> usize;

    /// Forgets all places but the start and one more. What that is called now.
    fn forget_but(&mut self, kept: Self::State) -> Self::State;
}

/// A product automaton.
#[derive(Debug)]
pub struct Product<R: Recogniser, C: Component<R::State>> {
    table: Table<R, C>,
    lanes: Lanes,
}

/// What a product says of an input; the same for all inputs of which it says the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Answer(u32);

/// How far a product is in a line that it is given in parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Progress(u16);

/// Where a product was after each byte of a string.
#[derive(Debug, Clone, Default)]
pub struct Trace(Vec<u16>);

impl Trace {
    /// Where it was after so many bytes, at least one.
    pub fn after(&self, bytes: usize) -> Option<Progress> {
        self.0.get(bytes.checked_sub(1)?).map(|&row| Progress(row))
    }

    /// The first place, from 1, for which something holds that holds of all after it too; one
    /// after the last where it holds of none. Any number may be guessed: it is found sooner if it
    /// is that one.
    pub fn first(&self, guessed: usize, holds: impl Fn(Progress) -> bool) -> usize {
        let known = |bytes| self.after(bytes).map(&holds);
        if known(guessed) == Some(true) && known(guessed - 1) == Some(false) {
            return guessed;
        }
        1 + self.0.partition_point(|&row| !holds(Progress(row)))
    }
}

impl Answer {
    /// The answer to a line without a byte, which is not judged.
    pub const EMPTY: Answer = Answer(0);

    /// A number: small, since there are not many answers.
    pub fn number(self) -> usize {
        self.0 as usize
    }

    /// The answers in the order of their numbers, without an end.
    pub fn all() -> impl Iterator<Item = Answer> {
        (0..).map(Answer)
    }
}

impl<R: Recogniser, C: Component<R::State>> Product<R, C> {
    /// The product of these components; an answer has what each says, in their order.
    pub fn new(recogniser: R, components: Vec<C>) -> Self {
        let places = (0..components.len()).collect();
        Product::of(States::new(recogniser, components, places))
    }

    /// A product with these states, made or to be made.
    pub fn of(states: States<R, C>) -> Self {
        Product::keeping(states, MOST_STATES)
    }

    /// A product that makes its states anew when it has so many: at least two, and at
    /// most 65,534.
    pub fn keeping(states: States<R, C>, most: usize) -> Self {
        Product::holding(states, most, MOST_NUMBERS)
    }

    /// A product that makes its states anew when it has so many, or when its components
    /// hold so many numbers.
    pub fn holding(states: States<R, C>, most: usize, numbers: usize) -> Self {
        Product { table: Table::new(states, most, numbers), lanes: Lanes::new() }
    }

    /// What each component says, in their order; of a line without a byte, nothing. The
    /// answer is one of this product.
    pub fn answers(&self, answer: Answer) -> &Arc<[C::Answer]> {
        self.table.answers(answer.0)
    }

    /// Judges a string: any bytes, the empty string included.
    pub fn judge(&mut self, input: &[u8]) -> Answer {
        let end = self.go_on(self.begin(), input);
        self.end(end)
    }

    /// Before the first byte of a line.
    pub fn begin(&self) -> Progress {
        Progress(START)
    }

    /// Some bytes on in a line. No other line may be begun before it has ended.
    pub fn go_on(&mut self, from: Progress, bytes: &[u8]) -> Progress {
        Progress(self.table.go_on(from.0, bytes))
    }

    /// At the end of a line.
    pub fn end(&mut self, at: Progress) -> Answer {
        Answer(self.table.answer(at.0))
    }

    /// Goes along a string, any bytes, and writes down where it was after each of them:
    /// nothing, where the states had to be made anew on the way.
    pub fn trace(&mut self, input: &[u8], places: &mut Trace) {
        self.table.trace(input, &mut places.0);
    }

    /// The component at a place of the answers, and where it is.
    pub fn stand(&self, at: Progress, place: usize) -> (&C, C::State) {
        self.table.stand(at.0, place)
    }

    /// How many times the states were made anew: what was kept by where a product was means
    /// nothing afterwards.
    pub fn forgotten(&self) -> u64 {
        self.table.forgotten()
    }

    /// Judges the lines of a block, in order: `each` gets the line, without its
    /// end, LF or CR LF, by its place in the block, and the answer. An empty line
    /// is answered with [`Answer::EMPTY`].
    pub fn lines(&mut self, block: &[u8], mut each: impl FnMut(Range<usize>, Answer)) {
        self.line_ends(block, |line, _, answer| each(line, answer));
    }

    /// The same, with where it was at the end of each line: that means nothing any more when
    /// the states are made anew.
    pub fn line_ends(
        &mut self,
        block: &[u8],
        mut each: impl FnMut(Range<usize>, Progress, Answer),
    ) {
        let mut from = 0;
        while from < block.len() {
            from = match self.lanes.walk(self.table.rows(), block, from) {
                end if end > from => self.walked(block, &mut each).unwrap_or(end),
                _ => self.long_line(block, from, &mut each),
            };
        }
    }

    /// Gives away the lines that were walked; where the next one begins, if rows
    /// had to be forgotten that it may have ended in.
    #[inline]
    fn walked(
        &mut self,
        block: &[u8],
        each: &mut impl FnMut(Range<usize>, Progress, Answer),
    ) -> Option<usize> {
        let table = &mut self.table;
        let forgotten = table.forgotten();
        let end = self.lanes.lines(block, |Line { place, next, row }| {
            let (row, answer) = match table.known_answer(row) {
                _ if place.is_empty() => (row, Answer::EMPTY.0),
                0 => table.judge(&block[place.clone()]),
                known => (row, known),
            };
            each(place, Progress(row), Answer(answer));
            match table.forgotten() > forgotten {
                true => ControlFlow::Break(next),
                false => ControlFlow::Continue(()),
            }
        });
        end.break_value()
    }

    /// Judges a line for which no lane is long enough; where the next one begins.
    fn long_line(
        &mut self,
        block: &[u8],
        from: usize,
        each: &mut impl FnMut(Range<usize>, Progress, Answer),
    ) -> usize {
        let end = memchr::memchr(LINE_END, &block[from..]).map_or(block.len(), |end| from + end);
        let line = interleaved::line(block, from, end);
        let at = self.go_on(self.begin(), &block[line.clone()]);
        let answer = self.end(at);
        each(line, at, answer);
        end + 1
    }
}
