//! The prose rules of RFC 3987 for IRIs: its examples of writing directions, and of forms.

use urlbnf::Document;
use urlbnf::warning::of_iri;

use crate::support::lines_between;

/// Replaces capitals by Hebrew letters: the document writes a capital for a right-to-left
/// letter.
fn hebrew(text: &str) -> String {
    let letter = |it: char| match it {
        'A'..='Z' => char::from_u32(0x05D0 + u32::from(it) - u32::from('A')).unwrap(),
        other => other,
    };
    text.chars().map(letter).collect()
}

fn codes(iri: &str) -> Vec<&'static str> {
    of_iri(iri.as_bytes()).iter().map(|it| it.code().name()).collect()
}

/// Section 4.4, read from the document: each logical representation, and whether its example
/// is called not allowed.
fn examples() -> Vec<(String, bool)> {
    let mut examples = Vec::new();
    let mut allowed = true;
    for line in lines_between(Document::Rfc3987, ["4.4", "5"]) {
        if line.trim_start().starts_with("Example ") {
            allowed = !line.contains("(not allowed)");
        }
        if let Some((_, quoted)) = line.split_once("Logical representation: \"") {
            examples.push((quoted.split('"').next().unwrap().to_owned(), allowed));
        }
    }
    examples
}

#[test]
fn the_examples_of_rfc3987_are_warned_of_where_it_says_not_allowed() {
    let examples = examples();
    assert_eq!(examples.len(), 10, "{examples:?}");
    assert_eq!(examples.iter().filter(|(_, allowed)| !allowed).count(), 2);
    for (iri, allowed) in examples {
        assert_eq!(codes(&hebrew(&iri)).is_empty(), allowed, "{iri}");
    }
}

#[test]
fn bytes_that_are_no_text_are_not_warned_of() {
    assert_eq!(of_iri(b"a\xFF"), []);
}
