//! The layout of a production's text, part by part, and the paths through it.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use urlbnf_language::{CharacterSet, Exceeded, Work};

use super::{ExpectedContinuation, ProductionRoute, RoutePart, RouteStop, RouteToken};
use crate::automaton::PositionSymbol;
use crate::grammar::{ExpressionKind, Grammar, ProductionId, Span};
use crate::graph::preferred_path;

enum RouteNode {
    Takes { part: usize, at: usize, bytes: CharacterSet, next: usize },
    Names { part: usize, id: ProductionId, next: usize },
    Splits(Vec<usize>),
    Marks { mark: PartEvent, part: usize, next: usize },
    End,
}

impl RouteNode {
    /// The nodes that this one leads to without a token, preferred first.
    fn epsilon_targets(&self) -> &[usize] {
        match self {
            RouteNode::Splits(nodes) => nodes,
            RouteNode::Marks { next, .. } => std::slice::from_ref(next),
            RouteNode::Takes { .. } | RouteNode::Names { .. } | RouteNode::End => &[],
        }
    }
}

/// What happens to a part between two tokens.
#[derive(Clone, Copy)]
enum PartEvent {
    Entered,
    Left,
    Skipped,
    Again,
}

/// The layout of a text, made from right to left, so that each part knows what follows it.
pub(super) struct RouteGraph {
    nodes: Vec<RouteNode>,
    work: Work,
    entry: usize,
}

impl RouteGraph {
    /// Lays out the text of a route's production.
    pub fn from_route(
        grammar: &Grammar,
        route: &ProductionRoute<'_>,
    ) -> Result<RouteGraph, Exceeded> {
        let work = grammar.work();
        let mut layout = RouteGraph { nodes: vec![RouteNode::End], work, entry: 0 };
        let mut starts = Vec::new();
        for &alternative in &route.alternatives {
            starts.push(layout.part(route, alternative, 0)?);
        }
        layout.entry = layout.node(RouteNode::Splits(starts))?;
        Ok(layout)
    }

    /// Matches the tokens, each with its bytes of the input, against the text: to the end, or to
    /// what is `expected`. Records the path in `route`, and returns whether there is one.
    pub fn match_tokens(
        &self,
        route: &mut ProductionRoute<'_>,
        tokens: &[(RouteToken, Range<usize>)],
        expected: Option<&ExpectedContinuation>,
    ) -> bool {
        let Some(path) = self.path(tokens, |node| self.is_target(node, route, expected)) else {
            return false;
        };
        let mut from = self.entry;
        for (at, &node) in path.iter().enumerate() {
            self.mark(from, node, &mut route.parts);
            let (part, bytes, next) = match &self.nodes[node] {
                RouteNode::Takes { part, at, next, .. } => (*part, *at, *next),
                RouteNode::Names { part, next, .. } => (*part, 0, *next),
                _ => break,
            };
            match tokens.get(at) {
                Some((_, span)) => route.take(part, span.clone()),
                None => route.stop = Some(self.stop(part, bytes, next)),
            }
            from = next;
        }
        true
    }

    fn node(&mut self, node: RouteNode) -> Result<usize, Exceeded> {
        self.work.check_nodes(self.nodes.len() + 1)?;
        self.work.grow::<RouteNode>(1)?;
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    /// Lays out a part before a node.
    fn part(
        &mut self,
        route: &ProductionRoute<'_>,
        number: usize,
        next: usize,
    ) -> Result<usize, Exceeded> {
        let left = self.node(RouteNode::Marks { mark: PartEvent::Left, part: number, next })?;
        let inner = self.inner(route, number, left)?;
        self.node(RouteNode::Marks { mark: PartEvent::Entered, part: number, next: inner })
    }

    fn inner(
        &mut self,
        route: &ProductionRoute<'_>,
        number: usize,
        next: usize,
    ) -> Result<usize, Exceeded> {
        let part = &route.parts[number];
        if let Some(bytes) = part.expression.bytes() {
            let mut next = next;
            for (at, bytes) in bytes.into_iter().enumerate().rev() {
                next = self.node(RouteNode::Takes { part: number, at, bytes, next })?;
            }
            return Ok(next);
        }
        match &part.expression.kind {
            ExpressionKind::Reference(id) => {
                self.node(RouteNode::Names { part: number, id: *id, next })
            }
            ExpressionKind::Sequence(_) => {
                let mut next = next;
                for &inner in part.parts.iter().rev() {
                    next = self.part(route, inner, next)?;
                }
                Ok(next)
            }
            ExpressionKind::Choice(_) => {
                let mut starts = Vec::with_capacity(part.parts.len());
                for &inner in &part.parts {
                    starts.push(self.part(route, inner, next)?);
                }
                self.node(RouteNode::Splits(starts))
            }
            ExpressionKind::Optional(_) => self.repetition(route, number, (0, Some(1)), next),
            ExpressionKind::Repetition { at_least, at_most, .. } => {
                self.repetition(route, number, (*at_least, *at_most), next)
            }
            _ => Ok(next),
        }
    }

    /// Lays out a repetition: the required rounds, and then at each round one more or the end.
    fn repetition(
        &mut self,
        route: &ProductionRoute<'_>,
        number: usize,
        (at_least, at_most): (usize, Option<usize>),
        next: usize,
    ) -> Result<usize, Exceeded> {
        let body = route.parts[number].parts.first().copied();
        let Some(body) = body.filter(|_| at_most != Some(0)) else {
            return self.node(RouteNode::Marks { mark: PartEvent::Skipped, part: number, next });
        };
        let again = |layout: &mut RouteGraph, next| {
            layout.node(RouteNode::Marks { mark: PartEvent::Again, part: number, next })
        };
        let skipped =
            self.node(RouteNode::Marks { mark: PartEvent::Skipped, part: number, next })?;
        let Some(at_most) = at_most else {
            let more = self.node(RouteNode::Splits(Vec::new()))?;
            let once = self.part(route, body, more)?;
            let once_more = again(self, once)?;
            self.nodes[more] = RouteNode::Splits(vec![once_more, next]);
            let mut first = once;
            for _ in 1..at_least {
                let before = again(self, first)?;
                first = self.part(route, body, before)?;
            }
            return match at_least {
                0 => self.node(RouteNode::Splits(vec![once, skipped])),
                _ => Ok(first),
            };
        };
        // From the last round to the first.
        let mut after = next;
        for time in (1..=at_most).rev() {
            let once = self.part(route, body, after)?;
            after = match time {
                1 if at_least == 0 => self.node(RouteNode::Splits(vec![once, skipped]))?,
                1 => once,
                _ => {
                    let once_more = again(self, once)?;
                    match time > at_least {
                        true => self.node(RouteNode::Splits(vec![once_more, next]))?,
                        false => once_more,
                    }
                }
            };
        }
        Ok(after)
    }

    /// The nodes that take something next, or the end, preferred first.
    fn reach(&self, from: usize) -> Vec<usize> {
        let (mut found, mut seen, mut pending) = (Vec::new(), HashSet::new(), vec![from]);
        while let Some(node) = pending.pop() {
            if !seen.insert(node) {
                continue;
            }
            match &self.nodes[node] {
                RouteNode::Takes { .. } | RouteNode::Names { .. } | RouteNode::End => {
                    found.push(node)
                }
                other => pending.extend(other.epsilon_targets().iter().rev()),
            }
        }
        found
    }

    /// The nodes that take the tokens in order, and the target as the last.
    fn path(
        &self,
        tokens: &[(RouteToken, Range<usize>)],
        is_target: impl Fn(usize) -> bool,
    ) -> Option<Vec<usize>> {
        // By token: the nodes that may take it, each with the index of its predecessor.
        let first: Vec<(usize, usize)> =
            self.reach(self.entry).into_iter().map(|node| (node, 0)).collect();
        let mut waiting = vec![first];
        let mut reached: HashMap<usize, Vec<usize>> = HashMap::new();
        for (token, _) in tokens {
            let (mut next, mut added) = (Vec::new(), HashSet::new());
            for (place, &(node, _)) in waiting.last()?.iter().enumerate() {
                let successor = match (&self.nodes[node], token) {
                    (RouteNode::Takes { bytes, next, .. }, RouteToken::Byte(byte))
                        if bytes.contains(*byte) =>
                    {
                        *next
                    }
                    (RouteNode::Names { id, next, .. }, RouteToken::Child(child))
                        if id == child =>
                    {
                        *next
                    }
                    _ => continue,
                };
                let targets = reached.entry(successor).or_insert_with(|| self.reach(successor));
                next.extend(
                    targets
                        .iter()
                        .filter(|&&target| added.insert(target))
                        .map(|&target| (target, place)),
                );
            }
            waiting.push(next);
        }
        let mut place = waiting.last()?.iter().position(|&(node, _)| is_target(node))?;
        let mut path = Vec::with_capacity(waiting.len());
        for nodes in waiting.iter().rev() {
            let (node, before) = nodes[place];
            path.push(node);
            place = before;
        }
        path.reverse();
        Some(path)
    }

    fn is_target(
        &self,
        node: usize,
        route: &ProductionRoute<'_>,
        expected: Option<&ExpectedContinuation>,
    ) -> bool {
        let stands = |part: usize, place: Span| route.parts[part].expression.place == place;
        match (&self.nodes[node], expected) {
            (RouteNode::End, None) => true,
            (RouteNode::Names { part, id, .. }, Some(ExpectedContinuation::Child(child, at))) => {
                let start = route.parts[*part].expression.place.start;
                id == child && at.is_none_or(|at| at == start)
            }
            (RouteNode::Names { part, .. }, Some(ExpectedContinuation::Waits(_, place))) => {
                stands(*part, *place)
            }
            (
                RouteNode::Takes { part, at, .. },
                Some(ExpectedContinuation::Waits(waits, place)),
            ) => {
                let whole = route.parts[*part].length();
                stands(*part, *place)
                    && match waits {
                        PositionSymbol::Literal(rest) => at + rest.len() == whole,
                        _ => whole == 0,
                    }
            }
            _ => false,
        }
    }

    fn stop(&self, part: usize, bytes: usize, next: usize) -> RouteStop {
        let mut successor = next;
        while let RouteNode::Takes { part: other, next, .. } = &self.nodes[successor]
            && *other == part
        {
            successor = *next;
        }
        let more =
            self.reach(successor).iter().any(|&node| !matches!(self.nodes[node], RouteNode::End));
        RouteStop { part, bytes, more }
    }

    /// Records what happens to the parts on the preferred path from one node to another.
    fn mark(&self, from: usize, to: usize, parts: &mut [RoutePart<'_>]) {
        let leads = |node: usize| self.nodes[node].epsilon_targets();
        for node in preferred_path(from, |node| node == to, leads) {
            if let RouteNode::Marks { mark, part, .. } = self.nodes[node] {
                let part = &mut parts[part];
                match mark {
                    PartEvent::Entered => part.entered += 1,
                    PartEvent::Left => part.left += 1,
                    PartEvent::Skipped => part.skipped = true,
                    PartEvent::Again => part.again = true,
                }
            }
        }
    }
}
