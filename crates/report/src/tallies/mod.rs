//! Tallies as records, and their sum.
//!
//! The tallies of parts add up exactly to the tally of the whole, however the whole was split
//! at its line ends and in any order: counts are added, and the examples are the smallest
//! lines, regardless of their position. The tally of empty input adds nothing. Tallies of
//! another version, other grammars or other options do not fit, and are refused with the
//! difference.

mod record;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::json;
use thiserror::Error;
use urlbnf_bnf::fingerprint::Fingerprint;
use urlbnf_bnf::text::harmless;

use super::witness::Witness;
use urlbnf_url::judges::tally::ExampleLine;
use urlbnf_url::judges::{Ruling, Tally};
use urlbnf_url::verdict::Judge;

pub use record::TallyOptions;
pub(crate) use record::TallyRecord;
use record::{
    NO_DIGEST, SCHEMA, TOOL, TallyCountRecord, TallyEntry, TallyHeadRecord, TallyJudgeRecord,
    TallyKey,
};

/// The tallies of some judges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tallies {
    head: TallyHeadRecord,
    kinds: BTreeMap<TallyKey, TallyEntry>,
}

/// The words of a JSON error. The parser reads one line, so its line number is left out.
fn cause(error: &serde_json::Error) -> String {
    let (words, column) = (error.to_string(), error.column());
    match words.strip_suffix(&format!(" at line {} column {column}", error.line())) {
        Some(words) => format!("{words} (column {column})"),
        None => words,
    }
}

/// Why a text is not a tally, or why tallies cannot be added.
#[derive(Debug, Error)]
pub enum TallyError {
    /// A line is not a record of a tally.
    #[error("line {line} is not a record of a tally: {}", cause(error))]
    NoRecord {
        /// The line, from 1.
        line: usize,
        /// The cause.
        #[source]
        error: serde_json::Error,
    },
    /// A record refers to something that its tally does not have.
    #[error("line {line}: its {what} does not belong to this tally")]
    Foreign {
        /// The line, from 1.
        line: usize,
        /// The part that does not belong.
        what: &'static str,
    },
    /// There is no first record.
    #[error("it is empty: a tally begins with a record of what was counted")]
    Empty,
    /// It was counted with other settings.
    #[error("{what} is {this}, and is {other} in the tally before")]
    Misfit {
        /// The setting that differs.
        what: &'static str,
        /// The value in the added tally.
        this: String,
        /// The value in the tally to which it is added.
        other: String,
    },
    /// It is longer than any tally can be.
    #[error("it is longer than {longest} bytes, so it is not a tally")]
    TooLong {
        /// The maximum length in bytes.
        longest: u64,
    },
    /// Its counts do not match its lines: it was truncated or changed.
    #[error("{judge} counts {counted} lines, and there are {lines}: it is not whole")]
    NotWhole {
        /// The judge.
        judge: String,
        /// The sum of its counts.
        counted: u64,
        /// The number of lines that are not empty.
        lines: u64,
    },
    /// It is not text.
    #[error("it is not UTF-8 after {offset} bytes")]
    NotText {
        /// The number of bytes before the first that is not UTF-8.
        offset: usize,
    },
    /// Its digest does not match its text.
    #[error("it is not what was written: its digest does not match")]
    Changed,
    /// A count does not fit into 64 bits.
    #[error("the sum is 2^64 or more")]
    TooMany,
}

impl Tallies {
    /// The tally of some judges, for the reported verdicts. The examples must be the smallest.
    pub fn from_tally(
        tally: &Tally,
        judges: &[Judge],
        options: TallyOptions,
        reports: impl Fn(&Ruling) -> bool,
    ) -> Tallies {
        let counters = judges.iter().map(TallyJudgeRecord::from_judge).collect();
        let mut kinds = BTreeMap::<TallyKey, TallyEntry>::new();
        for (number, judge) in judges.iter().enumerate() {
            for row in tally.rows(number).into_iter().filter(|row| reports(&row.ruling)) {
                let sum = kinds.entry(TallyKey::from_row(number, judge, &row)).or_default();
                sum.count = sum.count.saturating_add(row.count);
                sum.examples.extend(
                    row.examples
                        .into_iter()
                        .map(|ExampleLine { length, input, .. }| (length, input)),
                );
            }
        }
        let head = TallyHeadRecord {
            schema: SCHEMA,
            tool: TOOL.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            judges: counters,
            options,
            lines: tally.lines(),
            empty: tally.empty(),
            digest: NO_DIGEST.to_owned(),
        };
        Tallies { head, kinds }
    }

    /// Reads what [`Tallies::text`] wrote.
    ///
    /// # Errors
    /// If a line is not a record of this tally, if the counts do not match the number of
    /// lines, or if the digest does not match.
    pub fn read(bytes: &[u8]) -> Result<Tallies, TallyError> {
        let text = std::str::from_utf8(bytes);
        let text = text.map_err(|error| TallyError::NotText { offset: error.valid_up_to() })?;
        let mut lines = (1..).zip(text.lines());
        let (_, first) = lines.next().ok_or(TallyError::Empty)?;
        let no_record = |line| move |error| TallyError::NoRecord { line, error };
        let head: TallyHeadRecord = serde_json::from_str(first).map_err(no_record(1))?;
        if head.tool != TOOL {
            return Err(TallyError::Foreign { line: 1, what: "tool" });
        }
        if head.schema != SCHEMA {
            return Err(TallyError::Foreign { line: 1, what: "schema" });
        }
        if !head.knows_its_editions() {
            return Err(TallyError::Foreign { line: 1, what: "edition" });
        }
        let mut kinds = BTreeMap::new();
        for (line, text) in lines {
            let record: TallyCountRecord = serde_json::from_str(text).map_err(no_record(line))?;
            let foreign = |what| TallyError::Foreign { line, what };
            let kind = TallyKey::read(&record, &head).map_err(foreign)?;
            let examples = record.examples.iter().map(|example| {
                let bytes = Witness::read(&example.input, example.input_base64.as_deref());
                bytes.map(|bytes| (example.length, bytes.bytes().to_vec()))
            });
            let examples = examples.collect::<Option<_>>().ok_or(foreign("example"))?;
            if kinds.insert(kind, TallyEntry { count: record.count, examples }).is_some() {
                return Err(foreign("kind"));
            }
        }
        let tallies = Tallies { head, kinds };
        tallies.is_whole()?;
        if tallies.text() != text {
            return Err(TallyError::Changed);
        }
        Ok(tallies)
    }

    /// Checks that each judge counts all lines that are not empty, or no more if only some
    /// verdicts are reported.
    fn is_whole(&self) -> Result<(), TallyError> {
        let TallyHeadRecord { lines, empty, ref options, ref judges, .. } = self.head;
        let lines = lines.checked_sub(empty).ok_or(TallyError::Foreign { line: 1, what: "sum" })?;
        for (number, judge) in judges.iter().enumerate() {
            let counts = self.kinds.iter().filter(|(kind, _)| kind.judge == number);
            let counted = counts.fold(0, |sum: u64, (_, entry)| sum.saturating_add(entry.count));
            let missing = counted < lines && options.only.is_empty();
            if missing || counted > lines {
                return Err(TallyError::NotWhole { judge: judge.title(), counted, lines });
            }
        }
        Ok(())
    }

    /// Adds another tally.
    ///
    /// # Errors
    /// If its settings differ, or a count overflows. Then nothing is added.
    pub fn add(&mut self, other: Tallies) -> Result<(), TallyError> {
        self.fits(&other)?;
        let sum = |one: u64, other: u64| one.checked_add(other).ok_or(TallyError::TooMany);
        // No other count exceeds the number of lines.
        self.head.lines = sum(self.head.lines, other.head.lines)?;
        self.head.empty = self.head.empty.saturating_add(other.head.empty);
        for (kind, TallyEntry { count, examples }) in other.kinds {
            let own = self.kinds.entry(kind).or_default();
            own.count = own.count.saturating_add(count);
            own.examples.extend(examples);
            while own.examples.len() as u64 > self.head.options.limit {
                own.examples.pop_last();
            }
        }
        Ok(())
    }

    fn fits(&self, other: &Tallies) -> Result<(), TallyError> {
        let misfit = |what, this: &str, other: &str| {
            Err(TallyError::Misfit { what, this: this.to_owned(), other: other.to_owned() })
        };
        let (own, new) = (&self.head, &other.head);
        if own.version != new.version {
            return misfit("its version", &new.version, &own.version);
        }
        if own.options != new.options {
            let [own, new] = [&own.options, &new.options].map(|options| json!(options));
            let keys = new.as_object().into_iter().flatten();
            let (new_values, own_values): (Vec<String>, Vec<String>) = keys
                .filter(|(key, value)| own.get(key.as_str()) != Some(value))
                .map(|(key, value)| (format!("{key} {value}"), format!("{key} {}", own[key])))
                .unzip();
            return misfit("what was asked for", &new_values.join(", "), &own_values.join(", "));
        }
        let names = |head: &TallyHeadRecord| {
            let names: Vec<String> = head.judges.iter().map(TallyJudgeRecord::title).collect();
            names.join(", ")
        };
        if names(own) != names(new) {
            return misfit("what judged", &names(new), &names(own));
        }
        match own.judges.iter().zip(&new.judges).find(|(own, new)| own != new) {
            Some((own, new)) => {
                let print = |judge: &TallyJudgeRecord| {
                    format!("{} of the fingerprint {}", judge.title(), judge.fingerprint)
                };
                misfit("a grammar", &print(new), &print(own))
            }
            None => Ok(()),
        }
    }

    /// The records, an object on each line, as in `docs/tally.schema.json`: the head, then the
    /// counts of each judge, by verdict, in decreasing order.
    pub fn text(&self) -> String {
        let mut kinds: Vec<(&TallyKey, &TallyEntry)> = self.kinds.iter().collect();
        kinds.sort_by_key(|(kind, sum)| {
            (kind.judge, kind.verdict, Reverse(sum.count), kind.order())
        });
        let mut text = String::new();
        // Writing to a string cannot fail, nor can serializing these values.
        let mut write = |record: TallyRecord| {
            let record = serde_json::to_string(&record).unwrap_or_default();
            let _ = writeln!(text, "{record}");
        };
        write(TallyRecord::Head(TallyHeadRecord {
            digest: NO_DIGEST.to_owned(),
            ..self.head.clone()
        }));
        for (kind, sum) in kinds {
            let Some(counter) = self.head.judges.get(kind.judge) else { continue };
            write(TallyRecord::Counted(kind.record(counter, sum)));
        }
        // The output escapes characters that act on a terminal. The digest is of the escaped text.
        let mut shown = Vec::new();
        harmless(text.as_bytes(), &mut shown);
        let text = String::from_utf8(shown).unwrap_or(text);
        let digest = format!(r#""digest":"{}""#, Fingerprint::default().with(text.bytes()));
        text.replacen(&format!(r#""digest":"{NO_DIGEST}""#), &digest, 1)
    }
}
