//! The derivation of one production over bytes and whole children.

use urlbnf_language::{Exceeded, Limits};

use crate::automaton::Graph;
use crate::grammar::ProductionId;
use crate::tree::NodeData;

use super::Found;
use super::layout::{END, Layout};
use super::writing::Writing;

/// The layout of a production over bytes and calls.
#[derive(Debug)]
pub(crate) struct Parts {
    layout: Layout,
}

/// The cache of a layout, kept from one string to the next.
#[derive(Debug)]
pub(crate) struct KnownParts(Found);

/// A part of a production, with its place in the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// A byte and its offset.
    Byte(u8, usize),
    /// A child, its start and its end.
    Child(ProductionId, usize, usize),
}

impl Part {
    /// The offset of its first byte.
    pub fn start(self) -> usize {
        match self {
            Part::Byte(_, at) => at,
            Part::Child(_, start, _) => start,
        }
    }
}

impl Parts {
    /// What a graph leads to.
    pub fn new(graph: Graph, limits: &Limits) -> Result<Parts, Exceeded> {
        Ok(Parts { layout: Layout::new(graph, limits)? })
    }

    pub fn known(&self) -> KnownParts {
        KnownParts(Found::new(&self.layout))
    }

    /// The nodes of a production that has these parts and ends at `end`. Its children are among
    /// them, without the nodes below. `None` if the production does not derive these parts.
    pub fn nodes(
        &self,
        known: &mut KnownParts,
        parts: &[Part],
        end: usize,
    ) -> Option<Vec<NodeData>> {
        let layout = &self.layout;
        let found = &mut known.0;
        let symbols = parts.iter().map(|part| match *part {
            Part::Byte(byte, _) => Some(layout.classes.class(byte)),
            Part::Child(id, ..) => layout.child(id),
        });
        let symbols: Vec<usize> = symbols.collect::<Option<_>>()?;
        let way =
            found.way(layout, symbols.into_iter(), |position| layout.last[position as usize])?;
        let mut writing = Writing::of(&layout.graph.frames, way.happened.len());
        let children = parts.iter().enumerate().filter_map(|(at, part)| match *part {
            Part::Child(production, start, end) => {
                Some((at, NodeData { production, start, end, below: 0 }))
            }
            Part::Byte(..) => None,
        });
        let mut children = children.peekable();
        for &(at, events) in way.happened.iter().rev() {
            while let Some((_, node)) = children.next_if(|(place, _)| *place < at) {
                writing.child(node);
            }
            for &event in &*found.events[events as usize] {
                writing.event(event, parts[at].start());
            }
        }
        children.for_each(|(_, node)| writing.child(node));
        let events = found.between(layout, way.last, END);
        for &event in &*found.events[events as usize] {
            writing.event(event, end);
        }
        found.room = way.happened;
        found.room.clear();
        Some(writing.all())
    }
}
