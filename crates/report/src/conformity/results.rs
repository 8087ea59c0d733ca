//! The results of a program for suites, in one object.

use std::borrow::Cow;

use indexmap::IndexMap;
use serde::Serialize;

use super::super::record::SchemaNumber;
use super::super::witness;
use super::{AnswerMark, ConformityReport, ConformityRun, ProgramHabit, why};

/// The longest string that the results contain. A longer one is found in the suite by its case.
const LONGEST_WHOLE: usize = 200;

/// The results of a program for suites.
///
/// `docs/suite-results.schema.json` describes its keys.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ConformityResultsRecord<'r> {
    schema: SchemaNumber,
    /// The name that the program gives itself, or the command.
    program: &'r str,
    /// The version of the program; null where it reports none.
    program_version: Option<&'r str>,
    /// One for each suite.
    runs: Vec<SuiteResultsRecord<'r>>,
}

/// The results of a program for one suite.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct SuiteResultsRecord<'r> {
    /// The grammar of the suite.
    grammar: &'r str,
    /// By which production the strings are judged.
    start: &'r str,
    /// The version of the suite; null for a grammar file.
    suite_version: Option<&'r str>,
    /// Whether the program claims to read the grammar. If not, it is compared only.
    claimed: bool,
    /// How many cases are right, wrong, without an answer, and skipped, in this order.
    counts: [usize; 4],
    /// The same counts for each production, in the order of the suite.
    productions: Vec<ProductionResultsRecord<'r>>,
    /// What the program does, in as few sentences as explain its wrong answers.
    habits: Vec<ProgramHabit>,
    /// The strings whose answer is wrong, is missing, or was skipped.
    differences: Vec<UnconfirmedCaseRecord<'r>>,
}

/// The results of a program for the cases of one production.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ProductionResultsRecord<'r> {
    /// The production that has the faults.
    production: &'r str,
    /// How many cases are right, wrong, without an answer, and skipped, in this order.
    counts: [usize; 4],
}

/// A string whose answer is wrong, is missing, or was skipped. There can be thousands, so null values
/// are left out.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct UnconfirmedCaseRecord<'r> {
    /// The names of the cases with this string, each of the production and the fault.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    cases: Vec<&'r str>,
    /// The assessment of the answer. `failed`: there is no answer.
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("enum" = [AnswerMark::Wrong, AnswerMark::Failed, AnswerMark::Skipped].map(AnswerMark::name)))
    )]
    mark: AnswerMark,
    /// Whether the input conforms.
    valid: bool,
    /// Why it was skipped, or failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    why: Option<&'r str>,
    /// The reason for which the difference is accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    accepted: Option<&'r str>,
    /// The string. It is not there if it is longer than 200 bytes: the suite has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    input: Option<Cow<'r, str>>,
    /// The bytes exactly, where they are not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    input_base64: Option<String>,
}

/// A string without a right answer, the mark of its answer, and the reason where that is accepted.
type DifferenceKey<'r> = (&'r [u8], AnswerMark, Option<&'r str>);

impl ConformityReport {
    /// One object for all: the counts by production, what the program does, and only the strings
    /// without a right answer.
    pub fn tally(&self) -> ConformityResultsRecord<'_> {
        ConformityResultsRecord {
            schema: SchemaNumber,
            program: &self.program.name,
            program_version: self.program.version.as_deref(),
            runs: self.runs.iter().map(|run| self.of_suite(run)).collect(),
        }
    }

    fn of_suite<'r>(&'r self, run: &'r ConformityRun) -> SuiteResultsRecord<'r> {
        let productions = run.by_production().into_iter();
        let productions =
            productions.map(|(production, counts)| ProductionResultsRecord { production, counts });
        SuiteResultsRecord {
            grammar: &run.tested.grammar,
            start: &run.tested.start,
            suite_version: run.tested.version.as_deref(),
            claimed: run.claimed,
            counts: run.counts(),
            productions: productions.collect(),
            habits: [false, true].map(|accepted| self.habits(run, accepted)).concat(),
            differences: self.not_right(run),
        }
    }

    /// The strings without a right answer, each with all its cases.
    fn not_right<'r>(&'r self, run: &'r ConformityRun) -> Vec<UnconfirmedCaseRecord<'r>> {
        let mut strings: IndexMap<DifferenceKey<'r>, UnconfirmedCaseRecord<'r>> = IndexMap::new();
        for (case, answer, mark) in run.cases().filter(|(.., mark)| *mark != AnswerMark::Right) {
            let (input, accepted) = (case.input.as_slice(), self.reason(case));
            let difference = strings.entry((input, mark, accepted)).or_insert_with(|| {
                let input = Some(input).filter(|input| input.len() <= LONGEST_WHOLE);
                UnconfirmedCaseRecord {
                    cases: Vec::new(),
                    mark,
                    valid: case.valid,
                    why: why(answer),
                    accepted,
                    input: input.map(witness::text),
                    input_base64: input.and_then(witness::base64),
                }
            });
            difference.cases.push(case.name());
        }
        strings.into_values().collect()
    }
}
