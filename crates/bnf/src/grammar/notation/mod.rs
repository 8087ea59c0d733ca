//! The notations in which a `.bnf` file may be written, and the readers for them.
//!
//! The text is cut into lines ([`lines`]). The lines of a production go to a recursive-descent
//! [`reader`]. The notations differ in their elements, which [`spaced`], [`rfc822`] and [`abnf`]
//! read; a new notation is another module like these. The reader is written by hand, because the
//! authors of grammars make mistakes, and want to know what is missing and where. The pest
//! grammars in `notations`, such as `listing.pest` and `abnf.pest`, describe the same syntax,
//! and a test compares the reader with them.
//!
//! Names stay text here: which production a name means depends on the reading, which only
//! [`Grammar`](super::Grammar) knows.

mod abnf;
mod cursor;
mod lines;
mod reader;
mod rfc822;
mod rules;
mod spaced;

use super::expression::Span;
pub(super) use lines::{BYTE_ORDER_MARK, lines};
pub(super) use rules::{begins_a_rule, is_foot, is_head, page_of_foot, read_rule};

use super::syntax::SyntaxError;

/// Reads a text in the given notation. Returns its items and its mistakes. In a document, a rule
/// may have any indentation, and an operator must follow its name.
pub(super) fn read(
    text: &str,
    notation: Notation,
    options: NotationExtensions,
    in_document: bool,
) -> (Vec<ListingItem>, Vec<SyntaxError>) {
    match notation {
        Notation::Abnf => rules::read(text, notation, options),
        Notation::Rfc822 if in_document => rules::read(text, notation, options),
        Notation::Spaced | Notation::Rfc822 => lines::read(text, notation),
    }
}

crate::named! {
    "notation";
    /// The notations of grammars.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Notation {
        /// The notation of the drafts and of RFC 1630: single characters are literals, words are
        /// names.
        Spaced = "spaced",
        /// The notation of RFC 1738: that of RFC 822, with `|` and `[ ]`.
        Rfc822 = "rfc822",
        /// ABNF of RFC 5234 and RFC 7405: `/` between alternatives, case-insensitive literals.
        Abnf = "abnf",
    }
}

crate::serde_by_name! { Serialize, Deserialize for Notation }

/// The extensions that a file may ask for.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct NotationExtensions {
    /// The list rule `#` of RFC 9110.
    pub lists: bool,
}

impl Notation {
    /// The character that begins an annotation line, which is not part of the document.
    pub fn ours(self) -> char {
        match self {
            Notation::Spaced | Notation::Rfc822 => '#',
            Notation::Abnf => ';',
        }
    }

    /// The character that begins a comment of the document.
    fn comment(self) -> Option<char> {
        match self {
            Notation::Spaced => None,
            Notation::Rfc822 | Notation::Abnf => Some(';'),
        }
    }

    /// Whether a character separates alternatives.
    fn is_or(self, character: char) -> bool {
        match self {
            Notation::Spaced | Notation::Rfc822 => character == '|',
            // The bar is not ABNF, but some files have it.
            Notation::Abnf => matches!(character, '/' | '|'),
        }
    }

    /// Whether a character is a closing bracket.
    fn closes(self, character: char) -> bool {
        match self {
            Notation::Spaced => character == ']',
            Notation::Rfc822 | Notation::Abnf => matches!(character, ']' | ')'),
        }
    }
}

/// An expression whose references are still names.
#[derive(Debug, Clone)]
pub(super) struct RawExpression {
    pub kind: RawExpressionKind,
    pub place: Span,
}

#[derive(Debug, Clone)]
pub(super) enum RawExpressionKind {
    Empty,
    Literal(String),
    Name(String),
    Sequence(Vec<RawExpression>),
    Choice(Vec<RawExpression>),
    Optional(Box<RawExpression>),
    Repetition(usize, Option<usize>, Box<RawExpression>),
    /// A literal whose letters match in either case.
    AnyCase(String),
    /// A sequence of values.
    Values(Vec<u32>),
    /// One value of this range.
    Range(u32, u32),
    /// A description in words.
    Prose(String),
    /// A comma-separated list, with the least and the greatest number of elements.
    List(usize, Option<usize>, Box<RawExpression>),
}

impl RawExpression {
    /// Its direct parts.
    pub fn parts(&self) -> &[RawExpression] {
        match &self.kind {
            RawExpressionKind::Sequence(parts) | RawExpressionKind::Choice(parts) => parts,
            RawExpressionKind::Optional(body)
            | RawExpressionKind::Repetition(_, _, body)
            | RawExpressionKind::List(_, _, body) => std::slice::from_ref(body),
            _ => &[],
        }
    }

    /// Its direct parts, mutable.
    pub fn parts_mut(&mut self) -> &mut [RawExpression] {
        match &mut self.kind {
            RawExpressionKind::Sequence(parts) | RawExpressionKind::Choice(parts) => parts,
            RawExpressionKind::Optional(body)
            | RawExpressionKind::Repetition(_, _, body)
            | RawExpressionKind::List(_, _, body) => std::slice::from_mut(body),
            _ => &mut [],
        }
    }

    fn literal(text: &str, place: Span) -> RawExpression {
        RawExpression { kind: RawExpressionKind::Literal(text.to_owned()), place }
    }
}

/// An item of a `.bnf` file.
#[derive(Debug, Clone)]
pub(super) enum ListingItem {
    Page { number: u32, offset: usize },
    Interpretation { label: String, name: String },
    Production(RawProduction),
    Notice(SyntaxDeviation),
}

/// A deviation from the notation that is read all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyntaxDeviation {
    /// Its place.
    pub place: Span,
    /// Its kind.
    pub kind: SyntaxDeviationKind,
}

/// The kinds of deviations from the notation that the reader accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SyntaxDeviationKind {
    /// A `|` between alternatives, where ABNF has `/`.
    Bar,
    /// A blank between a number of repetitions and the repeated element: `1* "a"`.
    Blank,
    /// No blank between two elements: `"a"b`.
    NoBlank,
    /// A rule is indented more than an earlier one, as continuation lines would be.
    Indented,
    /// A `_` in the name of a rule.
    Underscore,
    /// A value is a surrogate, or all values of a range are. UTF-8 cannot encode them.
    Surrogate,
    /// A range includes surrogates, and other values too.
    Surrogates,
}

/// A production as it was read.
#[derive(Debug, Clone)]
pub(super) struct RawProduction {
    pub name: String,
    pub name_place: Span,
    pub place: Span,
    pub body: RawExpression,
    /// The label of the erratum that it is from: `E3`.
    pub erratum: Option<String>,
    /// The places of each `/` without quotes.
    pub bare: Vec<Span>,
    /// Whether an `=` follows the name in a notation without one.
    pub has_equals: bool,
    /// Whether it adds alternatives to an earlier definition: `=/`.
    pub adds: bool,
}
