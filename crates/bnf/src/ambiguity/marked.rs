//! Marked strings: strings with their derivations written into them.
//!
//! A mark is written between the bytes where a production begins or ends. Two derivations of a
//! string are two marked strings that are equal without their marks. The marked strings of a
//! regular grammar are a regular language. In its deterministic automaton each derivation is one
//! path.

use std::collections::BTreeMap;

use urlbnf_language::{ByteClasses, Exceeded, FastMap, FastSet, Work};

use super::units::{UnitDerivationCounts, escape_derivations};
use crate::automaton::{
    FrameEvent, Position, PositionSymbol, ThompsonGraph, ThompsonNode, ThompsonNodeId, VisitedNodes,
};
use crate::components::cycles;
use crate::grammar::{Grammar, ProductionId};

/// A mark between the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum DerivationMark {
    Enter(ProductionId),
    /// The production begins again at its own right end: both will end together.
    Reenter(ProductionId),
    Leave,
    /// The production begins at the left end of one that began here too.
    Begin(ProductionId),
    /// The production that is complete was the left end of this one, which continues.
    Wrap(ProductionId),
    /// A character derives from a unit, by the derivation of this number (from 0).
    Unit(ProductionId, u32),
    /// An escape derives from a unit, by the derivation of this number.
    Escape(ProductionId, u32),
}

/// One symbol of a marked string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkedSymbol {
    Mark(DerivationMark),
    Byte,
}

/// A deterministic automaton of the marked strings, built lazily by subset construction: the
/// transitions of a state are computed when they are first needed. The derivations of one string take
/// only a part of the automaton.
pub(super) struct MarkedDfa<'a> {
    marked: DerivationNfa<'a>,
    /// By state: its items, sorted.
    sets: FastSet<Vec<DerivationNfaState>>,
    states: Vec<MarkedState>,
    /// The epsilon nodes that the current closure has met.
    seen: VisitedNodes,
    /// The classes of bytes that no state distinguishes.
    pub classes: ByteClasses,
}

#[derive(Default)]
struct MarkedState {
    accepting: bool,
    marks: Option<Vec<(DerivationMark, u32)>>,
    /// By class of bytes: the next state, or [`DEAD`].
    bytes: Option<Vec<u32>>,
}

/// A node, or the position of a unit whose mark is already written, with the number of its
/// derivation. The numbers are `u32` because a search keeps millions of items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum DerivationNfaState {
    At(u32),
    Marked(u32, u32),
}

/// The number of the state in which every marked string starts.
pub(super) const START: usize = 0;

/// In [`MarkedState::bytes`]: no marked string continues with the byte.
const DEAD: u32 = u32::MAX;

impl<'a> MarkedDfa<'a> {
    /// The automaton of the marked strings of a graph.
    pub fn new(
        grammar: &'a Grammar,
        graph: &'a ThompsonGraph,
        work: &mut Work,
    ) -> Result<Self, Exceeded> {
        let counts = UnitDerivationCounts::from_graph(grammar, graph, work)?;
        let classes = counts.classes(graph);
        let marked = DerivationNfa::new(grammar, graph, counts);
        let seen = VisitedNodes::new(graph.nodes.len());
        let (sets, states) = (FastSet::default(), Vec::new());
        let mut annotated = MarkedDfa { marked, sets, states, seen, classes };
        annotated.closure(vec![DerivationNfa::at(graph.entry)], work)?;
        Ok(annotated)
    }

    /// Computes the transitions of a state by marks.
    pub fn compute_marks(&mut self, state: usize, work: &mut Work) -> Result<(), Exceeded> {
        if self.states[state].marks.is_some() {
            return Ok(());
        }
        let items = &self.sets[state];
        work.ticks(items.len())?;
        let mut targets: BTreeMap<DerivationMark, Vec<DerivationNfaState>> = BTreeMap::new();
        for (mark, next) in items.iter().flat_map(|&item| self.marked.marks(item)) {
            targets.entry(mark).or_default().push(next);
        }
        let mut marks = Vec::with_capacity(targets.len());
        for (mark, nexts) in targets {
            work.grow::<(DerivationMark, u32)>(1)?;
            marks.push((mark, self.closure(nexts, work)? as u32));
        }
        self.states[state].marks = Some(marks);
        Ok(())
    }

    /// Computes the transitions of a state by bytes.
    pub fn compute_bytes(&mut self, state: usize, work: &mut Work) -> Result<(), Exceeded> {
        if self.states[state].bytes.is_some() {
            return Ok(());
        }
        // Each item is tested against each class of bytes.
        let items = self.sets[state].clone();
        work.ticks(items.len().saturating_mul(self.classes.count()))?;
        work.grow::<u32>(self.classes.count())?;
        let mut bytes = Vec::with_capacity(self.classes.count());
        // By the items after a byte: the next state. Many classes lead to the same items.
        let mut known: FastMap<Vec<DerivationNfaState>, u32> = FastMap::default();
        for class in 0..self.classes.count() {
            let byte = self.classes.representatives()[class];
            let nexts: Vec<DerivationNfaState> =
                items.iter().filter_map(|&item| self.marked.take(item, byte)).collect();
            bytes.push(match known.get(&nexts) {
                _ if nexts.is_empty() => DEAD,
                Some(&next) => next,
                None => {
                    let next = self.closure(nexts.clone(), work)? as u32;
                    known.insert(nexts, next);
                    next
                }
            });
        }
        self.states[state].bytes = Some(bytes);
        Ok(())
    }

    /// The state of the items that are reached from `pending` without a byte or a mark. Items with
    /// epsilon transitions are left out.
    fn closure(
        &mut self,
        mut pending: Vec<DerivationNfaState>,
        work: &mut Work,
    ) -> Result<usize, Exceeded> {
        let mut closed = Vec::with_capacity(pending.len());
        self.seen.begin();
        while let Some(item) = pending.pop() {
            work.tick()?;
            match self.marked.epsilon_targets(item) {
                Some((node, nexts)) if self.seen.insert(node) => {
                    pending.extend(nexts.iter().map(|&next| DerivationNfa::at(next)));
                }
                Some(_) => {}
                None => closed.push(item),
            }
        }
        closed.sort_unstable();
        closed.dedup();
        let accepting = closed.iter().any(|&item| self.marked.accepts(item));
        if let Some(state) = self.sets.get_index_of(&closed) {
            return Ok(state);
        }
        // Most of the memory of a search is in these sets.
        closed.shrink_to_fit();
        work.grow::<DerivationNfaState>(closed.len())?;
        work.enter::<MarkedState>(1)?;
        let state = self.sets.insert_full(closed).0;
        self.states.push(MarkedState { accepting, ..MarkedState::default() });
        Ok(state)
    }

    /// Whether a marked string may end in a state.
    pub fn is_accepting(&self, state: usize) -> bool {
        self.states[state].accepting
    }

    /// The marks that can be written in a state, with the states after them, as far as they are
    /// computed.
    pub fn marks(&self, state: usize) -> &[(DerivationMark, u32)] {
        self.states[state].marks.as_deref().unwrap_or_default()
    }

    /// The next state for a byte class. `None` if it is the dead state, or is not computed yet.
    pub fn step(&self, state: usize, class: usize) -> Option<usize> {
        let bytes = self.states[state].bytes.as_ref()?;
        Some(bytes[class]).filter(|&it| it != DEAD).map(|it| it as usize)
    }

    /// By state: if it is on a cycle of marks, a production that begins on the cycle. A string
    /// whose path goes through such a state has infinitely many derivations. Only computed marks
    /// count.
    pub fn endless(&self) -> Vec<Option<ProductionId>> {
        let nexts = |state| self.marks(state).iter().map(|&(_, next)| next as usize).collect();
        let nexts: Vec<Vec<usize>> = (0..self.states.len()).map(nexts).collect();
        let mut endless = vec![None; nexts.len()];
        for mut component in cycles(&nexts) {
            component.sort_unstable();
            for &state in &component {
                let opens = |&(mark, next): &(DerivationMark, u32)| match mark {
                    DerivationMark::Enter(id)
                    | DerivationMark::Reenter(id)
                    | DerivationMark::Begin(id)
                    | DerivationMark::Wrap(id) => {
                        Some(id).filter(|_| component.binary_search(&(next as usize)).is_ok())
                    }
                    _ => None,
                };
                endless[state] = self.marks(state).iter().find_map(opens);
            }
            // Some mark on the cycle opens what another closes, so a production is found.
            let one = component.iter().find_map(|&state| endless[state]);
            for &state in &component {
                endless[state] = endless[state].or(one);
            }
        }
        endless
    }
}

/// The marked strings of a graph.
struct DerivationNfa<'a> {
    grammar: &'a Grammar,
    graph: &'a ThompsonGraph,
    counts: UnitDerivationCounts,
    /// By position of a unit: the most derivations that a byte of it has.
    most: Vec<usize>,
}

impl<'a> DerivationNfa<'a> {
    fn new(grammar: &'a Grammar, graph: &'a ThompsonGraph, counts: UnitDerivationCounts) -> Self {
        let most = |position: &Position| match position.symbol {
            PositionSymbol::Production(unit) => counts.most(unit, position.characters),
            PositionSymbol::Literal(_) | PositionSymbol::Value => 0,
        };
        let most = graph.positions.iter().map(most).collect();
        DerivationNfa { grammar, graph, counts, most }
    }

    fn at(node: ThompsonNodeId) -> DerivationNfaState {
        DerivationNfaState::At(node as u32)
    }

    fn epsilon_targets(
        &self,
        item: DerivationNfaState,
    ) -> Option<(ThompsonNodeId, &[ThompsonNodeId])> {
        let DerivationNfaState::At(id) = item else { return None };
        let ThompsonNode::Split(nexts) = &self.graph.nodes[id as usize] else { return None };
        Some((id as ThompsonNodeId, nexts))
    }

    fn accepts(&self, item: DerivationNfaState) -> bool {
        matches!(item, DerivationNfaState::At(id) if matches!(self.graph.nodes[id as usize], ThompsonNode::Accept))
    }

    fn marks(&self, item: DerivationNfaState) -> Vec<(DerivationMark, DerivationNfaState)> {
        let DerivationNfa { grammar, graph, most, .. } = self;
        let DerivationNfaState::At(id) = item else { return Vec::new() };
        match &graph.nodes[id as usize] {
            ThompsonNode::Event { event, next } => {
                let production = graph.production(*event);
                let mark = match event {
                    FrameEvent::Enter(_) => DerivationMark::Enter(production),
                    FrameEvent::Reenter(_) => DerivationMark::Reenter(production),
                    FrameEvent::Begin(_) => DerivationMark::Begin(production),
                    FrameEvent::Wrap { .. } => DerivationMark::Wrap(production),
                    FrameEvent::Leave(_) => DerivationMark::Leave,
                };
                let body = match (event, &graph.nodes[*next]) {
                    (
                        FrameEvent::Reenter(_),
                        ThompsonNode::Event { event: FrameEvent::Enter(_), next },
                    ) => *next,
                    _ => *next,
                };
                vec![(mark, Self::at(body))]
            }
            ThompsonNode::Position { index, .. } => {
                let position = &graph.positions[*index];
                let PositionSymbol::Production(unit) = position.symbol else { return Vec::new() };
                if begins_escape(graph, id as ThompsonNodeId) {
                    let count = escape_derivations(grammar, unit).len() as u32;
                    let marked = |number| {
                        (DerivationMark::Escape(unit, number), DerivationNfaState::Marked(id, 0))
                    };
                    return (0..count).map(marked).collect();
                }
                let marked = |number| {
                    (DerivationMark::Unit(unit, number), DerivationNfaState::Marked(id, number))
                };
                (0..most[*index] as u32).map(marked).collect()
            }
            ThompsonNode::Split(_) | ThompsonNode::Accept => Vec::new(),
        }
    }

    fn take(&self, item: DerivationNfaState, byte: u8) -> Option<DerivationNfaState> {
        let (id, number) = match item {
            DerivationNfaState::At(id) => (id, None),
            DerivationNfaState::Marked(id, number) => (id, Some(number)),
        };
        let ThompsonNode::Position { index, next } = self.graph.nodes[id as usize] else {
            return None;
        };
        let position = &self.graph.positions[index];
        if !position.characters.contains(byte) {
            return None;
        }
        let taken = match (&position.symbol, number) {
            (PositionSymbol::Literal(_) | PositionSymbol::Value, None) => true,
            (PositionSymbol::Production(_), Some(0)) => true,
            (PositionSymbol::Production(unit), Some(number)) => {
                self.counts.count(*unit, byte) > number as usize
            }
            _ => false,
        };
        taken.then(|| Self::at(next))
    }
}

/// Whether a position is the `%` of an escape: only the next position is inside the escape.
fn begins_escape(graph: &ThompsonGraph, id: ThompsonNodeId) -> bool {
    let position = |id: ThompsonNodeId| match graph.nodes[id] {
        ThompsonNode::Position { index, next } => Some((&graph.positions[index], next)),
        _ => None,
    };
    let Some((percent, next)) = position(id) else { return false };
    !percent.in_escape && position(next).is_some_and(|(digit, _)| digit.in_escape)
}
