//! What the rules of a transcription may begin with: a superset, without lookahead and order.

use std::collections::HashMap;

use urlbnf_language::{Exceeded, Work};

use pest_meta::optimizer::OptimizedExpr;

use super::compiled;
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
            work.ticks(compiled::all(expression).count())?;
            let begins = part(expression, &all);
            changed |= all.insert(name, begins) != Some(begins);
        }
    }
    Ok(all)
}

fn anything() -> RuleFirstSet {
    (CharacterSet::range(0, u8::MAX), true)
}

fn part(expression: &OptimizedExpr, all: &HashMap<&str, RuleFirstSet>) -> RuleFirstSet {
    let text = |text: &str, of: fn(u8) -> CharacterSet| match text.bytes().next() {
        Some(first) => (of(first), false),
        None => (CharacterSet::default(), true),
    };
    match expression {
        OptimizedExpr::Str(literal) => text(literal, CharacterSet::from_byte),
        OptimizedExpr::Insens(literal) => text(literal, in_any_case),
        OptimizedExpr::Range(from, to) => match (from.bytes().next(), to.bytes().next()) {
            (Some(from), Some(to)) => (CharacterSet::range(from, to), false),
            _ => anything(),
        },
        OptimizedExpr::Ident(name) => all.get(name.as_str()).copied().unwrap_or_else(anything),
        OptimizedExpr::Seq(one, two) => {
            let (one, two) = (part(one, all), part(two, all));
            if one.1 { (one.0.union(two.0), two.1) } else { one }
        }
        OptimizedExpr::Choice(one, two) => {
            let (one, two) = (part(one, all), part(two, all));
            (one.0.union(two.0), one.1 || two.1)
        }
        OptimizedExpr::Opt(body) | OptimizedExpr::Rep(body) => (part(body, all).0, true),
        OptimizedExpr::RestoreOnErr(body) => part(body, all),
        OptimizedExpr::PosPred(_) | OptimizedExpr::NegPred(_) => (CharacterSet::default(), true),
        OptimizedExpr::Skip(_) | OptimizedExpr::Push(_) | OptimizedExpr::PeekSlice(..) => {
            anything()
        }
    }
}
