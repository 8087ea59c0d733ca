//! The option of two commands that names the rung of the ladder on which URLs are compared.

use clap::builder::ArgPredicate;
use clap::{Arg, Args};
use urlbnf::Edition;
use urlbnf::escape::{ComparisonLadder, ComparisonRung};

use crate::error::CliError;
use crate::options::one_of;

/// The rung, where one was named.
#[derive(Debug, Args)]
pub struct RungArgument {
    /// A step of the comparison ladder of RFC 3986 or RFC 3987; without --edition, of RFC 3986
    #[arg(long, value_name = "RUNG", value_parser = one_of(ComparisonRung::ALL, ComparisonRung::name))]
    rung: Option<ComparisonRung>,
}

/// Makes RFC 3986 the default edition if a rung is named.
pub fn of_the_ladder(edition: Arg) -> Arg {
    edition.default_value_if("rung", ArgPredicate::IsPresent, "rfc3986")
}

impl RungArgument {
    /// Returns the rung and its ladder; `None` if no rung was named.
    pub fn get(
        &self,
        edition: Edition,
    ) -> Result<Option<(ComparisonLadder, ComparisonRung)>, CliError> {
        let Some(rung) = self.rung else { return Ok(None) };
        let ladder = ComparisonLadder::for_document(edition.document())
            .ok_or(CliError::NoLadder { edition })?;
        Ok(Some((ladder, rung)))
    }
}
