//! The frame of all pages: a title, the navigation, a search.

use maud::{DOCTYPE, Markup, html};

use super::address::{self, LinkBase};
use super::minified::minify;
use super::{engine, exercise, live, search};
use crate::edition::Edition;

/// The links to the parts of the book.
const PARTS: [(&str, &str); 10] = [
    (live::PATH, "Live"),
    ("index.html#editions", "Grammars"),
    ("history.html", "History"),
    ("characters.html", "Characters"),
    ("urls/index.html", "Their own URLs"),
    ("libraries/index.html", "Libraries"),
    ("remarks.html", "Errata"),
    ("codes.html", "Codes"),
    (address::EXERCISES, "Exercises"),
    ("docs/index.html", "Texts"),
];

/// The frame around the content of a page, for any book.
#[derive(Debug, Clone)]
pub struct PageFrame<'a> {
    /// The path of the page.
    pub path: &'a str,
    /// The whole title.
    pub title: &'a str,
    /// The text of the link to the first page.
    pub home: &'a str,
    /// The links to the parts of the book: paths and names.
    pub parts: Vec<(&'a str, &'a str)>,
    /// Whether the pages can be searched.
    pub searched: bool,
    /// The scripts that the live page needs besides the engine.
    pub scripts: &'a [&'a str],
    /// The markup between the navigation and the content.
    pub beside: Option<Markup>,
    /// The footer, if there is one.
    pub foot: Option<Markup>,
}

impl PageFrame<'_> {
    /// The whole page.
    pub fn around(&self, text: &Markup) -> String {
        let base = LinkBase::from_path(self.path);
        let current = |path: &str| (path == self.path).then_some("page");
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width";
                    title { (self.title) }
                    link rel="icon" href=(base.to("icon.svg"));
                    link rel="stylesheet" href=(base.to("style.css"));
                    @if self.searched {
                        script src=(base.to(search::SCRIPT)) defer {}
                    }
                    @if self.path.starts_with("exercises/") {
                        script src=(base.to(engine::OPENER)) defer {}
                        script src=(base.to(exercise::SCRIPT)) defer {}
                    }
                    @if self.path == live::PATH {
                        @for path in self.scripts { script src=(base.to(path)) defer {} }
                        script src=(base.to(engine::OPENER)) defer {}
                        script src=(base.to(live::SCRIPT)) defer {}
                    }
                }
                body {
                    a.skip href="#text" { "Skip to the text" }
                    header {
                        a href=(base.to("index.html")) aria-current=[current("index.html")] {
                            (self.home)
                        }
                        nav aria-label="Parts of the book" {
                            @for (path, name) in &self.parts {
                                a href=(base.to(path)) aria-current=[current(path)] { (name) } " "
                            }
                        }
                        // The search needs a script, so a script inserts it.
                        @if self.searched { div #search {} }
                    }
                    @if let Some(beside) = &self.beside { (beside) }
                    main #text { (text) }
                    @if let Some(foot) = &self.foot { footer { p { (foot) } } }
                }
            }
        };
        let folder = self.path.split_once('/').map_or("", |(folder, _)| folder);
        minify(&page.into_string(), folder)
    }
}

/// A whole page of the book of the editions, which may belong to one of them.
pub fn page(path: &str, title: &str, edition: Option<Edition>, text: &Markup) -> String {
    let base = LinkBase::from_path(path);
    let title = match title {
        "urlbnf" => "urlbnf".to_owned(),
        title => format!("{} · urlbnf", shortened(title)),
    };
    let frame = PageFrame {
        path,
        title: &title,
        home: "urlbnf",
        parts: PARTS.to_vec(),
        searched: true,
        scripts: &[],
        beside: edition.map(|of| editions(of, base)),
        // Once for each kind of page is enough.
        foot: (!path.contains('/') || path.ends_with("/index.html")).then(|| {
            html! {
                "Computed by urlbnf " (env!("CARGO_PKG_VERSION")) " from the "
                a href=(base.to("grammar/index.html")) { "printed grammars" } "."
            }
        }),
    };
    frame.around(text)
}

/// A title shortened for tabs and result lists.
fn shortened(title: &str) -> String {
    const MOST: usize = 54;
    match title.chars().count() > MOST {
        true => title.chars().take(MOST - 1).chain(['…']).collect(),
        false => title.to_owned(),
    }
}

/// The links to the other editions.
fn editions(of: Edition, base: LinkBase) -> Markup {
    html! {
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
}
