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

mod reached;
mod writing;

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use urlbnf_language::CharacterSet;

use crate::automaton::{Automaton, Graph, Language, Layout as Laid, Node, NodeId, NotRegular};
use crate::grammar::Grammar;
use crate::tree::{NodeData, Tree};

pub(super) use reached::Reached;
use writing::Writing;

/// How many sets of positions are kept from one string to the next.
const MOST_KEPT: usize = 10_000;
/// How many sets have a row of their own, of two kilobytes. Strings that go on alike meet a few
/// hundred; what comes after these is looked up.
const MOST_ROWS: usize = 2_000;

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

/// A production laid out, and what each of its positions leads to.
#[derive(Debug)]
struct Layout {
    graph: Graph,
    /// By position, and last for the beginning: the positions that may come next,
    /// preferred first.
    next: Vec<Vec<u32>>,
    /// Whether a string may end there.
    last: Vec<bool>,
    /// By position: the node behind it.
    behind: Vec<NodeId>,
}

/// What strings have asked for.
#[derive(Debug, Default)]
struct Found {
    /// Positions that took one byte, preferred first, by their number.
    sets: Vec<Box<[u32]>>,
    numbers: HashMap<Box<[u32]>, u32>,
    /// By set, as many as have one, and byte: its step.
    rows: Vec<[Stepped; 256]>,
    /// The same of all other sets.
    others: HashMap<(u32, u8), Stepped>,
    steps: Vec<Step>,
    /// By two positions: what begins and ends between them, by its number.
    between: HashMap<(u32, u32), u32>,
    events: Vec<Box<[Event]>>,
}

/// What is known of a step.
#[derive(Debug, Clone, Copy)]
enum Stepped {
    NotTried,
    /// No string goes on so.
    Nowhere,
    /// The number of the step.
    By(u32),
}

/// A step with a byte.
#[derive(Debug)]
struct Step {
    /// The set before it.
    from: u32,
    /// The set behind it.
    next: u32,
    /// For each position of that set, the place of the one it came from.
    origins: Box<[u32]>,
    /// For each, what begins and ends between the two, by its number, once it was asked for.
    events: Box<[Option<u32>]>,
}

/// The way of a string along positions.
#[derive(Debug)]
struct Way {
    /// The steps.
    steps: Vec<u32>,
    /// Before each, and at the end: the place of its position in its set.
    places: Vec<u32>,
    /// The last position.
    last: u32,
}

/// What happens between two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Event {
    Enter(usize),
    Reenter(usize),
    /// What was entered is one of this frame, which another may come to stand around.
    Begin(usize),
    /// What is complete was the left end of one of this frame.
    Wrap(usize),
    Leave(usize),
}

/// Stands for the end of the string.
const END: u32 = u32::MAX;

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

    fn put_back(&self, found: Found) {
        if found.sets.len() <= MOST_KEPT {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(found);
        }
    }
}

impl Layout {
    fn new(graph: Graph) -> Layout {
        let count = graph.positions.len();
        let mut behind = vec![graph.entry; count + 1];
        for node in &graph.nodes {
            if let Node::Position { index, next } = node {
                behind[*index] = *next;
            }
        }
        let (mut next, mut last) = (Vec::new(), Vec::new());
        for &node in &behind {
            let (targets, ends) = graph.reach(node);
            next.push(targets);
            last.push(ends);
        }
        Layout { graph, next, last, behind }
    }

    fn characters(&self, position: u32) -> CharacterSet {
        self.graph.positions[position as usize].characters
    }

    /// What begins and ends on the preferred way from one position to another.
    fn between(&self, from: u32, to: u32) -> Box<[Event]> {
        let graph = &self.graph;
        // Each node with the one before it on the first way that leads to it.
        let mut before: HashMap<NodeId, Option<NodeId>> = HashMap::new();
        let mut pending = vec![(self.behind[from as usize], None)];
        let mut at = None;
        while let Some((node, earlier)) = pending.pop() {
            if before.contains_key(&node) {
                continue;
            }
            before.insert(node, earlier);
            match &graph.nodes[node] {
                Node::Position { index, .. } if *index as u32 == to => at = Some(node),
                Node::Accept if to == END => at = Some(node),
                Node::Position { .. } | Node::Accept => {}
                Node::Split(nexts) => {
                    pending.extend(nexts.iter().rev().map(|&next| (next, Some(node))));
                }
                Node::Enter { next, .. }
                | Node::Reenter { next, .. }
                | Node::Begin { next, .. }
                | Node::Wrap { next, .. }
                | Node::Leave { next, .. } => pending.push((*next, Some(node))),
            }
            if at.is_some() {
                break;
            }
        }
        let mut events = Vec::new();
        while let Some(node) = at {
            match &graph.nodes[node] {
                Node::Enter { frame, .. } => events.push(Event::Enter(*frame)),
                Node::Reenter { frame, .. } => events.push(Event::Reenter(*frame)),
                Node::Begin { frame, .. } => events.push(Event::Begin(*frame)),
                Node::Wrap { frame, .. } => events.push(Event::Wrap(*frame)),
                Node::Leave { frame, .. } => events.push(Event::Leave(*frame)),
                _ => {}
            }
            at = before.get(&node).copied().flatten();
        }
        events.reverse();
        // A production that begins again is entered by the step that says so.
        let mut again = None;
        events.retain(|&event| {
            let repeated =
                matches!((again, event), (Some(frame), Event::Enter(other)) if frame == other);
            again = match event {
                Event::Reenter(frame) => Some(frame),
                _ => None,
            };
            !repeated
        });
        events.into()
    }
}

impl Found {
    fn new(layout: &Layout) -> Found {
        let mut found = Found::default();
        let beginning = layout.graph.positions.len() as u32;
        found.number(vec![beginning]);
        found
    }

    fn number(&mut self, set: Vec<u32>) -> u32 {
        let set: Box<[u32]> = set.into();
        if let Some(&number) = self.numbers.get(&set) {
            return number;
        }
        let number = self.sets.len() as u32;
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        if self.rows.len() < MOST_ROWS {
            self.rows.push([Stepped::NotTried; 256]);
        }
        number
    }

    /// The step from a set with a byte; `None` where no string goes on so.
    fn step(&mut self, layout: &Layout, set: u32, byte: u8) -> Option<u32> {
        let row = self.rows.get(set as usize).map(|row| row[usize::from(byte)]);
        let known = row.or_else(|| self.others.get(&(set, byte)).copied());
        match known {
            Some(Stepped::By(step)) => return Some(step),
            Some(Stepped::Nowhere) => return None,
            Some(Stepped::NotTried) | None => {}
        }
        let (mut next, mut origins): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        let mut added = std::collections::HashSet::new();
        for (place, &position) in self.sets[set as usize].iter().enumerate() {
            for &target in &layout.next[position as usize] {
                if layout.characters(target).contains(byte) && added.insert(target) {
                    next.push(target);
                    origins.push(place as u32);
                }
            }
        }
        let step = (!next.is_empty()).then(|| {
            let events = vec![None; next.len()].into();
            let next = self.number(next);
            self.steps.push(Step { from: set, next, origins: origins.into(), events });
            self.steps.len() as u32 - 1
        });
        let stepped = step.map_or(Stepped::Nowhere, Stepped::By);
        match self.rows.get_mut(set as usize) {
            Some(row) => row[usize::from(byte)] = stepped,
            None => {
                self.others.insert((set, byte), stepped);
            }
        }
        step
    }

    /// The way of a string to a position that fits.
    fn way(&mut self, layout: &Layout, input: &[u8], fits: impl Fn(u32) -> bool) -> Option<Way> {
        let mut steps = Vec::with_capacity(input.len());
        let mut set = 0;
        for &byte in input {
            let step = self.step(layout, set, byte)?;
            steps.push(step);
            set = self.steps[step as usize].next;
        }
        let mut place = self.sets[set as usize].iter().position(|&it| fits(it))? as u32;
        let last = self.sets[set as usize][place as usize];
        let mut places = vec![place; steps.len() + 1];
        for (at, &step) in steps.iter().enumerate().rev() {
            place = self.steps[step as usize].origins[place as usize];
            places[at] = place;
        }
        Some(Way { steps, places, last })
    }

    fn nodes(&mut self, layout: &Layout, input: &[u8]) -> Option<Vec<NodeData>> {
        let way = self.way(layout, input, |position| layout.last[position as usize])?;
        Some(self.writing(layout, &way, END).all())
    }

    /// What is written along a way, and between its last position and another.
    fn writing<'l>(&mut self, layout: &'l Layout, way: &Way, to: u32) -> Writing<'l> {
        let mut writing = Writing::of(&layout.graph.frames);
        for (offset, (&step, &place)) in way.steps.iter().zip(&way.places[1..]).enumerate() {
            let events = match self.steps[step as usize].events[place as usize] {
                Some(events) => events,
                None => self.beside(layout, step, place),
            };
            for &event in &*self.events[events as usize] {
                writing.event(event, offset);
            }
        }
        let events = self.between(layout, way.last, to);
        for &event in &*self.events[events as usize] {
            writing.event(event, way.steps.len());
        }
        writing
    }

    /// What begins and ends with a step that leads to a place, by its number.
    fn beside(&mut self, layout: &Layout, step: u32, place: u32) -> u32 {
        let Step { from, next, origins, .. } = &self.steps[step as usize];
        let origin = origins[place as usize] as usize;
        let (from, to) = (*from as usize, *next as usize);
        let (from, to) = (self.sets[from][origin], self.sets[to][place as usize]);
        let events = self.between(layout, from, to);
        self.steps[step as usize].events[place as usize] = Some(events);
        events
    }

    /// What begins and ends between two positions, by its number.
    fn between(&mut self, layout: &Layout, from: u32, to: u32) -> u32 {
        if let Some(&known) = self.between.get(&(from, to)) {
            return known;
        }
        let number = self.events.len() as u32;
        self.events.push(layout.between(from, to));
        self.between.insert((from, to), number);
        number
    }
}
