//! Which parts of a rule no string uses.
//!
//! Two languages can be equal and their trees not: an optional part behind what has taken
//! everything is never used. So each part is forbidden in turn: where it would match, the
//! rule fails. If no string is lost by that, wherever the grammar uses the rule, the part is
//! dead.

use std::collections::{BTreeMap, HashMap};

use super::body::{Part, PartKind};
use super::lower::lower;
use super::repair::Repaired;
use super::writer;
use super::{Change, Changed, Reason, Transcribed, TranscribedRule, Transcriber, is_copy};
use crate::grammar::ProductionId;
use crate::proof::Expression;

/// A part as it is printed; `None` where it repeats what may be empty.
pub(super) fn literal(part: &Part, name: &impl Fn(ProductionId) -> String) -> Option<Expression> {
    Some(match &part.kind {
        PartKind::Text(written) => written.clone(),
        PartKind::Name(id) => Expression::Name(name(*id)),
        PartKind::Sequence(parts) => {
            let parts: Option<Vec<Expression>> =
                parts.iter().map(|part| literal(part, name)).collect();
            Expression::sequence(parts?)
        }
        PartKind::Choice(parts) => {
            let parts: Option<Vec<Expression>> =
                parts.iter().map(|part| literal(part, name)).collect();
            Expression::choice(parts?)?
        }
        PartKind::Optional(body) => Expression::Optional(Box::new(literal(body, name)?)),
        PartKind::Repetition { at_least, at_most, body } => {
            literal(body, name)?.repeated(*at_least, *at_most)
        }
    })
}

/// For each part of an expression that can be forbidden: the expression with `!` before that
/// part, and the part.
fn forbidden(expression: &Expression) -> Vec<(Expression, Expression)> {
    let not = |body: &Expression| Expression::NotAhead(Box::new(body.clone()));
    let within = |body: &Expression, wrap: &dyn Fn(Box<Expression>) -> Expression| {
        forbidden(body).into_iter().map(|(it, part)| (wrap(Box::new(it)), part)).collect::<Vec<_>>()
    };
    match expression {
        Expression::Sequence(..) => {
            let parts: Vec<Expression> = expression.parts().into_iter().cloned().collect();
            let mut all = Vec::new();
            for (at, part) in parts.iter().enumerate() {
                for (changed, what) in forbidden(part) {
                    let mut parts = parts.clone();
                    parts[at] = changed;
                    all.push((Expression::sequence(parts), what));
                }
            }
            all
        }
        Expression::Choice(..) => {
            let parts: Vec<Expression> = expression.alternatives().into_iter().cloned().collect();
            let mut all = Vec::new();
            for (at, part) in parts.iter().enumerate() {
                let after = Expression::choice(parts[at + 1..].iter().cloned());
                let instead = after.map(|after| Expression::sequence([not(part), after]));
                let before = parts[..at].iter().cloned();
                all.extend(Expression::choice(before.chain(instead)).map(|it| (it, part.clone())));
                for (changed, what) in forbidden(part) {
                    let mut parts = parts.clone();
                    parts[at] = changed;
                    all.extend(Expression::choice(parts).map(|it| (it, what)));
                }
            }
            all
        }
        Expression::Optional(body) => {
            let mut all = vec![(not(body), expression.clone())];
            all.extend(within(body, &Expression::Optional));
            all
        }
        Expression::Repetition(body) => {
            let mut all = vec![(not(body), expression.clone())];
            all.extend(within(body, &Expression::Repetition));
            all
        }
        Expression::AtLeastOnce(body) => within(body, &Expression::AtLeastOnce),
        Expression::Times { body, at_least, at_most } => {
            let (at_least, at_most) = (*at_least, *at_most);
            within(body, &move |body| Expression::Times { body, at_least, at_most })
        }
        _ => Vec::new(),
    }
}

impl Transcriber<'_> {
    /// The parts of a rule that no string uses.
    fn dead(&mut self, rule: &TranscribedRule) -> Result<Vec<String>, Reason> {
        if rule.token {
            return Ok(Vec::new());
        }
        let whole = lower(&rule.expression, &self.rules, &mut self.matcher)?;
        let mut dead = Vec::new();
        for (changed, part) in forbidden(&rule.expression) {
            let peg = lower(&changed, &self.rules, &mut self.matcher)?;
            let part_peg = lower(&part, &self.rules, &mut self.matcher)?;
            // A character of a class that another has too.
            if let Some(language) = self.matcher.as_token(part_peg)
                && !matches!(part, Expression::Optional(_))
            {
                let one = self.matcher.store.get(language).extent();
                if one == urlbnf_language::Extent::Finite(1) {
                    continue;
                }
            }
            let mut used = false;
            for &next in &rule.contexts {
                let all = self.matcher.takes(whole, next)?;
                if self.matcher.takes(peg, next)? != all {
                    used = true;
                    break;
                }
            }
            if !used {
                dead.push(writer::expression(&part));
            }
        }
        Ok(dead)
    }

    /// The rules in printed order, with what is dead in them, and their text.
    pub(super) fn finish(
        mut self,
        parts: &HashMap<ProductionId, Part>,
        tokens: &HashMap<ProductionId, Repaired>,
        missing: BTreeMap<ProductionId, Reason>,
    ) -> Transcribed {
        let mut variants = std::mem::take(&mut self.variants);
        let (mut rules, mut copies) = (Vec::new(), Vec::new());
        for id in self.grammar.ids() {
            for (number, variant) in
                variants.remove(&id).unwrap_or_default().into_iter().enumerate()
            {
                let mut changes = variant.repaired.changes;
                if self.grammar.named_by(id).any(|it| it == id) {
                    changes.push(Change { kind: Changed::Repetition, string: Vec::new() });
                }
                let mut rule = TranscribedRule {
                    name: variant.name,
                    production: id,
                    token: tokens.contains_key(&id)
                        && parts
                            .get(&id)
                            .is_some_and(|it| it.language != urlbnf_language::LanguageId::NONE),
                    expression: variant.repaired.written,
                    changes,
                    dead: Vec::new(),
                    contexts: variant.contexts,
                };
                let limits = *self.matcher.store.meter().limits();
                self.matcher.store.allow(&limits);
                match self.dead(&rule) {
                    Ok(dead) => rule.dead = dead,
                    // Whether a part is used is not known then; the rule is as good.
                    Err(_) => rule.dead.push("not decided".to_owned()),
                }
                let is_copy =
                    |it: &Expression| matches!(it, Expression::Name(name) if is_copy(name));
                if rule.expression.all().any(is_copy) {
                    rule.changes.push(Change { kind: Changed::Copy, string: Vec::new() });
                }
                if number == 0 { rules.push(rule) } else { copies.push(rule) }
            }
        }
        rules.append(&mut copies);
        let text = writer::text(self.grammar, &rules, &missing);
        Transcribed { rules, missing: missing.into_iter().collect(), text }
    }
}
