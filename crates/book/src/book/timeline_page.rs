//! A page for one character, scheme or production through the documents.
//!
//! It has the content of `history`, with each string as a claim that can be checked.

use maud::{Markup, html};

use super::address::{self, LinkBase};
use super::claim::{self, EditionStart, witness};
use super::edition::{link, name};
use super::{Book, document, table, words};
use crate::bnf::ProductionId;
use crate::edition::{Edition, Reading};
use crate::timeline::{MISSING, TimelineChange, TimelineStage, TimelineSubject, is_side_branch};

/// The title of the page.
pub fn title(what: &TimelineSubject) -> String {
    format!("{} {} through the documents", what.kind(), named(what))
}

fn named(what: &TimelineSubject) -> String {
    match what {
        TimelineSubject::Character(byte) => claim::shown(&[*byte]),
        TimelineSubject::Production(name) | TimelineSubject::Scheme(name) => name.clone(),
    }
}

/// The content of the page.
pub fn text(book: &Book, what: &TimelineSubject, base: LinkBase) -> Markup {
    let stages = book.stages(what);
    html! {
        h1 { "The " (what.kind()) " " code { (named(what)) } " through the documents" }
        p { (about(what)) " All in the corrected reading; " (MISSING) "." }
        div.scroll.names tabindex="0" role="group" aria-label="Document by document" {
            table.stages {
                (table::head(["grammar", "date", "there", productions(what), "the strings", "for example"]))
                tbody { @for stage in &stages { (row(what, &stages, stage, base)) } }
            }
        }
        p {
            "The same in a terminal: " code { "urlbnf history " (argument(what)) } ". "
            @match what {
                TimelineSubject::Scheme(scheme) => {
                    "What the documents say of it: " a href=(base.to(&address::scheme(scheme))) { code { (scheme) } } "."
                },
                TimelineSubject::Character(_) | TimelineSubject::Production(_) => {},
            }
        }
    }
}

fn about(what: &TimelineSubject) -> &'static str {
    match what {
        TimelineSubject::Character(_) => {
            "It is there where some string that conforms has it. Beside it stand the productions whose own text \
             prints it, and what each step let in or shut out of the strings with it."
        }
        TimelineSubject::Scheme(_) => {
            "It is there where some production derives strings that begin with it. Beside it stands what each step \
             let in and shut out of these."
        }
        TimelineSubject::Production(_) => {
            "What it is in each grammar that has this name, and its counterpart in those that have not, with the words \
             that say so where a document does; and what each step let in and shut out."
        }
    }
}

fn productions(what: &TimelineSubject) -> &'static str {
    match what {
        TimelineSubject::Character(_) => "printed in",
        TimelineSubject::Scheme(_) => "derived from",
        TimelineSubject::Production(_) => "production",
    }
}

/// The name quoted for a shell.
fn argument(what: &TimelineSubject) -> String {
    match what {
        TimelineSubject::Character(b'\'') => "\"'\"".to_owned(),
        TimelineSubject::Character(byte) if byte.is_ascii_alphanumeric() => {
            char::from(*byte).to_string()
        }
        TimelineSubject::Character(byte) => format!("'{}'", char::from(*byte)),
        TimelineSubject::Production(name) | TimelineSubject::Scheme(name) => name.clone(),
    }
}

fn row(
    what: &TimelineSubject,
    stages: &[TimelineStage],
    stage: &TimelineStage,
    base: LinkBase,
) -> Markup {
    let edition = stage.edition;
    let before = stages.iter().find(|candidate| Some(candidate.edition) == stage.before);
    let judging = |of: &TimelineStage| (of.edition, judged(what, of));
    html! {
        tr {
            th scope="row" {
                @if is_side_branch(edition) { "└ " }
                (link(edition, base))
            }
            td { (edition.document().date()) }
            td.(if stage.present { "accepts" } else { "rejects" }) {
                @if stage.present { "✓ " (present(what, stage)) } @else { "✗ out" }
            }
            td {
                @if stage.productions.is_empty() { "–" }
                (names((edition, Reading::Corrected), &stage.productions, base))
                @if matches!(what, TimelineSubject::Scheme(_)) && stage.present && !stage.named { " (any scheme)" }
                @if !stage.instead.is_empty() {
                    br; "counterpart of the one before: " (names((edition, Reading::Corrected), &stage.instead, base))
                }
                @if let Some(reason) = stage.reason { br; small { (document::cited(reason, base)) } }
                @for said in &stage.prose {
                    br; small { (document::cited(&said.to_string(), base)) }
                }
            }
            @match (&stage.change, before) {
                (Some(change), Some(before)) => {
                    td { (if change.is_about { change.relation.words() } else { "" }) }
                    td { (strings([judging(before), judging(stage)], witnesses(change))) }
                },
                _ => { td {} td {} },
            }
        }
    }
}

fn present(what: &TimelineSubject, stage: &TimelineStage) -> &'static str {
    match what {
        TimelineSubject::Production(_) if !stage.named => "as",
        _ => "in",
    }
}

/// The names of productions of an edition in a reading, as links.
pub(super) fn names(
    (edition, reading): (Edition, Reading),
    ids: &[ProductionId],
    base: LinkBase,
) -> Markup {
    let grammar = edition.grammar(reading);
    words::commas(ids.iter().map(|&id| name(edition, grammar.name(id), base)))
}

/// The production that judges the strings of a stage.
fn judged(what: &TimelineSubject, stage: &TimelineStage) -> Option<&'static str> {
    match (what, stage.productions.as_slice()) {
        (TimelineSubject::Character(_), _) => None,
        (_, [only]) => Some(stage.edition.grammar(Reading::Corrected).name(*only)),
        _ => None,
    }
}

/// The strings added and removed by the change of what the page is about.
fn witnesses(change: &TimelineChange) -> [Option<&[u8]>; 2] {
    [change.plain_gained.as_deref(), change.plain_lost.as_deref()]
}

/// The strings that the step from one grammar to another added and removed.
pub fn strings([old, new]: [EditionStart<'_>; 2], [gained, lost]: [Option<&[u8]>; 2]) -> Markup {
    html! {
        @if let Some(gained) = gained { div.added { "let in " (witness(gained, new, old)) } }
        @if let Some(lost) = lost { div.removed { "shut out " (witness(lost, old, new)) } }
    }
}
