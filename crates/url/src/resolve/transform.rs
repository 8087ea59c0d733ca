//! The transformation of references by RFC 3986, section 5.2.2, on five components.
//!
//! The document gives pseudocode. A step here is one line of it: it assigns components of the
//! target, and shows the target so far. A strict parser takes every reference with a scheme as
//! it is; one that is not strict removes a scheme equal to that of the base. RFC 3987 has no
//! algorithm of its own and says that this one can be applied directly.
//!
//! The result can have another meaning when it is read again: `/.//g` in `x:a` gives `x://g`,
//! whose `g` is an authority. The algorithm is followed to the letter, and the step says so.

use super::components::Components;
use super::dots::remove_dot_segments;
use super::{PartialContext, Resolution, Rule, Steps};
use crate::quotation::{Quotation, rfc3986, rfc3987};

const OTHER_CASE: &str = "the same without its case: schemes have none";
const READ_AGAIN: &str = "read again, the text after the two slashes is an authority";

/// Resolves a reference.
pub(super) fn resolve(
    rule: Rule,
    base: &[u8],
    reference: &[u8],
) -> Result<Resolution, PartialContext> {
    let base = Components::of(rule, base);
    let mut own = Components::of(rule, reference);
    let mut steps = Steps::default();
    if rule == Rule::Rfc3987 {
        steps.push(rfc3987::RELATIVE, None, reference.to_vec());
    }
    if let (Rule::Rfc3986NotStrict, Some(scheme), Some(context)) = (rule, own.scheme, base.scheme)
        && scheme.eq_ignore_ascii_case(context)
    {
        own.scheme = None;
        let remark = (scheme != context).then_some(OTHER_CASE);
        steps.push(rfc3986::NOT_STRICT, remark, own.text());
    }
    if own.scheme.is_some() {
        return Ok(as_it_is(steps, rfc3986::IF_SCHEME, own, own));
    }
    if base.scheme.is_none() {
        return Err(PartialContext);
    }
    let target = Components { scheme: base.scheme, ..own };
    if own.authority.is_some() {
        return Ok(as_it_is(steps, rfc3986::IF_AUTHORITY, own, target));
    }
    let target = Components { authority: base.authority, ..target };
    Ok(below(steps, &base, own, target))
}

/// The target of a reference with a scheme or an authority of its own.
fn as_it_is<'u>(
    mut steps: Steps,
    by: Quotation,
    own: Components<'u>,
    target: Components<'u>,
) -> Resolution {
    let bare = Components { fragment: None, ..own };
    steps.push(by, None, bare.text());
    let path = removed(&mut steps, &bare);
    if target.scheme != own.scheme {
        let text = Components { scheme: target.scheme, path: &path, ..bare }.text();
        steps.push(rfc3986::BASE_SCHEME_TAKEN, None, text);
    }
    ended(steps, &Components { path: &path, ..target })
}

/// The target of a reference that inherits the authority of the base.
fn below(
    mut steps: Steps,
    base: &Components<'_>,
    own: Components<'_>,
    target: Components<'_>,
) -> Resolution {
    let mut found = Components { fragment: None, ..own };
    let merged;
    let mut path = base.path.to_vec();
    if own.path.is_empty() {
        found.path = base.path;
        steps.push(rfc3986::IF_NO_PATH, None, base.path.to_vec());
        found.query = own.query.or(base.query);
        steps.push(rfc3986::IF_QUERY, None, found.text());
    } else {
        if own.path.starts_with(b"/") {
            steps.push(rfc3986::IF_ROOT, None, found.text());
        } else {
            let (by, kept) = directory(base);
            merged = [kept, own.path].concat();
            found.path = &merged;
            steps.push(by, None, found.text());
        }
        path = removed(&mut steps, &found);
    }
    let target = Components { query: found.query, path: &path, ..target };
    let placed = Components { authority: target.authority, path: &path, ..found };
    if target.authority.is_some() {
        steps.push(rfc3986::BASE_AUTHORITY, None, placed.text());
    }
    let placed = Components { scheme: target.scheme, ..placed };
    steps.push(rfc3986::BASE_SCHEME_TAKEN, None, placed.text());
    ended(steps, &target)
}

/// The part of the base that precedes a merged path, and the sentence for it.
fn directory<'u>(base: &Components<'u>) -> (Quotation, &'u [u8]) {
    if base.authority.is_some() && base.path.is_empty() {
        return (rfc3986::MERGE_EMPTY, b"/");
    }
    let slash = base.path.iter().rposition(|&byte| byte == b'/');
    (rfc3986::MERGE, &base.path[..slash.map_or(0, |slash| slash + 1)])
}

/// The path without dot segments; adds a step if there were any.
fn removed(steps: &mut Steps, found: &Components<'_>) -> Vec<u8> {
    let path = remove_dot_segments(found.path);
    if path != found.path {
        steps.push(rfc3986::DOTS, None, Components { path: &path, ..*found }.text());
        if let Some(step) = steps.last_mut() {
            step.dotted = Some(found.path.to_vec());
        }
    }
    path
}

/// Ends with the target; if it reads as something else, the last step says so.
fn ended(steps: Steps, target: &Components<'_>) -> Resolution {
    let mut resolution = steps.end(rfc3986::FRAGMENT_TAKEN, target.text());
    let read_again = target.authority.is_none() && target.path.starts_with(b"//");
    if let Some(last) = resolution.steps.last_mut().filter(|_| read_again) {
        last.remark = Some(READ_AGAIN);
    }
    resolution
}
