//! Cyclic productions: those that derive themselves alone, A ⇒⁺ A. A derivation that contains
//! one can be extended without end.

use std::collections::HashSet;

use crate::core::{Core, CoreKind};
use crate::grammar::{Grammar, ProductionId};
use crate::graph::cycles;

/// The productions that derive themselves alone.
#[derive(Debug)]
pub(crate) struct CyclicProductions(HashSet<ProductionId>);

impl CyclicProductions {
    /// Those that some productions can reach.
    pub fn reached_from(grammar: &Grammar, starts: &[ProductionId]) -> CyclicProductions {
        let reached = grammar.reachable(starts);
        let named = |id: &ProductionId| {
            let mut named = Vec::new();
            stand_alone(grammar, grammar.core(*id), &mut named);
            let mut named: Vec<usize> =
                named.into_iter().filter_map(|id| reached.binary_search(&id).ok()).collect();
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
fn stand_alone(grammar: &Grammar, expression: &Core, named: &mut Vec<ProductionId>) {
    match &expression.kind {
        CoreKind::Text(_) => {}
        CoreKind::Name(id) if grammar.derives_nothing(*id) => {}
        CoreKind::Name(id) => named.push(*id),
        CoreKind::Concatenation(parts) => {
            let mut filled = parts.iter().filter(|part| !part.is_nullable);
            match (filled.next(), filled.next()) {
                (None, _) => parts.iter().for_each(|part| stand_alone(grammar, part, named)),
                (Some(part), None) => stand_alone(grammar, part, named),
                (Some(_), Some(_)) => {}
            }
        }
        CoreKind::Alternation(parts) => {
            parts.iter().for_each(|part| stand_alone(grammar, part, named));
        }
        CoreKind::Repetition { least, body, .. } => {
            if *least <= 1 || body.is_nullable {
                stand_alone(grammar, body, named);
            }
        }
    }
}
