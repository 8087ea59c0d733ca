//! A string with a claim about it that can be checked.
//!
//! Every example, near miss and witness of the book is a `kbd` element. The attribute `data-judge`, on
//! the element or on one around it, names the grammar that judges the string. The claimed verdict is
//! the class or the `data-verdict` of an element around it, and `conforms` if there is none. A script
//! turns the element into a link to the live page. A test judges each string again.

use maud::{Markup, html};

use super::state::encoded;
use crate::edition::{Edition, Reading};
pub use crate::report::excerpt::string as shown;
use crate::verdict::Verdict;

/// A claim about a string.
#[derive(Debug, Clone, Copy)]
pub struct Claim<'a> {
    /// The string.
    pub input: &'a [u8],
    /// The edition that judges it.
    pub edition: Edition,
    /// The reading.
    pub reading: Reading,
    /// The start production; if `None`, the string is judged scheme by scheme.
    pub production: Option<&'a str>,
}

/// Another edition, in the same reading, that does not accept the string.
#[derive(Debug, Clone, Copy)]
pub struct Against<'a> {
    /// The edition.
    pub edition: Edition,
    /// The start production; if `None`, the string is judged scheme by scheme.
    pub production: Option<&'a str>,
}

impl Claim<'_> {
    /// The string.
    pub fn code(&self) -> Markup {
        self.typed(None)
    }

    /// The string, with the claim that another edition does not accept it.
    pub fn witness(&self, against: Against<'_>) -> Markup {
        self.typed(Some(against))
    }

    fn typed(&self, against: Option<Against<'_>>) -> Markup {
        let judge = judge(self.edition, self.reading, self.production);
        let not = against.map(|it| match it.production {
            Some(production) if self.production == Some(production) => it.edition.to_string(),
            production => format!("{}/{}", it.edition, production.unwrap_or_default()),
        });
        let shown = shown(self.input);
        html! { kbd data-judge=(judge) data-not=[not] data-url=[other(self.input)] { (shown) } }
    }
}

/// By what the strings within an element are judged, as its `data-judge`: `rfc1738:printed/host`.
pub fn judge(edition: Edition, reading: Reading, production: Option<&str>) -> String {
    let reading = if reading == Reading::Printed { ":printed" } else { "" };
    let start = production.map(|it| format!("/{it}"));
    format!("{edition}{reading}{}", start.unwrap_or_default())
}

/// A string that is judged as an element around it says.
pub fn typed(input: &[u8]) -> Markup {
    html! { kbd data-url=[other(input)] { (shown(input)) } }
}

/// The bytes of a string, if it is not shown as it is.
fn other(input: &[u8]) -> Option<String> {
    (shown(input).as_bytes() != input).then(|| encoded(input))
}

/// A verdict: its sign and its word.
pub fn verdict(verdict: Verdict) -> Markup {
    html! { span.verdict.(verdict.name()) { (sign(verdict)) " " (verdict) } }
}

/// The sign of a verdict.
pub fn sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Conforms => "✓",
        Verdict::GenericOnly => "◐",
        Verdict::Rejected => "✗",
    }
}
