//! The transformation of references by RFC 3986, section 5.2.2, on five components.
//!
//! The document gives pseudocode. A step here is one line of it: it assigns components of the
//! target, and shows the target so far. A strict parser takes every reference with a scheme as
//! it is; one that is not strict removes a scheme equal to that of the base. RFC 3987 has no
//! algorithm of its own and says that this one can be applied directly.
//!
//! The result can have another meaning when it is read again: `/.//g` in `x:a` gives `x://g`,
//! whose `g` is an authority. The algorithm is followed to the letter, and the step says so.

use super::components::ReferenceComponents;
use super::dots::remove_dot_segments;
use super::{PartialContextError, Resolution, ResolutionRule, ResolveSteps};
use crate::quotation::{Quotation, rfc3986, rfc3987};

const OTHER_CASE: &str = "the same without its case: schemes have none";
const READ_AGAIN: &str = "read again, the text after the two slashes is an authority";

/// Resolves a reference.
pub(super) fn resolve(
    rule: ResolutionRule,
    base: &[u8],
    reference: &[u8],
) -> Result<Resolution, PartialContextError> {
    let base = ReferenceComponents::split(rule, base);
    let mut own = ReferenceComponents::split(rule, reference);
    let mut steps = ResolveSteps::default();
    if rule == ResolutionRule::Rfc3987 {
        steps.push(rfc3987::RELATIVE, None, reference.to_vec());
    }
    if let (ResolutionRule::Rfc3986NotStrict, Some(scheme), Some(context)) =
        (rule, own.scheme, base.scheme)
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
        return Err(PartialContextError);
    }
    let target = ReferenceComponents { scheme: base.scheme, ..own };
    if own.authority.is_some() {
        return Ok(as_it_is(steps, rfc3986::IF_AUTHORITY, own, target));
    }
    let target = ReferenceComponents { authority: base.authority, ..target };
    Ok(below(steps, &base, own, target))
}

/// The target of a reference with a scheme or an authority of its own.
fn as_it_is<'u>(
    mut steps: ResolveSteps,
    by: Quotation,
    own: ReferenceComponents<'u>,
    target: ReferenceComponents<'u>,
) -> Resolution {
    let bare = ReferenceComponents { fragment: None, ..own };
    steps.push(by, None, bare.text());
    let path = removed(&mut steps, &bare);
    if target.scheme != own.scheme {
        let text = ReferenceComponents { scheme: target.scheme, path: &path, ..bare }.text();
        steps.push(rfc3986::BASE_SCHEME_TAKEN, None, text);
    }
    ended(steps, &ReferenceComponents { path: &path, ..target })
}

/// The target of a reference that inherits the authority of the base.
fn below(
    mut steps: ResolveSteps,
    base: &ReferenceComponents<'_>,
    own: ReferenceComponents<'_>,
    target: ReferenceComponents<'_>,
) -> Resolution {
    let mut found = ReferenceComponents { fragment: None, ..own };
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
    let target = ReferenceComponents { query: found.query, path: &path, ..target };
    let placed = ReferenceComponents { authority: target.authority, path: &path, ..found };
    if target.authority.is_some() {
        steps.push(rfc3986::BASE_AUTHORITY, None, placed.text());
    }
    let placed = ReferenceComponents { scheme: target.scheme, ..placed };
    steps.push(rfc3986::BASE_SCHEME_TAKEN, None, placed.text());
    ended(steps, &target)
}

/// The part of the base that precedes a merged path, and the sentence for it.
fn directory<'u>(base: &ReferenceComponents<'u>) -> (Quotation, &'u [u8]) {
    if base.authority.is_some() && base.path.is_empty() {
        return (rfc3986::MERGE_EMPTY, b"/");
    }
    let slash = base.path.iter().rposition(|&byte| byte == b'/');
    (rfc3986::MERGE, &base.path[..slash.map_or(0, |slash| slash + 1)])
}

/// The path without dot segments; adds a step if there were any.
fn removed(steps: &mut ResolveSteps, found: &ReferenceComponents<'_>) -> Vec<u8> {
    let path = remove_dot_segments(found.path);
    if path != found.path {
        steps.push(rfc3986::DOTS, None, ReferenceComponents { path: &path, ..*found }.text());
        if let Some(step) = steps.last_mut() {
            step.dotted = Some(found.path.to_vec());
        }
    }
    path
}

/// Ends with the target; if it reads as something else, the last step says so.
fn ended(steps: ResolveSteps, target: &ReferenceComponents<'_>) -> Resolution {
    let mut resolution = steps.end(rfc3986::FRAGMENT_TAKEN, target.text());
    let read_again = target.authority.is_none() && target.path.starts_with(b"//");
    if let Some(last) = resolution.steps.last_mut().filter(|_| read_again) {
        last.remark = Some(READ_AGAIN);
    }
    resolution
}
