//! Reads inputs in blocks of whole lines, so that each block can be judged without the others.
//!
//! A block is cut after its last line end, and the rest begins the next block. The caller
//! lends the buffers and gets them back, so memory does not grow with the input. A block grows
//! up to a limit to hold a longer line. A line over that limit comes in parts, one block each.

use std::path::PathBuf;
use std::sync::Arc;

use memchr::{memchr, memchr_iter, memrchr};

use super::{ByteCounter, OpenInput};
use crate::error::CliError;

/// What a block holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockExtent {
    /// Whole lines. Only the last one of an input may lack its end.
    Lines,
    /// A part of one line that is longer than a block. A part never ends
    /// between the CR and the LF of a line end. After an error there may be a
    /// first part and no last.
    Part { first: bool, last: bool },
}

/// What happens to a line that is longer than a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LongLinePolicy {
    /// Its block grows to this many bytes; a longer line comes in parts.
    Until(usize),
    /// Its block grows to this many bytes; a longer line is left out and reported.
    Leave(usize),
    /// It comes in parts.
    Split,
}

impl LongLinePolicy {
    /// The maximum size in bytes of a block whose line has not ended so far.
    fn most(self, read: &[u8]) -> usize {
        // The CR may be half of the line end.
        let end = 1 + usize::from(read.last() == Some(&b'\r'));
        match self {
            LongLinePolicy::Until(longest) | LongLinePolicy::Leave(longest) => {
                longest.saturating_add(end)
            }
            LongLinePolicy::Split => 0,
        }
    }
}

/// A part of an input.
#[derive(Debug)]
pub struct InputBlock {
    /// The name of the input.
    pub source: Arc<str>,
    /// The number of its first line, from 1.
    pub line: u64,
    /// The number of bytes of the input, decompressed, that precede it.
    pub offset: u64,
    /// Whole lines, or a part of one.
    pub extent: BlockExtent,
    /// Whether it is the first of its input.
    pub first: bool,
    /// The first line of its input, without its end; empty if that is longer than a block.
    pub first_line: Arc<[u8]>,
    line_ends: u64,
    buffer: Vec<u8>,
    length: usize,
}

#[derive(Debug, Clone, Copy)]
pub struct InputLine<'b> {
    /// Its number, from 1.
    pub number: u64,
    /// The offset of its first byte in the input, in bytes.
    pub offset: u64,
    /// Its bytes, without its end.
    pub bytes: &'b [u8],
}

impl InputBlock {
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[..self.length]
    }

    /// The lines, without their ends, LF or CR LF.
    pub fn lines(&self) -> impl Iterator<Item = InputLine<'_>> {
        let (all, mut start) = (self.bytes(), 0);
        (self.line..).map_while(move |number| {
            let (offset, rest) = (self.offset + start as u64, &all[start..]);
            if rest.is_empty() {
                return None;
            }
            let Some(end) = memchr(b'\n', rest) else {
                start = all.len();
                return Some(InputLine { number, offset, bytes: rest });
            };
            start += end + 1;
            let line = &rest[..end];
            Some(InputLine { number, offset, bytes: line.strip_suffix(b"\r").unwrap_or(line) })
        })
    }

    /// The bytes of a part of a line, without the line end, LF or CR LF.
    pub fn of_line(&self) -> &[u8] {
        match self.bytes().strip_suffix(b"\n") {
            Some(line) => line.strip_suffix(b"\r").unwrap_or(line),
            None => self.bytes(),
        }
    }

    pub fn line_ends(&self) -> u64 {
        self.line_ends
    }

    /// Returns the buffer, to be reused.
    pub fn into_buffer(self) -> Vec<u8> {
        self.buffer
    }
}

/// The blocks of several inputs, one input after the other.
pub struct BlockReader {
    paths: std::vec::IntoIter<PathBuf>,
    current: Option<CurrentInput>,
    size: usize,
    long: LongLinePolicy,
    skip_mark: bool,
    meter: Arc<ByteCounter>,
}

impl BlockReader {
    /// Creates the blocks of files, with `size` bytes each unless a line is longer.
    pub fn new(paths: Vec<PathBuf>, size: usize, long: LongLinePolicy) -> BlockReader {
        let (paths, meter) = (paths.into_iter(), Arc::default());
        BlockReader { paths, current: None, size: size.max(2), long, skip_mark: false, meter }
    }

    /// Sets whether the byte order mark at the beginning of each input is skipped.
    pub fn skipping_mark(self, skip_mark: bool) -> BlockReader {
        BlockReader { skip_mark, ..self }
    }

    /// Returns the count of the bytes read from all inputs.
    pub fn meter(&self) -> Arc<ByteCounter> {
        Arc::clone(&self.meter)
    }

    /// Reads the next block into this buffer; `None` at the end of all inputs. Returns an
    /// error if an input or a line cannot be read. The call after an error continues with what
    /// follows.
    pub fn next(&mut self, mut buffer: Vec<u8>) -> Option<Result<InputBlock, CliError>> {
        // A buffer that held a very long line is shrunk.
        buffer.truncate(self.size);
        buffer.shrink_to(self.size);
        buffer.resize(self.size, 0);
        loop {
            let current = match &mut self.current {
                Some(current) => current,
                None => match OpenInput::new(&self.paths.next()?, &self.meter, self.skip_mark) {
                    Ok(opened) => self.current.insert(CurrentInput::new(opened)),
                    Err(error) => return Some(Err(error)),
                },
            };
            if let Some((length, extent)) = current.fill(&mut buffer, self.long) {
                let block = current.block(buffer, length, extent);
                match (self.long, extent) {
                    (LongLinePolicy::Leave(longest), BlockExtent::Part { last, .. }) => {
                        current.left += block.of_line().len() as u64;
                        if last {
                            return Some(Err(current.too_long(block.line, longest as u64)));
                        }
                        buffer = block.into_buffer();
                        continue;
                    }
                    _ => return Some(Ok(block)),
                }
            }
            let failure = current.failure.take();
            self.current = None;
            if let Some(failure) = failure {
                return Some(Err(failure));
            }
        }
    }
}

/// The input that is being read.
struct CurrentInput {
    opened: OpenInput,
    /// The bytes that were read after the last cut.
    rest: Vec<u8>,
    line: u64,
    offset: u64,
    /// The first line, once it is known.
    first_line: Option<Arc<[u8]>>,
    /// Whether a line has been given in part, without its last part.
    inside: bool,
    /// The number of bytes left out of the current line.
    left: u64,
    ended: bool,
    failure: Option<CliError>,
}

impl CurrentInput {
    fn new(opened: OpenInput) -> CurrentInput {
        let (rest, offset) = (Vec::new(), opened.skipped);
        CurrentInput {
            opened,
            rest,
            line: 1,
            offset,
            first_line: None,
            inside: false,
            left: 0,
            ended: false,
            failure: None,
        }
    }

    /// Fills a buffer. Returns the length of the block in it, and what it holds.
    fn fill(&mut self, buffer: &mut Vec<u8>, long: LongLinePolicy) -> Option<(usize, BlockExtent)> {
        if buffer.len() < self.rest.len() + 1 {
            buffer.resize(self.rest.len() + 1, 0);
        }
        let mut filled = self.rest.len();
        buffer[..filled].copy_from_slice(&self.rest);
        self.rest.clear();
        let mut last = memrchr(b'\n', &buffer[..filled]);
        while !self.ended {
            match self.opened.reader.read(&mut buffer[filled..]) {
                Ok(0) => self.ended = true,
                Ok(read) => {
                    let end = filled + read;
                    last = memrchr(b'\n', &buffer[filled..end]).map(|at| filled + at).or(last);
                    filled = end;
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => {
                    // A line that is cut off is not judged.
                    let whole = last.map_or(0, |last| last + 1);
                    let line = self.line + memchr_iter(b'\n', &buffer[..whole]).count() as u64;
                    let cut_off = filled > whole || self.inside && whole == 0;
                    let unfinished = cut_off.then_some(line);
                    self.failure = Some(self.opened.broken(error, unfinished));
                    (self.ended, filled) = (true, whole);
                }
            }
            let full = filled == buffer.len();
            if last.is_some() && (full || self.opened.live) {
                break;
            }
            if full {
                let most = if self.inside { 0 } else { long.most(buffer) };
                if buffer.len() >= most {
                    break;
                }
                buffer.resize(most.min(2 * buffer.len()), 0);
            }
        }
        self.cut(&buffer[..filled], last)
    }

    /// Cuts a block off the bytes that were read, and keeps the rest.
    fn cut(&mut self, read: &[u8], last: Option<usize>) -> Option<(usize, BlockExtent)> {
        let behind = |at| at + 1;
        let (length, extent) = if self.inside {
            match memchr(b'\n', read) {
                Some(end) => (end + 1, BlockExtent::Part { first: false, last: true }),
                None if self.ended && self.failure.is_some() => return None,
                None if self.ended => (read.len(), BlockExtent::Part { first: false, last: true }),
                None => (before_end(read), BlockExtent::Part { first: false, last: false }),
            }
        } else if self.ended {
            (read.len(), BlockExtent::Lines)
        } else {
            match last.map(behind) {
                Some(end) => (end, BlockExtent::Lines),
                None => (before_end(read), BlockExtent::Part { first: true, last: false }),
            }
        };
        self.inside = matches!(extent, BlockExtent::Part { last: false, .. });
        self.rest.extend_from_slice(&read[length..]);
        (length > 0 || matches!(extent, BlockExtent::Part { .. })).then_some((length, extent))
    }

    /// Returns the error for the line that was left out.
    fn too_long(&mut self, line: u64, longest: u64) -> CliError {
        let (name, length) = (self.opened.name.to_string(), std::mem::take(&mut self.left));
        CliError::TooLong { name, line, length, longest, verdicts: Vec::new() }
    }

    fn block(&mut self, buffer: Vec<u8>, length: usize, extent: BlockExtent) -> InputBlock {
        let (line, offset) = (self.line, self.offset);
        let line_ends = memchr_iter(b'\n', &buffer[..length]).count() as u64;
        self.line += line_ends;
        self.offset += length as u64;
        let source = Arc::clone(&self.opened.name);
        let first = offset == self.opened.skipped;
        let first_line = Arc::clone(self.first_line.get_or_insert_with(|| {
            let read = &buffer[..length];
            let line = if extent == BlockExtent::Lines { read } else { &[] };
            let line = line.split(|byte| *byte == b'\n').next().unwrap_or_default();
            line.strip_suffix(b"\r").unwrap_or(line).into()
        }));
        InputBlock { source, line, offset, extent, first, first_line, line_ends, buffer, length }
    }
}

/// Returns the length without a CR at the end, which may be half of a line end.
fn before_end(read: &[u8]) -> usize {
    read.len() - usize::from(read.last() == Some(&b'\r'))
}
