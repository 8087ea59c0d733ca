//! `urlbnf parse`: takes a URL apart.

use std::io::Write as _;

use clap::Args;
use urlbnf::ast::{PathReinterpretation, UrlWithFragment};
use urlbnf::diagnose;
use urlbnf::report::record::EditionRecordHead;
use urlbnf::report::records::ParsedUrlRecord;
use urlbnf::text::visible;

use crate::grammar::EditionOptions;
use crate::loaded_grammar::LoadedGrammar;
use crate::subjects::{UrlInput, UrlOptions};
use crate::{CliError, NameValueParser, OutputFormat, RecordWriter, Status, Streams, after};

/// Take a URL apart: scheme, host, path and other parts
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Take a URL apart", "urlbnf parse 'ftp://user@host.dom:21/a/b;type=i'"),
    ("The same for a program", "urlbnf parse --format json 'http://a.b:80/c?d'"),
], Some("a URL does not conform")))]
pub struct ParseArguments {
    #[command(flatten)]
    urls: UrlOptions,

    #[command(flatten)]
    edition: EditionOptions,

    /// Match the whole input against this production
    #[arg(long, value_name = "PRODUCTION", value_parser = NameValueParser::PRODUCTIONS, hide_possible_values = true)]
    start: Option<String>,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: OutputFormat,
}

pub fn run(arguments: &ParseArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let (edition, reading) = arguments.edition.get()?;
    let judge =
        LoadedGrammar::Edition(edition, reading).judge(arguments.start.as_deref(), streams)?;
    arguments.urls.each(
        RecordWriter::new(arguments.format),
        streams,
        |subject, records, streams| {
            let UrlInput { input, before, .. } = subject;
            let examination = diagnose::examine(&judge, input);
            let judgement = &examination.judgement;
            let tree = judgement.tree()?;
            let address = tree.as_ref().and_then(UrlWithFragment::from_tree);
            let otherwise =
                address.as_ref().and_then(|_| PathReinterpretation::find(edition, input));
            match (&address, arguments.format) {
                (Some(address), OutputFormat::Text) => {
                    let space = if before > 0 { "\n" } else { "" };
                    streams.write(format!("{space}{}", address.outline()).as_bytes())?;
                }
                (None, OutputFormat::Text) => {}
                (_, OutputFormat::Jsonl | OutputFormat::Json) => {
                    let by = EditionRecordHead::new(edition, judge.reading());
                    let record = subject.head().with(by).with(ParsedUrlRecord {
                        verdict: judgement.verdict,
                        address: address.as_ref(),
                        notes: otherwise.iter().map(ToString::to_string).collect(),
                    });
                    records.write(&record, streams)?;
                }
            }
            if let Some(diagnostic) = &examination.diagnostic {
                let shown = visible(input);
                let (verdict, message) = (judgement.verdict, diagnostic.message(&judge, input));
                if !streams.is_quiet() {
                    writeln!(streams.error(), "{shown}: {verdict}: {message}")?;
                }
                return Ok(Status::Objection);
            }
            if let Some(otherwise) = otherwise {
                streams.remark(&otherwise.to_string());
            }
            if address.is_none() {
                let start = judge.grammar().name(judge.start());
                streams.remark(&format!(
                    "it conforms, but `{start}` is not a URL's production: it has no parts to name"
                ));
            }
            Ok(Status::Fine)
        },
    )
}
