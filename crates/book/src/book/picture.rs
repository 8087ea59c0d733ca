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

/// The picture as a part of a page, where it needs no namespaces. A third of a diagram is spaces
/// without a meaning.
fn inline(svg: &str) -> String {
    let svg = without_ids(&without_style(svg));
    let svg = svg.replace(" xmlns=\"http://www.w3.org/2000/svg\"", "");
    let svg = svg.replace(" xmlns:xlink=\"http://www.w3.org/1999/xlink\"", "");
    let svg = svg.replace(" xlink:href=", " href=").replace(">\n", ">");
    let svg = without_canvas(&svg);
    let shapes = ["rect", "path", "circle", "line"];
    let svg = shapes.iter().fold(svg, |svg, shape| svg.replace(&format!("></{shape}>"), "/>"));
    // Attributes that the style sheet sets or does not use.
    let needless =
        [" ry=\"10\"", " height=\"22\"", " class=\"link\"", " class=\"name\"", " class=\"text\""];
    let svg = needless.iter().fold(svg, |svg, attribute| svg.replace(attribute, ""));
    let svg = without_sequences(&svg);
    let svg = joined(&joined(&svg, "<path"), "<path class=\"rail\"");
    let mut parts = svg.split(" d=\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |mut text, part| {
        let (path, rest) = part.split_once('"').unwrap_or((part, ""));
        text += &format!(" d=\"{}\"{rest}", dense(path));
        text
    })
}

/// The picture without the groups of parts that follow each other: they look like the parts.
fn without_sequences(svg: &str) -> String {
    let mut kept = Vec::new();
    let mut parts = svg.split_inclusive('>').map(|part| {
        if part.ends_with("</g>") {
            let rest = part.strip_suffix("</g>").unwrap_or(part);
            return if kept.pop().unwrap_or(true) { part } else { rest };
        }
        let Some((rest, _)) = part.rsplit_once("<g ") else { return part };
        let is_kept = !part.ends_with("<g class=\"sequence\">");
        kept.push(is_kept);
        if is_kept { part } else { rest }
    });
    parts.by_ref().collect()
}

/// One path for those that begin alike and follow each other.
fn joined(svg: &str, begin: &str) -> String {
    let begin = &format!("{begin} d=\"");
    let mut parts = svg.split(begin);
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut follows = false;
    for part in parts {
        let (path, rest) = part.split_once("\"/>").unwrap_or((part, ""));
        text.push_str(if follows { "" } else { begin });
        text.push_str(path);
        follows = rest.is_empty();
        text.push_str(if follows { "" } else { "\"/>" });
        text.push_str(rest);
    }
    text
}

/// A path without the spaces beside its letters and before its signs.
fn dense(path: &str) -> String {
    let mut dense = String::with_capacity(path.len());
    let mut words = path.split_whitespace().peekable();
    while let Some(word) = words.next() {
        dense.push_str(word);
        let ends = |text: &str| text.ends_with(|character: char| character.is_ascii_digit());
        let begins = |text: &&str| text.starts_with(|character: char| character.is_ascii_digit());
        if ends(word) && words.peek().is_some_and(begins) {
            dense.push(' ');
        }
    }
    dense
}

/// The picture without its background: a page has its own.
fn without_canvas(svg: &str) -> String {
    match svg.split_once("<rect class=\"canvas\"") {
        Some((before, after)) => {
            format!("{before}{}", after.split_once("</rect>").map_or(after, |(_, after)| after))
        }
        None => svg.to_owned(),
    }
}

fn without_style(svg: &str) -> String {
    match (svg.split_once("<style>"), svg.split_once("</style>")) {
        (Some((before, _)), Some((_, after))) => format!("{before}{after}"),
        _ => svg.to_owned(),
    }
}

/// The picture without the ids of its title and description, without references to them, and without
/// the lengths of its texts, which on a page are set in fonts as wide as those it was drawn with.
fn without_ids(svg: &str) -> String {
    [" aria-labelledby", " aria-describedby", " id", " textLength"]
        .map(|name| format!("{name}=\""))
        .iter()
        .fold(svg.to_owned(), |svg, name| {
            let mut parts = svg.split(name.as_str());
            let first = parts.next().unwrap_or_default().to_owned();
            parts.fold(first, |text, part| {
                text + part.split_once('"').map_or(part, |(_, rest)| rest)
            })
        })
}
