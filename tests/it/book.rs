//! The book: every link leads somewhere, and every claim is true.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::OnceLock;

use urlbnf::book::{Book, LiveState, address, live};
use urlbnf::diagnose::examine;
use urlbnf::report::excerpt::string;
use urlbnf::text::column;
use urlbnf::{Edition, Judge, Reading, Verdict, octets};

use crate::book_files::written;
use crate::html::{HtmlElement, HtmlPage};
use crate::repository::files_below;

/// The texts of all pages, by their paths, as the program writes them.
fn texts() -> &'static BTreeMap<String, String> {
    static TEXTS: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let paths = Book::new(&urlbnf::DOCUMENTATION).paths();
        let text = |path: &String| {
            let text = fs::read_to_string(written().join(path));
            (path.clone(), text.unwrap_or_else(|error| panic!("{path}: {error}")))
        };
        let texts: BTreeMap<String, String> = paths.iter().map(text).collect();
        assert_eq!(texts.len(), paths.len(), "two pages lie at one path");
        texts
    })
}

/// The pages, read.
fn pages() -> &'static BTreeMap<String, HtmlPage> {
    static PAGES: OnceLock<BTreeMap<String, HtmlPage>> = OnceLock::new();
    PAGES.get_or_init(|| {
        let html = texts().iter().filter(|(path, _)| path.ends_with(".html"));
        html.map(|(path, text)| (path.clone(), HtmlPage::read(path, text))).collect()
    })
}

/// Where a relative link of a page leads.
fn resolved(from: &str, link: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            ".." => assert!(parts.pop().is_some(), "{from}: {link} leads out of the book"),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[track_caller]
fn leads_somewhere(from: &str, link: &str) {
    let (path, anchor) = link.split_once('#').map_or((link, None), |(a, b)| (a, Some(b)));
    let path = if path.is_empty() { from.to_owned() } else { resolved(from, path) };
    assert!(texts().contains_key(&path), "{from} links to {link}");
    if path == live::PATH {
        // What follows the `#` is what the page is to show.
        let read = anchor.map(LiveState::read);
        assert!(read.is_none_or(|it| it.is_ok()), "{from} links to {link}");
    } else if let Some(anchor) = anchor {
        let page = &pages()[&path];
        assert!(page.values("id").any(|id| id == anchor), "{from} links to {link}: no such anchor");
    }
}

#[test]
fn every_link_leads_somewhere_in_the_book() {
    let mut links = 0;
    for (path, page) in pages() {
        for element in &page.elements {
            for link in ["href", "src", "xlink:href"].iter().filter_map(|it| element.get(it)) {
                // A link may lead elsewhere; nothing is loaded from there.
                if element.name != "a" || !link.starts_with("https://") {
                    leads_somewhere(path, link);
                    links += 1;
                }
            }
        }
    }
    assert!(links > 10_000, "only {links} links were found");
}

#[test]
fn nothing_is_fetched_from_anywhere() {
    for (path, page) in pages() {
        for name in ["base", "iframe", "object", "embed", "audio", "video", "source"] {
            assert_eq!(page.named(name).count(), 0, "{path} has a {name}");
        }
        for script in page.named("script") {
            assert!(script.get("src").is_some() && script.text.is_empty(), "{path}: a script");
        }
        assert_eq!(page.values("srcset").count(), 0, "{path}");
    }
    for (path, text) in texts().iter().filter(|(path, _)| !path.ends_with(".html")) {
        for fetched in ["url(", "@import", "fetch(", "XMLHttpRequest", "import(", "<image", "<use"]
        {
            // The generated glue code can fetch an engine, but is given one. `live` checks in a
            // browser that nothing is sent.
            let may = path == "engine.js" && fetched == "fetch(";
            assert!(may || !text.contains(fetched), "{path} has {fetched}");
        }
    }
}

#[test]
fn what_the_search_finds_is_there() {
    let text = &texts()["search-index.js"];
    let list = text.trim_start_matches("window.urlbnfSearch = ").trim_end().trim_end_matches(';');
    let entries: Vec<[String; 3]> = serde_json::from_str(list).unwrap();
    for [name, _, path] in &entries {
        assert!(!name.is_empty());
        leads_somewhere("index.html", path);
    }
    assert!(entries.iter().any(|[name, of, _]| name == "gopher+_string" && of == "rfc1738"));
    let signs: BTreeSet<char> = entries
        .iter()
        .filter(|[_, of, _]| of == "character")
        .filter_map(|[name, ..]| name.chars().next())
        .collect();
    let all = (b' '..=b'~').map(char::from).filter(|it| !it.is_ascii_alphanumeric());
    assert_eq!(signs, all.collect());
}

#[test]
fn ids_are_unique() {
    for (path, page) in pages() {
        let mut seen = BTreeSet::new();
        for id in page.values("id") {
            assert!(seen.insert(id), "{path}: {id} twice");
        }
    }
}

/// A browser ends a paragraph where one of these begins, and finds an end without a beginning
/// after it.
#[test]
fn a_paragraph_has_words_only() {
    const ENDS_A_PARAGRAPH: &[&str] = &[
        "article", "details", "div", "dl", "figure", "footer", "form", "h1", "h2", "h3", "h4",
        "header", "hr", "main", "nav", "ol", "p", "pre", "section", "table", "ul",
    ];
    for (path, page) in pages() {
        for element in page.elements.iter().filter(|it| ENDS_A_PARAGRAPH.contains(&&*it.name)) {
            assert!(!page.is_within(element, "p"), "{path}: <{}> in a paragraph", element.name);
        }
    }
}

#[test]
fn headings_stand_in_order() {
    for (path, page) in pages() {
        let level = |element: &HtmlElement| match element.name.as_bytes() {
            [b'h', level @ b'1'..=b'6'] => Some(usize::from(level - b'0')),
            _ => None,
        };
        let levels: Vec<usize> = page.elements.iter().filter_map(level).collect();
        assert_eq!(levels.first(), Some(&1), "{path} does not begin with its title");
        assert_eq!(levels.iter().filter(|&&it| it == 1).count(), 1, "{path} has two titles");
        for both in levels.windows(2) {
            assert!(both[1] <= both[0] + 1, "{path}: h{} below h{}", both[1], both[0]);
        }
    }
}

#[test]
fn every_picture_says_in_words_what_it_shows() {
    let mut pictures = 0;
    for (path, page) in pages() {
        for svg in page.named("svg") {
            let title = page.children(svg).find(|it| it.name == "title");
            assert!(title.is_some_and(|it| !it.text.trim().is_empty()), "{path}: a picture");
            let first = page.children(svg).map(|it| &*it.name).take(2).collect::<Vec<_>>();
            assert_eq!(first, ["title", "desc"], "{path}: what names a picture comes first");
            pictures += 1;
        }
        for image in page.named("img") {
            assert!(image.get("alt").is_some_and(|it| !it.is_empty()), "{path}: an image");
        }
        assert_eq!(page.named("style").count(), 0, "{path} brings its own style");
        for element in &page.elements {
            assert!(element.get("style").is_none(), "{path} brings its own style");
        }
    }
    assert!(pictures > 300, "only {pictures} pictures were found");
}

#[test]
fn every_page_can_be_used_with_the_keyboard_and_read_aloud() {
    for (path, page) in pages() {
        let html = page.named("html").next().unwrap();
        assert_eq!(html.get("lang"), Some("en"), "{path}");
        let skip = page.named("a").next().unwrap();
        assert_eq!(skip.get("href"), Some("#text"), "{path}: the first link skips the navigation");
        assert!(page.named("title").next().is_some_and(|it| !it.text.is_empty()), "{path}");
        // What scrolls can be scrolled without a mouse.
        for element in page.elements.iter().filter(|it| it.is("scroll") || it.is("bnf")) {
            assert_eq!(element.get("tabindex"), Some("0"), "{path}");
            assert!(element.get("aria-label").is_some(), "{path}");
        }
    }
}

/// A judge for a claim.
fn judge(edition: &str, reading: &str, production: Option<&str>) -> Judge {
    let (edition, reading): (Edition, Reading) =
        (edition.parse().unwrap(), reading.parse().unwrap());
    match production {
        None => Judge::by_scheme(edition, reading),
        Some(name) => {
            let found = edition.grammar(reading).find(name);
            Judge::by_start(edition, reading, found.unwrap_or_else(|| panic!("{edition} {name}")))
        }
    }
}

/// Judges made once: there are thousands of claims and hundreds of judges.
#[derive(Default)]
struct JudgeCache {
    made: BTreeMap<(String, String, Option<String>), Judge>,
}

impl JudgeCache {
    fn judge(&mut self, edition: &str, reading: &str, production: Option<&str>) -> &Judge {
        let key = (edition.to_owned(), reading.to_owned(), production.map(str::to_owned));
        self.made.entry(key).or_insert_with(|| judge(edition, reading, production))
    }
}

/// What an element claims: a string, and the edition, reading and production that judge it.
type ElementClaim = (Vec<u8>, String, String, Option<String>);

fn claimed(page: &HtmlPage, element: &HtmlElement) -> Vec<ElementClaim> {
    let bytes = |text: &str| octets::decoded(text.as_bytes()).into_owned();
    let get = |name: &str| element.get(name).map(str::to_owned);
    if let (Some(input), Some(judge)) = (get("data-input"), get("data-judge")) {
        let (edition, reading, start) = judging(&judge);
        return vec![(bytes(&input), edition, reading, start)];
    }
    if names_grammars(page, element) {
        // The page of a URL names the grammars that say the same of it.
        let live = page.values("href").find_map(|it| it.split_once("live.html#"));
        let url = LiveState::read(live.unwrap().1).unwrap().url;
        let by = element.text.split(", ").map(|by| judging(&by.replace(' ', ":")));
        return by
            .map(|(edition, reading, start)| (url.clone(), edition, reading, start))
            .collect();
    }
    if element.name != "kbd" {
        return Vec::new();
    }
    let judge = std::iter::once(element).chain(page.above(element));
    let judge = judge.filter_map(|it| it.get("data-judge")).next();
    let url = get("data-url").map_or_else(|| element.text.clone().into_bytes(), |it| bytes(&it));
    judge
        .map(judging)
        .map(|(edition, reading, start)| (url, edition, reading, start))
        .into_iter()
        .collect()
}

/// Whether an element is the last cell of a row of verdicts, which names the grammars.
fn names_grammars(page: &HtmlPage, element: &HtmlElement) -> bool {
    let mut around = page.above(element);
    let (row, body) = (around.next(), around.next());
    element.name == "td"
        && body.is_some_and(|it| it.is("by"))
        && row.and_then(|it| page.children(it).last()).is_some_and(|it| std::ptr::eq(it, element))
}

/// What judges, as `rfc1738:printed/host` names it.
fn judging(text: &str) -> (String, String, Option<String>) {
    let (by, start) = text.split_once('/').map_or((text, None), |(by, start)| (by, Some(start)));
    let (edition, reading) = by.split_once(':').unwrap_or((by, "corrected"));
    (edition.to_owned(), reading.to_owned(), start.map(str::to_owned))
}

/// The verdict on an element, on one around it, or on its row. Without one it conforms.
fn said_verdict<'p>(page: &'p HtmlPage, element: &'p HtmlElement) -> &'p str {
    let says = |it: &'p HtmlElement| {
        let classes = it.get("class").unwrap_or_default().split(' ');
        let known = |it: &&str| ["conforms", "generic-only", "rejected"].contains(it);
        it.get("data-verdict").or_else(|| classes.into_iter().find(known))
    };
    let around = || std::iter::once(element).chain(page.above(element));
    let row = around().find(|it| it.name == "tr" && names_grammars(page, element));
    let in_row = || {
        page.elements.iter().filter(|it| row.is_some_and(|row| page.has(row, it))).find_map(says)
    };
    around().find_map(says).or_else(in_row).unwrap_or("conforms")
}

#[test]
fn every_claim_is_true() {
    let (mut judges, mut claims, mut against, mut misses) = (JudgeCache::default(), 0, 0, 0);
    for (path, page) in pages() {
        for element in &page.elements {
            for (input, edition, reading, production) in claimed(page, element) {
                let shown = string(&input);
                // A mark may follow the end.
                let text = element.text.trim_end_matches("⟨end⟩");
                assert!(
                    text == shown || names_grammars(page, element),
                    "{path}: {text} for {shown}"
                );
                let judge = judges.judge(&edition, &reading, production.as_deref());
                let examination = examine(judge, &input);
                let verdict = examination.judgement.verdict;
                assert_eq!(verdict.name(), said_verdict(page, element), "{path}: {shown}");
                claims += 1;
                if let (Some(said), Some(diagnostic)) =
                    (said_of(page, element), &examination.diagnostic)
                {
                    match said.get("data-offset") {
                        Some(offset) => {
                            assert_eq!(offset, diagnostic.offset.to_string(), "{path}");
                            assert_eq!(
                                said.get("data-code"),
                                Some(diagnostic.code.name()),
                                "{path}"
                            );
                        }
                        None => {
                            let column = format!("column {}", column(&input, diagnostic.offset));
                            let (_, after) = said.text.split_once(&column).unwrap_or(("", "0"));
                            let ends = !after.starts_with(|it: char| it.is_ascii_digit());
                            assert!(ends, "{path}: {shown}, {column}: {}", said.text);
                        }
                    }
                    let reason = reason_in(page, said).unwrap();
                    let message = diagnostic.message(judge, &input).replace('`', "");
                    assert_eq!(reason.text.replace('`', ""), message, "{path}");
                    misses += 1;
                }
                if let Some(not) = element.get("data-not") {
                    // Without a start, the start is the same.
                    let same = production.as_deref().unwrap_or_default();
                    let (other, start) = not.split_once('/').unwrap_or((not, same));
                    let start = Some(start).filter(|it| !it.is_empty());
                    let judge = judges.judge(other, &reading, start);
                    let verdict = judge.judge(&input).verdict;
                    assert_ne!(verdict, Verdict::Conforms, "{path}: {shown} in {other}");
                    against += 1;
                }
            }
        }
    }
    assert!(claims > 3_000, "only {claims} claims were found");
    assert!(against > 500, "only {against} witnesses were found");
    assert!(misses > 500, "only {misses} near misses were found");
}

#[test]
fn every_cell_of_a_table_of_disagreements_is_true() {
    let (mut judges, mut cells) = (JudgeCache::default(), 0);
    for (path, page) in pages() {
        for table in page.elements.iter().filter(|it| it.is("elsewhere")) {
            let reading = table.get("data-reading").unwrap();
            let is_in_table = |it: &&HtmlElement| page.has(table, it);
            // Each head leads to the production that judges.
            let productions = page.named("a").filter(is_in_table).map(|link| {
                let path = resolved(path, link.get("href").unwrap());
                let edition: Edition = path.split_once('/').unwrap().0.parse().unwrap();
                let grammar = edition.grammar(reading.parse().unwrap());
                let mut names = grammar.ids().map(|id| grammar.name(id));
                let is_there = |name: &&str| address::production(edition, name) == path;
                (edition.name(), names.find(is_there).unwrap())
            });
            let heads: Vec<(&str, &str)> = productions.collect();
            let is_row = |it: &&HtmlElement| it.get("data-input").is_some();
            for row in page.named("th").filter(is_in_table).filter(is_row) {
                let input = octets::decoded(row.get("data-input").unwrap().as_bytes()).into_owned();
                assert_eq!(row.text, string(&input), "{path}");
                let all = page.above(row).next().unwrap();
                let spans =
                    |it: &HtmlElement| it.get("colspan").map_or(1, |it| it.parse().unwrap());
                let fields = page.children(all).filter(|it| it.name == "td");
                let said: Vec<&HtmlElement> =
                    fields.flat_map(|it| std::iter::repeat_n(it, spans(it))).collect();
                assert_eq!(said.len(), heads.len(), "{path}");
                for ((edition, production), cell) in heads.iter().zip(said) {
                    let judge = judges.judge(edition, reading, Some(production));
                    let verdict = judge.judge(&input).verdict;
                    assert!(cell.is(verdict.name()), "{path}: {} by {edition}", row.text);
                    cells += 1;
                }
            }
        }
    }
    assert!(cells > 3_000, "only {cells} cells were found");
}

/// The element that says why a string fails.
fn said_of<'p>(page: &'p HtmlPage, element: &HtmlElement) -> Option<&'p HtmlElement> {
    let says = |it: &&HtmlElement| ["div", "li", "tr"].contains(&&*it.name);
    page.above(element).find(|it| says(it) && reason_in(page, it).is_some())
}

/// The reason for which a string fails.
fn reason_in<'p>(page: &'p HtmlPage, said: &HtmlElement) -> Option<&'p HtmlElement> {
    page.elements.iter().find(|it| it.is("reason") && page.has(said, it))
}

#[test]
fn every_production_and_every_text_has_a_page() {
    for edition in Edition::ALL {
        for reading in Reading::ALL {
            let grammar = edition.grammar(reading);
            for id in grammar.ids() {
                let path = urlbnf::book::address::production(edition, grammar.name(id));
                let title = pages()[&path].named("h1").next().unwrap();
                assert_eq!(title.text, grammar.name(id), "two productions lie at {path}");
            }
        }
    }
    for path in files_below("docs").iter().filter(|path| path.ends_with(".md")) {
        // What a folder says of itself is a page by the name of the folder.
        let page = path.replace("/README.md", ".md").replace(".md", ".html");
        assert!(pages().contains_key(&page), "{path} is not in the book");
    }
}

/// As they would be on a file system to which `DIGIT` and `digit` are one.
#[test]
fn no_two_pages_differ_by_the_case_of_letters_alone() {
    let mut paths: Vec<String> = pages().keys().map(|it| it.to_lowercase()).collect();
    paths.sort();
    let all = paths.len();
    paths.dedup();
    assert_eq!(paths.len(), all);
}

#[test]
fn the_whole_grammar_is_printed_line_by_line() {
    for edition in Edition::ALL {
        let page = &pages()[&urlbnf::book::address::edition(edition)];
        let shown: Vec<&str> =
            page.elements.iter().filter(|it| it.is("line")).map(|it| &*it.text).collect();
        let lines: Vec<&str> = edition
            .bnf()
            .lines()
            .filter(|it| !it.contains("@page") && !it.contains(": page"))
            .collect();
        assert_eq!(shown[..lines.len()], lines, "{edition}");
    }
}

/// The colours that a block of the style sheet gives to its names.
fn colours(block: &str) -> BTreeMap<String, [f64; 3]> {
    let mut colours = BTreeMap::new();
    for line in block.lines() {
        let Some((name, value)) = line.trim().trim_end_matches(';').split_once(": #") else {
            continue;
        };
        let Some(name) = name.strip_prefix("--") else { continue };
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&value[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        colours.insert(name.to_owned(), [channel(0), channel(2), channel(4)]);
    }
    colours
}

fn luminance([red, green, blue]: [f64; 3]) -> f64 {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The kinds of classes of characters.
const KINDS: &[&str] = &["letters", "digits", "outsiders", "delimiters", "extras", "plain-sheet"];

/// The colours that meet: a text, and what it is written on.
const MEETINGS: [(&str, &[&str]); 11] = [
    ("ink", KINDS),
    ("good", KINDS),
    ("half", KINDS),
    ("bad", KINDS),
    ("ink", &["paper", "sheet", "good-sheet", "half-sheet", "bad-sheet"]),
    ("faint", &["paper", "sheet"]),
    ("link", &["paper", "sheet"]),
    ("good", &["paper", "sheet", "good-sheet"]),
    ("half", &["paper", "sheet", "half-sheet"]),
    ("bad", &["paper", "sheet", "bad-sheet"]),
    ("mark-ink", &["mark"]),
];

#[test]
fn every_colour_can_be_read_in_the_light_and_in_the_dark() {
    let style = &texts()["style.css"];
    let (light, rest) = style.split_once("@media screen and (prefers-color-scheme: dark)").unwrap();
    let (dark, _) = rest.split_once("}\n}").unwrap();
    for (scheme, block) in [("light", light), ("dark", dark)] {
        let colours = colours(block);
        for (text, sheets) in MEETINGS {
            for sheet in sheets {
                let (one, other) = (luminance(colours[text]), luminance(colours[*sheet]));
                let contrast = (one.max(other) + 0.05) / (one.min(other) + 0.05);
                assert!(contrast >= 4.5, "{scheme}: {text} on {sheet} has {contrast:.2}");
            }
        }
    }
}
