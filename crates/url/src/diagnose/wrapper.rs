//! Text around a URL: angle brackets, parentheses, quotation marks, punctuation.
//!
//! A URL that is copied from a text often brings its delimiters along. The documents say that
//! such a wrapper is not part of the URL. A string begins with a wrapper if it begins with an
//! opening mark, a scheme and a colon. The first bytes decide that, so [`WrapperState`] is a small
//! state machine that the product automaton can run beside the grammars. The URL inside is
//! found for one string at a time, and only if it is clear where it ends.

use std::ops::Range;

use crate::scheme::is_scheme_byte;

/// Opening marks, each with its closing marks.
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

/// Closing marks of a wrapper whose opening mark was not copied. Parentheses are left out, since
/// they may be part of a URL.
const CLOSING: &[&str] = &[
    ">", "\"", "'", "`", "\u{201D}", "\u{201C}", "\u{2019}", "\u{2018}", "\u{BB}", "\u{203A}",
    "\u{FF09}", "\u{FF1E}", "\u{300B}", "\u{300D}", "\u{300F}", "\u{3011}",
];

const PREFIX: &[u8] = b"URL:";

/// State of the recogniser of wrappers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) enum WrapperState {
    /// No byte has been read.
    #[default]
    Start,
    /// The first bytes of a mark of several bytes.
    Mark {
        read: [u8; 2],
        length: u8,
    },
    /// A mark, perhaps followed by spaces.
    Opened,
    /// A mark and the letters of a scheme.
    Scheme,
    /// A mark, a scheme and its colon.
    Colon,
    /// This many bytes of `URL:`, without a mark.
    Bare(u8),
    /// A wrapper: a mark, a scheme, its colon and another byte; or `URL:` and a space.
    Wrapped,
    /// `URL:` and another byte.
    Prefixed,
    Closed,
}

impl WrapperState {
    /// The state after one more byte.
    pub fn step(self, byte: u8) -> WrapperState {
        match self {
            WrapperState::Start if byte == PREFIX[0] => WrapperState::Bare(1),
            WrapperState::Start => WrapperState::mark([0; 2], 0, byte),
            WrapperState::Mark { read, length } => WrapperState::mark(read, length, byte),
            WrapperState::Opened if byte == b' ' => WrapperState::Opened,
            WrapperState::Opened if byte.is_ascii_alphabetic() => WrapperState::Scheme,
            WrapperState::Opened => WrapperState::mark([0; 2], 0, byte),
            WrapperState::Scheme if byte == b':' => WrapperState::Colon,
            WrapperState::Scheme if is_scheme_byte(byte) => WrapperState::Scheme,
            // The wrapper is empty.
            WrapperState::Colon if b">)\"'".contains(&byte) => WrapperState::Closed,
            WrapperState::Colon | WrapperState::Wrapped => WrapperState::Wrapped,
            WrapperState::Bare(read) => match PREFIX.get(usize::from(read)) {
                // "with or without a trailing space" (RFC 3986, appendix C), which no URL has.
                None if byte == b' ' => WrapperState::Wrapped,
                None => WrapperState::Prefixed,
                Some(&next) if next == byte => WrapperState::Bare(read + 1),
                Some(_) => WrapperState::Closed,
            },
            WrapperState::Prefixed => WrapperState::Prefixed,
            WrapperState::Scheme | WrapperState::Closed => WrapperState::Closed,
        }
    }

    fn mark(read: [u8; 2], length: u8, byte: u8) -> WrapperState {
        let before = &read[..usize::from(length)];
        let rest =
            |mark: &&'static str| mark.as_bytes().strip_prefix(before)?.strip_prefix(&[byte]);
        let mut rests = MARKS.iter().filter_map(|(mark, _)| rest(mark));
        match rests.next() {
            None => WrapperState::Closed,
            Some([]) => WrapperState::Opened,
            Some(_) => {
                let mut read = read;
                if let Some(next) = read.get_mut(usize::from(length)) {
                    *next = byte;
                }
                WrapperState::Mark { read, length: length + 1 }
            }
        }
    }

    /// Whether [`step`](WrapperState::step) treats a byte differently from other bytes.
    pub fn distinguishes(byte: u8) -> bool {
        let in_mark = || MARKS.iter().any(|(mark, _)| mark.as_bytes().contains(&byte));
        byte == b':' || byte == b' ' || b">)".contains(&byte) || PREFIX.contains(&byte) || in_mark()
    }

    /// The state after the beginning of a string.
    pub fn after(input: &[u8]) -> WrapperState {
        let mut opening = WrapperState::Start;
        for &byte in input {
            opening = opening.step(byte);
            if matches!(
                opening,
                WrapperState::Wrapped | WrapperState::Prefixed | WrapperState::Closed
            ) {
                break;
            }
        }
        opening
    }
}

/// The part of the input inside a wrapper: after the marks or `URL:`, up to the mark that closes
/// the innermost opening mark. `None` if there is no wrapper, or if it is not clear where the URL
/// ends.
pub fn inside_wrapper(input: &[u8]) -> Option<Range<usize>> {
    let mut at = 0;
    let mut closing: &[&str] = &[];
    match WrapperState::after(input) {
        WrapperState::Prefixed => at = PREFIX.len(),
        WrapperState::Wrapped => loop {
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
    let end = end - input[at..end].iter().rev().take_while(|byte| is_space(**byte)).count();
    let inside = &input[at..end];
    let is_angle = closing.first() == Some(&">") || closing.is_empty();
    // A `|` may separate the URL from the words of a link.
    let has_words = is_angle && !closing.is_empty() && inside.contains(&b'|');
    // The full stop of a sentence may precede the closing mark.
    let ends_sentence = !is_angle && inside.last().is_some_and(|byte| b".,;:!?".contains(byte));
    let is_clear = match behind.is_empty() {
        // Without a closing mark, only white space ends the URL.
        true => closing.is_empty() || !inside.iter().any(|byte| is_space(*byte)),
        false if closing.first() == Some(&">") => !has_url(behind),
        false => is_text(behind) && !has_url(behind),
    };
    (is_clear && !inside.is_empty() && !ends_sentence && !has_words).then_some(at..end)
}

/// The offset, if a closing mark at it ends the URL and its opening mark is missing; what follows
/// is text.
pub(super) fn text_after(input: &[u8], offset: usize) -> Option<usize> {
    let behind = input.get(offset..)?;
    CLOSING.iter().find(|mark| behind.starts_with(mark.as_bytes()))?;
    let before = &input[..offset];
    // After an earlier mark, it may close a quoted part of the URL.
    let opened = CLOSING.iter().chain(&["<"]).any(|mark| {
        let mark = mark.as_bytes();
        before.windows(mark.len()).any(|window| window == mark)
    });
    let has_scheme = before.iter().position(|&byte| byte == b':').is_some_and(|colon| {
        before[..colon].iter().copied().all(is_scheme_byte) && colon + 1 < before.len()
    });
    (has_scheme && !opened && is_text(behind) && !has_url(behind)).then_some(offset)
}

/// The length of the text before its closing mark, and the rest from that mark on. Parentheses
/// inside the text are balanced.
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

/// Whether what follows a URL is text: marks and punctuation, and then the end, a space or a `<`.
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
            // The text of a link follows `">`.
            (None, [first, ..]) => {
                return is_space(*first) || *first == b'<' || angle && !behind.starts_with(b">");
            }
        }
    }
}

/// Whether a text contains `://`.
pub(super) fn has_url(text: &[u8]) -> bool {
    text.windows(3).any(|window| window == b"://")
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

fn spaces(text: &[u8]) -> usize {
    text.iter().take_while(|byte| is_space(**byte)).count()
}
