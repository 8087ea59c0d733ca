//! Removing dot segments with two buffers: RFC 3986, section 5.2.4.
//!
//! The document describes a loop of five cases, 2A to 2E, and shows the contents of the
//! buffers after each step for two paths. [`DotSegmentRemover`] runs that loop one step at a time,
//! so that a program can show the same table for any path. The rest of the input is always a
//! suffix of the path, or one slash that replaces what was removed, so a step copies only what
//! it moves.

use crate::quotation::{Quotation, rfc3986};

urlbnf_bnf::named! {
    /// The case of the loop that a step took.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum DotStep {
        /// `2A`: `../` or `./` at the beginning is removed.
        Prefix = "2A": rfc3986::DOTS_2A,
        /// `2B`: `/./` or `/.` becomes `/`.
        Here = "2B": rfc3986::DOTS_2B,
        /// `2C`: `/../` or `/..` becomes `/`, and the last segment of the output is removed.
        Above = "2C": rfc3986::DOTS_2C,
        /// `2D`: `.` or `..` alone is removed.
        Alone = "2D": rfc3986::DOTS_2D,
        /// `2E`: the first segment is moved to the output.
        Moved = "2E": rfc3986::DOTS_2E,
    }
    /// The words of the document for it.
    pub fn quotation(self) -> Quotation;
}

/// The two buffers of the loop that removes dot segments.
///
/// ```
/// use urlbnf_url::resolve::DotSegmentRemover;
///
/// let mut buffers = DotSegmentRemover::new(b"mid/content=5/../6");
/// let mut steps = Vec::new();
/// while let Some(step) = buffers.step() {
///     steps.push(step.name());
/// }
/// assert_eq!(steps, ["2E", "2E", "2C", "2E"]);
/// assert_eq!(buffers.output(), b"mid/6");
/// ```
#[derive(Debug, Clone)]
pub struct DotSegmentRemover<'p> {
    input: &'p [u8],
    output: Vec<u8>,
}

impl<'p> DotSegmentRemover<'p> {
    /// Puts the path into the input buffer; the output buffer is empty.
    pub fn new(path: &'p [u8]) -> DotSegmentRemover<'p> {
        DotSegmentRemover { input: path, output: Vec::new() }
    }

    /// The contents of the input buffer.
    pub fn input(&self) -> &[u8] {
        self.input
    }

    /// The contents of the output buffer.
    pub fn output(&self) -> &[u8] {
        &self.output
    }

    /// Takes one step; `None` if the input buffer is empty.
    pub fn step(&mut self) -> Option<DotStep> {
        let input = self.input;
        let (step, rest) = match input {
            [] => return None,
            [b'.', b'.', b'/', rest @ ..] | [b'.', b'/', rest @ ..] => (DotStep::Prefix, rest),
            [b'/', b'.', b'/', ..] => (DotStep::Here, &input[2..]),
            [b'/', b'.'] => (DotStep::Here, &b"/"[..]),
            [b'/', b'.', b'.', b'/', ..] => (DotStep::Above, &input[3..]),
            [b'/', b'.', b'.'] => (DotStep::Above, &b"/"[..]),
            [b'.'] | [b'.', b'.'] => (DotStep::Alone, &b""[..]),
            [first, rest @ ..] => {
                let next = rest.iter().position(|&byte| byte == b'/').unwrap_or(rest.len());
                self.output.push(*first);
                self.output.extend(&rest[..next]);
                (DotStep::Moved, &rest[next..])
            }
        };
        if step == DotStep::Above {
            let slash = self.output.iter().rposition(|&byte| byte == b'/');
            self.output.truncate(slash.unwrap_or(0));
        }
        self.input = rest;
        Some(step)
    }
}

/// The path without its dot segments.
///
/// ```
/// use urlbnf_url::resolve::remove_dot_segments;
///
/// assert_eq!(remove_dot_segments(b"/a/b/c/./../../g"), b"/a/g");
/// ```
pub fn remove_dot_segments(path: &[u8]) -> Vec<u8> {
    let mut buffers = DotSegmentRemover::new(path);
    while buffers.step().is_some() {}
    buffers.output
}
