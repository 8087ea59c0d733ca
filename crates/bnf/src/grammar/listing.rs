//! A `.bnf` file as it was read: productions as printed, and beside them the
//! errata, the interpretations and the page marks.
//!
//! Nothing is guessed. The header names the notation; a name is defined once,
//! and a `/` stands in quotes, unless the file itself says by an interpretation
//! that the document has it otherwise.

use std::collections::{HashMap, HashSet};

use super::expression::Place;
use super::notation::{self, Item, Notation, Production};
use super::syntax::{SyntaxError, SyntaxErrorKind, SyntaxErrors};

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
    /// Where it says so.
    pub(super) start_place: Option<Place>,
    pub(super) definitions: Vec<Production>,
    interpretations: Vec<(String, String)>,
    pages: Vec<(usize, u32)>,
}

impl Listing {
    /// Reads a `.bnf` text, in the notation that its header names.
    ///
    /// # Errors
    ///
    /// All that is wrong with the text, in its order: one mistake in each
    /// production, since what comes behind it there may only follow from it.
    pub fn read(name: &str, text: &str) -> Result<Listing, SyntaxErrors> {
        Listing::read_beside(name, text, Vec::new())
    }

    /// The same, where something is known to be wrong with the text already.
    pub(super) fn read_beside(
        name: &str,
        text: &str,
        mut wrong: Vec<SyntaxError>,
    ) -> Result<Listing, SyntaxErrors> {
        if text.starts_with(notation::BYTE_ORDER_MARK) {
            let place = Place { start: 0, end: notation::BYTE_ORDER_MARK.len_utf8() };
            wrong.push(SyntaxError { place, kind: SyntaxErrorKind::ByteOrderMark });
        }
        let header = Header::read(text, &mut wrong);
        let mut listing = Listing {
            name: name.to_owned(),
            text: text.to_owned(),
            notation: header.notation.map_or(Notation::Rfc822, |(notation, _)| notation),
            start: header.start.map(|(start, _)| start.to_owned()),
            start_place: header.start.map(|(_, place)| place),
            definitions: Vec::new(),
            interpretations: Vec::new(),
            pages: Vec::new(),
        };
        if let Some((notation, place)) = header.notation {
            let (items, mut misread) = notation::read(text, notation);
            listing.take(items);
            if let Some(looks_like) = listing.looks_like(&misread) {
                let kind = SyntaxErrorKind::OtherNotation { declared: notation, looks_like };
                misread = vec![SyntaxError { place, kind }];
            }
            wrong.extend(misread);
            listing.unexcused(&mut wrong);
        }
        match SyntaxErrors::new(wrong) {
            Some(errors) => Err(errors),
            None => Ok(listing),
        }
    }

    fn take(&mut self, items: Vec<Item>) {
        for item in items {
            match item {
                Item::Page { number, offset } => self.pages.push((offset, number)),
                Item::Interpretation { label, name } => self.interpretations.push((name, label)),
                Item::Production(production) => self.definitions.push(production),
            }
        }
    }

    /// Another notation, if every production is written as in that one.
    fn looks_like(&self, misread: &[SyntaxError]) -> Option<Notation> {
        match self.notation {
            Notation::Spaced => {
                let interpreted = self.interpreted();
                let mut with_body = self.definitions.iter().filter(|it| {
                    it.body.place.start > it.name_place.end
                        && !interpreted.contains(it.name.as_str())
                });
                let first = with_body.next()?;
                (first.has_equals && with_body.all(|it| it.has_equals)).then_some(Notation::Rfc822)
            }
            Notation::Rfc822 => {
                let all = misread.iter().all(|it| it.kind == SyntaxErrorKind::NoEquals);
                (all && misread.len() > 1 && self.definitions.is_empty())
                    .then_some(Notation::Spaced)
            }
        }
    }

    /// What a file may only have where it says so by an interpretation.
    fn unexcused(&self, wrong: &mut Vec<SyntaxError>) {
        let interpreted = self.interpreted();
        let mut defined = HashMap::new();
        for production in &self.definitions {
            let Production { name, name_place, .. } = production;
            if interpreted.contains(name.as_str()) {
                continue;
            }
            let bare = production.bare.iter();
            wrong
                .extend(bare.map(|&place| SyntaxError { place, kind: SyntaxErrorKind::BareSlash }));
            // An erratum stands in place of what is printed, and not beside it.
            let in_errata = production.erratum.is_some();
            let first = *defined.entry((name.as_str(), in_errata)).or_insert(*name_place);
            if first != *name_place {
                let kind = SyntaxErrorKind::DefinedTwice { name: name.clone(), first };
                wrong.push(SyntaxError { place: *name_place, kind });
            }
        }
    }

    /// The productions that are read under an interpretation.
    fn interpreted(&self) -> HashSet<&str> {
        self.interpretations.iter().map(|(name, _)| name.as_str()).collect()
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
        let marks = self.pages.partition_point(|&(mark, _)| mark < offset);
        self.pages[..marks].last().map(|&(_, page)| page)
    }

    /// The number of the interpretation under which a production is read: `I1`.
    pub fn interpretation(&self, name: &str) -> Option<&str> {
        self.interpretations.iter().find(|(of, _)| of == name).map(|(_, label)| label.as_str())
    }
}

/// The lines of a header that a program reads.
const KEYS: [&str; 2] = ["notation", "start"];

/// What the header of a text says to us; the rest of it is for people.
#[derive(Default)]
struct Header<'t> {
    notation: Option<(Notation, Place)>,
    start: Option<(&'t str, Place)>,
}

impl<'t> Header<'t> {
    /// Reads the header, wherever its lines stand.
    fn read(text: &'t str, wrong: &mut Vec<SyntaxError>) -> Header<'t> {
        let mut header = Header::default();
        let (mut named, mut near, mut productions) = (None, None, false);
        for line in notation::lines(text) {
            let (start, line) = (line.start, &text[line]);
            // What is behind a stray carriage return is told elsewhere.
            let line = line.split('\r').next().unwrap_or(line);
            let whole = Place { start, end: start + line.len() };
            productions |= !line.starts_with('#') && !line.trim().is_empty();
            let said = key_and_value(line).filter(|(key, _)| KEYS.contains(key));
            let Some((key, value)) = said else {
                if near.is_none() && names_a_notation(line) {
                    near = Some(whole);
                }
                continue;
            };
            let place = Place { end: whole.start + line.trim_end().len(), ..whole };
            let place = Place { start: place.end - value.len(), ..place };
            let (key, first) = match key {
                "notation" => ("notation", named.replace(place)),
                _ => ("start", header.start.replace((value, place)).map(|(_, first)| first)),
            };
            if let Some(first) = first {
                let kind = SyntaxErrorKind::HeaderTwice { key, first };
                wrong.push(SyntaxError { place, kind });
            } else if key == "notation" {
                match Notation::of_name(value) {
                    Some(notation) => header.notation = Some((notation, place)),
                    None => {
                        let kind = SyntaxErrorKind::UnknownNotation(value.to_owned());
                        wrong.push(SyntaxError { place, kind });
                    }
                }
            }
        }
        // A text that defines nothing lacks more than the name of its notation.
        if named.is_none() && productions {
            let place = near.unwrap_or(Place { start: 0, end: 0 });
            wrong.push(SyntaxError { place, kind: SyntaxErrorKind::NoNotation });
        }
        header
    }
}

/// `# start  url`
fn key_and_value(line: &str) -> Option<(&str, &str)> {
    let line = line.strip_prefix('#').filter(|it| it.starts_with([' ', '\t']))?;
    let (key, value) = line.trim_start().split_once([' ', '\t'])?;
    let value = value.trim();
    (!value.is_empty()).then_some((key, value))
}

/// Whether a line looks as if it were to name the notation.
fn names_a_notation(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let last = words.next_back().unwrap_or_default();
    words.count() < 3 && Notation::ALL.iter().any(|it| it.name().eq_ignore_ascii_case(last))
}
