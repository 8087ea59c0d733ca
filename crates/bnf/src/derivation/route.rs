//! Which way a step took through the printed text of its production.
//!
//! A step replaces a name by what one choice of its printed text gives. Which choice that
//! was, the text itself says: it is laid out part by part, and the replacement is read
//! along it, preferred parts first. Of each part it is then known how often it was
//! entered and left, whether it was passed by, and whether it stood once more. So the
//! printed alternative can be marked, and the track of a railroad diagram lit.
//!
//! This knows nothing of the positions by which the tree was found. It reads the printed
//! text a second time, by itself.

mod layout;

use std::ops::Range;

use urlbnf_language::Exceeded;

use crate::automaton::Symbol as Waits;
use crate::grammar::{Expression, ExpressionKind, Grammar, Place, ProductionId};
use crate::tree::Tree;
use layout::Layout;

use super::children;

/// The way of one step through the text of its production.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route<'g> {
    /// The production.
    pub production: ProductionId,
    /// The parts of its text: each alternative of all its definitions, and all that it is
    /// made of, in printed order.
    pub parts: Vec<Part<'g>>,
    /// The alternatives, as numbers of parts.
    pub alternatives: Vec<usize>,
    /// Which part gave which bytes of the input, in the order of the input.
    pub taken: Vec<Taken>,
    /// Where it stops, if it does not lead to the end.
    pub stop: Option<Stop>,
}

/// A part of a text, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part<'g> {
    /// What is printed.
    pub expression: &'g Expression,
    /// The parts that it is made of directly, by their numbers.
    pub parts: Vec<usize>,
    /// How often the way led into it.
    pub entered: usize,
    /// How often it led out of it again.
    pub left: usize,
    /// Whether the way led past what may occur here.
    pub skipped: bool,
    /// Whether what may occur more than once stood once more.
    pub again: bool,
}

/// A part that gave some bytes: a literal, a value, or a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    /// Its number.
    pub part: usize,
    /// The bytes of the input that it gave, or that its name derives.
    pub span: Range<usize>,
}

/// Where a way stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stop {
    /// The part that is not complete: what it waits for, or the name that is still open.
    pub part: usize,
    /// How many bytes of a literal were taken before.
    pub bytes: usize,
    /// Whether anything may come after that part.
    pub more: bool,
}

/// What a step put in the place of a name, one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    /// A byte of the input.
    Byte(u8),
    /// A name.
    Child(ProductionId),
}

/// What a node is made of, each with its bytes of the input; `but` one child that is open,
/// and as far as `end`.
pub(super) fn tokens(
    tree: &Tree<'_, '_>,
    node: usize,
    but: Option<usize>,
    end: usize,
) -> Vec<(Token, Range<usize>)> {
    let bytes = |range: Range<usize>| range.map(|at| (Token::Byte(tree.input[at]), at..at + 1));
    let (mut tokens, mut from) = (Vec::new(), tree.nodes[node].start);
    for child in children(tree, node).filter(|&child| Some(child) != but) {
        let data = tree.nodes[child];
        tokens.extend(bytes(from..data.start));
        tokens.push((Token::Child(data.production), data.start..data.end));
        from = data.end;
    }
    tokens.extend(bytes(from..end));
    tokens
}

/// What comes after the last part of a step that is not complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ahead {
    /// A name that is still open, and where it is, if that is known.
    Child(ProductionId, Option<usize>),
    /// What the text waits for, and where that is printed.
    Waits(Waits, Place),
}

/// The alternative that a step took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alternative {
    /// Its number, from 1, in printed order.
    pub number: usize,
    /// How many there are.
    pub of: usize,
    /// Where it is printed.
    pub place: Place,
}

impl<'g> Route<'g> {
    /// The way of the tokens through the text of a production, each with its bytes of the
    /// input; to the end, or to what is ahead. `None` where the text does not give them.
    pub(super) fn of(
        grammar: &'g Grammar,
        production: ProductionId,
        tokens: &[(Token, Range<usize>)],
        ahead: Option<&Ahead>,
    ) -> Result<Option<Route<'g>>, Exceeded> {
        let mut route = Route::untaken(grammar, production);
        let layout = Layout::of(grammar, &route)?;
        Ok(layout.lead(&mut route, tokens, ahead).then_some(route))
    }

    /// The parts of a text along which nothing went.
    pub(crate) fn untaken(grammar: &'g Grammar, production: ProductionId) -> Route<'g> {
        let mut parts: Vec<Part<'g>> = Vec::new();
        let mut alternatives = Vec::new();
        for alternative in grammar.production(production).alternatives() {
            alternatives.push(parts.len());
            let mut pending = vec![(alternative, None)];
            while let Some((expression, above)) = pending.pop() {
                let number = parts.len();
                if let Some(above) = above {
                    let above: &mut Part<'_> = &mut parts[above];
                    above.parts.push(number);
                }
                let (entered, left, skipped, again) = (0, 0, false, false);
                parts.push(Part { expression, parts: Vec::new(), entered, left, skipped, again });
                pending.extend(expression.parts().iter().rev().map(|it| (it, Some(number))));
            }
        }
        Route { production, parts, alternatives, taken: Vec::new(), stop: None }
    }

    /// The alternative that was taken, or begun.
    pub fn alternative(&self) -> Option<Alternative> {
        let number = self.alternatives.iter().position(|&it| self.parts[it].entered > 0)?;
        let place = self.parts[self.alternatives[number]].expression.place;
        Some(Alternative { number: number + 1, of: self.alternatives.len(), place })
    }

    /// Where the parts are printed that gave something, in the order of the page.
    pub fn places(&self) -> Vec<Place> {
        let mut places: Vec<Place> =
            self.taken.iter().map(|taken| self.parts[taken.part].expression.place).collect();
        places.sort_unstable_by_key(|place| (place.start, place.end));
        places.dedup();
        places
    }

    fn take(&mut self, part: usize, span: Range<usize>) {
        // The bytes of a literal are one.
        let literal = |it: &ExpressionKind| matches!(it, ExpressionKind::Literal(text) | ExpressionKind::AnyCase(text) if text.len() > 1);
        match self.taken.last_mut() {
            Some(last)
                if last.part == part
                    && last.span.end == span.start
                    && literal(&self.parts[part].expression.kind)
                    && last.span.len() < self.parts[part].length() =>
            {
                last.span.end = span.end;
            }
            _ => self.taken.push(Taken { part, span }),
        }
    }
}

impl Part<'_> {
    /// Whether the way led along it.
    pub fn is_taken(&self) -> bool {
        self.entered > 0
    }

    /// How many bytes its text has, if it is one.
    fn length(&self) -> usize {
        match &self.expression.kind {
            ExpressionKind::Literal(text) | ExpressionKind::AnyCase(text) => text.len(),
            _ => 0,
        }
    }
}
