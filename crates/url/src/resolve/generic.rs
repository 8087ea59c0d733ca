//! Relative references by components: RFC 1808, section 4, and RFC 2396, section 5.2.
//!
//! Both split base and reference, let the reference inherit what it lacks, and join the
//! components. The same four operations remove `.` and `..` from a relative path. The two
//! differ in what a component is. RFC 1808 has parameters after the path, and treats an empty
//! component as absent; in RFC 2396 parameters belong to segments, and an empty component is
//! present. So `?y` keeps the last segment in RFC 1808 and loses it in RFC 2396. The empty
//! reference is the base in RFC 1808. In RFC 2396 it is the current document, which need not
//! be the base, and is written here as the document writes it.
//!
//! If the path of the base is empty after a host, neither document says that the path begins
//! with a slash. The slash is added here, and a remark on the step says so.

use super::components::ReferenceComponents;
use super::{Resolution, ResolutionRule, ResolveStep, ResolveSteps};
use crate::quotation::{Basis, Quotation, rfc1808, rfc2396};

/// How RFC 2396 writes a reference to the document that contains it.
const CURRENT: &[u8] = b"(current document)";

/// One step that changes a path.
type PathOperation = fn(&[u8]) -> Vec<u8>;

/// The steps that remove dots from a path, in their order.
const OPERATIONS: [PathOperation; 4] =
    [without_dot, without_last_dot, without_dots, without_last_dots];

/// The sentences of a rule for each step.
struct ResolutionSentences {
    scheme: Quotation,
    authority: [Quotation; 2],
    root: Quotation,
    last: &'static [Quotation],
    dots: [Quotation; 4],
    recombined: Quotation,
}

const RFC1808: ResolutionSentences = ResolutionSentences {
    scheme: rfc1808::SCHEME,
    authority: [rfc1808::NET_LOC, rfc1808::NET_LOC],
    root: rfc1808::ROOT,
    last: &[rfc1808::LAST],
    dots: [rfc1808::DOT, rfc1808::LAST_DOT, rfc1808::DOTS, rfc1808::LAST_DOTS],
    recombined: rfc1808::RECOMBINED,
};

const RFC2396: ResolutionSentences = ResolutionSentences {
    scheme: rfc2396::SCHEME,
    authority: [rfc2396::NETWORK, rfc2396::AUTHORITY],
    root: rfc2396::ROOT,
    last: &[rfc2396::LAST, rfc2396::APPENDED],
    dots: [rfc2396::DOT, rfc2396::LAST_DOT, rfc2396::DOTS, rfc2396::LAST_DOTS],
    recombined: rfc2396::RECOMBINED,
};

/// The steps so far; each shows its text after a common prefix.
#[derive(Default)]
struct PrefixedSteps {
    prefix: Vec<u8>,
    steps: ResolveSteps,
}

impl PrefixedSteps {
    fn push(&mut self, quotation: Quotation, remark: Option<&'static str>, rest: &[u8]) {
        self.steps.push(quotation, remark, [&self.prefix, rest].concat());
    }

    /// Ends with the joined components.
    fn end(self, quotation: Quotation, components: &ReferenceComponents<'_>) -> Resolution {
        self.steps.end(quotation, components.text())
    }
}

/// Resolves a reference without a scheme.
pub(super) fn resolve(rule: ResolutionRule, base: &[u8], reference: &[u8]) -> Resolution {
    let sentences = if rule == ResolutionRule::Rfc1808 { RFC1808 } else { RFC2396 };
    let done =
        |quotation, uri| Resolution::in_one(ResolveStep::new(Basis::Stated(quotation), None, uri));
    let from = ReferenceComponents::split(rule, base);
    let own = ReferenceComponents::split(rule, reference);
    let alone = own.path.is_empty() && own.authority.is_none() && own.query.is_none();
    match rule {
        ResolutionRule::Rfc1808 if reference.is_empty() => {
            return done(rfc1808::EMPTY, base.to_vec());
        }
        ResolutionRule::Rfc2396 if alone => {
            return done(rfc2396::CURRENT, [CURRENT, reference].concat());
        }
        _ => {}
    }
    let mut steps = PrefixedSteps::default();
    let mut found = ReferenceComponents { scheme: from.scheme, ..own };
    let prefix = |authority| ReferenceComponents {
        scheme: from.scheme,
        authority,
        ..ReferenceComponents::default()
    };
    steps.push(sentences.scheme, None, &prefix(None).text());
    // "If the embedded URL's <net_loc> is non-empty" (RFC 1808, section 4).
    let has_own = |own: &[u8]| rule != ResolutionRule::Rfc1808 || !own.is_empty();
    if own.authority.is_some_and(has_own) {
        return steps.end(sentences.authority[0], &found);
    }
    found.authority = from.authority.or(own.authority);
    steps.prefix = prefix(found.authority).text();
    if found.authority.is_some() {
        steps.push(sentences.authority[1], None, b"");
    }
    if own.path.starts_with(b"/") {
        steps.push(sentences.root, None, own.path);
        return steps.end(sentences.recombined, &found);
    }
    if own.path.is_empty() && rule == ResolutionRule::Rfc1808 {
        return inherited(steps, &from, found);
    }
    let path = merged(&mut steps, &sentences, &from, own.path);
    found.path = &path;
    steps.end(sentences.recombined, &found)
}

/// Step 5 of RFC 1808: a reference without a path inherits the path of the base.
fn inherited<'u>(
    mut steps: PrefixedSteps,
    from: &ReferenceComponents<'u>,
    mut found: ReferenceComponents<'u>,
) -> Resolution {
    found.path = from.path;
    steps.push(rfc1808::NO_PATH, None, from.path);
    let bare =
        |found: &ReferenceComponents<'u>| ReferenceComponents { fragment: None, ..*found }.text();
    if found.params.is_none() {
        found.params = from.params;
        let inherits = found.query.is_none();
        steps.prefix.clear();
        let without = ReferenceComponents { query: None, ..found };
        steps.push(rfc1808::PARAMS, None, &bare(&without));
        if inherits {
            found.query = from.query;
            steps.push(rfc1808::QUERY, None, &bare(&found));
        }
    }
    steps.end(rfc1808::RECOMBINED, &found)
}

/// A relative path merged with the path of the base, without `.` and `..`.
fn merged(
    steps: &mut PrefixedSteps,
    sentences: &ResolutionSentences,
    from: &ReferenceComponents<'_>,
    path: &[u8],
) -> Vec<u8> {
    let slash = from.path.iter().rposition(|&byte| byte == b'/');
    let kept = &from.path[..slash.map_or(0, |slash| slash + 1)];
    let begun = kept.is_empty() && from.authority.is_some();
    let kept = if begun { &b"/"[..] } else { kept };
    let remark = begun.then_some("the path was empty: a slash begins it");
    let mut merged = [kept, path].concat();
    match sentences.last {
        [copied, appended] => {
            steps.push(*copied, remark, kept);
            steps.push(*appended, None, &merged);
        }
        [last, ..] => steps.push(*last, remark, &merged),
        [] => {}
    }
    for (operation, quotation) in OPERATIONS.into_iter().zip(sentences.dots) {
        let next = operation(&merged);
        if next != merged {
            steps.push(quotation, None, &next);
            merged = next;
        }
    }
    merged
}

/// The path without its dot segments.
pub(super) fn path_without_dots(path: &[u8]) -> Vec<u8> {
    OPERATIONS.into_iter().fold(path.to_vec(), |path, operation| operation(&path))
}

/// The leading slash of a path, if any, and the segments.
fn segments(path: &[u8]) -> (&[u8], Vec<&[u8]>) {
    let (slash, rest) = path.split_at(usize::from(path.starts_with(b"/")));
    (slash, rest.split(|&byte| byte == b'/').collect())
}

fn joined(slash: &[u8], segments: &[&[u8]]) -> Vec<u8> {
    [slash, &segments.join(&b'/')].concat()
}

fn without_dot(path: &[u8]) -> Vec<u8> {
    let (slash, segments) = segments(path);
    let last = segments.len() - 1;
    let kept = segments.iter().enumerate().filter(|(at, segment)| *at == last || **segment != b".");
    joined(slash, &kept.map(|(_, segment)| *segment).collect::<Vec<_>>())
}

fn without_last_dot(path: &[u8]) -> Vec<u8> {
    let (slash, mut segments) = segments(path);
    if let Some(last) = segments.last_mut().filter(|last| **last == b".") {
        *last = b"";
    }
    joined(slash, &segments)
}

fn without_dots(path: &[u8]) -> Vec<u8> {
    let (slash, segments) = segments(path);
    let last = segments.len() - 1;
    let mut kept: Vec<&[u8]> = Vec::new();
    for (at, segment) in segments.into_iter().enumerate() {
        let named = kept.last().is_some_and(|before| *before != b"..");
        if at < last && segment == b".." && named {
            kept.pop();
        } else {
            kept.push(segment);
        }
    }
    joined(slash, &kept)
}

fn without_last_dots(path: &[u8]) -> Vec<u8> {
    let (slash, mut segments) = segments(path);
    if let [.., before, last] = &segments[..]
        && *last == b".."
        && *before != b".."
    {
        segments.truncate(segments.len() - 2);
        segments.push(b"");
    }
    joined(slash, &segments)
}
