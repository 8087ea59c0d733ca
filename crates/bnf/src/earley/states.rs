//! Deterministic states of the networks, built on demand.

use urlbnf_language::{FastMap, LazyAutomaton, LazyTransition};

use super::network::TransitionNetworks;
use crate::automaton::VisitedNodes;

/// The index of a state.
pub(super) type NetworkStateId = u32;

/// The states of all networks, as far as strings have needed them.
#[derive(Debug)]
pub(super) struct NetworkStates {
    /// The symbols are classes of bytes.
    automaton: LazyAutomaton<NetworkState>,
    /// By state: its edges and calls.
    details: Vec<StateDetails>,
    /// By state and network: the state after a call.
    after_calls: FastMap<(NetworkStateId, u32), NetworkStateId>,
    /// By network: its initial state.
    starts: Vec<Option<NetworkStateId>>,
    /// The states that the current string has visited.
    visited: VisitedNodes,
    /// The number of positions and transitions of all states.
    size: usize,
}

/// A set of positions of one network.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct NetworkState {
    pub network: u32,
    /// Its positions, sorted.
    pub positions: Box<[u32]>,
    /// Whether a string of the network ends here.
    pub accepts: bool,
}

#[derive(Debug)]
struct StateDetails {
    /// The number of edges from its positions.
    edges: usize,
    /// The networks that its positions call.
    calls: Box<[u32]>,
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
        NetworkStates {
            automaton: LazyAutomaton::new(networks.classes.count()),
            details: Vec::new(),
            after_calls: FastMap::default(),
            starts: vec![None; networks.all.len()],
            visited: VisitedNodes::default(),
            size: 0,
        }
    }

    /// The number of positions and transitions of all states.
    pub fn size(&self) -> usize {
        self.size
    }

    pub fn state(&self, index: NetworkStateId) -> &NetworkState {
        self.automaton.state(index)
    }

    /// The networks that are called in a state.
    pub fn calls(&self, index: NetworkStateId) -> &[u32] {
        &self.details[index as usize].calls
    }

    /// Begins with a string.
    pub fn begin(&mut self) {
        self.visited.begin();
    }

    /// The number of edges from a state if the string visits it for the first time, and otherwise 0.
    /// Transitions that earlier strings have cached count too. So a string takes the same number of
    /// steps whatever was read before it.
    pub fn new_edges(&mut self, index: NetworkStateId) -> usize {
        let index = index as usize;
        if self.visited.insert(index) { self.details[index].edges } else { 0 }
    }

    /// The initial state of a network.
    pub fn start(&mut self, networks: &TransitionNetworks, network: u32) -> NetworkStateId {
        if let Some(known) = self.starts[network as usize] {
            return known;
        }
        let (positions, accepts) = networks.network(network).beginning();
        let start = self.insert(networks, network, positions, accepts);
        self.starts[network as usize] = Some(start);
        start
    }

    /// The state after a byte of a class; `None` if there is none.
    pub fn step(
        &mut self,
        networks: &TransitionNetworks,
        from: NetworkStateId,
        class: usize,
    ) -> Option<NetworkStateId> {
        match self.automaton.transition(from, class) {
            LazyTransition::To(next, ()) => return Some(next),
            LazyTransition::Nowhere => return None,
            LazyTransition::Unknown => {}
        }
        let byte = networks.classes.representatives()[class];
        let NetworkState { network, positions, .. } = self.state(from);
        let (network, text) = (*network, networks.network(*network));
        let takes = |&position: &usize| {
            text.call(position).is_none()
                && text.automaton.position(position).characters.contains(byte)
        };
        let mut taking =
            positions.iter().map(|&position| position as usize).filter(takes).peekable();
        let next = taking.peek().is_some().then(|| text.following(taking));
        let next =
            next.map(|(positions, accepts)| self.insert(networks, network, positions, accepts));
        let transition = next.map_or(LazyTransition::Nowhere, |next| LazyTransition::To(next, ()));
        self.automaton.set_transition(from, class, transition);
        next
    }

    /// The state after a call of a network.
    pub fn call(
        &mut self,
        networks: &TransitionNetworks,
        from: NetworkStateId,
        called: u32,
    ) -> NetworkStateId {
        if let Some(&known) = self.after_calls.get(&(from, called)) {
            return known;
        }
        let NetworkState { network, positions, .. } = self.state(from);
        let (network, text) = (*network, networks.network(*network));
        let positions = positions.iter().map(|&position| position as usize);
        let calling = positions.filter(|&position| text.call(position) == Some(called));
        let (positions, accepts) = text.following(calling);
        let next = self.insert(networks, network, positions, accepts);
        self.after_calls.insert((from, called), next);
        next
    }

    fn insert(
        &mut self,
        networks: &TransitionNetworks,
        network: u32,
        positions: Vec<u32>,
        accepts: bool,
    ) -> NetworkStateId {
        let state = NetworkState { network, positions: positions.into(), accepts };
        let (index, is_new) = self.automaton.insert(state);
        if is_new {
            let text = networks.network(network);
            let positions = &self.automaton.state(index).positions;
            let mut calls: Vec<u32> = Vec::new();
            for call in positions.iter().filter_map(|&position| text.call(position as usize)) {
                if !calls.contains(&call) {
                    calls.push(call);
                }
            }
            let after = positions.iter().map(|&position| text.automaton.after(position as usize));
            let edges = after.map(|after| after.len()).sum();
            self.size += positions.len() + networks.classes.count() + calls.len();
            self.details.push(StateDetails { edges, calls: calls.into() });
            self.visited.add_node();
        }
        index
    }
}
