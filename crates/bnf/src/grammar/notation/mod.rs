//! The notations in which a `.bnf` file may be written, and the reading of its text.
//!
//! The text is cut into lines ([`lines`]); those that make a production go to a
//! [`reader`], which descends from the alternatives to the elements. What an
//! element looks like is what the notations differ in: [`spaced`] and [`rfc822`]
//! say it, and a further notation is a further file like them. The reader is
//! written by hand, not derived: who writes a grammar makes mistakes, and wants
//! to hear of each what is missing, and where. `notations/listing.pest` and the
//! pest grammars beside it say the same as a grammar; a test holds the reader
//! against them.
//!
//! A name is kept as text here: which production it means depends on the
//! reading, and only [`Grammar`](super::Grammar) knows that.

mod cursor;
mod lines;
mod reader;
mod rfc822;
mod spaced;

use super::expression::Place;
pub(super) use lines::{BYTE_ORDER_MARK, lines, read};

/// How a BNF is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// The drafts' and RFC 1630's: single characters are themselves, words are productions.
    Spaced,
    /// RFC 1738's: that of RFC 822, with `|` and `[ ]`.
    Rfc822,
}

impl Notation {
    /// All notations.
    pub const ALL: [Notation; 2] = [Notation::Spaced, Notation::Rfc822];

    /// `spaced` or `rfc822`, as the header of a `.bnf` file has it.
    pub fn name(self) -> &'static str {
        match self {
            Notation::Spaced => "spaced",
            Notation::Rfc822 => "rfc822",
        }
    }

    /// The notation of a name, as the header of a `.bnf` file has it.
    pub fn of_name(name: &str) -> Option<Notation> {
        Notation::ALL.into_iter().find(|it| it.name() == name)
    }

    /// What begins a comment of the document's own.
    fn comment(self) -> Option<char> {
        match self {
            Notation::Spaced => None,
            Notation::Rfc822 => Some(';'),
        }
    }

    /// What stands between two alternatives.
    fn or(self) -> char {
        match self {
            Notation::Spaced | Notation::Rfc822 => '|',
        }
    }

    /// Whether a character closes brackets.
    fn closes(self, character: char) -> bool {
        match self {
            Notation::Spaced => character == ']',
            Notation::Rfc822 => matches!(character, ']' | ')'),
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
    Repetition(usize, Box<Part>),
}

impl Part {
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
    /// Whether an `=` stands behind the name where the notation has none.
    pub has_equals: bool,
}
