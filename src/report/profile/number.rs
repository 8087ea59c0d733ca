//! A numbered remark: an interpretation, an erratum or a deviation.

use std::io;

use codespan_reporting::term::termcolor::WriteColor;
use serde_json::{Value, json};

use super::super::excerpt::hang;
use super::Page;
use crate::remark::Remark;
use crate::report::record::SCHEMA;

/// Writes a remark for a terminal.
///
/// # Errors
/// What writing to the output says.
pub fn write(
    remark: &Remark,
    columns: Option<usize>,
    output: &mut dyn WriteColor,
) -> io::Result<()> {
    let (kind, holds) = kind(remark);
    let mut page = Page::new(columns, output);
    page.bold(&remark.number)?;
    let head = format!("{}  {kind}, {holds}", remark.number);
    writeln!(page.output, "{}", &hang(&head, page.columns)[remark.number.len()..])?;
    let editions: Vec<&str> = remark.editions.iter().map(|it| it.name()).collect();
    let meant = if kind == "interpretation" { "read as" } else { "meant" };
    page.about(&[
        ("editions", editions.join(", ")),
        ("productions", remark.productions.join(", ")),
        (if remark.meant.is_empty() { "what" } else { "printed" }, remark.what.clone()),
        (meant, remark.meant.clone()),
        ("why", remark.why.clone()),
    ])
}

/// What its letter stands for, and where it holds.
fn kind(remark: &Remark) -> (&'static str, &'static str) {
    match remark.number.chars().next() {
        Some('I') => ("interpretation", "in both readings"),
        Some('E') => ("erratum", "in the corrected reading only"),
        _ => ("deviation", "of the transcription; the language is the same"),
    }
}

/// A remark as JSON.
pub fn to_json(remark: &Remark) -> Value {
    let editions: Vec<&str> = remark.editions.iter().map(|it| it.name()).collect();
    json!({
        "schema": SCHEMA,
        "number": remark.number,
        "kind": kind(remark).0,
        "editions": editions,
        "productions": remark.productions,
        "what": remark.what,
        "meant": remark.meant,
        "why": remark.why,
    })
}
