//! The derivations of closures.
//!
//! `X = A | X X` says that an X is one or more A. It does not say how they are grouped: each way
//! to put brackets around them is a derivation, and no automaton distinguishes all of these. The
//! marked strings have one grouping, in which each A but the last is an X of its own, followed
//! by the rest. The other groupings are enumerated here.

use std::ops::RangeInclusive;

use crate::automaton::ClosureAlternative;
use crate::grammar::{Grammar, ProductionId};
use crate::tree::NodeData;

/// An iterator over a tree with its closures in all combinations of groupings.
pub(super) struct TreeGroupings {
    nodes: Vec<NodeData>,
    closures: Vec<ClosureGrouping>,
    /// By node: the closure that begins there.
    at: Vec<Option<usize>>,
    done: bool,
}

/// The parts of one closure, and a grouping of them.
struct ClosureGrouping {
    production: ProductionId,
    /// The nodes of the parts: each is an X that is an A.
    parts: Vec<usize>,
    /// How many children a group may have.
    together: RangeInclusive<usize>,
    /// The grouping in preorder: the number of children of each node, 0 for a part.
    shape: Vec<usize>,
}

/// A pending step of writing the tree.
enum GroupingTask {
    /// A node of the tree with all below it.
    Node(usize),
    Open(ProductionId, usize),
    Close(usize),
}

impl TreeGroupings {
    /// The groupings of a tree as it is read from the marks.
    pub fn from_nodes(grammar: &Grammar, nodes: Vec<NodeData>) -> TreeGroupings {
        let mut closures: Vec<ClosureGrouping> = Vec::new();
        let mut at = vec![None; nodes.len()];
        let mut inside = vec![false; nodes.len()];
        for first in 0..nodes.len() {
            let production = nodes[first].production;
            if inside[first] {
                continue;
            }
            let Some(most) = ClosureAlternative::most_together(grammar, production) else {
                continue;
            };
            let mut parts = Vec::new();
            let mut rest = first;
            while let Some((one, others)) = two(&nodes, rest) {
                inside[one] = true;
                inside[others] = true;
                parts.push(one);
                rest = others;
            }
            if !parts.is_empty() {
                parts.push(rest);
                at[first] = Some(closures.len());
                closures.push(ClosureGrouping {
                    production,
                    parts,
                    together: 2..=most,
                    shape: Vec::new(),
                });
            }
        }
        for closure in &mut closures {
            closure.fill();
        }
        TreeGroupings { nodes, closures, at, done: false }
    }

    /// The tree with the current groupings.
    fn written(&self) -> Vec<NodeData> {
        let mut nodes: Vec<NodeData> = Vec::with_capacity(self.nodes.len());
        let mut open = Vec::new();
        let mut pending = vec![GroupingTask::Node(0)];
        while let Some(next) = pending.pop() {
            match next {
                GroupingTask::Node(index) => match self.at[index] {
                    Some(closure) => {
                        let steps = self.closures[closure].steps(&self.nodes);
                        pending.extend(steps.into_iter().rev());
                    }
                    None => {
                        let NodeData { production, start, end, .. } = self.nodes[index];
                        pending.push(GroupingTask::Close(end));
                        let below: Vec<usize> = children(&self.nodes, index).collect();
                        pending.extend(below.into_iter().rev().map(GroupingTask::Node));
                        pending.push(GroupingTask::Open(production, start));
                    }
                },
                GroupingTask::Open(production, start) => {
                    open.push(nodes.len());
                    nodes.push(NodeData { production, start, end: start, below: 0 });
                }
                GroupingTask::Close(end) => {
                    if let Some(index) = open.pop() {
                        nodes[index].end = end;
                        nodes[index].below = nodes.len() - index - 1;
                    }
                }
            }
        }
        nodes
    }
}

impl Iterator for TreeGroupings {
    type Item = Vec<NodeData>;

    fn next(&mut self) -> Option<Vec<NodeData>> {
        if self.done {
            return None;
        }
        let written = self.written();
        // Like digits of a number: the last closure advances first, and is reset at its end.
        let mut closures = self.closures.iter_mut().rev();
        self.done = !closures.any(|closure| {
            let goes_on = closure.advance();
            if !goes_on {
                closure.fill();
            }
            goes_on
        });
        Some(written)
    }
}

impl ClosureGrouping {
    /// Completes the shape with the first one that begins like this.
    fn fill(&mut self) {
        let (mut open, mut left) = self.still();
        while open > 0 {
            let count = if open > 1 || left == 1 { 0 } else { 2 };
            self.shape.push(count);
            left -= usize::from(count == 0);
            open = open + count - 1;
        }
    }

    /// Goes to the next shape. If there is none, returns `false` and leaves the shape empty.
    fn advance(&mut self) -> bool {
        while let Some(count) = self.shape.pop() {
            let (open, left) = self.still();
            let more = if count == 0 { *self.together.start() } else { count + 1 };
            if self.together.contains(&more) && open - 1 + more <= left {
                self.shape.push(more);
                self.fill();
                return true;
            }
        }
        false
    }

    /// How many nodes the shape still needs, and how many parts are left.
    fn still(&self) -> (usize, usize) {
        let parts = self.shape.iter().filter(|&&count| count == 0).count();
        let open = 1 + self.shape.iter().sum::<usize>() - self.shape.len();
        (open, self.parts.len() - parts)
    }

    fn steps(&self, nodes: &[NodeData]) -> Vec<GroupingTask> {
        let mut steps = Vec::with_capacity(2 * self.shape.len());
        let mut parts = self.parts.iter();
        // By open node: how many children it still needs.
        let mut due: Vec<usize> = Vec::new();
        for &count in &self.shape {
            if count > 0 {
                let start = parts.as_slice().first().map_or(0, |&part| nodes[part].start);
                steps.push(GroupingTask::Open(self.production, start));
                due.push(count);
                continue;
            }
            let Some(&part) = parts.next() else { return steps };
            steps.push(GroupingTask::Node(part));
            while let Some(last) = due.last_mut() {
                *last -= 1;
                if *last > 0 {
                    break;
                }
                due.pop();
                steps.push(GroupingTask::Close(nodes[part].end));
            }
        }
        steps
    }
}

fn children(nodes: &[NodeData], index: usize) -> impl Iterator<Item = usize> {
    let last = index + nodes[index].below;
    let mut next = index + 1;
    std::iter::from_fn(move || {
        let child = next;
        next = child + 1 + nodes.get(child).filter(|_| child <= last)?.below;
        Some(child)
    })
}

/// The two children of a node, if it has exactly two and all three have the same production.
fn two(nodes: &[NodeData], index: usize) -> Option<(usize, usize)> {
    let mut below = children(nodes, index);
    let (one, other) = (below.next()?, below.next()?);
    let same = |child: usize| nodes[child].production == nodes[index].production;
    (below.next().is_none() && same(one) && same(other)).then_some((one, other))
}
