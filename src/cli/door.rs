//! The door of a stream: nothing passes that acts on a terminal, but our own colours.
//!
//! What a user gave is made visible where it is put into a sentence. This follows all sentences,
//! reports and pictures, so that one that was forgotten, and the strings of JSON, in which the
//! same bytes are legal, do no harm either.

use std::io::{self, Write};

use codespan_reporting::term::termcolor::{ColorSpec, WriteColor};
use urlbnf::text::{harmless, plain_length};

/// How much is looked at together where it is not plain, and how much that is plain is worth
/// writing by itself.
const PIECE: usize = 1 << 12;

/// A stream after a door.
pub struct Door<W> {
    stream: W,
    /// The beginning of a character whose rest is not there yet.
    begun: Vec<u8>,
    shown: Vec<u8>,
}

impl<W: Write> Door<W> {
    /// Puts a door before a stream.
    pub fn new(stream: W) -> Door<W> {
        Door { stream, begun: Vec::new(), shown: Vec::new() }
    }

    /// The stream after it: for octets that were asked for as they are.
    pub fn behind(&mut self) -> &mut W {
        &mut self.stream
    }

    /// The stream, when all was flushed.
    pub fn into_inner(self) -> W {
        self.stream
    }
}

impl<W: Write> Write for Door<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let plain = if self.begun.is_empty() { plain_length(bytes) } else { 0 };
        if plain == bytes.len() || plain >= PIECE {
            return self.stream.write(&bytes[..plain]);
        }
        let piece = &bytes[..bytes.len().min(PIECE)];
        self.begun.extend_from_slice(piece);
        self.shown.clear();
        let read = harmless(&self.begun, &mut self.shown);
        self.begun.drain(..read);
        self.stream.write_all(&self.shown)?;
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        for byte in self.begun.drain(..) {
            write!(self.stream, "\\x{byte:02X}")?;
        }
        self.stream.flush()
    }
}

impl<W: WriteColor> WriteColor for Door<W> {
    fn supports_color(&self) -> bool {
        self.stream.supports_color()
    }

    fn set_color(&mut self, color: &ColorSpec) -> io::Result<()> {
        self.stream.set_color(color)
    }

    fn reset(&mut self) -> io::Result<()> {
        self.stream.reset()
    }
}
