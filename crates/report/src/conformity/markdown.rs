//! The report as Markdown, for the summary of a step or a pull request.

use std::fmt::Write as _;

use super::{ConformityReport, ConformityRun};

/// The maximum number of strings shown for a suite: the summary of a step has a size limit.
const MOST_SHOWN: usize = 200;

impl ConformityReport {
    /// The report as Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!("## {}\n", code_free(&self.title()));
        for run in &self.runs {
            let _ = write!(text, "\n{}.\n", self.summary(run));
            text += &self.differences(run, false);
            let known = self.differences(run, true);
            if !known.is_empty() {
                let _ =
                    write!(text, "\n<details><summary>accepted</summary>\n{known}\n</details>\n");
            }
        }
        text
    }

    /// The habits, and the strings folded below.
    fn differences(&self, run: &ConformityRun, accepted: bool) -> String {
        let strings = self.strings(run, accepted);
        if strings.is_empty() {
            return String::new();
        }
        let mut text = "\n".to_owned();
        for habit in self.habits(run, accepted) {
            let _ = writeln!(text, "- {}", code_free(&habit.sentence()));
        }
        let _ = write!(text, "\n<details><summary>{} strings</summary>\n", strings.len());
        text += "\n| string | is | fault | printed in |\n|---|---|---|---|\n";
        for string in strings.iter().take(MOST_SHOWN) {
            let cite = string.cases.first().map_or("", |case| case.cite.as_str());
            let (shown, is) = (code(&string.shown()), code_free(&string.verdicts()));
            let _ = writeln!(text, "| {shown} | {is} | {} | {cite} |", string.faults());
        }
        if strings.len() > MOST_SHOWN {
            let _ = write!(text, "\nand {} more.\n", strings.len() - MOST_SHOWN);
        }
        text += "\n</details>\n";
        text
    }
}

/// A text as code in a table cell.
fn code(text: &str) -> String {
    let ticks =
        "`".repeat(1 + text.split(|character| character != '`').map(str::len).max().unwrap_or(0));
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{ticks}{space}{}{space}{ticks}", text.replace('|', "\\|"))
}

/// A text outside code, with all Markdown and HTML escaped.
fn code_free(text: &str) -> String {
    let mut free = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii_punctuation() && !matches!(character, '.' | ',' | ';' | '-' | ':') {
            free.push('\\');
        }
        free.push(character);
    }
    free
}
