//! The derivation of a prefix, up to a position that waits for the next byte.
//!
//! Where a string fails, some position waits for its next byte. The path that leads to it is an
//! incomplete derivation: each production that has not ended is the last part of the one that
//! encloses it, and the innermost one waits.

use super::{Deriver, END};
use crate::derivation::route::ExpectedContinuation;
use crate::tree::NodeData;

/// The derivation of a prefix.
pub(in crate::derivation) struct PrefixDerivation {
    /// The nodes in preorder. Open nodes end where the prefix ends.
    pub nodes: Vec<NodeData>,
    /// The open nodes, outermost first, and what comes next in each.
    pub open: Vec<(usize, ExpectedContinuation)>,
}

impl Deriver {
    /// Derives a prefix up to a position, given by its number, that waits after it; without one,
    /// the whole string. `None` if there is no such derivation.
    pub(in crate::derivation) fn reach(
        &self,
        input: &[u8],
        position: Option<usize>,
    ) -> Option<PrefixDerivation> {
        let layout = &self.layout;
        let to = position.map_or(END, |position| position as u32);
        let mut cache = self.take();
        let symbols = input.iter().map(|&byte| layout.classes.class(byte));
        let path = cache.search_path(layout, symbols, |from| match position {
            Some(_) => layout.next[from as usize].contains(&to),
            None => layout.last[from as usize],
        });
        let writing = path.map(|path| cache.writing(layout, &path, to));
        self.put_back(cache);
        let (frames, nodes) = writing?.stopped(input.len());
        // Each open node is the last child of the one above.
        let mut spine: Vec<usize> = Vec::new();
        for _ in &frames {
            spine.push(match spine.last() {
                None => 0,
                Some(&above) => last_child(&nodes, above)?,
            });
        }
        let graph = &layout.graph;
        let mut open = Vec::new();
        for (level, &node) in spine.iter().enumerate() {
            let expected = match (spine.get(level + 1), position) {
                (Some(&below), _) => {
                    let frame = &graph.frames[frames[level + 1]];
                    let production = nodes[below].production;
                    // A production that began again is not where it was first named.
                    let known =
                        frame.production == production && frame.parent == Some(frames[level]);
                    ExpectedContinuation::Child(production, known.then_some(frame.named_at))
                }
                (None, Some(position)) => {
                    let position = &graph.positions[position];
                    let stands_in = graph.frames[position.frame].production;
                    if stands_in != nodes[node].production {
                        return None;
                    }
                    ExpectedContinuation::Waits(position.symbol.clone(), position.place)
                }
                (None, None) => return None,
            };
            open.push((node, expected));
        }
        Some(PrefixDerivation { nodes, open })
    }
}

fn last_child(nodes: &[NodeData], node: usize) -> Option<usize> {
    let end = node + 1 + nodes.get(node)?.below;
    let mut child = node + 1;
    while child < end && child + 1 + nodes[child].below < end {
        child += 1 + nodes[child].below;
    }
    (child < end).then_some(child)
}
