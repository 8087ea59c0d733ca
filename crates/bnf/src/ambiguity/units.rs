//! The derivations of units. A unit is a leaf of every tree, but its character may derive from
//! its production in several ways.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use urlbnf_language::{BYTES, ByteClasses, Exceeded, Meter};

use crate::automaton::{Graph, Symbol};
use crate::grammar::{
    CharacterSet, Expression, ExpressionKind, Grammar, ProductionId, Unit, alternatives,
};

/// The most derivations of one character from a unit that are distinguished.
const MOST_WAYS: usize = 100;

/// Steps charged to the budget for each link of the chains of a unit.
const LINK: usize = 48;

/// By unit and byte: the number of derivations.
pub(super) struct Ways(HashMap<ProductionId, Vec<usize>>);

impl Ways {
    pub fn of(grammar: &Grammar, graph: &Graph, meter: &mut Meter) -> Result<Ways, Exceeded> {
        let mut ways = HashMap::new();
        for position in &graph.positions {
            let Symbol::Production(unit) = position.symbol else { continue };
            let Entry::Vacant(place) = ways.entry(unit) else { continue };
            let mut counts = Vec::with_capacity(BYTES);
            for byte in 0..=u8::MAX {
                let chains = unit_chains(grammar, unit, byte);
                meter.charge(chains.links.len() * LINK)?;
                counts.push(chains.ends.len());
            }
            place.insert(counts);
        }
        Ok(Ways(ways))
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
    let mut chains = unit_chains(grammar, unit, byte).written();
    chains.sort();
    chains
}

fn unit_chains(grammar: &Grammar, unit: ProductionId, byte: u8) -> Chains {
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
    Chains::of(grammar, unit, goes_on, ends)
}

/// Every chain of productions by which a unit derives an escape, in printed order.
pub(super) fn escape_derivations(grammar: &Grammar, unit: ProductionId) -> Vec<Vec<ProductionId>> {
    let goes_on = |next| grammar.unit(next).is_some_and(|unit| unit.escape.is_some());
    let ends = |it: &Expression| matches!(it.kind, ExpressionKind::Sequence(_));
    Chains::of(grammar, unit, goes_on, ends).written()
}

/// The chains of productions from a unit, by names that go on, to an alternative that ends.
struct Chains {
    /// Productions, each with the link before it.
    links: Vec<(ProductionId, Option<usize>)>,
    /// By chain: its last link.
    ends: Vec<usize>,
}

impl Chains {
    fn of(
        grammar: &Grammar,
        unit: ProductionId,
        goes_on: impl Fn(ProductionId) -> bool,
        ends: impl Fn(&Expression) -> bool,
    ) -> Chains {
        let mut chains = Chains { links: vec![(unit, None)], ends: Vec::new() };
        let mut pending = vec![0];
        while let Some(link) = pending.pop().filter(|_| chains.ends.len() < MOST_WAYS) {
            for alternative in alternatives(grammar, chains.links[link].0).into_iter().rev() {
                match &alternative.kind {
                    ExpressionKind::Reference(next) if goes_on(*next) => {
                        pending.push(chains.links.len());
                        chains.links.push((*next, Some(link)));
                    }
                    _ if ends(alternative) && chains.ends.last() != Some(&link) => {
                        chains.ends.push(link);
                    }
                    _ => {}
                }
            }
        }
        chains
    }

    fn written(&self) -> Vec<Vec<ProductionId>> {
        let written = |&end: &usize| {
            let links = std::iter::successors(Some(end), |&link| self.links[link].1);
            let mut chain: Vec<ProductionId> = links.map(|link| self.links[link].0).collect();
            chain.reverse();
            chain
        };
        self.ends.iter().map(written).collect()
    }
}
