//! A URL that a document prints: in full by the grammar of that document, in a row by each other.

use maud::{Markup, html};

use super::address::{self, Base};
use super::judgement::Judged;
use super::page::{Head, page as whole};
use super::{Book, claim, document, table, words};
use crate::diagnose::{Examination, examine};
use crate::edition::{Edition, Reading};
use crate::text::column;

pub use crate::printed_url::{PrintedUrl, corpus};

/// The page of a printed URL.
pub fn page(book: &Book, path: &str, number: usize) -> String {
    let Some(printed) = corpus().nth(number) else { return String::new() };
    let title = format!("{}: {}", number + 1, printed.url);
    whole(&Head::new(path, &title), &text(book, printed, Base::of(path))).into_string()
}

fn text(book: &Book, printed: PrintedUrl, base: Base) -> Markup {
    let edition: Option<Edition> = printed.document.parse().ok();
    html! {
        h1 { code { (claim::shown(printed.url.as_bytes())) } }
        p {
            "Printed in "
            @if let Some(edition) = edition {
                (document::cited(&format!("{}, {}", edition.document().citation(), printed.place), base))
                " (" a href=(base.to(&address::edition(edition))) { (edition) } ")"
            }
            @if !printed.note.is_empty() { "; " (words::markup(printed.note)) }
            ". " a href=(base.to("urls/index.html")) { "All URLs" } "."
        }
        @if let Some(edition) = edition {
            h2 id=(edition) { "By its own grammar, " (edition) }
            (judged(book, edition, printed.url.as_bytes(), base))
        }
        h2 #all { "By the " @if edition.is_some() { "other " } "grammars" }
        p { "A verdict leads to the live page, which shows the derivation or the place of the failure." }
        div.scroll tabindex="0" role="group" aria-label="By the other grammars" {
            table {
                (table::head(["grammar", "verdict", "reason"]))
                tbody {
                    @for other in Edition::ALL.into_iter().filter(|&it| Some(it) != edition) {
                        (brief(book, other, printed.url.as_bytes(), base))
                    }
                }
            }
        }
    }
}

/// The verdict of an edition, and the reason: a row for each reading that says something else.
fn brief(book: &Book, edition: Edition, input: &[u8], base: Base) -> Markup {
    let readings = readings(book, edition, input);
    let alone = readings.len() == 1;
    html! {
        @for (number, (reading, examination)) in readings.iter().enumerate() {
            @let judge = book.judge(edition, *reading);
            @let diagnostic = examination.diagnostic.as_ref();
            @let verdict = examination.judgement.verdict;
            tr id=[(!alone).then(|| format!("{edition}-{reading}"))] data-code=[diagnostic.map(|it| it.code)]
                data-offset=[diagnostic.map(|it| it.offset)] {
                th scope="row" id=[(number == 0).then_some(edition)] {
                    a href=(base.to(&address::edition(edition))) { (edition) }
                    @if !alone { " " (reading) }
                }
                td { (claim::judged(input, edition, *reading, verdict, base)) }
                td {
                    @match diagnostic {
                        Some(diagnostic) => {
                            span.reason { (words::markup(&diagnostic.message(judge, input))) }
                            ", column " (column(input, diagnostic.offset))
                        },
                        None => (words::markup(&examination.headline(judge, input))),
                    }
                }
            }
        }
    }
}

/// What the readings of an edition say of a string: the corrected one alone, where both agree.
fn readings<'b>(
    book: &'b Book,
    edition: Edition,
    input: &'b [u8],
) -> Vec<(Reading, Examination<'b>)> {
    let examined = |reading| (reading, examine(book.judge(edition, reading), input));
    let [printed, corrected] = Reading::ALL.map(examined);
    if alike(&printed.1, &corrected.1) { vec![corrected] } else { vec![printed, corrected] }
}

/// What an edition says of it: once, where its two readings say the same.
fn judged(book: &Book, edition: Edition, input: &[u8], base: Base) -> Markup {
    let shown = readings(book, edition, input);
    html! {
        @for (reading, examination) in &shown {
            @let judge = book.judge(edition, *reading);
            @let judged = Judged { input, judge, examination };
            @if shown.len() > 1 { h3 id={ (edition) "-" (reading) } { (reading) } }
            (judged.whole(book, base, &|it| judged.claim(base, it)))
        }
    }
}

/// Whether two readings have the same result for a string.
pub fn alike(one: &Examination<'_>, other: &Examination<'_>) -> bool {
    let said = |it: &Examination<'_>| {
        let failure = it.diagnostic.as_ref().map(|it| (it.code, it.offset, it.chain.clone()));
        (it.judgement.verdict, failure, it.judgement.matched)
    };
    said(one) == said(other)
}
