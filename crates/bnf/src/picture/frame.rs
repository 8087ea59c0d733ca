//! The frame of a picture: its size, its text for readers who cannot see it, and its colours.
//!
//! A picture is a file of its own, or is embedded in a page with others. So all its classes and
//! CSS rules are scoped to `urlbnf-picture`, and its ids are derived from its content: two
//! pictures with the same id have the same text.

use maud::{Markup, PreEscaped, html};

use crate::fingerprint::Fingerprint;

/// The colours, without CSS variables, since not only browsers render SVG.
pub const STYLE: &str = include_str!("picture.css");
/// The additional colours of pictures that show derivation steps.
pub const STEPS_STYLE: &str = include_str!("steps.css");
/// The class of pictures that show derivation steps.
pub(super) const STEPS: &str = "urlbnf-steps";

/// A picture before it is framed.
#[derive(Debug)]
pub struct Picture<'a> {
    /// The kind, a class: `tree` or `railroad`, and optionally another class after a space.
    pub kind: &'a str,
    /// The title.
    pub title: &'a str,
    /// The full description in words.
    pub description: &'a str,
    /// The width, in pixels.
    pub width: usize,
    /// The height, in pixels.
    pub height: usize,
    /// Whether it contains links; a picture without links has the role of an image.
    pub has_links: bool,
    /// The drawing, as SVG elements.
    pub body: Markup,
}

impl Picture<'_> {
    /// The framed picture, as a file or as a part of a page.
    pub fn svg(&self) -> String {
        let Picture { kind, title, description, width, height, .. } = *self;
        let (first, more) = kind.split_once(' ').unwrap_or((kind, ""));
        let steps = if more == STEPS { STEPS_STYLE } else { "" };
        let id = format!("urlbnf-{first}-{}", fingerprint(&[title, description]));
        let (title_id, description_id) = (format!("{id}-title"), format!("{id}-desc"));
        let role = if self.has_links { "group" } else { "img" };
        let svg = html! {
            svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
                class={ "urlbnf-picture urlbnf-" (kind) } role=(role)
                aria-labelledby=(title_id) aria-describedby=(description_id)
                width=(width) height=(height) viewBox={ "0 0 " (width) " " (height) } {
                title id=(title_id) { (title) }
                desc id=(description_id) { (description) }
                style { (PreEscaped(STYLE)) (PreEscaped(steps)) }
                rect class="canvas" width=(width) height=(height) {}
                (self.body)
            }
        };
        svg.into_string().replace(is_not_of_xml, "\u{FFFD}") + "\n"
    }
}

/// Whether XML cannot contain a character, not even escaped.
fn is_not_of_xml(character: char) -> bool {
    matches!(character, '\0'..='\x08' | '\x0B' | '\x0C' | '\x0E'..='\x1F' | '\u{FFFE}' | '\u{FFFF}')
}

fn fingerprint(parts: &[&str]) -> Fingerprint {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
    Fingerprint::default().with(bytes)
}
