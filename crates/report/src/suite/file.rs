//! A suite as one file, which a library keeps beside its tests.
//!
//! The file has groups of cases: what is wrong with a program that fails a case of the group in one
//! sentence, and for each case its name, the string, and whether it conforms. What people ask about
//! a case, such as its place in the document, is in the full records.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use serde_json::Serializer;
use serde_json::ser::Formatter;
use urlbnf_bnf::ProductionId;
use urlbnf_bnf::Reading;
use urlbnf_bnf::fingerprint::Fingerprint;
use urlbnf_bnf::suite::{Fault, FaultKind, FaultLayer, FaultOutcome};
use urlbnf_bnf::text::below;
use urlbnf_url::diagnose::{citation, glance};
use urlbnf_url::verdict::{Judge, Verdict};

use super::super::record::SchemaNumber;
use super::super::witness;
use super::{SuiteReport, VERSION};

/// Ordinary strings, each with its reason: they are asked whatever the grammar is.
const ORDINARY: &str = include_str!("ordinary.jsonl");
/// The name of their layer, and of what they show.
const ORDINARY_LAYER: &str = "ordinary";
/// Strings longer than this are written as parts that are repeated.
const LONGEST_WHOLE: usize = 120;
/// The longest part that is repeated, and the least number of repetitions.
const LONGEST_PART: usize = 8;
const LEAST_TIMES: usize = 20;

/// A suite as one file.
///
/// `docs/suite-file.schema.json` describes its keys.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SuiteFileRecord<'s> {
    schema: SchemaNumber<2>,
    /// The edition, or the path of a grammar file.
    grammar: &'s str,
    /// The document of an edition; null for a grammar file.
    document: Option<&'static str>,
    reading: Reading,
    /// By which production the strings are judged.
    start: &'s str,
    /// The version of the suite of an edition; null for a grammar file.
    version: Option<&'static str>,
    /// The licence of the suite of an edition; null for a grammar file.
    licence: Option<&'static str>,
    /// The number of cases, each with a string of its own.
    strings: usize,
    /// FNV-1a with 64 bits over the lines of the cases, each with a line feed and without the
    /// comma.
    #[cfg_attr(feature = "schemas", schemars(regex(pattern = "^fnv1a-64:[0-9a-f]{16}$")))]
    digest: String,
    groups: Vec<CaseGroupRecord<'s>>,
}

/// The cases that show the same kind of fault in the same production.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct CaseGroupRecord<'s> {
    /// `reader` and `ordinary` may be left out.
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("enum" = or_ordinary(FaultLayer::ALL.map(FaultLayer::name))))
    )]
    layer: &'static str,
    /// The production that has the fault.
    production: &'s str,
    /// The kind of the fault.
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("enum" = or_ordinary(FaultKind::ALL.map(FaultKind::name))))
    )]
    fault: &'static str,
    /// What a program does that fails these cases, in a sentence.
    says: String,
    /// Where the production is printed.
    cite: String,
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    cases: Vec<SuiteCaseRecord<'s>>,
}

/// A string, and whether it conforms.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct SuiteCaseRecord<'s> {
    /// The name of the case in its production.
    id: String,
    #[serde(flatten)]
    input: CaseInputRecord,
    /// Whether the string conforms.
    valid: bool,
    /// The production in which a string fails that does not conform.
    #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    fails_in: Option<&'s str>,
    /// The printed and the corrected reading disagree about the string.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schemas", schemars(extend("const" = true)))]
    contested: bool,
    /// Why an ordinary string is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    why: Option<String>,
}

/// The string of a case.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
enum CaseInputRecord {
    /// The string.
    #[serde(rename = "input")]
    Text(String),
    /// The bytes of a string that is not UTF-8.
    #[serde(rename = "input_base64")]
    Base64(String),
    /// The parts of a long string: a text, or a text and how often it is repeated.
    #[serde(rename = "input_parts")]
    Parts(Vec<CaseInputPart>),
}

/// A part of a string in a file.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) enum CaseInputPart {
    /// A text.
    Text(String),
    /// A text, and how often it is repeated.
    Times(String, usize),
}

impl CaseInputPart {
    /// The string of some parts; `None` if it would be too long.
    pub(crate) fn joined(parts: &[CaseInputPart]) -> Option<Vec<u8>> {
        const MOST: usize = 1 << 24;
        let mut all = Vec::new();
        for part in parts {
            let (text, times) = match part {
                CaseInputPart::Text(text) => (text, 1),
                CaseInputPart::Times(text, times) => (text, *times),
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
struct OrdinaryCase {
    id: String,
    input: Option<String>,
    #[serde(default)]
    input_parts: Vec<CaseInputPart>,
    why: String,
}

/// What the cases of a group have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct CaseGroupKey {
    layer: Option<FaultLayer>,
    production: ProductionId,
    kind: Option<FaultKind>,
}

/// A case that is not judged yet.
struct GroupedCase {
    /// The name in the group.
    id: String,
    input: Vec<u8>,
    /// What an ordinary string is for.
    why: Option<String>,
}

impl<'s> SuiteReport<'s> {
    /// Each fault that a string detects, with the string that is asked: the shortest one, or, of a
    /// class that lacks a character, the one with all characters.
    fn asked(&self) -> impl Iterator<Item = (&Fault, &[u8])> {
        self.suite.faults.iter().filter_map(|(fault, outcome)| match outcome {
            FaultOutcome::Detected { by, .. } if fault.kind == FaultKind::UseNarrower => {
                Some((fault, self.suite.strings[*by].as_slice()))
            }
            FaultOutcome::Detected { shortest, .. } => Some((fault, shortest.as_slice())),
            FaultOutcome::Same | FaultOutcome::Undecided(_) => None,
        })
    }

    /// The cases by their groups. A string is a case of the first fault that it detects.
    fn groups(&self) -> BTreeMap<CaseGroupKey, Vec<GroupedCase>> {
        let grammar = self.judge.grammar();
        let mut groups: BTreeMap<CaseGroupKey, Vec<GroupedCase>> = BTreeMap::new();
        let mut met: HashSet<Vec<u8>> = HashSet::new();
        if self.is_whole() && self.is_generic() {
            let key = CaseGroupKey { layer: None, production: self.judge.start(), kind: None };
            let group = groups.entry(key).or_default();
            for case in ordinary() {
                let text = case.input.map(String::into_bytes);
                let Some(input) = text.or_else(|| CaseInputPart::joined(&case.input_parts)) else {
                    continue;
                };
                if self.judge.verdict(&input) == Verdict::Undecided {
                    continue;
                }
                met.insert(input.clone());
                group.push(GroupedCase { id: case.id, input, why: Some(case.why) });
            }
        }
        let mut asked: Vec<(CaseGroupKey, &Fault, &[u8])> = self
            .asked()
            .map(|(fault, input)| {
                let (layer, kind) = (Some(fault.kind.layer()), Some(fault.kind));
                (CaseGroupKey { layer, production: fault.production, kind }, fault, input)
            })
            .collect();
        asked.sort_by_key(|&(key, ..)| key);
        for (key, fault, input) in asked {
            if met.insert(input.to_vec()) {
                let id = fault.id(grammar);
                let id = id.split_once('/').map_or(id.as_str(), |(_, id)| id);
                let case = GroupedCase { id: id.to_owned(), input: input.to_vec(), why: None };
                groups.entry(key).or_default().push(case);
            }
        }
        groups
    }

    /// Whether it is of an edition in which no scheme has productions of its own: the ordinary
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

    /// The suite as one file.
    ///
    /// # Errors
    /// If writing JSON fails, which does not happen for a case.
    pub fn file(&self) -> io::Result<SuiteFileRecord<'s>> {
        let grammar = self.judge.grammar();
        let edition = self.judge.edition();
        let other = self.other_reading();
        let group = |(key, cases): (CaseGroupKey, Vec<GroupedCase>)| {
            let production = grammar.name(key.production);
            CaseGroupRecord {
                layer: key.layer.map_or(ORDINARY_LAYER, FaultLayer::name),
                production,
                fault: key.kind.map_or(ORDINARY_LAYER, FaultKind::name),
                says: says(key.kind, production),
                cite: citation(self.judge, key.production),
                cases: cases
                    .into_iter()
                    .map(|member| case(self.judge, other.as_ref(), member))
                    .collect(),
            }
        };
        let groups: Vec<CaseGroupRecord<'s>> = self.groups().into_iter().map(group).collect();
        let (mut strings, mut digest) = (0, Fingerprint::default());
        for case in groups.iter().flat_map(|group| &group.cases) {
            strings += 1;
            digest = digest.with(serde_json::to_vec(case)?).with(*b"\n");
        }
        Ok(SuiteFileRecord {
            schema: SchemaNumber,
            grammar: self.judge.name(),
            document: edition.map(|edition| edition.document().citation()),
            reading: self.judge.reading(),
            start: grammar.name(self.judge.start()),
            version: edition.map(|_| VERSION),
            licence: edition.map(|_| "CC0-1.0"),
            strings,
            digest: format!("fnv1a-64:{digest}"),
            groups,
        })
    }
}

impl SuiteFileRecord<'_> {
    /// The number of cases.
    pub fn strings(&self) -> usize {
        self.strings
    }

    /// Writes it, with each case on a line of its own.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn write(&self, mut output: impl Write) -> io::Result<()> {
        let lines = CaseLineFormatter { open_arrays: 0 };
        self.serialize(&mut Serializer::with_formatter(&mut output, lines))?;
        output.write_all(b"\n")
    }
}

/// Writes each group and each case on a line of its own.
struct CaseLineFormatter {
    open_arrays: usize,
}

impl CaseLineFormatter {
    /// Whether the innermost array is that of the groups, or that of the cases of a group.
    fn are_elements(&self) -> bool {
        self.open_arrays <= 2
    }
}

impl Formatter for CaseLineFormatter {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open_arrays += 1;
        writer.write_all(if self.are_elements() { b"[\n" } else { b"[" })
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let end: &[u8] = if self.are_elements() { b"\n]" } else { b"]" };
        self.open_arrays -= 1;
        writer.write_all(end)
    }

    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        match (first, self.are_elements()) {
            (true, _) => Ok(()),
            (false, true) => writer.write_all(b",\n"),
            (false, false) => writer.write_all(b","),
        }
    }
}

/// The names, and that of the layer of ordinary strings.
#[cfg(feature = "schemas")]
fn or_ordinary<const N: usize>(words: [&'static str; N]) -> Vec<&'static str> {
    words.into_iter().chain([ORDINARY_LAYER]).collect()
}

/// The ordinary strings.
fn ordinary() -> impl Iterator<Item = OrdinaryCase> {
    ORDINARY.lines().filter_map(|line| serde_json::from_str(line).ok())
}

/// A case: its name in the group, the string, whether it conforms, and where it fails.
fn case<'s>(judge: &'s Judge, other: Option<&Judge>, case: GroupedCase) -> SuiteCaseRecord<'s> {
    let GroupedCase { id, input, why } = case;
    let examined = glance(judge, &input);
    let valid = examined.judgement.verdict == Verdict::Conforms;
    let conforms = |judge: &Judge| judge.judge(&input).verdict == Verdict::Conforms;
    SuiteCaseRecord {
        id,
        input: CaseInputRecord::from_bytes(&input),
        valid,
        fails_in: examined.diagnostic.map(|diagnostic| judge.grammar().name(diagnostic.production)),
        contested: other.is_some_and(|judge| conforms(judge) != valid),
        why,
    }
}

impl CaseInputRecord {
    fn from_bytes(input: &[u8]) -> CaseInputRecord {
        match (parts(input), witness::base64(input)) {
            (Some(parts), _) => CaseInputRecord::Parts(parts),
            (None, Some(base64)) => CaseInputRecord::Base64(base64),
            (None, None) => CaseInputRecord::Text(witness::text(input).into_owned()),
        }
    }
}

/// A long string as parts, some of which are repeated; `None` if nothing is.
fn parts(input: &[u8]) -> Option<Vec<CaseInputPart>> {
    let text = std::str::from_utf8(input).ok().filter(|text| text.len() > LONGEST_WHOLE)?;
    if !text.is_ascii() {
        return None;
    }
    let (mut parts, mut plain, mut at) = (Vec::new(), 0, 0);
    while at < text.len() {
        let times = |length: usize| {
            let part = &input[at..(at + length).min(input.len())];
            input[at..].chunks_exact(length).take_while(|chunk| *chunk == part).count()
        };
        let found = (1..=LONGEST_PART)
            .map(|length| (length, times(length)))
            .find(|(_, count)| *count >= LEAST_TIMES);
        let Some((length, times)) = found else {
            at += 1;
            continue;
        };
        if plain < at {
            parts.push(CaseInputPart::Text(text[plain..at].to_owned()));
        }
        parts.push(CaseInputPart::Times(text[at..at + length].to_owned(), times));
        at += length * times;
        plain = at;
    }
    if plain < text.len() {
        parts.push(CaseInputPart::Text(text[plain..].to_owned()));
    }
    parts.iter().any(|part| matches!(part, CaseInputPart::Times(..))).then_some(parts)
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
