//! The derivations of units. A unit is a leaf of every tree, but its character may derive from
//! its production in several ways.

use std::collections::HashMap;

use urlbnf_language::ByteClasses;

use crate::automaton::{Graph, Symbol};
use crate::grammar::{
    CharacterSet, Expression, ExpressionKind, Grammar, ProductionId, Unit, alternatives,
};

/// The most derivations of one character from a unit that are distinguished.
const MOST_WAYS: usize = 100;

/// By unit and byte: the number of derivations.
pub(super) struct Ways(HashMap<ProductionId, Vec<usize>>);

impl Ways {
    pub fn of(grammar: &Grammar, graph: &Graph) -> Ways {
        let mut ways = HashMap::new();
        for position in &graph.positions {
            if let Symbol::Production(unit) = position.symbol {
                let count = |byte| unit_derivations(grammar, unit, byte).len();
                ways.entry(unit).or_insert_with(|| (0..=u8::MAX).map(count).collect());
            }
        }
        Ways(ways)
    }

    pub fn count(&self, unit: ProductionId, byte: u8) -> usize {
        self.0.get(&unit).and_then(|ways| ways.get(usize::from(byte))).copied().unwrap_or(0)
    }

    /// The most derivations from a unit that a byte of a set has.
    pub fn most(&self, unit: ProductionId, bytes: CharacterSet) -> usize {
        bytes.bytes().map(|byte| self.count(unit, byte)).max().unwrap_or(0)
    }

    /// The classes of bytes that no position and no unit of the graph distinguishes.
    pub fn classes(&self, graph: &Graph) -> ByteClasses {
        let mut sets: Vec<CharacterSet> = graph.positions.iter().map(|it| it.characters).collect();
        sets.sort_unstable();
        sets.dedup();
        let units: Vec<&Vec<usize>> = self.0.values().collect();
        ByteClasses::of(|byte| {
            let contained = sets.iter().map(|set| usize::from(set.contains(byte)));
            let ways = units.iter().map(|ways| ways[usize::from(byte)]);
            contained.chain(ways).collect::<Vec<usize>>()
        })
    }
}

/// The chains of productions by which a unit derives a character, in printed order.
pub(super) fn unit_derivations(
    grammar: &Grammar,
    unit: ProductionId,
    byte: u8,
) -> Vec<Vec<ProductionId>> {
    // No two productions of a unit have the same character of several bytes.
    let begins = |it: &Unit| {
        let first = |character: char| character.encode_utf8(&mut [0; 4]).as_bytes()[0];
        it.wide.iter().any(|&(from, to)| (first(from)..=first(to)).contains(&byte))
    };
    let has = |it: &Unit| it.characters.contains(byte) || byte >= 0x80 && begins(it);
    let goes_on = |next: ProductionId| grammar.unit(next).is_some_and(has);
    let ends = |it: &Expression| match byte >= 0x80 && it.as_reference().is_none() {
        true => it.one_byte().is_none_or(|one| one.contains(byte)),
        false => it.one_byte().is_some_and(|one| one.contains(byte)),
    };
    let mut chains = chains(grammar, unit, goes_on, ends);
    chains.sort();
    chains
}

/// Every chain of productions by which a unit derives an escape, in printed order.
pub(super) fn escape_derivations(grammar: &Grammar, unit: ProductionId) -> Vec<Vec<ProductionId>> {
    let goes_on = |next| grammar.unit(next).is_some_and(|unit| unit.escape.is_some());
    let ends = |it: &Expression| matches!(it.kind, ExpressionKind::Sequence(_));
    chains(grammar, unit, goes_on, ends)
}

/// The chains of productions from a unit, by names that go on, to an alternative that ends.
fn chains(
    grammar: &Grammar,
    unit: ProductionId,
    goes_on: impl Fn(ProductionId) -> bool,
    ends: impl Fn(&Expression) -> bool,
) -> Vec<Vec<ProductionId>> {
    let mut chains: Vec<Vec<ProductionId>> = Vec::new();
    let mut pending = vec![vec![unit]];
    while let Some(chain) = pending.pop().filter(|_| chains.len() < MOST_WAYS) {
        let Some(&last) = chain.last() else { continue };
        for alternative in alternatives(grammar, last).into_iter().rev() {
            match &alternative.kind {
                ExpressionKind::Reference(next) if goes_on(*next) => {
                    pending.push(chain.iter().copied().chain([*next]).collect());
                }
                _ if ends(alternative) && !chains.contains(&chain) => chains.push(chain.clone()),
                _ => {}
            }
        }
    }
    chains
}
