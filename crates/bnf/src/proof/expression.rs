//! Parsing expressions: what a rule of pest does, as data.

use std::fmt;

/// A parsing expression, of what the transcriptions use of pest.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expression {
    /// `"a"`: these characters.
    String(String),
    /// `'a'..'z'`: a character between these two, or one of them.
    Range(char, char),
    /// `a`: the rule of that name.
    Name(String),
    /// `a ~ b`: the one and then the other.
    Sequence(Box<Expression>, Box<Expression>),
    /// `a | b`: the one, or if it does not match, the other.
    Choice(Box<Expression>, Box<Expression>),
    /// `a?`: once, if it matches.
    Optional(Box<Expression>),
    /// `a*`: as often as it matches.
    Repetition(Box<Expression>),
    /// `a+`: as often as it matches, at least once.
    AtLeastOnce(Box<Expression>),
    /// `&a`: it would match here.
    Ahead(Box<Expression>),
    /// `!a`: it would not match here.
    NotAhead(Box<Expression>),
}

/// In the notation of pest, with every sequence and choice in parentheses.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expression::String(text) => write!(f, "{text:?}"),
            Expression::Range(from, to) => write!(f, "{from:?}..{to:?}"),
            Expression::Name(name) => f.write_str(name),
            Expression::Sequence(first, second) => write!(f, "({first} ~ {second})"),
            Expression::Choice(first, second) => write!(f, "({first} | {second})"),
            Expression::Optional(body) => write!(f, "({body})?"),
            Expression::Repetition(body) => write!(f, "({body})*"),
            Expression::AtLeastOnce(body) => write!(f, "({body})+"),
            Expression::Ahead(body) => write!(f, "&({body})"),
            Expression::NotAhead(body) => write!(f, "!({body})"),
        }
    }
}
