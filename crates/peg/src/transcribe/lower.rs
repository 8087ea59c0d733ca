//! Converts the expressions of a transcription to the form that pest compiles, which is not the
//! form that is written.

use std::collections::HashMap;

use urlbnf_language::{CharacterSet, LanguageId, Store};

use super::Reason;
use crate::grammar::in_any_case;
use crate::proof::{Expression, Matcher, Modifier, PegId, Unknown, character_ranges, compiled};

/// The steps for each part of an expression, which is copied, compared and looked up.
pub(super) const PART: usize = 8;

/// The steps that a part takes of the budget beside these if it is compiled.
const LOWERED: usize = 128;

/// The rules so far, by name.
pub(super) type Rules = HashMap<String, PegId>;

/// The language of characters as pest writes them.
pub(super) fn text(written: &Expression, store: &mut Store) -> Result<LanguageId, Reason> {
    if let Expression::String(text) | Expression::AnyCase(text) = written {
        store.meter().step(text.len().saturating_mul(PART))?;
    }
    Ok(match written {
        Expression::String(text) => {
            store.text(&text.bytes().map(CharacterSet::of).collect::<Vec<_>>())
        }
        Expression::AnyCase(text) => store.text(&text.bytes().map(in_any_case).collect::<Vec<_>>()),
        Expression::Range(from, to) => character_ranges(&[(*from, *to)], store)?,
        Expression::Choice(..) => {
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
    written: &Expression,
    rules: &Rules,
    matcher: &mut Matcher,
) -> Result<PegId, Reason> {
    let compiled = compiled(written, Modifier::CompoundAtomic).map_err(Unknown::from)?;
    let parts = compiled.all().count();
    matcher.store.meter().step(parts.saturating_mul(PART))?;
    matcher.store.meter().charge(parts.saturating_mul(LOWERED))?;
    as_it_stands(&compiled, rules, matcher)
}

fn as_it_stands(
    written: &Expression,
    rules: &Rules,
    matcher: &mut Matcher,
) -> Result<PegId, Reason> {
    let empty = matcher.token(LanguageId::EMPTY)?;
    Ok(match written {
        Expression::Name(name) if name == "EOI" => matcher.end()?,
        Expression::Name(name) if name == "ANY" => {
            let any = character_ranges(&[('\0', char::MAX)], &mut matcher.store)?;
            matcher.token(any)?
        }
        Expression::Name(name) => match rules.get(name) {
            Some(&rule) => rule,
            None => return Err(Reason::Unknown(format!("no rule is called `{name}`"))),
        },
        Expression::Sequence(..) => {
            let mut all = empty;
            for part in written.parts().into_iter().rev() {
                let part = as_it_stands(part, rules, matcher)?;
                all = matcher.sequence(part, all)?;
            }
            all
        }
        Expression::Choice(..) => {
            let mut all = matcher.token(LanguageId::NONE)?;
            for part in written.alternatives().into_iter().rev() {
                let part = as_it_stands(part, rules, matcher)?;
                all = matcher.choice(part, all)?;
            }
            all
        }
        Expression::Optional(body) => {
            let body = as_it_stands(body, rules, matcher)?;
            matcher.choice(body, empty)?
        }
        Expression::Repetition(body) => {
            let body = as_it_stands(body, rules, matcher)?;
            matcher.repetition(body)?
        }
        Expression::AtLeastOnce(body) => {
            let body = as_it_stands(body, rules, matcher)?;
            let rounds = matcher.repetition(body)?;
            matcher.sequence(body, rounds)?
        }
        Expression::Times { body, at_least, at_most } => {
            let body = as_it_stands(body, rules, matcher)?;
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
        Expression::Ahead(body) => {
            let body = as_it_stands(body, rules, matcher)?;
            matcher.ahead(body)?
        }
        Expression::NotAhead(body) => {
            let body = as_it_stands(body, rules, matcher)?;
            matcher.not_ahead(body)?
        }
        text => {
            let language = self::text(text, &mut matcher.store)?;
            matcher.token(language)?
        }
    })
}
