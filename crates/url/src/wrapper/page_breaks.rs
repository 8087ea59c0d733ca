//! Page breaks in a text: the foot of one page and the head of the next.

use std::ops::Range;

/// The maximum length, in bytes, of a line that can be a foot, a head, or blank between them.
pub(super) const LONGEST_LINE: usize = 1 << 10;
/// The maximum distance, in bytes, from the beginning of the foot to that of the head.
const LONGEST_BREAK: usize = 1 << 16;

/// The page breaks in a text: from the foot of a page (`[Page 19]`, or a page number at the
/// end of a line that begins at the margin) to the head of the next page, a line that ends
/// with a year.
///
/// If `rest_of_line`, the text begins within a line that is too long to be a foot or a head.
pub(super) fn page_breaks(text: &[u8], rest_of_line: bool) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut foot: Option<(usize, usize, bool)> = None;
    let mut start = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let end = start + line.len();
        let words = line.trim_ascii();
        let short = line.len() <= LONGEST_LINE && !(rest_of_line && start == 0);
        let margin = line.first().is_some_and(|byte| !byte.is_ascii_whitespace());
        match foot {
            // Blank lines and the form feed.
            Some((from, _, _)) if short && words.is_empty() && start - from <= LONGEST_BREAK => {}
            Some((from, _, _)) if short && is_head(words) && start - from <= LONGEST_BREAK => {
                found.push(from..end);
                foot = None;
            }
            Some((from, to, certain)) => {
                if certain {
                    found.push(from..to);
                }
                foot = None;
            }
            None => {}
        }
        if foot.is_none() && short && margin && is_foot(words) {
            foot = Some((start, end, words.ends_with(b"]")));
        }
        start = end;
    }
    if let Some((from, to, true)) = foot {
        found.push(from..to);
    }
    found
}

/// The offset of a foot that only blank lines follow: the next line may be the head that
/// belongs to it.
pub(super) fn pending_foot(lines: &[u8]) -> Option<usize> {
    let mut end = lines.len();
    loop {
        let line = lines[..end].strip_suffix(b"\n").unwrap_or_default();
        let start = memchr::memrchr(b'\n', line).map_or(0, |at| at + 1);
        let line = &lines[start..end];
        if line.is_empty() || line.len() > LONGEST_LINE || lines.len() - start > LONGEST_BREAK {
            return None;
        }
        if !line.trim_ascii().is_empty() {
            let margin = !line[0].is_ascii_whitespace();
            return (margin && is_foot(line.trim_ascii())).then_some(start);
        }
        end = start;
    }
}

fn is_foot(words: &[u8]) -> bool {
    let bracketed = words.strip_suffix(b"]");
    let rest = bracketed.unwrap_or(words);
    let number = rest.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let before = &rest[..rest.len() - number];
    (1..=3).contains(&number)
        && match bracketed {
            Some(_) => before.ends_with(b"[Page "),
            None => before.ends_with(b"  "),
        }
}

fn is_head(words: &[u8]) -> bool {
    let (text, year) = words.split_at(words.len().saturating_sub(4));
    text.ends_with(b" ")
        && (year.starts_with(b"19") || year.starts_with(b"20"))
        && year.iter().all(u8::is_ascii_digit)
}
