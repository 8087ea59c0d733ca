//! What RFC 3987 asks of an IRI beyond its grammar: how it is normalized, and which way
//! its letters are written.
//!
//! Both are requests in prose, so an IRI that ignores them conforms. Section 4.2 speaks of
//! components, and lets a scheme divide them: a label of a name, a value of a query, the
//! extension of a file are then components too. They are here, as in the document's own
//! examples; so less is warned of than the undivided rules would have it.

use unicode_bidi::{BidiClass, bidi_class};
use unicode_normalization::is_nfc;

use super::Warning;
use crate::escape::is_bidi_formatting;
use crate::resolve::{Components, Rule};

/// Which way the letters of a text are written.
#[derive(Debug, Clone, Copy, Default)]
struct Directions {
    left_to_right: bool,
    right_to_left: bool,
}

/// The warnings that an IRI earns.
pub(super) fn warnings(iri: &str) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if !is_nfc(iri) {
        warnings.push(Warning::NotNormalized);
    }
    let formatting = iri.chars().find(|it| is_bidi_formatting(*it));
    warnings.extend(formatting.map(|character| Warning::BidiFormatting { character }));
    // Of ASCII nothing is written from right to left.
    if iri.is_ascii() {
        return warnings;
    }
    for part in parts(iri) {
        let directions = directions(part);
        if !directions.right_to_left {
            continue;
        }
        let part = part.to_owned();
        if directions.left_to_right {
            warnings.push(Warning::BidiMixed { part });
        } else if !(begins(part.chars()) && begins(part.chars().rev())) {
            warnings.push(Warning::BidiEnds { part });
        }
    }
    warnings
}

/// The components, divided as far as the document lets them be.
fn parts(iri: &str) -> Vec<&str> {
    let found = Components::of(Rule::Rfc3987, iri.as_bytes());
    let text = |bytes| std::str::from_utf8(bytes).unwrap_or_default();
    let mut parts: Vec<&str> = Vec::new();
    if let Some(authority) = found.authority {
        parts.extend(text(authority).split(['@', ':', '.']));
    }
    parts.extend(text(found.path).split(['/', '.']));
    parts.extend(found.query.iter().flat_map(|query| text(query).split(['&', ';', '='])));
    parts.extend(found.fragment.map(text));
    parts
}

fn directions(part: &str) -> Directions {
    let mut directions = Directions::default();
    for character in part.chars() {
        match bidi_class(character) {
            BidiClass::L => directions.left_to_right = true,
            BidiClass::R | BidiClass::AL => directions.right_to_left = true,
            _ => {}
        }
    }
    directions
}

/// Whether the first character is written from right to left. A mark that is set upon another
/// is written with that.
fn begins(characters: impl Iterator<Item = char>) -> bool {
    let mut classes = characters.map(bidi_class).filter(|class| *class != BidiClass::NSM);
    matches!(classes.next(), Some(BidiClass::R | BidiClass::AL))
}
