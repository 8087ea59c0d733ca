//! Where a production is printed, for people: document, section and page, or file and line.

use crate::bnf::{Definition, Grammar, ProductionId};
use crate::edition::Edition;
use crate::verdict::Judge;

/// Where a production is printed; of one with two definitions, where the first is.
pub fn citation(judge: &Judge, production: ProductionId) -> String {
    let (edition, grammar) = (judge.edition(), judge.grammar());
    match grammar.production(production).definitions().first() {
        Some(definition) => definition_citation(edition, grammar, definition),
        None => grammar_citation(edition, grammar),
    }
}

/// Which document prints a grammar, or which file has it.
fn grammar_citation(edition: Option<Edition>, grammar: &Grammar) -> String {
    match edition {
        Some(edition) => format!("{}, {}", edition.document().citation(), edition.section()),
        None => grammar.listing().name.clone(),
    }
}

/// Where a definition is printed; `edition` is the one whose grammar it is, if it is one's.
pub fn definition_citation(
    edition: Option<Edition>,
    grammar: &Grammar,
    definition: &Definition,
) -> String {
    let mut citation = grammar_citation(edition, grammar);
    let listing = grammar.listing();
    let (line, _) = listing.line_and_column(definition.place.start);
    let (source, _) = listing.source(definition.place.start);
    if source.start > 0 {
        // What stands in every grammar, or comes from another.
        return match source.is_file {
            true => format!("{}, line {line}", source.name),
            false => source.name.clone(),
        };
    }
    match (edition, listing.page(definition.place.start)) {
        (Some(_), Some(page)) => citation.push_str(&format!(", page {page}")),
        (Some(_), None) => citation.push_str(&format!(", {} line {line}", listing.name)),
        (None, _) => citation.push_str(&format!(", line {line}")),
    }
    if let Some(erratum) = &definition.erratum {
        citation.push_str(&format!(", erratum {erratum}"));
    }
    citation
}
