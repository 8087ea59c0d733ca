//! `urlbnf derive`: the derivation of a URL, step by step.

use clap::{Args, ValueEnum};
use serde::Serialize;
use urlbnf::Tree;
use urlbnf::derivation::{DerivationOrder, DerivationSteps, PartialDerivation};
use urlbnf::report::records::{PartialDerivationRecord, StepwiseDerivationRecord};
use urlbnf::report::steps;

use crate::derivations::{DerivationOptions, DerivationRecordHead, refused};
use crate::loaded_grammar::JudgeOptions;
use crate::subjects::{UrlInput, UrlOptions};
use crate::{CliError, OutputFormat, RecordWriter, Status, Streams, after};

/// Derive a URL from the grammar, step by step
///
/// Each line shows how far the derivation is (a sentential form): characters are in quotes, names
/// without quotes, and the name that is replaced next between « and ». In front is the production
/// that was used: its name was replaced by one choice of its printed text. `⇒*` stands for several
/// steps. Of a URL that does not conform there is the derivation up to where it fails: `…` is what
/// could still come there.
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Go from the start to a URL step by step", "urlbnf derive --brief http://a.b/"),
    ("Start from another production", "urlbnf derive -e rfc1630 --start port 80"),
], Some("a URL does not conform")))]
pub struct DeriveArguments {
    #[command(flatten)]
    urls: UrlOptions,

    #[command(flatten)]
    judge: JudgeOptions,

    /// Leave out the steps inside character classes
    #[arg(long)]
    brief: bool,

    /// Which name is replaced in each step
    #[arg(long, value_enum, value_name = "ORDER", default_value = "leftmost")]
    order: DeriveOrder,

    /// Show below each step the line of the grammar, and the alternative that was taken
    #[arg(long)]
    printed: bool,

    #[command(flatten)]
    which: DerivationOptions,

    /// The form of the steps
    #[arg(long, value_enum, default_value = "text")]
    format: OutputFormat,
}

/// The heading of the incomplete derivation, if a generic derivation precedes it.
const OWN: &[u8] = b"by the productions of its own scheme, as far as it goes:\n";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DeriveOrder {
    /// The leftmost name first
    Leftmost,
    /// The rightmost name first
    Rightmost,
}

/// Runs the command. For a URL that does not conform, shows the derivation from the generic
/// productions if there is one, then the derivation up to the failure, and says why it fails.
pub fn run(arguments: &DeriveArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let records = RecordWriter::new(arguments.format);
    let judge = arguments.judge.judge(streams)?;
    arguments.urls.each(records, streams, |subject, records, streams| {
        let UrlInput { input, before, .. } = subject;
        let examination = urlbnf::diagnose::examine(&judge, input);
        if streams.discards_output() {
            return refused(&judge, subject, &examination, streams);
        }
        let mut shown = before > 0;
        let tree = examination.judgement.tree()?;
        if let Some(tree) = &tree {
            let trees = arguments.which.trees(tree, !arguments.brief, streams)?;
            for (number, tree) in trees.iter().enumerate() {
                let steps = arguments.steps(tree)?;
                if arguments.format == OutputFormat::Text {
                    arguments.space(shown && number == 0, streams)?;
                    arguments.which.heading(number, &trees, streams)?;
                    steps::write(steps, arguments.printed, &mut streams.screen()?)?;
                    shown = true;
                    continue;
                }
                let head = arguments.which.record(&judge, subject, (number, trees.len()));
                records.write(&record(head, steps, None), streams)?;
            }
        }
        let fails = examination.diagnostic.is_some();
        let partial = fails.then(|| judge.partial(input)).flatten();
        if let Some(partial) = partial {
            let steps = DerivationSteps::of_partial(&partial, arguments.brief)?;
            if arguments.format == OutputFormat::Text {
                arguments.space(shown, streams)?;
                if tree.is_some() {
                    streams.write(OWN)?;
                }
                steps::write(steps, arguments.printed, &mut streams.screen()?)?;
            } else {
                let head = arguments.which.record(&judge, subject, (0, 0));
                records.write(&record(head, steps, Some(&partial)), streams)?;
            }
        }
        refused(&judge, subject, &examination, streams)
    })
}

impl DeriveArguments {
    fn steps<'g, 'i>(&self, tree: &Tree<'g, 'i>) -> Result<DerivationSteps<'g, 'i>, CliError> {
        let order = match self.order {
            DeriveOrder::Leftmost => DerivationOrder::Leftmost,
            DeriveOrder::Rightmost => DerivationOrder::Rightmost,
        };
        Ok(if self.brief {
            DerivationSteps::brief(tree, order)?
        } else {
            DerivationSteps::new(tree, order)?
        })
    }

    fn space(&self, needed: bool, streams: &mut Streams) -> Result<(), CliError> {
        if needed {
            streams.write(b"\n")?;
        }
        Ok(())
    }
}

/// Returns a record with the steps; for a string that fails, also with the open productions.
fn record<'a>(
    head: DerivationRecordHead<'a>,
    steps: DerivationSteps<'a, '_>,
    partial: Option<&PartialDerivation<'a, '_>>,
) -> impl Serialize {
    let grammar = steps.tree().grammar();
    let partial = partial.map(|partial| PartialDerivationRecord {
        offset: partial.tree().input().len(),
        open: partial.open().map(|id| grammar.name(id)).collect(),
    });
    let order = steps.order();
    head.with(StepwiseDerivationRecord { order, partial, steps: steps::records(steps) })
}
