//! A production laid out: every step of a derivation is a step in this graph.
//!
//! Its silent nodes say where productions begin and end. Taken out, they leave
//! the positions, and of each path between two of them how far it went up in
//! the chain of productions.

use urlbnf_language::{Exceeded, Meter};

use super::{Automaton, Edge, Frame, Position};

pub(crate) type NodeId = usize;

/// A part of the layout.
#[derive(Debug)]
pub(crate) enum Node {
    /// Takes a byte.
    Position { index: usize, next: NodeId },
    /// Goes on with any of these, preferred first.
    Split(Vec<NodeId>),
    /// A production begins.
    Enter { frame: usize, next: NodeId },
    /// A production begins again at its own right end: both end together.
    Reenter { frame: usize, next: NodeId },
    /// A production begins where one that it will are in has begun, at its left end.
    Begin { frame: usize, next: NodeId },
    /// What is complete was the left end of another production, which goes on. It has
    /// begun where the one of frame `top` has.
    Wrap { frame: usize, top: usize, next: NodeId },
    /// A production ends.
    Leave { frame: usize, next: NodeId },
    /// The string may end.
    Accept,
}

/// An expression laid out.
#[derive(Debug)]
pub(crate) struct Graph {
    pub nodes: Vec<Node>,
    pub positions: Vec<Position>,
    pub frames: Vec<Frame>,
    pub entry: NodeId,
}

impl Graph {
    /// The positions that are reached without a byte, preferred first, and whether the end is.
    pub fn reach(&self, from: NodeId) -> (Vec<u32>, bool) {
        let (mut targets, mut ends) = (Vec::new(), false);
        let mut seen = std::collections::HashSet::new();
        let mut pending = vec![from];
        while let Some(node) = pending.pop() {
            if !seen.insert(node) {
                continue;
            }
            match &self.nodes[node] {
                Node::Position { index, .. } => targets.push(*index as u32),
                Node::Accept => ends = true,
                Node::Split(nexts) => pending.extend(nexts.iter().rev()),
                Node::Enter { next, .. }
                | Node::Reenter { next, .. }
                | Node::Begin { next, .. }
                | Node::Wrap { next, .. }
                | Node::Leave { next, .. } => pending.push(*next),
            }
        }
        (targets, ends)
    }

    /// Takes the silent nodes out.
    pub fn automaton(self, mut meter: Meter) -> Result<Automaton, Exceeded> {
        let limits = meter.limits().clone();
        let (first, accepts_empty) = self.closure(self.entry, 0, &mut meter)?;
        let mut nexts = vec![0; self.positions.len()];
        for node in &self.nodes {
            if let Node::Position { index, next } = node {
                nexts[*index] = *next;
            }
        }
        let mut follow = Vec::with_capacity(self.positions.len());
        let mut last = Vec::with_capacity(self.positions.len());
        for (index, next) in nexts.into_iter().enumerate() {
            let depth = self.frames[self.positions[index].frame].depth + 1;
            let (edges, ends) = self.closure(next, depth, &mut meter)?;
            follow.push(edges);
            last.push(ends);
        }
        let depth = self.frames.iter().map(|frame| frame.depth + 1).max().unwrap_or(1);
        let Graph { positions, frames, .. } = self;
        let mut automaton = Automaton {
            positions,
            follow,
            last,
            first,
            accepts_empty,
            frames,
            depth,
            limits,
            has_characters: false,
        };
        automaton.trim();
        Ok(automaton)
    }

    /// The positions that can be reached without taking a byte, preferred
    /// first, and whether the end can. `depth` productions are open before.
    fn closure(
        &self,
        from: NodeId,
        depth: usize,
        meter: &mut Meter,
    ) -> Result<(Vec<Edge>, bool), Exceeded> {
        let mut edges = Vec::new();
        let mut ends = false;
        let mut seen = std::collections::HashSet::new();
        let mut pending = vec![(from, Open { kept: depth, begun: depth })];
        while let Some((node, open)) = pending.pop() {
            if !seen.insert(node) {
                continue;
            }
            meter.step(1)?;
            match &self.nodes[node] {
                Node::Position { index, .. } => {
                    let Open { kept, begun } = open;
                    let target = *index as u32;
                    edges.push(Edge { target, kept: kept as u32, begun: begun as u32 });
                }
                Node::Split(nexts) => {
                    meter.step(nexts.len())?;
                    pending.extend(nexts.iter().rev().map(|&next| (next, open)));
                }
                Node::Begin { next, .. } => pending.push((*next, open)),
                Node::Wrap { frame, top, next } => {
                    let outer = self.frames[*top].depth + 1;
                    let open = match open.kept < outer {
                        true => open,
                        false => Open { kept: outer, begun: self.frames[*frame].depth + 1 },
                    };
                    pending.push((*next, open));
                }
                Node::Enter { frame, next }
                | Node::Reenter { frame, next }
                | Node::Leave { frame, next } => {
                    let depth = self.frames[*frame].depth;
                    let Open { kept, begun } = open;
                    let open = Open { kept: kept.min(depth), begun: begun.min(depth) };
                    pending.push((*next, open));
                }
                Node::Accept => ends = true,
            }
        }
        Ok((edges, ends))
    }
}

/// How many productions of the chain were entered before, and how many began where the
/// last of those did.
#[derive(Clone, Copy)]
struct Open {
    kept: usize,
    begun: usize,
}

impl Automaton {
    /// Takes out the steps to positions from which no string ends: they wait for nothing.
    fn trim(&mut self) {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.positions.len()];
        for (index, edges) in self.follow.iter().enumerate() {
            for edge in edges {
                before[edge.target as usize].push(index as u32);
            }
        }
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
            for &earlier in &before[index] {
                let earlier = earlier as usize;
                if takes(earlier) && !std::mem::replace(&mut finishes[earlier], true) {
                    pending.push(earlier);
                }
            }
        }
        let keep = |edge: &Edge| finishes[edge.target as usize];
        self.first.retain(keep);
        for edges in &mut self.follow {
            edges.retain(keep);
        }
    }
}
