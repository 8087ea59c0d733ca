//! The first page.

use maud::{Markup, html};

use super::address::{self, LinkBase};
use super::judgement::JudgementView;
use super::{Book, LiveState, edition, has_errata, live, printed_url, table, words};
use crate::diagnose::examine;
use crate::edition::{Edition, Reading};
use crate::glossary::WORDS;
use crate::timeline;

/// The example URL of the first page.
const EXAMPLE: &str = "http://info.cern.ch/~timbl/";

/// Frequent questions, with the paths of the pages that answer them.
fn questions() -> [(&'static str, String); 6] {
    let live = |edition, url: &str| {
        LiveState { url: url.into(), asked: true, edition, ..LiveState::default() }.address()
    };
    [
        ("Why was `~` not allowed in 1994?", live(Edition::Rfc1738, EXAMPLE)),
        ("May a host name contain `_`?", live(Edition::Rfc3986, "http://a_b/")),
        ("What changed for IPv6?", address::changes(Edition::Rfc2396, Edition::Rfc2732)),
        (
            "What changed from RFC 2396 to RFC 3986?",
            address::changes(Edition::Rfc2396, Edition::Rfc3986),
        ),
        ("How do today's libraries answer?", "libraries/index.html".to_owned()),
        ("Why does a URL fail, and what repairs it?", "codes.html".to_owned()),
    ]
}

/// The example URL and its answer.
fn answered(book: &Book, base: LinkBase) -> Markup {
    let judge = book.judge(Edition::Rfc1738, Reading::Corrected);
    let input = EXAMPLE.as_bytes();
    let examination = examine(judge, input);
    let judged = JudgementView { book, base, input, judge, examination: &examination };
    html! {
        h2 #answer { code { (EXAMPLE) } " by " (Edition::Rfc1738) }
        (judged.whole(&|text| judged.claim(text)))
    }
}

/// The content of the page.
pub fn text(book: &Book, base: LinkBase) -> Markup {
    let [first, .., last] = Edition::LINE;
    html! {
        h1 { "The grammars of the URL" }
        p {
            "Drafts and RFCs defined the URL, from " (first.document().date()) " to "
            (last.document().date()) ", and each prints a formal grammar (BNF); " (timeline::MISSING)
            ". Here are their " (Edition::ALL.len()) " grammars as they were printed, with what follows "
            "from them: what each production accepts, near misses, what it was a year earlier, and why a "
            "URL fails."
        }
        (live::try_form(base, Edition::Rfc3986, None))
        (answered(book, base))
        h2 #questions { "Questions" }
        ul {
            @for (question, path) in questions() { li { a href=(base.to(&path)) { (words::markup(question)) } } }
        }
        h2 #editions { "The grammars" }
        div.scroll tabindex="0" role="group" aria-label="The grammars" {
            table {
                (table::head(["edition", "document", "date", "section", "productions", "errata"]))
                tbody {
                    // Most readers come for RFC 3986.
                    @let others = Edition::ALL.into_iter().filter(|edition| *edition != Edition::Rfc3986);
                    @for edition in [Edition::Rfc3986].into_iter().chain(others) {
                        tr {
                            th scope="row" { (edition::link(edition, base)) }
                            td { (edition.document().citation()) }
                            td { (edition.document().date()) }
                            td { (edition.section()) }
                            td { (edition.grammar(Reading::Printed).defined().count()) }
                            td { @if has_errata(edition) { "yes" } @else { "none" } }
                        }
                    }
                }
            }
        }
        h2 { "What is here" }
        dl.facts {
            dt { a href=(base.to("history.html")) { "History" } }
            dd { "each scheme through the documents, and what changed from one to the next" }
            dt { a href=(base.to("characters.html")) { "Characters" } }
            dd { "each printable character in each grammar: its class, and whether a URL may contain it" }
            dt { a href=(base.to("urls/index.html")) { "Their own URLs" } }
            dd {
                "the " (printed_url::corpus().count()) " URLs that the documents print, judged by every grammar"
            }
            dt { a href=(base.to("libraries/index.html")) { "Today's libraries" } }
            dd { "for which strings of the conformance suites their answers differ from the grammars" }
            dt { a href=(base.to("remarks.html")) { "Errata" } }
            dd { "misprints, interpretations, and where a transcription deviates, each numbered" }
            dt { a href=(base.to("codes.html")) { "Codes" } }
            dd { "the kinds of failure, each with an example" }
            dt { a href=(base.to(address::EXERCISES)) { "Exercises" } }
            dd {
                "for a class: each answer is judged on its page, by the grammars themselves; and "
                a href=(base.to(&address::prose("lesson"))) { "a lesson of 45 minutes" }
            }
            dt { a href=(base.to("documents/index.html")) { "The documents" } }
            dd { "their texts, line by line: where every citation leads" }
            dt { a href=(base.to("docs/index.html")) { "Texts" } }
            dd {
                @for (number, text) in book.texts().iter().enumerate() {
                    @if number > 0 { "; " }
                    a href=(base.to(&text.path())) { (text.title()) }
                }
            }
        }
        h2 { "Two readings, three verdicts" }
        p {
            "A grammar is read as " strong { "printed" } ", misprints included, or " strong { "corrected" }
            ", with its errata applied. A URL is judged by the productions of its own scheme. It "
            span.conforms { "✓ conforms" } ", or is " span.generic-only { "◐ generic-only" }
            ", if only the production for any scheme accepts it, or is "
            span.rejected { "✗ rejected" } ". "
            a href=(base.to(&format!("{}#how-we-read-the-texts", address::prose("history")))) { "Here is why" } "."
        }
        h2 #words { "Words" }
        dl.facts {
            @for word in WORDS.iter() {
                dt { (word.word) }
                dd { (words::markup(word.meaning)) }
            }
        }
    }
}
