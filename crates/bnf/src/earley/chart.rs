//! The chart: the Earley items of one string, offset by offset.
//!
//! An item is a state of a network and the offset at which the network began. A nullable network
//! is skipped at its call (Aycock and Horspool, "Practical Earley Parsing", The Computer Journal
//! 45, 2002). If only one item waits for a call, and nothing follows the call, the end of the
//! call is also the end of the caller. Such chains are followed once, not at each of their ends
//! (Leo, "A general context-free parsing algorithm running in linear time on every LR(k) grammar
//! without using lookahead", Theoretical Computer Science 82, 1991).

use std::ops::Range;

use urlbnf_language::{Exceeded, FastMap, FastSet, Work};

use super::network::TransitionNetworks;
use super::states::{NetworkStateId, NetworkStates};

/// The index of an item.
pub(super) type EarleyItemId = u32;

/// Up to this many items at one offset are searched linearly.
const MOST_SEARCHED: usize = 12;

/// A state of a network that began at the offset `origin`.
#[derive(Debug, Clone, Copy)]
pub(super) struct EarleyItem {
    pub state: NetworkStateId,
    pub origin: u32,
    pub link: BackPointer,
}

/// The first way in which an item was reached.
#[derive(Debug, Clone, Copy)]
pub(super) enum BackPointer {
    /// The item is the beginning of the start network.
    Start,
    /// The item is the beginning of a network that this item called first.
    Called(EarleyItemId),
    /// By a byte after this item.
    Byte(EarleyItemId),
    /// By the end of a call of the item `before`; `end` is the item in which the called network
    /// ended.
    Call { before: EarleyItemId, end: EarleyItemId },
    /// By a call of this item that derives only the empty string.
    Empty { before: EarleyItemId, network: u32 },
    /// By a chain of ends: the call of the item `before` ended because `end`, far below it, did.
    Chain { before: EarleyItemId, end: EarleyItemId },
}

/// All items of the longest prefix of the input with which a string of the language begins.
#[derive(Debug)]
pub(super) struct EarleyChart {
    pub items: Vec<EarleyItem>,
    /// By offset: its first item.
    sets: Vec<u32>,
    /// The calls, as pairs of the network and the calling item, ordered by offset.
    waiting: Vec<(u32, EarleyItemId)>,
    /// By offset: its first call.
    calls: Vec<u32>,
    /// By origin and network: the top of the chain of ends; `None` if there is no chain.
    chains: FastMap<(u32, u32), Option<LeoItem>>,
    /// The item that derives the whole prefix, if there is one.
    pub whole: Option<EarleyItemId>,
}

/// The top of a chain of ends: the last waiting item, and the state and origin after its call.
#[derive(Debug, Clone, Copy)]
struct LeoItem {
    before: EarleyItemId,
    state: NetworkStateId,
    origin: u32,
}

/// A chart under construction.
struct EarleyChartBuilder<'c> {
    networks: &'c TransitionNetworks,
    states: &'c mut NetworkStates,
    chart: EarleyChart,
    work: &'c mut Work,
    /// The current offset.
    at: u32,
    /// The keys of the items at this offset, if there are many.
    seen: FastSet<(NetworkStateId, u32)>,
    /// By network: the offset at which it was called last.
    called: Vec<u32>,
    next: Vec<EarleyItem>,
    /// The keys of `next`, if there are many.
    scanned: FastSet<(NetworkStateId, u32)>,
}

impl EarleyChart {
    /// Whether the start derives the input that was read.
    pub fn derives(&self, input: &[u8]) -> bool {
        self.end() == input.len() && self.whole.is_some()
    }

    /// Reads a string as far as possible.
    pub fn from_input(
        networks: &TransitionNetworks,
        states: &mut NetworkStates,
        input: &[u8],
        work: &mut Work,
    ) -> Result<EarleyChart, Exceeded> {
        let chart = EarleyChart {
            items: Vec::new(),
            sets: Vec::new(),
            waiting: Vec::new(),
            calls: Vec::new(),
            chains: FastMap::default(),
            whole: None,
        };
        work.grow::<u32>(networks.all.len())?;
        states.begin();
        let state = states.start(networks, 0);
        let mut making = EarleyChartBuilder {
            networks,
            states,
            chart,
            work,
            at: 0,
            seen: FastSet::default(),
            called: vec![u32::MAX; networks.all.len()],
            next: vec![EarleyItem { state, origin: 0, link: BackPointer::Start }],
            scanned: FastSet::default(),
        };
        making.called[0] = 0;
        for at in 0..=input.len() {
            making.at = at as u32;
            making.set(input.get(at).map(|&byte| networks.classes.class(byte)))?;
            if making.next.is_empty() {
                break;
            }
        }
        let EarleyChartBuilder { mut chart, states, .. } = making;
        let last = chart.set(chart.end());
        let whole = last.map(|index| index as EarleyItemId).find(|&number| {
            let EarleyItem { state, origin, .. } = chart.item(number);
            let state = states.state(state);
            state.network == 0 && origin == 0 && state.accepts
        });
        chart.whole = whole;
        Ok(chart)
    }

    pub fn item(&self, number: EarleyItemId) -> EarleyItem {
        self.items[number as usize]
    }

    /// The length in bytes of the prefix that was read.
    pub fn end(&self) -> usize {
        self.sets.len() - 1
    }

    /// The items at an offset.
    pub fn set(&self, at: usize) -> Range<usize> {
        let end = self.sets.get(at + 1).map_or(self.items.len(), |&first| first as usize);
        self.sets[at] as usize..end
    }

    /// The calls at an offset: the network and the item.
    fn calls(&self, at: u32) -> &[(u32, EarleyItemId)] {
        let at = at as usize;
        let end = self.calls.get(at + 1).map_or(self.waiting.len(), |&first| first as usize);
        &self.waiting[self.calls[at] as usize..end]
    }

    /// The items at an offset that call a network.
    pub fn calling(&self, at: u32, network: u32) -> impl Iterator<Item = EarleyItemId> + '_ {
        let calls = self.calls(at).iter();
        calls.filter(move |(called, _)| *called == network).map(|&(_, item)| item)
    }

    /// The item at an offset that calls a network, if it is the only one.
    pub fn sole_caller(&self, at: u32, network: u32) -> Option<EarleyItemId> {
        let mut calling = self.calling(at, network);
        calling.next().filter(|_| calling.next().is_none())
    }
}

impl EarleyChartBuilder<'_> {
    /// Makes all items at the current offset. `class` is the class of the next byte; `None` at
    /// the end.
    fn set(&mut self, class: Option<usize>) -> Result<(), Exceeded> {
        let first = self.chart.items.len();
        self.chart.sets.push(first as u32);
        self.chart.calls.push(self.chart.waiting.len() as u32);
        self.chart.items.append(&mut self.next);
        self.seen.clear();
        self.scanned.clear();
        let mut done = first;
        while let Some(&EarleyItem { state, origin, .. }) = self.chart.items.get(done) {
            self.work.ticks(1 + self.states.new_edges(state))?;
            let number = done as EarleyItemId;
            done += 1;
            let known = self.states.state(state);
            let network = known.network;
            if known.accepts && origin != self.at {
                self.complete(first, number, network, origin)?;
            }
            for call in 0..self.states.calls(state).len() {
                self.call(first, number, self.states.calls(state)[call])?;
            }
            if let Some(class) = class
                && let Some(next) = self.states.step(self.networks, state, class)
            {
                let item = EarleyItem { state: next, origin, link: BackPointer::Byte(number) };
                if is_new(&mut self.scanned, &self.next, item) {
                    self.work.grow::<EarleyItem>(1)?;
                    self.next.push(item);
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, first: usize, item: EarleyItem) -> Result<(), Exceeded> {
        self.work.tick()?;
        if is_new(&mut self.seen, &self.chart.items[first..], item) {
            self.work.grow::<EarleyItem>(1)?;
            self.chart.items.push(item);
        }
        Ok(())
    }

    /// Adds an item at the start of a network, for an item before a reference to it. If the network accepts the
    /// empty string, also continues that item behind the reference.
    fn call(&mut self, first: usize, number: EarleyItemId, network: u32) -> Result<(), Exceeded> {
        let EarleyItem { state, origin, .. } = self.chart.item(number);
        self.work.grow::<(u32, EarleyItemId)>(1)?;
        self.chart.waiting.push((network, number));
        if std::mem::replace(&mut self.called[network as usize], self.at) != self.at {
            let start = self.states.start(self.networks, network);
            let link = BackPointer::Called(number);
            self.add(first, EarleyItem { state: start, origin: self.at, link })?;
        }
        if self.networks.network(network).empty.is_some() {
            let state = self.states.call(self.networks, state, network);
            self.add(
                first,
                EarleyItem { state, origin, link: BackPointer::Empty { before: number, network } },
            )?;
        }
        Ok(())
    }

    /// Continues the callers of a network that ended.
    fn complete(
        &mut self,
        first: usize,
        end: EarleyItemId,
        network: u32,
        origin: u32,
    ) -> Result<(), Exceeded> {
        if let Some(LeoItem { before, state, origin }) = self.chain(origin, network)? {
            return self.add(
                first,
                EarleyItem { state, origin, link: BackPointer::Chain { before, end } },
            );
        }
        self.work.ticks(self.chart.calls(origin).len())?;
        let calling: Vec<EarleyItemId> = self.chart.calling(origin, network).collect();
        for before in calling {
            let (state, origin) = self.after_call(before, network);
            self.add(first, EarleyItem { state, origin, link: BackPointer::Call { before, end } })?;
        }
        Ok(())
    }

    /// The state of an item after its call, and the item's origin.
    fn after_call(&mut self, before: EarleyItemId, network: u32) -> (NetworkStateId, u32) {
        let EarleyItem { state, origin, .. } = self.chart.item(before);
        (self.states.call(self.networks, state, network), origin)
    }

    /// The top of the chain that begins with the end of a network that began at `origin`.
    fn chain(&mut self, origin: u32, network: u32) -> Result<Option<LeoItem>, Exceeded> {
        let (mut at, mut links) = ((origin, network), Vec::new());
        let top = loop {
            if let Some(known) = self.chart.chains.get(&at) {
                break *known;
            }
            // The calls and the links are searched.
            self.work.ticks(1 + self.chart.calls(at.0).len() + links.len())?;
            let link = self
                .chart
                .sole_caller(at.0, at.1)
                .map(|caller| (caller, self.after_call(caller, at.1)));
            let link = link.filter(|(_, (state, _))| self.states.state(*state).only_ends());
            let Some((before, (state, origin))) = link else {
                // This end is not part of a chain. The chain below it, if any, ends here.
                self.chart.chains.insert(at, None);
                break None;
            };
            if links.iter().any(|&(end, _)| end == at) {
                // A cycle of names that derive each other.
                for (end, _) in links {
                    self.chart.chains.insert(end, None);
                }
                return Ok(None);
            }
            links.push((at, LeoItem { before, state, origin }));
            let network = self.states.state(state).network;
            if (origin, network) == (0, 0) {
                break None;
            }
            at = (origin, network);
        };
        // If no longer chain is known, the last caller is the top.
        let top = top.or(links.last().map(|&(_, top)| top));
        for (end, _) in links {
            self.chart.chains.insert(end, top);
        }
        Ok(top)
    }
}

/// Whether an item is not among these. If there are many, their keys are in `seen`.
fn is_new(
    seen: &mut FastSet<(NetworkStateId, u32)>,
    items: &[EarleyItem],
    item: EarleyItem,
) -> bool {
    let key = |item: &EarleyItem| (item.state, item.origin);
    if items.len() < MOST_SEARCHED {
        return items.iter().all(|other| key(other) != key(&item));
    }
    if seen.is_empty() {
        seen.extend(items.iter().map(key));
    }
    seen.insert(key(&item))
}
