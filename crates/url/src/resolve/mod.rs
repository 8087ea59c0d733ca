//! Partial forms: what a reference means in the context of a URI.
//!
//! The three drafts and RFC 1630 ("Partial (relative) form", page 10) each have a rule; RFC
//! 1738 has none ("Relative links are not described in this document", section 2.3). The
//! drafts compare scheme, host and port, then path. RFC 1630 has no host: it counts
//! consecutive slashes.
//!
//! RFC 1808 and RFC 2396 split references into components. RFC 3986 has an algorithm in
//! pseudocode, and removes dot segments with two buffers ([`DotSegmentRemover`]). RFC 3987
//! adopts both.
//!
//! RFC 1630 contradicts itself. By the letter of its rule the run of slashes in the context
//! must have "no greater number of consecutive slashes anywhere to the right of it"; then `/g`
//! in `magic://a/b/c//d/e/f` is `magic://a/b/c//d/g`. Its own example says `magic://a/g`.
//! [`ResolutionRule::Rfc1630`] follows the examples, as the intended meaning;
//! [`ResolutionRule::Letter`] follows the letter.
//!
//! The programs of the time are a third source. The World-Wide Web Library published results
//! of its tests of relative names; [`ResolutionRule::Libwww`] does what they show, and reports
//! where they show nothing. It is practice, not the text of any document.
//!
//! The drafts and RFC 1630 leave some cases open, which are decided here. The search and the
//! fragment of the context are not part of its path. Nor are `//` and the host, so `..` never
//! removes a host, and a slash begins an empty path. `xxx` is neither empty nor `..`. If the
//! context has no matching run of slashes, all of it is kept.

mod components;
mod dots;
mod generic;
mod practice;
mod shorten;
mod transform;

use std::collections::HashMap;

pub(crate) use components::{AuthorityComponents, ReferenceComponents};
pub use dots::{DotSegmentRemover, DotStep, remove_dot_segments};
pub use shorten::shorten;

use crate::quotation::{Basis, Quotation, rfc1630, rfc1808, rfc2396, rfc3986, url_02};

urlbnf_bnf::named! {
    /// The rule that resolves a partial form.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum ResolutionRule {
        /// RFC 1630, as its examples show.
        Rfc1630 = "rfc1630",
        /// RFC 1630, by the letter of its rule.
        Letter = "rfc1630-letter",
        /// The three drafts.
        Drafts = "drafts",
        /// The World-Wide Web Library, as far as its published test results show.
        Libwww = "libwww",
        /// RFC 1808, section 4.
        Rfc1808 = "rfc1808",
        /// RFC 2396, section 5.2.
        Rfc2396 = "rfc2396",
        /// RFC 3986, section 5.2, as a strict parser follows it.
        Rfc3986 = "rfc3986",
        /// RFC 3986, section 5.2, by a parser that ignores a scheme equal to that of the base.
        Rfc3986NotStrict = "rfc3986-not-strict",
        /// RFC 3987, section 6.5: the algorithm of RFC 3986, strict.
        Rfc3987 = "rfc3987",
    }
}

urlbnf_bnf::serde_by_name! { Serialize for ResolutionRule }

impl ResolutionRule {
    /// Whether it splits references into components.
    fn is_generic(self) -> bool {
        matches!(self, ResolutionRule::Rfc1808 | ResolutionRule::Rfc2396) || self.has_buffers()
    }

    /// Whether it removes dot segments with two buffers, from absolute forms too.
    fn has_buffers(self) -> bool {
        matches!(
            self,
            ResolutionRule::Rfc3986 | ResolutionRule::Rfc3986NotStrict | ResolutionRule::Rfc3987
        )
    }

    /// The basis for recognising an absolute form.
    fn absolute(self) -> Basis {
        match self {
            ResolutionRule::Rfc1630 | ResolutionRule::Letter => Basis::Stated(rfc1630::ABSOLUTE),
            ResolutionRule::Drafts => Basis::Stated(url_02::ABSOLUTE),
            ResolutionRule::Libwww => practice::SHOWN,
            ResolutionRule::Rfc1808 => Basis::Stated(rfc1808::ABSOLUTE),
            ResolutionRule::Rfc2396 => Basis::Stated(rfc2396::ABSOLUTE),
            ResolutionRule::Rfc3986
            | ResolutionRule::Rfc3986NotStrict
            | ResolutionRule::Rfc3987 => Basis::Stated(rfc3986::IF_SCHEME),
        }
    }
}

/// One step of a resolution, and its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolveStep {
    /// The sentence of a document, verbatim; or a statement that the step is practice.
    pub basis: Basis,
    /// What this library adds, if the document leaves something open.
    pub remark: Option<&'static str>,
    /// The URI after this step.
    pub uri: Vec<u8>,
    /// If the step removed dot segments with two buffers, the path before it: [`DotSegmentRemover`]
    /// shows how.
    pub dotted: Option<Vec<u8>>,
}

impl ResolveStep {
    fn new(basis: Basis, remark: Option<&'static str>, uri: Vec<u8>) -> ResolveStep {
        ResolveStep { basis, remark, uri, dotted: None }
    }
}

/// A URI, and the steps that led to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolution {
    /// The URI that the reference means.
    pub uri: Vec<u8>,
    /// The steps, at least one.
    pub steps: Vec<ResolveStep>,
}

impl Resolution {
    fn in_one(step: ResolveStep) -> Resolution {
        Resolution { uri: step.uri.clone(), steps: vec![step] }
    }
}

/// The steps so far.
#[derive(Default)]
struct ResolveSteps(Vec<ResolveStep>);

impl ResolveSteps {
    fn push(&mut self, quotation: Quotation, remark: Option<&'static str>, uri: Vec<u8>) {
        self.0.push(ResolveStep::new(Basis::Stated(quotation), remark, uri));
    }

    fn last_mut(&mut self) -> Option<&mut ResolveStep> {
        self.0.last_mut()
    }

    /// Ends with a URI; adds a step for it, unless the last step shows that URI already.
    fn end(mut self, quotation: Quotation, uri: Vec<u8>) -> Resolution {
        if self.0.last().is_none_or(|step| step.uri != uri) {
            self.push(quotation, None, uri.clone());
        }
        Resolution { uri, steps: self.0 }
    }
}

/// The error that the context is itself a partial form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the context is a partial form: no scheme and colon begin it")]
pub struct PartialContextError;

/// Resolves a reference in a context, the base. Both can be any bytes. Returns the URI that the
/// reference means, with each step. RFC 2396 does not resolve a reference to the document that
/// contains it; then the result is `(current document)`, as RFC 2396 writes it, with the fragment.
///
/// ```
/// use urlbnf_url::resolve::{ResolutionRule, resolve};
///
/// let found = resolve(ResolutionRule::Rfc1630, b"magic://a/b/c//d/e/f", b"../g")?;
/// assert_eq!(found.uri, b"magic://a/b/c//d/g");
/// # Ok::<(), urlbnf_url::resolve::PartialContextError>(())
/// ```
///
/// # Errors
/// If the base and the reference are both partial forms. An absolute reference needs no base, but
/// RFC 3986 removes its dot segments too.
pub fn resolve(
    rule: ResolutionRule,
    base: &[u8],
    reference: &[u8],
) -> Result<Resolution, PartialContextError> {
    if rule.has_buffers() {
        return transform::resolve(rule, base, reference);
    }
    if is_absolute(rule, reference) {
        return Ok(Resolution::in_one(ResolveStep::new(rule.absolute(), None, reference.to_vec())));
    }
    let context = BaseUri::parse(base).ok_or(PartialContextError)?;
    if rule == ResolutionRule::Libwww {
        return Ok(practice::resolve(&context, base, reference));
    }
    if rule.is_generic() {
        return Ok(generic::resolve(rule, base, reference));
    }
    let slashes = leading_slashes(reference);
    if slashes > 0 {
        let (kept, sentence, remark) = match rule {
            ResolutionRule::Drafts if slashes > 1 => (context.scheme, url_02::HOST, None),
            ResolutionRule::Drafts => (context.server, url_02::ROOT, None),
            _ => {
                let run = context.runs(rule).get(&slashes).copied();
                let remark = match run {
                    None => Some("the context has no such run: all of it is kept"),
                    Some((_, true)) => Some("as the examples have it, whatever is to the right"),
                    Some((_, false)) => None,
                };
                (run.map_or(context.uri.len(), |(start, _)| start), rfc1630::SLASHES, remark)
            }
        };
        let uri = [&context.uri[..kept], reference].concat();
        return Ok(Resolution::in_one(ResolveStep::new(Basis::Stated(sentence), remark, uri)));
    }
    let (last, dots) = match rule {
        ResolutionRule::Drafts => (url_02::LAST, url_02::DOTS),
        _ => (rfc1630::LAST, rfc1630::DOTS),
    };
    let directory = context.directory();
    let begun = directory.len() > context.uri.len();
    let appended = [&directory, reference].concat();
    let remark = begun.then_some("the path was void: a slash begins it");
    let mut steps = ResolveSteps::default();
    steps.push(last, remark, appended.clone());
    let path_end = directory.len() + path_length(reference);
    let mut uri = appended[..context.server].to_vec();
    uri.extend(without_dots(rule, &appended[context.server..path_end]));
    uri.extend(&appended[path_end..]);
    Ok(steps.end(dots, uri))
}

/// What a document says against partial forms in a context: RFC 1630 says that gopher servers
/// have none in general. `None` if it says nothing, or the form is absolute.
pub fn caution(rule: ResolutionRule, base: &[u8], reference: &[u8]) -> Option<Basis> {
    let of_gopher = base.get(..7).is_some_and(|prefix| prefix.eq_ignore_ascii_case(b"gopher:"));
    let has_rule = matches!(rule, ResolutionRule::Rfc1630 | ResolutionRule::Letter);
    let applies = of_gopher && has_rule && !is_absolute(rule, reference);
    applies.then_some(Basis::Stated(rfc1630::NO_RELATIVE_GOPHER))
}

/// The URI of a context, and the ends of its parts as offsets.
struct BaseUri<'u> {
    /// The URI without search and fragment.
    uri: &'u [u8],
    /// The end of the scheme, after its colon.
    scheme: usize,
    /// The end of the host and port; without them, the end of the scheme.
    server: usize,
}

impl<'u> BaseUri<'u> {
    fn parse(base: &'u [u8]) -> Option<BaseUri<'u>> {
        if !has_early_colon(base) {
            return None;
        }
        let scheme = base.iter().position(|&byte| byte == b':')? + 1;
        let uri = &base[..scheme + path_length(&base[scheme..])];
        let rest = &uri[scheme..];
        let server = match rest.strip_prefix(b"//") {
            Some(host) => uri.len() - host.len() + until(host, b"/"),
            None => scheme,
        };
        Some(BaseUri { uri, scheme, server })
    }

    /// The URI up to the rightmost slash of the path.
    fn directory(&self) -> Vec<u8> {
        let path = &self.uri[self.server..];
        match path.iter().rposition(|&byte| byte == b'/') {
            Some(slash) => self.uri[..=self.server + slash].to_vec(),
            None if self.server > self.scheme => [&self.uri[..self.server], b"/"].concat(),
            None => self.uri[..self.scheme].to_vec(),
        }
    }

    /// Maps the length of a run of slashes to the offset where the context is cut for it, and
    /// to whether a longer run is to the right of it.
    fn runs(&self, rule: ResolutionRule) -> HashMap<usize, (usize, bool)> {
        let mut runs = HashMap::new();
        let mut longest = 0;
        let mut end = self.uri.len();
        while let Some(last) = self.uri[..end].iter().rposition(|&byte| byte == b'/') {
            let before = self.uri[..last].iter().rposition(|&byte| byte != b'/');
            let start = before.map_or(0, |before| before + 1);
            let length = last + 1 - start;
            if rule != ResolutionRule::Letter || longest <= length {
                runs.insert(length, (start, longest > length));
            }
            (longest, end) = (longest.max(length), start);
        }
        runs
    }
}

/// Whether a reference is absolute by a rule, and so needs no context: it has a scheme (RFC
/// 1808, RFC 2396, RFC 3986, RFC 3987), or a colon before any slash (the other rules).
pub fn is_absolute(rule: ResolutionRule, reference: &[u8]) -> bool {
    match rule.is_generic() {
        true => components::is_absolute(rule, reference),
        false => has_early_colon(reference),
    }
}

/// Whether there is a colon before any slash.
fn has_early_colon(uri: &[u8]) -> bool {
    uri.iter().find(|byte| b":/".contains(byte)) == Some(&b':')
}

fn leading_slashes(reference: &[u8]) -> usize {
    reference.iter().take_while(|&&byte| byte == b'/').count()
}

/// The length of the text before the search and the fragment.
fn path_length(text: &[u8]) -> usize {
    until(text, b"?#")
}

fn until(text: &[u8], ends: &[u8]) -> usize {
    text.iter().position(|byte| ends.contains(byte)).unwrap_or(text.len())
}

/// The path without its dot segments.
fn without_dots(rule: ResolutionRule, path: &[u8]) -> Vec<u8> {
    if rule == ResolutionRule::Libwww {
        return practice::without_dots(path);
    }
    if rule.has_buffers() {
        return remove_dot_segments(path);
    }
    if rule.is_generic() {
        return generic::path_without_dots(path);
    }
    let mut kept: Vec<&[u8]> = Vec::new();
    let mut elements = path.split(|&byte| byte == b'/').peekable();
    while let Some(element) = elements.next() {
        let before = kept.last().is_some_and(|before| ![&b""[..], b".", b".."].contains(before));
        match element {
            b"." if !kept.is_empty() => {}
            b".." if before => {
                let complete = match rule {
                    ResolutionRule::Drafts => kept.len() > 1,
                    _ => elements.peek().is_some(),
                };
                if complete {
                    kept.pop();
                } else {
                    kept.push(element);
                }
            }
            _ => kept.push(element),
        }
    }
    kept.join(&b'/')
}
