//! Where a command writes: what it found to standard output or to the file that was
//! named, what went wrong to standard error.

use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::mem;
use std::path::{Path, PathBuf};

use codespan_reporting::term::termcolor::{
    BufferedStandardStream, Color as Ink, ColorChoice, ColorSpec, NoColor, StandardStream,
    WriteColor,
};
use terminal_size::{Height, Width};
use urlbnf::bnf::Notation;
use urlbnf::report::excerpt::{fill_behind, hang};
use urlbnf::text::visible;

use crate::chosen::shown;
use crate::door::Door;
use crate::error::Error;
use crate::files::{Files, Output};
use crate::options::Color;

/// Narrower than this nothing is laid out.
pub const NARROWEST: u16 = 40;

/// What a command found, and what went wrong.
pub struct Streams {
    out: Out,
    files: Files,
    error: Door<StandardStream>,
    quiet: bool,
    width: Option<usize>,
    nesting: Option<usize>,
    notation: Notation,
    /// The file that was named for the output.
    named: Option<PathBuf>,
    /// Whether that file stays as it is if there is nothing to write.
    keeps: bool,
}

/// Where what was found goes.
enum Out {
    Standard(Door<BufferedStandardStream>),
    /// A file that is made when there is something to write: a command that fails
    /// before leaves what was there.
    Named(PathBuf),
    Open(Door<NoColor<BufWriter<Output>>>),
    /// A file that is complete.
    Closed,
}

impl Streams {
    /// The streams, coloured when asked to be; what is found goes to a file, if one is named.
    pub fn new(color: Color, quiet: bool, output: Option<PathBuf>) -> Streams {
        let standard = || {
            let choice = choice(color, io::stdout().is_terminal());
            Door::new(BufferedStandardStream::stdout(choice))
        };
        // As everywhere, `-` is the standard stream.
        let output = output.filter(|path| path.as_os_str() != "-");
        Streams {
            named: output.clone(),
            out: output.map_or_else(|| Out::Standard(standard()), Out::Named),
            files: Files::new(),
            error: Door::new(StandardStream::stderr(choice(color, io::stderr().is_terminal()))),
            quiet,
            width: None,
            nesting: None,
            notation: Notation::Abnf,
            keeps: false,
        }
    }

    /// These streams, where text is laid out in so many columns, whatever the terminal has.
    pub fn with_width(self, width: Option<usize>) -> Streams {
        Streams { width, ..self }
    }

    /// These streams, for a command that looks so deep at what recurs in its middle.
    pub fn with_nesting(self, nesting: Option<usize>) -> Streams {
        Streams { nesting, ..self }
    }

    /// These streams, for a command that reads the grammars in documents in a notation.
    pub fn with_notation(self, notation: Notation) -> Streams {
        Streams { notation, ..self }
    }

    /// Leaves the file that was named for the output as it is, if nothing is written: what was
    /// asked for could not be made.
    pub fn keep_what_was_there(&mut self) {
        self.keeps = true;
    }

    /// The files that the command reads and writes.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// Notes that the command reads a file, or standard input for `-`.
    ///
    /// # Errors
    ///
    /// If the output would go to it.
    pub fn reads(&self, path: &Path) -> Result<(), Error> {
        self.files.read(path);
        match &self.named {
            Some(named) => {
                let refused = |error| Error::Written { name: shown(named), error };
                self.files.may_write(named).map_err(refused)
            }
            None => Ok(self.files.may_write_standard_output()?),
        }
    }

    /// How deep what recurs in its middle is looked at; so deep, unless it was said.
    pub fn nesting(&self, otherwise: usize) -> usize {
        self.nesting.unwrap_or(otherwise)
    }

    /// Whether it was said how deep that is.
    pub fn says_nesting(&self) -> bool {
        self.nesting.is_some()
    }

    /// The notation of the grammars in documents, unless they name one.
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// Writes what was found, unless told to be quiet.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.quiet { Ok(()) } else { self.out()?.write_all(bytes) }
    }

    /// Writes text for people, in lines that are no wider than the terminal. A word is not
    /// broken, and so a URL is not either.
    pub fn write_text(&mut self, text: &str) -> io::Result<()> {
        match self.columns() {
            Some(columns) => self.write(hang(text, columns).as_bytes()),
            None => self.write(text.as_bytes()),
        }
    }

    /// Writes a picture, and says how to keep it where it only fills a terminal: after it, where
    /// that is read.
    pub fn write_picture(&mut self, picture: &str) -> io::Result<()> {
        self.write(picture.as_bytes())?;
        if self.is_terminal() {
            self.flush()?;
            self.remark("this is a picture in SVG: -o FILE.svg writes it to a file");
        }
        Ok(())
    }

    /// Writes octets to the standard output, whatever they are.
    pub fn write_octets(&mut self, octets: &[u8]) -> io::Result<()> {
        if self.quiet {
            return Ok(());
        }
        self.out()?;
        match &mut self.out {
            Out::Standard(out) => out.behind().write_all(octets),
            Out::Open(out) => out.behind().write_all(octets),
            Out::Named(_) | Out::Closed => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// Writes a result on a line, with what is said after it: to the byte, and on a terminal as it
    /// can be seen.
    pub fn write_result(&mut self, octets: &[u8], behind: &str) -> io::Result<()> {
        match self.is_terminal() {
            true => self.write(format!("{}{behind}\n", visible(octets)).as_bytes()),
            false => self.write_octets(&[octets, behind.as_bytes(), b"\n"].concat()),
        }
    }

    /// Whether nothing is to be printed.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Whether long work should show its progress, on standard error.
    pub fn shows_progress(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// Whether what is found is shown to somebody.
    pub fn is_terminal(&self) -> bool {
        matches!(self.out, Out::Standard(_)) && !self.quiet && io::stdout().is_terminal()
    }

    /// How many columns there are; `None` where lines may be of any length.
    pub fn columns(&self) -> Option<usize> {
        let terminal = || match self.out {
            Out::Standard(_) => columns(terminal_size::terminal_size_of(io::stdout())),
            Out::Named(_) | Out::Open(_) | Out::Closed => None,
        };
        self.width.or_else(terminal)
    }

    /// How many columns standard error has.
    pub fn error_columns(&self) -> Option<usize> {
        self.width.or_else(|| columns(terminal_size::terminal_size_of(io::stderr())))
    }

    /// Where to write what was found. A command that is told to be quiet asks first.
    pub fn out(&mut self) -> io::Result<&mut dyn WriteColor> {
        if let Out::Named(path) = &self.out {
            let output = self.files.create(path).map_err(|error| named(path, error))?;
            self.out = Out::Open(Door::new(NoColor::new(BufWriter::new(output))));
        }
        Ok(match &mut self.out {
            Out::Standard(out) => {
                self.files.may_write_standard_output()?;
                out
            }
            Out::Open(out) => out,
            Out::Named(_) | Out::Closed => return Err(io::ErrorKind::NotFound.into()),
        })
    }

    /// Standard error.
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

    /// Says it in one line, or in as many as the terminal needs, whatever the names of files
    /// and the errors of others have in them.
    fn say(&mut self, what: &str, ink: Ink, text: &str) -> io::Result<()> {
        write!(self.error, "urlbnf: ")?;
        self.error.set_color(ColorSpec::new().set_fg(Some(ink)).set_bold(true))?;
        write!(self.error, "{what}")?;
        self.error.reset()?;
        let text = visible(text.as_bytes());
        let text = match self.error_columns() {
            Some(columns) => {
                let taken = format!("urlbnf: {what}: ").len();
                fill_behind(&text, taken, columns - 2).replace('\n', "\n  ")
            }
            None => text,
        };
        writeln!(self.error, ": {text}")
    }

    /// Writes what is still in the buffer.
    pub fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Out::Standard(out) => out.flush(),
            Out::Open(out) => out.flush(),
            Out::Named(_) | Out::Closed => Ok(()),
        }
    }

    /// Writes what is still in the buffer, and closes the file that was named for the output.
    pub fn finish(&mut self) -> io::Result<()> {
        let nothing_to_write = self.quiet || self.keeps;
        if matches!(self.out, Out::Named(_)) && !nothing_to_write {
            self.out()?;
        }
        self.flush()?;
        if let Out::Open(_) = self.out
            && let Out::Open(out) = mem::replace(&mut self.out, Out::Closed)
            && let Some(path) = &self.named
        {
            let output = out.into_inner().into_inner().into_inner();
            let committed = output.map_err(Into::into).and_then(|it| it.commit(&self.files));
            committed.map_err(|error| named(path, error))?;
        }
        Ok(())
    }
}

/// An error with the name of the file that it is about.
fn named(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", shown(path)))
}

/// The columns of a terminal: what `COLUMNS` says of it, or else what it has; never less than can
/// be read. What is not a terminal has no columns, whatever is said of another.
pub fn columns(terminal: Option<(Width, Height)>) -> Option<usize> {
    let (Width(width), _) = terminal?;
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let said = said.filter(|&columns: &usize| columns > 0);
    Some(said.unwrap_or(width.into()).max(NARROWEST.into()))
}

fn choice(color: Color, terminal: bool) -> ColorChoice {
    match color {
        Color::Always => ColorChoice::Always,
        // This looks at NO_COLOR and TERM, not at whether it is a terminal.
        Color::Auto if terminal => ColorChoice::Auto,
        Color::Auto | Color::Never => ColorChoice::Never,
    }
}
