//! The records of lines that conform, of which only the beginning is the line's own.
//!
//! Behind the text of the line and its length, such a record says by what it was judged,
//! and what it matched: the same for a million lines. So that is put into JSON once. What
//! fails, or has a note, has a record of its own to the end.

use serde::Serialize;

use super::Entry;
use super::record::Record;
use crate::bnf::ProductionId;

/// The endings that were written so far.
#[derive(Debug, Default)]
pub struct Endings {
    known: Vec<(Key, Vec<u8>)>,
}

/// From what an ending follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Key {
    /// Where the judge is in memory: one judge, as long as it is borrowed.
    judge: usize,
    verdict: &'static str,
    matched: Option<ProductionId>,
    judged: Option<ProductionId>,
}

/// The keys that are the line's own, which stand first in a record.
#[derive(Serialize)]
struct Beginning<'r> {
    schema: u32,
    source: &'r str,
    line: u64,
    input: Option<&'r str>,
    input_base64: Option<&'r str>,
    length: usize,
}

impl Endings {
    /// Adds the record of an entry to a buffer, as one line: what [`Record::write`] adds.
    /// The judges of all entries that are given to it stay where they are.
    ///
    /// # Errors
    /// What the writer of JSON says; of a record it says nothing.
    pub fn write(
        &mut self,
        entry: &Entry<'_>,
        record: &Record<'_>,
        buffer: &mut Vec<u8>,
    ) -> serde_json::Result<()> {
        let has_own = record.error.is_some() || record.warnings.is_some();
        if has_own || !record.notes.is_empty() {
            return record.write(buffer);
        }
        let begin = buffer.len();
        serde_json::to_writer(&mut *buffer, &Beginning::of(record))?;
        // Here the object goes on.
        buffer.pop();
        let judgement = &entry.examination.judgement;
        let key = Key {
            judge: std::ptr::from_ref(entry.judge).addr(),
            verdict: record.verdict,
            matched: judgement.matched,
            judged: judgement.judged,
        };
        if let Some((_, ending)) = self.known.iter().find(|(known, _)| *known == key) {
            buffer.extend_from_slice(ending);
            return Ok(());
        }
        let mut whole = Vec::new();
        record.write(&mut whole)?;
        if let Some(ending) = whole.strip_prefix(&buffer[begin..]) {
            self.known.push((key, ending.to_owned()));
        }
        buffer.truncate(begin);
        buffer.extend_from_slice(&whole);
        Ok(())
    }
}

impl<'r> Beginning<'r> {
    fn of(record: &'r Record<'_>) -> Beginning<'r> {
        Beginning {
            schema: record.schema,
            source: record.source,
            line: record.line,
            input: record.input.as_deref(),
            input_base64: record.input_base64.as_deref(),
            length: record.length,
        }
    }
}
