//! Pictures in a page. Their colours are in the style sheet of the page, since a content
//! security policy may drop inline styles. They have no ids, since a page may contain the same
//! picture twice; the title and the description are found without ids, as the first elements.

use maud::{Markup, PreEscaped, html};

/// A picture that scrolls in its own box if it is too wide.
pub fn figure(label: &str, svg: &str) -> Markup {
    html! {
        figure tabindex="0" role="group" aria-label=(label) { (PreEscaped(inline(svg))) }
    }
}

/// A smaller figure: one of several that are compared.
pub fn small_figure(label: &str, svg: &str) -> Markup {
    html! {
        figure.small tabindex="0" role="group" aria-label=(label) { (PreEscaped(inline(svg))) }
    }
}

/// The picture as a part of a page, which knows the namespaces. A third of a diagram is spaces that
/// mean nothing.
fn inline(svg: &str) -> String {
    let svg = without_ids(&without_style(svg));
    let svg = svg.replace(" xmlns=\"http://www.w3.org/2000/svg\"", "");
    let svg = svg.replace(" xmlns:xlink=\"http://www.w3.org/1999/xlink\"", "");
    let svg = svg.replace(" xlink:href=", " href=").replace(">\n", ">");
    let mut parts = svg.split(" d=\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (path, rest) = part.split_once('"').unwrap_or((part, ""));
        format!("{text} d=\"{}\"{rest}", dense(path))
    })
}

/// A path without the spaces beside its letters and before its signs.
fn dense(path: &str) -> String {
    let mut dense = String::with_capacity(path.len());
    let mut words = path.split_whitespace().peekable();
    while let Some(word) = words.next() {
        dense.push_str(word);
        let ends = |text: &str| text.ends_with(|it: char| it.is_ascii_digit());
        let begins = |text: &&str| text.starts_with(|it: char| it.is_ascii_digit());
        if ends(word) && words.peek().is_some_and(begins) {
            dense.push(' ');
        }
    }
    dense
}

fn without_style(svg: &str) -> String {
    match (svg.split_once("<style>"), svg.split_once("</style>")) {
        (Some((before, _)), Some((_, after))) => format!("{before}{after}"),
        _ => svg.to_owned(),
    }
}

/// The picture without the ids of its title and description, and without references to them.
fn without_ids(svg: &str) -> String {
    [" aria-labelledby", " aria-describedby", " id"].map(|name| format!("{name}=\"")).iter().fold(
        svg.to_owned(),
        |svg, name| {
            let mut parts = svg.split(name.as_str());
            let first = parts.next().unwrap_or_default().to_owned();
            parts.fold(first, |text, part| {
                text + part.split_once('"').map_or(part, |(_, rest)| rest)
            })
        },
    )
}
