//! Whether a repair changes the resource that a URL identifies.
//!
//! A string that fails identifies nothing yet, but its author meant something, and a repair
//! should identify the same. If the repair only percent-encodes characters, the input and the
//! result are compared like any two URLs. If a delimiter is missing, there is nothing to
//! compare, since the grammar or a sentence of the document prescribes it.

use std::ops::RangeInclusive;

use super::intent;
use super::lenient_parse::LenientParse;
use super::repair::{RepairEdit, RepairEditKind};
use crate::edition::{Document, Edition};
use crate::escape::{ReservedCharacters, UrlComparison, UrlRegion, compare, octets_of};
use crate::quotation::Basis;
use crate::verdict::Judge;

/// Whether a repair changes the resource that a URL identifies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepairEffect {
    /// The input and the repaired URL are equivalent.
    Same,
    /// The repair inserts or removes what the grammar or a sentence of the document prescribes;
    /// there is nothing to compare.
    Prescribed,
    /// The input and the repaired URL differ: a fragment is lost, or a character is now
    /// unencoded that may be reserved.
    Another {
        /// The sentence that reserves the character; `None` if there is none.
        basis: Option<Basis>,
    },
}

impl RepairEffect {
    /// Its stable name.
    pub fn name(&self) -> &'static str {
        match self {
            RepairEffect::Same => "same",
            RepairEffect::Prescribed => "prescribed",
            RepairEffect::Another { .. } => "another",
        }
    }

    /// The effect of edits on an input; `before` is the input with only the prescribed edits.
    pub(super) fn for_edits(
        edition: Edition,
        edits: &[RepairEdit],
        input: &[u8],
        [before, after]: [&[u8]; 2],
    ) -> RepairEffect {
        // The input, read as `urlbnf compare` reads it.
        let (typed, _) = octets_of(edition, input);
        if compare(edition, &typed, after).is_ok_and(|comparison| comparison.is_same()) {
            return RepairEffect::Same;
        }
        match compare(edition, before, after) {
            Ok(UrlComparison::Different { reserved, .. }) => {
                RepairEffect::Another { basis: reserved.map(|(_, basis)| basis) }
            }
            // The lost fragment may be one that cannot be decoded.
            Err(_) if edits.iter().any(|edit| edit.kind == RepairEditKind::CutFragment) => {
                RepairEffect::Another { basis: None }
            }
            // A text that cannot be decoded cannot be compared.
            Ok(_) | Err(_) => RepairEffect::Prescribed,
        }
    }
}

/// Where delimiters must be kept, and which characters were not meant to be part of the URL.
#[derive(Default)]
pub(super) struct RepairConstraints<'t> {
    /// The text and its offset in the input; `None` for a grammar that no document prints.
    shape: Option<(LenientParse<'t>, usize)>,
    /// From the start of the authority to the delimiter that ends it, if the URL has one.
    authority: Option<RangeInclusive<usize>>,
    /// The offset of the host, after the login.
    host: usize,
    /// Whether the URL is a mail address or a message identifier.
    is_address: bool,
    /// The characters that may never be percent-encoded.
    never: Option<ReservedCharacters>,
    /// Whether the text is judged as a reference, whose delimiters decide its form.
    is_reference: bool,
}

impl<'t> RepairConstraints<'t> {
    /// The constraints on a text that begins at `start` in the input.
    pub fn for_text(judge: &Judge, text: &'t [u8], start: usize) -> RepairConstraints<'t> {
        let Some(edition) = judge.whole_edition() else { return RepairConstraints::default() };
        let shape = LenientParse::new(text, 0);
        let authority = shape
            .authority
            .as_ref()
            .map(|authority| start + authority.start..=start + authority.end);
        let is_address = shape.is_one_of(&["mailto", "news", "mid", "cid"]);
        // "so may NEVER be encoded and unencoded in this way" (RFC 1630, page 8).
        let never = edition.document() == Document::Rfc1630;
        let never =
            never.then(|| ReservedCharacters::for_region(edition, shape.scheme, UrlRegion::Path));
        let host = start + shape.host.start;
        let is_reference = judge.references().is_some();
        RepairConstraints {
            shape: Some((shape, start)),
            authority,
            host,
            is_address,
            never,
            is_reference,
        }
    }

    /// Whether the byte may be percent-encoded.
    pub fn allow_escape(&self, input: &[u8], at: usize) -> bool {
        let byte = input[at];
        let delimiter = b"/?=#;:@".contains(&byte);
        let swallowed = self.is_address && delimiter || self.is_reference && b":/?".contains(&byte);
        let in_authority = self.authority.as_ref().is_some_and(|authority| authority.contains(&at));
        let in_host = in_authority && (delimiter || at >= self.host);
        // A space is not a delimiter, nor is a `%` that begins no triplet.
        let never = self.never.filter(|_| !b" %".contains(&byte));
        let is_meant =
            || self.shape.as_ref().is_none_or(|(shape, start)| intent::is_meant(shape, at - start));
        !swallowed
            && !in_host
            && !never.is_some_and(|characters| characters.contains(byte))
            && is_meant()
    }

    /// Whether the `%` may be percent-encoded, because a literal percent sign was meant.
    pub fn allow_percent(&self, input: &[u8], at: usize) -> bool {
        let percentage = |(shape, start): &(LenientParse<'_>, usize)| {
            intent::is_percent_meant(shape.input, at - start)
        };
        self.shape.as_ref().is_none_or(percentage) && self.allow_escape(input, at)
    }

    /// Whether a slash may be added at the end, after a host.
    pub fn allow_last_slash(&self) -> bool {
        self.shape.is_none() || self.authority.is_some()
    }

    /// Whether a slash may be added before the byte, after a host.
    pub fn allow_slash(&self, at: usize, byte: u8) -> bool {
        self.authority.as_ref().is_some_and(|authority| authority.contains(&at)) && byte == b'?'
    }
}
