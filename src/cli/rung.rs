//! The option of two commands that names the rung of the ladder on which URLs are compared.

use clap::builder::ArgPredicate;
use clap::{Arg, Args};
use urlbnf::Edition;
use urlbnf::escape::{Ladder, Rung};

use crate::error::Error;
use crate::options::one_of;

/// The rung, where one was named.
#[derive(Debug, Args)]
pub struct RungArgument {
    /// A step of the comparison ladder of RFC 3986 or RFC 3987; without --edition, of RFC 3986
    #[arg(long, value_name = "RUNG", value_parser = one_of(Rung::ALL, Rung::name))]
    rung: Option<Rung>,
}

/// Makes RFC 3986 the default edition if a rung is named.
pub fn of_the_ladder(edition: Arg) -> Arg {
    edition.default_value_if("rung", ArgPredicate::IsPresent, "rfc3986")
}

impl RungArgument {
    /// Returns the rung and its ladder; `None` if no rung was named.
    pub fn get(&self, edition: Edition) -> Result<Option<(Ladder, Rung)>, Error> {
        let Some(rung) = self.rung else { return Ok(None) };
        let ladder = Ladder::of(edition.document()).ok_or(Error::NoLadder { edition })?;
        Ok(Some((ladder, rung)))
    }
}
