//! A document as a page: its text by lines, so that a citation can link to a line.
//!
//! Every line, page and section has an anchor. Page breaks are shown fainter.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::address::{self, LinkBase};
use super::edition::link;
use super::{table, words};
use crate::document::{Document, DocumentLine, citations};
use crate::edition::Edition;

/// The list of the documents.
pub fn contents(base: LinkBase) -> Markup {
    html! {
        h1 { "The documents" }
        p {
            "The texts that print the grammars, and those before and after them. Every citation of this "
            "book leads to a line of one of them. "
            a href=(base.to(&address::documents_note())) { "Where they are from" } "."
        }
        div.scroll tabindex="0" role="group" aria-label="The documents" {
            table {
                (table::head(["document", "title", "date", "by", "grammars"]))
                tbody {
                    @for document in Document::ALL {
                        tr {
                            th scope="row" {
                                a href=(base.to(&address::document(document))) { (document.citation()) }
                            }
                            td { (document.title()) }
                            td { (document.record().date) }
                            td { (document.record().by.join(", ")) }
                            td { (editions(document, base)) }
                        }
                    }
                }
            }
        }
    }
}

fn editions(document: Document, base: LinkBase) -> Markup {
    let own = Edition::ALL.into_iter().filter(|edition| edition.document() == document);
    words::commas(own.map(|edition| link(edition, base)))
}

/// What a document says about itself, and what later ones say about it.
fn record(document: Document) -> Markup {
    let record = document.record();
    let names = |documents: Vec<Document>| -> Vec<&'static str> {
        documents.into_iter().map(Document::citation).collect()
    };
    let rows = [
        (if record.editors { "Editors" } else { "By" }, record.by.clone()),
        ("Expires", record.expires.into_iter().collect()),
        ("Also called", record.called.into_iter().collect()),
        ("Obsoletes", record.obsoletes.clone()),
        ("Updates", record.updates.clone()),
        ("Obsoleted by", names(document.obsoleted_by().collect())),
        ("Updated by", names(document.updated_by().collect())),
    ];
    html! {
        dl {
            @for (what, words) in rows.into_iter().filter(|(_, words)| !words.is_empty()) {
                dt { (what) }
                dd { (words.join(", ")) }
            }
        }
    }
}

/// The page of a document.
pub fn text(document: Document, base: LinkBase) -> Markup {
    let text = document.text();
    let mut seen = BTreeSet::new();
    let sections: Vec<(String, &str, usize)> = text
        .sections()
        .iter()
        .map(|section| (identifier(section.name, &mut seen), section.name, section.line))
        .collect();
    html! {
        h1 { (document.citation()) }
        p { (document.title()) ", " (document.record().date) ". " (editions(document, base)) }
        (record(document))
        @if !sections.is_empty() {
            h2 #sections { "Sections" }
            ul.columns {
                @for (id, name, _) in &sections { li { a href={ "#" (id) } { (name) } } }
            }
        }
        h2 #words { "Its words" }
        div.bnf tabindex="0" role="group" aria-label={ "The text of " (document.citation()) } {
            ol {
                @for (number, line) in text.lines().iter().enumerate() {
                    @let before = number.checked_sub(1).and_then(|index| text.lines().get(index));
                    @if let Some(page) = new_page(line, before) {
                        li.page id={ "page-" (page) } { "page " (page) }
                    }
                    li class=[line.furniture.then_some("ours")] id=(number + 1) {
                        @for (id, _, at) in &sections { @if *at == number { a id=(id) {} } }
                        (line.text.trim_matches('\u{C}'))
                    }
                }
            }
        }
    }
}

fn new_page(line: &DocumentLine, before: Option<&DocumentLine>) -> Option<u16> {
    line.page.filter(|page| before.and_then(|before| before.page) != Some(*page))
}

/// A section name as an anchor: `section-3.2.2`.
fn identifier(name: &str, seen: &mut BTreeSet<String>) -> String {
    let kept = name.chars().map(|character| {
        if character.is_alphanumeric() || character == '.' { character } else { '-' }
    });
    let mut id = format!("section-{}", kept.collect::<String>());
    while !seen.insert(id.clone()) {
        id.push('-');
    }
    id
}

/// The parts of a sentence: each citation with the path of its line, and the words between them.
pub fn parts(sentence: &str) -> Vec<(&str, Option<String>)> {
    let mut parts = Vec::new();
    let mut at = 0;
    for (range, citation) in citations(sentence) {
        let placed = citation.section.is_some() || citation.page.is_some();
        let Some(line) = citation.line().filter(|_| placed) else { continue };
        parts.push((&sentence[at..range.start], None));
        let path = address::document_line(citation.document, line);
        parts.push((&sentence[range.clone()], Some(path)));
        at = range.end;
    }
    parts.push((&sentence[at..], None));
    parts
}

/// A sentence with a link from every citation to its line.
pub fn cited(sentence: &str, base: LinkBase) -> Markup {
    html! {
        @for (text, path) in parts(sentence) {
            @match path {
                Some(path) => a href=(base.to(&path)) { (text) },
                None => (words::markup(text)),
            }
        }
    }
}
