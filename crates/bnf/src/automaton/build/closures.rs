//! Layouts of closures: productions made of themselves alone, with their derivations.
//!
//! `X = A | X [ X ]` accepts one or more A. How the A are grouped into X matters for
//! derivations. For the language alone, the production is laid out as a repetition.

use urlbnf_language::Exceeded;

use super::nested::FrameNesting;
use super::{LayoutKind, PendingBody, ThompsonBuilder};
use crate::automaton::graph::{FrameEvent, ThompsonNode, ThompsonNodeId};
use crate::automaton::recursion::ClosureAlternative;
use crate::grammar::ProductionId;

impl ThompsonBuilder<'_> {
    /// Lays out X = A | X [ X ] with its derivations: an A; or an X that is an A, and an X for
    /// the rest; or, as a second derivation of three A or more, the first two in one X.
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
        if self.layout == LayoutKind::Derivations {
            let both = self.frame(id, Some(frame), named_at, None, FrameNesting::default())?;
            let leave_both = self.event(FrameEvent::Leave(both), rest)?;
            let second = self.node(ThompsonNode::Split(Vec::new()))?;
            self.pending.push(PendingBody { frame: both, after: leave_both, into: second });
            let again = self.event(FrameEvent::Reenter(both), second)?;
            let first_of_both = self.alone(id, both, named_at, again)?;
            alternatives.push(self.event(FrameEvent::Enter(both), first_of_both)?);
        }
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
