//! The transcription of each reading of each edition.
//!
//! The texts, and the parsers that pest generates from them, are in the crate
//! [`urlbnf_grammar`]. This module maps an edition and a reading to them.

use urlbnf_grammar as transcribed;

use super::{AllRules, Transcribed, Transcription};
use crate::edition::{Edition, Reading, editions};

macro_rules! transcriptions {
    ($($edition:ident $document:ident $section:literal, $judged:ident $({ $($key:ident: $value:literal),+ })?,
       $printed:ident $corrected:ident;)+) => {
        /// The parser of an edition in a reading.
        pub(super) fn of(edition: Edition, reading: Reading) -> Box<dyn Transcription> {
            match (edition, reading) {
                $((Edition::$edition, Reading::Printed) => {
                    use transcribed::$printed::{Parser, Rule};
                    Box::new(Transcribed::<Parser, Rule>::new(edition, reading))
                }
                (Edition::$edition, Reading::Corrected) => {
                    use transcribed::$corrected::{Parser, Rule};
                    Box::new(Transcribed::<Parser, Rule>::new(edition, reading))
                })+
            }
        }

        /// The text of the transcription of a reading: first the part that both readings share.
        pub fn transcription_text(edition: Edition, reading: Reading) -> &'static str {
            match (edition, reading) {
                $((Edition::$edition, Reading::Printed) => transcribed::$printed::TEXT,
                (Edition::$edition, Reading::Corrected) => transcribed::$corrected::TEXT,)+
            }
        }
    };
}

editions!(transcriptions);

macro_rules! rules {
    ($($module:ident)+) => {
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

// Each module appears once: without errata both readings use the same one.
rules! {
    url_00_printed url_00_corrected url_01_printed url_01_corrected
    url_02_printed url_02_corrected url_03_printed url_03_corrected
    rfc1630_generic_printed rfc1630_generic_corrected rfc1630_printed rfc1630_corrected
    url_06 rfc1738 rfc1808 rfc2396 rfc2732_printed rfc2732_corrected rfc3986 rfc3987 rfc6874
}
