//! What can follow a production, wherever the grammar uses it.

use std::collections::{HashMap, HashSet};

use urlbnf_language::{LanguageId, Reserve};

use super::body::{RuleBodyPart, RuleBodyPartKind, times};
use super::repair::RepairedPart;
use super::{NoRuleReason, Transcriber};
use crate::grammar::ProductionId;

/// By production: what may follow it. The end is first.
pub(super) type FollowLanguages = HashMap<ProductionId, Vec<LanguageId>>;

impl Transcriber<'_> {
    /// Computes the contexts of each production, users before the productions that they name. A
    /// production that exceeds the limits adds no contexts to others.
    pub(super) fn contexts(
        &mut self,
        order: &[ProductionId],
        tokens: &HashMap<ProductionId, RepairedPart>,
        reserve: &Reserve,
    ) -> FollowLanguages {
        let mut contexts: FollowLanguages = HashMap::new();
        let mut seen: HashSet<(ProductionId, LanguageId)> = HashSet::new();
        let parts = self.parts;
        for &id in parts.keys() {
            contexts.insert(id, vec![LanguageId::EMPTY]);
            seen.insert((id, LanguageId::EMPTY));
        }
        for id in order.iter().rev().filter(|id| !tokens.contains_key(id)) {
            let Some(part) = parts.get(id) else { continue };
            let known = contexts.get(id).cloned().unwrap_or_default();
            let mut found = Vec::new();
            let all = self.ask(reserve, |this| {
                found.clear();
                known.iter().try_for_each(|&next| this.following(part, next, tokens, &mut found))
            });
            if all.is_err() {
                continue;
            }
            for (named, next) in found {
                if seen.insert((named, next)) {
                    contexts.entry(named).or_default().push(next);
                }
            }
        }
        contexts
    }

    /// Collects what follows the names in a part, given what follows the part.
    fn following(
        &mut self,
        part: &RuleBodyPart,
        next: LanguageId,
        tokens: &HashMap<ProductionId, RepairedPart>,
        found: &mut Vec<(ProductionId, LanguageId)>,
    ) -> Result<(), NoRuleReason> {
        match &part.kind {
            RuleBodyPartKind::Text(_) => {}
            RuleBodyPartKind::Name(id) => {
                if !tokens.contains_key(id) {
                    found.push((*id, next));
                }
            }
            RuleBodyPartKind::Sequence(parts) => {
                let mut next = next;
                for part in parts.iter().rev() {
                    self.following(part, next, tokens, found)?;
                    next = self.matcher.store.concat(part.language, next)?;
                }
            }
            RuleBodyPartKind::Choice(parts) => {
                for part in parts {
                    self.following(part, next, tokens, found)?;
                }
            }
            RuleBodyPartKind::Optional(body) => self.following(body, next, tokens, found)?,
            RuleBodyPartKind::Repetition { at_least, at_most, body } => {
                let rounds = at_most.unwrap_or(at_least + 1).min(64);
                for round in 1..=rounds {
                    let least = at_least.saturating_sub(round);
                    let most = at_most.map(|most| most - round);
                    let store = &mut self.matcher.store;
                    let rest = times(body.language, least, most, next, store)?;
                    self.following(body, rest, tokens, found)?;
                }
            }
        }
        Ok(())
    }
}
