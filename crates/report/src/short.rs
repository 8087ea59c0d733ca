//! One output line for each line, edition and reading, in a form that editors and `grep` know.

use std::fmt::Write as _;

use super::ExaminedLine;
use urlbnf_bnf::text::visible;
use urlbnf_url::warning::WarningRecord;

/// The maximum number of bytes shown of a string.
const SHOWN: usize = 500;

/// `source:line:column: verdict edition reading: [code] message: string`, with a line end. The
/// reading is omitted for a grammar with only one. The message of a rejection names the limit
/// of the search, if there is one. A long string is shortened.
pub fn line(entry: &ExaminedLine<'_>) -> String {
    let ExaminedLine { source, line, input, judge, examination, .. } = *entry;
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

/// `source:line:1: warning[code]: message [citation]: string`, with a line end.
pub fn warning(entry: &ExaminedLine<'_>, warned: &WarningRecord) -> String {
    let WarningRecord { warning, message, citation, .. } = warned;
    let (source, line, code) = (visible(entry.source.as_bytes()), entry.line, warning.code());
    format!("{source}:{line}:1: warning[{code}]: {message} [{citation}]: {}\n", shown(entry.input))
}
