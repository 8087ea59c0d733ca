//! A string with a claim about it that can be checked.
//!
//! Every example, near miss and witness of the book is a `kbd` element. The attribute `data-judge`, on
//! the element or on one around it, names the grammar that judges the string. The claimed verdict is
//! the class or the `data-verdict` of an element around it, and `conforms` if there is none. A script
//! turns the element into a link to the live page. A test judges each string again.

use maud::{Markup, html};

use super::page_state::encoded;
use crate::edition::{Edition, Reading};
pub use crate::report::excerpt::string as shown;
use crate::verdict::Verdict;

/// An edition that judges a string, and its start production. Without one the string is judged
/// scheme by scheme.
pub type EditionStart<'a> = (Edition, Option<&'a str>);

/// A string that conforms by an edition in a reading.
pub fn claimed(input: &[u8], (edition, start): EditionStart<'_>, reading: Reading) -> Markup {
    kbd(input, &judge(edition, reading, start), None)
}

/// A string that conforms by one edition, and not by another, both corrected.
pub fn witness(
    input: &[u8],
    (edition, start): EditionStart<'_>,
    against: EditionStart<'_>,
) -> Markup {
    let not = match against {
        (other, Some(against)) if start == Some(against) => other.to_string(),
        (other, against) => format!("{other}/{}", against.unwrap_or_default()),
    };
    kbd(input, &judge(edition, Reading::Corrected, start), Some(&not))
}

fn kbd(input: &[u8], judge: &str, not: Option<&str>) -> Markup {
    let shown = shown(input);
    html! { kbd data-judge=(judge) data-not=[not] data-url=[other(input)] { (shown) } }
}

/// The judge of the strings within an element, as its `data-judge`: `rfc1738:printed/host`.
pub fn judge(edition: Edition, reading: Reading, production: Option<&str>) -> String {
    let reading = if reading == Reading::Printed { ":printed" } else { "" };
    let start = production.map(|name| format!("/{name}"));
    format!("{edition}{reading}{}", start.unwrap_or_default())
}

/// A string whose judge is named by an element around it.
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

pub fn sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Conforms => "✓",
        Verdict::GenericOnly => "◐",
        Verdict::Rejected => "✗",
        Verdict::Undecided => "?",
    }
}
