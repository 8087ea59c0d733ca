//! Parsing expressions: the bodies of pest rules, as data.

use std::fmt;

/// A parsing expression in the notation of pest.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expression {
    /// `"a"`: this text.
    String(String),
    /// `^"a"`: this text, with ASCII letters in either case.
    AnyCase(String),
    /// `'a'..'z'`: a character from the first to the last, inclusive.
    Range(char, char),
    /// `a`: the rule of this name.
    Name(String),
    /// `PEEK[..]`: an expression that uses the stack, as written.
    Stack(String),
    /// `PUSH(a)`: pushes the match on the stack.
    Push(Box<Expression>),
    /// `a ~ b`: the first and then the second.
    Sequence(Box<Expression>, Box<Expression>),
    /// `a | b`: the first, or the second if the first does not match.
    Choice(Box<Expression>, Box<Expression>),
    /// `a?`: once, if it matches.
    Optional(Box<Expression>),
    /// `a*`: as often as it matches.
    Repetition(Box<Expression>),
    /// `a+`: as often as it matches, at least once.
    AtLeastOnce(Box<Expression>),
    /// `a{2,3}`: as often as it matches, within bounds.
    Times {
        /// The repeated expression.
        body: Box<Expression>,
        /// The least number of times.
        at_least: usize,
        /// The most times; `None` if unbounded.
        at_most: Option<usize>,
    },
    /// `&a`: succeeds if it would match here.
    Ahead(Box<Expression>),
    /// `!a`: succeeds if it would not match here.
    NotAhead(Box<Expression>),
}

impl Expression {
    /// A reference to the rule of this name.
    pub fn name(name: &str) -> Expression {
        Expression::Name(name.to_owned())
    }

    /// A sequence; the empty string if there are no parts.
    pub fn sequence(parts: impl IntoIterator<Item = Expression>) -> Expression {
        let join = |one, other| Expression::Sequence(Box::new(one), Box::new(other));
        parts.into_iter().reduce(join).unwrap_or_else(|| Expression::String(String::new()))
    }

    /// An ordered choice; `None` if there are no alternatives.
    pub fn choice(parts: impl IntoIterator<Item = Expression>) -> Option<Expression> {
        let join = |one, other| Expression::Choice(Box::new(one), Box::new(other));
        parts.into_iter().reduce(join)
    }

    /// A repetition, in its shortest form.
    pub(crate) fn repeated(self, at_least: usize, at_most: Option<usize>) -> Expression {
        let body = Box::new(self);
        match (at_least, at_most) {
            (0, None) => Expression::Repetition(body),
            (1, None) => Expression::AtLeastOnce(body),
            (0, Some(1)) => Expression::Optional(body),
            (1, Some(1)) => *body,
            _ => Expression::Times { body, at_least, at_most },
        }
    }

    /// The direct parts, in order.
    pub fn inner(&self) -> Vec<&Expression> {
        match self {
            Expression::Sequence(one, two) | Expression::Choice(one, two) => vec![one, two],
            Expression::Optional(body)
            | Expression::Repetition(body)
            | Expression::AtLeastOnce(body)
            | Expression::Times { body, .. }
            | Expression::Ahead(body)
            | Expression::NotAhead(body)
            | Expression::Push(body) => vec![body],
            Expression::String(_)
            | Expression::AnyCase(_)
            | Expression::Range(..)
            | Expression::Name(_)
            | Expression::Stack(_) => Vec::new(),
        }
    }

    /// This expression, with each of its direct parts changed.
    #[must_use]
    pub fn map_inner(self, change: impl Fn(Expression) -> Expression) -> Expression {
        let one = |body: Box<Expression>| Box::new(change(*body));
        match self {
            Expression::Sequence(first, second) => Expression::Sequence(one(first), one(second)),
            Expression::Choice(first, second) => Expression::Choice(one(first), one(second)),
            Expression::Optional(body) => Expression::Optional(one(body)),
            Expression::Repetition(body) => Expression::Repetition(one(body)),
            Expression::AtLeastOnce(body) => Expression::AtLeastOnce(one(body)),
            Expression::Times { body, at_least, at_most } => {
                Expression::Times { body: one(body), at_least, at_most }
            }
            Expression::Ahead(body) => Expression::Ahead(one(body)),
            Expression::NotAhead(body) => Expression::NotAhead(one(body)),
            Expression::Push(body) => Expression::Push(one(body)),
            other => other,
        }
    }

    /// Returns the part at the end of a path of indices into [`Expression::inner`], from 0;
    /// `None` if the path leads nowhere. The empty path leads to the expression itself.
    ///
    /// ```
    /// use urlbnf_peg::proof::Expression;
    ///
    /// let [a, b, c] = ["a", "b", "c"].map(Expression::name);
    /// let row = Expression::sequence([a, b.clone(), c]);
    /// assert_eq!(row.at(&[0, 1]), Some(&b), "a row leans to the left");
    /// assert_eq!(row.at(&[1, 0]), None);
    /// ```
    pub fn at(&self, way: &[usize]) -> Option<&Expression> {
        way.iter().try_fold(self, |part, &number| part.inner().get(number).copied())
    }

    /// Replaces the part at the end of a path; no change if the path leads nowhere.
    #[must_use]
    pub fn with(self, way: &[usize], part: &Expression) -> Expression {
        let Some((&number, rest)) = way.split_first() else { return part.clone() };
        let at = std::cell::Cell::new(0);
        self.map_inner(|inner| match at.replace(at.get() + 1) == number {
            true => inner.with(rest, part),
            false => inner,
        })
    }

    /// The expression and all of its parts, in preorder.
    pub fn all(&self) -> impl Iterator<Item = &Expression> {
        let mut pending = vec![self];
        std::iter::from_fn(move || {
            let next = pending.pop()?;
            pending.extend(next.inner().into_iter().rev());
            Some(next)
        })
    }

    /// The parts of a sequence, in order, or the expression itself if it is none.
    pub fn parts(&self) -> Vec<&Expression> {
        self.spine(|it| match it {
            Expression::Sequence(one, two) => Some((one, two)),
            _ => None,
        })
    }

    /// The alternatives of a choice, in order, or the expression itself if it is none.
    pub fn alternatives(&self) -> Vec<&Expression> {
        self.spine(|it| match it {
            Expression::Choice(one, two) => Some((one, two)),
            _ => None,
        })
    }

    fn spine<'e>(
        &'e self,
        divide: impl Fn(&'e Expression) -> Option<(&'e Expression, &'e Expression)>,
    ) -> Vec<&'e Expression> {
        let (mut parts, mut pending) = (Vec::new(), vec![self]);
        while let Some(next) = pending.pop() {
            match divide(next) {
                Some((one, two)) => pending.extend([two, one]),
                None => parts.push(next),
            }
        }
        parts
    }
}

/// Formats in the notation of pest, with every sequence and choice in parentheses.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expression::String(text) => write!(f, "\"{}\"", escaped(text, '"')),
            Expression::AnyCase(text) => write!(f, "^\"{}\"", escaped(text, '"')),
            Expression::Range(from, to) => {
                let quoted = |character: &char| escaped(&character.to_string(), '\'');
                write!(f, "'{}'..'{}'", quoted(from), quoted(to))
            }
            Expression::Name(text) | Expression::Stack(text) => f.write_str(text),
            Expression::Sequence(first, second) => write!(f, "({first} ~ {second})"),
            Expression::Choice(first, second) => write!(f, "({first} | {second})"),
            Expression::Optional(body) => write!(f, "({body})?"),
            Expression::Repetition(body) => write!(f, "({body})*"),
            Expression::AtLeastOnce(body) => write!(f, "({body})+"),
            Expression::Times { body, at_least, at_most } => {
                write!(f, "({body}){}", times(*at_least, *at_most))
            }
            Expression::Ahead(body) => write!(f, "&({body})"),
            Expression::NotAhead(body) => write!(f, "!({body})"),
            Expression::Push(body) => write!(f, "PUSH({body})"),
        }
    }
}

/// The bounds of a repetition, as written: `{2}`, `{2,}`, `{,3}`, `{2,3}`.
pub(crate) fn times(at_least: usize, at_most: Option<usize>) -> String {
    match (at_least, at_most) {
        (least, Some(most)) if least == most => format!("{{{least}}}"),
        (least, None) => format!("{{{least},}}"),
        (0, Some(most)) => format!("{{,{most}}}"),
        (least, Some(most)) => format!("{{{least},{most}}}"),
    }
}

/// Escapes a text for these quotes.
pub(crate) fn escaped(text: &str, quote: char) -> String {
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
