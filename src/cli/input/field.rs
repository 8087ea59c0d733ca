//! One field of each line: the column of URLs in a table.
//!
//! Between tabs, spaces and bars a field is what stands there. Between commas
//! and semicolons it may be quoted, as RFC 4180 has it. A record is one line: a
//! quote that its line does not close is reported, not followed.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::str::FromStr;

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

/// What stands between fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delimiter {
    byte: u8,
    /// Whether fields may be quoted.
    quoted: bool,
}

/// The delimiters that have a name.
const NAMED: &[(&str, u8)] =
    &[("tab", b'\t'), ("comma", b','), ("semicolon", b';'), ("space", b' '), ("bar", b'|')];

impl FromStr for Delimiter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = NAMED.iter().find(|(name, _)| *name == text).map(|&(_, byte)| byte);
        let byte = match (named, text.as_bytes()) {
            (Some(byte), _) => byte,
            (None, &[byte]) if byte.is_ascii() && !b"\n\r\"".contains(&byte) => byte,
            _ => {
                let names: Vec<&str> = NAMED.iter().map(|(name, _)| *name).collect();
                return Err(format!("one character, or one of {}", names.join(", ")));
            }
        };
        Ok(Delimiter { byte, quoted: matches!(byte, b',' | b';') })
    }
}

/// Its name, or the character.
impl fmt::Display for Delimiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match NAMED.iter().find(|(_, byte)| *byte == self.byte) {
            Some((name, _)) => f.write_str(name),
            None => write!(f, "{}", char::from(self.byte)),
        }
    }
}

/// Which field.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// Its number, from 1.
    pub number: NonZeroUsize,
    /// What stands between it and the others.
    pub delimiter: Delimiter,
}

/// What a line has there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Field {
    /// These bytes of it.
    Plain(Range<usize>),
    /// This text, for which other bytes stand there: quotes were doubled.
    Unquoted(Vec<u8>, Range<usize>),
    /// It has fewer fields.
    Missing,
    /// A quote is open at its end.
    Unclosed,
}

/// Takes the field out of lines.
pub struct Picker {
    column: Column,
    reader: Reader,
    text: Vec<u8>,
}

impl Picker {
    pub fn new(column: Column) -> Picker {
        let reader = ReaderBuilder::new().delimiter(column.delimiter.byte).build();
        Picker { column, reader, text: Vec::new() }
    }

    /// The field of a line.
    pub fn pick(&mut self, line: &[u8]) -> Field {
        let Column { number, delimiter } = self.column;
        // Without a quote there is nothing to be taken off.
        if delimiter.quoted && memchr::memchr(b'"', line).is_some() {
            return self.pick_quoted(line);
        }
        let mut start = 0;
        for _ in 1..number.get() {
            match memchr::memchr(delimiter.byte, &line[start..]) {
                Some(at) => start += at + 1,
                None => return Field::Missing,
            }
        }
        let end = memchr::memchr(delimiter.byte, &line[start..]);
        Field::Plain(start..end.map_or(line.len(), |at| start + at))
    }

    fn pick_quoted(&mut self, line: &[u8]) -> Field {
        self.reader.reset();
        // What is unquoted is never longer than what stands there.
        self.text.resize(line.len() + 1, 0);
        let mut picked = None;
        let (mut start, mut number) = (0, 1);
        loop {
            let rest = &line[start..];
            let (mut result, mut read, mut written) = (ReadFieldResult::InputEmpty, 0, 0);
            if !rest.is_empty() {
                (result, read, written) = self.reader.read_field(rest, &mut self.text);
            }
            if matches!(result, ReadFieldResult::InputEmpty) {
                // The end of the line ends the record, if no quote is open.
                let end = self.reader.read_field(b"\n", &mut self.text[written..]);
                (result, written) = (end.0, written + end.2);
            }
            let ReadFieldResult::Field { record_end } = result else { return Field::Unclosed };
            if number == self.column.number.get() {
                let delimiter = usize::from(!record_end);
                picked = Some(field(line, start..start + read - delimiter, &self.text[..written]));
            }
            if record_end {
                return picked.unwrap_or(Field::Missing);
            }
            (start, number) = (start + read, number + 1);
        }
    }
}

/// A field by where it stands, with its quotes, and its text.
fn field(line: &[u8], place: Range<usize>, text: &[u8]) -> Field {
    let inside = place.start + 1..place.end.saturating_sub(1).max(place.start + 1);
    if &line[place.clone()] == text {
        Field::Plain(place)
    } else if line.get(inside.clone()) == Some(text) {
        Field::Plain(inside)
    } else {
        Field::Unquoted(text.to_owned(), place)
    }
}
