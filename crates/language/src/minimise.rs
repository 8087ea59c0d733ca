//! Minimisation of automata (Hopcroft's algorithm).
//!
//! Two states are merged if no string distinguishes them. First the accepting states are
//! separated from the others. Then each group is split by which of its states lead into another
//! group. Only the smaller half of a split has to be looked at again, so the work is little more
//! than the size of the table.

use crate::dfa::{DEAD, Dfa};
use crate::{ByteClasses, FastMap};

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
    fn groups(&self) -> Vec<u32> {
        let (count, classes) = (self.len(), self.class_count);
        // The predecessors of each state by class, in one array.
        let mut ends = vec![0u32; classes * count + 1];
        for row in self.next.chunks_exact(classes) {
            for (class, &next) in row.iter().enumerate() {
                ends[class * count + next as usize + 1] += 1;
            }
        }
        for at in 1..ends.len() {
            ends[at] += ends[at - 1];
        }
        let mut free = ends.clone();
        let mut before = vec![0u32; self.next.len()];
        for (state, row) in self.next.chunks_exact(classes).enumerate() {
            for (class, &next) in row.iter().enumerate() {
                let slot = &mut free[class * count + next as usize];
                before[*slot as usize] = state as u32;
                *slot += 1;
            }
        }
        drop(free);
        let mut partition = Partition::of(count);
        for state in (0..count).filter(|&state| self.is_accepting(state)) {
            partition.mark(state as u32);
        }
        let mut pending: Vec<u32> = partition.split(0).into_iter().collect();
        let (mut states, mut touched) = (Vec::new(), Vec::new());
        while let Some(splitter) = pending.pop() {
            let Group { start, end, .. } = partition.groups[splitter as usize];
            states.clear();
            states.extend_from_slice(&partition.states[start..end]);
            for class in 0..classes {
                let ends = &ends[class * count..][..count + 1];
                for &state in &states {
                    let (from, to) = (ends[state as usize], ends[state as usize + 1]);
                    for &earlier in &before[from as usize..to as usize] {
                        touched.extend(partition.mark(earlier));
                    }
                }
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
