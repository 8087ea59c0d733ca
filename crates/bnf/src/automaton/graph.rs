//! The layout of a production as a graph: each step of a derivation is a node in it.
//!
//! Epsilon nodes mark where productions begin and end. Removing them leaves the positions, and
//! for each path between two positions how far it goes up in the chain of productions.

use urlbnf_language::{Exceeded, Predecessors, Work};

use super::{Automaton, Position, PositionEdge, ProductionFrame};

pub(crate) type ThompsonNodeId = usize;

/// A node of the layout.
#[derive(Debug)]
pub(crate) enum ThompsonNode {
    /// Takes a byte.
    Position { index: usize, next: ThompsonNodeId },
    /// Continues with any of these, preferred first.
    Split(Vec<ThompsonNodeId>),
    /// A production begins or ends.
    Event { event: FrameEvent, next: ThompsonNodeId },
    /// The string may end.
    Accept,
}

impl ThompsonNode {
    /// The nodes that this one leads to without a byte, preferred first.
    pub fn epsilon_targets(&self) -> &[ThompsonNodeId] {
        match self {
            ThompsonNode::Split(nexts) => nexts,
            ThompsonNode::Event { next, .. } => std::slice::from_ref(next),
            ThompsonNode::Position { .. } | ThompsonNode::Accept => &[],
        }
    }
}

/// An event between two bytes; each number is that of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FrameEvent {
    /// A production begins.
    Enter(usize),
    /// A production begins again at its own right end: both will end together.
    Reenter(usize),
    /// A production begins at the left end of its parent, where the parent begins too.
    Begin(usize),
    /// The production that is complete was the left end of `frame`, which continues. `frame`
    /// began where the production of frame `top` did.
    Wrap { frame: usize, top: usize },
    /// A production ends.
    Leave(usize),
}

/// The layout of an expression.
#[derive(Debug)]
pub(crate) struct ThompsonGraph {
    pub nodes: Vec<ThompsonNode>,
    pub positions: Vec<Position>,
    pub frames: Vec<ProductionFrame>,
    pub entry: ThompsonNodeId,
}

/// The nodes visited in the current traversal; the next one begins without clearing them.
#[derive(Debug, Default)]
pub(crate) struct VisitedNodes {
    /// By node: the number of the last traversal that visited it.
    last_visits: Vec<u32>,
    traversal: u32,
}

impl VisitedNodes {
    /// No node of a graph with this many nodes is visited yet.
    pub fn new(nodes: usize) -> VisitedNodes {
        VisitedNodes { last_visits: vec![0; nodes], traversal: 0 }
    }

    /// Adds a node, which no traversal has visited.
    pub fn add_node(&mut self) {
        self.last_visits.push(0);
    }

    /// Begins a traversal.
    pub fn begin(&mut self) {
        self.traversal = self.traversal.wrapping_add(1);
        if self.traversal == 0 {
            self.last_visits.fill(0);
            self.traversal = 1;
        }
    }

    /// Whether a node is met for the first time.
    pub fn insert(&mut self, node: ThompsonNodeId) -> bool {
        std::mem::replace(&mut self.last_visits[node], self.traversal) != self.traversal
    }
}

impl ThompsonGraph {
    /// The positions that are reached without a byte, preferred first, and whether the end is.
    pub fn reach(
        &self,
        from: ThompsonNodeId,
        search: &mut EdgeSearch,
        work: &mut Work,
    ) -> Result<(Vec<u32>, bool), Exceeded> {
        let ends = self.close(from, 0, search, work)?;
        work.grow::<u32>(search.edges.len())?;
        Ok((search.edges.iter().map(|edge| edge.target).collect(), ends))
    }

    /// Removes the epsilon nodes.
    pub fn automaton(self, work: &mut Work) -> Result<Automaton, Exceeded> {
        let edges = self.edges(work)?;
        Ok(edges.with_positions(self.positions, self.frames))
    }

    /// Like [`ThompsonGraph::automaton`], but clones the positions and frames, so that the graph can
    /// still be used.
    pub fn to_automaton(&self, work: &mut Work) -> Result<Automaton, Exceeded> {
        work.grow::<Position>(self.positions.len())?;
        let edges = self.edges(work)?;
        Ok(edges.with_positions(self.positions.clone(), self.frames.clone()))
    }

    /// Computes the edges. The automaton that is returned still lacks its positions and frames.
    fn edges(&self, work: &mut Work) -> Result<Automaton, Exceeded> {
        let mut search = EdgeSearch::new(self.nodes.len());
        let accepts_empty = self.close(self.entry, 0, &mut search, work)?;
        let first = search.edges.clone();
        let mut nexts = vec![0; self.positions.len()];
        for node in &self.nodes {
            if let ThompsonNode::Position { index, next } = node {
                nexts[*index] = *next;
            }
        }
        let mut follow = Vec::with_capacity(self.positions.len());
        let mut last = Vec::with_capacity(self.positions.len());
        for (index, next) in nexts.into_iter().enumerate() {
            let depth = self.frames[self.positions[index].frame].depth + 1;
            let ends = self.close(next, depth, &mut search, work)?;
            work.grow::<PositionEdge>(search.edges.len())?;
            follow.push(search.edges.clone());
            last.push(ends);
        }
        let depth = self.frames.iter().map(|frame| frame.depth + 1).max().unwrap_or(1);
        Ok(Automaton { follow, last, first, accepts_empty, depth, ..Automaton::none() })
    }

    /// Finds the edges to the positions reachable without a byte, preferred first. Returns whether
    /// the end is reachable so. `depth` productions are open before.
    fn close(
        &self,
        from: ThompsonNodeId,
        depth: usize,
        EdgeSearch { seen, pending, edges }: &mut EdgeSearch,
        work: &mut Work,
    ) -> Result<bool, Exceeded> {
        let (mut ends, mut met, mut branches) = (false, 0, 0);
        seen.begin();
        edges.clear();
        pending.push((from, ChainDepths { common: depth, shared_start: depth }));
        while let Some((node, depths)) = pending.pop() {
            if !seen.insert(node) {
                continue;
            }
            met += 1;
            match &self.nodes[node] {
                ThompsonNode::Position { index, .. } => {
                    let ChainDepths { common, shared_start } = depths;
                    let target = *index as u32;
                    let target_depth = self.frames[self.positions[*index].frame].depth as u32 + 1;
                    edges.push(PositionEdge {
                        target,
                        target_depth,
                        common_depth: common as u32,
                        shared_start_depth: shared_start as u32,
                    });
                }
                ThompsonNode::Split(nexts) => {
                    branches += nexts.len();
                    pending.extend(nexts.iter().rev().map(|&next| (next, depths)));
                }
                ThompsonNode::Event { event, next } => {
                    pending.push((*next, self.after(depths, *event)))
                }
                ThompsonNode::Accept => ends = true,
            }
        }
        work.ticks(met + branches)?;
        Ok(ends)
    }

    /// The depths after an event.
    fn after(&self, depths: ChainDepths, event: FrameEvent) -> ChainDepths {
        let depth = |frame: usize| self.frames[frame].depth;
        match event {
            FrameEvent::Begin(_) => depths,
            FrameEvent::Wrap { top, .. } if depths.common <= depth(top) => depths,
            FrameEvent::Wrap { frame, top } => {
                ChainDepths { common: depth(top) + 1, shared_start: depth(frame) + 1 }
            }
            FrameEvent::Enter(frame) | FrameEvent::Reenter(frame) | FrameEvent::Leave(frame) => {
                let depth = depth(frame);
                ChainDepths {
                    common: depths.common.min(depth),
                    shared_start: depths.shared_start.min(depth),
                }
            }
        }
    }
}

/// The search for the edges from a node. Its buffers are reused for the next node.
pub(crate) struct EdgeSearch {
    seen: VisitedNodes,
    pending: Vec<(ThompsonNodeId, ChainDepths)>,
    edges: Vec<PositionEdge>,
}

impl EdgeSearch {
    /// Creates a search in a graph with this many nodes.
    pub fn new(nodes: usize) -> EdgeSearch {
        EdgeSearch { seen: VisitedNodes::new(nodes), pending: Vec::new(), edges: Vec::new() }
    }
}

/// How many productions of the chain were entered before, and how many began where the last of
/// those did.
#[derive(Clone, Copy)]
struct ChainDepths {
    common: usize,
    shared_start: usize,
}

impl Automaton {
    /// Completes what [`ThompsonGraph::edges`] returns.
    fn with_positions(self, positions: Vec<Position>, frames: Vec<ProductionFrame>) -> Automaton {
        let mut automaton = Automaton { positions, frames, ..self };
        automaton.trim();
        automaton.used = automaton.taken();
        automaton
    }

    /// Removes the edges to positions from which no string ends.
    fn trim(&mut self) {
        let edges = self.follow.iter().enumerate();
        let steps = edges
            .flat_map(|(index, edges)| edges.iter().map(move |edge| (index, edge.target as usize)));
        let before = Predecessors::of_steps(self.positions.len(), steps);
        let takes = |index: usize| {
            !self.positions[index].characters.is_empty() || self.positions[index].child.is_some()
        };
        let mut finishes = vec![false; self.positions.len()];
        let mut pending: Vec<usize> =
            (0..self.positions.len()).filter(|&index| self.last[index] && takes(index)).collect();
        for &index in &pending {
            finishes[index] = true;
        }
        while let Some(index) = pending.pop() {
            for &earlier in before.predecessors(index) {
                let earlier = earlier as usize;
                if takes(earlier) && !std::mem::replace(&mut finishes[earlier], true) {
                    pending.push(earlier);
                }
            }
        }
        let keep = |edge: &PositionEdge| finishes[edge.target as usize];
        self.first.retain(keep);
        for edges in &mut self.follow {
            edges.retain(keep);
        }
    }
}
