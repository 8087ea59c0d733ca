//! Rules for productions that recur in their middle, and for those that need them.
//!
//! pest recurses by itself, so such a rule is written as printed. No language of its parts is
//! known exactly, so nothing is repaired: the rule is kept if the text is proved with it, and
//! dropped otherwise, with those that name it.
//!
//! A rule that loses a string is proved once more with its alternatives reversed: in
//! `dot-atom / obs-domain` the first may match only a beginning of what the second matches. A rule
//! in a cycle is never reversed: the proofs of other rules in the cycle may rest on its printed
//! order.

use std::collections::{BTreeMap, BTreeSet};

use urlbnf_language::LanguageId;

use super::body::RuleBodyBuilder;
use super::{NoRuleReason, RuleChange, RuleChangeKind, TranscribedGrammar, TranscribedRule, parts};
use crate::automaton::NestingLimit;
use crate::grammar::{self, Grammar, ProductionId};
use crate::proof::{PestExpression, PestMistakes, ProofResult};

/// The rules that recur.
#[derive(Default)]
pub(super) struct RecursiveRules {
    rules: BTreeMap<ProductionId, TranscribedRule>,
    /// Expressions with the alternatives reversed, for the rules on which this was not tried yet.
    /// Each has the printed index of every alternative.
    reversed: BTreeMap<ProductionId, (PestExpression, Vec<usize>)>,
    dropped: BTreeSet<ProductionId>,
}

impl RuleBodyBuilder<'_> {
    /// The rules as printed of the productions that have none because of a recursion.
    pub fn nesting(
        &mut self,
        missing: &BTreeMap<ProductionId, NoRuleReason>,
        names: &[String],
    ) -> RecursiveRules {
        let mut nesting = RecursiveRules::default();
        if self.grammar.nesting().is_none() {
            return nesting;
        }
        let recurs = |reason: &NoRuleReason| {
            matches!(reason, NoRuleReason::Recurs(_) | NoRuleReason::Needs(_))
        };
        let all = || missing.iter().filter(|(_, reason)| recurs(reason)).map(|(id, _)| *id);
        // The parts are written as they are, whatever their languages.
        all().for_each(|id| self.languages[id.index()] = Some(LanguageId::NONE));
        let components = self.grammar.component_numbers();
        for id in all() {
            let component = |it: ProductionId| components[it.index()];
            let is_in_cycle = self.grammar.named_by(id).any(|it| component(it) == component(id));
            let mut alternatives: Vec<&grammar::Expression> =
                self.grammar.production(id).alternatives().collect();
            let name = |it: ProductionId| names[it.index()].clone();
            let mut written = |alternatives: &[&grammar::Expression]| {
                let part = self.choice(alternatives).ok()?;
                Some(parts::with_ranges(parts::literal(&part, &name)?))
            };
            if let Some(expression) = written(&alternatives) {
                if alternatives.len() > 1 && !is_in_cycle {
                    alternatives.reverse();
                    let order = || (0..alternatives.len()).rev().collect();
                    let reversed = written(&alternatives).map(|it| (id, (it, order())));
                    nesting.reversed.extend(reversed);
                }
                let rule = TranscribedRule {
                    name: name(id),
                    production: id,
                    expression,
                    silent: false,
                    changes: Vec::new(),
                    unused_parts: Some(Vec::new()),
                    contexts: vec![LanguageId::EMPTY],
                };
                nesting.rules.insert(id, rule);
            }
        }
        all().for_each(|id| self.languages[id.index()] = None);
        let known: BTreeSet<ProductionId> = (self.grammar.ids())
            .filter(|id| !missing.contains_key(id) || nesting.rules.contains_key(id))
            .collect();
        let lacking: Vec<ProductionId> = (nesting.rules.keys().copied())
            .filter(|&id| self.grammar.named_by(id).any(|it| !known.contains(&it)))
            .collect();
        nesting.drop_with_users(lacking);
        nesting
    }
}

impl RecursiveRules {
    /// The rule of a production, if it is kept.
    pub fn rule(&self, id: ProductionId) -> Option<TranscribedRule> {
        self.rules.get(&id).filter(|_| !self.is_dropped(id)).cloned()
    }

    pub fn is_dropped(&self, id: ProductionId) -> bool {
        self.dropped.contains(&id)
    }

    /// The strings for which the rules are proved; `None` if there are none.
    pub fn limit(&self, grammar: &Grammar) -> Option<NestingLimit> {
        let has_rules = self.rules.keys().any(|&id| !self.is_dropped(id));
        NestingLimit::of_grammar(grammar).filter(|_| has_rules)
    }

    /// Whether the production has such a rule, and it is not dropped.
    pub fn has(&self, id: ProductionId) -> bool {
        self.rules.contains_key(&id) && !self.is_dropped(id)
    }

    /// Reverses the alternatives of the rules that lose a string, at most once each. Returns their
    /// productions.
    pub fn reverse(&mut self, made: &mut TranscribedGrammar) -> Vec<ProductionId> {
        let lost = |(id, outcome): &(ProductionId, ProofResult)| match outcome {
            ProofResult::Differ { witness, printed: true } if self.reversed.contains_key(id) => {
                Some((*id, witness.clone()))
            }
            _ => None,
        };
        let lost: BTreeMap<ProductionId, Vec<u8>> = made.outcomes.iter().filter_map(lost).collect();
        for rule in &mut made.rules {
            let id = rule.production;
            if let Some(string) = lost.get(&id)
                && let Some((expression, order)) = self.reversed.remove(&id)
            {
                rule.expression = expression;
                let change = RuleChange::new(RuleChangeKind::Order, string.clone());
                rule.changes = vec![RuleChange { order, ..change }];
                self.rules.insert(id, rule.clone());
            }
        }
        lost.into_keys().collect()
    }

    /// The result for a reversed rule as it was printed; `None` for other rules.
    pub fn result_as_printed(&self, id: ProductionId) -> Option<ProofResult> {
        let witness = self.rules.get(&id)?.changes.first()?.string.clone();
        Some(ProofResult::Differ { witness, printed: true })
    }

    /// Drops the rules that are not proved. Returns whether none was dropped.
    pub fn is_kept(&mut self, made: &TranscribedGrammar, refused: Option<&PestMistakes>) -> bool {
        let left = |id: &ProductionId| self.has(*id);
        let failed: Vec<ProductionId> = match refused {
            None => {
                let unequal = made.outcomes.iter().filter(|it| it.1 != ProofResult::Equal);
                unequal.map(|(id, _)| *id).filter(left).collect()
            }
            Some(refused) => {
                let named =
                    |line: usize| made.text.lines().nth(line - 1)?.split_whitespace().next();
                let names: BTreeSet<&str> =
                    refused.all().iter().filter_map(|it| named(it.position.0)).collect();
                let is_named = |id: &ProductionId| names.contains(&*self.rules[id].name);
                let some: Vec<ProductionId> =
                    self.rules.keys().copied().filter(|id| left(id) && is_named(id)).collect();
                match some.is_empty() {
                    true => self.rules.keys().copied().filter(left).collect(),
                    false => some,
                }
            }
        };
        let is_kept = failed.is_empty();
        self.drop_with_users(failed);
        is_kept
    }

    fn drop_with_users(&mut self, mut pending: Vec<ProductionId>) {
        if pending.is_empty() {
            return;
        }
        let mut users: BTreeMap<&str, Vec<ProductionId>> = BTreeMap::new();
        for (&id, rule) in &self.rules {
            for part in rule.expression.all() {
                if let PestExpression::Name(name) = part {
                    users.entry(name).or_default().push(id);
                }
            }
        }
        while let Some(id) = pending.pop() {
            if self.dropped.insert(id) {
                pending.extend(users.get(&*self.rules[&id].name).into_iter().flatten());
            }
        }
    }
}
