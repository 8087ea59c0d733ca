//! Parts: what a URL is made of, raw as it is written and decoded to octets.

use std::borrow::Cow;
use std::fmt;

use base64::Engine as _;
use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use crate::octets;

/// A piece of a URL that stands for octets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Part<'i> {
    raw: &'i str,
}

impl<'i> Part<'i> {
    /// The part that is written so.
    pub fn new(raw: &'i str) -> Part<'i> {
        Part { raw }
    }

    /// As it is written.
    pub fn raw(self) -> &'i str {
        self.raw
    }

    /// The octets that it stands for: `%00` and `%FF` are one each.
    pub fn decoded(self) -> Cow<'i, [u8]> {
        octets::decoded(self.raw.as_bytes())
    }

    /// Whether it is written with no character at all.
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

/// `raw`; `decoded`, where all octets are US-ASCII; `decoded_base64`, where they are not.
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

/// Segments with a slash between them. A void path is one empty segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Path<'i> {
    raw: &'i str,
}

impl<'i> Path<'i> {
    /// The path that is written so.
    pub fn new(raw: &'i str) -> Path<'i> {
        Path { raw }
    }

    /// As it is written, with its slashes.
    pub fn raw(self) -> &'i str {
        self.raw
    }

    /// Its segments. A slash that is written `%2F` separates none.
    pub fn segments(self) -> impl DoubleEndedIterator<Item = Part<'i>> {
        self.raw.split('/').map(Part::new)
    }

    /// The whole, as one part: for schemes in which a slash means nothing.
    pub fn whole(self) -> Part<'i> {
        Part::new(self.raw)
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.raw)
    }
}

/// `raw` and `segments`.
impl Serialize for Path<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let segments: Vec<Part<'_>> = self.segments().collect();
        let mut path = serializer.serialize_struct("Path", 2)?;
        path.serialize_field("raw", self.raw)?;
        path.serialize_field("segments", &segments)?;
        path.end()
    }
}
