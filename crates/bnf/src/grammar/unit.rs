//! Productions that are one unit long: a character, or an escape for one.
//!
//! `digit`, `uchar`, `gtype`: they are what a reader would call symbols. A
//! diagnostic says that one is expected, and never that one failed; a tree
//! need not show what is inside them.

use std::collections::HashSet;

use urlbnf_language::CharacterSet;

use super::Grammar;
use super::expression::{Expression, ExpressionKind, ProductionId};

/// The strings of a production that is one unit long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Unit {
    /// The single characters.
    pub characters: CharacterSet,
    /// `%` and two hexadecimal digits, where it has escapes: the production of a digit.
    pub escape: Option<ProductionId>,
}

impl Unit {
    /// How many bytes of the input the unit at its beginning takes; `None` where there is none.
    pub fn length(
        &self,
        input: &[u8],
        hex: impl Fn(ProductionId) -> CharacterSet,
    ) -> Option<usize> {
        let &first = input.first()?;
        if self.characters.contains(first) {
            return Some(1);
        }
        let hex = hex(self.escape?);
        let is_escape = first == b'%' && input.get(1..3)?.iter().all(|&byte| hex.contains(byte));
        is_escape.then_some(3)
    }
}

/// The unit of each production of the grammar that is one.
pub(super) fn units(grammar: &Grammar) -> Vec<Option<Unit>> {
    let mut units = vec![None; grammar.len()];
    // A unit is made of units alone, and never of itself.
    for id in grammar.bottom_up() {
        let definitions = grammar.production(id).definitions();
        if !definitions.is_empty() {
            let parts = definitions.iter().map(|definition| unit_of(&definition.body, &units));
            units[id.index()] = parts.collect::<Option<_>>().and_then(join);
        }
    }
    units
}

/// All of them as one; `None` where their escapes differ: a unit has digits of one kind.
fn join(parts: Vec<Unit>) -> Option<Unit> {
    parts.into_iter().try_fold(Unit::default(), |all, part| {
        let escape = match (all.escape, part.escape) {
            (Some(one), Some(other)) if one != other => return None,
            (one, other) => one.or(other),
        };
        Some(Unit { characters: all.characters.union(part.characters), escape })
    })
}

fn unit_of(expression: &Expression, units: &[Option<Unit>]) -> Option<Unit> {
    if let Some(characters) = expression.one_byte() {
        return Some(Unit { characters, escape: None });
    }
    match &expression.kind {
        ExpressionKind::Reference(id) => units[id.index()],
        ExpressionKind::Choice(parts) => {
            let parts: Option<Vec<Unit>> = parts.iter().map(|part| unit_of(part, units)).collect();
            join(parts?)
        }
        ExpressionKind::Sequence(parts) => match parts.as_slice() {
            [percent, first, second] if percent.kind == ExpressionKind::Literal("%".to_owned()) => {
                let hex = first.as_reference().filter(|&hex| Some(hex) == second.as_reference())?;
                let single = units[hex.index()].is_some_and(|unit| unit.escape.is_none());
                single.then_some(Unit { characters: CharacterSet::default(), escape: Some(hex) })
            }
            _ => None,
        },
        _ => None,
    }
}

/// The alternatives of a production, those in groups too; what is named twice once.
pub(crate) fn alternatives(grammar: &Grammar, unit: ProductionId) -> Vec<&Expression> {
    let mut found = Vec::new();
    let mut named = HashSet::new();
    let mut pending: Vec<&Expression> = grammar.production(unit).alternatives().collect();
    pending.reverse();
    while let Some(alternative) = pending.pop() {
        match &alternative.kind {
            ExpressionKind::Choice(parts) => pending.extend(parts.iter().rev()),
            ExpressionKind::Reference(id) if !named.insert(*id) => {}
            _ => found.push(alternative),
        }
    }
    found
}
