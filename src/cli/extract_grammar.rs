//! `urlbnf extract-grammar`: extracts the grammar from a document.

use std::path::PathBuf;

use clap::Args;
use urlbnf::Reading;
use urlbnf::bnf::DocumentKind;
use urlbnf::report::extraction::{Extraction, remarks};
use urlbnf::report::lint::Report;

use crate::octets::{Source, shown};
use crate::{Error, Format, Records, Status, Streams, after};

/// Take the grammar out of a document (RFC, draft, XML)
///
/// Each rule comes with its section, page and line. What a document says twice, in its text
/// and collected in an appendix, has to say the same both times; where it does not, a string
/// shows it. Every command that takes a grammar file takes a document as well.
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("Write the grammar of a draft into a file", "urlbnf extract-grammar draft.txt -o draft.abnf"),
    ("Its rules as data, with section, page and line", "urlbnf extract-grammar --format jsonl draft.txt"),
], Some("a rule that is given twice does not say the same both times")))]
pub struct Arguments {
    /// The documents: `.txt` is the text of an RFC or a draft, `.xml` RFCXML, `.md` Markdown
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The form of what is found: text is a grammar file
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let mut records = Records::new(arguments.format);
    let mut status = Status::Fine;
    for path in &arguments.files {
        let name = shown(path);
        if DocumentKind::of_name(&name).is_none() {
            return Err(Error::NoDocument { name });
        }
        let source = Source::file(path, streams)?;
        let grammar = match source.read(Reading::Corrected, streams) {
            Ok(grammar) => grammar,
            Err(error) => {
                source.unreadable(&error, streams)?;
                status = Status::Trouble;
                continue;
            }
        };
        let extraction = Extraction::of(&grammar);
        if !extraction.findings().is_empty() {
            let report = Report::of(&name, &grammar, extraction.findings());
            report.write(&mut streams.error_screen())?;
        }
        if extraction.differs() {
            status = status.max(Status::Objection);
        }
        for remark in remarks(&grammar) {
            streams.remark(&remark);
        }
        match arguments.format {
            Format::Text => streams.write(extraction.text().as_bytes())?,
            Format::Jsonl | Format::Json => {
                for record in extraction.records() {
                    records.write(&record, streams)?;
                }
            }
        }
    }
    if arguments.format != Format::Text {
        records.finish(streams)?;
    }
    Ok(status)
}
