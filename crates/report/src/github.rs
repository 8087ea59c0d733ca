//! Annotations that GitHub Actions shows beside the lines of a change.
//!
//! A command of the form `::error file=…,line=…::message` on standard output becomes an
//! annotation. `%`, line ends, `:` and `,` are escaped, so that no input can write a command
//! of its own.

use super::ExaminedLine;
use urlbnf_bnf::text::visible;
use urlbnf_url::verdict::Verdict;
use urlbnf_url::warning::WarningRecord;

/// The annotation of an entry, with a line end; `None` if it conforms.
pub fn annotation(entry: &ExaminedLine<'_>) -> Option<String> {
    let ExaminedLine { judge, input, examination, .. } = *entry;
    let diagnostic = examination.diagnostic.as_ref()?;
    let level = match entry.verdict() {
        Verdict::GenericOnly => "warning",
        Verdict::Conforms | Verdict::Rejected | Verdict::Undecided => "error",
    };
    let mut message = format!(
        "{}: {} by {}: {}",
        visible(input),
        entry.verdict(),
        judge.title(", "),
        diagnostic.message_and_reason(judge, input),
    );
    if let Some(help) = diagnostic.help(judge, input) {
        message += &format!("\nhelp: {help}");
        if let Some(repair) = &diagnostic.repair {
            message += &format!(": {}", visible(repair.replacement.as_bytes()));
        }
    }
    Some(command(level, entry, entry.column(), diagnostic.code.name(), &message))
}

/// The annotation of a warning, with a line end.
pub fn warning(entry: &ExaminedLine<'_>, warned: &WarningRecord) -> String {
    let WarningRecord { warning, message, citation, .. } = warned;
    let message = format!("{}: {message} [{citation}]", visible(entry.input));
    command("warning", entry, entry.site.column(), warning.code().name(), &message)
}

/// An annotation at a place of a file, with a line end.
pub fn in_file(
    level: &str,
    file: &str,
    (line, column): (u64, usize),
    title: &str,
    message: &str,
) -> String {
    let place = format!("file={},line={line},col={column},", property(file));
    format!("::{level} {place}title={}::{}\n", property(title), data(message))
}

fn command(
    level: &str,
    entry: &ExaminedLine<'_>,
    column: usize,
    title: &str,
    message: &str,
) -> String {
    match entry.source {
        // Without a file there is no line to annotate.
        "<stdin>" | "<argument>" => {
            format!("::{level} title={}::{}\n", property(title), data(message))
        }
        file => in_file(level, file, (entry.line, column), title, message),
    }
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
