//! `urlbnf tree`: shows the derivation of a URL as a tree.

use std::io;

use clap::{Args, ValueEnum};
use serde_json::value::RawValue;
use urlbnf::report::picture::{dot, tree as picture};
use urlbnf::report::records::DerivationTreeRecord;
use urlbnf::{Tree, derivation, diagnose};

use crate::derivations::{DerivationOptions, refused};
use crate::loaded_grammar::JudgeOptions;
use crate::subjects::UrlOptions;
use crate::{CliError, RecordWriter, Status, Streams, after};

/// Show how a URL derives from a grammar, as a tree
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Show a derivation as an outline", "urlbnf tree ftp://info.cern.ch/pub"),
    ("Draw it", "urlbnf tree ftp://info.cern.ch/pub --format svg -o tree.svg"),
], Some("a URL does not conform")))]
pub struct TreeArguments {
    #[command(flatten)]
    urls: UrlOptions,

    #[command(flatten)]
    judge: JudgeOptions,

    /// The form of the tree
    #[arg(long, value_enum, default_value = "text")]
    format: TreeFormat,

    #[command(flatten)]
    which: DerivationOptions,

    /// Go down to the characters; a production that names itself is shown as it is printed
    #[arg(long)]
    full: bool,
}

/// The forms of a derivation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TreeFormat {
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
pub fn run(arguments: &TreeArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let records = RecordWriter::as_array(arguments.format == TreeFormat::Json);
    let judge = arguments.judge.judge(streams)?;
    arguments.urls.each(records, streams, |subject, records, streams| {
        if arguments.format == TreeFormat::Svg && subject.before > 0 {
            return Err(CliError::OnePicture);
        }
        let examination = diagnose::examine(&judge, subject.input);
        if let Some(tree) = &examination.judgement.tree()? {
            let full = arguments.full.then(|| derivation::complete(tree)).transpose()?;
            let tree = full.as_ref().unwrap_or(tree);
            let trees = arguments.which.trees(tree, arguments.full, streams)?;
            if arguments.format == TreeFormat::Svg {
                draw(&trees, streams)?;
            }
            for (number, tree) in trees.iter().enumerate() {
                match arguments.format {
                    TreeFormat::Text => {
                        arguments.which.heading(number, &trees, streams)?;
                        streams.write(tree.outline().as_bytes())?;
                    }
                    TreeFormat::Dot => streams.write(dot::graph(tree).as_bytes())?,
                    TreeFormat::Jsonl | TreeFormat::Json => {
                        let record = arguments.which.record(&judge, subject, (number, trees.len()));
                        let tree =
                            RawValue::from_string(tree.to_json()).map_err(io::Error::from)?;
                        records.write(&record.with(DerivationTreeRecord { tree }), streams)?;
                    }
                    TreeFormat::Svg => {}
                }
            }
        }
        refused(&judge, subject, &examination, streams)
    })
}

fn draw(trees: &[Tree<'_, '_>], streams: &mut Streams) -> Result<(), CliError> {
    streams.write_picture(&picture::several(trees))?;
    if trees.iter().any(|tree| tree.nodes().nth(picture::MOST_NODES).is_some()) {
        let most = picture::MOST_NODES;
        streams.remark(&format!(
            "the picture shows the first {most} nodes; the other formats show all"
        ));
    }
    Ok(())
}
