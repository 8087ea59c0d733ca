//! Where the prose of a document and its own grammar say different things.
//!
//! Prose and grammar were written by the same hands, and not at the same time. Each
//! place where they part has the words of both, and a string that shows it: the
//! prose means it to be a URL and the grammar does not take it, or the other way
//! round, or the grammar takes a part of it for something else. The words of the
//! grammar are those of its `.bnf`, and the string is judged, so that nothing here
//! has to be believed.

mod table;

use crate::diagnose::{definition_citation, examine};
use crate::edition::{Edition, Reading};
use crate::quotation::Quotation;
use crate::text::column;
use crate::verdict::{Judge, Verdict};

pub use table::CONTRADICTIONS;

/// One thing on which prose and grammar differ, in one or more editions.
#[derive(Debug, Clone, Copy)]
pub struct Contradiction {
    /// Its stable name.
    pub name: &'static str,
    /// A heading.
    pub title: &'static str,
    /// What differs, in a sentence or two.
    pub what: &'static str,
    /// The editions, in their order.
    pub cases: &'static [Case],
}

/// A contradiction in one edition.
#[derive(Debug, Clone, Copy)]
pub struct Case {
    /// The edition.
    pub edition: Edition,
    /// The reading of its grammar: `printed` where the misprint is what differs.
    pub reading: Reading,
    /// What the prose says.
    pub prose: Quotation,
    /// The production that says otherwise.
    pub production: &'static str,
    /// A string that shows it.
    pub string: &'static str,
    /// The production from which it is judged; `None`: as a URL, scheme by scheme.
    pub start: Option<&'static str>,
    /// What it shows.
    pub shows: Shows,
}

/// What a string shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shows {
    /// The prose means it to be one, and the grammar does not take it.
    NotTaken,
    /// The prose does not mean it to be one, and the grammar takes it.
    Taken,
    /// The grammar takes a part of it for something else.
    ReadAs {
        /// The part.
        part: &'static str,
        /// The production from which it is derived.
        production: &'static str,
    },
}

/// What the program finds of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The verdict on the string.
    pub verdict: Verdict,
    /// In words: why it fails, or as what it is read.
    pub text: String,
    /// Whether it is what the case shows.
    pub holds: bool,
}

/// The words of a grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printed {
    /// Where they stand.
    pub citation: String,
    /// They, line by line; empty where the grammar has no such production.
    pub text: String,
}

impl Contradiction {
    /// Those of an edition.
    pub fn of(edition: Edition) -> impl Iterator<Item = &'static Contradiction> {
        let has = move |it: &&Contradiction| it.cases.iter().any(|case| case.edition == edition);
        CONTRADICTIONS.iter().filter(has)
    }

    /// The one of a name.
    pub fn find(name: &str) -> Option<&'static Contradiction> {
        CONTRADICTIONS.iter().find(|it| it.name == name)
    }
}

/// Judges the strings, each by a judge that is made once.
#[derive(Debug, Default)]
pub struct Bench {
    judges: Vec<(Edition, Reading, Judge)>,
}

impl Bench {
    /// What is found of a case.
    pub fn found(&mut self, case: &Case) -> Found {
        let Case { edition, reading, .. } = *case;
        let start = case.start.and_then(|it| edition.grammar(reading).find(it));
        if let Some(start) = start {
            return case.judged(&Judge::by_start(edition, reading, start));
        }
        let known = self.judges.iter().position(|it| (it.0, it.1) == (edition, reading));
        let known = known.unwrap_or_else(|| {
            self.judges.push((edition, reading, Judge::by_scheme(edition, reading)));
            self.judges.len() - 1
        });
        case.judged(&self.judges[known].2)
    }
}

impl Case {
    /// What a judge says of its string.
    fn judged(&self, judge: &Judge) -> Found {
        let examination = examine(judge, self.string.as_bytes());
        let verdict = examination.judgement.verdict;
        let tree = examination.judgement.tree.as_ref();
        let is_read = |part: &str, production: &str| {
            let is = |node: crate::tree::Node<'_>| {
                node.name() == production && node.text() == part.as_bytes()
            };
            tree.is_some_and(|tree| tree.nodes().any(is))
        };
        let (text, holds) = match self.shows {
            Shows::NotTaken => {
                let text = match &examination.diagnostic {
                    Some(it) => {
                        let message = it.message(judge, self.string.as_bytes());
                        let column = column(self.string.as_bytes(), it.offset);
                        format!("{verdict}, column {column}: {message}")
                    }
                    None => verdict.to_string(),
                };
                (text, verdict != Verdict::Conforms)
            }
            Shows::Taken => {
                (examination.headline(judge, self.string.as_bytes()), verdict == Verdict::Conforms)
            }
            Shows::ReadAs { part, production } => {
                let text = format!("{verdict}, with `{part}` as `{production}`");
                (text, verdict == Verdict::Conforms && is_read(part, production))
            }
        };
        Found { verdict, text, holds }
    }

    /// What the grammar prints.
    pub fn printed(&self) -> Printed {
        let grammar = self.edition.grammar(Reading::Printed);
        let definitions = match grammar.find(self.production) {
            Some(id) => grammar.production(id).definitions(),
            None => &[],
        };
        let citation = match definitions.first() {
            Some(it) => definition_citation(Some(self.edition), grammar, it),
            None => format!("{}, {}", self.edition.document().citation(), self.edition.section()),
        };
        let text: Vec<String> = definitions.iter().map(|it| self.edition.text(it)).collect();
        Printed { citation, text: text.join("\n") }
    }
}
