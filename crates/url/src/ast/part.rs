//! The parts of a URL, as written and decoded to octets.

use std::borrow::Cow;
use std::fmt;

use base64::Engine as _;
use serde::Serialize;

use crate::octets;

/// A piece of a URL that represents octets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(from = "PartRecord<'i>"))]
#[serde(into = "PartRecord<'i>")]
pub struct UrlPart<'i> {
    raw: &'i str,
}

impl<'i> UrlPart<'i> {
    /// Creates a part from its written text.
    pub fn new(raw: &'i str) -> UrlPart<'i> {
        UrlPart { raw }
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

impl fmt::Display for UrlPart<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.raw)
    }
}

impl fmt::Debug for UrlPart<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.raw, f)
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(rename = "Part"))]
struct PartRecord<'i> {
    /// As written.
    raw: &'i str,
    /// The octets, with escapes decoded; null if they are not all US-ASCII.
    decoded: Option<String>,
    /// The octets, if they are not all US-ASCII.
    decoded_base64: Option<String>,
}

impl<'i> From<UrlPart<'i>> for PartRecord<'i> {
    fn from(part: UrlPart<'i>) -> PartRecord<'i> {
        let octets = part.decoded();
        let text = std::str::from_utf8(&octets).ok().filter(|text| text.is_ascii());
        let base64 = || base64::engine::general_purpose::STANDARD.encode(&octets);
        PartRecord {
            raw: part.raw,
            decoded: text.map(str::to_owned),
            decoded_base64: text.is_none().then(base64),
        }
    }
}

/// Segments separated by slashes. An empty path is one empty segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(from = "PathRecord<'i>"))]
#[serde(into = "PathRecord<'i>")]
pub struct UrlPath<'i> {
    raw: &'i str,
}

impl<'i> UrlPath<'i> {
    /// Creates a path from its written text.
    pub fn new(raw: &'i str) -> UrlPath<'i> {
        UrlPath { raw }
    }

    /// The path as written, with its slashes.
    pub fn raw(self) -> &'i str {
        self.raw
    }

    /// The segments. A slash written as `%2F` does not separate segments.
    pub fn segments(self) -> impl DoubleEndedIterator<Item = UrlPart<'i>> {
        self.raw.split('/').map(UrlPart::new)
    }

    /// The whole path as one part, for schemes in which a slash has no meaning.
    pub fn whole(self) -> UrlPart<'i> {
        UrlPart::new(self.raw)
    }
}

impl fmt::Display for UrlPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.raw)
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(rename = "Path"))]
struct PathRecord<'i> {
    /// As written, with its slashes.
    raw: &'i str,
    segments: Vec<UrlPart<'i>>,
}

impl<'i> From<UrlPath<'i>> for PathRecord<'i> {
    fn from(path: UrlPath<'i>) -> PathRecord<'i> {
        PathRecord { raw: path.raw, segments: path.segments().collect() }
    }
}
