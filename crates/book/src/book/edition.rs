//! The page of an edition: its whole BNF, as printed.

use maud::{Markup, html};

use super::address::{self, LinkBase};
use super::words;
use super::{Book, has_errata, names};
use crate::bnf::Notation;
use crate::edition::{Edition, Reading};
use crate::remark::{RemarkKind, about, deviations};
use crate::scheme::SchemeAlternatives;

/// The content of the page.
pub fn text(book: &Book, edition: Edition, base: LinkBase) -> Markup {
    let grammar = edition.grammar(Reading::Corrected);
    let document = edition.document();
    let start = grammar.name(grammar.start());
    let schemes = SchemeAlternatives::from_start(grammar, grammar.start());
    let notation = match grammar.listing().notation {
        Notation::Spaced => "spaced: single characters stand for themselves, words are productions",
        Notation::Rfc822 => "RFC 822's: characters are written in quotes, `*` repeats",
        Notation::Abnf => {
            "ABNF: characters are written in quotes in any case, `*` repeats, `/` is or"
        }
    };
    let defined: Vec<&str> = schemes.defined().collect();
    html! {
        h1 { (edition) }
        p {
            a href=(base.to(&address::document(document))) { (document.citation()) }
            ", " (document.date()) ", " (edition.section()) "."
        }
        dl.facts {
            dt { "start" }
            dd { (name(edition, start, base)) }
            dt { "notation" }
            dd { (words::markup(notation)) }
            dt { "schemes" }
            dd {
                @if defined.is_empty() { "any; none has a production of its own" }
                @for (number, scheme) in defined.iter().enumerate() {
                    @if number > 0 { " " }
                    @match schemes.production(scheme) {
                        Some(id) => a href=(base.to(&address::production(edition, grammar.name(id)))) {
                            code { (scheme) }
                        },
                        None => code { (scheme) },
                    }
                }
            }
            dt { "readings" }
            dd {
                @if has_errata(edition) {
                    "printed and corrected; " (own_remarks(edition, RemarkKind::Erratum, base))
                } @else {
                    "one: it has no errata"
                }
            }
            @if about(edition, RemarkKind::Interpretation).next().is_some() {
                dt { "interpretations" }
                dd { (own_remarks(edition, RemarkKind::Interpretation, base)) }
            }
            dt { "deviations" }
            dd {
                @for (number, remark) in deviations(edition, Reading::Corrected).iter().enumerate() {
                    @if number > 0 { " " }
                    a href=(base.to(&address::remark(remark.number))) { (remark.number) }
                }
            }
        }
        h2 #bnf { "As printed" }
        p.faint {
            "What begins with " code { "#" } " is ours, and so are the page marks. Every name leads to its production."
        }
        (book.printed(edition).whole(&format!("The BNF of {edition} as printed"), base))
        h2 #productions { "Productions" }
        ul.columns {
            @for of in names(edition) { li { (name(edition, of, base)) } }
        }
    }
}

/// An edition as a link to its page.
pub fn link(edition: Edition, base: LinkBase) -> Markup {
    html! { a href=(base.to(&address::edition(edition))) { (edition) } }
}

/// A production name as a link to its page.
pub fn name(edition: Edition, name: &str, base: LinkBase) -> Markup {
    html! { a href=(base.to(&address::production(edition, name))) { code { (name) } } }
}

fn own_remarks(edition: Edition, kind: RemarkKind, base: LinkBase) -> Markup {
    words::commas(about(edition, kind).map(|remark| {
        html! {
            a href=(base.to(&address::remark(remark.number))) { (remark.number) }
            " (" (remark.productions.join(", ")) ")"
        }
    }))
}
