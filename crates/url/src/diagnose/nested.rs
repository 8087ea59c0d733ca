//! Why a string fails by a grammar that has no automaton.
//!
//! The recogniser of the grammar says where, and what waited there, however deep the string is
//! nested. Only a string that takes too many steps is not judged.

use urlbnf_bnf::earley::Recogniser;
use crate::failure::{Failure, FailureKind};
use crate::verdict::{Judge, Judgement};

use super::{Beginning, Code, Diagnostic, Note, code_of_kind, note, of_failure};

/// Why a string fails, and what else a reader should know.
pub(super) fn diagnose(
    judge: &Judge,
    input: &[u8],
    judgement: &Judgement<'_>,
    recogniser: &Recogniser,
) -> (Diagnostic, Vec<Note>) {
    let Ok(Some(failure)) = recogniser.failure(input) else {
        return (undecided(judge, input), Vec::new());
    };
    let code = Beginning::of(judge, input).code(judge, judgement.judged);
    let code = code.unwrap_or_else(|| {
        let uses = |byte| recogniser.uses(byte);
        code_of_kind(failure.kind, failure.found, judge.is_of_urls(), uses)
    });
    let (diagnostic, _) = of_failure(judge, input, judgement, (code, failure));
    let corrected = judge.corrected().and_then(|it| note::corrected(it, input));
    (diagnostic, corrected.into_iter().collect())
}

/// That a string is not judged, because that takes too many steps. The production that is
/// named encloses itself.
fn undecided(judge: &Judge, input: &[u8]) -> Diagnostic {
    let start = judge.start();
    let enclosing = judge.nesting().and_then(|limit| limit.productions.first().copied());
    let production = enclosing.unwrap_or(start);
    let chain = if production == start { vec![start] } else { vec![start, production] };
    let failure = Failure {
        kind: FailureKind::NotAllowed,
        offset: 0,
        found: input.first().copied(),
        character: None,
        production,
        chain,
        expected: Vec::new(),
        failing: Vec::new(),
        unfinished: None,
    };
    Diagnostic { code: Code::NestedTooDeep, failure, reason: None, repair: None }
}
