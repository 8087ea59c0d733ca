//! The inverse of resolution: the shortest partial form of a URI in a context.
//!
//! A partial form begins with slashes, or climbs with `../` to a directory that both have.
//! There are few candidates of each kind. Each is resolved again, and the shortest that yields
//! the URI is taken, else the whole URI.

use super::{
    BaseUri, PartialContextError, ResolutionRule, is_absolute, leading_slashes, path_length,
    resolve, without_dots,
};

/// The shortest partial form that resolves to a URI, or the URI itself if none does. The URI
/// resolves to itself if it is absolute by the rule ([`is_absolute`]); by RFC 3986 only without dot
/// segments and, if the parser is not strict, with a scheme other than that of the base.
///
/// # Errors
/// If the context is itself a partial form.
///
/// ```
/// use urlbnf_url::resolve::{ResolutionRule, shorten};
///
/// let short = shorten(ResolutionRule::Rfc1630, b"magic://a/b/c//d/e/f", b"magic://a/b/c//d/g")?;
/// assert_eq!(short, b"../g");
/// # Ok::<(), urlbnf_url::resolve::PartialContextError>(())
/// ```
pub fn shorten(
    rule: ResolutionRule,
    base: &[u8],
    uri: &[u8],
) -> Result<Vec<u8>, PartialContextError> {
    let context = BaseUri::parse(base).ok_or(PartialContextError)?;
    let mut candidates = slash_forms(rule, &context, uri);
    candidates.extend(relative_forms(rule, &context, uri));
    if matches!(rule, ResolutionRule::Libwww | ResolutionRule::Rfc1808) || rule.has_buffers() {
        // The context itself, and parts of it.
        let fragment = uri.iter().position(|&byte| byte == b'#').unwrap_or(uri.len());
        candidates.extend([Vec::new(), uri[fragment..].to_vec(), uri[path_length(uri)..].to_vec()]);
    }
    candidates.sort_by_key(Vec::len);
    let gives_back = |form: &Vec<u8>| resolve(rule, base, form).is_ok_and(|found| found.uri == uri);
    let found = candidates.into_iter().find(|form| form.len() < uri.len() && gives_back(form));
    Ok(found.unwrap_or_else(|| uri.to_vec()))
}

/// The suffixes of the URI that begin with slashes and follow a prefix shared with the context.
fn slash_forms(rule: ResolutionRule, context: &BaseUri<'_>, uri: &[u8]) -> Vec<Vec<u8>> {
    let common = common_length(context.uri, uri);
    if matches!(rule, ResolutionRule::Drafts | ResolutionRule::Libwww) || rule.is_generic() {
        let kept = [context.scheme, context.server].into_iter().filter(|&kept| kept <= common);
        let dotted = rule.has_buffers().then_some(&b"/."[..]);
        let forms = kept.flat_map(|kept| {
            let rest = &uri[kept..];
            // After `/.` two slashes do not begin an authority.
            let behind_dot = dotted.map(|dot| [dot, rest].concat());
            std::iter::once(rest.to_vec()).chain(behind_dot)
        });
        return forms.collect();
    }
    let runs = context.runs(rule);
    let fits = |&(&slashes, &(start, _)): &(&usize, &(usize, bool))| {
        start <= common && leading_slashes(&uri[start..]) == slashes
    };
    // The later the run begins, the shorter the rest.
    let latest = runs.iter().filter(fits).map(|(_, (start, _))| *start).max();
    let whole = (common == context.uri.len()).then_some(common);
    latest.into_iter().chain(whole).map(|kept| uri[kept..].to_vec()).collect()
}

fn relative_forms(rule: ResolutionRule, context: &BaseUri<'_>, uri: &[u8]) -> Vec<Vec<u8>> {
    let Some(rest) = uri.strip_prefix(&context.uri[..context.server]) else { return Vec::new() };
    let (path, tail) = rest.split_at(path_length(rest));
    let directory = context.directory();
    let directory = without_dots(rule, &directory[context.server..]);
    let form = relative_path(&directory, path);
    let inside = relative_path(&directory, &[path, b"/"].concat());
    let trimmed = inside.strip_suffix(b"/").unwrap_or(&inside);
    let mut forms =
        vec![[&form, tail].concat(), [&inside, &b"."[..], tail].concat(), [trimmed, tail].concat()];
    if rule == ResolutionRule::Libwww || rule.is_generic() {
        let above = form.strip_suffix(b"/").unwrap_or(&form);
        forms.extend([[&form, &b"."[..], tail].concat(), [above, tail].concat()]);
    }
    // `./` makes a form relative that looks absolute or begins with a slash.
    let dotted: Vec<Vec<u8>> = forms
        .iter()
        .filter(|form| is_absolute(rule, form) || form.starts_with(b"/"))
        .map(|form| [b"./", form.as_slice()].concat())
        .collect();
    forms.extend(dotted);
    forms
}

/// Climbs from a directory to the last one that it shares with the path, and descends from there.
fn relative_path(directory: &[u8], path: &[u8]) -> Vec<u8> {
    let common = common_length(directory, path);
    let shared = directory[..common].iter().rposition(|&byte| byte == b'/');
    let shared = shared.map_or(0, |slash| slash + 1);
    let up = directory[shared..].iter().filter(|&&byte| byte == b'/').count();
    let mut form = b"../".repeat(up);
    form.extend(&path[shared..]);
    form
}

fn common_length(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}
