//! The index of a suite: what the suite is of, and how many faults of each kind it has.

use serde::Serialize;

use urlbnf_bnf::Reading;
#[cfg(feature = "schemas")]
use urlbnf_bnf::suite::FaultKind;
use urlbnf_url::Edition;

use super::super::nesting::NestingRecord;
use super::super::record::SchemaNumber;
use super::{SuiteReport, VERSION};

/// What a suite is of.
///
/// `docs/suite-index.schema.json` describes its keys.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SuiteIndexRecord<'s> {
    schema: SchemaNumber,
    /// The version of the suite of an edition; null for a grammar file.
    version: Option<&'static str>,
    /// Null for a grammar file.
    edition: Option<Edition>,
    /// The document of the edition; null for a grammar file.
    document: Option<&'static str>,
    /// The name of the edition, or of the grammar file.
    grammar: &'s str,
    reading: Reading,
    /// By which production the strings are judged.
    start: &'s str,
    /// How deep the answer holds: so often at most are the productions enclosed in themselves or
    /// each other. Null where it holds for all strings.
    nesting: Option<NestingRecord<'s>>,
    /// How many strings the suite has.
    strings: usize,
    /// How many of the strings are chosen so that each detects many faults.
    covering: usize,
    /// How many any suite needs at least that detects the same faults.
    least: usize,
    /// How large a suite would be that is complete in the sense of Chow (1978): it finds whatever
    /// else an automaton of no more states takes or refuses. Null where that is too much to count.
    complete: Option<CompleteSuiteRecord>,
    /// The faults of each kind.
    kinds: Vec<FaultKindCountRecord>,
}

/// The size of a complete suite.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct CompleteSuiteRecord {
    /// The states of the smallest automaton, the dead one included.
    states: usize,
    /// The characters that it tells apart.
    characters: usize,
    /// The endings that tell its states apart.
    endings: usize,
    /// Each ending behind nothing, and behind each step from each state.
    strings: usize,
}

/// How many faults of a kind there are.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct FaultKindCountRecord {
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("enum" = FaultKind::ALL.map(FaultKind::name)))
    )]
    kind: &'static str,
    /// The faults that some string detects.
    told: usize,
    /// The faults that change the answer to no string.
    same: usize,
    /// The faults that were not decided.
    undecided: usize,
}

impl<'s> SuiteReport<'s> {
    /// The index: the grammar, the faults by kind, and the number of strings.
    pub fn index(&self) -> SuiteIndexRecord<'s> {
        let edition = self.judge.edition();
        let complete = self.suite.complete.map(|it| CompleteSuiteRecord {
            states: it.states,
            characters: it.characters,
            endings: it.endings,
            strings: it.strings(),
        });
        let kinds = self.counts().into_iter();
        let kinds = kinds.map(|(kind, [detected, same, undecided])| FaultKindCountRecord {
            kind: kind.name(),
            told: detected,
            same,
            undecided,
        });
        SuiteIndexRecord {
            schema: SchemaNumber,
            version: edition.map(|_| VERSION),
            edition,
            document: edition.map(|it| it.document().citation()),
            grammar: self.judge.name(),
            reading: self.judge.reading(),
            start: self.judge.grammar().name(self.judge.start()),
            nesting: NestingRecord::of_judge(self.judge),
            strings: self.suite.strings.len(),
            covering: self.suite.covering,
            least: self.suite.least,
            complete,
            kinds: kinds.collect(),
        }
    }
}
