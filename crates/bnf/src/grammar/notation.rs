//! The two notations, each a pest grammar of its own, and the reading of a
//! `.bnf` text into a [`Listing`](super::listing::Listing).
//!
//! A name is kept as text here: which production it means depends on the
//! reading, and only [`Grammar`](super::Grammar) knows that.

use std::fmt;

use pest::Parser;
use pest::error::InputLocation;
use pest::iterators::Pair;

use super::brackets;
use super::expression::Place;

/// How a BNF is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// The drafts' and RFC 1630's: single characters are themselves, words are productions.
    Spaced,
    /// RFC 1738's: that of RFC 822, with `|` and `[ ]`.
    Rfc822,
}

impl Notation {
    /// `spaced` or `rfc822`, as the header of a `.bnf` file has it.
    pub fn name(self) -> &'static str {
        match self {
            Notation::Spaced => "spaced",
            Notation::Rfc822 => "rfc822",
        }
    }
}

/// A `.bnf` text that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// Where, in bytes.
    pub place: Place,
    /// Why.
    pub kind: SyntaxErrorKind,
}

/// Why a `.bnf` text cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyntaxErrorKind {
    /// Something else was expected, in pest's words.
    Expected(String),
    /// A production opens more brackets than may stand in each other.
    TooManyBrackets,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read the BNF at byte {}: {}", self.place.start, self.kind)
    }
}

impl fmt::Display for SyntaxErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SyntaxErrorKind::Expected(expected) => f.write_str(expected),
            SyntaxErrorKind::TooManyBrackets => {
                write!(f, "a production may open at most {} brackets", brackets::MOST)
            }
        }
    }
}

impl std::error::Error for SyntaxError {}

/// An expression whose references are still names.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub kind: PartKind,
    pub place: Place,
}

#[derive(Debug, Clone)]
pub(super) enum PartKind {
    Empty,
    Literal(String),
    Name(String),
    Sequence(Vec<Part>),
    Choice(Vec<Part>),
    Optional(Box<Part>),
    Repetition(usize, Box<Part>),
}

/// One thing that a `.bnf` file says.
#[derive(Debug, Clone)]
pub(super) enum Item {
    Header { key: String, value: String },
    Page { number: u32, offset: usize },
    Interpretation { label: String, name: String },
    Production { name: (String, Place), body: Part, erratum: Option<String>, place: Place },
}

macro_rules! notation {
    ($module:ident, $grammar:literal) => {
        mod $module {
            #![allow(missing_docs)]
            #[derive(pest_derive::Parser)]
            #[grammar = "notations/listing.pest"]
            #[grammar = $grammar]
            pub(super) struct Listing;
        }
    };
}

notation!(spaced, "notations/spaced.pest");
notation!(rfc822, "notations/rfc822.pest");

/// Reads a text in the given notation.
pub(super) fn items(text: &str, notation: Notation) -> Result<Vec<Item>, SyntaxError> {
    if let Some(at) = brackets::too_many(text) {
        let place = Place { start: at, end: at + 1 };
        return Err(SyntaxError { place, kind: SyntaxErrorKind::TooManyBrackets });
    }
    match notation {
        Notation::Spaced => spaced::Listing::parse(spaced::Rule::listing, text)
            .map(|pairs| pairs.flat_map(|pair| read_listing(&pair)).collect())
            .map_err(|error| syntax_error(&error)),
        Notation::Rfc822 => rfc822::Listing::parse(rfc822::Rule::listing, text)
            .map(|pairs| pairs.flat_map(|pair| read_listing(&pair)).collect())
            .map_err(|error| syntax_error(&error)),
    }
}

fn syntax_error<R: pest::RuleType>(error: &pest::error::Error<R>) -> SyntaxError {
    let place = match error.location {
        InputLocation::Pos(at) => Place { start: at, end: at },
        InputLocation::Span((start, end)) => Place { start, end },
    };
    let expected = error.variant.message().into_owned();
    SyntaxError { place, kind: SyntaxErrorKind::Expected(expected) }
}

/// The rule's name: the two notations have rules of the same names.
fn rule<R: pest::RuleType>(pair: &Pair<'_, R>) -> String {
    format!("{:?}", pair.as_rule())
}

fn place<R: pest::RuleType>(pair: &Pair<'_, R>) -> Place {
    Place { start: pair.as_span().start(), end: pair.as_span().end() }
}

fn read_listing<R: pest::RuleType>(listing: &Pair<'_, R>) -> Vec<Item> {
    let mut items = Vec::new();
    for pair in listing.clone().into_inner() {
        match rule(&pair).as_str() {
            "header" => {
                let mut parts = pair.into_inner().map(|part| part.as_str().trim().to_owned());
                if let (Some(key), Some(value)) = (parts.next(), parts.next()) {
                    items.push(Item::Header { key, value });
                }
            }
            "page" => items.extend(read_page(&pair)),
            "interpretation" => {
                let mut parts = pair.into_inner().map(|part| part.as_str().to_owned());
                if let (Some(label), Some(name)) = (parts.next(), parts.next()) {
                    items.push(Item::Interpretation { label, name });
                }
            }
            "erratum" | "production" => {
                let inner = || pair.clone().into_inner();
                items.extend(
                    inner()
                        .flatten()
                        .filter(|pair| rule(pair) == "page")
                        .filter_map(|pair| read_page(&pair)),
                );
                let label =
                    inner().find(|pair| rule(pair) == "label").map(|pair| pair.as_str().to_owned());
                let Some(name) = inner().find(|pair| rule(pair) == "name") else { continue };
                let end = Place { start: place(&name).end, end: place(&name).end };
                let body = match inner().find(|pair| rule(pair) == "choice") {
                    Some(choice) => read_part(&choice),
                    None => Part { kind: PartKind::Empty, place: end },
                };
                let whole = place(&name).to(body.place);
                items.push(Item::Production {
                    name: (name.as_str().to_owned(), place(&name)),
                    body,
                    erratum: label,
                    place: whole,
                });
            }
            _ => {}
        }
    }
    items
}

fn read_page<R: pest::RuleType>(pair: &Pair<'_, R>) -> Option<Item> {
    let number = pair.clone().into_inner().next()?.as_str().parse().ok()?;
    Some(Item::Page { number, offset: place(pair).start })
}

fn read_part<R: pest::RuleType>(pair: &Pair<'_, R>) -> Part {
    let text = || PartKind::Literal(pair.as_str().to_owned());
    let inner = || -> Vec<Part> {
        pair.clone()
            .into_inner()
            .filter(|pair| !matches!(rule(pair).as_str(), "page" | "number" | "header"))
            .map(|pair| read_part(&pair))
            .collect()
    };
    let only = |mut parts: Vec<Part>| Box::new(parts.remove(0));
    let kind = match rule(pair).as_str() {
        "choice" => return one_or(inner(), PartKind::Choice),
        "sequence" => return one_or(join_literals(inner()), PartKind::Sequence),
        "optional" => PartKind::Optional(only(inner())),
        "bracketed" | "group" => return *only(inner()),
        "repetition" => {
            let count = pair.clone().into_inner().find(|pair| rule(pair) == "number");
            let at_least = count.and_then(|count| count.as_str().parse().ok()).unwrap_or(0);
            PartKind::Repetition(at_least, only(inner()))
        }
        "reference" => PartKind::Name(pair.as_str().to_owned()),
        "literal" if pair.as_str().len() > 2 => {
            PartKind::Literal(pair.as_str()[1..pair.as_str().len() - 1].to_owned())
        }
        "quote" => PartKind::Literal("\"".to_owned()),
        _ => text(),
    };
    Part { kind, place: place(pair) }
}

fn one_or(mut parts: Vec<Part>, many: fn(Vec<Part>) -> PartKind) -> Part {
    if parts.len() == 1 {
        return parts.remove(0);
    }
    let place = parts[0].place.to(parts[parts.len() - 1].place);
    Part { kind: many(parts), place }
}

/// `h t t p :` is one literal of five characters.
fn join_literals(parts: Vec<Part>) -> Vec<Part> {
    let mut joined: Vec<Part> = Vec::new();
    for part in parts {
        if let (PartKind::Literal(next), Some(Part { kind: PartKind::Literal(text), place })) =
            (&part.kind, joined.last_mut())
        {
            text.push_str(next);
            *place = place.to(part.place);
        } else {
            joined.push(part);
        }
    }
    joined
}
