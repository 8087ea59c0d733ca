//! Citations: a document and a place in it.
//!
//! All citations have the same form, so that programs can parse them: `RFC 1738, section 3.2.2,
//! page 7`, `RFC 1630, "FTP", page 14`, `draft-ietf-uri-url-00, "FTP"`. The page or the section
//! may be omitted.

use std::fmt;

use super::Document;

/// A place in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Citation<'t> {
    /// The document.
    pub document: Document,
    /// The section: its number, or its heading as printed.
    pub section: Option<&'t str>,
    /// The page.
    pub page: Option<u16>,
}

impl Citation<'_> {
    /// The line that it refers to, from 0: that of the section, or of the page if it begins
    /// later. `None` if the document has no such section or page.
    pub fn line(&self) -> Option<usize> {
        let text = self.document.text();
        let section = self.section.map(|section| text.section(section));
        let page = self.page.map(|page| text.page(page));
        match (section, page) {
            (Some(section), Some(page)) => Some(section?.max(page?)),
            (Some(line), None) | (None, Some(line)) => line,
            (None, None) => Some(0),
        }
    }
}

impl fmt::Display for Citation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.document.citation())?;
        match self.section {
            None => {}
            Some(name) if name.starts_with("appendix") => write!(f, ", {name}")?,
            Some(name) if is_number(name) => write!(f, ", section {name}")?,
            Some(name) => write!(f, ", \"{name}\"")?,
        }
        self.page.map_or(Ok(()), |page| write!(f, ", page {page}"))
    }
}

fn is_number(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_digit())
}

/// Finds the citations in a text, with their byte ranges.
pub fn citations(text: &str) -> Vec<(std::ops::Range<usize>, Citation<'_>)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((start, length, document)) = first_document(&text[at..]) {
        let start = at + start;
        let mut end = start + length;
        let (mut section, mut page) = (None, None);
        while let Some(rest) = text[end..].strip_prefix(", ") {
            if let Some(rest) = rest.strip_prefix("section ") {
                let length = number_length(rest);
                section = Some(&rest[..length]);
                end += ", section ".len() + length;
            } else if rest.starts_with("appendix") {
                let named = rest.strip_prefix("appendix ").map_or(0, letter_length);
                let length = if named > 0 { "appendix ".len() + named } else { "appendix".len() };
                section = Some(&rest[..length]);
                end += 2 + length;
            } else if let Some(inside) = rest.strip_prefix('"') {
                let Some(length) = inside.find('"') else { break };
                section = Some(&inside[..length]);
                end += 4 + length;
            } else if let Some(rest) = rest.strip_prefix("page ") {
                let length = rest.bytes().take_while(u8::is_ascii_digit).count();
                page = rest[..length].parse().ok();
                end += ", page ".len() + length;
                break;
            } else {
                break;
            }
        }
        found.push((start..end, Citation { document, section, page }));
        at = end;
    }
    found
}

/// The first document that a text names: the offset and the length of the name in bytes.
fn first_document(text: &str) -> Option<(usize, usize, Document)> {
    let named = |document: Document| {
        let name = document.citation();
        // The documentation calls a draft `draft 02`.
        let short =
            name.strip_prefix("draft-ietf-uri-url-").map(|number| format!("draft {number}"));
        let short = short.and_then(|short| Some((text.find(&short)?, short.len(), document)));
        let whole = text.find(name).map(|at| (at, name.len(), document));
        whole.into_iter().chain(short).min()
    };
    Document::ALL.into_iter().filter_map(named).min()
}

/// The length of a section number such as `3.2.2`, without the full stop of a sentence.
fn number_length(text: &str) -> usize {
    let length = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    text[..length].trim_end_matches('.').len()
}

/// The length of an appendix such as `A` or `C.1`.
fn letter_length(text: &str) -> usize {
    match text.as_bytes() {
        [letter, b'.', digit, ..] if letter.is_ascii_uppercase() && digit.is_ascii_digit() => 3,
        [letter, next, ..] if letter.is_ascii_uppercase() && !next.is_ascii_alphanumeric() => 1,
        [letter] if letter.is_ascii_uppercase() => 1,
        _ => 0,
    }
}
