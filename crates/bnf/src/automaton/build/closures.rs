//! Layouts of closures: productions made of themselves alone, with their derivations.
//!
//! `X = A | X [ X ]` accepts one or more A. How the A are grouped into X matters for
//! derivations. For the language alone, the production is laid out as a repetition.

use urlbnf_language::Exceeded;

use super::nested::FrameNesting;
use super::{PendingBody, ThompsonBuilder};
use crate::automaton::graph::{FrameEvent, ThompsonNode, ThompsonNodeId};
use crate::automaton::recursion::ClosureAlternative;
use crate::grammar::ProductionId;

impl ThompsonBuilder<'_> {
    /// Lays out X = A | X [ X ] with one of its groupings: an A; or an X that is an A, and an X for
    /// the rest.
    pub(super) fn closure(
        &mut self,
        closure: ClosureAlternative,
        frame: usize,
        leave: ThompsonNodeId,
        into: ThompsonNodeId,
    ) -> Result<ThompsonNodeId, Exceeded> {
        let id = self.frames[frame].production;
        let named_at = self.frames[frame].named_at;
        let single = self.node(ThompsonNode::Split(Vec::new()))?;
        self.pending.push(PendingBody { frame, after: leave, into: single });
        let rest = self.event(FrameEvent::Reenter(frame), into)?;
        let first = self.alone(id, frame, named_at, rest)?;
        let mut alternatives = vec![single, first];
        if closure.alone {
            alternatives.push(rest);
        }
        self.nodes[into] = ThompsonNode::Split(alternatives);
        Ok(self.entries[frame])
    }

    /// Lays out an X inside an X that is an A.
    fn alone(
        &mut self,
        id: ProductionId,
        parent: usize,
        named_at: usize,
        next: ThompsonNodeId,
    ) -> Result<ThompsonNodeId, Exceeded> {
        let frame = self.frame(id, Some(parent), named_at, None, FrameNesting::default())?;
        let leave = self.event(FrameEvent::Leave(frame), next)?;
        let into = self.node(ThompsonNode::Split(Vec::new()))?;
        self.pending.push(PendingBody { frame, after: leave, into });
        self.event(FrameEvent::Enter(frame), into)
    }
}
