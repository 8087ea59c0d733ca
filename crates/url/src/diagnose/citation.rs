//! Citations of productions: document, section and page, or file and line.

use crate::bnf::{Definition, Grammar, ProductionId};
use crate::edition::Edition;
use crate::verdict::Judge;

/// Where a production is printed; if it has several definitions, where the first one is.
pub fn citation(judge: &Judge, production: ProductionId) -> String {
    let (edition, grammar) = (judge.edition(), judge.grammar());
    match grammar.production(production).definitions().first() {
        Some(definition) => definition_citation(edition, grammar, definition),
        None => grammar_citation(edition, grammar),
    }
}

/// The document and section that print a grammar, or the name of its file.
fn grammar_citation(edition: Option<Edition>, grammar: &Grammar) -> String {
    match edition {
        Some(edition) => format!("{}, {}", edition.document().citation(), edition.section()),
        None => grammar.listing().name.clone(),
    }
}

/// Where a definition is printed; `edition` is the edition of the grammar, if any.
pub fn definition_citation(
    edition: Option<Edition>,
    grammar: &Grammar,
    definition: &Definition,
) -> String {
    let listing = grammar.listing();
    let (line, _) = listing.line_and_column(definition.place.start);
    let (source, _) = listing.source(definition.place.start);
    let mut citation = match edition.map(|edition| edition.printed_in(definition)) {
        Some(Some((document, section))) => {
            let place = match listing.page(definition.place.start) {
                Some(page) => format!("page {page}"),
                None => format!("{} line {line}", source.name),
            };
            format!("{}, {section}, {place}", document.citation())
        }
        // A definition that is built in, or that comes from another grammar.
        _ if !source.is_file => source.name.clone(),
        _ => match listing.part(definition.place.start) {
            Some(part) => format!("{}, {part}, line {line}", source.name),
            None => format!("{}, line {line}", source.name),
        },
    };
    if let Some(erratum) = &definition.erratum {
        citation.push_str(&format!(", erratum {erratum}"));
    }
    citation
}
