//! Turns recursive productions into repetitions.
//!
//! A production that recurs at its right end becomes a repetition, because a recursive parser
//! would use the stack for every character. The caller checks that the language is the same. A
//! round must not be empty, since repeating the empty string never ends.

use super::NoRuleReason;
use super::body::{RuleBodyBuilder, RuleBodyPart, RuleBodyPartKind};
use crate::grammar::{self, ExpressionKind, ProductionId};

impl RuleBodyBuilder<'_> {
    /// A part without the empty string; `None` if it derives nothing else.
    pub(super) fn something(
        &mut self,
        part: &RuleBodyPart,
    ) -> Result<Option<RuleBodyPart>, NoRuleReason> {
        let dfa = self.store.get(part.language);
        if !dfa.is_accepting(dfa.start()) {
            return Ok(Some(part.clone()));
        }
        Ok(match &part.kind {
            RuleBodyPartKind::Text(_) => None,
            RuleBodyPartKind::Name(id) => {
                let what = format!("it repeats `{}`, which may be empty", self.grammar.name(*id));
                return Err(NoRuleReason::Unknown(what));
            }
            RuleBodyPartKind::Optional(body) => self.something(body)?,
            RuleBodyPartKind::Repetition { at_most, body, .. } => match self.something(body)? {
                Some(body) => Some(self.repetition(1, *at_most, body)?),
                None => None,
            },
            RuleBodyPartKind::Choice(parts) => {
                let mut some = Vec::new();
                for part in parts {
                    some.extend(self.something(part)?);
                }
                if some.is_empty() { None } else { Some(self.either(some)?) }
            }
            RuleBodyPartKind::Sequence(parts) => {
                // For each part: it is not empty, those before it are, and the rest is free.
                let mut some = Vec::new();
                for (at, part) in parts.iter().enumerate() {
                    let Some(part) = self.something(part)? else { continue };
                    let mut rest = vec![part];
                    rest.extend(parts[at + 1..].iter().cloned());
                    some.push(self.sequence(rest)?);
                }
                if some.is_empty() { None } else { Some(self.either(some)?) }
            }
        })
    }

    /// A production that recurs at its right end, or is its own closure, as a repetition.
    pub(super) fn rounds(&mut self, id: ProductionId) -> Result<RuleBodyPart, NoRuleReason> {
        let (mut turns, mut last_turns, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        let mut one_or_more = false;
        let production = self.grammar.production(id);
        for alternative in production.alternatives() {
            let parts = match &alternative.kind {
                ExpressionKind::Sequence(parts) => parts.as_slice(),
                _ => std::slice::from_ref(alternative),
            };
            let is_own = |it: &grammar::Expression| it.as_reference() == Some(id);
            let Some((last, before)) = parts.split_last() else { continue };
            if !alternative.references().iter().any(|&(named, _)| named == id) {
                ends.push(self.part(alternative)?);
                continue;
            }
            // `A = b | A [ A ]`: one or more of b.
            if before.len() == 1 && is_own(&before[0]) {
                one_or_more = true;
                continue;
            }
            let before: Result<Vec<RuleBodyPart>, NoRuleReason> =
                before.iter().map(|it| self.part(it)).collect();
            let before = before?;
            let rest: Vec<&grammar::Expression> = match &last.kind {
                ExpressionKind::Reference(_) => {
                    let turn = self.sequence(before)?;
                    turns.push(turn);
                    continue;
                }
                ExpressionKind::Optional(body) => match &body.kind {
                    ExpressionKind::Sequence(parts) => parts.iter().collect(),
                    _ => vec![&**body],
                },
                _ => return Err(NoRuleReason::Recurs(self.grammar.name(id).to_owned())),
            };
            let Some((own, between)) = rest.split_last() else { continue };
            if !is_own(own) {
                return Err(NoRuleReason::Recurs(self.grammar.name(id).to_owned()));
            }
            let between: Result<Vec<RuleBodyPart>, NoRuleReason> =
                between.iter().map(|it| self.part(it)).collect();
            let between = between?;
            if production.alternatives().count() == 1 {
                // `a [ s A ]`: a, and then any number of s a.
                let first = self.sequence(before)?;
                if between.is_empty() {
                    return self.repetition(1, None, first);
                }
                let mut round = between;
                round.push(first.clone());
                let round = self.sequence(round)?;
                let rounds = self.repetition(0, None, round)?;
                return self.sequence(vec![first, rounds]);
            }
            let mut turn = before.clone();
            turn.extend(between);
            let (turn, end) = (self.sequence(turn)?, self.sequence(before)?);
            turns.push(turn);
            last_turns.push(end);
        }
        // The ends: first those of a last round without a continuation, then all others.
        last_turns.append(&mut ends);
        let end = self.either(last_turns)?;
        if one_or_more && turns.is_empty() {
            return self.repetition(1, None, end);
        }
        let turn = self.either(turns)?;
        let rounds = self.repetition(0, None, turn)?;
        self.sequence(vec![rounds, end])
    }
}
