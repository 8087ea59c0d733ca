//! Sentences of the library as markup: text between backquotes becomes code.

use maud::{Markup, html};

use crate::bnf::Span;
use crate::description::ProductionProperties;
pub use crate::report::excerpt::counted;
use crate::report::failure_message::GrammarLabel;

/// A sentence. Three backquotes are one backquote as code; an unclosed backquote stays as it is.
pub fn markup(sentence: &str) -> Markup {
    let mut parts: Vec<(bool, &str)> = Vec::new();
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('`') {
        parts.push((false, before));
        if let Some(after) = after.strip_prefix("``") {
            parts.push((true, "`"));
            rest = after;
        } else if let Some((code, after)) = after.split_once('`') {
            parts.push((true, code));
            rest = after;
        } else {
            parts.push((false, "`"));
            rest = after;
        }
    }
    parts.push((false, rest));
    html! {
        @for (is_code, part) in parts {
            @if is_code { code { (part) } } @else { (part) }
        }
    }
}

/// A text of such sentences, in paragraphs.
pub fn paragraphs(text: &str) -> Markup {
    html! { @for paragraph in text.split("\n\n") { p { (markup(paragraph)) } } }
}

/// The items, with a comma between two.
pub fn commas(items: impl IntoIterator<Item = Markup>) -> Markup {
    html! {
        @for (number, item) in items.into_iter().enumerate() {
            @if number > 0 { ", " }
            (item)
        }
    }
}

/// The number of strings, and the length of the longest.
pub fn how_many(facts: &ProductionProperties) -> Markup {
    html! {
        @match &facts.count {
            Some(count) => (count),
            None if facts.is_counted => "infinitely many",
            None => "not counted",
        }
        @if let Some(longest) = facts.longest { ", the longest of " (counted(longest, "byte")) }
    }
}

/// Places to mark, without labels.
pub fn pointers(places: &[Span]) -> Vec<GrammarLabel> {
    places.iter().map(|&place| GrammarLabel { place, text: None }).collect()
}
