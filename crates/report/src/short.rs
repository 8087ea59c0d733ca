//! One line for each line, edition and reading, in a form that editors and `grep` know.

use std::fmt::Write as _;

use super::Entry;
use urlbnf_bnf::text::visible;
use urlbnf_url::warning::Warned;

/// The most bytes that are shown of a string.
const SHOWN: usize = 500;

/// `source:line:column: verdict edition reading: [code] message: string`, with its line end.
/// A grammar that has but one reading is named without it. What is rejected as far as was
/// looked is said to be. Of a long string the beginning is shown.
pub fn line(entry: &Entry<'_>) -> String {
    let Entry { source, line, input, judge, examination, .. } = *entry;
    let mut text = format!(
        "{}:{line}:{}: {} {}: ",
        visible(source.as_bytes()),
        entry.column(),
        entry.verdict(),
        judge.title(" "),
    );
    // Writing to a string cannot fail.
    if let Some(diagnostic) = &examination.diagnostic {
        let _ = write!(text, "[{}] ", diagnostic.code);
    }
    let _ = write!(text, "{}", examination.headline(judge, input));
    let _ = writeln!(text, ": {}", shown(input));
    text
}

fn shown(input: &[u8]) -> String {
    match input.get(..SHOWN) {
        Some(first) if first.len() < input.len() => format!("{}…", visible(first)),
        _ => visible(input),
    }
}

/// `source:line:1: warning[code]: message [citation]: string`, with its line end.
pub fn warning(entry: &Entry<'_>, warned: &Warned) -> String {
    let Warned { warning, message, citation, .. } = warned;
    let (source, line, code) = (visible(entry.source.as_bytes()), entry.line, warning.code());
    format!("{source}:{line}:1: warning[{code}]: {message} [{citation}]: {}\n", shown(entry.input))
}
