//! Which sets of editions can accept a string together, and which cannot.
//!
//! Every string conforms to some set of editions. For each set this module finds a shortest
//! string that conforms to exactly these editions, or shows that there is none. The search
//! ends: the grammars are regular, so the product of their automata has finitely many states,
//! and all of them are visited.

use std::collections::BTreeMap;

use indexmap::IndexSet;

use crate::automaton::{
    Automaton, AutomatonError, ByteClasses, Dfa, Exceeded, LanguageSpec, Limit, Limits, Meter,
};
use crate::bnf::ProductionId;
use crate::edition::{Edition, Reading};
use crate::scheme::SchemeAlternatives;

/// The strings that conform to an edition, scheme by scheme: a string whose scheme has its own
/// productions must match those; any other string must match the generic ones.
///
/// # Errors
/// If the automaton is larger than the limits allow.
pub fn conforming(edition: Edition, reading: Reading) -> Result<Dfa, AutomatonError> {
    let grammar = edition.grammar(reading);
    let start = grammar.start();
    let schemes = SchemeAlternatives::from_start(grammar, start);
    let too_large = |exceeded| AutomatonError::TooLarge(start, exceeded);
    let language = |without: &[ProductionId]| {
        let language = LanguageSpec { start, without };
        let dfa = Automaton::new(grammar, &language)?.determinise();
        Ok(dfa.map_err(too_large)?.minimise())
    };
    let generic = schemes.generic();
    let whole = language(&[])?;
    if generic.is_empty() {
        return Ok(whole);
    }
    let own = language(&generic)?;
    let mut open = whole;
    for scheme in schemes.defined() {
        let of_scheme = Dfa::beginning_with(&format!("{scheme}:"));
        open = open.difference_within(&of_scheme, grammar.limits()).map_err(too_large)?.minimise();
    }
    Ok(own.union_within(&open, grammar.limits()).map_err(too_large)?.minimise())
}

/// A set of editions, in their order.
pub type EditionSet = Vec<Edition>;

/// Sets of editions, and a shortest string for each that has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combinations {
    /// The editions that were compared.
    pub editions: Vec<Edition>,
    /// For each possible set of editions, a shortest string that conforms to exactly these, and
    /// the least of the shortest. Bit `i` of the key is the edition at index `i`.
    pub witnesses: BTreeMap<u32, Vec<u8>>,
}

impl Combinations {
    /// Finds the witnesses for some editions, at most 32.
    ///
    /// # Errors
    /// If there are more states than the limits allow.
    pub fn for_editions(
        editions: &[Edition],
        reading: Reading,
    ) -> Result<Combinations, AutomatonError> {
        let languages = editions.iter().map(|&edition| conforming(edition, reading));
        let languages: Vec<Dfa> = languages.collect::<Result<_, _>>()?;
        let grammar = Edition::ALL[0].grammar(reading);
        let witnesses = witnesses(&languages, grammar.limits())
            .map_err(|exceeded| AutomatonError::TooLarge(grammar.start(), exceeded))?;
        Ok(Combinations { editions: editions.to_vec(), witnesses })
    }

    /// The editions in the set with this number.
    pub fn set(&self, number: u32) -> EditionSet {
        let editions = self.editions.iter().enumerate();
        editions.filter(|(bit, _)| number >> bit & 1 == 1).map(|(_, &edition)| edition).collect()
    }

    /// The sets to which no string conforms, in ascending order of their numbers.
    pub fn impossible(&self) -> impl Iterator<Item = u32> + '_ {
        let sets = 0..1u64 << self.editions.len();
        sets.map(|it| it as u32).filter(|it| !self.witnesses.contains_key(it))
    }
}

/// For each possible set, finds a shortest string that exactly these automata accept.
fn witnesses(languages: &[Dfa], limits: &Limits) -> Result<BTreeMap<u32, Vec<u8>>, Exceeded> {
    let mut meter = Meter::new(limits);
    let classes = ByteClasses::from_signature(|byte| {
        languages.iter().map(|it| it.classes()[usize::from(byte)]).collect::<Vec<u8>>()
    });
    let start: Vec<u32> = languages.iter().map(|it| it.start() as u32).collect();
    let mut states = IndexSet::from([start]);
    // How each state was first reached: the previous state and the byte.
    let mut before: Vec<(usize, u8)> = vec![(0, 0)];
    let mut found: BTreeMap<u32, usize> = BTreeMap::new();
    let mut at = 0;
    while let Some(state) = states.get_index(at).cloned() {
        let accepting = languages.iter().zip(&state).enumerate();
        let accepting = accepting.filter(|(_, (it, state))| it.is_accepting(**state as usize));
        let set = accepting.fold(0, |set, (bit, _)| set | 1 << bit);
        found.entry(set).or_insert(at);
        for &byte in classes.representatives() {
            meter.step(languages.len())?;
            let next = languages.iter().zip(&state);
            let next: Vec<u32> =
                next.map(|(it, &state)| it.step(state as usize, byte) as u32).collect();
            if states.insert(next) {
                before.push((at, byte));
            }
        }
        meter.within(Limit::States, states.len())?;
        at += 1;
    }
    let string = |mut at: usize| {
        let mut string = Vec::new();
        while at > 0 {
            string.push(before[at].1);
            at = before[at].0;
        }
        string.reverse();
        string
    };
    Ok(found.into_iter().map(|(set, at)| (set, string(at))).collect())
}
