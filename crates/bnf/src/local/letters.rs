//! Compares two texts as regular expressions whose letters are bytes and names.
//!
//! Most changes to a large grammar change the text of a few rules. Such a change can often be judged
//! without the languages of the names in it: `a / b / c` has every string of `a / b`, whatever the names
//! derive.

use std::collections::BTreeSet;

use urlbnf_language::{CharacterSet, Exceeded, FastSet, Work};

use super::runs::split;
use crate::core::Core;
use crate::grammar::ProductionId;
use crate::languages::composed::{Bound, Piece, TextNfa};

/// How many differences of two texts are tried, where each has to be confirmed by a string.
pub(crate) const MOST_TRIED: usize = 4;

/// A letter of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Letter {
    Byte(u8),
    Name(ProductionId),
}

/// The shortest strings over bytes and names that the first text has and the second does not, `most` of
/// them. `partner` returns the name that stands in the second text for a name of the first. The second
/// text may omit names for which `may_omit` holds, since they derive the empty string.
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
        let steps: Vec<(CharacterSet, usize)> =
            others.iter().flat_map(|&state| other.nfa.steps[state].iter().copied()).collect();
        for &(bytes, target) in &own.nfa.steps[state] {
            for (byte, _, targets) in split(bytes, &steps, work)? {
                nexts.push((Letter::Byte(byte), target, targets.into_iter().collect()));
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
