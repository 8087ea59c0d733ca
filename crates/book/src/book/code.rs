//! The codes of the diagnostics, each with an example that is judged here.

use maud::{Markup, html};

use super::address::{self, LinkBase};
use super::judgement::JudgementView;
use super::{Book, words};
use crate::diagnose::{DiagnosticCode, examine};

/// The content of their page.
pub fn text(book: &Book, base: LinkBase) -> Markup {
    html! {
        h1 { "Codes" }
        p {
            "The codes are tried in this order; the first that fits is reported. "
            "A code never changes its meaning."
        }
        ul {
            @for code in DiagnosticCode::ALL { li { a href=(base.to(&address::code(code.name()))) { (code) } } }
        }
        @for code in DiagnosticCode::ALL {
            section {
                h2 id=(code) { (code) }
                (words::paragraphs(code.explanation()))
                @if let Some((edition, reading, input)) = code.example() {
                    @let judge = book.judge(edition, reading);
                    @let examination = examine(judge, input);
                    @let judged = JudgementView { book, base, input, judge, examination: &examination };
                    h3 { "An example, in " (edition) ", " (reading) }
                    (judged.whole(&|replacement| judged.claim(replacement)))
                }
            }
        }
    }
}
