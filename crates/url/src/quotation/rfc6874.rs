//! RFC 6874. Only the rules of its text are at hand, without sections and pages.

use super::{Citation, Document, Quotation};

const fn rule(words: &'static str) -> Quotation {
    let document = Document::Rfc6874;
    Quotation { citation: Citation { document, section: None, page: None }, words }
}

pub(crate) const ZONE: Quotation = rule("IPv6addrz = IPv6address \"%25\" ZoneID");

pub(super) const ALL: &[Quotation] = &[ZONE];
