//! Strings with their derivations written into them.
//!
//! Where a production begins or ends, a mark is put between the bytes: two
//! derivations of a string are two marked strings that are the same without
//! their marks. The marked strings of a regular grammar are a regular language;
//! made deterministic, each of them, and so each derivation, is one path.

use std::collections::{BTreeMap, HashMap};

use crate::automaton::{Graph, Node, NodeId, Symbol};
use crate::grammar::{CharacterSet, Expression, ExpressionKind, Grammar, ProductionId};

/// What is written between the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Mark {
    Enter(ProductionId),
    /// Begins inside itself, at its right end: both will end together.
    Reenter(ProductionId),
    Leave,
    /// One character derives from a unit: in the first way that is printed, or another.
    Unit(ProductionId, usize),
    /// An escape derives from a unit.
    Escape(ProductionId),
}

/// The marked strings, deterministic.
pub(super) struct Annotated {
    pub states: Vec<State>,
    pub start: usize,
}

#[derive(Default)]
pub(super) struct State {
    pub marks: Vec<(Mark, usize)>,
    pub bytes: Vec<(CharacterSet, usize)>,
    pub accepting: bool,
}

impl State {
    pub fn step(&self, byte: u8) -> Option<usize> {
        self.bytes.iter().find(|(set, _)| set.contains(byte)).map(|&(_, next)| next)
    }
}

/// A node, or the unit of a position with its mark already written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Item {
    At(NodeId),
    Marked(NodeId, usize),
}

impl Annotated {
    pub fn new(grammar: &Grammar, graph: &Graph) -> Annotated {
        let mut numbers: HashMap<Vec<Item>, usize> = HashMap::new();
        let mut pending = vec![closure(graph, [Item::At(graph.entry)])];
        let mut states: Vec<State> = Vec::new();
        numbers.insert(pending[0].clone(), 0);
        let mut done = 0;
        while done < pending.len() {
            let items = pending[done].clone();
            done += 1;
            let mut state = State {
                accepting: items.iter().any(
                    |item| matches!(item, Item::At(id) if matches!(graph.nodes[*id], Node::Accept)),
                ),
                ..State::default()
            };
            let mut number = |items: Vec<Item>| {
                let count = pending.len();
                *numbers.entry(items).or_insert_with_key(|items| {
                    pending.push(items.clone());
                    count
                })
            };
            let mut marked: BTreeMap<Mark, Vec<Item>> = BTreeMap::new();
            for &item in &items {
                for (mark, next) in marks(grammar, graph, item) {
                    marked.entry(mark).or_default().push(next);
                }
            }
            for (mark, next) in marked {
                let next = number(closure(graph, next));
                state.marks.push((mark, next));
            }
            let mut by_target: Vec<(CharacterSet, usize)> = Vec::new();
            for byte in 0..0x80u8 {
                let nexts: Vec<Item> =
                    items.iter().filter_map(|&item| take(grammar, graph, item, byte)).collect();
                if nexts.is_empty() {
                    continue;
                }
                let next = number(closure(graph, nexts));
                let one = CharacterSet::of(byte);
                match by_target.iter_mut().find(|(_, target)| *target == next) {
                    Some((set, _)) => *set = set.union(one),
                    None => by_target.push((one, next)),
                }
            }
            state.bytes = by_target;
            states.push(state);
        }
        let mut annotated = Annotated { states, start: 0 };
        annotated.trim();
        annotated
    }

    /// Takes out the steps after which no string ends.
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

fn closure(graph: &Graph, items: impl IntoIterator<Item = Item>) -> Vec<Item> {
    let mut closed = std::collections::BTreeSet::new();
    let mut pending: Vec<Item> = items.into_iter().collect();
    while let Some(item) = pending.pop() {
        match item {
            Item::At(id) => match &graph.nodes[id] {
                Node::Split(nexts) => pending.extend(nexts.iter().map(|&next| Item::At(next))),
                _ => {
                    closed.insert(item);
                }
            },
            Item::Marked(..) => {
                closed.insert(item);
            }
        }
    }
    closed.into_iter().collect()
}

/// The marks that can be written next, and what comes after them.
fn marks(grammar: &Grammar, graph: &Graph, item: Item) -> Vec<(Mark, Item)> {
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
        Node::Leave { next, .. } => vec![(Mark::Leave, Item::At(*next))],
        Node::Position { index, .. } => {
            let position = &graph.positions[*index];
            let Symbol::Production(unit) = position.symbol else { return Vec::new() };
            if begins_escape(graph, id) {
                return vec![(Mark::Escape(unit), Item::Marked(id, 0))];
            }
            let most = |byte| unit_derivations(grammar, unit, byte).len();
            let ways = position.characters.bytes().map(most).max().unwrap_or(0);
            (0..ways).map(|way| (Mark::Unit(unit, way), Item::Marked(id, way))).collect()
        }
        Node::Split(_) | Node::Accept => Vec::new(),
    }
}

/// What comes after a byte.
fn take(grammar: &Grammar, graph: &Graph, item: Item, byte: u8) -> Option<Item> {
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
        (Symbol::Literal(_), None) => true,
        (Symbol::Production(_), Some(0)) => true,
        (Symbol::Production(unit), Some(way)) => unit_derivations(grammar, *unit, byte).len() > way,
        _ => false,
    };
    taken.then_some(Item::At(next))
}

/// Whether a position is the `%` of an escape: the next one is inside it, and it is not.
fn begins_escape(graph: &Graph, id: NodeId) -> bool {
    let position = |id: NodeId| match graph.nodes[id] {
        Node::Position { index, next } => Some((&graph.positions[index], next)),
        _ => None,
    };
    let Some((percent, next)) = position(id) else { return false };
    !percent.in_escape && position(next).is_some_and(|(digit, _)| digit.in_escape)
}

/// Every chain of productions by which a unit derives a character, in printed order.
pub(super) fn unit_derivations(
    grammar: &Grammar,
    unit: ProductionId,
    byte: u8,
) -> Vec<Vec<ProductionId>> {
    let mut chains: Vec<Vec<ProductionId>> = Vec::new();
    let mut pending = vec![vec![unit]];
    while let Some(chain) = pending.pop() {
        let Some(&last) = chain.last() else { continue };
        let alternatives: Vec<&Expression> = grammar.production(last).alternatives().collect();
        for alternative in alternatives.into_iter().rev() {
            match &alternative.kind {
                ExpressionKind::Reference(next) if grammar.characters(*next).contains(byte) => {
                    pending.push(chain.iter().copied().chain([*next]).collect());
                }
                ExpressionKind::Literal(text)
                    if text.as_bytes() == [byte] && !chains.contains(&chain) =>
                {
                    chains.push(chain.clone());
                }
                _ => {}
            }
        }
    }
    chains.sort();
    chains
}

/// The chain of productions by which a unit derives an escape.
pub(super) fn escape_derivation(grammar: &Grammar, unit: ProductionId) -> Vec<ProductionId> {
    let mut chain = vec![unit];
    loop {
        let last = chain[chain.len() - 1];
        let escapes =
            |id: &ProductionId| grammar.unit(*id).is_some_and(|unit| unit.escape.is_some());
        let mut named =
            grammar.production(last).alternatives().filter_map(Expression::as_reference);
        match named.find(escapes) {
            Some(next) if !chain.contains(&next) => chain.push(next),
            _ => return chain,
        }
    }
}
