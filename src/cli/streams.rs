//! Where a command writes: what it found to the standard output, what went wrong to the other.

use std::io::{self, IsTerminal as _, Write};

use codespan_reporting::term::termcolor::{
    BufferedStandardStream, Color as Ink, ColorChoice, ColorSpec, StandardStream, WriteColor,
};

use urlbnf::text::visible;

use crate::door::Door;
use crate::options::Color;

/// The standard output, buffered, and the standard error.
pub struct Streams {
    out: Door<BufferedStandardStream>,
    error: Door<StandardStream>,
    quiet: bool,
}

impl Streams {
    /// The two streams, coloured when asked to be.
    pub fn new(color: Color, quiet: bool) -> Streams {
        let out = BufferedStandardStream::stdout(choice(color, io::stdout().is_terminal()));
        let error = StandardStream::stderr(choice(color, io::stderr().is_terminal()));
        Streams { out: Door::new(out), error: Door::new(error), quiet }
    }

    /// Writes to the standard output, unless told to be quiet.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.quiet { Ok(()) } else { self.out.write_all(bytes) }
    }

    /// Writes octets to the standard output, whatever they are.
    pub fn write_octets(&mut self, octets: &[u8]) -> io::Result<()> {
        if self.quiet { Ok(()) } else { self.out.behind().write_all(octets) }
    }

    /// Whether nothing is to be printed.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Whether long work should show its progress, on the standard error.
    pub fn shows_progress(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// The standard output. A command that is told to be quiet asks first.
    pub fn out(&mut self) -> &mut Door<BufferedStandardStream> {
        &mut self.out
    }

    /// The standard error.
    pub fn error(&mut self) -> &mut Door<StandardStream> {
        &mut self.error
    }

    /// Says what went wrong. If even that cannot be written, there is nobody to tell.
    pub fn complain(&mut self, error: &dyn std::error::Error) {
        let _ = self.say("error", Ink::Red, &error.to_string());
    }

    /// Says something that a user should know and that is not an error.
    pub fn remark(&mut self, text: &str) {
        if !self.quiet {
            let _ = self.say("note", Ink::Green, text);
        }
    }

    /// Says it on one line, whatever names of files and errors of others have in them.
    fn say(&mut self, what: &str, ink: Ink, text: &str) -> io::Result<()> {
        write!(self.error, "urlbnf: ")?;
        self.error.set_color(ColorSpec::new().set_fg(Some(ink)).set_bold(true))?;
        write!(self.error, "{what}")?;
        self.error.reset()?;
        writeln!(self.error, ": {}", visible(text.as_bytes()))
    }

    /// Writes what is still in the buffer.
    pub fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn choice(color: Color, terminal: bool) -> ColorChoice {
    match color {
        Color::Always => ColorChoice::Always,
        // This looks at NO_COLOR and TERM, not at whether it is a terminal.
        Color::Auto if terminal => ColorChoice::Auto,
        Color::Auto | Color::Never => ColorChoice::Never,
    }
}
