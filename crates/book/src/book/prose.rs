//! The documentation texts as pages.
//!
//! Links between texts become links between pages. A file that is not in the book is named
//! without a link.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag, TagEnd, html as markdown};

use super::address::LinkBase;
use super::{address, document};
use crate::contradiction::{self, Contradiction, ContradictionChecker};
use crate::report;

/// A text in Markdown that the book shows as a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkdownText {
    /// Its name in a list.
    pub name: &'static str,
    /// Its path in the repository, which is the base of links between texts.
    pub file: &'static str,
    source: Cow<'static, str>,
}

/// The documentation in a book, besides its own pages.
#[derive(Debug)]
pub struct Documentation {
    /// The texts, in reading order.
    pub texts: &'static [MarkdownText],
    /// The files that the texts show, by path in the repository.
    pub files: &'static [(&'static str, &'static str)],
}

impl Documentation {
    /// No documentation.
    pub const NONE: &'static Documentation = &Documentation { texts: &[], files: &[] };
}

/// The section of a text whose heading begins with a name, without the heading.
pub fn section(documentation: &Documentation, text: &str, name: &str) -> Option<Markup> {
    let text = documentation.texts.iter().find(|candidate| candidate.name == text)?;
    let heading = format!("`{name}`");
    let mut sections = text.source.split("\n## ").skip(1);
    let section = sections.find(|section| section.starts_with(&heading))?;
    let (_, body) = section.split_once('\n')?;
    let mut page = String::new();
    markdown::push_html(&mut page, parser(body));
    Some(PreEscaped(page.replace(" />", ">")))
}

/// The texts of the book itself.
static OWN: LazyLock<Vec<MarkdownText>> = LazyLock::new(|| {
    vec![
        MarkdownText::new(
            "what-changed",
            "crates/book/texts/what-changed.md",
            include_str!("../../texts/what-changed.md"),
        ),
        MarkdownText::new(
            "how-rfc3986-was-written",
            "crates/book/texts/how-rfc3986-was-written.md",
            include_str!("../../texts/how-rfc3986-was-written.md"),
        ),
        contradictions(),
        MarkdownText::new(
            "prose",
            "crates/book/texts/prose.md",
            include_str!("../../texts/prose.md"),
        ),
        MarkdownText::new("grammar", "grammar/README.md", urlbnf_remarks::README),
        MarkdownText::new("documents", "grammar/documents/README.md", urlbnf_documents::README),
    ]
});

/// The text about the contradictions, with the current lists.
fn contradictions() -> MarkdownText {
    let all: Vec<&Contradiction> = contradiction::all().iter().collect();
    let found = report::contradiction::markdown(&all, &mut ContradictionChecker::default());
    let text = include_str!("../../texts/contradictions.md");
    let text = text.replace("<!-- contradictions -->", found.trim_end());
    let text = text.replace("<!-- urls -->", report::contradiction::urls_markdown().trim_end());
    MarkdownText {
        name: "contradictions",
        file: "crates/book/texts/contradictions.md",
        source: Cow::Owned(text),
    }
}

impl MarkdownText {
    /// A text with its name, its path in the repository and its Markdown.
    pub const fn new(name: &'static str, file: &'static str, source: &'static str) -> MarkdownText {
        MarkdownText { name, file, source: Cow::Borrowed(source) }
    }

    /// The path of its page.
    pub fn path(&self) -> String {
        match self.name {
            "grammar" => "grammar/index.html".to_owned(),
            "documents" => address::documents_note(),
            name => address::prose(name),
        }
    }

    /// Its heading.
    pub fn title(&self) -> &str {
        let title = self.source.lines().find_map(|line| line.strip_prefix("# "));
        title.unwrap_or(self.name)
    }

    /// Its first paragraph, on one line.
    fn beginning(&self) -> String {
        let mut paragraphs = self.source.split("\n\n").skip(1);
        paragraphs.next().unwrap_or_default().replace('\n', " ")
    }
}

/// The texts of a book: the given ones, and its own.
#[derive(Debug)]
pub struct BookTexts(&'static Documentation);

impl BookTexts {
    pub fn new(documentation: &'static Documentation) -> BookTexts {
        BookTexts(documentation)
    }

    pub fn iter(&self) -> impl Iterator<Item = &'static MarkdownText> {
        self.0.texts.iter().chain(OWN.iter())
    }

    /// The list of the texts.
    pub fn contents(&self, base: LinkBase) -> Markup {
        html! {
            h1 { "Texts" }
            dl {
                @for text in self.iter() {
                    dt { a href=(base.to(&text.path())) { (text.title()) } }
                    dd { (PreEscaped(self.rendered(&text.beginning(), text))) }
                }
            }
        }
    }

    /// The page of a text.
    pub fn text(&self, text: &MarkdownText) -> Markup {
        html! { div.prose { (PreEscaped(self.rendered(&text.source, text))) } }
    }

    /// The headings of all texts: the words, the name of the text, the address.
    pub fn headings(&self) -> Vec<(String, &'static str, String)> {
        let mut found = Vec::new();
        for text in self.iter() {
            let mut identifiers = HeadingIds::default();
            let mut open: Option<String> = None;
            for event in parser(&text.source) {
                match event {
                    Event::Start(Tag::Heading { .. }) => open = Some(String::new()),
                    Event::End(TagEnd::Heading(_)) => {
                        let words = open.take().unwrap_or_default();
                        let path = format!("{}#{}", text.path(), identifiers.unique_id(&words));
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

    /// Markdown as markup: headings with the ids that links use, links between pages, tables
    /// in boxes that scroll.
    fn rendered(&self, source: &str, text: &MarkdownText) -> String {
        let mut identifiers = HeadingIds::default();
        let mut events: Vec<Event<'_>> = Vec::new();
        // The start of the open heading, and its words.
        let mut open: Option<(usize, String)> = None;
        let mut dropped = false;
        // Links and code contain no further links.
        let mut linked = false;
        // The words of a paragraph, in which citations may cross a line end.
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
                        *id = Some(CowStr::from(identifiers.unique_id(&words)));
                    }
                    events.push(event);
                }
                Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                    linked = true;
                    match self.target(&dest_url, text) {
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
                    let open =
                        r#"<div class="scroll" tabindex="0" role="group" aria-label="Table">"#;
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
        // The texts contain no `/>`, since it is escaped.
        page.replace("<pre>", r#"<pre tabindex="0">"#).replace(" />", ">")
    }

    /// The target of a link in the book; `None` if the book has no such page.
    fn target(&self, link: &str, from: &MarkdownText) -> Option<String> {
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
        // In the repository, this book is in the folder `book`.
        if let Some(page) = file.strip_prefix("../book/") {
            return Some(format!("{}{anchor}", LinkBase::from_path(&from.path()).to(page)));
        }
        let mut wanted: Vec<&str> = from.file.split('/').collect();
        wanted.pop();
        for part in file.split('/') {
            match part {
                ".." => drop(wanted.pop()),
                part => wanted.push(part),
            }
        }
        let wanted = wanted.join("/");
        let found = self.iter().find(|text| text.file == wanted)?;
        Some(format!("{}{anchor}", LinkBase::from_path(&from.path()).to(&found.path())))
    }
}

fn parser(source: &str) -> Parser<'_> {
    Parser::new_ext(source, Options::ENABLE_TABLES)
}

/// Words with a link from every citation on one line to its line.
fn link_citations<'e>(words: &str, text: &MarkdownText, events: &mut Vec<Event<'e>>) {
    let base = LinkBase::from_path(&text.path());
    for (words, path) in document::parts(words).into_iter().filter(|(words, _)| !words.is_empty()) {
        let link = path.map(|path| Tag::Link {
            link_type: LinkType::Inline,
            dest_url: CowStr::from(base.to(&path)),
            title: CowStr::from(""),
            id: CowStr::from(""),
        });
        let ends = link.is_some().then_some(Event::End(TagEnd::Link));
        events.extend(link.map(Event::Start));
        events.push(Event::Text(CowStr::from(words.to_owned())));
        events.extend(ends);
    }
}

/// The ids of headings, as links in the repository use them.
#[derive(Default)]
struct HeadingIds {
    seen: HashMap<String, usize>,
}

impl HeadingIds {
    fn unique_id(&mut self, words: &str) -> String {
        let kept = words.to_lowercase();
        let kept = kept
            .chars()
            .filter(|character| character.is_alphanumeric() || " -_".contains(*character));
        let name: String =
            kept.map(|character| if character == ' ' { '-' } else { character }).collect();
        let count = self.seen.entry(name.clone()).or_default();
        *count += 1;
        if *count == 1 { name } else { format!("{name}-{}", *count - 1) }
    }
}
