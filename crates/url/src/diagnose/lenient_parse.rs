//! A string as a reader divides it, independent of the grammar.
//!
//! The sentences of the documents refer to a host, a port, a user name. A string that fails has
//! none of these by its grammar, but a reader can see where they were meant to be: between `//`
//! and the next `/`.

use std::ops::Range;

use crate::bnf::first_character;
use crate::scheme::scheme;
use crate::text::{visible, visible_byte};

/// A string that fails, divided as a reader would divide it.
pub(super) struct LenientParse<'i> {
    /// The string.
    pub input: &'i [u8],
    /// The failure offset.
    pub offset: usize,
    /// The text before the first `:`; empty if there is none.
    pub scheme: &'i str,
    /// The offset of the rest, after the colon.
    pub rest: usize,
    /// The text after `//` up to its end; `None` if the rest does not begin with `//`.
    pub authority: Option<Range<usize>>,
    /// The user name and the password, before the last `@` of the authority.
    pub login: Option<Range<usize>>,
    /// The host and its port; empty if there is no authority.
    pub host: Range<usize>,
}

impl<'i> LenientParse<'i> {
    /// Divides a string that fails at an offset.
    pub fn new(input: &'i [u8], offset: usize) -> LenientParse<'i> {
        let text = |bytes: &'i [u8]| std::str::from_utf8(bytes).unwrap_or_default();
        // A reference may have an authority but no scheme.
        let is_network_path = input.starts_with(b"//");
        let scheme = scheme(input).filter(|_| !is_network_path).map_or("", text);
        let rest = if scheme.is_empty() { 0 } else { scheme.len() + 1 };
        let begin = rest + 2;
        let mut shape =
            LenientParse { input, offset, scheme, rest, authority: None, login: None, host: 0..0 };
        let has_authority = is_network_path || !scheme.is_empty();
        if !(has_authority && input[rest..].starts_with(b"//")) {
            return shape;
        }
        // A user name or a password may contain a `?` (RFC 1738, section 5).
        let ends: &[u8] = if shape.is_one_of(&["ftp", "telnet"]) { b"/#" } else { b"/?#" };
        let end = input[begin..].iter().position(|byte| ends.contains(byte));
        let end = end.map_or(input.len(), |length| begin + length);
        let at_sign = input[begin..end].iter().rposition(|&byte| byte == b'@');
        shape.login = at_sign.map(|length| begin..begin + length);
        shape.host = at_sign.map_or(begin, |length| begin + length + 1)..end;
        shape.authority = Some(begin..end);
        shape
    }

    /// Whether its scheme is one of these.
    pub fn is_one_of(&self, schemes: &[&str]) -> bool {
        schemes.iter().any(|scheme| scheme.eq_ignore_ascii_case(self.scheme))
    }

    /// The byte at the offset; `None` at the end.
    pub fn found(&self) -> Option<u8> {
        self.input.get(self.offset).copied()
    }

    /// The character at the offset, for people; one of several bytes with its number. `None` at
    /// the end.
    pub fn found_shown(&self) -> Option<String> {
        let found = self.found()?;
        let rest = &self.input[self.offset..];
        Some(match found.is_ascii() {
            true => visible_byte(found),
            false => shown_character(rest).unwrap_or_else(|| format!("byte 0x{found:02X}")),
        })
    }

    /// The text after the authority; empty if there is no authority.
    pub fn path(&self) -> &'i [u8] {
        self.authority.as_ref().map_or(&[], |authority| &self.input[authority.end..])
    }

    /// The text after the colon.
    pub fn rest(&self) -> &'i [u8] {
        &self.input[self.rest..]
    }

    /// Whether the string fails before its path begins.
    pub fn fails_in_authority(&self) -> bool {
        self.authority
            .as_ref()
            .is_some_and(|authority| (authority.start..=authority.end).contains(&self.offset))
    }

    /// The name of the host, up to its port or what a reader takes for the start of the path.
    pub fn name(&self) -> Range<usize> {
        let host = &self.input[self.host.clone()];
        let length = host.iter().position(|byte| b":?;".contains(byte)).unwrap_or(host.len());
        self.host.start..self.host.start + length
    }

    /// The text after the name of the host.
    pub fn after_name(&self) -> &'i [u8] {
        &self.input[self.name().end..self.host.end]
    }

    /// The labels of the name of the host.
    pub fn labels(&self) -> impl Iterator<Item = &'i [u8]> {
        self.input[self.name()].split(|&byte| byte == b'.')
    }
}

/// The character that contains the byte at an offset, and the offset where it begins.
pub(super) fn character_at(text: &[u8], at: usize) -> Option<(usize, char)> {
    let is_within = |at: usize| text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    let start = (at.saturating_sub(3)..=at).rev().find(|&at| !is_within(at))?;
    let character = first_character(text.get(start..)?)?;
    (start + character.len_utf8() > at).then_some((start, character))
}

/// A leading character beyond ASCII, for people: itself and its number.
pub(super) fn shown_character(text: &[u8]) -> Option<String> {
    let character = first_character(text).filter(|character| !character.is_ascii())?;
    let shown = visible(character.encode_utf8(&mut [0; 4]).as_bytes());
    Some(format!("`{shown}` (U+{:04X})", u32::from(character)))
}

/// Whether an input is UTF-16: it has a byte order mark, or every other byte is NUL.
///
/// If UTF-16 is split at line ends, a line may be a single NUL.
pub(super) fn is_utf16(input: &[u8]) -> bool {
    let marked = input.starts_with(b"\xFF\xFE") || input.starts_with(b"\xFE\xFF");
    let zeros = |from| input.iter().skip(from).step_by(2).take(4).all(|&byte| byte == 0);
    let ascii =
        |from| input.iter().skip(from).step_by(2).take(4).all(|&byte| (1..0x80).contains(&byte));
    let unmarked = |zero, other| input.len() >= 4 && zeros(zero) && ascii(other);
    marked || unmarked(0, 1) || unmarked(1, 0) || input == b"\0"
}
