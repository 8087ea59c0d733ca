//! How a program may read its input wrongly, whatever the grammar is.
//!
//! A pattern whose `$` matches before a line end, a line that is trimmed, a string that ends at its
//! first NUL: such habits change the whole language and not one production. Each is a function on
//! languages.

use urlbnf_language::{ByteClasses, Dfa, Exceeded, Work};

use super::hex;

/// A way in which a program reads its whole input wrongly, whatever the grammar is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InputHabit {
    /// One line feed at the end of the string is ignored.
    TrailingLineFeed,
    /// It is enough that one line of several conforms.
    OneLineOfSeveral,
    /// Everything after the first line is ignored.
    FirstLine,
    /// Everything from the first NUL on is ignored.
    EndsAtNul,
    /// It is enough that a prefix conforms.
    Beginning,
    /// It is enough that a substring conforms.
    Part,
    /// These bytes are removed from the beginning.
    TrimmedStart(&'static [u8]),
    /// These bytes are removed from the end.
    TrimmedEnd(&'static [u8]),
    /// A byte order mark at the beginning is ignored.
    ByteOrderMark,
    /// Tabs and line ends are removed.
    TabsAndLinesRemoved,
    /// A backslash is read as a slash.
    Backslash,
    /// The string is changed to lower case.
    LowerCase,
    /// The string is changed to upper case.
    UpperCase,
    /// Letters beyond ASCII that fold to ASCII letters are read as those letters.
    UnicodeCase,
    /// Escapes are decoded before the string is checked.
    Decoded,
    /// Escapes are decoded twice before the string is checked.
    DecodedTwice,
    /// Bytes beyond ASCII are removed.
    AsciiOnly,
    /// Each byte beyond ASCII is read as a question mark.
    QuestionMark,
}

const TRIMMED: [&[u8]; 6] = [b" ", b"\t", b"\n", b"\r", b"\x1F", "\u{A0}".as_bytes()];

/// What is pending after a byte, and what was emitted.
type TransducerStep = (Vec<u8>, Vec<u8>);

impl InputHabit {
    /// All habits.
    pub fn all() -> impl Iterator<Item = InputHabit> {
        use InputHabit as H;
        let first = [
            H::TrailingLineFeed,
            H::OneLineOfSeveral,
            H::FirstLine,
            H::EndsAtNul,
            H::Beginning,
            H::Part,
            H::ByteOrderMark,
            H::TabsAndLinesRemoved,
            H::Backslash,
            H::LowerCase,
            H::UpperCase,
            H::UnicodeCase,
            H::Decoded,
            H::DecodedTwice,
            H::AsciiOnly,
            H::QuestionMark,
        ];
        let trimmed =
            TRIMMED.into_iter().flat_map(|text| [H::TrimmedStart(text), H::TrimmedEnd(text)]);
        first.into_iter().chain(trimmed)
    }

    /// The name in data, such as `trailing-line-feed` or `trimmed-end-20`.
    pub fn name(self) -> String {
        let name = match self {
            InputHabit::TrimmedStart(bytes) => return format!("trimmed-start-{}", hex(bytes)),
            InputHabit::TrimmedEnd(bytes) => return format!("trimmed-end-{}", hex(bytes)),
            InputHabit::TrailingLineFeed => "trailing-line-feed",
            InputHabit::OneLineOfSeveral => "one-line-of-several",
            InputHabit::FirstLine => "first-line",
            InputHabit::EndsAtNul => "ends-at-nul",
            InputHabit::Beginning => "beginning",
            InputHabit::Part => "part",
            InputHabit::ByteOrderMark => "byte-order-mark",
            InputHabit::TabsAndLinesRemoved => "tabs-and-lines-removed",
            InputHabit::Backslash => "backslash",
            InputHabit::LowerCase => "lower-case",
            InputHabit::UpperCase => "upper-case",
            InputHabit::UnicodeCase => "unicode-case",
            InputHabit::Decoded => "decoded",
            InputHabit::DecodedTwice => "decoded-twice",
            InputHabit::AsciiOnly => "ascii-only",
            InputHabit::QuestionMark => "question-mark",
        };
        name.to_owned()
    }

    /// The strings that a program with this habit accepts.
    pub(super) fn accepted_language(
        self,
        language: &Dfa,
        work: &mut Work,
    ) -> Result<Dfa, Exceeded> {
        let with = |faulty: Dfa, work: &mut Work| language.union(&faulty, work);
        let rest = after_byte(b'\n');
        match self {
            InputHabit::TrailingLineFeed => {
                with(language.concat(&Dfa::from_string(b"\n"), work)?, work)
            }
            InputHabit::FirstLine => with(language.concat(&rest, work)?, work),
            InputHabit::EndsAtNul => with(language.concat(&after_byte(0), work)?, work),
            InputHabit::OneLineOfSeveral => {
                let before = anything().concat(&Dfa::from_string(b"\n"), work)?;
                let line = language.union(&language.concat(&rest, work)?, work)?;
                line.union(&before.concat(&line, work)?, work)
            }
            InputHabit::Beginning => language.concat(&anything(), work),
            InputHabit::Part => {
                let to_the_end = language.concat(&anything(), work)?.minimise();
                anything().concat(&to_the_end, work)
            }
            InputHabit::TrimmedStart(bytes) => {
                with(Dfa::from_string(bytes).concat(language, work)?, work)
            }
            InputHabit::TrimmedEnd(bytes) => {
                with(language.concat(&Dfa::from_string(bytes), work)?, work)
            }
            InputHabit::ByteOrderMark => {
                with(Dfa::from_string(b"\xEF\xBB\xBF").concat(language, work)?, work)
            }
            InputHabit::TabsAndLinesRemoved => rewritten(language, work, without_tabs_and_lines),
            InputHabit::Backslash => rewritten(language, work, each(slash)),
            InputHabit::LowerCase => {
                rewritten(language, work, each(|byte| byte.to_ascii_lowercase()))
            }
            InputHabit::UpperCase => {
                rewritten(language, work, each(|byte| byte.to_ascii_uppercase()))
            }
            InputHabit::UnicodeCase => rewritten(language, work, folded),
            InputHabit::Decoded => rewritten(language, work, decoded),
            InputHabit::DecodedTwice => {
                let once = rewritten(language, work, decoded)?.minimise();
                rewritten(&once, work, decoded)
            }
            InputHabit::AsciiOnly => rewritten(language, work, ascii_only),
            InputHabit::QuestionMark => rewritten(language, work, each(question_mark)),
        }
    }
}

impl InputHabit {
    /// What a program with this habit reads of a string: it accepts the string if it accepts one of
    /// these.
    pub(super) fn readings(self, string: &[u8]) -> Box<dyn Iterator<Item = Vec<u8>> + '_> {
        let or = |shorter: Option<&[u8]>| -> Vec<Vec<u8>> {
            [Some(string), shorter].into_iter().flatten().map(<[u8]>::to_vec).collect()
        };
        let rewritten = |rewrite: &dyn Fn(&[u8], u8) -> TransducerStep| {
            let (mut pending, mut all) = (Vec::new(), Vec::new());
            for &byte in string {
                let (left, emitted) = rewrite(&pending, byte);
                all.extend(emitted);
                pending = left;
            }
            all.extend(pending);
            vec![all]
        };
        let part = |start: usize, end: usize| string[start..end].to_vec();
        let ends = 0..=string.len();
        // The end of the string, and each place before this byte.
        let ends_before = move |separator: u8| {
            let is_end = move |end: &usize| string.get(*end).is_none_or(|&byte| byte == separator);
            (0..=string.len()).filter(is_end)
        };
        let few = match self {
            InputHabit::FirstLine => {
                return Box::new(ends_before(b'\n').map(move |end| part(0, end)));
            }
            InputHabit::EndsAtNul => return Box::new(ends_before(0).map(move |end| part(0, end))),
            InputHabit::OneLineOfSeveral => {
                let starts = ends.filter(move |&at| at == 0 || string[at - 1] == b'\n');
                let line = move |start| {
                    let ends = ends_before(b'\n').filter(move |&end| end >= start);
                    ends.map(move |end| part(start, end))
                };
                return Box::new(starts.flat_map(line));
            }
            InputHabit::Beginning => return Box::new(ends.map(move |end| part(0, end))),
            InputHabit::Part => {
                let parts = move |end| (0..=end).map(move |start| part(start, end));
                return Box::new(ends.flat_map(parts));
            }
            InputHabit::DecodedTwice => {
                let once = InputHabit::Decoded.readings(string);
                once.flat_map(|once| InputHabit::Decoded.readings(&once).collect::<Vec<_>>())
                    .collect()
            }
            InputHabit::TrailingLineFeed => or(string.strip_suffix(b"\n")),
            InputHabit::TrimmedStart(bytes) => or(string.strip_prefix(bytes)),
            InputHabit::TrimmedEnd(bytes) => or(string.strip_suffix(bytes)),
            InputHabit::ByteOrderMark => or(string.strip_prefix(b"\xEF\xBB\xBF")),
            InputHabit::Decoded => rewritten(&decoded),
            InputHabit::UnicodeCase => rewritten(&folded),
            InputHabit::TabsAndLinesRemoved => rewritten(&without_tabs_and_lines),
            InputHabit::AsciiOnly => rewritten(&ascii_only),
            InputHabit::Backslash => rewritten(&each(slash)),
            InputHabit::LowerCase => vec![string.to_ascii_lowercase()],
            InputHabit::UpperCase => vec![string.to_ascii_uppercase()],
            InputHabit::QuestionMark => rewritten(&each(question_mark)),
        };
        Box::new(few.into_iter())
    }

    /// Strings that a program with this habit may take for this one, or take this one for another.
    pub(super) fn misread(self, string: &[u8]) -> Vec<Vec<u8>> {
        let around = |before: &[u8], after: &[u8]| [before, string, after].concat();
        // With the byte at each place in turn replaced, where there is something to replace it by.
        let replaced = |replace: &dyn Fn(u8) -> Option<Vec<u8>>| -> Vec<Vec<u8>> {
            let places = string.iter().enumerate();
            let places = places.filter_map(|(at, &byte)| Some((at, replace(byte)?)));
            places.map(|(at, new)| [&string[..at], &new, &string[at + 1..]].concat()).collect()
        };
        let with = |inserted: &[u8]| -> Vec<Vec<u8>> {
            let places = 0..=string.len();
            places.map(|at| [&string[..at], inserted, &string[at..]].concat()).collect()
        };
        let mut strings = match self {
            InputHabit::TrailingLineFeed => vec![around(b"", b"\n")],
            InputHabit::OneLineOfSeveral => vec![around(b"", b"\n "), around(b" \n", b"")],
            InputHabit::FirstLine => vec![around(b"", b"\n "), around(b"", b"\n\0")],
            InputHabit::EndsAtNul => vec![around(b"", b"\0"), around(b"", b"\0 ")],
            InputHabit::Beginning => vec![around(b"", b" "), around(b"", b"\0"), around(b"", b"!")],
            InputHabit::Part => vec![around(b" ", b" "), around(b"\0", b"\0"), around(b"!", b"!")],
            InputHabit::TrimmedStart(bytes) => vec![around(bytes, b"")],
            InputHabit::TrimmedEnd(bytes) => vec![around(b"", bytes)],
            InputHabit::ByteOrderMark => vec![around(b"\xEF\xBB\xBF", b"")],
            InputHabit::TabsAndLinesRemoved => {
                [&b"\t"[..], b"\n"].into_iter().flat_map(with).collect()
            }
            InputHabit::Backslash => replaced(&|byte| (byte == b'/').then(|| b"\\".to_vec())),
            InputHabit::LowerCase => replaced(&|byte| Some(vec![byte.to_ascii_uppercase()])),
            InputHabit::UpperCase => replaced(&|byte| Some(vec![byte.to_ascii_lowercase()])),
            InputHabit::UnicodeCase => replaced(&|byte| match byte {
                b'k' | b'K' => Some("\u{212A}".into()),
                b's' | b'S' => Some("\u{17F}".into()),
                _ => None,
            }),
            InputHabit::Decoded => replaced(&|byte| Some(format!("%{byte:02X}").into_bytes())),
            InputHabit::DecodedTwice => {
                replaced(&|byte| Some(format!("%25{byte:02X}").into_bytes()))
            }
            InputHabit::AsciiOnly => with(b"\x80"),
            InputHabit::QuestionMark => replaced(&|byte| (byte == b'?').then(|| vec![0x80])),
        };
        strings.push(string.to_vec());
        strings
    }
}

/// All strings.
fn anything() -> Dfa {
    Dfa::beginning_with("")
}

/// All strings that begin with an ASCII byte.
fn after_byte(byte: u8) -> Dfa {
    Dfa::beginning_with(char::from(byte).encode_utf8(&mut [0; 4]))
}

/// The strings that are in the language once they are rewritten. The function gets what is pending
/// and the next byte; what is pending at the end stays as it is.
fn rewritten(
    language: &Dfa,
    work: &mut Work,
    rewrite: impl Fn(&[u8], u8) -> TransducerStep,
) -> Result<Dfa, Exceeded> {
    let run = |state: usize, bytes: &[u8]| {
        bytes.iter().fold(state, |state, &byte| language.step(state, byte))
    };
    let step = |&(state, pending): &(usize, PendingBytes), byte: u8, work: &mut Work| {
        work.tick()?;
        let (pending, emitted) = pending.read(|pending| rewrite(pending, byte));
        Ok(Some((run(state, &emitted), PendingBytes::new(&pending))))
    };
    let accepts = |&(state, pending): &(usize, PendingBytes)| {
        language.is_accepting(pending.read(|pending| run(state, pending)))
    };
    let start = (language.start(), PendingBytes::new(&[]));
    let classes = ByteClasses::from_signature(|byte| {
        let (pending, mut emitted) = rewrite(&[], byte);
        emitted.iter_mut().for_each(|byte| *byte = language.classes()[usize::from(*byte)]);
        (pending, emitted, continues(byte).then_some(byte))
    });
    Dfa::try_explore(start, &classes, step, accepts, work)
}

/// Up to three bytes packed into a number, which is faster to look up than a vector. A leading 1
/// tells `00` from `00 00`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PendingBytes(u32);

impl PendingBytes {
    fn new(bytes: &[u8]) -> PendingBytes {
        PendingBytes(bytes.iter().fold(1, |number, &byte| number << 8 | u32::from(byte)))
    }

    fn read<T>(self, read: impl FnOnce(&[u8]) -> T) -> T {
        let first = self.0.leading_zeros() as usize / 8 + 1;
        read(&self.0.to_be_bytes()[first..])
    }
}

/// Whether a byte may continue what is pending in [`decoded`] or [`folded`].
fn continues(byte: u8) -> bool {
    byte.is_ascii_hexdigit() || matches!(byte, 0x84 | 0xAA | 0xBF)
}

/// Each byte is replaced by another.
fn each(replace: impl Fn(u8) -> u8) -> impl Fn(&[u8], u8) -> TransducerStep {
    move |_, byte| (Vec::new(), vec![replace(byte)])
}

fn slash(byte: u8) -> u8 {
    if byte == b'\\' { b'/' } else { byte }
}

fn question_mark(byte: u8) -> u8 {
    if byte.is_ascii() { byte } else { b'?' }
}

fn without_tabs_and_lines(_: &[u8], byte: u8) -> TransducerStep {
    let is_removed = matches!(byte, b'\t' | b'\n' | b'\r');
    (Vec::new(), if is_removed { Vec::new() } else { vec![byte] })
}

fn ascii_only(_: &[u8], byte: u8) -> TransducerStep {
    (Vec::new(), if byte.is_ascii() { vec![byte] } else { Vec::new() })
}

/// Adds a byte to what is pending, if that begins one of the texts that are replaced.
fn collected(pending: &[u8], byte: u8, is_begun: impl Fn(&[u8]) -> bool) -> TransducerStep {
    let all = [pending, &[byte]].concat();
    if is_begun(&all) {
        (all, Vec::new())
    } else if is_begun(&[byte]) {
        (vec![byte], pending.to_vec())
    } else {
        (Vec::new(), all)
    }
}

/// Escapes, decoded once.
fn decoded(pending: &[u8], byte: u8) -> TransducerStep {
    let digit = |code: u8| char::from(code).to_digit(16);
    if let [b'%', high] = pending
        && let (Some(high), Some(low)) = (digit(*high), digit(byte))
    {
        return (Vec::new(), vec![(high * 16 + low) as u8]);
    }
    collected(pending, byte, |bytes| {
        matches!(bytes, [b'%']) || matches!(bytes, [b'%', high] if digit(*high).is_some())
    })
}

/// Letters whose simple case folding is an ASCII letter: the Kelvin sign and the long s.
fn folded(pending: &[u8], byte: u8) -> TransducerStep {
    match (pending, byte) {
        ([0xE2, 0x84], 0xAA) => (Vec::new(), vec![b'k']),
        ([0xC5], 0xBF) => (Vec::new(), vec![b's']),
        _ => collected(pending, byte, |bytes| matches!(bytes, [0xE2] | [0xE2, 0x84] | [0xC5])),
    }
}
