//! Cyclic productions: those that derive themselves alone, A ⇒⁺ A. A derivation that contains
//! one can be extended without end.

use std::collections::HashSet;

use crate::components::cycles;
use crate::grammar::{Expression, ExpressionKind, Grammar, ProductionId};

/// The productions that derive themselves alone.
#[derive(Debug)]
pub(crate) struct CyclicProductions(HashSet<ProductionId>);

impl CyclicProductions {
    /// Those that some productions can reach.
    pub fn reached_from(grammar: &Grammar, starts: &[ProductionId]) -> CyclicProductions {
        let reached = grammar.reachable(starts);
        let named = |id: &ProductionId| {
            let mut named = Vec::new();
            for alternative in grammar.production(*id).alternatives() {
                stand_alone(grammar, alternative, grammar.may_be_empty(), &mut named);
            }
            let mut named: Vec<usize> =
                named.into_iter().filter_map(|it| reached.binary_search(&it).ok()).collect();
            named.sort_unstable();
            named.dedup();
            named
        };
        let named: Vec<Vec<usize>> = reached.iter().map(named).collect();
        CyclicProductions(cycles(&named).flatten().map(|at| reached[at]).collect())
    }

    /// Whether a production derives itself alone.
    pub fn is(&self, id: ProductionId) -> bool {
        self.0.contains(&id)
    }
}

/// A clause why some strings have infinitely many derivations: what lets `id` occur in one any
/// number of times without another character.
pub fn endless_text(grammar: &Grammar, id: ProductionId) -> String {
    let name = grammar.name(id);
    match CyclicProductions::reached_from(grammar, &[id]).is(id) {
        true => format!("`{name}` derives itself alone"),
        false => format!("`{name}` may be empty where it is repeated"),
    }
}

/// Collects the names that an expression can derive with nothing beside them.
fn stand_alone(
    grammar: &Grammar,
    expression: &Expression,
    empty: &[bool],
    named: &mut Vec<ProductionId>,
) {
    let may_be_empty = |part: &Expression| part.may_be_empty(empty);
    match &expression.kind {
        ExpressionKind::Reference(id) if !grammar.derives_nothing(*id) => named.push(*id),
        ExpressionKind::Sequence(parts) => {
            let mut filled = parts.iter().filter(|part| !may_be_empty(part));
            match (filled.next(), filled.next()) {
                (None, _) => {
                    parts.iter().for_each(|part| stand_alone(grammar, part, empty, named));
                }
                (Some(part), None) => stand_alone(grammar, part, empty, named),
                (Some(_), Some(_)) => {}
            }
        }
        ExpressionKind::Repetition { at_least, at_most, body } => {
            if *at_most != Some(0) && (*at_least <= 1 || may_be_empty(body)) {
                stand_alone(grammar, body, empty, named);
            }
        }
        _ => {
            for part in expression.parts() {
                stand_alone(grammar, part, empty, named);
            }
        }
    }
}
