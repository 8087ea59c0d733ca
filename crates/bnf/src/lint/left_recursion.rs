//! Rules on which a first-match parser never ends.
//!
//! Such a parser begins a rule with the first part of its text. If that can be the same rule
//! again before any byte is read, it recurses without end; if a repeated part may be empty, it
//! can repeat it forever. The language of the document is not affected.

use std::collections::HashSet;

use super::{Finding, FindingDetails, LintCode};
use crate::grammar::{
    Expression, ExpressionKind, Grammar, ProductionId, component_numbers, lead_back,
};

/// The productions that can begin with themselves.
pub(super) struct LeftRecursionAnalysis {
    left: Vec<bool>,
    components: Vec<usize>,
}

impl LeftRecursionAnalysis {
    pub fn from_grammar(grammar: &Grammar) -> LeftRecursionAnalysis {
        let first = |id: ProductionId| {
            let mut first = Vec::new();
            for body in grammar.production(id).alternatives() {
                begins_with(body, grammar.may_be_empty(), &mut first);
            }
            first
        };
        let firsts: Vec<Vec<ProductionId>> = grammar.ids().map(first).collect();
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
            let bodies =
                grammar.production(id).definitions().iter().map(|definition| &definition.body);
            for part in bodies.flat_map(Expression::all) {
                if let ExpressionKind::Repetition { at_most: None, body, .. } = &part.kind
                    && body.may_be_empty(grammar.may_be_empty())
                {
                    let (place, fault) = (part.place, FindingDetails::EmptyRounds);
                    found.push(Finding { code, place, production: id, fault });
                }
            }
        }
        found
    }
}

/// Collects the productions that a part can begin with.
fn begins_with(part: &Expression, empty: &[bool], found: &mut Vec<ProductionId>) {
    let mut pending = vec![part];
    while let Some(part) = pending.pop() {
        match &part.kind {
            ExpressionKind::Reference(id) => found.push(*id),
            ExpressionKind::Choice(parts) => pending.extend(parts),
            ExpressionKind::Sequence(parts) => {
                let silent = parts.iter().take_while(|part| part.may_be_empty(empty)).count();
                pending.extend(&parts[..parts.len().min(silent + 1)]);
            }
            ExpressionKind::Repetition { at_most: Some(0), .. } => {}
            ExpressionKind::Optional(body) | ExpressionKind::Repetition { body, .. } => {
                pending.push(body);
            }
            _ => {}
        }
    }
}
