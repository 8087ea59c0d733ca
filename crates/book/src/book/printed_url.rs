//! A URL that a document prints: in full by the grammar of that document, then the answers of the
//! others, each once.

use maud::{Markup, html};

use super::address::{self, Base};
use super::judgement::Judged;
use super::page::{Head, page as whole};
use super::{Book, claim, document, table, words};
use crate::diagnose::{Examination, examine};
use crate::edition::{Edition, Reading};
use crate::text::column;
use crate::verdict::{Judge, Verdict};

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
        p { "A grammar leads to the live page, which shows the derivation or the place of the failure." }
        div.scroll tabindex="0" role="group" aria-label="By the other grammars" {
            table {
                (table::head(["verdict", "reason", "grammars"]))
                tbody {
                    @for answer in &answers(book, edition, printed.url.as_bytes()) {
                        (answer.row(printed.url.as_bytes(), base))
                    }
                }
            }
        }
    }
}

/// What some grammars say of a string.
struct Answer {
    verdict: Verdict,
    reason: Markup,
    by: Vec<(Edition, Reading, Readings)>,
}

/// How many readings of an edition have an answer of their own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Readings {
    /// Both say the same.
    One,
    /// The first of two.
    First,
    /// The second of two.
    Second,
}

/// The answers of all editions but one, in the order of the editions.
fn answers(book: &Book, but: Option<Edition>, input: &[u8]) -> Vec<Answer> {
    let mut answers: Vec<Answer> = Vec::new();
    for edition in Edition::ALL.into_iter().filter(|&it| Some(it) != but) {
        let readings = readings(book, edition, input);
        for (number, (reading, examination)) in readings.iter().enumerate() {
            let which = match (readings.len(), number) {
                (1, _) => Readings::One,
                (_, 0) => Readings::First,
                _ => Readings::Second,
            };
            let by = (edition, *reading, which);
            let verdict = examination.judgement.verdict;
            let reason = reason(book.judge(edition, *reading), examination, input);
            let said = |it: &&mut Answer| it.verdict == verdict && it.reason.0 == reason.0;
            match answers.iter_mut().find(said) {
                Some(answer) => answer.by.push(by),
                None => answers.push(Answer { verdict, reason, by: vec![by] }),
            }
        }
    }
    answers
}

fn reason(judge: &Judge, examination: &Examination<'_>, input: &[u8]) -> Markup {
    html! {
        @match &examination.diagnostic {
            Some(diagnostic) => {
                span.reason { (words::markup(&diagnostic.message(judge, input))) }
                ", column " (column(input, diagnostic.offset))
            },
            None => (words::markup(&examination.headline(judge, input))),
        }
    }
}

impl Answer {
    fn row(&self, input: &[u8], base: Base) -> Markup {
        html! {
            tr {
                td { (claim::verdict(self.verdict)) }
                td { (self.reason) }
                td {
                    @for (number, &(edition, reading, which)) in self.by.iter().enumerate() {
                        @if number > 0 { ", " }
                        @match which {
                            Readings::One => span id=(edition) {
                                (claim::by(input, edition, reading, self.verdict, base, edition.name()))
                            },
                            _ => {
                                @if which == Readings::First { span id=(edition) {} }
                                span id={ (edition) "-" (reading) } {
                                    (claim::by(input, edition, reading, self.verdict, base, &format!("{edition} {reading}")))
                                }
                            },
                        }
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
