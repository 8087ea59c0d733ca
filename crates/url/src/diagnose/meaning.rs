//! What a repair does to what is named.
//!
//! A string that fails names nothing yet; but its writer meant something, and a
//! repair should name the same. Where it only writes characters as triplets, the
//! two are compared as any two URLs are. Where a delimiter is missing there is
//! nothing to compare, for the grammar or a sentence says how it must be written.

use std::ops::RangeInclusive;

use super::repair::{Edit, EditKind};
use super::shape::Shape;
use crate::edition::{Document, Edition};
use crate::escape::{Comparison, Region, Reserved, compare};
use crate::quotation::Basis;
use crate::verdict::Judge;

/// What a repair does to what is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// Compared, the two are the same.
    Same,
    /// It puts in or takes out what the grammar or a sentence of the document
    /// wants so; there is nothing to compare.
    Prescribed,
    /// Compared, the two are different: a fragment is lost, or a character stands for
    /// itself that may have meant something.
    Another {
        /// The words that reserve the character; `None` where there are none.
        basis: Option<Basis>,
    },
}

impl Meaning {
    /// Its stable name.
    pub fn name(&self) -> &'static str {
        match self {
            Meaning::Same => "same",
            Meaning::Prescribed => "prescribed",
            Meaning::Another { .. } => "another",
        }
    }

    /// What edits do: `before` has those of them that are prescribed, if any.
    pub(super) fn of(
        edition: Edition,
        edits: &[Edit],
        prescribed: bool,
        [before, after]: [&[u8]; 2],
    ) -> Meaning {
        match compare(edition, before, after) {
            Ok(Comparison::Different { reserved, .. }) => {
                Meaning::Another { basis: reserved.map(|(_, basis)| basis) }
            }
            Ok(_) if !prescribed && edits.iter().all(|edit| keeps(edit.kind)) => Meaning::Same,
            // A fragment may be lost that cannot be decoded.
            Err(_) if edits.iter().any(|edit| edit.kind == EditKind::CutFragment) => {
                Meaning::Another { basis: None }
            }
            // What cannot be decoded cannot be compared.
            Ok(_) | Err(_) => Meaning::Prescribed,
        }
    }
}

/// Whether an edit of a kind leaves the URL the same, whatever it is.
fn keeps(kind: EditKind) -> bool {
    match kind {
        EditKind::ByteOrderMark | EditKind::Unwrap | EditKind::Lower | EditKind::Escape => true,
        EditKind::EscapePercent
        | EditKind::CutFragment
        | EditKind::PutIn
        | EditKind::Remove
        | EditKind::Replace => false,
    }
}

/// Where a delimiter must stay one.
#[derive(Default)]
pub(super) struct Limits {
    /// From `//` to what ends the host, in a URL that has them.
    authority: Option<RangeInclusive<usize>>,
    /// Where the host begins, behind the login.
    host: usize,
    /// Whether it is a mail address, or an article's.
    is_address: bool,
    /// What may never be written as a triplet.
    never: Option<Reserved>,
    /// Whether it is a reference to the letter, whose delimiters decide what it is.
    is_reference: bool,
    /// Whether it is a document's.
    is_known: bool,
}

impl Limits {
    /// Those of a text of an input, in which it begins at `start`.
    pub fn of(judge: &Judge, text: &[u8], start: usize) -> Limits {
        let Some(edition) = judge.whole_edition() else { return Limits::default() };
        let shape = Shape::of(text, 0);
        let authority = shape.authority.as_ref().map(|it| start + it.start..=start + it.end);
        let is_address = shape.is_one_of(&["mailto", "news", "mid", "cid"]);
        // "so may NEVER be encoded and unencoded in this way" (RFC 1630, page 8).
        let never = edition.document() == Document::Rfc1630;
        let never = never.then(|| Reserved::of(edition, shape.scheme, Region::Path));
        let host = start + shape.host.start;
        let is_reference = judge.references().is_some();
        Limits { authority, host, is_address, never, is_reference, is_known: true }
    }

    /// Whether the byte may be written as a triplet.
    pub fn allow_escape(&self, input: &[u8], at: usize) -> bool {
        let byte = input[at];
        let delimiter = b"/?=#;:@".contains(&byte);
        let swallowed = self.is_address && delimiter || self.is_reference && b":/?".contains(&byte);
        let in_authority = self.authority.as_ref().is_some_and(|it| it.contains(&at));
        let in_host = in_authority && (delimiter || at >= self.host);
        // A space is no delimiter, nor is a `%` that begins no triplet.
        let never = self.never.filter(|_| !b" %".contains(&byte));
        !swallowed && !in_host && !never.is_some_and(|it| it.contains(byte))
    }

    /// Whether a slash may be missing at the end: it ends a host.
    pub fn allow_last_slash(&self) -> bool {
        !self.is_known || self.authority.is_some()
    }

    /// Whether a slash may be missing before the byte: it ends a host.
    pub fn allow_slash(&self, at: usize, byte: u8) -> bool {
        self.authority.as_ref().is_some_and(|it| it.contains(&at)) && b"?;".contains(&byte)
    }
}
