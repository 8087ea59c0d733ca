//! The rules of a pest transcription, as written.

use crate::edition::{Edition, Reading};
use crate::parser::transcription_text;
use crate::proof::{self, rule_name};
use crate::remark::RemarkNumber;

/// A rule of a transcription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleText {
    /// Its name: that of the production in pest spelling, perhaps with `__` and a place.
    pub name: String,
    /// Its lines, without indentation.
    pub text: String,
}

impl RuleText {
    /// The remark numbers in the comments of the rule.
    pub fn marks(&self) -> impl Iterator<Item = RemarkNumber> {
        let comments = self.text.lines().filter_map(|line| line.split_once(" // "));
        let marks = comments.flat_map(|(_, marks)| marks.split_whitespace());
        marks.filter_map(|mark| mark.parse().ok())
    }

    /// Whether it transcribes a production, in any place.
    pub(super) fn is_of(&self, production: &str) -> bool {
        self.name.split("__").next() == Some(&rule_name(production))
    }
}

/// All rules of the transcription of a reading.
pub(super) fn rules(edition: Edition, reading: Reading) -> Vec<RuleText> {
    let text = transcription_text(edition, reading);
    let rules = proof::rule_places(text).unwrap_or_default().into_iter().map(|(name, place)| {
        let at = text[..place.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[place.end..].find('\n').map_or(text.len(), |distance| place.end + distance);
        RuleText { name: name.to_owned(), text: without_indent(&text[at..end]) }
    });
    rules.collect()
}

fn without_indent(text: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let least = text.lines().filter(|line| !line.trim().is_empty()).map(indent).min();
    let least = least.unwrap_or(0);
    let lines: Vec<&str> =
        text.lines().map(|line| line.get(least..).unwrap_or_default().trim_end()).collect();
    lines.join("\n")
}
