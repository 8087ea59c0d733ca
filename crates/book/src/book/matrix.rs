//! The URLs that the documents print by edition: a table of verdicts, followed by the
//! diagnostics.

use maud::{Markup, html};

use super::Book;
use super::address::{self, LinkBase};
use super::claim;
use super::printed_url::corpus;
use crate::diagnose::{Examination, examine};
use crate::edition::{Edition, Reading};
use crate::text::column;
use crate::verdict::Verdict;

/// The content of the page.
pub fn text(book: &Book, base: LinkBase) -> Markup {
    html! {
        h1 { "Their own URLs" }
        p {
            "The documents print " (corpus().count()) " URLs, and not all of them conform, not even to the "
            "grammar of the document that prints them. Where an edition's two readings differ, both are "
            "shown, the printed one first. A number is the column at which it fails; the URL leads to the reason."
        }
        p {
            (claim::verdict(Verdict::Conforms)) ", " (claim::verdict(Verdict::GenericOnly)) ", "
            (claim::verdict(Verdict::Rejected))
        }
        @for edition in Edition::ALL {
            @let printed = corpus().enumerate().filter(|(_, entry)| entry.document == edition.name());
            @let printed: Vec<_> = printed.collect();
            @if !printed.is_empty() {
                h2 id=(edition) { (edition.document().citation()) }
                div.scroll tabindex="0" role="group" aria-label={ "URLs of " (edition.document().citation()) } {
                    table.matrix {
                        thead {
                            tr {
                                th scope="col" { "printed" }
                                th scope="col" { "URL" }
                                @for edition in Edition::ALL { th scope="col" { (edition) } }
                            }
                        }
                        tbody {
                            @for (number, printed) in printed {
                                tr {
                                    td { (printed.place) }
                                    th.url scope="row" {
                                        a href=(base.to(&address::printed_url(number))) {
                                            code { (printed.url) }
                                        }
                                    }
                                    @for edition in Edition::ALL {
                                        td { (cell(book, edition, printed.url.as_bytes())) }
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

fn cell(book: &Book, edition: Edition, input: &[u8]) -> Markup {
    let [printed, corrected] =
        Reading::ALL.map(|reading| examine(book.judge(edition, reading), input));
    html! {
        @if brief(&printed) == brief(&corrected) {
            (verdict(&corrected, input))
        } @else {
            (verdict(&printed, input))
            br;
            (verdict(&corrected, input))
        }
    }
}

/// The content of a cell.
fn brief(examination: &Examination<'_>) -> (Verdict, Option<usize>) {
    let offset = examination.diagnostic.as_ref().map(|diagnostic| diagnostic.offset);
    (examination.judgement.verdict, offset)
}

fn verdict(examination: &Examination<'_>, input: &[u8]) -> Markup {
    let verdict = examination.judgement.verdict;
    let short = match verdict {
        Verdict::Conforms => "conforms",
        Verdict::GenericOnly => "generic",
        Verdict::Rejected => "rejected",
        Verdict::Undecided => "undecided",
    };
    html! {
        span.(verdict.name()) {
            (claim::sign(verdict)) " " (short)
            @if let Some(diagnostic) = &examination.diagnostic { " " (column(input, diagnostic.offset)) }
        }
    }
}
