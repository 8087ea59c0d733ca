//! What the World-Wide Web Library did with relative names.
//!
//! Its published test results are the only source: what they show is done, and
//! marked as practice. Of what they do not show, `//g` and `?y`, the step says
//! that it is done as RFC 1808 later wrote it down. An absolute path keeps its
//! dots, `..` at the end leaves a slash, and `;x` keeps the last name of the path:
//! in all three the library was not what RFC 1630 says.

use super::{Context, Resolution, Step, path_length, until};
use crate::quotation::Basis;

/// On what a step of this rule rests.
pub(super) const SHOWN: Basis = Basis::Unsaid {
    reason: "it is what the World-Wide Web Library did, by its published test results",
};

const NOT_SHOWN: &str = "the published results have no such form: as in RFC 1808";

/// What a partial form meant.
pub(super) fn resolve(context: &Context<'_>, base: &[u8], reference: &[u8]) -> Resolution {
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
    Resolution::in_one(Step::new(SHOWN, remark, uri))
}

/// In the directory of the context.
fn below(context: &Context<'_>, reference: &[u8]) -> Vec<u8> {
    let directory = context.directory();
    let (path, rest) = reference.split_at(until(&reference[..path_length(reference)], b";"));
    let (server, directory) = directory.split_at(context.server);
    let path = without_dots(&[directory, path].concat());
    [server, &path, rest].concat()
}

/// A path without the elements that stand for others; where the last of them
/// stood, a slash is left.
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
