//! Minimisation of automata (Hopcroft's algorithm).
//!
//! Two states are merged if no string distinguishes them. First the accepting states are
//! separated from the others. Then each group is split by which of its states lead into another
//! group. Only the smaller half of a split has to be looked at again, so the work is little more
//! than the size of the table.

use std::collections::HashMap;

use crate::ByteClasses;
use crate::dfa::{DEAD, Dfa};

/// A partition of the states into groups that are not distinguished yet.
struct Partition {
    /// All states; the states of a group are adjacent.
    states: Vec<u32>,
    /// By state: its index in `states`.
    place: Vec<u32>,
    /// By state: its group.
    group: Vec<u32>,
    /// By group: its range in `states`, and how many of its first states are marked.
    groups: Vec<Group>,
}

#[derive(Clone, Copy)]
struct Group {
    start: usize,
    end: usize,
    marked: usize,
}

impl Partition {
    fn of(count: usize) -> Partition {
        let all: Vec<u32> = (0..count as u32).collect();
        let groups = vec![Group { start: 0, end: count, marked: 0 }];
        Partition { states: all.clone(), place: all, group: vec![0; count], groups }
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

    /// Splits a group into its marked and unmarked states. Returns the new group, which is the
    /// smaller half; `None` if all states are marked or none.
    fn split(&mut self, number: u32) -> Option<u32> {
        let group = &mut self.groups[number as usize];
        let border = group.start + std::mem::take(&mut group.marked);
        if border == group.start || border == group.end {
            return None;
        }
        let smaller = if border - group.start <= group.end - border {
            let smaller = Group { end: border, ..*group };
            group.start = border;
            smaller
        } else {
            let smaller = Group { start: border, ..*group };
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
        let group = self.groups();
        let mut members = vec![DEAD; self.len()];
        for state in (0..self.len()).rev() {
            members[group[state] as usize] = state;
        }
        let dead = group[DEAD];
        let next = |of: u32, byte: u8| group[self.step(members[of as usize], byte)];
        let count = group.iter().max().map_or(0, |&most| most + 1);
        let least = self.least_bytes();
        let columns: Vec<Vec<u32>> =
            least.iter().map(|&byte| (0..count).map(|it| next(it, byte)).collect()).collect();
        // Bytes that no state distinguishes any more are merged into one class.
        let mut first = HashMap::new();
        let same: Vec<usize> =
            columns.iter().enumerate().map(|(at, it)| *first.entry(it).or_insert(at)).collect();
        let classes = ByteClasses::numbered(columns.len(), |byte| {
            same[usize::from(self.classes[usize::from(byte)])]
        });
        Dfa::explore(
            group[self.start()],
            &classes,
            |&of, byte| Some(next(of, byte)).filter(|&it| it != dead),
            |&of| self.is_accepting(members[of as usize]),
        )
    }

    /// By class: its least byte.
    fn least_bytes(&self) -> Vec<u8> {
        let mut least = vec![0; self.class_count];
        for (byte, &class) in (0..=u8::MAX).zip(&self.classes).rev() {
            least[usize::from(class)] = byte;
        }
        least
    }

    /// By state: the number of its group. No string distinguishes the states of a group.
    fn groups(&self) -> Vec<u32> {
        let (count, classes) = (self.len(), self.class_count);
        // The predecessors of each state by class, in one array.
        let mut ends = vec![0u32; classes * count + 1];
        for (at, &next) in self.next.iter().enumerate() {
            ends[at % classes * count + next as usize + 1] += 1;
        }
        for at in 1..ends.len() {
            ends[at] += ends[at - 1];
        }
        let mut free = ends.clone();
        let mut before = vec![0u32; self.next.len()];
        for (at, &next) in self.next.iter().enumerate() {
            let slot = &mut free[at % classes * count + next as usize];
            before[*slot as usize] = (at / classes) as u32;
            *slot += 1;
        }
        let mut partition = Partition::of(count);
        for state in (0..count).filter(|&state| self.is_accepting(state)) {
            partition.mark(state as u32);
        }
        let mut pending: Vec<u32> = partition.split(0).into_iter().collect();
        while let Some(splitter) = pending.pop() {
            let Group { start, end, .. } = partition.groups[splitter as usize];
            let states = partition.states[start..end].to_vec();
            for class in 0..classes {
                let mut touched = Vec::new();
                for &state in &states {
                    let at = class * count + state as usize;
                    for &earlier in &before[ends[at] as usize..ends[at + 1] as usize] {
                        touched.extend(partition.mark(earlier));
                    }
                }
                for group in touched {
                    // If the group itself is pending, both halves are pending now. Otherwise the
                    // smaller half is enough.
                    pending.extend(partition.split(group));
                }
            }
        }
        partition.group
    }
}
