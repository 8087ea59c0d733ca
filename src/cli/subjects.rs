//! The URLs that a command reads: from arguments, files or standard input.
//!
//! All commands that read URLs take them in the same ways. A file name instead of a URL is a
//! common slip, so it is reported and not judged.

use std::ffi::{OsStr, OsString};
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use clap::Args;
use urlbnf::report::record::UrlRecordHead;

use crate::input::{BlockReader, InputLine, LineCounter, LongLinePolicy};
use crate::{CliError, RecordWriter, Status, Streams};

/// The usual size of a block that is read, in bytes.
const BLOCK: usize = 1 << 16;
/// The longest line that is read, in bytes.
const LONGEST: usize = 4 << 20;

/// The input name of URLs that are arguments.
pub const ARGUMENT: &str = "<argument>";

/// Where URLs come from.
#[derive(Debug, Args)]
pub struct UrlOptions {
    /// URLs; with none, or for `-`, they are read from standard input, one per line. After `--`
    /// they are taken as they are, even if they begin with `-` or name a file
    #[arg(value_name = "URL")]
    urls: Vec<OsString>,

    /// Files with one URL per line: plain, gzip or zstd
    #[arg(short, long = "file", value_name = "FILE", num_args = 1..)]
    files: Vec<PathBuf>,

    /// Those after `--`.
    #[arg(last = true, value_name = "URL", hide = true)]
    literal: Vec<OsString>,
}

/// The URLs that were given, and the files to read after them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UrlSources {
    pub given: Vec<OsString>,
    /// The files, in their order; `-` is standard input.
    pub paths: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy)]
pub struct UrlInput<'s> {
    /// The name of the input.
    pub source: &'s str,
    /// The number of its line.
    pub line: u64,
    pub input: &'s [u8],
    /// How many URLs precede it, in all inputs.
    pub before: usize,
}

impl<'s> UrlInput<'s> {
    /// Returns the head of a record about it.
    pub fn head(&self) -> UrlRecordHead<'s> {
        UrlRecordHead::new((self.source, self.line), self.input)
    }
}

impl UrlOptions {
    /// Returns the URLs and files that the user named. A file name instead of a URL is an
    /// error.
    pub fn subjects(&self, streams: &mut Streams) -> Result<UrlSources, CliError> {
        let standard = Path::new("-");
        let (dashes, mut given): (Vec<&OsString>, Vec<&OsString>) =
            self.urls.iter().partition(|url| *url == standard.as_os_str());
        if let Some(file) = given.iter().find(|url| names_a_file(url)) {
            return Err(CliError::FileAsUrl { name: file.to_string_lossy().into_owned() });
        }
        given.extend(&self.literal);
        let nothing = given.is_empty() && dashes.is_empty() && self.files.is_empty();
        let dashes = dashes.iter().map(|_| standard.to_owned());
        let mut paths: Vec<PathBuf> = dashes.chain(self.files.iter().cloned()).collect();
        if nothing {
            paths.push(standard.to_owned());
        }
        paths.iter().try_for_each(|path| streams.reads(path))?;
        let standards = paths.iter().filter(|path| *path == standard).count();
        if standards > 1 {
            return Err(CliError::StandardInputTwice);
        }
        if standards == 1 && std::io::stdin().is_terminal() {
            streams.remark("reading URLs from this terminal, one per line, until Ctrl-D");
        }
        Ok(UrlSources { given: given.into_iter().cloned().collect(), paths })
    }

    /// Calls `run` for each URL, and ends the records after the last. An input that cannot be
    /// read is reported and skipped.
    pub fn each(
        &self,
        mut records: RecordWriter,
        streams: &mut Streams,
        mut run: impl FnMut(UrlInput<'_>, &mut RecordWriter, &mut Streams) -> Result<Status, CliError>,
    ) -> Result<Status, CliError> {
        let subjects = self.subjects(streams)?;
        let (mut status, mut before) = (Status::Fine, 0);
        for (line, url) in (1..).zip(&subjects.given) {
            let input = url.as_encoded_bytes();
            let subject = UrlInput { source: ARGUMENT, line, input, before };
            status = status.max(run(subject, &mut records, streams)?);
            before += 1;
        }
        let mut blocks = BlockReader::new(subjects.paths, BLOCK, LongLinePolicy::Leave(LONGEST));
        let mut buffer = Vec::new();
        let mut empty = LineCounter::default();
        while let Some(block) = blocks.next(std::mem::take(&mut buffer)) {
            match block {
                Err(error) => {
                    streams.complain(&error);
                    status = Status::Trouble;
                }
                Ok(block) => {
                    for InputLine { number, bytes, .. } in block.lines() {
                        let source: &str = &block.source;
                        if bytes.is_empty() {
                            empty.add(source, number);
                            continue;
                        }
                        let subject = UrlInput { source, line: number, input: bytes, before };
                        status = status.max(run(subject, &mut records, streams)?);
                        before += 1;
                    }
                    streams.flush()?;
                    buffer = block.into_buffer();
                }
            }
        }
        if let Some(remark) = empty.remark("is empty", "are empty", "passed over") {
            streams.remark(&remark);
        }
        records.finish(streams)?;
        Ok(status)
    }
}

/// Whether a word without a scheme names a file.
fn names_a_file(word: &OsStr) -> bool {
    let bytes = word.as_encoded_bytes();
    let scheme = bytes.iter().position(|&byte| byte == b':').map(|end| &bytes[..end]);
    let is_scheme = scheme.is_some_and(|scheme| {
        let in_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        !scheme.is_empty() && scheme.iter().all(in_scheme)
    });
    !is_scheme && !bytes.is_empty() && Path::new(word).exists()
}
