//! Whether two languages differ only in the case of letters.

use urlbnf_language::{Dfa, Exceeded, Relation, Work};

/// Whether two languages are equal once their letters are lowercased.
///
/// # Errors
/// If the work runs out.
pub(super) fn differ_in_case_alone(
    one: &Dfa,
    two: &Dfa,
    work: &mut Work,
) -> Result<bool, Exceeded> {
    let (one, two) = (folded(one, work)?, folded(two, work)?);
    Ok(one.relation(&two, work)? == Relation::Equal)
}

/// The language with all letters lowercased.
fn folded(language: &Dfa, work: &mut Work) -> Result<Dfa, Exceeded> {
    let mut nfa = language.nfa();
    for (characters, _) in nfa.steps.iter_mut().flatten() {
        *characters = characters.bytes().map(|byte| byte.to_ascii_lowercase()).collect();
    }
    nfa.determinise(work)
}
