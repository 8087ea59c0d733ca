//! Which changes are needed.
//!
//! A change is made where a choice goes wrong before something that may follow. Seen from
//! all rules it may do no harm: another alternative has the same strings. So each change is
//! taken back in turn: a lookahead, an order, a copy. It is gone if every rule is exact
//! without it, and each part of a rule is used by the same strings.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use urlbnf_language::{LanguageId, Limits};

use super::body::Part;
use super::lower::{Rules, lower};
use super::parts::forbidden;
use super::repair::Failure;
use super::{Change, Changed, Transcriber, Variant, is_copy, original};
use crate::grammar::ProductionId;
use crate::proof::Expression;

/// A change that is taken back.
struct TakenBack {
    /// The rule that has it.
    rule: String,
    /// What is written instead; of a copy nothing: those that name it name the rule.
    written: Option<Expression>,
    /// Which of the rule's changes are left.
    changes: Vec<Change>,
}

impl TakenBack {
    /// What a rule does then.
    fn of(&self, variant: &Variant) -> Expression {
        match &self.written {
            Some(written) if variant.name == self.rule => written.clone(),
            Some(_) => variant.repaired.written.clone(),
            None => renamed(variant.repaired.written.clone(), &self.rule),
        }
    }
}

/// The same with the rule for its copy.
fn renamed(expression: Expression, copy: &str) -> Expression {
    match expression {
        Expression::Name(name) if name == copy => Expression::name(original(copy)),
        other => other.map_inner(|part| renamed(part, copy)),
    }
}

impl Transcriber<'_> {
    /// Takes back what is not needed, as far as the steps that are left allow to know it.
    pub(super) fn take_back(
        &mut self,
        order: &[ProductionId],
        parts: &HashMap<ProductionId, Part>,
        (limits, left): (&Limits, &mut usize),
    ) {
        let mut back = true;
        while std::mem::take(&mut back) {
            for one in self.changes_of(order) {
                self.matcher.store.allow(&Limits { steps: limits.steps.min(*left), ..*limits });
                let kept = (self.rules.clone(), self.variants.clone());
                let may = self
                    .without(&one, order, parts)
                    .and_then(|exact| Ok(exact && self.uses_are_the_same(&one, &kept)?));
                *left = left.saturating_sub(self.matcher.store.meter().steps());
                match may {
                    Ok(true) => {
                        back = true;
                        break;
                    }
                    _ => (self.rules, self.variants) = kept,
                }
            }
        }
    }

    /// Everything that can be taken back.
    fn changes_of(&self, order: &[ProductionId]) -> Vec<TakenBack> {
        let mut all = Vec::new();
        let variants = order.iter().filter_map(|id| self.variants.get(id)).flatten();
        for Variant { name, repaired, .. } in variants {
            if is_copy(name) {
                let (rule, changes) = (name.clone(), Vec::new());
                all.push(TakenBack { rule, written: None, changes });
            }
            let mut add = |written: Expression, changes: Vec<Change>| {
                all.push(TakenBack { rule: name.clone(), written: Some(written), changes });
            };
            let is_look = |it: &Change| it.kind == Changed::Lookahead;
            for written in without_a_lookahead(&repaired.written) {
                let looks = written.all().filter(|it| looks_ahead(it)).count();
                let mut changes = repaired.changes.clone();
                while changes.iter().filter(|it| is_look(it)).count() > looks {
                    let last = changes.iter().rposition(is_look);
                    last.map(|at| changes.remove(at));
                }
                add(written, changes);
            }
            for change in repaired.changes.iter().filter(|it| it.kind == Changed::Order) {
                if let Some(written) = as_printed(&repaired.written, change) {
                    let others = repaired.changes.iter().filter(|it| *it != change);
                    add(written, others.cloned().collect());
                }
            }
        }
        all
    }

    /// Takes one back; whether every rule is exact then, and reached in all its parts.
    fn without(
        &mut self,
        back: &TakenBack,
        order: &[ProductionId],
        parts: &HashMap<ProductionId, Part>,
    ) -> Result<bool, Failure> {
        let variants = order.iter().filter_map(|id| self.variants.get(id)).flatten();
        let anew = variants.map(|it| (&it.repaired.written, back.of(it)));
        let changed: Vec<Expression> =
            anew.filter(|(old, new)| *old != new).map(|it| it.1).collect();
        for variants in self.variants.values_mut() {
            for variant in variants.iter_mut() {
                variant.repaired.written = back.of(variant);
                if variant.name == back.rule {
                    variant.repaired.changes.clone_from(&back.changes);
                }
            }
            let gone = variants.iter().position(|it| it.name == back.rule);
            if let (None, Some(gone)) = (&back.written, gone) {
                let gone = variants.remove(gone);
                self.rules.remove(&gone.name);
                variants.iter_mut().take(1).for_each(|it| it.contexts.extend(&gone.contexts));
            }
        }
        if !self.are_exact(order, parts)? {
            return Ok(false);
        }
        for written in changed {
            if !self.each_is_reached(&written)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether each part of each rule is used by the strings that used it before. A rule that
    /// is written as it was, and names nothing that does something else, is not asked.
    fn uses_are_the_same(
        &mut self,
        back: &TakenBack,
        (rules, variants): &(Rules, HashMap<ProductionId, Vec<Variant>>),
    ) -> Result<bool, Failure> {
        let stays = |it: &&Variant| !it.token && (it.name != back.rule || back.written.is_some());
        let other = |name: &String| rules.get(name) != self.rules.get(name);
        let changes = |it: &&Variant| {
            back.of(it) != it.repaired.written
                || it.repaired.written.all().any(|part| match part {
                    Expression::Name(name) => other(name),
                    _ => false,
                })
        };
        let all = variants.values().flatten().filter(stays).filter(changes);
        let all: Vec<_> = all.map(|it| (it.name.clone(), it.contexts.clone())).collect();
        let now = self.uses(&all)?;
        let then = (rules.clone(), variants.clone());
        let after = (
            std::mem::replace(&mut self.rules, then.0),
            std::mem::replace(&mut self.variants, then.1),
        );
        let before = self.uses(&all);
        (self.rules, self.variants) = after;
        Ok(before? == now)
    }

    /// Of each of these rules: what it has without using one of its parts, of each in turn.
    fn uses(
        &mut self,
        rules: &[(String, Vec<LanguageId>)],
    ) -> Result<Vec<Vec<LanguageId>>, Failure> {
        let written = self.variants.values().flatten();
        let written: BTreeMap<String, Expression> =
            written.map(|it| (it.name.clone(), it.repaired.written.clone())).collect();
        let mut all = Vec::new();
        for (name, contexts) in rules {
            let mut without = Vec::new();
            for (changed, _) in written.get(name).map(forbidden).unwrap_or_default() {
                let peg = lower(&changed, &self.rules, &mut self.matcher)?;
                for &next in contexts {
                    without.push(self.matcher.takes(peg, next)?);
                }
            }
            without.sort_unstable();
            all.push(without);
        }
        Ok(all)
    }

    /// Whether every rule has the strings of its production, as all are written now.
    pub(super) fn are_exact(
        &mut self,
        order: &[ProductionId],
        parts: &HashMap<ProductionId, Part>,
    ) -> Result<bool, Failure> {
        let Some(rules) = callees_first(self.variants.values().flatten()) else {
            return Ok(false);
        };
        for (name, written) in rules {
            let peg = lower(&written, &self.rules, &mut self.matcher)?;
            self.rules.insert(name, peg);
        }
        for variant in self.variants.values_mut().flatten() {
            if let Some(&peg) = self.rules.get(&variant.name) {
                variant.repaired.peg = peg;
            }
        }
        for id in order {
            let first = self.variants.get(id).and_then(|it| it.first());
            if let (Some(first), Some(part)) = (first, parts.get(id))
                && self.matcher.takes(first.repaired.peg, LanguageId::EMPTY)? != part.language
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether no alternative stands behind one that always matches: pest refuses those.
    fn each_is_reached(&mut self, written: &Expression) -> Result<bool, Failure> {
        for choice in written.all().filter(|it| matches!(it, Expression::Choice(..))) {
            let alternatives = choice.alternatives();
            for alternative in alternatives.split_last().map_or(&[][..], |it| it.1) {
                let peg = lower(alternative, &self.rules, &mut self.matcher)?;
                if self.matcher.takes(peg, LanguageId::ALL)? == LanguageId::ALL {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// Rules, each behind those that it names; `None` where some need themselves.
fn callees_first<'v>(
    variants: impl Iterator<Item = &'v Variant>,
) -> Option<Vec<(String, Expression)>> {
    let all: BTreeMap<&str, &Expression> =
        variants.map(|it| (it.name.as_str(), &it.repaired.written)).collect();
    let (mut ready, mut open, mut rules) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for &root in all.keys() {
        let mut pending = vec![(root, false)];
        while let Some((name, is_left)) = pending.pop() {
            let Some(written) = all.get(name).filter(|_| !ready.contains(name)) else { continue };
            if is_left {
                open.remove(name);
                ready.insert(name);
                rules.push((name.to_owned(), (*written).clone()));
            } else if !open.insert(name) {
                return None;
            } else {
                pending.push((name, true));
                pending.extend(written.all().filter_map(|it| match it {
                    Expression::Name(name) if !ready.contains(name.as_str()) => {
                        Some((name.as_str(), false))
                    }
                    _ => None,
                }));
            }
        }
    }
    Some(rules)
}

fn looks_ahead(expression: &Expression) -> bool {
    matches!(expression, Expression::Ahead(_) | Expression::NotAhead(_))
}

/// The same without one of its lookaheads: each in turn.
fn without_a_lookahead(expression: &Expression) -> Vec<Expression> {
    if let Expression::Sequence(..) = expression {
        let parts: Vec<Expression> = expression.parts().into_iter().cloned().collect();
        let mut all = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            let (before, after) = (parts[..at].to_vec(), parts[at + 1..].to_vec());
            let with = |between: Vec<Expression>| {
                Expression::sequence(before.iter().cloned().chain(between).chain(after.clone()))
            };
            if looks_ahead(part) {
                all.push(with(Vec::new()));
            }
            all.extend(without_a_lookahead(part).into_iter().map(|it| with(vec![it])));
        }
        return all;
    }
    let within = |body: &Expression, wrap: &dyn Fn(Box<Expression>) -> Expression| {
        without_a_lookahead(body).into_iter().map(|it| wrap(Box::new(it))).collect()
    };
    match expression {
        Expression::Choice(..) => {
            let parts: Vec<Expression> = expression.alternatives().into_iter().cloned().collect();
            let mut all = Vec::new();
            for (at, part) in parts.iter().enumerate() {
                for less in without_a_lookahead(part) {
                    let mut parts = parts.clone();
                    parts[at] = less;
                    all.extend(Expression::choice(parts));
                }
            }
            all
        }
        Expression::Optional(body) => within(body, &Expression::Optional),
        Expression::Repetition(body) => within(body, &Expression::Repetition),
        Expression::AtLeastOnce(body) => within(body, &Expression::AtLeastOnce),
        Expression::Times { body, at_least, at_most } => {
            within(body, &|body| Expression::Times { body, at_least: *at_least, at_most: *at_most })
        }
        _ => Vec::new(),
    }
}

/// The same with the alternatives in the order in which they are printed.
fn as_printed(expression: &Expression, change: &Change) -> Option<Expression> {
    let choice = expression.all().find(|it| it.alternatives().len() == change.order.len())?.clone();
    let alternatives = choice.alternatives().into_iter().cloned();
    let mut placed: Vec<(usize, Expression)> =
        change.order.iter().copied().zip(alternatives).collect();
    placed.sort_by_key(|it| it.0);
    let printed = Expression::choice(placed.into_iter().map(|it| it.1))?;
    Some(replaced(expression.clone(), &choice, &printed))
}

fn replaced(whole: Expression, old: &Expression, new: &Expression) -> Expression {
    match whole == *old {
        true => new.clone(),
        false => whole.map_inner(|part| replaced(part, old, new)),
    }
}
