//! A string with a claim about it that can be checked.
//!
//! Every example, near miss and witness of the book is written as one of these: a link whose address
//! says by what the string is judged, and whose attributes say the verdict. A test judges the string
//! of every link again.

use maud::{Markup, html};

use super::address::Base;
use super::state::State;
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
    /// The verdict.
    pub verdict: Verdict,
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
    /// The string as code, with a link to the live page.
    pub fn code(&self, base: Base) -> Markup {
        self.linked(None, base)
    }

    /// The string as code, with the claim that another edition does not accept it.
    pub fn witness(&self, against: Against<'_>, base: Base) -> Markup {
        self.linked(Some(against), base)
    }

    fn linked(&self, against: Option<Against<'_>>, base: Base) -> Markup {
        let state = State {
            url: self.input.to_vec(),
            edition: self.edition,
            reading: self.reading,
            start: self.production.map(str::to_owned),
            ..State::default()
        };
        html! {
            a href=(base.to(&state.address())) data-verdict=(self.verdict)
                data-against-edition=[against.map(|it| it.edition)]
                data-against-production=[against.and_then(|it| it.production)]
                { code { (shown(self.input)) } }
        }
    }
}

/// A grammar whose verdict on a string, scheme by scheme, is known, with a link to the live page.
pub fn by(
    input: &[u8],
    edition: Edition,
    reading: Reading,
    verdict: Verdict,
    base: Base,
    name: &str,
) -> Markup {
    let state = State { url: input.to_vec(), edition, reading, ..State::default() };
    html! { a.by href=(base.to(&state.address())) data-verdict=(verdict) { (name) } }
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
