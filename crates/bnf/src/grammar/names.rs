//! Resolves the names of a grammar while it is built.
//!
//! The notations' readers keep names as they are written; here each becomes a production. What
//! the notations express in their own ways becomes the few kinds of expressions that there are:
//! a list is expanded, and a value becomes its bytes.

use std::borrow::Cow;
use std::collections::HashMap;

use super::core;
use super::expression::{Expression, ExpressionKind, ProductionId, Span};
use super::listing::Listing;
use super::notation::{Notation, RawExpression, RawExpressionKind};
use super::values;

/// The key under which a name is stored: in ABNF, the name in lower case.
pub(super) fn key<'n>(listing: &Listing, name: &'n str) -> Cow<'n, str> {
    match listing.notation {
        Notation::Abnf => Cow::Owned(name.to_ascii_lowercase()),
        Notation::Spaced | Notation::Rfc822 => Cow::Borrowed(name),
    }
}

/// The character that a word stands for: the notation of 1993 has words for two characters that
/// it uses itself.
pub(super) fn word(notation: Notation, name: &str) -> Option<&'static str> {
    match name {
        _ if notation == Notation::Abnf => None,
        "space" => Some(" "),
        "vline" => Some("|"),
        _ => None,
    }
}

pub(super) struct NameResolver<'l> {
    listing: &'l Listing,
    /// The name of each production, as it was first written.
    pub all: Vec<String>,
    pub by_name: HashMap<String, ProductionId>,
}

impl<'l> NameResolver<'l> {
    pub fn new(listing: &'l Listing) -> NameResolver<'l> {
        NameResolver { listing, all: Vec::new(), by_name: HashMap::new() }
    }

    pub fn find(&self, name: &str) -> Option<ProductionId> {
        self.by_name.get(&*key(self.listing, name)).copied()
    }

    pub fn id(&mut self, name: &str) -> ProductionId {
        if let Some(id) = self.find(name) {
            return id;
        }
        let id = ProductionId(u16::try_from(self.all.len()).unwrap_or(u16::MAX));
        self.all.push(name.to_owned());
        self.by_name.insert(key(self.listing, name).into_owned(), id);
        id
    }

    pub fn expression(&mut self, part: &RawExpression) -> Expression {
        let place = part.place;
        let code_points = self.listing.code_points;
        let kind = match &part.kind {
            RawExpressionKind::Empty => ExpressionKind::Empty,
            RawExpressionKind::Literal(text) => ExpressionKind::Literal(text.clone()),
            RawExpressionKind::AnyCase(text) => ExpressionKind::AnyCase(text.clone()),
            RawExpressionKind::Values(all) => values::sequence(all, code_points, place),
            RawExpressionKind::Range(first, last) => {
                values::range(*first, *last, code_points, place)
            }
            RawExpressionKind::Name(name) => self.name(name),
            RawExpressionKind::Prose(text) => self.prose(text),
            RawExpressionKind::Sequence(parts) => ExpressionKind::Sequence(self.expressions(parts)),
            RawExpressionKind::Choice(parts) => ExpressionKind::Choice(self.expressions(parts)),
            RawExpressionKind::Optional(body) => {
                ExpressionKind::Optional(Box::new(self.expression(body)))
            }
            RawExpressionKind::Repetition(at_least, at_most, body) => ExpressionKind::Repetition {
                at_least: *at_least,
                at_most: *at_most,
                body: Box::new(self.expression(body)),
            },
            RawExpressionKind::List(at_least, at_most, body) => {
                let element = self.expression(body);
                self.list(element, (*at_least, *at_most), place)
            }
        };
        Expression { kind, place }
    }

    fn expressions(&mut self, parts: &[RawExpression]) -> Vec<Expression> {
        parts.iter().map(|part| self.expression(part)).collect()
    }

    fn name(&mut self, name: &str) -> ExpressionKind {
        match word(self.listing.notation, name).filter(|_| self.find(name).is_none()) {
            Some(character) => ExpressionKind::Literal(character.to_owned()),
            None => ExpressionKind::Reference(self.id(name)),
        }
    }

    /// Prose that names a rule is a reference to that rule. Any other prose is an undefined
    /// name.
    fn prose(&mut self, text: &str) -> ExpressionKind {
        let name = text.trim();
        let known = self.find(name).filter(|_| !name.is_empty());
        let id = known.unwrap_or_else(|| match core::is_core(name) {
            true => self.id(name),
            false => self.id(&format!("<{text}>")),
        });
        ExpressionKind::Reference(id)
    }

    /// `1#x` is `x *( OWS "," OWS x )`, and `#x` is `[ 1#x ]` (RFC 9110, section 5.6.1.1).
    fn list(
        &mut self,
        element: Expression,
        (at_least, at_most): (usize, Option<usize>),
        place: Span,
    ) -> ExpressionKind {
        if at_most == Some(0) {
            return ExpressionKind::Empty;
        }
        // Nobody wrote it, so its place is empty.
        let unwritten = Span { end: place.start, ..place };
        let space =
            Expression { kind: ExpressionKind::Reference(self.id("OWS")), place: unwritten };
        let comma = Expression { kind: ExpressionKind::Literal(",".to_owned()), place };
        let further = vec![space.clone(), comma, space, element.clone()];
        let further = Expression { kind: ExpressionKind::Sequence(further), place };
        let rest = ExpressionKind::Repetition {
            at_least: at_least.saturating_sub(1),
            at_most: at_most.map(|most| most - 1),
            body: Box::new(further),
        };
        let whole = ExpressionKind::Sequence(vec![element, Expression { kind: rest, place }]);
        match at_least {
            0 => ExpressionKind::Optional(Box::new(Expression { kind: whole, place })),
            _ => whole,
        }
    }
}
