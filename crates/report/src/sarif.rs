//! SARIF 2.1.0, the format in which static analysis tools exchange findings.
//!
//! Every code is a rule. The same failure, of one byte in one production by one edition, is
//! one result, with the number of lines and the places of the first few. So the size of a
//! report does not depend on its input. The location of the result is the first place; the
//! others are related locations, since SARIF allows several locations only if all must be
//! changed at once.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::ExaminedLine;
use super::record::character;
use super::source_location::{SourceLocation, SourceRegion};
use urlbnf_bnf::ProductionId;
use urlbnf_bnf::text::visible;
use urlbnf_url::diagnose::{Diagnostic, DiagnosticCode, Repair, RepairEffect};
use urlbnf_url::judges::{Ruling, RulingFailure};
use urlbnf_url::{Edition, Judge, Reading, Verdict};

/// The maximum length of a quoted line, in bytes.
const LONGEST_QUOTED: usize = 500;

/// The schema of a log.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// A log of one run of this version of the program: its rules, and the other keys of the run.
pub(super) fn log(version: &str, rules: Vec<Value>, run: Value) -> Value {
    let driver = json!({ "name": "urlbnf", "version": version, "rules": rules });
    let mut whole = json!({ "tool": { "driver": driver } });
    if let (Value::Object(whole), Value::Object(run)) = (&mut whole, run) {
        whole.extend(run);
    }
    json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [whole] })
}

/// A rule for a code. Its short description is the first sentence of the explanation.
pub(super) fn rule(id: &str, explanation: &str) -> Value {
    let ends = [explanation.find("\n\n"), explanation.find(". ").map(|index| index + 1)];
    let end = ends.into_iter().flatten().min().unwrap_or(explanation.len());
    json!({
        "id": id,
        "shortDescription": { "text": &explanation[..end] },
        "fullDescription": { "text": explanation },
    })
}

/// The region between two places, each a line and a column from 1.
pub(super) fn region(
    (line, column): (usize, usize),
    (end_line, end_column): (usize, usize),
) -> Value {
    json!({
        "startLine": line, "startColumn": column,
        "endLine": end_line, "endColumn": end_column,
    })
}

/// Marks a result as accepted, with the reason.
pub(super) fn suppress(result: &mut Value, reason: &str) {
    result["suppressions"] = json!([{ "kind": "external", "justification": reason }]);
}

/// The findings so far.
#[derive(Debug, Default)]
pub struct SarifFindings {
    groups: Vec<SarifResult>,
    numbers: HashMap<SarifResultKey, usize>,
    verdicts: [u64; Verdict::ALL.len()],
}

/// The properties by which failures are equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct SarifResultKey {
    grammar: String,
    reading: Reading,
    verdict: Verdict,
    code: DiagnosticCode,
    production: ProductionId,
    found: Option<u8>,
}

impl SarifResultKey {
    fn new(
        judge: &Judge,
        verdict: Verdict,
        (code, production): (DiagnosticCode, ProductionId),
        found: Option<u8>,
    ) -> SarifResultKey {
        let (grammar, reading) = (judge.name().to_owned(), judge.reading());
        SarifResultKey { grammar, reading, verdict, code, production, found }
    }
}

/// Equal failures.
#[derive(Debug)]
struct SarifResult {
    key: SarifResultKey,
    production: String,
    edition: Option<Edition>,
    message: String,
    count: u64,
    places: Vec<SarifLocation>,
}

/// The place of one failure.
#[derive(Debug)]
struct SarifLocation {
    source: String,
    region: SourceRegion,
    quoted: Option<String>,
    help: Option<String>,
    /// The replacements of a fix.
    edits: Vec<Value>,
}

/// The counts and messages of a whole run of `check` or `extract`, for every format.
#[derive(Debug, Clone, Default)]
pub struct CheckRunSummary {
    /// The number of empty lines, which were not judged.
    pub empty: u64,
    /// Messages about what could not be read.
    pub troubles: Vec<String>,
    /// Messages about what was omitted.
    pub remarks: Vec<String>,
}

impl SarifFindings {
    /// Adds an entry. At most `limit` places are kept for equal failures.
    pub fn add(&mut self, entry: &ExaminedLine<'_>, limit: usize) {
        self.verdicts[entry.verdict() as usize] += 1;
        let Some(diagnostic) = &entry.examination.diagnostic else { return };
        let (code, production) = (diagnostic.code, diagnostic.production);
        let key =
            SarifResultKey::new(entry.judge, entry.verdict(), (code, production), diagnostic.found);
        let group = self.group(key.clone(), || SarifResult {
            key,
            production: entry.judge.grammar().name(diagnostic.production).to_owned(),
            edition: entry.judge.edition(),
            message: diagnostic.message(entry.judge, entry.input),
            count: 0,
            places: Vec::new(),
        });
        group.count += 1;
        if group.places.len() < limit.max(1) {
            group.places.push(place(entry, diagnostic));
        }
    }

    /// Counts the failures of a line without examining it, by ruling and failing byte, if
    /// enough places of each are kept. Returns whether they were counted.
    pub fn count(&mut self, failures: &[(&Judge, Ruling, Option<u8>)], limit: usize) -> bool {
        let number = |&(judge, ruling, found): &(&Judge, Ruling, Option<u8>)| {
            let RulingFailure { code, production, .. } = ruling.failure?;
            let key = SarifResultKey::new(judge, ruling.verdict, (code, production), found);
            let number = *self.numbers.get(&key)?;
            (self.groups[number].places.len() >= limit.max(1)).then_some(number)
        };
        let Some(numbers) = failures.iter().map(number).collect::<Option<Vec<usize>>>() else {
            return false;
        };
        for (number, (_, ruling, _)) in numbers.into_iter().zip(failures) {
            self.groups[number].count += 1;
            self.verdicts[ruling.verdict as usize] += 1;
        }
        true
    }

    /// Counts a line that conforms and needs no result.
    pub fn count_conforming(&mut self) {
        self.verdicts[Verdict::Conforms as usize] += 1;
    }

    /// Appends the findings of a later part of the input.
    pub fn append(&mut self, later: SarifFindings, limit: usize) {
        for (all, of_later) in self.verdicts.iter_mut().zip(later.verdicts) {
            *all += of_later;
        }
        for mut group in later.groups {
            let (count, places) = (group.count, std::mem::take(&mut group.places));
            group.count = 0;
            let known = self.group(group.key.clone(), || group);
            known.count += count;
            let room = limit.max(1).saturating_sub(known.places.len());
            known.places.extend(places.into_iter().take(room));
        }
    }

    fn group(
        &mut self,
        key: SarifResultKey,
        new: impl FnOnce() -> SarifResult,
    ) -> &mut SarifResult {
        let number = *self.numbers.entry(key).or_insert(self.groups.len());
        if number == self.groups.len() {
            self.groups.push(new());
        }
        &mut self.groups[number]
    }

    /// The log, by this version of the tool.
    pub fn log(&self, version: &str, run: &CheckRunSummary) -> Value {
        let verdict = |verdict: Verdict| self.verdicts[verdict as usize];
        let notification =
            |level: &str, text: &String| json!({ "level": level, "message": { "text": text } });
        let troubles = run.troubles.iter().map(|text| notification("error", text));
        let remarks = run.remarks.iter().map(|text| notification("warning", text));
        let notifications: Vec<Value> = troubles.chain(remarks).collect();
        let rules = DiagnosticCode::ALL.map(|code| rule(code.name(), code.explanation())).to_vec();
        let run = json!({
            "invocations": [{
                "executionSuccessful": run.troubles.is_empty(),
                "toolExecutionNotifications": notifications,
            }],
            "columnKind": "unicodeCodePoints",
            "defaultEncoding": "UTF-8",
            "results": self.groups.iter().map(SarifResult::result).collect::<Vec<Value>>(),
            "properties": {
                "conforms": verdict(Verdict::Conforms),
                "generic-only": verdict(Verdict::GenericOnly),
                "rejected": verdict(Verdict::Rejected),
                "undecided": verdict(Verdict::Undecided),
                "empty": run.empty,
            },
        });
        log(version, rules, run)
    }
}

impl SarifResult {
    fn result(&self) -> Value {
        let SarifResultKey { ref grammar, reading, verdict, code, found, .. } = self.key;
        let found = found.map_or("end".to_owned(), |byte| format!("{byte:02X}"));
        let reading = reading.name();
        let production = &self.production;
        let mut fingerprint = format!("{grammar}/{reading}/{code}/{production}/{found}");
        if verdict == Verdict::GenericOnly {
            fingerprint += "/generic-only";
        }
        let mut result = json!({
            "ruleId": code.name(),
            "ruleIndex": DiagnosticCode::ALL.iter().position(|other| *other == code),
            "level": if verdict == Verdict::GenericOnly { "warning" } else { "error" },
            "message": { "text": self.message },
            "locations": self.places.iter().take(1).map(SarifLocation::location).collect::<Vec<_>>(),
            "relatedLocations": self.places.iter().skip(1).map(SarifLocation::location).collect::<Vec<_>>(),
            "occurrenceCount": self.count,
            "partialFingerprints": {
                "failure/v1": fingerprint,
            },
            "properties": {
                "edition": self.edition.map(Edition::name),
                "grammar": grammar,
                "reading": reading,
                "verdict": verdict.name(),
                "production": production,
            },
        });
        let changes = self.changes();
        if let Some(help) = self.places.iter().find_map(|place| place.help.as_ref())
            && !changes.is_empty()
        {
            result["fixes"] = json!([{
                "description": { "text": help },
                "artifactChanges": changes,
            }]);
        }
        result
    }

    /// The edits of each source that make all these places conform.
    fn changes(&self) -> Vec<Value> {
        let fixed: Vec<&SarifLocation> =
            self.places.iter().filter(|location| !location.edits.is_empty()).collect();
        let of_one_source = fixed.chunk_by(|one, next| one.source == next.source);
        let change = |places: &[&SarifLocation]| {
            let edits: Vec<&Value> = places.iter().flat_map(|place| &place.edits).collect();
            let uri = uri(&places[0].source);
            json!({ "artifactLocation": { "uri": uri }, "replacements": edits })
        };
        of_one_source.map(change).collect()
    }
}

impl SarifLocation {
    fn location(&self) -> Value {
        let mut location = json!({
            "artifactLocation": { "uri": uri(&self.source) },
            "region": self.region,
        });
        if let Some(quoted) = &self.quoted {
            location["contextRegion"] =
                json!({ "startLine": self.region.start_line, "snippet": { "text": quoted } });
        }
        json!({ "physicalLocation": location })
    }
}

fn place(entry: &ExaminedLine<'_>, diagnostic: &Diagnostic) -> SarifLocation {
    let ExaminedLine { source, line, input, site, judge, .. } = *entry;
    let start = diagnostic.offset;
    let found = character(input, start).map_or(usize::from(diagnostic.found.is_some()), str::len);
    let exact = matches!(site, SourceLocation::Exact { .. }) && std::str::from_utf8(input).is_ok();
    // Fixes are applied without review, so none may name another resource.
    let keeps = |repair: &&Repair| !matches!(repair.meaning, Some(RepairEffect::Another { .. }));
    let repair = diagnostic.repair.as_ref().filter(|_| exact).filter(keeps);
    let replacement = |edit: &urlbnf_url::diagnose::RepairEdit| {
        json!({
            "deletedRegion": site.region(line, input, edit.start, edit.end),
            "insertedContent": { "text": edit.text },
        })
    };
    let whole_line = matches!(site, SourceLocation::Exact { before: 0, .. });
    let quoted = (whole_line && input.len() <= LONGEST_QUOTED).then(|| visible(input));
    SarifLocation {
        source: source.to_owned(),
        region: site.region(line, input, start, start + found),
        quoted,
        help: repair.and_then(|_| diagnostic.help(judge, input)),
        edits: repair.iter().flat_map(|repair| &repair.edits).map(replacement).collect(),
    }
}

/// The name of a source as a URI reference: `file:` for an absolute path, otherwise unchanged.
/// Standard input and arguments have a name, since tools look for one.
pub fn uri(source: &str) -> String {
    match source {
        "<stdin>" => return "standard-input".to_owned(),
        "<argument>" => return "command-line".to_owned(),
        _ => {}
    }
    let mut uri = String::from(if source.starts_with('/') { "file://" } else { "" });
    for byte in source.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}
