//! Takes back the changes that are not needed.
//!
//! A change is made where a choice goes wrong before something that may follow. In the whole
//! grammar the fault may be harmless, because another alternative has the same strings. So each
//! change (a lookahead, an order, a copy) is taken back in turn. It stays removed if every rule
//! is exact without it, and each part of a rule is used by the same strings.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use urlbnf_language::{LanguageId, Work};

use super::attempt::TranscriberSnapshot;
use super::body::RuleBodyPart;
use super::change::{AnnotatedExpression, RuleChangeKind};
use super::lower::lower;
use super::parts::{forbidden, forbidding};
use super::repair::RepairFailure;
use super::{RuleVariant, Transcriber, is_copy, original};
use crate::grammar::ProductionId;
use crate::proof::PestExpression;

/// The removal of one change.
struct ChangeRemoval {
    /// The name of the rule with the change.
    rule: String,
    /// The rule without the change; `None` for a copy, which its original replaces.
    instead: Option<AnnotatedExpression>,
}

impl ChangeRemoval {
    /// The expression of a rule after the removal; `None` if it is unchanged.
    fn applied_to(&self, variant: &RuleVariant) -> Option<AnnotatedExpression> {
        let AnnotatedExpression { written, changes } = &*variant.piece;
        let names =
            |it: &PestExpression| matches!(it, PestExpression::Name(name) if *name == self.rule);
        match &self.instead {
            Some(instead) => (variant.name == self.rule).then(|| instead.clone()),
            None => written.all().any(names).then(|| AnnotatedExpression {
                written: renamed(written.clone(), &self.rule),
                changes: changes.clone(),
            }),
        }
    }
}

/// Replaces the name of a copy by that of its original.
fn renamed(expression: PestExpression, copy: &str) -> PestExpression {
    match expression {
        PestExpression::Name(name) if name == copy => PestExpression::name(original(copy)),
        other => other.map_inner(|part| renamed(part, copy)),
    }
}

impl Transcriber<'_> {
    /// Takes back the changes that are not needed, as far as the work that is left allows.
    pub(super) fn take_back(
        &mut self,
        order: &[ProductionId],
        parts: &HashMap<ProductionId, RuleBodyPart>,
        pass: &mut Work,
    ) {
        let mut back = true;
        while std::mem::take(&mut back) {
            for one in self.changes_of(order) {
                back = self.attempt(pass, |it, before| {
                    Ok(it.without(&one, order, parts)? && it.uses_are_the_same(&one, before)?)
                });
                if back {
                    break;
                }
            }
        }
    }

    fn changes_of(&self, order: &[ProductionId]) -> Vec<ChangeRemoval> {
        let mut all = Vec::new();
        let variants = order.iter().filter_map(|id| self.variants.get(id)).flatten();
        for RuleVariant { name, piece, .. } in variants {
            let mut add = |instead| all.push(ChangeRemoval { rule: name.clone(), instead });
            if is_copy(name) {
                add(None);
            }
            let changes = &piece.changes;
            for kind in [RuleChangeKind::Lookahead, RuleChangeKind::Order] {
                let of_kind = (0..changes.len()).filter(|&at| changes[at].kind == kind);
                of_kind.filter_map(|at| piece.without(at)).map(Some).for_each(&mut add);
            }
        }
        all
    }

    /// Takes back a change. Returns whether every rule is then exact and has no unreachable part.
    fn without(
        &mut self,
        back: &ChangeRemoval,
        order: &[ProductionId],
        parts: &HashMap<ProductionId, RuleBodyPart>,
    ) -> Result<bool, RepairFailure> {
        let variants = order.iter().filter_map(|id| self.variants.get(id)).flatten();
        let anew =
            variants.filter_map(|it| Some((&it.piece.written, back.applied_to(it)?.written)));
        let changed: Vec<PestExpression> =
            anew.filter(|(old, new)| *old != new).map(|it| it.1).collect();
        for variants in self.variants.values_mut() {
            for variant in variants.iter_mut() {
                if let Some(piece) = back.applied_to(variant) {
                    variant.piece = Arc::new(piece);
                }
            }
            let gone = variants.iter().position(|it| it.name == back.rule);
            if let (None, Some(gone)) = (&back.instead, gone) {
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

    /// Whether each part of each rule is used by the same strings as before. Only rules are
    /// compared that changed or name a rule that changed.
    fn uses_are_the_same(
        &mut self,
        back: &ChangeRemoval,
        before: &TranscriberSnapshot,
    ) -> Result<bool, RepairFailure> {
        let stays =
            |it: &&RuleVariant| !it.token && (it.name != back.rule || back.instead.is_some());
        let other = |name: &str| before.rules.get(name) != self.rules.get(name);
        let changes = |variant: &&RuleVariant| {
            back.applied_to(variant).is_some_and(|new| new.written != variant.piece.written)
                || variant.piece.written.all().any(|part| match part {
                    PestExpression::Name(name) => other(name),
                    _ => false,
                })
        };
        let all = before.variants.values().flatten().filter(stays).filter(changes);
        let all: Vec<_> = all.map(|it| (it.name.clone(), it.contexts.clone())).collect();
        let now = self.uses(&all)?;
        let after = self.put_back(before.clone());
        let then = self.uses(&all);
        self.put_back(after);
        Ok(then? == now)
    }

    /// For each of these rules: what it takes when one of its parts is forbidden, for each part.
    fn uses(
        &mut self,
        rules: &[(String, Vec<LanguageId>)],
    ) -> Result<Vec<Vec<LanguageId>>, RepairFailure> {
        let written = self.variants.values().flatten();
        let written: BTreeMap<&str, &PestExpression> =
            written.map(|it| (it.name.as_str(), &it.piece.written)).collect();
        let mut all = Vec::new();
        for (name, contexts) in rules {
            let mut without = Vec::new();
            let Some(written) = written.get(name.as_str()) else { continue };
            self.matcher.store.work().ticks(forbidding(written))?;
            for (changed, _) in forbidden(written) {
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

    /// Recompiles all rules, and returns whether each has the language of its production.
    pub(super) fn are_exact(
        &mut self,
        order: &[ProductionId],
        parts: &HashMap<ProductionId, RuleBodyPart>,
    ) -> Result<bool, RepairFailure> {
        let Some(rules) = callees_first(self.variants.values().flatten()) else {
            return Ok(false);
        };
        for (name, written) in rules {
            let peg = lower(written, &self.rules, &mut self.matcher)?;
            self.rules.insert(name.to_owned(), peg);
        }
        for variant in self.variants.values_mut().flatten() {
            if let Some(&peg) = self.rules.get(&variant.name) {
                variant.peg = peg;
            }
        }
        for id in order {
            let first = self.variants.get(id).and_then(|it| it.first());
            if let (Some(first), Some(part)) = (first, parts.get(id))
                && self.matcher.takes(first.peg, LanguageId::EMPTY)? != part.language
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether no alternative follows one that always matches, which pest would refuse.
    fn each_is_reached(&mut self, written: &PestExpression) -> Result<bool, RepairFailure> {
        for choice in written.all().filter(|it| matches!(it, PestExpression::Choice(..))) {
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

/// The rules, callees first; `None` if some are recursive.
fn callees_first<'v>(
    variants: impl Iterator<Item = &'v RuleVariant>,
) -> Option<Vec<(&'v str, &'v PestExpression)>> {
    let all: BTreeMap<&str, &PestExpression> =
        variants.map(|it| (it.name.as_str(), &it.piece.written)).collect();
    let (mut ready, mut open, mut rules) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for &root in all.keys() {
        let mut pending = vec![(root, false)];
        while let Some((name, is_left)) = pending.pop() {
            let Some(written) = all.get(name).filter(|_| !ready.contains(name)) else { continue };
            if is_left {
                open.remove(name);
                ready.insert(name);
                rules.push((name, *written));
            } else if !open.insert(name) {
                return None;
            } else {
                pending.push((name, true));
                pending.extend(written.all().filter_map(|it| match it {
                    PestExpression::Name(name) if !ready.contains(name.as_str()) => {
                        Some((name.as_str(), false))
                    }
                    _ => None,
                }));
            }
        }
    }
    Some(rules)
}
