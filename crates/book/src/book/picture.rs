//! Pictures in a page. Their colours are in the style sheet of the page, since a content
//! security policy may drop inline styles. They have no ids, since a page may contain the same
//! picture twice; the title and the description are found without ids, as the first elements.

use maud::{Markup, PreEscaped, html};

/// A picture that scrolls in its own box if it is too wide.
pub fn figure(label: &str, svg: &str) -> Markup {
    html! {
        figure tabindex="0" role="group" aria-label=(label) { (PreEscaped(without_ids(&without_style(svg)))) }
    }
}

/// A smaller figure: one of several that are compared.
pub fn small_figure(label: &str, svg: &str) -> Markup {
    html! {
        figure.small tabindex="0" role="group" aria-label=(label) { (PreEscaped(without_ids(&without_style(svg)))) }
    }
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
