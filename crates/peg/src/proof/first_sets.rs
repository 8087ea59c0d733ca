//! What the rules of a transcription may begin with: a superset, without lookahead and order.

use std::collections::HashMap;

use urlbnf_language::{Exceeded, Work};

use super::expression::PestExpression;
use super::transcription::Transcription;
use crate::grammar::{CharacterSet, in_any_case};

/// The first bytes of the strings of a rule, and whether it may match without a byte.
pub(super) type RuleFirstSet = (CharacterSet, bool);

/// What each rule may begin with.
pub(super) fn first_sets<'t>(
    transcription: &'t Transcription,
    work: &mut Work,
) -> Result<HashMap<&'t str, RuleFirstSet>, Exceeded> {
    let spaced = ["WHITESPACE", "COMMENT"].iter().any(|it| transcription.rules.contains_key(*it));
    let nothing = (CharacterSet::default(), false);
    let mut all: HashMap<&str, RuleFirstSet> = transcription
        .names()
        .map(|name| (name, if spaced { anything() } else { nothing }))
        .collect();
    let mut changed = !spaced;
    while std::mem::take(&mut changed) {
        for (name, (_, expression)) in &transcription.rules {
            work.ticks(expression.all().count())?;
            let begins = part(expression, &all);
            changed |= all.insert(name, begins) != Some(begins);
        }
    }
    Ok(all)
}

fn anything() -> RuleFirstSet {
    (CharacterSet::range(0, u8::MAX), true)
}

fn part(expression: &PestExpression, all: &HashMap<&str, RuleFirstSet>) -> RuleFirstSet {
    let text = |text: &str, of: fn(u8) -> CharacterSet| match text.bytes().next() {
        Some(first) => (of(first), false),
        None => (CharacterSet::default(), true),
    };
    let first = |character: char| character.encode_utf8(&mut [0; 4]).as_bytes()[0];
    match expression {
        PestExpression::String(it) => text(it, CharacterSet::from_byte),
        PestExpression::AnyCase(it) => text(it, in_any_case),
        PestExpression::Range(from, to) => (CharacterSet::range(first(*from), first(*to)), false),
        PestExpression::Name(name) => all.get(name.as_str()).copied().unwrap_or_else(anything),
        PestExpression::Sequence(one, two) => {
            let (one, two) = (part(one, all), part(two, all));
            if one.1 { (one.0.union(two.0), two.1) } else { one }
        }
        PestExpression::Choice(one, two) => {
            let (one, two) = (part(one, all), part(two, all));
            (one.0.union(two.0), one.1 || two.1)
        }
        PestExpression::Optional(body) | PestExpression::Repetition(body) => {
            (part(body, all).0, true)
        }
        PestExpression::AtLeastOnce(body) => part(body, all),
        PestExpression::Times { body, at_least, .. } => {
            let body = part(body, all);
            (body.0, body.1 || *at_least == 0)
        }
        PestExpression::Ahead(_) | PestExpression::NotAhead(_) => (CharacterSet::default(), true),
        _ => anything(),
    }
}
