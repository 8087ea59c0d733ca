//! Whether two languages differ in the case of letters alone.

use urlbnf_language::{ByteClasses, DEAD, Dfa, Exceeded, Limits, Meter, Relation};

/// Whether two languages are one when small letters stand for capital ones; where that is
/// too much to decide, they are taken to be two.
pub(super) fn differ_in_case_alone(one: &Dfa, two: &Dfa, limits: &Limits) -> bool {
    let relation = folded(one, limits)
        .and_then(|one| folded(two, limits).and_then(|two| one.relation_within(&two, limits)));
    relation == Ok(Relation::Equal)
}

/// The strings of a language with small letters for capital ones.
fn folded(language: &Dfa, limits: &Limits) -> Result<Dfa, Exceeded> {
    let step = |states: &Vec<usize>, byte: u8, meter: &mut Meter| {
        meter.step(states.len())?;
        if byte.is_ascii_uppercase() {
            return Ok(None);
        }
        let cases = [byte, byte.to_ascii_uppercase()];
        let mut next: Vec<usize> =
            states.iter().flat_map(|&it| cases.map(|byte| language.step(it, byte))).collect();
        next.retain(|&it| it != DEAD);
        next.sort_unstable();
        next.dedup();
        Ok((!next.is_empty()).then_some(next))
    };
    Dfa::explore_within(
        vec![language.start()],
        &ByteClasses::of(|byte| byte),
        step,
        |states| states.iter().any(|&it| language.is_accepting(it)),
        &mut Meter::new(limits),
    )
}
