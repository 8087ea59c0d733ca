//! The mistakes in a `.bnf` text, with their places and messages.

use super::expression::Span;
use super::notation::Notation;

/// The deepest nesting of brackets.
pub const MOST_BRACKETS: usize = 200;

/// The most mistakes that are reported for one text.
pub const MOST_ERRORS: usize = 100;

/// The length to which a message about another file is shortened, in characters.
const SHORTENED: usize = 120;

/// The length to which a quoted name or header is shortened, in characters.
const QUOTED: usize = 40;

/// The mistakes in a `.bnf` text, at least one, in the order of the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", listed(errors, *more))]
pub struct SyntaxErrors {
    errors: Vec<SyntaxError>,
    more: usize,
}

impl SyntaxErrors {
    /// The first mistakes of these; `None` if there are none.
    pub(super) fn new(mut errors: Vec<SyntaxError>) -> Option<SyntaxErrors> {
        errors.sort_by_key(|error| error.place);
        let more = errors.len().saturating_sub(MOST_ERRORS);
        errors.truncate(MOST_ERRORS);
        (!errors.is_empty()).then_some(SyntaxErrors { errors, more })
    }

    /// The first mistakes, at most [`MOST_ERRORS`].
    pub fn all(&self) -> &[SyntaxError] {
        &self.errors
    }

    /// The number of mistakes that are not among these.
    pub fn more(&self) -> usize {
        self.more
    }
}

fn listed(errors: &[SyntaxError], more: usize) -> String {
    let lines = errors.iter().map(SyntaxError::to_string);
    let more = (more > 0).then(|| format!("and {more} more"));
    lines.chain(more).collect::<Vec<_>>().join("\n")
}

/// A mistake in a `.bnf` text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot read the grammar at byte {}: {kind}", place.start)]
pub struct SyntaxError {
    /// Its place. Empty where something is missing at the end of a line.
    pub place: Span,
    /// Its kind.
    pub kind: SyntaxErrorKind,
}

/// The kinds of mistakes in a `.bnf` text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// A byte is not UTF-8.
    #[error("the byte {0:02X} is not UTF-8 here")]
    NotUtf8(u8),
    /// The text begins with the byte order mark of UTF-16.
    #[error("the file is in UTF-16")]
    Utf16,
    /// The text begins with the byte order mark of UTF-8.
    #[error("the file begins with a byte order mark, which cannot be seen")]
    ByteOrderMark,
    /// A carriage return does not end a line.
    #[error("a carriage return without a line feed after it")]
    CarriageReturn,
    /// The document is not XML. Holds the reason.
    #[error("the document cannot be read as XML: {}", shortened(.0))]
    NotXml(String),
    /// A grammar in XML has a reference to an unknown entity.
    #[error("`&{};` is not known here", clipped(.0))]
    NoEntity(String),
    /// The grammar of a document is in another file.
    #[error("this block is in another file, which is not read")]
    Elsewhere,
    /// A block of grammar begins on the line on which another ends.
    #[error("another block of grammar ends on this line: begin this one on a line of its own")]
    BesideAnother,
    /// No header names the notation. The place is a line that looks as if it should.
    #[error("the file does not name its notation")]
    NoNotation,
    /// No notation has this name.
    #[error("there is no notation `{}`", clipped(.0))]
    UnknownNotation(String),
    /// All productions look like another notation than the one that the header names.
    #[error("{}", other_notation(*declared, *looks_like))]
    OtherNotation {
        /// The notation in the header.
        declared: Notation,
        /// The notation that the productions look like.
        looks_like: Notation,
    },
    /// A header gives a value a second time.
    #[error("the header names the {key} twice")]
    HeaderTwice {
        /// `notation` or `start`.
        key: &'static str,
        /// The place of the first value.
        first: Span,
    },
    /// A line begins with `#@` and an unknown word.
    #[error("there is no such line")]
    UnknownMark,
    /// A line that begins with `#@` lacks what belongs there. Holds what was expected.
    #[error("expected {0}")]
    MarkLacks(&'static str),
    /// A line continues a production, but there is none above it.
    #[error("no production above this line could continue here")]
    NothingToGoOnWith,
    /// A production does not begin with a letter.
    #[error("a production begins with its name, not with {}", shown(*.0))]
    NoName(char),
    /// The name of a production has one character; in this notation that stands for itself.
    #[error("this name has one character")]
    ShortName,
    /// A name is followed directly by a character that cannot be part of it.
    #[error("{} is not allowed in a name", shown(*.0))]
    NotOfAName(char),
    /// No `=` follows the name of a production.
    #[error("`=` is missing before this")]
    NoEquals,
    /// A production has `::=` or `:=` instead of `=`.
    #[error("`{0}` is not read here")]
    DefinitionSign(&'static str),
    /// A production has ABNF's `=/` instead of `=`.
    #[error("`=/` is not read here")]
    Incremental,
    /// A name is defined a second time.
    #[error("`{}` is defined twice", clipped(name))]
    DefinedTwice {
        /// The name.
        name: String,
        /// The place of the first definition.
        first: Span,
    },
    /// An alternative is missing before or after a `|`, or between brackets.
    #[error("an alternative is missing here")]
    NoAlternative,
    /// A numeric value has no digits, or a letter other than `x`, `d` and `b`.
    #[error("there is no such value")]
    NoValue,
    /// A `%s` or `%i` is not followed by a literal.
    #[error("a literal in quotes must follow this directly")]
    NoLiteral,
    /// A value is larger than the last code point.
    #[error("this value is too large")]
    ValueTooLarge,
    /// A range of values ends before it begins.
    #[error("this range ends before it begins")]
    NoSuchRange,
    /// Lists are nested too deep.
    #[error("too many lists in lists")]
    ListsInLists,
    /// The least number of repetitions is larger than the greatest.
    #[error("the least number of times is larger than the most")]
    NoSuchCount,
    /// A prose text does not end on its line.
    #[error("`>` is missing at the end of this text")]
    NoProseEnd,
    /// A `urlbnf` directive is unknown or incomplete. Holds what was expected.
    #[error("expected {0}")]
    Directive(&'static str),
    /// An import cannot be read. Holds the reason.
    #[error("nothing is imported: {}", shortened(.0))]
    NotImported(String),
    /// Two files define a name.
    #[error("`{}` is defined in {}, and in {}", clipped(name), shortened(first), shortened(second))]
    ImportedTwice {
        /// The name.
        name: String,
        /// The file and the line of the first definition.
        first: String,
        /// The file and the line of the second definition.
        second: String,
    },
    /// Nothing that could be repeated follows a `*`.
    #[error("nothing that could be repeated follows this")]
    NothingRepeated,
    /// A bracket is not closed before this place.
    #[error("`{close}` is missing here")]
    Unclosed {
        /// The missing bracket.
        close: char,
        /// The place of the opening bracket.
        open: Span,
    },
    /// A closing bracket has no opening one.
    #[error("nothing opened this `{0}`")]
    Unopened(char),
    /// Brackets are nested more than [`MOST_BRACKETS`] deep.
    #[error("brackets may be nested at most {MOST_BRACKETS} deep")]
    TooManyBrackets,
    /// A literal does not end on its line.
    #[error("`\"` is missing at the end of this literal")]
    NoQuote,
    /// A literal is empty: `""`.
    #[error("there is nothing between these quotes")]
    EmptyLiteral,
    /// A character is not allowed in a literal.
    #[error("{} is not allowed in a literal", shown(*.0))]
    NotInALiteral(char),
    /// A character is not allowed in a literal of ABNF.
    #[error("{} is not allowed in a literal", shown(*.0))]
    NotInQuotes(char),
    /// A number is larger than 4,294,967,295.
    #[error("this number is too large")]
    NumberTooLarge,
    /// A number without a `*`: `3x`, which RFC 822 reads as three times.
    #[error("no `*` follows this number")]
    ExactCount,
    /// A `/` without quotes, which ABNF has between alternatives.
    #[error("a `/` without quotes")]
    BareSlash,
    /// A numeric value as in ABNF: `%x41`.
    #[error("characters by number are not read here")]
    NumericValue,
    /// A second `=` in a production.
    #[error("a second `=` in one production")]
    EqualsWithin,
    /// A `<`, which other BNFs have before a name.
    #[error("`<` is not read here")]
    AngleBracket,
    /// A `#` at the beginning of a line of ABNF; in other notations it begins a comment.
    #[error("`#` does not begin a comment in ABNF")]
    HashComment,
    /// The name of a production is between `<` and `>`, as in BNF with `::=`.
    #[error("a name between `<` and `>` is not read")]
    BracketedName,
    /// A list is written `1*2#x` instead of `1#2x`.
    #[error("the numbers of a list are written around its `#`, without a `*`")]
    ListCount,
    /// A list of RFC 822: `1#x`.
    #[error("lists with `#` are not read here")]
    ListRule,
    /// A `{` or `}`, which other BNFs have around repetitions.
    #[error("`{0}` is not read here")]
    Brace(char),
    /// A `'`, which other BNFs have around literals.
    #[error("`'` is not read here")]
    SingleQuote,
    /// Any other character where none of its kind is allowed.
    #[error("{} is not allowed here", shown(*.0))]
    Unexpected(char),
}

impl SyntaxErrorKind {
    /// Another place that belongs to the mistake, with a label for it.
    pub fn related(&self) -> Option<(Span, &'static str)> {
        match self {
            SyntaxErrorKind::HeaderTwice { first, .. } => Some((*first, "first said here")),
            SyntaxErrorKind::DefinedTwice { first, .. } => Some((*first, "first defined here")),
            SyntaxErrorKind::Unclosed { open, .. } => Some((*open, "opened here")),
            _ => None,
        }
    }
}

/// A text shortened to [`QUOTED`] characters, with invisible ones escaped.
pub(super) fn clipped(text: &str) -> String {
    let mut characters = text.chars();
    let mut shown: String = characters.by_ref().take(QUOTED).flat_map(char::escape_debug).collect();
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// A message or a path shortened to [`SHORTENED`] characters, with invisible ones escaped.
fn shortened(text: &str) -> String {
    let mut shown: String = text.chars().take(SHORTENED).flat_map(char::escape_debug).collect();
    if text.chars().count() > SHORTENED {
        shown.push('…');
    }
    shown
}

/// A character, with its number unless it is printable ASCII.
fn shown(character: char) -> String {
    match character {
        ' '..='~' => format!("`{character}`"),
        _ if character.is_alphanumeric() => {
            format!("`{character}` (U+{:04X})", u32::from(character))
        }
        _ => format!("U+{:04X}", u32::from(character)),
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
