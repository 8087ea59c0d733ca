//! Whether a character that is not allowed was meant to be part of the URL.
//!
//! Percent-encoding can represent any octet, so almost any string can be made to conform. But
//! `{id}` is a placeholder, a line end is an accident, and the text after a space may be the
//! next word of a sentence. A repair percent-encodes a character only if the author clearly
//! meant that character.

use super::lenient_parse::{LenientParse, character_at};
use super::wrapper::has_url;
use crate::octets;

/// Schemes whose URLs have `//` and a host after the colon.
const HIERARCHICAL: &[&str] = &["http", "https", "ftp", "ftps", "sftp", "ws", "wss", "file"];
/// Schemes of names and addresses, which contain a space only after a `?`.
const NAMES: &[&str] =
    &["mailto", "news", "mid", "cid", "urn", "geo", "sip", "sips", "xmpp", "nntp"];
/// Schemes of numbers, which contain no data to encode.
const NUMBERS: &[&str] = &["tel", "sms", "fax"];
/// Schemes in which every character after the colon is data.
const DATA: &[&str] = &["data", "javascript"];
/// The most words without a dot or a slash that may follow a space in a path.
const MOST_WORDS: usize = 4;

/// Whether the character at an offset was meant.
pub(super) fn is_meant(shape: &LenientParse<'_>, at: usize) -> bool {
    let text = shape.input;
    if shape.is_one_of(DATA) {
        return !text[at].is_ascii_control();
    }
    let lacks_authority = shape.authority.is_none() && shape.is_one_of(HIERARCHICAL);
    if shape.is_one_of(NUMBERS) || lacks_authority || !is_beginning_clear(shape) {
        return false;
    }
    if shape.login.as_ref().is_some_and(|login| login.contains(&at)) {
        return !text[at].is_ascii_control() && text[at] != b'\\';
    }
    match text[at] {
        b'<' | b'>' | b'\\' => false,
        b' ' => is_space_meant(shape, at),
        b'"' => {
            let quotes = text.iter().filter(|&&byte| byte == b'"').count();
            quotes.is_multiple_of(2) && is_in_query(shape, at)
        }
        b'{' | b'}' => !is_placeholder(text, at, *b"{}"),
        b'[' | b']' => is_in_query(shape, at) || !is_placeholder(text, at, *b"[]"),
        b'|' => !shape.is_one_of(&["file"]),
        b'#' => begins_fragment(text, at),
        byte if byte.is_ascii() => !byte.is_ascii_control(),
        _ => character_at(text, at)
            .is_none_or(|(start, character)| is_character_meant(text, start, character)),
    }
}

/// Whether a `%` that begins no triplet was meant as itself: a percentage, as in `100%`.
pub(super) fn is_percent_meant(text: &[u8], at: usize) -> bool {
    let rest = &text[at + 1..];
    let number = at > 0 && text[at - 1].is_ascii_digit();
    number
        && match rest {
            [] => true,
            [b'%', ..] => octets::triplet(rest).is_some(),
            [next, ..] => !next.is_ascii_alphanumeric() && !b"({<$".contains(next),
        }
}

/// Whether a `#` can begin a fragment: it does not in an entity of HTML, such as `&#39;`, and
/// not in `#{name}`.
pub(super) fn begins_fragment(text: &[u8], at: usize) -> bool {
    let behind = text.get(at + 1).copied().unwrap_or_default();
    let is_entity =
        text[..at].ends_with(b"&") && (behind.is_ascii_digit() || b"xX".contains(&behind));
    !is_entity && behind != b'{'
}

/// Whether the beginning is unambiguous. It is not if a drive, a time, a host or a scheme may have
/// been meant that the grammar reads as something else.
fn is_beginning_clear(shape: &LenientParse<'_>) -> bool {
    if !shape.scheme.is_empty() {
        return shape.scheme.len() > 1
            && shape.scheme.starts_with(|character: char| character.is_ascii_alphabetic());
    }
    if shape.input.first().is_none_or(|first| b"/.?#".contains(first)) {
        return true;
    }
    let end = shape.input.iter().position(|byte| b"/?#".contains(byte));
    let first = &shape.input[..end.unwrap_or(shape.input.len())];
    let is_scheme = end.is_some_and(|end| shape.input[end..].starts_with(b"//"));
    // File names contain dots too.
    let is_host = end.is_some() && first.contains(&b'.') || first.starts_with(b"www.");
    let is_phrase = first.contains(&b' ') && (end.is_some() || !first.contains(&b'.'));
    !is_scheme && !is_host && !is_phrase
}

/// Whether a space is part of the URL, rather than the end of the URL in a sentence.
fn is_space_meant(shape: &LenientParse<'_>, at: usize) -> bool {
    let text = shape.input;
    let spaces = text[at..].iter().take_while(|&&byte| byte == b' ').count();
    let before = &text[..at - text[..at].iter().rev().take_while(|&&byte| byte == b' ').count()];
    let behind = &text[at + spaces..];
    let ends = before.last().is_none_or(|last| b"/.,;:!?)>".contains(last));
    if shape.is_one_of(NAMES) && !is_in_query(shape, at) {
        return false;
    }
    let separated = [&b"- "[..], b"| ", "\u{2013} ".as_bytes(), "\u{2014} ".as_bytes(), b"-> "];
    let is_remark = behind.starts_with(b"(") && behind.ends_with(b")");
    let begins = separated.iter().any(|mark| behind.starts_with(mark)) || is_remark;
    let another = has_url(behind) || behind.starts_with(b"www.");
    let words = behind.split(|&byte| byte == b' ').count();
    let is_sentence = words > MOST_WORDS
        && !is_in_query(shape, at)
        && !behind.iter().any(|byte| b"./".contains(byte));
    !(behind.is_empty() || ends || begins || another || is_sentence)
}

fn is_in_query(shape: &LenientParse<'_>, at: usize) -> bool {
    shape.input[..at].contains(&b'?')
}

/// Whether a bracket belongs to a placeholder such as `{id}`, or has no partner.
fn is_placeholder(text: &[u8], at: usize, [opening, closing]: [u8; 2]) -> bool {
    let open = match text[at] == opening {
        true => Some(at),
        false => text[..at].iter().rposition(|&byte| byte == opening),
    };
    let close = open.and_then(|open| {
        text[open..].iter().position(|&byte| byte == closing).map(|length| open + length)
    });
    let (Some(open), Some(close)) = (open, close) else { return true };
    let doubled = text[open..close].iter().take_while(|&&byte| byte == opening).count();
    let inside = text[open + doubled..close].trim_ascii();
    // RFC 6570 allows operators before a name, and templates allow filters after it.
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.:-$%?,+#&*;/=".contains(byte);
    let is_number = inside.iter().all(|byte| byte.is_ascii_hexdigit() || *byte == b'-')
        && inside.iter().any(u8::is_ascii_digit);
    inside.iter().all(is_name) && !is_number
}

/// Whether a character beyond ASCII was meant. Invisible characters, and characters that replace
/// lost text, were not.
fn is_character_meant(text: &[u8], start: usize, character: char) -> bool {
    is_seen(character) && !is_mojibake(text, start, character)
}

/// Whether UTF-8 was decoded as Latin-1 or Windows-1252 here.
fn is_mojibake(text: &[u8], start: usize, character: char) -> bool {
    let next = character_at(text, start + character.len_utf8()).map(|(_, character)| character);
    matches!(character, '\u{C2}' | '\u{C3}' | '\u{E2}')
        && next.is_some_and(|character| {
            matches!(character, '\u{80}'..='\u{BF}' | '\u{20AC}' | '\u{2122}')
        })
}

/// Whether a character is visible, and not a full-width form of a delimiter.
pub(super) fn is_seen(character: char) -> bool {
    !matches!(
        character,
        '\u{80}'..='\u{A0}'
            | '\u{AD}'
            | '\u{1680}'
            | '\u{2000}'..='\u{200F}'
            | '\u{2026}'
            | '\u{2028}'..='\u{202F}'
            | '\u{205F}'..='\u{206F}'
            | '\u{3000}'
            | '\u{E000}'..='\u{F8FF}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}'
            | '\u{FF03}'
            | '\u{FF05}'
            | '\u{FF0E}'
            | '\u{FF0F}'
            | '\u{FF1A}'
            | '\u{FF1F}'
            | '\u{FF20}'
            | '\u{FFF9}'..='\u{FFFF}'
    )
}

/// Whether every character of a host may be meant. IDNA maps ideographic full stops to dots, so
/// they are excluded.
pub(super) fn is_host_meant(host: &[u8]) -> bool {
    let text = String::from_utf8_lossy(host);
    text.chars().all(|character| {
        character.is_ascii() || is_seen(character) && !matches!(character, '\u{3002}' | '\u{FF61}')
    })
}
