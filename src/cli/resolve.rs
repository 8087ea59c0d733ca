//! `urlbnf resolve`: partial forms, and back.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use urlbnf::diagnose::visible;
use urlbnf::resolve::{Rule, resolve, shorten};

use crate::error::Error;
use crate::status::Status;
use crate::streams::Streams;

/// Resolve partial forms in the context of a URI, or find the shortest.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The URI in whose context they stand.
    #[arg(long, value_name = "URI")]
    base: String,

    /// The partial forms; with --shorten, the URIs.
    #[arg(required = true, value_name = "REF")]
    references: Vec<String>,

    /// RFC 1630 by its examples, RFC 1630 to the letter, or the drafts.
    #[arg(long, default_value = "rfc1630", value_parser = rule_parser())]
    rule: Rule,

    /// Show each step, with the sentence that it follows.
    #[arg(long, conflicts_with = "shorten")]
    explain: bool,

    /// The inverse: the shortest partial form of each URI.
    #[arg(long)]
    shorten: bool,
}

fn rule_parser() -> impl TypedValueParser<Value = Rule> {
    let find = |name: String| Rule::ALL.into_iter().find(|rule| rule.name() == name);
    PossibleValuesParser::new(Rule::ALL.map(Rule::name))
        .map(move |name| find(name).unwrap_or(Rule::Rfc1630))
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let Arguments { base, rule, .. } = arguments;
    let mut text = String::new();
    for reference in &arguments.references {
        let (base, reference) = (base.as_bytes(), reference.as_bytes());
        if arguments.shorten {
            text += &format!("{}\n", visible(&shorten(*rule, base, reference)?));
            continue;
        }
        let resolution = resolve(*rule, base, reference)?;
        text += &format!("{}\n", visible(&resolution.uri));
        if !arguments.explain {
            continue;
        }
        for step in &resolution.steps {
            text += &format!("  \"{}\"\n", step.sentence);
            if let Some(remark) = step.remark {
                text += &format!("    ({remark})\n");
            }
            text += &format!("    {}\n", visible(&step.uri));
        }
        text += &format!("  {}\n", rule.citation());
    }
    streams.write(text.as_bytes())?;
    Ok(Status::Fine)
}
