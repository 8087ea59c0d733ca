//! The parsers that pest derives from the transcriptions in `grammar/`, one a
//! reading of an edition.
//!
//! Each module shows the files from which its parser is made; above every rule
//! in them stands the production as printed. (On the variants of `Rule` the
//! same text has gone through Markdown, which takes a `\` or a `<">` for its own.)

macro_rules! transcriptions {
    ($($module:ident: $edition:ident $reading:ident from [$($file:tt),+];)+) => {
        $(transcriptions!(@module $module $($file)+);)+

        /// The parser of an edition in a reading.
        pub(super) fn of(edition: Edition, reading: Reading) -> Box<dyn Transcription> {
            match (edition, reading) {
                $((Edition::$edition, Reading::$reading) => {
                    Box::new(Transcribed::<$module::Parser, $module::Rule>::new(edition, reading))
                })+
                // RFC 1738 has no errata: both readings are the same.
                (Edition::Rfc1738, Reading::Printed) => of(edition, Reading::Corrected),
            }
        }
    };
    (@module $module:ident $($file:tt)+) => {
        $(
            #[doc = concat!("From `", $file, "`:\n\n```text")]
            #[doc = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $file))]
            #[doc = "```\n"]
        )+
        #[allow(missing_docs, rustdoc::invalid_html_tags, rustdoc::broken_intra_doc_links)]
        #[allow(rustdoc::bare_urls, clippy::all)]
        pub mod $module {
            #[derive(pest_derive::Parser)]
            $(#[grammar = $file])+
            pub struct Parser;
        }

        impl AllRules for $module::Rule {
            fn all() -> &'static [Self] {
                Self::all_rules()
            }

            fn index(self) -> usize {
                self as usize
            }
        }
    };
}

use super::{AllRules, Transcribed, Transcription};
use crate::edition::{Edition, Reading};

transcriptions! {
    url_00_printed: Url00 Printed
        from ["grammar/url-00.pest", "grammar/url-00.printed.pest"];
    url_00_corrected: Url00 Corrected
        from ["grammar/url-00.pest", "grammar/url-00.corrected.pest"];
    url_01_printed: Url01 Printed
        from ["grammar/url-01.pest", "grammar/url-01.printed.pest"];
    url_01_corrected: Url01 Corrected
        from ["grammar/url-01.pest", "grammar/url-01.corrected.pest"];
    url_02_printed: Url02 Printed
        from ["grammar/url-02.pest", "grammar/url-02.printed.pest"];
    url_02_corrected: Url02 Corrected
        from ["grammar/url-02.pest", "grammar/url-02.corrected.pest"];
    rfc1630_generic_printed: Rfc1630Generic Printed
        from ["grammar/rfc1630-generic.pest", "grammar/rfc1630-generic.printed.pest"];
    rfc1630_generic_corrected: Rfc1630Generic Corrected
        from ["grammar/rfc1630-generic.pest", "grammar/rfc1630-generic.corrected.pest"];
    rfc1630_printed: Rfc1630 Printed
        from ["grammar/rfc1630.pest", "grammar/rfc1630.printed.pest"];
    rfc1630_corrected: Rfc1630 Corrected
        from ["grammar/rfc1630.pest", "grammar/rfc1630.corrected.pest"];
    rfc1738: Rfc1738 Corrected
        from ["grammar/rfc1738.pest"];
}
