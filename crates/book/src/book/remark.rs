//! Errata, interpretations and deviations on one page, by number.

use maud::{Markup, html};

use super::address::LinkBase;
use super::edition::{link, name};
use super::{document, names, words};
use crate::edition::Edition;
use crate::remark::{Remark, RemarkKind, of_kind};

/// The kinds, each with its heading and an explanation.
const KINDS: [(RemarkKind, &str, &str); 5] = [
    (
        RemarkKind::Interpretation,
        "Interpretations",
        "Without these the text cannot be read as a grammar at all. They hold in both readings.",
    ),
    (
        RemarkKind::Erratum,
        "Errata",
        "Misprints that can be read, but cannot have been meant. They are applied in the corrected reading only.",
    ),
    (RemarkKind::Note, "Notes", "What a reader may stumble over, and what changes no language."),
    (
        RemarkKind::Deviation,
        "Deviations",
        "Where a transcription is written in another way than its production, because pest takes the first \
         alternative that fits. None changes the language.",
    ),
    (
        RemarkKind::Shortcut,
        "Shortcuts",
        "Where a rule is written in another way for speed alone. None changes the language.",
    ),
];

/// The content of the page.
pub fn text(base: LinkBase) -> Markup {
    html! {
        h1 { "Errata, interpretations, deviations" }
        @for (kind, title, what) in KINDS {
            h2 id=(title.to_lowercase()) { (title) }
            p { (what) }
            @for remark in of_kind(kind) {
                (one(remark, base))
            }
        }
    }
}

fn one(remark: &Remark, base: LinkBase) -> Markup {
    html! {
        section {
            h3 id=(remark.number) {
                (remark.number)
                @if !remark.productions.is_empty() { ": " (remark.productions.join(", ")) }
            }
            dl.facts {
                dt { "editions" }
                dd {
                    (words::commas(remark.editions.iter().copied().map(Edition::from).map(|edition| {
                        html! { (link(edition, base)) (productions(remark, edition, base)) }
                    })))
                }
                @if remark.meant.is_empty() {
                    dt { "what" }
                    dd { (words::markup(remark.what)) }
                } @else {
                    dt { "printed" }
                    dd { (words::markup(remark.what)) }
                    dt { (remark.number.kind.meant()) }
                    dd { (words::markup(remark.meant)) }
                }
                dt { "why" }
                dd { (document::cited(remark.why, base)) }
            }
        }
    }
}

fn productions(remark: &Remark, edition: Edition, base: LinkBase) -> Markup {
    let known = names(edition);
    let of = remark.productions.iter().filter(|name| known.contains(name));
    html! { @for production in of { " " (name(edition, production, base)) } }
}
