//! Records assembled from fragments.
//!
//! After its text and length, the record of a line contains the judge, the failing place in
//! the grammar, and all that was expected there. These are the same for a million lines with
//! the same recalled result. So one such record is serialized once and cut around the parts
//! that depend on the line. The next record uses the same fragments, with its own offset,
//! reason, repair and notes between them.

use std::cell::{OnceCell, RefCell};

use memchr::memmem;

use super::ExaminedLine;
use super::record::{self, CheckRecord, SchemaNumber, edit};
use urlbnf_url::diagnose::{Diagnostic, FailureReason, Note};

/// The key before the offset of a failure. Inside a string its quotes would be escaped, so it
/// occurs nowhere else.
const OFFSET: &[u8] = b",\"offset\":";
/// The key that begins the details of a failure after its place.
const REASON: &[u8] = b",\"reason\":";
const HELP: &[u8] = b",\"help\":";
const REPLACEMENT: &[u8] = b",\"replacement\":";
const EDITS: &[u8] = b",\"edits\":";
const MEANING: &[u8] = b",\"meaning\":";
/// The key before the notes.
const NOTES: &[u8] = b",\"notes\":";
/// The key that follows the notes.
const WARNINGS: &[u8] = b",\"warnings\":";

/// The fragments of all records with the same recalled result; set when the first is written.
#[derive(Debug, Default)]
pub struct RecordFragments(OnceCell<Option<RecordTemplate>>);

/// A record that was cut.
#[derive(Debug)]
struct RecordTemplate {
    /// From the length to the offset; for a line that conforms, to the notes.
    head: Vec<u8>,
    /// From the column to the reason.
    place: Vec<u8>,
    /// The part after the notes.
    tail: Vec<u8>,
    /// The serialized reasons.
    reasons: SerializedCache<Option<FailureReason>>,
    /// The serialized notes.
    notes: SerializedCache<Vec<Note>>,
}

/// The serialized forms of a few frequent values.
#[derive(Debug, Default)]
struct SerializedCache<T>(RefCell<Vec<(T, Vec<u8>)>>);

/// The maximum number of kept forms.
const MOST_WRITTEN: usize = 8;
/// The maximum length of a string whose forms are kept: a form may quote the string.
const LONGEST_WRITTEN: usize = 256;

/// The common beginning of all records of a line.
#[derive(Debug, Default)]
pub struct RecordPrefix {
    text: Vec<u8>,
    /// The source, and the length of the part of `text` that all its lines share.
    source: String,
    same: usize,
}

impl RecordPrefix {
    /// Begins the records of a line. The entry is any of that line.
    ///
    /// # Errors
    /// If writing JSON fails, which does not happen for a record.
    pub fn begin(&mut self, entry: &ExaminedLine<'_>) -> serde_json::Result<()> {
        let RecordPrefix { text, source, same } = self;
        if source != entry.source || *same == 0 {
            text.clear();
            text.extend_from_slice(b"{\"schema\":");
            serde_json::to_writer(&mut *text, &SchemaNumber::<1>)?;
            text.extend_from_slice(b",\"source\":");
            string(Some(entry.source), text)?;
            text.extend_from_slice(b",\"line\":");
            *same = text.len();
            entry.source.clone_into(source);
        }
        text.truncate(*same);
        serde_json::to_writer(&mut *text, &entry.line)?;
        let (input, input_base64) = CheckRecord::input(entry.input);
        text.extend_from_slice(b",\"input\":");
        string(input.as_deref(), text)?;
        text.extend_from_slice(b",\"input_base64\":");
        string(input_base64.as_deref(), text)?;
        text.extend_from_slice(b",\"length\":");
        serde_json::to_writer(&mut *text, &entry.input.len())
    }

    /// Appends the record of an entry of this line to a buffer, like [`CheckRecord::write`].
    ///
    /// # Errors
    /// If writing JSON fails, which does not happen for a record.
    pub fn write(&self, entry: &ExaminedLine<'_>, buffer: &mut Vec<u8>) -> serde_json::Result<()> {
        let diagnostic = entry.examination.diagnostic.as_ref();
        let fragments = entry
            .fragments
            .filter(|_| diagnostic.is_none_or(|diagnostic| diagnostic.follows_from_its_place()));
        match fragments
            .map(|fragments| fragments.0.get_or_init(|| RecordTemplate::from_entry(self, entry)))
        {
            Some(Some(cut)) => cut.write(self, entry, buffer),
            _ => CheckRecord::new(entry).write(buffer),
        }
    }
}

impl RecordTemplate {
    /// Serializes and cuts the record of an entry; `None` if the parts do not add up to the whole.
    fn from_entry(beginning: &RecordPrefix, entry: &ExaminedLine<'_>) -> Option<RecordTemplate> {
        let diagnostic = entry.examination.diagnostic.as_ref();
        let mut whole = Vec::new();
        CheckRecord::new(entry).write(&mut whole).ok()?;
        let record = whole.strip_prefix(beginning.text.as_slice())?;
        let (record, tail) = record.split_at(memmem::rfind(record, WARNINGS)?);
        let (record, _) = record.split_at(memmem::rfind(record, NOTES)?);
        let (head, place) = match diagnostic {
            None => (record, &[][..]),
            Some(diagnostic) => {
                let offset = memmem::find(record, OFFSET)? + OFFSET.len();
                let (head, place) = record.split_at(offset);
                let place = place.strip_prefix(place_of(entry, diagnostic).as_bytes())?;
                (head, &place[..memmem::find(place, REASON)?])
            }
        };
        let [head, place, tail] = [head, place, tail].map(<[u8]>::to_vec);
        let (reasons, notes) = (SerializedCache::default(), SerializedCache::default());
        let cut = RecordTemplate { head, place, tail, reasons, notes };
        let mut again = Vec::new();
        cut.write(beginning, entry, &mut again).ok()?;
        (again == whole).then_some(cut)
    }

    fn write(
        &self,
        beginning: &RecordPrefix,
        entry: &ExaminedLine<'_>,
        buffer: &mut Vec<u8>,
    ) -> serde_json::Result<()> {
        buffer.extend_from_slice(&beginning.text);
        buffer.extend_from_slice(&self.head);
        let examination = entry.examination;
        if let Some(diagnostic) = &examination.diagnostic {
            buffer.extend_from_slice(place_of(entry, diagnostic).as_bytes());
            buffer.extend_from_slice(&self.place);
            self.write_details(entry, diagnostic, buffer)?;
            buffer.push(b'}');
        }
        buffer.extend_from_slice(NOTES);
        self.notes.write(entry, &examination.notes, buffer, |buffer| {
            serde_json::to_writer(buffer, &entry.notes())
        })?;
        buffer.extend_from_slice(&self.tail);
        Ok(())
    }

    /// Writes the details of a failure after its place, like [`record::FailureRecord`].
    fn write_details(
        &self,
        entry: &ExaminedLine<'_>,
        diagnostic: &Diagnostic,
        buffer: &mut Vec<u8>,
    ) -> serde_json::Result<()> {
        buffer.extend_from_slice(REASON);
        self.reasons.write(entry, &diagnostic.reason, buffer, |buffer| {
            serde_json::to_writer(buffer, &diagnostic.reason.as_ref().and_then(record::reason))
        })?;
        buffer.extend_from_slice(HELP);
        string(diagnostic.help(entry.judge, entry.input).as_deref(), buffer)?;
        buffer.extend_from_slice(REPLACEMENT);
        let repair = diagnostic.repair.as_ref();
        string(repair.map(|repair| repair.replacement.as_str()), buffer)?;
        buffer.extend_from_slice(EDITS);
        let edits: Vec<record::EditRecord<'_>> =
            repair.iter().flat_map(|repair| &repair.edits).map(edit).collect();
        serde_json::to_writer(&mut *buffer, &edits)?;
        buffer.extend_from_slice(MEANING);
        let meaning = repair.and_then(|repair| repair.meaning);
        string(meaning.map(|meaning| meaning.name()), buffer)
    }
}

impl<T: Clone + PartialEq> SerializedCache<T> {
    /// Writes a value of an entry, from the kept form or anew.
    fn write(
        &self,
        entry: &ExaminedLine<'_>,
        value: &T,
        buffer: &mut Vec<u8>,
        write: impl FnOnce(&mut Vec<u8>) -> serde_json::Result<()>,
    ) -> serde_json::Result<()> {
        if entry.input.len() > LONGEST_WRITTEN {
            return write(buffer);
        }
        let SerializedCache(written) = self;
        let mut written = written.borrow_mut();
        if let Some((_, known)) = written.iter().find(|(key, _)| key == value) {
            buffer.extend_from_slice(known);
            return Ok(());
        }
        let begin = buffer.len();
        write(buffer)?;
        if written.len() == MOST_WRITTEN {
            written.remove(0);
        }
        written.push((value.clone(), buffer[begin..].to_vec()));
        Ok(())
    }
}

/// The offset and the column of a failure.
fn place_of(entry: &ExaminedLine<'_>, diagnostic: &Diagnostic) -> String {
    format!("{},\"column\":{}", diagnostic.offset, entry.column())
}

/// Appends a string as JSON, with a fast path for strings without escapes.
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
