//! `urlbnf tree`: the derivation of a URL.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use urlbnf::report::picture::{dot, tree as picture};
use urlbnf::{derivation, diagnose};

use crate::derivations::{Which, refused};
use crate::error::Error;
use crate::options::OneJudge;
use crate::status::Status;
use crate::streams::Streams;

/// Show how a URL derives from the grammar.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The URL.
    url: OsString,

    #[command(flatten)]
    judge: OneJudge,

    /// An outline, JSON, a graph for graphviz, or a picture.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    #[command(flatten)]
    which: Which,

    /// Down to the characters, with right recursion as it is printed.
    #[arg(long)]
    full: bool,
}

/// The forms of a derivation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Dot,
    Svg,
}

/// Runs the command. Of a URL that does not conform it says why, and shows the
/// derivation from the generic productions where there is one.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let judge = arguments.judge.judge()?;
    let input = arguments.url.as_encoded_bytes();
    let examination = diagnose::examine(&judge, input);
    if let Some(tree) = &examination.judgement.tree {
        let full = if arguments.full { derivation::complete(tree).ok() } else { None };
        let tree = full.as_ref().unwrap_or(tree);
        let trees = arguments.which.trees(tree, arguments.full, streams)?;
        if arguments.format == Format::Svg {
            streams.write(picture::several(&trees).as_bytes())?;
            if trees.iter().any(|tree| tree.nodes().nth(picture::MOST_NODES).is_some()) {
                let most = picture::MOST_NODES;
                streams.remark(&format!(
                    "the picture shows the first {most} nodes; the other formats show all"
                ));
            }
        }
        for (number, tree) in trees.iter().enumerate() {
            let text = match arguments.format {
                Format::Text => {
                    arguments.which.heading(number, &trees, streams)?;
                    tree.outline()
                }
                Format::Json => tree.to_json() + "\n",
                Format::Dot => dot::graph(tree),
                Format::Svg => continue,
            };
            streams.write(text.as_bytes())?;
        }
    }
    refused(&judge, input, &examination, streams)
}
