//! Reasons for schemes, partial forms, and characters anywhere.

use super::pattern::{FailurePattern, RepairHint, edit, reasons};
use super::reference::begins_no_triplet;
use crate::diagnose::lenient_parse::LenientParse;
use crate::diagnose::repair::{BYTE_ORDER_MARK, RepairEditKind};

pub(super) const PATTERNS: &[FailurePattern] = &[
    FailurePattern::new(reasons::LOCAL_PATH, |shape| {
        let drive = shape.scheme.len() == 1 && matches!(shape.rest().first(), Some(b'\\' | b'/'));
        drive || shape.input.starts_with(b"\\\\")
    }),
    FailurePattern::new(reasons::SPACE_AROUND, |shape| {
        let (start, end) = within_spaces(shape.input);
        start < end
            && (shape.offset < start || shape.offset >= end)
            && shape.found().is_some_and(is_space)
    })
    .hint(|shape| {
        let (start, end) = within_spaces(shape.input);
        let around =
            [(0, start), (end, shape.input.len())].into_iter().filter(|(from, to)| from < to);
        let edits =
            around.map(|(from, to)| edit(from, &shape.input[from..to], "", RepairEditKind::Remove));
        RepairHint::Edits(edits.collect())
    }),
    FailurePattern::new(reasons::FRAGMENT, |shape| shape.found() == Some(b'#')),
    FailurePattern::new(reasons::NO_SCHEME, |shape| {
        !shape.input.is_empty() && is_partial(shape.input)
    }),
    FailurePattern::new(reasons::RESERVED_RFC1630, |shape| {
        !shape.fails_in_authority() && shape.found().is_some_and(|byte| b"?*!+".contains(&byte))
    }),
    FailurePattern::new(reasons::FIRST_SLASH, |shape| {
        let before = &shape.input[..shape.offset];
        let begins = before.ends_with(b":") || before.ends_with(b"/");
        begins && shape.found() == Some(b'/') && !before.iter().any(|byte| b"?#".contains(byte))
    }),
    FailurePattern::new(reasons::RESERVED_CLASS_GENERIC, is_of_class),
    FailurePattern::new(reasons::RESERVED_CLASS, is_of_class),
    FailurePattern::new(reasons::RESERVED_DRAFT, |shape| {
        is_of_class(shape) || !shape.fails_in_authority() && shape.found() == Some(b'?')
    }),
    FailurePattern::new(reasons::PERCENT, begins_no_triplet),
    FailurePattern::new(reasons::NOT_ASCII, |shape| {
        let marked = shape.input.starts_with(BYTE_ORDER_MARK);
        !marked && shape.found().is_some_and(|byte| !byte.is_ascii())
    }),
];

/// The range of a string without the white space around it.
fn within_spaces(input: &[u8]) -> (usize, usize) {
    let start = input.iter().position(|&byte| !is_space(byte)).unwrap_or(input.len());
    let end = input.iter().rposition(|&byte| !is_space(byte)).map_or(0, |last| last + 1);
    (start, end)
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Whether there is no colon, or a slash precedes it.
fn is_partial(input: &[u8]) -> bool {
    input.iter().find(|byte| b":/".contains(byte)) != Some(&b':')
}

fn is_of_class(shape: &LenientParse<'_>) -> bool {
    !shape.fails_in_authority() && shape.found().is_some_and(|byte| b"=;:".contains(&byte))
}
