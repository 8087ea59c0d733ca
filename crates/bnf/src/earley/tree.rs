//! Builds a tree from a chart.
//!
//! The chart records how each item was first reached. This gives the bytes and calls of each
//! network that ended, from which its layout writes the nodes. The nodes of a call are inserted
//! in its place.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;

use super::LazyCallLayout;
use super::chart::{BackPointer, EarleyChart, EarleyItem, EarleyItemId};
use super::network::TransitionNetworks;
use super::states::NetworkStates;
use crate::derivation::{CallLayoutCache, SpannedSymbol};
use crate::tree::NodeData;
use urlbnf_language::{Exceeded, Work};

/// The most productions of all chains that explain a failure.
const MOST_LINKS: usize = 200_000;

/// How a network ended.
#[derive(Debug, Clone, Copy)]
pub(super) enum NetworkEnd {
    /// In an item, at an offset.
    Item(EarleyItemId, usize),
    /// At the offset `at`, as a link of a chain: its last call ended there too.
    Link { chain: usize, level: usize, end: EarleyItemId, at: usize },
    /// At an offset, without a byte: the network derives the empty string.
    Empty(u32, usize),
}

/// Reads a chart.
pub(super) struct ChartReader<'c> {
    pub networks: &'c TransitionNetworks,
    pub states: &'c NetworkStates,
    pub chart: &'c EarleyChart,
    pub input: &'c [u8],
    /// The work that is left for a tree or a failure.
    pub(super) work: RefCell<Work>,
    /// The number of productions that chains may still have to explain a failure.
    pub(super) links_left: Cell<usize>,
    /// For each chain of ends so far: its waiting items, from the innermost outwards.
    chains: RefCell<Vec<Vec<EarleyItemId>>>,
    /// The item that called a network first, by the network and its origin.
    pub(super) callers: OnceCell<HashMap<(u32, u32), EarleyItemId>>,
}

/// A network that ended.
struct EndedNetwork {
    network: u32,
    parts: Vec<SpannedSymbol>,
    /// Its calls, in reverse order.
    calls: Vec<NetworkEnd>,
    /// The offset of its end.
    end: usize,
}

/// A network whose nodes are being inserted.
struct NetworkInsertion {
    nodes: std::vec::IntoIter<NodeData>,
    /// How many of its nodes were inserted.
    put: usize,
    /// Its remaining calls, in reverse order.
    calls: Vec<NetworkEnd>,
    /// Its open nodes: the index among its own nodes at which each ends, and its index in the
    /// tree.
    open: Vec<(usize, usize)>,
}

impl<'c> ChartReader<'c> {
    pub fn new(
        networks: &'c TransitionNetworks,
        states: &'c NetworkStates,
        chart: &'c EarleyChart,
        input: &'c [u8],
        work: &Work,
    ) -> ChartReader<'c> {
        ChartReader {
            networks,
            states,
            chart,
            input,
            work: RefCell::new(work.rest()),
            links_left: Cell::new(MOST_LINKS),
            chains: RefCell::default(),
            callers: OnceCell::new(),
        }
    }

    /// The network of an item, and the offset at which it began.
    pub fn network(&self, item: EarleyItemId) -> (u32, u32) {
        let EarleyItem { state, origin, .. } = self.chart.item(item);
        (self.states.state(state).network, origin)
    }

    /// The parts of an item at an offset, and how its calls ended, in reverse order.
    pub fn made_of(&self, item: EarleyItemId, at: usize) -> (Vec<SpannedSymbol>, Vec<NetworkEnd>) {
        let (mut parts, mut calls) = (Vec::new(), Vec::new());
        let (mut item, mut at) = (item, at);
        loop {
            let (network, start, ended, before) = match self.chart.item(item).link {
                BackPointer::Start | BackPointer::Called(_) => break,
                BackPointer::Byte(before) => {
                    at -= 1;
                    parts.push(SpannedSymbol::Byte(self.input[at], at));
                    item = before;
                    continue;
                }
                BackPointer::Empty { before, network } => {
                    (network, at, NetworkEnd::Empty(network, at), before)
                }
                BackPointer::Call { before, end } => {
                    let EarleyItem { state, origin, .. } = self.chart.item(end);
                    let network = self.states.state(state).network;
                    (network, origin as usize, NetworkEnd::Item(end, at), before)
                }
                BackPointer::Chain { before, end } => {
                    let (network, start, ended) = self.chain(before, end, at);
                    (network, start, ended, before)
                }
            };
            parts.push(SpannedSymbol::Child(self.networks.network(network).production, start, at));
            calls.push(ended);
            (item, at) = (before, start);
        }
        parts.reverse();
        (parts, calls)
    }

    /// The outermost call of the chain from `end` up to the item `top`: its network, the offset
    /// at which it began, and how it ended.
    fn chain(&self, top: EarleyItemId, end: EarleyItemId, at: usize) -> (u32, usize, NetworkEnd) {
        let ((mut network, mut origin), mut links) = (self.network(end), Vec::new());
        while let Some(before) =
            self.chart.sole_caller(origin, network).filter(|&caller| caller != top)
        {
            links.push(before);
            (network, origin) = self.network(before);
        }
        let ended = match links.len().checked_sub(1) {
            None => NetworkEnd::Item(end, at),
            Some(level) => {
                let mut chains = self.chains.borrow_mut();
                chains.push(links);
                NetworkEnd::Link { chain: chains.len() - 1, level, end, at }
            }
        };
        (network, origin as usize, ended)
    }

    fn parts(&self, ended: NetworkEnd) -> EndedNetwork {
        match ended {
            NetworkEnd::Item(item, end) => {
                let (parts, calls) = self.made_of(item, end);
                EndedNetwork { network: self.network(item).0, parts, calls, end }
            }
            NetworkEnd::Link { chain, level, end, at } => {
                let before = self.chains.borrow()[chain][level];
                let (below, ended) = match level.checked_sub(1) {
                    None => (end, NetworkEnd::Item(end, at)),
                    Some(level) => {
                        let below = self.chains.borrow()[chain][level];
                        (below, NetworkEnd::Link { chain, level, end, at })
                    }
                };
                let (called, start) = self.network(below);
                let start = start as usize;
                let (mut parts, calls) = self.made_of(before, start);
                let called = self.networks.network(called).production;
                parts.push(SpannedSymbol::Child(called, start, at));
                let calls = std::iter::once(ended).chain(calls).collect();
                EndedNetwork { network: self.network(before).0, parts, calls, end: at }
            }
            NetworkEnd::Empty(network, end) => {
                let calls = self.networks.network(network).empty.as_deref().unwrap_or_default();
                let part = |&called: &u32| {
                    SpannedSymbol::Child(self.networks.network(called).production, end, end)
                };
                let parts = calls.iter().map(part).collect();
                let calls =
                    calls.iter().rev().map(|&called| NetworkEnd::Empty(called, end)).collect();
                EndedNetwork { network, parts, calls, end }
            }
        }
    }

    fn placing(
        &self,
        layouts: &[LazyCallLayout],
        known: &mut [Option<CallLayoutCache>],
        ended: NetworkEnd,
    ) -> Result<Option<NetworkInsertion>, Exceeded> {
        let EndedNetwork { network, parts, calls, end } = self.parts(ended);
        let layout = layouts[network as usize].as_ref().map_err(|exceeded| *exceeded)?;
        let own = known[network as usize].get_or_insert_with(|| layout.known());
        let nodes = layout.nodes(own, &parts, end).map(Vec::into_iter);
        Ok(nodes.map(|nodes| NetworkInsertion { nodes, put: 0, calls, open: Vec::new() }))
    }

    /// The nodes of the whole string, in preorder. A short string can have very many: those of the
    /// empty string in `a = b b`, `b = c c` and so on are doubled by each rule.
    ///
    /// # Errors
    /// If the tree or the layout of a network is too large.
    pub fn nodes(
        &self,
        layouts: &[LazyCallLayout],
        known: &mut [Option<CallLayoutCache>],
    ) -> Result<Option<Vec<NodeData>>, Exceeded> {
        let Some(whole) = self.chart.whole else { return Ok(None) };
        let whole = NetworkEnd::Item(whole, self.chart.end());
        let mut nodes: Vec<NodeData> = Vec::new();
        let mut placing: Vec<NetworkInsertion> =
            self.placing(layouts, known, whole)?.into_iter().collect();
        while let Some(last) = placing.last_mut() {
            while let Some((_, open)) = last.open.pop_if(|(end, _)| *end <= last.put) {
                nodes[open].below = nodes.len() - open - 1;
            }
            let Some(node) = last.nodes.next() else {
                placing.pop();
                continue;
            };
            last.put += 1;
            // The first node is the network itself; other nodes of called productions are calls.
            let is_call = last.put > 1 && self.networks.called.contains(&node.production);
            match is_call.then(|| last.calls.pop()).flatten() {
                Some(call) => match self.placing(layouts, known, call)? {
                    Some(below) => placing.push(below),
                    None => return Ok(None),
                },
                None => {
                    self.work.borrow_mut().grow::<NodeData>(1)?;
                    last.open.push((last.put + node.below, nodes.len()));
                    nodes.push(node);
                }
            }
        }
        Ok((!nodes.is_empty()).then_some(nodes))
    }
}
