//! `urlbnf derive`: the leftmost derivation of a URL.

use clap::Args;
use serde_json::json;
use urlbnf::derivation::Leftmost;
use urlbnf::report::record::joined;
use urlbnf::report::steps;
use urlbnf::{Judge, Tree};

use crate::chosen::OneJudge;
use crate::derivations::{Which, each, refused};
use crate::error::Error;
use crate::options::Format;
use crate::records::Records;
use crate::status::Status;
use crate::streams::Streams;
use crate::subjects::{Subject, Urls};

/// Derive a URL from the grammar, step by step
///
/// Each line shows how far the derivation is (a sentential form): characters stand in
/// quotes, names without quotes, and the leftmost name between « and ». In front is the
/// production that was used: its name was replaced by one choice of its printed text. `⇒*`
/// stands for several steps.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    urls: Urls,

    #[command(flatten)]
    judge: OneJudge,

    /// Leave out the steps inside character classes
    #[arg(long)]
    brief: bool,

    #[command(flatten)]
    which: Which,

    /// The form of the steps
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command. Of a URL that does not conform it says why, and shows the
/// derivation from the generic productions where there is one.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let records = Records::new(arguments.format);
    each(&arguments.urls, &arguments.judge, records, streams, |judge, subject, records, streams| {
        one(arguments, judge, subject, records, streams)
    })
}

fn one(
    arguments: &Arguments,
    judge: &Judge,
    subject: Subject<'_>,
    records: &mut Records,
    streams: &mut Streams,
) -> Result<Status, Error> {
    let Subject { input, before, .. } = subject;
    let examination = urlbnf::diagnose::examine(judge, input);
    if let Some(tree) = &examination.judgement.tree
        && !streams.is_quiet()
    {
        let trees = arguments.which.trees(tree, !arguments.brief, streams)?;
        for (number, tree) in trees.iter().enumerate() {
            let derivation = derivation(tree, arguments.brief)?;
            if arguments.format == Format::Text {
                if before > 0 && number == 0 {
                    streams.write(b"\n")?;
                }
                arguments.which.heading(number, &trees, streams)?;
                let columns = streams.columns();
                steps::write(derivation, columns, streams.out()?)?;
                continue;
            }
            let record = arguments.which.record(judge, subject, (number, &trees));
            let record = joined(record, json!({ "steps": steps::json(derivation) }));
            records.write(&record, streams)?;
        }
    }
    refused(judge, subject, &examination, streams)
}

fn derivation<'g, 'i>(tree: &Tree<'g, 'i>, brief: bool) -> Result<Leftmost<'g, 'i>, Error> {
    Ok(if brief { Leftmost::brief(tree)? } else { Leftmost::new(tree)? })
}
