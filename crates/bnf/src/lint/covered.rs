//! Alternatives that add no string to those before them.

use urlbnf_language::Dfa;

use super::{Fault, Finding, LintCode, language};
use crate::grammar::{Expression, ExpressionKind, Grammar, Place, ProductionId};

/// A choice of the text, and its alternatives as productions of their own.
struct Choice {
    production: ProductionId,
    alternatives: Vec<(Place, ProductionId)>,
}

/// The alternatives of all choices, groups and options included, all of whose strings
/// come from the ones before them.
pub(super) fn findings(grammar: &Grammar) -> Vec<Finding> {
    let mut bodies: Vec<Expression> = Vec::new();
    let mut choices: Vec<Choice> = Vec::new();
    // The new productions will have the next numbers.
    let first = grammar.len();
    for production in grammar.ids() {
        let definitions = grammar.production(production).definitions();
        let mut pending: Vec<&[Expression]> = Vec::new();
        let all: Vec<Expression> = grammar.production(production).alternatives().cloned().collect();
        if all.len() > 1 && definitions.len() > 1 {
            pending.push(&all);
        }
        let mut parts: Vec<&Expression> = definitions.iter().map(|it| &it.body).collect();
        while let Some(part) = parts.pop() {
            parts.extend(part.parts());
            if let ExpressionKind::Choice(alternatives) = &part.kind
                && !(definitions.len() > 1
                    && definitions.iter().any(|it| std::ptr::eq(&it.body, part)))
            {
                pending.push(alternatives);
            }
        }
        for alternatives in pending {
            let mut choice = Choice { production, alternatives: Vec::new() };
            for alternative in alternatives {
                let Some(id) = ProductionId::of(first + bodies.len()) else { return Vec::new() };
                choice.alternatives.push((alternative.place, id));
                bodies.push(alternative.clone());
            }
            choices.push(choice);
        }
    }
    let extended = grammar.with_productions(bodies);
    choices.iter().flat_map(|choice| covered(&extended, choice)).collect()
}

fn covered(grammar: &Grammar, choice: &Choice) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut before = Dfa::none();
    for (number, &(place, id)) in choice.alternatives.iter().enumerate() {
        let Some(own) = language(grammar, id) else { return found };
        // What has no string because of a name that is defined nowhere is told there.
        if number > 0 && !own.is_empty() && own.witness(&before).is_none() {
            let fault = Fault::Covered { example: own.plainest() };
            let (code, production) = (LintCode::CoveredAlternative, choice.production);
            found.push(Finding { code, place, production, fault });
        }
        before = before.union(&own);
    }
    found
}
