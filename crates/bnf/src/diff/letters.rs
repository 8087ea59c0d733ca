//! Compares two texts as regular expressions whose letters are bytes and names.
//!
//! Most changes to a large grammar change the text of a few rules. Such a change can often be judged
//! without the languages of the names in it: `a / b / c` has every string of `a / b`, whatever the names
//! derive.

use std::collections::BTreeSet;

use urlbnf_language::{Exceeded, FastSet, Work};

use crate::grammar::{Grammar, ProductionId};
use crate::languages::composed::{Bound, Piece, TextNfa};

/// The text of a production, and what its names are called in the grammar that it is compared with.
pub(super) struct LetterText<'g, F> {
    pub grammar: &'g Grammar,
    pub id: ProductionId,
    /// The partner of a name in the other grammar.
    pub partner: F,
}

/// A letter of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Letter {
    Byte(u8),
    Name(ProductionId),
}

/// A shortest string over bytes and names that one text has and another does not; `None` if there is
/// none. The other text may omit a name that derives the empty string.
///
/// # Errors
/// If the work runs out.
pub(super) fn difference(
    one: &LetterText<'_, impl Fn(ProductionId) -> Option<ProductionId>>,
    (grammar, id): (&Grammar, ProductionId),
    work: &mut Work,
) -> Result<Option<Vec<Letter>>, Exceeded> {
    let text = |grammar: &Grammar, id, work: &mut Work| {
        TextNfa::new(&[Piece::Once(grammar.core(id))], Bound::Exact, work)
    };
    let (own, other) = (text(one.grammar, one.id, work)?, text(grammar, id, work)?);
    let empty = grammar.may_be_empty();
    // What is reached without a byte or a name, by leaving out names that may be empty.
    let closed = |states: BTreeSet<usize>, work: &mut Work| -> Result<Vec<usize>, Exceeded> {
        let mut closed = states.clone();
        let mut pending: Vec<usize> = states.into_iter().collect();
        while let Some(state) = pending.pop() {
            work.ticks(1 + other.names[state].len())?;
            for step in other.names[state].iter().filter(|step| empty[step.name.index()]) {
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
        if own.nfa.accepting[state] && !others.iter().any(|&it| other.nfa.accepting[it]) {
            let (mut letters, mut at) = (Vec::new(), done);
            while let Some((earlier, letter)) = before[at] {
                letters.push(letter);
                at = earlier;
            }
            letters.reverse();
            return Ok(Some(letters));
        }
        let mut nexts: Vec<(Letter, usize, BTreeSet<usize>)> = Vec::new();
        for &(bytes, target) in &own.nfa.steps[state] {
            let mut left = bytes;
            // The bytes that lead to the same states are one step.
            while let Some(byte) = left.first() {
                let (mut alike, mut targets) = (left, BTreeSet::new());
                for &(set, target) in others.iter().flat_map(|&it| &other.nfa.steps[it]) {
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
            let partner = (one.partner)(step.name);
            let steps = others.iter().flat_map(|&it| &other.names[it]);
            let targets = steps.filter(|it| Some(it.name) == partner).map(|it| it.target);
            nexts.push((Letter::Name(step.name), step.target, targets.collect()));
        }
        for (letter, target, others) in nexts {
            work.enter::<(usize, Vec<usize>)>(1)?;
            work.grow::<usize>(others.len())?;
            if met.insert((target, closed(others, work)?)) {
                before.push(Some((done, letter)));
            }
        }
        done += 1;
    }
    Ok(None)
}
