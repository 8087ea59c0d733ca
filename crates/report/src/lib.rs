//! Reports: the result for an input, in a form for each kind of reader.
//!
//! [`human`] shows the input and, below it, the printed production. [`short`] is a line for
//! `grep`, [`record`] an object for programs, [`sarif`] a log for other tools. All are made
//! from the same [`Entry`], and none of them judges.

pub mod columns;
pub mod comparison;
pub mod conformity;
pub mod contradiction;
pub mod counts;
pub mod diff;
pub mod excerpt;
pub mod extraction;
pub mod finding;
pub mod fragment;
pub mod github;
pub mod grammar;
pub mod human;
mod json_schema_tests;
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
pub mod site;
#[cfg(feature = "schemas")]
pub mod schema;
mod source;
mod rule_place;
pub mod steps;
pub mod suite;
pub mod summary;
pub mod tallies;
pub mod tally;
mod unseen;
pub mod witness;
mod word;

pub use site::Site;
pub use word::Word;

use urlbnf_bnf::ProductionId;
use urlbnf_bnf::text::column;
use urlbnf_url::diagnose::{Code, Examination};
use urlbnf_url::judges::{Blame, Ruling};
use urlbnf_url::verdict::{Judge, Verdict};

use fragment::Fragments;

/// One line of an input, examined by one judge.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'a> {
    /// The name of the input: a file's, `<stdin>`, `<argument>`.
    pub source: &'a str,
    /// The number of the line in the source, from 1.
    pub line: u64,
    /// The judged bytes: the line without its end, or a field of it.
    pub input: &'a [u8],
    /// The place of the input in the source.
    pub site: Site,
    /// The judge.
    pub judge: &'a Judge,
    /// The result.
    pub examination: &'a Examination<'a>,
    /// The common fragments of the records with the same result; `None` if only this entry has
    /// it.
    pub fragments: Option<&'a Fragments>,
}

impl<'a> Entry<'a> {
    /// The entry of a whole line, by the name of its source and its number.
    pub fn new(
        (source, line): (&'a str, u64),
        input: &'a [u8],
        judge: &'a Judge,
        examination: &'a Examination<'a>,
    ) -> Entry<'a> {
        Entry { source, line, input, site: Site::default(), judge, examination, fragments: None }
    }

    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        self.examination.judgement.verdict
    }

    /// The ruling.
    pub fn ruling(&self) -> Ruling {
        Ruling::of(self.judge, self.examination)
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
            Site::Exact { before, .. } => before + column(self.input, self.offset()),
            Site::Within(_) => self.site.column(),
        }
    }

    /// The kind of finding: the code of its diagnostic or the name of its note, and the
    /// production. `None` without a diagnostic or note.
    pub fn kind(&self) -> Option<Kind> {
        let grammar = self.judge.grammar();
        if let Some(diagnostic) = &self.examination.diagnostic {
            return Some(Kind::failure(self.judge, diagnostic.code, diagnostic.told(self.judge)));
        }
        let note = self.examination.notes.first()?;
        let production = grammar.name(self.examination.judgement.matched()?).to_owned();
        Some(Kind { failure: false, name: Word::of_note(note).name(), production })
    }
}

/// A kind of finding; a reader need not see all findings of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind {
    /// Whether it is a failure rather than a note.
    pub failure: bool,
    /// A code, or the name of a note.
    pub name: &'static str,
    /// The production where it was found.
    pub production: String,
}

impl Kind {
    /// The kind of a failure that was not examined; `None` without a failure.
    pub fn of(judge: &Judge, ruling: &Ruling) -> Option<Kind> {
        ruling.failure.map(|Blame { code, told, .. }| Kind::failure(judge, code, told))
    }

    #[inline]
    fn failure(judge: &Judge, code: Code, told: ProductionId) -> Kind {
        let production = judge.grammar().name(told).to_owned();
        Kind { failure: true, name: code.name(), production }
    }
}
