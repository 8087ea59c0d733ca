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

/// What stands before the brace of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Modifier {
    /// Nothing: white space may stand between the parts, where the caller allows it.
    #[default]
    Normal,
    /// `_`: the same, without a node in the tree.
    Silent,
    /// `@`: none may, and nothing in it is a node.
    Atomic,
    /// `$`: none may.
    CompoundAtomic,
    /// `!`: white space may stand there, whoever calls it.
    NonAtomic,
}

impl Modifier {
    /// As it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Modifier::Normal => "",
            Modifier::Silent => "_",
            Modifier::Atomic => "@",
            Modifier::CompoundAtomic => "$",
            Modifier::NonAtomic => "!",
        }
    }

    fn of(sign: &str) -> Modifier {
        match sign {
            "_" => Modifier::Silent,
            "@" => Modifier::Atomic,
            "$" => Modifier::CompoundAtomic,
            "!" => Modifier::NonAtomic,
            _ => Modifier::Normal,
        }
    }
}

/// A rule as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Its name.
    pub name: String,
    /// What stands before its brace.
    pub modifier: Modifier,
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
        return Err(format!(
            "parentheses or comments stand more than {DEEPEST} deep in each other"
        ));
    }
    let mut pairs = Notation::parse(Rule::rules, text).map_err(|error| error.to_string())?;
    let rules = pairs.next().into_iter().flat_map(Pair::into_inner);
    let mut read = Vec::new();
    for pair in rules.filter(|pair| pair.as_rule() == Rule::rule) {
        if pair.clone().into_inner().flatten().count() > MOST_PARTS {
            let (line, column) = pair.line_col();
            return Err(format!("line {line}, column {column}: the rule is too long"));
        }
        let (line, column) = pair.line_col();
        let no_character = || format!("line {line}, column {column}: an escape is no character");
        read.push(rule(pair).ok_or_else(no_character)?);
    }
    Ok(read)
}

/// How deep parentheses and comments stand in each other, those in strings not
/// counted, nor parentheses in comments. Behind the first place that is no pest it may be anything.
fn depth(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut bytes = text.as_bytes().iter();
    while let Some(&byte) = bytes.next() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            quote @ (b'"' | b'\'') => {
                while let Some(&byte) = bytes.next().filter(|&&byte| byte != quote) {
                    if byte == b'\\' {
                        bytes.next();
                    }
                }
            }
            b'/' if bytes.as_slice().first() == Some(&b'/') => {
                while bytes.next().is_some_and(|&byte| byte != b'\n') {}
            }
            b'/' if bytes.as_slice().first() == Some(&b'*') => {
                let (levels, rest) = comment(bytes.as_slice());
                deepest = deepest.max(levels);
                bytes = rest.iter();
            }
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// How deep comments stand in each other in what begins behind a `/`, and what follows it.
fn comment(mut text: &[u8]) -> (usize, &[u8]) {
    let (mut depth, mut deepest) = (0_usize, 0);
    // The `/` before it was read.
    let mut opens = true;
    while let Some((&byte, rest)) = text.split_first() {
        text = rest;
        let closes = byte == b'*' && rest.first() == Some(&b'/') && !opens;
        if opens || closes {
            depth = if opens { depth + 1 } else { depth.saturating_sub(1) };
            deepest = deepest.max(depth);
            if closes {
                text = rest.get(1..).unwrap_or_default();
            }
            if depth == 0 {
                break;
            }
            opens = false;
        } else if byte == b'/' && rest.first() == Some(&b'*') {
            opens = true;
        }
    }
    (deepest, text)
}

fn rule(pair: Pair<'_, Rule>) -> Option<Written> {
    let (start, end) = (pair.as_span().start(), pair.as_span().end());
    let mut parts = pair.into_inner();
    let name = parts.next()?.as_str().to_owned();
    let mut next = parts.next()?;
    let mut modifier = Modifier::Normal;
    if next.as_rule() == Rule::modifier {
        modifier = Modifier::of(next.as_str());
        next = parts.next()?;
    }
    Some(Written { name, modifier, expression: choice(next)?, start, end })
}

fn choice(pair: Pair<'_, Rule>) -> Option<Expression> {
    let alternatives: Option<Vec<Expression>> = pair.into_inner().map(sequence).collect();
    Expression::choice(alternatives?)
}

fn sequence(pair: Pair<'_, Rule>) -> Option<Expression> {
    let parts: Option<Vec<Expression>> = pair.into_inner().map(term).collect();
    Some(Expression::sequence(parts?))
}

/// What stands behind an operand binds closer than what stands before it.
fn term(pair: Pair<'_, Rule>) -> Option<Expression> {
    let mut ahead = Vec::new();
    let mut expression = None;
    for part in pair.into_inner() {
        let text = part.as_str();
        expression = match (part.as_rule(), expression) {
            (Rule::ahead, _) => {
                ahead.push(text);
                None
            }
            (Rule::times, Some(body)) => Some(repeated(body, part)?),
            (Rule::choice, _) => choice(part),
            (Rule::name, _) => Some(Expression::name(text)),
            (Rule::stack, _) => Some(Expression::Stack(text.to_owned())),
            (Rule::string, _) => Some(Expression::String(string(part)?)),
            (Rule::insensitive, _) => Some(Expression::AnyCase(string(part.into_inner().next()?)?)),
            (Rule::range, _) => {
                let mut ends = part.into_inner().flat_map(Pair::into_inner).map(character);
                Some(Expression::Range(ends.next()??, ends.next()??))
            }
            _ => None,
        };
    }
    Some(ahead.into_iter().rev().fold(expression?, |body, ahead| match ahead {
        "&" => Expression::Ahead(Box::new(body)),
        _ => Expression::NotAhead(Box::new(body)),
    }))
}

fn repeated(body: Expression, times: Pair<'_, Rule>) -> Option<Expression> {
    let body = Box::new(body);
    let sign = times.as_str();
    // A number that no machine counts to is as good as the greatest.
    let count = |pair: Pair<'_, Rule>| pair.as_str().trim().parse().unwrap_or(usize::MAX);
    let Some(bounds) = times.into_inner().next() else {
        return Some(match sign {
            "?" => Expression::Optional(body),
            "*" => Expression::Repetition(body),
            _ => Expression::AtLeastOnce(body),
        });
    };
    let exactly = bounds.as_rule() == Rule::exactly;
    let (mut at_least, mut at_most) = (0, None);
    for bound in bounds.into_inner() {
        match bound.as_rule() {
            Rule::most => at_most = Some(count(bound)),
            _ => at_least = count(bound),
        }
    }
    if exactly {
        at_most = Some(at_least);
    }
    Some(Expression::Times { body, at_least, at_most })
}

fn string(pair: Pair<'_, Rule>) -> Option<String> {
    pair.into_inner().map(character).collect()
}

/// A character, by itself or as an escape; `None` where there is none of its number.
fn character(pair: Pair<'_, Rule>) -> Option<char> {
    let text = pair.as_str();
    let Some(escape) = text.strip_prefix('\\') else { return text.chars().next() };
    match escape {
        "r" => Some('\r'),
        "n" => Some('\n'),
        "t" => Some('\t'),
        "0" => Some('\0'),
        _ => match escape.trim_start_matches(['x', 'u', '{']).trim_end_matches('}') {
            hex if hex.len() < escape.len() => {
                u32::from_str_radix(hex, 16).ok().and_then(char::from_u32)
            }
            _ => escape.chars().next(),
        },
    }
}
