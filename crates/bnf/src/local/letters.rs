//! Compares two texts as regular expressions whose letters are bytes and names.
//!
//! Most changes to a large grammar change the text of a few rules. Such a change can often be judged
//! without the languages of the names in it: `a / b / c` has every string of `a / b`, whatever the names
//! derive.

use std::collections::BTreeSet;

use urlbnf_language::{Exceeded, FastSet, Work};

use super::shortest::plainest;
use crate::core::Core;
use crate::grammar::ProductionId;
use crate::languages::composed::{Bound, Piece, TextNfa};

/// A letter of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Letter {
    Byte(u8),
    Name(ProductionId),
}

/// Shortest strings over bytes and names that one text has and another does not: at most so many. `partner`
/// tells what a name of the first is called in the second. The other text may omit a name for which
/// `may_omit` holds, since it derives the empty string.
///
/// # Errors
/// If the work runs out.
pub(crate) fn differences(
    [own, other]: [&Core; 2],
    partner: impl Fn(ProductionId) -> Option<ProductionId>,
    may_omit: impl Fn(ProductionId) -> bool,
    most: usize,
    work: &mut Work,
) -> Result<Vec<Vec<Letter>>, Exceeded> {
    let own = TextNfa::new(&[Piece::Once(own)], Bound::Exact, work)?;
    let other = TextNfa::new(&[Piece::Once(other)], Bound::Exact, work)?;
    let mut found = Vec::new();
    // What is reached without a byte or a name, by leaving out names that may be empty.
    let closed = |states: BTreeSet<usize>, work: &mut Work| -> Result<Vec<usize>, Exceeded> {
        let mut closed = states.clone();
        let mut pending: Vec<usize> = states.into_iter().collect();
        while let Some(state) = pending.pop() {
            work.ticks(1 + other.names[state].len())?;
            for step in other.names[state].iter().filter(|step| may_omit(step.name)) {
                if closed.insert(step.target) {
                    pending.push(step.target);
                }
            }
        }
        Ok(closed.into_iter().collect())
    };
    let start = (0, closed(BTreeSet::from([0]), work)?);
    let mut met: FastSet<(usize, Vec<usize>)> = [start].into_iter().collect();
    let mut before: Vec<Option<(usize, Letter)>> = vec![None];
    let mut done = 0;
    while let Some((state, others)) = met.get_index(done).cloned() {
        if own.nfa.accepting[state] && !others.iter().any(|&state| other.nfa.accepting[state]) {
            let (mut letters, mut at) = (Vec::new(), done);
            while let Some((earlier, letter)) = before[at] {
                letters.push(letter);
                at = earlier;
            }
            letters.reverse();
            work.grow::<Letter>(letters.len())?;
            found.push(letters);
            if found.len() == most {
                break;
            }
        }
        let mut nexts: Vec<(Letter, usize, BTreeSet<usize>)> = Vec::new();
        for &(bytes, target) in &own.nfa.steps[state] {
            let mut left = bytes;
            // The bytes that lead to the same states are one step.
            while let Some(byte) = plainest(left) {
                let (mut alike, mut targets) = (left, BTreeSet::new());
                for &(set, target) in others.iter().flat_map(|&state| &other.nfa.steps[state]) {
                    work.tick()?;
                    if set.contains(byte) {
                        alike = alike.intersection(set);
                        targets.insert(target);
                    } else {
                        alike = alike.without(set);
                    }
                }
                left = left.without(alike);
                nexts.push((Letter::Byte(byte), target, targets));
            }
        }
        for step in &own.names[state] {
            let partner = partner(step.name);
            let steps = others.iter().flat_map(|&state| &other.names[state]);
            let steps = steps.filter(|step| Some(step.name) == partner);
            let targets = steps.map(|step| step.target);
            nexts.push((Letter::Name(step.name), step.target, targets.collect()));
        }
        for (letter, target, others) in nexts {
            let others = closed(others, work)?;
            work.enter::<(usize, Vec<usize>)>(1)?;
            work.grow::<usize>(others.len())?;
            if met.insert((target, others)) {
                before.push(Some((done, letter)));
            }
        }
        done += 1;
    }
    Ok(found)
}
