//! What of an input is shown: its text, made visible, with the failure in sight.
//!
//! What precedes a failure is ASCII and printable, since the grammars are, so there a byte is a
//! column. What comes after it may be anything.

use urlbnf_bnf::text::visible;

/// The widest text that is shown whole, in columns.
const WIDEST: usize = 120;
/// How much of a wider one is shown.
const WINDOW: usize = 80;
/// How a space is shown.
const SPACE: &str = "␣";
/// What is where text was cut off.
const CUT: char = '…';

/// A part of an input, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The text.
    pub text: String,
    /// The byte of the text under which the caret belongs.
    pub caret: usize,
}

impl Excerpt {
    /// The surroundings of an offset, in so many columns where there are no more.
    pub fn new(input: &[u8], offset: usize, columns: Option<usize>) -> Excerpt {
        let widest = columns.unwrap_or(WIDEST).min(WIDEST);
        // Beside the window stand two cuts, and a caret may follow all.
        let window = widest.saturating_sub(3).min(WINDOW);
        let (before, after) = input.split_at(offset.min(input.len()));
        // A column takes four bytes at most, so this much is always too wide.
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

/// A string of a grammar as it is shown: nobody would see a space at its end, or
/// that there is nothing.
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

/// Breaks a text at its spaces, into lines of at most so many columns where it can.
pub fn fill(text: &str, columns: usize) -> String {
    fill_behind(text, 0, columns)
}

/// Breaks a text at its spaces into lines of at most so many columns, of which so many are
/// taken in the first line.
pub fn fill_behind(text: &str, taken: usize, columns: usize) -> String {
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

/// Breaks the lines that are too long. What goes on stands two columns further in.
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
        hung.push_str(&filled.replace('\n', &format!("\n{:deeper$}", "")));
        hung.push_str(&line[line.trim_end_matches('\n').len()..]);
    }
    hung
}

/// The longest beginning of a text that fits into so many columns.
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

/// How many columns a text takes.
pub fn width(text: &str) -> usize {
    text.chars().map(width_of).sum()
}

fn width_of(character: char) -> usize {
    unicode_width::UnicodeWidthChar::width(character).unwrap_or(0)
}
