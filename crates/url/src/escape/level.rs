//! Encoding levels: the same URL with more or fewer triplets.

use super::alphabet::{plain, safe, writable};
use super::common;
use super::ladder::{ComparisonLadder, ComparisonRung, NormalizedUri};
use super::reserved::{ReservedCharacters, UrlRegion};
use super::{BadTriplet, EncodingRules, check_triplets};
use crate::bnf::CharacterSet;
use crate::edition::Edition;
use crate::octets;

/// Returns the canonical form of a URL. Every octet that can safely be a character is one;
/// every other octet is a triplet with upper-case digits. The scheme is in lower case. In RFC
/// 1630, a `+` in the search is replaced with the space for which it is "shorthand notation",
/// and an empty fragment is removed. By RFC 2396, section 6, the hostname is in lower case and
/// the default port is removed. By RFC 3986 and RFC 3987, the URL is normalized up to the
/// highest rung of the ladder.
///
/// # Errors
/// Returns the first `%` that does not begin a triplet, if the edition has triplets.
pub fn canonical(edition: Edition, url: &[u8]) -> Result<Vec<u8>, BadTriplet> {
    normalized(edition, url).map(|form| form.text)
}

/// Returns the canonical form, and the sentences that require changes other than encoding and
/// decoding.
///
/// # Errors
/// Returns the first `%` that does not begin a triplet, if the edition has triplets.
pub fn normalized(edition: Edition, url: &[u8]) -> Result<NormalizedUri, BadTriplet> {
    check_triplets(edition, url)?;
    let mut url = rewrite(edition, url, CharacterSet::default(), CharacterSet::default(), true);
    if common::has(edition) {
        return Ok(common::form(edition, &url));
    }
    let scheme = scheme_length(&url);
    url[..scheme].make_ascii_lowercase();
    let void = matches!(url.split_last(), Some((b'#', rest)) if !rest.contains(&b'#'));
    if void && EncodingRules::for_edition(edition) == EncodingRules::Early {
        url.pop();
    }
    match ComparisonLadder::for_document(edition.document()) {
        Some(ladder) => ladder.normalize(ComparisonRung::Scheme, &url),
        None => Ok(NormalizedUri { text: url, by: Vec::new() }),
    }
}

/// Encodes more of a URL without changing its meaning: all characters that the edition cannot
/// contain, and those of the given characters that the canonical form decodes again. Triplets
/// stay.
///
/// # Errors
/// Returns the first `%` that does not begin a triplet, if the edition has triplets.
pub fn safer(
    edition: Edition,
    url: &[u8],
    characters: CharacterSet,
) -> Result<Vec<u8>, BadTriplet> {
    check_triplets(edition, url)?;
    let writable = writable(edition);
    let mut scanner = UrlScanner::new(edition, url);
    let mut text = Vec::with_capacity(url.len());
    while let Some((region, octet, raw)) = scanner.next() {
        let named = characters.contains(octet);
        let encodes = region.is_some_and(|region| {
            !writable.contains(octet) && octet != b'#'
                || named && scanner.decodes(region, octet, CharacterSet::default())
        });
        if raw.len() == 1 && encodes {
            octets::push_triplet(&mut text, octet);
        } else {
            text.extend(raw);
        }
    }
    Ok(text)
}

/// Decodes more of a URL without changing its meaning: the triplets of all safe characters, and
/// of those of the given characters that are neither reserved nor distinguished from their
/// triplets by the edition. Unencoded characters stay.
///
/// # Errors
/// Returns the first `%` that does not begin a triplet, if the edition has triplets.
pub fn readable(
    edition: Edition,
    url: &[u8],
    characters: CharacterSet,
) -> Result<Vec<u8>, BadTriplet> {
    check_triplets(edition, url)?;
    let everything = (0..0x80).collect();
    // The canonical form keeps these characters and distinguishes them from their triplets.
    let distinguished = writable(edition).without(safe(edition));
    Ok(rewrite(edition, url, characters.without(distinguished), everything, false))
}

/// Decodes what is safe or accepted, and encodes what is neither writable nor kept.
fn rewrite(
    edition: Edition,
    url: &[u8],
    accepted: CharacterSet,
    kept: CharacterSet,
    canonical: bool,
) -> Vec<u8> {
    let writable = writable(edition);
    let mut scanner = UrlScanner::new(edition, url);
    let mut text = Vec::with_capacity(url.len());
    loop {
        text.extend_from_slice(scanner.pass(writable));
        let Some((region, octet, raw)) = scanner.next() else { break };
        let Some(at) = region else {
            text.extend(raw);
            continue;
        };
        let spaced = canonical && at == UrlRegion::Search && scanner.plus_is_space();
        if raw.len() == 3 {
            if scanner.decodes(at, octet, accepted) {
                text.push(octet);
            } else if canonical {
                octets::push_triplet(&mut text, octet);
            } else {
                text.extend(raw);
            }
        } else if octet == b'+' && spaced {
            octets::push_triplet(&mut text, b' ');
        } else if octet == b'#' || writable.contains(octet) || kept.contains(octet) {
            text.push(octet);
        } else {
            octets::push_triplet(&mut text, octet);
        }
    }
    text
}

/// Whether `?` ends the text between `//` and the path. It does not in RFC 1738, where a user
/// may contain it, nor in RFC 1808, where a net_loc may.
fn search_ends_login(edition: Edition) -> bool {
    match EncodingRules::for_edition(edition) {
        EncodingRules::Early => true,
        EncodingRules::Schemes => false,
        EncodingRules::Generic => edition != Edition::Rfc1808,
    }
}

/// The scheme of a URL, and the region that contains an offset.
pub(super) fn place(edition: Edition, url: &[u8], offset: usize) -> (String, UrlRegion) {
    let mut scanner = UrlScanner::new(edition, url);
    let scheme = String::from_utf8_lossy(&scanner.scheme).into_owned();
    while scanner.offset <= offset {
        match scanner.next() {
            Some(_) => {}
            None => break,
        }
    }
    (scheme, scanner.region.unwrap_or(UrlRegion::Path))
}

/// The length of the scheme, which ends at a colon; 0 if there is none.
fn scheme_length(url: &[u8]) -> usize {
    let scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let end = url.iter().position(|byte| !scheme(byte)).unwrap_or(0);
    if url.get(end) == Some(&b':') { end } else { 0 }
}

/// The length of what would be a scheme if its triplets were decoded.
fn schemelike_length(url: &[u8]) -> usize {
    let mut end = 0;
    while let Some(&byte) = url.get(end) {
        let octet = octets::triplet(&url[end..]);
        let character = octet.unwrap_or(byte);
        match byte {
            b':' => return end,
            _ if character.is_ascii_alphanumeric() || b"+-.".contains(&character) => {
                end += if octet.is_some() { 3 } else { 1 };
            }
            _ => return 0,
        }
    }
    0
}

/// An iterator over a URL, one character or triplet at a time.
struct UrlScanner<'u> {
    edition: Edition,
    rules: EncodingRules,
    url: &'u [u8],
    offset: usize,
    scheme: Vec<u8>,
    safe: CharacterSet,
    /// The current region; `None` in the scheme and its delimiters.
    region: Option<UrlRegion>,
    /// The offset after the scheme, its colon and the slashes.
    begin: usize,
    login: bool,
    /// The offset of the host, after the last `@` of the login.
    host: usize,
    /// The offset of the `/` after the login, where the path begins.
    slash: Option<usize>,
    /// The end of what would be a scheme if its triplets were decoded.
    schemelike: usize,
    /// The number of characters and triplets read after the scheme.
    passed: usize,
    /// The number of hexadecimal digits that would complete a triplet of a preceding `%` that
    /// begins none.
    lacking: u8,
    /// Whether the current octet is such a digit.
    completes: bool,
    /// Whether the rest must stay as it is, such as the version after `%00` in a prospero URL.
    opaque: bool,
    /// The end of the current path segment, if it consists only of dots.
    dots_until: usize,
}

impl<'u> UrlScanner<'u> {
    fn new(edition: Edition, url: &'u [u8]) -> UrlScanner<'u> {
        let length = scheme_length(url);
        let colon = if length > 0 { length + 1 } else { 0 };
        let login = url[colon..].starts_with(b"//");
        let begin = if login { colon + 2 } else { colon };
        let rules = EncodingRules::for_edition(edition);
        let search = search_ends_login(edition);
        let ends = |byte: &u8| matches!(byte, b'/' | b'#') || search && *byte == b'?';
        let end = url[begin..].iter().position(ends).map_or(url.len(), |end| begin + end);
        let at_sign = url[begin..end].iter().rposition(|&byte| byte == b'@');
        UrlScanner {
            edition,
            rules,
            url,
            offset: 0,
            scheme: url[..length].to_ascii_lowercase(),
            safe: safe(edition),
            region: None,
            begin,
            login,
            host: at_sign.map_or(begin, |at| begin + at + 1),
            slash: Some(end).filter(|&end| login && url.get(end) == Some(&b'/')),
            schemelike: if length > 0 { 0 } else { schemelike_length(url) },
            passed: 0,
            lacking: 0,
            completes: false,
            opaque: false,
            dots_until: 0,
        }
    }

    fn is(&self, scheme: &str) -> bool {
        self.scheme == scheme.as_bytes()
    }

    fn reserved(&self, region: Option<UrlRegion>) -> ReservedCharacters {
        let scheme = std::str::from_utf8(&self.scheme).unwrap_or_default();
        ReservedCharacters::for_region(self.edition, scheme, region.unwrap_or(UrlRegion::Path))
    }

    fn plus_is_space(&self) -> bool {
        matches!(self.edition, Edition::Rfc1630 | Edition::Rfc1630Generic)
    }

    /// Whether the octet just read means the same as a character and as a triplet.
    fn decodes(&self, region: UrlRegion, octet: u8, accepted: CharacterSet) -> bool {
        // Hosts and ports have no triplets. Before draft 06, a colon may be part of a host.
        // From RFC 1808 on, the parts of a login are not defined, and it may be a host.
        let schemes = self.rules == EncodingRules::Schemes;
        let host = region == UrlRegion::Login && (!schemes || self.offset > self.host);
        // Decoding must not create a scheme or a login.
        let before = self.offset <= self.schemelike;
        let slashes = octet == b'/' && !self.login && self.passed <= 2;
        let delimiter = self.slash.is_some_and(|slash| self.offset == slash + 1)
            || region == UrlRegion::Login && matches!(octet, b'/' | b'@');
        let stays = self.opaque || self.completes || host || before || slashes || delimiter;
        if stays || octet == b'%' || octet == b'#' {
            return false;
        }
        let reserved = self.reserved(Some(region)).contains(octet);
        let seven = schemes && region != UrlRegion::Fragment && b";/?:@=&".contains(&octet);
        let dot = octet == b'.' && self.offset <= self.dots_until;
        (self.safe.contains(octet) || seven || accepted.contains(octet)) && !reserved && !dot
    }

    /// Moves to the region that the next byte begins.
    fn enter(&mut self) {
        let Some(&byte) = self.url.get(self.offset) else { return };
        if self.offset < self.begin {
            return;
        }
        let (schemes, search) =
            (self.rules == EncodingRules::Schemes, search_ends_login(self.edition));
        let region = match self.region {
            None if self.login => UrlRegion::Login,
            None => UrlRegion::Path,
            Some(region) => region,
        };
        self.region = Some(match (region, byte) {
            (_, b'#') => UrlRegion::Fragment,
            (UrlRegion::Login, b'/') => UrlRegion::Path,
            (UrlRegion::Login, b'?') if search => UrlRegion::Search,
            (UrlRegion::Path, b'?') if !schemes => UrlRegion::Search,
            (UrlRegion::Path, b'?') if self.is("http") || self.is("wais") => UrlRegion::Search,
            (UrlRegion::Path, b'%' | b'\t')
                if schemes
                    && self.is("gopher")
                    && (byte == b'\t' || self.url[self.offset..].starts_with(b"%09")) =>
            {
                UrlRegion::Search
            }
            (UrlRegion::Path, b';') if schemes && self.is("prospero") => UrlRegion::Fields,
            _ => region,
        });
    }

    /// The segments `.` and `..` are reserved, except in draft 06 and RFC 1738.
    fn mark_dots(&mut self) {
        let begins =
            self.offset == self.begin || self.offset > 0 && self.url[self.offset - 1] == b'/';
        if self.rules == EncodingRules::Schemes || !begins || self.region != Some(UrlRegion::Path) {
            return;
        }
        let (mut end, mut dots) = (self.offset, 0);
        while dots < 3 {
            let rest = &self.url[end..];
            let octet = octets::triplet(rest).filter(|&octet| octet == b'.');
            match (rest.first(), octet) {
                (_, Some(_)) => end += 3,
                (Some(b'.'), _) => end += 1,
                _ => break,
            }
            dots += 1;
        }
        let complete = self.url.get(end).is_none_or(|byte| b"/?#".contains(byte));
        if complete && (1..=2).contains(&dots) {
            self.dots_until = end;
        }
    }

    /// Reads what stays as it is and affects nothing else: the scheme and its delimiters, and
    /// after them the characters that only represent themselves.
    fn pass(&mut self, writable: CharacterSet) -> &'u [u8] {
        if self.offset < self.begin {
            let scheme = &self.url[self.offset..self.begin];
            self.offset = self.begin;
            return scheme;
        }
        if self.region.is_none() || self.lacking > 0 {
            return &[];
        }
        let plain = plain(self.edition);
        let in_login = self.region == Some(UrlRegion::Login);
        let rest = &self.url[self.offset..];
        let mut length = 0;
        loop {
            let decides = |&byte: &u8| !plain[usize::from(byte)];
            let stays = rest[length..].iter().position(decides);
            length = stays.map_or(rest.len(), |stays| length + stays);
            let before = length.checked_sub(1).map(|before| rest[before]);
            match rest.get(length) {
                Some(b'/') if !in_login && writable.contains(b'/') => length += 1,
                // After a slash, a dot segment may begin.
                Some(b'.')
                    if writable.contains(b'.') && before.is_some_and(|byte| byte != b'/') =>
                {
                    length += 1;
                }
                _ => break,
            }
        }
        self.offset += length;
        self.passed += length;
        &rest[..length]
    }

    /// Reads the next character or triplet. Returns its region, its octet and its bytes.
    fn next(&mut self) -> Option<(Option<UrlRegion>, u8, &'u [u8])> {
        let &byte = self.url.get(self.offset)?;
        self.enter();
        self.mark_dots();
        let region = self.region;
        let triplet = octets::triplet(&self.url[self.offset..]).filter(|_| region.is_some());
        let length = if triplet.is_some() { 3 } else { 1 };
        let raw = &self.url[self.offset..self.offset + length];
        self.offset += length;
        let octet = triplet.unwrap_or(byte);
        if region.is_some() {
            self.passed += 1;
        }
        self.completes = self.lacking > 0 && octet.is_ascii_hexdigit();
        self.lacking = match (raw, self.completes) {
            (b"%", _) => 2,
            (_, true) => self.lacking - 1,
            (_, false) => 0,
        };
        // The BNFs before draft 06 split at the last `@` that a host follows, and no host
        // begins with a triplet. A triplet decoded after the `@` would move the split.
        let addressed = || ["news", "mailto", "mid", "cid"].iter().any(|scheme| self.is(scheme));
        // From draft 06 on, only an article of `news` has such a host.
        let host_follows = match self.rules {
            EncodingRules::Early => addressed(),
            EncodingRules::Schemes => self.is("news"),
            EncodingRules::Generic => false,
        };
        if raw == b"@" && host_follows {
            self.opaque = true;
        }
        // Whether digits are a version is decided by the text before them.
        if octet == 0 && self.is("prospero") && self.rules == EncodingRules::Early {
            self.opaque = true;
        }
        Some((region, octet, raw))
    }
}
