//! The page of a scheme: what each document says about it, and its productions in all
//! documents side by side.

use maud::{Markup, html};

use super::address::{self, LinkBase};
use super::{document, edition, order, words};
use crate::document::Document;
use crate::quotation::Quotation;
use crate::registry::{SCHEMES, Scheme};
use crate::report::scheme::{PrintedSchemeProduction, editions};
use crate::timeline::TimelineSubject;

/// The content of the page.
pub fn text(scheme: &Scheme, base: LinkBase) -> Markup {
    let productions = editions(scheme.name);
    html! {
        h1 { code { (scheme.name) } }
        p { (scheme.purpose) "." }
        h2 { "What the documents say" }
        dl.facts {
            @for entry in scheme.entries {
                dt { (entry.standing) }
                dd { (quoted(entry.quotation, base)) }
            }
            @for rule in scheme.rules {
                dt { "rule" }
                dd { (quoted(*rule, base)) }
            }
            @if let Some((port, statement)) = scheme.port {
                dt { "port" }
                dd { (port) ": " (document::cited(&statement.basis(Document::Rfc1738).to_string(), base)) }
            }
        }
        h2 { "Its productions, document by document" }
        @if productions.is_empty() {
            p { "No document gives it a production." }
        } @else {
            p { "In the words that are printed, without the productions that other schemes use too." }
            div.beside {
                @for (of, productions) in &productions {
                    section {
                        h3 { (edition::link(*of, base)) }
                        @if let Some(first) = productions.first() {
                            p.where { (document::cited(&first.citation, base)) }
                        }
                        @for production in productions {
                            (self::production(*of, production, base))
                        }
                    }
                }
            }
        }
        @if is_of_the_line(scheme) { (order::text(scheme.name, base)) }
        p {
            "All schemes: "
            (words::commas(SCHEMES.iter().map(|other| {
                html! { a href=(base.to(&address::scheme(other.name))) { code { (other.name) } } }
            })))
            ". How each changed is told in " a href=(base.to("history.html")) { "the history" } "."
            @if is_of_the_line(scheme) {
                @let page = address::history(&TimelineSubject::Scheme(scheme.name.to_owned()));
                @if let Some(page) = page {
                    " And this one alone: " a href=(base.to(&page)) { code { (scheme.name) } " through the documents" } "."
                }
            }
        }
    }
}

/// Whether the scheme is a subject of the timeline.
fn is_of_the_line(scheme: &Scheme) -> bool {
    TimelineSubject::all().contains(&TimelineSubject::Scheme(scheme.name.to_owned()))
}

fn quoted(quotation: Quotation, base: LinkBase) -> Markup {
    let (words, citation) = (quotation.words(), quotation.citation().to_string());
    html! { "“" (words) "” (" (document::cited(&citation, base)) ")" }
}

fn production(
    of: crate::edition::Edition,
    printed: &PrintedSchemeProduction,
    base: LinkBase,
) -> Markup {
    let words: Vec<&str> = printed.text.split_whitespace().skip(1).collect();
    html! {
        p.rule { (edition::name(of, printed.name, base)) " " code { (words.join(" ")) } }
    }
}
