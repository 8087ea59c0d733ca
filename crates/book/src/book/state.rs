//! What the live page shows, as its address says it.
//!
//! The address is all there is: whoever opens it sees the same page. A URL of
//! any bytes fits into it, `%FF` too.

use crate::edition::{Edition, Reading};
use crate::octets;

use super::steps::Stepping;

/// What is judged, and by whom it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// The string.
    pub url: Vec<u8>,
    /// Whether a string was given: an empty one may be.
    pub asked: bool,
    /// The edition that is shown in full.
    pub edition: Edition,
    /// The reading that is shown in full.
    pub reading: Reading,
    /// Judged by the letter from this production; scheme by scheme without one.
    pub start: Option<String>,
    /// How far it is derived step by step.
    pub stepping: Stepping,
}

impl Default for State {
    fn default() -> State {
        State {
            url: Vec::new(),
            asked: false,
            edition: Edition::Rfc1738,
            reading: Reading::Corrected,
            start: None,
            stepping: Stepping::default(),
        }
    }
}

impl State {
    /// Reads what follows the `#`. A key that is unknown is passed over, as browsers and people
    /// add some; a value that is unknown is an error, in words.
    ///
    /// # Errors
    /// The first value that is unknown, in words.
    pub fn read(query: &str) -> Result<State, String> {
        let mut state = State::default();
        for (key, value) in pairs(query) {
            let text = || String::from_utf8_lossy(&value).into_owned();
            match key {
                "url" => {
                    state.url = value;
                    state.asked = true;
                }
                "edition" => state.edition = text().parse().map_err(|it| format!("{it}"))?,
                "reading" => state.reading = text().parse().map_err(|it| format!("{it}"))?,
                "start" => state.start = Some(text()).filter(|start| !start.is_empty()),
                key => {
                    state.stepping.read(key, &value);
                }
            }
        }
        Ok(state)
    }

    /// The address of the live page in this state.
    pub fn address(&self) -> String {
        let State { url, edition, reading, start, stepping, .. } = self;
        let chosen = [
            ("url", url.as_slice()),
            ("edition", edition.name().as_bytes()),
            ("reading", reading.name().as_bytes()),
        ];
        let start = start.iter().map(|it| ("start", it.as_bytes()));
        let stepping = stepping.pairs();
        let stepping = stepping.iter().map(|(key, value)| (*key, value.as_bytes()));
        address(chosen.into_iter().chain(start).chain(stepping))
    }
}

/// The keys of an address, and the bytes of their values.
pub fn pairs(query: &str) -> impl Iterator<Item = (&str, Vec<u8>)> {
    query.split('&').map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (key, octets::decoded(value.replace('+', " ").as_bytes()).into_owned())
    })
}

/// The address of the live page in such a state. It is in the fragment, which is sent nowhere, and
/// which a page may change that is a file.
pub fn address<'v>(pairs: impl Iterator<Item = (&'static str, &'v [u8])>) -> String {
    let query: Vec<String> =
        pairs.map(|(key, value)| format!("{key}={}", encoded(value))).collect();
    format!("{}#{}", super::live::PATH, query.join("&"))
}

/// The bytes of a string for an attribute or an address: all but the plainest as triplets.
pub fn encoded(input: &[u8]) -> String {
    let mut text = Vec::with_capacity(input.len());
    for &byte in input {
        if byte.is_ascii_alphanumeric() || b"-._~:/@!$*,;".contains(&byte) {
            text.push(byte);
        } else {
            octets::push_triplet(&mut text, byte);
        }
    }
    // Only ASCII was pushed.
    String::from_utf8(text).unwrap_or_default()
}
