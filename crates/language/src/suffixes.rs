//! The right-to-left automaton of a system of equations.
//!
//! Whether a node holds at a place follows from the byte there and from what
//! held one place to the right. So the input is read from its end: the state is
//! the set of nodes that hold, of those that some character leads to. There are
//! finitely many sets: it is a deterministic automaton of the reversed
//! language, and read backwards it is the language itself.

use indexmap::IndexSet;

use crate::{ByteClasses, CharacterSet, Dfa, Exceeded, Limit, Meter, Nfa};

/// A node by its number.
pub type NodeId = usize;

/// It holds everywhere.
pub const TRUE: NodeId = 0;

/// What holds of the rest of the input, by what holds of it one byte further on.
#[derive(Debug, Clone, Copy)]
pub enum Node {
    /// It holds everywhere.
    True,
    /// Nothing is left, and then this.
    End(NodeId),
    /// One of the characters, and then this.
    Character(CharacterSet, NodeId),
    /// The first; or the first matches no beginning, and the second.
    Choice {
        /// The first alternative, then what follows.
        first: NodeId,
        /// Whether the first alternative matches a beginning.
        matches: NodeId,
        /// The second alternative, then what follows.
        second: NodeId,
    },
    /// The one or the other, whichever comes to an end.
    Either(NodeId, NodeId),
    /// Both.
    And(NodeId, NodeId),
    /// The second, and not the first.
    Not(NodeId, NodeId),
}

/// The strings on the whole of which `root` holds.
///
/// # Errors
///
/// If that takes more than the meter allows.
pub fn language(nodes: &[Node], root: NodeId, meter: &mut Meter) -> Result<Dfa, Exceeded> {
    let order = order(nodes, root);
    // What the byte to the left needs to know: the nodes after a character, and the answer.
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

    // By node: with which bytes it holds, all of them at once.
    let all = CharacterSet::range(0, u8::MAX);
    let mut holds = vec![CharacterSet::default(); nodes.len()];
    let mut evaluate = |after: Option<&Holds>| {
        for &id in &order {
            holds[id] = match nodes[id] {
                Node::True => all,
                Node::End(next) if after.is_none() => holds[next],
                Node::End(_) => CharacterSet::default(),
                Node::Character(characters, next) => match after {
                    Some(after) if after.get(slot[next]) => characters,
                    _ => CharacterSet::default(),
                },
                Node::Choice { first, matches, second } => {
                    holds[first].union(holds[second].without(holds[matches]))
                }
                Node::Either(one, two) => holds[one].union(holds[two]),
                Node::And(one, two) => holds[one].intersection(holds[two]),
                Node::Not(not, then) => holds[then].without(holds[not]),
            };
        }
        kept.iter().map(|&id| holds[id]).collect::<Vec<_>>()
    };

    let answer = slot[root];
    let end = Holds::with(0, &evaluate(None));
    let mut states = IndexSet::from([end]);
    let mut reversed = Nfa { steps: vec![Vec::new()], accepting: vec![true], starts: Vec::new() };
    let mut done = 0;
    while let Some(state) = states.get_index(done).cloned() {
        if state.get(answer) {
            reversed.starts.push(done);
        }
        meter.within(Limit::States, states.len())?;
        // A step is cheap here: it looks at a node, and makes no set of states.
        meter.step(classes.len() * (1 + order.len() / 8))?;
        let before = evaluate(Some(&state));
        for &(byte, characters) in &classes {
            let (number, is_new) = states.insert_full(Holds::with(byte, &before));
            if is_new {
                reversed.steps.push(Vec::new());
                reversed.accepting.push(false);
            }
            reversed.steps[number].push((characters, done));
        }
        done += 1;
    }
    reversed.determinise_counted(meter)
}

/// The nodes that the root needs, each after those that it needs at the same place.
fn order(nodes: &[Node], root: NodeId) -> Vec<NodeId> {
    let mut order = Vec::new();
    let mut seen = vec![false; nodes.len()];
    // Nodes after a character belong to the next place, and begin a round of their own.
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

/// Which of the nodes that are kept hold at a place: a bit for each.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Holds(Box<[u64]>);

impl Holds {
    /// Those that hold with a byte.
    fn with(byte: u8, kept: &[CharacterSet]) -> Holds {
        let bit = |(at, it): (usize, &CharacterSet)| u64::from(it.contains(byte)) << at;
        let bits = |these: &[CharacterSet]| these.iter().enumerate().map(bit).sum();
        Holds(kept.chunks(u64::BITS as usize).map(bits).collect())
    }

    fn get(&self, at: usize) -> bool {
        let bits = u64::BITS as usize;
        self.0.get(at / bits).is_some_and(|it| it >> (at % bits) & 1 == 1)
    }
}

/// Sets of bytes that no character node tells apart, each with its least byte.
fn classes(nodes: &[Node], order: &[NodeId]) -> Vec<(u8, CharacterSet)> {
    let mut sets: Vec<CharacterSet> = order
        .iter()
        .filter_map(|&id| match nodes[id] {
            Node::Character(characters, _) => Some(characters),
            _ => None,
        })
        .collect();
    sets.sort_unstable();
    sets.dedup();
    let classes = ByteClasses::of_sets(sets);
    let class = |&least: &u8| (least, classes.alike(least).collect());
    classes.representatives().iter().map(class).collect()
}
