//! The grammar that stands in a document, taken out of it: each rule with its place.
//!
//! As text it is a grammar file again. A rule that the document gives in a section and
//! collects in an appendix stands there once, with both places, if both say the same; if
//! they do not, there are two.

use serde::Serialize;

use super::record::SCHEMA;
use super::witness;
use crate::bnf::{Definition, Grammar, LeftOut, Place};
use crate::lint::{Fault, Finding, collected};

/// A grammar that was read from a document.
#[derive(Debug)]
pub struct Extraction<'g> {
    grammar: &'g Grammar,
    rules: Vec<Rule<'g>>,
}

/// One place at which a document gives a rule.
#[derive(Debug)]
struct Rule<'g> {
    name: &'g str,
    definition: &'g Definition,
    /// Where the document gives it first, if that is not here.
    first: Option<Place>,
    /// What tells the two apart, if they do not say the same.
    differs: Option<Finding>,
}

/// What a program reads of a rule, or of what was taken for none.
#[derive(Debug, Serialize)]
pub struct Record<'a> {
    schema: u32,
    document: &'a str,
    kind: &'static str,
    rule: &'a str,
    line: usize,
    column: usize,
    start: usize,
    end: usize,
    page: Option<u32>,
    section: Option<&'a str>,
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
        let mut differing = collected(grammar);
        let first = grammar.ids().flat_map(|id| {
            let definitions = grammar.production(id).definitions();
            definitions.iter().map(move |definition| (id, definition, None))
        });
        let again = grammar.collected().iter().map(|(id, definition)| {
            let first = grammar.production(*id).definitions().first();
            (*id, definition, first.map(|it| it.name_place))
        });
        let rules = first
            .chain(again)
            .filter(|(_, it, _)| grammar.listing().is_own(it.place.start) && it.erratum.is_none());
        let mut rules: Vec<Rule<'g>> = rules
            .map(|(id, definition, first)| {
                let is_here = |it: &Finding| it.place == definition.name_place;
                let at = differing.iter().position(is_here).filter(|_| first.is_some());
                let differs = at.map(|at| differing.swap_remove(at));
                Rule { name: grammar.name(id), definition, first, differs }
            })
            .collect();
        rules.sort_by_key(|rule| rule.definition.place.start);
        Extraction { grammar, rules }
    }

    /// Whether a rule that is given twice does not say the same both times.
    pub fn differs(&self) -> bool {
        self.rules.iter().any(|rule| rule.differs.is_some())
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
        for rule in self.rules.iter().filter(|rule| rule.first.is_none() || rule.differs.is_some())
        {
            let own = rule.definition.name_place;
            let mut places = vec![self.place(own)];
            let again = self.rules.iter().filter(|it| it.first == Some(own));
            places.extend(again.map(|it| match it.differs {
                None => format!("again in {}: the same strings", self.place(it.definition.place)),
                Some(_) => format!("again in {}: other strings", self.place(it.definition.place)),
            }));
            if let Some(first) = rule.first {
                places.push(format!("first in {}: other strings", self.place(first)));
            }
            text += &format!("\n{sign} {}\n{}\n", places.join("; "), self.printed(rule));
        }
        text
    }

    /// The rules, and what was taken for none, for programs.
    pub fn records(&self) -> Vec<Record<'_>> {
        let mut records: Vec<Record<'_>> = self.rules.iter().map(|it| self.record(it)).collect();
        records.extend(self.left_out().iter().map(|it| Record {
            kind: "left-out",
            reason: Some(it.reason.to_string()),
            ..self.at(&it.name, it.place)
        }));
        records.sort_by_key(|record| record.start);
        records
    }

    /// What begins as a rule does and was taken for none, in words.
    pub fn remarks(&self) -> Vec<String> {
        let listing = self.grammar.listing();
        let remark = |it: &LeftOut| {
            let (line, column) = listing.line_and_column(it.place.start);
            let LeftOut { name, reason, .. } = it;
            format!("{}:{line}:{column}: `{name}` is taken for no rule: {reason}", listing.name)
        };
        self.left_out().iter().map(remark).collect()
    }

    fn left_out(&self) -> &[LeftOut] {
        self.grammar.listing().document.as_ref().map_or(&[], |it| &it.left_out)
    }

    fn record(&self, rule: &Rule<'g>) -> Record<'_> {
        let listing = self.grammar.listing();
        let string = rule.differs.as_ref().and_then(|finding| match &finding.fault {
            Fault::Collected { string, .. } => Some(string.as_slice()),
            _ => None,
        });
        Record {
            kind: if rule.first.is_some() { "again" } else { "rule" },
            text: Some(self.printed(rule)),
            first_line: rule.first.map(|it| listing.line_and_column(it.start).0),
            same: rule.first.map(|_| rule.differs.is_none()),
            witness: string.map(|it| witness::text(it).into_owned()),
            witness_base64: string.and_then(witness::base64),
            reason: rule.differs.as_ref().map(|it| it.message(self.grammar)),
            ..self.at(rule.name, rule.definition.place)
        }
    }

    fn at<'a>(&'a self, rule: &'a str, place: Place) -> Record<'a> {
        let listing = self.grammar.listing();
        let (line, column) = listing.line_and_column(place.start);
        Record {
            schema: SCHEMA,
            document: &listing.name,
            kind: "rule",
            rule,
            line,
            column,
            start: place.start,
            end: place.end,
            page: listing.page(place.start),
            section: listing.document.as_ref().and_then(|it| it.section(place.start)),
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

    /// The lines of a rule, at the edge, with the comment behind the last of them.
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
