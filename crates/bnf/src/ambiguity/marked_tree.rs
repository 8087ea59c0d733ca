//! From marks back to a tree.
//!
//! Productions that begin together or end together have one mark. In right recursion a
//! production ends when the last one inside it does; in left recursion it begins when the first
//! one inside it does. Here each node gets its own start and end.

use super::marked::{DerivationMark, MarkedSymbol};
use super::units::{escape_derivations, unit_derivations};
use crate::grammar::{Grammar, ProductionId, first_character};
use crate::tree::NodeData;

/// A node that has not ended. A node of left recursion may still enclose it.
struct OpenMarkedNode {
    production: ProductionId,
    start: usize,
    /// The nodes directly below it.
    parts: Vec<usize>,
}

/// A node that is complete.
struct ClosedMarkedNode {
    production: ProductionId,
    start: usize,
    end: usize,
    parts: Vec<usize>,
}

/// Builds the tree that the marks in a string describe.
pub(super) fn nodes(grammar: &Grammar, string: &[u8], written: &[MarkedSymbol]) -> Vec<NodeData> {
    let mut tree = MarkedTreeBuilder { complete: Vec::new(), open: Vec::new(), roots: Vec::new() };
    // How many nodes end together: by open production; and by open unit, with its end.
    let mut ending: Vec<usize> = Vec::new();
    let mut units: Vec<(usize, usize)> = Vec::new();
    let mut offset = 0;
    for &one in written {
        match one {
            MarkedSymbol::Byte => {
                offset += 1;
                while let Some((_, count)) = units.pop_if(|(end, _)| *end == offset) {
                    tree.close(count, offset);
                }
            }
            MarkedSymbol::Mark(DerivationMark::Enter(id)) => {
                tree.begin(id, offset);
                ending.push(1);
            }
            MarkedSymbol::Mark(DerivationMark::Reenter(id)) => {
                // All open nodes from the last one of the same production on end with it.
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
            MarkedSymbol::Mark(DerivationMark::Begin(id)) => {
                // Its start is known; what encloses it comes later.
                if let Some(open) = tree.open.last_mut() {
                    open.production = id;
                }
            }
            MarkedSymbol::Mark(DerivationMark::Wrap(id)) => tree.wrap(id, offset),
            MarkedSymbol::Mark(DerivationMark::Leave) => {
                tree.close(ending.pop().unwrap_or_default(), offset);
            }
            MarkedSymbol::Mark(DerivationMark::Unit(unit, number)) => {
                let byte = string.get(offset).copied().unwrap_or_default();
                let count = tree.chain(
                    unit_derivations(grammar, unit, byte),
                    number as usize,
                    unit,
                    offset,
                );
                let length = first_character(&string[offset.min(string.len())..]);
                let length = length.filter(|it| !it.is_ascii()).map_or(1, char::len_utf8);
                units.push((offset + length, count));
            }
            MarkedSymbol::Mark(DerivationMark::Escape(unit, number)) => {
                let count =
                    tree.chain(escape_derivations(grammar, unit), number as usize, unit, offset);
                units.push((offset + 3, count));
            }
        }
    }
    tree.nodes()
}

struct MarkedTreeBuilder {
    complete: Vec<ClosedMarkedNode>,
    open: Vec<OpenMarkedNode>,
    roots: Vec<usize>,
}

impl MarkedTreeBuilder {
    fn begin(&mut self, production: ProductionId, start: usize) {
        self.open.push(OpenMarkedNode { production, start, parts: Vec::new() });
    }

    /// Begins each production of one derivation of a unit. Returns how many there are.
    fn chain(
        &mut self,
        mut chains: Vec<Vec<ProductionId>>,
        number: usize,
        unit: ProductionId,
        start: usize,
    ) -> usize {
        let chain = if number < chains.len() { chains.swap_remove(number) } else { vec![unit] };
        for &production in &chain {
            self.begin(production, start);
        }
        chain.len()
    }

    fn close(&mut self, count: usize, end: usize) {
        for _ in 0..count {
            let Some(OpenMarkedNode { production, start, parts }) = self.open.pop() else { return };
            self.complete.push(ClosedMarkedNode { production, start, end, parts });
            let number = self.complete.len() - 1;
            match self.open.last_mut() {
                Some(parent) => parent.parts.push(number),
                None => self.roots.push(number),
            }
        }
    }

    /// Ends the innermost open node, which was the left end of another, and opens that one.
    fn wrap(&mut self, outer: ProductionId, end: usize) {
        let Some(OpenMarkedNode { production, start, parts }) = self.open.pop() else { return };
        self.complete.push(ClosedMarkedNode { production, start, end, parts });
        let parts = vec![self.complete.len() - 1];
        self.open.push(OpenMarkedNode { production: outer, start, parts });
    }

    /// The nodes in preorder.
    fn nodes(self) -> Vec<NodeData> {
        // Each node was completed after the nodes below it, so those are counted already.
        let mut below = vec![0; self.complete.len()];
        for (number, node) in self.complete.iter().enumerate() {
            below[number] = node.parts.iter().map(|&part| 1 + below[part]).sum();
        }
        let mut nodes = Vec::with_capacity(self.complete.len());
        let mut pending: Vec<usize> = self.roots.iter().rev().copied().collect();
        while let Some(number) = pending.pop() {
            let ClosedMarkedNode { production, start, end, parts } = &self.complete[number];
            let (production, start, end) = (*production, *start, *end);
            nodes.push(NodeData { production, start, end, below: below[number] });
            pending.extend(parts.iter().rev());
        }
        nodes
    }
}
