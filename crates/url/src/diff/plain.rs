//! Witnesses that look like URLs.
//!
//! A shortest witness with the smallest bytes is exact and hard to read. So beside it stands a
//! plain one, a shortest among those whose host is `a.b`; of those, the one that prefers letters,
//! then digits, then the characters that a reader expects in a URL. What is neither letter nor
//! digit in it is there because the difference needs it.

use crate::automaton::{ByteClasses, Dfa, Exceeded, Limits};

/// Where the strings of a scheme have a host, all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hosts {
    AfterSlashes,
    AfterAt,
    Nowhere,
}

/// A part of the form that plain strings have.
#[derive(Clone)]
enum Segment {
    Text(String),
    /// One or more bytes that are like this.
    Many(fn(u8) -> bool),
    /// Nothing, or a byte like this and then anything.
    Rest(fn(u8) -> bool),
}

use Segment::{Many, Rest, Text};

/// The forms of plain strings of a scheme, the plainest first.
fn forms(scheme: &str, hosts: Hosts) -> Vec<Vec<Segment>> {
    let text = |text: &str| Text(format!("{scheme}:{text}"));
    let end = || Rest(|byte| b"/:?#;".contains(&byte));
    let anything = || Rest(|_| true);
    let user = || Many(|byte| !b"@/".contains(&byte));
    let label = || Many(|byte| byte.is_ascii_lowercase());
    let host = || Text("@a.b".to_owned());
    let mut forms = Vec::new();
    match hosts {
        Hosts::AfterSlashes => {
            forms.push(vec![text("//a.b"), end()]);
            forms.push(vec![text("//"), user(), host(), end()]);
            forms.push(vec![text("//"), label(), Text(".".to_owned()), label(), anything()]);
        }
        Hosts::AfterAt => forms.push(vec![text(""), Many(|byte| byte != b'@'), host()]),
        Hosts::Nowhere => {}
    }
    forms.push(vec![text(""), anything()]);
    forms
}

/// A plain string of a language; `None` of the empty one. Where there is one in
/// none of the forms, any shortest string that prefers plain characters.
pub(super) fn plain(
    language: &Dfa,
    scheme: &str,
    hosts: Hosts,
    limits: &Limits,
) -> Result<Option<Vec<u8>>, Exceeded> {
    for form in forms(scheme, hosts) {
        let plainest = language.intersection_within(&dfa(&form), limits)?.plainest();
        if plainest.is_some() {
            return Ok(plainest);
        }
    }
    Ok(language.plainest())
}

/// All strings that hold an `@` somewhere.
pub(super) fn with_an_at() -> Dfa {
    dfa(&[Many(|byte| byte != b'@'), Text("@".to_owned()), Rest(|_| true)])
}

/// All strings that begin with a scheme and `:`, and then with `then`.
pub(super) fn of_scheme(scheme: &str, then: &str) -> Dfa {
    Dfa::beginning_with(&format!("{scheme}:{then}"))
}

/// The strings of a form. A state is a segment, and how far it is.
fn dfa(form: &[Segment]) -> Dfa {
    Dfa::explore(
        (0, 0),
        &ByteClasses::of(|byte| byte),
        |&(segment, at), byte| step(form, segment, at, byte),
        |&(segment, at)| match form.get(segment) {
            None | Some(Rest(_)) => true,
            Some(Many(_)) => at > 0 && matches!(form.get(segment + 1), None | Some(Rest(_))),
            Some(Text(_)) => false,
        },
    )
}

fn step(form: &[Segment], segment: usize, at: usize, byte: u8) -> Option<(usize, usize)> {
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
