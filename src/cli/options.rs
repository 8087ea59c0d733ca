//! Options that several commands share.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use urlbnf::Verdict;

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The form of what is printed, where there are no pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One JSON object per line
    Jsonl,
    /// One JSON document: an array of the same objects
    Json,
}

/// Verdicts by their names.
pub fn verdict_parser() -> impl TypedValueParser<Value = Verdict> {
    PossibleValuesParser::new(Verdict::ALL.map(Verdict::name)).try_map(|name| {
        let named = Verdict::ALL.into_iter().find(|verdict| verdict.name() == name);
        named.ok_or("no verdict has this name")
    })
}

/// What `--color` says, looked up before the command line is read: an error in
/// the command line is coloured too.
pub fn color_of_arguments() -> clap::ColorChoice {
    let mut arguments = std::env::args_os().skip(1).take_while(|argument| argument != "--");
    while let Some(argument) = arguments.next() {
        let value = match argument.to_str() {
            Some("--color") => arguments.next().and_then(|value| value.into_string().ok()),
            Some(text) => text.strip_prefix("--color=").map(str::to_owned),
            None => None,
        };
        match value.as_deref() {
            Some("always") => return clap::ColorChoice::Always,
            Some("never") => return clap::ColorChoice::Never,
            _ => {}
        }
    }
    clap::ColorChoice::Auto
}
