//! The right-to-left automaton of a system of equations.
//!
//! Whether a node holds at a place follows from the byte there and from what
//! held one place to the right. So the input is read from its end: the state is
//! the set of nodes that hold, of those that some character leads to. There are
//! finitely many sets: it is a deterministic automaton of the reversed
//! language, and read backwards it is the language itself.

use std::collections::HashMap;

use urlbnf_language::{Exceeded, Limit, Limits, Meter};

use super::peg::{Node, NodeId};
use crate::automaton::{Dfa, Nfa};
use crate::grammar::CharacterSet;

/// The strings on the whole of which `root` holds.
pub(super) fn language(nodes: &[Node], root: NodeId, limits: &Limits) -> Result<Dfa, Exceeded> {
    let mut meter = Meter::new(limits);
    let order = order(nodes, root);
    // What the byte to the left needs to know: the nodes behind a character, and the answer.
    let mut kept: Vec<NodeId> = Vec::new();
    for &node in &order {
        if let Node::Character(_, next) = nodes[node] {
            kept.push(next);
        }
    }
    kept.push(root);
    kept.sort_unstable();
    kept.dedup();
    let slot: HashMap<NodeId, usize> = kept.iter().enumerate().map(|(at, &id)| (id, at)).collect();
    let classes = classes(nodes, &order);

    let mut holds = vec![false; nodes.len()];
    let mut evaluate = |byte: Option<u8>, after: &[bool]| -> Box<[bool]> {
        for &id in &order {
            holds[id] = match nodes[id] {
                Node::True => true,
                Node::End(next) => byte.is_none() && holds[next],
                Node::Character(characters, next) => {
                    byte.is_some_and(|byte| characters.contains(byte) && after[slot[&next]])
                }
                Node::Choice { first, matches, second } => {
                    holds[first] || (!holds[matches] && holds[second])
                }
                Node::And(one, two) => holds[one] && holds[two],
                Node::Not(not, then) => !holds[not] && holds[then],
            };
        }
        kept.iter().map(|&id| holds[id]).collect()
    };

    let answer = slot[&root];
    let end = evaluate(None, &vec![false; kept.len()]);
    let mut numbers: HashMap<Box<[bool]>, usize> = HashMap::from([(end.clone(), 0)]);
    let mut states = vec![end];
    let mut reversed = Nfa { steps: vec![Vec::new()], accepting: vec![true], starts: Vec::new() };
    let mut done = 0;
    while done < states.len() {
        let state = states[done].clone();
        if state[answer] {
            reversed.starts.push(done);
        }
        meter.within(Limit::States, states.len())?;
        // A step is cheap here: it looks at a node, and makes no set of states.
        meter.step(classes.len() * (1 + order.len() / 8))?;
        for &characters in &classes {
            let byte = characters.bytes().next();
            let next = evaluate(byte, &state);
            let number = *numbers.entry(next).or_insert_with_key(|next| {
                states.push(next.clone());
                reversed.steps.push(Vec::new());
                reversed.accepting.push(false);
                states.len() - 1
            });
            reversed.steps[number].push((characters, done));
        }
        done += 1;
    }
    reversed.determinise(limits)
}

/// The nodes that the root needs, each after those that it needs at the same place.
fn order(nodes: &[Node], root: NodeId) -> Vec<NodeId> {
    let mut order = Vec::new();
    let mut seen = vec![false; nodes.len()];
    // Nodes behind a character belong to the next place, and begin a round of their own.
    let mut roots = vec![root];
    while let Some(root) = roots.pop() {
        let mut pending = vec![(root, false)];
        while let Some((id, ready)) = pending.pop() {
            if ready {
                order.push(id);
                continue;
            }
            if std::mem::replace(&mut seen[id], true) {
                continue;
            }
            pending.push((id, true));
            match nodes[id] {
                Node::True => {}
                Node::End(next) => pending.push((next, false)),
                Node::Character(_, next) => roots.push(next),
                Node::Choice { first, matches, second } => {
                    pending.extend([(first, false), (matches, false), (second, false)]);
                }
                Node::And(one, two) | Node::Not(one, two) => {
                    pending.extend([(one, false), (two, false)]);
                }
            }
        }
    }
    order
}

/// Sets of bytes that no character node tells apart.
fn classes(nodes: &[Node], order: &[NodeId]) -> Vec<CharacterSet> {
    let sets: Vec<CharacterSet> = order
        .iter()
        .filter_map(|&id| match nodes[id] {
            Node::Character(characters, _) => Some(characters),
            _ => None,
        })
        .collect();
    let mut classes: HashMap<Vec<bool>, CharacterSet> = HashMap::new();
    let mut firsts: Vec<Vec<bool>> = Vec::new();
    for byte in 0..0x80u8 {
        let signature: Vec<bool> = sets.iter().map(|set| set.contains(byte)).collect();
        let class = classes.entry(signature.clone()).or_default();
        if class.is_empty() {
            firsts.push(signature);
        }
        *class = class.union(CharacterSet::of(byte));
    }
    firsts.into_iter().map(|signature| classes[&signature]).collect()
}
