//! Reports: the result for an input, in a form for each kind of reader.
//!
//! [`human`] shows the input and, below it, the printed production. [`short`] is a line for
//! `grep`, [`record`] an object for programs, [`sarif`] a log for other tools. All are made
//! from the same [`ExaminedLine`], and none of them judges.

pub mod columns;
pub mod comparison;
pub mod conformity;
pub mod contradiction;
pub mod counts;
pub mod diff;
pub mod excerpt;
pub mod extraction;
pub mod failure_message;
pub mod fragment;
pub mod github;
pub mod grammar;
pub mod human;
pub mod lint;
pub mod matrix;
mod narrow;
pub mod nesting;
pub mod picture;
pub mod description;
pub mod record;
pub mod records;
pub mod review;
pub mod sarif;
pub mod scheme;
pub mod short;
pub mod source_location;
#[cfg(feature = "schemas")]
pub mod schema;
mod source;
mod rule_place;
pub mod steps;
pub mod suite;
pub mod summary;
pub mod tallies;
pub mod tally;
mod unexamined;
pub mod witness;
mod word;

pub use source_location::SourceLocation;
pub use word::ReportWord;

use urlbnf_bnf::ProductionId;
use urlbnf_bnf::text::column;
use urlbnf_url::diagnose::{DiagnosticCode, Examination};
use urlbnf_url::judges::{Ruling, RulingFailure};
use urlbnf_url::verdict::{Judge, Verdict};

use fragment::RecordFragments;

/// One line of an input, examined by one judge.
#[derive(Debug, Clone, Copy)]
pub struct ExaminedLine<'a> {
    /// The name of the input: a file's, `<stdin>`, `<argument>`.
    pub source: &'a str,
    /// The number of the line in the source, from 1.
    pub line: u64,
    /// The judged bytes: the line without its end, or a field of it.
    pub input: &'a [u8],
    /// The place of the input in the source.
    pub site: SourceLocation,
    /// The judge.
    pub judge: &'a Judge,
    /// The result.
    pub examination: &'a Examination<'a>,
    /// The common fragments of the records with the same result; `None` if only this entry has
    /// it.
    pub fragments: Option<&'a RecordFragments>,
}

impl<'a> ExaminedLine<'a> {
    /// The entry of a whole line, by the name of its source and its number.
    pub fn new(
        (source, line): (&'a str, u64),
        input: &'a [u8],
        judge: &'a Judge,
        examination: &'a Examination<'a>,
    ) -> ExaminedLine<'a> {
        ExaminedLine {
            source,
            line,
            input,
            site: SourceLocation::default(),
            judge,
            examination,
            fragments: None,
        }
    }

    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        self.examination.judgement.verdict
    }

    /// The ruling.
    pub fn ruling(&self) -> Ruling {
        Ruling::from_examination(self.judge, self.examination)
    }

    /// The notes in words.
    fn notes(&self) -> Vec<String> {
        self.examination.notes.iter().map(|note| note.text(self.judge)).collect()
    }

    /// The offset of the failure in the input; 0 without a failure.
    pub fn offset(&self) -> usize {
        self.examination.diagnostic.as_ref().map_or(0, |diagnostic| diagnostic.offset)
    }

    /// The column of the failure, in characters from 1.
    #[inline]
    pub fn column(&self) -> usize {
        match self.site {
            SourceLocation::Exact { before, .. } => before + column(self.input, self.offset()),
            SourceLocation::Within(_) => self.site.column(),
        }
    }

    /// The kind of finding: the code of its diagnostic or the name of its note, and the
    /// production. `None` without a diagnostic or note.
    pub fn kind(&self) -> Option<LineFindingKind> {
        let grammar = self.judge.grammar();
        if let Some(diagnostic) = &self.examination.diagnostic {
            return Some(LineFindingKind::failure(
                self.judge,
                diagnostic.code,
                diagnostic.named_production(self.judge),
            ));
        }
        let note = self.examination.notes.first()?;
        let production = grammar.name(self.examination.judgement.matched()?).to_owned();
        Some(LineFindingKind { failure: false, name: ReportWord::of_note(note).name(), production })
    }
}

/// A kind of finding; a reader need not see all findings of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineFindingKind {
    /// Whether it is a failure rather than a note.
    pub failure: bool,
    /// A code, or the name of a note.
    pub name: &'static str,
    /// The production where it was found.
    pub production: String,
}

impl LineFindingKind {
    /// The kind of a failure that was not examined; `None` without a failure.
    pub fn from_ruling(judge: &Judge, ruling: &Ruling) -> Option<LineFindingKind> {
        ruling.failure.map(|RulingFailure { code, named_production, .. }| {
            LineFindingKind::failure(judge, code, named_production)
        })
    }

    #[inline]
    fn failure(judge: &Judge, code: DiagnosticCode, named: ProductionId) -> LineFindingKind {
        let production = judge.grammar().name(named).to_owned();
        LineFindingKind { failure: true, name: code.name(), production }
    }
}
