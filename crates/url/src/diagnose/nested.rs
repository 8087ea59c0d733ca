//! Explains why a string fails by a grammar that has no automaton.
//!
//! The recogniser of the grammar finds the offset and what was waiting there, at any nesting
//! depth. Only a string that takes too much work is not judged.

use crate::bnf::ProductionId;
use crate::failure::{Failure, FailureKind};
use crate::verdict::Judge;
use urlbnf_bnf::earley::EarleyRecogniser;

use super::failed_run::FailedRun;
use super::reason::RepairHint;
use super::repair_run::AutomatonRunFactory;
use super::{
    Diagnostic, DiagnosticCode, Note, PrefixProperties, code_of_kind, note, of_failure, repair,
};

/// Returns the diagnostic, and what else the reader should know.
pub(super) fn diagnose(
    judge: &Judge,
    input: &[u8],
    judged: Option<ProductionId>,
    recogniser: &EarleyRecogniser,
) -> (Diagnostic, Vec<Note>) {
    let (mut diagnostic, hint) = glance(judge, input, judged, recogniser);
    if diagnostic.code == DiagnosticCode::Undecided {
        return (diagnostic, Vec::new());
    }
    let attempt = FailedRun::new(judge, input, judged);
    // There is no repair if the string is nested deeper than the unrolled automaton.
    if attempt.offset() == diagnostic.offset {
        diagnostic.repair = repair::repair(&AutomatonRunFactory, judge, input, attempt.run, hint);
    }
    let corrected = judge.corrected().and_then(|judge| note::corrected(judge, input));
    (diagnostic, corrected.into_iter().collect())
}

/// The diagnostic without a repair, and what its reason prescribes for one.
pub(super) fn glance(
    judge: &Judge,
    input: &[u8],
    judged: Option<ProductionId>,
    recogniser: &EarleyRecogniser,
) -> (Diagnostic, RepairHint) {
    // A string that conforms by the recogniser does not come here.
    let Ok(Some(failure)) = recogniser.failure(input) else {
        return (undecided(judge, input), RepairHint::Suggested);
    };
    let code = PrefixProperties::from_input(judge, input).code(judge, judged);
    let code = code.unwrap_or_else(|| {
        let uses = |byte| recogniser.uses(byte);
        code_of_kind(failure.kind, failure.found, judge.is_of_urls(), uses)
    });
    of_failure(judge, input, judged, (code, failure))
}

/// The diagnostic of a string that takes too much work to be judged. It names the production
/// that encloses itself.
pub(super) fn undecided(judge: &Judge, input: &[u8]) -> Diagnostic {
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
    Diagnostic { code: DiagnosticCode::Undecided, failure, reason: None, repair: None }
}
