//! Text around a URL: angle brackets, parentheses, quotation marks, punctuation.
//!
//! Whoever copies a URL from a text often copies what delimits it there. The documents say
//! that such a wrapper is no part of the URL. Whether a string begins with one is decided by
//! its beginning alone, so that judges that read many strings side by side can decide it
//! too: an opening mark, and behind it a scheme and a colon. What the wrapper has inside is
//! found for one string at a time, and only where it is clear.

use std::ops::Range;

use super::is_scheme_byte;

/// The marks that open a wrapper, each with those that close it.
const MARKS: &[(&str, &[&str])] = &[
    ("<", &[">"]),
    ("\u{FF1C}", &["\u{FF1E}"]),
    ("(", &[")"]),
    ("\u{FF08}", &["\u{FF09}"]),
    ("\"", &["\"", "\u{201D}", "\u{201C}"]),
    ("'", &["'", "\u{2019}", "\u{2018}"]),
    ("`", &["`", "'", "\u{2019}"]),
    ("\u{201C}", &["\u{201D}", "\u{201C}", "\""]),
    ("\u{201D}", &["\u{201D}", "\""]),
    ("\u{201E}", &["\u{201C}", "\u{201D}", "\""]),
    ("\u{201F}", &["\u{201D}", "\""]),
    ("\u{2018}", &["\u{2019}", "\u{2018}", "'"]),
    ("\u{2019}", &["\u{2019}", "'"]),
    ("\u{201A}", &["\u{2018}", "\u{2019}", "'"]),
    ("\u{AB}", &["\u{BB}"]),
    ("\u{BB}", &["\u{AB}", "\u{BB}"]),
    ("\u{2039}", &["\u{203A}"]),
    ("\u{203A}", &["\u{2039}", "\u{203A}"]),
    ("\u{300A}", &["\u{300B}"]),
    ("\u{300C}", &["\u{300D}"]),
    ("\u{300E}", &["\u{300F}"]),
    ("\u{3010}", &["\u{3011}"]),
];

/// The marks that close a wrapper whose opening mark was not copied. A parenthesis is none: it
/// may be part of a URL.
const CLOSING: &[&str] = &[
    ">", "\"", "'", "`", "\u{201D}", "\u{201C}", "\u{2019}", "\u{2018}", "\u{BB}", "\u{203A}",
    "\u{FF09}", "\u{FF1E}", "\u{300B}", "\u{300D}", "\u{300F}", "\u{3011}",
];

const PREFIX: &[u8] = b"URL:";

/// How much of a wrapper there is at the beginning of a string.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) enum Opening {
    /// Nothing was read.
    #[default]
    Start,
    /// The first bytes of a mark that has several.
    Mark { read: [u8; 2], length: u8 },
    /// A mark, and perhaps spaces.
    Opened,
    /// Letters of a scheme.
    Scheme,
    /// A scheme and its colon.
    Colon,
    /// So many bytes of `URL:`, without a mark.
    Bare(u8),
    /// A mark, a scheme, and something behind its colon; or `URL:` and a space.
    Wrapped,
    /// `URL:`, and something behind it.
    Prefixed,
    /// There is no wrapper.
    Closed,
}

impl Opening {
    /// What it is after one more byte.
    pub fn step(self, byte: u8) -> Opening {
        match self {
            Opening::Start if byte == PREFIX[0] => Opening::Bare(1),
            Opening::Start => Opening::mark([0; 2], 0, byte),
            Opening::Mark { read, length } => Opening::mark(read, length, byte),
            Opening::Opened if byte == b' ' => Opening::Opened,
            Opening::Opened if byte.is_ascii_alphabetic() => Opening::Scheme,
            Opening::Opened => Opening::mark([0; 2], 0, byte),
            Opening::Scheme if byte == b':' => Opening::Colon,
            Opening::Scheme if is_scheme_byte(byte) => Opening::Scheme,
            // A wrapper around nothing.
            Opening::Colon if b">)\"'".contains(&byte) => Opening::Closed,
            Opening::Colon | Opening::Wrapped => Opening::Wrapped,
            Opening::Bare(read) => match PREFIX.get(usize::from(read)) {
                // "with or without a trailing space" (RFC 3986, appendix C), which no URL has.
                None if byte == b' ' => Opening::Wrapped,
                None => Opening::Prefixed,
                Some(&next) if next == byte => Opening::Bare(read + 1),
                Some(_) => Opening::Closed,
            },
            Opening::Prefixed => Opening::Prefixed,
            Opening::Scheme | Opening::Closed => Opening::Closed,
        }
    }

    fn mark(read: [u8; 2], length: u8, byte: u8) -> Opening {
        let before = &read[..usize::from(length)];
        let rest =
            |mark: &&'static str| mark.as_bytes().strip_prefix(before)?.strip_prefix(&[byte]);
        let mut rests = MARKS.iter().filter_map(|(mark, _)| rest(mark));
        match rests.next() {
            None => Opening::Closed,
            Some([]) => Opening::Opened,
            Some(_) => {
                let mut read = read;
                if let Some(next) = read.get_mut(usize::from(length)) {
                    *next = byte;
                }
                Opening::Mark { read, length: length + 1 }
            }
        }
    }

    /// Whether a byte means something of its own at the beginning of a string.
    pub fn tells_apart(byte: u8) -> bool {
        let in_mark = || MARKS.iter().any(|(mark, _)| mark.as_bytes().contains(&byte));
        byte == b':' || byte == b' ' || b">)".contains(&byte) || PREFIX.contains(&byte) || in_mark()
    }

    /// What a string begins with.
    pub fn of(input: &[u8]) -> Opening {
        let mut opening = Opening::Start;
        for &byte in input {
            opening = opening.step(byte);
            if matches!(opening, Opening::Wrapped | Opening::Prefixed | Opening::Closed) {
                break;
            }
        }
        opening
    }
}

/// The part of the input inside a wrapper: behind marks or `URL:`, up to what closes the
/// innermost mark. `None` where there is no wrapper, and where it is not clear where the URL
/// ends.
pub fn inside_wrapper(input: &[u8]) -> Option<Range<usize>> {
    let mut at = 0;
    let mut closing: &[&str] = &[];
    match Opening::of(input) {
        Opening::Prefixed => at = PREFIX.len(),
        Opening::Wrapped => loop {
            let rest = &input[at..];
            let mark = MARKS.iter().find(|(mark, _)| rest.starts_with(mark.as_bytes()));
            match (mark, rest.first()) {
                (Some((mark, closed_by)), _) => (at, closing) = (at + mark.len(), closed_by),
                (None, Some(b' ')) => at += 1,
                (None, _) => break,
            }
        },
        _ => return None,
    }
    let prefixed = input[at..].get(..PREFIX.len());
    if prefixed.is_some_and(|prefix| prefix.eq_ignore_ascii_case(PREFIX)) {
        at += PREFIX.len();
    }
    at += spaces(&input[at..]);
    let (length, behind) = match closing {
        [] => (input.len() - at, &[][..]),
        _ => split_at_mark(&input[at..], closing),
    };
    let end = at + length;
    let end = end - input[at..end].iter().rev().take_while(|it| is_space(**it)).count();
    let inside = &input[at..end];
    let is_angle = closing.first() == Some(&">") || closing.is_empty();
    // The dot of a sentence may stand before the mark that closes it.
    // In some texts, a `|` and the words of a link follow the URL.
    let has_words = is_angle && !closing.is_empty() && inside.contains(&b'|');
    let ends_sentence = !is_angle && inside.last().is_some_and(|it| b".,;:!?".contains(it));
    let is_clear = match behind.is_empty() {
        // Where nothing closes it, only white space says where the URL ends.
        true => closing.is_empty() || !inside.iter().any(|it| is_space(*it)),
        false if closing.first() == Some(&">") => !has_another(behind),
        false => is_text(behind) && !has_another(behind),
    };
    (is_clear && !inside.is_empty() && !ends_sentence && !has_words).then_some(at..end)
}

/// Where the text begins that stands behind a URL, if what stands at the offset closes a
/// wrapper whose opening mark is not there.
pub(super) fn text_behind(input: &[u8], offset: usize) -> Option<usize> {
    let behind = input.get(offset..)?;
    CLOSING.iter().find(|mark| behind.starts_with(mark.as_bytes()))?;
    let before = &input[..offset];
    // With a mark before it, it may be a part in quotes.
    let opened = CLOSING.iter().chain(&["<"]).any(|mark| {
        let mark = mark.as_bytes();
        before.windows(mark.len()).any(|window| window == mark)
    });
    let has_scheme = before.iter().position(|&byte| byte == b':').is_some_and(|colon| {
        before[..colon].iter().copied().all(is_scheme_byte) && colon + 1 < before.len()
    });
    (has_scheme && !opened && is_text(behind) && !has_another(behind)).then_some(offset)
}

/// How long the text is before the mark that closes it, and what stands from there on. A
/// parenthesis that was opened inside is closed there.
fn split_at_mark<'i>(text: &'i [u8], closing: &[&str]) -> (usize, &'i [u8]) {
    let mut open = 0;
    for (at, &byte) in text.iter().enumerate() {
        let closes = closing.iter().any(|mark| text[at..].starts_with(mark.as_bytes()));
        match byte {
            b'(' => open += 1,
            b')' if open > 0 => open -= 1,
            _ if closes => return (at, &text[at..]),
            _ => {}
        }
    }
    (text.len(), &[])
}

/// Whether what follows a URL is text: marks and punctuation, and behind them nothing, or a
/// space, or a `<`.
fn is_text(behind: &[u8]) -> bool {
    let mut rest = behind;
    let mut angle = false;
    loop {
        let mark = CLOSING
            .iter()
            .chain(&[")", "]", "}", "\\"])
            .find(|mark| rest.starts_with(mark.as_bytes()));
        match (mark, rest) {
            (Some(mark), _) => {
                angle |= *mark == ">";
                rest = &rest[mark.len()..];
            }
            (None, [b'.' | b',' | b';' | b':' | b'!' | b'?', more @ ..]) => rest = more,
            (None, []) => return true,
            // Behind a `>` that a quotation mark precedes stands the text of a link.
            (None, [first, ..]) => {
                return is_space(*first) || *first == b'<' || angle && !behind.starts_with(b">");
            }
        }
    }
}

/// Whether another URL stands in a text.
fn has_another(text: &[u8]) -> bool {
    text.windows(3).any(|window| window == b"://")
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

fn spaces(text: &[u8]) -> usize {
    text.iter().take_while(|it| is_space(**it)).count()
}
