//! The grammar of a document, extracted from it: each rule with its place.
//!
//! As text it is a grammar file again. A rule that the document defines in a section and
//! repeats in an appendix occurs once, with both places, if both have the same language. If
//! they differ, or that cannot be decided, both occur.

use std::collections::HashMap;

use super::record::SchemaNumber;
use super::records::{ExtractedRuleKind, ExtractedRuleRecord};
use super::rule_place::RulePlaceRecord;
use super::witness;
use urlbnf_bnf::lint::{Finding, FindingDetails, LintResult, collected};
use urlbnf_bnf::{Definition, Grammar, ProductionId, RejectedRule, Span};

/// A grammar that was read from a document.
#[derive(Debug)]
pub struct GrammarExtraction<'g> {
    grammar: &'g Grammar,
    rules: Vec<ExtractedDefinition<'g>>,
    findings: Vec<Finding>,
}

/// One definition of a rule in a document.
#[derive(Debug)]
struct ExtractedDefinition<'g> {
    name: &'g str,
    definition: &'g Definition,
    /// The place of the first definition, if this is a later one, and how the two compare.
    again: Option<(Span, DuplicateComparison)>,
}

/// How a repeated rule compares with the first definition.
#[derive(Debug, Clone)]
enum DuplicateComparison {
    /// They have the same language.
    Same,
    /// Some string is in only one of them.
    Differs(Finding),
    /// Neither is known.
    Undecided,
}

impl DuplicateComparison {
    /// The comparison of the definition at a place.
    fn at(place: Span, all: &LintResult) -> DuplicateComparison {
        let is_here = |parts: &[Span; 2]| parts[1] == place;
        match all.findings.iter().find(|finding| finding.place == place) {
            Some(finding) => DuplicateComparison::Differs(finding.clone()),
            None if all.undecided.iter().any(|open| open.parts.as_ref().is_some_and(is_here)) => {
                DuplicateComparison::Undecided
            }
            None => DuplicateComparison::Same,
        }
    }

    /// The finding about the difference from the first.
    fn finding(&self) -> Option<&Finding> {
        match self {
            DuplicateComparison::Differs(finding) => Some(finding),
            DuplicateComparison::Same | DuplicateComparison::Undecided => None,
        }
    }

    fn words(&self) -> &'static str {
        match self {
            DuplicateComparison::Same => "the same strings",
            DuplicateComparison::Differs(_) => "other strings",
            DuplicateComparison::Undecided => "whether the same strings is not decided",
        }
    }
}

impl<'g> GrammarExtraction<'g> {
    /// The rules of a grammar, in the order of its text.
    pub fn from_grammar(grammar: &'g Grammar) -> GrammarExtraction<'g> {
        let compared = collected(grammar);
        let first = grammar.ids().flat_map(|id| {
            let definitions = grammar.production(id).definitions();
            definitions.iter().map(move |definition| {
                (
                    definition,
                    ExtractedDefinition { name: grammar.name(id), definition, again: None },
                )
            })
        });
        let mut last: HashMap<ProductionId, DuplicateComparison> = HashMap::new();
        let again = grammar.collected().iter().filter_map(|(id, definition)| {
            // An addition to a definition, with `=/`, is part of it.
            if !definition.adds || !last.contains_key(id) {
                last.insert(*id, DuplicateComparison::at(definition.name_place, &compared));
            }
            let first = grammar.production(*id).definitions().first()?.name_place;
            let again = last.get(id).cloned().map(|again| (first, again));
            Some((definition, ExtractedDefinition { name: grammar.name(*id), definition, again }))
        });
        let is_own = |definition: &Definition| grammar.listing().is_own(definition.place.start);
        let rules = first
            .chain(again)
            .filter(|(definition, _)| is_own(definition) && definition.erratum.is_none());
        let mut rules: Vec<ExtractedDefinition<'g>> = rules.map(|(_, rule)| rule).collect();
        rules.sort_by_key(|rule| rule.definition.place.start);
        GrammarExtraction { grammar, rules, findings: compared.findings }
    }

    /// The findings about rules that are defined twice with different languages.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Whether some rule is defined twice with different languages.
    pub fn differs(&self) -> bool {
        self.rules
            .iter()
            .any(|rule| matches!(rule.again, Some((_, DuplicateComparison::Differs(_)))))
    }

    /// The grammar as a file of its own.
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
                Some((_, DuplicateComparison::Same)) => continue,
                Some((first, again)) => {
                    places.push(format!("first in {}: {}", self.place(*first), again.words()));
                }
                None => places.extend(self.rules.iter().filter_map(|rule| {
                    let (_, again) = rule.again.as_ref().filter(|(first, _)| *first == own)?;
                    let place = self.place(rule.definition.place);
                    Some(format!("again in {place}: {}", again.words()))
                })),
            }
            text += &format!("\n{sign} {}\n{}\n", places.join("; "), self.printed(rule));
        }
        text
    }

    /// The records of the rules, and of text that was not read as a rule.
    pub fn records(&self) -> Vec<ExtractedRuleRecord<'_>> {
        let rules = self.rules.iter().map(|rule| self.record(rule));
        let left_out = left_out(self.grammar).iter().map(|rule| ExtractedRuleRecord {
            reason: Some(rule.reason.to_string()),
            ..self.head(ExtractedRuleKind::LeftOut, &rule.name, rule.place)
        });
        let mut records: Vec<ExtractedRuleRecord<'_>> = rules.chain(left_out).collect();
        records.sort_by_key(|record| record.place.place.start);
        records
    }

    fn record<'a>(&'a self, rule: &'a ExtractedDefinition<'g>) -> ExtractedRuleRecord<'a> {
        let listing = self.grammar.listing();
        let (first, again) = rule.again.as_ref().map(|(first, again)| (*first, again)).unzip();
        let finding = again.and_then(DuplicateComparison::finding);
        let string = finding.and_then(|finding| match &finding.fault {
            FindingDetails::Collected { string, .. } => Some(string.as_slice()),
            _ => None,
        });
        let same = again.and_then(|comparison| match comparison {
            DuplicateComparison::Same => Some(true),
            DuplicateComparison::Differs(_) => Some(false),
            DuplicateComparison::Undecided => None,
        });
        let kind = if again.is_some() { ExtractedRuleKind::Again } else { ExtractedRuleKind::Rule };
        ExtractedRuleRecord {
            text: Some(self.printed(rule)),
            first_line: first.map(|place| listing.line_and_column(place.start).0),
            same,
            witness: string.map(witness::text),
            witness_base64: string.and_then(witness::base64),
            reason: finding.map(|finding| finding.message(self.grammar)),
            ..self.head(kind, rule.name, rule.definition.place)
        }
    }

    /// A record with the kind, the name and the place only.
    fn head<'a>(
        &'a self,
        kind: ExtractedRuleKind,
        rule: &'a str,
        place: Span,
    ) -> ExtractedRuleRecord<'a> {
        let listing = self.grammar.listing();
        ExtractedRuleRecord {
            schema: SchemaNumber,
            document: &listing.name,
            kind,
            rule,
            place: RulePlaceRecord::from_place(listing, place),
            text: None,
            first_line: None,
            same: None,
            witness: None,
            witness_base64: None,
            reason: None,
        }
    }

    /// `section 3.2, page 17, line 983`
    fn place(&self, place: Span) -> String {
        let listing = self.grammar.listing();
        let line = format!("line {}", listing.line_and_column(place.start).0);
        listing.part(place.start).map_or(line.clone(), |part| format!("{part}, {line}"))
    }

    /// The lines of a rule without their indent, with the comment after the last.
    fn printed(&self, rule: &ExtractedDefinition<'g>) -> String {
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
            // A continuation is indented more than the first line.
            printed += line.get(indent.min(blank.saturating_sub(1))..).unwrap_or(line);
        }
        printed
    }
}

/// Messages about text that begins like a rule but was not read as one.
pub fn remarks(grammar: &Grammar) -> Vec<String> {
    let listing = grammar.listing();
    let remark = |rule: &RejectedRule| {
        let (line, column) = listing.line_and_column(rule.place.start);
        let RejectedRule { name, reason, .. } = rule;
        format!("{}:{line}:{column}: `{name}` is not read as a rule: {reason}", listing.name)
    };
    left_out(grammar).iter().map(remark).collect()
}

fn left_out(grammar: &Grammar) -> &[RejectedRule] {
    grammar.listing().document.as_ref().map_or(&[], |document| &document.left_out)
}
