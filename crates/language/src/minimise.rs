//! Minimisation of automata.
//!
//! Of a deterministic automaton this is Hopcroft's algorithm. Two states are merged if no string
//! distinguishes them. First the accepting states are separated from the others. Then each group
//! is split by which of its states lead into another group. Only the smaller half of a split has to
//! be looked at again, so the work is little more than the size of the table.
//!
//! Of a nondeterministic automaton it is the quotient by the coarsest bisimulation. A production
//! that is named in many places has as many copies in its automaton, and copies that continue
//! alike are merged. Subset construction then meets far fewer sets.

use std::borrow::Cow;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use crate::dfa::{DEAD, Dfa, Predecessors};
use crate::nfa::Nfa;
use crate::{ByteClasses, CharacterSet, Exceeded, FastMap, FastSet, Work};

/// How many times the transitions of an NFA may be followed to find the states to merge.
const MOST_TIMES: usize = 16;
/// A group that is not in a signature.
const NONE: u32 = u32::MAX;

/// A partition of the states into groups that are not distinguished yet.
struct StatePartition {
    /// All states; the states of a group are adjacent.
    states: Vec<u32>,
    /// By state: its index in `states`.
    place: Vec<u32>,
    /// By state: its group.
    group: Vec<u32>,
    /// By group: its range in `states`, and how many of its first states are marked.
    groups: Vec<PartitionBlock>,
}

#[derive(Clone, Copy)]
struct PartitionBlock {
    start: usize,
    end: usize,
    marked: usize,
}

impl StatePartition {
    fn new(count: usize) -> StatePartition {
        let all: Vec<u32> = (0..count as u32).collect();
        let groups = vec![PartitionBlock { start: 0, end: count, marked: 0 }];
        StatePartition { states: all.clone(), place: all, group: vec![0; count], groups }
    }

    /// Marks a state. Returns its group if this is the group's first mark.
    fn mark(&mut self, state: u32) -> Option<u32> {
        let number = self.group[state as usize];
        let group = &mut self.groups[number as usize];
        let (at, border) = (self.place[state as usize] as usize, group.start + group.marked);
        if at < border {
            return None;
        }
        group.marked += 1;
        let first = group.marked == 1;
        let other = self.states[border];
        self.states.swap(at, border);
        self.place[state as usize] = border as u32;
        self.place[other as usize] = at as u32;
        first.then_some(number)
    }

    /// The states of a group.
    fn members(&self, number: u32) -> &[u32] {
        let group = &self.groups[number as usize];
        &self.states[group.start..group.end]
    }

    /// Splits a group into its marked and unmarked states. Returns the new group, which is the
    /// smaller half; `None` if all states are marked or none.
    fn split(&mut self, number: u32) -> Option<u32> {
        let group = &mut self.groups[number as usize];
        let border = group.start + std::mem::take(&mut group.marked);
        if border == group.start || border == group.end {
            return None;
        }
        let smaller = if border - group.start <= group.end - border {
            let smaller = PartitionBlock { end: border, ..*group };
            group.start = border;
            smaller
        } else {
            let smaller = PartitionBlock { start: border, ..*group };
            group.end = border;
            smaller
        };
        let new = self.groups.len() as u32;
        self.groups.push(smaller);
        for &state in &self.states[smaller.start..smaller.end] {
            self.group[state as usize] = new;
        }
        Some(new)
    }
}

impl Dfa {
    /// The automaton of this language with the fewest states. Equal languages have equal ones.
    #[must_use]
    pub fn minimise(&self) -> Dfa {
        if self.is_empty() {
            return Dfa::none();
        }
        let group = self.groups();
        let count = group.iter().max().map_or(0, |&most| most as usize + 1);
        let mut members = vec![DEAD; count];
        for state in (0..self.len()).rev() {
            members[group[state] as usize] = state;
        }
        // Bytes that no state distinguishes any more are merged into one class.
        let mut first: FastMap<Vec<u32>, usize> = FastMap::default();
        let same: Vec<usize> = (0..self.class_count)
            .map(|class| {
                let column = members.iter().map(|&of| group[self.row(of)[class] as usize]);
                *first.entry(column.collect()).or_insert(class)
            })
            .collect();
        let classes = ByteClasses::numbered(same.len(), |byte| {
            same[usize::from(self.classes[usize::from(byte)])]
        });
        // The groups are numbered as they are met from the start. That of the dead state is 0.
        let columns: Vec<usize> = classes
            .representatives()
            .iter()
            .map(|&byte| usize::from(self.classes[usize::from(byte)]))
            .collect();
        let mut numbers: Vec<u32> = vec![u32::MAX; count];
        let mut met: Vec<usize> = vec![DEAD];
        numbers[group[DEAD] as usize] = DEAD as u32;
        let mut number = |state: usize, met: &mut Vec<usize>| {
            let number = &mut numbers[group[state] as usize];
            if *number == u32::MAX {
                *number = met.len() as u32;
                met.push(members[group[state] as usize]);
            }
            *number
        };
        let start = number(self.start(), &mut met);
        let mut next: Vec<u32> = Vec::with_capacity(count * columns.len());
        let mut done = 0;
        while let Some(&state) = met.get(done) {
            done += 1;
            let row = self.row(state);
            next.extend(columns.iter().map(|&class| number(row[class] as usize, &mut met)));
        }
        let accepting = met.iter().map(|&state| self.is_accepting(state)).collect();
        Dfa::of_table(&classes, next, accepting, start as usize)
    }

    /// By state: the number of its group. No string distinguishes the states of a group.
    ///
    /// The table is trimmed, so no other state is equivalent to the dead one. Most transitions lead
    /// into the dead state; they are skipped.
    fn groups(&self) -> Vec<u32> {
        let classes = self.class_count;
        let steps = self.next.iter().map(|&next| next as usize).enumerate();
        let before = Predecessors::of_steps(self.len(), steps.filter(|&(_, next)| next != DEAD));
        let mut partition = StatePartition::new(self.len());
        partition.mark(DEAD as u32);
        partition.split(0);
        for state in (0..self.len()).filter(|&state| self.is_accepting(state)) {
            partition.mark(state as u32);
        }
        let mut pending: Vec<u32> = [0].into_iter().chain(partition.split(0)).collect();
        // By class: the states from which a byte of the class leads into the splitter.
        let mut earlier: Vec<Vec<u32>> = vec![Vec::new(); classes];
        let mut touched = Vec::new();
        while let Some(splitter) = pending.pop() {
            for &state in partition.members(splitter) {
                for &step in before.predecessors(state as usize) {
                    earlier[step as usize % classes].push(step / classes as u32);
                }
            }
            for states in &mut earlier {
                touched.extend(states.drain(..).filter_map(|state| partition.mark(state)));
                for group in touched.drain(..) {
                    // If the group itself is pending, both halves are pending now. Otherwise the
                    // smaller half is enough.
                    pending.extend(partition.split(group));
                }
            }
        }
        partition.group
    }
}

/// A group and the number of a set, as a signature holds them.
fn packed(group: u32, set: u32) -> u64 {
    u64::from(group) << 32 | u64::from(set)
}

fn group_of(step: u64) -> usize {
    (step >> 32) as usize
}

/// Computes the signatures of the states of an NFA: where their transitions lead. Sets of bytes are
/// interned, so that signatures are short.
struct SignatureBuilder {
    /// By state: the targets, each with the number of its set.
    steps: Vec<Vec<(u32, u32)>>,
    sets: FastSet<CharacterSet>,
    /// By group: its index in the current signature, or [`NONE`].
    places: Vec<u32>,
    /// Buffer for the current signature.
    signature: Vec<u64>,
}

impl SignatureBuilder {
    fn new(nfa: &Nfa) -> SignatureBuilder {
        let mut sets = FastSet::default();
        // Consecutive transitions often have the same set, which is looked up once.
        let mut before: Option<(CharacterSet, u32)> = None;
        let mut number = |set| match before {
            Some((same, number)) if same == set => number,
            _ => before.insert((set, sets.insert_full(set).0 as u32)).1,
        };
        let steps = nfa
            .steps
            .iter()
            .map(|steps| steps.iter().map(|&(set, target)| (target as u32, number(set))).collect());
        let steps: Vec<Vec<(u32, u32)>> = steps.collect();
        SignatureBuilder { places: vec![NONE; steps.len()], steps, sets, signature: Vec::new() }
    }

    /// The signature of a state. It begins with the group of the state. Then follows one integer for
    /// each group that its transitions lead into, in order: the group and the number of the set of
    /// bytes, packed. A list of integers is hashed in one go.
    fn signature(&mut self, state: u32, partition: &StatePartition) -> &[u64] {
        let SignatureBuilder { steps, sets, places, signature } = self;
        signature.clear();
        signature.push(u64::from(partition.group[state as usize]));
        for &(target, set) in &steps[state as usize] {
            let group = partition.group[target as usize];
            let place = &mut places[group as usize];
            match signature.get_mut(*place as usize) {
                Some(known) => {
                    let before = *known as u32;
                    if before != set {
                        let union = sets[before as usize].union(sets[set as usize]);
                        *known = packed(group, sets.insert_full(union).0 as u32);
                    }
                }
                None => {
                    *place = signature.len() as u32;
                    signature.push(packed(group, set));
                }
            }
        }
        for &step in &signature[1..] {
            places[group_of(step)] = NONE;
        }
        signature[1..].sort_unstable();
        signature
    }

    /// The automaton with a state for each group.
    fn quotient(&mut self, nfa: &Nfa, partition: &StatePartition) -> Nfa {
        let starts = nfa.starts.iter().map(|&start| partition.group[start] as usize).collect();
        let mut merged = Nfa { steps: Vec::new(), accepting: Vec::new(), starts };
        for group in &partition.groups {
            let state = partition.states[group.start];
            self.signature(state, partition);
            let into = self.signature[1..].iter();
            let into = into.map(|&step| (self.sets[step as u32 as usize], group_of(step)));
            merged.steps.push(into.collect());
            merged.accepting.push(nfa.accepting[state as usize]);
        }
        merged
    }
}

impl Nfa {
    /// An automaton of the same language in which states are merged that accept alike and lead with
    /// the same bytes into the same groups of states. If it takes too long to find them, the
    /// automaton itself.
    ///
    /// # Errors
    /// If the work runs out.
    ///
    /// # Panics
    ///
    /// If a transition or a start names a state that does not exist.
    pub fn merged(&self, work: &mut Work) -> Result<Cow<'_, Nfa>, Exceeded> {
        let count = self.steps.len();
        let steps = self.steps.iter().enumerate();
        let steps = steps.flat_map(|(state, steps)| steps.iter().map(move |step| (state, step.1)));
        let before = Predecessors::of_steps(count, steps);
        let mut left = (count + before.len()).saturating_mul(MOST_TIMES);
        let mut partition = StatePartition::new(count);
        for state in (0..count).filter(|&state| self.accepting[state]) {
            partition.mark(state as u32);
        }
        partition.split(0);
        let mut pending: Vec<u32> = (0..count as u32).collect();
        let mut moved: Vec<u32> = Vec::new();
        let mut signer = SignatureBuilder::new(self);
        while !pending.is_empty() {
            let mut parts: IndexMap<Vec<u64>, Vec<u32>, RandomState> = IndexMap::default();
            for &state in &pending {
                let size = 1 + self.steps[state as usize].len();
                work.ticks(size)?;
                if size > left {
                    return Ok(Cow::Borrowed(self));
                }
                left -= size;
                let signature = signer.signature(state, &partition);
                match parts.get_mut(signature) {
                    Some(states) => states.push(state),
                    None => _ = parts.insert(signature.to_vec(), vec![state]),
                }
            }
            // The other states of a group lead into no group that is new, as all of these do.
            for states in parts.values() {
                for &state in states {
                    partition.mark(state);
                }
                let new = partition.split(partition.group[states[0] as usize]);
                moved.extend(new.into_iter().flat_map(|new| partition.members(new).to_vec()));
            }
            pending.clear();
            pending.extend(moved.drain(..).flat_map(|state| before.predecessors(state as usize)));
            pending.sort_unstable();
            pending.dedup();
        }
        Ok(Cow::Owned(signer.quotient(self, &partition)))
    }
}
