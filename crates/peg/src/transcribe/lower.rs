//! Converts the expressions of a transcription to the form that pest compiles, which is not the
//! form that is written.
//!
//! Of the steps of pest's optimiser only one changes the meaning: `(a ~ b)* ~ a` becomes
//! `a ~ (b ~ a)*`, which matches a beginning of `a b`, whereas the original takes `a b`, expects another
//! `a`, and fails.

use std::collections::HashMap;

use urlbnf_language::{CharacterSet, LanguageId, LanguageInterner};

use super::NoRuleReason;
use super::expression::PestExpression;
use crate::grammar::in_any_case;
use crate::proof::{MOST_PARTS, PegId, PegLanguages, character_ranges};

/// The rules so far, by name.
pub(super) type LoweredRules = HashMap<String, PegId>;

/// The language of characters as pest writes them.
pub(super) fn text(
    written: &PestExpression,
    store: &mut LanguageInterner,
) -> Result<LanguageId, NoRuleReason> {
    if let PestExpression::String(text) | PestExpression::AnyCase(text) = written {
        store.work().ticks(text.len())?;
    }
    Ok(match written {
        PestExpression::String(text) => {
            store.text(&text.bytes().map(CharacterSet::from_byte).collect::<Vec<_>>())
        }
        PestExpression::AnyCase(text) => {
            store.text(&text.bytes().map(in_any_case).collect::<Vec<_>>())
        }
        PestExpression::Range(from, to) => character_ranges(&[(*from, *to)], store)?,
        PestExpression::Choice(..) => {
            let mut all = LanguageId::NONE;
            for alternative in written.alternatives() {
                let alternative = text(alternative, store)?;
                all = store.union(all, alternative)?;
            }
            all
        }
        _ => LanguageId::NONE,
    })
}

/// Compiles an expression, with the rules that it names, as pest does.
pub(super) fn lower(
    written: &PestExpression,
    rules: &LoweredRules,
    matcher: &mut PegLanguages,
) -> Result<PegId, NoRuleReason> {
    let parts = size(written);
    matcher.store.work().ticks(parts)?;
    if parts > MOST_PARTS {
        return Err(NoRuleReason::Unknown("the rule would be too long".to_owned()));
    }
    as_compiled(written, rules, matcher)
}

/// The number of parts, with counts written out.
fn size(written: &PestExpression) -> usize {
    let inner = written.inner().into_iter().map(size).fold(1, usize::saturating_add);
    match written {
        PestExpression::AtLeastOnce(_) => inner.saturating_mul(2),
        PestExpression::Times { at_least, at_most, .. } => {
            inner.saturating_mul(at_most.unwrap_or(at_least + 1))
        }
        _ => inner,
    }
}

fn as_compiled(
    written: &PestExpression,
    rules: &LoweredRules,
    matcher: &mut PegLanguages,
) -> Result<PegId, NoRuleReason> {
    let empty = matcher.token(LanguageId::EMPTY)?;
    Ok(match written {
        PestExpression::Name(name) if name == "EOI" => matcher.end()?,
        PestExpression::Name(name) if name == "ANY" => {
            let any = character_ranges(&[('\0', char::MAX)], &mut matcher.store)?;
            matcher.token(any)?
        }
        PestExpression::Name(name) => match rules.get(name) {
            Some(&rule) => rule,
            None => return Err(NoRuleReason::Unknown(format!("no rule is called `{name}`"))),
        },
        PestExpression::Sequence(..) => {
            let parts = written.parts();
            let compiled = rotated(&parts);
            let parts = match &compiled {
                Some(compiled) => compiled.iter().collect(),
                None => parts,
            };
            let mut all = empty;
            for part in parts.into_iter().rev() {
                let part = as_compiled(part, rules, matcher)?;
                all = matcher.sequence(part, all)?;
            }
            all
        }
        PestExpression::Choice(..) => {
            let mut all = matcher.token(LanguageId::NONE)?;
            for part in written.alternatives().into_iter().rev() {
                let part = as_compiled(part, rules, matcher)?;
                all = matcher.choice(part, all)?;
            }
            all
        }
        PestExpression::Optional(body) => {
            let body = as_compiled(body, rules, matcher)?;
            matcher.choice(body, empty)?
        }
        PestExpression::Repetition(body) => {
            let body = as_compiled(body, rules, matcher)?;
            matcher.repetition(body)?
        }
        PestExpression::AtLeastOnce(body) => {
            let body = as_compiled(body, rules, matcher)?;
            let rounds = matcher.repetition(body)?;
            matcher.sequence(body, rounds)?
        }
        PestExpression::Times { body, at_least, at_most } => {
            let body = as_compiled(body, rules, matcher)?;
            let mut all = match at_most {
                None => matcher.repetition(body)?,
                Some(most) => {
                    let once = matcher.choice(body, empty)?;
                    let mut all = empty;
                    for _ in *at_least..*most {
                        all = matcher.sequence(once, all)?;
                    }
                    all
                }
            };
            for _ in 0..*at_least {
                all = matcher.sequence(body, all)?;
            }
            all
        }
        PestExpression::Ahead(body) => {
            let body = as_compiled(body, rules, matcher)?;
            matcher.ahead(body)?
        }
        PestExpression::NotAhead(body) => {
            let body = as_compiled(body, rules, matcher)?;
            matcher.not_ahead(body)?
        }
        text => {
            let language = self::text(text, &mut matcher.store)?;
            matcher.token(language)?
        }
    })
}

/// The parts of `(a ~ b)* ~ a` as pest compiles them: `a ~ (b ~ a)*`. `None` for other sequences.
fn rotated(parts: &[&PestExpression]) -> Option<Vec<PestExpression>> {
    let [before @ .., PestExpression::Repetition(round), last] = parts else { return None };
    let round = round.parts();
    let (first, rest) = round.split_first()?;
    if rest.is_empty() || first != last {
        return None;
    }
    let mut all: Vec<PestExpression> = before.iter().map(|part| (*part).clone()).collect();
    all.push((*last).clone());
    let round = PestExpression::sequence(rest.iter().chain([last]).map(|part| (*part).clone()));
    all.push(PestExpression::Repetition(Box::new(round)));
    Some(all)
}
