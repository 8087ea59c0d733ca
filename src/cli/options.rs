//! Options that several commands share.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::streams::NARROWEST;

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ColorMode {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The form of what is printed, where there are no pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// For people
    Text,
    /// One JSON object per line
    Jsonl,
    /// One JSON document: an array of the same objects
    Json,
}

/// Returns a parser of values by their names.
pub fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.map(name)).try_map(move |given| {
        let named = all.into_iter().find(|value| name(*value) == given);
        named.ok_or("nothing has this name")
    })
}

pub fn width_parser() -> impl TypedValueParser<Value = u16> {
    clap::value_parser!(u16).range(i64::from(NARROWEST)..)
}

/// Looks up `--color` before the command line is parsed, so that errors in the command line
/// are coloured too.
pub fn color_of_arguments() -> clap::ColorChoice {
    value_of_argument("--color", |value| match value {
        "always" => Some(clap::ColorChoice::Always),
        "never" => Some(clap::ColorChoice::Never),
        _ => None,
    })
    .unwrap_or(clap::ColorChoice::Auto)
}

/// Looks up `--width` before the command line is parsed, so that the help is laid out too.
pub fn width_of_arguments() -> Option<usize> {
    let width = value_of_argument("--width", |value| value.parse().ok());
    width.filter(|width| *width >= usize::from(NARROWEST))
}

/// Returns the first value of an option that `read` accepts.
fn value_of_argument<T>(option: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
    let mut arguments = std::env::args_os().skip(1).take_while(|argument| argument != "--");
    while let Some(argument) = arguments.next() {
        let argument = argument.to_str().unwrap_or_default();
        let value = match argument.strip_prefix(option) {
            Some("") => arguments.next().and_then(|value| value.into_string().ok()),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        if let Some(value) = value.as_deref().and_then(&read) {
            return Some(value);
        }
    }
    None
}
