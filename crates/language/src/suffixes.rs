//! The right-to-left automaton of a system of equations.
//!
//! Whether a node holds at a position depends on the byte there and on the nodes that hold one
//! position to the right. So the input is read from its end. A state is the set of nodes that
//! hold, of those that follow a character node. There are finitely many such sets, so they form
//! a deterministic automaton of the reversed language; reversing it gives the language.

use std::borrow::Borrow;

use crate::{ByteClasses, CharacterSet, Dfa, Exceeded, FastSet, Limit, Meter, Nfa};

/// The number of a node.
pub type NodeId = usize;

/// The node that holds everywhere.
pub const TRUE: NodeId = 0;

/// A condition on the rest of the input, in terms of the rest one byte further on.
#[derive(Debug, Clone, Copy)]
pub enum Node {
    /// It holds everywhere.
    True,
    /// Nothing is left of the input, and the node holds.
    End(NodeId),
    /// The next byte is one of the characters, and the node holds after it.
    Character(CharacterSet, NodeId),
    /// Ordered choice: `first` holds, or `matches` does not hold and `second` does.
    Choice {
        /// The first alternative, then what follows it.
        first: NodeId,
        /// Whether the first alternative matches a prefix of the rest.
        matches: NodeId,
        /// The second alternative, then what follows it.
        second: NodeId,
    },
    /// At least one of the two holds.
    Either(NodeId, NodeId),
    /// Both hold.
    And(NodeId, NodeId),
    /// The second holds, and the first does not.
    Not(NodeId, NodeId),
}

/// The bits of a word of a bit set.
const BITS: usize = u64::BITS as usize;

/// The strings that `root` holds for as a whole.
///
/// # Errors
///
/// If it takes more than the meter allows.
pub fn language(nodes: &[Node], root: NodeId, meter: &mut Meter) -> Result<Dfa, Exceeded> {
    let order = order(nodes, root);
    // What a state has to keep: the nodes that follow a character node, and the root.
    let mut kept: Vec<NodeId> = Vec::new();
    for &node in &order {
        if let Node::Character(_, next) = nodes[node] {
            kept.push(next);
        }
    }
    kept.push(root);
    kept.sort_unstable();
    kept.dedup();
    let mut slot = vec![0; nodes.len()];
    for (at, &id) in kept.iter().enumerate() {
        slot[id] = at;
    }
    let classes = classes(nodes, &order);

    // By batch of classes, then by node: the classes that a character node takes, as a bit set.
    let taken: Vec<Vec<u64>> = (classes.representatives().chunks(BITS))
        .map(|batch| {
            let takes = |characters: CharacterSet| {
                let bits = batch.iter().enumerate();
                let bits = bits.filter(|&(_, &least)| characters.contains(least));
                bits.fold(0, |set, (at, _)| set | 1 << at)
            };
            let of_node = |node: &Node| match node {
                Node::Character(characters, _) => takes(*characters),
                _ => 0,
            };
            nodes.iter().map(of_node).collect()
        })
        .collect();
    // By node: the classes of the batch that it holds with.
    let mut holds = vec![0_u64; nodes.len()];
    let words = kept.len().div_ceil(BITS);
    // By class: the nodes that hold with its bytes.
    let mut evaluate = |after: Option<&Holds>, with: &mut [Vec<u64>]| {
        with.iter_mut().for_each(|it| it.fill(0));
        for (taken, with) in taken.iter().zip(with.chunks_mut(BITS)) {
            let all = u64::MAX >> (BITS - with.len());
            for &id in &order {
                holds[id] = match nodes[id] {
                    Node::True => all,
                    Node::End(next) if after.is_none() => holds[next],
                    Node::End(_) => 0,
                    Node::Character(_, next) => match after {
                        Some(after) if after.get(slot[next]) => taken[id],
                        _ => 0,
                    },
                    Node::Choice { first, matches, second } => {
                        holds[first] | holds[second] & !holds[matches]
                    }
                    Node::Either(one, two) => holds[one] | holds[two],
                    Node::And(one, two) => holds[one] & holds[two],
                    Node::Not(not, then) => holds[then] & !holds[not],
                };
            }
            for (at, &id) in kept.iter().enumerate() {
                let mut left = holds[id];
                while left != 0 {
                    with[left.trailing_zeros() as usize][at / BITS] |= 1 << (at % BITS);
                    left &= left - 1;
                }
            }
        }
    };

    let answer = slot[root];
    let mut with = vec![vec![0; words]; classes.count()];
    evaluate(None, &mut with);
    let end = Holds(with.first().cloned().unwrap_or_default().into());
    let mut states: FastSet<Holds> = [end].into_iter().collect();
    let mut reversed = Nfa { steps: vec![Vec::new()], accepting: vec![true], starts: Vec::new() };
    let alike = classes.sets();
    let mut done = 0;
    while let Some(state) = states.get_index(done) {
        if state.get(answer) {
            reversed.starts.push(done);
        }
        meter.within(Limit::States, states.len())?;
        // A step is cheap here: it evaluates a node and builds no set of states.
        meter.step(classes.count() * (1 + order.len() / 16))?;
        meter.charge(order.len() / 2 + classes.count() * (4 + kept.len() / 16))?;
        evaluate(Some(state), &mut with);
        for (holds, &characters) in with.iter().zip(&alike) {
            let number = states.get_index_of(&holds[..]).unwrap_or_else(|| {
                reversed.steps.push(Vec::new());
                reversed.accepting.push(false);
                states.insert_full(Holds(holds.as_slice().into())).0
            });
            reversed.steps[number].push((characters, done));
        }
        done += 1;
    }
    reversed.subsets(meter)
}

/// The nodes that the root depends on, each after those that it depends on at the same position.
fn order(nodes: &[Node], root: NodeId) -> Vec<NodeId> {
    let mut order = Vec::new();
    let mut seen = vec![false; nodes.len()];
    // A node after a character belongs to the next position, so it is a root of its own.
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
                Node::Either(one, two) | Node::And(one, two) | Node::Not(one, two) => {
                    pending.extend([(one, false), (two, false)]);
                }
            }
        }
    }
    order
}

/// Which of the kept nodes hold at a position, as a bit set.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Holds(Box<[u64]>);

impl Borrow<[u64]> for Holds {
    fn borrow(&self) -> &[u64] {
        &self.0
    }
}

impl Holds {
    fn get(&self, at: usize) -> bool {
        self.0.get(at / BITS).is_some_and(|it| it >> (at % BITS) & 1 == 1)
    }
}

/// The classes of bytes that no character node distinguishes.
fn classes(nodes: &[Node], order: &[NodeId]) -> ByteClasses {
    let mut sets: Vec<CharacterSet> = order
        .iter()
        .filter_map(|&id| match nodes[id] {
            Node::Character(characters, _) => Some(characters),
            _ => None,
        })
        .collect();
    sets.sort_unstable();
    sets.dedup();
    ByteClasses::of_sets(sets)
}
