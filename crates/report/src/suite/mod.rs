//! A conformance suite as data: one file for runners, or a record for each fault.
//!
//! A record has all that a runner needs and a maintainer asks: the string and the production
//! that judges it, the answer, the fault that the string shows, where the string fails, and
//! where the faulty production is printed.

mod file;

pub(crate) use file::CaseInputPart;
#[cfg(feature = "schemas")]
pub use file::SuiteFileRecord;

use std::borrow::Cow;
use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::Serialize;
#[cfg(feature = "schemas")]
use serde_json::json;
use serde_json::{Map, Value};

use super::excerpt::counted;
use super::record::SchemaNumber;
use super::witness;
use urlbnf_bnf::suite::{
    Fault, FaultDetail, FaultKind, FaultLayer, FaultOutcome, Suite, UndecidedReason,
};
use urlbnf_bnf::text::in_one_line;
use urlbnf_url::diagnose::{citation, glance};
use urlbnf_url::{Edition, Judge, Verdict};

/// The version of the suites of the editions. Every change of a suite changes it, and
/// `suite/CHANGELOG.md` says how, so that users can name the version they test with.
pub const VERSION: &str = "3";

/// The record of a fault. `docs/schemas/suite.schema.json` describes its keys.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FaultRecord<'s> {
    schema: SchemaNumber,
    /// The grammar, the production, and what is done to it, counted as printed: the same as long
    /// as the production is.
    id: String,
    /// The name of the edition, or of the grammar file.
    grammar: &'s str,
    /// The production that judges the strings.
    start: &'s str,
    /// The production that has the fault.
    production: &'s str,
    /// What is done to the production.
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("enum" = FaultKind::ALL.map(FaultKind::name)))
    )]
    fault: &'static str,
    /// The byte that the fault adds to a class, or removes from it; null for other faults.
    byte: Option<u8>,
    /// By what it is done, where its kind leaves that open: a number of times, where a character
    /// stands and which, or how the string is read; else null.
    detail: Option<FaultDetailRecord>,
    /// The text that is changed, as printed, on one line.
    part: String,
    /// The line of the grammar file on which that text begins.
    line: usize,
    /// Its column.
    column: usize,
    /// Where the production is printed.
    cite: String,
    group: FaultGroupRecord,
    outcome: FaultOutcomeRecord,
    /// Why it was not decided; else null.
    why: Option<String>,
    #[serde(flatten)]
    answer: GrammarAnswerRecord,
    /// The string of the suite that shows the fault; null where there is none.
    input: Option<Cow<'s, str>>,
    /// The bytes exactly, where they are not UTF-8; else null.
    input_base64: Option<String>,
    /// A shortest string that shows it; null where there is none.
    shortest: Option<Cow<'s, str>>,
    /// The bytes exactly, where they are not UTF-8; else null.
    shortest_base64: Option<String>,
    /// Whether the shortest string conforms; null where there is none.
    shortest_valid: Option<bool>,
}

/// By what a fault is done.
#[derive(Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
enum FaultDetailRecord {
    /// A number of times.
    Times(usize),
    /// Where a character stands and which, or how the string is read.
    Words(String),
}

impl FaultDetailRecord {
    fn from_detail(detail: FaultDetail) -> Option<FaultDetailRecord> {
        match detail {
            FaultDetail::None | FaultDetail::Byte(_) => None,
            FaultDetail::Times(times) => Some(FaultDetailRecord::Times(times)),
            FaultDetail::Intruder(intruder) => Some(FaultDetailRecord::Words(format!(
                "{} {}",
                intruder.spot.name(),
                witness::text(intruder.bytes)
            ))),
            FaultDetail::Habit(habit) => Some(FaultDetailRecord::Words(habit.name().to_owned())),
        }
    }
}

/// What a fault is about.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
enum FaultGroupRecord {
    /// The structure of a string.
    Structure,
    /// A set of characters.
    Class,
    /// The printed and the corrected reading disagree on the input or on the shortest string.
    Contested,
}

/// What was decided about a fault.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
enum FaultOutcomeRecord {
    /// The input shows the fault.
    Told,
    /// No string shows the fault.
    Same,
    /// It was too much to decide.
    Undecided,
}

/// What the grammar says about a string; empty if no string tells the fault.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct GrammarAnswerRecord {
    /// Whether the input conforms: the right answer, which a parser with the fault does not give.
    /// Null where there is no input.
    valid: Option<bool>,
    /// The offset of the input at which it fails; null where it conforms, or there is no input.
    offset: Option<usize>,
    /// What was expected there; null where the input conforms, or there is no input.
    expected: Option<String>,
    /// The verdicts of the other editions on the input, each by its own start. Empty where the
    /// strings are not judged by the start of an edition; null where there is no input.
    #[cfg_attr(
        feature = "schemas",
        schemars(
            with = "Option<BTreeMap<String, String>>",
            extend("additionalProperties" = json!({ "enum": Verdict::ALL.map(Verdict::name) })),
        )
    )]
    also: Option<Map<String, Value>>,
}

/// The answers that the records of a suite share.
struct SuiteAnswers {
    /// One answer for each string of the suite, in order.
    by_string: Vec<GrammarAnswerRecord>,
    other_reading: Option<Judge>,
}

/// A suite, and its judge.
#[derive(Debug)]
pub struct SuiteReport<'s> {
    judge: &'s Judge,
    suite: &'s Suite,
}

impl<'s> SuiteReport<'s> {
    /// A suite for the start of a judge.
    pub fn new(judge: &'s Judge, suite: &'s Suite) -> SuiteReport<'s> {
        SuiteReport { judge, suite }
    }

    /// The number of faults of each kind that are shown by a string, without effect, and undecided.
    pub fn counts(&self) -> BTreeMap<FaultKind, [usize; 3]> {
        let mut counts: BTreeMap<FaultKind, [usize; 3]> = BTreeMap::new();
        for (fault, outcome) in &self.suite.faults {
            let at = match outcome {
                FaultOutcome::Detected { .. } => 0,
                FaultOutcome::Same => 1,
                FaultOutcome::Undecided(_) => 2,
            };
            counts.entry(fault.kind).or_default()[at] += 1;
        }
        counts
    }

    /// Why faults are undecided, each reason with the number of its faults.
    pub fn undecided(&self) -> IndexMap<String, usize> {
        let mut reasons = IndexMap::new();
        for (_, outcome) in &self.suite.faults {
            if let FaultOutcome::Undecided(reason) = outcome {
                *reasons.entry(self.why(reason)).or_default() += 1;
            }
        }
        reasons
    }

    fn why(&self, reason: &UndecidedReason) -> String {
        match reason {
            UndecidedReason::NotRegular(error) => error.message(self.judge.grammar()),
            UndecidedReason::InItself | UndecidedReason::NotFound | UndecidedReason::NotJudged => {
                reason.to_string()
            }
        }
    }

    /// A record for each fault, in printed order.
    pub fn records(&self) -> impl Iterator<Item = FaultRecord<'_>> + '_ {
        let answers = self.answers();
        self.suite.faults.iter().map(move |decided| self.record(decided, &answers))
    }

    fn answers(&self) -> SuiteAnswers {
        let others = self.others();
        let answer = |string: &Vec<u8>| self.answer(string, &others);
        let by_string = self.suite.strings.iter().map(answer).collect();
        SuiteAnswers { by_string, other_reading: self.other_reading() }
    }

    /// The group of a fault: a string on which the two readings disagree, a set of characters,
    /// or the structure of a string.
    fn group(
        &self,
        fault: &Fault,
        outcome: &FaultOutcome,
        other: Option<&Judge>,
    ) -> FaultGroupRecord {
        let strings = match outcome {
            FaultOutcome::Detected { by, shortest } => vec![&self.suite.strings[*by], shortest],
            FaultOutcome::Same | FaultOutcome::Undecided(_) => Vec::new(),
        };
        let conforms = |judge: &Judge, input: &[u8]| judge.verdict(input) == Verdict::Conforms;
        let contested = |input: &&Vec<u8>| {
            other.is_some_and(|other| conforms(other, input) != conforms(self.judge, input))
        };
        match fault.kind.layer() == FaultLayer::Class {
            _ if strings.iter().any(contested) => FaultGroupRecord::Contested,
            true => FaultGroupRecord::Class,
            false => FaultGroupRecord::Structure,
        }
    }

    /// A judge by the other reading, if there are two and both have the start.
    fn other_reading(&self) -> Option<Judge> {
        let other = self.judge.named_reading()?.other();
        let grammar = self.judge.grammar();
        let start = grammar.name(self.judge.start());
        match self.judge.edition() {
            Some(edition) => {
                let start = edition.grammar(other).find(start)?;
                Some(Judge::by_start(edition, other, start))
            }
            None => {
                let grammar = grammar.in_reading(other).ok()?;
                let start = grammar.find(start)?;
                Judge::of_production(grammar, start).ok()
            }
        }
    }

    fn record(
        &self,
        (fault, outcome): &'s (Fault, FaultOutcome),
        answers: &SuiteAnswers,
    ) -> FaultRecord<'s> {
        let group = self.group(fault, outcome, answers.other_reading.as_ref());
        let grammar = self.judge.grammar();
        let (line, column) = grammar.listing().line_and_column(fault.place.start);
        let (outcome, by, shortest, why) = match outcome {
            FaultOutcome::Detected { by, shortest } => {
                (FaultOutcomeRecord::Told, Some(*by), Some(shortest.as_slice()), None)
            }
            FaultOutcome::Same => (FaultOutcomeRecord::Same, None, None, None),
            FaultOutcome::Undecided(why) => {
                (FaultOutcomeRecord::Undecided, None, None, Some(self.why(why)))
            }
        };
        let input = by.map(|by| self.suite.strings[by].as_slice());
        FaultRecord {
            schema: SchemaNumber,
            id: self.id(fault),
            grammar: self.judge.name(),
            start: grammar.name(self.judge.start()),
            production: grammar.name(fault.production),
            fault: fault.kind.name(),
            byte: fault.byte(),
            detail: FaultDetailRecord::from_detail(fault.detail),
            part: in_one_line(grammar.listing().printed(fault.place)),
            line,
            column,
            cite: citation(self.judge, fault.production),
            group,
            outcome,
            why,
            answer: by.map(|by| answers.by_string[by].clone()).unwrap_or_default(),
            input: input.map(witness::text),
            input_base64: input.and_then(witness::base64),
            shortest: shortest.map(witness::text),
            shortest_base64: shortest.and_then(witness::base64),
            shortest_valid: shortest.map(|string| self.judge.verdict(string) == Verdict::Conforms),
        }
    }

    /// The result of the grammar for a string, and the verdicts of the other editions.
    fn answer(&self, input: &[u8], others: &[Judge]) -> GrammarAnswerRecord {
        let examined = glance(self.judge, input);
        let diagnostic = examined.diagnostic.as_ref();
        let verdict =
            |judge: &Judge| (judge.name().to_owned(), judge.judge(input).verdict.name().into());
        GrammarAnswerRecord {
            valid: Some(examined.judgement.verdict == Verdict::Conforms),
            offset: diagnostic.map(|diagnostic| diagnostic.offset),
            expected: diagnostic.map(|diagnostic| diagnostic.expected_text(self.judge.grammar())),
            also: Some(others.iter().map(verdict).collect()),
        }
    }

    /// The other editions, each with its own start, if the suite is for the start of an
    /// edition; otherwise none.
    fn others(&self) -> Vec<Judge> {
        let is_start = self.judge.start() == self.judge.grammar().start();
        let own = self.judge.edition().filter(|_| is_start);
        own.map_or(Vec::new(), |own| {
            let others = Edition::ALL.into_iter().filter(|&edition| edition != own);
            others.map(|edition| Judge::by_scheme(edition, self.judge.reading())).collect()
        })
    }

    /// The number of faults and of the strings that show them, in a sentence.
    pub fn summary(&self) -> String {
        let counts = self.counts();
        let sum = |at: usize| counts.values().map(|numbers| numbers[at]).sum::<usize>();
        let (grammar, suite) = (self.judge.grammar(), self.suite);
        let detected = sum(0);
        let are = |count: usize| if count == 1 { "is" } else { "are" };
        let mut summary = format!(
            "`{}` of {}: {} {} told by {}",
            grammar.name(self.judge.start()),
            self.judge.title(", "),
            counted(detected, "fault"),
            are(detected),
            counted(suite.strings.len(), "string"),
        );
        if suite.covering > 0 {
            let covering = suite.covering;
            summary +=
                &format!("; of these, {covering} {} chosen to tell many faults", are(covering));
            if let Some(least) = suite.least {
                summary += &format!(" (at least {least} {} needed)", are(least));
            }
        }
        let undecided = sum(2);
        if undecided > 0 {
            summary += &format!("; {} {} undecided", counted(undecided, "fault"), are(undecided));
        }
        summary
    }

    /// The number of strings that distinguish the grammar from every automaton that is not
    /// larger, in a sentence; `None` if it is not known.
    pub fn complete(&self) -> Option<String> {
        let complete = self.suite.complete?;
        Some(format!(
            "{} would tell it from every other automaton of at most {}",
            counted(complete.strings(), "string"),
            counted(complete.states, "state"),
        ))
    }

    /// The name of a fault with that of its grammar: `rfc3986/dec-octet/…`.
    pub fn id(&self, fault: &Fault) -> String {
        format!("{}/{}", self.judge.name(), fault.id(self.judge.grammar()))
    }

    /// The strings, each with whether it conforms, and the names of the faults that it is the
    /// first to show.
    pub fn strings(&self) -> Vec<(&[u8], bool, Vec<String>)> {
        let mut strings: Vec<(&[u8], bool, Vec<String>)> = self
            .suite
            .strings
            .iter()
            .map(|string| {
                let conforms = self.judge.verdict(string) == Verdict::Conforms;
                (string.as_slice(), conforms, Vec::new())
            })
            .collect();
        for (fault, outcome) in &self.suite.faults {
            if let FaultOutcome::Detected { by, .. } = outcome {
                strings[*by].2.push(fault.id(self.judge.grammar()));
            }
        }
        strings
    }
}
