//! The fingerprint of an edit, independent of the text around it.
//!
//! It depends on the kind of the finding, and on the names and texts of its rule before and
//! after, without comments and with single spaces. Lines, files and revisions do not change
//! it, nor do witnesses, which an edit elsewhere may change.

use urlbnf_bnf::fingerprint::Fingerprint;

/// The fingerprint of some parts.
pub(crate) fn fingerprint(parts: &[Option<&str>]) -> String {
    let add = |all: Fingerprint, part: &Option<&str>| {
        // These bytes do not occur in UTF-8.
        let end = if part.is_some() { 0xFF } else { 0xFE };
        all.with(part.unwrap_or_default().bytes()).with([end])
    };
    parts.iter().fold(Fingerprint::default(), add).to_string()
}
