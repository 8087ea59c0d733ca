//! A URL that a document prints, as every edition judges it.

use maud::{Markup, html};

use super::address::{self, Base};
use super::judgement::Judged;
use super::page::{Head, page as whole};
use super::{Book, words};
use super::{claim, document};
use crate::diagnose::{Examination, examine};
use crate::edition::{Edition, Reading};

pub use crate::printed_url::{PrintedUrl, corpus};

/// The page of one of them.
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
        @for edition in Edition::ALL {
            section {
                h2 id=(edition) { (edition) }
                (judged(book, edition, printed.url.as_bytes(), base))
            }
        }
    }
}

/// What an edition says of it: once, where its two readings say the same.
fn judged(book: &Book, edition: Edition, input: &[u8], base: Base) -> Markup {
    let examined = |reading| (reading, examine(book.judge(edition, reading), input));
    let readings = Reading::ALL.map(examined);
    let same = alike(&readings[0].1, &readings[1].1);
    let shown = if same { &readings[1..] } else { &readings[..] };
    html! {
        @for (reading, examination) in shown {
            @let judge = book.judge(edition, *reading);
            @let judged = Judged { input, judge, examination };
            @if !same { h3 id={ (edition) "-" (reading) } { (reading) } }
            (judged.whole(book, base, &|it| judged.claim(base, it)))
        }
    }
}

/// Whether two readings say the same of a string.
pub fn alike(one: &Examination<'_>, other: &Examination<'_>) -> bool {
    let said = |it: &Examination<'_>| {
        let failure = it.diagnostic.as_ref().map(|it| (it.code, it.offset, it.chain.clone()));
        (it.judgement.verdict, failure, it.judgement.matched)
    };
    said(one) == said(other)
}
