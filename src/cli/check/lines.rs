//! Judges line by line, for any reporter.

use std::ffi::OsString;

use urlbnf::Judge;
use urlbnf::report::{ExaminedLine, SourceLocation};

use super::judging::{BlockJudgement, CheckContext, CheckInput};
use super::reporter::CheckReporter;
use super::unjudged::UnjudgedLines;
use crate::error::CliError;
use crate::input::InputBlock;
use crate::subjects::ARGUMENT;

/// Judges the URLs given as arguments, one by one.
pub fn arguments<F: CheckReporter>(
    judging: &CheckContext<'_>,
    urls: &[OsString],
    reporter: &F,
) -> Result<BlockJudgement<F::Part>, CliError> {
    let mut judged = BlockJudgement::default();
    for (line, url) in (1..).zip(urls) {
        let input = url.as_encoded_bytes();
        let given = CheckInput { source: ARGUMENT, line, input, site: SourceLocation::default() };
        one(judging, given, reporter, &mut judged)?;
    }
    Ok(judged)
}

/// Judges the lines of a block, or a field of each.
pub fn block<F: CheckReporter>(
    judging: &CheckContext<'_>,
    block: &InputBlock,
    reporter: &F,
) -> Result<BlockJudgement<F::Part>, CliError> {
    if judging.is_one_pass() && F::WRITES_REPORT {
        return judging.side_by_side(block, |examiner, given, end, judged| {
            if reporter.report_from_rulings(examiner, (given, end), &mut judged.part)? {
                judged.object_to_all(judging, examiner.rulings_at(end));
                return Ok(());
            }
            let CheckInput { source, line, input, site } = given;
            let needs = |ruling: &_| reporter.needs_examination(ruling);
            let depth = reporter.examination_depth();
            examiner.examine_line(input, end, depth, needs, |rulings, examined| {
                judged.object_to_all(judging, rulings);
                let entry = |(number, examination, fragments)| {
                    let judge: &Judge = &judging.judges[number];
                    ExaminedLine { source, line, input, site, judge, examination, fragments }
                };
                let entries: Vec<ExaminedLine<'_>> = examined.iter().map(entry).collect();
                reporter.add(&mut judged.part, &entries)
            })
        });
    }
    let (mut judged, mut left) = (BlockJudgement::default(), UnjudgedLines::default());
    judging.each(block, &mut left, |given| one(judging, given, reporter, &mut judged))?;
    judged.left = left;
    Ok(judged)
}

/// Judges a line by all judges, and reports it.
pub fn one<F: CheckReporter>(
    judging: &CheckContext<'_>,
    given: CheckInput<'_>,
    reporter: &F,
    judged: &mut BlockJudgement<F::Part>,
) -> Result<(), CliError> {
    if !F::WRITES_REPORT {
        for judge in judging.judges {
            let lowered = judging.lowered(judge, given.input);
            let input = lowered.as_deref().unwrap_or(given.input);
            let judgement = judge.judge(input);
            judged.object(judging, judgement.verdict, judgement.relative());
        }
        return Ok(());
    }
    judging.examine(given, |entries| {
        for entry in entries {
            judged.object(judging, entry.verdict(), entry.examination.judgement.relative());
        }
        reporter.add(&mut judged.part, entries)
    })
}
