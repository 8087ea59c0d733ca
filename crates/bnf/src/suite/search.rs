//! A string that tells a fault whose language is too large to be made.
//!
//! Two classes that overlap can have more states than there is room for. A string that
//! tells them is often a few bytes long all the same, and is met long before.

use urlbnf_language::{
    ByteClasses, CharacterSet, DEAD, Dfa, Exceeded, Limits, Meter, Nfa, shortest,
};

/// A shortest string of which the two say different things, looked for only as far as the
/// limits allow.
pub(super) fn telling(
    faulty: &Nfa,
    language: &Dfa,
    limits: &Limits,
) -> Result<Option<Vec<u8>>, Exceeded> {
    let mut sets: Vec<CharacterSet> = faulty.steps.iter().flatten().map(|it| it.0).collect();
    sets.sort_unstable();
    sets.dedup();
    let takes = |byte: u8| sets.iter().map(|it| it.contains(byte)).collect::<Vec<_>>();
    let classes = ByteClasses::of(|byte| (takes(byte), language.classes()[usize::from(byte)]));
    let after = |states: &[usize], byte: u8| {
        let steps = states.iter().flat_map(|&state| &faulty.steps[state]);
        let taken = steps.filter(|(characters, _)| characters.contains(byte));
        let mut next: Vec<usize> = taken.map(|&(_, target)| target).collect();
        next.sort_unstable();
        next.dedup();
        next
    };
    let (mut work, mut exceeded) = (Meter::new(limits), None);
    let found = shortest(
        (faulty.starts.clone(), language.start()),
        classes.representatives(),
        |(states, state), byte| {
            let size: usize = states.iter().map(|&it| 1 + faulty.steps[it].len()).sum();
            exceeded = exceeded.or(work.step(size).err());
            if exceeded.is_some() {
                return None;
            }
            let next = (after(states, byte), language.step(*state, byte));
            (!next.0.is_empty() || next.1 != DEAD).then_some(next)
        },
        |(states, state)| {
            states.iter().any(|&it| faulty.accepting[it]) != language.is_accepting(*state)
        },
        &mut Meter::new(limits),
    )?;
    match exceeded {
        Some(exceeded) if found.is_none() => Err(exceeded),
        _ => Ok(found),
    }
}
