//! The derivations of units. A unit is a leaf of every tree, but its character may derive from
//! its production in several ways.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use urlbnf_language::{BYTES, ByteClasses, Exceeded, FastMap, Work};

use crate::automaton::{PositionSymbol, ThompsonGraph};
use crate::grammar::{
    CharacterSet, Expression, ExpressionKind, Grammar, ProductionId, alternatives,
};

/// The most derivations of one character from a unit that are distinguished.
const MOST_DERIVATIONS: u8 = 100;

/// By byte: the number of derivations from a unit, [`MOST_DERIVATIONS`] at most.
type ByteDerivationCounts = [u8; BYTES];

/// By unit and byte: the number of derivations.
pub(super) struct UnitDerivationCounts(HashMap<ProductionId, ByteDerivationCounts>);

impl UnitDerivationCounts {
    pub fn from_graph(
        grammar: &Grammar,
        graph: &ThompsonGraph,
        work: &mut Work,
    ) -> Result<UnitDerivationCounts, Exceeded> {
        let (mut counts, mut known) = (HashMap::new(), FastMap::default());
        for position in &graph.positions {
            let PositionSymbol::Production(unit) = position.symbol else { continue };
            if let Entry::Vacant(place) = counts.entry(unit) {
                place.insert(UnitDerivationCounts::counts(grammar, unit, &mut known, work)?);
            }
        }
        Ok(UnitDerivationCounts(counts))
    }

    /// Counts the derivations from a unit, after those from the units that it names.
    fn counts(
        grammar: &Grammar,
        unit: ProductionId,
        known: &mut FastMap<ProductionId, ByteDerivationCounts>,
        work: &mut Work,
    ) -> Result<ByteDerivationCounts, Exceeded> {
        let mut pending = vec![unit];
        while let Some(&next) = pending.last() {
            let alternatives = alternatives(grammar, next);
            work.ticks(BYTES + alternatives.len())?;
            let named = alternatives.iter().filter_map(|it| it.as_reference());
            let unknown =
                |it: &ProductionId| grammar.unit(*it).is_some() && !known.contains_key(it);
            let before = pending.len();
            pending.extend(named.filter(unknown));
            if pending.len() > before {
                continue;
            }
            let (mut counts, mut ends) = ([0; BYTES], CharacterSet::default());
            for alternative in &alternatives {
                match alternative.as_reference() {
                    Some(id) => {
                        for byte in first_bytes(grammar, id).bytes().map(usize::from) {
                            counts[byte] = MOST_DERIVATIONS.min(counts[byte] + known[&id][byte]);
                        }
                    }
                    None => ends = ends.union(ending(alternative)),
                }
            }
            for byte in ends.bytes().map(usize::from) {
                counts[byte] = MOST_DERIVATIONS.min(counts[byte] + 1);
            }
            known.insert(next, counts);
            pending.pop();
        }
        Ok(known[&unit])
    }

    pub fn count(&self, unit: ProductionId, byte: u8) -> usize {
        self.0.get(&unit).map_or(0, |counts| usize::from(counts[usize::from(byte)]))
    }

    /// The most derivations from a unit that a byte of a set has.
    pub fn most(&self, unit: ProductionId, bytes: CharacterSet) -> usize {
        bytes.bytes().map(|byte| self.count(unit, byte)).max().unwrap_or(0)
    }

    /// The classes of bytes that no position and no unit of the graph distinguishes.
    pub fn classes(&self, graph: &ThompsonGraph) -> ByteClasses {
        let mut sets: Vec<CharacterSet> = graph.positions.iter().map(|it| it.characters).collect();
        sets.sort_unstable();
        sets.dedup();
        let units: Vec<&ByteDerivationCounts> = self.0.values().collect();
        ByteClasses::from_signature(|byte| {
            let contained = sets.iter().map(|set| usize::from(set.contains(byte)));
            let counts = units.iter().map(|counts| usize::from(counts[usize::from(byte)]));
            contained.chain(counts).collect::<Vec<usize>>()
        })
    }
}

/// The chains of productions by which a unit derives a character, in printed order.
pub(super) fn unit_derivations(
    grammar: &Grammar,
    unit: ProductionId,
    byte: u8,
) -> Vec<Vec<ProductionId>> {
    let goes_on = |next| first_bytes(grammar, next).contains(byte);
    let ends = |it: &Expression| it.as_reference().is_none() && ending(it).contains(byte);
    let mut chains = UnitChains::from_unit(grammar, unit, goes_on, ends).written();
    chains.sort();
    chains
}

/// The first bytes of the characters of a unit; none if the production is not a unit.
fn first_bytes(grammar: &Grammar, id: ProductionId) -> CharacterSet {
    let Some(unit) = grammar.unit(id) else { return CharacterSet::default() };
    // No two productions of a unit have the same character of several bytes.
    let first = |character: char| character.encode_utf8(&mut [0; 4]).as_bytes()[0];
    let wide = unit.wide.iter().map(|&(from, to)| CharacterSet::range(first(from), first(to)));
    wide.fold(unit.characters, CharacterSet::union)
}

/// The first bytes of an alternative that is not a name. For a character of several bytes these are
/// all bytes from 0x80 on.
fn ending(alternative: &Expression) -> CharacterSet {
    alternative.one_byte().unwrap_or_else(|| CharacterSet::range(0x80, 0xFF))
}

/// Every chain of productions by which a unit derives an escape, in printed order.
pub(super) fn escape_derivations(grammar: &Grammar, unit: ProductionId) -> Vec<Vec<ProductionId>> {
    let goes_on = |next| grammar.unit(next).is_some_and(|unit| unit.escape.is_some());
    let ends = |it: &Expression| matches!(it.kind, ExpressionKind::Sequence(_));
    UnitChains::from_unit(grammar, unit, goes_on, ends).written()
}

/// The chains of productions from a unit, by names that go on, to an alternative that ends.
struct UnitChains {
    /// Productions, each with the link before it.
    links: Vec<(ProductionId, Option<usize>)>,
    /// By chain: its last link.
    ends: Vec<usize>,
}

impl UnitChains {
    fn from_unit(
        grammar: &Grammar,
        unit: ProductionId,
        goes_on: impl Fn(ProductionId) -> bool,
        ends: impl Fn(&Expression) -> bool,
    ) -> UnitChains {
        let mut chains = UnitChains { links: vec![(unit, None)], ends: Vec::new() };
        let mut pending = vec![0];
        while let Some(link) =
            pending.pop().filter(|_| chains.ends.len() < usize::from(MOST_DERIVATIONS))
        {
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
