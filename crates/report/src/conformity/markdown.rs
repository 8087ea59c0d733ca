//! The report as Markdown, for the summary of a step or a pull request.

use std::fmt::Write as _;

use super::{Mark, Report};

/// The maximum number of strings shown for a suite: the summary of a step has a size limit.
const MOST_SHOWN: usize = 200;

impl Report {
    /// The report as Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!("## {}\n", code_free(&self.title()));
        for run in &self.runs {
            let _ = write!(text, "\n{}.\n", self.summary(run));
            let strings = self.strings(run);
            if strings.is_empty() {
                continue;
            }
            text += "\n| production | cases | wrong | no answer |\n|---|---|---|---|\n";
            for (name, counts) in run.by_production() {
                let (wrong, failed) = (counts[Mark::Wrong as usize], counts[Mark::Failed as usize]);
                if wrong + failed > 0 {
                    let all: usize = counts.iter().sum();
                    let _ = writeln!(text, "| `{name}` | {all} | {wrong} | {failed} |");
                }
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
        }
        text
    }
}

/// A text as code in a table cell.
fn code(text: &str) -> String {
    let ticks = "`".repeat(1 + text.split(|it| it != '`').map(str::len).max().unwrap_or(0));
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
