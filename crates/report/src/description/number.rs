//! A numbered remark: an interpretation, an erratum or a deviation.

use std::io;

use super::super::excerpt::{Screen, hang};
use super::{DescriptionWriter, remark_text};
use crate::record::SchemaNumber;
use crate::records::ExplainRemarkRecord;
use urlbnf_url::remark::{Remark, RemarkKind};

/// Writes a remark for a terminal.
///
/// # Errors
/// If writing to the output fails.
pub fn write(remark: &Remark, screen: &mut Screen<'_>) -> io::Result<()> {
    let (kind, number) = (remark.number.kind, remark.number.to_string());
    let mut page = DescriptionWriter::new(screen);
    page.bold(&number)?;
    let head = format!("{number}  {kind}, {}", holds(kind));
    writeln!(page.output, "{}", &hang(&head, page.columns)[number.len()..])?;
    let editions: Vec<&str> = remark.editions.iter().map(|edition| edition.name()).collect();
    page.about(&[
        ("editions", editions.join(", ")),
        ("productions", remark.productions.join(", ")),
        (if remark.meant.is_empty() { "what" } else { "printed" }, remark.what.to_owned()),
        (kind.meant(), remark.meant.to_owned()),
        ("why", remark.why.to_owned()),
    ])
}

/// Where a remark applies.
fn holds(kind: RemarkKind) -> &'static str {
    match kind {
        RemarkKind::Interpretation => "in both readings",
        RemarkKind::Erratum => "in the corrected reading only",
        RemarkKind::Note => "which changes no language",
        RemarkKind::Deviation | RemarkKind::Shortcut => {
            "of the transcription; the language is the same"
        }
    }
}

/// A remark as data.
pub fn record(remark: &Remark) -> ExplainRemarkRecord {
    ExplainRemarkRecord {
        schema: SchemaNumber,
        number: remark.number.to_string(),
        kind: remark.number.kind.name(),
        editions: remark.editions.iter().map(|&file| file.into()).collect(),
        productions: remark.productions,
        text: remark_text(remark),
    }
}
