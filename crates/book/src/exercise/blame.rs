//! Find the production that prevents a string from conforming.
//!
//! The answer is the production that the diagnostic names. Others may be open at the same
//! byte, and the productions on the way from the start fail with it. An answer that names one
//! of these gets a hint where to look.

use super::error::ExerciseErrorKind;
use super::{AnswerOutcome, ExerciseJudge};
use crate::diagnose::examine;
use crate::text::{column, nearest, visible};

pub(super) fn question(by: &ExerciseJudge, input: &str) -> String {
    format!(
        "`{input}` does not conform to {}. Which production stops it: the innermost one that \
         was entered and cannot go on?",
        by.title()
    )
}

/// The production that a diagnostic names.
pub(super) fn solution(by: &ExerciseJudge, input: &str) -> Result<String, ExerciseErrorKind> {
    let judge = by.judge()?;
    let examination = examine(&judge, input.as_bytes());
    let diagnostic = examination.diagnostic.ok_or(ExerciseErrorKind::Conforms)?;
    Ok(judge.grammar().name(diagnostic.named_production(&judge)).to_owned())
}

/// Judges whether the answer is this production; a wrong answer gets a direction.
pub(super) fn judge(
    by: &ExerciseJudge,
    input: &str,
    answer: &str,
) -> Result<AnswerOutcome, ExerciseErrorKind> {
    let answer = answer.trim().trim_matches('`');
    let judge = by.judge()?;
    let (grammar, bytes) = (judge.grammar(), input.as_bytes());
    let Some(named) = grammar.find(answer) else {
        let near = nearest(answer, grammar.ids().map(|id| grammar.name(id)));
        let near = near.map_or_else(String::new, |name| format!(" Did you mean `{name}`?"));
        let shown = visible(answer.as_bytes());
        return Ok(AnswerOutcome::Unreadable(format!("`{shown}` is not a production here.{near}")));
    };
    let examination = examine(&judge, bytes);
    let Some(diagnostic) = &examination.diagnostic else {
        return Ok(AnswerOutcome::Wrong("The string conforms.".to_owned()));
    };
    let solution = diagnostic.named_production(&judge);
    if named == solution {
        let at = column(bytes, diagnostic.offset);
        let said = diagnostic.message_and_reason(&judge, bytes);
        return Ok(AnswerOutcome::Right(format!("At column {at}: {said}.")));
    }
    let is_unit = grammar.unit(named).is_some();
    let position_in_chain = |id| diagnostic.chain.iter().position(|&production| production == id);
    let on_the_way = position_in_chain(named)
        .is_some_and(|at| position_in_chain(solution).is_none_or(|last| at < last));
    let within = position_in_chain(named).is_some() && !on_the_way;
    let waits = diagnostic.failing.iter().any(|failing| failing.production == named);
    Ok(AnswerOutcome::Wrong(if on_the_way {
        format!("`{answer}` fails, but only since a production below it does. Look further down.")
    } else if within {
        format!("`{answer}` could end here: what it stands in is not complete. Look further up.")
    } else if waits {
        format!(
            "`{answer}` could go on there as well, but another production was entered after it."
        )
    } else if is_unit {
        format!(
            "`{answer}` is one character, or one escape. Look for the production that names it."
        )
    } else {
        format!("`{answer}` is not open where the string stops.")
    }))
}
