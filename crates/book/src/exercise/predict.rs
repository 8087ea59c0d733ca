//! Predict the verdict on a string.

use super::error::ExerciseErrorKind;
use super::{AnswerOutcome, ExerciseJudge};
use crate::diagnose::examine;
use crate::text::column;
use crate::verdict::{Judge, Verdict};

pub(super) fn question(by: &ExerciseJudge, input: &str) -> String {
    let what = match by.start {
        Some(_) => "Does it conform to",
        None => "What is its verdict by",
    };
    format!("The string is `{input}`. {what} {}?", by.title())
}

/// The possible verdicts.
pub(super) fn choices(by: &ExerciseJudge) -> Vec<String> {
    let generic = by.judge().is_ok_and(|judge| judge.has_generic());
    let verdicts = [Verdict::Conforms, Verdict::GenericOnly, Verdict::Rejected].into_iter();
    let verdicts = verdicts.filter(|verdict| generic || *verdict != Verdict::GenericOnly);
    verdicts.map(|verdict| verdict.name().to_owned()).collect()
}

/// The verdict.
pub(super) fn solution(by: &ExerciseJudge, input: &str) -> Result<String, ExerciseErrorKind> {
    Ok(by.judge()?.judge(input.as_bytes()).verdict.name().to_owned())
}

/// Judges whether the answer is the verdict, and gives a reason.
pub(super) fn judge(
    by: &ExerciseJudge,
    input: &str,
    answer: &str,
) -> Result<AnswerOutcome, ExerciseErrorKind> {
    let answer = answer.trim();
    let Ok(verdict) = answer.parse() else {
        let names = choices(by).join("`, `");
        return Ok(AnswerOutcome::Unreadable(format!("the answer is one of `{names}`")));
    };
    let judge = by.judge()?;
    let is = judge.judge(input.as_bytes()).verdict;
    if is == verdict {
        return Ok(AnswerOutcome::Right(because(&judge, input, is)));
    }
    if !judge.has_generic() && verdict == Verdict::GenericOnly {
        let why = "There is no such verdict here: no scheme has productions of its own.";
        return Ok(AnswerOutcome::Wrong(why.to_owned()));
    }
    // The reason would reveal the solution; a hint where to look does not.
    let why = match (verdict, is) {
        (Verdict::Conforms, _) => {
            "Go through the production character by character: one of them has no place."
        }
        (Verdict::Rejected, Verdict::Conforms) => {
            "There is a derivation. Which production has the character that you doubt?"
        }
        (_, Verdict::GenericOnly) => {
            "A production for any scheme accepts it, but the one of its own scheme does not."
        }
        (_, Verdict::Conforms) => "The production of its own scheme accepts it too.",
        (_, Verdict::Rejected) => "No production for any scheme accepts it either.",
        (_, Verdict::Undecided) => "It takes too much work to judge it.",
    };
    Ok(AnswerOutcome::Wrong(why.to_owned()))
}

/// The reason for the verdict.
fn because(judge: &Judge, input: &str, verdict: Verdict) -> String {
    let input = input.as_bytes();
    let examination = examine(judge, input);
    let Some(diagnostic) = &examination.diagnostic else {
        let matched = examination.judgement.matched().map(|id| judge.grammar().name(id));
        return match matched {
            Some(name) => format!("It conforms: `{name}` derives it."),
            None => "It conforms.".to_owned(),
        };
    };
    let at = column(input, diagnostic.offset);
    let said = diagnostic.message_and_reason(judge, input);
    match verdict {
        Verdict::GenericOnly => format!(
            "It is `generic-only`: a production for any scheme takes it. At column {at}: {said}."
        ),
        _ => format!("It is rejected. At column {at}: {said}."),
    }
}
