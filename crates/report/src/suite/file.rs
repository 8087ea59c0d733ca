//! A suite as one file, which a library keeps beside its tests.
//!
//! The file has groups of cases: what is wrong with a program that fails a case of the group in one
//! sentence, and for each case its name, the string, and whether it conforms. What people ask about
//! a case, such as its place in the document, is in the full records.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::{Value, json};
use urlbnf_bnf::ProductionId;
use urlbnf_bnf::fingerprint::Fingerprint;
use urlbnf_bnf::suite::{Fault, FaultKind, Layer, Outcome};
use urlbnf_bnf::text::below;
use urlbnf_url::diagnose::{citation, examine};
use urlbnf_url::verdict::{Judge, Verdict};

use super::super::witness;
use super::{Report, VERSION};

/// The version of the form of the file.
const SCHEMA: u32 = 2;
/// Ordinary strings, each with its reason: they are asked whatever the grammar is.
const ORDINARY: &str = include_str!("ordinary.jsonl");
/// The name of their layer, and of what they show.
const ORDINARY_LAYER: &str = "ordinary";
/// Strings longer than this are written as parts that are repeated.
const LONGEST_WHOLE: usize = 120;
/// The longest part, and the least number of times.
const LONGEST_PART: usize = 8;
const LEAST_TIMES: usize = 20;

/// A part of a string in a file: a text, or a text that is repeated.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum Part {
    Text(String),
    Times(String, usize),
}

impl Part {
    /// The string of some parts; `None` if it would be too long.
    pub(crate) fn joined(parts: &[Part]) -> Option<Vec<u8>> {
        const MOST: usize = 1 << 24;
        let mut all = Vec::new();
        for part in parts {
            let (text, times) = match part {
                Part::Text(text) => (text, 1),
                Part::Times(text, times) => (text, *times),
            };
            let length = text.len().checked_mul(times)?.checked_add(all.len())?;
            if length > MOST {
                return None;
            }
            all.extend(text.as_bytes().iter().cycle().take(text.len() * times));
        }
        Some(all)
    }
}

/// An ordinary string.
#[derive(Debug, Deserialize)]
struct Ordinary {
    id: String,
    input: Option<String>,
    #[serde(default)]
    input_parts: Vec<Part>,
    why: String,
}

/// What the cases of a group have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    layer: Option<Layer>,
    production: ProductionId,
    kind: Option<FaultKind>,
}

/// The cases of a group: strings, and what is said of them.
type Cases = Vec<(Vec<u8>, Value)>;

impl Report<'_> {
    /// Each fault that a string tells, with the string that is asked: the shortest one, or, of a
    /// class that lacks a character, the one with all characters.
    pub fn asked(&self) -> impl Iterator<Item = (&Fault, &[u8])> {
        self.suite.faults.iter().filter_map(|(fault, outcome)| match outcome {
            Outcome::Told { by, .. } if fault.kind == FaultKind::UseNarrower => {
                Some((fault, self.suite.strings[*by].as_slice()))
            }
            Outcome::Told { shortest, .. } => Some((fault, shortest.as_slice())),
            Outcome::Same | Outcome::Undecided(_) => None,
        })
    }

    /// The strings that are asked, with whether they conform and the name of the case.
    pub fn asked_strings(&self) -> Vec<(Vec<u8>, bool, String)> {
        let groups = self.groups().into_iter();
        let of_group = |(key, cases): (Key, Cases)| {
            let name = self.judge.grammar().name(key.production).to_owned();
            cases.into_iter().map(move |(input, case)| {
                let id = format!("{name}/{}", case["id"].as_str().unwrap_or_default());
                (input, case["valid"] == true, id)
            })
        };
        groups.flat_map(of_group).collect()
    }

    /// The cases by their groups. A string is a case of the first fault that it tells.
    fn groups(&self) -> BTreeMap<Key, Cases> {
        let grammar = self.judge.grammar();
        let other = self.other_reading();
        let mut groups: BTreeMap<Key, Cases> = BTreeMap::new();
        let mut met: HashSet<Vec<u8>> = HashSet::new();
        if self.is_whole() && self.is_generic() {
            let key = Key { layer: None, production: self.judge.start(), kind: None };
            let group = groups.entry(key).or_default();
            for it in ordinary() {
                let text = it.input.map(String::into_bytes);
                let Some(input) = text.or_else(|| Part::joined(&it.input_parts)) else { continue };
                let mut case = case(self.judge, other.as_ref(), &it.id, &input);
                case["why"] = it.why.into();
                met.insert(input.clone());
                group.push((input, case));
            }
        }
        let mut asked: Vec<(Key, &Fault, &[u8])> = self
            .asked()
            .map(|(fault, input)| {
                let (layer, kind) = (Some(fault.kind.layer()), Some(fault.kind));
                (Key { layer, production: fault.production, kind }, fault, input)
            })
            .collect();
        asked.sort_by_key(|&(key, ..)| key);
        for (key, fault, input) in asked {
            if met.insert(input.to_vec()) {
                let id = fault.id(grammar);
                let id = id.split_once('/').map_or(id.as_str(), |(_, id)| id);
                let case = case(self.judge, other.as_ref(), id, input);
                groups.entry(key).or_default().push((input.to_vec(), case));
            }
        }
        groups
    }

    /// Whether it is of an edition that gives no scheme productions of its own: the ordinary
    /// strings are of the generic syntax.
    fn is_generic(&self) -> bool {
        self.judge.edition().is_some_and(|edition| {
            let judge = Judge::by_scheme(edition, self.judge.reading());
            judge.schemes().defined().next().is_none()
        })
    }

    /// Whether the suite has all kinds of faults.
    fn is_whole(&self) -> bool {
        let has = |kind| self.suite.faults.iter().any(|(fault, _)| fault.kind == kind);
        has(FaultKind::Reader)
    }

    /// The suite as one file, a case on each line, and the number of its cases.
    pub fn file(&self) -> (String, usize) {
        let grammar = self.judge.grammar();
        let edition = self.judge.edition();
        let mut groups = String::new();
        let mut digest = Fingerprint::default();
        let mut strings = 0;
        for (key, cases) in self.groups() {
            let name = grammar.name(key.production);
            let head = json!({
                "layer": key.layer.map_or(ORDINARY_LAYER, Layer::name),
                "production": name,
                "fault": key.kind.map_or(ORDINARY_LAYER, FaultKind::name),
                "says": says(key.kind, name),
                "cite": citation(self.judge, key.production),
            });
            let head = head.to_string();
            let lines: Vec<String> = cases.iter().map(|(_, case)| case.to_string()).collect();
            let separator = if groups.is_empty() { "" } else { ",\n" };
            let head = head.trim_end_matches('}');
            let _ = write!(groups, "{separator}{head},\"cases\":[\n{}\n]}}", lines.join(",\n"));
            strings += lines.len();
            for line in lines {
                digest = digest.with(line.into_bytes()).with(*b"\n");
            }
        }
        let head = json!({
            "schema": SCHEMA,
            "grammar": self.judge.name(),
            "document": edition.map(|it| it.document().citation()),
            "reading": self.judge.reading().name(),
            "start": grammar.name(self.judge.start()),
            "version": edition.map(|_| VERSION),
            "licence": edition.map(|_| "CC0-1.0"),
            "strings": strings,
            "digest": format!("fnv1a-64:{digest}"),
        });
        let head = head.to_string();
        let text = format!("{},\"groups\":[\n{groups}\n]}}\n", head.trim_end_matches('}'));
        (text, strings)
    }
}

/// The ordinary strings.
fn ordinary() -> impl Iterator<Item = Ordinary> {
    ORDINARY.lines().filter_map(|line| serde_json::from_str(line).ok())
}

/// A case: its name in the group, the string, whether it conforms, and where it does not.
fn case(judge: &Judge, other: Option<&Judge>, id: &str, input: &[u8]) -> Value {
    let examined = examine(judge, input);
    let valid = examined.judgement.verdict == Verdict::Conforms;
    let mut case = json!({ "id": id });
    match parts(input) {
        Some(parts) => case["input_parts"] = parts,
        None => match witness::base64(input) {
            Some(base64) => case["input_base64"] = base64.into(),
            None => case["input"] = witness::text(input).into(),
        },
    }
    case["valid"] = valid.into();
    if let Some(diagnostic) = examined.diagnostic {
        case["in"] = judge.grammar().name(diagnostic.production).into();
    }
    if other.is_some_and(|it| (it.judge(input).verdict == Verdict::Conforms) != valid) {
        case["contested"] = true.into();
    }
    case
}

/// A long string as parts, some of which are repeated; `None` if nothing is.
fn parts(input: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(input).ok().filter(|it| it.len() > LONGEST_WHOLE)?;
    if !text.is_ascii() {
        return None;
    }
    let (mut parts, mut plain, mut at) = (Vec::new(), 0, 0);
    while at < text.len() {
        let times = |length: usize| {
            let part = &input[at..(at + length).min(input.len())];
            input[at..].chunks_exact(length).take_while(|it| *it == part).count()
        };
        let found = (1..=LONGEST_PART).map(|it| (it, times(it))).find(|it| it.1 >= LEAST_TIMES);
        let Some((length, times)) = found else {
            at += 1;
            continue;
        };
        if plain < at {
            parts.push(json!(&text[plain..at]));
        }
        parts.push(json!([&text[at..at + length], times]));
        at += length * times;
        plain = at;
    }
    if plain < text.len() {
        parts.push(json!(&text[plain..]));
    }
    (parts.len() > 1 || parts.first().is_some_and(Value::is_array)).then(|| parts.into())
}

/// What is wrong with a program that fails a case of this kind; without a kind, an ordinary case.
fn says(kind: Option<FaultKind>, production: &str) -> String {
    let name = kind.map_or(ORDINARY_LAYER, FaultKind::name);
    let what = below(include_str!("faults.txt"), name);
    match kind {
        None | Some(FaultKind::Reader) => what.to_owned(),
        Some(_) => format!("In `{production}` {what}."),
    }
}
