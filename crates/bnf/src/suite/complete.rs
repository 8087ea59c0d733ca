//! The number of strings that distinguish a grammar from every automaton that is no larger.
//!
//! A suite of faults finds those faults. A suite that is complete in the sense of Chow (Testing
//! Software Design Modeled by Finite-State Machines, 1978) finds anything: every other automaton
//! with no more states judges one of its strings differently. It reaches each state, takes each
//! step from there, and then appends each of some endings, one of which tells any two states apart.
//! Only its size is computed: it is thousands of times as large, and most of its strings test
//! nothing that anybody would get wrong.

use std::collections::HashMap;

use urlbnf_language::{ByteClasses, Dfa, Exceeded, Work, shortest};

/// The size of a suite that finds every wrong automaton that has no more states than the minimal
/// automaton of the language (Chow, 1978).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompleteSuiteSize {
    /// The number of states of the minimal automaton, including the dead one.
    pub states: usize,
    /// The number of classes of bytes that it distinguishes.
    pub characters: usize,
    /// The number of endings that tell its states apart.
    pub endings: usize,
}

impl CompleteSuiteSize {
    /// The size of the suite for a language.
    pub(super) fn from_language(
        language: &Dfa,
        work: &mut Work,
    ) -> Result<CompleteSuiteSize, Exceeded> {
        let least = language.minimise();
        let classes = least.byte_classes();
        let endings = endings(&least, &classes, work)?.len();
        Ok(CompleteSuiteSize { states: least.len(), characters: classes.count(), endings })
    }

    /// The number of strings: each ending after the empty string, and after each step from each
    /// state.
    pub fn strings(&self) -> usize {
        let prefixes = self.states.saturating_mul(self.characters).saturating_add(1);
        prefixes.saturating_mul(self.endings)
    }
}

/// Endings of which any two states have one that is accepted after one of them alone.
fn endings(dfa: &Dfa, classes: &ByteClasses, work: &mut Work) -> Result<Vec<Vec<u8>>, Exceeded> {
    let mut endings: Vec<Vec<u8>> = Vec::new();
    let mut groups = vec![0_usize; dfa.len()];
    while let Some(pair) = same_group(&groups) {
        let ending = shortest(
            pair,
            classes.representatives(),
            |&(one, two), byte| {
                let next = (dfa.step(one, byte), dfa.step(two, byte));
                (next.0 != next.1).then_some(next)
            },
            |&(one, two)| dfa.is_accepting(one) != dfa.is_accepting(two),
            work,
        )?;
        // In the smallest automaton any two states have one.
        let Some(ending) = ending else { break };
        work.ticks(dfa.len().saturating_mul(1 + ending.len()))?;
        let end = |state| ending.iter().fold(state, |state, &byte| dfa.step(state, byte));
        let mut numbers: HashMap<(usize, bool), usize> = HashMap::new();
        for (state, group) in groups.iter_mut().enumerate() {
            let next = numbers.len();
            *group = *numbers.entry((*group, dfa.is_accepting(end(state)))).or_insert(next);
        }
        endings.push(ending);
    }
    Ok(endings)
}

/// The first two states that no ending tells apart so far.
fn same_group(groups: &[usize]) -> Option<(usize, usize)> {
    let mut first: HashMap<usize, usize> = HashMap::new();
    groups.iter().enumerate().find_map(|(state, &group)| {
        let before = *first.entry(group).or_insert(state);
        (before != state).then_some((before, state))
    })
}
