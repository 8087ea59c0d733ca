//! Finds the parts of a rule that no string uses.
//!
//! Equal languages can have different trees: an optional part is unused if the part before it
//! takes everything. So each part is forbidden in turn: where it would match, the rule fails. If
//! that loses no string wherever the grammar uses the rule, the part is unused.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use urlbnf_language::{LanguageExtent, LanguageId, Reserve};

use super::body::{RuleBodyPart, RuleBodyPartKind};
use super::change::AnnotatedExpression;
use super::lower::lower;
use super::nesting::RecursiveRules;
use super::outcomes::{ProofEnd, TranscriptionProof};
use super::repair::RepairFailure;
use super::writer;
use super::{
    NoRuleReason, RuleChange, RuleChangeKind, TranscribedGrammar, TranscribedRule, Transcriber,
    is_copy, original,
};
use crate::grammar::ProductionId;
use crate::proof::PestExpression;

/// A part as printed; `None` if a choice in it has no alternatives.
pub(super) fn literal(
    part: &RuleBodyPart,
    name: &impl Fn(ProductionId) -> String,
) -> Option<PestExpression> {
    Some(match &part.kind {
        RuleBodyPartKind::Text(written) => written.clone(),
        RuleBodyPartKind::Name(id) => PestExpression::Name(name(*id)),
        RuleBodyPartKind::Sequence(parts) => {
            let parts: Option<Vec<PestExpression>> =
                parts.iter().map(|part| literal(part, name)).collect();
            PestExpression::sequence(parts?)
        }
        RuleBodyPartKind::Choice(parts) => {
            let parts: Option<Vec<PestExpression>> =
                parts.iter().map(|part| literal(part, name)).collect();
            PestExpression::choice(parts?)?
        }
        RuleBodyPartKind::Optional(body) => {
            PestExpression::Optional(Box::new(literal(body, name)?))
        }
        RuleBodyPartKind::Repetition { at_least, at_most, body } => {
            literal(body, name)?.repeated(*at_least, *at_most)
        }
    })
}

/// The fewest consecutive characters that are written as a range.
const FEWEST: usize = 4;

/// Writes consecutive characters in a choice as a range: `'0'..'9'`.
pub(super) fn with_ranges(expression: PestExpression) -> PestExpression {
    let one = |it: &PestExpression| match it {
        PestExpression::String(text) => {
            text.chars().next().filter(|it| text.len() == it.len_utf8())
        }
        _ => None,
    };
    let mut made: Vec<PestExpression> = Vec::new();
    let mut left = expression.alternatives();
    while let Some(&first) = left.first() {
        let follows = |(at, it): (usize, &PestExpression)| {
            let (first, here) = (u32::from(one(first)?), u32::from(one(it)?));
            (first + at as u32 == here).then_some(here)
        };
        let run: Vec<u32> =
            left.iter().enumerate().map_while(|(at, it)| follows((at, it))).collect();
        let last = run.last().filter(|_| run.len() >= FEWEST).copied().and_then(char::from_u32);
        match (one(first), last) {
            (Some(from), Some(to)) => {
                made.push(PestExpression::Range(from, to));
                left.drain(..run.len());
            }
            _ => made.push(left.remove(0).clone()),
        }
    }
    PestExpression::choice(made).unwrap_or(expression)
}

/// The number of steps of [`forbidden`], which copies the expression for each part.
pub(super) fn forbidding(expression: &PestExpression) -> usize {
    let parts = expression.all().count();
    parts.saturating_mul(parts)
}

/// For each part of an expression that can be forbidden: the expression with `!` before that
/// part, and the part.
pub(super) fn forbidden(expression: &PestExpression) -> Vec<(PestExpression, PestExpression)> {
    let not = |body: &PestExpression| PestExpression::NotAhead(Box::new(body.clone()));
    let within = |body: &PestExpression, wrap: &dyn Fn(Box<PestExpression>) -> PestExpression| {
        forbidden(body).into_iter().map(|(it, part)| (wrap(Box::new(it)), part)).collect::<Vec<_>>()
    };
    match expression {
        PestExpression::Sequence(..) => {
            let parts: Vec<PestExpression> = expression.parts().into_iter().cloned().collect();
            let mut all = Vec::new();
            for (at, part) in parts.iter().enumerate() {
                for (changed, what) in forbidden(part) {
                    let mut parts = parts.clone();
                    parts[at] = changed;
                    all.push((PestExpression::sequence(parts), what));
                }
            }
            all
        }
        PestExpression::Choice(..) => {
            let parts: Vec<PestExpression> =
                expression.alternatives().into_iter().cloned().collect();
            let mut all = Vec::new();
            for (at, part) in parts.iter().enumerate() {
                let after = PestExpression::choice(parts[at + 1..].iter().cloned());
                let instead = after.map(|after| PestExpression::sequence([not(part), after]));
                let before = parts[..at].iter().cloned();
                all.extend(
                    PestExpression::choice(before.chain(instead)).map(|it| (it, part.clone())),
                );
                for (changed, what) in forbidden(part) {
                    let mut parts = parts.clone();
                    parts[at] = changed;
                    all.extend(PestExpression::choice(parts).map(|it| (it, what)));
                }
            }
            all
        }
        PestExpression::Optional(body) => {
            let mut all = vec![(not(body), expression.clone())];
            all.extend(within(body, &PestExpression::Optional));
            all
        }
        PestExpression::Repetition(body) => {
            let mut all = vec![(not(body), expression.clone())];
            all.extend(within(body, &PestExpression::Repetition));
            all
        }
        PestExpression::AtLeastOnce(body) => within(body, &PestExpression::AtLeastOnce),
        PestExpression::Times { body, at_least, at_most } => {
            let (at_least, at_most) = (*at_least, *at_most);
            within(body, &move |body| PestExpression::Times { body, at_least, at_most })
        }
        _ => Vec::new(),
    }
}

impl Transcriber<'_> {
    /// The parts of a rule that no string uses.
    pub(super) fn unused_parts(
        &mut self,
        written: &PestExpression,
        contexts: &[LanguageId],
    ) -> Result<Vec<String>, NoRuleReason> {
        let whole = lower(written, &self.rules, &mut self.matcher)?;
        self.matcher.store.work().ticks(forbidding(written))?;
        let mut unused = Vec::new();
        for (changed, part) in forbidden(written) {
            let peg = lower(&changed, &self.rules, &mut self.matcher)?;
            let part_peg = lower(&part, &self.rules, &mut self.matcher)?;
            // A single string may be an alternative beside a class that contains it.
            if let Some(language) = self.matcher.as_token(part_peg)
                && !matches!(part, PestExpression::Optional(_))
            {
                let one = self.matcher.store.get(language).extent();
                if one == LanguageExtent::Finite(1) {
                    continue;
                }
            }
            let mut used = false;
            for &next in contexts {
                let all = self.matcher.takes(whole, next)?;
                if self.matcher.takes(peg, next)? != all {
                    used = true;
                    break;
                }
            }
            if !used {
                unused.push(writer::expression(&part));
            }
        }
        Ok(unused)
    }

    /// The rules in printed order, with their unused parts, and the text.
    pub(super) fn finish(
        mut self,
        parts: &HashMap<ProductionId, RuleBodyPart>,
        missing: BTreeMap<ProductionId, NoRuleReason>,
        (repeated, mut nesting): (&HashMap<ProductionId, Vec<u8>>, RecursiveRules),
        mut outcomes: TranscriptionProof<'_>,
        reserve: &Reserve,
    ) -> TranscribedGrammar {
        let mut variants = std::mem::take(&mut self.variants);
        let (mut rules, mut copies): (Vec<TranscribedRule>, Vec<TranscribedRule>) =
            (Vec::new(), Vec::new());
        for id in self.grammar.ids() {
            rules.extend(nesting.rule(id));
            for (number, variant) in
                variants.remove(&id).unwrap_or_default().into_iter().enumerate()
            {
                let AnnotatedExpression { written, mut changes } =
                    Arc::unwrap_or_clone(variant.piece);
                let language = parts.get(&id).map_or(LanguageId::NONE, |it| it.language);
                changes.extend(
                    repeated
                        .get(&id)
                        .map(|string| RuleChange::new(RuleChangeKind::Repetition, string.clone())),
                );
                let mut rule = TranscribedRule {
                    name: variant.name,
                    production: id,
                    silent: variant.token
                        && (self.grammar.unit(id).is_some() || language == LanguageId::EMPTY),
                    expression: written,
                    changes,
                    unused_parts: Some(Vec::new()),
                    contexts: variant.contexts,
                };
                if !variant.token || language == LanguageId::NONE {
                    let unused = self
                        .ask(reserve, |this| this.unused_parts(&rule.expression, &rule.contexts));
                    rule.unused_parts = unused.ok();
                }
                let needed = self.ask(reserve, |this| this.without_copies(&rule, language));
                if let Ok(Some(string)) = needed {
                    rule.changes.push(RuleChange::new(RuleChangeKind::Copy, string));
                }
                if number == 0 { rules.push(rule) } else { copies.push(rule) }
            }
        }
        rules.append(&mut copies);
        show_copies(&mut rules);
        loop {
            let written: BTreeSet<ProductionId> =
                rules.iter().map(|rule: &TranscribedRule| rule.production).collect();
            let missing: Vec<(ProductionId, NoRuleReason)> = missing
                .iter()
                .filter(|(id, _)| !written.contains(id))
                .map(|(&id, why)| (id, outcomes.reason(id, why, &written, &nesting)))
                .collect();
            let mut made = TranscribedGrammar {
                nesting: nesting.limit(outcomes.grammar()),
                rules,
                missing,
                outcomes: Vec::new(),
                text: String::new(),
            };
            made.text = writer::text(self.grammar, &made);
            let is_done = match outcomes.prove(&mut made, &nesting) {
                ProofEnd::Proved => {
                    let reversed = nesting.reverse(&mut made);
                    let is_final = reversed.is_empty();
                    outcomes.forget(reversed);
                    is_final && nesting.is_kept(&made, None)
                }
                ProofEnd::Refused(refused) => nesting.is_kept(&made, Some(&refused)),
                ProofEnd::TooDeep => false,
            };
            if is_done {
                made.text = writer::text(self.grammar, &made);
                return made;
            }
            rules = made.rules;
            rules.retain(|rule| !nesting.is_dropped(rule.production));
        }
    }

    /// Returns a shortest string that shows why a rule names copies; `None` if it names none, or
    /// if none is needed.
    fn without_copies(
        &mut self,
        rule: &TranscribedRule,
        language: LanguageId,
    ) -> Result<Option<Vec<u8>>, RepairFailure> {
        if !names_copies(rule) {
            return Ok(None);
        }
        let peg = lower(&originals(rule.expression.clone()), &self.rules, &mut self.matcher)?;
        let lost = self.lost(language, peg, &rule.contexts)?;
        if lost != LanguageId::NONE {
            return Ok(Some(self.shortest(lost)));
        }
        // No string is lost, but a part may only be used because of the copies.
        let whole = lower(&rule.expression, &self.rules, &mut self.matcher)?;
        let (with, without) =
            (forbidden(&rule.expression), forbidden(&originals(rule.expression.clone())));
        for ((one, _), (two, _)) in with.into_iter().zip(without) {
            let one = lower(&one, &self.rules, &mut self.matcher)?;
            let two = lower(&two, &self.rules, &mut self.matcher)?;
            let (mut uses, mut used) = (LanguageId::NONE, LanguageId::NONE);
            for &next in &rule.contexts {
                let (all, left) =
                    (self.matcher.takes(whole, next)?, self.matcher.takes(one, next)?);
                let using = self.matcher.store.difference(all, left)?;
                uses = self.matcher.store.union(uses, using)?;
                let (all, left) = (self.matcher.takes(peg, next)?, self.matcher.takes(two, next)?);
                let using = self.matcher.store.difference(all, left)?;
                used = self.matcher.store.union(used, using)?;
            }
            if used == LanguageId::NONE && uses != LanguageId::NONE {
                return Ok(Some(self.shortest(uses)));
            }
        }
        Ok(None)
    }
}

fn names_copies(rule: &TranscribedRule) -> bool {
    rule.expression.all().any(|it| matches!(it, PestExpression::Name(name) if is_copy(name)))
}

/// A copy may name copies only for the sake of a rule that uses it: it then gets the string of
/// that rule.
fn show_copies(rules: &mut [TranscribedRule]) {
    fn shown(rule: &TranscribedRule) -> Option<&RuleChange> {
        rule.changes.iter().find(|it| it.kind == RuleChangeKind::Copy)
    }
    let of_a_user = |rules: &[TranscribedRule], rule: &TranscribedRule| {
        let own = PestExpression::name(&rule.name);
        let users = rules.iter().filter(|it| it.expression.all().any(|part| *part == own));
        users.filter_map(shown).next().cloned()
    };
    let next = |rules: &[TranscribedRule]| {
        let unshown = |it: &&TranscribedRule| names_copies(it) && shown(it).is_none();
        let mut places = rules.iter().enumerate().filter(|it| unshown(&it.1));
        places.find_map(|(at, rule)| Some((at, of_a_user(rules, rule)?)))
    };
    while let Some((at, change)) = next(rules) {
        rules[at].changes.push(change);
    }
}

/// Replaces the names of copies by those of their originals.
fn originals(expression: PestExpression) -> PestExpression {
    match expression {
        PestExpression::Name(name) => PestExpression::name(original(&name)),
        other => other.map_inner(originals),
    }
}
