//! A production: its printed text, its properties, and its history.

use std::io;

use codespan_reporting::term::termcolor::Color;

use super::{DescriptionWriter, INDENT, remark_entry, remark_text};
use crate::diff::{PlainWitnesses, language};
use crate::excerpt::{Screen, string, width};
use crate::record::SchemaNumber;
use crate::records::{self, ExplainProductionRecord};
use crate::witness::{Witness, base64, text};
use urlbnf_url::description::{
    LineageEntry, PartnerComparison, PrintedDefinition, ProductionDescription, ProductionProperties,
};
use urlbnf_url::edition::{Edition, Reading};
use urlbnf_url::sample::NearMiss;
use urlbnf_url::timeline::is_side_branch;

/// Writes a description for a terminal.
///
/// # Errors
/// If writing to the output fails.
pub fn write(description: &ProductionDescription, screen: &mut Screen<'_>) -> io::Result<()> {
    let grammar = description.grammar();
    let mut page = DescriptionWriter::new(screen);
    page.bold(description.name())?;
    writeln!(page.output, "  {}", description.title())?;
    let mut about =
        vec![("is", kinds(&description.facts)), ("strings", strings(&description.facts))];
    about.push(("uses", grammar.names(&description.uses).join(", ")));
    about.push(("used by", grammar.names(&description.used_by).join(", ")));
    page.about(&about)?;
    page.printed(description, &description.definitions, "as printed")?;
    // The definitions of the other reading.
    let corrected = description.definitions.iter().any(|definition| definition.erratum.is_some());
    page.printed(
        description,
        &description.otherwise,
        if corrected { "as printed" } else { "corrected" },
    )?;
    let rules: Vec<&str> = description.rules.iter().map(|rule| rule.text.as_str()).collect();
    if !rules.is_empty() {
        page.heading("as a pest rule")?;
        page.lines(&rules.join("\n"))?;
    }
    let remarks: Vec<_> = description.remarks.iter().map(|remark| remark_entry(remark)).collect();
    page.entries("remarks", &remarks)?;
    if !description.examples.is_empty() {
        page.heading("accepts")?;
        let examples: Vec<String> =
            description.examples.iter().map(|example| string(example)).collect();
        page.lines(&examples.join("\n"))?;
    }
    page.near_misses(&description.near_misses)?;
    page.history(description)
}

/// The effect of a step on a production, in pieces with their colours.
fn parts(change: &PartnerComparison) -> Vec<(String, Option<Color>)> {
    let plain = |plain: &Option<Vec<u8>>| plain.as_deref().map(string);
    let mut parts = match (plain(&change.gained), plain(&change.lost)) {
        (Some(gained), Some(lost)) => vec![
            (format!("some gained ({gained})"), Some(Color::Green)),
            (", ".to_owned(), None),
            (format!("some lost ({lost})"), Some(Color::Red)),
        ],
        (gained, lost) => {
            let gained = gained.map(|string| (format!(", gained {string}"), Some(Color::Green)));
            let lost = lost.map(|string| (format!(", lost {string}"), Some(Color::Red)));
            let words = (change.relation.words().to_owned(), None);
            [Some(words), gained, lost].into_iter().flatten().collect()
        }
    };
    if !change.reworded {
        parts.push((", same text".to_owned(), None));
    }
    parts
}

impl DescriptionWriter<'_> {
    fn printed(
        &mut self,
        description: &ProductionDescription,
        definitions: &[PrintedDefinition],
        what: &str,
    ) -> io::Result<()> {
        for definition in definitions {
            let what = match &definition.erratum {
                Some(number) => format!("corrected by erratum {number}"),
                None => what.to_owned(),
            };
            let line = format!("{} line {}", definition.file, definition.line);
            let document = definition.document.zip(definition.lines.as_ref());
            let document = document.map(|(document, lines)| {
                // The text of RFC 6874 is a grammar too, with the name of the file here.
                let name = document.text_file();
                let folder = if name == definition.file { "documents/" } else { "" };
                format!(", {folder}{name} line {}", lines.start + 1)
            });
            let document = document.unwrap_or_default();
            let place = match description.edition.is_none() || definition.citation.contains(&line) {
                true => format!("{}{document}", definition.citation),
                false => format!("{} ({line}{document})", definition.citation),
            };
            self.heading(&format!("{what}: {place}"))?;
            self.lines(&definition.text)?;
        }
        Ok(())
    }

    fn near_misses(&mut self, misses: &[NearMiss]) -> io::Result<()> {
        if misses.is_empty() {
            return Ok(());
        }
        self.heading("near misses")?;
        let shown: Vec<String> = misses.iter().map(|miss| string(&miss.string)).collect();
        let columns = shown.iter().map(|text| width(text)).max().unwrap_or(0);
        for (shown, miss) in shown.iter().zip(misses) {
            let gap = columns - width(shown);
            if INDENT + columns + 2 + width(&miss.reason) > self.columns {
                writeln!(self.output, "{:INDENT$}{shown}", "")?;
                self.below(&miss.reason)?;
                continue;
            }
            writeln!(self.output, "{:INDENT$}{shown}{:gap$}  {}", "", "", miss.reason)?;
        }
        Ok(())
    }

    fn history(&mut self, description: &ProductionDescription) -> io::Result<()> {
        if description.history.is_empty() {
            return Ok(());
        }
        self.heading("through the documents")?;
        let named = |entry: &LineageEntry| match entry.productions.is_empty() {
            true => "-".to_owned(),
            false => {
                entry.edition.grammar(description.reading).names(&entry.productions).join(", ")
            }
        };
        let generations = &description.history;
        let columns = generations.iter().map(|entry| width(&named(entry))).max().unwrap_or(0);
        let names_width =
            Edition::ALL.iter().map(|edition| edition.name().len()).max().unwrap_or(0) + 2;
        for generation in generations {
            let branch = if is_side_branch(generation.edition) { "└ " } else { "" };
            let edition = format!("{branch}{}", generation.edition);
            let name = named(generation);
            write!(self.output, "{:INDENT$}{edition:<names_width$}  {name}", "")?;
            if let Some(change) = &generation.change {
                let parts = parts(change);
                let parts_width: usize = parts.iter().map(|(text, _)| width(text)).sum();
                match INDENT + names_width + 2 + columns + 2 + parts_width > self.columns {
                    true => write!(self.output, "\n{:1$}", "", 2 * INDENT)?,
                    false => write!(self.output, "{:1$}  ", "", columns - width(&name))?,
                }
                // If the pieces do not fit on one line, each has its own.
                let apart = 2 * INDENT + parts_width > self.columns;
                for (text, ink) in &parts {
                    let text = match text.strip_prefix(", ").filter(|_| apart) {
                        Some(text) => {
                            write!(self.output, ",\n{:1$}", "", 2 * INDENT)?;
                            text
                        }
                        None => text,
                    };
                    match ink {
                        Some(ink) => self.painted(*ink, text)?,
                        None => write!(self.output, "{text}")?,
                    }
                }
            }
            writeln!(self.output)?;
            let words = match (generation.instead.is_empty(), generation.reason) {
                (true, reason) => reason.unwrap_or_default().to_owned(),
                (false, reason) => {
                    let grammar = generation.edition.grammar(description.reading);
                    let instead = grammar.names(&generation.instead).join(", ");
                    let reason = reason.map_or(String::new(), |reason| format!(" ({reason})"));
                    format!("counterpart of the one before: {instead}{reason}")
                }
            };
            self.below(&words)?;
        }
        Ok(())
    }
}

/// The kinds of a production, in words.
fn kinds(facts: &ProductionProperties) -> String {
    let flags = [
        (facts.start, "the start"),
        (facts.unit, "one unit long"),
        (facts.recursive, "defined by itself"),
        (facts.doubly_defined, "defined twice"),
        (facts.unreachable, "not used by the start"),
        (facts.undefined, "used but not defined"),
    ];
    let kinds: Vec<&str> = flags.iter().filter(|(is, _)| *is).map(|(_, words)| *words).collect();
    kinds.join(", ")
}

/// The number and the lengths of its strings, in words.
fn strings(facts: &ProductionProperties) -> String {
    let cases = if facts.any_case { "; a letter in both its cases counts twice" } else { "" };
    match (&facts.shortest, &facts.count, facts.longest) {
        (Some(shortest), None, _) if !facts.is_counted => {
            format!("not counted; a shortest one is {}", string(shortest))
        }
        (Some(shortest), None, _) => {
            format!("infinitely many; the shortest is {}", string(shortest))
        }
        (Some(only), Some(count), _) if count == "1" => format!("one, {}", string(only)),
        (Some(_), Some(count), Some(1)) => format!("{count}, one character each{cases}"),
        (Some(shortest), Some(count), Some(longest)) => {
            let lengths = match shortest.len() {
                shortest if shortest == longest => format!("each {longest}"),
                shortest => format!("{shortest} to {longest}"),
            };
            format!("{count}, {lengths} bytes long{cases}")
        }
        _ => "none".to_owned(),
    }
}

/// A description as data.
pub fn record(description: &ProductionDescription) -> ExplainProductionRecord<'_> {
    let grammar = description.grammar();
    let remarks = description.remarks.iter();
    ExplainProductionRecord {
        schema: SchemaNumber,
        production: description.name(),
        edition: description.edition,
        grammar: description.grammar_name(),
        reading: description.reading,
        definitions: description.definitions.iter().map(definition).collect(),
        otherwise: description.otherwise.iter().map(definition).collect(),
        rules: description.rules.iter().map(|rule| rule.text.as_str()).collect(),
        uses: grammar.names(&description.uses),
        used_by: grammar.names(&description.used_by),
        remarks: remarks
            .map(|remark| records::ProductionRemarkRecord {
                number: remark.number.to_string(),
                text: remark_text(remark),
            })
            .collect(),
        facts: facts(&description.facts),
        examples: description.examples.iter().map(|example| text(example)).collect(),
        examples_base64: description.examples.iter().map(|example| base64(example)).collect(),
        near_misses: description
            .near_misses
            .iter()
            .map(|miss| records::NearMissRecord::from_near_miss(grammar, miss))
            .collect(),
        history: description
            .history
            .iter()
            .map(|entry| generation(entry, description.reading))
            .collect(),
    }
}

fn definition(printed: &PrintedDefinition) -> records::DefinitionRecord<'_> {
    records::DefinitionRecord {
        text: &printed.text,
        line: printed.line,
        page: printed.page,
        citation: &printed.citation,
        erratum: printed.erratum.as_deref(),
        document_line: printed.lines.as_ref().map(|lines| lines.start + 1),
    }
}

fn facts(facts: &ProductionProperties) -> records::ProductionFactsRecord<'_> {
    records::ProductionFactsRecord {
        start: facts.start,
        unit: facts.unit,
        undefined: facts.undefined,
        doubly_defined: facts.doubly_defined,
        unreachable: facts.unreachable,
        derives_nothing: facts.derives_nothing,
        recursive: facts.recursive,
        counted: facts.is_counted,
        count: facts.count.as_deref(),
        shortest: facts.shortest.as_deref().map(text),
        shortest_base64: facts.shortest.as_deref().and_then(base64),
        longest: facts.longest,
        alphabet: text(&facts.alphabet),
        alphabet_base64: base64(&facts.alphabet),
    }
}

fn generation(generation: &LineageEntry, reading: Reading) -> records::ProductionStageRecord {
    let grammar = generation.edition.grammar(reading);
    records::ProductionStageRecord {
        edition: generation.edition,
        production: generation.production().map(|id| grammar.name(id)),
        productions: grammar.names(&generation.productions),
        named: generation.named,
        instead: grammar.names(&generation.instead),
        reason: generation.reason,
        change: generation.change.as_ref().map(|change| records::ProductionChangeRecord {
            by: change.by.name(),
            reworded: change.reworded,
            language: language(&change.relation),
            plain: PlainWitnesses {
                gained: change.gained.as_deref().map(Witness::from_bytes),
                lost: change.lost.as_deref().map(Witness::from_bytes),
            },
        }),
    }
}
