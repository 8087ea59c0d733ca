//! Witnesses that look like URLs.
//!
//! A shortest witness with the smallest bytes is exact but hard to read, so a plain one is
//! given as well: a shortest string whose host is `a.b`. Among those, letters are preferred,
//! then digits, then the characters that readers expect in a URL. So any other character in it
//! is one that the difference needs.

use crate::automaton::{ByteClasses, Dfa, Exceeded, Work};

/// Where all strings of a scheme have a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HostPosition {
    AfterSlashes,
    AfterAt,
    Nowhere,
}

/// A segment of a pattern for plain strings.
#[derive(Clone)]
enum PlainPatternSegment {
    Text(String),
    /// One or more bytes that satisfy the predicate.
    Many(fn(u8) -> bool),
    /// Nothing, or a byte that satisfies the predicate and then anything.
    Rest(fn(u8) -> bool),
}

use PlainPatternSegment::{Many, Rest, Text};

/// The patterns for plain strings of a scheme, the plainest first.
fn forms(scheme: &str, hosts: HostPosition) -> Vec<Vec<PlainPatternSegment>> {
    let text = |text: &str| Text(format!("{scheme}:{text}"));
    let end = || Rest(|byte| b"/:?#;".contains(&byte));
    let anything = || Rest(|_| true);
    let user = || Many(|byte| !b"@/".contains(&byte));
    let label = || Many(|byte| byte.is_ascii_lowercase());
    let host = || Text("@a.b".to_owned());
    let mut forms = Vec::new();
    match hosts {
        HostPosition::AfterSlashes => {
            forms.push(vec![text("//a.b"), end()]);
            forms.push(vec![text("//"), user(), host(), end()]);
            forms.push(vec![text("//"), label(), Text(".".to_owned()), label(), anything()]);
        }
        HostPosition::AfterAt => forms.push(vec![text(""), Many(|byte| byte != b'@'), host()]),
        HostPosition::Nowhere => {}
    }
    forms.push(vec![text(""), anything()]);
    forms
}

/// A plain string of a language; `None` if the language is empty. If no string of the language
/// fits a pattern, a shortest string that prefers plain characters.
pub(super) fn plain(
    language: &Dfa,
    scheme: &str,
    hosts: HostPosition,
    work: &mut Work,
) -> Result<Option<Vec<u8>>, Exceeded> {
    for form in forms(scheme, hosts) {
        let plainest = language.intersection(&dfa(&form), work)?.plainest();
        if plainest.is_some() {
            return Ok(plainest);
        }
    }
    Ok(language.plainest())
}

/// All strings that contain an `@` and do not begin with one.
pub(super) fn with_an_at() -> Dfa {
    dfa(&[Many(|byte| byte != b'@'), Text("@".to_owned()), Rest(|_| true)])
}

/// All strings that begin with a scheme, `:` and `then`.
pub(super) fn of_scheme(scheme: &str, then: &str) -> Dfa {
    Dfa::beginning_with(&format!("{scheme}:{then}"))
}

/// The strings that fit a pattern. A state is the index of a segment and the progress in it.
fn dfa(form: &[PlainPatternSegment]) -> Dfa {
    Dfa::explore(
        (0, 0),
        &ByteClasses::from_signature(|byte| byte),
        |&(segment, at), byte| step(form, segment, at, byte),
        |&(segment, at)| match form.get(segment) {
            None | Some(Rest(_)) => true,
            Some(Many(_)) => at > 0 && matches!(form.get(segment + 1), None | Some(Rest(_))),
            Some(Text(_)) => false,
        },
    )
}

fn step(
    form: &[PlainPatternSegment],
    segment: usize,
    at: usize,
    byte: u8,
) -> Option<(usize, usize)> {
    match form.get(segment)? {
        Text(text) if text.as_bytes().get(at) != Some(&byte) => None,
        Text(text) if at + 1 < text.len() => Some((segment, at + 1)),
        Text(_) => Some((segment + 1, 0)),
        Many(like) if like(byte) => Some((segment, 1)),
        Many(_) if at > 0 => step(form, segment + 1, 0, byte),
        Many(_) => None,
        Rest(like) if at > 0 || like(byte) => Some((segment, 1)),
        Rest(_) => None,
    }
}
