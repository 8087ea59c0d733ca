//! The state of the live page, as its address contains it.
//!
//! The state is only in the address: whoever opens it sees the same page. A URL of any bytes
//! fits into it, including `%FF`.

use crate::edition::{Edition, Reading};
use crate::octets;

use super::steps::Stepping;

/// The judged string, and the choices of what is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// The string.
    pub url: Vec<u8>,
    /// Whether a string was given; it may be empty.
    pub asked: bool,
    /// The edition that is shown in full.
    pub edition: Edition,
    /// The reading that is shown in full.
    pub reading: Reading,
    /// The start production; if `None`, the string is judged scheme by scheme.
    pub start: Option<String>,
    /// The steps of the derivation that are shown.
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
    /// Reads the part after the `#`. Unknown keys are ignored, as browsers and people add
    /// some.
    ///
    /// # Errors
    /// The first unknown value, in words.
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
        let chosen = [("url", url.as_slice()), ("edition", edition.name().as_bytes())];
        let other = (*reading != State::default().reading).then(|| reading.name().as_bytes());
        let reading = other.into_iter().map(|it| ("reading", it));
        let start = start.iter().map(|it| ("start", it.as_bytes()));
        let stepping = stepping.pairs();
        let stepping = stepping.iter().map(|(key, value)| (*key, value.as_bytes()));
        address(chosen.into_iter().chain(reading).chain(start).chain(stepping))
    }
}

/// The keys of an address, and the bytes of their values.
pub fn pairs(query: &str) -> impl Iterator<Item = (&str, Vec<u8>)> {
    query.split('&').map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (key, octets::decoded(value.replace('+', " ").as_bytes()).into_owned())
    })
}

/// The address of the live page in this state. The state is in the fragment, which is not
/// sent, and which a page that is opened as a file may change.
pub fn address<'v>(pairs: impl Iterator<Item = (&'static str, &'v [u8])>) -> String {
    let query: Vec<String> =
        pairs.map(|(key, value)| format!("{key}={}", encoded(value))).collect();
    format!("{}#{}", super::live::PATH, query.join("&"))
}

/// The bytes of a string for an attribute or an address, mostly as triplets.
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
