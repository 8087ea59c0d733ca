//! `urlbnf railroad`: draws a production.

use clap::{Args, ValueEnum};
use urlbnf::report::picture::railroad;

use crate::loaded_grammar::GrammarOptions;
use crate::{CliError, NameValueParser, Status, Streams, after};

/// Draw a production as a railroad diagram
///
/// `urlbnf diff OLD NEW PRODUCTION --format svg` draws what changed in one.
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Draw a production", "urlbnf railroad hostname -o hostname.svg"),
], None))]
pub struct RailroadArguments {
    /// The production, by its printed name
    #[arg(
        value_name = "PRODUCTION", value_parser = NameValueParser::PRODUCTIONS, hide_possible_values = true,
    )]
    production: String,

    #[command(flatten)]
    grammar: GrammarOptions,

    /// The form of the picture
    #[arg(long, value_enum, default_value = "svg")]
    format: RailroadFormat,
}

/// The forms of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RailroadFormat {
    /// A picture for a page; `-o FILE` writes it to a file
    Svg,
}

pub fn run(arguments: &RailroadArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let chosen = arguments.grammar.read(streams)?;
    let id = chosen.find(&arguments.production)?;
    let RailroadFormat::Svg = arguments.format;
    let picture = railroad::svg(chosen.grammar(), id, &|_| None);
    streams.write_picture(&picture)?;
    Ok(Status::Fine)
}
