//! The core rules of ABNF, which every grammar has.
//!
//! RFC 5234, appendix B.1, defines them; a file may redefine them. The core rules that a file
//! needs are appended to its text, so that each of their parts has a place.
//! [`Listing`](super::Listing) knows where its own text ends.

/// The name of the core rules' source, as places show it.
pub(super) const SOURCE: &str = "RFC 5234, appendix B.1";

/// The document of the core rules, as an import names it.
pub(super) const DOCUMENT: &str = "rfc5234";

/// The name of the source of [`LIST_SPACE`], as places show it.
pub(super) const LIST_SOURCE: &str = "RFC 9110, section 5.6.3";

const RULES: [&str; 16] = [
    "ALPHA = %x41-5A / %x61-7A",
    "BIT = \"0\" / \"1\"",
    "CHAR = %x01-7F",
    "CR = %x0D",
    "CRLF = CR LF",
    "CTL = %x00-1F / %x7F",
    "DIGIT = %x30-39",
    "DQUOTE = %x22",
    "HEXDIG = DIGIT / \"A\" / \"B\" / \"C\" / \"D\" / \"E\" / \"F\"",
    "HTAB = %x09",
    "LF = %x0A",
    "LWSP = *(WSP / CRLF WSP)",
    "OCTET = %x00-FF",
    "SP = %x20",
    "VCHAR = %x21-7E",
    "WSP = SP / HTAB",
];

/// The names of the core rules.
pub fn core_names() -> impl Iterator<Item = &'static str> {
    RULES.into_iter().filter_map(|rule| Some(rule.split_once(' ')?.0))
}

/// The white space around the commas of a list, unless the file defines it.
pub(super) const LIST_SPACE: &str = "OWS = *( SP / HTAB )";

/// The core rule with this name, in any case.
pub(super) fn rule(name: &str) -> Option<&'static str> {
    RULES
        .into_iter()
        .find(|rule| rule.split_once(' ').is_some_and(|(own, _)| own.eq_ignore_ascii_case(name)))
}

/// Whether a core rule has this name.
pub(super) fn is_core(name: &str) -> bool {
    rule(name).is_some()
}

/// The core rules among these names, with those that they need, in alphabetical order, which is
/// that of the appendix.
pub(super) fn needed<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<&'static str> {
    let mut needed: Vec<&'static str> = Vec::new();
    let mut pending: Vec<&'static str> = names.into_iter().filter_map(rule).collect();
    while let Some(next) = pending.pop() {
        if !needed.contains(&next) {
            needed.push(next);
            let words = next.split(|character: char| !character.is_ascii_alphanumeric());
            pending.extend(words.filter_map(rule));
        }
    }
    needed.sort_unstable();
    needed
}
