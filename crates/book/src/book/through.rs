//! A page for one character, scheme or production through the documents.
//!
//! It has the content of `history`, with each string as a claim that can be checked.

use maud::{Markup, html};

use super::address::{self, Base};
use super::claim::{self, Judging, witness};
use super::edition::{link, name};
use super::{Book, document, table, words};
use crate::bnf::ProductionId;
use crate::edition::{Edition, Reading};
use crate::timeline::{Change, MISSING, Stage, What, is_side_branch};

/// The title of the page.
pub fn title(what: &What) -> String {
    format!("{} {} through the documents", what.kind(), named(what))
}

fn named(what: &What) -> String {
    match what {
        What::Character(byte) => claim::shown(&[*byte]),
        What::Production(name) | What::Scheme(name) => name.clone(),
    }
}

/// The content of the page.
pub fn text(book: &Book, what: &What, base: Base) -> Markup {
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
                What::Scheme(scheme) => {
                    "What the documents say of it: " a href=(base.to(&address::scheme(scheme))) { code { (scheme) } } "."
                },
                What::Character(_) | What::Production(_) => {},
            }
        }
    }
}

fn about(what: &What) -> &'static str {
    match what {
        What::Character(_) => {
            "It is there where some string that conforms has it. Beside it stand the productions whose own text \
             prints it, and what each step let in or shut out of the strings with it."
        }
        What::Scheme(_) => {
            "It is there where some production derives strings that begin with it. Beside it stands what each step \
             let in and shut out of these."
        }
        What::Production(_) => {
            "What it is in each grammar that has this name, and its counterpart in those that have not, with the words \
             that say so where a document does; and what each step let in and shut out."
        }
    }
}

fn productions(what: &What) -> &'static str {
    match what {
        What::Character(_) => "printed in",
        What::Scheme(_) => "derived from",
        What::Production(_) => "production",
    }
}

/// The name quoted for a shell.
fn argument(what: &What) -> String {
    match what {
        What::Character(b'\'') => "\"'\"".to_owned(),
        What::Character(byte) if byte.is_ascii_alphanumeric() => char::from(*byte).to_string(),
        What::Character(byte) => format!("'{}'", char::from(*byte)),
        What::Production(name) | What::Scheme(name) => name.clone(),
    }
}

fn row(what: &What, stages: &[Stage], stage: &Stage, base: Base) -> Markup {
    let edition = stage.edition;
    let before = stages.iter().find(|it| Some(it.edition) == stage.before);
    let judging = |of: &Stage| (of.edition, judged(what, of));
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
                @if matches!(what, What::Scheme(_)) && stage.present && !stage.named { " (any scheme)" }
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

fn present(what: &What, stage: &Stage) -> &'static str {
    match what {
        What::Production(_) if !stage.named => "as",
        _ => "in",
    }
}

/// The names of productions of an edition in a reading, as links.
pub(super) fn names(
    (edition, reading): (Edition, Reading),
    ids: &[ProductionId],
    base: Base,
) -> Markup {
    let grammar = edition.grammar(reading);
    words::commas(ids.iter().map(|&id| name(edition, grammar.name(id), base)))
}

/// The production that judges the strings of a stage.
fn judged(what: &What, stage: &Stage) -> Option<&'static str> {
    match (what, stage.productions.as_slice()) {
        (What::Character(_), _) => None,
        (_, [only]) => Some(stage.edition.grammar(Reading::Corrected).name(*only)),
        _ => None,
    }
}

/// The strings added and removed by the change of what the page is about.
fn witnesses(change: &Change) -> [Option<&[u8]>; 2] {
    [change.plain_gained.as_deref(), change.plain_lost.as_deref()]
}

/// The strings that the step from one grammar to another added and removed.
pub fn strings([old, new]: [Judging<'_>; 2], [gained, lost]: [Option<&[u8]>; 2]) -> Markup {
    html! {
        @if let Some(gained) = gained { div.added { "let in " (witness(gained, new, old)) } }
        @if let Some(lost) = lost { div.removed { "shut out " (witness(lost, old, new)) } }
    }
}
