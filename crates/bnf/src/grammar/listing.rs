//! A `.bnf` file as it was read: productions as printed, and beside them the
//! errata, the interpretations and the page marks.

use super::expression::Place;
use super::notation::{self, Item, Notation, Part, SyntaxError};

/// A `.bnf` file.
#[derive(Debug, Clone)]
pub struct Listing {
    /// The name under which diagnostics show it: `rfc1738.bnf`.
    pub name: String,
    /// Its text.
    pub text: String,
    /// How it is written.
    pub notation: Notation,
    /// The production from which its strings derive, where the file says.
    pub start: Option<String>,
    pub(super) definitions: Vec<Definition>,
    interpretations: Vec<(String, String)>,
    pages: Vec<(usize, u32)>,
}

/// A production as one place of the file writes it.
#[derive(Debug, Clone)]
pub(super) struct Definition {
    pub name: String,
    pub name_place: Place,
    pub place: Place,
    pub body: Part,
    /// The number of the erratum that writes it: `E3`.
    pub erratum: Option<String>,
}

impl Listing {
    /// Reads a `.bnf` text. The notation is the one that its header names;
    /// without a header, RFC 822's if every production has its `=`.
    pub fn read(name: &str, text: &str) -> Result<Listing, SyntaxError> {
        let named = text.lines().find_map(|line| line.strip_prefix("# notation"));
        let notation = match named.map(str::trim) {
            Some("spaced") => Notation::Spaced,
            Some("rfc822") => Notation::Rfc822,
            _ if every_production_has_equals(text) => Notation::Rfc822,
            _ => Notation::Spaced,
        };
        let mut listing = Listing {
            name: name.to_owned(),
            text: text.to_owned(),
            notation,
            start: None,
            definitions: Vec::new(),
            interpretations: Vec::new(),
            pages: Vec::new(),
        };
        for item in notation::items(text, notation)? {
            match item {
                Item::Header { key, value } if key == "start" => listing.start = Some(value),
                Item::Header { .. } => {}
                Item::Page { number, offset } => listing.pages.push((offset, number)),
                Item::Interpretation { label, name } => listing.interpretations.push((name, label)),
                Item::Production { name: (name, name_place), body, erratum, place } => {
                    listing.definitions.push(Definition { name, name_place, place, body, erratum });
                }
            }
        }
        Ok(listing)
    }

    /// The line and the column of a byte, both from 1; a column is a character.
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        (line, String::from_utf8_lossy(&before[start..]).chars().count() + 1)
    }

    /// The page of the document on which a byte stands, where the text has page marks.
    pub fn page(&self, offset: usize) -> Option<u32> {
        self.pages.iter().take_while(|&&(mark, _)| mark < offset).last().map(|&(_, page)| page)
    }

    /// The number of the interpretation under which a production is read: `I1`.
    pub fn interpretation(&self, name: &str) -> Option<&str> {
        self.interpretations.iter().find(|(of, _)| of == name).map(|(_, label)| label.as_str())
    }
}

fn every_production_has_equals(text: &str) -> bool {
    let mut productions = text
        .lines()
        .filter(|line| line.starts_with(|first: char| first.is_ascii_alphabetic()))
        .peekable();
    productions.peek().is_some()
        && productions
            .all(|line| line.split_whitespace().nth(1).is_some_and(|word| word.starts_with('=')))
}
