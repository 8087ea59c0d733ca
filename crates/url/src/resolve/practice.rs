//! How the World-Wide Web Library resolved relative names.
//!
//! The only source is its published test results. What they show is done and marked as
//! practice. They do not show `//g` and `?y`; for those the step says that it follows RFC
//! 1808, which is later. An absolute path keeps its dots, `..` at the end leaves a slash, and
//! `;x` keeps the last name of the path. In all three the library differed from RFC 1630.

use super::{BaseUri, Resolution, ResolveStep, path_length, until};
use crate::quotation::Basis;

/// The basis of a step of this rule.
pub(super) const SHOWN: Basis = Basis::Unstated {
    reason: "it is what the World-Wide Web Library did, by its published test results",
};

const NOT_SHOWN: &str = "the published results have no such form: as in RFC 1808";

/// Resolves a partial form.
pub(super) fn resolve(context: &BaseUri<'_>, base: &[u8], reference: &[u8]) -> Resolution {
    let whole = &base[..until(base, b"#")];
    let path_end = context.uri.len();
    let last = context.uri[context.server..].iter().rposition(|&byte| byte == b'/');
    let last = last.map_or(context.server, |slash| context.server + slash + 1);
    let without_parameters = last + until(&context.uri[last..], b";");
    let (uri, remark) = match reference {
        [] => (base.to_vec(), None),
        [b'#', ..] => ([whole, reference].concat(), None),
        [b'?', ..] => ([&base[..path_end], reference].concat(), Some(NOT_SHOWN)),
        [b';', ..] => ([&base[..without_parameters], reference].concat(), None),
        [b'/', b'/', ..] => ([&base[..context.scheme], reference].concat(), Some(NOT_SHOWN)),
        [b'/', ..] => ([&base[..context.server], reference].concat(), None),
        _ => (below(context, reference), None),
    };
    Resolution::in_one(ResolveStep::new(SHOWN, remark, uri))
}

/// The URI in the directory of the context.
fn below(context: &BaseUri<'_>, reference: &[u8]) -> Vec<u8> {
    let directory = context.directory();
    let (path, rest) = reference.split_at(until(&reference[..path_length(reference)], b";"));
    let (server, directory) = directory.split_at(context.server);
    let path = without_dots(&[directory, path].concat());
    [server, &path, rest].concat()
}

/// The path without its dot segments. If the last element is one, a slash remains.
pub(super) fn without_dots(path: &[u8]) -> Vec<u8> {
    let mut kept: Vec<&[u8]> = Vec::new();
    let mut elements = path.split(|&byte| byte == b'/').peekable();
    while let Some(element) = elements.next() {
        let named = kept.last().is_some_and(|before| ![&b""[..], b".."].contains(before));
        let gone = match element {
            b"." => true,
            b".." if named => {
                kept.pop();
                true
            }
            _ => false,
        };
        if !gone {
            kept.push(element);
        } else if elements.peek().is_none() {
            kept.push(b"");
        }
    }
    kept.join(&b'/')
}
