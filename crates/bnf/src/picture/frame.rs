//! What every picture has around it: its size, its name for those who do not see
//! it, and its colours.
//!
//! A picture is a file of its own, or is in a page beside others. So all its classes and rules are
//! below `urlbnf-picture`, and its ids are made from what it says: two pictures with the same id
//! say the same.

use maud::{Markup, PreEscaped, html};

use crate::fingerprint::Fingerprint;

/// The colours. Plain rules and no variables, since not only browsers draw SVG.
pub const STYLE: &str = include_str!("picture.css");
/// The colours of the pictures that show steps, beside those.
pub const STEPS_STYLE: &str = include_str!("steps.css");
/// The class of these pictures.
pub(super) const STEPS: &str = "urlbnf-steps";

/// A picture without its frame.
#[derive(Debug)]
pub struct Picture<'a> {
    /// The kind, a class: `tree`, `railroad`; after a space another class may follow.
    pub kind: &'a str,
    /// What it shows, in a few words.
    pub title: &'a str,
    /// What it shows in full, in words.
    pub description: &'a str,
    /// The width, in pixels.
    pub width: usize,
    /// The height, in pixels.
    pub height: usize,
    /// Whether there are links in it. A picture that is one image has none.
    pub has_links: bool,
    /// What is drawn: elements of SVG.
    pub body: Markup,
}

impl Picture<'_> {
    /// The picture as a file, or as a part of a page.
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

/// What XML cannot hold, not even escaped.
fn is_not_of_xml(character: char) -> bool {
    matches!(character, '\0'..='\x08' | '\x0B' | '\x0C' | '\x0E'..='\x1F' | '\u{FFFE}' | '\u{FFFF}')
}

fn fingerprint(parts: &[&str]) -> Fingerprint {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
    Fingerprint::default().with(bytes)
}
