//! The contradictions, for people: as text for a terminal, and as a page of the documentation,
//! which puts the words of the documents in curly quotation marks.

use std::fmt::Write as _;

use super::excerpt::{indented, width};
use urlbnf_bnf::text::{in_one_line, visible};
use urlbnf_url::contradiction::{
    Contradiction, ContradictionChecker, ContradictionStrength, EditionContradiction,
};
use urlbnf_url::document::Citation;
use urlbnf_url::printed_url::{PrintedUrlVerdicts, own_verdicts};
use urlbnf_url::{Reading, Verdict};

/// One contradiction, for a terminal.
pub fn text(one: &Contradiction, checker: &mut ContradictionChecker, columns: usize) -> String {
    let mut text = format!("{}: {}\n", one.name, one.title);
    for words in [one.what, &format!("Strength: {}.", strength(one.strength))] {
        text += &indented(words, [2, 2], columns.saturating_sub(2));
    }
    for case in &one.cases {
        let (found, printed) = (checker.found(case), case.printed());
        let _ = writeln!(text, "  {}", case.edition);
        let prose = format!("prose: {}: \"{}\"", case.prose().citation(), case.prose().words());
        text += &indented(&prose, [4, 6], columns);
        text += &indented(&format!("grammar: {}", printed.citation), [4, 6], columns);
        text += &verbatim(&printed.text, 6, columns);
        let found = format!("{}: {}", visible(case.string.as_bytes()), found.text);
        text += &indented(&found, [4, 6], columns);
    }
    text
}

/// `weak: reason`, without the final full stop.
fn strength(strength: ContradictionStrength) -> String {
    let reason = strength.reason().map(|reason| format!(": {}", reason.trim_end_matches('.')));
    format!("{}{}", strength.name(), reason.unwrap_or_default())
}

/// Lines as they are printed; a line that is too wide is broken and indented.
fn verbatim(lines: &str, by: usize, columns: usize) -> String {
    let mut text = String::new();
    for line in lines.lines().filter(|line| !line.is_empty()) {
        text += &match by + width(line) > columns {
            true => indented(&in_one_line(line), [by, by + 4], columns),
            false => format!("{:by$}{line}\n", ""),
        };
    }
    text
}

/// All contradictions, and the URLs that their own grammars reject, as Markdown.
pub fn markdown(all: &[&Contradiction], checker: &mut ContradictionChecker) -> String {
    let mut text = String::new();
    for one in all {
        let _ = write!(text, "### {}\n\n{}\n\n", one.title, one.what);
        let _ = write!(text, "Strength: {}.\n\n", strength(one.strength));
        for case in &one.cases {
            text += &case_markdown(case, checker);
        }
    }
    text
}

fn case_markdown(case: &EditionContradiction, checker: &mut ContradictionChecker) -> String {
    let (found, printed) = (checker.found(case), case.printed());
    let reading = if case.reading == Reading::Printed { ", as printed" } else { "" };
    let start = case.start.map_or(String::new(), |start| format!(" from `{start}`"));
    let mut text =
        format!("**{}**: “{}” ({})\n\n", case.edition, words(case), cited(case.prose().citation()));
    let _ = write!(text, "```text\n{}\n```\n\n", printed.text);
    let (string, found) = (visible(case.string.as_bytes()), found.text);
    let _ = write!(text, "{}. `{string}`{start}{reading}: {found}.\n\n", printed.citation);
    text
}

/// A citation for use in parentheses: the section is omitted if it contains some.
fn cited(citation: Citation<'_>) -> String {
    let section =
        citation.section.filter(|section| !section.contains('(') || citation.page.is_none());
    Citation { section, ..citation }.to_string()
}

/// The words of a case as Markdown text: a word with a Markdown sign becomes code.
fn words(case: &EditionContradiction) -> String {
    case.prose().words().split(' ').map(word).collect::<Vec<String>>().join(" ")
}

/// One word; the punctuation around it is not part of the code.
fn word(word: &str) -> String {
    if !word.contains(['<', '>', '*', '_', '[', ']', '\\', '#']) {
        return word.to_owned();
    }
    let code = word.trim_start_matches(['(', '"']);
    let before = &word[..word.len() - code.len()];
    let closes: &[char] = if code.contains('(') { &[',', '.', ';'] } else { &[',', '.', ';', ')'] };
    let code = code.trim_end_matches(closes);
    let code = code.strip_suffix('"').unwrap_or(code);
    let behind = &word[before.len() + code.len()..];
    format!("{before}`{code}`{behind}")
}

/// The URLs that a document prints and that none of its own grammars accepts as printed.
pub fn rejected() -> Vec<PrintedUrlVerdicts> {
    let rejected =
        |verdicts: &PrintedUrlVerdicts| verdicts.is_meant() && !verdicts.is_taken(Reading::Printed);
    own_verdicts().into_iter().filter(rejected).collect()
}

/// The verdicts on a URL by the grammars of its document.
pub fn verdicts(own: &PrintedUrlVerdicts) -> String {
    let one = |(edition, [printed, corrected]): &(_, [Verdict; 2])| match printed == corrected {
        true => format!("{edition} {printed}"),
        false => format!("{edition} {printed}, corrected {corrected}"),
    };
    own.verdicts.iter().map(one).collect::<Vec<String>>().join("; ")
}

/// The rejected URLs as a table of Markdown.
pub fn urls_markdown() -> String {
    let mut text = "| document | place | URL | its own grammars |\n|---|---|---|---|\n".to_owned();
    for own in rejected() {
        let (document, printed) = (own.document.citation(), own.printed);
        let url = printed.url.replace('|', "\\|");
        let verdicts = verdicts(&own);
        let _ = writeln!(text, "| {document} | {} | `{url}` | {verdicts} |", printed.place);
    }
    text
}
