//! A URL that a document prints: in full by the grammar of that document, then the answers of the
//! others, each once.

use maud::{Markup, html};

use super::address::LinkBase;
use super::edition::link;
use super::judgement::JudgementView;
use super::page_state::LiveState;
use super::{Book, claim, document, table, words};
use crate::diagnose::{Examination, examine};
use crate::edition::{Edition, Reading};
use crate::text::column;
use crate::verdict::{Judge, Verdict};

pub use crate::printed_url::{PrintedUrl, corpus};

/// The page of a printed URL.
pub fn text(book: &Book, printed: PrintedUrl, base: LinkBase) -> Markup {
    let edition: Option<Edition> = printed.document.parse().ok();
    let state = LiveState { url: printed.url.as_bytes().to_vec(), ..LiveState::default() };
    html! {
        h1 { code { (claim::shown(printed.url.as_bytes())) } }
        p {
            "Printed in "
            @if let Some(edition) = edition {
                (document::cited(&format!("{}, {}", edition.document().citation(), printed.place), base))
                " (" (link(edition, base)) ")"
            }
            @if !printed.note.is_empty() { "; " (words::markup(printed.note)) }
            "."
        }
        @if let Some(edition) = edition {
            h2 id=(edition) { "By its own grammar, " (edition) }
            (judged(book, edition, printed.url.as_bytes(), base))
        }
        h2 #all { "By the " @if edition.is_some() { "other " } "grammars" }
        p {
            a href=(base.to(&state.address())) { "The live page" }
            " shows the derivation by each grammar, or the place of the failure."
        }
        div.scroll tabindex="0" role="group" aria-label="By grammar" {
            table {
                (table::head(["verdict", "reason", "grammars"]))
                tbody.by {
                    @for answer in &answers(book, edition, printed.url.as_bytes()) {
                        tr {
                            td { (claim::verdict(answer.verdict)) }
                            td { (answer.reason) }
                            td { (answer.by.join(", ")) }
                        }
                    }
                }
            }
        }
    }
}

/// A verdict on a string with its reason, and the grammars that give it.
struct VerdictGroup {
    verdict: Verdict,
    reason: Markup,
    by: Vec<String>,
}

/// The answers of all editions but one, in the order of the editions.
fn answers(book: &Book, but: Option<Edition>, input: &[u8]) -> Vec<VerdictGroup> {
    let mut answers: Vec<VerdictGroup> = Vec::new();
    for edition in Edition::ALL.into_iter().filter(|&edition| Some(edition) != but) {
        let readings = readings(book, edition, input);
        for (reading, examination) in &readings {
            let by = match readings.len() {
                1 => edition.to_string(),
                _ => format!("{edition} {reading}"),
            };
            let verdict = examination.judgement.verdict;
            let reason = reason(book.judge(edition, *reading), examination, input);
            let said =
                |group: &&mut VerdictGroup| group.verdict == verdict && group.reason.0 == reason.0;
            match answers.iter_mut().find(said) {
                Some(answer) => answer.by.push(by),
                None => answers.push(VerdictGroup { verdict, reason, by: vec![by] }),
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
fn judged(book: &Book, edition: Edition, input: &[u8], base: LinkBase) -> Markup {
    let shown = readings(book, edition, input);
    html! {
        @for (reading, examination) in &shown {
            @let judge = book.judge(edition, *reading);
            @let judged = JudgementView { book, base, input, judge, examination };
            @if shown.len() > 1 { h3 id={ (edition) "-" (reading) } { (reading) } }
            (judged.whole(&|replacement| judged.claim(replacement)))
        }
    }
}

/// Whether two readings have the same result for a string.
pub fn alike(one: &Examination<'_>, other: &Examination<'_>) -> bool {
    let said = |examination: &Examination<'_>| {
        let failure = examination
            .diagnostic
            .as_ref()
            .map(|diagnostic| (diagnostic.code, diagnostic.offset, diagnostic.chain.clone()));
        (examination.judgement.verdict, failure, examination.judgement.matched())
    };
    said(one) == said(other)
}
