//! The productions of a scheme in every edition: in a list, or side by side if there is room.

use std::fmt::Write as _;

use super::excerpt::{fill, width};
use urlbnf_bnf::ProductionId;
use urlbnf_url::diagnose::definition_citation;
use urlbnf_url::edition::{Edition, Reading};
use urlbnf_url::scheme::{SchemeAlternatives, scheme_of};

/// The minimum width of a column, and the space between two.
const NARROWEST: usize = 36;
const GAP: usize = 3;
/// The indent of the productions.
const INDENT: usize = 2;

/// A production of a scheme, as an edition prints it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedSchemeProduction {
    /// The citation.
    pub citation: String,
    /// Its name.
    pub name: &'static str,
    /// Its text, line by line.
    pub text: String,
}

/// The productions of a scheme that no other scheme uses, as an edition prints them.
pub fn printed(edition: Edition, scheme: &str) -> Vec<PrintedSchemeProduction> {
    let grammar = edition.grammar(Reading::Printed);
    let schemes = SchemeAlternatives::from_start(grammar, grammar.start());
    let mut ids = schemes.productions(grammar, scheme);
    if ids.is_empty() {
        // A production that no URL is derived from, kept as a note.
        let kept = |id: &ProductionId| scheme_of(grammar, *id).as_deref() == Some(scheme);
        ids = grammar.unreachable_from(grammar.start()).into_iter().filter(kept).collect();
    }
    let definitions = |id: ProductionId| {
        grammar.production(id).definitions().iter().map(move |definition| PrintedSchemeProduction {
            citation: definition_citation(Some(edition), grammar, definition),
            name: grammar.name(id),
            text: edition.text(definition),
        })
    };
    ids.into_iter().flat_map(definitions).collect()
}

/// The editions that have productions of a scheme, and these productions.
pub fn editions(scheme: &str) -> Vec<(Edition, Vec<PrintedSchemeProduction>)> {
    let all = Edition::ALL.into_iter().map(|edition| (edition, printed(edition, scheme)));
    all.filter(|(_, productions)| !productions.is_empty()).collect()
}

/// The productions of a scheme in all editions, in this many columns; `None` for no limit.
pub fn text(scheme: &str, columns: Option<usize>) -> String {
    let editions = editions(scheme);
    let beside = columns.map_or(1, |columns| columns.saturating_sub(INDENT) + GAP);
    let beside = (beside / (NARROWEST + GAP)).clamp(1, editions.len().max(1));
    match columns {
        Some(columns) if beside > 1 => side_by_side(&editions, beside, columns),
        _ => below_each_other(&editions),
    }
}

fn below_each_other(editions: &[(Edition, Vec<PrintedSchemeProduction>)]) -> String {
    let mut text = String::new();
    for (edition, productions) in editions {
        let citation = productions.first().map_or("", |production| production.citation.as_str());
        let _ = write!(text, "\n  {edition}: {citation}\n");
        for line in productions.iter().flat_map(|production| production.text.lines()) {
            let _ = writeln!(text, "    {line}");
        }
    }
    text
}

/// Columns side by side, as many as fit, in rows.
fn side_by_side(
    editions: &[(Edition, Vec<PrintedSchemeProduction>)],
    beside: usize,
    columns: usize,
) -> String {
    let room = (columns - INDENT + GAP) / beside - GAP;
    let mut text = String::new();
    for row in editions.chunks(beside) {
        let cells: Vec<Vec<String>> = row.iter().map(|entry| column(entry, room)).collect();
        let lines = cells.iter().map(Vec::len).max().unwrap_or(0);
        text.push('\n');
        for number in 0..lines {
            let mut line = " ".repeat(INDENT);
            for cell in &cells {
                let part = cell.get(number).map_or("", String::as_str);
                let _ = write!(line, "{part}{:1$}", "", room + GAP - width(part));
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    text
}

/// The lines of one edition: its name, the citation of the first production, and each
/// production with indented continuations.
fn column(
    (edition, productions): &(Edition, Vec<PrintedSchemeProduction>),
    room: usize,
) -> Vec<String> {
    let mut lines = vec![edition.to_string()];
    let citation = productions.first().map_or("", |production| production.citation.as_str());
    lines.extend(fill(citation, room).lines().map(str::to_owned));
    for production in productions {
        let words: Vec<&str> = production.text.split_whitespace().collect();
        let broken = fill(&words.join(" "), room - 2);
        lines.push(String::new());
        for (number, line) in broken.lines().enumerate() {
            let hanging = if number > 0 { "  " } else { "" };
            lines.push(format!("{hanging}{line}"));
        }
    }
    lines
}
