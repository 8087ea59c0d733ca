//! What the commands that show derivations share: the choice of derivations, and the report if
//! there is none.

use clap::Args;
use urlbnf::ambiguity::{EnumerationError, endless_text, every};
use urlbnf::diagnose::Examination;
use urlbnf::report::record::{JoinedRecord, JudgeRecordHead, UrlRecordHead};
use urlbnf::report::records::DerivationNumberRecord;
use urlbnf::report::{ExaminedLine, human};
use urlbnf::{Judge, Tree};

use crate::loaded_grammar::decided;
use crate::subjects::UrlInput;
use crate::{CliError, Status, Streams};

/// A record of a derivation, without the derivation itself.
pub type DerivationRecordHead<'a> =
    JoinedRecord<JoinedRecord<UrlRecordHead<'a>, JudgeRecordHead<'a>>, DerivationNumberRecord>;

#[derive(Debug, Args)]
pub struct DerivationOptions {
    /// Show every derivation where there are several, the parser's own first
    #[arg(long)]
    all: bool,

    /// With --all, how many at most
    #[arg(long, value_name = "N", default_value = "10", requires = "all")]
    limit: std::num::NonZeroUsize,
}

impl DerivationOptions {
    /// Returns the requested derivations. Reports if there are more.
    pub fn trees<'g, 'i>(
        &self,
        tree: &Tree<'g, 'i>,
        full: bool,
        streams: &mut Streams,
    ) -> Result<Vec<Tree<'g, 'i>>, CliError> {
        if !self.all {
            return Ok(vec![tree.clone()]);
        }
        let found = match every(tree, full, self.limit.get()) {
            Err(EnumerationError::TooLarge(error)) => decided(tree.grammar(), Err(error), streams)?,
            found => found?,
        };
        let count = found.trees.len();
        if let Some(endless) = found.endless {
            let endless = endless_text(tree.grammar(), endless);
            streams.remark(&format!(
                "there are infinitely many derivations, since {endless}; this is the parser's own"
            ));
        } else if found.more {
            let these = if count == 1 { "this one".to_owned() } else { format!("these {count}") };
            streams.remark(&format!(
                "there are more derivations than {these}: --limit says how many to show"
            ));
        }
        Ok(found.trees)
    }

    /// Returns the record of one of several derivations, without the derivation itself.
    pub fn record<'a>(
        &self,
        judge: &'a Judge,
        subject: UrlInput<'a>,
        (number, count): (usize, usize),
    ) -> DerivationRecordHead<'a> {
        let which =
            DerivationNumberRecord { derivation: (number + 1).min(count), derivations: count };
        subject.head().with(JudgeRecordHead::new(judge)).with(which)
    }

    /// Writes a heading before one of several derivations.
    pub fn heading(
        &self,
        number: usize,
        trees: &[Tree<'_, '_>],
        streams: &mut Streams,
    ) -> Result<(), CliError> {
        if trees.len() > 1 {
            let own = if number == 0 { ", the parser's own" } else { "" };
            let space = if number == 0 { "" } else { "\n" };
            let text = format!("{space}derivation {} of {}{own}\n", number + 1, trees.len());
            streams.write(text.as_bytes())?;
        }
        Ok(())
    }
}

/// Reports why a URL does not conform, if it does not.
pub fn refused(
    judge: &Judge,
    subject: UrlInput<'_>,
    examination: &Examination<'_>,
    streams: &mut Streams,
) -> Result<Status, CliError> {
    if examination.diagnostic.is_none() {
        return Ok(Status::Fine);
    }
    streams.keeps = true;
    if !streams.is_quiet() {
        let UrlInput { source, line, input, .. } = subject;
        let entry = ExaminedLine::new((source, line), input, judge, examination);
        human::write(&entry, &mut streams.error_screen())?;
    }
    Ok(Status::Objection)
}
