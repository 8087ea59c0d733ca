//! Definitions as the documents print them.

use std::ops::Range;

use crate::bnf::{Definition, Grammar, Span};
use crate::diagnose::definition_citation;
use crate::document::Document;
use crate::edition::Edition;

/// A definition as the document prints it, or as an erratum rewrites it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedDefinition {
    /// Its lines in the `.bnf` file, without added comments.
    pub text: String,
    /// Its position in the grammar's text.
    pub place: Span,
    /// The file that contains it: the grammar's own, or one that the grammar extends.
    pub file: String,
    /// The line in that file, from 1.
    pub line: usize,
    /// The page of the document, if known.
    pub page: Option<u32>,
    /// The document that prints it; `None` for a user's grammar and for the core rules of a
    /// notation.
    pub document: Option<Document>,
    /// The lines of the document, from 0; `None` if the document does not print it.
    pub lines: Option<Range<usize>>,
    /// Where it is printed: `RFC 1738, section 5, page 18`.
    pub citation: String,
    /// The number of the erratum that rewrites it; such a definition is not printed.
    pub erratum: Option<String>,
}

/// The definitions of a name in a grammar; `edition` is the edition of the grammar, if any.
pub(super) fn definitions(
    edition: Option<Edition>,
    grammar: &Grammar,
    name: &str,
) -> Vec<PrintedDefinition> {
    let definitions = grammar.find(name).map(|id| grammar.production(id).definitions());
    let printed = |definition| printed(edition, grammar, definition);
    definitions.unwrap_or_default().iter().map(printed).collect()
}

fn printed(
    edition: Option<Edition>,
    grammar: &Grammar,
    definition: &Definition,
) -> PrintedDefinition {
    let listing = grammar.listing();
    let place = definition.place;
    let lines: Vec<&str> = listing.printed_lines(place).map(str::trim_end).collect();
    PrintedDefinition {
        text: lines.join("\n"),
        place,
        file: listing.source(place.start).0.name.clone(),
        line: listing.line_and_column(place.start).0,
        page: listing.page(place.start),
        document: edition
            .and_then(|edition| edition.printed_in(definition))
            .map(|(document, _)| document),
        lines: edition.and_then(|edition| edition.printed_lines(definition)),
        citation: definition_citation(edition, grammar, definition),
        erratum: definition.erratum.clone(),
    }
}
