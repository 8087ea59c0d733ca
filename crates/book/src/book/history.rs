//! Each scheme through the documents: a picture, and a table in words.

use maud::{Markup, html};

use super::address::{self, LinkBase};
use super::timeline_page::names;
use super::{Book, grid, table};
use crate::diff::{SchemeCoverage, SchemeHistories};
use crate::edition::{Edition, JudgingProductions, Reading};
use crate::timeline;

/// The content of the page. Every scheme, production and character also has its own page.
pub fn text(book: &Book, base: LinkBase) -> Markup {
    html! {
        h1 { "History" }
        p {
            "What became of each scheme from one grammar to the next, in the corrected reading. A field opens: it "
            "tells which productions, a string that was let in, and one that was shut out."
        }
        @if let Some(history) = book.history() { (grid::grid(history, base)) }
        h2 #table { "In words" }
        p {
            "The production of each scheme in each grammar, in the corrected reading, and how it compares with "
            "the grammar before: " em { "wider" } " allows more, " em { "narrower" } " allows less, "
            em { "some gained, some lost" } " allows strings that were not allowed, and no longer allows others. Of the line, " (timeline::MISSING) "."
        }
        @if let Some(history) = book.history() { (table(history, base)) }
        h2 { "From one to the next" }
        ul {
            @for (old, new) in Edition::pairs() {
                li { a href=(base.to(&address::changes(old, new))) { (old) " → " (new) } }
            }
        }
        p { "The story is told in " a href=(base.to(&address::prose("history"))) { "Five documents, and those after them" } "." }
    }
}

fn table(history: &SchemeHistories<'_>, base: LinkBase) -> Markup {
    html! {
        div.scroll.names tabindex="0" role="group" aria-label="Schemes through the documents" {
            table {
                (table::by_edition("scheme", Edition::LINE, base))
                tbody {
                    @for row in &history.rows {
                        tr {
                            th scope="row" {
                                @match &row.scheme {
                                    Some(scheme) => a href=(base.to(&address::scheme(scheme))) { code { (scheme) } },
                                    None => "any",
                                }
                            }
                            td { (covered(Edition::LINE[0], &row.first, base)) }
                            @for (number, change) in row.changes.iter().enumerate() {
                                @let new = Edition::LINE[number + 1];
                                @let old = new.before().unwrap_or(new);
                                td {
                                    (covered(new, &change.new.ids(), base)) br;
                                    // There is no section if neither grammar has schemes.
                                    @let known = [old, new].iter().any(|edition| edition.judged() == JudgingProductions::Schemes);
                                    @let section = if known { "#schemes" } else { "" };
                                    a.faint href=(base.to(&format!("{}{section}", address::changes(old, new)))) {
                                        (change.relation.words())
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

pub(super) fn covered(edition: Edition, by: &SchemeCoverage, base: LinkBase) -> Markup {
    let ids = by.productions();
    html! {
        @if ids.is_empty() { "nothing" }
        (names((edition, Reading::Corrected), ids, base))
    }
}
