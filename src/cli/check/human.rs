//! The form for people: some findings of each kind, and how many there were.
//!
//! Whether a line is shown depends on what was shown before. Each part therefore keeps the
//! lines that would be shown if it were the first part, and counts the others. Lines that are
//! only counted are not examined: all judges judge in one pass, which gives the kind of each
//! failure.

use urlbnf::judges::{Extent, LineEnd, Ruling};
use urlbnf::report::sarif::Run;
use urlbnf::report::tally::Tally;
use urlbnf::report::{Entry, Kind, Site, comparison, human, summary};
use urlbnf::warning::Warning;
use urlbnf::{Judge, Verdict, diagnose};

use super::TODAY;
use super::form::Form;
use super::judging::{Given, Judging};
use super::long::LongLine;
use super::pool::{Bench, Pool};
use crate::{Error, Status, Streams};

/// Reports for people.
pub struct Human<'a> {
    judging: &'a Judging<'a>,
    /// RFC 3986 if no grammar was named, else empty. The summary says if it accepts URLs that
    /// fail.
    today: Pool<'a>,
}

/// A line that may be shown.
pub struct Candidate {
    source: String,
    line: u64,
    site: Site,
    input: Vec<u8>,
    kinds: Vec<Kind>,
}

/// The result of a block.
#[derive(Default)]
pub struct Part {
    /// The tally as if this were the first part: it shows at least what is shown in the end.
    alone: Tally,
    /// The counts, without the kinds of the candidates.
    counts: Tally,
    candidates: Vec<Candidate>,
    /// How many failing lines RFC 3986 accepts.
    accepted_today: u64,
}

/// The combined result of all blocks so far.
#[derive(Default)]
pub struct Whole {
    tally: Tally,
    accepted_today: u64,
}

impl<'a> Human<'a> {
    /// `today` is RFC 3986 if no grammar was named, else empty.
    pub fn new(judging: &'a Judging<'a>, today: &'a [Judge]) -> Human<'a> {
        Human { judging, today: Pool::new(today) }
    }

    fn warns(&self) -> bool {
        self.judging.judges.iter().any(|judge| self.judging.warns(judge))
    }

    /// 1 if a line fails and RFC 3986 accepts it, else 0.
    fn accepted_today(&self, input: &[u8], verdicts: impl IntoIterator<Item = Verdict>) -> u64 {
        let fails = |verdict| verdict != Verdict::Conforms;
        let accepts = || {
            self.today.with(|today| {
                let end = today.end(input);
                let ruling = today.rulings_at(end).first();
                ruling.is_some_and(|ruling| ruling.verdict == Verdict::Conforms)
            })
        };
        let accepted = !self.today.is_empty() && verdicts.into_iter().all(fails) && accepts();
        u64::from(accepted)
    }

    /// Counts a line if there is nothing to show: it has no note, and enough failures of its
    /// kinds are shown already. Returns whether it was counted.
    #[inline]
    fn is_counted(&self, rulings: &[Ruling], given: Given<'_>, part: &mut Part) -> bool {
        let judges = self.judging.judges;
        let all = || judges.iter().zip(rulings);
        let is_noted = all().any(|(judge, ruling)| {
            ruling.verdict == Verdict::Conforms
                && diagnose::is_noted(judge, given.input, ruling.relative)
        });
        if is_noted {
            return false;
        }
        let reported =
            all().filter(|(_, ruling)| self.judging.reports(ruling.verdict, ruling.relative));
        let kinds: Vec<Kind> =
            reported.filter_map(|(judge, ruling)| Kind::of(judge, ruling)).collect();
        if part.alone.shows(&kinds, self.judging.arguments.limit) {
            return false;
        }
        let verdicts = rulings.iter().map(|ruling| ruling.verdict);
        part.accepted_today += self.accepted_today(given.input, verdicts);
        part.alone.count_hidden(&kinds);
        part.counts.count_line(rulings.iter().map(|ruling| ruling.verdict));
        part.counts.count_hidden(&kinds);
        true
    }

    fn show(&self, entries: &[Entry<'_>], streams: &mut Streams) -> Result<(), Error> {
        let screen = &mut streams.screen()?;
        match entries {
            [entry] => human::write(entry, screen)?,
            _ => comparison::write(entries, screen)?,
        }
        Ok(())
    }
}

impl Form for Human<'_> {
    type Part = Part;
    type Whole = Whole;

    /// Lines that are shown are examined again, in full.
    fn extent(&self) -> Extent {
        if self.warns() { Extent::Whole } else { Extent::Glance }
    }

    fn tell(
        &self,
        bench: &mut Bench<'_>,
        (given, end): (Given<'_>, LineEnd),
        part: &mut Part,
    ) -> Result<bool, Error> {
        Ok(!self.warns() && self.is_counted(bench.rulings_at(end), given, part))
    }

    fn add(&self, part: &mut Part, entries: &[Entry<'_>]) -> Result<(), Error> {
        part.counts.count_line(entries.iter().map(Entry::verdict));
        if let Some(entry) = entries.first() {
            let verdicts = entries.iter().map(Entry::verdict);
            part.accepted_today += self.accepted_today(entry.input, verdicts);
        }
        let reported = entries.iter().filter(|entry| self.judging.reports_entry(entry));
        let kinds: Vec<Kind> = reported.filter_map(Entry::kind).collect();
        let shown = part.alone.count_kinds(&kinds, self.judging.arguments.limit);
        if !shown && self.judging.warnings(entries).is_empty() {
            part.counts.count_hidden(&kinds);
        } else if let Some(&Entry { source, line, site, input, .. }) = entries.first() {
            let (source, input) = (source.to_owned(), input.to_owned());
            part.candidates.push(Candidate { source, line, site, input, kinds });
        }
        Ok(())
    }

    fn count(&self, part: &mut Part, line: &LongLine) {
        let verdicts = line.rulings.iter().map(|(_, ruling)| ruling.verdict);
        part.counts.count_line(verdicts);
    }

    fn take(&self, whole: &mut Whole, part: Part, streams: &mut Streams) -> Result<(), Error> {
        let Whole { tally, accepted_today } = whole;
        *accepted_today += part.accepted_today;
        tally.add(&part.counts);
        for Candidate { source, line, site, input, kinds } in &part.candidates {
            let show = tally.count_kinds(kinds, self.judging.arguments.limit);
            if !show && !self.warns() {
                continue;
            }
            let given = Given { source, line: *line, input, site: *site };
            self.judging.examine(given, |entries| {
                if show {
                    self.show(entries, streams)?;
                }
                for (entry, warned) in self.judging.warnings(entries) {
                    // The finding itself warns of the case of the scheme.
                    if warned.warning != Warning::SchemeUpperCase {
                        human::write_warning(entry, &warned, &mut streams.screen()?)?;
                    }
                }
                Ok::<(), Error>(())
            })?;
        }
        Ok(())
    }

    fn finish(
        &self,
        Whole { mut tally, accepted_today }: Whole,
        run: &Run,
        judges: &[Judge],
        streams: &mut Streams,
    ) -> Result<Status, Error> {
        tally.empty = run.empty;
        // If no input could be read, an error says so; a summary of no lines would be wrong.
        if tally.lines > 0 || run.troubles.is_empty() {
            summary::write(&tally, judges, &mut streams.screen()?)?;
        }
        if accepted_today > 0 {
            let what = match (tally.lines, accepted_today) {
                (1, _) => "RFC 3986, the grammar of today, accepts it".to_owned(),
                (_, 1) => {
                    "RFC 3986, the grammar of today, accepts one of those that fail".to_owned()
                }
                (_, count) => {
                    format!("RFC 3986, the grammar of today, accepts {count} of those that fail")
                }
            };
            streams.write_text(&format!("{what}: -e {TODAY}\n"))?;
        }
        Ok(Status::Fine)
    }
}
