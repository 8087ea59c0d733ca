//! The grammar that is in a document, taken out of it: each rule with its place.
//!
//! As text it is a grammar file again. A rule that the document gives in a section and collects in
//! an appendix is there once, with both places, if both say the same; if they do not, or nobody
//! knows, there are two.

use std::collections::HashMap;

use serde::Serialize;

use super::record::SCHEMA;
use super::spot::Spot;
use super::witness;
use urlbnf_bnf::lint::{Fault, Finding, collected};
use urlbnf_bnf::{Definition, Grammar, LeftOut, Place, ProductionId};

/// A grammar that was read from a document.
#[derive(Debug)]
pub struct Extraction<'g> {
    grammar: &'g Grammar,
    rules: Vec<Rule<'g>>,
    findings: Vec<Finding>,
}

/// One place at which a document gives a rule.
#[derive(Debug)]
struct Rule<'g> {
    name: &'g str,
    definition: &'g Definition,
    /// Where the document gives it first, if that is not here, and how this lies to that.
    again: Option<(Place, Again)>,
}

/// How a rule that is given again lies to the first.
#[derive(Debug, Clone)]
enum Again {
    /// It has the same strings.
    Same,
    /// A string is in one of them alone.
    Differs(Finding),
    /// Nobody knows: it is not regular, or too much to decide.
    Undecided(Finding),
}

impl Again {
    fn of(finding: Option<&Finding>) -> Again {
        match finding {
            None => Again::Same,
            Some(it) if matches!(it.fault, Fault::Undecided(_)) => Again::Undecided(it.clone()),
            Some(it) => Again::Differs(it.clone()),
        }
    }

    /// What sets it apart from the first.
    fn finding(&self) -> Option<&Finding> {
        match self {
            Again::Same => None,
            Again::Differs(finding) | Again::Undecided(finding) => Some(finding),
        }
    }

    fn words(&self) -> &'static str {
        match self {
            Again::Same => "the same strings",
            Again::Differs(_) => "other strings",
            Again::Undecided(_) => "whether the same strings is not decided",
        }
    }
}

/// What a program reads of a rule, or of what was taken for none.
#[derive(Debug, Serialize)]
pub struct Record<'a> {
    schema: u32,
    document: &'a str,
    kind: &'static str,
    rule: &'a str,
    #[serde(flatten)]
    spot: Spot<'a>,
    text: Option<String>,
    first_line: Option<usize>,
    same: Option<bool>,
    witness: Option<String>,
    witness_base64: Option<String>,
    reason: Option<String>,
}

impl<'g> Extraction<'g> {
    /// The rules of a grammar, in the order of its text.
    pub fn of(grammar: &'g Grammar) -> Extraction<'g> {
        let findings = collected(grammar);
        let first = grammar.ids().flat_map(|id| {
            let definitions = grammar.production(id).definitions();
            definitions
                .iter()
                .map(move |it| (it, Rule { name: grammar.name(id), definition: it, again: None }))
        });
        let mut last: HashMap<ProductionId, Again> = HashMap::new();
        let again = grammar.collected().iter().filter_map(|(id, definition)| {
            // What adds to a definition, with `=/`, is a part of it.
            if !definition.adds || !last.contains_key(id) {
                let finding = findings.iter().find(|it| it.place == definition.name_place);
                last.insert(*id, Again::of(finding));
            }
            let first = grammar.production(*id).definitions().first()?.name_place;
            let again = last.get(id).cloned().map(|again| (first, again));
            Some((definition, Rule { name: grammar.name(*id), definition, again }))
        });
        let is_own = |it: &Definition| grammar.listing().is_own(it.place.start);
        let rules = first.chain(again).filter(|(it, _)| is_own(it) && it.erratum.is_none());
        let mut rules: Vec<Rule<'g>> = rules.map(|(_, rule)| rule).collect();
        rules.sort_by_key(|rule| rule.definition.place.start);
        Extraction { grammar, rules, findings }
    }

    /// What is to be told of rules that are given twice: that they do not say the same both
    /// times, or that nobody knows.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Whether a rule that is given twice does not say the same both times.
    pub fn differs(&self) -> bool {
        self.rules.iter().any(|rule| matches!(rule.again, Some((_, Again::Differs(_)))))
    }

    /// The grammar, as a file of its own.
    pub fn text(&self) -> String {
        let listing = self.grammar.listing();
        let sign = listing.notation.ours();
        let mut text = format!("{sign} The grammar of {}.\n", listing.name);
        text += &match sign {
            ';' => format!("; urlbnf: notation {}\n", listing.notation.name()),
            _ => format!("# notation {}\n", listing.notation.name()),
        };
        if let Some(start) = &listing.start {
            text += &match sign {
                ';' => format!("; urlbnf: start {start}\n"),
                _ => format!("# start {start}\n"),
            };
        }
        for rule in &self.rules {
            let own = rule.definition.name_place;
            let mut places = vec![self.place(own)];
            match &rule.again {
                Some((_, Again::Same)) => continue,
                Some((first, again)) => {
                    places.push(format!("first in {}: {}", self.place(*first), again.words()));
                }
                None => places.extend(self.rules.iter().filter_map(|it| {
                    let (_, again) = it.again.as_ref().filter(|(first, _)| *first == own)?;
                    let place = self.place(it.definition.place);
                    Some(format!("again in {place}: {}", again.words()))
                })),
            }
            text += &format!("\n{sign} {}\n{}\n", places.join("; "), self.printed(rule));
        }
        text
    }

    /// The rules, and what was taken for none, for programs.
    pub fn records(&self) -> Vec<Record<'_>> {
        let mut records: Vec<Record<'_>> = self.rules.iter().map(|it| self.record(it)).collect();
        records.extend(left_out(self.grammar).iter().map(|it| Record {
            kind: "left-out",
            reason: Some(it.reason.to_string()),
            ..self.at(&it.name, it.place)
        }));
        records.sort_by_key(|record| record.spot.start);
        records
    }

    fn record(&self, rule: &Rule<'g>) -> Record<'_> {
        let listing = self.grammar.listing();
        let (first, again) = rule.again.as_ref().map(|(first, again)| (*first, again)).unzip();
        let finding = again.and_then(Again::finding);
        let string = finding.and_then(|it| match &it.fault {
            Fault::Collected { string, .. } => Some(string.as_slice()),
            _ => None,
        });
        Record {
            kind: if again.is_some() { "again" } else { "rule" },
            text: Some(self.printed(rule)),
            first_line: first.map(|it| listing.line_and_column(it.start).0),
            same: again.and_then(|it| match it {
                Again::Same => Some(true),
                Again::Differs(_) => Some(false),
                Again::Undecided(_) => None,
            }),
            witness: string.map(|it| witness::text(it).into_owned()),
            witness_base64: string.and_then(witness::base64),
            reason: finding.map(|it| it.message(self.grammar)),
            ..self.at(rule.name, rule.definition.place)
        }
    }

    fn at<'a>(&'a self, rule: &'a str, place: Place) -> Record<'a> {
        let listing = self.grammar.listing();
        Record {
            schema: SCHEMA,
            document: &listing.name,
            kind: "rule",
            rule,
            spot: Spot::of(listing, place),
            text: None,
            first_line: None,
            same: None,
            witness: None,
            witness_base64: None,
            reason: None,
        }
    }

    /// `section 3.2, page 17, line 983`
    fn place(&self, place: Place) -> String {
        let listing = self.grammar.listing();
        let line = format!("line {}", listing.line_and_column(place.start).0);
        listing.part(place.start).map_or(line.clone(), |part| format!("{part}, {line}"))
    }

    /// The lines of a rule, at the edge, with the comment after the last of them.
    fn printed(&self, rule: &Rule<'g>) -> String {
        let text = self.grammar.listing().own_text();
        let place = rule.definition.place;
        let begin = text[..place.start].rfind('\n').map_or(0, |at| at + 1);
        let indent = place.start - begin;
        let end = text[place.end..].find('\n').map_or(text.len(), |at| place.end + at);
        let lines = text[place.start..end].lines().map(str::trim_end);
        let mut lines = lines.filter(|line| !line.is_empty());
        let mut printed = lines.next().unwrap_or_default().to_owned();
        for line in lines {
            let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
            printed.push('\n');
            // What goes on is indented more than what begins.
            printed += line.get(indent.min(blank.saturating_sub(1))..).unwrap_or(line);
        }
        printed
    }
}

/// What begins as a rule does and was taken for none, in words.
pub fn remarks(grammar: &Grammar) -> Vec<String> {
    let listing = grammar.listing();
    let remark = |it: &LeftOut| {
        let (line, column) = listing.line_and_column(it.place.start);
        let LeftOut { name, reason, .. } = it;
        format!("{}:{line}:{column}: `{name}` is not read as a rule: {reason}", listing.name)
    };
    left_out(grammar).iter().map(remark).collect()
}

fn left_out(grammar: &Grammar) -> &[LeftOut] {
    grammar.listing().document.as_ref().map_or(&[], |it| &it.left_out)
}
