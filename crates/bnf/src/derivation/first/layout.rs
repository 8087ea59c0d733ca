//! A production laid out as positions, for trees.
//!
//! Between two positions that follow each other, productions end and begin. Which these are
//! says the preferred way from the one to the other through the graph of the printed text.

use std::collections::HashMap;

use urlbnf_language::ByteClasses;

use crate::automaton::{Graph, Node, NodeId};
use crate::grammar::ProductionId;

/// How many sets have a row of their own, of two kilobytes at most. Strings that go on alike
/// meet a few hundred; what comes after these is looked up.
pub(super) const MOST_ROWS: u32 = 2_000;

/// A production laid out, and what each of its positions leads to.
#[derive(Debug)]
pub(super) struct Layout {
    pub graph: Graph,
    /// By position, and last for the beginning: the positions that may come next,
    /// preferred first.
    pub next: Vec<Vec<u32>>,
    /// Whether a string may end there.
    pub last: Vec<bool>,
    /// No position tells two bytes of one class apart.
    pub classes: ByteClasses,
    /// The productions that positions take whole.
    pub children: Vec<ProductionId>,
    /// By position: the node after it.
    behind: Vec<NodeId>,
}

/// What happens between two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    Enter(usize),
    Reenter(usize),
    /// What was entered is one of this frame, which another may come to surround.
    Begin(usize),
    /// What is complete was the left end of one of this frame.
    Wrap(usize),
    Leave(usize),
}

/// Stands for the end of the string.
pub(super) const END: u32 = u32::MAX;

impl Layout {
    /// What a graph of positions leads to.
    pub fn new(graph: Graph) -> Layout {
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
        let classes = ByteClasses::of_sets(graph.positions.iter().map(|it| it.characters));
        let mut children: Vec<ProductionId> =
            graph.positions.iter().filter_map(|it| it.child).collect();
        children.sort_unstable();
        children.dedup();
        Layout { graph, next, last, classes, children, behind }
    }

    /// How many kinds of symbols it tells apart: classes of bytes, and children.
    pub fn symbols(&self) -> usize {
        self.classes.count() + self.children.len()
    }

    /// The symbol of a child.
    pub fn child(&self, id: ProductionId) -> Option<usize> {
        self.children.binary_search(&id).ok().map(|number| self.classes.count() + number)
    }

    /// Whether a position takes a symbol.
    pub fn takes(&self, position: u32, symbol: usize) -> bool {
        let position = &self.graph.positions[position as usize];
        match symbol.checked_sub(self.classes.count()) {
            None => position.characters.contains(self.classes.representatives()[symbol]),
            Some(child) => position.child == Some(self.children[child]),
        }
    }

    /// Where the row of a set begins, by its number; the sets that have none come after all rows.
    pub fn row(&self, set: u32) -> u32 {
        let classes = self.symbols() as u32;
        set.min(MOST_ROWS) * classes + set.saturating_sub(MOST_ROWS)
    }

    /// The set of a row.
    pub fn set(&self, row: u32) -> u32 {
        let classes = self.symbols() as u32;
        (row / classes).min(MOST_ROWS) + row.saturating_sub(MOST_ROWS * classes)
    }

    /// What begins and ends on the preferred way from one position to another.
    pub fn between(&self, from: u32, to: u32) -> Box<[Event]> {
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
