//! Layouts of names at the ends of a production's text.
//!
//! Recursion at one end alone is regular: nothing follows the name, or nothing precedes it.
//! Which of the two applies is determined here, where the text around the name is laid out.

use std::collections::HashSet;

use urlbnf_language::Exceeded;

use super::{LayoutContext, PendingBody, ThompsonBuilder};
use crate::automaton::graph::{FrameEvent, ThompsonNode, ThompsonNodeId};
use crate::grammar::ProductionId;

impl ThompsonBuilder<'_> {
    /// Lays out a name at the left end: when its production is complete, `next` follows. Nothing
    /// begins here, because the production has begun already.
    pub(super) fn at_the_left_end(
        &mut self,
        id: ProductionId,
        LayoutContext { place, frame, next }: LayoutContext,
        group: usize,
    ) -> Result<ThompsonNodeId, Exceeded> {
        let top = self.group[group].top;
        let complete = match self.group[group].members.get(&id) {
            Some(&(_, complete)) => complete,
            None => {
                let nest = self.nests[frame];
                let member = self.frame(id, Some(frame), place.start, Some(group), nest)?;
                let complete = self.node(ThompsonNode::Split(Vec::new()))?;
                let into = self.node(ThompsonNode::Split(Vec::new()))?;
                let begin = self.event(FrameEvent::Begin(member), into)?;
                self.group[group].members.insert(id, (member, complete));
                self.pending.push(PendingBody { frame: member, after: complete, into });
                if let ThompsonNode::Split(begins) = &mut self.nodes[self.group[group].begin] {
                    begins.push(begin);
                }
                complete
            }
        };
        let wrap = self.event(FrameEvent::Wrap { frame, top }, next)?;
        if let ThompsonNode::Split(nexts) = &mut self.nodes[complete] {
            // Like a repetition, prefer another round to the end.
            let before_leave = nexts.len() - usize::from(id == self.frames[top].production);
            nexts.insert(before_leave, wrap);
        }
        self.node(ThompsonNode::Split(Vec::new()))
    }

    pub(super) fn ancestor(&self, id: ProductionId, frame: usize) -> Option<usize> {
        let mut frame = Some(frame as u32);
        while let Some(index) = frame {
            let (production, parent) = self.parents[index as usize];
            if production == id {
                return Some(index as usize);
            }
            frame = parent;
        }
        None
    }

    /// Whether a node leads to the end of the text without taking a byte or a child.
    pub(super) fn may_end(&mut self, node: ThompsonNodeId) -> Result<bool, Exceeded> {
        let (mut seen, mut pending) = (HashSet::from([node]), vec![node]);
        while let Some(node) = pending.pop() {
            self.work.tick()?;
            match &self.nodes[node] {
                ThompsonNode::Event { event: FrameEvent::Leave(_), .. } => return Ok(true),
                ThompsonNode::Split(nexts) => {
                    pending.extend(nexts.iter().copied().filter(|&next| seen.insert(next)));
                }
                _ => {}
            }
        }
        Ok(false)
    }
}
