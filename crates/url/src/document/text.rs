//! The text of a document, by pages and sections, with search.
//!
//! A search ignores differences in white space, so a line end or a page break between two words,
//! or behind the hyphen in a word, does not matter. Page furniture is skipped.

use std::ops::Range;

use crate::text::in_one_line;

/// A line of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentLine {
    /// The line, without its line end.
    pub text: &'static str,
    /// The page of the line, if the text has pages.
    pub page: Option<u16>,
    /// Whether it is a page header or footer, or was added by a mail.
    pub furniture: bool,
}

/// A section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentSection {
    /// Its number, or its heading as printed.
    pub name: &'static str,
    /// Its depth: 1, or 2 for a subsection.
    pub level: u8,
    /// The line of its heading, from 0.
    pub line: usize,
}

/// The text of a document.
#[derive(Debug)]
pub struct DocumentText {
    lines: Vec<DocumentLine>,
    sections: Vec<DocumentSection>,
    /// All words, separated by single spaces; a word that a line breaks behind its hyphen is whole.
    folded: String,
    /// For each line with words, its offset in `folded` and its number.
    begins: Vec<(usize, usize)>,
}

impl DocumentText {
    /// Reads a text and its marks. Invalid marks are ignored; the tests find them.
    pub(super) fn read(source: &'static str, marks: &'static str) -> DocumentText {
        let mut lines: Vec<DocumentLine> = source
            .lines()
            .map(|text| DocumentLine { text, page: None, furniture: false })
            .collect();
        let mut sections = Vec::new();
        for mark in marks.lines().filter(|line| !line.starts_with('#')) {
            let mut cells = mark.split('\t');
            let (place, kind) = (cells.next().unwrap_or(""), cells.next().unwrap_or(""));
            let name = cells.next().unwrap_or("");
            let place = range(place);
            match kind.split_once(' ').unwrap_or((kind, "")) {
                ("page", _) => {
                    let below = lines.iter_mut().skip(place.start);
                    below.for_each(|line| line.page = name.parse().ok());
                }
                ("section", level) => {
                    let level = level.parse().unwrap_or(1);
                    sections.push(DocumentSection { name, level, line: place.start });
                }
                ("furniture", _) => {
                    let own = lines.iter_mut().take(place.end).skip(place.start);
                    own.for_each(|line| line.furniture = true);
                }
                _ => {}
            }
        }
        let (mut folded, mut begins) = (String::new(), Vec::new());
        for (number, line) in lines.iter().enumerate().filter(|(_, line)| !line.furniture) {
            let words = line.text.split_whitespace();
            for (place, word) in words.enumerate() {
                let is_broken = place == 0 && is_broken(&folded, word);
                if !folded.is_empty() && !is_broken {
                    folded.push(' ');
                }
                if place == 0 {
                    begins.push((folded.len(), number));
                }
                folded.push_str(word);
            }
        }
        DocumentText { lines, sections, folded, begins }
    }

    /// The lines.
    pub fn lines(&self) -> &[DocumentLine] {
        &self.lines
    }

    /// The sections, in order.
    pub fn sections(&self) -> &[DocumentSection] {
        &self.sections
    }

    /// The sections that contain a line, the outermost first.
    pub fn sections_at(&self, line: usize) -> Vec<&'static str> {
        let mut open: Vec<&DocumentSection> = Vec::new();
        for section in self.sections.iter().take_while(|section| section.line <= line) {
            open.retain(|outer| outer.level < section.level);
            open.push(section);
        }
        open.into_iter().map(|section| section.name).collect()
    }

    /// The lines, from 0, on which an occurrence of these words begins.
    pub fn find(&self, words: &str) -> impl Iterator<Item = usize> {
        let wanted = in_one_line(words);
        let found: Vec<usize> = match wanted.is_empty() {
            true => Vec::new(),
            false => self.folded.match_indices(&wanted).map(|(at, _)| self.line_of(at)).collect(),
        };
        found.into_iter()
    }

    /// The lines that contain a production, at or after a line. White space, `|` and `\\` are
    /// ignored, because some texts have lost line ends or vertical lines, or gained a backslash
    /// before a character.
    pub fn find_signs(&self, production: &str, from: usize) -> Option<Range<usize>> {
        let wanted: String = production.chars().filter(is_sign).collect();
        let skipped = self.begins.partition_point(|(_, line)| *line < from);
        let start = self.begins.get(skipped)?.0;
        let signs = self.folded[start..].char_indices().filter(|(_, sign)| is_sign(sign));
        let (places, signs): (Vec<usize>, String) = signs.unzip();
        let line = |sign: usize| Some(self.line_of(start + places.get(sign)?));
        // `places` counts characters, `match_indices` counts bytes.
        let found = signs.match_indices(&wanted).filter(|_| !wanted.is_empty());
        let found: Vec<usize> = found.map(|(at, _)| signs[..at].chars().count()).collect();
        // `unreserved = ...` also occurs within `iunreserved = ...`.
        let begins =
            |&&sign: &&usize| sign.checked_sub(1).is_none_or(|index| line(index) != line(sign));
        let first = *found.iter().find(begins).or(found.first())?;
        let last = first + wanted.chars().count() - 1;
        Some(line(first)?..line(last)? + 1)
    }

    /// The first line at or after a line that, trimmed, equals this text.
    pub fn line(&self, whole: &str, from: usize) -> Option<usize> {
        let lines = self.lines.iter().enumerate().skip(from);
        lines.into_iter().find(|(_, line)| line.text.trim() == whole).map(|(number, _)| number)
    }

    /// The first line of a page.
    pub fn page(&self, page: u16) -> Option<usize> {
        self.lines.iter().position(|line| line.page == Some(page))
    }

    /// The line of the heading of a section.
    pub fn section(&self, name: &str) -> Option<usize> {
        self.sections.iter().find(|section| section.name == name).map(|section| section.line)
    }

    fn line_of(&self, at: usize) -> usize {
        let behind = self.begins.partition_point(|(begin, _)| *begin <= at);
        self.begins.get(behind.saturating_sub(1)).map_or(0, |(_, line)| *line)
    }
}

/// Whether a line begins with the rest of the word at the end of the line before.
fn is_broken(before: &str, line: &str) -> bool {
    let is_letter = |character: char| character.is_ascii_alphabetic();
    line.starts_with(is_letter)
        && before.strip_suffix('-').is_some_and(|before| before.ends_with(is_letter))
}

fn is_sign(sign: &char) -> bool {
    !sign.is_whitespace() && !"|\\".contains(*sign)
}

/// Parses `53` or `53-57`, counted from 1, to a range from 0.
fn range(place: &str) -> Range<usize> {
    let (first, last) = place.split_once('-').unwrap_or((place, place));
    let first: usize = first.parse().unwrap_or(0);
    first.saturating_sub(1)..last.parse().unwrap_or(0)
}
