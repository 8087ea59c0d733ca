//! How a program does by a suite.
//!
//! A case is a fault and a shortest string that tells it: who answers that string wrongly
//! may have the fault. A program is held to what it claims to read. What it does not claim
//! it may be compared by, and that is told apart: nobody is wrong by a grammar that he
//! never promised to follow. A difference that is known is accepted, with a reason.

mod case;
mod junit;
mod markdown;
mod sarif;

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::record::SCHEMA;
use super::witness;
use crate::excerpt;

pub use case::{Case, Tested, Unreadable};

/// What a program said of a string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Whether it takes the string.
    Said(bool),
    /// That it does not judge such strings, and why.
    Skipped(String),
    /// Nothing that is an answer: it reported an error, ended, or took too long.
    Failed(String),
}

/// What an answer comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// It is the right one.
    Right,
    /// It is the other one.
    Wrong,
    /// There is none.
    Failed,
    /// None was wanted.
    Skipped,
}

impl Mark {
    /// All of them.
    pub const ALL: [Mark; 4] = [Mark::Right, Mark::Wrong, Mark::Failed, Mark::Skipped];

    /// Its name in data.
    pub fn name(self) -> &'static str {
        match self {
            Mark::Right => "right",
            Mark::Wrong => "wrong",
            Mark::Failed => "failed",
            Mark::Skipped => "skipped",
        }
    }

    /// Whether there is something to object to.
    pub fn is_objection(self) -> bool {
        matches!(self, Mark::Wrong | Mark::Failed)
    }
}

/// What a program says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// Its name, or the command that runs it.
    pub name: String,
    /// Its version, if it says one.
    pub version: Option<String>,
}

/// The answers of a program to the cases of one suite.
#[derive(Debug, Clone)]
pub struct Run {
    /// The suite.
    pub tested: Tested,
    /// Whether the program claims to read the grammar; if not, it is compared only.
    pub claimed: bool,
    /// What it said, case by case.
    pub answers: Vec<Answer>,
}

impl Run {
    /// The cases, each with what was said and what that comes to.
    pub fn cases(&self) -> impl Iterator<Item = (&Case, &Answer, Mark)> {
        self.tested.cases.iter().zip(&self.answers).map(|(case, answer)| {
            let mark = match answer {
                Answer::Said(said) if *said == case.valid => Mark::Right,
                Answer::Said(_) => Mark::Wrong,
                Answer::Failed(_) => Mark::Failed,
                Answer::Skipped(_) => Mark::Skipped,
            };
            (case, answer, mark)
        })
    }

    /// How many cases came to each mark, in the order of [`Mark::ALL`].
    pub fn counts(&self) -> [usize; 4] {
        let mut counts = [0; 4];
        self.cases().for_each(|(.., mark)| counts[mark as usize] += 1);
        counts
    }

    /// The same for each production, in the order of the suite.
    pub fn by_production(&self) -> Vec<(&str, [usize; 4])> {
        let mut rows: IndexMap<&str, [usize; 4]> = IndexMap::new();
        for (case, _, mark) in self.cases() {
            rows.entry(&case.production).or_default()[mark as usize] += 1;
        }
        rows.into_iter().collect()
    }

    /// The grammar and the start, as a heading has them.
    pub fn title(&self) -> String {
        self.tested.title()
    }
}

/// All that a program was asked.
#[derive(Debug, Clone)]
pub struct Report {
    /// Whom.
    pub program: Program,
    /// By which suites.
    pub runs: Vec<Run>,
    /// The names of the cases whose difference is known, each with the reason.
    pub accepted: BTreeMap<String, String>,
}

impl Report {
    /// Whether there is something to object to that is claimed and not accepted.
    pub fn is_objection(&self) -> bool {
        let claimed = self.runs.iter().filter(|run| run.claimed);
        claimed
            .flat_map(Run::cases)
            .any(|(case, _, mark)| mark.is_objection() && !self.accepted.contains_key(&case.id))
    }

    /// The names that are accepted and of which no case came to an objection.
    pub fn stale(&self) -> Vec<&str> {
        let all = self.runs.iter().flat_map(Run::cases).filter(|(.., mark)| mark.is_objection());
        let differing: BTreeSet<&str> = all.map(|(case, ..)| case.id.as_str()).collect();
        self.accepted.keys().map(String::as_str).filter(|id| !differing.contains(id)).collect()
    }

    /// A run in a sentence.
    pub fn summary(&self, run: &Run) -> String {
        let [right, wrong, failed, skipped] = run.counts();
        let cases = right + wrong + failed + skipped;
        let known = run
            .cases()
            .filter(|(case, _, mark)| mark.is_objection() && self.accepted.contains_key(&case.id));
        let mut summary = format!("{}: {cases} cases, {wrong} answered wrongly", run.title());
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

    /// The program and its version, as a heading has them.
    pub fn title(&self) -> String {
        let name = urlbnf_bnf::text::visible(self.program.name.as_bytes());
        match &self.program.version {
            Some(version) => format!("{name} {}", urlbnf_bnf::text::visible(version.as_bytes())),
            None => name,
        }
    }

    /// A record for each case.
    pub fn records(&self) -> impl Iterator<Item = Value> + '_ {
        self.runs.iter().flat_map(move |run| {
            run.cases().map(move |(case, answer, mark)| {
                let head = json!({
                    "schema": SCHEMA,
                    "program": self.program.name,
                    "program_version": self.program.version,
                    "grammar": run.tested.grammar,
                    "start": run.tested.start,
                    "suite_version": run.tested.version,
                    "claimed": run.claimed,
                    "id": case.id,
                    "production": case.production,
                    "fault": case.fault,
                    "cite": case.cite,
                    "valid": case.valid,
                    "mark": mark.name(),
                    "said": said(answer),
                    "why": why(answer),
                    "accepted": self.accepted.get(&case.id),
                });
                super::record::joined(head, witness::keys("input", Some(&case.input)))
            })
        })
    }

    /// All in one: the counts by production, and only the cases that are not right.
    pub fn tally(&self) -> Value {
        let runs: Vec<Value> = self
            .runs
            .iter()
            .map(|run| {
                let productions: Vec<Value> = run
                    .by_production()
                    .into_iter()
                    .map(|(name, counts)| json!({ "production": name, "counts": counts }))
                    .collect();
                let not_right = run.cases().filter(|(.., mark)| *mark != Mark::Right);
                let differences: Vec<Value> = not_right
                    .map(|(case, answer, mark)| {
                        let head = json!({
                            "id": case.id, "production": case.production, "part": case.part,
                            "mark": mark.name(), "valid": case.valid,
                            "why": why(answer), "accepted": self.accepted.get(&case.id),
                        });
                        super::record::joined(head, witness::keys("input", Some(&case.input)))
                    })
                    .collect();
                json!({
                    "grammar": run.tested.grammar, "start": run.tested.start,
                    "suite_version": run.tested.version, "claimed": run.claimed,
                    "counts": run.counts(), "productions": productions,
                    "differences": differences,
                })
            })
            .collect();
        json!({
            "schema": SCHEMA, "program": self.program.name,
            "program_version": self.program.version, "runs": runs,
        })
    }

    /// The strings that were not answered rightly, each with the cases that it is the string
    /// of, in the order of the suite.
    pub fn strings<'r>(&self, run: &'r Run) -> Vec<Differing<'r>> {
        let mut strings: Vec<Differing<'r>> = Vec::new();
        for (case, answer, _) in run.cases().filter(|(.., mark)| mark.is_objection()) {
            match strings.iter_mut().find(|it| it.cases[0].input == case.input) {
                Some(known) => known.cases.push(case),
                None => strings.push(Differing { cases: vec![case], answer }),
            }
        }
        strings
    }
}

/// A string that was not answered rightly.
#[derive(Debug)]
pub struct Differing<'r> {
    /// Its cases: at least one.
    pub cases: Vec<&'r Case>,
    /// What was said.
    pub answer: &'r Answer,
}

impl Differing<'_> {
    /// The string, as people see it.
    pub fn shown(&self) -> String {
        self.cases.first().map_or_else(String::new, |case| excerpt::string(&case.input))
    }

    /// What the string is, and what was said.
    pub fn verdicts(&self) -> String {
        let valid = self.cases.first().is_some_and(|case| case.valid);
        let is = if valid { "conforms" } else { "does not conform" };
        match self.answer {
            Answer::Failed(why) => format!("{is}; {}", urlbnf_bnf::text::visible(why.as_bytes())),
            _ => is.to_owned(),
        }
    }

    /// The fault that it may show, and how many more.
    pub fn faults(&self) -> String {
        let first = self.cases.first().map_or("", |case| case.name());
        match self.cases.len() {
            0 | 1 => first.to_owned(),
            count => format!("{first} and {} more", count - 1),
        }
    }
}

fn said(answer: &Answer) -> Option<bool> {
    match answer {
        Answer::Said(said) => Some(*said),
        Answer::Skipped(_) | Answer::Failed(_) => None,
    }
}

fn why(answer: &Answer) -> Option<&str> {
    match answer {
        Answer::Said(_) => None,
        Answer::Skipped(why) | Answer::Failed(why) => Some(why),
    }
}
