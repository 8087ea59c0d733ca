//! The notations in which a `.bnf` file may be written, and the reading of its text.
//!
//! The text is cut into lines ([`lines`]); those that make a production go to a
//! [`reader`], which descends from the alternatives to the elements. What an
//! element looks like is what the notations differ in: [`spaced`], [`rfc822`] and
//! [`abnf`] say it, and a further notation is a further file like them. The reader is
//! written by hand, not derived: who writes a grammar makes mistakes, and wants
//! to hear of each what is missing, and where. `notations/listing.pest` and the
//! pest grammars beside it, `notations/abnf.pest` among them, say the same as a grammar; a test holds the reader
//! against them.
//!
//! A name is kept as text here: which production it means depends on the
//! reading, and only [`Grammar`](super::Grammar) knows that.

mod abnf;
mod cursor;
mod lines;
mod reader;
mod rfc822;
mod rules;
mod spaced;

use super::expression::Place;
pub(super) use lines::{BYTE_ORDER_MARK, lines};
pub(super) use rules::{begins_a_rule, is_foot, is_head, page_of_foot, read_rule};

use super::syntax::SyntaxError;

/// Reads a text in the given notation: what it says, and the mistakes in it. In a document a rule
/// is at any indentation, and has a sign after its name.
pub(super) fn read(
    text: &str,
    notation: Notation,
    options: Options,
    in_document: bool,
) -> (Vec<Item>, Vec<SyntaxError>) {
    match notation {
        Notation::Abnf => rules::read(text, notation, options),
        Notation::Rfc822 if in_document => rules::read(text, notation, options),
        Notation::Spaced | Notation::Rfc822 => lines::read(text, notation),
    }
}

/// How a BNF is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// The drafts' and RFC 1630's: single characters are themselves, words are productions.
    Spaced,
    /// RFC 1738's: that of RFC 822, with `|` and `[ ]`.
    Rfc822,
    /// RFC 5234's, with RFC 7405: `/` between alternatives, literals in any case.
    Abnf,
}

/// What a file may ask for.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Options {
    /// The list rule `#` of RFC 9110.
    pub lists: bool,
}

impl Notation {
    /// All notations.
    pub const ALL: [Notation; 3] = [Notation::Spaced, Notation::Rfc822, Notation::Abnf];

    /// `spaced`, `rfc822` or `abnf`, as the header of a `.bnf` file has it.
    pub fn name(self) -> &'static str {
        match self {
            Notation::Spaced => "spaced",
            Notation::Rfc822 => "rfc822",
            Notation::Abnf => "abnf",
        }
    }

    /// The notation of a name, as the header of a `.bnf` file has it.
    pub fn of_name(name: &str) -> Option<Notation> {
        Notation::ALL.into_iter().find(|it| it.name() == name)
    }

    /// What begins a line of ours, which is none of the document's.
    pub fn ours(self) -> char {
        match self {
            Notation::Spaced | Notation::Rfc822 => '#',
            Notation::Abnf => ';',
        }
    }

    /// What begins a comment of the document's own.
    fn comment(self) -> Option<char> {
        match self {
            Notation::Spaced => None,
            Notation::Rfc822 | Notation::Abnf => Some(';'),
        }
    }

    /// Whether a character is between two alternatives.
    fn is_or(self, character: char) -> bool {
        match self {
            Notation::Spaced | Notation::Rfc822 => character == '|',
            // The bar is not ABNF's, but met in it.
            Notation::Abnf => matches!(character, '/' | '|'),
        }
    }

    /// Whether a character closes brackets.
    fn closes(self, character: char) -> bool {
        match self {
            Notation::Spaced => character == ']',
            Notation::Rfc822 | Notation::Abnf => matches!(character, ']' | ')'),
        }
    }
}

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
    Repetition(usize, Option<usize>, Box<Part>),
    /// A literal whose letters are of either case.
    AnyCase(String),
    /// Values one after the other.
    Values(Vec<u32>),
    /// One of these values.
    Range(u32, u32),
    /// Something in words.
    Prose(String),
    /// A list with commas, of so many elements at least and at most.
    List(usize, Option<usize>, Box<Part>),
}

impl Part {
    /// The parts that it is made of directly.
    pub fn parts(&self) -> &[Part] {
        match &self.kind {
            PartKind::Sequence(parts) | PartKind::Choice(parts) => parts,
            PartKind::Optional(body)
            | PartKind::Repetition(_, _, body)
            | PartKind::List(_, _, body) => std::slice::from_ref(body),
            _ => &[],
        }
    }

    fn literal(text: &str, place: Place) -> Part {
        Part { kind: PartKind::Literal(text.to_owned()), place }
    }
}

/// One thing that a `.bnf` file says.
#[derive(Debug, Clone)]
pub(super) enum Item {
    Page { number: u32, offset: usize },
    Interpretation { label: String, name: String },
    Production(Production),
    Notice(Notice),
}

/// Something that is read, and is not as the notation has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Notice {
    /// Where.
    pub place: Place,
    /// What.
    pub kind: NoticeKind,
}

/// What is read although it is not as the notation has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeKind {
    /// A `|` between alternatives, for which ABNF has `/`.
    Bar,
    /// A blank between a number of times and what is repeated: `1* "a"`.
    Blank,
    /// No blank between two elements: `"a"b`.
    NoBlank,
    /// A rule is indented more than one before it, as its further lines would be.
    Indented,
    /// A `_` in the name of a rule.
    Underscore,
    /// A value is a surrogate, or all values of a range are: UTF-8 has none of them.
    Surrogate,
    /// A range goes over the surrogates, and has others too.
    Surrogates,
}

/// A production, as it was read.
#[derive(Debug, Clone)]
pub(super) struct Production {
    pub name: String,
    pub name_place: Place,
    pub place: Place,
    pub body: Part,
    /// The number of the erratum that writes it: `E3`.
    pub erratum: Option<String>,
    /// Where a `/` stands without its quotes.
    pub bare: Vec<Place>,
    /// Whether an `=` follows the name where the notation has none.
    pub has_equals: bool,
    /// Whether it adds alternatives to what was defined: `=/`.
    pub adds: bool,
}
