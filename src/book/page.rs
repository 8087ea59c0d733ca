//! What all pages have around their text: a title, a way to the others, a search.

use maud::{DOCTYPE, Markup, html};

use super::Kind;
use super::address::{self, Base};
use crate::edition::Edition;

/// The way to the parts of the book.
const PARTS: [(&str, &str); 6] = [
    ("index.html#editions", "Grammars"),
    ("history.html", "History"),
    ("urls/index.html", "Their own URLs"),
    ("remarks.html", "Errata"),
    ("codes.html", "Codes"),
    ("docs/index.html", "Texts"),
];

/// What a page is, beside its text.
#[derive(Debug, Clone, Copy)]
pub struct Head<'a> {
    /// Its path in the book.
    pub path: &'a str,
    /// Its title.
    pub title: &'a str,
    /// The edition that it belongs to.
    pub edition: Option<Edition>,
    /// Whether it is the page on which one types.
    pub live: bool,
}

impl<'a> Head<'a> {
    /// A page of no edition.
    pub fn new(path: &'a str, title: &'a str) -> Head<'a> {
        Head { path, title, edition: None, live: false }
    }
}

/// A whole page.
pub fn page(kind: Kind, head: &Head<'_>, text: &Markup) -> Markup {
    let base = Base::of(head.path);
    let current = |path: &str| (path == head.path).then_some("page");
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (head.title) @if head.title != "urlbnf" { " · urlbnf" } }
                link rel="icon" href=(base.to("icon.svg")) type="image/svg+xml";
                link rel="stylesheet" href=(base.to("style.css"));
                script src=(base.to("search-index.js")) defer {}
                script src=(base.to("search.js")) defer {}
                @if head.live {
                    script src=(base.to("live.js")) defer {}
                }
            }
            body data-root=(base.to("")) {
                a.skip href="#text" { "Skip to the text" }
                header.top {
                    a.home href=(base.to("index.html")) aria-current=[current("index.html")] {
                        "urlbnf"
                    }
                    nav aria-label="Parts of the book" {
                        ul {
                            @if kind == Kind::Served {
                                li { a href=(base.to("live")) aria-current=[current("live")] { "Live" } }
                            }
                            @for (path, name) in PARTS {
                                li { a href=(base.to(path)) aria-current=[current(path)] { (name) } }
                            }
                        }
                    }
                    // Only a script can search, so a script puts it in.
                    div #search role="search" {}
                }
                @if let Some(of) = head.edition {
                    nav.editions aria-label="Editions" {
                        ul {
                            @for edition in Edition::ALL {
                                @let current = (edition == of).then_some("true");
                                li {
                                    a href=(base.to(&address::edition(edition))) aria-current=[current] {
                                        (edition)
                                    }
                                }
                            }
                        }
                    }
                }
                main #text { (text) }
                footer {
                    p {
                        "Computed by urlbnf " (env!("CARGO_PKG_VERSION")) " from the grammars in "
                        a href=(base.to("grammar/index.html")) { "grammar/" }
                        ". The productions are quoted from the documents that they name."
                    }
                }
            }
        }
    }
}
