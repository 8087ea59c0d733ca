//! Building a tree from the events between the bytes of a string.

use super::Event;
use crate::automaton::Frame;
use crate::grammar::ProductionId;
use crate::tree::NodeData;

/// A tree under construction.
pub(super) struct Writing<'l> {
    frames: &'l [Frame],
    nodes: Vec<NodeData>,
    open: Vec<Open>,
    /// Nodes that enclose a node and begin where it begins, with the index of that node.
    around: Vec<(usize, Vec<NodeData>)>,
    /// The number of such nodes.
    wrapped: usize,
}

/// A production that has not ended.
struct Open {
    frame: usize,
    /// The frame of its outermost node so far, which others may enclose by left recursion.
    now: usize,
    node: usize,
    /// How many nodes there were before it.
    before: usize,
    /// Whether it began inside a node of the same frame, with which it will end.
    again: bool,
    /// The nodes that enclose its node so far; the last of them has not ended.
    around: Vec<NodeData>,
    /// What must still enclose it, innermost first, with the start of each.
    due: Vec<(ProductionId, usize)>,
}

impl<'l> Writing<'l> {
    /// An empty tree with room for a number of nodes.
    pub fn of(frames: &'l [Frame], nodes: usize) -> Writing<'l> {
        let (nodes, open, around) = (Vec::with_capacity(nodes), Vec::new(), Vec::new());
        Writing { frames, nodes, open, around, wrapped: 0 }
    }

    pub fn event(&mut self, event: Event, offset: usize) {
        let innermost = self.open.last().map(|open| open.frame);
        match event {
            // Right recursion directly inside the same frame is flat.
            Event::Enter(frame) | Event::Reenter(frame)
                if innermost == Some(frame) && !self.frames[frame].apart => {}
            Event::Enter(frame) => self.begin(frame, false, offset),
            Event::Reenter(frame) => self.begin(frame, true, offset),
            Event::Begin(frame) => {
                if let Some(open) = self.open.last_mut() {
                    open.now = frame;
                    self.nodes[open.node].production = self.frames[frame].production;
                }
            }
            Event::Wrap(frame) => {
                let production = self.frames[frame].production;
                if let Some(mut open) = self.open.pop() {
                    self.end(&mut open, offset);
                    let start = self.nodes[open.node].start;
                    open.around.push(NodeData { production, start, end: offset, below: 0 });
                    open.now = frame;
                    self.wrapped += 1;
                    self.open.push(open);
                }
            }
            Event::Leave(frame) => {
                let mut together = false;
                while let Some(mut open) = self.open.pop() {
                    self.end(&mut open, offset);
                    let same = open.frame == frame;
                    together = if same { open.again } else { together };
                    if !open.around.is_empty() {
                        self.around.push((open.node, open.around));
                    }
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
        let before = self.nodes.len() + self.wrapped;
        let (node, around) = (self.nodes.len(), Vec::new());
        self.open.push(Open { frame, now: frame, node, before, again, around, due: Vec::new() });
        let production = self.frames[frame].production;
        self.nodes.push(NodeData { production, start: offset, end: offset, below: 0 });
    }

    /// Ends the outermost node of a production: its own, or the last that encloses it.
    fn end(&mut self, open: &mut Open, offset: usize) {
        let below = self.nodes.len() + self.wrapped - open.before - 1;
        let outermost = open.around.last_mut().unwrap_or(&mut self.nodes[open.node]);
        outermost.end = offset;
        outermost.below = below;
    }

    /// Stops at an offset. Returns the frames of the open nodes, outermost first, and all nodes,
    /// with the open ones ended there. Nodes that must still enclose an open one are added as
    /// open too, and begin where it begins.
    pub fn stopped(mut self, offset: usize) -> (Vec<usize>, Vec<NodeData>) {
        let mut frames = Vec::new();
        for open in &mut self.open {
            let mut due = vec![open.now];
            while let Some(&inner) = due.last()
                && inner != open.frame
                && let Some(outer) = self.frames[inner].parent
            {
                due.push(outer);
            }
            let start = self.nodes[open.node].start;
            let outer = due.iter().skip(1).map(|&frame| (self.frames[frame].production, start));
            open.due = outer.collect();
            frames.extend(due.into_iter().rev());
        }
        while let Some(mut open) = self.open.pop() {
            self.end(&mut open, offset);
            for (production, start) in std::mem::take(&mut open.due) {
                open.around.push(NodeData { production, start, end: offset, below: 0 });
                self.wrapped += 1;
                self.end(&mut open, offset);
            }
            if !open.around.is_empty() {
                self.around.push((open.node, open.around));
            }
        }
        (frames, self.all())
    }

    /// All nodes, each after the nodes that enclose it.
    pub fn all(mut self) -> Vec<NodeData> {
        if self.around.is_empty() {
            return self.nodes;
        }
        self.around.sort_by_key(|&(node, _)| node);
        let mut all = Vec::with_capacity(self.nodes.len() + self.wrapped);
        let mut around = self.around.into_iter().peekable();
        for (index, node) in self.nodes.into_iter().enumerate() {
            while let Some((_, outer)) = around.next_if(|&(node, _)| node == index) {
                all.extend(outer.into_iter().rev());
            }
            all.push(node);
        }
        all
    }
}
