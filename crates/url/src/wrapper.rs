//! Wrappers: delimiters of URLs in plain text, in mail, in news, on paper.
//!
//! Draft 02 puts a URL between `<` and `>`, RFC 1738's appendix between `<URL:` and `>`. The
//! references of draft 00 write `URL=` before it. A long URL is broken across lines, so white
//! space inside is ignored, and so are page breaks: the foot of one page and the head of the
//! next. A hyphen before a line break is doubtful, since a typesetter may have added it; then
//! there are two readings. A fragment is inside the wrapper.
//!
//! A `<` begins a wrapper only if a scheme and a colon follow, with or without `URL:`, and a
//! `>` closes it before the next `<`. The same function recognises a wrapper around a judged
//! input and one in a text.

mod page_breaks;
mod stream;

use std::cell::OnceCell;
use std::fmt;
use std::ops::Range;

use serde::Serialize;

use crate::diagnose::inside_wrapper;
use crate::edition::{Edition, Reading};
use crate::quotation::{Quotation, rfc1738, url_00, url_02};
use crate::scheme::is_scheme_byte;
use crate::text::{characters, visible};
use crate::verdict::{Judge, Verdict};
use page_breaks::page_breaks;
pub use stream::WrappedUrlStream;

/// The kind of wrapper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Wrapper {
    /// `<URL:` and `>`: RFC 1738, appendix.
    Url,
    /// `<` and `>`: draft 02, "Wrappers for URIs in plain text".
    Angle,
    /// `URL=` before the URL: the references of draft 00. White space ends it.
    Equals,
}

impl Wrapper {
    /// The words that recommend or show the wrapper.
    pub fn quotation(self) -> Quotation {
        match self {
            Wrapper::Url => rfc1738::WRAPPER,
            Wrapper::Angle => url_02::WRAPPER,
            Wrapper::Equals => url_00::REFERENCE,
        }
    }
}

/// A doubt about a found URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WrappedUrlDoubt {
    /// A line was broken after hyphens: "the hyphen may or may not actually be part of the
    /// URL".
    Hyphen {
        /// The URL without these hyphens.
        without: Vec<u8>,
    },
    /// Spaces within a line were ignored; draft 02 allows them in a URL.
    Space {
        /// The URL with these spaces.
        with: Vec<u8>,
    },
    /// Spaces within a line and at line ends were ignored, and draft 02 accepts the URL with
    /// both.
    LineEnd {
        /// The URL with all these spaces.
        with: Vec<u8>,
    },
}

impl WrappedUrlDoubt {
    /// The other reading.
    pub fn other(&self) -> &[u8] {
        match self {
            WrappedUrlDoubt::Hyphen { without } => without,
            WrappedUrlDoubt::Space { with } | WrappedUrlDoubt::LineEnd { with } => with,
        }
    }
}

impl fmt::Display for WrappedUrlDoubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let other = visible(self.other());
        match self {
            WrappedUrlDoubt::Hyphen { .. } => {
                write!(f, "if the hyphen was added at the line break: {other}")
            }
            WrappedUrlDoubt::Space { .. } => write!(f, "if the spaces are part of it: {other}"),
            WrappedUrlDoubt::LineEnd { .. } => {
                write!(f, "if a line end is a space of it too: {other}")
            }
        }
    }
}

/// A wrapped URL that was found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrappedUrl {
    /// The wrapper from `<` to `>`, or `URL=` and the URL; in bytes of the text.
    pub span: Range<usize>,
    /// The line where it begins, from 1.
    pub line: usize,
    /// The column where it begins, in bytes, from 1.
    pub column: usize,
    /// The number of characters before it on its line.
    pub before: usize,
    /// The line of its end, from 1, and the number of characters before the end on that line.
    pub end: (usize, usize),
    /// The kind of wrapper.
    pub wrapper: Wrapper,
    /// The URL, joined, with its fragment.
    pub url: Vec<u8>,
    /// The doubts, each with another reading.
    pub doubts: Vec<WrappedUrlDoubt>,
}

/// The maximum length of a wrapper, in bytes.
pub const LONGEST: usize = 1 << 20;

/// Returns the wrapped URLs of a text, in order. The text can be any bytes.
///
/// ```
/// let text = b"from <URL:ftp://ds.in\n   ternic.net/rfc>.";
/// let found = urlbnf_url::wrapper::find(text);
/// assert_eq!(found[0].url, b"ftp://ds.internic.net/rfc");
/// ```
pub fn find(text: &[u8]) -> Vec<WrappedUrl> {
    find_after(text, &PrecedingText::default())
}

/// What precedes a part of a text.
#[derive(Debug, Clone, Default)]
struct PrecedingText {
    /// The number of bytes.
    offset: usize,
    /// The number of line ends.
    lines: usize,
    /// The bytes of the line that the part continues; nonzero only for a long line.
    bytes: usize,
    /// The characters of that line.
    characters: usize,
}

impl PrecedingText {
    /// Advances over more of the text.
    fn pass(&mut self, text: &[u8]) {
        self.offset += text.len();
        self.lines += memchr::memchr_iter(b'\n', text).count();
        let line = match memchr::memrchr(b'\n', text) {
            Some(end) => {
                (self.bytes, self.characters) = (0, 0);
                &text[end + 1..]
            }
            None => text,
        };
        self.bytes += line.len();
        self.characters += characters(line);
    }
}

/// The wrapped URLs of a part of a text that does not begin inside a wrapper.
fn find_after(text: &[u8], before: &PrecedingText) -> Vec<WrappedUrl> {
    let furniture = page_breaks(text, before.bytes > 0);
    let url_02 = OnceCell::new();
    let mut finds = Vec::new();
    let (mut here, mut passed) = (before.clone(), 0);
    let mut next = 0;
    while let Some(open) = memchr::memchr2(b'<', b'=', &text[next..]).map(|at| next + at) {
        next = open + 1;
        let (whole, wrapper, url, doubts) = if text[open] == b'=' {
            let Some((whole, url)) = reference(text, open) else { continue };
            (whole, Wrapper::Equals, url, Vec::new())
        } else {
            let end = memchr::memchr2(b'>', b'<', &text[next..]).map(|at| next + at);
            let end = end.filter(|&end| text[end] == b'>' && end - open <= LONGEST);
            let Some(end) = end else { continue };
            next = end + 1;
            let joined = JoinedUrl::new(text, open + 1..end, &furniture);
            let Some((wrapper, url, doubts)) = joined.read(&url_02) else { continue };
            (open..next, wrapper, url, doubts)
        };
        next = whole.end;
        here.pass(&text[passed..whole.start]);
        let span = here.offset..here.offset + whole.len();
        let (line, column, before) = (here.lines + 1, here.bytes + 1, here.characters);
        here.pass(&text[whole]);
        passed = next;
        let end = (here.lines + 1, here.characters);
        finds.push(WrappedUrl { span, line, column, before, end, wrapper, url, doubts });
    }
    finds
}

/// `URL=` and a URL, around the `=`. Punctuation at the end of a sentence is not part of it.
fn reference(text: &[u8], equals: usize) -> Option<(Range<usize>, Vec<u8>)> {
    let start = equals.checked_sub(3).filter(|&start| &text[start..equals] == b"URL")?;
    let inside = &text[equals + 1..];
    let end = inside.iter().position(ends_reference).unwrap_or(inside.len());
    let end = Some(end).filter(|&end| end <= LONGEST)?;
    let sentence = inside[..end].iter().rev().take_while(|byte| b".,;".contains(byte)).count();
    let url = inside[..end - sentence].to_vec();
    begins_with_scheme(&url).then_some((start..equals + 1 + url.len(), url))
}

/// Whether this byte ends a `URL=` reference.
fn ends_reference(byte: &u8) -> bool {
    byte.is_ascii_whitespace() || b"<>\"".contains(byte)
}

/// Whether a URL begins with a scheme and a colon, and more follows.
fn begins_with_scheme(url: &[u8]) -> bool {
    let scheme = url.iter().take_while(|byte| is_scheme_byte(**byte)).count();
    let begins = url.first().is_some_and(u8::is_ascii_alphabetic);
    begins && url.get(scheme) == Some(&b':') && url.len() > scheme + 1
}

/// The inside of a wrapper, without white space and page breaks.
#[derive(Default)]
struct JoinedUrl {
    url: Vec<u8>,
    /// The offsets in `url` of hyphens before a line break.
    hyphens: Vec<usize>,
    /// The URL with the spaces within lines.
    spaced: Vec<u8>,
    /// The URL with the spaces within lines, and one for each line end.
    loose: Vec<u8>,
}

impl JoinedUrl {
    fn new(text: &[u8], inside: Range<usize>, furniture: &[Range<usize>]) -> JoinedUrl {
        let mut joined = JoinedUrl::default();
        let mut pages = &furniture[furniture.partition_point(|page| page.end <= inside.start)..];
        let (mut space, mut broken) = (0, false);
        let mut at = inside.start;
        while at < inside.end {
            if let [page, rest @ ..] = pages
                && page.contains(&at)
            {
                (at, pages, broken) = (page.end.min(inside.end), rest, true);
                continue;
            }
            let byte = text[at];
            at += 1;
            if matches!(byte, b'\n' | b'\r' | 0x0B | 0x0C) {
                broken = true;
            } else if matches!(byte, b' ' | b'\t') {
                space += 1;
            } else {
                joined.push(byte, space, broken);
                (space, broken) = (0, false);
            }
        }
        joined
    }

    fn push(&mut self, byte: u8, space: usize, broken: bool) {
        if broken && self.url.last() == Some(&b'-') {
            self.hyphens.push(self.url.len() - 1);
        }
        if !broken && !self.spaced.is_empty() {
            self.spaced.extend(std::iter::repeat_n(b' ', space));
            self.loose.extend(std::iter::repeat_n(b' ', space));
        }
        if broken && !self.loose.is_empty() {
            self.loose.push(b' ');
        }
        self.url.push(byte);
        self.spaced.push(byte);
        self.loose.push(byte);
    }

    /// The kind of wrapper, the URL, and the doubts.
    fn read(self, url_02: &OnceCell<Judge>) -> Option<(Wrapper, Vec<u8>, Vec<WrappedUrlDoubt>)> {
        let JoinedUrl { url: mut inside, hyphens, spaced, loose } = self;
        let wrapped = [b"<", &inside[..], b">"].concat();
        // The judged part of `<URL:x>` is x, as for a judge.
        let start = inside_wrapper(&wrapped)?.start - 1;
        let wrapper = if start > 0 { Wrapper::Url } else { Wrapper::Angle };
        let mut without = inside.clone();
        let mut hyphens = hyphens.into_iter().peekable();
        let mut at = 0;
        without.retain(|_| {
            let drop = hyphens.next_if_eq(&at).is_some();
            at += 1;
            !drop
        });
        inside.drain(..start);
        without.drain(..start.min(without.len()));
        let url = inside;
        if !begins_with_scheme(&url) {
            return None;
        }
        let mut doubts = Vec::new();
        if without != url {
            doubts.push(WrappedUrlDoubt::Hyphen { without });
        }
        if wrapper == Wrapper::Angle && spaced != url {
            let judge = url_02.get_or_init(|| Judge::by_scheme(Edition::Url02, Reading::Corrected));
            let taken = loose != spaced && judge.judge(&loose).verdict == Verdict::Conforms;
            doubts.push(WrappedUrlDoubt::Space { with: spaced });
            doubts.extend(taken.then_some(WrappedUrlDoubt::LineEnd { with: loose }));
        }
        Some((wrapper, url, doubts))
    }
}
