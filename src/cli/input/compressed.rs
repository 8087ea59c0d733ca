//! Compressed inputs. They are recognised by their first bytes, and only empty files by name.
//!
//! Several gzip members or zstd frames in sequence are one input, as `cat a.gz b.gz` and web
//! archives make them.

use std::io::{self, BufRead, Cursor, Read};
use std::path::Path;

use flate2::bufread::GzDecoder;

/// How an input is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    None,
    Gzip,
    Zstd,
}

const GZIP: &[u8] = &[0x1F, 0x8B];
const ZSTD: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];
/// The bytes after the first, 0x50 to 0x5F, of a skippable zstd frame.
const ZSTD_SKIPPED: &[u8] = &[0x2A, 0x4D, 0x18];

impl Compression {
    /// Returns the compression that a file name stands for.
    pub fn of_name(path: &Path) -> Option<Compression> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "gz" => Some(Compression::Gzip),
            "zst" => Some(Compression::Zstd),
            _ => None,
        }
    }

    /// Returns the name of the format; `None` without compression.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Compression::None => None,
            Compression::Gzip => Some("gzip"),
            Compression::Zstd => Some("zstd"),
        }
    }

    /// Returns the compression that the first bytes show; `None` if more bytes are needed.
    fn from_head(head: &[u8]) -> Option<Compression> {
        let skipped = match head {
            [0x50..=0x5F, rest @ ..] => (rest, ZSTD_SKIPPED),
            _ => (head, ZSTD),
        };
        let magics = [((head, GZIP), Compression::Gzip), (skipped, Compression::Zstd)];
        for ((head, magic), compression) in magics {
            if head.starts_with(magic) {
                return Some(compression);
            }
            if magic.starts_with(head) {
                return None;
            }
        }
        Some(Compression::None)
    }
}

/// Detects the compression of a reader. Returns it, and a reader of the decompressed bytes.
pub fn decode(
    mut reader: impl BufRead + Send + 'static,
) -> io::Result<(Compression, Box<dyn Read + Send>)> {
    let mut head = Vec::new();
    let compression = loop {
        if let Some(compression) = Compression::from_head(&head) {
            break compression;
        }
        // One byte at a time: a terminal has no more than the user has typed.
        if reader.by_ref().take(1).read_to_end(&mut head)? == 0 {
            break Compression::None;
        }
    };
    let all = Cursor::new(head).chain(reader);
    Ok(match compression {
        Compression::None => (compression, Box::new(all)),
        Compression::Gzip => {
            (compression, Box::new(GzipMemberReader { member: Some(GzDecoder::new(all)) }))
        }
        Compression::Zstd => {
            (compression, Box::new(zstd::stream::read::Decoder::with_buffer(all)?))
        }
    })
}

/// The members of a gzip file in sequence. Zeros may follow the last one: tapes and block
/// devices are padded with them.
struct GzipMemberReader<R> {
    /// The member that is being read; `None` after the last.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Read for GzipMemberReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let Some(mut rest) = self.member.take().map(GzDecoder::into_inner) else { break };
            let padded = skip_zeros(&mut rest)?;
            let ends = rest.fill_buf()?.is_empty();
            if padded && !ends {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "something else follows the zeros after its end",
                ));
            }
            self.member = (!ends).then(|| GzDecoder::new(rest));
        }
        Ok(0)
    }
}

/// Skips zeros. Returns whether there were any.
fn skip_zeros(reader: &mut impl BufRead) -> io::Result<bool> {
    let mut any = false;
    loop {
        let there = reader.fill_buf()?;
        let zeros = there.iter().take_while(|byte| **byte == 0).count();
        let more = zeros > 0 && zeros == there.len();
        any |= zeros > 0;
        reader.consume(zeros);
        if !more {
            return Ok(any);
        }
    }
}
