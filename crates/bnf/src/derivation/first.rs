//! The first derivation of a string, in the order in which the page prints its
//! choices.
//!
//! A parser made from a transcription has a tree for a string; a grammar that
//! nobody transcribed has its positions. The string is walked along them from
//! left to right, preferred positions first, and of each position that takes a
//! byte it is remembered from which one it came. Where the string ends, the
//! first position at which it may end is taken, and the way back from it is a
//! derivation: at each choice the alternative that is printed first, an optional
//! part rather than none, once more rather than enough, wherever the rest of the
//! string leaves that choice.
//!
//! What the walk does at a byte depends only on the positions that took the byte
//! before. So it is made once for each such set, when a string first asks for it,
//! and the work for a string grows with its length alone.
//!
//! Productions that are one unit long are not shown, and what recurs at its right
//! end is flat, as in every [`Tree`].

mod layout;
mod parts;
mod reached;
mod writing;

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::automaton::{Automaton, Language, Layout as Laid, NotRegular};
use crate::grammar::Grammar;
use crate::tree::{NodeData, Tree};

use layout::{END, Event, Layout, MOST_ROWS};
pub(crate) use parts::{KnownParts, Part, Parts};
pub(super) use reached::Reached;
use writing::Writing;

/// How many sets of positions are kept from one string to the next, and of how many steps the
/// room.
const MOST_KEPT: usize = 10_000;

/// Derives the strings of one language.
///
/// ```
/// use urlbnf_bnf::automaton::Language;
/// use urlbnf_bnf::derivation::{Deriver, verify};
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "time = hour \":\" minute\nhour = 2DIGIT\nminute = 2DIGIT\n";
/// let grammar = Grammar::read("time.abnf", text, Reading::Printed)?;
/// let deriver = Deriver::new(&grammar, &Language::of(grammar.start()))?;
/// let tree = deriver.derive(&grammar, b"12:30").unwrap();
/// verify(&tree)?;
/// assert_eq!(tree.root().child("minute").unwrap().text(), b"30");
/// assert!(deriver.derive(&grammar, b"12.30").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Deriver {
    layout: Layout,
    /// What was found out so far. Each string takes one and puts it back, so that
    /// threads do not wait for one another.
    idle: Mutex<Vec<Found>>,
}

/// What strings have asked for.
#[derive(Debug, Default)]
struct Found {
    /// Positions that took one byte, preferred first, by their number.
    sets: Vec<Box<[u32]>>,
    numbers: HashMap<Box<[u32]>, u32>,
    /// The rows of the sets, of as many as have one, after each other: by the class of a byte, its
    /// step.
    rows: Vec<Stepped>,
    /// The same of all other sets, by row and class.
    others: HashMap<(u32, usize), Stepped>,
    /// The steps, in the order of their origins.
    steps: Vec<Step>,
    /// For each step, and each position of the set after it, how it was reached.
    origins: Vec<Origin>,
    /// By two positions: what begins and ends between them, by its number.
    between: HashMap<(u32, u32), u32>,
    /// The first is that nothing does.
    events: Vec<Box<[Event]>>,
    /// Where the origins of each step of the last string begin.
    taken: Vec<u32>,
    /// Room for what happens along a way.
    room: Vec<(usize, u32)>,
}

/// What is known of a step.
#[derive(Debug, Clone, Copy)]
struct Stepped {
    /// The set after it, by where its row begins; or [`NOWHERE`], or [`NOT_TRIED`].
    row: u32,
    /// Where the origins of its positions begin.
    origins: u32,
}

/// No string goes on so.
const NOWHERE: u32 = u32::MAX - 1;
/// Stands for a step that was not tried.
const NOT_TRIED: u32 = u32::MAX;

/// A step with a byte.
#[derive(Debug)]
struct Step {
    /// Where its origins begin.
    origins: u32,
    /// The set before it.
    from: u32,
    /// The set after it.
    next: u32,
}

/// How a position was reached that took a byte.
#[derive(Debug, Clone, Copy)]
struct Origin {
    /// The place of the position before it in its set.
    place: u32,
    /// What begins and ends between the two, by its number; [`NOT_ASKED`] before that is known.
    events: u32,
}

/// The way of a string along positions.
#[derive(Debug)]
struct Way {
    /// Where something begins or ends, the last first: before how many bytes, and what.
    happened: Vec<(usize, u32)>,
    /// How many bytes it has.
    length: usize,
    /// The last position.
    last: u32,
}

/// Stands for events that were not asked for.
const NOT_ASKED: u32 = u32::MAX;
/// The number of the events where nothing begins or ends.
const NOTHING: u32 = 0;

impl Deriver {
    /// Lays the strings of a production out, or some of them.
    ///
    /// # Errors
    /// If the production cannot be unrolled into positions.
    pub fn new(grammar: &Grammar, language: &Language<'_>) -> Result<Deriver, NotRegular> {
        let layout =
            Layout::new(Automaton::graph(grammar, language, Laid::Positions, grammar.limits())?);
        Ok(Deriver { layout, idle: Mutex::default() })
    }

    /// The first derivation of a string from the production; `None` where it has
    /// none. `grammar` is the one whose production was laid out.
    pub fn derive<'g, 'i>(&self, grammar: &'g Grammar, input: &'i [u8]) -> Option<Tree<'g, 'i>> {
        let mut found = self.take();
        let nodes = found.nodes(&self.layout, input);
        self.put_back(found);
        Tree::of(grammar, input, nodes?)
    }

    fn take(&self) -> Found {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.pop().unwrap_or_else(|| Found::new(&self.layout))
    }

    fn put_back(&self, mut found: Found) {
        found.taken.clear();
        found.taken.shrink_to(MOST_KEPT);
        found.room.clear();
        found.room.shrink_to(MOST_KEPT);
        if found.sets.len() <= MOST_KEPT {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(found);
        }
    }
}

impl Found {
    fn new(layout: &Layout) -> Found {
        let mut found = Found { events: vec![Box::default()], ..Found::default() };
        let beginning = layout.graph.positions.len() as u32;
        found.number(layout, vec![beginning]);
        found
    }

    fn number(&mut self, layout: &Layout, set: Vec<u32>) -> u32 {
        let set: Box<[u32]> = set.into();
        if let Some(&number) = self.numbers.get(&set) {
            return number;
        }
        let number = self.sets.len() as u32;
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        if number < MOST_ROWS {
            let row = Stepped { row: NOT_TRIED, origins: 0 };
            self.rows.resize(self.sets.len() * layout.symbols(), row);
        }
        number
    }

    /// The step from a set, by where its row begins, with a symbol.
    fn step(&mut self, layout: &Layout, row: u32, symbol: usize) -> Stepped {
        let known = self.rows.get(row as usize + symbol).copied();
        match known.or_else(|| self.others.get(&(row, symbol)).copied()) {
            Some(known) if known.row != NOT_TRIED => known,
            _ => self.try_step(layout, row, symbol),
        }
    }

    fn try_step(&mut self, layout: &Layout, row: u32, symbol: usize) -> Stepped {
        let from = layout.set(row);
        let (mut next, origins) = (Vec::new(), self.origins.len() as u32);
        let mut added = std::collections::HashSet::new();
        for (place, &position) in self.sets[from as usize].iter().enumerate() {
            for &target in &layout.next[position as usize] {
                if layout.takes(target, symbol) && added.insert(target) {
                    next.push(target);
                    self.origins.push(Origin { place: place as u32, events: NOT_ASKED });
                }
            }
        }
        let mut stepped = Stepped { row: NOWHERE, origins };
        if !next.is_empty() {
            let next = self.number(layout, next);
            self.steps.push(Step { origins, from, next });
            stepped.row = layout.row(next);
        }
        match self.rows.get_mut(row as usize + symbol) {
            Some(known) => *known = stepped,
            None => {
                self.others.insert((row, symbol), stepped);
            }
        }
        stepped
    }

    /// The way of a string to a position that fits.
    fn way(
        &mut self,
        layout: &Layout,
        symbols: impl ExactSizeIterator<Item = usize>,
        fits: impl Fn(u32) -> bool,
    ) -> Option<Way> {
        let length = symbols.len();
        self.taken.clear();
        self.taken.reserve(length);
        let mut row = 0;
        for symbol in symbols {
            let stepped = self.step(layout, row, symbol);
            if stepped.row == NOWHERE {
                return None;
            }
            self.taken.push(stepped.origins);
            row = stepped.row;
        }
        let set = &self.sets[layout.set(row) as usize];
        let mut place = set.iter().position(|&it| fits(it))?;
        let last = set[place];
        let mut happened = std::mem::take(&mut self.room);
        for at in (0..length).rev() {
            let origin = self.taken[at] as usize + place;
            let Origin { place: before, mut events } = self.origins[origin];
            if events == NOT_ASKED {
                events = self.beside(layout, origin, place);
            }
            if events != NOTHING {
                happened.push((at, events));
            }
            place = before as usize;
        }
        Some(Way { happened, length, last })
    }

    fn nodes(&mut self, layout: &Layout, input: &[u8]) -> Option<Vec<NodeData>> {
        let symbols = input.iter().map(|&byte| layout.classes.class(byte));
        let way = self.way(layout, symbols, |position| layout.last[position as usize])?;
        let nodes = self.writing(layout, &way, END).all();
        self.room = way.happened;
        Some(nodes)
    }

    /// What is written along a way, and between its last position and another.
    fn writing<'l>(&mut self, layout: &'l Layout, way: &Way, to: u32) -> Writing<'l> {
        let mut writing = Writing::of(&layout.graph.frames, way.happened.len());
        for &(offset, events) in way.happened.iter().rev() {
            for &event in &*self.events[events as usize] {
                writing.event(event, offset);
            }
        }
        let events = self.between(layout, way.last, to);
        for &event in &*self.events[events as usize] {
            writing.event(event, way.length);
        }
        writing
    }

    /// What begins and ends with a step that leads to a place, by its number.
    fn beside(&mut self, layout: &Layout, origin: usize, place: usize) -> u32 {
        let before = self.origins[origin].place;
        let step =
            self.steps.partition_point(|step| step.origins as usize <= origin).saturating_sub(1);
        let Step { from, next, .. } = self.steps[step];
        let (from, to) = (&self.sets[from as usize], &self.sets[next as usize]);
        let events = self.between(layout, from[before as usize], to[place]);
        self.origins[origin].events = events;
        events
    }

    /// What begins and ends between two positions, by its number.
    fn between(&mut self, layout: &Layout, from: u32, to: u32) -> u32 {
        if let Some(&known) = self.between.get(&(from, to)) {
            return known;
        }
        let events = layout.between(from, to);
        let number = match events.is_empty() {
            true => NOTHING,
            false => {
                self.events.push(events);
                self.events.len() as u32 - 1
            }
        };
        self.between.insert((from, to), number);
        number
    }
}
