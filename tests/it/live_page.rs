//! The content of the live page for an address.
//!
//! Here the library answers. The tests in `live` check that a browser shows the same.

use urlbnf::Reading;
use urlbnf::bnf::Notation;
use urlbnf::book::{Book, LivePage, PackedGrammar};

use crate::html::HtmlPage;
use crate::repository::read;

/// The page for a state.
#[track_caller]
pub fn shown(live: &LivePage, state: &str) -> HtmlPage {
    let answer = live.answer(state).unwrap_or_else(|error| panic!("{state}: {error}"));
    let whole = format!(
        "<!DOCTYPE html><html lang=\"en\"><head><title>Live</title></head>\
         <body><main>{answer}</main></body></html>"
    );
    HtmlPage::read(state, &whole)
}

pub fn editions() -> LivePage {
    LivePage::new(Book::new(&urlbnf::DOCUMENTATION)).unwrap()
}

/// A grammar that imports nothing.
pub fn packed(name: &str, text: &str) -> PackedGrammar {
    let nothing = &mut |_: &_, _: Option<&_>| Err("nothing is imported".to_owned());
    let how = (Notation::Abnf, Reading::Corrected);
    PackedGrammar::read(name, text.as_bytes(), how, nothing).unwrap().0
}

/// The live page of a grammar of one's own.
pub fn own_live(packed: PackedGrammar) -> LivePage {
    LivePage::new(Book::of_packed(packed).unwrap()).unwrap()
}

#[test]
fn the_address_says_what_the_page_shows() {
    let live = editions();
    let page = |state: &str| shown(&live, state);
    let first =
        page("url=http%3A%2F%2Finfo.cern.ch%2F%7Etimbl%2F&edition=rfc1738&reading=corrected");
    let value = |page: &HtmlPage| {
        let field = page.elements.iter().find(|it| it.get("id") == Some("url")).unwrap();
        field.get("value").unwrap().to_owned()
    };
    assert_eq!(value(&first), "http://info.cern.ch/~timbl/");
    let rows = first.elements.iter().filter(|it| it.name == "tr");
    let rows: Vec<&str> = rows.filter_map(|it| it.get("data-edition")).collect();
    assert_eq!(rows, urlbnf::Edition::ALL.map(urlbnf::Edition::name));
    let finding = first.elements.iter().find(|it| it.is("finding")).unwrap();
    assert_eq!(finding.get("data-offset"), Some("20"));
    assert!(finding.text.contains("~ is not allowed in hsegment"), "{}", finding.text);
    let button = first.elements.iter().find(|it| it.is("button")).unwrap();
    assert_eq!(button.text, "http://info.cern.ch/%7Etimbl/");
    let again = page(button.get("href").unwrap().trim_start_matches("live.html#"));
    assert_eq!(value(&again), button.text);

    let by_start = page("url=a.1&edition=url-00&start=hostname");
    let finding = by_start.elements.iter().find(|it| it.is("finding")).unwrap();
    assert!(finding.is("good"), "{}", finding.text);
    assert!(by_start.elements.iter().any(|it| it.text == "has no production hostname"));

    // Bytes that are not UTF-8, and characters that could act as markup.
    let bytes = page("url=%FF%00%3Cscript%3E");
    assert!(bytes.elements.iter().any(|it| it.is("input") && it.text.contains("\\xFF␀<script>")));
    assert!(live.answer("edition=rfc9999").is_err());
}

/// If a string is too long, no part of it is judged.
#[test]
fn an_input_over_the_limit_is_reported_and_not_judged() {
    let own = packed("letters.abnf", "letters = 1*ALPHA\n");
    let (editions, own) = (editions(), own_live(own));
    for (live, key) in [(&editions, "url"), (&own, "input")] {
        let judged = |length: usize| {
            let state = format!("{key}={}", "a".repeat(length));
            let page = shown(live, &state);
            let is_judged = page.elements.iter().any(|it| it.is("finding"));
            assert_eq!(live.glance(&state).is_ok(), is_judged, "{key}: {length}");
            assert_eq!(page.values("maxlength").count(), 0, "{key}");
            let note = page.elements.iter().find(|it| it.get("role") == Some("note"));
            (is_judged, note.map(|it| it.text.clone()))
        };
        assert_eq!(judged(8192), (true, None), "{key}");
        let (is_judged, said) = judged(8193);
        let said = said.unwrap();
        assert!(!is_judged && said.starts_with("This has 8193 bytes"), "{key}: {said}");
    }
}

/// Without a question, the page shows its start. The empty string is a possible question.
#[test]
fn the_empty_string_is_judged_where_it_is_asked_for() {
    let own = packed("letters.abnf", "letters = *ALPHA\n");
    let (editions, own) = (editions(), own_live(own));
    for (live, state, judged) in [
        (&editions, "", None),
        (&editions, "edition=url-02", None),
        (&editions, "url=", Some(false)),
        (&editions, "url=&edition=rfc3986", Some(true)),
        (&own, "", None),
        (&own, "input=", Some(true)),
    ] {
        let page = shown(live, state);
        let finding = page.elements.iter().find(|it| it.is("finding"));
        assert_eq!(finding.map(|it| it.is("good")), judged, "{state}");
    }
}

/// A glance shows the same table as the whole page.
#[test]
fn a_glance_is_the_table_of_the_whole() {
    let live = editions();
    for url in ["http://info.cern.ch/~timbl/", "a", "%FF", "http://a:b@c:99/?d#e", "mailto:a@b"] {
        let state = format!("url={url}&edition=rfc1630");
        let (glance, answer) = (live.glance(&state).unwrap(), live.answer(&state).unwrap());
        assert!(answer.contains(&glance), "{url}: {glance} is not in {answer}");
    }
}

#[test]
fn a_grammar_of_ones_own_has_a_live_page() {
    let packed = packed("times.bnf", &read("docs/own-grammar/times.bnf"));
    let book = Book::of_packed(packed.clone()).unwrap();
    let live = own_live(packed);
    let finding = |page: &HtmlPage| {
        let finding = page.elements.iter().find(|it| it.is("finding")).expect("a finding");
        (finding.is("good"), finding.get("data-offset").map(str::to_owned), finding.text.clone())
    };
    assert!(finding(&shown(&live, "input=12:30Z")).0);
    let failed = shown(&live, "input=1994-13-05");
    let (good, offset, text) = finding(&failed);
    assert_eq!((good, offset.as_deref()), (false, Some("7")));
    assert!(text.contains("- is not allowed in dayofyear"), "{text}");
    assert!(text.contains("8 of 10"), "{text}");
    let (_, _, text) = finding(&shown(&live, "input=12:3"));
    assert!(text.contains("after the last of 4"), "{text}");
    // Every name links to a page.
    let links = failed.elements.iter().filter_map(|it| it.get("href"));
    let links: Vec<&str> =
        links.filter(|it| it.contains(".html") && !it.starts_with("live.html")).collect();
    assert!(links.iter().any(|it| it.contains("dayofyear")), "{links:?}");
    for link in links {
        assert!(book.page(link.split('#').next().unwrap()).is_some(), "{link}");
    }
    assert!(finding(&shown(&live, "input=30&start=minute")).0);
    assert!(!finding(&shown(&live, "input=61&start=minute")).0);
    let beginning = shown(&live, "");
    let examples = beginning.elements.iter().filter(|it| it.get("data-state").is_some());
    let examples: Vec<&str> = examples.filter_map(|it| it.get("href")).collect();
    assert!(examples.len() > 2, "{examples:?}");
    for example in examples {
        finding(&shown(&live, example.trim_start_matches("live.html#")));
    }
    let none = live.answer("input=a&start=mintue").unwrap();
    assert!(none.contains("the nearest is <code>minute</code>"), "{none}");
    assert_eq!(live.glance("input=12:30Z").unwrap(), "conforms");
}

#[test]
fn no_address_brings_control_characters_or_markup_into_the_page() {
    let live = editions();
    let hostile = "%1B%5B31m%C2%9B%E2%80%AE%EF%BB%BF%E2%80%A8%0A%00%3Cimg%3E";
    for state in [
        format!("url={hostile}"),
        format!("start={hostile}&url=a"),
        format!("edition={hostile}"),
        format!("reading={hostile}"),
        format!("{hostile}=a"),
    ] {
        let answer = live.answer(&state);
        let body = answer.as_ref().unwrap_or_else(|error| error);
        let acting = |it: &char| urlbnf::text::acts(*it) && !matches!(it, '\n' | '\t');
        assert_eq!(body.chars().find(acting), None, "{state}");
        // An error is plain text.
        assert!(answer.is_err() || !body.contains("<img>"), "{state}");
    }
}
