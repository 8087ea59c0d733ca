//! Judges lines by all judges, and finds the strings to judge in a block.

use std::ops::Range;

use urlbnf::diagnose::{self, Examination};
use urlbnf::judges::{LineEnd, Ruling};
use urlbnf::report::site::characters;
use urlbnf::report::{Entry, Site};
use urlbnf::warning::{self, Warned};
use urlbnf::{Judge, Verdict};

use super::Arguments;
use super::left::Left;
use super::long::Piece;
use super::pool::{Bench, Pool};
use crate::input::{Block, Field, Line, Picker};
use crate::{Error, Status};

/// The options and the judges for every line.
pub struct Judging<'a> {
    pub arguments: &'a Arguments,
    pub judges: &'a [Judge],
    /// Copies of the judges, one for each thread.
    pub pool: Pool<'a>,
}

/// A string to judge, and its place.
#[derive(Clone, Copy)]
pub struct Given<'l> {
    pub source: &'l str,
    pub line: u64,
    pub input: &'l [u8],
    pub site: Site,
}

/// The result of judging a block.
pub struct Judged<P> {
    /// The part that the form made.
    pub part: P,
    /// `Objection` if a verdict is as bad as `--fail-on` says.
    pub status: Status,
    /// The lines that were not judged.
    pub left: Left,
    /// A piece of a line that is too long to be explained. Nothing else is set then.
    pub piece: Option<Piece>,
}

impl<'a> Judging<'a> {
    pub fn new(arguments: &'a Arguments, judges: &'a [Judge]) -> Judging<'a> {
        Judging { arguments, judges, pool: Pool::new(judges) }
    }

    /// Whether `--only` selects a verdict. `relative` is whether the string is a relative
    /// reference.
    #[inline]
    pub fn reports(&self, verdict: Verdict, relative: bool) -> bool {
        let only = &self.arguments.only;
        only.is_empty() || only.iter().any(|it| it.takes(verdict, relative))
    }

    #[inline]
    pub fn reports_entry(&self, entry: &Entry<'_>) -> bool {
        self.reports(entry.verdict(), entry.examination.judgement.relative())
    }

    /// Whether every line is judged, and each as a whole.
    pub fn takes_whole_lines(&self) -> bool {
        self.arguments.column().is_none() && !self.arguments.has_header()
    }

    /// Whether one pass of all judges gives the rulings of their examinations. It does not if
    /// schemes are read in lower case, or if a judge judges strings one by one.
    pub fn is_one_pass(&self) -> bool {
        let one_by_one = self.judges.iter().any(Judge::is_one_by_one);
        !self.arguments.ignore_scheme_case && !one_by_one
    }

    /// Judges a block with judges that judge in one pass. `judge` gets each line with the state
    /// of the judges at its end, and adds to the result of the block. Whole lines are judged
    /// several at a time.
    pub fn side_by_side<P: Default>(
        &self,
        block: &Block,
        mut judge: impl FnMut(&mut Bench<'a>, Given<'_>, LineEnd, &mut Judged<P>) -> Result<(), Error>,
    ) -> Result<Judged<P>, Error> {
        self.pool.with(|bench| {
            let mut ends = match self.takes_whole_lines() {
                true => bench.line_ends(block.bytes()),
                false => Vec::new(),
            }
            .into_iter();
            let (mut judged, mut left) = (Judged::default(), Left::default());
            self.each(block, &mut left, |given| {
                let end = ends.next().unwrap_or_else(|| bench.end(given.input));
                judge(bench, given, end, &mut judged)
            })?;
            judged.left = left;
            Ok(judged)
        })
    }

    /// Calls `judge` for each string to judge in a block, and counts the lines left out.
    pub fn each(
        &self,
        block: &Block,
        left: &mut Left,
        mut judge: impl FnMut(Given<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let source: &str = &block.source;
        let delimiter = self.arguments.delimiter;
        let column = self.arguments.column();
        let mut picker = column.map(|column| Picker::new(&column, delimiter, &block.first_line));
        let headings = usize::from(self.arguments.has_header() && block.first);
        for Line { number, offset, bytes } in block.lines().skip(headings) {
            let field = match &mut picker {
                _ if bytes.is_empty() => Field::Plain(0..0),
                None => Field::Plain(0..bytes.len()),
                Some(picker) => picker.pick(bytes),
            };
            left.has_field |= !bytes.is_empty() && field != Field::Missing;
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
                Field::NotJson => {
                    left.not_json.add(source, number);
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
                left.empty.add(source, number);
                continue;
            }
            judge(Given { source, line: number, input, site })?;
        }
        Ok(())
    }

    /// Examines a line by all judges.
    pub fn examine<R>(&self, given: Given<'_>, report: impl FnOnce(&[Entry<'_>]) -> R) -> R {
        let judges: Vec<&Judge> = self.judges.iter().collect();
        self.examine_by(&judges, given, report)
    }

    /// Examines a line by some judges.
    pub fn examine_by<R>(
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
        let entry = |(judge, examination)| {
            let fragments = None;
            Entry { source, line, input, site, judge, examination, fragments }
        };
        let entries: Vec<Entry<'_>> =
            judges.iter().copied().zip(&examinations).map(entry).collect();
        report(&entries)
    }

    /// Returns a line with its scheme in lower case; `None` if it is judged as it is.
    pub fn lowered(&self, judge: &Judge, input: &[u8]) -> Option<Vec<u8>> {
        self.arguments.ignore_scheme_case.then(|| diagnose::lowered(judge, input)).flatten()
    }

    /// Whether a judge's warnings are given: on request, or if they are rules of its document.
    pub fn warns(&self, judge: &Judge) -> bool {
        self.arguments.warnings || judge.edition().is_some_and(warning::are_rules)
    }

    /// Returns the warnings of a judge about a line that it examined.
    pub fn warned(&self, judge: &Judge, examination: &Examination<'_>) -> Vec<Warned> {
        warning::examined(judge, examination, self.arguments.warnings)
    }

    /// Returns the warnings about a line, by the first judge to which it conforms.
    pub fn warnings<'e>(&self, entries: &'e [Entry<'e>]) -> Vec<(&'e Entry<'e>, Warned)> {
        let conforms = |entry: &&Entry<'_>| entry.verdict() == Verdict::Conforms;
        let first = entries.iter().find(conforms).filter(|entry| self.reports_entry(entry));
        let first = first.filter(|entry| self.warns(entry.judge));
        let warned = |entry: &'e Entry<'e>| {
            self.warned(entry.judge, entry.examination)
                .into_iter()
                .map(move |warned| (entry, warned))
        };
        first.into_iter().flat_map(warned).collect()
    }
}

impl<P: Default> Default for Judged<P> {
    fn default() -> Self {
        Judged { part: P::default(), status: Status::Fine, left: Left::default(), piece: None }
    }
}

impl<P> Judged<P> {
    /// Raises the status if any ruling is bad enough.
    #[inline]
    pub fn object_to_all(&mut self, judging: &Judging<'_>, rulings: &[Ruling]) {
        for ruling in rulings {
            self.object(judging, ruling.verdict, ruling.relative);
        }
    }

    /// Raises the status if a verdict is bad enough.
    #[inline]
    pub fn object(&mut self, judging: &Judging<'_>, verdict: Verdict, relative: bool) {
        if judging.arguments.objects(verdict, relative) {
            self.status = self.status.max(Status::Objection);
        }
    }
}
