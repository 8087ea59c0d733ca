//! Partial forms: what a reference means in the context of a URI.
//!
//! The three drafts and RFC 1630 ("Partial (relative) form", page 10) have a
//! rule each; RFC 1738 has none ("Relative links are not described in this
//! document", section 2.3). The drafts compare scheme, host and port, path.
//! RFC 1630 knows no host: it counts consecutive slashes.
//!
//! RFC 1630 contradicts itself. By the letter of its rule the run of slashes in
//! the context must have "no greater number of consecutive slashes anywhere to
//! the right of it"; then `/g` in `magic://a/b/c//d/e/f` is
//! `magic://a/b/c//d/g`. Its own example says `magic://a/g`. The examples are
//! taken for what was meant ([`Rule::Rfc1630`]); the letter is kept beside them
//! ([`Rule::Letter`]).
//!
//! What neither document says, and is decided here: the search and the fragment
//! of the context are no part of its path; `//` and the host behind it are none
//! either, so `..` never removes a host, and a void path is begun with a slash;
//! `xxx` is not void and not `..`; if the context has no such run of slashes,
//! all of it is kept.

mod shorten;

use std::collections::HashMap;
use std::fmt;

pub use shorten::shorten;

/// By whose rule a partial form is resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// RFC 1630, as its examples have it.
    Rfc1630,
    /// RFC 1630, to the letter of its rule.
    Letter,
    /// The three drafts.
    Drafts,
}

impl Rule {
    /// All of them.
    pub const ALL: [Rule; 3] = [Rule::Rfc1630, Rule::Letter, Rule::Drafts];

    /// `rfc1630`, `rfc1630-letter`, `drafts`.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Rfc1630 => "rfc1630",
            Rule::Letter => "rfc1630-letter",
            Rule::Drafts => "drafts",
        }
    }

    /// Where it is printed.
    pub fn citation(self) -> &'static str {
        match self {
            Rule::Rfc1630 | Rule::Letter => "RFC 1630, \"Partial (relative) form\", page 10",
            Rule::Drafts => "draft-ietf-uri-url-02, \"Partial form\", page 11",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A sentence of a document, and what following it gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The sentence, to the letter.
    pub sentence: &'static str,
    /// What is ours in it, where the document leaves something open.
    pub remark: Option<&'static str>,
    /// The URI after this step.
    pub uri: Vec<u8>,
}

/// A URI, and how it was reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolution {
    /// The URI.
    pub uri: Vec<u8>,
    /// The steps to it, at least one.
    pub steps: Vec<Step>,
}

/// That the context is itself a partial form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartialContext;

impl fmt::Display for PartialContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the context is a partial form: it has no colon before its first slash")
    }
}

impl std::error::Error for PartialContext {}

const ABSOLUTE: &str = "A partial form can be distinguished from an absolute form in that the \
    latter must have a colon and that colon must occur before any slash characters.";
const ABSOLUTE_DRAFTS: &str = "A partial form can be distinguished from a full form in that a full \
    form must have a colon and that colon must occur before any slash characters.";
const SLASHES: &str = "If the partial URI starts with a non-zero number of consecutive slashes, \
    then everything from the context URI up to (but not including) the first occurrence of exactly \
    the same number of consecutive slashes which has no greater number of consecutive slashes \
    anywhere to the right of it is taken to be the same and so prepended to the partial URL to \
    form the full URL.";
const HOST: &str = "If the host and/or port parts are the different, the host, port name and all \
    the rest of the locator must be given.";
const ROOT: &str = "If a leading slash is present, the path is absolute.";
const LAST: &str = "The last part of the path of the context URI (anything following the rightmost \
    slash) is removed, and the given partial URI appended in its place";
const LAST_DRAFTS: &str = "The last part of the path of the context locator (anything following \
    the rightmost slash) is removed, and the given partial URL appended in its place.";
const DOTS: &str = "Within the result, all occurrences of \"xxx/../\" or \"/.\" are recursively \
    removed, where xxx, \"..\" and \".\" are complete path elements.";
const DOTS_DRAFTS: &str = "Within the result, all occurrences of \"/xxx/..\" or \"/.\" are \
    recursively removed, where xxx, \"..\" and \".\" are complete path elements.";

/// What a reference means in a context. Any bytes will do as either.
///
/// ```
/// use urlbnf::resolve::{Rule, resolve};
///
/// let found = resolve(Rule::Rfc1630, b"magic://a/b/c//d/e/f", b"../g")?;
/// assert_eq!(found.uri, b"magic://a/b/c//d/g");
/// # Ok::<(), urlbnf::resolve::PartialContext>(())
/// ```
pub fn resolve(rule: Rule, base: &[u8], reference: &[u8]) -> Result<Resolution, PartialContext> {
    let context = Context::of(base).ok_or(PartialContext)?;
    if is_absolute(reference) {
        let sentence = if rule == Rule::Drafts { ABSOLUTE_DRAFTS } else { ABSOLUTE };
        let uri = reference.to_vec();
        let step = Step { sentence, remark: None, uri: uri.clone() };
        return Ok(Resolution { uri, steps: vec![step] });
    }
    let slashes = leading_slashes(reference);
    if slashes > 0 {
        let (kept, sentence, remark) = match rule {
            Rule::Drafts if slashes > 1 => (context.scheme, HOST, None),
            Rule::Drafts => (context.server, ROOT, None),
            Rule::Rfc1630 | Rule::Letter => {
                let run = context.runs(rule).get(&slashes).copied();
                let remark = match run {
                    None => Some("the context has no such run: all of it is kept"),
                    Some((_, true)) => Some("as the examples have it, whatever is to the right"),
                    Some((_, false)) => None,
                };
                (run.map_or(context.uri.len(), |(start, _)| start), SLASHES, remark)
            }
        };
        let uri = [&context.uri[..kept], reference].concat();
        let step = Step { sentence, remark, uri: uri.clone() };
        return Ok(Resolution { uri, steps: vec![step] });
    }
    let (last, dots) = match rule {
        Rule::Drafts => (LAST_DRAFTS, DOTS_DRAFTS),
        Rule::Rfc1630 | Rule::Letter => (LAST, DOTS),
    };
    let directory = context.directory();
    let begun = directory.len() > context.uri.len();
    let appended = [&directory, reference].concat();
    let remark = begun.then_some("the path was void: a slash begins it");
    let mut steps = vec![Step { sentence: last, remark, uri: appended.clone() }];
    let path_end = directory.len() + path_length(reference);
    let mut uri = appended[..context.server].to_vec();
    uri.extend(without_dots(rule, &appended[context.server..path_end]));
    uri.extend(&appended[path_end..]);
    if uri != appended {
        steps.push(Step { sentence: dots, remark: None, uri: uri.clone() });
    }
    Ok(Resolution { uri, steps })
}

/// A URI in which others are given: its parts, as offsets.
struct Context<'u> {
    /// Without search and fragment.
    uri: &'u [u8],
    /// The end of the scheme, behind its colon.
    scheme: usize,
    /// The end of the host and port; where there are none, of the scheme.
    server: usize,
}

impl<'u> Context<'u> {
    fn of(base: &'u [u8]) -> Option<Context<'u>> {
        if !is_absolute(base) {
            return None;
        }
        let scheme = base.iter().position(|&byte| byte == b':')? + 1;
        let uri = &base[..scheme + path_length(&base[scheme..])];
        let rest = &uri[scheme..];
        let server = match rest.strip_prefix(b"//") {
            Some(host) => uri.len() - host.len() + until(host, b"/"),
            None => scheme,
        };
        Some(Context { uri, scheme, server })
    }

    /// Up to the rightmost slash of the path.
    fn directory(&self) -> Vec<u8> {
        let path = &self.uri[self.server..];
        match path.iter().rposition(|&byte| byte == b'/') {
            Some(slash) => self.uri[..=self.server + slash].to_vec(),
            None if self.server > self.scheme => [&self.uri[..self.server], b"/"].concat(),
            None => self.uri[..self.scheme].to_vec(),
        }
    }

    /// For each length, where the run of so many slashes begins up to which the
    /// context is kept, and whether a longer one is to the right of it.
    fn runs(&self, rule: Rule) -> HashMap<usize, (usize, bool)> {
        let mut runs = HashMap::new();
        let mut longest = 0;
        let mut end = self.uri.len();
        while let Some(last) = self.uri[..end].iter().rposition(|&byte| byte == b'/') {
            let before = self.uri[..last].iter().rposition(|&byte| byte != b'/');
            let start = before.map_or(0, |before| before + 1);
            let length = last + 1 - start;
            if rule != Rule::Letter || longest <= length {
                runs.insert(length, (start, longest > length));
            }
            (longest, end) = (longest.max(length), start);
        }
        runs
    }
}

/// Whether a colon is there and before any slash.
pub fn is_absolute(uri: &[u8]) -> bool {
    uri.iter().find(|byte| b":/".contains(byte)) == Some(&b':')
}

fn leading_slashes(reference: &[u8]) -> usize {
    reference.iter().take_while(|&&byte| byte == b'/').count()
}

/// The length of what is before the search and the fragment.
fn path_length(text: &[u8]) -> usize {
    until(text, b"?#")
}

fn until(text: &[u8], ends: &[u8]) -> usize {
    text.iter().position(|byte| ends.contains(byte)).unwrap_or(text.len())
}

/// A path without the elements that stand for others.
fn without_dots(rule: Rule, path: &[u8]) -> Vec<u8> {
    let mut kept: Vec<&[u8]> = Vec::new();
    let mut elements = path.split(|&byte| byte == b'/').peekable();
    while let Some(element) = elements.next() {
        let before = kept.last().is_some_and(|before| ![&b""[..], b".", b".."].contains(before));
        match element {
            b"." if !kept.is_empty() => {}
            b".." if before => {
                let complete = match rule {
                    Rule::Drafts => kept.len() > 1,
                    Rule::Rfc1630 | Rule::Letter => elements.peek().is_some(),
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
