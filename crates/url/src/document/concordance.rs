//! Sentences of a document that occur word for word in other documents.

use super::text::is_broken;
use super::{Citation, Document};
use crate::text::in_one_line;

/// The minimum number of words of a sentence. Shorter ones are headings, or recur by chance.
pub const WORDS: usize = 5;

/// A sentence, and the other documents that contain it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConcordanceEntry {
    /// Where it begins.
    pub citation: Citation<'static>,
    /// The sentence, with all white space folded.
    pub words: String,
    /// The documents that contain it word for word, the oldest first.
    pub found_in: Vec<Document>,
}

/// Returns the sentences of a document with at least [`WORDS`] words, in order.
pub fn sentences(document: Document) -> Vec<ConcordanceEntry> {
    let text = document.text();
    let others = Document::ALL.into_iter().filter(|it| *it != document && it.has_prose());
    let others: Vec<Document> = others.collect();
    let mut found = Vec::new();
    for (line, paragraph) in paragraphs(document) {
        for words in split(&paragraph) {
            if words.split(' ').count() < WORDS {
                continue;
            }
            // A paragraph that continues after a page break has sentences on both pages.
            let line = text.find(words).find(|it| *it >= line).unwrap_or(line);
            let citation = Citation {
                document,
                section: text.sections_at(line).last().copied(),
                page: text.lines().get(line).and_then(|it| it.page),
            };
            let contains = |it: &&Document| it.text().find(words).next().is_some();
            let found_in = others.iter().filter(contains).copied().collect();
            found.push(ConcordanceEntry { citation, words: words.to_owned(), found_in });
        }
    }
    found
}

/// The paragraphs, each with the line on which it begins. Empty lines around page furniture do
/// not end a paragraph. A heading is a paragraph of its own.
fn paragraphs(document: Document) -> Vec<(usize, String)> {
    let text = document.text();
    let headings: Vec<usize> = text.sections().iter().map(|it| it.line).collect();
    let mut paragraphs: Vec<(usize, String)> = Vec::new();
    let (mut ended, mut broken) = (true, false);
    for (number, line) in text.lines().iter().enumerate() {
        let empty = line.text.trim().is_empty();
        if line.furniture || empty {
            broken |= line.furniture;
            ended |= empty && !line.furniture;
            continue;
        }
        let heading = headings.contains(&number);
        match paragraphs.last_mut() {
            Some((_, open)) if !heading && (!ended || broken && !ends(open)) => {
                let words = in_one_line(line.text);
                if !is_broken(open, &words) {
                    open.push(' ');
                }
                open.push_str(&words);
            }
            _ => paragraphs.push((number, in_one_line(line.text))),
        }
        (ended, broken) = (heading, false);
    }
    paragraphs
}

/// Whether a text ends where a sentence can end.
fn ends(text: &str) -> bool {
    text.trim_end_matches(['"', '\'', ')', ']']).ends_with(['.', '?', '!'])
}

/// The sentences of a paragraph. Omits text that does not end like a sentence, such as a
/// production or a row of a table.
fn split(paragraph: &str) -> Vec<&str> {
    let (mut sentences, mut start) = (Vec::new(), 0);
    for (at, _) in paragraph.match_indices(' ').chain([(paragraph.len(), "")]) {
        let (before, after) = (&paragraph[start..at], paragraph[at..].trim_start());
        let next = after.trim_start_matches(['"', '\'', '(', '[', '<', '`', '_']);
        // An initial, as in `R. Fielding`, does not end a sentence.
        let last = before.rsplit(' ').next().unwrap_or_default();
        let initial = last.len() == 2 && last.starts_with(|it: char| it.is_ascii_uppercase());
        let begins = next.is_empty() || next.starts_with(|it: char| !it.is_ascii_lowercase());
        if ends(before) && begins && !initial {
            sentences.push(before);
            start = paragraph.len() - after.len();
        }
    }
    sentences
}
