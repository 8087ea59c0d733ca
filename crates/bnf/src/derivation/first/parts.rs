//! The derivation of one production over bytes and whole children.

use urlbnf_language::{Exceeded, Work};

use crate::automaton::ThompsonGraph;
use crate::grammar::ProductionId;
use crate::tree::NodeData;

use super::DeriverCache;
use super::layout::{END, PositionLayout};
use super::writing::EventTreeBuilder;

/// The layout of a production over bytes and calls.
#[derive(Debug)]
pub(crate) struct CallLayout {
    layout: PositionLayout,
}

/// The cache of a layout, kept from one string to the next.
#[derive(Debug)]
pub(crate) struct CallLayoutCache(DeriverCache);

/// A byte or a child of a production, with its place in the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SpannedSymbol {
    /// A byte and its offset.
    Byte(u8, usize),
    /// A child, its start and its end.
    Child(ProductionId, usize, usize),
}

impl SpannedSymbol {
    /// The offset of its first byte.
    pub fn start(self) -> usize {
        match self {
            SpannedSymbol::Byte(_, at) => at,
            SpannedSymbol::Child(_, start, _) => start,
        }
    }
}

impl CallLayout {
    /// The layout of a graph.
    pub fn new(graph: ThompsonGraph, work: &mut Work) -> Result<CallLayout, Exceeded> {
        Ok(CallLayout { layout: PositionLayout::new(graph, work)? })
    }

    pub fn known(&self) -> CallLayoutCache {
        CallLayoutCache(DeriverCache::new(&self.layout))
    }

    /// The nodes of a production that has these parts and ends at `end`. Its children are among
    /// them, without the nodes below. `None` if the production does not derive these parts.
    pub fn nodes(
        &self,
        known: &mut CallLayoutCache,
        parts: &[SpannedSymbol],
        end: usize,
    ) -> Option<Vec<NodeData>> {
        let layout = &self.layout;
        let cache = &mut known.0;
        let symbols = parts.iter().map(|part| match *part {
            SpannedSymbol::Byte(byte, _) => Some(layout.classes.class(byte)),
            SpannedSymbol::Child(id, ..) => layout.child(id),
        });
        let symbols: Vec<usize> = symbols.collect::<Option<_>>()?;
        let path = cache
            .search_path(layout, symbols.into_iter(), |position| layout.last[position as usize])?;
        let mut writing =
            EventTreeBuilder::with_capacity(&layout.graph.frames, path.happened.len());
        let children = parts.iter().enumerate().filter_map(|(at, part)| match *part {
            SpannedSymbol::Child(production, start, end) => {
                Some((at, NodeData { production, start, end, below: 0 }))
            }
            SpannedSymbol::Byte(..) => None,
        });
        let mut children = children.peekable();
        for &(at, events) in path.happened.iter().rev() {
            while let Some((_, node)) = children.next_if(|(place, _)| *place < at) {
                writing.child(node);
            }
            for &event in &*cache.events[events as usize] {
                writing.event(event, parts[at].start());
            }
        }
        children.for_each(|(_, node)| writing.child(node));
        let events = cache.between(layout, path.last, END);
        for &event in &*cache.events[events as usize] {
            writing.event(event, end);
        }
        cache.room = path.happened;
        cache.room.clear();
        Some(writing.all())
    }
}
