//! The messages that explain a failure.
//!
//! Text of the input is never shown raw: see [`crate::text`].

use indexmap::IndexSet;

use super::{Expectation, Failure, FailureKind};
use crate::grammar::{Grammar, ProductionId};
use crate::text::{visible, visible_byte};

/// The maximum number of expected things that a message names.
const MOST_EXPECTED: usize = 100;

impl Failure {
    /// The headline: what is wrong, and in which production.
    pub fn message(&self, grammar: &Grammar) -> String {
        let production = grammar.name(self.production);
        let start = self.chain.first().map_or(production, |&start| grammar.name(start));
        match self.kind {
            FailureKind::Undefined => {
                let empty = match self.chain.iter().rev().nth(1) {
                    Some(&user) => format!("`{}` derives no string", grammar.name(user)),
                    None => "no string derives".to_owned(),
                };
                match grammar.production(self.production).definitions() {
                    [] => format!("{empty}: `{production}` is defined nowhere"),
                    _ => format!("{empty}: `{production}` always needs itself"),
                }
            }
            FailureKind::NotAscii => {
                format!("byte 0x{:02X} is not ASCII", self.found.unwrap_or_default())
            }
            FailureKind::NotUtf8 => {
                let byte = self.found.unwrap_or_default();
                format!("byte 0x{byte:02X} begins no character of UTF-8 here")
            }
            FailureKind::BadEscape => "`%` without two hexadecimal digits".to_owned(),
            FailureKind::NotAllowed => {
                let found = self.found_shown();
                if self.offset == 0 {
                    format!("{found} cannot begin `{start}`")
                } else if self.failing.is_empty() {
                    format!("{found} follows the end of `{production}`")
                } else {
                    format!("{found} is not allowed in `{production}`")
                }
            }
            FailureKind::EndsTooEarly if self.offset == 0 => {
                format!("the empty string is not a valid `{start}`")
            }
            FailureKind::EndsTooEarly => {
                let production = self
                    .unfinished
                    .as_ref()
                    .map_or(self.production, |unfinished| unfinished.production);
                let production = grammar.name(production);
                let stops = format!("the input stops before `{production}` is complete");
                match self.unfinished.as_ref().and_then(|unfinished| unfinished.missing.as_ref()) {
                    Some(missing) => {
                        let is_next = matches!(&self.expected[..], [Expectation::Literal(_)]);
                        let when = if is_next { "must come next" } else { "must still come" };
                        format!("{stops}: {} {when}", quoted(missing))
                    }
                    None => stops,
                }
            }
        }
    }

    /// What was found, in displayable form; a character of several bytes with its number.
    fn found_shown(&self) -> String {
        match self.character {
            None => visible_byte(self.found.unwrap_or_default()),
            Some(character) => {
                let shown = visible(character.encode_utf8(&mut [0; 4]).as_bytes());
                format!("`{shown}` (U+{:04X})", u32::from(character))
            }
        }
    }

    /// What was expected, as a list: `uchar, ";", ":", "/", "?" or the end`. Characters are
    /// quoted, so that none looks like a comma of the list. Of a list of more than 100, the first
    /// 100 are named and the others counted.
    pub fn expected_text(&self, grammar: &Grammar) -> String {
        let expected = self.failing.iter().flat_map(|failing| &failing.expected);
        let expected: IndexSet<&Expectation> = expected.collect();
        let named = expected.iter().take(MOST_EXPECTED);
        let parts: IndexSet<String> = named.map(|expected| expected.text(grammar)).collect();
        let mut parts: Vec<String> = parts.into_iter().collect();
        match expected.len().saturating_sub(MOST_EXPECTED) {
            0 => {}
            1 => parts.push("1 other".to_owned()),
            others => parts.push(format!("{others} others")),
        }
        if self.expected.contains(&Expectation::End) {
            parts.push(Expectation::End.text(grammar));
        }
        match parts.split_last() {
            None => "nothing".to_owned(),
            Some((only, [])) => only.clone(),
            Some((last, first)) => format!("{} or {last}", first.join(", ")),
        }
    }

    /// The chain as text: `url > httpurl > hpath > hsegment`.
    pub fn chain_text(&self, grammar: &Grammar) -> String {
        chain_text(grammar, &self.chain)
    }
}

/// A chain as text: `url > httpurl > hpath > hsegment`.
pub fn chain_text(grammar: &Grammar, chain: &[ProductionId]) -> String {
    let names = grammar.names(chain);
    names.join(" > ")
}

impl Expectation {
    /// The text in a list of expected things: `uchar`, `"/"`, `the end`.
    pub fn text(&self, grammar: &Grammar) -> String {
        match self {
            Expectation::Production(id) => grammar.name(*id).to_owned(),
            Expectation::Literal(text) if &**text == "\"" => "'\"'".to_owned(),
            Expectation::Literal(text) => format!("\"{}\"", text.as_str()),
            Expectation::Value(place) => grammar.listing().printed(*place).to_owned(),
            Expectation::End => "the end".to_owned(),
        }
    }
}

/// A literal, quoted for a sentence.
fn quoted(literal: &str) -> String {
    match literal.as_bytes() {
        [byte] => visible_byte(*byte),
        several => format!("`{}`", visible(several)),
    }
}
