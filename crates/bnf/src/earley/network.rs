//! A grammar as networks: automata that call each other.
//!
//! Productions without middle recursion are expanded where they are named, as in an automaton of
//! the whole grammar. Each production with middle recursion is a network, and its name is a
//! call.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use urlbnf_language::{ByteClasses, Predecessors, Work};

use crate::automaton::{
    Automaton, AutomatonError, LanguageSpec, ThompsonGraph, nesting_productions,
};
use crate::grammar::{Grammar, ProductionId};

/// The networks that a start needs; the first is that of the start.
#[derive(Debug)]
pub(super) struct TransitionNetworks {
    pub all: Vec<Arc<TransitionNetwork>>,
    /// The productions whose names are calls.
    pub called: Arc<HashSet<ProductionId>>,
    /// Classes of bytes that no network distinguishes.
    pub classes: ByteClasses,
    /// Whether the grammar is of code points and some characters have several bytes.
    pub has_characters: bool,
    /// Whether all bytes of its positions are ASCII.
    pub is_ascii: bool,
}

/// A production as an automaton over bytes and calls.
#[derive(Debug, Clone)]
pub(super) struct TransitionNetwork {
    pub production: ProductionId,
    pub automaton: Arc<Automaton>,
    /// By position: the network that it calls.
    calls: Vec<Option<u32>>,
    /// By position: whether some string of the network uses it.
    useful: Vec<bool>,
    /// The calls of a path that derives the empty string, if there is one. The called networks
    /// were found to be nullable earlier, so these paths have no cycles.
    pub empty: Option<Vec<u32>>,
}

/// Which productions are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CallPolicy {
    /// Those with middle recursion. All others are expanded where they are named.
    Recursive,
    /// All except units, if expanding the others is too large.
    All,
}

impl CallPolicy {
    /// The productions whose names are calls in the networks of a start. Productions that the start
    /// does not need may be among them.
    fn called_productions(self, grammar: &Grammar, start: ProductionId) -> HashSet<ProductionId> {
        match self {
            CallPolicy::Recursive if !grammar.needs_recursion(start) => HashSet::new(),
            CallPolicy::Recursive => nesting_productions(grammar),
            CallPolicy::All => grammar.ids().filter(|&id| grammar.unit(id).is_none()).collect(),
        }
    }
}

impl TransitionNetworks {
    /// The networks of a language, and the graphs from which trees are written.
    pub fn from_language(
        grammar: &Grammar,
        language: &LanguageSpec<'_>,
        calls: CallPolicy,
        work: &mut Work,
    ) -> Result<(TransitionNetworks, Vec<ThompsonGraph>), AutomatonError> {
        let called = Arc::new(calls.called_productions(grammar, language.start));
        let mut order = NetworkOrder::default();
        order.number(language.start);
        let (mut all, mut graphs) = (Vec::new(), Vec::new());
        while let Some(&id) = order.productions.get(all.len()) {
            let own = LanguageSpec { start: id, without: language.without };
            let (network, graph) =
                TransitionNetwork::new(grammar, &own, &called, &mut order, work)?;
            all.push(Arc::new(network));
            graphs.push(graph);
        }
        Ok((TransitionNetworks::of_networks(grammar, called, all), graphs))
    }

    fn of_networks(
        grammar: &Grammar,
        called: Arc<HashSet<ProductionId>>,
        mut all: Vec<Arc<TransitionNetwork>>,
    ) -> TransitionNetworks {
        reduce(&mut all);
        find_empty(&mut all);
        let sets = all.iter().flat_map(|network| network.automaton.character_sets());
        let classes = ByteClasses::of_sets(sets);
        let is_ascii = all.iter().all(|network| network.automaton.is_ascii());
        let has_characters = grammar.listing().code_points && !is_ascii;
        TransitionNetworks { all, called, classes, has_characters, is_ascii }
    }

    /// The networks of a grammar that differs from that of these networks in the text of one production;
    /// `None` if that production is not called, or names a production that has no network.
    pub fn with_text(
        &self,
        grammar: &Grammar,
        changed: ProductionId,
        work: &mut Work,
    ) -> Result<Option<TransitionNetworks>, AutomatonError> {
        let size: usize = self.all.iter().map(|network| 1 + network.calls.len()).sum();
        // Their uses, their empty paths and their classes are computed again.
        let counted = work.grow::<(ProductionId, Arc<TransitionNetwork>)>(self.all.len());
        let counted = counted.and_then(|()| work.ticks(3 * size));
        counted.map_err(|exceeded| AutomatonError::TooLarge(changed, exceeded))?;
        let mut order = NetworkOrder::default();
        for network in &self.all {
            order.number(network.production);
        }
        let Some(&number) = order.numbers.get(&changed) else { return Ok(None) };
        let own = LanguageSpec::from_production(changed);
        let (network, _) = TransitionNetwork::new(grammar, &own, &self.called, &mut order, work)?;
        if order.productions.len() > self.all.len() {
            return Ok(None);
        }
        let mut all = self.all.clone();
        all[number as usize] = Arc::new(network);
        Ok(Some(TransitionNetworks::of_networks(grammar, Arc::clone(&self.called), all)))
    }

    /// Whether the start derives any string.
    pub fn derives(&self) -> bool {
        let start = &self.all[0];
        start.has_string(&start.useful)
    }

    pub fn network(&self, number: u32) -> &TransitionNetwork {
        &self.all[number as usize]
    }
}

/// The productions that have networks, by the number of the network.
#[derive(Default)]
struct NetworkOrder {
    productions: Vec<ProductionId>,
    numbers: HashMap<ProductionId, u32>,
    /// The nodes of the graphs of all networks.
    nodes: usize,
}

impl NetworkOrder {
    /// The number of the network of a production, which is the next one if it had none.
    fn number(&mut self, id: ProductionId) -> u32 {
        *self.numbers.entry(id).or_insert_with(|| {
            self.productions.push(id);
            self.productions.len() as u32 - 1
        })
    }
}

impl TransitionNetwork {
    fn new(
        grammar: &Grammar,
        language: &LanguageSpec<'_>,
        called: &HashSet<ProductionId>,
        order: &mut NetworkOrder,
        work: &mut Work,
    ) -> Result<(TransitionNetwork, ThompsonGraph), AutomatonError> {
        let (automaton, graph) = Automaton::calling(grammar, language, called, work)?;
        order.nodes += graph.nodes.len();
        let fits = work.check_nodes(order.nodes);
        fits.map_err(|exceeded| AutomatonError::TooLarge(language.start, exceeded))?;
        let call = |position: usize| Some(order.number(automaton.position(position).child?));
        let calls: Vec<Option<u32>> = (0..automaton.len()).map(call).collect();
        let useful = vec![true; automaton.len()];
        let production = language.start;
        let automaton = Arc::new(automaton);
        Ok((TransitionNetwork { production, automaton, calls, useful, empty: None }, graph))
    }

    /// The network that a position calls; `None` if it takes a byte.
    pub fn call(&self, position: usize) -> Option<u32> {
        self.calls[position]
    }

    /// The positions at the beginning, and whether the network derives the empty string.
    pub fn beginning(&self) -> (Vec<u32>, bool) {
        let (first, ends) = self.automaton.beginning();
        (self.waiting(first), ends)
    }

    /// The positions that follow these, and whether a string may end after one of these.
    pub fn following(&self, taken: impl Iterator<Item = usize>) -> (Vec<u32>, bool) {
        let (mut next, mut ends) = (Vec::new(), false);
        for position in taken {
            ends |= self.automaton.may_end_after(position);
            next.extend(self.automaton.after(position));
        }
        (self.waiting(next.into_iter()), ends)
    }

    fn waiting(&self, positions: impl Iterator<Item = usize>) -> Vec<u32> {
        let useful = positions.filter(|&position| self.useful[position]);
        let mut waiting: Vec<u32> = useful.map(|position| position as u32).collect();
        waiting.sort_unstable();
        waiting.dedup();
        waiting
    }

    /// Whether some string of the network uses a position.
    pub fn is_useful(&self, position: usize) -> bool {
        self.useful[position]
    }

    /// The positions from which the end is reached through positions that satisfy `may`.
    fn finishing(&self, may: impl Fn(usize) -> bool) -> Vec<bool> {
        let automaton = &self.automaton;
        let mut finishing = vec![false; automaton.len()];
        let last = (0..automaton.len())
            .filter(|&position| automaton.may_end_after(position) && may(position));
        let mut pending: Vec<usize> = last.collect();
        // Most calls ask whether a network derives the empty string, and most networks do not.
        if pending.is_empty() {
            return finishing;
        }
        let edges = |position: usize| automaton.after(position).map(move |next| (position, next));
        let before = Predecessors::of_steps(automaton.len(), (0..automaton.len()).flat_map(edges));
        while let Some(position) = pending.pop() {
            if !std::mem::replace(&mut finishing[position], true) {
                let earlier =
                    before.predecessors(position).iter().map(|&predecessor| predecessor as usize);
                pending.extend(earlier.filter(|&predecessor| may(predecessor)));
            }
        }
        finishing
    }

    /// Whether every network that it calls derives a string. Then every position with an incoming
    /// edge is useful, because the automaton has no edges to positions that cannot finish.
    fn is_complete(&self, derives: &[bool]) -> bool {
        self.calls.iter().flatten().all(|&called| derives[called as usize])
    }

    /// Whether the network derives a string through such positions.
    fn has_string(&self, finishing: &[bool]) -> bool {
        let (mut first, empty) = self.automaton.beginning();
        empty || first.any(|position| finishing[position])
    }
}

/// Marks the positions that no string uses because what they call derives nothing.
fn reduce(all: &mut [Arc<TransitionNetwork>]) {
    let mut derives = vec![false; all.len()];
    let useful = |network: &TransitionNetwork, derives: &[bool]| {
        network.finishing(|position| {
            let calls = network.calls[position].map(|called| derives[called as usize]);
            calls.unwrap_or(!network.automaton.position(position).characters.is_empty())
        })
    };
    loop {
        let before = derives.clone();
        // Most networks have lower numbers than those that they call.
        for (number, network) in all.iter().enumerate().rev() {
            derives[number] = derives[number]
                || match network.is_complete(&derives) {
                    true => network.has_string(&vec![true; network.calls.len()]),
                    false => network.has_string(&useful(network, &derives)),
                };
        }
        if before == derives {
            break;
        }
    }
    for network in all {
        let useful = match network.is_complete(&derives) {
            true => vec![true; network.calls.len()],
            false => useful(network, &derives),
        };
        if network.useful != useful {
            Arc::make_mut(network).useful = useful;
        }
    }
}

/// Finds the nullable networks, with a path for each.
fn find_empty(all: &mut [Arc<TransitionNetwork>]) {
    let mut nullable = vec![false; all.len()];
    loop {
        let before = nullable.clone();
        // Most networks have lower numbers than those that they call.
        for number in (0..all.len()).rev() {
            if nullable[number] {
                continue;
            }
            let network = &all[number];
            let may = |position: usize| {
                network.calls[position].is_some_and(|call| nullable[call as usize])
            };
            let finishing = network.finishing(may);
            if !network.has_string(&finishing) {
                continue;
            }
            // A shortest path, which has no cycles.
            let (first, mut ends) = network.automaton.beginning();
            let mut predecessors: HashMap<usize, Option<usize>> = HashMap::new();
            let mut pending = std::collections::VecDeque::new();
            for position in first.filter(|&position| finishing[position]) {
                predecessors.entry(position).or_insert_with(|| {
                    pending.push_back(position);
                    None
                });
            }
            let mut last = None;
            while let Some(position) = pending.pop_front().filter(|_| !ends) {
                if network.automaton.may_end_after(position) {
                    (last, ends) = (Some(position), true);
                }
                for next in network.automaton.after(position).filter(|&next| finishing[next]) {
                    predecessors.entry(next).or_insert_with(|| {
                        pending.push_back(next);
                        Some(position)
                    });
                }
            }
            let mut calls = Vec::new();
            while let Some(position) = last {
                calls.extend(network.calls[position]);
                last = predecessors[&position];
            }
            calls.reverse();
            if all[number].empty.as_ref() != Some(&calls) {
                Arc::make_mut(&mut all[number]).empty = Some(calls);
            }
            nullable[number] = true;
        }
        if before == nullable {
            break;
        }
    }
    for (network, is_nullable) in all.iter_mut().zip(nullable) {
        if !is_nullable && network.empty.is_some() {
            Arc::make_mut(network).empty = None;
        }
    }
}
