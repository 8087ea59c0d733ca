//! Productions that recur in their middle.
//!
//! They are laid out one in the other, as often as the grammar allows: at the deepest
//! place a seed has no string, and what needs one there has none either.

use super::Builder;
use crate::automaton::recursion::{Closure, End};
use crate::grammar::ProductionId;

impl Builder<'_> {
    /// X = A | X [ X ], where X is not laid out one in the other.
    pub(super) fn closed(&self, id: ProductionId) -> Option<Closure> {
        let closure = Closure::of_production(self.grammar, id);
        closure.filter(|_| !self.is_nested(id))
    }

    /// Whether a production recurs in its middle, so that it is laid out one in the other.
    pub(super) fn is_nested(&self, id: ProductionId) -> bool {
        self.recursion.as_ref().and_then(|it| it.end_of(id)) == Some(End::Middle)
    }

    /// Whether a production stands already so deep in its like as the grammar allows.
    pub(super) fn is_deepest(&self, id: ProductionId, frame: usize) -> bool {
        let (Some(recursion), Some(most)) = (&self.recursion, self.grammar.nesting()) else {
            return false;
        };
        if !recursion.seeds().contains(&id) {
            return false;
        }
        let (mut depth, mut at) = (0, Some(frame));
        while let Some(index) = at.filter(|&it| recursion.together(self.frames[it].production, id))
        {
            depth += usize::from(recursion.seeds().contains(&self.frames[index].production));
            at = self.frames[index].parent;
        }
        depth > most
    }
}
