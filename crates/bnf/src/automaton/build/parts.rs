//! Layouts of texts and of bounded repetitions, from right to left.

use urlbnf_language::Exceeded;

use super::{Builder, Ends};
use crate::automaton::graph::{Node, NodeId};
use crate::automaton::{Rest, Symbol};
use crate::grammar::{CharacterSet, Expression, Place};

impl Builder<'_> {
    /// Lays out a text. `characters` gives the bytes that are allowed for each of its bytes.
    pub(super) fn text(
        &mut self,
        text: &str,
        characters: impl Fn(u8) -> CharacterSet,
        place: Place,
        frame: usize,
        next: NodeId,
    ) -> Result<NodeId, Exceeded> {
        let rest = Rest::from(text);
        let mut next = next;
        for (at, byte) in text.bytes().enumerate().rev() {
            let symbol = Symbol::Literal(rest.skip(at));
            next = self.position(characters(byte), symbol, place, frame, next)?;
        }
        Ok(next)
    }

    /// Lays out a repetition with an upper bound. The optional rounds are nested, so that
    /// leaving one out leaves out all later ones.
    pub(super) fn bounded(
        &mut self,
        body: &Expression,
        (at_least, at_most): (usize, usize),
        frame: usize,
        next: NodeId,
    ) -> Result<NodeId, Exceeded> {
        let mut after = next;
        for _ in at_least..at_most {
            self.meter.step(1)?;
            let start = self.expression(body, frame, after, Ends::NONE)?;
            after = self.node(Node::Split(vec![start, next]))?;
        }
        for _ in 0..at_least {
            self.meter.step(1)?;
            after = self.expression(body, frame, after, Ends::NONE)?;
        }
        Ok(after)
    }
}
