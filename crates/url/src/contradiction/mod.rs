//! Contradictions between the prose of a document and its own grammar.
//!
//! Each entry quotes the prose, names the production that contradicts it, and gives a string
//! that shows the contradiction: the grammar rejects what the prose includes, accepts what it
//! excludes, or reads a part as something else. The entries are data (`contradictions.toml`).
//! The strings are judged when the entries are shown.

use std::borrow::Cow;
use std::sync::LazyLock;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::diagnose::{definition_citation, examine};
use crate::document::{Citation, citations};
use crate::edition::{Edition, Reading};
use crate::quotation::Quotation;
use crate::text::column;
use crate::verdict::{Judge, Verdict};

/// A contradiction between prose and grammar, in one or more editions.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contradiction {
    /// Its stable name.
    pub name: &'static str,
    /// A heading.
    pub title: &'static str,
    /// How serious it is.
    pub strength: ContradictionStrength,
    /// What differs, in a sentence or two.
    pub what: &'static str,
    /// The editions, in their order.
    #[serde(rename = "case")]
    pub cases: Vec<EditionContradiction>,
}

/// How serious a contradiction is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContradictionStrength {
    /// The prose and the grammar cannot both hold.
    Plain,
    /// The prose does not exclude what the grammar does: it recommends, gives an example, or
    /// shows one form of several. The reason says which of these.
    Weak(&'static str),
    /// The document itself resolves it. The reason says where.
    Settled(&'static str),
}

impl ContradictionStrength {
    /// `plain`, `weak`, `settled`.
    pub fn name(self) -> &'static str {
        match self {
            ContradictionStrength::Plain => "plain",
            ContradictionStrength::Weak(_) => "weak",
            ContradictionStrength::Settled(_) => "settled",
        }
    }

    /// The reason why it is not plain; `None` if it is.
    pub fn reason(self) -> Option<&'static str> {
        match self {
            ContradictionStrength::Plain => None,
            ContradictionStrength::Weak(reason) | ContradictionStrength::Settled(reason) => {
                Some(reason)
            }
        }
    }
}

/// A contradiction in one edition.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EditionContradiction {
    /// The edition.
    pub edition: Edition,
    /// The reading of its grammar: `printed` if the contradiction is the misprint itself.
    #[serde(default = "corrected")]
    pub reading: Reading,
    /// Where the prose is printed.
    #[serde(rename = "at", deserialize_with = "citation")]
    citation: Citation<'static>,
    /// What the prose says.
    words: &'static str,
    /// The production that contradicts the prose.
    pub production: &'static str,
    /// A string that shows the contradiction.
    #[serde(borrow)]
    pub string: Cow<'static, str>,
    /// The production that judges it; `None` to judge it as a URL, scheme by scheme.
    #[serde(default)]
    pub start: Option<&'static str>,
    /// What the string shows.
    pub shows: ContradictionEvidence,
}

/// What a string shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", bound(deserialize = "'de: 'static"))]
pub enum ContradictionEvidence {
    /// The prose includes the string, and the grammar rejects it.
    Rejected,
    /// The prose excludes the string, and the grammar accepts it.
    Accepted,
    /// The grammar reads a part of it as something else.
    ReadAs(DerivedPart),
}

/// A part of a string, and how the grammar reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DerivedPart {
    /// The part.
    pub part: &'static str,
    /// The production from which it is derived.
    pub production: &'static str,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
struct ContradictionsFile {
    contradiction: Vec<Contradiction>,
}

/// All contradictions, in the order of the file.
#[expect(clippy::unreachable, reason = "the tests read the file")]
pub fn all() -> &'static [Contradiction] {
    static ALL: LazyLock<Vec<Contradiction>> = LazyLock::new(|| {
        let file = toml::Deserializer::parse(urlbnf_documents::CONTRADICTIONS)
            .and_then(ContradictionsFile::deserialize)
            .unwrap_or_else(|error| unreachable!("contradictions.toml: {error}"));
        file.contradiction
    });
    &ALL
}

fn corrected() -> Reading {
    Reading::Corrected
}

fn citation<'de: 'static, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Citation<'static>, D::Error> {
    let text = <&'static str>::deserialize(deserializer)?;
    let read = citations(text).into_iter().find(|(range, _)| *range == (0..text.len()));
    read.map(|(_, citation)| citation)
        .ok_or_else(|| D::Error::custom(format!("`{text}` is no citation")))
}

/// The result of judging a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContradictionCheck {
    /// The verdict on the string.
    pub verdict: Verdict,
    /// A description: why the string fails, or as what it is read.
    pub text: String,
    /// Whether the result is what the case claims to show.
    pub holds: bool,
}

/// A production as the grammar prints it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CitedProduction {
    /// Where it is printed.
    pub citation: String,
    /// Its text, line by line; empty if the grammar has no such production.
    pub text: String,
}

impl Contradiction {
    /// The contradictions of an edition.
    pub fn in_edition(edition: Edition) -> impl Iterator<Item = &'static Contradiction> {
        let has = move |contradiction: &&Contradiction| {
            contradiction.cases.iter().any(|case| case.edition == edition)
        };
        all().iter().filter(has)
    }

    /// Finds a contradiction by its name.
    pub fn find(name: &str) -> Option<&'static Contradiction> {
        all().iter().find(|contradiction| contradiction.name == name)
    }
}

/// Judges the strings of cases and keeps the judges for reuse.
#[derive(Debug, Default)]
pub struct ContradictionChecker {
    judges: Vec<(Edition, Reading, Judge)>,
}

impl ContradictionChecker {
    /// Judges a case.
    pub fn found(&mut self, case: &EditionContradiction) -> ContradictionCheck {
        let EditionContradiction { edition, reading, .. } = *case;
        let start = case.start.and_then(|name| edition.grammar(reading).find(name));
        if let Some(start) = start {
            return case.judged(&Judge::by_start(edition, reading, start));
        }
        let known = self.judges.iter().position(|entry| (entry.0, entry.1) == (edition, reading));
        let known = known.unwrap_or_else(|| {
            self.judges.push((edition, reading, Judge::by_scheme(edition, reading)));
            self.judges.len() - 1
        });
        case.judged(&self.judges[known].2)
    }
}

impl EditionContradiction {
    /// What the prose says.
    pub fn prose(&self) -> Quotation {
        Quotation::new(self.citation, self.words)
    }

    /// Judges the string of the case.
    fn judged(&self, judge: &Judge) -> ContradictionCheck {
        let examination = examine(judge, self.string.as_bytes());
        let verdict = examination.judgement.verdict;
        // Only recognisers of grammar files can run out of work; an edition has a parser.
        let tree = examination.judgement.tree().ok().flatten();
        let is_read = |part: &str, production: &str| {
            let is = |node: crate::tree::TreeNode<'_>| {
                node.name() == production && node.text() == part.as_bytes()
            };
            tree.is_some_and(|tree| tree.nodes().any(is))
        };
        let (text, holds) = match self.shows {
            ContradictionEvidence::Rejected => {
                let text = match &examination.diagnostic {
                    Some(diagnostic) => {
                        let message = diagnostic.message(judge, self.string.as_bytes());
                        let column = column(self.string.as_bytes(), diagnostic.offset);
                        format!("{verdict}, column {column}: {message}")
                    }
                    None => verdict.to_string(),
                };
                (text, verdict != Verdict::Conforms)
            }
            ContradictionEvidence::Accepted => {
                (examination.headline(judge, self.string.as_bytes()), verdict == Verdict::Conforms)
            }
            ContradictionEvidence::ReadAs(DerivedPart { part, production }) => {
                let text = format!("{verdict}, with `{part}` as `{production}`");
                (text, verdict == Verdict::Conforms && is_read(part, production))
            }
        };
        ContradictionCheck { verdict, text, holds }
    }

    /// The production of the case as the grammar prints it.
    pub fn printed(&self) -> CitedProduction {
        let grammar = self.edition.grammar(Reading::Printed);
        let definitions = match grammar.find(self.production) {
            Some(id) => grammar.production(id).definitions(),
            None => &[],
        };
        let citation = match definitions.first() {
            Some(definition) => definition_citation(Some(self.edition), grammar, definition),
            None => format!("{}, {}", self.edition.document().citation(), self.edition.section()),
        };
        let text: Vec<String> =
            definitions.iter().map(|definition| self.edition.text(definition)).collect();
        CitedProduction { citation, text: text.join("\n") }
    }
}
