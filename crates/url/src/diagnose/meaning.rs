//! What a repair does to what is named.
//!
//! A string that fails names nothing yet; but its writer meant something, and a
//! repair should name the same. Where it only writes characters as triplets, the
//! two are compared as any two URLs are. Where a delimiter is missing there is
//! nothing to compare, for the grammar or a sentence says how it must be written.

use std::ops::RangeInclusive;

use super::intent;
use super::repair::{Edit, EditKind};
use super::shape::Shape;
use crate::edition::{Document, Edition};
use crate::escape::{Comparison, Region, Reserved, compare, octets_of};
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

    /// What edits make of an input; `before` is the input with those that are prescribed.
    pub(super) fn of(
        edition: Edition,
        edits: &[Edit],
        input: &[u8],
        [before, after]: [&[u8]; 2],
    ) -> Meaning {
        // As `urlbnf compare` reads them.
        let (typed, _) = octets_of(edition, input);
        if compare(edition, &typed, after).is_ok_and(|it| it.is_same()) {
            return Meaning::Same;
        }
        match compare(edition, before, after) {
            Ok(Comparison::Different { reserved, .. }) => {
                Meaning::Another { basis: reserved.map(|(_, basis)| basis) }
            }
            // A fragment may be lost that cannot be decoded.
            Err(_) if edits.iter().any(|edit| edit.kind == EditKind::CutFragment) => {
                Meaning::Another { basis: None }
            }
            // What cannot be decoded cannot be compared.
            Ok(_) | Err(_) => Meaning::Prescribed,
        }
    }
}

/// Where a delimiter must stay one, and what was not meant to be part of the URL.
#[derive(Default)]
pub(super) struct Limits<'t> {
    /// The text, and where it begins in the input; `None` of what is not a document's.
    shape: Option<(Shape<'t>, usize)>,
    /// From `//` to what ends the host, in a URL that has them.
    authority: Option<RangeInclusive<usize>>,
    /// Where the host begins, after the login.
    host: usize,
    /// Whether it is a mail address, or an article's.
    is_address: bool,
    /// What may never be written as a triplet.
    never: Option<Reserved>,
    /// Whether it is a reference to the letter, whose delimiters decide what it is.
    is_reference: bool,
}

impl<'t> Limits<'t> {
    /// Those of a text of an input, in which it begins at `start`.
    pub fn of(judge: &Judge, text: &'t [u8], start: usize) -> Limits<'t> {
        let Some(edition) = judge.whole_edition() else { return Limits::default() };
        let shape = Shape::of(text, 0);
        let authority = shape.authority.as_ref().map(|it| start + it.start..=start + it.end);
        let is_address = shape.is_one_of(&["mailto", "news", "mid", "cid"]);
        // "so may NEVER be encoded and unencoded in this way" (RFC 1630, page 8).
        let never = edition.document() == Document::Rfc1630;
        let never = never.then(|| Reserved::of(edition, shape.scheme, Region::Path));
        let host = start + shape.host.start;
        let is_reference = judge.references().is_some();
        Limits { shape: Some((shape, start)), authority, host, is_address, never, is_reference }
    }

    /// Whether the byte may be written as a triplet.
    pub fn allow_escape(&self, input: &[u8], at: usize) -> bool {
        let byte = input[at];
        let delimiter = b"/?=#;:@".contains(&byte);
        let swallowed = self.is_address && delimiter || self.is_reference && b":/?".contains(&byte);
        let in_authority = self.authority.as_ref().is_some_and(|it| it.contains(&at));
        let in_host = in_authority && (delimiter || at >= self.host);
        // A space is not a delimiter, nor is a `%` that begins no triplet.
        let never = self.never.filter(|_| !b" %".contains(&byte));
        let is_meant =
            || self.shape.as_ref().is_none_or(|(shape, start)| intent::is_meant(shape, at - start));
        !swallowed && !in_host && !never.is_some_and(|it| it.contains(byte)) && is_meant()
    }

    /// Whether the `%` may be written as a triplet: it was meant as itself.
    pub fn allow_percent(&self, input: &[u8], at: usize) -> bool {
        let percentage =
            |(shape, start): &(Shape<'_>, usize)| intent::is_percent_meant(shape.input, at - start);
        self.shape.as_ref().is_none_or(percentage) && self.allow_escape(input, at)
    }

    /// Whether a slash may be missing at the end: it ends a host.
    pub fn allow_last_slash(&self) -> bool {
        self.shape.is_none() || self.authority.is_some()
    }

    /// Whether a slash may be missing before the byte: it ends a host.
    pub fn allow_slash(&self, at: usize, byte: u8) -> bool {
        self.authority.as_ref().is_some_and(|it| it.contains(&at)) && byte == b'?'
    }
}
