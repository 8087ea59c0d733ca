//! The streams of a command. Output goes to standard output or to a named file, errors and
//! notes to standard error.

use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::mem;
use std::path::{Path, PathBuf};

use codespan_reporting::term::termcolor::{
    BufferedStandardStream, Color as Ink, ColorChoice, ColorSpec, NoColor, StandardStream,
    WriteColor,
};
use terminal_size::{Height, Width};
use urlbnf::bnf::Notation;
use urlbnf::report::excerpt::{Screen, fill_after, hung, painted};
use urlbnf::text::visible;

use crate::error::CliError;
use crate::files::{FileRegistry, OutputFile};
use crate::loaded_grammar::shown;
use crate::options::ColorMode;
use crate::terminal_filter::TerminalFilter;

/// The width of text for people, in columns, if the output has no width of its own.
pub const COLUMNS: usize = 80;
/// The minimum width of laid out text, in columns.
pub const NARROWEST: u16 = 40;

/// The output and the error stream of a command.
pub struct Streams {
    out: OutputTarget,
    files: FileRegistry,
    error: TerminalFilter<StandardStream>,
    /// Suppresses notes, and output that does not go to a named file.
    quiet: bool,
    /// The width of text in columns, if the user set one.
    pub asked_width: Option<usize>,
    /// The nesting limit, if the user set one.
    pub asked_nesting: Option<usize>,
    /// The notation of the grammars in documents, unless they name one.
    pub notation: Notation,
    /// The output file that was named.
    named: Option<PathBuf>,
    /// Whether the output file stays as it is if nothing is written, because the requested output
    /// could not be made.
    pub keeps: bool,
}

/// Where the output goes.
enum OutputTarget {
    Standard(TerminalFilter<BufferedStandardStream>),
    /// A file that is created at the first write. A command that fails before leaves the old
    /// file.
    Named(PathBuf),
    Open(TerminalFilter<NoColor<BufWriter<OutputFile>>>),
    /// A file that is complete.
    Closed,
}

impl Streams {
    /// Creates the streams. The output goes to a file if one is named.
    pub fn new(color: ColorMode, quiet: bool, output: Option<PathBuf>) -> Streams {
        let standard = || {
            let choice = choice(color, io::stdout().is_terminal());
            TerminalFilter::new(BufferedStandardStream::stdout(choice))
        };
        // As everywhere, `-` is the standard stream.
        let output = output.filter(|path| path.as_os_str() != "-");
        Streams {
            named: output.clone(),
            out: output.map_or_else(|| OutputTarget::Standard(standard()), OutputTarget::Named),
            files: FileRegistry::new(),
            error: TerminalFilter::new(StandardStream::stderr(choice(
                color,
                io::stderr().is_terminal(),
            ))),
            quiet,
            asked_width: None,
            asked_nesting: None,
            notation: Notation::Abnf,
            keeps: false,
        }
    }

    /// Returns the files that the command reads and writes.
    pub fn files(&self) -> &FileRegistry {
        &self.files
    }

    /// Records that the command reads a file, or standard input for `-`.
    ///
    /// # Errors
    /// If the output would go to the same file.
    pub fn reads(&self, path: &Path) -> Result<(), CliError> {
        self.files.read(path);
        match &self.named {
            Some(named) => {
                let refused = |error| CliError::Written { name: shown(named), error };
                self.files.may_write(named).map_err(refused)
            }
            None => Ok(self.files.may_write_standard_output()?),
        }
    }

    /// Returns the nesting limit, or `otherwise` if the user set none.
    pub fn nesting(&self, otherwise: usize) -> usize {
        self.asked_nesting.unwrap_or(otherwise)
    }

    /// Writes output, unless it is discarded.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.discards_output() { Ok(()) } else { self.out()?.write_all(bytes) }
    }

    /// Writes text for people, in lines no wider than the terminal. Words are not broken, so
    /// neither are URLs.
    pub fn write_text(&mut self, text: &str) -> io::Result<()> {
        self.write(hung(text, self.columns()).as_bytes())
    }

    /// Writes a picture. If it goes to a terminal, a note after it says how to write it to a
    /// file.
    pub fn write_picture(&mut self, picture: &str) -> io::Result<()> {
        self.write(picture.as_bytes())?;
        if self.is_terminal() {
            self.flush()?;
            self.remark("this is a picture in SVG: -o FILE.svg writes it to a file");
        }
        Ok(())
    }

    /// Writes octets to the output as they are.
    pub fn write_octets(&mut self, octets: &[u8]) -> io::Result<()> {
        if self.discards_output() {
            return Ok(());
        }
        self.out()?;
        match &mut self.out {
            OutputTarget::Standard(out) => out.unfiltered().write_all(octets),
            OutputTarget::Open(out) => out.unfiltered().write_all(octets),
            OutputTarget::Named(_) | OutputTarget::Closed => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// Writes a line with a result, and `suffix` after it. The result is written as it is,
    /// except that a terminal shows it made visible.
    pub fn write_result(&mut self, octets: &[u8], suffix: &str) -> io::Result<()> {
        match self.is_terminal() {
            true => self.write(format!("{}{suffix}\n", visible(octets)).as_bytes()),
            false => self.write_octets(&[octets, suffix.as_bytes(), b"\n"].concat()),
        }
    }

    /// Whether nothing but errors is to be written to standard error.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Whether output is discarded: the streams are quiet, and no output file was named.
    pub fn discards_output(&self) -> bool {
        self.quiet && self.named.is_none()
    }

    /// Whether long work should show its progress, on standard error.
    pub fn shows_progress(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// Whether the output is shown on a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self.out, OutputTarget::Standard(_)) && !self.quiet && io::stdout().is_terminal()
    }

    /// Returns the width of the output in columns; `None` if lines may have any length.
    pub fn columns(&self) -> Option<usize> {
        let terminal = || match self.out {
            OutputTarget::Standard(_) => columns(terminal_size::terminal_size_of(io::stdout())),
            OutputTarget::Named(_) | OutputTarget::Open(_) | OutputTarget::Closed => None,
        };
        self.asked_width.or_else(terminal)
    }

    /// Returns the width of text for people, in columns.
    pub fn width(&self) -> usize {
        self.columns().unwrap_or(COLUMNS)
    }

    /// Returns the width of standard error in columns; `None` if lines may have any length.
    pub fn error_columns(&self) -> Option<usize> {
        self.asked_width.or_else(|| columns(terminal_size::terminal_size_of(io::stderr())))
    }

    /// Returns the output stream. Callers must check first whether output is discarded.
    pub fn out(&mut self) -> io::Result<&mut dyn WriteColor> {
        if let OutputTarget::Named(path) = &self.out {
            let output = self.files.create(path).map_err(|error| named(path, error))?;
            self.out =
                OutputTarget::Open(TerminalFilter::new(NoColor::new(BufWriter::new(output))));
        }
        Ok(match &mut self.out {
            OutputTarget::Standard(out) => {
                self.files.may_write_standard_output()?;
                out
            }
            OutputTarget::Open(out) => out,
            OutputTarget::Named(_) | OutputTarget::Closed => {
                return Err(io::ErrorKind::NotFound.into());
            }
        })
    }

    /// Returns the output for people. Callers must check first whether output is discarded.
    pub fn screen(&mut self) -> io::Result<Screen<'_>> {
        Ok(Screen { columns: self.columns(), output: self.out()? })
    }

    /// Returns standard error for people.
    pub fn error_screen(&mut self) -> Screen<'_> {
        Screen { columns: self.error_columns(), output: &mut self.error }
    }

    pub fn error(&mut self) -> &mut TerminalFilter<StandardStream> {
        &mut self.error
    }

    /// Reports an error. If it cannot be written, there is nowhere to report that.
    pub fn complain(&mut self, error: &dyn std::error::Error) {
        let _ = self.write_message("error", Ink::Red, &error.to_string());
    }

    /// Reports something that is not an error, unless the streams are quiet.
    pub fn remark(&mut self, text: &str) {
        if !self.quiet {
            let _ = self.write_message("note", Ink::Green, text);
        }
    }

    /// Writes a message in one line, or wrapped at the width of the terminal. Control
    /// characters of file names and foreign errors are made visible.
    fn write_message(&mut self, what: &str, ink: Ink, text: &str) -> io::Result<()> {
        write!(self.error, "urlbnf: ")?;
        painted(&mut self.error, ColorSpec::new().set_fg(Some(ink)).set_bold(true), what)?;
        let text = visible(text.as_bytes());
        let text = match self.error_columns() {
            Some(columns) => {
                let taken = format!("urlbnf: {what}: ").len();
                fill_after(&text, taken, columns - 2).replace('\n', "\n  ")
            }
            None => text,
        };
        writeln!(self.error, ": {text}")
    }

    pub fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            OutputTarget::Standard(out) => out.flush(),
            OutputTarget::Open(out) => out.flush(),
            OutputTarget::Named(_) | OutputTarget::Closed => Ok(()),
        }
    }

    /// Flushes the output, and completes the output file.
    pub fn finish(&mut self) -> io::Result<()> {
        let nothing_to_write = self.discards_output() || self.keeps;
        if matches!(self.out, OutputTarget::Named(_)) && !nothing_to_write {
            self.out()?;
        }
        self.flush()?;
        if let OutputTarget::Open(_) = self.out
            && let OutputTarget::Open(out) = mem::replace(&mut self.out, OutputTarget::Closed)
            && let Some(path) = &self.named
        {
            let output = out.into_inner().into_inner().into_inner();
            let committed =
                output.map_err(Into::into).and_then(|output| output.commit(&self.files));
            committed.map_err(|error| named(path, error))?;
        }
        Ok(())
    }
}

/// Adds the name of a file to an error.
fn named(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", shown(path)))
}

/// Returns the width of a terminal: the value of `COLUMNS` if set, else its own, but not below
/// the minimum. `None` if there is no terminal, whatever `COLUMNS` says.
pub fn columns(terminal: Option<(Width, Height)>) -> Option<usize> {
    let (Width(width), _) = terminal?;
    let chosen = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let chosen = chosen.filter(|&columns: &usize| columns > 0);
    Some(chosen.unwrap_or(width.into()).max(NARROWEST.into()))
}

fn choice(color: ColorMode, terminal: bool) -> ColorChoice {
    match color {
        ColorMode::Always => ColorChoice::Always,
        // This checks NO_COLOR and TERM, but not whether it is a terminal.
        ColorMode::Auto if terminal => ColorChoice::Auto,
        ColorMode::Auto | ColorMode::Never => ColorChoice::Never,
    }
}
