//! `urlbnf tree`: shows the derivation of a URL as a tree.

use std::io;

use clap::{Args, ValueEnum};
use serde_json::value::RawValue;
use urlbnf::report::picture::{dot, tree as picture};
use urlbnf::report::records::AsTree;
use urlbnf::{Tree, derivation, diagnose};

use crate::chosen::OneJudge;
use crate::derivations::{Which, refused};
use crate::subjects::Urls;
use crate::{Error, Records, Status, Streams, after};

/// Show how a URL derives from a grammar, as a tree
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Show a derivation as an outline", "urlbnf tree ftp://info.cern.ch/pub"),
    ("Draw it", "urlbnf tree ftp://info.cern.ch/pub --format svg -o tree.svg"),
], Some("a URL does not conform")))]
pub struct Arguments {
    #[command(flatten)]
    urls: Urls,

    #[command(flatten)]
    judge: OneJudge,

    /// The form of the tree
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    #[command(flatten)]
    which: Which,

    /// Go down to the characters; a production that names itself is shown as it is printed
    #[arg(long)]
    full: bool,
}

/// The forms of a derivation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// An outline
    Text,
    /// One JSON object per line, for each tree
    Jsonl,
    /// One JSON document: an array of the same objects
    Json,
    /// A graph for graphviz
    Dot,
    /// A picture
    Svg,
}

/// Runs the command. For a URL that does not conform, says why, and shows the derivation from
/// the generic productions if there is one.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let records = Records::as_array(arguments.format == Format::Json);
    let judge = arguments.judge.judge(streams)?;
    arguments.urls.each(records, streams, |subject, records, streams| {
        if arguments.format == Format::Svg && subject.before > 0 {
            return Err(Error::OnePicture);
        }
        let examination = diagnose::examine(&judge, subject.input);
        if let Some(tree) = &examination.judgement.tree() {
            let full = if arguments.full { derivation::complete(tree).ok() } else { None };
            let tree = full.as_ref().unwrap_or(tree);
            let trees = arguments.which.trees(tree, arguments.full, streams)?;
            if arguments.format == Format::Svg {
                draw(&trees, streams)?;
            }
            for (number, tree) in trees.iter().enumerate() {
                match arguments.format {
                    Format::Text => {
                        arguments.which.heading(number, &trees, streams)?;
                        streams.write(tree.outline().as_bytes())?;
                    }
                    Format::Dot => streams.write(dot::graph(tree).as_bytes())?,
                    Format::Jsonl | Format::Json => {
                        let record = arguments.which.record(&judge, subject, (number, trees.len()));
                        let tree =
                            RawValue::from_string(tree.to_json()).map_err(io::Error::from)?;
                        records.write(&record.with(AsTree { tree }), streams)?;
                    }
                    Format::Svg => {}
                }
            }
        }
        refused(&judge, subject, &examination, streams)
    })
}

fn draw(trees: &[Tree<'_, '_>], streams: &mut Streams) -> Result<(), Error> {
    streams.write_picture(&picture::several(trees))?;
    if trees.iter().any(|tree| tree.nodes().nth(picture::MOST_NODES).is_some()) {
        let most = picture::MOST_NODES;
        streams.remark(&format!(
            "the picture shows the first {most} nodes; the other formats show all"
        ));
    }
    Ok(())
}
