//! The right-to-left automaton of a system of equations.
//!
//! Whether a node holds at a position depends on the byte there and on the nodes that hold one
//! position to the right. So the input is read from its end. A state is the set of nodes that
//! hold, of those that follow a character node. There are finitely many such sets, so they form
//! a deterministic automaton of the reversed language; reversing it gives the language.

use std::borrow::Borrow;

use crate::nfa::TransitionTargets;
use crate::{ByteClasses, CharacterSet, Dfa, Exceeded, FastSet, Work};

/// The number of a node.
pub type SuffixNodeId = usize;

/// The node that holds everywhere.
pub const TRUE: SuffixNodeId = 0;

/// A condition on the rest of the input, in terms of the rest one byte further on.
#[derive(Debug, Clone, Copy)]
pub enum SuffixNode {
    /// It holds everywhere.
    True,
    /// Nothing is left of the input, and the node holds.
    End(SuffixNodeId),
    /// The next byte is one of the characters, and the node holds after it.
    Character(CharacterSet, SuffixNodeId),
    /// Ordered choice: `first` holds, or `matches` does not hold and `second` does.
    Choice {
        /// The first alternative, then what follows it.
        first: SuffixNodeId,
        /// Whether the first alternative matches a prefix of the rest.
        matches: SuffixNodeId,
        /// The second alternative, then what follows it.
        second: SuffixNodeId,
    },
    /// At least one of the two holds.
    Either(SuffixNodeId, SuffixNodeId),
    /// Both hold.
    And(SuffixNodeId, SuffixNodeId),
    /// The second holds, and the first does not.
    Not(SuffixNodeId, SuffixNodeId),
}

/// The bits of a word of a bit set.
const BITS: usize = u64::BITS as usize;

/// The strings that `root` holds for as a whole.
///
/// # Errors
/// If the work runs out.
pub fn language(
    nodes: &[SuffixNode],
    root: SuffixNodeId,
    work: &mut Work,
) -> Result<Dfa, Exceeded> {
    let order = order(nodes, root);
    // What a state has to keep: the nodes that follow a character node, and the root.
    let mut kept: Vec<SuffixNodeId> = Vec::new();
    for &node in &order {
        if let SuffixNode::Character(_, next) = nodes[node] {
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

    let NodeFormulas { characters, rows, index } = NodeFormulas::from_nodes(nodes, &order);
    // By batch of classes, then by character node: the classes that it takes, as a bit set.
    let taken: Vec<Vec<u64>> = (classes.representatives().chunks(BITS))
        .map(|batch| {
            let takes = |&(characters, _): &(CharacterSet, SuffixNodeId)| {
                let bits = batch.iter().enumerate();
                let bits = bits.filter(|&(_, &least)| characters.contains(least));
                bits.fold(0, |set, (at, _)| set | 1 << at)
            };
            characters.iter().map(takes).collect()
        })
        .collect();
    let next: Vec<usize> = characters.iter().map(|&(_, next)| slot[next]).collect();
    // By index: the classes of the batch with which the value is true.
    let first_row = CHARACTERS + characters.len();
    let mut holds = vec![0_u64; first_row + rows.len()];
    let words = kept.len().div_ceil(BITS);
    // By class: the nodes that hold with its bytes.
    let mut evaluate = |after: Option<&NodeBitSet>, with: &mut [Vec<u64>]| {
        with.iter_mut().for_each(|holds| holds.fill(0));
        for (taken, with) in taken.iter().zip(with.chunks_mut(BITS)) {
            holds[ALWAYS] = u64::MAX >> (BITS - with.len());
            holds[NOT_AT_END] = if after.is_some() { holds[ALWAYS] } else { 0 };
            for ((to, &taken), &next) in holds[CHARACTERS..].iter_mut().zip(taken).zip(&next) {
                *to = if after.is_some_and(|state| state.get(next)) { taken } else { 0 };
            }
            for (at, &[one, two, not]) in rows.iter().enumerate() {
                let [one, two, not] = [one, two, not].map(|operand| holds[operand as usize]);
                holds[first_row + at] = one | two & !not;
            }
            for (at, &id) in kept.iter().enumerate() {
                let mut left = holds[index[id] as usize];
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
    let end = NodeBitSet(with.first().cloned().unwrap_or_default().into());
    let mut states: FastSet<NodeBitSet> = [end].into_iter().collect();
    // By state and class: the state one byte to the left.
    let mut next_states: Vec<u32> = Vec::new();
    let mut starts: Vec<u32> = Vec::new();
    let mut done = 0;
    while let Some(state) = states.get_index(done) {
        if state.get(answer) {
            starts.push(done as u32);
        }
        work.ticks(taken.len() * (order.len() + kept.len()) + classes.count() * words)?;
        work.grow::<u32>(classes.count())?;
        let known = states.len();
        evaluate(Some(state), &mut with);
        for holds in &with {
            let number = states.get_index_of(&holds[..]);
            let number =
                number.unwrap_or_else(|| states.insert_full(NodeBitSet(holds.as_slice().into())).0);
            next_states.push(number as u32);
        }
        work.enter::<NodeBitSet>(states.len() - known)?;
        work.grow::<u64>((states.len() - known) * words)?;
        done += 1;
    }
    drop(states);
    let reversed = TransitionTargets::reversed(&next_states, classes.count());
    Ok(reversed.subsets(starts, &classes, None, |state| state == 0, work)?.0)
}

/// The indices of the three constants: false, true, and true except at the end of the input.
const NEVER: usize = 0;
const ALWAYS: usize = 1;
const NOT_AT_END: usize = 2;
/// The index of the first character node.
const CHARACTERS: usize = 3;

/// The nodes as formulas of one form, `a | b & !c`, which are evaluated without branches. All values
/// are in one list: the constants, the character nodes, then the rows.
struct NodeFormulas {
    /// The sets of the character nodes, and the nodes that follow them.
    characters: Vec<(CharacterSet, SuffixNodeId)>,
    /// The operands `[a, b, c]` of each row, as indices of values before it.
    rows: Vec<[u32; 3]>,
    /// By node: the index of its value.
    index: Vec<u32>,
}

impl NodeFormulas {
    fn from_nodes(nodes: &[SuffixNode], order: &[SuffixNodeId]) -> NodeFormulas {
        let mut characters = Vec::new();
        let mut index = vec![NEVER as u32; nodes.len()];
        for &id in order {
            if let SuffixNode::Character(set, next) = nodes[id]
                && !set.is_empty()
            {
                index[id] = (CHARACTERS + characters.len()) as u32;
                characters.push((set, next));
            }
        }
        let mut rows: Vec<[u32; 3]> = Vec::new();
        let first_row = CHARACTERS + characters.len();
        let [never, always, not_at_end] = [NEVER, ALWAYS, NOT_AT_END].map(|index| index as u32);
        let mut add = |row: [u32; 3]| match row {
            [one, two, not] if two == never || (one == two && not == never) => one,
            [one, two, not] if one == never && not == never => two,
            _ => {
                rows.push(row);
                (first_row + rows.len() - 1) as u32
            }
        };
        for &id in order {
            let at = |id: SuffixNodeId| index[id];
            index[id] = match nodes[id] {
                SuffixNode::Character(..) => continue,
                SuffixNode::True => always,
                SuffixNode::End(next) => add([never, at(next), not_at_end]),
                SuffixNode::Choice { first, matches, second } => {
                    add([at(first), at(second), at(matches)])
                }
                SuffixNode::Either(one, two) => add([at(one), at(two), never]),
                SuffixNode::And(one, two) => {
                    let not_two = add([never, always, at(two)]);
                    add([never, at(one), not_two])
                }
                SuffixNode::Not(not, then) => add([never, at(then), at(not)]),
            };
        }
        NodeFormulas { characters, rows, index }
    }
}

/// The nodes that the root depends on, each after those that it depends on at the same position.
fn order(nodes: &[SuffixNode], root: SuffixNodeId) -> Vec<SuffixNodeId> {
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
                SuffixNode::True => {}
                SuffixNode::End(next) => pending.push((next, false)),
                SuffixNode::Character(_, next) => roots.push(next),
                SuffixNode::Choice { first, matches, second } => {
                    pending.extend([(first, false), (matches, false), (second, false)]);
                }
                SuffixNode::Either(one, two)
                | SuffixNode::And(one, two)
                | SuffixNode::Not(one, two) => {
                    pending.extend([(one, false), (two, false)]);
                }
            }
        }
    }
    order
}

/// Which of the kept nodes hold at a position, as a bit set.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct NodeBitSet(Box<[u64]>);

impl Borrow<[u64]> for NodeBitSet {
    fn borrow(&self) -> &[u64] {
        &self.0
    }
}

impl NodeBitSet {
    fn get(&self, at: usize) -> bool {
        self.0.get(at / BITS).is_some_and(|word| word >> (at % BITS) & 1 == 1)
    }
}

/// The classes of bytes that no character node distinguishes.
fn classes(nodes: &[SuffixNode], order: &[SuffixNodeId]) -> ByteClasses {
    ByteClasses::of_sets(order.iter().filter_map(|&id| match nodes[id] {
        SuffixNode::Character(characters, _) => Some(characters),
        _ => None,
    }))
}
