//! The results of today's libraries as a picture: a row for each production of RFC 3986, a
//! column for each library, and in each cell the number of cases that differ from the grammar.

use maud::{Markup, html};
use urlbnf_bnf::picture::Picture;

use super::{LibraryRecord, LibraryRunRecord, all, differing_cases, otherwise};

/// The suite with the most tested libraries.
const SUITE: (&str, &str) = ("rfc3986", "URI-reference");

const CELL: (usize, usize) = (32, 22);
const MARGIN: usize = 20;
/// The room for the names of productions, and for the slanted names of libraries.
const NAMES: (usize, usize) = (150, 190);
/// The gap between the libraries that claim to check and the others.
const GAP: usize = 24;
const LEGEND: usize = 70;

/// The picture as SVG.
pub fn svg() -> String {
    let columns = columns(all());
    let Some((_, first)) = columns.first() else { return String::new() };
    let rows: Vec<(&str, usize)> = first
        .productions
        .iter()
        .map(|row| (row.production.as_str(), row.counts.iter().sum()))
        .collect();
    let x = |column: usize| {
        let compared = columns.get(column).is_none_or(|(_, run)| !run.claimed);
        MARGIN + NAMES.0 + column * CELL.0 + if compared { GAP } else { 0 }
    };
    let y = |row: usize| MARGIN + NAMES.1 + row * CELL.1;
    let legend = y(rows.len()) + MARGIN;
    Picture {
        kind: "railroad",
        title: "What libraries answer otherwise than RFC 3986",
        description: &description(&columns),
        width: x(columns.len()) + NAMES.1 / 2 + MARGIN,
        height: legend + LEGEND,
        has_links: false,
        body: html! {
            @for (column, (library, _)) in columns.iter().enumerate() {
                @let (x, y) = (x(column) + CELL.0 / 2 + 4, y(0) - 8);
                text class="library" transform={ "translate(" (x) " " (y) ") rotate(-60)" } {
                    (library.program)
                }
            }
            @for (row, (name, cases)) in rows.iter().enumerate() {
                text x=(MARGIN) y=(y(row) + CELL.1 - 6) { (name) }
                @for (column, (_, run)) in columns.iter().enumerate() {
                    (cell(differing_cases(run, name), *cases, x(column), y(row)))
                }
            }
            text class="caption" x=(MARGIN) y=(legend + 10) {
                "Left: they claim to check by RFC 3986. Right: they do not, and are compared only."
            }
            text x=(MARGIN) y=(legend + 34) {
                "A number: in so many cases of this production it says otherwise than the grammar."
            }
        },
    }
    .svg()
}

/// The libraries tested with the suite: those that claim to check first, and each group by
/// increasing number of differences.
fn columns(libraries: &[LibraryRecord]) -> Vec<(&LibraryRecord, &LibraryRunRecord)> {
    let (grammar, start) = SUITE;
    let run = |library| -> Option<(&LibraryRecord, &LibraryRunRecord)> {
        let library: &LibraryRecord = library;
        let claimed = || library.run(grammar, start, true);
        Some((library, claimed().or_else(|| library.run(grammar, start, false))?))
    };
    let mut columns: Vec<(&LibraryRecord, &LibraryRunRecord)> =
        libraries.iter().filter_map(run).collect();
    // Libraries without a claim are not ranked.
    columns.sort_by_key(|(_, run)| {
        (!run.claimed, if run.claimed { otherwise(&run.counts) } else { 0 })
    });
    columns
}

fn cell(count: usize, cases: usize, x: usize, y: usize) -> Markup {
    // In tenths, with a minimum so that the cell is visible.
    let share = (count * 10).div_ceil(cases.max(1)).clamp(3, 10);
    html! {
        g class=(if count == 0 { "none" } else { "nonterminal" }) {
            rect x=(x) y=(y) width=(CELL.0) height=(CELL.1)
                fill-opacity=[(count > 0).then(|| if share == 10 { "1".to_owned() } else { format!("0.{share}") })] {}
            @if count > 0 { text x=(x + CELL.0 / 2) y=(y + CELL.1 - 6) { (count) } }
        }
    }
}

fn description(columns: &[(&LibraryRecord, &LibraryRunRecord)]) -> String {
    let line = |(library, run): &(&LibraryRecord, &LibraryRunRecord)| {
        let cases: usize = run.counts.iter().sum();
        let claims = if run.claimed { "claims to check" } else { "compared only" };
        format!("{}: {} of {cases} cases, {claims}.", library.title(), otherwise(&run.counts))
    };
    columns.iter().map(line).collect::<Vec<_>>().join("\n")
}
