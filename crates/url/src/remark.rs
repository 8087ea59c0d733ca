//! The numbered remarks on the grammars: interpretations, errata, notes, deviations,
//! shortcuts.
//!
//! The crate [`urlbnf_remarks`] holds their data. The grammar files mark where they apply.

pub use urlbnf_remarks::remark::{ParseRemarkNumberError, Remark, RemarkKind, RemarkNumber};
pub use urlbnf_remarks::remarks::REMARKS;

use crate::edition::{Edition, Reading};
use crate::parser::transcription_text;

/// The remark with a number.
pub fn find(number: RemarkNumber) -> Option<&'static Remark> {
    REMARKS.iter().find(|remark| remark.number == number)
}

/// The remarks of a kind.
pub fn of_kind(kind: RemarkKind) -> impl Iterator<Item = &'static Remark> {
    REMARKS.iter().filter(move |remark| remark.number.kind == kind)
}

/// The remarks of a kind that are about an edition.
pub fn about(edition: Edition, kind: RemarkKind) -> impl Iterator<Item = &'static Remark> {
    of_kind(kind).filter(move |remark| remark.editions.contains(&edition.file()))
}

/// The deviations and shortcuts that are marked in the transcription of a reading.
pub fn deviations(edition: Edition, reading: Reading) -> Vec<&'static Remark> {
    let text = transcription_text(edition, reading);
    let marks: Vec<RemarkNumber> = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .filter_map(|line| line.split_once(" // "))
        .flat_map(|(_, marks)| marks.split_whitespace())
        .filter_map(|mark| mark.parse().ok())
        .collect();
    let of_rules = REMARKS.iter().filter(|remark| remark.number.kind.is_of_a_rule());
    of_rules.filter(|remark| marks.contains(&remark.number)).collect()
}
