//! Excerpts of an input: visible text that includes the failure.
//!
//! The text before a failure is printable ASCII, as the grammars are, so there a byte is a
//! column. The text after it can be anything.

use std::borrow::Cow;
use std::fmt::Display;
use std::io;

use codespan_reporting::term::termcolor::{ColorSpec, WriteColor};
use urlbnf_bnf::text::visible;

/// A number of things: `1 rule`, `2 rules`.
pub fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// The maximum width, in columns, of a text that is shown whole.
const WIDEST: usize = 120;
/// The width of the shown part of a wider text.
const WINDOW: usize = 80;
/// The sign for a space.
const SPACE: &str = "␣";
/// The sign for text that was cut.
const CUT: char = '…';

/// The shown part of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The text.
    pub text: String,
    /// The byte of the text under which the caret is drawn.
    pub caret: usize,
}

impl Excerpt {
    /// The text around an offset, in at most this many columns if given.
    pub fn new(input: &[u8], offset: usize, columns: Option<usize>) -> Excerpt {
        let widest = columns.unwrap_or(WIDEST).min(WIDEST);
        // Leave room for two cut marks, and for a caret after the end.
        let window = widest.saturating_sub(3).min(WINDOW);
        let (before, after) = input.split_at(offset.min(input.len()));
        // A column takes at most four bytes, so a longer input is always too wide.
        if input.len() <= 4 * WIDEST {
            let (before, after) = (visible(before), visible(after));
            if width(&before) + width(&after) <= widest {
                return Excerpt { caret: before.len(), text: before + &after };
            }
        }
        let half = window / 2;
        let after = visible(&after[..after.len().min(4 * WINDOW)]);
        let room_before = window - width(&after).min(half);
        let shown = before.len().min(room_before);
        let room_after = window - shown;
        let mut text = String::new();
        if shown < before.len() {
            text.push(CUT);
        }
        text.push_str(&visible(&before[before.len() - shown..]));
        let caret = text.len();
        let fits = prefix(&after, room_after);
        text.push_str(fits);
        if fits.len() < after.len() {
            text.push(CUT);
        }
        Excerpt { text, caret }
    }
}

/// A string of a grammar in visible form: with a sign for spaces, and words for the empty
/// string.
pub fn string(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        "the empty string".to_owned()
    } else {
        visible(bytes).replace(' ', SPACE)
    }
}

/// A text cut to a number of columns.
pub fn cut(text: &str, columns: usize) -> String {
    let fits = prefix(text, columns);
    let mut fits = fits.to_owned();
    if fits.len() < text.len() {
        fits.push(CUT);
    }
    fits
}

/// Breaks a text at its spaces into lines of at most this many columns, if possible.
pub fn fill(text: &str, columns: usize) -> String {
    fill_after(text, 0, columns)
}

/// Breaks a text at its spaces into lines of at most this many columns, with an indent for the
/// first and one for the others.
pub fn indented(text: &str, [first, others]: [usize; 2], columns: usize) -> String {
    let filled = fill(text, columns.saturating_sub(others));
    let indents = std::iter::once(first).chain(std::iter::repeat(others));
    filled.lines().zip(indents).map(|(line, indent)| format!("{:indent$}{line}\n", "")).collect()
}

/// Breaks a text at its spaces into lines of at most this many columns. The first line begins
/// after `taken` columns.
pub fn fill_after(text: &str, taken: usize, columns: usize) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut column = taken;
    for (number, word) in text.split(' ').enumerate() {
        let wide = width(word);
        if number > 0 && column > 0 && column + 1 + wide > columns {
            filled.truncate(filled.trim_end_matches(' ').len());
            filled.push('\n');
            column = 0;
        } else if number > 0 && column > 0 {
            filled.push(' ');
            column += 1;
        }
        filled.push_str(word);
        column += wide;
    }
    filled
}

/// Breaks the lines that are too long, as [`hang`] does, if the width is limited.
pub fn hung(text: &str, columns: Option<usize>) -> Cow<'_, str> {
    columns.map_or(text.into(), |columns| hang(text, columns).into())
}

/// Breaks the lines that are too long. The continuations are indented by two more columns.
pub fn hang(text: &str, columns: usize) -> String {
    let mut hung = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let words = line.trim_start_matches(' ');
        let indent = line.len() - words.len();
        if width(line.trim_end_matches('\n')) <= columns {
            hung.push_str(line);
            continue;
        }
        let deeper = indent + 2;
        let words = words.trim_end_matches(['\n', ' ']);
        let filled = fill(words, columns.saturating_sub(deeper).max(1));
        hung.push_str(&line[..indent]);
        hung.push_str(&filled.replace('\n', &format!("\n{}", " ".repeat(deeper))));
        hung.push_str(&line[line.trim_end_matches('\n').len()..]);
    }
    hung
}

/// An output for people.
pub struct Screen<'w> {
    /// Its width in columns; `None` if lines may have any length.
    pub columns: Option<usize>,
    /// Where the text goes.
    pub output: &'w mut dyn WriteColor,
}

impl Screen<'_> {
    /// Writes a text, and breaks the lines that are too long.
    pub(super) fn hung(&mut self, text: &str) -> io::Result<()> {
        write!(self.output, "{}", hung(text, self.columns))
    }
}

/// Writes a text in a colour or in bold.
///
/// # Errors
/// If writing to the output fails.
pub fn painted(output: &mut dyn WriteColor, ink: &ColorSpec, text: impl Display) -> io::Result<()> {
    output.set_color(ink)?;
    write!(output, "{text}")?;
    output.reset()
}

/// The longest prefix of a text that fits into this many columns.
pub(super) fn prefix(text: &str, columns: usize) -> &str {
    let mut taken = 0;
    for (at, character) in text.char_indices() {
        taken += width_of(character);
        if taken > columns {
            return &text[..at];
        }
    }
    text
}

/// The width of a text in columns.
pub fn width(text: &str) -> usize {
    text.chars().map(width_of).sum()
}

fn width_of(character: char) -> usize {
    unicode_width::UnicodeWidthChar::width(character).unwrap_or(0)
}
