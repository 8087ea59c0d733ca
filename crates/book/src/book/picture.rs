//! Pictures in a page. Their colours are in the page's own style sheet: a policy that lets no page
//! bring its own styles would drop them. And they have no ids: the same picture may occur in a
//! page twice, and its title and description are the first of its elements, by which it is named
//! without.

use maud::{Markup, PreEscaped, html};

/// A picture that scrolls in a box of its own where it is too wide.
pub fn figure(label: &str, svg: &str) -> Markup {
    html! {
        figure tabindex="0" role="group" aria-label=(label) { (PreEscaped(without_ids(&without_style(svg)))) }
    }
}

/// The same, smaller: one of several that are compared.
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

/// The same without the ids of its title and description, and what refers to them.
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
