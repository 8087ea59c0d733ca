//! Errors in the command line, with control characters made visible; and the output format
//! that the name of the output file stands for.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command, Error};
use urlbnf::text::visible;

use crate::status::Status;

/// The extensions of pictures and pages that no command writes.
const NOT_WRITTEN: &[&str] = &["png", "jpg", "jpeg", "gif", "webp", "pdf", "html", "htm"];
/// Commands whose output has one form, whatever its name.
const ONE_FORM: &[&str] = &["book", "suite"];
/// The extensions of text files.
const TEXT: &[&str] = &["txt", "text", "log", "out", "lst", "list", "urls", "bnf", "abnf", "pest"];

/// Parses the arguments of the program.
///
/// clap quotes arguments as they are. Wrong arguments are therefore parsed again with control
/// characters made visible, and the error of that parse is returned.
pub fn read(definition: Command) -> Result<ArgMatches, Error> {
    let error = match definition.clone().try_get_matches() {
        Ok(matches) => return as_named(definition, matches),
        Err(error) => error,
    };
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return Err(error);
    }
    let shown = std::env::args_os().map(|argument| visible(argument.as_encoded_bytes()));
    let mut error = definition.try_get_matches_from(shown).err().unwrap_or(error);
    let text = |error: &Error, kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    };
    let tip = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let tip = meant(&text(&error, ContextKind::InvalidSubcommand));
            if tip.is_some() {
                error.remove(ContextKind::SuggestedSubcommand);
            } else if let Some(ContextValue::Strings(names)) =
                error.remove(ContextKind::SuggestedSubcommand)
                && let Some(nearest) = names.last()
            {
                // The nearest name is the last.
                let nearest = ContextValue::Strings(vec![nearest.clone()]);
                error.insert(ContextKind::SuggestedSubcommand, nearest);
            }
            tip
        }
        ErrorKind::InvalidValue => {
            let is_picture =
                NOT_WRITTEN.contains(&text(&error, ContextKind::InvalidValue).as_str());
            let draws = matches!(error.get(ContextKind::ValidValue),
                Some(ContextValue::Strings(values)) if values.iter().any(|value| value == "svg"));
            (is_picture && draws).then_some(
                "`--format svg` draws a picture, of which other programs make such files",
            )
        }
        _ => None,
    };
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    Err(error)
}

/// Prints a usage error in the form of all other errors, or prints the requested help.
pub fn print(error: &Error) -> io::Result<Status> {
    if error.use_stderr() {
        // If this cannot be written, there is nobody to tell.
        if error.render().to_string().starts_with("error:") {
            let _ = write!(io::stderr(), "urlbnf: ");
        }
        let _ = error.print();
        return Ok(Status::Trouble);
    }
    error.print()?;
    io::stdout().flush()?;
    Ok(Status::Fine)
}

/// Returns the arguments. If no format is named, the name of the output file sets it: a name
/// that ends in `.svg` asks for a picture.
///
/// # Errors
/// If the name asks for a format that the command does not write.
fn as_named(definition: Command, matches: ArgMatches) -> Result<ArgMatches, Error> {
    let Some((name, given)) = matches.subcommand() else { return Ok(matches) };
    let output = given.try_get_one::<PathBuf>("output").ok().flatten();
    let Some(extension) = output.and_then(|path| path.extension()?.to_str()) else {
        return Ok(matches);
    };
    let extension = extension.to_ascii_lowercase();
    let command = definition.find_subcommand(name);
    let format = command
        .and_then(|command| command.get_arguments().find(|argument| argument.get_id() == "format"));
    let Some(format) =
        format.filter(|_| given.value_source("format") != Some(ValueSource::CommandLine))
    else {
        return Ok(matches);
    };
    let form = if extension == "md" { "markdown" } else { &extension };
    if format.get_possible_values().iter().any(|value| value.matches(form, false)) {
        let form = form.to_owned();
        return definition
            .mut_subcommand(name, |command| {
                command.mut_arg("format", |argument| argument.default_value(form))
            })
            .try_get_matches();
    }
    if ONE_FORM.contains(&name) || TEXT.contains(&extension.as_str()) {
        return Ok(matches);
    }
    let message = match NOT_WRITTEN.contains(&extension.as_str()) {
        true => format!(
            "the name of the file asks for a form that is not written: `.{extension}`; -o FILE.svg draws a picture where a command has pictures, and `book -o DIR` writes pages\n"
        ),
        false => format!(
            "the name of the file asks for a form that this command does not have: `.{}`; --format names one of its forms, and `.txt` is text\n",
            visible(extension.as_bytes())
        ),
    };
    Err(Error::raw(ErrorKind::InvalidValue, message).with_cmd(&definition))
}

/// Suggests a command if a word in its place is a URL, a grammar file or a file.
fn meant(word: &str) -> Option<&'static str> {
    let grammar =
        |extension: &str| ["abnf", "bnf"].iter().any(|name| extension.eq_ignore_ascii_case(name));
    let path = Path::new(word);
    if word.contains(':') {
        Some("`urlbnf check URL` judges a URL")
    } else if path.extension().is_some_and(|extension| extension.to_str().is_some_and(grammar)) {
        Some("`urlbnf lint FILE` finds what is wrong in a grammar")
    } else {
        path.is_file().then_some("`urlbnf check --file FILE` judges the URLs in a file")
    }
}
