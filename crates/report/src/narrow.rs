//! Cuts a text to the width of a terminal: only lines with marks, and only if they are too
//! long.
//!
//! A terminal that wraps a line separates the marks below it from the marked text. So a long
//! line is cut. It keeps the first mark, which is the name of a production, and as much as
//! fits around the last mark.

use std::ops::Range;

use super::excerpt::{prefix, width};

/// The sign for cut text.
const CUT: &str = "…";

/// A text that was cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NarrowedText {
    /// The text. Its lines keep their numbers.
    pub text: String,
    /// The new positions of the marked places; `None` for one that was cut out.
    pub places: Vec<Option<Range<usize>>>,
}

/// Cuts the marked lines of a text to this many columns.
pub fn narrow(text: &str, places: &[Range<usize>], columns: usize) -> NarrowedText {
    let mut narrowed =
        NarrowedText { text: String::with_capacity(text.len()), places: vec![None; places.len()] };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let own: Vec<usize> = (0..places.len())
            .filter(|&at| start <= places[at].start && places[at].end <= end)
            .collect();
        let kept = kept(
            line,
            own.iter().map(|&at| places[at].start - start..places[at].end - start),
            columns,
        );
        let mut kept_end = 0;
        for (number, piece) in kept.iter().enumerate() {
            if kept_end < piece.start || number > 0 {
                narrowed.text.push_str(CUT);
            }
            for &at in &own {
                let (from, to) = (places[at].start - start, places[at].end - start);
                if piece.start <= from && to <= piece.end {
                    let shift = narrowed.text.len();
                    narrowed.places[at] =
                        Some(shift + from - piece.start..shift + to - piece.start);
                }
            }
            narrowed.text.push_str(&line[piece.clone()]);
            kept_end = piece.end;
        }
        let body = line.trim_end_matches(['\r', '\n']);
        if kept_end < body.len() {
            narrowed.text.push_str(CUT);
        }
        if kept_end <= body.len() {
            narrowed.text.push_str(&line[body.len()..]);
        }
        start = end;
    }
    narrowed
}

/// The parts of a line that are kept.
fn kept(
    line: &str,
    marks: impl Iterator<Item = Range<usize>> + Clone,
    columns: usize,
) -> Vec<Range<usize>> {
    let one = |piece: Range<usize>| std::iter::once(piece).collect();
    let body = line.trim_end_matches(['\r', '\n']);
    let (Some(first), Some(last)) =
        (marks.clone().min_by_key(|mark| mark.start), marks.max_by_key(|mark| mark.end))
    else {
        return one(0..line.len());
    };
    if width(body) <= columns {
        return one(0..line.len());
    }
    // One column for each possible cut.
    let room = columns.saturating_sub(3);
    if width(&line[..last.end]) <= room {
        return one(0..prefix(body, room).len());
    }
    let name = first.start..first.end;
    let apart =
        name.end <= last.start && width(&line[..name.end]) + width(&line[last.clone()]) <= room;
    let before = if apart { name.end } else { 0 };
    let room = room.saturating_sub(width(&line[..before]));
    // Keep as much before the last mark as after it, if possible.
    let spare = room.saturating_sub(width(&line[last.clone()]));
    let left: Vec<usize> =
        line[before..last.start].char_indices().map(|(at, _)| before + at).collect();
    let begin = left.len().checked_sub(spare / 2 + 1).map_or(before, |at| left[at]);
    let begin = begin.min(last.start);
    let end = begin + prefix(&body[begin..], room).len();
    let window = begin..end.max(last.start);
    match apart {
        true if window.start > before => vec![0..before, window],
        true => one(0..window.end),
        false => one(window),
    }
}
