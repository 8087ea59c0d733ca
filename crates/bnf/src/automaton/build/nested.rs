//! Layouts of productions that recur in the middle.
//!
//! A part of such productions is laid out like recursion at one end, once for each depth. At the
//! greatest depth, names that lead deeper have no strings, and neither has anything that needs
//! such a name. Each derivation has one path: from the left ends of a part to its right ends, and
//! then deeper.

use urlbnf_language::Exceeded;

use super::{BoundaryFlags, LayoutContext, OccurrencePosition, ThompsonBuilder};
use crate::automaton::graph::{FrameEvent, ThompsonNode, ThompsonNodeId};
use crate::automaton::nesting::{self, NestingTransition};
use crate::automaton::recursion::{RecursionKind, has_closure};
use crate::grammar::ProductionId;

/// The nesting of a frame in productions that recur in the middle.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct FrameNesting {
    /// The number of the entry into the part that it belongs to.
    entry: usize,
    depth: usize,
    /// Whether a counted name led here, and no counting part was entered since.
    counted: bool,
    /// Whether it is at a right end of a part that recurs at both ends.
    right: bool,
}

impl ThompsonBuilder<'_> {
    /// Whether a production has a closure.
    pub(super) fn has_closure(&mut self, id: ProductionId) -> bool {
        *self.closures.entry(id).or_insert_with(|| has_closure(self.grammar, id))
    }

    /// Whether a production is called, or recurs in the middle.
    pub(super) fn is_nested(&self, id: ProductionId) -> bool {
        self.is_called(id)
            || self.recursion.as_ref().and_then(|recursion| recursion.end_of(id))
                == Some(RecursionKind::Middle)
    }

    /// The nesting of a production that is named from outside.
    pub(super) fn outermost(&mut self) -> FrameNesting {
        self.entered += 1;
        FrameNesting { entry: self.entered, ..FrameNesting::default() }
    }

    /// Whether a production is laid out with the left ends of its part.
    pub(super) fn begins_at_left_ends(&self, id: ProductionId, nest: FrameNesting) -> bool {
        let ends = self.recursion.as_ref().and_then(|recursion| recursion.nesting().ends_of(id));
        !nest.right
            && matches!(ends, Some(nesting::PartRecursion::Left | nesting::PartRecursion::Both))
    }

    /// Lays out a name of a production in the text of another that recurs in the middle with it.
    pub(super) fn nested(
        &mut self,
        id: ProductionId,
        at: LayoutContext,
        BoundaryFlags { first, last }: BoundaryFlags,
    ) -> Result<ThompsonNodeId, Exceeded> {
        let own = self.frames[at.frame].production;
        let nest = self.nests[at.frame];
        let stand = OccurrencePosition::from_ends(first, last);
        let step =
            self.recursion.as_ref().map(|recursion| recursion.nesting().step(own, id, stand));
        let counted = match step {
            Some(NestingTransition::Stay(nesting::PartRecursion::Right)) => {
                return self.at_the_right_ends(nest, id, at);
            }
            Some(NestingTransition::Stay(_)) if nest.right && stand != OccurrencePosition::Left => {
                return self.at_the_right_ends(nest, id, at);
            }
            Some(NestingTransition::Stay(_)) if !nest.right && first => {
                if let Some(group) = self.left_recursions[at.frame] {
                    return self.at_the_left_end(id, at, group);
                }
                false
            }
            Some(NestingTransition::Stay(_)) if !nest.right => {
                let nest = FrameNesting { right: true, ..self.entered(nest) };
                return self.production_in(nest, id, at);
            }
            // A left end below a right end.
            Some(NestingTransition::Stay(_)) => true,
            Some(NestingTransition::Enter { counted }) => counted,
            None => false,
        };
        let mut deeper = FrameNesting { right: false, ..self.entered(nest) };
        deeper.counted |= counted;
        if deeper.counted
            && self.recursion.as_ref().is_some_and(|recursion| recursion.nesting().counts(id))
        {
            deeper.counted = false;
            deeper.depth += 1;
        }
        match self.grammar.nesting().is_some_and(|most| deeper.depth > most) {
            true => self.node(ThompsonNode::Split(Vec::new())),
            false => self.production_in(deeper, id, at),
        }
    }

    /// Lays out a name at the right end: if its production has begun in this part, it begins
    /// again.
    fn at_the_right_ends(
        &mut self,
        nest: FrameNesting,
        id: ProductionId,
        at: LayoutContext,
    ) -> Result<ThompsonNodeId, Exceeded> {
        let mut above = Some(at.frame);
        while let Some(index) = above.filter(|&frame| self.nests[frame].entry == nest.entry) {
            if self.frames[index].production == id {
                return self.event(FrameEvent::Reenter(index), self.entries[index]);
            }
            above = self.frames[index].parent;
        }
        self.production_in(nest, id, at)
    }

    fn entered(&mut self, nest: FrameNesting) -> FrameNesting {
        self.entered += 1;
        FrameNesting { entry: self.entered, ..nest }
    }
}
