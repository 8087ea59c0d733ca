//! Reads the rules of a transcription.
//!
//! pest has a reader of its own notation, which `pest_derive` uses when the parsers are compiled.
//! It is not used here, because it would enable a feature that makes the parsers check for the
//! end of the stack at every step, which takes a third of their time. A test compares every rule
//! that is read here with what pest reads.

use pest::Parser as _;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;

use super::depth::too_deep;
use super::expression::PestExpression;
use super::refused::{PestMistakeKind, PestMistakes};
use crate::grammar::Span;

mod grammar {
    #![allow(missing_docs)]
    #[derive(pest_derive::Parser)]
    #[grammar = "notations/pest.pest"]
    pub(super) struct PestNotationParser;
}

use grammar::{PestNotationParser, Rule};

/// How deeply parentheses may be nested.
const DEEPEST: usize = 100;
/// The most parts of a rule: each is a level of the stack for recursive functions.
pub(super) const MOST_PARTS: usize = 2000;

/// The modifier before the brace of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RuleModifier {
    /// None: white space may occur between the parts, if the caller allows it.
    #[default]
    Normal,
    /// `_`: as `Normal`, without a node in the tree.
    Silent,
    /// `@`: no white space between the parts, and no nodes within the rule.
    Atomic,
    /// `$`: no white space between the parts.
    CompoundAtomic,
    /// `!`: white space may occur between the parts, whatever the caller allows.
    NonAtomic,
}

impl RuleModifier {
    /// The modifier as it is written.
    pub fn sign(self) -> &'static str {
        match self {
            RuleModifier::Normal => "",
            RuleModifier::Silent => "_",
            RuleModifier::Atomic => "@",
            RuleModifier::CompoundAtomic => "$",
            RuleModifier::NonAtomic => "!",
        }
    }

    fn from_sign(sign: &str) -> RuleModifier {
        match sign {
            "_" => RuleModifier::Silent,
            "@" => RuleModifier::Atomic,
            "$" => RuleModifier::CompoundAtomic,
            "!" => RuleModifier::NonAtomic,
            _ => RuleModifier::Normal,
        }
    }
}

/// A rule as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PestRule {
    /// The name.
    pub name: String,
    /// The span of the name in the text.
    pub name_place: Span,
    /// The modifier.
    pub modifier: RuleModifier,
    /// The expression.
    pub expression: PestExpression,
    /// The byte at which the rule begins.
    pub start: usize,
    /// The byte at which the rule ends, exclusive.
    pub end: usize,
    /// The spans of the expression and of its parts, in the order of [`PestExpression::all`].
    places: Vec<Span>,
}

impl PestRule {
    pub(super) fn parts(&self) -> impl Iterator<Item = (&PestExpression, Span)> {
        self.expression.all().zip(self.places.iter().copied())
    }
}

/// Reads the rules of a text, in order.
///
/// # Errors
/// If the text is not in the notation of pest.
pub fn rules(text: &str) -> Result<Vec<PestRule>, PestMistakes> {
    let refused = |place, kind| PestMistakes::one(text, place, kind);
    if let Some(at) = too_deep(text, DEEPEST) {
        let place = Span { start: at, end: at + 1 };
        return Err(refused(place, PestMistakeKind::TooDeep(DEEPEST)));
    }
    let mut pairs =
        PestNotationParser::parse(Rule::rules, text).map_err(|error| syntax_error(text, &error))?;
    let rules = pairs.next().into_iter().flat_map(Pair::into_inner);
    let mut read = Vec::new();
    for pair in rules.filter(|pair| pair.as_rule() == Rule::rule) {
        let name = pair.clone().into_inner().next().map_or(place(&pair), |name| place(&name));
        if pair.clone().into_inner().flatten().count() > MOST_PARTS {
            return Err(refused(name, PestMistakeKind::TooLong(MOST_PARTS)));
        }
        read.push(rule(pair, name).map_err(|(place, kind)| refused(place, kind))?);
    }
    Ok(read)
}

/// The syntax error of pest: its span, and what is expected there.
fn syntax_error(text: &str, error: &pest::error::Error<Rule>) -> PestMistakes {
    let start = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let mut expected: Vec<&'static str> = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => {
            positives.iter().map(|&part| in_words(part)).collect()
        }
        ErrorVariant::CustomError { .. } => Vec::new(),
    };
    expected.sort_unstable();
    expected.dedup();
    PestMistakes::one(text, Span { start, end: start }, PestMistakeKind::Expected(expected))
}

/// The name of a part of the notation, for messages.
fn in_words(part: Rule) -> &'static str {
    match part {
        Rule::rules | Rule::rule => "a rule",
        Rule::EOI => "the end of the file",
        Rule::name => "a name",
        Rule::modifier => "one of _ @ $ !",
        Rule::choice | Rule::sequence | Rule::term => "an expression",
        Rule::ahead => "& or !",
        Rule::times | Rule::exactly | Rule::between => "a count",
        Rule::least | Rule::most | Rule::number | Rule::integer => "a number",
        Rule::label => "a label",
        Rule::push | Rule::stack => "PUSH or PEEK",
        Rule::string | Rule::insensitive => "a string",
        Rule::range => "a range",
        Rule::character | Rule::escape => "a character",
        Rule::line_end => "the end of the line",
        Rule::head | Rule::about => "a comment",
        Rule::TAG | Rule::QUOTED | Rule::WHITESPACE | Rule::COMMENT | Rule::BLOCK | Rule::LINE => {
            "white space"
        }
    }
}

fn place(pair: &Pair<'_, Rule>) -> Span {
    Span { start: pair.as_span().start(), end: pair.as_span().end() }
}

/// An expression with the spans of its parts, in the order of [`PestExpression::all`].
struct SpannedExpression {
    expression: PestExpression,
    places: Vec<Span>,
}

type PestReadResult<T> = Result<T, (Span, PestMistakeKind)>;

impl SpannedExpression {
    fn leaf(expression: PestExpression, place: Span) -> SpannedExpression {
        SpannedExpression { expression, places: vec![place] }
    }

    fn place(&self) -> Span {
        self.places.first().copied().unwrap_or(Span { start: 0, end: 0 })
    }

    /// Wraps the expression in another one with the given span.
    fn wrapped(
        self,
        place: Span,
        wrap: impl FnOnce(Box<PestExpression>) -> PestExpression,
    ) -> SpannedExpression {
        let mut places = vec![place];
        places.extend(self.places);
        SpannedExpression { expression: wrap(Box::new(self.expression)), places }
    }

    /// Joins two expressions.
    fn joined(
        self,
        other: SpannedExpression,
        join: fn(Box<PestExpression>, Box<PestExpression>) -> PestExpression,
    ) -> SpannedExpression {
        let mut places = vec![Span { start: self.place().start, end: other.place().end }];
        places.extend(self.places);
        places.extend(other.places);
        let expression = join(Box::new(self.expression), Box::new(other.expression));
        SpannedExpression { expression, places }
    }
}

fn rule(pair: Pair<'_, Rule>, name_place: Span) -> PestReadResult<PestRule> {
    let whole = place(&pair);
    let (mut name, mut modifier, mut body) = (String::new(), RuleModifier::Normal, None);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::name => part.as_str().clone_into(&mut name),
            Rule::modifier => modifier = RuleModifier::from_sign(part.as_str()),
            _ => body = Some(choice(part)?),
        }
    }
    let SpannedExpression { expression, places } =
        body.ok_or((whole, PestMistakeKind::Expected(Vec::new())))?;
    let (start, end) = (whole.start, whole.end);
    Ok(PestRule { name, name_place, modifier, expression, start, end, places })
}

fn choice(pair: Pair<'_, Rule>) -> PestReadResult<SpannedExpression> {
    all(pair, sequence, PestExpression::Choice)
}

fn sequence(pair: Pair<'_, Rule>) -> PestReadResult<SpannedExpression> {
    all(pair, term, PestExpression::Sequence)
}

fn all(
    pair: Pair<'_, Rule>,
    read: fn(Pair<'_, Rule>) -> PestReadResult<SpannedExpression>,
    join: fn(Box<PestExpression>, Box<PestExpression>) -> PestExpression,
) -> PestReadResult<SpannedExpression> {
    let whole = place(&pair);
    let mut joined: Option<SpannedExpression> = None;
    for part in pair.into_inner() {
        let part = read(part)?;
        joined = Some(match joined {
            None => part,
            Some(before) => before.joined(part, join),
        });
    }
    joined.ok_or((whole, PestMistakeKind::Expected(Vec::new())))
}

/// Operators after an operand bind tighter than those before it.
fn term(pair: Pair<'_, Rule>) -> PestReadResult<SpannedExpression> {
    let whole = place(&pair);
    let mut ahead = Vec::new();
    let mut expression: Option<SpannedExpression> = None;
    for part in pair.into_inner() {
        let (text, here) = (part.as_str(), place(&part));
        expression = match (part.as_rule(), expression) {
            (Rule::label, _) => None,
            (Rule::ahead, _) => {
                ahead.push((text, here));
                None
            }
            (Rule::times, Some(body)) => Some(repeated(body, part)?),
            (Rule::choice, _) => Some(choice(part)?),
            (Rule::name, _) => Some(SpannedExpression::leaf(PestExpression::name(text), here)),
            (Rule::stack, _) => {
                for bound in part.into_inner().filter(|it| it.as_rule() == Rule::integer) {
                    let number: Result<i32, _> = bound.as_str().parse();
                    number.map_err(|_| (place(&bound), PestMistakeKind::TooOften))?;
                }
                Some(SpannedExpression::leaf(PestExpression::Stack(text.to_owned()), here))
            }
            (Rule::push, _) => {
                let body = part.into_inner().next().map(choice).transpose()?;
                body.map(|body| body.wrapped(here, PestExpression::Push))
            }
            (Rule::string, _) => {
                Some(SpannedExpression::leaf(PestExpression::String(string(part)?), here))
            }
            (Rule::insensitive, _) => {
                let text = part.into_inner().next().map(string).transpose()?;
                Some(SpannedExpression::leaf(
                    PestExpression::AnyCase(text.unwrap_or_default()),
                    here,
                ))
            }
            (Rule::range, _) => {
                let ends: PestReadResult<Vec<char>> =
                    part.into_inner().flat_map(Pair::into_inner).map(character).collect();
                match ends?[..] {
                    [from, to] => {
                        Some(SpannedExpression::leaf(PestExpression::Range(from, to), here))
                    }
                    _ => None,
                }
            }
            _ => None,
        };
    }
    let operand = expression.ok_or((whole, PestMistakeKind::Expected(Vec::new())))?;
    Ok(ahead.into_iter().rev().fold(operand, |body, (sign, here)| {
        let place = Span { start: here.start, end: body.place().end };
        body.wrapped(
            place,
            if sign == "&" { PestExpression::Ahead } else { PestExpression::NotAhead },
        )
    }))
}

fn repeated(body: SpannedExpression, times: Pair<'_, Rule>) -> PestReadResult<SpannedExpression> {
    let sign = times.as_str();
    let whole = Span { start: body.place().start, end: place(&times).end };
    let Some(bounds) = times.into_inner().next() else {
        return Ok(body.wrapped(
            whole,
            match sign {
                "?" => PestExpression::Optional,
                "*" => PestExpression::Repetition,
                _ => PestExpression::AtLeastOnce,
            },
        ));
    };
    let exactly = bounds.as_rule() == Rule::exactly;
    let (mut at_least, mut at_most) = (0, None);
    for bound in bounds.into_inner() {
        let here = place(&bound);
        let count: u32 =
            bound.as_str().trim().parse().map_err(|_| (here, PestMistakeKind::TooOften))?;
        let is_most = exactly || bound.as_rule() == Rule::most;
        if is_most && count == 0 {
            return Err((here, PestMistakeKind::NoTimes));
        }
        if is_most {
            at_most = Some(count as usize);
        }
        if exactly || !is_most {
            at_least = count as usize;
        }
    }
    Ok(body.wrapped(whole, |body| PestExpression::Times { body, at_least, at_most }))
}

fn string(pair: Pair<'_, Rule>) -> PestReadResult<String> {
    pair.into_inner().map(character).collect()
}

/// A single character, or an escape.
fn character(pair: Pair<'_, Rule>) -> PestReadResult<char> {
    let text = pair.as_str();
    let character = match text.strip_prefix('\\') {
        None => text.chars().next(),
        Some("r") => Some('\r'),
        Some("n") => Some('\n'),
        Some("t") => Some('\t'),
        Some("0") => Some('\0'),
        Some(escape) => match escape.trim_start_matches(['x', 'u', '{']).trim_end_matches('}') {
            hex if hex.len() < escape.len() => {
                u32::from_str_radix(hex, 16).ok().and_then(char::from_u32)
            }
            _ => escape.chars().next(),
        },
    };
    character.ok_or((place(&pair), PestMistakeKind::NoCharacter))
}
