//! Whether two languages differ only in the case of letters.

use urlbnf_language::{Dfa, Exceeded, Limits, Relation};

/// Whether two languages are equal once their letters are lowercased; `false` if that is too much
/// to decide.
pub(super) fn differ_in_case_alone(one: &Dfa, two: &Dfa, limits: &Limits) -> bool {
    let relation = folded(one, limits)
        .and_then(|one| folded(two, limits).and_then(|two| one.relation_within(&two, limits)));
    relation == Ok(Relation::Equal)
}

/// The language with all letters lowercased.
fn folded(language: &Dfa, limits: &Limits) -> Result<Dfa, Exceeded> {
    let mut nfa = language.nfa();
    for (characters, _) in nfa.steps.iter_mut().flatten() {
        *characters = characters.bytes().map(|byte| byte.to_ascii_lowercase()).collect();
    }
    nfa.determinise(limits)
}
