//! Find a string that some grammars accept and others do not.

use super::error::ExerciseErrorKind;
use super::source::{language, undecided};
use super::write::capital;
use super::{AnswerOutcome, ExerciseJudge, answer_work, shown};
use crate::automaton::Dfa;
use crate::diagnose::examine;
use crate::verdict::Verdict;

pub(super) fn question(takes: &[ExerciseJudge], refuses: &[ExerciseJudge]) -> String {
    let list = |all: &[ExerciseJudge], and: &str| {
        all.iter().map(ExerciseJudge::title).collect::<Vec<_>>().join(and)
    };
    format!(
        "Find a string that conforms to {}, and not to {}. Each character counts, a space too.",
        list(takes, " and "),
        list(refuses, " or ")
    )
}

/// The plainest such string, if all grammars have a start production.
pub(super) fn solution(
    takes: &[ExerciseJudge],
    refuses: &[ExerciseJudge],
) -> Result<String, ExerciseErrorKind> {
    let of = |by: &ExerciseJudge| -> Result<Dfa, ExerciseErrorKind> {
        let start = by.start.ok_or(ExerciseErrorKind::NoSolution)?;
        language(&by.source.grammar, start)
    };
    let mut wanted: Option<Dfa> = None;
    for by in takes {
        let language = of(by)?;
        wanted = Some(match wanted {
            Some(wanted) => {
                wanted.intersection(&language, &mut answer_work()).map_err(undecided)?
            }
            None => language,
        });
    }
    let mut wanted = wanted.ok_or(ExerciseErrorKind::NoString)?;
    for by in refuses {
        wanted = wanted.difference(&of(by)?, &mut answer_work()).map_err(undecided)?;
    }
    let found = wanted.plainest().ok_or(ExerciseErrorKind::NoString)?;
    String::from_utf8(found).map_err(|_| ExerciseErrorKind::NoSolution)
}

/// Judges whether the string satisfies the conditions.
pub(super) fn judge(
    takes: &[ExerciseJudge],
    refuses: &[ExerciseJudge],
    answer: &str,
) -> Result<AnswerOutcome, ExerciseErrorKind> {
    // A form may append a line end; no string of these grammars contains one.
    let answer = answer.trim_end_matches(['\n', '\r']);
    let said = shown(answer.as_bytes());
    for (by, wanted) in
        takes.iter().map(|by| (by, true)).chain(refuses.iter().map(|by| (by, false)))
    {
        let judge = by.judge()?;
        let examination = examine(&judge, answer.as_bytes());
        let conforms = examination.judgement.verdict == Verdict::Conforms;
        if conforms == wanted {
            continue;
        }
        return Ok(AnswerOutcome::Wrong(match &examination.diagnostic {
            Some(diagnostic) => format!(
                "{} does not conform to {}: {}.",
                capital(&said),
                by.title(),
                diagnostic.message(&judge, answer.as_bytes())
            ),
            None => format!("{} conforms to {} too.", capital(&said), by.title()),
        }));
    }
    let reason = refuses.first().and_then(|by| {
        let judge = by.judge().ok()?;
        let examination = examine(&judge, answer.as_bytes());
        let message = examination.diagnostic?.message_and_reason(&judge, answer.as_bytes());
        Some(format!(" By {}: {message}.", by.title()))
    });
    let because = reason.unwrap_or_default();
    Ok(AnswerOutcome::Right(format!("{} is such a string.{because}", capital(&said))))
}
