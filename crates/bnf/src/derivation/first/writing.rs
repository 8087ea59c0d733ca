//! Building a tree from the events between the bytes of a string.

use crate::automaton::{FrameEvent, ProductionFrame};
use crate::grammar::ProductionId;
use crate::tree::NodeData;

/// How many productions are often open at once.
const ROOM: usize = 8;

/// A tree under construction.
pub(super) struct EventTreeBuilder<'l> {
    frames: &'l [ProductionFrame],
    nodes: Vec<NodeData>,
    open: Vec<OpenFrameNode>,
    /// Nodes that enclose a node and begin where it begins, innermost first, with the index of that
    /// node.
    enclosing: Vec<(usize, NodeData)>,
}

/// A production that has not ended.
#[derive(Clone, Copy)]
struct OpenFrameNode {
    frame: usize,
    /// The frame of its outermost node so far, which others may enclose by left recursion.
    now: usize,
    node: usize,
    /// How many nodes there were before it.
    before: usize,
    /// Whether it began inside a node of the same frame, with which it will end.
    again: bool,
    /// The index in `enclosing` of the last node that encloses its node so far, which has not
    /// ended.
    outer: Option<usize>,
}

impl<'l> EventTreeBuilder<'l> {
    /// An empty tree with room for a number of nodes.
    pub fn with_capacity(frames: &'l [ProductionFrame], nodes: usize) -> EventTreeBuilder<'l> {
        let nodes = Vec::with_capacity(nodes);
        EventTreeBuilder { frames, nodes, open: Vec::with_capacity(ROOM), enclosing: Vec::new() }
    }

    pub fn event(&mut self, event: FrameEvent, offset: usize) {
        let innermost = self.open.last().map(|open| open.frame);
        match event {
            // Right recursion directly inside the same frame is flat.
            FrameEvent::Enter(frame) | FrameEvent::Reenter(frame)
                if innermost == Some(frame) && !self.frames[frame].apart => {}
            FrameEvent::Enter(frame) => self.begin(frame, false, offset),
            FrameEvent::Reenter(frame) => self.begin(frame, true, offset),
            FrameEvent::Begin(frame) => {
                if let Some(open) = self.open.last_mut() {
                    open.now = frame;
                    self.nodes[open.node].production = self.frames[frame].production;
                }
            }
            FrameEvent::Wrap { frame, .. } => {
                let production = self.frames[frame].production;
                if let Some(open) = self.open.pop() {
                    self.end(open, offset);
                    let open = self.wrap(open, production, offset);
                    self.open.push(OpenFrameNode { now: frame, ..open });
                }
            }
            FrameEvent::Leave(frame) => {
                let mut together = false;
                while let Some(open) = self.open.pop() {
                    self.end(open, offset);
                    let same = open.frame == frame;
                    together = if same { open.again } else { together };
                    if !together {
                        break;
                    }
                }
            }
        }
    }

    /// Adds a whole child; the nodes below it are written elsewhere.
    pub fn child(&mut self, child: NodeData) {
        self.nodes.push(child);
    }

    fn begin(&mut self, frame: usize, again: bool, offset: usize) {
        let node = self.nodes.len();
        let before = node + self.enclosing.len();
        self.open.push(OpenFrameNode { frame, now: frame, node, before, again, outer: None });
        let production = self.frames[frame].production;
        self.nodes.push(NodeData { production, start: offset, end: offset, below: 0 });
    }

    /// Ends the outermost node of a production: its own, or the last that encloses it.
    fn end(&mut self, open: OpenFrameNode, offset: usize) {
        let below = self.nodes.len() + self.enclosing.len() - open.before - 1;
        let outermost = match open.outer {
            Some(outer) => &mut self.enclosing[outer].1,
            None => &mut self.nodes[open.node],
        };
        outermost.end = offset;
        outermost.below = below;
    }

    /// Encloses the node of a production, which has ended.
    fn wrap(
        &mut self,
        open: OpenFrameNode,
        production: ProductionId,
        offset: usize,
    ) -> OpenFrameNode {
        let start = self.nodes[open.node].start;
        let outer = NodeData { production, start, end: offset, below: 0 };
        self.enclosing.push((open.node, outer));
        OpenFrameNode { outer: Some(self.enclosing.len() - 1), ..open }
    }

    /// Stops at an offset. Returns the frames of the open nodes, outermost first, and all nodes,
    /// with the open ones ended there. Nodes that must still enclose an open one are added as
    /// open too, and begin where it begins.
    pub fn stopped(mut self, offset: usize) -> (Vec<usize>, Vec<NodeData>) {
        let (mut frames, mut dues) = (Vec::new(), Vec::new());
        for open in &self.open {
            let mut due = vec![open.now];
            while let Some(&inner) = due.last()
                && inner != open.frame
                && let Some(outer) = self.frames[inner].parent
            {
                due.push(outer);
            }
            frames.extend(due.iter().rev());
            dues.push(due);
        }
        while let Some((mut open, due)) = self.open.pop().zip(dues.pop()) {
            self.end(open, offset);
            for &outer in &due[1..] {
                open = self.wrap(open, self.frames[outer].production, offset);
                self.end(open, offset);
            }
        }
        (frames, self.all())
    }

    /// All nodes, each after the nodes that enclose it.
    pub fn all(mut self) -> Vec<NodeData> {
        if self.enclosing.is_empty() {
            return self.nodes;
        }
        self.enclosing.reverse();
        self.enclosing.sort_by_key(|&(node, _)| node);
        let mut all = Vec::with_capacity(self.nodes.len() + self.enclosing.len());
        let mut enclosing = self.enclosing.into_iter().peekable();
        for (index, node) in self.nodes.into_iter().enumerate() {
            while let Some((_, outer)) = enclosing.next_if(|&(node, _)| node == index) {
                all.push(outer);
            }
            all.push(node);
        }
        all
    }
}
