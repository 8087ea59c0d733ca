//! Records put together from fragments.
//!
//! Behind its text and its length, the record of a line says by what it was judged, where in
//! the grammar it failed, and all that was expected there: the same for a million lines that
//! were recalled alike. So such a record is put into JSON once, and cut where what belongs to
//! a line begins and ends. The next is made of the same fragments, with the offset, the
//! reason, the repair and the notes of its own between them.

use std::cell::OnceCell;

use memchr::memmem;

use super::Entry;
use super::record::{Record, SCHEMA, Told};
use crate::diagnose::Diagnostic;

/// Behind this key stands the offset of a failure. In a string its quotes would be escaped,
/// so it is found nowhere else.
const OFFSET: &[u8] = b",\"offset\":";
/// With this key begins what is told of a failure beside its place.
const REASON: &[u8] = b",\"reason\":";
/// Behind this key stand the notes.
const NOTES: &[u8] = b",\"notes\":";
/// With this key begins what stands behind them.
const WARNINGS: &[u8] = b",\"warnings\":";

/// The fragments of all records of what was recalled alike, as soon as one was written.
#[derive(Debug, Default)]
pub struct Fragments(OnceCell<Option<Cut>>);

/// A record that was cut.
#[derive(Debug)]
struct Cut {
    /// From the length to the offset; of a line that conforms, to the notes.
    head: Vec<u8>,
    /// From the offset to the reason.
    place: Vec<u8>,
    /// Behind the notes.
    tail: Vec<u8>,
}

/// With what all records of a line begin.
#[derive(Debug, Default)]
pub struct Beginning(Vec<u8>);

impl Beginning {
    /// Begins the records of a line, of which this is an entry.
    ///
    /// # Errors
    /// What the writer of JSON says; of a record it says nothing.
    pub fn begin(&mut self, entry: &Entry<'_>) -> serde_json::Result<()> {
        let Beginning(text) = self;
        let (input, input_base64) = Record::input(entry.input);
        text.clear();
        text.extend_from_slice(b"{\"schema\":");
        serde_json::to_writer(&mut *text, &SCHEMA)?;
        text.extend_from_slice(b",\"source\":");
        string(Some(entry.source), text)?;
        text.extend_from_slice(b",\"line\":");
        serde_json::to_writer(&mut *text, &entry.line)?;
        text.extend_from_slice(b",\"input\":");
        string(input.as_deref(), text)?;
        text.extend_from_slice(b",\"input_base64\":");
        string(input_base64.as_deref(), text)?;
        text.extend_from_slice(b",\"length\":");
        serde_json::to_writer(&mut *text, &entry.input.len())
    }

    /// Adds the record of an entry of this line to a buffer: what [`Record::write`] adds.
    ///
    /// # Errors
    /// What the writer of JSON says; of a record it says nothing.
    pub fn write(&self, entry: &Entry<'_>, buffer: &mut Vec<u8>) -> serde_json::Result<()> {
        let diagnostic = entry.examination.diagnostic.as_ref();
        let fragments =
            entry.fragments.filter(|_| diagnostic.is_none_or(Diagnostic::follows_from_its_place));
        match fragments.map(|it| it.0.get_or_init(|| Cut::of(self, entry))) {
            Some(Some(cut)) => cut.write(self, entry, buffer),
            _ => Record::new(entry).write(buffer),
        }
    }
}

impl Cut {
    /// The record of an entry, cut; `None` where the parts are not the whole.
    fn of(beginning: &Beginning, entry: &Entry<'_>) -> Option<Cut> {
        let diagnostic = entry.examination.diagnostic.as_ref();
        let mut whole = Vec::new();
        Record::new(entry).write(&mut whole).ok()?;
        let record = whole.strip_prefix(beginning.0.as_slice())?;
        let (record, tail) = record.split_at(memmem::rfind(record, WARNINGS)?);
        let (record, _) = record.split_at(memmem::rfind(record, NOTES)?);
        let (head, place) = match diagnostic {
            None => (record, &[][..]),
            Some(diagnostic) => {
                let offset = memmem::find(record, OFFSET)? + OFFSET.len();
                let (head, place) = record.split_at(offset);
                let place = place.strip_prefix(diagnostic.offset.to_string().as_bytes())?;
                (head, &place[..memmem::find(place, REASON)?])
            }
        };
        let [head, place, tail] = [head, place, tail].map(<[u8]>::to_vec);
        let cut = Cut { head, place, tail };
        let mut again = Vec::new();
        cut.write(beginning, entry, &mut again).ok()?;
        (again == whole).then_some(cut)
    }

    fn write(
        &self,
        beginning: &Beginning,
        entry: &Entry<'_>,
        buffer: &mut Vec<u8>,
    ) -> serde_json::Result<()> {
        buffer.extend_from_slice(&beginning.0);
        buffer.extend_from_slice(&self.head);
        if let Some(diagnostic) = &entry.examination.diagnostic {
            serde_json::to_writer(&mut *buffer, &diagnostic.offset)?;
            buffer.extend_from_slice(&self.place);
            let begin = buffer.len();
            serde_json::to_writer(&mut *buffer, &Told::of(entry, diagnostic))?;
            // Here the object of the error goes on, which ends with this one.
            buffer[begin] = b',';
        }
        buffer.extend_from_slice(NOTES);
        serde_json::to_writer(&mut *buffer, &entry.notes())?;
        buffer.extend_from_slice(&self.tail);
        Ok(())
    }
}

/// Adds a string as JSON. Most need no escape, which is seen at once.
fn string(text: Option<&str>, buffer: &mut Vec<u8>) -> serde_json::Result<()> {
    let stays = |byte: u8| (byte >= b' ') & (byte != b'"') & (byte != b'\\');
    match text {
        Some(text) if text.bytes().fold(true, |all, byte| all & stays(byte)) => {
            buffer.push(b'"');
            buffer.extend_from_slice(text.as_bytes());
            buffer.push(b'"');
            Ok(())
        }
        text => serde_json::to_writer(buffer, &text),
    }
}
