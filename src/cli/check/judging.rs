//! The judging of a block: its lines, by all judges, for any form of report.

use std::ffi::OsString;

use urlbnf::diagnose::{self, Examination};
use urlbnf::report::Entry;
use urlbnf::warning::{self, Warned};
use urlbnf::{Judge, Verdict};

use super::Arguments;
use super::form::Form;
use crate::error::Error;
use crate::input::Block;
use crate::status::Status;
use crate::streams::Streams;

/// What is asked of every line.
pub struct Judging<'a> {
    pub arguments: &'a Arguments,
    pub judges: &'a [Judge],
}

/// What came of a block.
pub struct Judged<P> {
    /// What the form made of it.
    pub part: P,
    /// Whether there is something to object to.
    pub status: Status,
    /// What was not judged.
    pub left: Left,
}

/// Lines that were not judged.
#[derive(Debug, Clone, Default)]
pub struct Left {
    /// Empty lines.
    pub empty: u64,
}

impl Left {
    /// Adds those of a later part of the input.
    pub fn add(&mut self, later: Left) {
        self.empty += later.empty;
    }

    /// Says how many there were, where no report does.
    pub fn remark(&self, _streams: &mut Streams) {}
}

impl<'a> Judging<'a> {
    pub fn new(arguments: &'a Arguments, judges: &'a [Judge]) -> Judging<'a> {
        Judging { arguments, judges }
    }

    /// Whether a verdict is to be reported.
    pub fn reports(&self, verdict: Verdict) -> bool {
        let only = &self.arguments.only;
        only.is_empty() || only.contains(&verdict)
    }

    /// Judges the URLs that were given one by one.
    pub fn arguments<F: Form>(
        &self,
        urls: &[OsString],
        form: &F,
    ) -> Result<Judged<F::Part>, Error> {
        let mut judged = Judged::default();
        for (line, url) in (1..).zip(urls) {
            self.line("<argument>", line, 0, url.as_encoded_bytes(), form, &mut judged)?;
        }
        Ok(judged)
    }

    /// Judges the lines of a block.
    pub fn block<F: Form>(&self, block: &Block, form: &F) -> Result<Judged<F::Part>, Error> {
        let mut judged = Judged::default();
        for (number, line) in block.lines() {
            if line.is_empty() {
                judged.left.empty += 1;
            } else {
                self.line(&block.source, number, 0, line, form, &mut judged)?;
            }
        }
        Ok(judged)
    }

    /// Judges a line by all judges, and has it reported.
    fn line<F: Form>(
        &self,
        source: &str,
        line: u64,
        at: usize,
        input: &[u8],
        form: &F,
        judged: &mut Judged<F::Part>,
    ) -> Result<(), Error> {
        if !F::SAYS {
            for judge in self.judges {
                let lowered = self.lowered(judge, input);
                judged.object(self, judge.judge(lowered.as_deref().unwrap_or(input)).verdict);
            }
            return Ok(());
        }
        self.examine(source, line, at, input, |entries| {
            for entry in entries {
                judged.object(self, entry.verdict());
            }
            form.add(&mut judged.part, entries)
        })
    }

    /// Examines a line by all judges.
    pub fn examine<R>(
        &self,
        source: &str,
        line: u64,
        at: usize,
        input: &[u8],
        report: impl FnOnce(&[Entry<'_>]) -> R,
    ) -> R {
        let lowered: Vec<_> = self.judges.iter().map(|it| self.lowered(it, input)).collect();
        let mut examinations: Vec<Examination<'_>> = Vec::with_capacity(self.judges.len());
        for (judge, lowered) in self.judges.iter().zip(&lowered) {
            examinations.push(match lowered {
                Some(lowered) => diagnose::examine_lowered(judge, input, lowered),
                None => diagnose::examine(judge, input),
            });
        }
        let entry = |(judge, examination)| Entry { source, line, input, at, judge, examination };
        let entries: Vec<Entry<'_>> = self.judges.iter().zip(&examinations).map(entry).collect();
        report(&entries)
    }

    fn lowered(&self, judge: &Judge, input: &[u8]) -> Option<Vec<u8>> {
        self.arguments.ignore_scheme_case.then(|| diagnose::lowered(judge, input)).flatten()
    }

    /// The warnings of a line, by the first edition to which it conforms.
    pub fn warnings<'e>(&self, entries: &'e [Entry<'e>]) -> Vec<(&'e Entry<'e>, Warned)> {
        let conforms = |entry: &&Entry<'_>| entry.verdict() == Verdict::Conforms;
        let asked = self.arguments.warnings && self.reports(Verdict::Conforms);
        let first = entries.iter().find(conforms).filter(|_| asked);
        let warned = |entry: &'e Entry<'e>| {
            warning::examined(entry.examination).into_iter().map(move |warned| (entry, warned))
        };
        first.into_iter().flat_map(warned).collect()
    }
}

impl<P: Default> Default for Judged<P> {
    fn default() -> Self {
        Judged { part: P::default(), status: Status::Fine, left: Left::default() }
    }
}

impl<P> Judged<P> {
    fn object(&mut self, judging: &Judging<'_>, verdict: Verdict) {
        if judging.arguments.fail_on.objects(verdict) {
            self.status = self.status.max(Status::Objection);
        }
    }
}
