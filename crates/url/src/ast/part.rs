//! The parts of a URL, as written and decoded to octets.

use std::borrow::Cow;
use std::fmt;

use base64::Engine as _;
use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use crate::octets;

/// A piece of a URL that represents octets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Part<'i> {
    raw: &'i str,
}

impl<'i> Part<'i> {
    /// Creates a part from its written text.
    pub fn new(raw: &'i str) -> Part<'i> {
        Part { raw }
    }

    /// The part as written.
    pub fn raw(self) -> &'i str {
        self.raw
    }

    /// The octets that the part represents: `%00` and `%FF` are one octet each.
    pub fn decoded(self) -> Cow<'i, [u8]> {
        octets::decoded(self.raw.as_bytes())
    }

    /// Whether the written text is empty.
    pub fn is_empty(self) -> bool {
        self.raw.is_empty()
    }
}

impl fmt::Display for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.raw)
    }
}

impl fmt::Debug for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.raw, f)
    }
}

/// Fields: `raw`; `decoded` if all octets are US-ASCII; `decoded_base64` if not.
impl Serialize for Part<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let octets = self.decoded();
        let text = std::str::from_utf8(&octets).ok().filter(|text| text.is_ascii());
        let base64 = || base64::engine::general_purpose::STANDARD.encode(&octets);
        let mut part = serializer.serialize_struct("Part", 3)?;
        part.serialize_field("raw", self.raw)?;
        part.serialize_field("decoded", &text)?;
        part.serialize_field("decoded_base64", &text.is_none().then(base64))?;
        part.end()
    }
}

/// Segments separated by slashes. An empty path is one empty segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Path<'i> {
    raw: &'i str,
}

impl<'i> Path<'i> {
    /// Creates a path from its written text.
    pub fn new(raw: &'i str) -> Path<'i> {
        Path { raw }
    }

    /// The path as written, with its slashes.
    pub fn raw(self) -> &'i str {
        self.raw
    }

    /// The segments. A slash written as `%2F` does not separate segments.
    pub fn segments(self) -> impl DoubleEndedIterator<Item = Part<'i>> {
        self.raw.split('/').map(Part::new)
    }

    /// The whole path as one part, for schemes in which a slash has no meaning.
    pub fn whole(self) -> Part<'i> {
        Part::new(self.raw)
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.raw)
    }
}

/// Fields: `raw` and `segments`.
impl Serialize for Path<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let segments: Vec<Part<'_>> = self.segments().collect();
        let mut path = serializer.serialize_struct("Path", 2)?;
        path.serialize_field("raw", self.raw)?;
        path.serialize_field("segments", &segments)?;
        path.end()
    }
}
