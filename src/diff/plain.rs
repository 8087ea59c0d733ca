//! Witnesses that look like URLs.
//!
//! A shortest witness with the smallest bytes is exact and hard to read. So
//! beside it stands a plain one, a shortest among those whose host is `a.b`; of
//! those, the one that prefers letters, then digits, then the characters that a
//! reader expects in a URL. What is neither letter nor digit in it stands there
//! because the difference needs it.

use std::collections::VecDeque;

use crate::automaton::Dfa;

/// The characters of a witness, the plainest first.
const PLAINEST_FIRST: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789\
    ABCDEFGHIJKLMNOPQRSTUVWXYZ/.:-_~?=&@;+#,!$*'()%\"^|{}[]\\`<> ";

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
pub(super) fn plain(language: &Dfa, scheme: &str, hosts: Hosts) -> Option<Vec<u8>> {
    let formed = forms(scheme, hosts).into_iter().map(|form| language.intersection(&dfa(&form)));
    formed.chain([language.clone()]).find_map(|language| plainest(&language))
}

/// All strings that hold an `@` somewhere.
pub(super) fn with_an_at() -> Dfa {
    dfa(&[Many(|byte| byte != b'@'), Text("@".to_owned()), Rest(|_| true)])
}

/// All strings that begin with a scheme and `:`, and then with `then`.
pub(super) fn of_scheme(scheme: &str, then: &str) -> Dfa {
    dfa(&[Text(format!("{scheme}:{then}")), Rest(|_| true)])
}

/// The strings of a form. A state is a segment, and how far it is.
fn dfa(form: &[Segment]) -> Dfa {
    let bytes: Vec<u8> = (0..128).collect();
    Dfa::explore(
        (0, 0),
        &bytes,
        bytes.clone(),
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

/// A shortest string, of those the one with the plainest characters from the left.
fn plainest(language: &Dfa) -> Option<Vec<u8>> {
    if language.is_empty() {
        return None;
    }
    // Breadth first, plain bytes first; beside each state, where it was come from.
    let mut before: Vec<Option<(usize, u8)>> = vec![None; language.len()];
    let start = language.start();
    let mut pending = VecDeque::from([start]);
    while let Some(state) = pending.pop_front() {
        if language.is_accepting(state) {
            let (mut string, mut at) = (Vec::new(), state);
            while at != start {
                let (earlier, byte) = before[at]?;
                string.push(byte);
                at = earlier;
            }
            string.reverse();
            return Some(string);
        }
        for &byte in PLAINEST_FIRST {
            let next = language.step(state, byte);
            if next != crate::automaton::DEAD && next != start && before[next].is_none() {
                before[next] = Some((state, byte));
                pending.push_back(next);
            }
        }
    }
    None
}
