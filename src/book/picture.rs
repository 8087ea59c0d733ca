//! Pictures in a page. Their colours stand in the page's own style sheet: a
//! policy that lets no page bring its own styles would drop them.

use maud::{Markup, PreEscaped, html};

/// A picture that scrolls in a box of its own where it is too wide.
pub fn figure(label: &str, svg: &str) -> Markup {
    html! {
        figure tabindex="0" role="group" aria-label=(label) { (PreEscaped(without_style(svg))) }
    }
}

fn without_style(svg: &str) -> String {
    match (svg.split_once("<style>"), svg.split_once("</style>")) {
        (Some((before, _)), Some((_, after))) => format!("{before}{after}"),
        _ => svg.to_owned(),
    }
}
