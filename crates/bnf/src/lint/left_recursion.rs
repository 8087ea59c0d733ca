//! Rules on which a first-match parser never ends.
//!
//! Such a parser begins a rule with the first part of its text. If that can be the same rule
//! again before any byte is read, it recurses without end; if a repeated part may be empty, it
//! can repeat it forever. The language of the document is not affected.

use std::collections::HashSet;

use super::{Finding, FindingDetails, LintCode};
use crate::core::{Core, CoreKind};
use crate::grammar::{Grammar, ProductionId, component_numbers, lead_back};

/// The productions that can begin with themselves.
pub(super) struct LeftRecursionAnalysis {
    left: Vec<bool>,
    components: Vec<usize>,
}

impl LeftRecursionAnalysis {
    pub fn from_grammar(grammar: &Grammar) -> LeftRecursionAnalysis {
        let firsts: Vec<Vec<ProductionId>> =
            grammar.ids().map(|id| begins_with(grammar.core(id))).collect();
        let components = component_numbers(&firsts);
        LeftRecursionAnalysis { left: lead_back(&firsts, &components), components }
    }

    pub fn is_left_recursive(&self, id: ProductionId) -> bool {
        self.left[id.index()]
    }

    /// The findings; of productions that begin with each other, only the first is reported.
    pub fn findings(&self, grammar: &Grammar) -> Vec<Finding> {
        let code = LintCode::OrderMatters;
        let mut reported = HashSet::new();
        let mut found = Vec::new();
        for id in grammar.defined() {
            let component = self.components[id.index()];
            if self.is_left_recursive(id) && reported.insert(component) {
                let place = grammar.production(id).definitions()[0].name_place;
                found.push(Finding {
                    code,
                    place,
                    production: id,
                    fault: FindingDetails::LeftRecursion,
                });
            }
            for part in grammar.core(id).each() {
                if let CoreKind::Repetition { most: None, body, .. } = &part.kind
                    && body.is_nullable
                {
                    let (place, fault) = (part.place, FindingDetails::EmptyRounds);
                    found.push(Finding { code, place, production: id, fault });
                }
            }
        }
        found
    }
}

/// The productions that an expression can begin with.
fn begins_with(expression: &Core) -> Vec<ProductionId> {
    let (mut found, mut pending) = (Vec::new(), vec![expression]);
    while let Some(part) = pending.pop() {
        match &part.kind {
            CoreKind::Text(_) => {}
            CoreKind::Name(id) => found.push(*id),
            CoreKind::Concatenation(parts) => {
                let silent = parts.iter().take_while(|part| part.is_nullable).count();
                pending.extend(&parts[..parts.len().min(silent + 1)]);
            }
            CoreKind::Alternation(_) | CoreKind::Repetition { .. } => pending.extend(part.parts()),
        }
    }
    found
}
