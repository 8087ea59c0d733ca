//! Marked strings: strings with their derivations written into them.
//!
//! A mark is written between the bytes where a production begins or ends. Two derivations of a
//! string are two marked strings that are equal without their marks. The marked strings of a
//! regular grammar are a regular language. In its deterministic automaton each derivation is one
//! path.

use std::collections::BTreeMap;

use indexmap::IndexSet;
use urlbnf_language::{ByteClasses, Exceeded, Limit, Meter};

use super::units::{Ways, escape_derivations};
use crate::automaton::{Graph, Node, NodeId, Symbol};
use crate::grammar::{CharacterSet, Grammar, ProductionId};

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
    Unit(ProductionId, usize),
    /// An escape derives from a unit, in the way of this number.
    Escape(ProductionId, usize),
}

/// A deterministic automaton of the marked strings.
pub(super) struct Annotated {
    pub states: Vec<State>,
    pub start: usize,
    /// The classes of bytes that no state distinguishes.
    pub classes: ByteClasses,
}

#[derive(Default)]
pub(super) struct State {
    pub marks: Vec<(Mark, usize)>,
    pub bytes: Vec<(CharacterSet, usize)>,
    pub accepting: bool,
    /// A production that marks alone can begin here any number of times, before any byte.
    pub endless: Option<ProductionId>,
}

impl State {
    pub fn step(&self, byte: u8) -> Option<usize> {
        self.bytes.iter().find(|(set, _)| set.contains(byte)).map(|&(_, next)| next)
    }
}

/// A node, or the position of a unit whose mark is already written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Item {
    At(NodeId),
    Marked(NodeId, usize),
}

impl Annotated {
    pub fn new(grammar: &Grammar, graph: &Graph, meter: &mut Meter) -> Result<Annotated, Exceeded> {
        let ways = Ways::of(grammar, graph);
        let classes = ways.classes(graph);
        let alike: Vec<CharacterSet> =
            classes.representatives().iter().map(|&it| classes.alike(it).collect()).collect();
        let mut pending = IndexSet::from([closure(graph, [Item::At(graph.entry)], meter)?]);
        let mut states: Vec<State> = Vec::new();
        while let Some(items) = pending.get_index(states.len()).cloned() {
            // Each item is tested against each class of bytes.
            meter.step(items.len().saturating_mul(classes.count()))?;
            meter.within(Limit::States, pending.len())?;
            let mut state = State {
                accepting: items.iter().any(
                    |item| matches!(item, Item::At(id) if matches!(graph.nodes[*id], Node::Accept)),
                ),
                ..State::default()
            };
            let mut number = |items: Vec<Item>| pending.insert_full(items).0;
            let mut marked: BTreeMap<Mark, Vec<Item>> = BTreeMap::new();
            for &item in &items {
                for (mark, next) in marks(grammar, graph, &ways, item) {
                    marked.entry(mark).or_default().push(next);
                }
            }
            for (mark, next) in marked {
                let next = number(closure(graph, next, meter)?);
                state.marks.push((mark, next));
            }
            let mut by_target: Vec<(CharacterSet, usize)> = Vec::new();
            for (&byte, &alike) in classes.representatives().iter().zip(&alike) {
                let nexts: Vec<Item> =
                    items.iter().filter_map(|&item| take(graph, &ways, item, byte)).collect();
                if nexts.is_empty() {
                    continue;
                }
                let next = number(closure(graph, nexts, meter)?);
                match by_target.iter_mut().find(|(_, target)| *target == next) {
                    Some((set, _)) => *set = set.union(alike),
                    None => by_target.push((alike, next)),
                }
            }
            state.bytes = by_target;
            states.push(state);
        }
        Ok(Annotated::of(states, classes))
    }

    /// Builds an automaton from states, of which the first is the start.
    pub fn of(states: Vec<State>, classes: ByteClasses) -> Annotated {
        let mut annotated = Annotated { states, start: 0, classes };
        annotated.trim();
        annotated.find_endless();
        annotated
    }

    /// Finds the states on cycles of marks alone: strings whose paths go through one have
    /// infinitely many derivations.
    fn find_endless(&mut self) {
        let nexts = |state: &State| state.marks.iter().map(|&(_, next)| next).collect();
        let nexts: Vec<Vec<usize>> = self.states.iter().map(nexts).collect();
        for circle in circles(&nexts) {
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
            for next in nexts.chain(state.bytes.iter().map(|&(_, next)| next)) {
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
            state.bytes.retain(|&(_, next)| alive[next]);
        }
    }
}

/// The strongly connected components that contain a cycle (Tarjan's algorithm), each sorted.
fn circles(nexts: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let mut numbers = vec![NEW; nexts.len()];
    let mut lowest = vec![NEW; nexts.len()];
    let mut on_stack = vec![false; nexts.len()];
    let (mut stack, mut way, mut count) = (Vec::new(), Vec::new(), 0);
    let mut circles = Vec::new();
    for root in 0..nexts.len() {
        if numbers[root] != NEW {
            continue;
        }
        way.push((root, 0));
        while let Some((state, at)) = way.pop() {
            if at == 0 {
                (numbers[state], lowest[state], on_stack[state]) = (count, count, true);
                count += 1;
                stack.push(state);
            } else {
                lowest[state] = lowest[state].min(lowest[nexts[state][at - 1]]);
            }
            let open = nexts[state][at..].iter().position(|&next| match numbers[next] {
                NEW => true,
                number => {
                    if on_stack[next] {
                        lowest[state] = lowest[state].min(number);
                    }
                    false
                }
            });
            if let Some(open) = open {
                way.push((state, at + open + 1));
                way.push((nexts[state][at + open], 0));
                continue;
            }
            if lowest[state] == numbers[state] {
                let mut circle = Vec::new();
                while let Some(member) = stack.pop() {
                    on_stack[member] = false;
                    // A finished component does not affect others.
                    lowest[member] = NEW;
                    circle.push(member);
                    if member == state {
                        break;
                    }
                }
                circle.sort_unstable();
                if circle.len() > 1 || nexts[state].contains(&state) {
                    circles.push(circle);
                }
            }
        }
    }
    circles
}

fn closure(
    graph: &Graph,
    items: impl IntoIterator<Item = Item>,
    meter: &mut Meter,
) -> Result<Vec<Item>, Exceeded> {
    let mut closed = std::collections::BTreeSet::new();
    let mut seen = std::collections::HashSet::new();
    let mut pending: Vec<Item> = items.into_iter().collect();
    while let Some(item) = pending.pop() {
        meter.step(1)?;
        match item {
            Item::At(id) => match &graph.nodes[id] {
                Node::Split(nexts) => {
                    if seen.insert(id) {
                        pending.extend(nexts.iter().map(|&next| Item::At(next)));
                    }
                }
                _ => {
                    closed.insert(item);
                }
            },
            Item::Marked(..) => {
                closed.insert(item);
            }
        }
    }
    Ok(closed.into_iter().collect())
}

/// The marks that can be written next, and the items after them.
fn marks(grammar: &Grammar, graph: &Graph, ways: &Ways, item: Item) -> Vec<(Mark, Item)> {
    let Item::At(id) = item else { return Vec::new() };
    match &graph.nodes[id] {
        Node::Enter { frame, next } => {
            vec![(Mark::Enter(graph.frames[*frame].production), Item::At(*next))]
        }
        Node::Reenter { frame, next } => {
            let body = match graph.nodes[*next] {
                Node::Enter { next, .. } => next,
                _ => *next,
            };
            vec![(Mark::Reenter(graph.frames[*frame].production), Item::At(body))]
        }
        Node::Begin { frame, next } => {
            vec![(Mark::Begin(graph.frames[*frame].production), Item::At(*next))]
        }
        Node::Wrap { frame, next, .. } => {
            vec![(Mark::Wrap(graph.frames[*frame].production), Item::At(*next))]
        }
        Node::Leave { next, .. } => vec![(Mark::Leave, Item::At(*next))],
        Node::Position { index, .. } => {
            let position = &graph.positions[*index];
            let Symbol::Production(unit) = position.symbol else { return Vec::new() };
            if begins_escape(graph, id) {
                let ways = escape_derivations(grammar, unit).len();
                return (0..ways)
                    .map(|way| (Mark::Escape(unit, way), Item::Marked(id, 0)))
                    .collect();
            }
            let most = |byte| ways.count(unit, byte);
            let ways = position.characters.bytes().map(most).max().unwrap_or(0);
            (0..ways).map(|way| (Mark::Unit(unit, way), Item::Marked(id, way))).collect()
        }
        Node::Split(_) | Node::Accept => Vec::new(),
    }
}

/// The item after a byte; `None` if the item does not take it.
fn take(graph: &Graph, ways: &Ways, item: Item, byte: u8) -> Option<Item> {
    let (id, way) = match item {
        Item::At(id) => (id, None),
        Item::Marked(id, way) => (id, Some(way)),
    };
    let Node::Position { index, next } = graph.nodes[id] else { return None };
    let position = &graph.positions[index];
    if !position.characters.contains(byte) {
        return None;
    }
    let taken = match (&position.symbol, way) {
        (Symbol::Literal(_) | Symbol::Value, None) => true,
        (Symbol::Production(_), Some(0)) => true,
        (Symbol::Production(unit), Some(way)) => ways.count(*unit, byte) > way,
        _ => false,
    };
    taken.then_some(Item::At(next))
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
