//! The judging of a block: its lines, by all judges, for any form of report.

use std::ffi::OsString;
use std::ops::Range;

use urlbnf::diagnose::{self, Examination};
use urlbnf::panel::Panel;
use urlbnf::report::site::characters;
use urlbnf::report::{Entry, Site};
use urlbnf::warning::{self, Warned};
use urlbnf::{Judge, Verdict};

use super::Arguments;
use super::form::Form;
use super::left::Left;
use super::panels::Panels;
use crate::error::Error;
use crate::input::{Block, Column, Field, Line, Picker};
use crate::status::Status;

/// What is asked of every line.
pub struct Judging<'a> {
    pub arguments: &'a Arguments,
    pub judges: &'a [Judge],
    /// What judges by all of them at once.
    pub panels: Panels<'a>,
}

/// What is to be judged.
#[derive(Clone, Copy)]
pub struct Given<'l> {
    pub source: &'l str,
    pub line: u64,
    pub input: &'l [u8],
    pub site: Site,
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

impl<'a> Judging<'a> {
    pub fn new(arguments: &'a Arguments, judges: &'a [Judge]) -> Judging<'a> {
        Judging { arguments, judges, panels: Panels::new(judges) }
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
            let input = url.as_encoded_bytes();
            let given = Given { source: "<argument>", line, input, site: Site::default() };
            self.line(given, form, &mut judged)?;
        }
        Ok(judged)
    }

    /// Judges the lines of a block, or a field of each.
    pub fn block<F: Form>(&self, block: &Block, form: &F) -> Result<Judged<F::Part>, Error> {
        let mut judged = Judged::default();
        let mut left = Left::default();
        let asked_of_few = F::ONLY_REPORTED && !self.arguments.only.is_empty();
        if asked_of_few && !self.arguments.ignore_scheme_case {
            self.panels.with(|panel| {
                self.each(block, &mut left, |given| self.some(panel, given, form, &mut judged))
            })?;
        } else {
            self.each(block, &mut left, |given| self.line(given, form, &mut judged))?;
        }
        judged.left = left;
        Ok(judged)
    }

    /// Judges a line by all judges at once, and has it examined and reported
    /// only by those whose verdict is to be reported.
    fn some<F: Form>(
        &self,
        panel: &mut Panel<'_>,
        given: Given<'_>,
        form: &F,
        judged: &mut Judged<F::Part>,
    ) -> Result<(), Error> {
        let answer = panel.judge(given.input);
        let mut reported: Vec<&Judge> = Vec::new();
        for (judge, ruling) in self.judges.iter().zip(panel.rulings(answer)) {
            judged.object(self, ruling.verdict);
            if self.reports(ruling.verdict) {
                reported.push(judge);
            }
        }
        if reported.is_empty() {
            return Ok(());
        }
        self.examine_by(&reported, given, |entries| form.add(&mut judged.part, entries))
    }

    /// Whether a line is all that is to be judged of it, and every line is.
    pub fn takes_whole_lines(&self) -> bool {
        self.arguments.field.is_none() && !self.arguments.header
    }

    /// Gives what there is to judge in a block, and counts what there is not.
    pub fn each(
        &self,
        block: &Block,
        left: &mut Left,
        mut judge: impl FnMut(Given<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let source: &str = &block.source;
        let mut picker = self.column().map(Picker::new);
        let headings = usize::from(self.arguments.header && block.first);
        for Line { number, offset, bytes } in block.lines().skip(headings) {
            let field = match &mut picker {
                _ if bytes.is_empty() => Field::Plain(0..0),
                None => Field::Plain(0..bytes.len()),
                Some(picker) => picker.pick(bytes),
            };
            let exact = |place: &Range<usize>| Site::Exact {
                offset: offset + place.start as u64,
                before: characters(&bytes[..place.start]),
            };
            let (input, site) = match &field {
                Field::Missing => {
                    left.missing.add(source, number);
                    continue;
                }
                Field::Unclosed => {
                    left.unclosed.add(source, number);
                    continue;
                }
                Field::Plain(place) => (&bytes[place.clone()], exact(place)),
                Field::Unquoted(text, place) => {
                    let all = &bytes[place.clone()];
                    let region = exact(place).region(number, all, 0, all.len());
                    (&text[..], Site::Within(region))
                }
            };
            if input.is_empty() {
                left.empty += 1;
                continue;
            }
            judge(Given { source, line: number, input, site })?;
        }
        Ok(())
    }

    fn column(&self) -> Option<Column> {
        let delimiter = self.arguments.delimiter;
        self.arguments.field.map(|number| Column { number, delimiter })
    }

    /// Judges a line by all judges, and has it reported.
    fn line<F: Form>(
        &self,
        given: Given<'_>,
        form: &F,
        judged: &mut Judged<F::Part>,
    ) -> Result<(), Error> {
        if !F::SAYS {
            for judge in self.judges {
                let lowered = self.lowered(judge, given.input);
                judged.object(self, judge.judge(lowered.as_deref().unwrap_or(given.input)).verdict);
            }
            return Ok(());
        }
        self.examine(given, |entries| {
            for entry in entries {
                judged.object(self, entry.verdict());
            }
            form.add(&mut judged.part, entries)
        })
    }

    /// Examines a line by all judges.
    pub fn examine<R>(&self, given: Given<'_>, report: impl FnOnce(&[Entry<'_>]) -> R) -> R {
        let judges: Vec<&Judge> = self.judges.iter().collect();
        self.examine_by(&judges, given, report)
    }

    fn examine_by<R>(
        &self,
        judges: &[&Judge],
        given: Given<'_>,
        report: impl FnOnce(&[Entry<'_>]) -> R,
    ) -> R {
        let Given { source, line, input, site } = given;
        let lowered: Vec<_> = judges.iter().map(|it| self.lowered(it, input)).collect();
        let mut examinations: Vec<Examination<'_>> = Vec::with_capacity(judges.len());
        for (judge, lowered) in judges.iter().zip(&lowered) {
            examinations.push(match lowered {
                Some(lowered) => diagnose::examine_lowered(judge, input, lowered),
                None => diagnose::examine(judge, input),
            });
        }
        let entry = |(judge, examination)| Entry { source, line, input, site, judge, examination };
        let entries: Vec<Entry<'_>> =
            judges.iter().copied().zip(&examinations).map(entry).collect();
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
