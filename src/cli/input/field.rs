//! The part of each line that is judged: a field of a table, by number or by name, or a key of
//! a JSON object.
//!
//! Between commas and semicolons a field may be quoted, as in RFC 4180. Between other
//! delimiters it is taken as it is. A record is one line: a quote that its line does not close
//! is reported.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::str::FromStr;

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delimiter {
    byte: u8,
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

/// Writes the name, or the character.
impl fmt::Display for Delimiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match NAMED.iter().find(|(_, byte)| *byte == self.byte) {
            Some((name, _)) => f.write_str(name),
            None => write!(f, "{}", char::from(self.byte)),
        }
    }
}

/// Which part of each line holds the URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnSelector {
    /// The field with this number, from 1.
    Number(NonZeroUsize),
    /// The field below this name in the first line.
    Name(String),
    /// The string under this key of a JSON object, or at this JSON pointer if it begins with
    /// `/`.
    Json(String),
}

impl FromStr for ColumnSelector {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse::<NonZeroUsize>() {
            Ok(number) => Ok(ColumnSelector::Number(number)),
            _ if text.is_empty() || text.bytes().all(|byte| byte.is_ascii_digit()) => {
                Err("a number from 1, or a name of the first line".to_owned())
            }
            Err(_) => Ok(ColumnSelector::Name(text.to_owned())),
        }
    }
}

/// Writes the column as in an error message.
impl fmt::Display for ColumnSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ColumnSelector::Number(number) => write!(f, "{number}"),
            ColumnSelector::Name(name) => write!(f, "`{name}`"),
            ColumnSelector::Json(key) => write!(f, "with a string under `{key}`"),
        }
    }
}

/// What a line has in a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnValue {
    /// These bytes of the line.
    Plain(Range<usize>),
    /// This text. The line has other bytes in this range: doubled quotes, or JSON escapes.
    Unquoted(Vec<u8>, Range<usize>),
    /// The line does not have the column.
    Missing,
    /// A quote is open at the end of the line.
    Unclosed,
    /// The line is not JSON.
    NotJson,
}

/// Picks a column out of lines.
pub enum ColumnPicker {
    /// A field of a table; `None` if the first line does not have its name.
    Field(Option<Box<FieldPicker>>),
    /// A key of a JSON object.
    Json(String),
}

/// Picks a field out of lines.
pub struct FieldPicker {
    number: NonZeroUsize,
    delimiter: Delimiter,
    reader: Reader,
    text: Vec<u8>,
}

impl ColumnPicker {
    /// Creates a picker for an input with this first line.
    pub fn new(column: &ColumnSelector, delimiter: Delimiter, first_line: &[u8]) -> ColumnPicker {
        match column {
            ColumnSelector::Json(key) => ColumnPicker::Json(key.clone()),
            ColumnSelector::Number(number) => {
                ColumnPicker::Field(Some(Box::new(FieldPicker::new(*number, delimiter))))
            }
            ColumnSelector::Name(name) => {
                // Spreadsheets write a byte order mark before the first name.
                let first_line = first_line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(first_line);
                let number = numbers().find_map(|number| {
                    match FieldPicker::new(number, delimiter).pick(first_line) {
                        ColumnValue::Plain(place) => {
                            (&first_line[place] == name.as_bytes()).then_some(Some(number))
                        }
                        ColumnValue::Unquoted(text, _) => {
                            (text == name.as_bytes()).then_some(Some(number))
                        }
                        ColumnValue::Missing | ColumnValue::Unclosed | ColumnValue::NotJson => {
                            Some(None)
                        }
                    }
                });
                let picker = |number| Box::new(FieldPicker::new(number, delimiter));
                ColumnPicker::Field(number.flatten().map(picker))
            }
        }
    }

    /// Returns the part of a line that is judged.
    pub fn pick(&mut self, line: &[u8]) -> ColumnValue {
        match self {
            ColumnPicker::Field(Some(picker)) => picker.pick(line),
            ColumnPicker::Field(None) => ColumnValue::Missing,
            ColumnPicker::Json(key) => pick_json(key, line),
        }
    }
}

/// The numbers from 1.
fn numbers() -> impl Iterator<Item = NonZeroUsize> {
    (1..).map_while(NonZeroUsize::new)
}

/// Returns the string under a key of a JSON object.
fn pick_json(key: &str, line: &[u8]) -> ColumnValue {
    let Ok(value) = serde_json::from_slice::<serde_json::Value>(line) else {
        return ColumnValue::NotJson;
    };
    let found = if key.starts_with('/') { value.pointer(key) } else { value.get(key) };
    match found.and_then(serde_json::Value::as_str) {
        Some(text) => ColumnValue::Unquoted(text.as_bytes().to_vec(), 0..line.len()),
        None => ColumnValue::Missing,
    }
}

impl FieldPicker {
    fn new(number: NonZeroUsize, delimiter: Delimiter) -> FieldPicker {
        let reader = ReaderBuilder::new().delimiter(delimiter.byte).build();
        FieldPicker { number, delimiter, reader, text: Vec::new() }
    }

    fn pick(&mut self, line: &[u8]) -> ColumnValue {
        let FieldPicker { number, delimiter, .. } = *self;
        // Without a quote nothing is quoted.
        if delimiter.quoted && memchr::memchr(b'"', line).is_some() {
            return self.pick_quoted(line);
        }
        let mut start = 0;
        for _ in 1..number.get() {
            match memchr::memchr(delimiter.byte, &line[start..]) {
                Some(at) => start += at + 1,
                None => return ColumnValue::Missing,
            }
        }
        let end = memchr::memchr(delimiter.byte, &line[start..]);
        ColumnValue::Plain(start..end.map_or(line.len(), |at| start + at))
    }

    fn pick_quoted(&mut self, line: &[u8]) -> ColumnValue {
        self.reader.reset();
        // Unquoted text is never longer than the line.
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
            let ReadFieldResult::Field { record_end } = result else {
                return ColumnValue::Unclosed;
            };
            if number == self.number.get() {
                let delimiter = usize::from(!record_end);
                picked = Some(field(line, start..start + read - delimiter, &self.text[..written]));
            }
            if record_end {
                return picked.unwrap_or(ColumnValue::Missing);
            }
            (start, number) = (start + read, number + 1);
        }
    }
}

/// Makes a field of its place, quotes included, and its unquoted text.
fn field(line: &[u8], place: Range<usize>, text: &[u8]) -> ColumnValue {
    let inside = place.start + 1..place.end.saturating_sub(1).max(place.start + 1);
    if &line[place.clone()] == text {
        ColumnValue::Plain(place)
    } else if line.get(inside.clone()) == Some(text) {
        ColumnValue::Plain(inside)
    } else {
        ColumnValue::Unquoted(text.to_owned(), place)
    }
}
