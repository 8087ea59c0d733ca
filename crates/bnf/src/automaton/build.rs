//! From the printed expression to the positions.
//!
//! The expression is first laid out as a graph with silent nodes (Thompson's),
//! from right to left, so that each part knows what comes after it. A production
//! that names itself at its right end is then a step back to its beginning.

use super::graph::{Graph, Node, NodeId};
use super::{Frame, Language, NotRegular, Position, Symbol};
use crate::grammar::{CharacterSet, Expression, ExpressionKind, Grammar, Place, ProductionId};

/// The grammars of the documents need some thousands; this bounds anybody's.
const MOST_NODES: usize = 400_000;
/// Productions within productions: a bound on the stack.
const MOST_FRAMES_DEEP: usize = 200;

pub(super) struct Builder<'a> {
    grammar: &'a Grammar,
    language: &'a Language<'a>,
    over_children: bool,
    nodes: Vec<Node>,
    positions: Vec<Position>,
    frames: Vec<Frame>,
    /// Where each frame is entered.
    entries: Vec<NodeId>,
}

impl<'a> Builder<'a> {
    pub fn new(grammar: &'a Grammar, language: &'a Language<'a>, over_children: bool) -> Self {
        Builder {
            grammar,
            language,
            over_children,
            nodes: vec![Node::Accept],
            positions: Vec::new(),
            frames: Vec::new(),
            entries: Vec::new(),
        }
    }

    pub fn graph(mut self) -> Result<Graph, NotRegular> {
        let whole = Place { start: 0, end: 0 };
        let entry = self.production(self.language.start, None, 0, whole)?;
        let Builder { nodes, positions, mut frames, .. } = self;
        number_in_post_order(&mut frames);
        Ok(Graph { nodes, positions, frames, entry })
    }

    fn node(&mut self, node: Node) -> Result<NodeId, NotRegular> {
        if self.nodes.len() >= MOST_NODES {
            return Err(NotRegular::TooLarge(self.language.start));
        }
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    /// A production, named at `place` inside `parent`, before `next`.
    fn production(
        &mut self,
        id: ProductionId,
        parent: Option<usize>,
        next: NodeId,
        place: Place,
    ) -> Result<NodeId, NotRegular> {
        let depth = parent.map_or(0, |parent| self.frames[parent].depth + 1);
        if depth > MOST_FRAMES_DEEP {
            return Err(NotRegular::TooLarge(self.language.start));
        }
        let frame = self.frames.len();
        self.frames.push(Frame {
            production: id,
            parent,
            depth,
            named_at: place.start,
            post_order: 0,
        });
        let leave = self.node(Node::Leave { frame, next })?;
        let enter = self.node(Node::Enter { frame, next: leave })?;
        self.entries.push(enter);
        let production = self.grammar.production(id);
        let (closures, others): (Vec<_>, Vec<_>) =
            production.alternatives().partition(|alternative| is_closure(alternative, id));
        // X = A | X [ X ] is one or more A: after an A, another X may begin.
        let after =
            if closures.is_empty() { leave } else { self.node(Node::Split(vec![enter, leave]))? };
        let mut bodies = Vec::with_capacity(others.len());
        let folded = if self.over_children { closures } else { Vec::new() };
        for body in others.into_iter().chain(folded) {
            bodies.push(self.expression(body, frame, after)?);
        }
        let split = self.node(Node::Split(bodies))?;
        self.nodes[enter] = Node::Enter { frame, next: split };
        Ok(enter)
    }

    fn expression(
        &mut self,
        expression: &Expression,
        frame: usize,
        next: NodeId,
    ) -> Result<NodeId, NotRegular> {
        let place = expression.place;
        match &expression.kind {
            ExpressionKind::Empty => Ok(next),
            ExpressionKind::Literal(text) => {
                let mut next = next;
                for (at, byte) in text.bytes().enumerate().rev() {
                    let symbol = Symbol::Literal(text.get(at..).unwrap_or_default().to_owned());
                    next = self.position(CharacterSet::of(byte), symbol, place, frame, next)?;
                }
                Ok(next)
            }
            ExpressionKind::Reference(id) => self.reference(*id, place, frame, next),
            ExpressionKind::Sequence(parts) => {
                parts.iter().rev().try_fold(next, |next, part| self.expression(part, frame, next))
            }
            ExpressionKind::Choice(parts) => {
                let mut starts = Vec::with_capacity(parts.len());
                for part in parts {
                    starts.push(self.expression(part, frame, next)?);
                }
                self.node(Node::Split(starts))
            }
            ExpressionKind::Optional(body) => {
                let start = self.expression(body, frame, next)?;
                self.node(Node::Split(vec![start, next]))
            }
            ExpressionKind::Repetition { at_least, body } => {
                let again = self.node(Node::Split(Vec::new()))?;
                let start = self.expression(body, frame, again)?;
                self.nodes[again] = Node::Split(vec![start, next]);
                let once = if *at_least == 0 { again } else { start };
                (1..*at_least).try_fold(once, |next, _| self.expression(body, frame, next))
            }
        }
    }

    fn reference(
        &mut self,
        id: ProductionId,
        place: Place,
        frame: usize,
        next: NodeId,
    ) -> Result<NodeId, NotRegular> {
        if self.language.without.contains(&id) {
            return self.node(Node::Split(Vec::new()));
        }
        if self.grammar.unit(id).is_some() {
            return self.unit(id, place, frame, next);
        }
        if let Some(ancestor) = self.ancestor(id, frame) {
            if self.at_the_right_end(ancestor, frame, next) {
                let entry = self.entries[ancestor];
                let again = self.node(Node::Reenter { frame: ancestor, next: entry })?;
                if self.over_children {
                    // A tree may be flattened here, or not.
                    let child = self.child(id, place, frame, next)?;
                    return self.node(Node::Split(vec![again, child]));
                }
                return Ok(again);
            }
            if self.over_children {
                return self.child(id, place, frame, next);
            }
            return Err(NotRegular::Cycle(self.cycle(ancestor, frame), place));
        }
        if self.over_children {
            return self.child(id, place, frame, next);
        }
        self.production(id, Some(frame), next, place)
    }

    /// A unit: one of its characters, or an escape.
    fn unit(
        &mut self,
        id: ProductionId,
        place: Place,
        frame: usize,
        next: NodeId,
    ) -> Result<NodeId, NotRegular> {
        let unit = self.grammar.unit(id).copied().unwrap_or_default();
        let symbol = Symbol::Production(id);
        let mut starts = Vec::new();
        if self.over_children {
            starts.push(self.child(id, place, frame, next)?);
        }
        starts.push(self.position(unit.characters, symbol.clone(), place, frame, next)?);
        if let Some(hex) = unit.escape {
            let digits = self.grammar.characters(hex);
            let digit = Symbol::Production(hex);
            let second = self.position(digits, digit.clone(), place, frame, next)?;
            let first = self.position(digits, digit, place, frame, second)?;
            for position in self.positions.iter_mut().rev().take(2) {
                position.in_escape = true;
            }
            starts.push(self.position(CharacterSet::of(b'%'), symbol, place, frame, first)?);
        }
        self.node(Node::Split(starts))
    }

    fn position(
        &mut self,
        characters: CharacterSet,
        symbol: Symbol,
        place: Place,
        frame: usize,
        next: NodeId,
    ) -> Result<NodeId, NotRegular> {
        let index = self.positions.len();
        self.positions.push(Position {
            characters,
            symbol,
            place,
            in_escape: false,
            child: None,
            frame,
        });
        self.node(Node::Position { index, next })
    }

    fn child(
        &mut self,
        id: ProductionId,
        place: Place,
        frame: usize,
        next: NodeId,
    ) -> Result<NodeId, NotRegular> {
        let none = CharacterSet::default();
        let node = self.position(none, Symbol::Production(id), place, frame, next)?;
        if let Some(position) = self.positions.last_mut() {
            position.child = Some(id);
        }
        Ok(node)
    }

    fn ancestor(&self, id: ProductionId, frame: usize) -> Option<usize> {
        let mut frame = Some(frame);
        while let Some(index) = frame {
            if self.frames[index].production == id {
                return Some(index);
            }
            frame = self.frames[index].parent;
        }
        None
    }

    /// Whether nothing is left to do in any production from `frame` up to
    /// `ancestor`, so that what follows the one follows the other.
    fn at_the_right_end(&self, ancestor: usize, frame: usize, next: NodeId) -> bool {
        let (mut frame, mut next) = (frame, next);
        loop {
            match self.nodes[next] {
                Node::Leave { frame: left, next: then } if left == frame => {
                    if frame == ancestor {
                        return true;
                    }
                    let Some(parent) = self.frames[frame].parent else { return false };
                    (frame, next) = (parent, then);
                }
                _ => return false,
            }
        }
    }

    fn cycle(&self, ancestor: usize, frame: usize) -> Vec<ProductionId> {
        let mut cycle = vec![self.frames[ancestor].production];
        let mut frame = frame;
        loop {
            cycle.push(self.frames[frame].production);
            match self.frames[frame].parent {
                Some(parent) if frame != ancestor => frame = parent,
                _ => break,
            }
        }
        cycle.reverse();
        cycle
    }
}

/// Children before their parents, and each in the order in which they are printed.
fn number_in_post_order(frames: &mut [Frame]) {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); frames.len()];
    for (index, frame) in frames.iter().enumerate() {
        if let Some(parent) = frame.parent {
            children[parent].push(index);
        }
    }
    // Parents first and the last child first is the reverse of what is wanted.
    let mut pending = vec![0];
    let mut number = frames.len();
    while let Some(index) = pending.pop() {
        number -= 1;
        frames[index].post_order = number;
        children[index].sort_by_key(|&child| frames[child].named_at);
        pending.append(&mut children[index]);
    }
}

/// Whether an alternative of X is made of X alone, twice or more: `X [ X ]`.
fn is_closure(alternative: &Expression, id: ProductionId) -> bool {
    let is_self = |part: &Expression| match &part.kind {
        ExpressionKind::Optional(body) => body.as_reference() == Some(id),
        _ => part.as_reference() == Some(id),
    };
    matches!(&alternative.kind, ExpressionKind::Sequence(parts)
        if parts.iter().all(is_self) && parts[0].as_reference() == Some(id))
}
