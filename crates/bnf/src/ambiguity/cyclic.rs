//! Cyclic productions: those that derive themselves alone, A ⇒⁺ A. A derivation that contains
//! one can be extended without end.

use crate::grammar::{
    Expression, ExpressionKind, Grammar, ProductionId, component_numbers, lead_back,
};

/// Which productions derive themselves alone, by number.
#[derive(Debug)]
pub(crate) struct CyclicProductions(Vec<bool>);

impl CyclicProductions {
    pub fn from_grammar(grammar: &Grammar) -> CyclicProductions {
        let empty = grammar.may_be_empty();
        let named = |id: ProductionId| {
            let mut named = Vec::new();
            for alternative in grammar.production(id).alternatives() {
                stand_alone(grammar, alternative, &empty, &mut named);
            }
            named
        };
        let named: Vec<Vec<ProductionId>> = grammar.ids().map(named).collect();
        CyclicProductions(lead_back(&named, &component_numbers(&named)))
    }

    /// Whether a production derives itself alone.
    pub fn is(&self, id: ProductionId) -> bool {
        self.0[id.index()]
    }
}

/// A clause why some strings have infinitely many derivations: what lets `id` occur in one any
/// number of times without another character.
pub fn endless_text(grammar: &Grammar, id: ProductionId) -> String {
    let name = grammar.name(id);
    match CyclicProductions::from_grammar(grammar).is(id) {
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
            for (at, part) in parts.iter().enumerate() {
                let mut others = parts.iter().enumerate().filter(|(other, _)| *other != at);
                if others.all(|(_, it)| may_be_empty(it)) {
                    stand_alone(grammar, part, empty, named);
                }
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
