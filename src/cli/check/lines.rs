//! Judging line by line, for any form of report.

use std::ffi::OsString;

use urlbnf::Judge;
use urlbnf::judges::{Judges, Ruling};
use urlbnf::report::Site;

use super::form::Form;
use super::judging::{Given, Judged, Judging};
use super::left::Left;
use crate::error::Error;
use crate::input::Block;
use crate::subjects::ARGUMENT;

/// Judges the URLs that were given one by one.
pub fn arguments<F: Form>(
    judging: &Judging<'_>,
    urls: &[OsString],
    form: &F,
) -> Result<Judged<F::Part>, Error> {
    let mut judged = Judged::default();
    for (line, url) in (1..).zip(urls) {
        let input = url.as_encoded_bytes();
        let given = Given { source: ARGUMENT, line, input, site: Site::default() };
        one(judging, given, form, &mut judged)?;
    }
    Ok(judged)
}

/// Judges the lines of a block, or a field of each.
pub fn block<F: Form>(
    judging: &Judging<'_>,
    block: &Block,
    form: &F,
) -> Result<Judged<F::Part>, Error> {
    let asked_of_few = F::ONLY_REPORTED && !judging.arguments.only.is_empty();
    if F::SAYS && judging.needs_no_tree() {
        let asked = |it: &Ruling| !asked_of_few || judging.reports(it.verdict, it.relative);
        return judging.together(block, |examiner, given, judged| {
            judging.examined(examiner, given, judged, asked, |_, entries, part| match entries {
                [] => Ok(()),
                entries => form.add(part, entries),
            })
        });
    }
    if asked_of_few && !judging.arguments.ignore_scheme_case {
        return judging.together(block, |examiner, given, judged| {
            by_some(judging, examiner.together(), given, form, judged)
        });
    }
    let (mut judged, mut left) = (Judged::default(), Left::default());
    judging.each(block, &mut left, |given| one(judging, given, form, &mut judged))?;
    judged.left = left;
    Ok(judged)
}

/// Judges a line by all judges at once, and has it examined and reported only by
/// those whose verdict is to be reported.
fn by_some<F: Form>(
    judging: &Judging<'_>,
    together: &mut Judges<'_>,
    given: Given<'_>,
    form: &F,
    judged: &mut Judged<F::Part>,
) -> Result<(), Error> {
    let answer = together.judge(given.input);
    let mut reported: Vec<&Judge> = Vec::new();
    for (judge, ruling) in judging.judges.iter().zip(together.rulings(answer)) {
        judged.object(judging, ruling.verdict, ruling.relative);
        if judging.reports(ruling.verdict, ruling.relative) {
            reported.push(judge);
        }
    }
    if reported.is_empty() {
        return Ok(());
    }
    judging.examine_by(&reported, given, |entries| form.add(&mut judged.part, entries))
}

/// Judges a line by all judges, and has it reported.
pub fn one<F: Form>(
    judging: &Judging<'_>,
    given: Given<'_>,
    form: &F,
    judged: &mut Judged<F::Part>,
) -> Result<(), Error> {
    if !F::SAYS {
        for judge in judging.judges {
            let lowered = judging.lowered(judge, given.input);
            let input = lowered.as_deref().unwrap_or(given.input);
            let judgement = judge.judge(input);
            judged.object(judging, judgement.verdict, judgement.relative);
        }
        return Ok(());
    }
    judging.examine(given, |entries| {
        for entry in entries {
            judged.object(judging, entry.verdict(), entry.examination.judgement.relative);
        }
        form.add(&mut judged.part, entries)
    })
}
