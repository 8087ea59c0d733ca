//! The first derivation of a string, in the order in which the page prints its choices.
//!
//! A parser made from a transcription gives a tree for a string. For a grammar without a
//! transcription the tree comes from the positions of its automaton. The run over the string
//! goes from left to right, preferred positions first, and records for each position that takes
//! a byte which position precedes it. At the end of the string the first position that may end
//! is chosen, and the path back from it is a derivation. At each choice that the rest of the
//! string leaves open, the path takes the alternative that is printed first, an optional part
//! rather than none, and one more round rather than the end.
//!
//! The step at a byte depends only on the positions that took the byte before. So it is computed
//! once for each such set, as in a lazy DFA, and the work for a string is linear in its length.
//!
//! Units are not shown, and right recursion is flat, as in every [`Tree`].

mod layout;
mod parts;
mod prefix_derivation;
mod writing;

use std::sync::{Mutex, PoisonError};

use urlbnf_language::{FastMap, LazyAutomaton, LazyTransition};

use crate::automaton::{
    Automaton, AutomatonError, FrameEvent, LanguageSpec, LayoutKind, VisitedNodes,
};
use crate::grammar::Grammar;
use crate::tree::{NodeData, Tree};

use layout::{END, PositionLayout};
pub(crate) use parts::{CallLayout, CallLayoutCache, SpannedSymbol};
pub(super) use prefix_derivation::PrefixDerivation;
use writing::EventTreeBuilder;

/// The most sets of positions that are kept from one string to the next, and the most steps that
/// buffers are kept for.
const MOST_KEPT: usize = 10_000;

/// Derives the strings of one language.
///
/// ```
/// use urlbnf_bnf::automaton::LanguageSpec;
/// use urlbnf_bnf::derivation::{Deriver, verify};
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "time = hour \":\" minute\nhour = 2DIGIT\nminute = 2DIGIT\n";
/// let grammar = Grammar::read("time.abnf", text, Reading::Printed)?;
/// let deriver = Deriver::new(&grammar, &LanguageSpec::from_production(grammar.start()))?;
/// let tree = deriver.derive(&grammar, b"12:30").unwrap();
/// verify(&tree)?;
/// assert_eq!(tree.root().child("minute").unwrap().text(), b"30");
/// assert!(deriver.derive(&grammar, b"12.30").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Deriver {
    layout: PositionLayout,
    /// Caches that no thread is using. Each string takes one and puts it back, so that threads
    /// do not wait for each other.
    idle: Mutex<Vec<DeriverCache>>,
}

/// A cache of the steps that strings have needed.
#[derive(Debug)]
struct DeriverCache {
    /// A state is a set of positions that took the same symbol, preferred first. The label of a
    /// transition is the index in `origins` of the first position of its target.
    sets: LazyAutomaton<Box<[u32]>, u32>,
    /// The steps, in the order of their origins.
    steps: Vec<SetTransition>,
    /// By step, and by position of the set after it: how the position was reached.
    origins: Vec<PositionOrigin>,
    /// By two positions: the number of the events between them.
    between: FastMap<(u32, u32), u32>,
    /// By number: what begins and ends between two positions. Number 0 is nothing.
    events: Vec<Box<[FrameEvent]>>,
    /// By byte of the last string: where the origins of its step begin.
    taken: Vec<u32>,
    /// A buffer for the events along a path.
    room: Vec<(usize, u32)>,
    /// The positions that the current step has reached.
    met: VisitedNodes,
}

/// A step between two sets.
#[derive(Debug)]
struct SetTransition {
    /// The index of the first of its origins.
    origins: u32,
    /// The set before it.
    from: u32,
    /// The set after it.
    next: u32,
}

/// How a position that took a byte was reached.
#[derive(Debug, Clone, Copy)]
struct PositionOrigin {
    /// The index of the preceding position in its set.
    place: u32,
    /// The number of the events between the two; [`NOT_ASKED`] if that is not known yet.
    events: u32,
}

/// The path of a string along positions.
#[derive(Debug)]
struct PositionPath {
    /// What begins or ends, in reverse: after how many bytes, and the number of the events.
    happened: Vec<(usize, u32)>,
    /// The number of bytes.
    length: usize,
    /// The last position.
    last: u32,
}

/// The events were not computed yet.
const NOT_ASKED: u32 = u32::MAX;
/// The number for no events.
const NOTHING: u32 = 0;

impl Deriver {
    /// Lays out the strings of a production, or a part of them.
    ///
    /// # Errors
    /// If the production cannot be unrolled into positions.
    pub fn new(grammar: &Grammar, language: &LanguageSpec<'_>) -> Result<Deriver, AutomatonError> {
        let mut work = grammar.work();
        let graph = Automaton::graph(grammar, language, LayoutKind::Positions, &mut work)?;
        let layout = PositionLayout::new(graph, &mut work);
        let layout =
            layout.map_err(|exceeded| AutomatonError::TooLarge(language.start, exceeded))?;
        Ok(Deriver { layout, idle: Mutex::default() })
    }

    /// The first derivation of a string from the production; `None` if there is none. `grammar`
    /// must be the grammar that the deriver was made from.
    pub fn derive<'g, 'i>(&self, grammar: &'g Grammar, input: &'i [u8]) -> Option<Tree<'g, 'i>> {
        let mut cache = self.take();
        let nodes = cache.nodes(&self.layout, input);
        self.put_back(cache);
        Tree::from_nodes(grammar, input, nodes?)
    }

    fn take(&self) -> DeriverCache {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.pop().unwrap_or_else(|| DeriverCache::new(&self.layout))
    }

    fn put_back(&self, mut cache: DeriverCache) {
        cache.taken.clear();
        cache.taken.shrink_to(MOST_KEPT);
        cache.room.clear();
        cache.room.shrink_to(MOST_KEPT);
        if cache.sets.count() <= MOST_KEPT {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(cache);
        }
    }
}

impl DeriverCache {
    fn new(layout: &PositionLayout) -> DeriverCache {
        let beginning = layout.graph.positions.len();
        let mut sets = LazyAutomaton::new(layout.symbols());
        sets.insert(Box::from([beginning as u32]));
        DeriverCache {
            sets,
            steps: Vec::new(),
            origins: Vec::new(),
            between: FastMap::default(),
            events: vec![Box::default()],
            taken: Vec::new(),
            room: Vec::new(),
            met: VisitedNodes::new(beginning + 1),
        }
    }

    /// The transition with a symbol from a set.
    #[inline(never)]
    fn compute(
        &mut self,
        layout: &PositionLayout,
        from: u32,
        symbol: usize,
    ) -> LazyTransition<u32> {
        let (mut next, origins) = (Vec::new(), self.origins.len() as u32);
        self.met.begin();
        for (place, &position) in self.sets.state(from).iter().enumerate() {
            for &target in &layout.next[position as usize] {
                if layout.takes(target, symbol) && self.met.insert(target as usize) {
                    next.push(target);
                    self.origins.push(PositionOrigin { place: place as u32, events: NOT_ASKED });
                }
            }
        }
        let transition = match next.is_empty() {
            true => LazyTransition::Nowhere,
            false => {
                let (next, _) = self.sets.insert(next.into());
                self.steps.push(SetTransition { origins, from, next });
                LazyTransition::To(next, origins)
            }
        };
        self.sets.set_transition(from, symbol, transition);
        transition
    }

    /// The path of a string to the first position that `fits`; `None` if there is none.
    fn search_path(
        &mut self,
        layout: &PositionLayout,
        symbols: impl ExactSizeIterator<Item = usize>,
        fits: impl Fn(u32) -> bool,
    ) -> Option<PositionPath> {
        let length = symbols.len();
        self.taken.clear();
        self.taken.reserve(length);
        let mut from = 0;
        for symbol in symbols {
            let mut transition = self.sets.transition(from, symbol);
            if transition == LazyTransition::Unknown {
                transition = self.compute(layout, from, symbol);
            }
            let LazyTransition::To(next, origins) = transition else { return None };
            self.taken.push(origins);
            from = next;
        }
        let set = self.sets.state(from);
        let mut place = set.iter().position(|&position| fits(position))?;
        let last = set[place];
        let mut happened = std::mem::take(&mut self.room);
        for at in (0..length).rev() {
            let origin = self.taken[at] as usize + place;
            let PositionOrigin { place: before, mut events } = self.origins[origin];
            if events == NOT_ASKED {
                events = self.events_before(layout, origin, place);
            }
            if events != NOTHING {
                happened.push((at, events));
            }
            place = before as usize;
        }
        Some(PositionPath { happened, length, last })
    }

    fn nodes(&mut self, layout: &PositionLayout, input: &[u8]) -> Option<Vec<NodeData>> {
        let symbols = input.iter().map(|&byte| layout.classes.class(byte));
        let path = self.search_path(layout, symbols, |position| layout.last[position as usize])?;
        let nodes = self.writing(layout, &path, END).all();
        self.room = path.happened;
        Some(nodes)
    }

    /// Writes the tree along a path, and between its last position and `to`.
    fn writing<'l>(
        &mut self,
        layout: &'l PositionLayout,
        path: &PositionPath,
        to: u32,
    ) -> EventTreeBuilder<'l> {
        let mut writing =
            EventTreeBuilder::with_capacity(&layout.graph.frames, 2 * path.happened.len());
        for &(offset, events) in path.happened.iter().rev() {
            for &event in &*self.events[events as usize] {
                writing.event(event, offset);
            }
        }
        let events = self.between(layout, path.last, to);
        for &event in &*self.events[events as usize] {
            writing.event(event, path.length);
        }
        writing
    }

    /// The number of the events in a step to the position at `place`.
    fn events_before(&mut self, layout: &PositionLayout, origin: usize, place: usize) -> u32 {
        let before = self.origins[origin].place;
        let step =
            self.steps.partition_point(|step| step.origins as usize <= origin).saturating_sub(1);
        let SetTransition { from, next, .. } = self.steps[step];
        let (from, to) = (self.sets.state(from), self.sets.state(next));
        let events = self.between(layout, from[before as usize], to[place]);
        self.origins[origin].events = events;
        events
    }

    /// The number of the events between two positions.
    fn between(&mut self, layout: &PositionLayout, from: u32, to: u32) -> u32 {
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
