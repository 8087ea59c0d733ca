//! The problems in a grammar, for people and for programs.
//!
//! Syntax errors and lint findings come from two places of the engine. A person who corrects a
//! grammar wants both in one list, so here both become remarks: a code, a place, a sentence,
//! and a string that shows the problem.

mod pest;

use std::collections::{BTreeMap, HashMap};
use std::io;

use codespan_reporting::diagnostic::{Diagnostic, Label};
use serde_json::{Value, json};

use super::excerpt::{Screen, counted, cut, string};
use super::grammar::{KnownNames, RAISE};
use super::record::SchemaNumber;
use super::records::{LintFindingRecord, RelatedPlaceRecord};
use super::review::fingerprint;
use super::rule_place::TextPlaceRecord;
use super::source::{GrammarText, emit_of};
use super::unexamined::unseen;
use super::witness;
use urlbnf_bnf::lint::{
    Finding, FindingDetails, LintCode, LintSeverity, UndecidedQuestion, collected, linted,
};
use urlbnf_bnf::text::{LineIndex, nearest};
use urlbnf_bnf::{DocumentInfo, Grammar, GrammarError, Span, SyntaxErrors};

/// One problem, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LintRemark {
    /// Its kind.
    pub code: LintCode,
    /// Its place, in bytes of the text.
    pub place: Span,
    /// A related place, and a label for it.
    pub related: Option<(Span, &'static str)>,
    /// The production that contains it, if there is one.
    pub production: Option<String>,
    /// The headline.
    pub message: String,
    /// What to do about it, and other details.
    pub notes: Vec<String>,
    /// A string that shows the problem.
    pub witness: Option<Vec<u8>>,
    /// Whether it changes what is read.
    pub is_first: bool,
    /// Whether rules that its rule names cause it: these have remarks of their own.
    pub is_caused_by_names: bool,
    /// Identifies the remark, independent of its place in the file.
    pub fingerprint: String,
    /// The reason why it is accepted, if it is.
    pub accepted: Option<String>,
}

/// All problems in one grammar.
#[derive(Debug, Clone)]
pub struct LintReport {
    /// The name of the file or of the edition.
    pub name: String,
    /// The text of the grammar.
    pub text: String,
    lines: LineIndex,
    /// The remarks, in the order of the text.
    pub remarks: Vec<LintRemark>,
    /// The number of further errors that were not kept.
    pub more: usize,
    /// The document that contains the grammar.
    document: Option<DocumentInfo>,
    /// The parts that were not examined, and why, in sentences.
    pub unseen: Option<String>,
    /// The questions that were not decided, by rule.
    pub undecided: Vec<UndecidedRule>,
    /// The number of all rules.
    pub rules: usize,
}

/// A rule with undecided questions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndecidedRule {
    /// Its name.
    pub name: String,
    /// Each question, the parts that it is about, and what could help, in one sentence each.
    pub questions: Vec<String>,
}

/// The maximum number of shown syntax errors: text that is not a grammar has one at every word.
const MOST_SYNTAX: usize = 20;

/// How many of the rules with undecided questions are shown.
const MOST_UNDECIDED: usize = 10;
/// The maximum number of places in the line of findings that are alike.
const MOST_PLACES: usize = 100;

/// The maximum number of shown remarks with one code, unless they change what is read.
const MOST_ALIKE: usize = 3;

impl LintReport {
    /// The problems in a grammar that could be read.
    pub fn of_grammar(name: &str, grammar: &Grammar) -> LintReport {
        let linted = linted(grammar);
        let mut undecided: Vec<UndecidedRule> = Vec::new();
        for open in &linted.undecided {
            let name = grammar.name(open.production);
            let question = question(grammar, open);
            match undecided.last_mut().filter(|rule| rule.name == name) {
                Some(rule) => rule.questions.push(question),
                None => undecided
                    .push(UndecidedRule { name: name.to_owned(), questions: vec![question] }),
            }
        }
        let report = LintReport::from_findings(name, grammar, &linted.findings);
        LintReport { unseen: unseen(grammar), undecided, ..report }
    }

    /// The rules that are defined twice with different languages.
    pub fn of_collected(name: &str, grammar: &Grammar) -> LintReport {
        LintReport::from_findings(name, grammar, &collected(grammar).findings)
    }

    /// A report with the given findings.
    pub fn from_findings(name: &str, grammar: &Grammar, findings: &[Finding]) -> LintReport {
        let mut known = KnownNames::from_grammar(grammar);
        let mut remarks: Vec<LintRemark> =
            findings.iter().map(|finding| remark(grammar, finding, &mut known)).collect();
        identify(&mut remarks, grammar.listing().own_text());
        let text = grammar.listing().own_text().to_owned();
        let document = grammar.listing().document.clone();
        LintReport {
            name: name.to_owned(),
            lines: LineIndex::new(&text),
            text,
            remarks,
            more: 0,
            unseen: None,
            undecided: Vec::new(),
            rules: grammar.defined().count(),
            document,
        }
    }

    /// The errors of a text that could not be read.
    pub fn of_error(name: &str, text: &str, error: &GrammarError) -> LintReport {
        let (mut remarks, more) = match error {
            GrammarError::Syntax(errors) => (unreadable(errors), errors.more()),
            other => {
                let place = match other {
                    GrammarError::NoStart { place, .. } => *place,
                    _ => Span { start: 0, end: 0 },
                };
                (vec![LintRemark::of_syntax(place, other.to_string())], 0)
            }
        };
        identify(&mut remarks, text);
        let unseen = "only the syntax was checked: correct it to have names, strings and \
                      ambiguity checked";
        let (name, lines, text) = (name.to_owned(), LineIndex::new(text), text.to_owned());
        let unseen = Some(unseen.to_owned());
        let (undecided, rules, document) = (Vec::new(), 0, None);
        LintReport { name, text, lines, remarks, more, unseen, undecided, rules, document }
    }

    /// The highest severity of the remarks that are not accepted; `None` if there are none.
    pub fn severity(&self) -> Option<LintSeverity> {
        self.open().map(|remark| remark.code.severity()).min()
    }

    /// The remarks that are not accepted.
    fn open(&self) -> impl Iterator<Item = &LintRemark> {
        self.remarks.iter().filter(|remark| remark.accepted.is_none())
    }

    /// Removes the remarks with some codes.
    #[must_use]
    pub fn without(mut self, codes: &[LintCode]) -> LintReport {
        self.remarks.retain(|remark| !codes.contains(&remark.code));
        self
    }

    /// For a parser that takes the first alternative that matches: the order of alternatives
    /// changes what is read there.
    #[must_use]
    pub fn for_first_match(mut self) -> LintReport {
        for remark in &mut self.remarks {
            remark.is_first |= remark.code == LintCode::OrderMatters && !remark.is_caused_by_names;
        }
        self
    }

    /// Accepts the remarks for whose fingerprints `reason` returns a reason.
    #[must_use]
    pub fn accepting(mut self, reason: impl Fn(&str) -> Option<String>) -> LintReport {
        for remark in &mut self.remarks {
            remark.accepted = reason(&remark.fingerprint);
        }
        self
    }

    /// Writes the remarks for people, each with its lines of the text.
    ///
    /// # Errors
    /// If writing to the output fails.
    pub fn write(&self, screen: &mut Screen<'_>) -> io::Result<()> {
        let is_syntax = |remark: &&LintRemark| remark.code == LintCode::Syntax;
        let remarks: Vec<&LintRemark> = self.open().collect();
        let shown = match self.remarks.iter().filter(is_syntax).count() {
            0 => remarks.len(),
            _ => MOST_SYNTAX.min(remarks.len()),
        };
        let (first, others): (Vec<&LintRemark>, Vec<&LintRemark>) =
            remarks[..shown].iter().partition(|remark| remark.is_first);
        let mut folded: BTreeMap<(LintCode, bool), Vec<&LintRemark>> = BTreeMap::new();
        let mut seen: HashMap<LintCode, usize> = HashMap::new();
        let mut separate = Vec::new();
        for remark in others {
            let kind = (remark.code, remark.is_caused_by_names);
            let seen = seen.entry(remark.code).or_default();
            *seen += usize::from(!remark.is_caused_by_names);
            match remark.is_caused_by_names || *seen > MOST_ALIKE {
                true => folded.entry(kind).or_default().push(remark),
                false => separate.push(remark),
            }
        }
        let text = GrammarText {
            name: &self.name,
            text: &self.text,
            lines: &self.lines,
            start: 0,
            document: self.document.as_ref(),
        };
        for remark in first.into_iter().chain(separate) {
            let related = remark
                .related
                .map(|(place, what)| Label::secondary((), place.range()).with_message(what));
            let label = Label::primary((), remark.place.range());
            let diagnostic = match remark.code.severity() {
                LintSeverity::Error => Diagnostic::error(),
                LintSeverity::Warning => Diagnostic::warning(),
            };
            let witness = remark
                .witness
                .as_deref()
                .map(|witness| format!("for example: {}", quoted(witness)));
            let diagnostic = diagnostic
                .with_code(remark.code.name())
                .with_message(&remark.message)
                .with_labels(related.into_iter().chain([label]).collect())
                .with_notes(witness.into_iter().chain(remark.notes.iter().cloned()).collect());
            emit_of(text, diagnostic, screen)?;
        }
        for (&(code, is_caused_by_names), alike) in &folded {
            let line = self.alike(code, is_caused_by_names, alike);
            screen.hung(&(line + "\n\n"))?;
        }
        if let more @ 1.. = (remarks.len() + self.more).saturating_sub(shown) {
            writeln!(screen.output, "… and {more} more like these\n")?;
        }
        for line in std::iter::once(self.summary()).chain(self.not_examined()) {
            screen.hung(&(line + "\n"))?;
        }
        Ok(())
    }

    /// A line that lists remarks with one code.
    fn alike(&self, code: LintCode, is_caused_by_names: bool, alike: &[&LintRemark]) -> String {
        let place = |remark: &&LintRemark| {
            let line = self.lines.line(remark.place.start);
            let rule = remark.production.as_deref().unwrap_or_default();
            format!("`{rule}` (line {line})")
        };
        let count = alike.len();
        let mut places = alike.iter().take(MOST_PLACES).map(place).collect::<Vec<_>>().join(", ");
        if let more @ 1.. = count.saturating_sub(MOST_PLACES) {
            places += &format!(" and {more} more");
        }
        match is_caused_by_names {
            true if count == 1 => format!("{code} in {places}, because of a rule that it names"),
            true => format!("{code} because of rules that these {count} name: {places}"),
            false => format!("… and {count} more {code}: {places}"),
        }
    }

    /// What was not examined and which questions were not decided, in sentences. The last one has the
    /// number of undecided rules, unless the text could not be read.
    pub fn not_examined(&self) -> impl Iterator<Item = String> {
        let shown = self.undecided.iter().take(MOST_UNDECIDED);
        let questions = shown.flat_map(|rule| &rule.questions);
        let questions = questions.map(|question| format!("undecided: {question}"));
        let more = self.undecided.len().saturating_sub(MOST_UNDECIDED);
        let more = (more > 0).then(|| format!("… and {more} more undecided"));
        let all = self.unseen.clone().into_iter().chain(questions).chain(more);
        all.chain((self.rules > 0).then(|| self.count_undecided())).collect::<Vec<_>>().into_iter()
    }

    /// The number of rules with undecided questions, in words.
    pub fn count_undecided(&self) -> String {
        format!("{} of {} undecided", self.undecided.len(), counted(self.rules, "rule"))
    }

    /// The number of remarks, in words.
    pub fn summary(&self) -> String {
        let count = |severity: LintSeverity| {
            self.open().filter(|remark| remark.code.severity() == severity).count()
        };
        let some = |count: usize, what| (count > 0).then(|| counted(count, what));
        let errors = some(count(LintSeverity::Error) + self.more, "error");
        let warnings = some(count(LintSeverity::Warning), "warning");
        let accepted = self.remarks.len() - self.open().count();
        let accepted = (accepted > 0).then(|| format!("{accepted} accepted"));
        let all: Vec<String> = errors.into_iter().chain(warnings).chain(accepted).collect();
        match &all[..] {
            [] => format!("{}: nothing to object to", self.name),
            all => format!("{}: {}", self.name, all.join(", ")),
        }
    }

    /// The remarks as records.
    pub fn records(&self) -> impl Iterator<Item = LintFindingRecord<'_>> {
        let place = |place: Span| {
            let (line, column) = self.line_and_column(place.start);
            TextPlaceRecord { line, column, start: place.start, end: place.end }
        };
        self.remarks.iter().map(move |remark| LintFindingRecord {
            schema: SchemaNumber,
            grammar: &self.name,
            code: remark.code.name(),
            severity: remark.code.severity(),
            place: place(remark.place),
            related: remark
                .related
                .map(|(at, message)| RelatedPlaceRecord { place: place(at), message }),
            production: remark.production.as_deref(),
            message: &remark.message,
            notes: &remark.notes,
            witness: remark.witness.as_deref().map(witness::text),
            witness_base64: remark.witness.as_deref().and_then(witness::base64),
            undecided: self.undecided.len(),
            first: remark.is_first,
            caused_by_names: remark.is_caused_by_names,
            fingerprint: &remark.fingerprint,
            accepted: remark.accepted.as_deref(),
        })
    }

    /// The remarks as annotations of GitHub Actions.
    pub fn annotations(&self) -> String {
        let annotation = |remark: &LintRemark| {
            let (line, column) = self.line_and_column(remark.place.start);
            let related = remark.related.map(|(place, what)| {
                format!("\n{what}: line {}", self.line_and_column(place.start).0)
            });
            let message = remark.in_words() + &related.unwrap_or_default();
            let level = remark.code.severity().name();
            let place = (line as u64, column);
            super::github::in_file(level, &self.name, place, remark.code.name(), &message)
        };
        let undecided = (!self.undecided.is_empty()).then(|| {
            let count = self.count_undecided();
            super::github::in_file("notice", &self.name, (1, 1), "undecided", &count)
        });
        self.open().map(annotation).chain(undecided).collect()
    }

    /// The remarks as results of a SARIF log.
    fn results(&self) -> impl Iterator<Item = Value> {
        self.remarks.iter().map(|remark| {
            let mut result = json!({
                "partialFingerprints": { "urlbnf/v1": remark.fingerprint },
                "ruleId": remark.code.name(),
                "ruleIndex": LintCode::ALL.iter().position(|code| *code == remark.code),
                "level": remark.code.severity().name(),
                "message": { "text": remark.in_words() },
                "locations": [{ "physicalLocation": self.location(remark.place) }],
            });
            if let Some(reason) = &remark.accepted {
                super::sarif::suppress(&mut result, reason);
            }
            if let Some((place, what)) = remark.related {
                result["relatedLocations"] = json!([{
                    "physicalLocation": self.location(place),
                    "message": { "text": what },
                }]);
            }
            result
        })
    }

    /// A place in the form of SARIF.
    fn location(&self, place: Span) -> Value {
        let (start, end) = (self.line_and_column(place.start), self.line_and_column(place.end));
        json!({
            "artifactLocation": { "uri": super::sarif::uri(&self.name) },
            "region": super::sarif::region(start, end),
        })
    }

    /// The line and the column of a byte, both from 1; columns count characters.
    fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let (line, column) = self.lines.line_and_column(offset);
        let start = self.lines.range(line).start;
        let moved = self.document.as_ref().map_or(0, |document| document.shift(start, offset));
        (line, column + moved)
    }
}

impl LintRemark {
    /// The remark on a syntax error.
    fn of_syntax(place: Span, message: String) -> LintRemark {
        LintRemark {
            code: LintCode::Syntax,
            place,
            related: None,
            production: None,
            message,
            notes: Vec::new(),
            witness: None,
            is_first: true,
            is_caused_by_names: false,
            fingerprint: String::new(),
            accepted: None,
        }
    }

    /// The message, the witness and the notes in one text.
    fn in_words(&self) -> String {
        let witness =
            self.witness.as_deref().map(|witness| format!("for example: {}", string(witness)));
        let notes = witness.into_iter().chain(self.notes.iter().cloned());
        [self.message.clone()].into_iter().chain(notes).collect::<Vec<_>>().join("\n")
    }
}

/// The reports as a SARIF log, by this version of the tool.
pub fn sarif(reports: &[LintReport], version: &str) -> Value {
    let rule = |code: LintCode| super::sarif::rule(code.name(), code.explanation());
    let rules: Vec<Value> = LintCode::ALL.into_iter().map(rule).collect();
    let results: Vec<Value> = reports.iter().flat_map(LintReport::results).collect();
    let undecided: usize = reports.iter().map(|report| report.undecided.len()).sum();
    let run = json!({
        "columnKind": "unicodeCodePoints",
        "results": results,
        "properties": { "undecided": undecided },
    });
    super::sarif::log(version, rules, run)
}

fn unreadable(errors: &SyntaxErrors) -> Vec<LintRemark> {
    let remark = |error: &urlbnf_bnf::SyntaxError| LintRemark {
        related: error.kind.related(),
        notes: error.kind.help().iter().flat_map(|help| help.lines().map(str::to_owned)).collect(),
        ..LintRemark::of_syntax(error.place, error.kind.to_string())
    };
    errors.all().iter().map(remark).collect()
}

fn remark(grammar: &Grammar, finding: &Finding, known: &mut KnownNames<'_>) -> LintRemark {
    let mut notes = Vec::new();
    match &finding.fault {
        FindingDetails::Undefined { name } => {
            let is_prose = grammar.is_prose(*name);
            let nearest = known.nearest(grammar.name(*name)).filter(|_| !is_prose);
            notes.extend(nearest.map(|nearest| format!("the nearest is `{nearest}`")));
        }
        FindingDetails::IdleAllow { code } if code.parse::<LintCode>().is_err() => {
            let nearest = nearest(code, LintCode::ALL.into_iter().map(LintCode::name));
            notes.extend(nearest.map(|nearest| format!("the nearest is `{nearest}`")));
        }
        FindingDetails::Ambiguous { inherited_by, .. } if !inherited_by.is_empty() => {
            let names: Vec<String> =
                inherited_by.iter().map(|&id| format!("`{}`", grammar.name(id))).collect();
            notes.push(format!("so are those that use it: {}", names.join(", ")));
        }
        _ => {}
    }
    notes.extend(grammar.listing().part(finding.place.start));
    let related = match &finding.fault {
        FindingDetails::CodePoints { other, .. } if grammar.listing().is_own(other.start) => {
            Some((*other, "a code point too"))
        }
        FindingDetails::Collected { before, .. } | FindingDetails::Again { before } => {
            Some((*before, "first defined here"))
        }
        FindingDetails::DefinedLate { before } => Some((*before, "added to here")),
        _ => None,
    };
    LintRemark {
        code: finding.code,
        place: finding.place,
        related,
        production: Some(grammar.name(finding.production).to_owned()),
        message: finding.message(grammar),
        notes,
        witness: finding.witness().map(<[u8]>::to_vec),
        is_first: finding.changes_what_is_read(),
        is_caused_by_names: matches!(
            finding.fault,
            FindingDetails::OrderMatters { by_names: true, .. }
        ),
        fingerprint: String::new(),
        accepted: None,
    }
}

/// A question that is not decided, with the parts that it is about and what could help.
fn question(grammar: &Grammar, open: &UndecidedQuestion) -> String {
    let mut sentence = open.question.of(grammar.name(open.production));
    let part = |place: Span| {
        let printed = grammar.listing().printed(place);
        let printed = printed.split_whitespace().collect::<Vec<_>>().join(" ");
        let (line, _) = grammar.listing().line_and_column(place.start);
        format!("`{}` (line {line})", cut(&printed, MOST_PRINTED))
    };
    if let Some([one, other]) = open.parts {
        sentence += &match one == other {
            true => format!(" It is about {}", part(one)),
            false => format!(" It is about {} and {}", part(one), part(other)),
        };
        sentence += &match &open.string {
            Some(string) => format!("; {} shows no conflict.", quoted(string)),
            None => ".".to_owned(),
        };
    }
    if open.is_out_of_work {
        sentence += &format!(" {RAISE}.");
    }
    sentence
}

/// The most characters of a part that are shown.
const MOST_PRINTED: usize = 60;

/// Gives each remark its fingerprint, from its code, its rule, the text at its place, and the
/// number of equal ones before it.
fn identify(remarks: &mut [LintRemark], text: &str) {
    let mut seen: HashMap<[Option<String>; 3], usize> = HashMap::new();
    for remark in remarks {
        let printed = text.get(remark.place.range()).unwrap_or_default();
        let printed = printed.split_whitespace().collect::<Vec<_>>().join(" ");
        let code = remark.code.name().to_owned();
        let parts = [Some(code), remark.production.clone(), Some(printed)];
        let before = seen.entry(parts.clone()).or_default();
        let number = (*before > 0).then(|| before.to_string());
        *before += 1;
        let parts: Vec<Option<&str>> =
            parts.iter().chain([&number]).map(|part| part.as_deref()).collect();
        remark.fingerprint = fingerprint(&parts);
    }
}

/// A string in a sentence.
fn quoted(bytes: &[u8]) -> String {
    if bytes.is_empty() { string(bytes) } else { format!("`{}`", string(bytes)) }
}
