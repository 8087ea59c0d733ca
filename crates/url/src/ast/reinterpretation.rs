//! URLs to which RFC 1738 and RFC 1808 give different meanings (note N15).

use std::fmt;

use super::{Url, UrlWithFragment};
use crate::edition::Edition;
use crate::quotation::{Quotation, rfc1808};

/// A part of a path of RFC 1738 that RFC 1808 reads as another component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PathReinterpretation<'i> {
    /// The part, including the delimiter with which it begins.
    pub part: &'i str,
    /// The component that it is in RFC 1808.
    pub component: &'static str,
    /// What RFC 1808 says about it.
    pub words: Quotation,
}

impl<'i> PathReinterpretation<'i> {
    /// Returns the part with two meanings; `None` if there is none, or the edition is neither
    /// of the two.
    pub fn find(edition: Edition, input: &'i [u8]) -> Option<PathReinterpretation<'i>> {
        if !matches!(edition, Edition::Rfc1738 | Edition::Rfc1808) {
            return None;
        }
        let url = UrlWithFragment::parse(Edition::Rfc1738, input)?.url;
        let (path, mark, component, words) = match url {
            Url::Ftp(ftp) => (ftp.path, '?', "query", rfc1808::FTP_QUESTION),
            Url::File(file) => (file.path, '?', "query", rfc1808::FTP_QUESTION),
            Url::Http(http) => (http.path, ';', "params", rfc1808::HTTP_SEMICOLON),
            _ => return None,
        };
        let path = path?.raw();
        let part = path.find(mark).map(|at| &path[at..])?;
        UrlWithFragment::parse(Edition::Rfc1808, input)?;
        Some(PathReinterpretation { part, component, words })
    }
}

impl fmt::Display for PathReinterpretation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PathReinterpretation { part, component, words } = self;
        write!(
            f,
            "`{part}` is a part of the path by RFC 1738, and the {component} by RFC 1808 (note \
             N15): {words}"
        )
    }
}
