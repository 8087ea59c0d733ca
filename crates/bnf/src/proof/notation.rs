//! Reading a transcription.
//!
//! pest has a reader of its own notation, which `pest_derive` uses when the
//! parsers are compiled. It is not used here, since with it the parsers would
//! look for the end of the stack at each of their steps, which takes a third of
//! their time. A test holds every rule that is read here to what pest's reads.

use pest::Parser as _;
use pest::iterators::Pair;

use super::expression::Expression;

mod grammar {
    #![allow(missing_docs)]
    #[derive(pest_derive::Parser)]
    #[grammar = "notations/pest.pest"]
    pub(super) struct Notation;
}

use grammar::{Notation, Rule};

/// How many parentheses may stand in each other.
const DEEPEST: usize = 100;
/// How many parts a rule may have: each is a turn on the stack for whoever walks it.
pub(super) const MOST_PARTS: usize = 2000;

/// A rule as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Its name.
    pub name: String,
    /// What it does.
    pub expression: Expression,
    /// Where it begins in the text, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// The rules of a text, in order.
///
/// # Errors
/// Why it cannot be read, in words.
pub fn rules(text: &str) -> Result<Vec<Written>, String> {
    if depth(text) > DEEPEST {
        return Err(format!("parentheses stand more than {DEEPEST} deep in each other"));
    }
    let mut pairs = Notation::parse(Rule::rules, text).map_err(|error| error.to_string())?;
    let rules = pairs.next().into_iter().flat_map(Pair::into_inner);
    let mut read = Vec::new();
    for pair in rules.filter(|pair| pair.as_rule() == Rule::rule) {
        if pair.clone().into_inner().flatten().count() > MOST_PARTS {
            let (line, column) = pair.line_col();
            return Err(format!("line {line}, column {column}: the rule is too long"));
        }
        read.extend(rule(pair));
    }
    Ok(read)
}

/// How deep parentheses stand in each other, those in strings and comments not
/// counted. Behind the first place that is no pest it may be anything.
fn depth(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            quote @ (b'"' | b'\'') => {
                while let Some(byte) = bytes.next().filter(|&byte| byte != quote) {
                    if byte == b'\\' {
                        bytes.next();
                    }
                }
            }
            b'/' => while bytes.next().is_some_and(|byte| !b"\r\n".contains(&byte)) {},
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

fn rule(pair: Pair<'_, Rule>) -> Option<Written> {
    let (start, end) = (pair.as_span().start(), pair.as_span().end());
    let mut parts = pair.into_inner();
    let name = parts.next()?.as_str().to_owned();
    Some(Written { name, expression: choice(parts.next()?)?, start, end })
}

fn choice(pair: Pair<'_, Rule>) -> Option<Expression> {
    let join = |one, other| Expression::Choice(Box::new(one), Box::new(other));
    let alternatives: Option<Vec<Expression>> = pair.into_inner().map(sequence).collect();
    alternatives?.into_iter().reduce(join)
}

fn sequence(pair: Pair<'_, Rule>) -> Option<Expression> {
    let join = |one, other| Expression::Sequence(Box::new(one), Box::new(other));
    let parts: Option<Vec<Expression>> = pair.into_inner().map(term).collect();
    parts?.into_iter().reduce(join)
}

/// What stands behind an operand binds closer than what stands before it.
fn term(pair: Pair<'_, Rule>) -> Option<Expression> {
    let mut ahead = Vec::new();
    let mut expression = None;
    for part in pair.into_inner() {
        let text = part.as_str();
        expression = match (part.as_rule(), expression.map(Box::new)) {
            (Rule::ahead, _) => {
                ahead.push(text);
                None
            }
            (Rule::times, Some(body)) => Some(match text {
                "?" => Expression::Optional(body),
                "*" => Expression::Repetition(body),
                _ => Expression::AtLeastOnce(body),
            }),
            (Rule::choice, _) => choice(part),
            (Rule::name, _) => Some(Expression::Name(text.to_owned())),
            (Rule::string, _) => {
                Some(Expression::String(part.into_inner().filter_map(character).collect()))
            }
            (Rule::range, _) => {
                let mut ends = part.into_inner().filter_map(character);
                Some(Expression::Range(ends.next()?, ends.next()?))
            }
            _ => None,
        };
    }
    Some(ahead.into_iter().rev().fold(expression?, |body, ahead| match ahead {
        "&" => Expression::Ahead(Box::new(body)),
        _ => Expression::NotAhead(Box::new(body)),
    }))
}

/// A character, behind a `\` or without one.
fn character(pair: Pair<'_, Rule>) -> Option<char> {
    pair.as_str().chars().next_back()
}
