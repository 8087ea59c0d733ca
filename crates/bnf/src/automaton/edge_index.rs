//! The edges of an automaton by the bytes that their targets take.

use std::sync::OnceLock;

use urlbnf_language::ByteClasses;

use super::{Automaton, PositionEdge};

/// The most edges that are sorted, and the most positions, each counted for each class of bytes.
const MOST: usize = 1 << 18;

/// The edges of each position, once for each class of bytes that their target takes.
#[derive(Debug)]
pub(super) struct EdgeIndex {
    classes: ByteClasses,
    /// By position and class: where its edges begin and end.
    ends: Vec<[u32; 2]>,
    edges: Vec<PositionEdge>,
}

impl EdgeIndex {
    /// The edges of an automaton; `None` if they are too many.
    pub fn from_automaton(automaton: &Automaton) -> Option<EdgeIndex> {
        let classes = ByteClasses::of_sets(automaton.character_sets());
        let is_least = |byte: &u8| classes.least(*byte) == *byte;
        let are_many = |edges: usize, more: usize| edges + more * classes.count() > MOST;
        if are_many(0, automaton.len()) {
            return None;
        }
        let (mut ends, mut edges) = (Vec::new(), Vec::new());
        let mut rows = vec![Vec::new(); classes.count()];
        for follow in &automaton.follow {
            if are_many(edges.len(), follow.len()) {
                return None;
            }
            for &edge in follow {
                let characters = automaton.positions[edge.target as usize].characters;
                characters
                    .bytes()
                    .filter(is_least)
                    .for_each(|it| rows[classes.class(it)].push(edge));
            }
            for row in &mut rows {
                let begin = edges.len() as u32;
                edges.append(row);
                ends.push([begin, edges.len() as u32]);
            }
        }
        Some(EdgeIndex { classes, ends, edges })
    }

    pub fn class(&self, byte: u8) -> usize {
        self.classes.class(byte)
    }

    /// The edges to the positions that may follow a position and take the bytes of a class.
    #[inline]
    pub fn edges_with(&self, position: usize, class: usize) -> &[PositionEdge] {
        let at = position * self.classes.count() + class;
        let [begin, end] = self.ends[at];
        &self.edges[begin as usize..end as usize]
    }
}

/// An index that is computed when first needed. It follows from the edges, so it is not compared.
#[derive(Debug, Default)]
pub(super) struct LazyEdgeIndex(pub OnceLock<Option<EdgeIndex>>);

impl PartialEq for LazyEdgeIndex {
    fn eq(&self, _: &LazyEdgeIndex) -> bool {
        true
    }
}

impl Eq for LazyEdgeIndex {}
