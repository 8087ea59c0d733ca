//! Alternatives that add no string to those before them.

use urlbnf_language::{Dfa, Exceeded};

use super::{Fault, Finding, LintCode, language};
use crate::automaton::NotRegular;
use crate::grammar::{Expression, ExpressionKind, Grammar, Place, ProductionId};

/// A choice of the text, and its alternatives as productions of their own.
struct Choice {
    production: ProductionId,
    alternatives: Vec<(Place, ProductionId)>,
}

/// The alternatives of all choices, groups and options included, all of whose strings
/// come from the ones before them; and the choices of which that cannot be decided,
/// unless it is an error of their production already.
pub(super) fn findings(grammar: &Grammar, errors: &[Option<NotRegular>]) -> Vec<Finding> {
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
    let of_choice = |choice: &Choice| {
        let (mut found, error) = covered(&extended, choice);
        let is_told = errors[choice.production.index()].is_some();
        if let (Some((place, exceeded)), false) = (error, is_told) {
            let production = choice.production;
            let fault = Fault::Undecided(NotRegular::TooLarge(production, exceeded));
            found.push(Finding { code: LintCode::TooLarge, place, production, fault });
        }
        found
    };
    choices.iter().flat_map(of_choice).collect()
}

/// The alternatives that add nothing, and where a limit was passed.
fn covered(grammar: &Grammar, choice: &Choice) -> (Vec<Finding>, Option<(Place, Exceeded)>) {
    let mut found = Vec::new();
    let mut before = Dfa::none();
    for (number, &(place, id)) in choice.alternatives.iter().enumerate() {
        let own = match language(grammar, id) {
            Ok(own) => own,
            Err(NotRegular::TooLarge(_, exceeded)) => return (found, Some((place, exceeded))),
            Err(NotRegular::Cycle(..)) => return (found, None),
        };
        let compared = own.witness(&before).and_then(|it| Ok((it, before.union(&own)?)));
        let (witness, both) = match compared {
            Ok(compared) => compared,
            Err(exceeded) => return (found, Some((place, exceeded))),
        };
        // What has no string because of a name that is defined nowhere is told there.
        if number > 0 && !own.is_empty() && witness.is_none() {
            let fault = Fault::Covered { example: own.plainest() };
            let (code, production) = (LintCode::CoveredAlternative, choice.production);
            found.push(Finding { code, place, production, fault });
        }
        before = both;
    }
    (found, None)
}
