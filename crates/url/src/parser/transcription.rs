//! The transcription of each reading of each edition.
//!
//! The texts, and the parsers that pest generates from them, are in the crate
//! [`urlbnf_grammar`]. This module maps an edition and a reading to them.

use urlbnf_grammar as transcribed;

use super::{ErasedParser, TranscriptionParser};
use crate::edition::{Edition, Reading, editions};

macro_rules! transcriptions {
    ($($(#[$doc:meta])* $edition:ident $document:ident $section:literal, $judged:ident $({ $($key:ident: $value:literal),+ })?,
       $printed:ident $corrected:ident;)+) => {
        /// The parser of an edition in a reading.
        pub(super) fn parser(edition: Edition, reading: Reading) -> Box<dyn ErasedParser> {
            match (edition, reading) {
                $((Edition::$edition, Reading::Printed) => {
                    use transcribed::$printed::{Parser, Rule};
                    let all = Rule::all_rules();
                    Box::new(TranscriptionParser::<Parser, Rule>::new(edition, reading, all, |rule| rule as usize))
                }
                (Edition::$edition, Reading::Corrected) => {
                    use transcribed::$corrected::{Parser, Rule};
                    let all = Rule::all_rules();
                    Box::new(TranscriptionParser::<Parser, Rule>::new(edition, reading, all, |rule| rule as usize))
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
