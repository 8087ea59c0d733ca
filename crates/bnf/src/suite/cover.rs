//! Few strings that detect all faults.
//!
//! A string detects a fault if the grammar and the faulty one give it different verdicts. The
//! strings that do form two languages: the lost ones, which the fault refuses, and the gained ones,
//! which it takes. A string in such a language of several faults detects all of them. So the faults
//! are put into groups, hard ones first: each into the group that keeps the shortest common string,
//! or into a new one if no group keeps any. The plainest shortest string of each group is taken,
//! and then each string is dropped whose faults others detect.
//!
//! A lower bound on their number is known too: faults of which no two have a string in common need
//! a string each.

use urlbnf_language::{Dfa, DfaWithDistances, Exceeded, Work};

/// The most states of the common language of a group; with more, the group is full.
const MOST_STATES: usize = 4_000;
/// The longest string that detects several faults, in bytes.
const LONGEST_SHARED: usize = 64;

/// The strings that detect a fault: at least one.
#[derive(Debug, Clone)]
pub(super) struct DistinguishingStrings {
    /// Those that conform, and that the fault refuses.
    lost: DfaWithDistances,
    /// Those that do not conform, and that the fault takes.
    gained: DfaWithDistances,
    /// The plainest of the shortest.
    pub plainest: Vec<u8>,
}

impl DistinguishingStrings {
    /// The lost and the gained strings; `None` if there are neither.
    pub fn from_lost_and_gained(lost: Dfa, gained: Dfa) -> Option<DistinguishingStrings> {
        let plainest = [&lost, &gained].into_iter().filter_map(|half| half.plainest());
        let plainest = plainest.min_by_key(Vec::len)?;
        Some(DistinguishingStrings {
            lost: DfaWithDistances::new(lost),
            gained: DfaWithDistances::new(gained),
            plainest,
        })
    }

    /// The strings that detect it and conform, or those that detect it and do not.
    fn half(&self, valid: bool) -> &DfaWithDistances {
        if valid { &self.lost } else { &self.gained }
    }

    /// Whether a string detects the fault.
    pub fn detects(&self, string: &[u8]) -> bool {
        [&self.lost, &self.gained].into_iter().any(|half| half.dfa().accepts(string))
    }

    /// Whether no string detects both.
    fn is_apart_from(
        &self,
        other: &DistinguishingStrings,
        work: &mut Work,
    ) -> Result<bool, Exceeded> {
        for valid in [true, false] {
            let (one, two) = (self.half(valid).dfa(), other.half(valid).dfa());
            if one.common(two, work)?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Faults that have a string in common.
struct FaultGroup {
    valid: bool,
    common: DfaWithDistances,
    string: Vec<u8>,
}

impl FaultGroup {
    /// The group of one fault with its lost or its gained strings.
    fn new(valid: bool, half: &DfaWithDistances) -> Option<FaultGroup> {
        Some(FaultGroup { valid, common: half.clone(), string: half.dfa().plainest()? })
    }

    /// The length of the shortest string that it would have with one more fault, if that is short
    /// enough and no longer than `most`.
    fn length_with(
        &self,
        fault: &DistinguishingStrings,
        most: usize,
        work: &mut Work,
    ) -> Result<Option<usize>, Exceeded> {
        let (half, own) = (fault.half(self.valid), self.string.len());
        if own > most {
            return Ok(None);
        }
        work.ticks(own)?;
        if half.dfa().accepts(&self.string) {
            return Ok(Some(own));
        }
        half.common_length(&self.common, most.min(LONGEST_SHARED.max(own)), work)
    }

    /// The group with one more fault; `None` if its language would have too many states.
    fn with(
        &self,
        fault: &DistinguishingStrings,
        work: &mut Work,
    ) -> Result<Option<FaultGroup>, Exceeded> {
        let half = fault.half(self.valid).dfa();
        let common = self.common.dfa().intersection(half, work)?;
        if common.len() > MOST_STATES {
            return Ok(None);
        }
        let common = common.minimise();
        let Some(string) = common.plainest() else { return Ok(None) };
        let common = DfaWithDistances::new(common);
        Ok(Some(FaultGroup { valid: self.valid, common, string }))
    }
}

/// Strings that together detect all of the faults that have one. If the work is enough, none of them
/// could be left out; if not, there are more of them.
pub(super) fn cover(faults: &[DistinguishingStrings], work: &mut Work) -> Vec<Vec<u8>> {
    let mut order: Vec<usize> = (0..faults.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(faults[at].plainest.len()));
    let (mut groups, mut by_length): (Vec<FaultGroup>, Vec<usize>) = Default::default();
    for fault in order.into_iter().map(|at| &faults[at]) {
        by_length.extend(by_length.len()..groups.len());
        by_length.sort_by_key(|&number| (groups[number].string.len(), number));
        match joined(&groups, &by_length, fault, work) {
            Ok(Some((number, group))) => groups[number] = group,
            Ok(None) | Err(_) => {
                let halves = [true, false].map(|valid| FaultGroup::new(valid, fault.half(valid)));
                let begun = halves.into_iter().flatten();
                groups.extend(begun.min_by_key(|group| group.string.len()));
            }
        }
    }
    let strings = groups.into_iter().map(|group| (group.valid, group.string)).collect();
    needed(faults, strings, work)
}

/// The first group that keeps the shortest string with one more fault: its number, and what it
/// becomes. `by_length` are the numbers of the groups, sorted by the length of their strings.
///
/// # Errors
/// If the work runs out.
fn joined(
    groups: &[FaultGroup],
    by_length: &[usize],
    fault: &DistinguishingStrings,
    work: &mut Work,
) -> Result<Option<(usize, FaultGroup)>, Exceeded> {
    let mut full: Vec<usize> = Vec::new();
    loop {
        let mut best: Option<(usize, usize)> = None;
        // A group's string never gets shorter with one more fault, so groups with short strings are
        // tried first.
        for &number in by_length.iter().filter(|number| !full.contains(number)) {
            // As short as the best so far, where it precedes that; else shorter.
            let most = match best {
                None => Some(usize::MAX),
                Some((length, first)) if number < first => Some(length),
                Some((length, _)) => length.checked_sub(1),
            };
            work.tick()?;
            let Some(most) = most else { continue };
            let length = groups[number].length_with(fault, most, work)?;
            best = length.map(|length| (length, number)).or(best);
        }
        let Some((_, number)) = best else { return Ok(None) };
        match groups[number].with(fault, work)? {
            Some(group) => return Ok(Some((number, group))),
            None => full.push(number),
        }
    }
}

/// The strings, without those whose faults others detect; long ones go first. All of them, if that
/// takes more than the work allows. The strings are given with whether they conform.
fn needed(
    faults: &[DistinguishingStrings],
    mut strings: Vec<(bool, Vec<u8>)>,
    work: &mut Work,
) -> Vec<Vec<u8>> {
    strings.sort_by(|(_, one), (_, two)| (one.len(), one).cmp(&(two.len(), two)));
    strings.dedup();
    let length: usize = strings.iter().map(|(_, string)| 1 + string.len()).sum();
    let mut kept = vec![true; strings.len()];
    if work.ticks(faults.len().saturating_mul(length)).is_ok() {
        let mut detected_by: Vec<Vec<usize>> = vec![Vec::new(); strings.len()];
        let mut times = vec![0_usize; faults.len()];
        // Fault by fault, so that its automata stay in the processor's cache.
        for (at, fault) in faults.iter().enumerate() {
            for ((valid, string), detected) in strings.iter().zip(&mut detected_by) {
                if fault.half(*valid).dfa().accepts(string) {
                    detected.push(at);
                    times[at] += 1;
                }
            }
        }
        for (kept, detected) in kept.iter_mut().zip(&detected_by).rev() {
            if detected.iter().all(|&fault| times[fault] > 1) {
                *kept = false;
                detected.iter().for_each(|&fault| times[fault] -= 1);
            }
        }
    }
    strings.into_iter().zip(kept).filter_map(|((_, string), kept)| kept.then_some(string)).collect()
}

/// A lower bound on the number of strings: of so many faults no two have a string in common. Faults
/// that the work is not enough to compare are not counted.
pub(super) fn least(faults: &[DistinguishingStrings], work: &mut Work) -> usize {
    let mut apart: Vec<(bool, &DistinguishingStrings)> = Vec::new();
    for fault in faults {
        if work.ticks(apart.len() * (1 + fault.plainest.len())).is_err() {
            break;
        }
        let detects = |(valid, other): &(bool, &DistinguishingStrings)| {
            fault.half(*valid).dfa().accepts(&other.plainest)
        };
        if apart.iter().any(detects) {
            continue;
        }
        let valid = fault.lost.dfa().accepts(&fault.plainest);
        let mut is_apart = |(_, other): &(bool, &DistinguishingStrings)| {
            !other.half(valid).dfa().accepts(&fault.plainest)
                && fault.is_apart_from(other, work) == Ok(true)
        };
        if apart.iter().all(&mut is_apart) {
            apart.push((valid, fault));
        }
    }
    apart.len().max(faults.len().min(1))
}
