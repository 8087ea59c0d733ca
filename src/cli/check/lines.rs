//! Judges line by line, for any form of report.

use std::ffi::OsString;

use urlbnf::Judge;
use urlbnf::judges::Ruling;
use urlbnf::report::{Entry, Site};

use super::form::Form;
use super::judging::{Given, Judged, Judging};
use super::left::Left;
use crate::error::Error;
use crate::input::Block;
use crate::subjects::ARGUMENT;

/// Judges the URLs given as arguments, one by one.
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
    let asked = |it: &Ruling| !asked_of_few || judging.reports(it.verdict, it.relative);
    // One pass gives no rulings if a judge judges strings one by one.
    let is_as_given = F::SAYS && !judging.arguments.ignore_scheme_case;
    if judging.is_one_pass() && (is_as_given || asked_of_few) {
        let extent = form.extent();
        return judging.side_by_side(block, |examiner, given, end, judged| {
            let rulings = examiner.rulings_at(end);
            if !rulings.iter().any(asked) {
                judged.object_to_all(judging, rulings);
                return Ok(());
            }
            if is_as_given {
                let line = (given, end);
                let add = |entries: &[Entry<'_>], part: &mut _| form.add(part, entries);
                return judging.examined(examiner, line, extent, judged, asked, add);
            }
            by_some(judging, rulings, given, form, judged)
        });
    }
    let (mut judged, mut left) = (Judged::default(), Left::default());
    judging.each(block, &mut left, |given| one(judging, given, form, &mut judged))?;
    judged.left = left;
    Ok(judged)
}

/// Examines and reports a line only by the judges whose verdicts `--only` selects.
fn by_some<F: Form>(
    judging: &Judging<'_>,
    rulings: &[Ruling],
    given: Given<'_>,
    form: &F,
    judged: &mut Judged<F::Part>,
) -> Result<(), Error> {
    judged.object_to_all(judging, rulings);
    let all = judging.judges.iter().zip(rulings);
    let reported = all.filter(|(_, ruling)| judging.reports(ruling.verdict, ruling.relative));
    let reported: Vec<&Judge> = reported.map(|(judge, _)| judge).collect();
    judging.examine_by(&reported, given, |entries| form.add(&mut judged.part, entries))
}

/// Judges a line by all judges, and reports it.
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
            judged.object(judging, judgement.verdict, judgement.relative());
        }
        return Ok(());
    }
    judging.examine(given, |entries| {
        for entry in entries {
            judged.object(judging, entry.verdict(), entry.examination.judgement.relative());
        }
        form.add(&mut judged.part, entries)
    })
}
