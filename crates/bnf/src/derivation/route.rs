//! The path that a derivation step takes through the printed text of its production.
//!
//! A step replaces a name by the result of one set of choices in its printed text. To find these
//! choices, the text is laid out part by part, and the replacement is matched against it,
//! preferred parts first. The result says of each part how often it was entered and left,
//! whether it was skipped, and whether it was repeated. With it the printed alternative can be
//! marked, and the track of a railroad diagram highlighted.
//!
//! A route depends on the printed text alone, not on the positions by which the tree was found.

mod layout;

use std::ops::Range;

use urlbnf_language::Exceeded;

use crate::automaton::PositionSymbol;
use crate::grammar::{Expression, ExpressionKind, Grammar, ProductionId, Span};
use crate::tree::Tree;
use layout::RouteGraph;

use super::children;

/// The path of one step through the text of its production.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductionRoute<'g> {
    /// The production.
    pub production: ProductionId,
    /// The parts of its text in printed order: each alternative of all its definitions, and all
    /// parts of these.
    pub parts: Vec<RoutePart<'g>>,
    /// The alternatives, as indices of `parts`.
    pub alternatives: Vec<usize>,
    /// Which part gave which bytes of the input, in the order of the input.
    pub taken: Vec<RoutePartSpan>,
    /// Where the path stops, if it does not reach the end.
    pub stop: Option<RouteStop>,
}

/// A part of a text, and how the path went through it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoutePart<'g> {
    /// The printed expression.
    pub expression: &'g Expression,
    /// The indices of its direct parts.
    pub parts: Vec<usize>,
    /// How often the path entered it.
    pub entered: usize,
    /// How often the path left it.
    pub left: usize,
    /// Whether the path skipped it, if it is optional.
    pub skipped: bool,
    /// Whether the path repeated it.
    pub again: bool,
}

/// A part that gave some bytes: a literal, a value, or a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoutePartSpan {
    /// The index of the part.
    pub part: usize,
    /// The bytes of the input that it gave, or that its name derives.
    pub span: Range<usize>,
}

/// Where a path stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RouteStop {
    /// The part that is not complete: what is expected, or a name that is still open.
    pub part: usize,
    /// How many bytes of a literal were taken before.
    pub bytes: usize,
    /// Whether anything may follow that part.
    pub more: bool,
}

/// One item of the replacement of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RouteToken {
    /// A byte of the input.
    Byte(u8),
    /// The name of a production.
    Child(ProductionId),
}

/// The items of a node, each with its bytes of the input, up to the offset `end` and without the
/// open child `but`.
pub(super) fn tokens(
    tree: &Tree<'_, '_>,
    node: usize,
    but: Option<usize>,
    end: usize,
) -> Vec<(RouteToken, Range<usize>)> {
    let bytes =
        |range: Range<usize>| range.map(|at| (RouteToken::Byte(tree.input[at]), at..at + 1));
    let (mut tokens, mut from) = (Vec::new(), tree.nodes[node].start);
    for child in children(tree, node).filter(|&child| Some(child) != but) {
        let data = tree.nodes[child];
        tokens.extend(bytes(from..data.start));
        tokens.push((RouteToken::Child(data.production), data.start..data.end));
        from = data.end;
    }
    tokens.extend(bytes(from..end));
    tokens
}

/// What follows the last item of a step that is not complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ExpectedContinuation {
    /// A name that is still open, and where it is printed, if that is known.
    Child(ProductionId, Option<usize>),
    /// What the text expects, and where that is printed.
    Waits(PositionSymbol, Span),
}

/// The alternative that a step took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChosenAlternative {
    /// The number of the alternative in printed order, from 1.
    pub number: usize,
    /// The number of alternatives.
    pub of: usize,
    /// The place where it is printed.
    pub place: Span,
}

impl<'g> ProductionRoute<'g> {
    /// The path of the tokens, each with its bytes of the input, through the text of a
    /// production: to the end, or to what is `expected`. `None` if the text does not give them.
    pub(super) fn from_tokens(
        grammar: &'g Grammar,
        production: ProductionId,
        tokens: &[(RouteToken, Range<usize>)],
        expected: Option<&ExpectedContinuation>,
    ) -> Result<Option<ProductionRoute<'g>>, Exceeded> {
        let mut route = ProductionRoute::untaken(grammar, production);
        let layout = RouteGraph::from_route(grammar, &route)?;
        Ok(layout.match_tokens(&mut route, tokens, expected).then_some(route))
    }

    /// The parts of a text before any path.
    pub(crate) fn untaken(grammar: &'g Grammar, production: ProductionId) -> ProductionRoute<'g> {
        let mut parts: Vec<RoutePart<'g>> = Vec::new();
        let mut alternatives = Vec::new();
        for alternative in grammar.production(production).alternatives() {
            alternatives.push(parts.len());
            let mut pending = vec![(alternative, None)];
            while let Some((expression, above)) = pending.pop() {
                let number = parts.len();
                if let Some(above) = above {
                    let above: &mut RoutePart<'_> = &mut parts[above];
                    above.parts.push(number);
                }
                let (entered, left, skipped, again) = (0, 0, false, false);
                parts.push(RoutePart {
                    expression,
                    parts: Vec::new(),
                    entered,
                    left,
                    skipped,
                    again,
                });
                pending.extend(expression.parts().iter().rev().map(|part| (part, Some(number))));
            }
        }
        ProductionRoute { production, parts, alternatives, taken: Vec::new(), stop: None }
    }

    /// The alternative that was taken, or begun; `None` if there is none.
    pub fn alternative(&self) -> Option<ChosenAlternative> {
        let number = self.alternatives.iter().position(|&part| self.parts[part].entered > 0)?;
        let place = self.parts[self.alternatives[number]].expression.place;
        Some(ChosenAlternative { number: number + 1, of: self.alternatives.len(), place })
    }

    /// The places of the parts that gave something, in printed order.
    pub fn places(&self) -> Vec<Span> {
        let mut places: Vec<Span> =
            self.taken.iter().map(|taken| self.parts[taken.part].expression.place).collect();
        places.sort_unstable_by_key(|place| (place.start, place.end));
        places.dedup();
        places
    }

    fn take(&mut self, part: usize, span: Range<usize>) {
        // The bytes of one literal are joined.
        let literal = |kind: &ExpressionKind| matches!(kind, ExpressionKind::Literal(text) | ExpressionKind::AnyCase(text) if text.len() > 1);
        match self.taken.last_mut() {
            Some(last)
                if last.part == part
                    && last.span.end == span.start
                    && literal(&self.parts[part].expression.kind)
                    && last.span.len() < self.parts[part].length() =>
            {
                last.span.end = span.end;
            }
            _ => self.taken.push(RoutePartSpan { part, span }),
        }
    }
}

impl RoutePart<'_> {
    /// Whether the path entered it.
    pub fn is_taken(&self) -> bool {
        self.entered > 0
    }

    /// The number of bytes of a literal; 0 for other parts.
    fn length(&self) -> usize {
        match &self.expression.kind {
            ExpressionKind::Literal(text) | ExpressionKind::AnyCase(text) => text.len(),
            _ => 0,
        }
    }
}
