//! `urlbnf access`: what a client of the time would do with a URL.

use std::io::Write as _;

use clap::Args;
use urlbnf::access::{self, Access};
use urlbnf::ast::{UrlPart, UrlWithFragment};
use urlbnf::diagnose;
use urlbnf::report::record::EditionRecordHead;
use urlbnf::report::records::AccessRecord;
use urlbnf::text::visible;
use urlbnf::warning::{Warning, WarningRecord};
use urlbnf::{Edition, Judge, Judgement, Verdict};

use crate::grammar::EditionOptions;
use crate::subjects::{UrlInput, UrlOptions};
use crate::{CliError, OutputFormat, RecordWriter, Status, Streams, after};

/// Say what a client would do with a URL
///
/// Nothing is done: no connection is made.
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("What would a client do?", "urlbnf access telnet://guest@a.b:23/"),
], Some("a URL does not conform")))]
pub struct AccessArguments {
    #[command(flatten)]
    urls: UrlOptions,

    #[command(flatten)]
    edition: EditionOptions,

    /// Read a scheme in upper case as if it were in lower case, with a warning
    #[arg(long)]
    ignore_scheme_case: bool,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: OutputFormat,
}

pub fn run(arguments: &AccessArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let (edition, reading) = arguments.edition.get()?;
    let judge = Judge::by_scheme(edition, reading);
    arguments.urls.each(
        RecordWriter::new(arguments.format),
        streams,
        |subject, records, streams| {
            let UrlInput { source, line, input, before } = subject;
            let lowered = match arguments.ignore_scheme_case {
                true => diagnose::lowered(&judge, input),
                false => None,
            };
            let url = lowered.as_deref().unwrap_or(input);
            let examination = diagnose::examine(&judge, url);
            let conforms = examination.judgement.verdict == Verdict::Conforms;
            let aside = access::set_aside(edition, url).filter(|_| !conforms);
            let mut access = match aside {
                // The grammar has no fragment, but the prose lets one follow a URL.
                Some((url, fragment)) => {
                    let fragment = Some(UrlPart::new(fragment));
                    plan(edition, &judge.judge(url), |url| UrlWithFragment { fragment, ..url })
                }
                None => plan(edition, &examination.judgement, |url| url),
            };
            if let Some(access) = access.as_mut().filter(|_| lowered.is_some()) {
                access.warnings.push(WarningRecord::new(edition, Warning::SchemeUpperCase));
            }
            match (&access, arguments.format) {
                (Some(access), OutputFormat::Text) => {
                    let space = if before > 0 { "\n" } else { "" };
                    streams.write_text(&format!("{space}{access}"))?;
                }
                (None, OutputFormat::Text) => {}
                (_, OutputFormat::Jsonl | OutputFormat::Json) => {
                    let by = EditionRecordHead::new(edition, judge.reading());
                    let verdict = examination.judgement.verdict;
                    let rest = AccessRecord { verdict, access: access.as_ref() };
                    records.write(&subject.head().with(by).with(rest), streams)?;
                }
            }
            if access.is_some() {
                return Ok(Status::Fine);
            }
            if !streams.is_quiet() {
                let headline = examination.headline(&judge, url);
                let (shown, verdict) = (visible(url), examination.judgement.verdict);
                let place = visible(source.as_bytes());
                writeln!(streams.error(), "{place}:{line}: {shown}: {verdict}: {headline}")?;
            }
            Ok(Status::Objection)
        },
    )
}

/// Returns what a client would do with a URL; `None` if the URL does not conform.
fn plan<'i>(
    edition: Edition,
    judgement: &Judgement<'i>,
    whole: impl FnOnce(UrlWithFragment<'i>) -> UrlWithFragment<'i>,
) -> Option<Access> {
    // Only recognisers of grammar files can run out of work; an edition has a parser.
    let tree = judgement.tree().ok()?.filter(|_| judgement.verdict == Verdict::Conforms)?;
    UrlWithFragment::from_tree(&tree).map(|address| access::access(edition, &whole(address)))
}
