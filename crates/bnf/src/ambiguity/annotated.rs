//! Marked strings: strings with their derivations written into them.
//!
//! A mark is written between the bytes where a production begins or ends. Two derivations of a
//! string are two marked strings that are equal without their marks. The marked strings of a
//! regular grammar are a regular language. In its deterministic automaton each derivation is one
//! path.

use std::collections::BTreeMap;
use std::hash::Hash;

use urlbnf_language::{ByteClasses, Exceeded, FastMap, FastSet, Limit, Meter};

use super::units::{Ways, escape_derivations};
use crate::automaton::{Event, Graph, Node, NodeId, Symbol};
use crate::components::components;
use crate::grammar::{Grammar, ProductionId};

/// A mark between the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Mark {
    Enter(ProductionId),
    /// The production begins again at its own right end: both will end together.
    Reenter(ProductionId),
    Leave,
    /// The production begins at the left end of one that began here too.
    Begin(ProductionId),
    /// The production that is complete was the left end of this one, which continues.
    Wrap(ProductionId),
    /// A character derives from a unit, in the way of this number (from 0, in printed order).
    Unit(ProductionId, u32),
    /// An escape derives from a unit, in the way of this number.
    Escape(ProductionId, u32),
}

/// A deterministic automaton of the marked strings.
pub(super) struct Annotated {
    pub states: Vec<State>,
    pub start: usize,
    /// The classes of bytes that no state distinguishes.
    pub classes: ByteClasses,
}

/// A nondeterministic automaton of marked strings, from which [`Annotated`] is built.
pub(super) trait Marked {
    /// A state.
    type Item: Copy + Ord + Hash;

    /// The state of a node.
    fn at(node: NodeId) -> Self::Item;

    /// The nodes that a silent state leads to; `None` if the state is not silent.
    fn silent(&self, item: Self::Item) -> Option<&[NodeId]>;

    /// Whether a string may end here.
    fn accepts(&self, item: Self::Item) -> bool;

    /// The marks that can be written next, and the states after them.
    fn marks(&self, item: Self::Item) -> Vec<(Mark, Self::Item)>;

    /// The state after a byte; `None` if the state does not take it.
    fn take(&self, item: Self::Item, byte: u8) -> Option<Self::Item>;
}

#[derive(Default)]
pub(super) struct State {
    pub marks: Vec<(Mark, usize)>,
    /// By class of bytes: the next state, or [`DEAD`].
    bytes: Vec<u32>,
    pub accepting: bool,
    /// A production that marks alone can begin here any number of times, before any byte.
    pub endless: Option<ProductionId>,
}

/// A node, or the position of a unit whose mark is already written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Item {
    At(NodeId),
    Marked(NodeId, usize),
}

/// The steps that each item and each class of bytes of a state takes from the budget, because the
/// state is kept.
const KEPT: usize = 16;

/// In [`State::bytes`]: no marked string continues with the byte.
const DEAD: u32 = u32::MAX;

impl Annotated {
    /// The marked strings of a graph.
    pub fn new(grammar: &Grammar, graph: &Graph, meter: &mut Meter) -> Result<Annotated, Exceeded> {
        let ways = Ways::of(grammar, graph);
        let classes = ways.classes(graph);
        Annotated::of(&Derived { grammar, graph, ways }, graph.entry, classes, meter)
    }

    /// Builds the automaton of the marked strings that begin at `entry`, by subset construction.
    /// In every state of `marked`, the bytes of a class must lead to the same state.
    pub fn of<M: Marked>(
        marked: &M,
        entry: NodeId,
        classes: ByteClasses,
        meter: &mut Meter,
    ) -> Result<Annotated, Exceeded> {
        let start = closure(marked, vec![M::at(entry)], meter)?;
        let mut sets: FastSet<Vec<M::Item>> = [start].into_iter().collect();
        let mut states: Vec<State> = Vec::new();
        while let Some(items) = sets.get_index(states.len()).cloned() {
            // Each item is tested against each class of bytes.
            meter.step(items.len().saturating_mul(classes.count()))?;
            meter.charge(KEPT.saturating_mul(items.len() + classes.count()))?;
            meter.within(Limit::States, sets.len())?;
            let accepting = items.iter().any(|&item| marked.accepts(item));
            let mut state = State { accepting, ..State::default() };
            let mut marks: BTreeMap<Mark, Vec<M::Item>> = BTreeMap::new();
            for (mark, next) in items.iter().flat_map(|&item| marked.marks(item)) {
                marks.entry(mark).or_default().push(next);
            }
            for (mark, nexts) in marks {
                let next = sets.insert_full(closure(marked, nexts, meter)?).0;
                state.marks.push((mark, next));
            }
            // By the items after a byte: the next state. Many classes lead to the same items.
            let mut known: FastMap<Vec<M::Item>, u32> = FastMap::default();
            for &byte in classes.representatives() {
                let nexts: Vec<M::Item> =
                    items.iter().filter_map(|&item| marked.take(item, byte)).collect();
                state.bytes.push(match known.get(&nexts) {
                    _ if nexts.is_empty() => DEAD,
                    Some(&next) => next,
                    None => {
                        let closed = closure(marked, nexts.clone(), meter)?;
                        let next = sets.insert_full(closed).0 as u32;
                        known.insert(nexts, next);
                        next
                    }
                });
            }
            states.push(state);
        }
        let mut annotated = Annotated { states, start: 0, classes };
        annotated.trim();
        annotated.find_endless();
        Ok(annotated)
    }

    /// The state after a byte of a class; `None` if no marked string continues with it.
    pub fn step(&self, state: usize, class: usize) -> Option<usize> {
        Some(self.states[state].bytes[class]).filter(|&it| it != DEAD).map(|it| it as usize)
    }

    /// Finds the states on cycles of marks alone: strings whose paths go through one have
    /// infinitely many derivations.
    fn find_endless(&mut self) {
        let nexts = |state: &State| state.marks.iter().map(|&(_, next)| next).collect();
        let nexts: Vec<Vec<usize>> = self.states.iter().map(nexts).collect();
        for mut circle in components(0..nexts.len(), &nexts) {
            if let [state] = circle[..]
                && !nexts[state].contains(&state)
            {
                continue;
            }
            circle.sort_unstable();
            for &state in &circle {
                let opens = |&(mark, next): &(Mark, usize)| match mark {
                    Mark::Enter(id) | Mark::Reenter(id) | Mark::Begin(id) | Mark::Wrap(id) => {
                        Some(id).filter(|_| circle.binary_search(&next).is_ok())
                    }
                    _ => None,
                };
                self.states[state].endless = self.states[state].marks.iter().find_map(opens);
            }
            // Some mark on the cycle opens what another closes, so a production is found.
            let one = circle.iter().find_map(|&state| self.states[state].endless);
            for &state in &circle {
                self.states[state].endless = self.states[state].endless.or(one);
            }
        }
    }

    /// Removes the steps after which no string ends.
    fn trim(&mut self) {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.states.len()];
        for (index, state) in self.states.iter().enumerate() {
            let nexts = state.marks.iter().map(|&(_, next)| next);
            let bytes = state.bytes.iter().filter(|&&next| next != DEAD);
            for next in nexts.chain(bytes.map(|&next| next as usize)) {
                before[next].push(index);
            }
        }
        let mut alive: Vec<bool> = self.states.iter().map(|state| state.accepting).collect();
        let mut pending: Vec<usize> = (0..alive.len()).filter(|&index| alive[index]).collect();
        while let Some(index) = pending.pop() {
            for &earlier in &before[index] {
                if !std::mem::replace(&mut alive[earlier], true) {
                    pending.push(earlier);
                }
            }
        }
        for state in &mut self.states {
            state.marks.retain(|&(_, next)| alive[next]);
            for next in &mut state.bytes {
                if *next != DEAD && !alive[*next as usize] {
                    *next = DEAD;
                }
            }
        }
    }
}

/// The states that are reached from `pending` without a byte or a mark, sorted. Silent states are
/// left out.
fn closure<M: Marked>(
    marked: &M,
    mut pending: Vec<M::Item>,
    meter: &mut Meter,
) -> Result<Vec<M::Item>, Exceeded> {
    let mut closed = Vec::with_capacity(pending.len());
    let mut seen: FastSet<M::Item> = FastSet::default();
    while let Some(item) = pending.pop() {
        meter.step(1)?;
        match marked.silent(item) {
            Some(nexts) if seen.insert(item) => {
                pending.extend(nexts.iter().map(|&next| M::at(next)));
            }
            Some(_) => {}
            None => closed.push(item),
        }
    }
    closed.sort_unstable();
    closed.dedup();
    Ok(closed)
}

/// The marked strings of a graph.
struct Derived<'a> {
    grammar: &'a Grammar,
    graph: &'a Graph,
    ways: Ways,
}

impl Marked for Derived<'_> {
    type Item = Item;

    fn at(node: NodeId) -> Item {
        Item::At(node)
    }

    fn silent(&self, item: Item) -> Option<&[NodeId]> {
        let Item::At(id) = item else { return None };
        let Node::Split(nexts) = &self.graph.nodes[id] else { return None };
        Some(nexts)
    }

    fn accepts(&self, item: Item) -> bool {
        matches!(item, Item::At(id) if matches!(self.graph.nodes[id], Node::Accept))
    }

    fn marks(&self, item: Item) -> Vec<(Mark, Item)> {
        let Derived { grammar, graph, ways } = self;
        let Item::At(id) = item else { return Vec::new() };
        match &graph.nodes[id] {
            Node::Event { event, next } => {
                let production = |frame: usize| graph.frames[frame].production;
                let mark = match *event {
                    Event::Enter(frame) => Mark::Enter(production(frame)),
                    Event::Reenter(frame) => Mark::Reenter(production(frame)),
                    Event::Begin(frame) => Mark::Begin(production(frame)),
                    Event::Wrap { frame, .. } => Mark::Wrap(production(frame)),
                    Event::Leave(_) => Mark::Leave,
                };
                let body = match (event, &graph.nodes[*next]) {
                    (Event::Reenter(_), Node::Event { event: Event::Enter(_), next }) => *next,
                    _ => *next,
                };
                vec![(mark, Item::At(body))]
            }
            Node::Position { index, .. } => {
                let position = &graph.positions[*index];
                let Symbol::Production(unit) = position.symbol else { return Vec::new() };
                if begins_escape(graph, id) {
                    let ways = escape_derivations(grammar, unit).len();
                    return (0..ways)
                        .map(|way| (Mark::Escape(unit, way as u32), Item::Marked(id, 0)))
                        .collect();
                }
                let most = |byte| ways.count(unit, byte);
                let ways = position.characters.bytes().map(most).max().unwrap_or(0);
                (0..ways).map(|way| (Mark::Unit(unit, way as u32), Item::Marked(id, way))).collect()
            }
            Node::Split(_) | Node::Accept => Vec::new(),
        }
    }

    fn take(&self, item: Item, byte: u8) -> Option<Item> {
        let (id, way) = match item {
            Item::At(id) => (id, None),
            Item::Marked(id, way) => (id, Some(way)),
        };
        let Node::Position { index, next } = self.graph.nodes[id] else { return None };
        let position = &self.graph.positions[index];
        if !position.characters.contains(byte) {
            return None;
        }
        let taken = match (&position.symbol, way) {
            (Symbol::Literal(_) | Symbol::Value, None) => true,
            (Symbol::Production(_), Some(0)) => true,
            (Symbol::Production(unit), Some(way)) => self.ways.count(*unit, byte) > way,
            _ => false,
        };
        taken.then_some(Item::At(next))
    }
}

/// Whether a position is the `%` of an escape: only the next position is inside the escape.
fn begins_escape(graph: &Graph, id: NodeId) -> bool {
    let position = |id: NodeId| match graph.nodes[id] {
        Node::Position { index, next } => Some((&graph.positions[index], next)),
        _ => None,
    };
    let Some((percent, next)) = position(id) else { return false };
    !percent.in_escape && position(next).is_some_and(|(digit, _)| digit.in_escape)
}
