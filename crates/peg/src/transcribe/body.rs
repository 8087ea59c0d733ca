//! The right-hand sides of productions, with the language of every part.
//!
//! The languages of the names in a production are known first, so languages are composed
//! bottom-up. An automaton of a whole production is only built if it names itself.

use std::collections::HashMap;

use urlbnf_language::{CharacterSet, Exceeded, LanguageId, LanguageInterner, Limit};

use super::NoRuleReason;
use super::expression::PestExpression;
use crate::automaton::{Automaton, AutomatonError, LanguageSpec};
use crate::grammar::{self, ExpressionKind, Grammar, ProductionId};
use crate::proof::scalars;

/// A part of a production.
#[derive(Debug, Clone)]
pub(super) struct RuleBodyPart {
    pub kind: RuleBodyPartKind,
    pub language: LanguageId,
}

#[derive(Debug, Clone)]
pub(super) enum RuleBodyPartKind {
    /// Characters, as pest writes them.
    Text(PestExpression),
    Name(ProductionId),
    Sequence(Vec<RuleBodyPart>),
    Choice(Vec<RuleBodyPart>),
    Optional(Box<RuleBodyPart>),
    Repetition {
        at_least: usize,
        at_most: Option<usize>,
        body: Box<RuleBodyPart>,
    },
}

/// The most parts of a rule. A choice of n alternatives is an expression n levels deep, and the
/// functions on expressions recurse once for each level.
const MOST_PARTS: usize = 65_535;

/// Computes the bodies of productions, callees first.
pub(super) struct RuleBodyBuilder<'g> {
    pub grammar: &'g Grammar,
    pub cycles: &'g HashMap<ProductionId, AutomatonError>,
    /// By production: its language, if it is known.
    pub languages: Vec<Option<LanguageId>>,
    pub store: LanguageInterner,
    /// For each production that became a repetition: a shortest string that needs the recursion.
    pub repeated: HashMap<ProductionId, Vec<u8>>,
}

impl RuleBodyBuilder<'_> {
    /// The body of a production; the productions that it names must be known already.
    pub fn body(&mut self, id: ProductionId) -> Result<RuleBodyPart, NoRuleReason> {
        let production = self.grammar.production(id);
        if production.size() > MOST_PARTS {
            return Err(NoRuleReason::TooLarge(Exceeded {
                limit: Limit::Nodes,
                most: MOST_PARTS as u64,
            }));
        }
        let own = self.grammar.named_by(id).any(|it| it == id);
        if !own {
            let alternatives: Vec<&grammar::Expression> = production.alternatives().collect();
            let body = self.choice(&alternatives)?;
            self.languages[id.index()] = Some(body.language);
            return Ok(body);
        }
        let recurs = |error: &AutomatonError| NoRuleReason::Recurs(error.message(self.grammar));
        if let Some(error) = self.cycles.get(&id) {
            return Err(recurs(error));
        }
        let work = self.store.work();
        let automaton = Automaton::within(self.grammar, &LanguageSpec::from_production(id), work);
        let automaton = automaton.map_err(|error| match error {
            AutomatonError::TooLarge(_, exceeded) => NoRuleReason::TooLarge(exceeded),
            cycle @ AutomatonError::Cycle(..) => recurs(&cycle),
        })?;
        let dfa = automaton.determinise(work).map_err(NoRuleReason::TooLarge)?;
        let language = self.store.add(&dfa);
        let body = self.rounds(id)?;
        if body.language != language {
            let what = format!(
                "`{}` names itself, and is no repetition of what stands before its own name; a \
                 repetition in its place, `*( ... )`, could be transcribed",
                self.grammar.name(id)
            );
            return Err(NoRuleReason::Recurs(what));
        }
        self.languages[id.index()] = Some(LanguageId::NONE);
        let alternatives: Vec<&grammar::Expression> = production.alternatives().collect();
        let once = self.choice(&alternatives)?.language;
        let again = self.store.difference(language, once)?;
        if let Some(string) = self.store.get(again).plainest() {
            self.repeated.insert(id, string);
        }
        self.languages[id.index()] = Some(language);
        Ok(body)
    }

    pub(super) fn part(
        &mut self,
        expression: &grammar::Expression,
    ) -> Result<RuleBodyPart, NoRuleReason> {
        match &expression.kind {
            ExpressionKind::Empty => self.text(PestExpression::String(String::new())),
            ExpressionKind::Literal(text) => self.text(PestExpression::String(text.clone())),
            ExpressionKind::AnyCase(text) => {
                let has_letters = text.bytes().any(|byte| byte.is_ascii_alphabetic());
                self.text(match has_letters {
                    true => PestExpression::AnyCase(text.clone()),
                    false => PestExpression::String(text.clone()),
                })
            }
            ExpressionKind::Value(characters) if characters.is_empty() => self.either(Vec::new()),
            ExpressionKind::Value(characters) if characters.is_ascii() => {
                self.text(class(*characters))
            }
            ExpressionKind::Value(_) => Err(NoRuleReason::NoText),
            ExpressionKind::Reference(id) => match self.languages[id.index()] {
                Some(language) => Ok(RuleBodyPart { kind: RuleBodyPartKind::Name(*id), language }),
                None => Err(NoRuleReason::Needs(*id)),
            },
            ExpressionKind::Choice(parts) => self.choice(&parts.iter().collect::<Vec<_>>()),
            ExpressionKind::Sequence(parts) => {
                let made: Result<Vec<RuleBodyPart>, NoRuleReason> =
                    parts.iter().map(|part| self.part(part)).collect();
                match made {
                    Ok(parts) => self.sequence(parts),
                    Err(error) => self.as_characters(expression, error),
                }
            }
            ExpressionKind::Optional(body) => {
                let body = self.part(body)?;
                self.optional(body)
            }
            ExpressionKind::Repetition { at_least, at_most, body } => {
                let body = self.part(body)?;
                self.repetition(*at_least, *at_most, body)
            }
        }
    }

    /// Bytes that form characters together, which pest can read.
    fn as_characters(
        &mut self,
        expression: &grammar::Expression,
        error: NoRuleReason,
    ) -> Result<RuleBodyPart, NoRuleReason> {
        let language = self.bytes(expression)?.ok_or_else(|| error.clone())?;
        let size = self.store.get(language).size();
        self.store.work().ticks(size)?;
        let ranges = scalars(self.store.get(language)).ok_or(error)?;
        let written = ranges.into_iter().map(|(from, to)| character_range(from, to));
        let written = PestExpression::choice(written).ok_or(NoRuleReason::NoText)?;
        Ok(RuleBodyPart { kind: RuleBodyPartKind::Text(written), language })
    }

    /// The language of an expression of values and names; `None` for any other.
    fn bytes(&mut self, expression: &grammar::Expression) -> Result<Option<LanguageId>, Exceeded> {
        let language = match &expression.kind {
            ExpressionKind::Value(characters) => self.store.bytes(*characters),
            ExpressionKind::Reference(id) => match self.languages[id.index()] {
                Some(language) => language,
                // A byte that is no character on its own.
                None => {
                    return match self.grammar.production(*id).definitions().first() {
                        Some(of) if matches!(of.body.kind, ExpressionKind::Value(_)) => {
                            self.bytes(&of.body)
                        }
                        _ => Ok(None),
                    };
                }
            },
            ExpressionKind::Sequence(parts) => {
                let mut all = LanguageId::EMPTY;
                for part in parts {
                    let Some(part) = self.bytes(part)? else { return Ok(None) };
                    all = self.store.concat(all, part)?;
                }
                all
            }
            ExpressionKind::Choice(parts) => {
                let mut all = LanguageId::NONE;
                for part in parts {
                    let Some(part) = self.bytes(part)? else { return Ok(None) };
                    all = self.store.union(all, part)?;
                }
                all
            }
            ExpressionKind::Optional(body) => {
                let Some(body) = self.bytes(body)? else { return Ok(None) };
                self.store.union(body, LanguageId::EMPTY)?
            }
            ExpressionKind::Repetition { at_least, at_most: Some(most), body }
                if at_least == most && *most < 8 =>
            {
                let Some(body) = self.bytes(body)? else { return Ok(None) };
                let mut all = LanguageId::EMPTY;
                for _ in 0..*most {
                    all = self.store.concat(all, body)?;
                }
                all
            }
            _ => return Ok(None),
        };
        Ok(Some(language))
    }

    fn text(&mut self, written: PestExpression) -> Result<RuleBodyPart, NoRuleReason> {
        let language = super::lower::text(&written, &mut self.store)?;
        Ok(RuleBodyPart { kind: RuleBodyPartKind::Text(written), language })
    }

    pub(super) fn choice(
        &mut self,
        alternatives: &[&grammar::Expression],
    ) -> Result<RuleBodyPart, NoRuleReason> {
        let made: Result<Vec<RuleBodyPart>, NoRuleReason> =
            alternatives.iter().map(|part| self.part(part)).collect();
        match made {
            Ok(parts) => self.either(parts),
            Err(error) => {
                let all = alternatives.iter().map(|&part| part.clone()).collect::<Vec<_>>();
                match all.first() {
                    Some(first) => {
                        let place = first.place;
                        let kind = ExpressionKind::Choice(all);
                        self.as_characters(&grammar::Expression { kind, place }, error)
                    }
                    None => Err(error),
                }
            }
        }
    }

    pub(super) fn either(
        &mut self,
        mut parts: Vec<RuleBodyPart>,
    ) -> Result<RuleBodyPart, NoRuleReason> {
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        if parts.is_empty() {
            // Without alternatives, nothing matches.
            let any = || Box::new(PestExpression::name("ANY"));
            let none = PestExpression::Sequence(Box::new(PestExpression::NotAhead(any())), any());
            return Ok(RuleBodyPart {
                kind: RuleBodyPartKind::Text(none),
                language: LanguageId::NONE,
            });
        }
        let mut language = LanguageId::NONE;
        for part in &parts {
            language = self.store.union(language, part.language)?;
        }
        Ok(RuleBodyPart { kind: RuleBodyPartKind::Choice(parts), language })
    }

    pub(super) fn sequence(
        &mut self,
        mut parts: Vec<RuleBodyPart>,
    ) -> Result<RuleBodyPart, NoRuleReason> {
        // A sequence with an unmatchable part is that part alone.
        let is_nothing = |it: &RuleBodyPart| {
            matches!(it.kind, RuleBodyPartKind::Text(_)) && it.language == LanguageId::NONE
        };
        if let Some(nothing) = parts.iter().position(is_nothing) {
            return Ok(parts.swap_remove(nothing));
        }
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        let mut language = LanguageId::EMPTY;
        for part in parts.iter().rev() {
            language = self.store.concat(part.language, language)?;
        }
        Ok(RuleBodyPart { kind: RuleBodyPartKind::Sequence(parts), language })
    }

    fn optional(&mut self, body: RuleBodyPart) -> Result<RuleBodyPart, NoRuleReason> {
        let language = self.store.union(body.language, LanguageId::EMPTY)?;
        Ok(RuleBodyPart { kind: RuleBodyPartKind::Optional(Box::new(body)), language })
    }

    pub(super) fn repetition(
        &mut self,
        at_least: usize,
        at_most: Option<usize>,
        body: RuleBodyPart,
    ) -> Result<RuleBodyPart, NoRuleReason> {
        // Nested repetitions are one repetition: `*( 1*a )` is `*a`.
        if let (0 | 1, None) = (at_least, at_most)
            && let RuleBodyPartKind::Repetition {
                at_least: fewest @ (0 | 1),
                at_most: None,
                body: inner,
            } = body.kind
        {
            return self.repetition(at_least.min(fewest), None, *inner);
        }
        let language = times(body.language, at_least, at_most, LanguageId::EMPTY, &mut self.store)?;
        let dfa = self.store.get(body.language);
        if at_most.is_none() && dfa.is_accepting(dfa.start()) {
            // Repeating the empty string never ends, so a round must not be empty.
            let Some(body) = self.something(&body)? else {
                return self.text(PestExpression::String(String::new()));
            };
            let body = Box::new(body);
            return Ok(RuleBodyPart {
                kind: RuleBodyPartKind::Repetition { at_least: 0, at_most: None, body },
                language,
            });
        }
        if at_most == Some(0) {
            return self.text(PestExpression::String(String::new()));
        }
        let body = Box::new(body);
        Ok(match (at_least, at_most) {
            (0, Some(1)) => RuleBodyPart { kind: RuleBodyPartKind::Optional(body), language },
            (1, Some(1)) => *body,
            _ => RuleBodyPart {
                kind: RuleBodyPartKind::Repetition { at_least, at_most, body },
                language,
            },
        })
    }
}

/// A repetition of a language, followed by `next`.
pub(super) fn times(
    body: LanguageId,
    at_least: usize,
    at_most: Option<usize>,
    next: LanguageId,
    store: &mut LanguageInterner,
) -> Result<LanguageId, NoRuleReason> {
    let mut language = match at_most {
        None => store.star_concat(body, next)?,
        Some(most) => {
            let mut language = next;
            for _ in at_least..most {
                let more = store.concat(body, language)?;
                let more = store.union(next, more)?;
                // More repetitions add nothing.
                if more == language {
                    break;
                }
                language = more;
            }
            language
        }
    };
    for _ in 0..at_least {
        let more = store.concat(body, language)?;
        if more == language {
            break;
        }
        language = more;
    }
    Ok(language)
}

/// A set of ASCII characters, as ranges and single characters.
pub(super) fn class(characters: CharacterSet) -> PestExpression {
    let mut ranges: Vec<(u8, u8)> = Vec::new();
    for byte in characters.bytes() {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == byte => *last = byte,
            _ => ranges.push((byte, byte)),
        }
    }
    let written = ranges.into_iter().flat_map(|(from, to)| {
        // Two characters are more readable than a range.
        let ends = if to - from == 1 { vec![(from, from), (to, to)] } else { vec![(from, to)] };
        ends.into_iter().map(|(from, to)| character_range(from.into(), to.into()))
    });
    PestExpression::choice(written).unwrap_or_else(|| PestExpression::String(String::new()))
}

fn character_range(from: char, to: char) -> PestExpression {
    if from == to {
        PestExpression::String(from.to_string())
    } else {
        PestExpression::Range(from, to)
    }
}
