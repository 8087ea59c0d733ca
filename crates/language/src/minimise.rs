//! The smallest automaton of a language (Hopcroft's).
//!
//! States are one where no string tells them apart. So the states are divided, first
//! those that accept from those that do not, then each group by which of its states
//! lead into another group; of two halves only the smaller has to be looked at again,
//! and so the work is little more than the size of the table.

use std::collections::HashMap;

use crate::ByteClasses;
use crate::dfa::{DEAD, Dfa};

/// The groups of states that were not told apart yet.
struct Partition {
    /// All states, those of a group beside each other.
    states: Vec<u32>,
    /// By state: where it lies in `states`.
    place: Vec<u32>,
    /// By state: its group.
    group: Vec<u32>,
    /// By group: where it begins and ends in `states`, and how many of its first are marked.
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

    /// Marks a state, and says whether it is the first of its group.
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

    /// Divides a group into what is marked and what is not. The smaller half is a new
    /// group; none where all is marked, or nothing.
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
    /// The same language with the fewest states. Two languages are equal where these are.
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
        // Bytes that no state tells apart any more are one class.
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

    /// By state: the number of its group, that of the states that no string tells from it.
    fn groups(&self) -> Vec<u32> {
        let (count, classes) = (self.len(), self.class_count);
        // By class and state, one after the other: what leads to it.
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
                    // Where the group waits itself, both halves now do; where it does not,
                    // one is enough.
                    pending.extend(partition.split(group));
                }
            }
        }
        partition.group
    }
}
