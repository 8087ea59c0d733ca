//! The state of the live page, as its address contains it.
//!
//! The state is only in the address: whoever opens it sees the same page. A URL of any bytes
//! fits into it, including `%FF`.

use crate::edition::{Edition, Reading};
use crate::octets;

use super::steps::StepOptions;

/// The judged string, and the choices of what is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveState {
    /// Whether the page is of the book of a user's grammar, which has neither editions nor
    /// readings, and whose strings need not be URLs.
    pub is_own: bool,
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
    pub stepping: StepOptions,
}

impl Default for LiveState {
    fn default() -> LiveState {
        LiveState {
            is_own: false,
            url: Vec::new(),
            asked: false,
            edition: Edition::Rfc1738,
            reading: Reading::Corrected,
            start: None,
            stepping: StepOptions::default(),
        }
    }
}

impl LiveState {
    /// The first state of a page.
    pub(super) fn of_book(is_own: bool) -> LiveState {
        LiveState { is_own, ..LiveState::default() }
    }

    /// The key of the string in an address.
    pub(super) fn key(&self) -> &'static str {
        if self.is_own { "input" } else { "url" }
    }

    /// Reads the part after the `#`, on the page of the editions.
    ///
    /// # Errors
    /// The first unknown value, in words.
    pub fn read(query: &str) -> Result<LiveState, String> {
        LiveState::default().changed(query)
    }

    /// The state after the values of the part after the `#`. Unknown keys are ignored, as
    /// browsers and people add some.
    ///
    /// # Errors
    /// The first unknown value, in words.
    pub(super) fn changed(self, query: &str) -> Result<LiveState, String> {
        let mut state = self;
        for (key, value) in pairs(query) {
            let text = || String::from_utf8_lossy(&value).into_owned();
            match key {
                key if key == state.key() => {
                    state.url = value;
                    state.asked = true;
                }
                "edition" if !state.is_own => {
                    state.edition = text().parse().map_err(|error| format!("{error}"))?;
                }
                "reading" if !state.is_own => {
                    state.reading = text().parse().map_err(|error| format!("{error}"))?;
                }
                "start" => state.start = Some(text()).filter(|start| !start.is_empty()),
                key => {
                    state.stepping.read(key, &value);
                }
            }
        }
        Ok(state)
    }

    /// The address of the live page in this state. The state is in the fragment, which is not
    /// sent, and which a page that is opened as a file may change.
    pub fn address(&self) -> String {
        let mut pairs = vec![(self.key(), self.url.as_slice())];
        if !self.is_own {
            pairs.push(("edition", self.edition.name().as_bytes()));
        }
        if !self.is_own && self.reading != LiveState::default().reading {
            pairs.push(("reading", self.reading.name().as_bytes()));
        }
        pairs.extend(self.start.iter().map(|name| ("start", name.as_bytes())));
        let stepping = self.stepping.pairs();
        pairs.extend(stepping.iter().map(|(key, value)| (*key, value.as_bytes())));
        let pair = |(key, value): (&str, &[u8])| format!("{key}={}", encoded(value));
        let query: Vec<String> = pairs.into_iter().map(pair).collect();
        format!("{}#{}", super::live::PATH, query.join("&"))
    }
}

/// The keys of an address, and the bytes of their values.
fn pairs(query: &str) -> impl Iterator<Item = (&str, Vec<u8>)> {
    query.split('&').map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (key, octets::decoded(value.replace('+', " ").as_bytes()).into_owned())
    })
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
