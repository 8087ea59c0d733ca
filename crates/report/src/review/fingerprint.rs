//! What tells one edit from another, whatever moves around it.
//!
//! It is made of the kind of a finding, of the names and the texts of its rule before and
//! after, without comments and with one space between words. Lines, files and revisions are
//! no part of it, and neither are strings, which an edit elsewhere may change.

use urlbnf_bnf::fingerprint::Fingerprint;

/// The fingerprint of some parts.
pub(crate) fn fingerprint(parts: &[Option<&str>]) -> String {
    let add = |all: Fingerprint, part: &Option<&str>| {
        // No byte of UTF-8.
        let end = if part.is_some() { 0xFF } else { 0xFE };
        all.with(part.unwrap_or_default().bytes()).with([end])
    };
    parts.iter().fold(Fingerprint::default(), add).to_string()
}
