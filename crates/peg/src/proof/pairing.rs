//! Finds the rule for each production.
//!
//! Names in pest have no `-`, and names in ABNF are case-insensitive. So the rule of
//! `path-abempty` may be called `path_abempty`, and that of `URI` may be `uri`. Rules with other
//! names have to be given.

use std::collections::{BTreeMap, BTreeSet};

use super::names::{rule_name, rule_names};
use super::transcription::Transcription;
use crate::grammar::{Grammar, ProductionId};

/// Productions and their rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductionRulePairs {
    /// Each production with its rule, in printed order.
    pub pairs: Vec<(ProductionId, String)>,
    /// The productions without a rule, except for undefined names.
    pub productions: Vec<ProductionId>,
    /// The rules without a production, in order, except for white space.
    pub rules: Vec<String>,
}

impl ProductionRulePairs {
    /// Pairs productions and rules by name. The pairs in `declared` come first, and only these may
    /// assign one rule to several productions.
    pub fn from_names(
        grammar: &Grammar,
        transcription: &Transcription,
        declared: &[(ProductionId, String)],
    ) -> ProductionRulePairs {
        let mut found: BTreeMap<ProductionId, String> = declared.iter().cloned().collect();
        let mut taken: BTreeSet<String> = found.values().cloned().collect();
        // First the names that a transcription written here has, then the plain ones.
        let own = |id: ProductionId| rule_name(grammar.name(id));
        for names in [rule_names(grammar), grammar.ids().map(own).collect()] {
            for (id, name) in grammar.ids().zip(names) {
                let is_rule = transcription.has_rule(&name);
                if is_rule && !found.contains_key(&id) && taken.insert(name.clone()) {
                    found.insert(id, name);
                }
            }
        }
        // Then names in any case, if exactly one rule and one production are left.
        let mut left: BTreeMap<String, (Vec<ProductionId>, Vec<&str>)> = BTreeMap::new();
        for id in grammar.ids().filter(|id| !found.contains_key(id)) {
            left.entry(own(id).to_ascii_lowercase()).or_default().0.push(id);
        }
        for name in transcription.names().filter(|&name| !taken.contains(name)) {
            left.entry(name.to_ascii_lowercase()).or_default().1.push(name);
        }
        for (ids, rules) in left.values() {
            if let ([id], [rule]) = (&ids[..], &rules[..]) {
                found.insert(*id, (*rule).to_owned());
            }
        }
        let is_alone = |id: &ProductionId| {
            !found.contains_key(id) && !grammar.production(*id).definitions().is_empty()
        };
        let productions = grammar.ids().filter(is_alone).collect();
        let pairs: Vec<(ProductionId, String)> = found.into_iter().collect();
        let taken: BTreeSet<&str> = pairs.iter().map(|(_, rule)| rule.as_str()).collect();
        let is_left =
            |name: &&str| !taken.contains(name) && !["WHITESPACE", "COMMENT"].contains(name);
        let rules = transcription.names().filter(is_left).map(str::to_owned).collect();
        ProductionRulePairs { pairs, productions, rules }
    }
}
