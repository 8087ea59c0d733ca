//! From marks back to a tree.
//!
//! What begins together or ends together is marked once: at its right end a production
//! that recurs is left when its last one is, and at its left end it has begun when its
//! first one has. Here each gets its two ends back.

use super::annotated::Mark;
use super::search::Written;
use super::units::{escape_derivations, unit_derivations};
use crate::grammar::{Grammar, ProductionId, first_character};
use crate::tree::NodeData;

/// A node whose beginning may still come to are in another.
struct Open {
    production: ProductionId,
    start: usize,
    /// What is directly in it.
    parts: Vec<usize>,
}

/// A node that is complete.
struct Complete {
    production: ProductionId,
    start: usize,
    end: usize,
    parts: Vec<usize>,
}

/// The tree that the marks write into a string.
pub(super) fn nodes(grammar: &Grammar, string: &[u8], written: &[Written]) -> Vec<NodeData> {
    let mut tree = Writing { complete: Vec::new(), open: Vec::new(), roots: Vec::new() };
    // With each production that is open, how many end together with it; with a unit, where.
    let mut ending: Vec<usize> = Vec::new();
    let mut units: Vec<(usize, usize)> = Vec::new();
    let mut offset = 0;
    for &one in written {
        match one {
            Written::Byte => {
                offset += 1;
                while let Some((_, count)) = units.pop_if(|(end, _)| *end == offset) {
                    tree.close(count, offset);
                }
            }
            Written::Mark(Mark::Enter(id)) => {
                tree.begin(id, offset);
                ending.push(1);
            }
            Written::Mark(Mark::Reenter(id)) => {
                // All that is open from the same production on ends with it.
                let mut count = 0;
                let mut depth = tree.open.len();
                while let Some(last) = ending.pop() {
                    count += last;
                    depth -= last;
                    if tree.open.get(depth).is_some_and(|open| open.production == id) {
                        break;
                    }
                }
                tree.begin(id, offset);
                ending.push(count + 1);
            }
            Written::Mark(Mark::Begin(id)) => {
                // Its place is known, and what it is in comes later.
                if let Some(open) = tree.open.last_mut() {
                    open.production = id;
                }
            }
            Written::Mark(Mark::Wrap(id)) => tree.wrap(id, offset),
            Written::Mark(Mark::Leave) => {
                tree.close(ending.pop().unwrap_or_default(), offset);
            }
            Written::Mark(Mark::Unit(unit, way)) => {
                let byte = string.get(offset).copied().unwrap_or_default();
                let count = tree.chain(unit_derivations(grammar, unit, byte), way, unit, offset);
                let length = first_character(&string[offset.min(string.len())..]);
                let length = length.filter(|it| !it.is_ascii()).map_or(1, char::len_utf8);
                units.push((offset + length, count));
            }
            Written::Mark(Mark::Escape(unit, way)) => {
                let count = tree.chain(escape_derivations(grammar, unit), way, unit, offset);
                units.push((offset + 3, count));
            }
        }
    }
    tree.nodes()
}

struct Writing {
    complete: Vec<Complete>,
    open: Vec<Open>,
    roots: Vec<usize>,
}

impl Writing {
    fn begin(&mut self, production: ProductionId, start: usize) {
        self.open.push(Open { production, start, parts: Vec::new() });
    }

    /// One of the ways to derive a unit, each production of it begun.
    fn chain(
        &mut self,
        mut chains: Vec<Vec<ProductionId>>,
        way: usize,
        unit: ProductionId,
        start: usize,
    ) -> usize {
        let chain = if way < chains.len() { chains.swap_remove(way) } else { vec![unit] };
        for &production in &chain {
            self.begin(production, start);
        }
        chain.len()
    }

    fn close(&mut self, count: usize, end: usize) {
        for _ in 0..count {
            let Some(Open { production, start, parts }) = self.open.pop() else { return };
            self.complete.push(Complete { production, start, end, parts });
            let number = self.complete.len() - 1;
            match self.open.last_mut() {
                Some(parent) => parent.parts.push(number),
                None => self.roots.push(number),
            }
        }
    }

    /// What is open last is complete, and was the left end of another.
    fn wrap(&mut self, outer: ProductionId, end: usize) {
        let Some(Open { production, start, parts }) = self.open.pop() else { return };
        self.complete.push(Complete { production, start, end, parts });
        let parts = vec![self.complete.len() - 1];
        self.open.push(Open { production: outer, start, parts });
    }

    /// The nodes in the order in which a reader meets them.
    fn nodes(self) -> Vec<NodeData> {
        // What is complete came after what is in it: so each is counted before.
        let mut below = vec![0; self.complete.len()];
        for (number, node) in self.complete.iter().enumerate() {
            below[number] = node.parts.iter().map(|&part| 1 + below[part]).sum();
        }
        let mut nodes = Vec::with_capacity(self.complete.len());
        let mut pending: Vec<usize> = self.roots.iter().rev().copied().collect();
        while let Some(number) = pending.pop() {
            let Complete { production, start, end, parts } = &self.complete[number];
            let (production, start, end) = (*production, *start, *end);
            nodes.push(NodeData { production, start, end, below: below[number] });
            pending.extend(parts.iter().rev());
        }
        nodes
    }
}
