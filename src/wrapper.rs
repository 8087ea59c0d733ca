//! Wrappers: URLs in plain text, in mail, in news, on paper.
//!
//! Draft 02 puts a URL between `<` and `>`, RFC 1738's appendix between `<URL:`
//! and `>`. A long one is broken across lines, so white space inside is ignored,
//! and so is what a page break puts there: the foot of one page and the head of
//! the next. After a hyphen a break is doubtful, since a typesetter may have
//! added the hyphen: then there are two readings. A fragment stands inside.
//!
//! Not every `<` begins a wrapper. `<URL:` always does; a bare `<` only where a
//! scheme and a colon follow. What no `>` closes before the next `<` is none.

mod furniture;
mod stream;

use std::fmt;
use std::ops::Range;

use crate::text::{characters, visible};
use furniture::furniture;
pub use stream::Stream;

/// Which wrapper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wrapper {
    /// `<URL:` and `>`: RFC 1738, appendix.
    Url,
    /// `<` and `>`: draft 02, "Wrappers for URIs in plain text".
    Angle,
}

impl Wrapper {
    /// Where it is recommended.
    pub fn citation(self) -> &'static str {
        match self {
            Wrapper::Url => "RFC 1738, appendix, page 22",
            Wrapper::Angle => "draft-ietf-uri-url-02, \"Wrappers for URIs in plain text\", page 19",
        }
    }
}

/// A doubt about a URL that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doubt {
    /// A line was broken after hyphens: "the hyphen may or may not actually be
    /// part of the URL".
    Hyphen {
        /// The URL without them.
        without: Vec<u8>,
    },
    /// Spaces within a line were ignored; in draft 02 a URL may have them.
    Space {
        /// The URL with them.
        with: Vec<u8>,
    },
}

impl Doubt {
    /// The other reading.
    pub fn other(&self) -> &[u8] {
        match self {
            Doubt::Hyphen { without } => without,
            Doubt::Space { with } => with,
        }
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let other = visible(self.other());
        match self {
            Doubt::Hyphen { .. } => write!(f, "if the hyphen was added at the line break: {other}"),
            Doubt::Space { .. } => write!(f, "if the spaces are part of it: {other}"),
        }
    }
}

/// A URL in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Find {
    /// The wrapper, from its `<` to its `>`, in bytes of the text.
    pub span: Range<usize>,
    /// The line of its `<`, from 1.
    pub line: usize,
    /// The column of its `<` in bytes, from 1.
    pub column: usize,
    /// How many characters of its line stand before the `<`.
    pub before: usize,
    /// The line of what stands behind its `>`, and how many characters of that line stand
    /// before it.
    pub end: (usize, usize),
    /// Which it is.
    pub wrapper: Wrapper,
    /// The URL, joined, with its fragment.
    pub url: Vec<u8>,
    /// The other readings.
    pub doubts: Vec<Doubt>,
}

/// The longest wrapper, in bytes: what no `>` closes within them is none.
pub const LONGEST: usize = 1 << 20;

/// All wrapped URLs of a text, in its order.
///
/// ```
/// let text = b"from <URL:ftp://ds.in\n   ternic.net/rfc>.";
/// let found = urlbnf::wrapper::find(text);
/// assert_eq!(found[0].url, b"ftp://ds.internic.net/rfc");
/// ```
pub fn find(text: &[u8]) -> Vec<Find> {
    find_behind(text, &Before::default())
}

/// What stands before a part of a text.
#[derive(Debug, Clone, Default)]
struct Before {
    /// How many bytes.
    offset: usize,
    /// How many line ends.
    lines: usize,
    /// How many bytes of the line that goes on here; if any, of a long one.
    bytes: usize,
    /// And how many characters.
    characters: usize,
}

impl Before {
    /// Goes on over more of the text.
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

/// The wrapped URLs of a part of a text that is in no wrapper where it begins.
fn find_behind(text: &[u8], before: &Before) -> Vec<Find> {
    let furniture = furniture(text, before.bytes > 0);
    let mut finds = Vec::new();
    let (mut here, mut passed) = (before.clone(), 0);
    let mut next = 0;
    while let Some(open) = position(text, next, |byte| byte == b'<') {
        next = open + 1;
        let Some(end) = position(text, next, |byte| byte == b'>' || byte == b'<') else { break };
        if text[end] == b'<' || end - open > LONGEST {
            continue;
        }
        next = end + 1;
        let joined = Joined::new(text, open + 1..end, &furniture);
        let Some((wrapper, url, doubts)) = joined.read() else { continue };
        here.pass(&text[passed..open]);
        let span = here.offset..here.offset + (next - open);
        let (line, column, before) = (here.lines + 1, here.bytes + 1, here.characters);
        here.pass(&text[open..next]);
        passed = next;
        let end = (here.lines + 1, here.characters);
        finds.push(Find { span, line, column, before, end, wrapper, url, doubts });
    }
    finds
}

/// The inside of a wrapper, without white space and page breaks.
#[derive(Default)]
struct Joined {
    url: Vec<u8>,
    /// Where in `url` hyphens stand behind which a line was broken.
    hyphens: Vec<usize>,
    /// The same with the spaces that stand within lines.
    spaced: Vec<u8>,
}

impl Joined {
    fn new(text: &[u8], inside: Range<usize>, furniture: &[Range<usize>]) -> Joined {
        let mut joined = Joined::default();
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
        }
        self.url.push(byte);
        self.spaced.push(byte);
    }

    /// Which wrapper it was in, the URL, and what is doubtful about it.
    fn read(self) -> Option<(Wrapper, Vec<u8>, Vec<Doubt>)> {
        const PREFIX: &[u8] = b"URL:";
        let Joined { mut url, hyphens, spaced } = self;
        let wrapper = if url.starts_with(PREFIX) { Wrapper::Url } else { Wrapper::Angle };
        let mut without = url.clone();
        let mut hyphens = hyphens.into_iter().peekable();
        let mut at = 0;
        without.retain(|_| {
            let drop = hyphens.next_if_eq(&at).is_some();
            at += 1;
            !drop
        });
        let mut doubts = Vec::new();
        match wrapper {
            Wrapper::Url => {
                url.drain(..PREFIX.len());
                without.drain(..PREFIX.len().min(without.len()));
                if url.is_empty() {
                    return None;
                }
            }
            Wrapper::Angle => {
                let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
                let scheme = url.iter().take_while(|byte| is_scheme(byte)).count();
                let begins = url.first().is_some_and(u8::is_ascii_alphabetic);
                if !begins || url.get(scheme) != Some(&b':') || url.len() == scheme + 1 {
                    return None;
                }
                if spaced != url {
                    doubts.push(Doubt::Space { with: spaced });
                }
            }
        }
        if without != url {
            doubts.insert(0, Doubt::Hyphen { without });
        }
        Some((wrapper, url, doubts))
    }
}

fn position(text: &[u8], from: usize, is: impl Fn(u8) -> bool) -> Option<usize> {
    text[from..].iter().position(|&byte| is(byte)).map(|at| from + at)
}
