//! `urlbnf resolve`: resolves partial forms, and shortens URIs to them.

use std::ffi::OsString;

use clap::Args;
use urlbnf::quotation::Quotation;
use urlbnf::report::excerpt::width;
use urlbnf::report::records::{DotSegmentBuffersRecord, ResolutionStepRecord, ResolvedUrlRecord};
use urlbnf::report::witness;
use urlbnf::resolve::{
    self, DotSegmentRemover, Resolution, ResolutionRule, caution, resolve, shorten,
};
use urlbnf::text::visible;

use crate::options::{OutputFormat, one_of};
use crate::reference::ReferenceChecker;
use crate::subjects::{UrlInput, UrlOptions};
use crate::{CliError, RecordWriter, Status, Streams, after};

/// The longest path, in bytes, whose dot segments are shown step by step. Each step shows the
/// whole rest of the path.
const LONGEST_DOTTED: usize = 1 << 10;

/// Resolve references against a base URI, or shorten them
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Resolve a partial form", "urlbnf resolve --base http://a.b/c/d ../e"),
    ("Say why", "urlbnf resolve --base http://a.b/c/d --explain ../e"),
    ("The shortest form of a URI", "urlbnf resolve --base http://a.b/c/d --shorten http://a.b/c/e"),
], None))]
pub struct ResolveArguments {
    #[command(flatten)]
    references: UrlOptions,

    /// The URI of the document that contains them
    #[arg(long, value_name = "URI")]
    base: OsString,

    /// Whose rules to follow: those of RFC 1630 as its examples show them, those of RFC 1630
    /// to the letter, those of the drafts, what the library of the time did, those of RFC
    /// 1808, of RFC 2396, of RFC 3986, of RFC 3986 by a parser that is not strict, or of RFC
    /// 3987
    #[arg(long, default_value = "rfc1630", value_parser = one_of(ResolutionRule::ALL, ResolutionRule::name))]
    rule: ResolutionRule,

    /// Show each step, and the sentence of the document that it follows; by RFC 3986 also how
    /// dot segments are removed, buffer by buffer
    #[arg(long, conflicts_with = "shorten")]
    explain: bool,

    /// The inverse: write the shortest partial form of each URI
    #[arg(long)]
    shorten: bool,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: OutputFormat,
}

pub fn run(arguments: &ResolveArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let ResolveArguments { references, rule, format, .. } = arguments;
    let base = arguments.base.as_encoded_bytes();
    let judged = ReferenceChecker::of_rule(*rule);
    let base_conforms = judged.check("the base", base, streams);
    references.each(RecordWriter::new(*format), streams, |subject, records, streams| {
        let UrlInput { source, line, input, .. } = subject;
        let input_conforms = judged.check(&format!("{source}:{line}"), input, streams);
        let (result, steps) = if arguments.shorten {
            (shorten(*rule, base, input)?, None)
        } else {
            let resolution = resolve(*rule, base, input)?;
            (resolution.uri.clone(), Some(resolution))
        };
        let caution = caution(*rule, base, input).filter(|_| !arguments.shorten);
        if *format != OutputFormat::Text {
            let record = subject.head().with(ResolvedUrlRecord {
                base: witness::text(base),
                base_base64: witness::base64(base),
                rule: *rule,
                shorten: arguments.shorten,
                output: witness::text(&result),
                output_base64: witness::base64(&result),
                caution,
                base_conforms,
                input_conforms,
                steps: steps
                    .as_ref()
                    .map(|resolution| resolution.steps.iter().map(record).collect()),
            });
            records.write(&record, streams)?;
            return Ok(Status::Fine);
        }
        streams.write_result(&result, "")?;
        if let Some(caution) = caution {
            streams.remark(&format!("a partial form of gopher: {caution}"));
        }
        if let Some(resolution) = steps.filter(|_| arguments.explain) {
            streams.write_text(&explanation(&resolution))?;
        }
        Ok(Status::Fine)
    })
}

fn record(step: &resolve::ResolveStep) -> ResolutionStepRecord<'_> {
    ResolutionStepRecord {
        sentence: step.basis.quotation().map(Quotation::words),
        basis: step.basis,
        remark: step.remark,
        uri: witness::text(&step.uri),
        uri_base64: witness::base64(&step.uri),
        dot_segments: step.dotted.as_deref().and_then(buffers),
    }
}

fn explanation(resolution: &Resolution) -> String {
    let mut text = String::new();
    for step in &resolution.steps {
        text += &format!("  {}\n", step.basis);
        if let Some(remark) = step.remark {
            text += &format!("    ({remark})\n");
        }
        text += &format!("    {}\n", visible(&step.uri));
        if let Some(path) = &step.dotted {
            text += &table(path);
        }
    }
    text
}

/// Returns the contents of the buffers at first and after each step; `None` if the path is too
/// long.
fn buffers(path: &[u8]) -> Option<Vec<DotSegmentBuffersRecord>> {
    if path.len() > LONGEST_DOTTED {
        return None;
    }
    let mut buffers = DotSegmentRemover::new(path);
    let row = |step, buffers: &DotSegmentRemover<'_>| {
        let (output, input) = (visible(buffers.output()), visible(buffers.input()));
        DotSegmentBuffersRecord { step, output, input }
    };
    let mut rows = vec![row("1", &buffers)];
    while let Some(step) = buffers.step() {
        rows.push(row(step.name(), &buffers));
    }
    Some(rows)
}

/// Formats the table of RFC 3986, section 5.2.4.
fn table(path: &[u8]) -> String {
    let Some(rows) = buffers(path) else {
        let longest = LONGEST_DOTTED;
        return format!("      (a path of more than {longest} bytes: its steps are not shown)\n");
    };
    let widest = rows.iter().map(|row| width(&row.output)).max().unwrap_or(0);
    let column = widest.max("OUTPUT BUFFER".len());
    let heading = format!("      STEP   {:<column$}   INPUT BUFFER\n", "OUTPUT BUFFER");
    let lines = rows.iter().map(|DotSegmentBuffersRecord { step, output, input }| {
        let gap = " ".repeat(column - width(output));
        format!("       {step:<2}:   {output}{gap}   {input}").trim_end().to_owned() + "\n"
    });
    std::iter::once(heading).chain(lines).collect()
}
