//! Places in a source, for reports from which other programs jump to them.
//!
//! Columns count characters, offsets count bytes. For compressed sources both refer to the
//! decompressed content.

use serde::Serialize;

pub use urlbnf_bnf::text::characters;

/// A place in a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourceRegion {
    /// The line of the first character, from 1.
    pub start_line: u64,
    /// Its column, from 1.
    pub start_column: usize,
    /// The line of the end.
    pub end_line: u64,
    /// The column of the end, exclusive.
    pub end_column: usize,
    /// The offset of the first byte.
    pub byte_offset: u64,
    /// The number of bytes.
    pub byte_length: usize,
}

/// The place of the judged bytes in their source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceLocation {
    /// The bytes are contiguous on one line.
    Exact {
        /// The offset of the first byte.
        offset: u64,
        /// The number of characters before it on the line.
        before: usize,
    },
    /// The bytes are in this region, with others in between: a URL that is broken across
    /// lines, or a field with doubled quotes.
    Within(SourceRegion),
}

impl Default for SourceLocation {
    /// The whole source.
    fn default() -> Self {
        SourceLocation::Exact { offset: 0, before: 0 }
    }
}

impl SourceLocation {
    /// The column of the first character, from 1.
    pub fn column(&self) -> usize {
        match self {
            SourceLocation::Exact { before, .. } => before + 1,
            SourceLocation::Within(region) => region.start_column,
        }
    }

    /// The region of the bytes from `start` to `end` of an input on a line, or the whole
    /// region if its bytes are not contiguous.
    pub fn region(&self, line: u64, input: &[u8], start: usize, end: usize) -> SourceRegion {
        match self {
            SourceLocation::Within(region) => *region,
            SourceLocation::Exact { offset, .. } => {
                let start_column = self.column() + characters(&input[..start]);
                SourceRegion {
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
