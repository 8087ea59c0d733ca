//! The documents that print the grammars, and their texts.
//!
//! The texts are in `grammar/documents/`, unmodified. A file of marks beside each text records
//! its pages, its sections, and the page furniture between its words. So a sentence can be
//! found even if a page break divides it, and a citation leads to a line.

mod citation;
mod record;
mod text;

use std::sync::OnceLock;

pub use citation::{Citation, citations};
pub use record::DocumentMetadata;
pub use text::{DocumentLine, DocumentSection, DocumentText};

macro_rules! documents {
    ($($document:ident $citation:literal, $date:literal, $file:literal $text:ident;)+) => {
        /// A document.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Document {
            $(
                #[doc = concat!($citation, ", ", $date, ".")]
                $document,
            )+
        }

        /// The number of documents.
        const COUNT: usize = [$(Document::$document),+].len();

        impl Document {
            /// All documents, the oldest first.
            pub const ALL: [Document; COUNT] = [$(Document::$document),+];

            /// How the document is cited: `RFC 1738`.
            pub fn citation(self) -> &'static str {
                match self { $(Document::$document => $citation),+ }
            }

            /// The name of its file in `grammar/documents/`, without the extension.
            pub fn file(self) -> &'static str {
                match self { $(Document::$document => $file),+ }
            }

            /// The text and its marks.
            fn texts(self) -> [&'static str; 2] {
                match self { $(Document::$document => urlbnf_documents::$text),+ }
            }
        }
    };
}

documents! {
    Url00 "draft-ietf-uri-url-00", "March 1993", "url-00" URL_00;
    Url01 "draft-ietf-uri-url-01", "July 1993", "url-01" URL_01;
    Url02 "draft-ietf-uri-url-02", "October 1993", "url-02" URL_02;
    Url03 "draft-ietf-uri-url-03", "March 1994", "url-03" URL_03;
    Rfc1630 "RFC 1630", "June 1994", "rfc1630" RFC1630;
    Url06 "draft-ietf-uri-url-06", "August 1994", "url-06" URL_06;
    Rfc1738 "RFC 1738", "December 1994", "rfc1738" RFC1738;
    Rfc1808 "RFC 1808", "June 1995", "rfc1808" RFC1808;
    Rfc2373 "RFC 2373", "July 1998", "rfc2373" RFC2373;
    Rfc2396 "RFC 2396", "August 1998", "rfc2396" RFC2396;
    Rfc2732 "RFC 2732", "December 1999", "rfc2732" RFC2732;
    Rfc3986 "RFC 3986", "January 2005", "rfc3986" RFC3986;
    Rfc3987 "RFC 3987", "January 2005", "rfc3987" RFC3987;
    Rfc6874 "RFC 6874", "February 2013", "rfc6874" RFC6874;
}

impl Document {
    /// Whether its whole text is available, and not only its rules.
    pub fn has_prose(self) -> bool {
        self != Document::Rfc6874
    }

    /// The name of its file in `grammar/documents/`.
    pub fn text_file(self) -> String {
        let extension = if self.has_prose() { "txt" } else { "abnf" };
        format!("{}.{extension}", self.file())
    }

    /// The URL of its text at the publisher.
    pub fn address(self) -> String {
        match self.file().strip_prefix("rfc") {
            Some(_) => format!("https://www.rfc-editor.org/rfc/{}", self.file()),
            None => format!("https://datatracker.ietf.org/doc/html/{}", self.citation()),
        }
    }

    /// Whether it encodes a character as its ISO Latin 1 code: "the ISO Latin 1 code for that
    /// character" (RFC 1630, page 8, and drafts 01 and 02).
    pub fn has_latin_1_codes(self) -> bool {
        matches!(self, Document::Url01 | Document::Url02 | Document::Rfc1630)
    }

    /// Its text. The text is read once.
    pub fn text(self) -> &'static DocumentText {
        static TEXTS: [OnceLock<DocumentText>; COUNT] = [const { OnceLock::new() }; COUNT];
        TEXTS[self as usize].get_or_init(|| {
            let [source, marks] = self.texts();
            DocumentText::read(source, marks)
        })
    }
}
