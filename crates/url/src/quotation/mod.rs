//! Quotations: words of the documents that support a claim, and where they are.
//!
//! All quotations are listed in the submodules, one for each document, and cannot be
//! constructed elsewhere. So the tests know every quotation, and look it up on its page of the
//! document. Each says one thing. A [`Statement`] is what several documents say about the same
//! thing, each in its own words. A [`Basis`] is what supports it for a given document: the
//! document's own words, or its silence and the words of another.

mod basis;
pub(crate) mod rfc1630;
pub(crate) mod rfc1738;
pub(crate) mod rfc1808;
pub(crate) mod rfc2373;
pub(crate) mod rfc2396;
pub(crate) mod rfc2732;
pub(crate) mod rfc3986;
pub(crate) mod rfc3987;
pub(crate) mod rfc6874;
mod statement;
pub(crate) mod url_00;
pub(crate) mod url_01;
pub(crate) mod url_02;
pub(crate) mod url_03;
pub(crate) mod url_06;

use std::fmt;

use crate::document::{Citation, Document};

pub use basis::{Basis, Notes};
pub use statement::Statement;

/// Words of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Quotation {
    citation: Citation<'static>,
    words: &'static str,
}

impl Quotation {
    pub(crate) fn new(citation: Citation<'static>, words: &'static str) -> Quotation {
        Quotation { citation, words }
    }

    /// The words, verbatim; line ends are spaces.
    pub fn words(self) -> &'static str {
        self.words
    }

    /// Their place: document, section, and page if the text has pages.
    pub fn citation(self) -> Citation<'static> {
        self.citation
    }

    /// The document.
    pub const fn document(self) -> Document {
        self.citation.document
    }

    /// The line of the text on which they begin, from 0; `None` if they are not where the
    /// citation says.
    pub fn line(self) -> Option<usize> {
        look_up(self.citation, self.words)
    }
}

/// The line, from 0, on which words begin at the cited place; `None` if they are not there.
pub fn look_up(citation: Citation<'_>, words: &str) -> Option<usize> {
    let text = citation.document.text();
    text.find(words).find(|&line| {
        let page = text.lines().get(line).and_then(|line| line.page);
        let in_section = |section: &str| text.sections_at(line).contains(&section);
        (citation.page.is_none() || citation.page == page)
            && citation.section.is_none_or(in_section)
    })
}

impl fmt::Display for Quotation {
    /// `"The words." (RFC 1738, section 6, page 21)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" ({})", self.words, self.citation)
    }
}

/// All quotations, the oldest document first.
pub fn all() -> impl Iterator<Item = Quotation> {
    let drafts = [url_00::ALL, url_01::ALL, url_02::ALL, url_03::ALL];
    let rfcs = [rfc1630::ALL, url_06::ALL, rfc1738::ALL, rfc1808::ALL, rfc2373::ALL];
    let later = [rfc2396::ALL, rfc2732::ALL, rfc3986::ALL, rfc3987::ALL, rfc6874::ALL];
    let lists = drafts.into_iter().chain(rfcs).chain(later);
    lists.flatten().copied()
}

/// Quotations of one document: name, section, page if there are pages, and words.
macro_rules! quotations {
    ($document:ident; $($name:ident: $section:literal $(page $page:literal)?, $words:literal;)+) => {
        $(pub(crate) const $name: Quotation = Quotation {
            citation: Citation {
                document: Document::$document,
                section: Some($section),
                page: quotations!(@page $($page)?),
            },
            words: $words,
        };)+
        pub(super) const ALL: &[Quotation] = &[$($name),+];
    };
    (@page) => { None };
    (@page $page:literal) => { Some($page) };
}
pub(crate) use quotations;
