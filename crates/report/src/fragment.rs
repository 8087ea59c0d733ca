//! Records put together from fragments.
//!
//! After its text and its length, the record of a line says by what it was judged, where in the
//! grammar it failed, and all that was expected there: the same for a million lines that were
//! recalled alike. So such a record is put into JSON once, and cut where what belongs to a line
//! begins and ends. The next is made of the same fragments, with the offset, the reason, the
//! repair and the notes of its own between them.

use std::cell::{OnceCell, RefCell};

use memchr::memmem;

use super::Entry;
use super::record::{self, Record, SCHEMA, edit};
use urlbnf_url::diagnose::{Diagnostic, Note, Reason};

/// After this key stands the offset of a failure. In a string its quotes would be escaped, so it
/// is found nowhere else.
const OFFSET: &[u8] = b",\"offset\":";
/// With this key begins what is told of a failure beside its place.
const REASON: &[u8] = b",\"reason\":";
const HELP: &[u8] = b",\"help\":";
const REPLACEMENT: &[u8] = b",\"replacement\":";
const EDITS: &[u8] = b",\"edits\":";
const MEANING: &[u8] = b",\"meaning\":";
/// After this key stand the notes.
const NOTES: &[u8] = b",\"notes\":";
/// With this key begins what follows them.
const WARNINGS: &[u8] = b",\"warnings\":";

/// The fragments of all records of what was recalled alike, as soon as one was written.
#[derive(Debug, Default)]
pub struct Fragments(OnceCell<Option<Cut>>);

/// A record that was cut.
#[derive(Debug)]
struct Cut {
    /// From the length to the offset; of a line that conforms, to the notes.
    head: Vec<u8>,
    /// From the column to the reason.
    place: Vec<u8>,
    /// After the notes.
    tail: Vec<u8>,
    /// What was given as the reason, written.
    reasons: Written<Option<Reason>>,
    /// What was noted, written.
    notes: Written<Vec<Note>>,
}

/// What was written of the few things that are told again and again.
#[derive(Debug, Default)]
struct Written<T>(RefCell<Vec<(T, Vec<u8>)>>);

/// How many of these are kept.
const MOST_WRITTEN: usize = 8;
/// The longest string of which what was told is kept: it may name a part of it.
const LONGEST_WRITTEN: usize = 256;

/// With what all records of a line begin.
#[derive(Debug, Default)]
pub struct Beginning {
    text: Vec<u8>,
    /// The source, and how much of the text is the same for all its lines.
    source: String,
    same: usize,
}

impl Beginning {
    /// Begins the records of a line, of which this is an entry.
    ///
    /// # Errors
    /// What the writer of JSON says; of a record it says nothing.
    pub fn begin(&mut self, entry: &Entry<'_>) -> serde_json::Result<()> {
        let Beginning { text, source, same } = self;
        if source != entry.source || *same == 0 {
            text.clear();
            text.extend_from_slice(b"{\"schema\":");
            serde_json::to_writer(&mut *text, &SCHEMA)?;
            text.extend_from_slice(b",\"source\":");
            string(Some(entry.source), text)?;
            text.extend_from_slice(b",\"line\":");
            *same = text.len();
            entry.source.clone_into(source);
        }
        text.truncate(*same);
        serde_json::to_writer(&mut *text, &entry.line)?;
        let (input, input_base64) = Record::input(entry.input);
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
            entry.fragments.filter(|_| diagnostic.is_none_or(|it| it.follows_from_its_place()));
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
        let (reasons, notes) = (Written::default(), Written::default());
        let cut = Cut { head, place, tail, reasons, notes };
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
        buffer.extend_from_slice(&beginning.text);
        buffer.extend_from_slice(&self.head);
        let examination = entry.examination;
        if let Some(diagnostic) = &examination.diagnostic {
            buffer.extend_from_slice(place_of(entry, diagnostic).as_bytes());
            buffer.extend_from_slice(&self.place);
            self.tell(entry, diagnostic, buffer)?;
            buffer.push(b'}');
        }
        buffer.extend_from_slice(NOTES);
        self.notes.write(entry, &examination.notes, buffer, |buffer| {
            serde_json::to_writer(buffer, &entry.notes())
        })?;
        buffer.extend_from_slice(&self.tail);
        Ok(())
    }

    /// What is told of a failure beside its place in the grammar, as [`record::Error`] has it.
    fn tell(
        &self,
        entry: &Entry<'_>,
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
        let edits: Vec<record::Edit<'_>> =
            repair.iter().flat_map(|repair| &repair.edits).map(edit).collect();
        serde_json::to_writer(&mut *buffer, &edits)?;
        buffer.extend_from_slice(MEANING);
        let meaning = repair.and_then(|repair| repair.meaning);
        string(meaning.map(|meaning| meaning.name()), buffer)
    }
}

impl<T: Clone + PartialEq> Written<T> {
    /// Writes what is told of an entry: what was written of it before, or now.
    fn write(
        &self,
        entry: &Entry<'_>,
        told: &T,
        buffer: &mut Vec<u8>,
        write: impl FnOnce(&mut Vec<u8>) -> serde_json::Result<()>,
    ) -> serde_json::Result<()> {
        if entry.input.len() > LONGEST_WRITTEN {
            return write(buffer);
        }
        let Written(written) = self;
        let mut written = written.borrow_mut();
        if let Some((_, known)) = written.iter().find(|(it, _)| it == told) {
            buffer.extend_from_slice(known);
            return Ok(());
        }
        let begin = buffer.len();
        write(buffer)?;
        if written.len() == MOST_WRITTEN {
            written.remove(0);
        }
        written.push((told.clone(), buffer[begin..].to_vec()));
        Ok(())
    }
}

/// The offset and the column of a failure.
fn place_of(entry: &Entry<'_>, diagnostic: &Diagnostic) -> String {
    format!("{},\"column\":{}", diagnostic.offset, entry.column())
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
