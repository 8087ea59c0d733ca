//! The failure of a string, from its chart.
//!
//! The positions of the items at the failure offset are those that wait. The productions outer_chain
//! an item are found by following the items that called its network first.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use super::chart::{BackPointer, EarleyItemId};
use super::tree::ChartReader;
use crate::automaton::{
    AutomatonRun, Position, PositionSymbol, UnfinishedProduction, WaitingPosition,
};
use crate::derivation::SpannedSymbol;
use crate::failure::{FailingPosition, Failure, FailureKind, FailurePlace};
use crate::grammar::{ProductionId, first_character};

/// The productions from the start to a place, and the place at which each is named.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct ProductionChain {
    productions: Vec<ProductionId>,
    named_at: Vec<usize>,
}

impl ProductionChain {
    /// Compares chains by the places where their productions are named; a longer chain precedes
    /// its prefixes.
    fn order(&self, other: &ProductionChain) -> Ordering {
        let (one, two) = (&self.named_at, &other.named_at);
        let differ = one.iter().zip(two).find(|(one, two)| one != two);
        differ.map_or(two.len().cmp(&one.len()), |(one, two)| one.cmp(two))
    }
}

/// The run of an automaton up to an item. If the run ends with a byte, also the run before that
/// byte, and the byte.
type ItemRun<'c> = (AutomatonRun<'c>, Option<(AutomatonRun<'c>, u8)>);

/// A position that waits for a byte.
struct WaitingChartPosition<'c> {
    item: EarleyItemId,
    /// The offset at which its production was entered.
    entered: usize,
    chain: ProductionChain,
    position: &'c Position,
    number: usize,
}

impl<'c> ChartReader<'c> {
    /// The failure offset in bytes; only whole characters count in a grammar of code points.
    pub fn offset(&self) -> usize {
        let end = self.chart.end();
        if !self.networks.has_characters {
            return end;
        }
        let mut at = 0;
        while let Some(&first) = self.input.get(at) {
            let length = match first {
                0..0x80 => 1,
                _ => first_character(&self.input[at..]).map_or(0, char::len_utf8),
            };
            if length == 0 || at + length > end {
                break;
            }
            at += length;
        }
        at
    }

    /// Whether the input up to an offset is in the language.
    fn may_end(&self, at: usize) -> bool {
        self.complete_item(at, 0, 0).is_some()
    }

    /// The item at an offset in which a network with this origin ends.
    fn complete_item(&self, at: usize, network: u32, origin: u32) -> Option<EarleyItemId> {
        self.chart.set(at).map(|item| item as EarleyItemId).find(|&item| {
            let state = self.states.state(self.chart.item(item).state);
            self.network(item) == (network, origin) && state.accepts
        })
    }

    /// The item that called the network of an item first; `None` for the start.
    fn caller(&self, item: EarleyItemId) -> Option<EarleyItemId> {
        let key = self.network(item);
        if key == (0, 0) {
            return None;
        }
        let callers = self.callers.get_or_init(|| {
            let mut callers = HashMap::new();
            for (number, entry) in (0..).zip(&self.chart.items) {
                if let BackPointer::Called(by) = entry.link {
                    callers.entry(self.network(number)).or_insert(by);
                }
            }
            callers
        });
        callers.get(&key).copied()
    }

    /// The position of an item that calls a network; the one that is printed first.
    fn calling(&self, item: EarleyItemId, network: u32) -> Option<usize> {
        let state = self.states.state(self.chart.item(item).state);
        let own = self.networks.network(state.network);
        let positions = state.positions.iter().map(|&position| position as usize);
        let calling = positions.filter(|&position| own.call(position) == Some(network));
        calling.min_by_key(|&position| own.automaton.position(position).place.start)
    }

    /// The chain from the start to the network of an item, without the network itself. If the
    /// chains so far are too long together, the chain begins later.
    fn outer_chain(&self, item: EarleyItemId) -> ProductionChain {
        let mut parts = Vec::new();
        let mut inner = item;
        while self.links_left.get() > 0
            && let Some(outer) = self.caller(inner)
        {
            let (network, (own, _)) = (self.network(inner).0, self.network(outer));
            if let Some(position) = self.calling(outer, network) {
                let automaton = &self.networks.network(own).automaton;
                let mut named_at = automaton.chain_places(position);
                // The place where the network is named is in its caller.
                named_at.remove(0);
                named_at.push(automaton.position(position).place.start);
                let left = self.links_left.get().saturating_sub(named_at.len());
                self.links_left.set(left);
                parts.push((automaton.chain(position), named_at));
            }
            inner = outer;
        }
        let mut chain = ProductionChain::default();
        for (productions, named_at) in parts.into_iter().rev() {
            chain.productions.extend(productions);
            chain.named_at.extend(named_at);
        }
        chain
    }

    /// Runs the automaton of an item's network up to the item. `None` if that follows more edges
    /// than are left.
    fn run_to(&self, item: EarleyItemId, at: usize) -> Option<ItemRun<'c>> {
        let automaton = &self.networks.network(self.network(item).0).automaton;
        let (mut run, mut before) = (AutomatonRun::new(automaton), None);
        let (parts, _) = self.made_of(item, at);
        let last = parts.len().saturating_sub(1);
        for (number, part) in parts.into_iter().enumerate() {
            self.work.borrow_mut().ticks(1 + run.edges_followed()).ok()?;
            match part {
                SpannedSymbol::Byte(byte, _) => {
                    before = (number == last).then(|| (run.clone(), byte));
                    run.step(byte);
                }
                SpannedSymbol::Child(id, start, end) => {
                    run.step_child(id, end - start);
                }
            }
        }
        Some((run, before))
    }

    /// The positions that wait at an offset. If a run follows too many edges, each production counts as
    /// entered where its network was.
    fn waiting(&self, at: usize) -> Vec<WaitingChartPosition<'c>> {
        let mut waiting = Vec::new();
        for item in self.chart.set(at).map(|item| item as EarleyItemId) {
            let (network, origin) = self.network(item);
            let network = self.networks.network(network);
            let state = self.states.state(self.chart.item(item).state);
            if state.positions.iter().all(|&position| network.call(position as usize).is_some()) {
                continue;
            }
            let outer_chain = self.outer_chain(item);
            let positions: Vec<WaitingPosition> = match self.run_to(item, at) {
                Some((run, _)) => run.waiting().collect(),
                None => {
                    let positions = state.positions.iter().map(|&position| position as usize);
                    positions.map(|position| WaitingPosition { position, entered: 0 }).collect()
                }
            };
            for WaitingPosition { position: number, entered } in positions {
                if network.call(number).is_some() || !network.is_useful(number) {
                    continue;
                }
                let mut chain = outer_chain.clone();
                chain.productions.extend(network.automaton.chain(number));
                chain.named_at.extend(network.automaton.chain_places(number).into_iter().skip(1));
                let position = network.automaton.position(number);
                let entered = origin as usize + entered;
                waiting.push(WaitingChartPosition { item, entered, chain, position, number });
            }
        }
        waiting
    }

    /// Why the input fails; `None` if it is in the language.
    pub fn failure(&self, start: ProductionId) -> Option<Failure> {
        let offset = self.offset();
        let may_end = self.may_end(offset);
        if offset == self.input.len() && may_end {
            return None;
        }
        let waiting = self.waiting(offset);
        let mut chains: Vec<&ProductionChain> =
            waiting.iter().map(|waiting| &waiting.chain).collect();
        chains.sort_by(|one, two| one.order(two));
        let failing = |(number, waiting): (usize, &WaitingChartPosition<'c>)| FailingPosition {
            position: waiting.position,
            number,
            entered: waiting.entered,
            chain_order: chains.partition_point(|chain| chain.order(&waiting.chain).is_lt()),
        };
        let mut positions: Vec<FailingPosition<'_>> =
            waiting.iter().enumerate().map(failing).collect();
        positions.sort_by_cached_key(FailingPosition::order);
        let place = FailurePlace {
            input: self.input,
            offset,
            may_end,
            has_characters: self.networks.has_characters,
            is_ascii: self.networks.is_ascii,
        };
        let chain = |number: usize| waiting[number].chain.productions.clone();
        let mut failure = Failure::of_waiting(place, &positions, chain, start);
        if failure.kind == FailureKind::EndsTooEarly {
            let waiting: Vec<_> =
                positions.iter().map(|position| &waiting[position.number]).collect();
            failure.unfinished = self.unfinished(&waiting, offset);
        }
        Some(failure)
    }

    fn is_complete(&self, at: usize, (network, origin): (u32, u32)) -> bool {
        self.complete_item(at, network, origin).is_some()
    }

    /// The networks that a network called and in which positions wait; `None` if a position
    /// waits outside the network.
    fn inside(
        &self,
        waiting: &[&WaitingChartPosition<'_>],
        key: (u32, u32),
    ) -> Option<HashSet<(u32, u32)>> {
        let (mut inside, mut seen) = (HashSet::new(), HashSet::from([key]));
        let mut pending: Vec<(u32, u32)> =
            waiting.iter().map(|waiting| self.network(waiting.item)).collect();
        while let Some(inner) = pending.pop() {
            if !seen.insert(inner) {
                continue;
            }
            if inner == (0, 0) {
                return None;
            }
            for caller in self.chart.calling(inner.1, inner.0) {
                let caller = self.network(caller);
                if caller == key {
                    inside.insert(inner);
                }
                pending.push(caller);
            }
        }
        Some(inside)
    }

    /// The innermost incomplete production at the end of the input, in the chain of the position
    /// that was entered last.
    fn unfinished(
        &self,
        waiting: &[&WaitingChartPosition<'_>],
        at: usize,
    ) -> Option<UnfinishedProduction> {
        let principal = waiting.first().filter(|_| at > 0)?;
        let mut item = principal.item;
        if let Some((run, Some((before, last)))) = self.run_to(item, at) {
            let own = run.unfinished_after_byte(&before, last, principal.number);
            if let Some(own) = own.filter(|own| own.depth > 1) {
                let depth = self.outer_chain(item).productions.len() + own.depth;
                let is_only = waiting.iter().all(|waiting| waiting.item == item);
                let missing = own.missing.filter(|_| is_only);
                return Some(UnfinishedProduction { depth, missing, ..own });
            }
        }
        // Leave the networks that are complete, and those that need not begin.
        loop {
            let key = self.network(item);
            let is_optional = || key.1 as usize == at && self.inside(waiting, key).is_none();
            let is_complete = self.is_complete(at, key) || is_optional();
            let Some(outer) = self.caller(item).filter(|_| is_complete) else { break };
            item = outer;
        }
        let outer_chain = self.outer_chain(item);
        let key = self.network(item);
        let production = self.networks.network(key.0).production;
        let mut own = waiting.iter().filter(|waiting| self.network(waiting.item) == key);
        let literal = |waiting: &&WaitingChartPosition<'_>| match &waiting.position.symbol {
            PositionSymbol::Literal(text) => Some(text.to_string()),
            PositionSymbol::Production(_) | PositionSymbol::Value => None,
        };
        let first = own.next().and_then(literal);
        let calls = self.chart.set(at).map(|item| item as EarleyItemId).any(|item| {
            self.network(item) == key && !self.states.calls(self.chart.item(item).state).is_empty()
        });
        // What is read now must be complete: then what comes after it is known.
        let inside = self.inside(waiting, key);
        let ends = !calls
            && inside.is_some_and(|inside| inside.iter().all(|inner| self.is_complete(at, *inner)));
        let missing =
            first.filter(|text| ends && own.all(|waiting| literal(waiting).as_ref() == Some(text)));
        Some(UnfinishedProduction { production, depth: outer_chain.productions.len() + 1, missing })
    }
}
