//! Minifies pages: omits end tags, quotation marks and escapes that HTML does not need.

use std::borrow::Cow;

/// The end tags that may be omitted, each with the tags before which it may be.
const OPTIONAL: [(&str, &str); 11] = [
    ("/li", "li /ul /ol"),
    ("/dt", "dt dd"),
    ("/dd", "dt dd /dl"),
    ("/td", "td th /tr"),
    ("/th", "td th /tr"),
    ("/tr", "tr /thead /tbody"),
    ("/thead", "tbody"),
    ("/tbody", "/table"),
    ("/option", "option /select"),
    (
        "/p",
        "p ul ol dl div section table h1 h2 h3 figure details /main /section /div /li /td /footer",
    ),
    ("/head", "body"),
];

/// The minified page. A browser builds the same document from it. Links to pages of the same
/// folder lose the name of the folder.
pub fn minify(page: &str, folder: &str) -> String {
    let here = format!("../{folder}/");
    let mut lean = String::with_capacity(page.len());
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        let (text, after) = rest.split_at(at);
        match text.contains('&') {
            true => lean.push_str(&text.replace("&quot;", "\"").replace("&gt;", ">")),
            false => lean.push_str(text),
        }
        let (tag, after) = after.split_at(length(after));
        rest = after;
        let (own, next) = (name(tag), name(rest));
        let known = OPTIONAL.iter().find(|(end, _)| *end == own);
        if known.is_none_or(|(_, before)| !before.split(' ').any(|name| name == next)) {
            // These tables have one row and one column of heads: browsers infer the scope.
            let tag = match own {
                "th" => tag.replace(" scope=\"col\"", "").replace(" scope=\"row\"", "").into(),
                _ => Cow::from(tag),
            };
            push_tag(&tag, &here, &mut lean);
        }
    }
    lean.push_str(rest);
    lean
}

/// The name of the tag at the beginning of a text, with the slash of an end tag.
fn name(text: &str) -> &str {
    let inside = text.strip_prefix('<').unwrap_or_default();
    let end = inside.bytes().position(|byte| byte == b' ' || byte == b'>');
    &inside[..end.unwrap_or(inside.len())]
}

/// The length of the tag at the beginning of a text. A `>` in a quoted value does not end the tag.
fn length(text: &str) -> usize {
    let mut quoted = false;
    let end = text.bytes().position(|byte| {
        quoted ^= byte == b'"';
        byte == b'>' && !quoted
    });
    end.map_or(text.len(), |at| at + 1)
}

fn push_tag(tag: &str, here: &str, lean: &mut String) {
    let mut parts = tag.split('"').peekable();
    while let Some(part) = parts.next() {
        lean.push_str(part);
        let Some(value) = parts.next() else { break };
        let value = value.strip_prefix(here).unwrap_or(value);
        let is_bare = |character: char| !character.is_whitespace() && !"'=<>`".contains(character);
        let bare = !value.is_empty() && !value.ends_with('/') && value.chars().all(is_bare);
        let mark = if bare { "" } else { "\"" };
        lean.push_str(mark);
        push_value(value, lean);
        lean.push_str(mark);
        // A bare value does not end at a slash.
        if bare && parts.peek().is_some_and(|part| part.starts_with('/')) {
            lean.push(' ');
        }
    }
}

/// Writes an attribute value. An `&` before a name and a `=` needs no escape.
fn push_value(value: &str, lean: &mut String) {
    let mut parts = value.split("&amp;");
    lean.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let name = part.trim_start_matches(|character: char| character.is_ascii_alphanumeric());
        let is_key = name.starts_with('=') && name.len() < part.len();
        lean.push_str(if is_key { "&" } else { "&amp;" });
        lean.push_str(part);
    }
}
