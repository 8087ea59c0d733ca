//! `urlbnf extract-grammar`: extracts the grammar from a document.

use std::path::PathBuf;

use clap::Args;
use urlbnf::Reading;
use urlbnf::bnf::DocumentKind;
use urlbnf::report::extraction::{GrammarExtraction, remarks};
use urlbnf::report::lint::LintReport;

use crate::grammar_file::{GrammarFile, shown};
use crate::{CliError, OutputFormat, RecordWriter, Status, Streams, after};

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
pub struct ExtractGrammarArguments {
    /// The documents: `.txt` is the text of an RFC or a draft, `.xml` RFCXML, `.md` Markdown
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The form of what is found: text is a grammar file
    #[arg(long, value_enum, default_value = "text")]
    format: OutputFormat,
}

pub fn run(arguments: &ExtractGrammarArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let mut records = RecordWriter::new(arguments.format);
    let mut status = Status::Fine;
    for path in &arguments.files {
        let name = shown(path);
        if DocumentKind::of_name(&name).is_none() {
            return Err(CliError::NoDocument { name });
        }
        let source = GrammarFile::file(path, streams)?;
        let grammar = match source.read(Reading::Corrected, streams) {
            Ok(grammar) => grammar,
            Err(error) => {
                source.unreadable(&error, streams)?;
                status = Status::Trouble;
                continue;
            }
        };
        let extraction = GrammarExtraction::from_grammar(&grammar);
        if !extraction.findings().is_empty() {
            let report = LintReport::from_findings(&name, &grammar, extraction.findings());
            report.write(&mut streams.error_screen())?;
        }
        if extraction.differs() {
            status = status.max(Status::Objection);
        }
        for remark in remarks(&grammar) {
            streams.remark(&remark);
        }
        match arguments.format {
            OutputFormat::Text => streams.write(extraction.text().as_bytes())?,
            OutputFormat::Jsonl | OutputFormat::Json => {
                for record in extraction.records() {
                    records.write(&record, streams)?;
                }
            }
        }
    }
    if arguments.format != OutputFormat::Text {
        records.finish(streams)?;
    }
    Ok(status)
}
