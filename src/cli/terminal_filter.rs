//! A filter before a stream. It stops everything that acts on a terminal, except our own
//! colours.
//!
//! Text from users is made visible where it becomes a part of a sentence. The filter comes
//! after all sentences, reports and pictures. It catches what was forgotten there, and the
//! strings of JSON, where the same bytes are legal.

use std::io::{self, Write};

use codespan_reporting::term::termcolor::{ColorSpec, WriteColor};
use urlbnf::text::{harmless, plain_length};

/// How many bytes are filtered at a time, and how many plain bytes are worth a write of their
/// own.
const PIECE: usize = 1 << 12;

/// A stream behind a filter.
pub struct TerminalFilter<W> {
    stream: W,
    /// The bytes of a character that is not complete yet.
    begun: Vec<u8>,
    shown: Vec<u8>,
}

impl<W: Write> TerminalFilter<W> {
    /// Puts a filter before a stream.
    pub fn new(stream: W) -> TerminalFilter<W> {
        TerminalFilter { stream, begun: Vec::new(), shown: Vec::new() }
    }

    /// Returns the stream, for octets that are to be written as they are.
    pub fn unfiltered(&mut self) -> &mut W {
        &mut self.stream
    }

    /// Returns the stream. Everything must have been flushed.
    pub fn into_inner(self) -> W {
        self.stream
    }
}

impl<W: Write> Write for TerminalFilter<W> {
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

impl<W: WriteColor> WriteColor for TerminalFilter<W> {
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
