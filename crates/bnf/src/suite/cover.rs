//! Few strings that tell all faults.
//!
//! A string tells a fault if the grammar and the faulty one say different things of it.
//! All strings that do are a language, and it has two halves: those that conform and
//! that the fault refuses, and those that do not and that it takes. One string tells
//! several faults where their halves have a string in common. So the faults are put
//! into groups, each into the one in which the shortest string is left, hard ones first;
//! a group of halves that would have no string in common begins anew. Of each group the
//! plainest shortest string is taken, and then each is left out whose faults others tell.
//!
//! How few it could be at best is known from below: faults of which no two have a string
//! in common need a string each.

use urlbnf_language::{Dfa, Exceeded, Limits};

/// The most states of what a group has in common: beyond, the group is full.
const MOST_STATES: usize = 4_000;
/// The longest string by which several faults are told, in bytes.
const LONGEST_SHARED: usize = 64;

/// The strings that tell a fault: at least one.
#[derive(Debug, Clone)]
pub(super) struct Telling {
    /// Those that conform, and that the fault refuses.
    lost: Dfa,
    /// Those that do not conform, and that the fault takes.
    gained: Dfa,
    /// The plainest of the shortest.
    pub plainest: Vec<u8>,
}

impl Telling {
    /// What is lost and what is gained; `None` where there is neither.
    pub fn of(lost: Dfa, gained: Dfa) -> Option<Telling> {
        let plainest = [&lost, &gained].into_iter().filter_map(|half| half.plainest());
        let plainest = plainest.min_by_key(Vec::len)?;
        Some(Telling { lost, gained, plainest })
    }

    fn halves(&self) -> [(bool, &Dfa); 2] {
        [(true, &self.lost), (false, &self.gained)]
    }

    /// Whether a string tells the fault.
    pub fn tells(&self, string: &[u8]) -> bool {
        self.lost.accepts(string) || self.gained.accepts(string)
    }

    /// Whether no string tells both.
    fn is_apart_from(&self, other: &Telling, limits: &Limits) -> Result<bool, Exceeded> {
        let lost = self.lost.common_within(&other.lost, limits)?;
        Ok(lost.is_none() && self.gained.common_within(&other.gained, limits)?.is_none())
    }
}

/// Faults that have a string in common.
struct Group {
    valid: bool,
    common: Dfa,
    string: Vec<u8>,
}

impl Group {
    /// It with one half more; `None` where that leaves no string, or none that is short.
    fn with(&self, half: &Dfa) -> Option<Group> {
        let limits = Limits { states: MOST_STATES, ..Limits::default() };
        let common = self.common.intersection_within(half, &limits).ok()?.minimise();
        let string = common.plainest()?;
        let short = string.len() <= LONGEST_SHARED.max(self.string.len());
        short.then_some(Group { valid: self.valid, common, string })
    }
}

/// Strings that together tell all of the faults that have one, none of which could be left
/// out.
pub(super) fn cover(faults: &[Telling]) -> Vec<Vec<u8>> {
    let mut order: Vec<usize> = (0..faults.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(faults[at].plainest.len()));
    let mut groups: Vec<Group> = Vec::new();
    for at in order {
        let halves = || faults[at].halves().into_iter().filter(|(_, half)| !half.is_empty());
        let joined = halves().flat_map(|(valid, half)| {
            let same = move |(_, group): &(usize, &Group)| group.valid == valid;
            let groups = groups.iter().enumerate().filter(same);
            groups.filter_map(move |(number, group)| Some((number, group.with(half)?)))
        });
        match joined.min_by_key(|(number, group)| (group.string.len(), *number)) {
            Some((number, group)) => groups[number] = group,
            None => {
                let begun = halves().filter_map(|(valid, half)| {
                    Some(Group { valid, common: half.clone(), string: half.plainest()? })
                });
                groups.extend(begun.min_by_key(|group| group.string.len()));
            }
        }
    }
    needed(faults, groups.into_iter().map(|group| group.string).collect())
}

/// The strings, without those whose faults others tell; long ones go first.
fn needed(faults: &[Telling], mut strings: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    strings.sort_by(|one, two| (one.len(), one).cmp(&(two.len(), two)));
    strings.dedup();
    let told_by: Vec<Vec<usize>> = strings
        .iter()
        .map(|string| (0..faults.len()).filter(|&at| faults[at].tells(string)).collect())
        .collect();
    let mut times = vec![0_usize; faults.len()];
    told_by.iter().flatten().for_each(|&at| times[at] += 1);
    let mut kept = vec![true; strings.len()];
    for at in (0..strings.len()).rev() {
        if told_by[at].iter().all(|&fault| times[fault] > 1) {
            kept[at] = false;
            told_by[at].iter().for_each(|&fault| times[fault] -= 1);
        }
    }
    strings.into_iter().zip(kept).filter_map(|(string, kept)| kept.then_some(string)).collect()
}

/// How many strings it takes at least: of so many faults no two have a string in common.
/// What takes more than the limits allow is not counted.
pub(super) fn least(faults: &[Telling], limits: &Limits) -> usize {
    let mut apart: Vec<&Telling> = Vec::new();
    for fault in faults {
        let is_apart = |other: &&Telling| {
            !other.tells(&fault.plainest)
                && !fault.tells(&other.plainest)
                && fault.is_apart_from(other, limits).unwrap_or(false)
        };
        if apart.iter().all(is_apart) {
            apart.push(fault);
        }
    }
    apart.len()
}
