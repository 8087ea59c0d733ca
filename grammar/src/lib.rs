//! The texts of the grammars, and the parsers that pest generates from their transcriptions.
//!
//! The product is about the files beside this folder; this crate only turns them into Rust.
//! Each module is one reading of an edition, or both readings if they are the same, and shows
//! the files from which its parser is generated. Above every rule in them is the production as
//! printed. (In the docs of the variants of `Rule` the same text is interpreted as Markdown,
//! which changes a `\` or a `<">`.)
//!
//! The crates above define what a rule means, to which production it belongs, and how its
//! tokens become a tree.
//!
//! Only grammars are compiled in here. The texts about them, which are edited more often, are
//! in the packages `remarks/` and `documents/`, so that editing a sentence does not generate a
//! parser again.

// The parsers that pest generates refer to it.
extern crate alloc;

use std::fmt;

macro_rules! bnfs {
    ($($(#[$doc:meta])+ $bnf:ident $name:literal $extension:literal;)+) => {
        /// The BNFs of this folder.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Bnf {
            $($(#[$doc])+ $bnf),+
        }

        impl Bnf {
            /// All BNFs, in the order of their documents.
            pub const ALL: &[Bnf] = &[$(Bnf::$bnf),+];

            /// The name of its files, without the extension.
            pub fn name(self) -> &'static str {
                match self { $(Bnf::$bnf => $name),+ }
            }

            /// The name of the file with the printed grammar: `rfc1738.bnf`, `rfc3986.abnf`.
            pub fn file(self) -> &'static str {
                match self { $(Bnf::$bnf => concat!($name, $extension)),+ }
            }

            /// The grammar as printed, with its header, page marks and errata.
            pub fn text(self) -> &'static str {
                match self { $(Bnf::$bnf => include_str!(concat!("../", $name, $extension))),+ }
            }
        }
    };
}

bnfs! {
    /// draft-ietf-uri-url-00, "BNF syntax".
    Url00 "url-00" ".bnf";
    /// draft-ietf-uri-url-01, "BNF syntax".
    Url01 "url-01" ".bnf";
    /// draft-ietf-uri-url-02, "BNF syntax".
    Url02 "url-02" ".bnf";
    /// draft-ietf-uri-url-03, "BNF for specific URL schemes".
    Url03 "url-03" ".bnf";
    /// RFC 1630, "BNF of Generic URI Syntax".
    Rfc1630Generic "rfc1630-generic" ".bnf";
    /// RFC 1630, "BNF for specific URL schemes".
    Rfc1630 "rfc1630" ".bnf";
    /// draft-ietf-uri-url-06, section 5.
    Url06 "url-06" ".bnf";
    /// RFC 1738, section 5.
    Rfc1738 "rfc1738" ".bnf";
    /// RFC 1808, section 2.2.
    Rfc1808 "rfc1808" ".bnf";
    /// RFC 2396, appendix A.
    Rfc2396 "rfc2396" ".bnf";
    /// RFC 2396 as RFC 2732, section 3, changes it.
    Rfc2732 "rfc2732" ".bnf";
    /// RFC 3986, appendix A.
    Rfc3986 "rfc3986" ".abnf";
    /// RFC 3987, section 2.2.
    Rfc3987 "rfc3987" ".abnf";
    /// RFC 3986 as RFC 6874 changes it.
    Rfc6874 "rfc6874" ".abnf";
}

impl fmt::Display for Bnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Grammars that are not editions: the part of RFC 2373 that RFC 2732 uses.
const PARTS: [(&str, &str); 1] = [("rfc2373.bnf", include_str!("../rfc2373.bnf"))];

/// The text of a grammar file of this folder, by its name.
pub fn file(name: &str) -> Option<&'static str> {
    let part = || PARTS.iter().find(|(part, _)| *part == name).map(|(_, text)| *text);
    let bnf = Bnf::ALL.iter().find(|bnf| bnf.file() == name);
    bnf.map(|bnf| bnf.text()).or_else(part)
}

macro_rules! transcriptions {
    ($($module:ident: $($file:literal),+;)+) => { $(
        $(
            #[doc = concat!("From `grammar/", $file, "`:\n\n```text")]
            #[doc = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $file))]
            #[doc = "```\n"]
        )+
        #[allow(missing_docs, rustdoc::invalid_html_tags, rustdoc::broken_intra_doc_links)]
        #[allow(rustdoc::bare_urls, clippy::all)]
        pub mod $module {
            /// The transcription.
            pub const TEXT: &str =
                concat!($(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $file))),+);

            #[derive(pest_derive::Parser)]
            $(#[grammar = $file])+
            pub struct Parser;
        }
    )+ };
}

transcriptions! {
    url_00_printed: "url-00.pest", "url-00.printed.pest";
    url_00_corrected: "url-00.pest", "url-00.corrected.pest";
    url_01_printed: "url-01.pest", "url-01.printed.pest";
    url_01_corrected: "url-01.pest", "url-01.corrected.pest";
    url_02_printed: "url-02.pest", "url-02.printed.pest";
    url_02_corrected: "url-02.pest", "url-02.corrected.pest";
    url_03_printed: "url-03.pest", "url-03.printed.pest";
    url_03_corrected: "url-03.pest", "url-03.corrected.pest";
    rfc1630_generic_printed: "rfc1630-generic.pest", "rfc1630-generic.printed.pest";
    rfc1630_generic_corrected: "rfc1630-generic.pest", "rfc1630-generic.corrected.pest";
    rfc1630_printed: "rfc1630.pest", "rfc1630.printed.pest";
    rfc1630_corrected: "rfc1630.pest", "rfc1630.corrected.pest";
    url_06: "url-06.pest";
    rfc1738: "rfc1738.pest";
    rfc1808: "rfc1808.pest";
    rfc2396: "rfc2396.pest", "rfc2396.own.pest";
    rfc2732_printed: "rfc2396.pest", "rfc2732.pest", "rfc2732.printed.pest";
    rfc2732_corrected: "rfc2396.pest", "rfc2732.pest", "rfc2732.corrected.pest";
    rfc3986: "rfc3986.pest", "rfc3986.own.pest";
    rfc3987: "rfc3987.pest";
    rfc6874: "rfc3986.pest", "rfc6874.pest";
}
