//! The grammars as texts, and the parsers that pest derives from their
//! transcriptions.
//!
//! The files beside this folder are what the product is about; here they only
//! become Rust. Each module is one reading of an edition, or both readings
//! where they are the same, and shows the files from which its parser is made.
//! Above every rule in them stands the production as printed. (On the variants
//! of `Rule` the same text has gone through Markdown, which takes a `\` or a
//! `<">` for its own.)
//!
//! What a rule means, which production it is and how its tokens become a tree
//! is known a floor higher.

// The parsers that pest derives name it.
extern crate alloc;

pub mod documents;

/// How this folder is read, with the tables of errata, interpretations and deviations.
pub const README: &str = include_str!("../README.md");

/// The grammars as printed, each with its header, page marks and errata.
pub mod bnf {
    /// draft-ietf-uri-url-00, "BNF syntax".
    pub const URL_00: &str = include_str!("../url-00.bnf");
    /// draft-ietf-uri-url-01, "BNF syntax".
    pub const URL_01: &str = include_str!("../url-01.bnf");
    /// draft-ietf-uri-url-02, "BNF syntax".
    pub const URL_02: &str = include_str!("../url-02.bnf");
    /// draft-ietf-uri-url-03, "BNF for specific URL schemes".
    pub const URL_03: &str = include_str!("../url-03.bnf");
    /// RFC 1630, "BNF of Generic URI Syntax".
    pub const RFC1630_GENERIC: &str = include_str!("../rfc1630-generic.bnf");
    /// RFC 1630, "BNF for specific URL schemes".
    pub const RFC1630: &str = include_str!("../rfc1630.bnf");
    /// draft-ietf-uri-url-06, section 5.
    pub const URL_06: &str = include_str!("../url-06.bnf");
    /// RFC 1738, section 5.
    pub const RFC1738: &str = include_str!("../rfc1738.bnf");
    /// RFC 1808, section 2.2.
    pub const RFC1808: &str = include_str!("../rfc1808.bnf");
    /// RFC 2396, appendix A.
    pub const RFC2396: &str = include_str!("../rfc2396.bnf");
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
    rfc2396: "rfc2396.pest";
}
