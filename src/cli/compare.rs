//! `urlbnf compare`: whether two URLs are the same, and why.

use std::ffi::OsString;

use clap::Args;
use serde_json::json;
use urlbnf::escape::{Comparison, compare, octets_of};
use urlbnf::quotation::{Basis, Quotation};
use urlbnf::text::{visible, visible_byte};

use crate::error::Error;
use crate::grammar::OneEdition;
use crate::options::Format;
use crate::records::{Records, SCHEMA};
use crate::status::Status;
use crate::streams::Streams;

/// Say whether two URLs are the same, and why
#[derive(Debug, Args)]
pub struct Arguments {
    /// One URL
    #[arg(value_name = "URL")]
    one: OsString,

    /// The other
    #[arg(value_name = "OTHER")]
    other: OsString,

    #[command(flatten)]
    edition: OneEdition,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let (edition, reading) = arguments.edition.get()?;
    let inputs = [&arguments.one, &arguments.other].map(|it| it.as_encoded_bytes());
    let [(one, taken), (other, _)] = inputs.map(|it| octets_of(edition, it));
    if let Some(taken) = taken {
        streams.remark(&taken.to_string());
    }
    let comparison = compare(edition, &one, &other)?;
    if arguments.format == Format::Text {
        streams.write_text(&text(&comparison, inputs))?;
    } else {
        let (canonical, offset, reserved) = match &comparison {
            Comparison::Identical => (inputs.map(visible), None, None),
            Comparison::Same { canonical } => {
                ([visible(canonical), visible(canonical)], None, None)
            }
            Comparison::Equivalent { canonical: [a, b], .. } => {
                ([visible(a), visible(b)], None, None)
            }
            Comparison::Different { canonical: [a, b], offset, reserved, .. } => {
                ([visible(a), visible(b)], Some(*offset), reserved.as_ref())
            }
        };
        let record = json!({
            "schema": SCHEMA,
            "inputs": inputs.map(visible),
            "edition": edition.name(),
            "reading": reading.name(),
            "same": comparison.is_same(),
            "identical": matches!(comparison, Comparison::Identical),
            "canonical": canonical,
            "offset": offset,
            "reserved": reserved.map(|(octet, basis)| json!({
                "byte": octet,
                "sentence": basis.quotation().map(Quotation::words),
                "citation": basis.quotation().map(|it| it.citation().to_string()),
            })),
            "stated": match &comparison {
                Comparison::Equivalent { by, .. } => by.as_slice(),
                _ => &[] as &[Basis],
            },
            "implied": match &comparison {
                Comparison::Different { implied, .. } => implied.as_slice(),
                _ => &[] as &[Basis],
            },
        });
        let mut records = Records::new(arguments.format);
        records.write(&record, streams)?;
        records.finish(streams)?;
    }
    Ok(if comparison.is_same() { Status::Fine } else { Status::Objection })
}

fn text(comparison: &Comparison, inputs: [&[u8]; 2]) -> String {
    match comparison {
        Comparison::Identical => "the same, byte by byte\n".to_owned(),
        Comparison::Same { canonical } => {
            format!("the same: in their canonical form both are\n  {}\n", visible(canonical))
        }
        Comparison::Equivalent { canonical: [a, b], by } => {
            let mut text = "the same, by what the document says:\n".to_owned();
            text += &format!("  {}\n  {}\n", visible(a), visible(b));
            for basis in by {
                text += &format!("  {basis}\n");
            }
            text
        }
        Comparison::Different { canonical: [a, b], offset, reserved, implied } => {
            let column = column(a, *offset);
            let (a, b) = (visible(a), visible(b));
            let form = match inputs.map(visible) == [a.clone(), b.clone()] {
                true => "",
                false => " of their canonical forms",
            };
            let mut text = format!("not the same: from column {column}{form}\n  {a}\n  {b}\n");
            if let Some((octet, basis)) = reserved {
                let character = visible_byte(*octet);
                text += &format!("`%{octet:02X}` is not {character}, which is reserved there:\n");
                text += &format!("  {basis}\n");
            }
            if !implied.is_empty() {
                text += "but this implies that they mean the same:\n";
            }
            for basis in implied {
                text += &format!("  {basis}\n");
            }
            text
        }
    }
}

/// The column of an offset, in characters from 1.
fn column(text: &[u8], offset: usize) -> usize {
    urlbnf::report::site::characters(&text[..offset.min(text.len())]) + 1
}
