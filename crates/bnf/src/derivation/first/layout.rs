//! The layout of a production as positions, for building trees.
//!
//! Between two adjacent positions, productions end and begin. The preferred path between the two
//! in the graph of the printed text shows which.

use urlbnf_language::{ByteClasses, Exceeded, Work};

use crate::automaton::{EdgeSearch, FrameEvent, ThompsonGraph, ThompsonNode, ThompsonNodeId};
use crate::grammar::ProductionId;
use crate::graph::preferred_path;

/// A production laid out, with the successors of each position.
#[derive(Debug)]
pub(super) struct PositionLayout {
    pub graph: ThompsonGraph,
    /// By position, with the beginning last: the positions that may follow, preferred first.
    pub next: Vec<Vec<u32>>,
    /// By position: whether a string may end there.
    pub last: Vec<bool>,
    /// The classes of bytes that no position distinguishes.
    pub classes: ByteClasses,
    /// The productions that positions take as a whole, sorted.
    pub children: Vec<ProductionId>,
    /// By position: the node after it.
    after: Vec<ThompsonNodeId>,
}

/// The number for the end of the string.
pub(super) const END: u32 = u32::MAX;

impl PositionLayout {
    /// Finds the successors of each position of a graph.
    pub fn new(graph: ThompsonGraph, work: &mut Work) -> Result<PositionLayout, Exceeded> {
        let count = graph.positions.len();
        let mut after = vec![graph.entry; count + 1];
        for node in &graph.nodes {
            if let ThompsonNode::Position { index, next } = node {
                after[*index] = *next;
            }
        }
        let (mut next, mut last) = (Vec::new(), Vec::new());
        let mut search = EdgeSearch::new(graph.nodes.len());
        for &node in &after {
            let (targets, ends) = graph.reach(node, &mut search, work)?;
            next.push(targets);
            last.push(ends);
        }
        let classes =
            ByteClasses::of_sets(graph.positions.iter().map(|position| position.characters));
        let mut children: Vec<ProductionId> =
            graph.positions.iter().filter_map(|position| position.child).collect();
        children.sort_unstable();
        children.dedup();
        Ok(PositionLayout { graph, next, last, classes, children, after })
    }

    /// The number of symbols: classes of bytes, and children.
    pub fn symbols(&self) -> usize {
        self.classes.count() + self.children.len()
    }

    /// The symbol of a child; `None` if no position takes it.
    pub fn child(&self, id: ProductionId) -> Option<usize> {
        self.children.binary_search(&id).ok().map(|number| self.classes.count() + number)
    }

    pub fn takes(&self, position: u32, symbol: usize) -> bool {
        let position = &self.graph.positions[position as usize];
        match symbol.checked_sub(self.classes.count()) {
            None => position.characters.contains(self.classes.representatives()[symbol]),
            Some(child) => position.child == Some(self.children[child]),
        }
    }

    /// The events on the preferred path from one position to another.
    pub fn between(&self, from: u32, to: u32) -> Box<[FrameEvent]> {
        let nodes = &self.graph.nodes;
        let is_target = |node: ThompsonNodeId| match &nodes[node] {
            ThompsonNode::Position { index, .. } => *index as u32 == to,
            ThompsonNode::Accept => to == END,
            ThompsonNode::Split(_) | ThompsonNode::Event { .. } => false,
        };
        let leads = |node: ThompsonNodeId| nodes[node].epsilon_targets();
        let path = preferred_path(self.after[from as usize], is_target, leads);
        let event = |node: ThompsonNodeId| match &nodes[node] {
            ThompsonNode::Event { event, .. } => Some(*event),
            _ => None,
        };
        let mut events: Vec<FrameEvent> = path.into_iter().filter_map(event).collect();
        // Drop the entry after each new beginning of the same frame.
        let mut again = None;
        events.retain(|&event| {
            let repeated =
                matches!((again, event), (Some(frame), FrameEvent::Enter(other)) if frame == other);
            again = match event {
                FrameEvent::Reenter(frame) => Some(frame),
                _ => None,
            };
            !repeated
        });
        events.into()
    }
}
