//! Builds a tree from a chart.
//!
//! The chart records how each item was first reached. This gives the bytes and calls of each
//! network that ended, from which its layout writes the nodes. The nodes of a call are inserted
//! in its place.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use super::Layout;
use super::chart::{Chart, Item, ItemNumber, Link};
use super::network::Networks;
use super::states::States;
use crate::derivation::{CalledPart as Part, KnownParts};
use crate::tree::NodeData;
use urlbnf_language::Exceeded;

/// How a network ended.
#[derive(Debug, Clone, Copy)]
pub(super) enum Ended {
    /// In an item, at an offset.
    Item(ItemNumber, usize),
    /// At the offset `at`, as a link of a chain: its last call ended there too.
    Link { chain: usize, level: usize, end: ItemNumber, at: usize },
    /// At an offset, without a byte: the network derives the empty string.
    Empty(u32, usize),
}

/// Reads a chart.
pub(super) struct Reader<'c> {
    pub networks: &'c Networks,
    pub states: &'c States,
    pub chart: &'c Chart,
    pub input: &'c [u8],
    /// For each chain of ends so far: its waiting items, from the innermost outwards.
    chains: RefCell<Vec<Vec<ItemNumber>>>,
    /// The item that called a network first, by the network and its origin.
    pub(super) callers: OnceCell<HashMap<(u32, u32), ItemNumber>>,
}

/// A network whose nodes are being inserted.
struct Placing {
    nodes: std::vec::IntoIter<NodeData>,
    /// How many of its nodes were inserted.
    put: usize,
    /// Its remaining calls, in reverse order.
    calls: Vec<Ended>,
    /// Its open nodes: the index among its own nodes at which each ends, and its index in the
    /// tree.
    open: Vec<(usize, usize)>,
}

impl<'c> Reader<'c> {
    pub fn new(
        networks: &'c Networks,
        states: &'c States,
        chart: &'c Chart,
        input: &'c [u8],
    ) -> Reader<'c> {
        let (chains, callers) = (RefCell::default(), OnceCell::new());
        Reader { networks, states, chart, input, chains, callers }
    }

    /// The network of an item, and the offset at which it began.
    pub fn network(&self, item: ItemNumber) -> (u32, u32) {
        let Item { state, origin, .. } = self.chart.item(item);
        (self.states.state(state).network, origin)
    }

    /// The parts of an item at an offset, and how its calls ended, in reverse order.
    pub fn made_of(&self, item: ItemNumber, at: usize) -> (Vec<Part>, Vec<Ended>) {
        let (mut parts, mut calls) = (Vec::new(), Vec::new());
        let (mut item, mut at) = (item, at);
        loop {
            let (network, start, ended, before) = match self.chart.item(item).link {
                Link::Start | Link::Called(_) => break,
                Link::Byte(before) => {
                    at -= 1;
                    parts.push(Part::Byte(self.input[at], at));
                    item = before;
                    continue;
                }
                Link::Empty { before, network } => (network, at, Ended::Empty(network, at), before),
                Link::Call { before, end } => {
                    let Item { state, origin, .. } = self.chart.item(end);
                    let network = self.states.state(state).network;
                    (network, origin as usize, Ended::Item(end, at), before)
                }
                Link::Chain { before, end } => {
                    let (network, start, ended) = self.chain(before, end, at);
                    (network, start, ended, before)
                }
            };
            parts.push(Part::Child(self.networks.network(network).production, start, at));
            calls.push(ended);
            (item, at) = (before, start);
        }
        parts.reverse();
        (parts, calls)
    }

    /// The outermost call of the chain from `end` up to the item `top`: its network, the offset
    /// at which it began, and how it ended.
    fn chain(&self, top: ItemNumber, end: ItemNumber, at: usize) -> (u32, usize, Ended) {
        let ((mut network, mut origin), mut way) = (self.network(end), Vec::new());
        while let Some(before) = self.chart.alone(origin, network).filter(|&it| it != top) {
            way.push(before);
            (network, origin) = self.network(before);
        }
        let ended = match way.len().checked_sub(1) {
            None => Ended::Item(end, at),
            Some(level) => {
                let mut chains = self.chains.borrow_mut();
                chains.push(way);
                Ended::Link { chain: chains.len() - 1, level, end, at }
            }
        };
        (network, origin as usize, ended)
    }

    /// The network that ended, its parts, its calls in reverse order, and the offset of its end.
    fn parts(&self, ended: Ended) -> (u32, Vec<Part>, Vec<Ended>, usize) {
        match ended {
            Ended::Item(item, at) => {
                let (parts, calls) = self.made_of(item, at);
                (self.network(item).0, parts, calls, at)
            }
            Ended::Link { chain, level, end, at } => {
                let before = self.chains.borrow()[chain][level];
                let (below, ended) = match level.checked_sub(1) {
                    None => (end, Ended::Item(end, at)),
                    Some(level) => {
                        let below = self.chains.borrow()[chain][level];
                        (below, Ended::Link { chain, level, end, at })
                    }
                };
                let (called, start) = self.network(below);
                let start = start as usize;
                let (mut parts, calls) = self.made_of(before, start);
                parts.push(Part::Child(self.networks.network(called).production, start, at));
                let calls = std::iter::once(ended).chain(calls).collect();
                (self.network(before).0, parts, calls, at)
            }
            Ended::Empty(network, at) => {
                let calls = self.networks.network(network).empty.iter().flatten().rev();
                let calls: Vec<u32> = calls.copied().collect();
                let part = |&it: &u32| Part::Child(self.networks.network(it).production, at, at);
                let parts = calls.iter().rev().map(part).collect();
                (network, parts, calls.into_iter().map(|it| Ended::Empty(it, at)).collect(), at)
            }
        }
    }

    fn placing(
        &self,
        layouts: &[Layout],
        known: &mut [Option<KnownParts>],
        ended: Ended,
    ) -> Result<Option<Placing>, Exceeded> {
        let (network, parts, calls, end) = self.parts(ended);
        let layout = layouts[network as usize].as_ref().map_err(|exceeded| *exceeded)?;
        let own = known[network as usize].get_or_insert_with(|| layout.known());
        let nodes = layout.nodes(own, &parts, end).map(Vec::into_iter);
        Ok(nodes.map(|nodes| Placing { nodes, put: 0, calls, open: Vec::new() }))
    }

    /// The nodes of the whole string, in preorder.
    ///
    /// # Errors
    /// If the layout of a network is too large.
    pub fn nodes(
        &self,
        layouts: &[Layout],
        known: &mut [Option<KnownParts>],
    ) -> Result<Option<Vec<NodeData>>, Exceeded> {
        let Some(whole) = self.chart.whole else { return Ok(None) };
        let whole = Ended::Item(whole, self.chart.end());
        let mut nodes: Vec<NodeData> = Vec::new();
        let mut placing: Vec<Placing> = self.placing(layouts, known, whole)?.into_iter().collect();
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
                    last.open.push((last.put + node.below, nodes.len()));
                    nodes.push(node);
                }
            }
        }
        Ok((!nodes.is_empty()).then_some(nodes))
    }
}
