//! The way of a string through the language in which its failure is measured.
//!
//! A repair tries a byte, turns back, and tries another. It asks little of where it is: whether a
//! string may end there, whether it is inside an escape, whether a slash is printed there. A walk
//! through the positions of the grammar says that, for one string as well as for a million. For a
//! million, the same three answers are in the states of an automaton: a step is then one look into
//! a table, and turning back a copy of a number.

use std::cell::RefCell;

use crate::automaton::{Automaton, Stance, Symbol, Walk};
use crate::bnf::ProductionId;
use crate::product::{Failures, LazyDfa, StateNumber, Step};
use crate::verdict::{Judge, Verdict};

/// How many numbers the automata of a judge may hold before they are made anew.
const MOST_NUMBERS: usize = 1 << 20;

/// A string, some bytes along.
pub(super) trait Track: Clone {
    /// Takes a byte. Where no string goes on so, nothing changes, and it is `false`.
    fn step(&mut self, byte: u8) -> bool;

    /// Takes bytes, up to the first that no string goes on with: whether that was all.
    fn follow(&mut self, bytes: &[u8]) -> bool;

    /// How many bytes were taken.
    fn offset(&self) -> usize;

    /// Whether a string ends here.
    fn may_end(&self) -> bool;

    /// Whether it stands inside an escape.
    fn is_in_escape(&self) -> bool;

    /// Whether the grammar prints a slash here, and not only a class that has one.
    fn wants_slash(&self) -> bool;

    /// Whether some string has the byte.
    fn uses(&self, byte: u8) -> bool;
}

/// Where tracks begin.
pub(super) trait Tracks<'a> {
    type Track: Track;

    /// Before the first byte, in the language of the production by which is judged.
    fn begin(&self, judge: &'a Judge, judged: Option<ProductionId>) -> Self::Track;

    /// Whether a string conforms, at whose end a track stands.
    fn conforms(&self, judge: &'a Judge, text: &[u8], end: &Self::Track) -> bool;
}

/// Walks, each for itself; what conforms the parser says.
pub(super) struct Walks;

impl<'a> Tracks<'a> for Walks {
    type Track = Walk<'a>;

    fn begin(&self, judge: &'a Judge, judged: Option<ProductionId>) -> Walk<'a> {
        Walk::new(judge.measure(judged))
    }

    fn conforms(&self, judge: &'a Judge, text: &[u8], _: &Walk<'a>) -> bool {
        judge.judge(text).verdict == Verdict::Conforms
    }
}

impl Track for Walk<'_> {
    fn step(&mut self, byte: u8) -> bool {
        Walk::step(self, byte)
    }

    fn follow(&mut self, bytes: &[u8]) -> bool {
        Walk::follow(self, bytes)
    }

    fn offset(&self) -> usize {
        Walk::offset(self)
    }

    fn may_end(&self) -> bool {
        Walk::may_end(self)
    }

    fn is_in_escape(&self) -> bool {
        Walk::is_in_escape(self)
    }

    fn wants_slash(&self) -> bool {
        wants_slash(self)
    }

    fn uses(&self, byte: u8) -> bool {
        self.automaton().uses(byte)
    }
}

fn wants_slash(walk: &Walk<'_>) -> bool {
    walk.waiting().any(|thread| {
        let symbol = &walk.automaton().position(thread.position).symbol;
        matches!(symbol, Symbol::Literal(text) if text.starts_with('/'))
    })
}

/// The automata of a judge, as far as they were needed.
#[derive(Debug)]
pub(crate) struct Cursors<'j> {
    whole: Table<'j>,
    specific: Option<Table<'j>>,
    /// How many times they were made anew.
    forgotten: u64,
}

/// An automaton of one language.
#[derive(Debug)]
struct Table<'j> {
    states: RefCell<LazyDfa<'j, Waits>>,
    /// The bytes that some string has.
    used: Vec<bool>,
    /// Whether characters are judged.
    has_characters: bool,
}

/// A number of a state of an automaton.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'c, 'j> {
    table: &'c Table<'j>,
    state: StateNumber,
    offset: usize,
}

/// Where a cursor stood, beside how far it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stop {
    state: StateNumber,
    /// How many times the automata had been made anew.
    forgotten: u64,
}

/// What is asked of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Asked {
    is_in_escape: bool,
    wants_slash: bool,
}

/// States are told apart by what may follow, and by what is asked of them.
#[derive(Debug, Clone, Copy)]
struct Waits;

impl Failures for Waits {
    type Failure = Asked;

    fn at_end(&self, walk: &Walk<'_>, _: Option<Step<'_>>) -> Asked {
        Asked { is_in_escape: walk.is_in_escape(), wants_slash: wants_slash(walk) }
    }

    fn at_byte(&self, _: &Walk<'_>, _: u8, at_end: Asked) -> Asked {
        at_end
    }

    fn class(&self, _: u8) -> u8 {
        0
    }

    fn stance(&self, walk: &Walk<'_>) -> Stance {
        walk.stance().plain()
    }
}

impl<'j> Cursors<'j> {
    /// The automata of a judge.
    pub fn of(judge: &'j Judge) -> Cursors<'j> {
        let table = |automaton: &'j Automaton| Table {
            states: RefCell::new(LazyDfa::new(automaton, Waits)),
            used: (0..=u8::MAX).map(|byte| automaton.uses(byte)).collect(),
            has_characters: automaton.has_characters(),
        };
        let specific = judge.specific().map(table);
        Cursors { whole: table(judge.whole()), specific, forgotten: 0 }
    }

    /// Whether they go along a string as walks do: of characters beyond ASCII, a walk takes
    /// the bytes one by one.
    pub fn are_for(&self, input: &[u8]) -> bool {
        let mut tables = self.specific.iter().chain([&self.whole]);
        input.is_ascii() || !tables.any(|table| table.has_characters)
    }

    /// Forgets what was made, where it is much. No cursor goes on after this.
    pub fn tidy(&mut self) {
        for table in self.specific.iter_mut().chain([&mut self.whole]) {
            let states = table.states.get_mut();
            if states.size() > MOST_NUMBERS {
                states.forget_but(0);
                self.forgotten += 1;
            }
        }
    }

    /// Whether a string conforms that has a production of its scheme's own, or none.
    pub fn accepts(&self, judged: Option<ProductionId>, text: &[u8]) -> bool {
        let mut cursor = self.start(judged);
        cursor.follow(text) && cursor.may_end()
    }

    /// Where a cursor is.
    pub(super) fn stop(&self, cursor: &Cursor<'_, '_>) -> Stop {
        Stop { state: cursor.state, forgotten: self.forgotten }
    }

    /// A cursor that goes on where another stood, if that is still known.
    pub(super) fn resume(
        &self,
        judged: Option<ProductionId>,
        stop: Stop,
        offset: usize,
    ) -> Option<Cursor<'_, 'j>> {
        let is_known = stop.forgotten == self.forgotten;
        is_known.then(|| Cursor { table: self.table(judged), state: stop.state, offset })
    }

    fn start(&self, judged: Option<ProductionId>) -> Cursor<'_, 'j> {
        Cursor { table: self.table(judged), state: 0, offset: 0 }
    }

    fn table(&self, judged: Option<ProductionId>) -> &Table<'j> {
        judged.and(self.specific.as_ref()).unwrap_or(&self.whole)
    }
}

impl<'c, 'j> Tracks<'j> for &'c Cursors<'j> {
    type Track = Cursor<'c, 'j>;

    fn begin(&self, _: &'j Judge, judged: Option<ProductionId>) -> Cursor<'c, 'j> {
        self.start(judged)
    }

    // What conforms is what the language has in which a failure is measured: that is proved
    // of all strings (`Judges::compare`).
    fn conforms(&self, judge: &'j Judge, text: &[u8], end: &Cursor<'c, 'j>) -> bool {
        let judged = judge.own_production(text);
        match std::ptr::eq(self.table(judged), end.table) {
            true => end.may_end(),
            false => self.accepts(judged, text),
        }
    }
}

impl Cursor<'_, '_> {
    fn asked(&self) -> Asked {
        self.table.states.borrow().failure(self.state)
    }
}

impl Track for Cursor<'_, '_> {
    fn step(&mut self, byte: u8) -> bool {
        self.follow(&[byte])
    }

    fn follow(&mut self, bytes: &[u8]) -> bool {
        let mut states = self.table.states.borrow_mut();
        for &byte in bytes {
            let next = states.step(self.state, byte);
            if states.has_failed(next) {
                return false;
            }
            self.state = next;
            self.offset += 1;
        }
        true
    }

    fn offset(&self) -> usize {
        self.offset
    }

    fn may_end(&self) -> bool {
        self.table.states.borrow().accepts(self.state)
    }

    fn is_in_escape(&self) -> bool {
        self.asked().is_in_escape
    }

    fn wants_slash(&self) -> bool {
        self.asked().wants_slash
    }

    fn uses(&self, byte: u8) -> bool {
        self.table.used[usize::from(byte)]
    }
}
