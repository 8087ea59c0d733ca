//! A grammar: the document that prints it, its contents, and its peculiarities.

use std::io;

use super::{DescriptionWriter, remark_entry, remark_text};
use crate::excerpt::Screen;
use crate::nesting::{NestingRecord, holds_for};
use crate::record::SchemaNumber;
use crate::records::{ExplainGrammarRecord, GrammarRemarkRecord, OwnSchemeRecord};
use urlbnf_url::description::GrammarDescription;
use urlbnf_url::edition::{Document, Edition, Reading};
use urlbnf_url::remark::RemarkKind;

/// Writes a description for a terminal.
///
/// # Errors
/// If writing to the output fails.
pub fn write(description: &GrammarDescription, screen: &mut Screen<'_>) -> io::Result<()> {
    let grammar = description.grammar();
    let document = description.edition.map(Edition::document);
    let mut page = DescriptionWriter::new(screen);
    page.bold(description.grammar_name())?;
    match description.edition.is_some() || grammar.listing().has_errata() {
        true => writeln!(page.output, "  {}", description.reading)?,
        false => writeln!(page.output)?,
    }
    let schemes: Vec<&str> =
        description.schemes.iter().map(|(scheme, _)| scheme.as_str()).collect();
    page.about(&[
        (
            "document",
            document
                .map(|document| format!("{}, {}", document.citation(), document.date()))
                .unwrap_or_default(),
        ),
        ("section", description.edition.map(Edition::section).unwrap_or_default().to_owned()),
        ("notation", grammar.listing().notation.name().to_owned()),
        ("start", grammar.name(description.start).to_owned()),
        ("productions", counted(description)),
        ("schemes", schemes.join(", ")),
        ("any scheme", grammar.names(&description.generic).join(", ")),
        ("undefined", grammar.names(&description.undefined).join(", ")),
        ("unused", grammar.names(&description.unreachable).join(", ")),
        ("defined twice", grammar.names(&description.doubly_defined).join(", ")),
        (
            "holds for",
            description.nesting.as_ref().map(|limit| holds_for(limit, grammar)).unwrap_or_default(),
        ),
    ])?;
    let kinds = [
        (RemarkKind::Interpretation, "interpretations, in both readings"),
        (RemarkKind::Erratum, "errata, in the corrected reading"),
        (RemarkKind::Note, "notes, which change no language"),
        (RemarkKind::Deviation, "deviations of the transcription"),
        (RemarkKind::Shortcut, "shortcuts of the transcription"),
    ];
    for (kind, heading) in kinds {
        let remarks = description.remarks.iter().filter(|remark| remark.number.kind == kind);
        let remarks: Vec<_> = remarks
            .map(|remark| match kind.is_of_a_rule() {
                // The reason for a deviation is in the explanation of the production.
                true => (remark.number.to_string(), remark.what.to_owned()),
                false => {
                    let (number, text) = remark_entry(remark);
                    (number, format!("{}: {text}", remark.productions.join(", ")))
                }
            })
            .collect();
        page.entries(heading, &remarks)?;
    }
    Ok(())
}

/// The number of productions; for an edition first the number as printed.
fn counted(description: &GrammarDescription) -> String {
    let all = description.productions.len();
    let printed =
        description.edition.map(|edition| edition.grammar(Reading::Printed).defined().count());
    match printed.filter(|printed| *printed != all) {
        Some(printed) => format!("{printed} as printed, {all} with the errata"),
        None => all.to_string(),
    }
}

/// A description as data.
pub fn record(description: &GrammarDescription) -> ExplainGrammarRecord<'_> {
    let grammar = description.grammar();
    let document = description.edition.map(Edition::document);
    let schemes = description.schemes.iter();
    let remarks = description.remarks.iter().map(|remark| GrammarRemarkRecord {
        number: remark.number.to_string(),
        productions: remark.productions,
        text: remark_text(remark),
    });
    ExplainGrammarRecord {
        schema: SchemaNumber,
        edition: description.edition,
        grammar: description.grammar_name(),
        reading: description.reading,
        document: document.map(Document::citation),
        date: document.map(Document::date),
        section: description.edition.map(Edition::section),
        notation: grammar.listing().notation,
        start: grammar.name(description.start),
        productions: grammar.names(&description.productions),
        schemes: schemes
            .map(|(scheme, id)| OwnSchemeRecord { scheme, production: grammar.name(*id) })
            .collect(),
        generic: grammar.names(&description.generic),
        remarks: remarks.collect(),
        undefined: grammar.names(&description.undefined),
        unreachable: grammar.names(&description.unreachable),
        doubly_defined: grammar.names(&description.doubly_defined),
        nesting: description
            .nesting
            .as_ref()
            .map(|limit| NestingRecord::from_limit(limit, grammar)),
    }
}
