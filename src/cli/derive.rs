//! `urlbnf derive`: the leftmost derivation of a URL.

use std::ffi::OsString;
use std::io::Write as _;

use clap::Args;
use urlbnf::Tree;
use urlbnf::derivation::Leftmost;
use urlbnf::report::steps;

use crate::derivations::{Which, refused};
use crate::error::Error;
use crate::options::{OneJudge, TextFormat};
use crate::status::Status;
use crate::streams::Streams;

/// Derive a URL from the grammar, step by step.
///
/// Each line is a sentential form: characters in quotes, names without, and the
/// leftmost name between « and ». Before it stands the production whose step led
/// to it: its name was replaced by what one choice of its printed text gives.
/// `⇒*` stands for several steps.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The URL.
    url: OsString,

    #[command(flatten)]
    judge: OneJudge,

    /// Skip the character classes.
    #[arg(long)]
    brief: bool,

    #[command(flatten)]
    which: Which,

    /// Lines, or JSON.
    #[arg(long, value_enum, default_value = "text")]
    format: TextFormat,
}

/// Runs the command. Of a URL that does not conform it says why, and shows the
/// derivation from the generic productions where there is one.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let judge = arguments.judge.judge()?;
    let input = arguments.url.as_encoded_bytes();
    let examination = urlbnf::diagnose::examine(&judge, input);
    if let Some(tree) = &examination.judgement.tree
        && !streams.is_quiet()
    {
        let trees = arguments.which.trees(tree, !arguments.brief, streams)?;
        for (number, tree) in trees.iter().enumerate() {
            let derivation = derivation(tree, arguments.brief)?;
            match arguments.format {
                TextFormat::Text => {
                    arguments.which.heading(number, &trees, streams)?;
                    steps::write(derivation, streams.out())?;
                }
                TextFormat::Json => {
                    steps::json(derivation, streams.out())?;
                    writeln!(streams.out())?;
                }
            }
        }
    }
    refused(&judge, input, &examination, streams)
}

fn derivation<'g, 'i>(tree: &Tree<'g, 'i>, brief: bool) -> Result<Leftmost<'g, 'i>, Error> {
    Ok(if brief { Leftmost::brief(tree)? } else { Leftmost::new(tree)? })
}
