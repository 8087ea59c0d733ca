//! The schemes through the documents, as a table.

use std::fmt::Write as _;

use super::markdown::code;
use super::scheme::covered;
use urlbnf_bnf::automaton::Relation;
use urlbnf_bnf::text::markdown;
use urlbnf_url::diff::{SchemeCoverage, SchemeHistories};

/// Writes a history as a Markdown table: the productions that derive a scheme in each grammar,
/// and how that language compares with the one before.
pub fn write(history: &SchemeHistories<'_>) -> String {
    let mut page = String::from("| scheme |");
    for side in &history.sides {
        let _ = write!(page, " {} |", markdown(&side.name));
    }
    page.push_str("\n|---|");
    page.push_str(&"---|".repeat(history.sides.len()));
    page.push('\n');
    for row in &history.rows {
        let scheme = row.scheme.as_deref().map_or_else(|| "any".to_owned(), code);
        let _ = write!(page, "| {scheme} |");
        let relations = row.changes.iter().map(|change| Some(&change.relation));
        let covered_by = [row.first.clone()]
            .into_iter()
            .chain(row.changes.iter().map(|change| change.new.ids()));
        let relations = [None].into_iter().chain(relations);
        for ((side, by), relation) in history.sides.iter().zip(covered_by).zip(relations) {
            let names = match by {
                SchemeCoverage::Nothing => "nothing".to_owned(),
                by => {
                    let names = covered(side.grammar, &by);
                    names.iter().map(|name| code(name)).collect::<Vec<_>>().join(", ")
                }
            };
            let relation = relation.map(Relation::words);
            let _ = match relation {
                Some(relation) => write!(page, " {names}<br>{relation} |"),
                None => write!(page, " {names} |"),
            };
        }
        page.push('\n');
    }
    page
}
