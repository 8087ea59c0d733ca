//! The first page.

use maud::{Markup, html};

use super::address::{self, Base};
use super::prose::Texts;
use super::{has_errata, live, printed_url, table, words};
use crate::edition::{Edition, Reading};
use crate::glossary::WORDS;
use crate::line;

/// Its text.
pub fn text(texts: &Texts, base: Base) -> Markup {
    let [first, .., last] = Edition::LINE;
    html! {
        h1 { "The grammars in which the URL was born" }
        p {
            "Drafts and RFCs defined the URL, from " (first.document().date()) " to "
            (last.document().date()) ", and each prints a formal grammar (BNF); " (line::MISSING)
            ". Here are their " (Edition::ALL.len()) " grammars as they were printed, with what follows "
            "from them: what each production accepts, near misses, what it was a year earlier, and why a "
            "URL fails."
        }
        p { a.button href=(base.to(live::PATH)) { "Try a URL of your own" } }
        h2 #editions { "The grammars" }
        div.scroll tabindex="0" role="group" aria-label="The grammars" {
            table {
                (table::head(["edition", "document", "date", "section", "productions", "errata"]))
                tbody {
                    @for edition in Edition::ALL {
                        tr {
                            th scope="row" { a href=(base.to(&address::edition(edition))) { (edition) } }
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
            dd { "each printable character in each grammar: its class, and whether it can stand in a URL" }
            dt { a href=(base.to("urls/index.html")) { "Their own URLs" } }
            dd {
                "the " (printed_url::corpus().count()) " URLs that the documents print, judged by every grammar"
            }
            dt { a href=(base.to("libraries/index.html")) { "Today's libraries" } }
            dd { "which strings of the conformance suites they answer otherwise than the grammars" }
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
                @for (number, text) in texts.iter().enumerate() {
                    @if number > 0 { ", " }
                    a href=(base.to(&text.path())) { (text.name) }
                }
            }
        }
        h2 #words { "Words" }
        dl.facts {
            @for word in WORDS {
                dt { (word.word) }
                dd { (words::markup(word.meaning)) }
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
    }
}
