//! Encoding levels: the same URL with more triplets, or with fewer.

use super::alphabet::{plain, safe, writable};
use super::common;
use super::ladder::{Ladder, Normalized, Rung};
use super::reserved::{Region, Reserved};
use super::{BadTriplet, Rules, check_triplets};
use crate::bnf::CharacterSet;
use crate::edition::Edition;
use crate::octets;

/// The canonical form: every octet a character that can safely be one, every
/// other a triplet, with digits in upper case; the scheme in lower case. In RFC
/// 1630 a `+` of the search is the space that it is "shorthand notation" for,
/// and a void fragment is none. By RFC 2396, section 6, the hostname is in lower case and
/// the default port is elided. By RFC 3986 and RFC 3987, what this is on the highest
/// rung of the ladder.
///
/// # Errors
/// The first `%` that begins no triplet, where the edition has triplets.
pub fn canonical(edition: Edition, url: &[u8]) -> Result<Vec<u8>, BadTriplet> {
    normalized(edition, url).map(|it| it.text)
}

/// The canonical form, and the words by which it differs from one that only has its octets
/// as they should be.
///
/// # Errors
/// The first `%` that begins no triplet, where the edition has triplets.
pub fn normalized(edition: Edition, url: &[u8]) -> Result<Normalized, BadTriplet> {
    check_triplets(edition, url)?;
    let mut url = rewrite(edition, url, CharacterSet::default(), CharacterSet::default(), true);
    if common::has(edition) {
        return Ok(common::form(edition, &url));
    }
    let scheme = scheme_length(&url);
    url[..scheme].make_ascii_lowercase();
    let void = matches!(url.split_last(), Some((b'#', rest)) if !rest.contains(&b'#'));
    if void && Rules::of(edition) == Rules::Early {
        url.pop();
    }
    match Ladder::of(edition.document()) {
        Some(ladder) => ladder.normalize(Rung::Scheme, &url),
        None => Ok(Normalized { text: url, by: Vec::new() }),
    }
}

/// The same URL, safer: what cannot be written in the edition is encoded, and
/// any of the characters named, where that leaves it the same URL: where the
/// canonical form has the character again. Triplets stay.
///
/// # Errors
/// The first `%` that begins no triplet, where the edition has triplets.
pub fn safer(
    edition: Edition,
    url: &[u8],
    characters: CharacterSet,
) -> Result<Vec<u8>, BadTriplet> {
    check_triplets(edition, url)?;
    let writable = writable(edition);
    let mut walk = Walk::new(edition, url);
    let mut text = Vec::with_capacity(url.len());
    while let Some((region, octet, raw)) = walk.next() {
        let named = characters.contains(octet);
        let encodes = region.is_some_and(|region| {
            !writable.contains(octet) && octet != b'#'
                || named && walk.decodes(region, octet, CharacterSet::default())
        });
        if raw.len() == 1 && encodes {
            octets::push_triplet(&mut text, octet);
        } else {
            text.extend(raw);
        }
    }
    Ok(text)
}

/// The same URL, more readable: what is safe as a character is one, and any of the characters
/// named, where that leaves it the same URL: unless it is reserved, or written but not safe in the
/// edition. What is as it is stays.
///
/// # Errors
/// The first `%` that begins no triplet, where the edition has triplets.
pub fn readable(
    edition: Edition,
    url: &[u8],
    characters: CharacterSet,
) -> Result<Vec<u8>, BadTriplet> {
    check_triplets(edition, url)?;
    let everything = (0..0x80).collect();
    // The canonical form has these as they are, and tells them from their triplets.
    let told_apart = writable(edition).without(safe(edition));
    Ok(rewrite(edition, url, characters.without(told_apart), everything, false))
}

/// Decodes what is safe or accepted, encodes what is neither writable nor kept.
fn rewrite(
    edition: Edition,
    url: &[u8],
    accepted: CharacterSet,
    kept: CharacterSet,
    canonical: bool,
) -> Vec<u8> {
    let writable = writable(edition);
    let mut walk = Walk::new(edition, url);
    let mut text = Vec::with_capacity(url.len());
    loop {
        text.extend_from_slice(walk.pass(writable));
        let Some((region, octet, raw)) = walk.next() else { break };
        let Some(at) = region else {
            text.extend(raw);
            continue;
        };
        let spaced = canonical && at == Region::Search && walk.plus_is_space();
        if raw.len() == 3 {
            if walk.decodes(at, octet, accepted) {
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

/// Whether `?` ends what is between `//` and the path: in RFC 1738 a user may have it, in RFC 1808
/// all of a net_loc.
fn search_ends_login(edition: Edition) -> bool {
    match Rules::of(edition) {
        Rules::Early => true,
        Rules::Schemes => false,
        Rules::Generic => edition != Edition::Rfc1808,
    }
}

/// The scheme of a URL, and the region of an offset of it.
pub(super) fn place(edition: Edition, url: &[u8], offset: usize) -> (String, Region) {
    let mut walk = Walk::new(edition, url);
    let scheme = String::from_utf8_lossy(&walk.scheme).into_owned();
    while walk.offset <= offset {
        match walk.next() {
            Some(_) => {}
            None => break,
        }
    }
    (scheme, walk.region.unwrap_or(Region::Path))
}

/// The length of the scheme, if one is there: it ends at a colon.
fn scheme_length(url: &[u8]) -> usize {
    let scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let end = url.iter().position(|byte| !scheme(byte)).unwrap_or(0);
    if url.get(end) == Some(&b':') { end } else { 0 }
}

/// The length of what would be a scheme if its triplets were characters.
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

/// Goes through a URL, one character or triplet at a time.
struct Walk<'u> {
    edition: Edition,
    rules: Rules,
    url: &'u [u8],
    offset: usize,
    scheme: Vec<u8>,
    safe: CharacterSet,
    /// `None` within the scheme and its delimiters.
    region: Option<Region>,
    /// The end of the scheme, its colon and the slashes after it.
    begin: usize,
    login: bool,
    /// Where the host begins, after the last `@` of the login.
    host: usize,
    /// The `/` after the login, which is where the path begins.
    slash: Option<usize>,
    /// The end of what would be a scheme if its triplets were characters.
    schemelike: usize,
    /// How many characters or triplets after the scheme there were.
    passed: usize,
    /// How many hexadecimal digits a `%` that begins no triplet still lacks: here they
    /// would make it begin one.
    lacking: u8,
    /// Whether this is such a digit.
    completes: bool,
    /// After `%00` in a prospero URL, digits are a version.
    opaque: bool,
    /// Where the present element of a path ends, if it is made of dots alone.
    dots_until: usize,
}

impl<'u> Walk<'u> {
    fn new(edition: Edition, url: &'u [u8]) -> Walk<'u> {
        let length = scheme_length(url);
        let colon = if length > 0 { length + 1 } else { 0 };
        let login = url[colon..].starts_with(b"//");
        let begin = if login { colon + 2 } else { colon };
        let rules = Rules::of(edition);
        let search = search_ends_login(edition);
        let ends = |byte: &u8| matches!(byte, b'/' | b'#') || search && *byte == b'?';
        let end = url[begin..].iter().position(ends).map_or(url.len(), |end| begin + end);
        let at_sign = url[begin..end].iter().rposition(|&byte| byte == b'@');
        Walk {
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

    fn reserved(&self, region: Option<Region>) -> Reserved {
        let scheme = std::str::from_utf8(&self.scheme).unwrap_or_default();
        Reserved::of(self.edition, scheme, region.unwrap_or(Region::Path))
    }

    fn plus_is_space(&self) -> bool {
        matches!(self.edition, Edition::Rfc1630 | Edition::Rfc1630Generic)
    }

    /// Whether an octet just passed means the same as a character and as a triplet.
    fn decodes(&self, region: Region, octet: u8, accepted: CharacterSet) -> bool {
        // Hosts and ports have no triplets; before draft 06 a colon may be part of a host, and
        // from RFC 1808 on nothing says what a login is made of, or it may be a host or none.
        let schemes = self.rules == Rules::Schemes;
        let host = region == Region::Login && (!schemes || self.offset > self.host);
        // What is not a scheme must not become one, nor what is not a login.
        let before = self.offset <= self.schemelike;
        let slashes = octet == b'/' && !self.login && self.passed <= 2;
        let delimiter = self.slash.is_some_and(|slash| self.offset == slash + 1)
            || region == Region::Login && matches!(octet, b'/' | b'@');
        let stays = self.opaque || self.completes || host || before || slashes || delimiter;
        if stays || octet == b'%' || octet == b'#' {
            return false;
        }
        let reserved = self.reserved(Some(region)).contains(octet);
        let seven = schemes && region != Region::Fragment && b";/?:@=&".contains(&octet);
        let dot = octet == b'.' && self.offset <= self.dots_until;
        (self.safe.contains(octet) || seven || accepted.contains(octet)) && !reserved && !dot
    }

    /// Moves from region to region as the byte that comes next demands.
    fn enter(&mut self) {
        let Some(&byte) = self.url.get(self.offset) else { return };
        if self.offset < self.begin {
            return;
        }
        let (schemes, search) = (self.rules == Rules::Schemes, search_ends_login(self.edition));
        let region = match self.region {
            None if self.login => Region::Login,
            None => Region::Path,
            Some(region) => region,
        };
        self.region = Some(match (region, byte) {
            (_, b'#') => Region::Fragment,
            (Region::Login, b'/') => Region::Path,
            (Region::Login, b'?') if search => Region::Search,
            (Region::Path, b'?') if !schemes => Region::Search,
            (Region::Path, b'?') if self.is("http") || self.is("wais") => Region::Search,
            (Region::Path, b'%' | b'\t')
                if schemes
                    && self.is("gopher")
                    && (byte == b'\t' || self.url[self.offset..].starts_with(b"%09")) =>
            {
                Region::Search
            }
            (Region::Path, b';') if schemes && self.is("prospero") => Region::Fields,
            _ => region,
        });
    }

    /// The elements `.` and `..` are reserved, except in draft 06 and RFC 1738.
    fn mark_dots(&mut self) {
        let begins =
            self.offset == self.begin || self.offset > 0 && self.url[self.offset - 1] == b'/';
        if self.rules == Rules::Schemes || !begins || self.region != Some(Region::Path) {
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

    /// Passes what stays as it is, and decides nothing: the scheme and its delimiters, and
    /// characters after them that are nowhere more than themselves.
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
        let in_login = self.region == Some(Region::Login);
        let rest = &self.url[self.offset..];
        let mut length = 0;
        loop {
            let decides = |&byte: &u8| !plain[usize::from(byte)];
            let stays = rest[length..].iter().position(decides);
            length = stays.map_or(rest.len(), |stays| length + stays);
            let before = length.checked_sub(1).map(|before| rest[before]);
            match rest.get(length) {
                Some(b'/') if !in_login && writable.contains(b'/') => length += 1,
                // After a slash, an element of dots may begin.
                Some(b'.') if writable.contains(b'.') && before.is_some_and(|it| it != b'/') => {
                    length += 1;
                }
                _ => break,
            }
        }
        self.offset += length;
        self.passed += length;
        &rest[..length]
    }

    /// The next: its region, its octet, its bytes.
    fn next(&mut self) -> Option<(Option<Region>, u8, &'u [u8])> {
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
        // The BNFs before draft 06 split at the last `@` that a host follows, and a triplet begins
        // none: decoded after `@`, it would move the split.
        let addressed = || ["news", "mailto", "mid", "cid"].iter().any(|scheme| self.is(scheme));
        if raw == b"@" && self.rules == Rules::Early && addressed() {
            self.opaque = true;
        }
        // What decides about a version is what is before it.
        if octet == 0 && self.is("prospero") && self.rules == Rules::Early {
            self.opaque = true;
        }
        Some((region, octet, raw))
    }
}
