//! The texts of the documentation as pages.
//!
//! Links from one text to another become links from page to page; a file that
//! is not in the book is named and not linked.

use std::collections::HashMap;

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag, TagEnd, html as markdown};

use super::address;
use super::address::Base;
use super::page::{Head, page as whole};
use crate::document::citations;

/// A text.
#[derive(Debug, Clone, Copy)]
pub struct Text {
    /// What it is called in a list.
    pub name: &'static str,
    /// Where it lies in the repository.
    pub file: &'static str,
    source: &'static str,
}

/// The texts, in the order in which one may read them.
pub const TEXTS: [Text; 31] = [
    text("guide", "docs/guide.md", include_str!("../../../../docs/guide.md")),
    text("teach", "docs/teach.md", include_str!("../../../../docs/teach.md")),
    text("lesson", "docs/lesson.md", include_str!("../../../../docs/lesson.md")),
    text("book", "docs/book.md", include_str!("../../../../docs/book.md")),
    text("pictures", "docs/pictures.md", include_str!("../../../../docs/pictures.md")),
    text("history", "docs/history.md", include_str!("../../../../docs/history.md")),
    text("what-changed", "docs/what-changed.md", include_str!("../../../../docs/what-changed.md")),
    text(
        "how-rfc3986-was-written",
        "docs/how-rfc3986-was-written.md",
        include_str!("../../../../docs/how-rfc3986-was-written.md"),
    ),
    text("oddities", "docs/oddities.md", include_str!("../../../../docs/oddities.md")),
    text(
        "contradictions",
        "docs/contradictions.md",
        include_str!("../../../../docs/contradictions.md"),
    ),
    text("characters", "docs/characters.md", include_str!("../../../../docs/characters.md")),
    text("rationale", "docs/rationale.md", include_str!("../../../../docs/rationale.md")),
    text("proof", "docs/proof.md", include_str!("../../../../docs/proof.md")),
    text("transcribe", "docs/transcribe.md", include_str!("../../../../docs/transcribe.md")),
    text("suite", "docs/suite.md", include_str!("../../../../docs/suite.md")),
    text("findings", "docs/findings.md", include_str!("../../../../docs/findings.md")),
    text(
        "transcriptions",
        "docs/transcriptions.md",
        include_str!("../../../../docs/transcriptions.md"),
    ),
    text("diff", "docs/diff.md", include_str!("../../../../docs/diff.md")),
    text("review", "docs/review.md", include_str!("../../../../docs/review.md")),
    text("own-grammar", "docs/own-grammar.md", include_str!("../../../../docs/own-grammar.md")),
    text("abnf", "docs/abnf.md", include_str!("../../../../docs/abnf.md")),
    text("prose", "docs/prose.md", include_str!("../../../../docs/prose.md")),
    text(
        "rfc3986-drafts",
        "docs/rfc3986-drafts/README.md",
        include_str!("../../../../docs/rfc3986-drafts/README.md"),
    ),
    text("rfc3986", "docs/rfc3986.md", include_str!("../../../../docs/rfc3986.md")),
    text("corpora", "docs/corpora.md", include_str!("../../../../docs/corpora.md")),
    text("scale", "docs/scale.md", include_str!("../../../../docs/scale.md")),
    text("limits", "docs/limits.md", include_str!("../../../../docs/limits.md")),
    text("parse", "docs/parse.md", include_str!("../../../../docs/parse.md")),
    text("architecture", "docs/architecture.md", include_str!("../../../../docs/architecture.md")),
    text("grammar", "grammar/README.md", urlbnf_remarks::README),
    text("documents", "grammar/documents/README.md", urlbnf_documents::README),
];

const fn text(name: &'static str, file: &'static str, source: &'static str) -> Text {
    Text { name, file, source }
}

impl Text {
    /// The path of its page.
    pub fn path(&self) -> String {
        match self.name {
            "grammar" => "grammar/index.html".to_owned(),
            "documents" => address::documents_note(),
            name => address::prose(name),
        }
    }

    /// Its heading.
    pub fn title(&self) -> &'static str {
        let title = self.source.lines().find_map(|line| line.strip_prefix("# "));
        title.unwrap_or(self.name)
    }

    /// Its first paragraph, in one line.
    fn beginning(&self) -> String {
        let mut paragraphs = self.source.split("\n\n").skip(1);
        paragraphs.next().unwrap_or_default().replace('\n', " ")
    }
}

/// The list of the texts.
pub fn contents(base: Base) -> Markup {
    html! {
        h1 { "Texts" }
        dl {
            @for text in TEXTS {
                dt { a href=(base.to(&text.path())) { (text.title()) } }
                dd { (PreEscaped(rendered(&text.beginning(), &text))) }
            }
        }
    }
}

/// The page of a text.
pub fn page(path: &str, number: usize) -> String {
    let text = &TEXTS[number];
    let body = html! { div.prose { (PreEscaped(rendered(text.source, text))) } };
    whole(&Head::new(path, text.title()), &body).into_string()
}

/// The headings of all texts: the words, the text, the address.
pub fn headings() -> Vec<(String, &'static str, String)> {
    let mut found = Vec::new();
    for text in TEXTS {
        let mut identifiers = Identifiers::default();
        let mut open: Option<String> = None;
        for event in parser(text.source) {
            match event {
                Event::Start(Tag::Heading { .. }) => open = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    let words = open.take().unwrap_or_default();
                    let path = format!("{}#{}", text.path(), identifiers.of(&words));
                    found.push((words, text.name, path));
                }
                Event::Text(words) | Event::Code(words) => {
                    if let Some(open) = &mut open {
                        open.push_str(&words);
                    }
                }
                _ => {}
            }
        }
    }
    found
}

fn parser(source: &str) -> Parser<'_> {
    Parser::new_ext(source, Options::ENABLE_TABLES)
}

/// Markdown as markup: headings with the names that links use, links between
/// pages, tables in boxes that scroll.
fn rendered(source: &str, text: &Text) -> String {
    let mut identifiers = Identifiers::default();
    let mut events: Vec<Event<'_>> = Vec::new();
    // Where the heading that is open began, and its words.
    let mut open: Option<(usize, String)> = None;
    let mut dropped = false;
    // Within a link or code there are no links.
    let mut linked = false;
    // Words of a paragraph, in which citations may run over a line end.
    let mut words_of = String::new();
    for event in parser(source) {
        let outside = open.is_none() && !linked;
        match &event {
            Event::Text(words) if outside => {
                words_of.push_str(words);
                continue;
            }
            Event::SoftBreak if outside => {
                words_of.push(' ');
                continue;
            }
            _ => link_citations(&std::mem::take(&mut words_of), text, &mut events),
        }
        match event {
            Event::Start(Tag::Heading { .. }) => {
                open = Some((events.len(), String::new()));
                events.push(event);
            }
            Event::End(TagEnd::Heading(_)) => {
                if let Some((at, words)) = open.take()
                    && let Some(Event::Start(Tag::Heading { id, .. })) = events.get_mut(at)
                {
                    *id = Some(CowStr::from(identifiers.of(&words)));
                }
                events.push(event);
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                linked = true;
                match target(&dest_url, text) {
                    Some(target) => events.push(Event::Start(Tag::Link {
                        link_type,
                        dest_url: CowStr::from(target),
                        title,
                        id,
                    })),
                    None => dropped = true,
                }
            }
            Event::End(TagEnd::Link) => {
                linked = false;
                if !std::mem::take(&mut dropped) {
                    events.push(event);
                }
            }
            Event::Start(Tag::Table(_)) => {
                let open = r#"<div class="scroll" tabindex="0" role="group" aria-label="Table">"#;
                events.push(Event::Html(CowStr::from(open)));
                events.push(event);
            }
            Event::End(TagEnd::Table) => {
                events.push(event);
                events.push(Event::Html(CowStr::from("</div>")));
            }
            _ => {
                match &event {
                    Event::Start(Tag::CodeBlock(_)) => linked = true,
                    Event::End(TagEnd::CodeBlock) => linked = false,
                    _ => {}
                }
                if let (Event::Text(words) | Event::Code(words), Some((_, open))) =
                    (&event, &mut open)
                {
                    open.push_str(words);
                }
                events.push(event);
            }
        }
    }
    let mut page = String::new();
    markdown::push_html(&mut page, events.into_iter());
    // No text has `/>`: it is escaped there.
    page.replace("<pre>", r#"<pre tabindex="0">"#).replace(" />", ">")
}

/// Words in which every citation that stands in one line leads to its line.
fn link_citations<'e>(words: &str, text: &Text, events: &mut Vec<Event<'e>>) {
    let base = Base::of(&text.path());
    let plain = |words: &str| Event::Text(CowStr::from(words.to_owned()));
    let mut at = 0;
    for (range, citation) in citations(words) {
        let placed = citation.section.is_some() || citation.page.is_some();
        let Some(line) = citation.line().filter(|_| placed) else { continue };
        let path = base.to(&address::document_line(citation.document, line));
        events.push(plain(&words[at..range.start]));
        events.push(Event::Start(Tag::Link {
            link_type: LinkType::Inline,
            dest_url: CowStr::from(path),
            title: CowStr::from(""),
            id: CowStr::from(""),
        }));
        events.push(plain(&words[range.clone()]));
        events.push(Event::End(TagEnd::Link));
        at = range.end;
    }
    if at < words.len() {
        events.push(plain(&words[at..]));
    }
}

/// Where a link of a text leads in the book; `None` where the book has no such page.
fn target(link: &str, from: &Text) -> Option<String> {
    let (file, anchor) = match link.split_once('#') {
        Some((file, anchor)) => (file, format!("#{anchor}")),
        None => (link, String::new()),
    };
    if file.is_empty() {
        return Some(link.to_owned());
    }
    if file.contains("://") {
        return Some(link.to_owned());
    }
    // A book that is made in the repository lies in `book`: this one.
    if let Some(page) = file.strip_prefix("../book/") {
        return Some(format!("{}{anchor}", Base::of(&from.path()).to(page)));
    }
    let folder = from.file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let wanted = match file.strip_prefix("../") {
        Some(rest) => rest.to_owned(),
        None => format!("{folder}/{file}"),
    };
    let found = TEXTS.iter().find(|text| text.file == wanted)?;
    Some(format!("{}{anchor}", Base::of(&from.path()).to(&found.path())))
}

/// The names of headings, as links in the repository use them.
#[derive(Default)]
struct Identifiers {
    seen: HashMap<String, usize>,
}

impl Identifiers {
    fn of(&mut self, words: &str) -> String {
        let kept = words.to_lowercase();
        let kept = kept.chars().filter(|it| it.is_alphanumeric() || " -_".contains(*it));
        let name: String = kept.map(|it| if it == ' ' { '-' } else { it }).collect();
        let count = self.seen.entry(name.clone()).or_default();
        *count += 1;
        if *count == 1 { name } else { format!("{name}-{}", *count - 1) }
    }
}
