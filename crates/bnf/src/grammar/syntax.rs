//! What is wrong with a `.bnf` text, and where: all of it, worded here.

use super::expression::Place;
use super::notation::Notation;

/// How deep brackets may be nested in each other.
pub const MOST_BRACKETS: usize = 200;

/// The most mistakes that are told of one text.
pub const MOST_ERRORS: usize = 100;

/// How much of a message of another file is told, in characters.
const SAID: usize = 120;

/// How much of a name or of a header is quoted, in characters.
const QUOTED: usize = 40;

/// All that is wrong with a `.bnf` text, in the order of the text; never nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", listed(errors, *more))]
pub struct SyntaxErrors {
    errors: Vec<SyntaxError>,
    more: usize,
}

impl SyntaxErrors {
    /// `None` where there is nothing wrong.
    pub(super) fn new(mut errors: Vec<SyntaxError>) -> Option<SyntaxErrors> {
        errors.sort_by_key(|it| it.place);
        let more = errors.len().saturating_sub(MOST_ERRORS);
        errors.truncate(MOST_ERRORS);
        (!errors.is_empty()).then_some(SyntaxErrors { errors, more })
    }

    /// The first of them, [`MOST_ERRORS`] at most.
    pub fn all(&self) -> &[SyntaxError] {
        &self.errors
    }

    /// How many there are beside those.
    pub fn more(&self) -> usize {
        self.more
    }
}

fn listed(errors: &[SyntaxError], more: usize) -> String {
    let lines = errors.iter().map(SyntaxError::to_string);
    let more = (more > 0).then(|| format!("and {more} more"));
    lines.chain(more).collect::<Vec<_>>().join("\n")
}

/// One thing that is wrong with a `.bnf` text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot read the BNF at byte {}: {kind}", place.start)]
pub struct SyntaxError {
    /// Where, in bytes. It is empty where something is missing at the end of a line.
    pub place: Place,
    /// What.
    pub kind: SyntaxErrorKind,
}

/// What is wrong with a `.bnf` text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// A byte that is in no character of UTF-8.
    #[error("the byte {0:02X} is not UTF-8 here")]
    NotUtf8(u8),
    /// The text is in UTF-16: it begins with that byte order mark.
    #[error("the file is in UTF-16")]
    Utf16,
    /// The text begins with the byte order mark of UTF-8.
    #[error("the file begins with a byte order mark, which cannot be seen")]
    ByteOrderMark,
    /// A carriage return ends no line.
    #[error("a carriage return without a line feed after it")]
    CarriageReturn,
    /// A document is not XML, and what is wrong with it.
    #[error("the document cannot be read as XML: {}", shortened(.0))]
    NotXml(String),
    /// A reference in a grammar in XML means no character that is known.
    #[error("`&{};` is not known here", clipped(.0))]
    NoEntity(String),
    /// A document has its grammar in another file.
    #[error("this block is in another file, which is not read")]
    Elsewhere,
    /// A block of grammar begins on the line on which another ends.
    #[error("another block of grammar ends on this line: begin this one on a line of its own")]
    BesideAnother,
    /// No header names the notation. The place is a line that looks as if it should.
    #[error("the file does not name its notation")]
    NoNotation,
    /// There is no notation of that name.
    #[error("there is no notation `{}`", clipped(.0))]
    UnknownNotation(String),
    /// Each production is written as in another notation than the one that the header names.
    #[error("{}", other_notation(*declared, *looks_like))]
    OtherNotation {
        /// What the header names.
        declared: Notation,
        /// How the productions look.
        looks_like: Notation,
    },
    /// A header says twice what it can say once.
    #[error("the header names the {key} twice")]
    HeaderTwice {
        /// `notation` or `start`.
        key: &'static str,
        /// Where it says so first.
        first: Place,
    },
    /// A line that begins with `#@`, and with no word that is known after it.
    #[error("there is no such line")]
    UnknownMark,
    /// A line that begins with `#@` has something else than what has to are there.
    #[error("expected {0}")]
    MarkLacks(&'static str),
    /// A line goes on with a production, and there is none above it.
    #[error("no production above this line could continue here")]
    NothingToGoOnWith,
    /// A production begins with another character than a letter.
    #[error("a production begins with its name, not with {}", shown(*.0))]
    NoName(char),
    /// The name of a production has one character, which stands for itself.
    #[error("this name has one character")]
    ShortName,
    /// A character that cannot be part of a name, directly after one.
    #[error("{} is not allowed in a name", shown(*.0))]
    NotOfAName(char),
    /// No `=` follows the name of a production.
    #[error("`=` is missing before this")]
    NoEquals,
    /// `::=` or `:=` is there, not `=`.
    #[error("`{0}` is not read here")]
    DefinitionSign(&'static str),
    /// ABNF's `=/` is there, not `=`.
    #[error("`=/` is not read here")]
    Incremental,
    /// A name is defined that was defined before.
    #[error("`{}` is defined twice", clipped(name))]
    DefinedTwice {
        /// The name.
        name: String,
        /// Where it was.
        first: Place,
    },
    /// There is nothing before or after a `|`, or between brackets.
    #[error("an alternative is missing here")]
    NoAlternative,
    /// A value by number has no digits, or another letter than `x`, `d` and `b`.
    #[error("there is no such value")]
    NoValue,
    /// `%s` or `%i` without a literal.
    #[error("a literal in quotes must follow this directly")]
    NoLiteral,
    /// A value is larger than the last code point.
    #[error("this value is too large")]
    ValueTooLarge,
    /// A range of values ends before it begins.
    #[error("this range ends before it begins")]
    NoSuchRange,
    /// Lists are in each other, deeper than anybody meant.
    #[error("too many lists in lists")]
    ListsInLists,
    /// What has to be repeated at least so often may not be so often.
    #[error("the least number of times is larger than the most")]
    NoSuchCount,
    /// Text in words does not end on its line.
    #[error("`>` is missing at the end of this text")]
    NoProseEnd,
    /// A line of ours has another word than those that are known, or lacks what belongs to it.
    #[error("expected {0}")]
    Directive(&'static str),
    /// What is imported cannot be read, and why.
    #[error("nothing is imported: {}", shortened(.0))]
    NotImported(String),
    /// Two files define a name.
    #[error("`{}` is defined in {}, and in {}", clipped(name), shortened(first), shortened(second))]
    ImportedTwice {
        /// The name.
        name: String,
        /// The file and the line where it is defined first.
        first: String,
        /// The file and the line where it is defined too.
        second: String,
    },
    /// Nothing that could be repeated follows a `*`.
    #[error("nothing that could be repeated follows this")]
    NothingRepeated,
    /// A bracket is not closed before this.
    #[error("`{close}` is missing here")]
    Unclosed {
        /// What is missing.
        close: char,
        /// Where its partner stands.
        open: Place,
    },
    /// A bracket closes what nothing opened.
    #[error("nothing opened this `{0}`")]
    Unopened(char),
    /// Brackets are in each other, more than [`MOST_BRACKETS`] deep.
    #[error("brackets may be nested at most {MOST_BRACKETS} deep")]
    TooManyBrackets,
    /// A literal does not end on its line.
    #[error("`\"` is missing at the end of this literal")]
    NoQuote,
    /// `""`
    #[error("there is nothing between these quotes")]
    EmptyLiteral,
    /// A character that no literal may have.
    #[error("{} is not allowed in a literal", shown(*.0))]
    NotInALiteral(char),
    /// A character that no literal in the quotes of ABNF may have.
    #[error("{} is not allowed in a literal", shown(*.0))]
    NotInQuotes(char),
    /// A number that is too large to count with: 4,294,967,295 is the largest.
    #[error("this number is too large")]
    NumberTooLarge,
    /// `3x`, which in RFC 822 is three of them.
    #[error("no `*` follows this number")]
    ExactCount,
    /// A `/` without quotes, which in ABNF is between two alternatives.
    #[error("a `/` without quotes")]
    BareSlash,
    /// ABNF's `%x41`.
    #[error("characters by number are not read here")]
    NumericValue,
    /// `=` in the middle of a production.
    #[error("a second `=` in one production")]
    EqualsWithin,
    /// `<`, as before a name in another BNF.
    #[error("`<` is not read here")]
    AngleBracket,
    /// `#` at the beginning of a line of ABNF, as before a comment of the other notations.
    #[error("`#` does not begin a comment in ABNF")]
    HashComment,
    /// A production whose name is between `<` and `>`, as BNF with `::=` has it.
    #[error("a name between `<` and `>` is not read")]
    BracketedName,
    /// `1*2#x` is there, where a list is `1#2x`.
    #[error("the numbers of a list are written around its `#`, without a `*`")]
    ListCount,
    /// RFC 822's `1#x`.
    #[error("lists with `#` are not read here")]
    ListRule,
    /// `{` or `}`, as around what another BNF repeats.
    #[error("`{0}` is not read here")]
    Brace(char),
    /// `'`, as around a literal of another BNF.
    #[error("`'` is not read here")]
    SingleQuote,
    /// Any other character where none of the kind can occur.
    #[error("{} is not allowed here", shown(*.0))]
    Unexpected(char),
}

impl SyntaxErrorKind {
    /// Another place that belongs to it, and what is there.
    pub fn related(&self) -> Option<(Place, &'static str)> {
        match self {
            SyntaxErrorKind::HeaderTwice { first, .. } => Some((*first, "first said here")),
            SyntaxErrorKind::DefinedTwice { first, .. } => Some((*first, "first defined here")),
            SyntaxErrorKind::Unclosed { open, .. } => Some((*open, "opened here")),
            _ => None,
        }
    }
}

/// As much of a text as is quoted, what cannot be seen by its number.
pub(super) fn clipped(text: &str) -> String {
    let mut characters = text.chars();
    let mut shown: String = characters.by_ref().take(QUOTED).flat_map(char::escape_debug).collect();
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// A message or a path, as much of it as is of use.
fn shortened(text: &str) -> String {
    let mut shown: String = text.chars().take(SAID).flat_map(char::escape_debug).collect();
    if text.chars().count() > SAID {
        shown.push('…');
    }
    shown
}

/// A character, and its number where it may not be seen for what it is.
fn shown(character: char) -> String {
    match character {
        ' '..='~' => format!("`{character}`"),
        it if it.is_alphanumeric() => format!("`{it}` (U+{:04X})", u32::from(it)),
        it => format!("U+{:04X}", u32::from(it)),
    }
}

fn other_notation(declared: Notation, looks_like: Notation) -> String {
    let declared = declared.name();
    match looks_like {
        Notation::Rfc822 => {
            format!("an `=` follows each name, which in the notation {declared} is a character")
        }
        _ => format!("no `=` follows the names, as the notation {declared} requires"),
    }
}
