//! What a program does, in as few sentences as explain its wrong answers.
//!
//! A string that does not conform and is accepted fails in a production, at a character: the
//! habit is to accept such characters there. Productions with the same characters are one habit.
//! A string that conforms and is refused shows faults; the habit is the kind of fault that explains
//! most strings of those for which no habit is known yet.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::{IndexMap, IndexSet};
use serde::Serialize;
use urlbnf_bnf::text::{first_names, listed, visible};

use super::{AnswerMark, ConformityReport, ConformityRun, ProgramAnswer, SuiteCase, shown};
use crate::excerpt::counted;

/// A production with at least this many sets of characters accepts almost any character.
const ANY: usize = 4;
/// The most productions that a habit names.
const MOST_NAMED: usize = 6;

/// A habit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ProgramHabit {
    /// What the program does, without a subject: `accepts a space in query`.
    pub says: String,
    /// The number of strings that it explains.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub strings: usize,
    /// The first of the shortest strings, in visible form.
    pub example: String,
}

type HabitStrings<'r> = IndexSet<&'r [u8]>;

impl ProgramHabit {
    fn new(says: String, strings: &HabitStrings<'_>) -> ProgramHabit {
        let shortest = strings.iter().min_by_key(|string| string.len());
        ProgramHabit {
            says,
            strings: strings.len(),
            example: shortest.map_or_else(String::new, |string| shown(string)),
        }
    }

    /// The habit in one line.
    pub fn sentence(&self) -> String {
        let ProgramHabit { says, strings, example } = self;
        format!("{says} ({}), as {example}", counted(*strings, "string"))
    }
}

impl ConformityReport {
    /// The habits that explain the accepted or the other wrong answers of a run. Those with the
    /// most strings come first.
    pub fn habits(&self, run: &ConformityRun, accepted: bool) -> Vec<ProgramHabit> {
        let mut failed: BTreeMap<String, HabitStrings<'_>> = BTreeMap::new();
        let mut taken: Vec<&SuiteCase> = Vec::new();
        let mut refused: Vec<&SuiteCase> = Vec::new();
        for (case, answer, mark) in run.cases() {
            if !mark.is_objection() || self.reason(case).is_some() != accepted {
                continue;
            }
            match answer {
                ProgramAnswer::Failed(why) => {
                    let strings = failed.entry(visible(why.as_bytes())).or_default();
                    strings.insert(&case.input);
                }
                _ if case.valid => refused.push(case),
                _ => taken.push(case),
            }
        }
        let mut habits: Vec<ProgramHabit> = failed
            .into_iter()
            .map(|(why, strings)| ProgramHabit::new(format!("gives no answer: {why}"), &strings))
            .collect();
        habits.extend(accepts(&taken));
        habits.extend(refuses(run, &refused));
        habits.sort_by_key(|habit| std::cmp::Reverse(habit.strings));
        habits
    }
}

/// What is accepted that does not conform.
fn accepts(taken: &[&SuiteCase]) -> Vec<ProgramHabit> {
    let mut reading: HabitStrings<'_> = IndexSet::new();
    // By production: the sets of characters at which its strings fail.
    let mut places: IndexMap<&str, (BTreeSet<&'static str>, HabitStrings<'_>)> = IndexMap::new();
    let line_end = |case: &SuiteCase| {
        case.input.strip_suffix(b"\n").is_some_and(|line| !line.iter().any(u8::is_ascii_control))
    };
    for case in taken {
        if line_end(case) {
            reading.insert(&case.input);
            continue;
        }
        let place = case.fails_in.as_deref().unwrap_or(&case.production);
        let (sets, strings) = places.entry(place).or_default();
        sets.insert(set(&case.input));
        strings.insert(&case.input);
    }
    // Productions that accept the same sets of characters.
    let mut alike: IndexMap<Vec<&'static str>, (Vec<&str>, HabitStrings<'_>)> = IndexMap::new();
    for (place, (sets, strings)) in places {
        let sets: Vec<&str> = match sets.len() {
            ANY.. => vec!["almost any character"],
            _ => sets.into_iter().collect(),
        };
        let (names, all) = alike.entry(sets).or_default();
        names.push(place);
        all.extend(strings);
    }
    let habit = |(sets, (names, strings)): (Vec<&str>, (Vec<&str>, HabitStrings<'_>))| {
        ProgramHabit::new(
            format!("accepts {} in {}", listed(&sets, "and"), first_names(names, MOST_NAMED)),
            &strings,
        )
    };
    let mut habits: Vec<ProgramHabit> = alike.into_iter().map(habit).collect();
    if !reading.is_empty() {
        habits.push(ProgramHabit::new("accepts a line feed at the end".to_owned(), &reading));
    }
    habits
}

/// The widest set of characters in a string that does not conform.
fn set(input: &[u8]) -> &'static str {
    if input.iter().any(|byte| !byte.is_ascii()) {
        "characters beyond ASCII"
    } else if input.iter().any(u8::is_ascii_control) {
        "control characters"
    } else if input.contains(&b' ') {
        "spaces"
    } else if input.iter().any(|byte| b"\"<>\\^`{|}".contains(byte)) {
        "characters that no URL has"
    } else if input.contains(&b'%') {
        "a `%` without two digits"
    } else {
        "characters or parts in the wrong place"
    }
}

/// What is refused that conforms.
fn refuses(run: &ConformityRun, refused: &[&SuiteCase]) -> Vec<ProgramHabit> {
    let wrong: IndexSet<&[u8]> = refused.iter().map(|case| case.input.as_slice()).collect();
    // By kind of fault and production: its strings, and how many of the kind are not refused.
    let mut groups: IndexMap<(&str, &str), (&SuiteCase, HabitStrings<'_>, usize)> = IndexMap::new();
    for (case, _, mark) in run.cases().filter(|(case, ..)| case.valid) {
        let group = groups.entry((&case.fault, &case.production));
        let (_, strings, right) = group.or_insert_with(|| (case, IndexSet::new(), 0));
        match wrong.contains(case.input.as_slice()) && mark != AnswerMark::Right {
            true => {
                strings.insert(&case.input);
            }
            false => *right += 1,
        }
    }
    let mut left = wrong;
    let mut causes: IndexMap<String, (Vec<&str>, HabitStrings<'_>)> = IndexMap::new();
    while !left.is_empty() {
        let explained = |strings: &HabitStrings<'_>| {
            strings.iter().filter(|string| left.contains(*string)).count()
        };
        let best = groups.values().filter(|(_, strings, _)| explained(strings) > 0);
        let best = best.max_by_key(|(_, strings, right)| (*right == 0, explained(strings)));
        let Some((case, strings, _)) = best else { break };
        let says = match case.fault.as_str() {
            "ordinary" => "refuses ordinary strings".to_owned(),
            fault => format!("refuses what conforms, as with `{fault}`"),
        };
        let (names, all) = causes.entry(says).or_default();
        names.push(&case.production);
        all.extend(strings.iter().filter(|string| left.contains(*string)));
        left.retain(|string| !strings.contains(string));
    }
    let habit = |(says, (names, strings)): (String, (Vec<&str>, HabitStrings<'_>))| {
        ProgramHabit::new(format!("{says} in {}", first_names(names, MOST_NAMED)), &strings)
    };
    causes.into_iter().map(habit).collect()
}
