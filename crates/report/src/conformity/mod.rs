//! How well a program does on a suite.
//!
//! A case is a fault and a string that shows it: a program that judges that string wrongly may have
//! the fault. One habit of a program fails many cases, so a report begins with habits. A program is
//! measured by the grammars that it claims to read. It can be compared with other grammars too, but
//! those differences are reported separately and are not errors. A known difference is accepted,
//! with a reason.

mod accepted;
mod case;
mod habits;
mod junit;
mod markdown;
mod results;
mod sarif;

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::record::SchemaNumber;
use super::records::CaseAnswerRecord;
use super::witness;
use crate::excerpt;

pub use accepted::AcceptedDifference;
pub use case::{ConformitySuite, SuiteCase, SuiteFileError};
pub use habits::ProgramHabit;
pub use results::ConformityResultsRecord;

/// The answer of a program to a string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProgramAnswer {
    /// Whether it accepts the string.
    Answered(bool),
    /// The program does not judge such strings; the reason.
    Skipped(String),
    /// No usable answer: the program reported an error, ended, or took too long.
    Failed(String),
}

urlbnf_bnf::named! {
    /// The assessment of an answer.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum AnswerMark {
        /// The answer is right.
        Right = "right",
        /// The answer is wrong.
        Wrong = "wrong",
        /// There is no answer.
        Failed = "failed",
        /// The case was skipped.
        Skipped = "skipped",
    }
}

urlbnf_bnf::serde_by_name! { Serialize for AnswerMark }

impl AnswerMark {
    /// Whether the mark is an objection.
    pub fn is_objection(self) -> bool {
        matches!(self, AnswerMark::Wrong | AnswerMark::Failed)
    }
}

/// What a program says about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestedProgram {
    /// Its name, or the command that runs it.
    pub name: String,
    /// Its version, if it reports one.
    pub version: Option<String>,
}

/// The answers of a program to the cases of one suite.
#[derive(Debug, Clone)]
pub struct ConformityRun {
    /// The suite.
    pub tested: ConformitySuite,
    /// Whether the program claims to read the grammar; otherwise it is only compared.
    pub claimed: bool,
    /// Its answers, in the order of the cases.
    pub answers: Vec<ProgramAnswer>,
}

impl ConformityRun {
    /// The cases, each with its answer and mark.
    pub fn cases(&self) -> impl Iterator<Item = (&SuiteCase, &ProgramAnswer, AnswerMark)> {
        self.tested.cases.iter().zip(&self.answers).map(|(case, answer)| {
            let mark = match answer {
                ProgramAnswer::Answered(accepts) if *accepts == case.valid => AnswerMark::Right,
                ProgramAnswer::Answered(_) => AnswerMark::Wrong,
                ProgramAnswer::Failed(_) => AnswerMark::Failed,
                ProgramAnswer::Skipped(_) => AnswerMark::Skipped,
            };
            (case, answer, mark)
        })
    }

    /// The number of cases with each mark, in the order of [`AnswerMark::ALL`].
    pub fn counts(&self) -> [usize; 4] {
        let mut counts = [0; 4];
        self.cases().for_each(|(.., mark)| counts[mark as usize] += 1);
        counts
    }

    /// The same counts for each production, in the order of the suite.
    pub fn by_production(&self) -> Vec<(&str, [usize; 4])> {
        let mut rows: IndexMap<&str, [usize; 4]> = IndexMap::new();
        for (case, _, mark) in self.cases() {
            rows.entry(&case.production).or_default()[mark as usize] += 1;
        }
        rows.into_iter().collect()
    }
}

/// All answers of a program.
#[derive(Debug, Clone)]
pub struct ConformityReport {
    /// The program.
    pub program: TestedProgram,
    /// The runs, one for each suite.
    pub runs: Vec<ConformityRun>,
    /// Known differences.
    pub accepted: Vec<AcceptedDifference>,
    /// The grammars of which not every suite was asked.
    pub partly_asked: BTreeSet<String>,
}

impl ConformityReport {
    /// Whether a claimed grammar has an objection that is not accepted.
    pub fn is_objection(&self) -> bool {
        let claimed = self.runs.iter().filter(|run| run.claimed);
        claimed
            .flat_map(ConformityRun::cases)
            .any(|(case, _, mark)| mark.is_objection() && self.reason(case).is_none())
    }

    /// The reason for which a difference in a case is accepted, if it is.
    pub fn reason(&self, case: &SuiteCase) -> Option<&str> {
        let accepted = self.accepted.iter().find(|difference| difference.names(case));
        accepted.map(|difference| difference.reason.as_str())
    }

    /// The accepted patterns that name no case with an objection. A case of the same name by
    /// another start may have one, so nothing is said of grammars that were asked in part.
    pub fn stale(&self) -> Vec<&str> {
        let differs = |accepted: &&AcceptedDifference| {
            let mut all = self.runs.iter().flat_map(ConformityRun::cases);
            all.any(|(case, _, mark)| mark.is_objection() && accepted.names(case))
        };
        let known = |accepted: &&AcceptedDifference| {
            !self.partly_asked.iter().any(|grammar| accepted.may_name(grammar))
        };
        let stale =
            self.accepted.iter().filter(|difference| known(difference) && !differs(difference));
        stale.map(|difference| difference.pattern.as_str()).collect()
    }

    /// A run in one sentence.
    pub fn summary(&self, run: &ConformityRun) -> String {
        let [right, wrong, failed, skipped] = run.counts();
        let cases = right + wrong + failed + skipped;
        let known = run
            .cases()
            .filter(|(case, _, mark)| mark.is_objection() && self.reason(case).is_some());
        let mut summary =
            format!("{}: {cases} cases, {wrong} answered wrongly", run.tested.title());
        for (count, what) in
            [(failed, "without an answer"), (skipped, "skipped"), (known.count(), "accepted")]
        {
            if count > 0 {
                summary += &format!(", {count} {what}");
            }
        }
        if !run.claimed {
            summary += "; not claimed, so only compared";
        }
        summary
    }

    /// The program and its version, for a heading.
    pub fn title(&self) -> String {
        let name = urlbnf_bnf::text::visible(self.program.name.as_bytes());
        match &self.program.version {
            Some(version) => format!("{name} {}", urlbnf_bnf::text::visible(version.as_bytes())),
            None => name,
        }
    }

    /// A record for each case.
    pub fn records(&self) -> impl Iterator<Item = CaseAnswerRecord<'_>> {
        self.runs.iter().flat_map(move |run| {
            run.cases().map(move |(case, answer, mark)| CaseAnswerRecord {
                schema: SchemaNumber,
                program: &self.program.name,
                program_version: self.program.version.as_deref(),
                grammar: &run.tested.grammar,
                start: &run.tested.start,
                suite_version: run.tested.version.as_deref(),
                claimed: run.claimed,
                id: &case.id,
                production: &case.production,
                fault: &case.fault,
                layer: &case.layer,
                cite: &case.cite,
                valid: case.valid,
                mark,
                said: accepts(answer),
                why: why(answer),
                accepted: self.reason(case),
                input: witness::text(&case.input),
                input_base64: witness::base64(&case.input),
            })
        })
    }

    /// The strings with an objection that is accepted, or is not, each with all its cases, in the
    /// order of the suite.
    pub fn strings<'r>(&self, run: &'r ConformityRun, accepted: bool) -> Vec<DifferingString<'r>> {
        let mut strings: IndexMap<&[u8], DifferingString<'r>> = IndexMap::new();
        for (case, answer, mark) in run.cases() {
            if mark.is_objection() && self.reason(case).is_some() == accepted {
                let new = || DifferingString { cases: Vec::new(), answer };
                strings.entry(&case.input).or_insert_with(new).cases.push(case);
            }
        }
        strings.into_values().collect()
    }
}

/// The most bytes of a string that are shown.
const LONGEST_SHOWN: usize = 60;

/// A string in visible form; of a long one the beginning, and its length.
pub fn shown(string: &[u8]) -> String {
    match string.get(..LONGEST_SHOWN) {
        Some(beginning) if string.len() > LONGEST_SHOWN + 20 => {
            format!("{}... ({} bytes)", excerpt::string(beginning), string.len())
        }
        _ => excerpt::string(string),
    }
}

/// A string that was answered wrongly or not at all.
#[derive(Debug)]
pub struct DifferingString<'r> {
    /// Its cases, at least one.
    pub cases: Vec<&'r SuiteCase>,
    /// The answer.
    pub answer: &'r ProgramAnswer,
}

impl DifferingString<'_> {
    /// The string in visible form.
    pub fn shown(&self) -> String {
        self.cases.first().map_or_else(String::new, |case| shown(&case.input))
    }

    /// Whether the string conforms, and the reason for a missing answer.
    pub fn verdicts(&self) -> String {
        let valid = self.cases.first().is_some_and(|case| case.valid);
        let is = if valid { "conforms" } else { "does not conform" };
        match self.answer {
            ProgramAnswer::Failed(why) => {
                format!("{is}; {}", urlbnf_bnf::text::visible(why.as_bytes()))
            }
            _ => is.to_owned(),
        }
    }

    /// The first fault that it may show, and the number of others.
    pub fn faults(&self) -> String {
        let first = self.cases.first().map_or("", |case| case.name());
        match self.cases.len() {
            0 | 1 => first.to_owned(),
            count => format!("{first} and {} more", count - 1),
        }
    }
}

/// Whether the program accepts the string; `None` without an answer.
fn accepts(answer: &ProgramAnswer) -> Option<bool> {
    match answer {
        ProgramAnswer::Answered(accepts) => Some(*accepts),
        ProgramAnswer::Skipped(_) | ProgramAnswer::Failed(_) => None,
    }
}

fn why(answer: &ProgramAnswer) -> Option<&str> {
    match answer {
        ProgramAnswer::Answered(_) => None,
        ProgramAnswer::Skipped(why) | ProgramAnswer::Failed(why) => Some(why),
    }
}
