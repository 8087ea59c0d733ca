//! Where in its source a thing stands: for reports that other programs jump from.
//!
//! Columns count characters, offsets count bytes. Of compressed sources both
//! are those of what they hold.

use serde::Serialize;

pub use urlbnf_bnf::text::characters;

/// A place in a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Region {
    /// The line of the first character, from 1.
    pub start_line: u64,
    /// Its column, from 1.
    pub start_column: usize,
    /// The line of what follows the last.
    pub end_line: u64,
    /// Its column.
    pub end_column: usize,
    /// The offset of the first byte.
    pub byte_offset: u64,
    /// How many bytes it has.
    pub byte_length: usize,
}

/// Where what was judged is in its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Site {
    /// Byte for byte, on one line.
    Exact {
        /// The offset of its first byte.
        offset: u64,
        /// How many characters of the line precede it.
        before: usize,
    },
    /// Somewhere in this region, with other bytes between its own: a URL that
    /// is broken across lines, a field with doubled quotes.
    Within(Region),
}

impl Default for Site {
    /// All of a source.
    fn default() -> Self {
        Site::Exact { offset: 0, before: 0 }
    }
}

impl Site {
    /// The column of the first character, from 1.
    pub fn column(&self) -> usize {
        match self {
            Site::Exact { before, .. } => before + 1,
            Site::Within(region) => region.start_column,
        }
    }

    /// The region of the bytes from `start` to `end` of an input on a line, or
    /// of all of it where its bytes stand apart.
    pub fn region(&self, line: u64, input: &[u8], start: usize, end: usize) -> Region {
        match self {
            Site::Within(region) => *region,
            Site::Exact { offset, .. } => {
                let start_column = self.column() + characters(&input[..start]);
                Region {
                    start_line: line,
                    start_column,
                    end_line: line,
                    end_column: start_column + characters(&input[start..end]),
                    byte_offset: offset + start as u64,
                    byte_length: end - start,
                }
            }
        }
    }
}
