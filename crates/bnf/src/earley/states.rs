//! Deterministic states of the networks, built on demand.

use std::sync::Arc;

use urlbnf_language::FastMap;

use super::network::TransitionNetworks;
use crate::automaton::VisitedNodes;

/// The index of a state.
pub(super) type NetworkStateId = u32;

/// Marks a transition that was not computed yet.
const NOT_TRIED: NetworkStateId = u32::MAX;
/// Marks a transition that leads nowhere.
const NOWHERE: NetworkStateId = u32::MAX - 1;

/// The states of all networks, as far as strings have needed them.
#[derive(Debug)]
pub(super) struct NetworkStates {
    all: Vec<NetworkState>,
    numbers: FastMap<(u32, bool, Arc<[u32]>), NetworkStateId>,
    starts: Vec<NetworkStateId>,
    /// The states that the current string has visited.
    visited: VisitedNodes,
    /// The number of positions and transitions of all states.
    size: usize,
}

/// A set of positions of one network.
#[derive(Debug)]
pub(super) struct NetworkState {
    pub network: u32,
    /// Its positions, sorted.
    pub positions: Arc<[u32]>,
    /// The number of edges from its positions.
    edges: usize,
    /// Whether a string of the network ends here.
    pub accepts: bool,
    /// The networks that are called here, with the state after each call.
    pub calls: Box<[(u32, NetworkStateId)]>,
    /// By byte class: the next state.
    next: Box<[NetworkStateId]>,
}

impl NetworkState {
    /// Whether a string of the network ends here, and no string continues.
    pub fn only_ends(&self) -> bool {
        self.accepts && self.positions.is_empty()
    }
}

impl NetworkStates {
    /// No states yet.
    pub fn new(networks: &TransitionNetworks) -> NetworkStates {
        let starts = vec![NOT_TRIED; networks.all.len()];
        NetworkStates {
            all: Vec::new(),
            numbers: FastMap::default(),
            starts,
            visited: VisitedNodes::default(),
            size: 0,
        }
    }

    /// The number of positions and transitions of all states.
    pub fn size(&self) -> usize {
        self.size
    }

    pub fn state(&self, number: NetworkStateId) -> &NetworkState {
        &self.all[number as usize]
    }

    /// Begins with a string.
    pub fn begin(&mut self) {
        self.visited.begin();
    }

    /// The number of edges from a state if the string visits it for the first time, and otherwise 0.
    /// Transitions that earlier strings have cached count too. So a string takes the same number of
    /// steps whatever was read before it.
    pub fn new_edges(&mut self, number: NetworkStateId) -> usize {
        let number = number as usize;
        if self.visited.insert(number) { self.all[number].edges } else { 0 }
    }

    /// The initial state of a network.
    pub fn start(&mut self, networks: &TransitionNetworks, network: u32) -> NetworkStateId {
        let known = self.starts[network as usize];
        if known != NOT_TRIED {
            return known;
        }
        let (positions, accepts) = networks.network(network).beginning();
        let start = self.number(networks, network, positions, accepts);
        self.starts[network as usize] = start;
        start
    }

    /// The state after a byte of a class; `None` if there is none.
    pub fn step(
        &mut self,
        networks: &TransitionNetworks,
        from: NetworkStateId,
        class: usize,
    ) -> Option<NetworkStateId> {
        let known = self.all[from as usize].next[class];
        if known != NOT_TRIED {
            return (known != NOWHERE).then_some(known);
        }
        let byte = networks.classes.representatives()[class];
        let state = &self.all[from as usize];
        let (number, network) = (state.network, networks.network(state.network));
        let takes = |it: &usize| {
            network.call(*it).is_none() && network.automaton.position(*it).characters.contains(byte)
        };
        let taking: Vec<usize> =
            state.positions.iter().map(|&it| it as usize).filter(takes).collect();
        let next = match taking.is_empty() {
            true => NOWHERE,
            false => {
                let (positions, accepts) = network.following(taking.into_iter());
                self.number(networks, number, positions, accepts)
            }
        };
        self.all[from as usize].next[class] = next;
        (next != NOWHERE).then_some(next)
    }

    /// The state after a call, given by its index in [`NetworkState::calls`].
    pub fn call(
        &mut self,
        networks: &TransitionNetworks,
        from: NetworkStateId,
        at: usize,
    ) -> NetworkStateId {
        let state = &self.all[from as usize];
        let (called, known) = state.calls[at];
        if known != NOT_TRIED {
            return known;
        }
        let (number, network) = (state.network, networks.network(state.network));
        let positions = state.positions.iter().map(|&it| it as usize);
        let calling = positions.filter(|&it| network.call(it) == Some(called));
        let (positions, accepts) = network.following(calling);
        let next = self.number(networks, number, positions, accepts);
        self.all[from as usize].calls[at].1 = next;
        next
    }

    fn number(
        &mut self,
        networks: &TransitionNetworks,
        network: u32,
        positions: Vec<u32>,
        accepts: bool,
    ) -> NetworkStateId {
        let positions: Arc<[u32]> = positions.into();
        let key = (network, accepts, Arc::clone(&positions));
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        let of = networks.network(network);
        let mut calls: Vec<(u32, NetworkStateId)> = Vec::new();
        for &position in positions.iter() {
            if let Some(call) = of.call(position as usize)
                && !calls.iter().any(|&(known, _)| known == call)
            {
                calls.push((call, NOT_TRIED));
            }
        }
        let number = self.all.len() as NetworkStateId;
        let next = vec![NOT_TRIED; networks.classes.count()].into_boxed_slice();
        let calls = calls.into_boxed_slice();
        let edges = positions.iter().map(|&it| of.automaton.after(it as usize).len()).sum();
        self.size += positions.len() + next.len() + calls.len();
        self.all.push(NetworkState { network, positions, edges, accepts, calls, next });
        self.visited.add_node();
        self.numbers.insert(key, number);
        number
    }
}
