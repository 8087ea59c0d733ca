//! `urlbnf compare`: whether two URLs are the same, and why.

use clap::Args;
use urlbnf::diagnose::{visible, visible_byte};
use urlbnf::escape::{Comparison, compare};

use crate::error::Error;
use crate::options::OneEdition;
use crate::status::Status;
use crate::streams::Streams;

/// Compare two URLs at the same encoding level: 0 the same, 1 not, 2 trouble.
#[derive(Debug, Args)]
pub struct Arguments {
    /// One URL.
    one: String,

    /// The other.
    other: String,

    #[command(flatten)]
    edition: OneEdition,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let Arguments { one, other, .. } = arguments;
    let comparison = compare(arguments.edition.edition, one.as_bytes(), other.as_bytes())?;
    let text = match &comparison {
        Comparison::Identical => "the same: byte by byte\n".to_owned(),
        Comparison::Same { canonical } => {
            format!("the same: at one encoding level, both are\n  {}\n", visible(canonical))
        }
        Comparison::Different { canonical: [a, b], offset, reserved } => {
            let (a, b) = (visible(a), visible(b));
            let mut text = format!("not the same: at one encoding level, from byte {offset}\n");
            text += &format!("  {a}\n  {b}\n");
            if let Some((octet, reserved)) = reserved {
                let character = visible_byte(*octet);
                text += &format!("`%{octet:02X}` is not {character}, which is reserved there:\n");
                text += &format!("  \"{}\"\n  {}\n", reserved.sentence, reserved.citation);
            }
            text
        }
    };
    streams.write(text.as_bytes())?;
    Ok(if comparison.is_same() { Status::Fine } else { Status::Objection })
}
