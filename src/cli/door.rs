//! The door of a stream: nothing passes that acts on a terminal, but our own colours.
//!
//! What a user gave is made visible where it is put into a sentence. This stands
//! behind all sentences, reports and pictures, so that one that was forgotten, and
//! the strings of JSON, in which the same bytes are legal, do no harm either.

use std::io::{self, Write};

use codespan_reporting::term::termcolor::{ColorSpec, WriteColor};
use urlbnf::text::{harmless, is_plain};

/// A stream behind a door.
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

    /// The stream behind it: for octets that were asked for as they are.
    pub fn behind(&mut self) -> &mut W {
        &mut self.stream
    }
}

impl<W: Write> Write for Door<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.begun.is_empty() && is_plain(bytes) {
            return self.stream.write(bytes);
        }
        self.begun.extend_from_slice(bytes);
        self.shown.clear();
        let read = harmless(&self.begun, &mut self.shown);
        self.begun.drain(..read);
        self.stream.write_all(&self.shown)?;
        Ok(bytes.len())
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
