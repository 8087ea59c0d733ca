//! A command line that is wrong: what clap says of it, without what acts.

use clap::error::ErrorKind;
use clap::{ArgMatches, Command, Error};
use urlbnf::text::visible;

/// Reads the arguments of the program.
///
/// What clap quotes of an argument it quotes as it is. So where arguments are wrong,
/// they are read again as they are shown, and it is that reading's error that is told.
pub fn read(definition: Command) -> Result<ArgMatches, Error> {
    let error = match definition.clone().try_get_matches() {
        Ok(matches) => return Ok(matches),
        Err(error) => error,
    };
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return Err(error);
    }
    let shown = std::env::args_os().map(|argument| visible(argument.as_encoded_bytes()));
    Err(definition.try_get_matches_from(shown).err().unwrap_or(error))
}
