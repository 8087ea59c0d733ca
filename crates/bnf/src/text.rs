//! Makes text from users safe to show.
//!
//! A URL, an argument, a file name or the text of a grammar can hold characters that control a
//! terminal, reorder a line or are invisible. [`visible`] shows such text on one line and makes
//! each of its characters visible. [`harmless`] is the last step before output: it passes whole
//! documents with their lines, and escapes only the characters that act on a terminal or a page.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

/// The text below the line `# NAME` of a file of texts, up to the next such line; empty if there
/// is none.
///
/// ```
/// use urlbnf_bnf::text::below;
///
/// assert_eq!(below("Colours.\n\n# red\n\nA colour.\n\n# blue\n", "red"), "A colour.");
/// ```
pub fn below(file: &'static str, name: &str) -> &'static str {
    let named = |part: &'static str| part.strip_prefix(name)?.strip_prefix("\n\n");
    file.split("\n# ").find_map(named).unwrap_or_default().trim_end()
}

/// A byte as a reader can see it: a space in words, any other byte in backticks.
pub fn visible_byte(byte: u8) -> String {
    match byte {
        b' ' => "a space".to_owned(),
        0x21..0x7F => format!("`{}`", char::from(byte)),
        0..0x20 | 0x7F => format!("`{}`", visible_control(byte)),
        0x80.. => format!("`0x{byte:02X}`"),
    }
}

/// The Unicode control picture of a control character.
pub fn visible_control(byte: u8) -> char {
    char::from_u32(if byte == 0x7F { 0x2421 } else { 0x2400 + u32::from(byte) })
        .unwrap_or('\u{FFFD}')
}

/// Bytes as a reader can see them, on one line. Control characters become control pictures.
/// Characters that combine, reorder the line or are invisible become `\u{...}`. Bytes that are
/// not UTF-8 become `\xNN`.
///
/// ```
/// use urlbnf_bnf::text::visible;
///
/// assert_eq!(visible(b"a\x1B[31m\n\xFF"), "a␛[31m␊\\xFF");
/// assert_eq!(visible("\u{202E}".as_bytes()), "\\u{202e}");
/// ```
pub fn visible(bytes: &[u8]) -> String {
    let mut shown = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                ' '..='~' => shown.push(character),
                '\0'..='\x1F' | '\x7F' => shown.push(visible_control(character as u8)),
                _ if has_no_place_of_its_own(character) => {
                    shown.extend(character.escape_unicode());
                }
                _ => shown.push(character),
            }
        }
        for byte in chunk.invalid() {
            let _ = write!(shown, "\\x{byte:02X}");
        }
    }
    shown
}

/// Bytes as text, with a replacement character for each byte that is not UTF-8.
///
/// ```
/// assert_eq!(urlbnf_bnf::text::replaced(b"a\xC3\xFFb", '?'), "a??b");
/// ```
pub fn replaced(bytes: &[u8], by: char) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| by));
    }
    Cow::Owned(text)
}

/// Escapes a text for use within a line of Markdown, so that it is shown literally.
///
/// ```
/// assert_eq!(urlbnf_bnf::text::markdown("<b>*a*.bnf\n# b"), "\\<b\\>\\*a\\*.bnf␊# b");
/// ```
pub fn markdown(text: &str) -> String {
    let shown = visible(text.as_bytes());
    let mut escaped = String::with_capacity(shown.len());
    for (at, character) in shown.char_indices() {
        let begins = at == 0 && "#+-=".contains(character);
        if begins || "\\`*_[]<>|~&".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Whether a character combines with the one before it, reorders its line, or is invisible.
/// Private-use characters and noncharacters count as invisible.
fn has_no_place_of_its_own(character: char) -> bool {
    let right_to_left = matches!(character,
        '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}'
        | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}');
    // These have no agreed appearance.
    let private = matches!(character, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..);
    let none = u32::from(character) & 0xFFFE == 0xFFFE;
    let unseen = character.is_whitespace() || acts(character) || private || none;
    let width = unicode_width::UnicodeWidthChar::width(character);
    right_to_left || unseen || width.is_none_or(|width| width == 0)
}

/// Whether a character controls how text is shown instead of being text: the control characters
/// and the format characters of Unicode (categories Cc, Cf, Zl and Zp).
pub fn acts(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{AD}' | '\u{600}'..='\u{605}' | '\u{61C}' | '\u{6DD}' | '\u{70F}'
            | '\u{890}'..='\u{891}' | '\u{8E2}' | '\u{180E}' | '\u{200B}'..='\u{200F}'
            | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}'
            | '\u{FFF9}'..='\u{FFFB}' | '\u{110BD}' | '\u{110CD}' | '\u{13430}'..='\u{1343F}'
            | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Appends text, with every character escaped that [`acts`]; line ends and tabs pass. The escape
/// is that of JSON, `\u202e`, so that JSON stays valid. Returns the number of bytes read: an
/// incomplete character at the end is left unread.
///
/// ```
/// let mut shown = Vec::new();
/// urlbnf_bnf::text::harmless("a\tb\n\u{9B}31m".as_bytes(), &mut shown);
/// assert_eq!(shown, b"a\tb\n\\u009b31m");
/// ```
pub fn harmless(bytes: &[u8], shown: &mut Vec<u8>) -> usize {
    let mut read = 0;
    while read < bytes.len() {
        let (plain, rest) = bytes[read..].split_at(plain_length(&bytes[read..]));
        shown.extend_from_slice(plain);
        read += plain.len();
        // A plain byte is never part of a longer character.
        let length = rest.iter().position(|&byte| is_plain_byte(byte)).unwrap_or(rest.len());
        let is_last = length == rest.len();
        let taken = harmless_characters(&rest[..length], is_last, shown);
        read += taken;
        if taken < length {
            break;
        }
    }
    read
}

/// As [`harmless`], for bytes none of which is plain. Only the last part of a text can end
/// within a character.
fn harmless_characters(bytes: &[u8], is_last: bool, shown: &mut Vec<u8>) -> usize {
    let mut read = 0;
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            if acts(character) {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    shown.extend_from_slice(format!("\\u{unit:04x}").as_bytes());
                }
            } else {
                shown.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        read += chunk.valid().len();
        let cut_off = is_last
            && read + chunk.invalid().len() == bytes.len()
            && std::str::from_utf8(chunk.invalid()).is_err_and(|error| error.error_len().is_none());
        if cut_off {
            return read;
        }
        for byte in chunk.invalid() {
            shown.extend_from_slice(format!("\\x{byte:02X}").as_bytes());
        }
        read += chunk.invalid().len();
    }
    read
}

/// The length in bytes of the longest plain prefix: printable ASCII, line feeds and tabs.
#[inline]
pub fn plain_length(bytes: &[u8]) -> usize {
    let pieces = bytes.chunks(PIECE).take_while(|piece| is_plain_piece(piece));
    let before = pieces.map(<[u8]>::len).sum::<usize>();
    let rest = &bytes[before..];
    before + rest.iter().position(|&byte| !is_plain_byte(byte)).unwrap_or(rest.len())
}

/// The number of bytes that are checked together.
const PIECE: usize = 64;

// Without a branch, because all output passes through here.
fn is_plain_piece(piece: &[u8]) -> bool {
    piece.iter().fold(true, |all, &byte| all & is_plain_byte(byte))
}

fn is_plain_byte(byte: u8) -> bool {
    (b' '..=b'~').contains(&byte) | (byte == b'\n') | (byte == b'\t')
}

/// The words of a text, separated by single spaces.
pub fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Items of a list with commas, and a conjunction before the last: `a, b and c`.
pub fn listed<T: AsRef<str>>(items: &[T], conjunction: &str) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match items.split_last() {
        Some((last, before @ [_, ..])) => format!("{} {conjunction} {last}", before.join(", ")),
        _ => items.concat(),
    }
}

/// The first `most` names in backticks, then the number of the others: `` `a`, `b` and 3 more``.
///
/// ```
/// use urlbnf_bnf::text::first_names;
///
/// assert_eq!(first_names(["a", "b", "c"], 3), "`a`, `b` and `c`");
/// assert_eq!(first_names(["a", "b", "c"], 2), "`a`, `b` and 1 more");
/// ```
pub fn first_names<'n>(names: impl IntoIterator<Item = &'n str>, most: usize) -> String {
    let mut names = names.into_iter();
    let mut shown: Vec<String> =
        names.by_ref().take(most).map(|name| format!("`{name}`")).collect();
    let more = names.count();
    shown.extend((more > 0).then(|| format!("{more} more")));
    listed(&shown, "and")
}

/// The number of characters of a text; approximate if it is not UTF-8.
pub fn characters(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

/// The column of an offset in a one-line text, in characters from 1.
#[inline]
pub fn column(text: &[u8], offset: usize) -> usize {
    characters(text.get(..offset).unwrap_or(text)) + 1
}

/// The line and the column of an offset in a text, both from 1. The column counts characters.
///
/// ```
/// assert_eq!(urlbnf_bnf::text::line_and_column("a\né~", 4), (2, 2));
/// ```
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    LineIndex::new(text).line_and_column(offset)
}

/// The lines and the characters of a text: answers many questions about one text, each in
/// logarithmic time.
#[derive(Debug, Clone, Default)]
pub struct LineIndex {
    length: usize,
    /// The offsets of the line feeds.
    ends: Vec<usize>,
    /// The offsets of the bytes that continue a character.
    continuations: Vec<usize>,
}

impl LineIndex {
    /// Finds the lines and the characters of a text.
    ///
    /// ```
    /// let lines = urlbnf_bnf::text::LineIndex::new("a\né~\n");
    /// assert_eq!(lines.line_and_column(4), (2, 2));
    /// assert_eq!(lines.range(2), 2..5);
    /// ```
    pub fn new(text: &str) -> LineIndex {
        let mut index = LineIndex { length: text.len(), ..LineIndex::default() };
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'\n' => index.ends.push(at),
                0x80..0xC0 => index.continuations.push(at),
                _ => {}
            }
        }
        index
    }

    /// The number of the line with a byte, from 1. The line feed belongs to the line that it ends.
    pub fn line(&self, offset: usize) -> usize {
        self.ends.partition_point(|&end| end < offset) + 1
    }

    /// The bytes of a line, counted from 1, without its line feed. Empty, at the end, if the text
    /// has fewer lines.
    pub fn range(&self, line: usize) -> Range<usize> {
        let end = |line: usize| self.ends.get(line).map_or(self.length, |&end| end);
        let start = line.checked_sub(2).map_or(0, |before| (end(before) + 1).min(self.length));
        start..end(line.saturating_sub(1))
    }

    /// The number of the line with a byte, counted from the line with `start`, which is 1; and its
    /// bytes from `start` on, without its line feed.
    pub fn line_from(&self, start: usize, offset: usize) -> (usize, Range<usize>) {
        let line = self.line(offset);
        let range = self.range(line);
        (line - self.line(start) + 1, range.start.max(start)..range.end)
    }

    /// The number of characters in a part of the text.
    pub fn characters(&self, part: Range<usize>) -> usize {
        let before = |offset| self.continuations.partition_point(|&at| at < offset);
        part.len() - (before(part.end) - before(part.start))
    }

    /// The line and the column of an offset, both from 1. The column counts characters. An offset
    /// beyond the text is taken for its end.
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.length);
        let (line, range) = self.line_from(0, offset);
        (line, self.characters(range.start..offset) + 1)
    }
}

/// The name that takes the fewest edits, if these are at most half of the longer of the two
/// names.
pub fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    all_nearest(name, names).into_iter().next()
}

/// The most characters of a name for which a similar one is searched. A comparison takes time in
/// proportion to the product of two lengths.
pub const LONGEST_NAME_COMPARED: usize = 64;

/// All names that take the fewest edits, in alphabetical order, if these are at most half of the
/// longer of the two names. A letter in the other case is not an edit. A name of more than
/// [`LONGEST_NAME_COMPARED`] characters is near to none.
pub fn all_nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let length = |name: &str| name.chars().take(LONGEST_NAME_COMPARED + 1).count();
    let of_name = length(name);
    if of_name > LONGEST_NAME_COMPARED {
        return Vec::new();
    }
    // There are at least as many edits as the lengths differ by.
    let names = names.filter(|known| {
        let of_known = length(known);
        of_known <= LONGEST_NAME_COMPARED && of_name.max(of_known) <= 2 * of_name.min(of_known)
    });
    let folded = name.to_lowercase();
    let distance = |known: &str| strsim::damerau_levenshtein(&folded, &known.to_lowercase());
    let scored = names.map(|known| (distance(known), known));
    let close = |(distance, known): &(usize, &str)| *distance * 2 <= known.len().max(name.len());
    let mut scored: Vec<(usize, &str)> = scored.filter(close).collect();
    scored.sort_unstable();
    scored.dedup();
    let fewest = scored.first().map_or(0, |(distance, _)| *distance);
    let nearest = scored.into_iter().take_while(|(distance, _)| *distance == fewest);
    nearest.map(|(_, known)| known.to_owned()).collect()
}
