//! What RFC 3987 asks of an IRI beyond its grammar: normalization, and the direction of
//! writing.
//!
//! Both are requests in prose, so an IRI that ignores them conforms. Section 4.2 is about
//! components, and allows a scheme to divide them: a label of a name, a value of a query and
//! the extension of a file are then components too. They are components here, as in the
//! document's own examples, so there are fewer warnings than without the division.

use unicode_bidi::{BidiClass, bidi_class};
use unicode_normalization::is_nfc;

use super::Warning;
use crate::escape::is_bidi_formatting;
use crate::resolve::{ReferenceComponents, ResolutionRule};

/// The directions of the letters of a text.
#[derive(Debug, Clone, Copy, Default)]
struct LetterDirections {
    left_to_right: bool,
    right_to_left: bool,
}

/// The warnings about an IRI.
pub(super) fn warnings(iri: &str) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if !is_nfc(iri) {
        warnings.push(Warning::NotNormalized);
    }
    let formatting = iri.chars().find(|character| is_bidi_formatting(*character));
    warnings.extend(formatting.map(|character| Warning::BidiFormatting { character }));
    // No ASCII letter is written right to left.
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

/// The components, divided as far as the document allows.
fn parts(iri: &str) -> Vec<&str> {
    let found = ReferenceComponents::split(ResolutionRule::Rfc3987, iri.as_bytes());
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

fn directions(part: &str) -> LetterDirections {
    let mut directions = LetterDirections::default();
    for character in part.chars() {
        match bidi_class(character) {
            BidiClass::L => directions.left_to_right = true,
            BidiClass::R | BidiClass::AL => directions.right_to_left = true,
            _ => {}
        }
    }
    directions
}

/// Whether the first character is written right to left. Nonspacing marks are skipped.
fn begins(characters: impl Iterator<Item = char>) -> bool {
    let mut classes = characters.map(bidi_class).filter(|class| *class != BidiClass::NSM);
    matches!(classes.next(), Some(BidiClass::R | BidiClass::AL))
}
