//! Converts the expressions of a transcription to the form that pest compiles, which is not the
//! form that is written.

use std::collections::HashMap;

use urlbnf_language::{CharacterSet, LanguageId, LanguageInterner};

use super::NoRuleReason;
use crate::grammar::in_any_case;
use crate::proof::{
    LanguageError, PegId, PegLanguages, PestExpression, RuleModifier, character_ranges, compiled,
};

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
    let parts = written.all().count();
    matcher.store.work().ticks(parts)?;
    let compiled = compiled(written, RuleModifier::CompoundAtomic).map_err(LanguageError::from)?;
    let parts = compiled.all().count();
    matcher.store.work().grow::<PestExpression>(parts)?;
    as_it_stands(&compiled, rules, matcher)
}

fn as_it_stands(
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
            let mut all = empty;
            for part in written.parts().into_iter().rev() {
                let part = as_it_stands(part, rules, matcher)?;
                all = matcher.sequence(part, all)?;
            }
            all
        }
        PestExpression::Choice(..) => {
            let mut all = matcher.token(LanguageId::NONE)?;
            for part in written.alternatives().into_iter().rev() {
                let part = as_it_stands(part, rules, matcher)?;
                all = matcher.choice(part, all)?;
            }
            all
        }
        PestExpression::Optional(body) => {
            let body = as_it_stands(body, rules, matcher)?;
            matcher.choice(body, empty)?
        }
        PestExpression::Repetition(body) => {
            let body = as_it_stands(body, rules, matcher)?;
            matcher.repetition(body)?
        }
        PestExpression::AtLeastOnce(body) => {
            let body = as_it_stands(body, rules, matcher)?;
            let rounds = matcher.repetition(body)?;
            matcher.sequence(body, rounds)?
        }
        PestExpression::Times { body, at_least, at_most } => {
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
        PestExpression::Ahead(body) => {
            let body = as_it_stands(body, rules, matcher)?;
            matcher.ahead(body)?
        }
        PestExpression::NotAhead(body) => {
            let body = as_it_stands(body, rules, matcher)?;
            matcher.not_ahead(body)?
        }
        text => {
            let language = self::text(text, &mut matcher.store)?;
            matcher.token(language)?
        }
    })
}
