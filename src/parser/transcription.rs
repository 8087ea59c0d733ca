//! Which transcription is whose: one a reading of an edition.
//!
//! The texts and the parsers that pest derives from them are the crate
//! [`urlbnf_grammar`]; here an edition and a reading find theirs.

use urlbnf_grammar as transcribed;

use super::{AllRules, Transcribed, Transcription};
use crate::edition::{Edition, Reading};

macro_rules! transcriptions {
    ($($edition:ident $reading:ident: $module:ident;)+) => {
        /// The parser of an edition in a reading.
        pub(super) fn of(edition: Edition, reading: Reading) -> Box<dyn Transcription> {
            match (edition, reading) {
                $((Edition::$edition, Reading::$reading) => {
                    use transcribed::$module::{Parser, Rule};
                    Box::new(Transcribed::<Parser, Rule>::new(edition, reading))
                })+
                // RFC 1738 has no errata: both readings are the same.
                (Edition::Rfc1738, Reading::Printed) => of(edition, Reading::Corrected),
            }
        }

        /// The text of the transcription of a reading: what both readings share, then the rest.
        pub fn transcription_text(edition: Edition, reading: Reading) -> &'static str {
            match (edition, reading) {
                $((Edition::$edition, Reading::$reading) => transcribed::$module::TEXT,)+
                (Edition::Rfc1738, Reading::Printed) => transcribed::rfc1738::TEXT,
            }
        }

        $(impl AllRules for transcribed::$module::Rule {
            fn all() -> &'static [Self] {
                Self::all_rules()
            }

            fn index(self) -> usize {
                self as usize
            }
        })+
    };
}

transcriptions! {
    Url00 Printed: url_00_printed;
    Url00 Corrected: url_00_corrected;
    Url01 Printed: url_01_printed;
    Url01 Corrected: url_01_corrected;
    Url02 Printed: url_02_printed;
    Url02 Corrected: url_02_corrected;
    Rfc1630Generic Printed: rfc1630_generic_printed;
    Rfc1630Generic Corrected: rfc1630_generic_corrected;
    Rfc1630 Printed: rfc1630_printed;
    Rfc1630 Corrected: rfc1630_corrected;
    Rfc1738 Corrected: rfc1738;
}
