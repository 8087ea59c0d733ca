//! `urlbnf resolve`: partial forms, and back.

use std::ffi::OsString;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::json;
use urlbnf::diagnose::visible;
use urlbnf::quotation::Quotation;
use urlbnf::report::record;
use urlbnf::resolve::{Resolution, Rule, caution, resolve, shorten};

use crate::error::Error;
use crate::options::Format;
use crate::records::{Records, SCHEMA};
use crate::status::Status;
use crate::streams::Streams;
use crate::subjects::{Subject, Urls};

/// Resolve partial forms against a base URI, or find the shortest form
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    references: Urls,

    /// The URI of the document in which they stand
    #[arg(long, value_name = "URI")]
    base: OsString,

    /// Whose rules to follow: those of RFC 1630 as its examples show them, those of RFC 1630
    /// to the letter, those of the drafts, what the library of the time did, those of RFC
    /// 1808, or those of RFC 2396
    #[arg(long, default_value = "rfc1630", value_parser = rule_parser())]
    rule: Rule,

    /// Show each step, and the sentence of the document that it follows
    #[arg(long, conflicts_with = "shorten")]
    explain: bool,

    /// The inverse: write the shortest partial form of each URI
    #[arg(long)]
    shorten: bool,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

fn rule_parser() -> impl TypedValueParser<Value = Rule> {
    let find = |name: String| Rule::ALL.into_iter().find(|rule| rule.name() == name);
    PossibleValuesParser::new(Rule::ALL.map(Rule::name))
        .map(move |name| find(name).unwrap_or(Rule::Rfc1630))
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let Arguments { references, rule, format, .. } = arguments;
    let base = arguments.base.as_encoded_bytes();
    let mut records = Records::new(*format);
    let status = references.each(streams, |subject, streams| {
        let Subject { source, line, input, .. } = subject;
        let (result, steps) = if arguments.shorten {
            (shorten(*rule, base, input)?, None)
        } else {
            let resolution = resolve(*rule, base, input)?;
            (resolution.uri.clone(), Some(resolution))
        };
        let caution = caution(*rule, base, input).filter(|_| !arguments.shorten);
        if *format != Format::Text {
            let (text, base64) = record::text(input);
            let record = json!({
                "schema": SCHEMA,
                "source": source,
                "line": line,
                "input": text,
                "input_base64": base64,
                "base": visible(base),
                "rule": rule.name(),
                "shorten": arguments.shorten,
                "output": visible(&result),
                "caution": caution,
                "steps": steps.as_ref().map(|it| it.steps.iter().map(|step| json!({
                    "sentence": step.basis.quotation().map(Quotation::words),
                    "basis": step.basis, "remark": step.remark, "uri": visible(&step.uri),
                })).collect::<Vec<_>>()),
            });
            records.write(&record, streams)?;
            return Ok(Status::Fine);
        }
        streams.write(format!("{}\n", visible(&result)).as_bytes())?;
        if let Some(caution) = caution {
            streams.remark(&format!("a partial form of gopher: {caution}"));
        }
        if let Some(resolution) = steps.filter(|_| arguments.explain) {
            streams.write_text(&explanation(&resolution))?;
        }
        Ok(Status::Fine)
    })?;
    records.finish(streams)?;
    Ok(status)
}

fn explanation(resolution: &Resolution) -> String {
    let mut text = String::new();
    for step in &resolution.steps {
        text += &format!("  {}\n", step.basis);
        if let Some(remark) = step.remark {
            text += &format!("    ({remark})\n");
        }
        text += &format!("    {}\n", visible(&step.uri));
    }
    text
}
