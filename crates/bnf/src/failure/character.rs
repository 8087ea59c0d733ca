//! What the printed grammar says about the byte at which a string fails.
//!
//! A byte that is not allowed in one place may belong to a class that the grammar names, and may
//! be used elsewhere or nowhere. That `~` is `national`, and that no production uses `national`,
//! explains more than that it is not allowed.

use super::{Failure, FailureKind};
use crate::grammar::{Expression, Grammar, ProductionId};
use crate::text::visible_byte;

impl Failure {
    /// What the printed grammar says about the byte that was found: `` `~` is `national`, which
    /// no production uses ``. `None` for letters, digits and bytes that are not ASCII, and if
    /// the grammar says nothing.
    pub fn found_text(&self, grammar: &Grammar) -> Option<String> {
        let found = self.found.filter(|byte| byte.is_ascii() && !byte.is_ascii_alphanumeric())?;
        if self.kind == FailureKind::Undefined {
            return None;
        }
        let &start = self.chain.first()?;
        let shown = visible_byte(found);
        let unused = grammar.unreachable_from(start);
        // The smallest class is the most specific: `national`, not `xchar`.
        let classes = grammar.ids().filter_map(|id| Some((grammar.unit(id)?.characters, id)));
        let class = classes
            .filter(|(characters, _)| characters.contains(found))
            .min_by_key(|(characters, id)| (characters.len(), *id))
            .map(|(_, id)| id);
        let mentions = |id: ProductionId| {
            let mut texts = grammar.production(id).alternatives().flat_map(Expression::all);
            texts.any(|part| {
                part.bytes().is_some_and(|sets| sets.iter().any(|set| set.contains(found)))
            })
        };
        match class {
            Some(class) if unused.contains(&class) => {
                let by = match !grammar.users(class).is_empty() {
                    true => format!("which `{}` leaves out", grammar.name(self.production)),
                    false => "which no production uses".to_owned(),
                };
                Some(format!("{shown} is `{}`, {by}", grammar.name(class)))
            }
            Some(class) => Some(format!("{shown} is `{}`", grammar.name(class))),
            None if grammar.ids().any(mentions) => None,
            None => Some(format!("{shown} is in no production")),
        }
    }
}
