//! From a printed expression to positions.
//!
//! The expression is first laid out as a graph with epsilon nodes (Thompson's construction), from
//! right to left, so that each part knows what follows it. A production that names itself at its
//! right end becomes a step back to its beginning.
//!
//! Productions that name each other at their left ends are laid out together, in reading order:
//! first a member that begins without the others, and, whenever a member is complete, what
//! follows its name in another.

mod ends;
mod nested;
mod unit;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use urlbnf_language::{Exceeded, FastMap, Limit, Work};

use super::graph::{FrameEvent, ThompsonGraph, ThompsonNode, ThompsonNodeId};
use super::nesting::OccurrencePosition;
use super::recursion::{RecursionAnalysis, RecursionKind, required_by_closure};
use super::{
    AutomatonError, LanguageSpec, LiteralSuffix, Position, PositionSymbol, ProductionFrame,
};
use crate::grammar::{
    CharacterSet, Expression, ExpressionKind, Grammar, ProductionId, Span, in_any_case,
};
use nested::FrameNesting;

/// The kind of layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LayoutKind {
    /// All positions. A closure is laid out as a repetition.
    Positions,
    /// The text of one production, over bytes and children. A child is a named production that is
    /// not a unit, taken as a whole.
    Children,
    /// A production over bytes and over calls of some productions, each taken as a whole.
    Calls,
}

pub(super) struct ThompsonBuilder<'a> {
    grammar: &'a Grammar,
    language: &'a LanguageSpec<'a>,
    layout: LayoutKind,
    /// The productions that are called instead of expanded.
    called: Option<&'a HashSet<ProductionId>>,
    work: &'a mut Work,
    recursion: Option<Arc<RecursionAnalysis>>,
    /// Whether the productions laid out so far have closures.
    closures: FastMap<ProductionId, bool>,
    nodes: Vec<ThompsonNode>,
    positions: Vec<Position>,
    frames: Vec<ProductionFrame>,
    /// By frame: its production and its parent, closer together than in `frames`.
    parents: Vec<(ProductionId, Option<u32>)>,
    /// By frame: its entry node.
    entries: Vec<ThompsonNodeId>,
    /// By frame: the index of the left recursion that it belongs to.
    left_recursions: Vec<Option<usize>>,
    /// By frame: its nesting in productions that recur in the middle.
    nests: Vec<FrameNesting>,
    /// How many times a part of a production that recurs in the middle was entered.
    entered: usize,
    group: Vec<LeftRecursiveGroup>,
    pending: Vec<PendingBody>,
    /// In [`LayoutKind::Children`]: for each name of the start in its own text, the node of the
    /// name and the node after it.
    own_names: Vec<(ThompsonNodeId, ThompsonNodeId)>,
    /// By unit: how its characters of several bytes are laid out.
    wide: HashMap<ProductionId, Arc<[unit::Utf8TrieNode]>>,
}

/// The members of a left recursion.
struct LeftRecursiveGroup {
    /// Leads to each member that can begin without another member.
    begin: ThompsonNodeId,
    /// The frame of the member that was named from outside.
    top: usize,
    /// By production: its frame, and the node that is reached when it is complete.
    members: HashMap<ProductionId, (usize, ThompsonNodeId)>,
}

/// Whether a part is the first of its production, and whether it is the last.
#[derive(Debug, Clone, Copy)]
struct BoundaryFlags {
    first: bool,
    last: bool,
}

impl BoundaryFlags {
    const WHOLE: BoundaryFlags = BoundaryFlags { first: true, last: true };
    const NONE: BoundaryFlags = BoundaryFlags { first: false, last: false };
}

/// Where a part of a text is laid out.
#[derive(Debug, Clone, Copy)]
struct LayoutContext {
    /// Its place in the grammar.
    place: Span,
    /// The frame that contains it.
    frame: usize,
    /// The node that follows it.
    next: ThompsonNodeId,
}

/// The text of a production that is still to be laid out.
struct PendingBody {
    frame: usize,
    /// The node that follows it.
    after: ThompsonNodeId,
    /// The node that will lead to its alternatives.
    into: ThompsonNodeId,
}

impl<'a> ThompsonBuilder<'a> {
    pub fn new(
        grammar: &'a Grammar,
        language: &'a LanguageSpec<'a>,
        layout: LayoutKind,
        work: &'a mut Work,
    ) -> Self {
        ThompsonBuilder {
            grammar,
            language,
            layout,
            called: None,
            work,
            recursion: None,
            closures: FastMap::default(),
            nodes: vec![ThompsonNode::Accept],
            positions: Vec::new(),
            frames: Vec::new(),
            parents: Vec::new(),
            entries: Vec::new(),
            left_recursions: Vec::new(),
            nests: Vec::new(),
            entered: 0,
            group: Vec::new(),
            pending: Vec::new(),
            own_names: Vec::new(),
            wide: HashMap::new(),
        }
    }

    /// The layout of a language with names of these productions laid out as calls.
    pub fn calling(mut self, called: &'a HashSet<ProductionId>) -> Result<ThompsonGraph, Exceeded> {
        if called.is_empty() {
            self.make_room()?;
        }
        let without = |id| called.contains(&id) || self.language.without.contains(&id);
        let recursion = RecursionAnalysis::of_all(self.grammar, &[self.language.start], &without);
        self.recursion = Some(Arc::new(recursion));
        self.called = Some(called);
        self.lay_out()
    }

    /// The layout of a language.
    pub fn graph(mut self) -> Result<ThompsonGraph, AutomatonError> {
        let (grammar, start) = (self.grammar, self.language.start);
        let most = self.work.limits().nodes;
        let too_large = |exceeded: Exceeded| {
            let cause = match exceeded.limit {
                Limit::Nodes => grammar.lowest_above(start, most),
                _ => start,
            };
            AutomatonError::TooLarge(cause, exceeded)
        };
        self.make_room().map_err(&too_large)?;
        if self.layout != LayoutKind::Children {
            let recursion = RecursionAnalysis::from_language(self.grammar, self.language)
                .map_err(|found| AutomatonError::Cycle(found.cycle, found.place))?;
            self.recursion = Some(recursion);
        }
        self.lay_out().map_err(too_large)
    }

    /// Reserves memory for the nodes. Fails if there will certainly be more than the limit.
    fn make_room(&mut self) -> Result<(), Exceeded> {
        let start = self.language.start;
        let nodes = if self.layout == LayoutKind::Children {
            self.grammar.production(start).size().min(self.work.limits().nodes)
        } else if self.language.without.is_empty() {
            self.grammar.least_nodes(start).unwrap_or_default()
        } else {
            0
        };
        self.work.check_nodes(nodes)?;
        self.nodes.reserve(nodes);
        self.positions.reserve(nodes);
        Ok(())
    }

    fn lay_out(mut self) -> Result<ThompsonGraph, Exceeded> {
        let whole = LayoutContext { place: Span { start: 0, end: 0 }, frame: 0, next: 0 };
        let entry = self.production(self.language.start, whole)?;
        // Productions are laid out after those that name them, from a list, so that only nested
        // brackets make this code recurse.
        while let Some(body) = self.pending.pop() {
            self.body(&body)?;
        }
        self.allow_flattened()?;
        let ThompsonBuilder { nodes, positions, mut frames, .. } = self;
        number_in_post_order(&mut frames);
        Ok(ThompsonGraph { nodes, positions, frames, entry })
    }

    /// Adds the transitions of flattened trees: where the text may end after a name of the start,
    /// the name may be replaced by its own text.
    fn allow_flattened(&mut self) -> Result<(), Exceeded> {
        for (split, next) in std::mem::take(&mut self.own_names) {
            if self.may_end(next)? {
                let again = self.event(FrameEvent::Reenter(0), self.entries[0])?;
                if let ThompsonNode::Split(starts) = &mut self.nodes[split] {
                    starts.insert(0, again);
                }
            }
        }
        Ok(())
    }

    fn node(&mut self, node: ThompsonNode) -> Result<ThompsonNodeId, Exceeded> {
        self.work.check_nodes(self.nodes.len() + 1)?;
        self.work.grow::<ThompsonNode>(1)?;
        if let ThompsonNode::Split(nexts) = &node {
            self.work.grow::<ThompsonNodeId>(nexts.len())?;
        }
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    fn event(
        &mut self,
        event: FrameEvent,
        next: ThompsonNodeId,
    ) -> Result<ThompsonNodeId, Exceeded> {
        self.node(ThompsonNode::Event { event, next })
    }

    fn frame(
        &mut self,
        id: ProductionId,
        parent: Option<usize>,
        named_at: usize,
        group: Option<usize>,
        nest: FrameNesting,
    ) -> Result<usize, Exceeded> {
        let depth = parent.map_or(0, |parent| self.frames[parent].depth + 1);
        self.work.check_depth(depth + 1)?;
        self.work.grow::<ProductionFrame>(1)?;
        let apart = self.is_nested(id) && self.has_closure(id);
        self.frames.push(ProductionFrame {
            production: id,
            parent,
            depth,
            named_at,
            post_order: 0,
            apart,
        });
        self.parents.push((id, parent.map(|frame| frame as u32)));
        self.left_recursions.push(group);
        self.nests.push(nest);
        self.entries.push(0);
        Ok(self.frames.len() - 1)
    }

    fn production(
        &mut self,
        id: ProductionId,
        at: LayoutContext,
    ) -> Result<ThompsonNodeId, Exceeded> {
        let nest = self.outermost();
        self.production_in(nest, id, at)
    }

    /// Lays out a production at a nesting depth.
    fn production_in(
        &mut self,
        nest: FrameNesting,
        id: ProductionId,
        at: LayoutContext,
    ) -> Result<ThompsonNodeId, Exceeded> {
        // Nothing contains the first one, the start.
        let parent = (!self.frames.is_empty()).then_some(at.frame);
        let left = self.recursion.as_ref().and_then(|recursion| recursion.end_of(id))
            == Some(RecursionKind::Left)
            || self.begins_at_left_ends(id, nest);
        let group = left.then_some(self.group.len());
        let frame = self.frame(id, parent, at.place.start, group, nest)?;
        let leave = self.event(FrameEvent::Leave(frame), at.next)?;
        let into = self.node(ThompsonNode::Split(Vec::new()))?;
        if left {
            let begin = self.node(ThompsonNode::Split(vec![into]))?;
            let complete = self.node(ThompsonNode::Split(vec![leave]))?;
            let members = HashMap::from([(id, (frame, complete))]);
            self.group.push(LeftRecursiveGroup { begin, top: frame, members });
            self.pending.push(PendingBody { frame, after: complete, into });
            self.entries[frame] = self.event(FrameEvent::Enter(frame), begin)?;
            return Ok(self.entries[frame]);
        }
        let enter = self.event(FrameEvent::Enter(frame), into)?;
        self.entries[frame] = enter;
        let mut after = leave;
        if !self.is_nested(id) && self.has_closure(id) {
            // X = A | X [ X ] is one or more A: after an A, another X may begin.
            after = self.node(ThompsonNode::Split(vec![enter, leave]))?;
        }
        self.pending.push(PendingBody { frame, after, into });
        Ok(enter)
    }

    fn body(&mut self, body: &PendingBody) -> Result<(), Exceeded> {
        let PendingBody { frame, after, into } = *body;
        let id = self.frames[frame].production;
        let nested = self.is_nested(id);
        if let Some(variants) = self.recursion.as_ref().and_then(|recursion| recursion.variants(id))
        {
            let mut starts = Vec::with_capacity(variants.len());
            for variant in &*variants {
                starts.push(self.expression(variant, frame, after, BoundaryFlags::WHOLE)?);
            }
            self.nodes[into] = ThompsonNode::Split(starts);
            return Ok(());
        }
        let (closures, others): (Vec<_>, Vec<_>) = (self.grammar.production(id).alternatives())
            .partition(|alternative| !nested && required_by_closure(alternative, id).is_some());
        let mut starts = Vec::with_capacity(others.len());
        for other in others {
            starts.push(self.expression(other, frame, after, BoundaryFlags::WHOLE)?);
        }
        if self.layout == LayoutKind::Children && !closures.is_empty() {
            for closure in &closures {
                starts.push(self.expression(closure, frame, after, BoundaryFlags::WHOLE)?);
            }
            // The last of several X may be flattened into an A.
            if closures.iter().all(|closure| required_by_closure(closure, id) == Some(2)) {
                let place = closures[0].place;
                let next = self.entries[frame];
                starts.push(self.child(id, LayoutContext { place, frame, next })?);
            }
        }
        self.nodes[into] = ThompsonNode::Split(starts);
        Ok(())
    }

    fn expression(
        &mut self,
        expression: &Expression,
        frame: usize,
        next: ThompsonNodeId,
        ends: BoundaryFlags,
    ) -> Result<ThompsonNodeId, Exceeded> {
        let at = LayoutContext { place: expression.place, frame, next };
        match &expression.kind {
            ExpressionKind::Empty => Ok(next),
            ExpressionKind::Literal(text) => self.text(text, CharacterSet::from_byte, at),
            ExpressionKind::AnyCase(text) => self.text(text, in_any_case, at),
            ExpressionKind::Value(characters) => {
                self.position(*characters, PositionSymbol::Value, at)
            }
            ExpressionKind::Reference(id) => self.reference(*id, at, ends),
            ExpressionKind::Sequence(parts) => {
                let mut next = next;
                for (at, part) in parts.iter().enumerate().rev() {
                    let first = ends.first && at == 0;
                    let last = ends.last && at + 1 == parts.len();
                    next = self.expression(part, frame, next, BoundaryFlags { first, last })?;
                }
                Ok(next)
            }
            ExpressionKind::Choice(parts) => {
                let mut starts = Vec::with_capacity(parts.len());
                for part in parts {
                    starts.push(self.expression(part, frame, next, ends)?);
                }
                self.node(ThompsonNode::Split(starts))
            }
            ExpressionKind::Optional(body) => {
                let start = self.expression(body, frame, next, ends)?;
                self.node(ThompsonNode::Split(vec![start, next]))
            }
            ExpressionKind::Repetition { at_least, at_most: Some(at_most), body } => {
                self.bounded(body, (*at_least, *at_most), frame, next)
            }
            ExpressionKind::Repetition { at_least, at_most: None, body } => {
                let again = self.node(ThompsonNode::Split(Vec::new()))?;
                let start = self.expression(body, frame, again, BoundaryFlags::NONE)?;
                self.nodes[again] = ThompsonNode::Split(vec![start, next]);
                let once = if *at_least == 0 { again } else { start };
                let mut first = once;
                for _ in 1..*at_least {
                    self.work.tick()?;
                    first = self.expression(body, frame, first, BoundaryFlags::NONE)?;
                }
                Ok(first)
            }
        }
    }

    fn reference(
        &mut self,
        id: ProductionId,
        at: LayoutContext,
        ends: BoundaryFlags,
    ) -> Result<ThompsonNodeId, Exceeded> {
        let LayoutContext { frame, next, .. } = at;
        if self.language.without.contains(&id) {
            return self.node(ThompsonNode::Split(Vec::new()));
        }
        if self.is_called(id) {
            return self.child(id, at);
        }
        if self.grammar.unit(id).is_some() {
            return self.unit(id, at);
        }
        if self.layout == LayoutKind::Children {
            let child = self.child(id, at)?;
            if id != self.language.start {
                return Ok(child);
            }
            let split = self.node(ThompsonNode::Split(vec![child]))?;
            self.own_names.push((split, next));
            return Ok(split);
        }
        let own = self.frames[frame].production;
        let recurs = self.recursion.as_ref().is_some_and(|recursion| recursion.together(own, id));
        if !recurs {
            return self.production(id, at);
        }
        if self.is_nested(id) {
            return self.nested(id, at, ends);
        }
        if let Some(group) = self.left_recursions[frame].filter(|_| ends.first) {
            return self.at_the_left_end(id, at, group);
        }
        self.work.ticks(self.frames[frame].depth)?;
        if let Some(ancestor) = self.ancestor(id, frame) {
            let entry = self.entries[ancestor];
            return self.event(FrameEvent::Reenter(ancestor), entry);
        }
        self.production(id, at)
    }

    /// Lays out a text. `characters` gives the bytes that are allowed for each of its bytes.
    fn text(
        &mut self,
        text: &str,
        characters: impl Fn(u8) -> CharacterSet,
        mut at: LayoutContext,
    ) -> Result<ThompsonNodeId, Exceeded> {
        let rest = LiteralSuffix::from(text);
        for (number, byte) in text.bytes().enumerate().rev() {
            at.next =
                self.position(characters(byte), PositionSymbol::Literal(rest.skip(number)), at)?;
        }
        Ok(at.next)
    }

    /// Lays out a repetition with an upper bound. The optional rounds are nested, so that
    /// leaving one out leaves out all later ones.
    fn bounded(
        &mut self,
        body: &Expression,
        (at_least, at_most): (usize, usize),
        frame: usize,
        next: ThompsonNodeId,
    ) -> Result<ThompsonNodeId, Exceeded> {
        let mut after = next;
        for _ in at_least..at_most {
            self.work.tick()?;
            let start = self.expression(body, frame, after, BoundaryFlags::NONE)?;
            after = self.node(ThompsonNode::Split(vec![start, next]))?;
        }
        for _ in 0..at_least {
            self.work.tick()?;
            after = self.expression(body, frame, after, BoundaryFlags::NONE)?;
        }
        Ok(after)
    }

    fn is_called(&self, id: ProductionId) -> bool {
        self.called.is_some_and(|called| called.contains(&id))
    }

    fn position(
        &mut self,
        characters: CharacterSet,
        symbol: PositionSymbol,
        LayoutContext { place, frame, next }: LayoutContext,
    ) -> Result<ThompsonNodeId, Exceeded> {
        let index = self.positions.len();
        self.work.grow::<Position>(1)?;
        self.positions.push(Position {
            characters,
            symbol,
            place,
            in_escape: false,
            in_character: false,
            child: None,
            frame,
        });
        self.node(ThompsonNode::Position { index, next })
    }

    fn child(&mut self, id: ProductionId, at: LayoutContext) -> Result<ThompsonNodeId, Exceeded> {
        let node = self.position(CharacterSet::default(), PositionSymbol::Production(id), at)?;
        if let Some(position) = self.positions.last_mut() {
            position.child = Some(id);
        }
        Ok(node)
    }
}

/// Numbers children before their parents, and siblings in the order in which they are named.
fn number_in_post_order(frames: &mut [ProductionFrame]) {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); frames.len()];
    for (index, frame) in frames.iter().enumerate() {
        if let Some(parent) = frame.parent {
            children[parent].push(index);
        }
    }
    // The reverse order has parents first and the last child first.
    let mut pending = vec![0];
    let mut number = frames.len();
    while let Some(index) = pending.pop() {
        number -= 1;
        frames[index].post_order = number;
        children[index].sort_by_key(|&child| frames[child].named_at);
        pending.append(&mut children[index]);
    }
}
