//! The parsing expressions of the rules that are written.

use std::fmt;

use urlbnf_bnf::graph::{operands, preorder};

/// A parsing expression in the notation of pest.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PestExpression {
    /// `"a"`: this text.
    String(String),
    /// `^"a"`: this text, with ASCII letters in either case.
    AnyCase(String),
    /// `'a'..'z'`: a character from the first to the last, inclusive.
    Range(char, char),
    /// `a`: the rule of this name.
    Name(String),
    /// `a ~ b`: the first and then the second.
    Sequence(Box<PestExpression>, Box<PestExpression>),
    /// `a | b`: the first, or the second if the first does not match.
    Choice(Box<PestExpression>, Box<PestExpression>),
    /// `a?`: once, if it matches.
    Optional(Box<PestExpression>),
    /// `a*`: as often as it matches.
    Repetition(Box<PestExpression>),
    /// `a+`: as often as it matches, at least once.
    AtLeastOnce(Box<PestExpression>),
    /// `a{2,3}`: as often as it matches, within bounds.
    Times {
        /// The repeated expression.
        body: Box<PestExpression>,
        /// The least number of times.
        at_least: usize,
        /// The most times; `None` if unbounded.
        at_most: Option<usize>,
    },
    /// `&a`: succeeds if it would match here.
    Ahead(Box<PestExpression>),
    /// `!a`: succeeds if it would not match here.
    NotAhead(Box<PestExpression>),
}

impl PestExpression {
    /// A reference to the rule of this name.
    pub fn name(name: &str) -> PestExpression {
        PestExpression::Name(name.to_owned())
    }

    /// A sequence; the empty string if there are no parts.
    pub fn sequence(parts: impl IntoIterator<Item = PestExpression>) -> PestExpression {
        let join = |one, other| PestExpression::Sequence(Box::new(one), Box::new(other));
        parts.into_iter().reduce(join).unwrap_or_else(|| PestExpression::String(String::new()))
    }

    /// An ordered choice; `None` if there are no alternatives.
    pub fn choice(parts: impl IntoIterator<Item = PestExpression>) -> Option<PestExpression> {
        let join = |one, other| PestExpression::Choice(Box::new(one), Box::new(other));
        parts.into_iter().reduce(join)
    }

    /// A repetition, in its shortest form.
    pub(crate) fn repeated(self, at_least: usize, at_most: Option<usize>) -> PestExpression {
        let body = Box::new(self);
        match (at_least, at_most) {
            (0, None) => PestExpression::Repetition(body),
            (1, None) => PestExpression::AtLeastOnce(body),
            (0, Some(1)) => PestExpression::Optional(body),
            (1, Some(1)) => *body,
            _ => PestExpression::Times { body, at_least, at_most },
        }
    }

    /// The direct parts, in order.
    pub fn inner(&self) -> Vec<&PestExpression> {
        match self {
            PestExpression::Sequence(one, two) | PestExpression::Choice(one, two) => vec![one, two],
            PestExpression::Optional(body)
            | PestExpression::Repetition(body)
            | PestExpression::AtLeastOnce(body)
            | PestExpression::Times { body, .. }
            | PestExpression::Ahead(body)
            | PestExpression::NotAhead(body) => vec![body],
            PestExpression::String(_)
            | PestExpression::AnyCase(_)
            | PestExpression::Range(..)
            | PestExpression::Name(_) => Vec::new(),
        }
    }

    /// The expression and all of its parts, in preorder.
    pub fn all(&self) -> impl Iterator<Item = &PestExpression> {
        preorder(self, PestExpression::inner)
    }

    /// The parts of a sequence, in order, or the expression itself if it is none.
    pub fn parts(&self) -> Vec<&PestExpression> {
        operands(self, |part| match part {
            PestExpression::Sequence(one, two) => Some((one, two)),
            _ => None,
        })
    }

    /// The alternatives of a choice, in order, or the expression itself if it is none.
    pub fn alternatives(&self) -> Vec<&PestExpression> {
        operands(self, |part| match part {
            PestExpression::Choice(one, two) => Some((one, two)),
            _ => None,
        })
    }
}

/// Formats in the notation of pest, with every sequence and choice in parentheses.
impl fmt::Display for PestExpression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PestExpression::String(text) => write!(f, "\"{}\"", escaped(text, '"')),
            PestExpression::AnyCase(text) => write!(f, "^\"{}\"", escaped(text, '"')),
            PestExpression::Range(from, to) => {
                let quoted = |character: &char| escaped(&character.to_string(), '\'');
                write!(f, "'{}'..'{}'", quoted(from), quoted(to))
            }
            PestExpression::Name(text) => f.write_str(text),
            PestExpression::Sequence(first, second) => write!(f, "({first} ~ {second})"),
            PestExpression::Choice(first, second) => write!(f, "({first} | {second})"),
            PestExpression::Optional(body) => write!(f, "({body})?"),
            PestExpression::Repetition(body) => write!(f, "({body})*"),
            PestExpression::AtLeastOnce(body) => write!(f, "({body})+"),
            PestExpression::Times { body, at_least, at_most } => {
                write!(f, "({body}){}", times(*at_least, *at_most))
            }
            PestExpression::Ahead(body) => write!(f, "&({body})"),
            PestExpression::NotAhead(body) => write!(f, "!({body})"),
        }
    }
}

/// The bounds of a repetition, as written: `{2}`, `{2,}`, `{,3}`, `{2,3}`.
pub(super) fn times(at_least: usize, at_most: Option<usize>) -> String {
    match (at_least, at_most) {
        (least, Some(most)) if least == most => format!("{{{least}}}"),
        (least, None) => format!("{{{least},}}"),
        (0, Some(most)) => format!("{{,{most}}}"),
        (least, Some(most)) => format!("{{{least},{most}}}"),
    }
}

/// Escapes a text for these quotes.
pub(super) fn escaped(text: &str, quote: char) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '\n' => escaped += "\\n",
            '\r' => escaped += "\\r",
            '\t' => escaped += "\\t",
            '\\' => escaped += "\\\\",
            _ if character == quote => escaped.extend(['\\', quote]),
            ' '..='~' => escaped.push(character),
            _ => escaped += &format!("\\u{{{:02X}}}", u32::from(character)),
        }
    }
    escaped
}
