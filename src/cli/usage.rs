//! A command line that is wrong: what clap says of it, without what acts.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
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
    let mut error = definition.try_get_matches_from(shown).err().unwrap_or(error);
    if error.kind() == ErrorKind::InvalidSubcommand {
        let word = match error.get(ContextKind::InvalidSubcommand) {
            Some(ContextValue::String(word)) => word.clone(),
            _ => String::new(),
        };
        if let Some(tip) = tip(&word) {
            let tips = ContextValue::StyledStrs(vec![tip.into()]);
            error.insert(ContextKind::Suggested, tips);
        }
    }
    Err(error)
}

/// The command that was meant, where its subject stands in its place.
fn tip(word: &str) -> Option<&'static str> {
    let grammar = |it: &str| ["abnf", "bnf"].iter().any(|name| it.eq_ignore_ascii_case(name));
    let path = Path::new(word);
    if word.contains(':') {
        Some("`urlbnf check URL` judges a URL")
    } else if path.extension().is_some_and(|it| it.to_str().is_some_and(grammar)) {
        Some("`urlbnf lint FILE` finds what is wrong in a grammar")
    } else {
        path.is_file().then_some("`urlbnf check --file FILE` judges the URLs in a file")
    }
}
