//! A string, and what is claimed of it, so that the claim can be checked.
//!
//! Every example, near miss and witness of the book is written as one of these. What is claimed is
//! in the element's attributes, and a test judges the string of every page again.

use maud::{Markup, html};

use super::address::Base;
use super::state::{State, encoded};
use crate::edition::{Edition, Reading};
pub use crate::report::excerpt::string as shown;
use crate::verdict::Verdict;

/// What is claimed of a string.
#[derive(Debug, Clone, Copy)]
pub struct Claim<'a> {
    /// The string.
    pub input: &'a [u8],
    /// By which edition.
    pub edition: Edition,
    /// In which reading.
    pub reading: Reading,
    /// By the letter from this production; scheme by scheme without one.
    pub production: Option<&'a str>,
    /// The verdict.
    pub verdict: Verdict,
}

/// Another edition, in the same reading, that does not take the string.
#[derive(Debug, Clone, Copy)]
pub struct Against<'a> {
    /// The edition.
    pub edition: Edition,
    /// By the letter from this production; scheme by scheme without one.
    pub production: Option<&'a str>,
}

impl Claim<'_> {
    /// The string as code, which leads to the live page.
    pub fn code(&self, base: Base) -> Markup {
        self.linked(None, base)
    }

    /// The string as code, claimed not to be taken by another edition.
    pub fn witness(&self, against: Against<'_>, base: Base) -> Markup {
        self.linked(Some(against), base)
    }

    fn linked(&self, against: Option<Against<'_>>, base: Base) -> Markup {
        let code = html! {
            code.string data-input=(encoded(self.input)) data-edition=(self.edition)
                data-reading=(self.reading) data-production=[self.production]
                data-verdict=(self.verdict)
                data-against-edition=[against.map(|it| it.edition)]
                data-against-production=[against.and_then(|it| it.production)]
                { (shown(self.input)) }
        };
        let state = State {
            url: self.input.to_vec(),
            edition: self.edition,
            reading: self.reading,
            start: self.production.map(str::to_owned),
            ..State::default()
        };
        html! {
            a href=(base.to(&state.address())) { (code) }
        }
    }
}

/// A verdict: a sign, and its word.
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
